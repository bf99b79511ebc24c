import type * as types from './types.js';
import { checkArguments, checkNames, checkOptions, jsonOf, pairsOf, type Arguments } from './arguments.js';
import { PipscribeError } from './errors.js';
import type { Part, Parts } from './parts.js';
import type { Raw, RawFunction } from './raw.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the bytes of a text. */
export function bytesOf(text: types.Text): Uint8Array {
  return typeof text === 'string' ? encoder.encode(text) : text;
}

let restarts = 0;

/** Returns how often a module was restarted after a panic: objects of the module are lost then. */
export function restartCount(): number {
  return restarts;
}

/** Returns true for an exception after which a module cannot go on: a panic, or an overflow of its stack. */
function isPanic(error: unknown): error is Error {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

/** Converts an exception of the module to an error. `revive` restarts a module after a panic. */
export function thrown(error: unknown, revive: () => void): unknown {
  if (error instanceof PipscribeError) return error;
  if (typeof error === 'string') {
    const { code, message, span, findings } = JSON.parse(error) as PipscribeError;
    return new PipscribeError(code, message, span, findings);
  }
  if (isPanic(error)) {
    restarts += 1;
    revive();
    return new PipscribeError('internal', `the library came to grief (${error.message}); please report this text`, undefined, [], undefined, error);
  }
  return new PipscribeError('internal', error instanceof Error ? error.message : String(error), undefined, [], undefined, error);
}

/** Throws a `PipscribeError` for an edit that lies outside of the text, or that overlaps another one. */
function checkPlaces(text: string, edits: readonly types.Edit[]): void {
  const places = edits.map(({ start, end }, index) => ({ start, end, index }));
  const wrong = (index: number, why: string): PipscribeError => new PipscribeError('options', `\`edits[${index}]\`: ${why}`);
  for (const { start, end, index } of places) {
    if (start > end) throw wrong(index, `it ends at ${end}, before its start at ${start}`);
    if (end > text.length) throw wrong(index, `it ends at ${end}, but the text has a length of ${text.length}`);
  }
  places.sort((one, other) => one.start - other.start || one.end - other.end);
  places.forEach(({ start, index }, at) => {
    const before = places[at - 1];
    if (before && start < before.end) throw wrong(index, `it overlaps \`edits[${before.index}]\``);
  });
}

/**
 * Applies edits to a text. Throws a `PipscribeError` if edits overlap, or if one of them lies outside of
 * the text.
 */
export function edited(text: string, edits: readonly types.Edit[]): string {
  checkOptions('edited', { text, edits });
  edits.forEach((edit, index) => checkOptions('edit', edit, `edits[${index}]`));
  checkPlaces(text, edits);
  const ordered = [...edits].sort((one, other) => other.start - one.start || other.end - one.end);
  return ordered.reduce((done, { start, end, text: now }) => done.slice(0, start) + now + done.slice(end), text);
}

/** The other modules: how to get one, and which was requested without being loaded. */
export interface OtherParts {
  part<Name extends Part>(name: Name): Parts[Name] | undefined;
  takeLacked(): Part | undefined;
}

const needed = (part: Part): PipscribeError =>
  new PipscribeError('init', `this needs another module: \`await load('${part}')\` first`, undefined, [], part);

/** Module on which the functions of this script run. */
interface Library {
  raw: Raw;
  revive: () => void;
  others: OtherParts;
}

let library: Library | undefined;

/**
 * Sets the module on which the functions run, with the other modules that it uses. Returns the
 * functions.
 */
export function functionsOf(raw: Raw, revive: () => void, others: OtherParts) {
  library = { raw, revive, others };
  return {
    board, check, choices, choicesOf, codes, convert, explain, figures, format, formats, infer, inferEdits, legalTurns, mend, mendEdits, piece, play,
    randomGame, render, replay, report, solutions, solve, why,
  };
}

/** The functions of the package. */
export type Functions = ReturnType<typeof functionsOf>;

/** Calls the module with checked arguments, and converts its exceptions. */
export function guarded<T>(given: Arguments, act: (raw: Raw, others: OtherParts) => T): T {
  checkArguments(given);
  if (!library) throw new PipscribeError('init', 'the library is not loaded yet: `await init()` first');
  const { raw, revive, others } = library;
  let done: T;
  others.takeLacked();
  try {
    done = act(raw, others);
  } catch (error) {
    const lacked = others.takeLacked();
    throw lacked ? needed(lacked) : thrown(error, revive);
  }
  const lacked = others.takeLacked();
  if (lacked) throw needed(lacked);
  return done;
}

function withFormats<T>(given: Arguments, act: (formats: Parts['formats']) => T): T {
  return guarded(given, (_, others) => {
    const formats = others.part('formats');
    if (!formats) throw needed('formats');
    return act(formats);
  });
}

type Named = { [Key in keyof Raw]: Raw[Key] extends RawFunction ? Key : never }[keyof Raw];

/** Calls a function of the module with a text, options, and arguments that are passed among the options. */
function asked<T>(name: Named, text: types.Text, options: object | undefined, others: Omit<Arguments, 'text' | 'options'> = {}): T {
  const act = (raw: Raw): T => JSON.parse(raw[name](bytesOf(text), typeof text === 'string', jsonOf({ ...options, ...others }))) as T;
  return guarded({ text, options, ...others }, act);
}

/**
 * Judges every record of a text. Returns the objects of `pipscribe check --format json`, one per record. Places are in
 * UTF-16 code units of a string, as `slice` uses them, and in bytes of a `Uint8Array`.
 *
 * ```js
 * const [record] = check('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n');
 * record.valid; // false
 * record.findings[0].code; // 'gipf/not-in-line'
 * ```
 */
export function check<const Asked extends readonly types.Extra[] = []>(text: types.Text, options?: types.CheckOptions<Asked>): types.CheckedRecord<Asked[number]>[] {
  return asked('check', text, options);
}

/**
 * Judges every record of some files, and returns one report on all of them, as `pipscribe check --format` writes it. In
 * a browser, call `await load('formats')` first.
 *
 * ```js
 * const files = [{ path: 'games/a.pips', text: '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n' }];
 * const { text, errors } = report(files, { format: 'github' }); // errors: 1
 * ```
 */
export function report(files: Iterable<types.ReportedFile>, options: types.ReportOptions): types.FileReport {
  checkArguments({ files, options });
  checkNames('report', options ?? {});
  checkOptions('report', options ?? {});
  const report = withFormats({}, formats => formats.FileReport.begin(options.format));
  // An error of the iterable belongs to the caller.
  let index = 0;
  for (const file of files) {
    checkOptions('file', file, `files[${index}]`);
    const { text, ...others } = file;
    withFormats({ text }, () => report.add(bytesOf(text), jsonOf(others)));
    index += 1;
  }
  return JSON.parse(withFormats({}, () => report.finish())) as types.FileReport;
}

/** Writes every record in canonical form. A record with an error is left unchanged. */
export function format(text: string, options?: types.FormatOptions): string;
export function format(text: Uint8Array, options?: types.FormatOptions): Uint8Array;
export function format(text: types.Text, options: types.FormatOptions = {}): types.Text {
  const formatted = guarded({ text, options }, raw => raw.format(bytesOf(text), jsonOf(options)));
  return typeof text === 'string' ? decoder.decode(formatted) : formatted;
}

/**
 * Replays records. Returns the lines of `pipscribe replay --format json`: one per turn with the position after it, and
 * one for the end of each record, whose `turn` is undefined.
 */
export function replay(text: types.Text, options?: types.ReplayOptions): types.ReplayLine[] {
  return asked('replay', text, options);
}

/**
 * Returns the legal turns of a position in canonical form; by default at the end of the main line. Throws a
 * `PipscribeError` with the code `limit` if there are more than `limit`, by default a million.
 */
export function legalTurns(text: types.Text, at: types.At = {}, options: types.LegalTurnsOptions = {}): string[] {
  return asked('legalTurns', text, options, { at });
}

/**
 * Plays a turn. Returns the edits of the text, and the place of the turn in it; the turn becomes a
 * variation if the record already continues at this place. `edited` applies the edits. Places are
 * in UTF-16 code units of a string, and in bytes of a `Uint8Array`. Throws a `PipscribeError` if
 * the turn is illegal.
 */
export function play(text: types.Text, turn: string, at: types.At = {}, options: Omit<types.PlayOptions, 'look'> = {}): types.Played {
  return asked('play', text, options, { at, turn });
}

/**
 * Returns the board at a place in the text, with the areas to click. The offset is in UTF-16 code units of a string, and
 * in bytes of a `Uint8Array`.
 */
export function board(text: types.Text, offset: number, options: types.PlayOptions = {}): types.Board {
  return asked('board', text, options, { offset });
}

/** Returns the choices in a position after earlier choices, given by their keys. */
export function choices(text: types.Text, at: types.At = {}, chosen: readonly string[] = [], options: types.PlayOptions = {}): types.Choices {
  return asked('choices', text, options, { at, chosen });
}

/** Returns the keys of the choices that make up a turn. */
export function choicesOf(text: types.Text, turn: string, at: types.At = {}, options: Omit<types.PlayOptions, 'look'> = {}): string[] {
  return asked('choicesOf', text, options, { at, turn });
}

/**
 * Draws a position, or returns an interactive player as HTML. Throws a `PipscribeError` if several figures or the pages of
 * a document are requested: `figures` returns them as a list. The result needs no browser: a server can put the SVG into a
 * page.
 */
export function render(text: types.Text, options?: types.RenderOptions): string {
  if (options?.format === 'pages') throw new PipscribeError('options', '`pages` are a list, which `figures` returns');
  const [first, second] = figures(text, options).figures;
  if (first === undefined) throw new PipscribeError('figure', 'there is nothing to draw');
  if (second !== undefined) throw new PipscribeError('figure', 'there are several figures: say `columns`, or ask `figures` for them');
  return first;
}

/** The functions that draw, with the formats that each of them makes. */
const MAKERS = {
  render: ['svg', 'text', 'unicode', 'words', 'html', 'typst', 'tikz'],
  figures: ['pages'],
  renderImage: ['png', 'pdf'],
} as const satisfies Record<string, (types.RenderOptions['format'] | types.ImageOptions['format'])[]>;

/** Throws for a format that the given functions do not make, and names the one that makes it. */
export function checkFormat(format: string | null | undefined, makers: readonly (keyof typeof MAKERS)[]): void {
  const known: string[] = makers.flatMap(maker => [...MAKERS[maker]]);
  if (format === undefined || format === null || known.includes(format)) return;
  const [maker] = Object.entries(MAKERS).find(([, formats]) => (formats as readonly string[]).includes(format)) ?? [];
  const names = known.join(', ');
  if (maker) throw new PipscribeError('options', `\`${format}\` is made by \`${maker}\`; the formats here are ${names}`);
  throw new PipscribeError('options', `\`${format}\` is not a format; the formats are ${names}`);
}

/** Draws positions. Returns the figures, and warnings about parts that could not be shown. */
export function figures(text: types.Text, options?: types.RenderOptions): types.Figures {
  checkArguments({ text, options });
  checkOptions('figures', options ?? {});
  checkFormat(options?.format, ['render', 'figures']);
  return asked('render', text, options);
}

/**
 * Draws a piece, die or card for a line of text: `W`, `L5`, `33`. Throws a `PipscribeError` with
 * the list of names if there is no piece with this name.
 */
export function piece(name: string, options: types.PieceOptions = {}): types.PieceInText {
  checkArguments({ name });
  return asked('piece', name, options);
}

/**
 * Proves or refutes a puzzle of a position, such as `win 3`, within a number of steps. In a browser, call
 * `await load('formats')` first.
 */
export function solve(text: types.Text, goal: string, at: types.At = {}, options: types.SolveOptions = {}): types.Solved {
  const act = (formats: Parts['formats']): string => formats.solve(bytesOf(text), typeof text === 'string', jsonOf({ ...options, at, goal }));
  return JSON.parse(withFormats({ text, goal, at, options }, act)) as types.Solved;
}

/** Returns the puzzles of a record with their solutions, and the head of a table of them; without a record, only the head. */
export function solutions(text: types.Text, options: types.SolutionsOptions = {}): types.Solutions {
  return asked('solutions', text, options);
}

/** Converts a text between formats. Returns it with its losses. In a browser, call `await load('formats')` first. */
export function convert(text: types.Text, options: types.ConvertOptions = {}): types.Converted {
  const whole = withFormats({ text, options }, formats => formats.convert(bytesOf(text), typeof text === 'string', jsonOf(options)));
  const length = new DataView(whole.buffer, whole.byteOffset).getUint32(0, true);
  const about = JSON.parse(decoder.decode(whole.subarray(4, 4 + length))) as Omit<types.Converted, 'text' | 'bytes'>;
  const bytes = whole.slice(4 + length);
  return { ...about, bytes, text: decoder.decode(bytes) };
}

/** Returns the formats that `convert` supports. In a browser, call `await load('formats')` first. */
export function formats(): types.FormatInfo[] {
  return JSON.parse(withFormats({}, formats => formats.formats())) as types.FormatInfo[];
}

/** Returns suggested fixes of invalid records: the objects of `pipscribe mend --format json`. */
export function mend(text: types.Text, options?: types.MendOptions): types.Mended[] {
  return asked('mend', text, options);
}

/**
 * Returns the edits of the text for a suggested fix, for `edited`. Places are in UTF-16 code units of a string, and in
 * bytes of a `Uint8Array`.
 */
export function mendEdits(text: types.Text, options?: types.MendEditsOptions): types.Edit[] {
  return asked('mendEdits', text, options);
}

/** Explains a turn part by part, legal or not. Returns the object of `pipscribe why --format json`. */
export function why(text: types.Text, options?: types.WhyOptions): types.Why {
  return asked('why', text, options);
}

/**
 * Finds the games, variants, options and other tags under which records are legal. Returns the objects of
 * `pipscribe infer --format json`.
 */
export function infer(text: types.Text, options?: types.InferOptions): types.Inferred[] {
  return asked('infer', text, options);
}

/**
 * Returns the edits of the text that write an inferred setting into its record, for `edited`. Places are in UTF-16 code
 * units of a string, and in bytes of a `Uint8Array`.
 */
export function inferEdits(text: types.Text, options?: types.InferEditsOptions): types.Edit[] {
  return asked('inferEdits', text, options);
}

/**
 * Returns a random game as a canonical record. The same seed and index give the same game, on every system.
 *
 * ```js
 * randomGame('gipf', 'basic', { seed: 7 }).startsWith('[Game "gipf"]'); // true
 * ```
 */
export function randomGame<Name extends types.GameName>(game: Name, variant?: types.Variants[Name], options: types.RandomOptions<Name> = {}): string {
  return guarded({ game, variant, options }, raw => raw.randomGame(startOf(game, variant, options)));
}

/** Returns the codes that findings can have. Those that all games share come first. */
export function codes(): types.CodeInfo[] {
  return JSON.parse(guarded({}, raw => raw.codes())) as types.CodeInfo[];
}

/**
 * Explains a code or a rule, such as `gipf/line-full` or `G3.4`. Returns the Markdown of `pipscribe explain`. In a
 * browser, call `await load('formats')` first.
 */
export function explain(name: types.Code | (string & {})): string {
  return withFormats({ name }, formats => formats.explain(name));
}

const VARIANTS: Readonly<Record<types.GameName, readonly string[]>> = {
  gipf: ['basic', 'standard', 'tournament'],
  pippinzip: ['pipeline', 'zipline', 'freestyle'],
  pippip: ['standard'],
  pipe: ['pipes', 'fields', 'both'],
} satisfies { [Name in types.GameName]: types.Variants[Name][] };

/** Returns true if a value is the name of a game, so that TypeScript knows it: for a name from a form or an address. */
export function isGame(value: unknown): value is types.GameName {
  return typeof value === 'string' && Object.hasOwn(VARIANTS, value);
}

/** Returns true if a value is a variant of the game. `variants` lists them. */
export function isVariant<Name extends types.GameName>(game: Name, value: unknown): value is types.Variants[Name] {
  return (variants(game) as unknown[]).includes(value);
}

/** Returns the variants of a game. */
export function variants<Name extends types.GameName>(game: Name): types.Variants[Name][] {
  return (isGame(game) ? [...VARIANTS[game]] : []) as types.Variants[Name][];
}

/** Returns the options of a game that starts, as JSON. Its name and its variant are its first tags. */
export function startOf(game: string, variant: string | undefined, options: { tags?: types.Tags; ownTags?: types.Tags }): string {
  const { tags, ownTags, ...others } = options;
  const first = [['Game', game], ['Variant', variant]].filter(([, value]) => value !== undefined && value !== null);
  const further = pairsOf('tags', tags).filter(([name]) => name !== 'Game' && name !== 'Variant');
  return jsonOf({ ...others, tags: [...first, ...further], ownTags: pairsOf('ownTags', ownTags) });
}
