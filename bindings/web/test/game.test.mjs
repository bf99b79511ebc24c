// Tests of games in progress, random games, inferred settings, and explanations.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  Game, PipscribeError, check, codes, edited, explain, figures, infer, inferEdits, isGame, isVariant, randomGame, render, variants, why,
} from 'pipscribe';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';

test('a game is played and taken back', () => {
  const game = new Game('gipf', 'basic');
  assert.deepEqual([game.game, game.seats, game.toMove, game.turns, game.result, game.isOver], ['gipf', 2, 1, [], null, false]);
  const start = game.position;
  assert.equal(game.moves().length, 30);
  assert.ok(game.isLegal('a2-b3') && !game.isLegal('a2-d4'));
  assert.equal(game.move('a2-b3'), 'b3');
  assert.deepEqual([game.turns, game.toMove], [['b3'], 2]);
  assert.notEqual(game.position, start);
  assert.equal(game.record, '[Game "gipf"]\n[Variant "basic"]\n[Result "*"]\n\n1. b3 *\n');
  assert.ok(check(game.record)[0].valid);
  assert.ok(game.render({ format: 'words' }).startsWith('GIPF, Black to move'), game.render({ format: 'words' }));
  assert.equal(game.undo(), 'b3');
  assert.equal(game.undo(), undefined);
  assert.deepEqual([game.turns, game.position], [[], start]);
});

test('an illegal turn leaves the game unchanged', () => {
  const game = new Game('gipf', 'basic');
  const before = game.position;
  assert.throws(() => game.move('a2-d4'), error => {
    assert.ok(error instanceof PipscribeError);
    assert.deepEqual([error.code, 'a2-d4'.slice(error.span.start, error.span.end)], ['gipf/not-in-line', 'd4']);
    return true;
  });
  assert.equal(game.position, before);
  assert.equal(game.why('a2-d4').fault.rule.id, 'G3.1');
  assert.throws(() => game.moves({ limit: 3 }), { name: 'PipscribeError', code: 'limit' });
  assert.throws(() => game.move('\ud83d'), { name: 'PipscribeError' });
});

test('events report turns, and the end of the game', () => {
  const game = new Game('gipf', 'basic');
  const told = [];
  const end = game.on('move', event => told.push(event));
  game.on('undo', event => told.push(event));
  game.on('over', event => told.push(event));
  game.move('b3');
  game.undo();
  end();
  game.move('b3');
  game.move('resign');
  assert.deepEqual(told, [{ turn: 'b3', seat: 1 }, { turn: 'b3' }, { result: '1-0', score: null }]);
  assert.ok(game.isOver);
  assert.deepEqual(game.moves(), []);
  assert.throws(() => game.on('end', () => {}), { code: 'options', message: 'there is no event `end`: there are move, undo, over' });
});

test('tags and decks are those of the caller', () => {
  assert.ok(new Game('pippinzip', 'zipline', { tags: { Size: 5 } }).record.includes('\n[Size "5"]\n'));
  const thrown = (code, act) => assert.throws(act, { name: 'PipscribeError', code });
  thrown('options', () => new Game('chess'));
  thrown('tag/unknown-value', () => new Game('gipf', 'bsic'));
  thrown('tag/not-for-this-game', () => new Game('gipf', 'basic', { tags: { Size: 5 } }));
  thrown('options', () => new Game('gipf', 'basic', { tags: { Result: '1-0' } }));
  thrown('options', () => new Game('gipf', 'basic', { tags: { 'a b': 1 } }));
  thrown('options', () => new Game('gipf', 'basic', { size: 5 }));
});

test('a misspelt tag is refused, and tags of your own have their own place', () => {
  const message = '`Sizee` is not a tag of pippinzip; did you mean `Size`?';
  assert.throws(() => new Game('pippinzip', 'zipline', { tags: { Size: 5, Sizee: 3 } }), { code: 'options', message });
  assert.throws(() => randomGame('pippinzip', 'zipline', { tags: { Sizee: 3 } }), { code: 'options', message });
  assert.throws(() => new Game('gipf', 'basic', { tags: { Mood: 'good' } }), { code: 'options', message: '`Mood` is not a tag of gipf; pass tags of your own as `ownTags`' });
  const game = new Game('gipf', 'basic', { tags: { Player1: 'Ann' }, ownTags: { Mood: 'good' } });
  assert.ok(game.record.includes('[Player1 "Ann"]\n') && game.record.includes('[Mood "good"]\n'), game.record);
});

test('names from a form are tested', () => {
  for (const game of ['gipf', 'pippinzip', 'pippip', 'pipe']) {
    assert.ok(isGame(game) && variants(game).length > 0);
    for (const variant of variants(game)) assert.ok(isVariant(game, variant) && randomGame(game, variant, { mostTurns: 1 }));
    for (const wrong of ['chess', '', undefined, null, 1, 'toString']) assert.ok(!isVariant(game, wrong));
  }
  for (const wrong of ['chess', '', undefined, null, 1, 'toString', 'GIPF']) assert.ok(!isGame(wrong) && !isVariant(wrong, 'basic'));
  variants('gipf').pop();
  assert.deepEqual(variants('gipf'), ['basic', 'standard', 'tournament']);
});

test('an error about tags says which values there are', () => {
  const names = /`basic`, `standard` and `tournament`/;
  for (const make of [() => new Game('gipf', 'basc'), () => randomGame('gipf', 'basc')]) assert.throws(make, { code: 'tag/unknown-value', message: names });
  for (const make of [() => new Game('gipf'), () => randomGame('gipf')]) assert.throws(make, { code: 'tag/missing', message: names });
  assert.throws(() => new Game('pippinzip', 'zipline', { tags: { Size: 99 } }), { code: 'tag/unknown-value', message: /3 to 26/ });
});

test('a game that needs a size gets the usual one', () => {
  assert.ok(randomGame('pippinzip', 'zipline', { mostTurns: 1 }).includes('\n[Size "13"]\n'));
});

test('a format of figures that is not made here is refused', () => {
  const text = `${GIPF}1. b3 *\n`;
  for (const format of ['png', 'pdf']) assert.throws(() => render(text, { format }), { code: 'options', message: /^`p..` is made by `renderImage`; the formats here are svg, / });
  for (const format of ['apng', 'latex', 'svgg', '']) assert.throws(() => figures(text, { format }), { code: 'options', message: /is not a format; the formats are svg, text, / });
  assert.ok(render(text, { format: 'unicode' }).length > 0);
  assert.throws(() => render(text, { format: 'pages' }), { code: 'options', message: /`figures`/ });
  assert.ok(figures(text, { format: 'pages' }).figures[0].startsWith('<svg'));
});

test('a game continues a record', () => {
  const text = `${GIPF}1. b3 (1. c2) 2. a2-c4 *\n`;
  assert.deepEqual(Game.from(text).turns, ['b3', 'a2-c4']);
  assert.deepEqual(Game.from(text, { turn: 1 }).turns, ['b3']);
  assert.deepEqual(Game.from(`${text}\n${GIPF}1. c2 *\n`, { record: 2 }).turns, ['c2']);
  assert.throws(() => Game.from(text, { turn: 9 }), { code: 'turn' });
  assert.throws(() => Game.from('1. b3'), { name: 'PipscribeError' });
  const position = '[Position "b3/1w3/2w3/3w2b/3w2/5/4 w 8,10 0,0 - -"]';
  const waived = `${GIPF.trim()}\n${position}\n\n1. xc3,d4,e5,f5;h2 {[%irregular gipf/removal-wrong]} 2. h3 *\n`;
  assert.ok(check(waived)[0].valid);
  assert.ok(Game.from(waived).record.includes('[%irregular gipf/removal-wrong]'), Game.from(waived).record);
});

test('random games are valid, and the same every time', () => {
  for (const [game, variant, tags] of [['gipf', 'basic'], ['pippinzip', 'zipline', { Size: 5 }], ['pippip', undefined], ['pipe', 'both']]) {
    const text = randomGame(game, variant, { seed: 7, index: 2, mostTurns: 12, tags });
    assert.equal(text, randomGame(game, variant, { seed: 7, index: 2, mostTurns: 12, tags }));
    assert.notEqual(text, randomGame(game, variant, { seed: 8, index: 2, mostTurns: 12, tags }));
    assert.ok(check(text)[0].valid, text);
    assert.equal(Game.from(text).turns.length, 12);
  }
  assert.equal(Game.from(randomGame('pipe', 'both', { mostTurns: 0 })).seats, 2);
  assert.throws(() => randomGame('chess'), { code: 'options' });
  assert.throws(() => randomGame('gipf', 'basic', { seed: -1 }), { code: 'options' });
});

test('settings are inferred and written', () => {
  const text = '{h\u00E9}\n[Game "gipf"]\n\n1. b3 *\n';
  const [{ settings, exhaustive }] = infer(text);
  assert.ok(exhaustive && settings.some(setting => setting.tags.Variant === 'basic' && setting.complete));
  const written = edited(text, inferEdits(text));
  assert.ok(check(written)[0].valid, written);
  assert.throws(() => inferEdits(text, { pick: 999 }), { code: 'record' });
});

test('codes and rules are explained', () => {
  const listed = codes();
  assert.ok(listed.length > 80);
  for (const { code } of listed) assert.ok(explain(code).startsWith(`# ${code}\n`), code);
  assert.ok(explain('g3.4').startsWith('# G3.4 '));
  assert.throws(() => explain('gipf/nothing'), { name: 'PipscribeError', code: 'options' });
  assert.equal(why(`${GIPF}1. b3 *\n`).legal, true);
});
