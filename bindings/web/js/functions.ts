import type * as types from './types.js';
import { PipscribeError } from './errors.js';
import type { Part, Parts } from './parts.js';
import type { Raw, RawFunction } from './raw.js';

/** The functions of the package, on top of a module. */
export interface Functions {
  /** Judges every record of a text. Returns the objects of `pipscribe check --format json`. */
  check(text: types.Text, options?: types.CheckOptions): types.CheckedRecord[];
  /** Writes every record in canonical form. A record with an error of syntax or tags is left unchanged. */
  format(text: string, options?: types.FormatOptions): string;
  format(text: Uint8Array, options?: types.FormatOptions): Uint8Array;
  /**
   * Replays records. Returns the lines of `pipscribe replay --format json`: one per turn, and one for the end of each
   * record.
   */
  replay(text: types.Text, options?: types.ReplayOptions): types.ReplayLine[];
  /** Returns the legal turns of a position in canonical form; by default at the end of the main line. */
  legalTurns(text: types.Text, at?: types.At, options?: types.LegalTurnsOptions): string[];
  /**
   * Plays a turn. Returns the edits of the text, and the place of the turn in it; a variation if the record already
   * goes on.
   */
  play(text: types.Text, turn: string, at?: types.At, options?: Omit<types.PlayOptions, 'look'>): types.Played;
  /** Returns the board at a place in the text, with the areas to click. */
  board(text: types.Text, offset: number, options?: types.PlayOptions): types.Board;
  /** Returns the choices in a position after earlier choices. */
  choices(text: types.Text, at?: types.At, chosen?: readonly string[], options?: types.PlayOptions): types.Choices;
  /** Returns the choices that make up a turn. */
  choicesOf(text: types.Text, turn: string, at?: types.At, options?: Omit<types.PlayOptions, 'look'>): string[];
  /**
   * Draws a position, or returns an interactive player as HTML. If several figures are requested, returns the first.
   */
  render(text: types.Text, options?: types.RenderOptions): string;
  /** Draws positions, and returns what could not be shown. */
  figures(text: types.Text, options?: types.RenderOptions): types.Figures;
  /** Converts a text between formats. In a browser, call `await load('formats')` first. */
  convert(text: types.Text, options?: types.ConvertOptions): types.Converted;
  /** Returns the formats that `convert` supports. In a browser, call `await load('formats')` first. */
  formats(): types.FormatInfo[];
  /** Returns suggested fixes of invalid records: the objects of `pipscribe mend --format json`. */
  mend(text: types.Text, options?: types.MendOptions): types.Mended[];
  /** Returns the edits of the text for a suggested fix. */
  mendEdits(text: types.Text, options?: types.MendEditsOptions): types.Edit[];
  /** Explains a turn part by part. Returns the object of `pipscribe why --format json`. */
  why(text: types.Text, options?: types.WhyOptions): types.Why;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the bytes of a text. */
export function bytesOf(text: types.Text): Uint8Array {
  if (typeof text === 'string') return encoder.encode(text);
  if (text instanceof Uint8Array) return text;
  throw new PipscribeError('options', 'a text is a string or a Uint8Array');
}

/** Converts an exception of the module to an error. `revive` restarts a module after a panic. */
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

/** Applies edits to a text; they must not overlap. */
export function edited(text: string, edits: readonly types.Edit[]): string {
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

/** Creates the functions on top of a module and the other modules that it uses. */
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
