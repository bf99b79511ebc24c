// Code blocks of documents with the language `pips`, for plugins of Markdown parsers: their
// attributes, figures, tables and findings.
import { PipscribeError } from './errors.js';
import { check, figures, piece, replay, solutions } from './library.js';
import type { Decks, Finding, RenderOptions, Theme } from './types.js';

/** Settings of the plugins. */
export interface BlockOptions {
  /** `asked` skips blocks that do not ask for a figure. Default: `all`. */
  figures?: 'all' | 'asked';
  /** Name of a built-in theme, or a theme as YAML. */
  theme?: Theme | (string & {});
  /** Decks of the Pipe Game by name, as YAML texts. */
  decks?: Decks;
}

/** A figure of a block. */
export interface BlockFigure {
  kind: 'figure';
  svg: string;
  alt: string;
  caption?: string;
  /** Width in CSS: `60%`, `300px`. */
  width?: string;
  label?: string;
}

/** A part of a block, in the order in which parts are shown. */
export type BlockPart = BlockFigure | { kind: 'text'; text: string } | { kind: 'table'; head: string[]; rows: [string, string, string][] } | { kind: 'player'; address: string };

/** Replacement of a block. */
export interface Block {
  /** True if the record itself is hidden, or if there is none. */
  hidden: boolean;
  parts: BlockPart[];
}

/** Error in a block. `line` and `column` count from 1 in the record; line 0 is the line of the attributes. */
export class BlockError extends Error {
  override name = 'BlockError';
  constructor(message: string, readonly line = 0, readonly column = 1) {
    super(message);
  }
}

/** A block as written in a document. */
export interface GivenBlock {
  info: string;
  text: string;
  /** Line of the document that has the attributes. */
  line: number;
}

/** State that the blocks of a document share, because they are one chapter. */
interface Chapter {
  /** Number of the last numbered figure. */
  figure: number;
  /** Number of puzzles so far. */
  puzzle: number;
  /** Rows of the next table of solutions. */
  solutions: [string, string, string][];
  /**
   * True if a block since the last table of solutions is invalid, so that its puzzles are unknown.
   */
  lacksPuzzles: boolean;
  /** The line of the block that has a label. */
  labels: Map<string, number>;
}

type Attributes = Map<string, string | undefined>;

const SWITCHES = ['flip', 'last', 'legend', 'movement', 'names', 'notes', 'renumber', 'solution'];
const VALUES = ['caption', 'coordinates', 'from', 'lang', 'rotate', 'view', 'wording'];
const CHOICES = ['figure', 'turn', 'line', 'range'];
const OWN = ['record', 'marks', 'number', 'width', 'text', 'ascii', 'unicode', 'alt', 'label', 'hidden', 'table', 'finding', 'illegal', 'player', 'solutions'];
const NAMES = [...CHOICES, ...OWN, ...SWITCHES, ...VALUES];
const WORD = /([#.][^\s,{};=]+|[^\s,{};:=]+)(?:=(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^\s,{}"][^\s,{}]*)?))?/gsy;

/** Returns true for the info string of a block of records: `pips,turn=2`, `pips {turn=2}`, `{.pips turn=2}`. */
export function isPips(info: string): boolean {
  return /^\s*(?:pips(?![\w-])|\{(?:[^}"']*\s)?\.pips(?![\w-]))/.test(info);
}

function parse(info: string): Attributes {
  const read: Attributes = new Map();
  const text = info.trim().replace(/^pips/, '');
  for (let at = 0; ;) {
    at += /^[\s,{};:]*/.exec(text.slice(at))![0].length;
    if (at >= text.length) return read;
    WORD.lastIndex = at;
    const word = WORD.exec(text);
    if (!word || text[WORD.lastIndex] === '"') throw new BlockError(`the attributes cannot be read from here: ${text.slice(at)}`);
    at = WORD.lastIndex;
    const [whole, key = '', quoted, inSingleQuotes, plain] = word;
    if (key.startsWith('.')) continue;
    const [name, value] = key.startsWith('#') ? ['label', key.slice(1)] : [key, quoted?.replace(/\\(["\\])/g, '$1') ?? inSingleQuotes?.replace(/\\(['\\])/g, '$1') ?? plain ?? (whole.includes('=') ? '' : undefined)];
    if (!NAMES.includes(name)) throw new BlockError(`unknown attribute \`${name}\`; the attributes are ${NAMES.join(', ')}`);
    if (read.has(name)) throw new BlockError(`\`${name}\` is given twice`);
    read.set(name, value);
  }
}

/** Reads the attributes of a block by their names. */
class Reader {
  constructor(private readonly given: Attributes) {
    const chosen = CHOICES.filter(name => given.has(name));
    if (chosen.length > 1) throw new BlockError(`\`${chosen[0]}\` already selects the position: leave out \`${chosen[1]}\``);
  }
  has(...names: string[]): boolean {
    return names.some(name => this.given.has(name));
  }
  value(name: string): string | undefined {
    if (this.given.has(name) && !this.given.get(name)) throw new BlockError(`\`${name}\` needs a value`);
    return this.given.get(name);
  }
  number(name: string, least = 0): number | undefined {
    const value = this.value(name);
    if (value !== undefined && !(/^\d+$/.test(value) && Number(value) >= least)) throw new BlockError(`\`${name}\` is a number from ${least}, not \`${value}\``);
    return value === undefined ? undefined : Number(value);
  }
  is(name: string): boolean {
    const value = this.given.has(name) ? this.given.get(name) ?? 'yes' : 'no';
    if (value !== 'yes' && value !== 'no') throw new BlockError(`\`${name}\` is \`yes\` or \`no\`, or has no value`);
    return value === 'yes';
  }
  /** Value of an attribute that is a switch or has a value. */
  setting(name: string): string | undefined {
    const value = this.given.has(name) ? this.given.get(name) ?? 'yes' : 'no';
    return value === 'no' ? undefined : value;
  }
  /** First and last turn. */
  range(): [number, number] | undefined {
    const value = this.value('range');
    if (value === undefined) return undefined;
    const [from, to] = /^(\d+)\.\.(\d+)$/.exec(value)?.slice(1).map(Number) ?? [];
    if (!from || !to || from > to) throw new BlockError(`\`range\` is a first and a last turn: 3..9, not \`${value}\``);
    return [from, to];
  }
  width(): string | undefined {
    const value = this.value('width');
    if (value !== undefined && !/^\d+(?:\.\d+)?(?:%|px|cm|mm|in|pt)?$/.test(value)) throw new BlockError(`\`width\` is a width: 60%, 300px, 8cm, not \`${value}\``);
    return value?.replace(/\d$/, '$&px');
  }
  label(): string | undefined {
    const value = this.value('label');
    if (value !== undefined && !/^[\w.:-]+$/.test(value)) throw new BlockError(`\`label\` has letters, digits, \`-\`, \`_\`, \`.\` and \`:\`, not \`${value}\``);
    return value;
  }
  text(): 'text' | 'unicode' | undefined {
    const value = this.value('text') ?? (this.is('ascii') ? 'ascii' : this.is('unicode') ? 'unicode' : undefined);
    if (value !== undefined && value !== 'ascii' && value !== 'unicode') throw new BlockError(`\`text\` is \`ascii\` or \`unicode\`, not \`${value}\``);
    return value === 'ascii' ? 'text' : value;
  }
  /** Options of the figures, without their caption. */
  figure(): RenderOptions {
    const options: Record<string, unknown> = {};
    for (const name of SWITCHES) if (this.has(name)) options[name] = this.is(name);
    for (const name of VALUES) if (this.has(name) && name !== 'caption') options[name] = this.value(name);
    const marks = this.value('marks')?.match(/(?:"[^"]*"|[^;"])+/g)?.map(mark => mark.trim()).filter(Boolean);
    return { ...options, ...(marks && { marks }) } as RenderOptions;
  }
}

/** Throws the error of a record, unless its attributes announce one. */
function judge(attributes: Reader, found: Finding[]): void {
  const error = found.find(finding => finding.severity === 'error');
  const illegal = attributes.setting('illegal');
  if (illegal === undefined) {
    if (error && !attributes.is('finding')) throw new BlockError(`${error.code}: ${error.message}`, error.span.line, error.span.column);
    return;
  }
  if (!error) throw new BlockError('the record is marked `illegal`, but breaks no rule');
  if (illegal !== 'yes' && error.code !== illegal) throw new BlockError(`the record is marked \`illegal=${illegal}\`, but has ${error.code}`, error.span.line, error.span.column);
}

/** Runs a function of the library, and throws its error as the error of an attribute. */
function asked<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    if (error instanceof PipscribeError && !['init', 'internal'].includes(error.code)) throw new BlockError(error.message);
    throw error;
  }
}

/**
 * Draws positions, and treats warnings as errors. Returns nothing if diagrams are requested but the
 * record has no `[%diagram]`.
 */
function drawn(text: string, options: RenderOptions): string[] | undefined {
  try {
    const { figures: made, warnings } = figures(text, options);
    if (warnings[0]) throw new BlockError(warnings[0]);
    return made;
  } catch (error) {
    if (options.figures && error instanceof PipscribeError && error.code === 'diagram') return undefined;
    return asked(() => { throw error; });
  }
}

/** Returns the options that select the positions of a record, or nothing if it shows none. */
function selection(attributes: Reader, text: string, options: RenderOptions, all: boolean): RenderOptions | undefined {
  const figure = attributes.setting('figure');
  if (figure === 'none' || attributes.has('figure') && figure === undefined) return undefined;
  const range = attributes.range();
  if (range) return { from: range[0], turn: range[1] };
  const turn = attributes.number('turn');
  if (turn !== undefined) return { turn };
  const line = attributes.value('line');
  if (line !== undefined) return { line };
  if (figure !== undefined || drawn(text, { ...options, figures: true })) return { figures: true };
  const others = ['hidden', 'solutions', 'table', 'finding', 'illegal', 'player', 'record'];
  const asks = attributes.has(...NAMES.filter(name => !others.includes(name)));
  return asks || all && !attributes.is('table') && !attributes.is('finding') ? {} : undefined;
}

/** Returns the diagrams of a record that the attribute `figure` names. */
function chosen(name: string | undefined, text: string, options: RenderOptions, count: number): number[] {
  const every = Array.from({ length: count }, (_, at) => at);
  if (name === undefined || name === 'all') return every;
  if (/^\d+$/.test(name)) {
    if (every.includes(Number(name) - 1)) return [Number(name) - 1];
    throw new BlockError(`there is no figure ${name}; there are ${count}`);
  }
  // Only formats such as Typst have captions that are separate from the drawing.
  const captions = (drawn(text, { ...options, format: 'typst' }) ?? []).map(typst => /\n {2}caption: "((?:\\.|[^"\\])*)",\n/.exec(typst)?.[1]?.replace(/\\(["\\])/g, '$1'));
  const named = every.filter(at => captions[at] === name);
  if (named.length) return named;
  throw new BlockError(`there is no figure \`${name}\``);
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => SIGNS[sign] ?? sign);
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|apos);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'");
}

/** Draws the positions that a record of a block shows. */
function* figuresOf(attributes: Reader, text: string, record: number, settings: BlockOptions, chapter: Chapter): Generator<BlockPart> {
  const common: RenderOptions = { ...attributes.figure(), record, theme: settings.theme ?? 'print', ...(settings.decks && { decks: settings.decks }) };
  const selected = selection(attributes, text, common, settings.figures !== 'asked');
  if (!selected) return;
  const options = { ...common, ...selected, format: attributes.text() ?? 'svg' } as const;
  const made = drawn(text, options);
  if (!made) throw new BlockError('the record has no `[%diagram]` with a position to show');
  const label = attributes.label();
  const which = chosen(attributes.setting('figure'), text, options, made.length);
  for (const [at, one] of which.entries()) {
    const number = attributes.setting('number');
    if (number !== undefined) chapter.figure = /^\d+$/.test(number) ? Number(number) + at : chapter.figure + 1;
    const caption = [number && `Figure ${chapter.figure}`, attributes.value('caption')].filter(Boolean).join(': ');
    if (attributes.text()) {
      yield { kind: 'text', text: caption ? `${made[one]!.trimEnd()}\n\n${caption}` : made[one]!.trimEnd() };
      continue;
    }
    const words = attributes.value('alt');
    const svg = words === undefined ? made[one]! : made[one]!.replace(/<desc>.*?<\/desc>/s, () => `<desc>${escaped(words)}</desc>`);
    const alt = words ?? unescaped(/<desc>(.*?)<\/desc>/s.exec(svg)?.[1] ?? '');
    const width = attributes.width();
    yield { kind: 'figure', svg, alt, ...(caption && { caption }), ...(width && { width }), ...(label && { label: which.length > 1 ? `${label}-${at + 1}` : label }) };
  }
}

/** Returns the turns of a record with the numbers of their seats. */
function tableOf(attributes: Reader, text: string, record: number, decks?: Decks): BlockPart {
  const [from, to] = attributes.range() ?? [0, Infinity];
  const line = attributes.value('line');
  const lines = asked(() => replay(text, { record, ...(line !== undefined && { line }), ...(decks && { decks }) }));
  const rows = lines.flatMap<[string, string, string]>(line =>
    line.turn === undefined || line.turn < from || line.turn > to ? [] : [[String(line.turn), String(line.seat ?? ''), line.text]]);
  if (!rows.length) throw new BlockError('there is no turn to show in a table');
  return { kind: 'table', head: ['turn', 'seat', 'played'], rows };
}

/** Returns a finding as a line, and its help. */
function textOf({ code, severity, span, message, help }: Finding): string {
  return [`${span.line}:${span.column}: ${severity}[${code}] ${message}`, help].filter(Boolean).join('\n');
}

/** Keeps the puzzles of a record for a table of solutions. Their number is the number of their figure, if it has one. */
function takePuzzles(attributes: Reader, text: string, record: number, decks: Decks | undefined, chapter: Chapter): void {
  const lang = attributes.value('lang') as RenderOptions['lang'];
  const read = asked(() => solutions(text, { record, ...(lang && { lang }), ...(decks && { decks }) }));
  for (const { task, solutions: [first = '', ...others] } of read.puzzles) {
    chapter.puzzle++;
    const number = String(attributes.setting('number') === undefined ? chapter.puzzle : chapter.figure);
    chapter.solutions.push([number, task, first], ...others.map<[string, string, string]>(other => [number, read.or, other]));
  }
}

/** Returns the table of the puzzles since the last table. */
function solutionsOf(attributes: Reader, chapter: Chapter): BlockPart {
  // The puzzles of an invalid block are not known, and its error has been reported already.
  if (!chapter.solutions.length && !chapter.lacksPuzzles) throw new BlockError('there is no puzzle before this block whose solution could be shown');
  const lang = attributes.value('lang') as RenderOptions['lang'];
  const { head } = asked(() => solutions('', lang && { lang }));
  const rows = chapter.solutions;
  Object.assign(chapter, { solutions: [], lacksPuzzles: false });
  return { kind: 'table', head, rows };
}

/** Reports a label that another block also has. */
function takeLabels(parts: BlockPart[], line: number, chapter: Chapter): void {
  for (const { label } of parts.filter(part => part.kind === 'figure')) {
    if (label === undefined) continue;
    const other = chapter.labels.get(label);
    if (other !== undefined) throw new BlockError(`two figures in this document have the label \`${label}\`: this one and the one of line ${other}`);
    chapter.labels.set(label, line);
  }
}

function readBlock({ info, text, line }: GivenBlock, options: BlockOptions, chapter: Chapter): Block {
  const attributes = new Reader(parse(info));
  const { decks } = options;
  const only = attributes.number('record', 1);
  const records = asked(() => check(text, { fix: false, ...(decks && { decks }) }));
  if (!records.length && !attributes.is('solutions')) throw new BlockError('this block has no record');
  const wanted = records.filter(({ record }) => only === undefined || record === only);
  if (records.length && !wanted.length) throw new BlockError(`this block has no record ${only}; it has ${records.length}`);
  for (const { findings } of wanted) judge(attributes, findings);
  const parts: BlockPart[] = [];
  for (const { record } of wanted) parts.push(...figuresOf(attributes, text, record, options, chapter));
  if (attributes.is('table')) parts.push(...wanted.map(({ record }) => tableOf(attributes, text, record, decks)));
  if (attributes.is('finding')) {
    const found = wanted.flatMap(({ findings }) => findings.find(({ severity }) => severity === 'error') ?? findings[0] ?? []);
    if (!found.length) throw new BlockError('the record has no finding to show');
    parts.push(...found.map(finding => ({ kind: 'text' as const, text: textOf(finding) })));
  }
  for (const { record, game } of wanted) if (game) takePuzzles(attributes, text, record, decks, chapter);
  if (attributes.is('solutions')) parts.push(solutionsOf(attributes, chapter));
  const address = attributes.setting('player');
  if (address === 'yes') throw new BlockError('a player cannot be written here: give the address of an existing one, `player="ADDRESS"`');
  if (address !== undefined && /^\s*(?:javascript|vbscript|data):/i.test(address)) throw new BlockError(`\`player\` is an address, not \`${address}\``);
  if (address !== undefined) parts.push({ kind: 'player', address });
  takeLabels(parts, line, chapter);
  return { hidden: attributes.is('hidden') || !text.trim(), parts };
}

/**
 * Reads the blocks of a document in their order. Figures and puzzles are counted across all blocks,
 * a table of solutions refers to the puzzles before it, and a label may occur only once. Returns
 * the replacement or the error of each block. An error is an invalid attribute, or an invalid
 * record without an attribute that announces it.
 */
export function readBlocks(blocks: readonly GivenBlock[], options: BlockOptions): (Block | BlockError)[] {
  const chapter: Chapter = { figure: 0, puzzle: 0, solutions: [], lacksPuzzles: false, labels: new Map() };
  return blocks.map(block => {
    try {
      return readBlock(block, options, chapter);
    } catch (error) {
      if (!(error instanceof BlockError)) throw error;
      chapter.lacksPuzzles = true;
      return error;
    }
  });
}

/** A piece in the text. */
export interface Piece {
  name: string;
  /** Address that contains the drawing. */
  url: string;
  /** The piece in words. */
  alt: string;
  /** Its height and its place on the line, as CSS. */
  style: string;
}

/**
 * Draws the piece that an address such as `pip:W` names. Returns nothing for other addresses.
 * Throws a `BlockError` if there is no piece with this name.
 */
export function pieceOf(address: string, options: BlockOptions): Piece | undefined {
  if (!address.startsWith('pip:')) return undefined;
  const written = address.slice('pip:'.length);
  const name = /%(?![0-9a-f]{2})/i.test(written) ? written : decodeURIComponent(written);
  const { theme = 'print', decks } = options;
  const { svg, alt, height, depth } = asked(() => piece(name, { theme, ...(decks && { decks }) }));
  return { name, url: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt, style: `height: ${height}; vertical-align: -${depth}` };
}
