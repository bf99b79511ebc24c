// Plugin for remark: code blocks with the language `pips` become figures, tables and findings, and
// images such as `![](pip:W)` become pieces.
import { BlockError, isPips, pieceOf, readBlocks, type BlockOptions, type BlockPart } from './block.js';

export { BlockError, type BlockOptions } from './block.js';

/** The part of a Markdown syntax tree that the plugin uses. */
interface Node {
  type: string;
  [key: string]: any;
}
/** The part of a unified file that the plugin uses. */
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
      return { type: 'table', align: ['right', null, null], children: [row(part.head.map(text)), ...rows] };
    }
    case 'player': return { type: 'paragraph', children: [{ type: 'link', url: part.address, children: [text('Play it through')] }] };
  }
}

/** Returns the info string of a code block as written, because backslashes belong to the attributes. */
function infoOf(child: Node, file: File): string {
  const start = child['position']?.start?.offset as number | undefined;
  const line = typeof file.value === 'string' && start !== undefined ? /^(?:`{3,}|~{3,})(.*)/.exec(file.value.slice(start)) : null;
  return line?.[1] ?? [child['lang'], child['meta']].filter(Boolean).join(' ');
}

/** A block, and its replacement. */
interface Found {
  child: Node;
  info: string;
  nodes: Node[];
}

/** Finds the blocks below a node in the order of the document, and draws the pieces in its text. */
function visit(parent: Node, options: BlockOptions, file: File): Found[] {
  const children = (parent['children'] ?? []) as Node[];
  return children.flatMap(child => {
    if (child.type === 'image') drawPiece(child, options, file);
    const info = child.type === 'code' ? infoOf(child, file) : '';
    return isPips(info) ? [{ child, info, nodes: [child] }] : visit(child, options, file);
  });
}

/** Puts the drawing of a piece into an image whose address names it. */
function drawPiece(image: Node, options: BlockOptions, file: File): void {
  try {
    const piece = pieceOf(String(image['url']), options);
    if (!piece) return;
    const { name, url, alt, style } = piece;
    Object.assign(image, { url, alt: image['alt'] || alt, data: { hProperties: { dataPip: name, style } } });
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    file.fail(error.message, image['position']?.start);
  }
}

/** Reads the blocks of a file. An invalid one is a failure of the file. */
function draw(found: Found[], options: BlockOptions, file: File): void {
  const startOf = ({ child }: Found): { line: number; column: number } => child['position']?.start ?? { line: 1, column: 1 };
  const given = found.map(one => ({ info: one.info, text: `${one.child['value']}\n`, line: startOf(one).line }));
  readBlocks(given, options).forEach((block, index) => {
    const one = found[index]!;
    if (block instanceof BlockError) {
      const { line, column } = startOf(one);
      return file.fail(block.message, { line: line + block.line, column: block.line ? column - 1 + block.column : column });
    }
    const record = block.hidden ? [] : [{ ...one.child, lang: 'pips', meta: null }];
    one.nodes = [...record, ...block.parts.map(node)];
  });
}

/** Replaces the blocks below a node with their drawings. */
function replace(parent: Node, made: Map<Node, Node[]>): void {
  const children = parent['children'] as Node[] | undefined;
  if (!children) return;
  children.forEach(child => replace(child, made));
  if (children.some(child => made.has(child))) parent['children'] = children.flatMap(child => made.get(child) ?? [child]);
}

/**
 * Draws records and pieces: `unified().use(remarkParse).use(remarkPips, { theme: 'screen' })`. The blocks of a file are one chapter. An invalid
 * block is a failure of the file, with its line. In a browser, call `await init()` of `pipscribe` first.
 */
export default function remarkPips(options: BlockOptions = {}): (tree: any, file: any) => void {
  return (tree, file) => {
    const found = visit(tree, options, file);
    draw(found, options, file);
    replace(tree, new Map(found.map(({ child, nodes }) => [child, nodes])));
  };
}
