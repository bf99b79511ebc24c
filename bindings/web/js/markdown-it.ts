// Plugin of markdown-it: code blocks with the language `pips` become figures, tables and findings.
import { BlockError, escaped, isPips, readBlock, type BlockOptions, type BlockPart, type Counter } from './block.js';

export { BlockError, type BlockOptions } from './block.js';

interface Token {
  info: string;
  content: string;
  map: [number, number] | null;
}
// Parameters in the form of methods, so that the types of markdown-it fit.
type Rule = { rule(tokens: Token[], at: number, options: any, env: any, self: any): string }['rule'];
/** The part of markdown-it that the plugin uses. */
export interface MarkdownIt {
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
      const rows = part.rows.map(([number, seat, turn]) => `<tr><td>${number}</td><td>${escaped(seat)}</td><td><code>${escaped(turn)}</code></td></tr>\n`).join('');
      return `<table>\n<thead><tr><th>turn</th><th>seat</th><th>played</th></tr></thead>\n<tbody>\n${rows}</tbody>\n</table>\n`;
    }
    case 'player': return `<p class="pipscribe-player"><a href="${escaped(part.address)}">Play it through</a></p>\n`;
  }
}

/**
 * Draws records: `new MarkdownIt().use(pipscribe, { theme: 'screen' })`. An invalid block throws a `BlockError`, whose `line` is that of the
 * document. In a browser, call `await init()` of `pipscribe` first.
 */
export default function pipscribe(md: MarkdownIt, options: BlockOptions = {}): void {
  const usual = md.renderer.rules['fence'] as Rule | undefined;
  // Figures are counted for each environment, which is that of a document.
  const counters = new WeakMap<object, Counter>();
  const rule: Rule = (tokens, at, given, env, self) => {
    const token = tokens[at]!;
    if (!isPips(token.info)) return usual ? usual(tokens, at, given, env, self) : self.renderToken(tokens, at, given);
    const key = env && typeof env === 'object' ? env as object : tokens;
    const counter = counters.get(key) ?? { figure: 0 };
    counters.set(key, counter);
    try {
      const block = readBlock(token.info, token.content, options, counter);
      const record = block.hidden ? '' : `<pre><code class="language-pips">${escaped(token.content)}</code></pre>\n`;
      return record + block.parts.map(html).join('');
    } catch (error) {
      if (!(error instanceof BlockError)) throw error;
      const line = (token.map?.[0] ?? 0) + 1 + error.line;
      throw new BlockError(`line ${line}, column ${error.column}: ${error.message}`, line, error.column);
    }
  };
  md.renderer.rules['fence'] = rule;
}
