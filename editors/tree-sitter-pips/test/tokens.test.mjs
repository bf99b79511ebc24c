// Every record of the corpus has the same tokens here and in the grammars of the library.
//
//   TREE_SITTER=tree-sitter node --test test/tokens.test.mjs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { difference, pestTokens, root, sound } from '../../tokens/compare.mjs';

/** @typedef {import('../../tokens/compare.mjs').Token} Token */
/** @typedef {{type: string, start: number, end: number, children: Node[]}} Node */

const program = process.env.TREE_SITTER ?? 'tree-sitter';
const grammar = fileURLToPath(new URL('..', import.meta.url));

/** Nodes that are one token each, with their kind in `editors/tokens`. */
const KINDS = new Map(Object.entries({
  line_comment: 'line-comment', comment: 'comment', command: 'command', command_name: 'command-name', code: 'code',
  tag: 'tag', tag_name: 'tag-name', string: 'string', unclosed_string: 'invalid', unknown: 'invalid', ERROR: 'error',
  turn_number: 'number', glyph: 'glyph', result: 'result', suffix: 'suffix', turn: 'turn',
  point: 'point', piece: 'piece', coordinate: 'coordinate', facing: 'facing', rank: 'rank', mark: 'mark', seat: 'seat',
  colour: 'colour', word: 'word',
}));
// The other announcements have no separate rule in the games' grammars.
const WORDS = ['take', 'pass', 'swap', 'keep', 'hidden'];

/** The trees that `tree-sitter parse` prints, node by node on indented lines. @param {string[]} files */
function printedTrees(files) {
  const folder = mkdtempSync(join(tmpdir(), 'pips-'));
  try {
    const list = join(folder, 'paths');
    writeFileSync(list, files.join('\n'));
    const run = spawnSync(program, ['parse', '--grammar-path', grammar, '--paths', list], {
      cwd: root, encoding: 'utf8', maxBuffer: 1 << 29,
    });
    assert.equal(run.error, undefined, `${program} cannot be run`);
    assert.doesNotMatch(run.stdout, /\((ERROR|MISSING)/, 'the grammar reads any text');
    return run.stdout.split(/^(?=\(source_file )/m).filter(tree => tree.startsWith('('));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} printed @param {Buffer} bytes @returns {Node} */
function tree(printed, bytes) {
  const lines = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines.push(at + 1);
  /** @type {Node[]} */
  const open = [];
  for (const match of printed.matchAll(/^( *)(?:\w+: )?\((\w+)(?: \S+)? \[(\d+), (\d+)\] - \[(\d+), (\d+)\]/gm)) {
    const [, indent, type, ...place] = match;
    const [row, column, endRow, endColumn] = place.map(Number);
    const node = { type, start: lines[row] + column, end: lines[endRow] + endColumn, children: [] };
    open.length = indent.length / 2;
    open.at(-1)?.children.push(node);
    open.push(node);
  }
  return open[0];
}

/** The tokens of a node and of its children. @param {Node} node @param {Buffer} bytes @returns {Token[]} */
function tokens(node, bytes) {
  const inner = node.children.flatMap(child => tokens(child, bytes));
  const text = bytes.toString('utf8', node.start, node.end);
  const kind = KINDS.get(node.type);
  switch (node.type) {
    case 'tag':
      // The parts of an invalid node are not listed.
      return inner.some(token => token[2] === 'invalid') || !inner.some(token => token[2] === 'string')
        ? [[node.start, node.end, 'invalid']]
        : [[node.start, node.end, 'tag'], ...inner];
    case 'turn': {
      // The character after it is not part of its text.
      const suffix = node.children.find(child => child.type === 'suffix');
      return [[node.start, suffix?.start ?? node.end, 'turn'], ...inner];
    }
    case 'variation':
      return [
        [node.start, node.start + 1, 'parenthesis'],
        ...(text.endsWith(')') ? [/** @type {Token} */ ([node.end - 1, node.end, 'parenthesis'])] : []),
        ...inner,
      ];
    case 'word':
      return WORDS.includes(text) ? [[node.start, node.end, 'word']] : [];
    case 'unknown':
      return [[node.start, node.end, text === ')' ? 'parenthesis' : 'invalid']];
    default:
      return kind ? [[node.start, node.end, kind], ...inner] : inner;
  }
}

/** A turn that its game cannot parse has no parts. @param {Token[]} found @param {Token[]} due */
function withoutPartsOfUnreadTurns(found, due) {
  const unread = new Map(due.filter(token => token[2] === 'unread-turn').map(token => [token[0], token]));
  /** @type {Token | undefined} */
  let last;
  return found.flatMap(token => {
    const whole = unread.get(token[0]);
    if (whole && token[2] === 'turn' && token[1] === whole[1]) {
      last = whole;
      return [whole];
    }
    return last && token[0] < last[1] ? [] : [token];
  });
}

/** Descriptions of the differences between the grammars, by file. @param {string[]} paths */
function faults(...paths) {
  const records = pestTokens(...paths);
  const trees = printedTrees(records.map(record => record.file));
  assert.equal(trees.length, records.length);
  return records.flatMap(({ file, bytes, tokens: due }, index) => {
    const found = sound(tokens(tree(trees[index], bytes), bytes), due);
    const fault = difference(bytes, sound(due, due), withoutPartsOfUnreadTurns(found, due));
    return fault ? [`${file}: ${fault}`] : [];
  });
}

test('the tokens of the corpus agree with the library', () => {
  assert.deepEqual(faults('corpus'), []);
});

test('also with mistakes in the movetext', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pips-'));
  try {
    const records = pestTokens('corpus').map(({ bytes }) => bytes.toString()).filter(text => /\n\n\S/.test(text));
    const random = randomNumbers(23);
    for (let index = 0; index < 1000; index += 1) {
      const text = records[random(records.length)];
      writeFileSync(join(folder, `${index}.pips`), withSlips(text, text.lastIndexOf('\n\n') + 2, random));
    }
    assert.deepEqual(faults(folder), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a line may be long', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pips-'));
  try {
    const file = join(folder, 'long.pips');
    const turns = Array.from({ length: 20_000 }, (_, index) => `${index + 1}. a2-c4 {so [%circle b3]} (${index + 1}. b4)`);
    writeFileSync(file, `[Game "gipf"]\n\n${turns.join(' ')} *\n`);
    // With quadratic time in the length of the line it would take minutes.
    const run = spawnSync(program, ['parse', '--quiet', '--grammar-path', grammar, file], { timeout: 30_000 });
    assert.equal(run.status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The same numbers every time, each below a bound. @param {number} seed */
function randomNumbers(seed) {
  return (/** @type {number} */ bound) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * bound);
  };
}

/** A text with some characters removed, inserted or doubled after a place. @param {string} text @param {number} from @param {(bound: number) => number} random */
function withSlips(text, from, random) {
  const signs = ' (){}[]";,-@/:!?$*#.xGabes0129%\\';
  for (let slips = 1 + random(5); slips > 0; slips -= 1) {
    const at = from + random(text.length - from);
    const sign = [signs[random(signs.length)], '', text[at] + text[at]][random(3)];
    text = text.slice(0, at) + sign + text.slice(at + random(2));
  }
  return text;
}
