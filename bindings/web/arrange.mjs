// Puts similar functions of a module next to each other: `node arrange.mjs MODULE.wasm`. gzip finds repeated bytes only
// within 32 kB, and copies of a generic function for different types are otherwise far apart. The script writes numbers
// as the names of the functions; `wasm-opt --reorder-functions-by-name` then moves them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const IMPORT = 2;
const CODE = 10;
/** Length of the strings of bytes that similar functions share. */
const SHINGLE = 6;
/** Maximum number of functions with a string: strings in more functions say little. */
const COMMON = 300;
/** Number added to those of a function's strings, so that short functions do not match by chance. */
const FEW = 60;
/** Weights of the last functions in the choice of the next one, the last first. */
const WEIGHTS = [1, 0.3, 0.3];

/** Reads a module byte by byte. */
class Reader {
  constructor(bytes, at = 0) { Object.assign(this, { bytes, at }); }

  number() {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = this.bytes[this.at];
      this.at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return value;
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  list(read) { return Array.from({ length: this.number() }, read); }

  limits() {
    const flags = this.number();
    this.number();
    if (flags & 1) this.number();
  }
}

/** Returns the contents of the sections by their ids. */
function sectionsOf(bytes) {
  const reader = new Reader(bytes, 8);
  const sections = new Map();
  while (reader.at < bytes.length) {
    const id = reader.number();
    sections.set(id, reader.take(reader.number()));
  }
  return sections;
}

/** Returns the number of imported functions, whose indices come first. */
function importedIn(section) {
  if (!section) return 0;
  const reader = new Reader(section);
  const kinds = reader.list(() => {
    reader.take(reader.number());
    reader.take(reader.number());
    const kind = reader.number();
    if (kind === 0) reader.number();
    else if (kind === 1) { reader.number(); reader.limits(); }
    else if (kind === 2) reader.limits();
    else if (kind === 3) reader.take(2);
    else throw new Error(`an import of the kind ${kind}`);
    return kind;
  });
  return kinds.filter(kind => kind === 0).length;
}

/** Returns the strings of each function that some other functions have too. */
function sharedStrings(bodies) {
  const own = bodies.map(body => {
    const text = Buffer.from(body).toString('latin1');
    return new Set(Array.from({ length: Math.max(1, text.length - SHINGLE) }, (_, at) => text.slice(at, at + SHINGLE)));
  });
  const counts = new Map();
  for (const strings of own) for (const string of strings) counts.set(string, (counts.get(string) ?? 0) + 1);
  const isTelling = string => counts.get(string) > 1 && counts.get(string) <= COMMON;
  return own.map(strings => [...strings].filter(isTelling));
}

/** Returns the indices of functions in an order in which each follows those to which it is most similar. */
export function arranged(bodies) {
  const strings = sharedStrings(bodies);
  const having = new Map();
  strings.forEach((own, at) => own.forEach(string => (having.get(string) ?? having.set(string, []).get(string)).push(at)));
  const left = new Set(bodies.keys());
  const nextTo = last => {
    const shared = new Map();
    last.forEach((at, back) => {
      for (const string of strings[at]) for (const other of having.get(string)) if (left.has(other)) shared.set(other, (shared.get(other) ?? 0) + WEIGHTS[back]);
    });
    let [best, found] = [0, undefined];
    for (const [other, count] of shared) {
      const share = count / (strings[other].length + FEW);
      if (share > best) [best, found] = [share, other];
    }
    return found;
  };
  const order = [];
  while (left.size) {
    const at = nextTo(order.slice(-WEIGHTS.length).reverse()) ?? left.values().next().value;
    left.delete(at);
    order.push(at);
  }
  return order;
}

/** Writes a number in LEB128. */
function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value);
  return bytes;
}

/** Returns a section with names for functions by index. */
function namesSection(names) {
  const entries = names.flatMap(([index, name]) => [...leb(index), ...leb(name.length), ...Buffer.from(name)]);
  const map = [...leb(names.length), ...entries];
  const content = [4, ...Buffer.from('name'), 1, ...leb(map.length), ...map];
  return Uint8Array.from([0, ...leb(content.length), ...content]);
}

/** Returns a module with names for its functions whose alphabetical order puts similar ones next to each other. */
export function named(bytes) {
  const sections = sectionsOf(bytes);
  const reader = new Reader(sections.get(CODE));
  const bodies = reader.list(() => reader.take(reader.number()));
  const first = importedIn(sections.get(IMPORT));
  const names = arranged(bodies).map((index, rank) => [first + index, `f${String(rank).padStart(6, '0')}`]);
  return Buffer.concat([bytes, namesSection(names.sort(([one], [other]) => one - other))]);
}

const [script, file] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url)) writeFileSync(file, named(readFileSync(file)));
