import type * as types from './types.js';
import { PipscribeError } from './errors.js';
import type { Part, Parts } from './parts.js';
import type { Raw, RawFunction } from './raw.js';

/** The functions of the package, over a module. */
export interface Functions {
  /** Judges every record of a text: the objects of `pipscribe check --format json`. */
  check(text: types.Text, options?: types.CheckOptions): types.CheckedRecord[];
  /** Writes every record in canonical form; one with an error of syntax or tags stays as it is. */
  format(text: string, options?: types.FormatOptions): string;
  format(text: Uint8Array, options?: types.FormatOptions): Uint8Array;
  /** Replays records: the lines of `pipscribe replay --format json`, one for each turn and one for the end of each record. */
  replay(text: types.Text, options?: types.ReplayOptions): types.ReplayLine[];
  /** The legal turns of a position in canonical form: at the end of the main line where no other is named. */
  legalTurns(text: types.Text, at?: types.At, options?: types.LegalTurnsOptions): string[];
  /** Plays a turn: what is to be written into the text, and where the turn then stands; a variation where the record goes on already. */
  play(text: types.Text, turn: string, at?: types.At, options?: Omit<types.PlayOptions, 'look'>): types.Played;
  /** The board that a place of the text speaks of, with where to click. */
  board(text: types.Text, offset: number, options?: types.PlayOptions): types.Board;
  /** What can be chosen in a position, click by click, once some choices are made. */
  choices(text: types.Text, at?: types.At, chosen?: readonly string[], options?: types.PlayOptions): types.Choices;
  /** The choices that make a turn. */
  choicesOf(text: types.Text, turn: string, at?: types.At, options?: Omit<types.PlayOptions, 'look'>): string[];
  /** Draws a position, or plays a record as HTML; the first figure where several are asked for. */
  render(text: types.Text, options?: types.RenderOptions): string;
  /** Draws positions, and says what could not be shown. */
  figures(text: types.Text, options?: types.RenderOptions): types.Figures;
  /** Makes a text of one format one of another. In a browser, `await load('formats')` first. */
  convert(text: types.Text, options?: types.ConvertOptions): types.Converted;
  /** The formats that `convert` knows. In a browser, `await load('formats')` first. */
  formats(): types.FormatInfo[];
  /** What was meant by records at fault: the objects of `pipscribe mend --format json`. */
  mend(text: types.Text, options?: types.MendOptions): types.Mended[];
  /** What has to be changed in the text for a mend. */
  mendEdits(text: types.Text, options?: types.MendEditsOptions): types.Edit[];
  /** A turn told part by part: the object of `pipscribe why --format json`. */
  why(text: types.Text, options?: types.WhyOptions): types.Why;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes of a text. */
export function bytesOf(text: types.Text): Uint8Array {
  if (typeof text === 'string') return encoder.encode(text);
  if (text instanceof Uint8Array) return text;
  throw new PipscribeError('options', 'a text is a string or a Uint8Array');
}

/** What the module threw, as an error. `revive` begins a module anew that came to grief. */
export function thrown(error: unknown, revive: () => void): unknown {
  if (typeof error === 'string') {
    const { code, message, span, findings } = JSON.parse(error) as PipscribeError;
    return new PipscribeError(code, message, span, findings);
  }
  if (error instanceof WebAssembly.RuntimeError) {
    revive();
    return new PipscribeError('internal', `the library came to grief (${error.message}); please report this text`);
  }
  return error;
}

/** An edit of texts applied: `edits` do not overlap. */
export function edited(text: string, edits: readonly types.Edit[]): string {
  const ordered = [...edits].sort((one, other) => other.start - one.start || other.end - one.end);
  return ordered.reduce((done, { start, end, text: now }) => done.slice(0, start) + now + done.slice(end), text);
}

/** The other modules: how one is had, and which was asked for and is not loaded. */
export interface OtherParts {
  part<Name extends Part>(name: Name): Parts[Name] | undefined;
  takeLacked(): Part | undefined;
}

const needed = (part: Part): PipscribeError =>
  new PipscribeError('init', `this needs another module: \`await load('${part}')\` first`, undefined, [], part);

/** The functions over a module, and over the others that it asks. */
export function functionsOf(raw: Raw, revive: () => void, others: OtherParts): Functions {
  const guarded = <T>(act: () => T): T => {
    let done: T;
    others.takeLacked();
    try {
      done = act();
    } catch (error) {
      const lacked = others.takeLacked();
      throw lacked ? needed(lacked) : thrown(error, revive);
    }
    const lacked = others.takeLacked();
    if (lacked) throw needed(lacked);
    return done;
  };
  const withFormats = <T>(act: (formats: Parts['formats']) => T): T => guarded(() => {
    const formats = others.part('formats');
    if (!formats) throw needed('formats');
    return act(formats);
  });
  const asked = <T>(name: { [K in keyof Raw]: Raw[K] extends RawFunction ? K : never }[keyof Raw], text: types.Text, options: object = {}): T =>
    guarded(() => JSON.parse((raw[name] as RawFunction)(bytesOf(text), typeof text === 'string', JSON.stringify(options))) as T);

  function format(text: string, options?: types.FormatOptions): string;
  function format(text: Uint8Array, options?: types.FormatOptions): Uint8Array;
  function format(text: types.Text, options: types.FormatOptions = {}): types.Text {
    const formatted = guarded(() => raw.format(bytesOf(text), JSON.stringify(options)));
    return typeof text === 'string' ? decoder.decode(formatted) : formatted;
  }

  const figures = (text: types.Text, options?: types.RenderOptions): types.Figures => asked('render', text, options);

  return {
    check: (text, options) => asked('check', text, options),
    format,
    replay: (text, options) => asked('replay', text, options),
    legalTurns: (text, at = {}, options = {}) => asked('legalTurns', text, { ...options, at }),
    play: (text, turn, at = {}, options = {}) => asked('play', text, { ...options, at, turn }),
    board: (text, offset, options = {}) => asked('board', text, { ...options, offset }),
    choices: (text, at = {}, chosen = [], options = {}) => asked('choices', text, { ...options, at, chosen }),
    choicesOf: (text, turn, at = {}, options = {}) => asked('choicesOf', text, { ...options, at, turn }),
    render(text, options) {
      const [first, second] = figures(text, options).figures;
      if (first === undefined) throw new PipscribeError('figure', 'there is nothing to draw');
      if (second !== undefined) throw new PipscribeError('figure', 'there are several figures: say `columns`, or ask `figures` for them');
      return first;
    },
    figures,
    convert(text, options = {}) {
      const whole = withFormats(formats => formats.convert(bytesOf(text), typeof text === 'string', JSON.stringify(options)));
      const length = new DataView(whole.buffer, whole.byteOffset).getUint32(0, true);
      const about = JSON.parse(decoder.decode(whole.subarray(4, 4 + length))) as Omit<types.Converted, 'text' | 'bytes'>;
      const bytes = whole.slice(4 + length);
      return { ...about, bytes, text: decoder.decode(bytes) };
    },
    formats: () => JSON.parse(withFormats(formats => formats.formats())) as types.FormatInfo[],
    mend: (text, options) => asked('mend', text, options),
    mendEdits: (text, options) => asked('mendEdits', text, options),
    why: (text, options) => asked('why', text, options),
  };
}
