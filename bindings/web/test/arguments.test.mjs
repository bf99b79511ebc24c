// Tests of wrong arguments: each is an error of the package that names it, and changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as pipscribe from 'pipscribe';

const { Game, PipscribeError, check, edited, figures, render, renderImage, report } = pipscribe;
const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
const TEXT = `${GIPF}1. b3 *\n`;
const BROKEN = `${GIPF}1. b3 2. a2-d4 *\n`;
const cyclic = {};
cyclic.self = cyclic;
const WRONG = [3, -1, NaN, 2 ** 40, 5n, true, null, undefined, '', 'x', '\ud83d', [], [1], {}, { x: 1 }, cyclic, new Map([['x', 1]]), Symbol('x'), () => 1, new Uint8Array([255])];

/** A valid call of each export: the function, and its arguments. */
const CALLS = {
  board: [GIPF, 0, {}],
  check: [TEXT, {}],
  choices: [GIPF, {}, [], {}],
  choicesOf: [GIPF, 'b3', {}, {}],
  codes: [],
  convert: [TEXT, { to: 'json' }],
  edited: ['abc', [{ start: 0, end: 1, text: 'x' }]],
  explain: ['G3.1'],
  figures: [TEXT, {}],
  format: [TEXT, {}],
  formats: [],
  infer: [TEXT, {}],
  inferEdits: [TEXT, {}],
  init: [],
  isGame: ['gipf'],
  isVariant: ['gipf', 'basic'],
  legalTurns: [GIPF, {}, {}],
  load: ['formats'],
  mend: [TEXT, {}],
  mendEdits: [BROKEN, {}],
  piece: ['W', { theme: 'dark' }],
  play: [GIPF, 'b3', {}, {}],
  randomGame: ['gipf', 'basic', { mostTurns: 1 }],
  render: [TEXT, {}],
  renderImage: [TEXT, { format: 'png', scale: 0.25 }],
  replay: [TEXT, {}],
  report: [[{ path: 'a', text: TEXT }], { format: 'short' }],
  solutions: [TEXT, {}],
  solve: [GIPF, 'win 1', {}, { steps: 10 }],
  variants: ['gipf'],
  why: [TEXT, {}],
};
/** A valid call of each method of a game. */
const METHODS = { isLegal: ['b3'], move: ['b3'], moves: [{ limit: 100 }], on: ['move', () => {}], render: [{ format: 'words' }], undo: [], why: ['b3'] };

/** Calls a function with each argument, and each of its options, replaced by wrong values. */
async function tryWrong(name, call, given) {
  const replaced = (index, value) => [...given.slice(0, index), value, ...given.slice(index + 1)];
  const others = given.flatMap((value, index) => WRONG.flatMap(wrong => {
    const names = typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [];
    return [replaced(index, wrong), ...names.map(name => replaced(index, { ...value, [name]: wrong }))];
  }));
  for (const args of others) {
    try {
      await call(...args);
    } catch (error) {
      assert.ok(error instanceof PipscribeError && error.code !== 'internal', `${name}: ${error.stack}`);
    }
  }
}

test('wrong arguments of every function are errors of the package, and no game is lost', async () => {
  const functions = Object.keys(pipscribe).filter(name => !['Game', 'PipscribeError'].includes(name));
  assert.deepEqual(Object.keys(CALLS).sort(), functions.sort());
  const game = new Game('gipf', 'basic');
  game.move('b3');
  for (const [name, args] of Object.entries(CALLS)) {
    await pipscribe[name](...args);
    await tryWrong(name, pipscribe[name], args);
    assert.deepEqual(game.turns, ['b3'], name);
  }
});

test('wrong arguments of a game are errors of the package, and change nothing', async () => {
  const methods = Object.getOwnPropertyNames(Game.prototype).filter(name => name !== 'constructor' && typeof Object.getOwnPropertyDescriptor(Game.prototype, name).value === 'function');
  assert.deepEqual(Object.keys(METHODS).sort(), methods.sort());
  const other = new Game('pippip');
  for (const [name, args] of Object.entries(METHODS)) {
    const game = new Game('gipf', 'basic');
    game[name](...args);
    await tryWrong(name, (...wrong) => game[name](...wrong), args);
    assert.equal(game.isOver, false);
    assert.deepEqual(game.turns, name === 'move' ? ['b3'] : []);
  }
  await tryWrong('new Game', (...args) => new Game(...args), ['pippinzip', 'zipline', { tags: { Size: 5 }, ownTags: {}, decks: {} }]);
  await tryWrong('Game.from', (...args) => Game.from(...args), [TEXT, { record: 1, turn: 0, decks: {} }]);
  assert.ok(other.moves().length > 0);
});

test('an error names the argument', () => {
  const told = (act, message) => assert.throws(act, { name: 'PipscribeError', code: 'options', message });
  const game = new Game('gipf', 'basic');
  told(() => game.move(3), '`turn`: invalid type: integer `3`, expected a string');
  told(() => game.isLegal(), '`turn`: missing value, expected a string');
  told(() => game.moves({ limit: -1 }), '`limit`: invalid value: integer `-1`, expected a whole number from 0 to 4294967295');
  told(() => game.moves({ limti: 3 }), '`limti`: unknown field `limti`, expected `limit`');
  told(() => game.on('move', 3), '`listener`: invalid type: integer `3`, expected a function');
  assert.equal(game.move('b3'), 'b3');
  told(() => new Game(null, 'basic'), '`game`: invalid type: null, expected a string');
  told(() => new Game('gipf', 'basic', { tags: { Player1: {} } }), '`tags.Player1`: invalid type: map, expected a string or a number');
  told(() => check(TEXT, 3), '`options`: invalid type: integer `3`, expected an object');
  told(() => check(TEXT, { decks: new Map() }), '`decks`: invalid type: Map, expected a value of JSON');
  told(() => check(TEXT, { record: NaN }), '`record`: invalid type: floating point `NaN`, expected a value of JSON');
  told(() => pipscribe.explain(3), '`name`: invalid type: integer `3`, expected a string');
  told(() => report([{ text: TEXT }]), '`format`: missing value, expected a string');
  told(() => report(TEXT, { format: 'short' }), /^`files`: invalid type: string .*, expected an array or another iterable object$/);
  told(() => report([TEXT], { format: 'short' }), /^`files\[0\]`: invalid type: string/);
  const failed = new Error('the disk failed');
  assert.throws(() => report(function* () { throw failed; }(), { format: 'short' }), failed);
});

test('only edits of the text that do not overlap are applied', () => {
  const told = (edits, message) => assert.throws(() => edited('abcdef', edits), { name: 'PipscribeError', code: 'options', message });
  told([{ start: 1 }], '`edits[0].end`: missing value, expected a whole number from 0');
  told([{ start: 0, end: 1 }], '`edits[0].text`: missing value, expected a string');
  told([null], '`edits[0]`: invalid type: null, expected an object');
  told([{ start: 5, end: 2, text: 'x' }], '`edits[0]`: it ends at 2, before its start at 5');
  told([{ start: 5, end: 7, text: 'x' }], '`edits[0]`: it ends at 7, but the text has a length of 6');
  told([{ start: 2, end: 4, text: 'x' }, { start: 0, end: 3, text: 'y' }], '`edits[0]`: it overlaps `edits[1]`');
  assert.equal(edited('abcdef', [{ start: 2, end: 4, text: 'x' }, { start: 0, end: 2, text: 'y' }, { start: 4, end: 4, text: 'z' }]), 'yxzef');
});

test('an image that cannot be made is refused', async () => {
  const told = (options, message) => assert.rejects(renderImage(TEXT, options), { name: 'PipscribeError', code: 'options', message });
  await told({ format: 'svg' }, '`svg` is made by `render`; the formats here are png, pdf');
  await told({ format: 'pages' }, '`pages` is made by `figures`; the formats here are png, pdf');
  for (const format of ['gif', 'pngg', '', 'toString']) await told({ format }, `\`${format}\` is not a format; the formats are png, pdf`);
  await told({ format: 3 }, '`format`: invalid type: integer `3`, expected a string');
  await told({ scale: 'x' }, '`scale`: invalid type: string "x", expected a number above 0');
  for (const scale of [0, -1, NaN]) await told({ scale }, /^`scale`: invalid value: .*, expected a number above 0$/);
  await told({ format: 'pdf', bleed: 3 }, '`bleed`: invalid type: integer `3`, expected a string');
  await told({ fonts: ['font.ttf'] }, '`fonts`: invalid type: sequence, expected an array of `Uint8Array`');
  await assert.rejects(renderImage(3), { code: 'options' });
  for (const draw of [render, figures]) assert.throws(() => draw(TEXT, { format: 'png' }), { code: 'options', message: /^`png` is made by `renderImage`/ });
});

test('games outlast a panic of the library', () => {
  const game = new Game('gipf', 'basic');
  const bytes = new TextEncoder().encode(`${GIPF}1. b3 2. c2 *\n`);
  const continued = Game.from(bytes);
  bytes.fill(0);
  game.move('b3');
  continued.undo();
  continued.undo();
  continued.move('h3');
  // As if the module panicked when it gets the text.
  const fatal = new TextEncoder().encode(TEXT);
  Object.defineProperty(fatal, 'length', { get() { throw new WebAssembly.RuntimeError('unreachable'); } });
  const fail = () => assert.throws(() => check(fatal), { name: 'PipscribeError', code: 'internal' });
  fail();
  assert.deepEqual([game.turns, continued.turns], [['b3'], ['h3']]);
  assert.equal(game.move('resign'), 'resign');
  fail();
  assert.ok(game.isOver && game.record.includes('1. b3 2. resign'), game.record);
  assert.deepEqual([game.undo(), game.undo(), game.undo()], ['resign', 'b3', undefined]);
  assert.ok(game.moves().length > 0);
});
