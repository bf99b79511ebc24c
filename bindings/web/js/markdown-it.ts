// Plugin for markdown-it: code blocks with the language `pips` become figures, tables and findings,
// and images such as `![](pip:W)` become pieces.
import { BlockError, escaped, isPips, pieceOf, readBlocks, type Block, type BlockOptions, type BlockPart } from './block.js';

export { BlockError, type BlockOptions } from './block.js';

interface Token {
  type: string;
  info: string;
  content: string;
  map: [number, number] | null;
  meta: any;
  children: Token[] | null;
  attrGet(name: string): string | null;
}
interface State {
  src: string;
  tokens: Token[];
}
// Declared as a method, so that the types of markdown-it are compatible with it.
type Rule = { rule(tokens: Token[], at: number, options: any, env: any, self: any): string }['rule'];
/** The part of markdown-it that the plugin uses. */
export interface MarkdownIt {
  core: { ruler: { push(name: string, rule: (state: any) => void): void } };
  renderer: { rules: { [name: string]: any } };
}

function html(part: BlockPart): string {
  switch (part.kind) {
    case 'figure': {
      const style = part.width ? `width: ${part.width}` : 'max-width: 100%';
      const label = part.label ? ` id="${escaped(part.label)}"` : '';
      const caption = part.caption ? `<figcaption>${escaped(part.caption)}</figcaption>\n` : '';
      return `<figure class="pipscribe"${label}>\n${part.svg.replace('<svg ', `<svg style="${style}; height: auto" `).trimEnd()}\n${caption}</figure>\n`;
    }
    case 'text': return `<pre><code class="language-text">${escaped(part.text)}\n</code></pre>\n`;
    case 'table': {
      const head = part.head.map(word => `<th>${escaped(word)}</th>`).join('');
      const rows = part.rows.map(([number, seat, turn]) => `<tr><td>${number}</td><td>${escaped(seat)}</td><td><code>${escaped(turn)}</code></td></tr>\n`).join('');
      return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows}</tbody>\n</table>\n`;
    }
    case 'player': return `<p class="pipscribe-player"><a href="${escaped(part.address)}">Play it through</a></p>\n`;
  }
}

function htmlOf(block: Block, text: string): string {
  const record = block.hidden ? '' : `<pre><code class="language-pips">${escaped(text)}</code></pre>\n`;
  return record + block.parts.map(html).join('');
}

/** Returns the error with its place in the document, whose line is also in the message. */
function placed(error: BlockError, line: number, column: number): BlockError {
  return new BlockError(`line ${line}, column ${column}: ${error.message}`, line, column);
}

/** Reads blocks of one document, and returns the HTML of each. */
function drawn(tokens: Token[], options: BlockOptions): string[] {
  const lineOf = (token: Token): number => (token.map?.[0] ?? 0) + 1;
  const read = readBlocks(tokens.map(token => ({ info: token.info, text: token.content, line: lineOf(token) })), options);
  return read.map((block, index) => {
    const token = tokens[index]!;
    if (block instanceof BlockError) throw placed(block, lineOf(token) + block.line, block.column);
    return htmlOf(block, token.content);
  });
}

/** Returns the text of tokens without its markup. */
function plain(tokens: Token[] | null): string {
  const words = (tokens ?? []).map(token => /^(?:soft|hard)break$/.test(token.type) ? ' ' : token.children ? plain(token.children) : token.content);
  return words.join('');
}

/** Draws the pieces in a paragraph or heading, which begins in the given line. */
function drawPieces(inline: Token, first: number, source: string[], options: BlockOptions): void {
  let line = first;
  for (const token of inline.children ?? []) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') line++;
    const address = token.type === 'image' ? token.attrGet('src') ?? '' : '';
    try {
      const piece = pieceOf(address, options);
      if (!piece) continue;
      const alt = plain(token.children) || piece.alt;
      token.content = `<img data-pip="${escaped(piece.name)}" src="${piece.url}" alt="${escaped(alt)}" style="${piece.style}">`;
      token.type = 'html_inline';
      token.children = null;
    } catch (error) {
      if (!(error instanceof BlockError)) throw error;
      throw placed(error, line, (source[line - 1] ?? '').indexOf(address) + 1 || 1);
    }
  }
}

/**
 * Draws records and pieces: `new MarkdownIt().use(pipscribe, { theme: 'screen' })`. The blocks of a rendered text are one
 * chapter. An invalid block throws a `BlockError`, whose `line` is the line in the document. In a browser, call `await init()`
 * of `pipscribe` first.
 */
export default function pipscribe(md: MarkdownIt, options: BlockOptions = {}): void {
  // The HTML of each block, until it is rendered.
  const made = new WeakMap<Token, string>();
  md.core.ruler.push('pipscribe', ({ src, tokens }: State) => {
    const blocks = tokens.filter(token => token.type === 'fence' && isPips(token.info));
    drawn(blocks, options).forEach((html, index) => made.set(blocks[index]!, html));
    const source = src.split('\n');
    let line = 1;
    for (const token of tokens) {
      line = token.map ? token.map[0] + 1 : line;
      if (token.type === 'inline') drawPieces(token, line, source, options);
    }
  });
  const usual = md.renderer.rules['fence'] as Rule | undefined;
  const rule: Rule = (tokens, at, given, env, self) => {
    const token = tokens[at]!;
    if (!isPips(token.info)) return usual ? usual(tokens, at, given, env, self) : self.renderToken(tokens, at, given);
    // A token that another plugin made is a separate document.
    return made.get(token) ?? drawn([token], options)[0]!;
  };
  md.renderer.rules['fence'] = rule;
}
