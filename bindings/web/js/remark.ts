// Plugin of remark: code blocks with the language `pips` become figures, tables and findings.
import { BlockError, isPips, readBlock, type BlockOptions, type BlockPart, type Counter } from './block.js';

export { BlockError, type BlockOptions } from './block.js';

/** The part of a syntax tree of Markdown that the plugin uses. */
interface Node {
  type: string;
  [key: string]: any;
}
/** The part of a file of unified that the plugin uses. */
interface File {
  value: unknown;
  fail(message: string, place?: any): never;
}

const element = (name: string, children: Node[], properties: Record<string, unknown> = {}): Node => (
  { type: 'paragraph', children, data: { hName: name, hProperties: properties } }
);
const text = (value: string): Node => ({ type: 'text', value });

function node(part: BlockPart): Node {
  switch (part.kind) {
    case 'figure': {
      // An image needs no HTML in the document, which MDX and `rehype-sanitize` would not allow.
      const style = part.width ? `width: ${part.width}` : 'max-width: 100%';
      const image = { type: 'image', url: `data:image/svg+xml,${encodeURIComponent(part.svg)}`, alt: part.alt, data: { hProperties: { style } } };
      const caption = part.caption ? [element('figcaption', [text(part.caption)])] : [];
      return element('figure', [image, ...caption], { className: ['pipscribe'], ...(part.label && { id: part.label }) });
    }
    case 'text': return { type: 'code', lang: 'text', value: part.text };
    case 'table': {
      const row = (cells: Node[]): Node => ({ type: 'tableRow', children: cells.map(cell => ({ type: 'tableCell', children: [cell] })) });
      const rows = part.rows.map(([number, seat, turn]) => row([text(number), text(seat), { type: 'inlineCode', value: turn }]));
      return { type: 'table', align: ['right', null, null], children: [row(['turn', 'seat', 'played'].map(text)), ...rows] };
    }
    case 'player': return { type: 'paragraph', children: [{ type: 'link', url: part.address, children: [text('Play it through')] }] };
  }
}

/** Returns the info string of a code block as it is written, where backslashes belong to the attributes. */
function infoOf(child: Node, file: File): string {
  const start = child['position']?.start?.offset as number | undefined;
  const line = typeof file.value === 'string' && start !== undefined ? /^(?:`{3,}|~{3,})(.*)/.exec(file.value.slice(start)) : null;
  return line?.[1] ?? [child['lang'], child['meta']].filter(Boolean).join(' ');
}

/** Returns what takes the place of a node: itself, or the record and the parts of its block. */
function replaced(child: Node, options: BlockOptions, counter: Counter, file: File): Node[] {
  const info = child.type === 'code' ? infoOf(child, file) : '';
  if (!isPips(info)) {
    visit(child, options, counter, file);
    return [child];
  }
  try {
    const block = readBlock(info, `${child['value']}\n`, options, counter);
    const record = block.hidden ? [] : [{ ...child, lang: 'pips', meta: null }];
    return [...record, ...block.parts.map(node)];
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    const { line = 1, column = 1 } = child['position']?.start ?? {};
    return file.fail(error.message, { line: line + error.line, column: error.line ? column - 1 + error.column : column });
  }
}

function visit(parent: Node, options: BlockOptions, counter: Counter, file: File): void {
  const children = parent['children'] as Node[] | undefined;
  if (children) parent['children'] = children.flatMap(child => replaced(child, options, counter, file));
}

/**
 * Draws records: `unified().use(remarkParse).use(remarkPips, { theme: 'screen' })`. An invalid block is a failure of the file, with its line.
 * In a browser, call `await init()` of `pipscribe` first.
 */
export default function remarkPips(options: BlockOptions = {}): (tree: any, file: any) => void {
  return (tree, file) => visit(tree, options, { figure: 0 }, file);
}
