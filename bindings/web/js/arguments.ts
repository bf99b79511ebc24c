// Kinds of arguments. Each call compares its arguments with the table here before it enters the module. The glue
// passes values on as they are, and a number in the place of a string makes the module panic.
import { PipscribeError } from './errors.js';

/** Kind of value: its name in messages, and a predicate for its values. */
interface Kind {
  readonly name: string;
  readonly includes: (value: unknown) => boolean;
}

const isWhole = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

const STRING: Kind = { name: 'a string', includes: value => typeof value === 'string' };
const TEXT: Kind = { name: 'a string or a `Uint8Array`', includes: value => typeof value === 'string' || value instanceof Uint8Array };
const NUMBER: Kind = { name: 'a number', includes: value => typeof value === 'number' };
const POSITIVE: Kind = { name: 'a number above 0', includes: value => Number.isFinite(value) && (value as number) > 0 };
const WHOLE: Kind = { name: 'a whole number from 0', includes: isWhole };
// `usize` has 32 bits in WebAssembly.
const COUNT: Kind = { name: 'a whole number from 0 to 4294967295', includes: value => isWhole(value) && (value as number) < 2 ** 32 };
const ARRAY: Kind = { name: 'an array', includes: Array.isArray };
const ITERABLE: Kind = { name: 'an array or another iterable object', includes: value => typeof value === 'object' && value !== null && Symbol.iterator in value };
const FONTS: Kind = { name: 'an array of `Uint8Array`', includes: value => Array.isArray(value) && value.every(font => font instanceof Uint8Array) };
const FUNCTION: Kind = { name: 'a function', includes: value => typeof value === 'function' };
const OBJECT: Kind = { name: 'an object', includes: value => typeof value === 'object' && value !== null && !Array.isArray(value) };
const TAG: Kind = { name: 'a string or a number', includes: value => typeof value === 'string' || Number.isFinite(value) };

/** Returns the kind of an argument that may be left out. */
const optional = ({ name, includes }: Kind): Kind => ({ name, includes: value => value === undefined || includes(value) });
/** Returns the kind of an argument or option for which `null` also means the default. */
const nullable = ({ name, includes }: Kind): Kind => ({ name, includes: value => value === undefined || value === null || includes(value) });

/** The arguments of all functions and methods by their names. */
const ARGUMENTS = {
  at: optional(OBJECT),
  chosen: optional(ARRAY),
  event: STRING,
  files: ITERABLE,
  game: STRING,
  goal: STRING,
  listener: FUNCTION,
  name: STRING,
  offset: optional(NUMBER),
  options: optional(OBJECT),
  text: TEXT,
  turn: STRING,
  variant: nullable(STRING),
} satisfies Record<string, Kind>;

/** The arguments of a call by their names. */
export type Arguments = { readonly [Name in keyof typeof ARGUMENTS]?: unknown };

/** The options that this package reads itself, by groups. The module checks all others, which it gets as JSON. */
const OPTIONS = {
  edit: { start: WHOLE, end: WHOLE, text: STRING },
  edited: { text: STRING, edits: ARRAY },
  figures: { format: nullable(STRING) },
  file: { text: TEXT },
  image: { format: nullable(STRING), scale: nullable(POSITIVE), dpi: nullable(POSITIVE), bleed: nullable(STRING), fonts: nullable(FONTS) },
  moves: { limit: nullable(COUNT) },
  report: { format: STRING },
} satisfies Record<string, Record<string, Kind>>;

/** Maximum length of a string in a message. */
const MAX_SHOWN = 60;

/** Describes a value in the words in which the module describes it. */
function described(value: unknown): string {
  switch (typeof value) {
    case 'string': return `string ${JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value)}`;
    case 'number': return `${Number.isInteger(value) ? 'integer' : 'floating point'} \`${value}\``;
    case 'boolean': return `boolean \`${value}\``;
    case 'object': return value === null ? 'null' : Array.isArray(value) ? 'sequence' : 'map';
    default: return typeof value;
  }
}

/** Throws unless a value is of a kind. `path` is the name of the argument, or the path of the option. */
function checkKind(path: string, value: unknown, { name: expected, includes }: Kind): void {
  if (includes(value)) return;
  const invalid = typeof value === 'number' && expected.includes('number') ? 'value' : 'type';
  const problem = value === undefined ? 'missing value' : `invalid ${invalid}: ${described(value)}`;
  throw new PipscribeError('options', `\`${path}\`: ${problem}, expected ${expected}`);
}

/** Throws a `PipscribeError` for an argument of the wrong kind. */
export function checkArguments(given: Arguments): void {
  for (const [name, value] of Object.entries(given)) checkKind(name, value, ARGUMENTS[name as keyof Arguments]);
}

/**
 * Throws a `PipscribeError` for an option of the wrong kind. `path` is the path of an object in a list,
 * such as `edits[0]`, which need not be an object.
 */
export function checkOptions(group: keyof typeof OPTIONS, options: unknown, path?: string): void {
  if (path !== undefined) checkKind(path, options, OBJECT);
  for (const [name, kind] of Object.entries(OPTIONS[group])) {
    checkKind(path === undefined ? name : `${path}.${name}`, (options as Record<string, unknown>)[name], kind);
  }
}

/** Throws a `PipscribeError` for an option that the group does not have. */
export function checkNames(group: keyof typeof OPTIONS, options: object): void {
  const known = Object.keys(OPTIONS[group]);
  const unknown = Object.keys(options).find(name => !known.includes(name));
  if (unknown === undefined) return;
  throw new PipscribeError('options', `\`${unknown}\`: unknown field \`${unknown}\`, expected ${known.map(name => `\`${name}\``).join(', ')}`);
}

/** Returns tags in pairs, without those that have no value. `path` is the option that holds them. */
export function pairsOf(path: string, tags: unknown): [string, string][] {
  checkKind(path, tags, nullable(OBJECT));
  return Object.entries(tags ?? {}).flatMap(([name, value]) => {
    checkKind(`${path}.${name}`, value, nullable(TAG));
    return value === undefined || value === null ? [] : [[name, String(value)]];
  });
}

/** Returns options as JSON. Throws a `PipscribeError` for a value that JSON would leave out or replace. */
export function jsonOf(options: object): string {
  const checked = (name: string, value: unknown): unknown => {
    const is_lost = ['function', 'symbol', 'bigint'].includes(typeof value) || (typeof value === 'number' && !Number.isFinite(value))
      || value instanceof Map || value instanceof Set;
    if (!is_lost) return value;
    const found = value instanceof Map || value instanceof Set ? value.constructor.name : described(value);
    throw new PipscribeError('options', `\`${name || 'options'}\`: invalid type: ${found}, expected a value of JSON`);
  };
  try {
    return JSON.stringify(options, checked);
  } catch (error) {
    if (error instanceof PipscribeError) throw error;
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new PipscribeError('options', `\`options\`: ${reason}`, undefined, [], undefined, error);
  }
}
