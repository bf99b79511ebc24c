// Tests of studying: the tree of turns, edits of it, variations from the board, comments and signs. $WASM is the folder
// with the modules, for the edits alone.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

import { put, shown, start, text } from './browser.mjs';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
const glue = process.env.WASM;
const corpus = new URL('../../../../corpus/', import.meta.url);
let site;
before(async () => { site = await start(); });
after(() => site.stop());

/** Loads a module of the page in Node. */
async function moduleOf(path) {
  const { outputFiles } = await esbuild.build({ entryPoints: [new URL(path, import.meta.url).pathname], bundle: true, write: false, format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
const edits = await moduleOf('../src/study/edits.ts');
const trees = await moduleOf('../src/study/tree.ts');

/** Applies an edit. */
const applied = (text, edit) => ({ text: edits.changed(text, edit), cursor: edit.cursor });

/** Returns a function with the tree of a record. */
async function treeOf() {
  const library = await import(pathToFileURL(join(glue, 'pipscribe_web.js')).href);
  library.initSync({ module: readFileSync(join(glue, 'pipscribe_web_bg.wasm')) });
  const bytes = new TextEncoder();
  return text => JSON.parse(library.turnTree(bytes.encode(text), true, '{}'));
}

const wordsIn = (text, tree) => tree.turns.flatMap(turn => [...turn.before, ...turn.items]).filter(({ kind }) => kind === 'comment').map(comment => text.slice(comment.start, comment.end)).sort();

const SAMPLES = [
  `${GIPF}1. b3 {one} 2. h3 (2. c2 {two} 3. h2 (3. h3 4. g2) 4. d2) (2. f2!) 3. c2 *\n`,
  `[Game "gipf"]\n[Variant "basic"]\n[Result "*"]\n\n{before} 1. b3 $1 {a} ({opening} 1. c2 2. h3) 2. h3 $2 $6 {b}\n(2. c2) (2. d2 {x} 3. h3) (2. f2)\n# a line\n3. c2! *\n`,
  `${GIPF}1. b3 2. h3 (2. c2 3. h2`,
];

/** Returns the records of the corpus that have variations. */
function corpusSamples() {
  const found = [];
  for (const folder of ['gallery', 'notation', 'gipf/real', 'pippip/real', 'pipe/real']) {
    let names = [];
    try { names = readdirSync(new URL(folder, corpus)); } catch { continue; }
    for (const name of names.filter(name => name.endsWith('.pips'))) {
      const text = readFileSync(new URL(`${folder}/${name}`, corpus), 'utf8');
      // Nothing can be moved beyond the maximum depth.
      // What a damaged variation means is open, and nothing can be moved beyond the maximum depth.
      if (/^# code: (syntax|limit)/m.test(text)) continue;
      if (/\(\d+\./.test(text.replace(/\{[^}]*\}/g, '')) && text.length < 20_000) found.push(text);
    }
  }
  return found;
}

test('moving variations about keeps every line of play and every comment', { skip: glue ? false : 'WASM names no folder with the module' }, async () => {
  const of = await treeOf();
  const samples = [...SAMPLES, ...corpusSamples()];
  let tried = 0;
  for (const text of samples) {
    const tree = of(text);
    for (const turn of tree.turns) {
      for (const [name, act] of Object.entries({ promote: edits.promote, moveUp: edits.moveUp })) {
        const edit = act(text, tree, turn);
        if (!edit) continue;
        const done = applied(text, edit);
        const now = of(done.text);
        assert.deepEqual(trees.linesOf(now), trees.linesOf(tree), `${name} of ${turn.text}\n${text}\n${done.text}`);
        assert.deepEqual(wordsIn(done.text, now), wordsIn(text, tree), `${name} of ${turn.text}\n${done.text}`);
        const at = now.turns.find(other => other.textEnd === done.cursor);
        assert.equal(at?.text, turn.text, `the cursor stays at ${turn.text}\n${done.text}`);
        if (name === 'promote') assert.equal(at.depth, turn.depth - 1, done.text);
        tried += 1;
      }
    }
  }
  assert.ok(tried > 20, `${tried} edits`);
});

/** Returns the turns of every line of play, from the start. */
function paths(tree) {
  const lines = [...new Set(tree.turns.map(({ line }) => line))];
  return lines.map(line => {
    const path = [];
    for (let turn = trees.turnsOf(tree, line).at(-1); turn; turn = edits.turnBefore(tree, turn)) path.unshift(turn);
    return path;
  });
}

test('deleting removes a turn and what follows it, and keeps its alternatives', { skip: glue ? false : 'WASM names no folder with the module' }, async () => {
  const of = await treeOf();
  let kept = 0;
  for (const text of [...SAMPLES, ...corpusSamples()]) {
    const tree = of(text);
    const all = paths(tree);
    for (const turn of tree.turns) {
      const done = applied(text, edits.deleteFrom(text, tree, turn));
      const now = of(done.text);
      const others = all.filter(path => !path.includes(turn));
      const own = all.find(path => path.includes(turn));
      const prefix = own.slice(0, own.indexOf(turn));
      const goesOn = others.some(path => prefix.every((one, at) => path[at] === one));
      const wanted = goesOn || !prefix.length ? others : [...others, prefix];
      const what = `from ${turn.text}\n${text}\n${done.text}`;
      assert.deepEqual(trees.linesOf(now), wanted.map(path => path.map(({ text }) => text).join(' ')).sort(), what);
      // The comments of the turns that stay are there, and no other.
      const stays = new Set(wanted.flat());
      const words = wordsIn(text, { turns: tree.turns.filter(turn => stays.has(turn)) });
      // So does a comment before the first turn of a line that goes on otherwise.
      const isReplaced = turn.items.some(({ line }) => line != null) || turn.depth === 0;
      if (isReplaced) words.push(...wordsIn(text, { turns: [{ before: turn.before, items: [] }] }));
      assert.deepEqual(wordsIn(done.text, now), words.sort(), what);
      if (turn.items.some(({ line }) => line != null)) kept += 1;
      const variation = edits.deleteVariation(text, tree, turn);
      assert.equal(variation === null, turn.depth === 0);
    }
  }
  assert.ok(kept > 5, `${kept} turns with alternatives`);
});

test('signs and comments are written beside what is there', () => {
  const of = text => ({ from: text.indexOf('h3'), text });
  const turn = (text, items = []) => ({ textEnd: of(text).from + 2, suffix: null, items, before: [], glyphs: [] });
  const commented = (text, turn, words) => edits.setComment(text, { turns: [turn] }, turn, words);
  const plain = '1. b3 2. h3 $1 3. c2 *';
  assert.equal(applied(plain, edits.setSign(plain, turn(plain), '!?')).text, '1. b3 2. h3!? $1 3. c2 *');
  assert.equal(applied(plain, commented(plain, turn(plain), 'so {it} is')).text, '1. b3 2. h3 $1 {so \\{it\\} is} 3. c2 *');
  const marked = '1. b3 2. h3 {old words [%circle b3]} 3. c2 *';
  const [start, command] = [marked.indexOf('{'), marked.indexOf('[')];
  const comment = { kind: 'comment', start, end: marked.indexOf('}') + 1, commands: [{ start: command, end: marked.indexOf(']') + 1 }] };
  assert.equal(trees.wordsOf(marked, comment), 'old words');
  assert.equal(applied(marked, commented(marked, turn(marked, [comment]), 'new')).text, '1. b3 2. h3 {new [%circle b3]} 3. c2 *');
  assert.equal(applied(marked, commented(marked, turn(marked, [comment]), '')).text, '1. b3 2. h3 {[%circle b3]} 3. c2 *');
  assert.equal(commented(marked, turn(marked, [comment]), 'old words'), null);
});

test('a record is studied by buttons and keys, and every action can be undone', async () => {
  const { page, complaints, context } = await site.open();
  const record = `[Game "gipf"]\n[Variant "basic"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n\n1. b3 2. h3 (2. c2 3. d2) (2. f2) 3. c2 *\n`;
  await put(page, record, record.indexOf('b3') + 2);
  const on = (number, variation = 0) => page.waitForFunction(([number, variation]) => window.pipscribe.board()?.number === number && window.pipscribe.board().variation.length === variation, [number, variation]);
  await on(1);
  // Names are with the seats.
  assert.match(await page.locator('.seat', { hasText: 'White' }).textContent(), /Ann/);
  assert.match(await page.locator('.seat.moves').textContent(), /Bob/);
  // Into a variation from the board.
  await page.locator('.ways').getByRole('button', { name: 'or c2' }).click();
  await on(2, 2);
  // By keys: the alternatives of a turn, one after the other.
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => window.pipscribe.board()?.played === 'f2');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => window.pipscribe.board()?.played === 'c2');
  // The tree.
  await page.getByRole('tab', { name: 'Turns' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree-turn').length === 6);
  assert.match(await page.locator('.tree-turn[aria-current]').textContent(), /2\. c2/);
  await page.locator('.tree-turn', { hasText: 'd2' }).click();
  await page.waitForFunction(() => window.pipscribe.board()?.played === 'd2');
  const undone = async act => {
    const before = await text(page);
    await act();
    await page.waitForFunction(before => window.pipscribe.editor.text !== before, before);
    const now = await text(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(before => window.pipscribe.editor.text === before, before);
    await shown(page);
    assert.match(await page.locator('.tree-turn[aria-current]').textContent(), /d2/);
    return now.slice(now.indexOf('1. b3'));
  };
  const press = name => () => page.locator('.tree-tools').getByRole('button', { name, exact: true }).click();
  assert.equal(await undone(press('Make main line')), '1. b3 2. c2 (2. h3 3. c2) (2. f2) 3. d2 *\n');
  assert.equal(await undone(press('Delete variation')), '1. b3 2. h3 (2. f2) 3. c2 *\n');
  assert.equal(await undone(press('Delete from here')), '1. b3 2. h3 (2. c2) (2. f2) 3. c2 *\n');
  assert.equal(await undone(press('Interesting turn (!?)')), '1. b3 2. h3 (2. c2 3. d2!?) (2. f2) 3. c2 *\n');
  const stated = async () => {
    await press('Puzzle from here…')();
    await page.getByRole('dialog').getByLabel('Turns at most').fill('');
    await page.getByRole('button', { name: 'Write the puzzle' }).click();
  };
  assert.equal(await undone(stated), '1. b3 2. h3 (2. c2 3. d2 {[%puzzle win]}) (2. f2) 3. c2 *\n');
  assert.ok(await page.locator('.tree-tools').getByRole('button', { name: 'Move variation up' }).isDisabled());
  await page.locator('.tree-turn', { hasText: 'f2' }).click();
  await page.waitForFunction(() => window.pipscribe.board()?.played === 'f2');
  await press('Move variation up')();
  await page.waitForFunction(() => /2\. h3 \(2\. f2\) \(2\. c2 3\. d2\)/.test(window.pipscribe.editor.text));
  // A comment is written as one types, and belongs to its turn.
  await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('a try');
  await page.waitForFunction(() => /\(2\. f2 \{a try\}\)/.test(window.pipscribe.editor.text));
  await page.getByRole('textbox', { name: 'Comment' }).pressSequentially(' only');
  await page.waitForFunction(() => /\(2\. f2 \{a try only\}\)/.test(window.pipscribe.editor.text));
  await page.waitForFunction(() => document.querySelector('.tree-words')?.textContent === 'a try only');
  // Flipping.
  const places = () => page.evaluate(() => window.pipscribe.board().places.a1.y);
  const before = await places();
  await press('Flip the board')();
  await page.waitForFunction(before => Math.abs(window.pipscribe.board().places.a1.y - before) > 10, before);
  // The turns go on by themselves, to the end of the line.
  await page.locator('.tree-turn', { hasText: '1. b3' }).click();
  await on(1);
  await press('Play through')();
  await page.waitForFunction(() => window.pipscribe.board()?.number === 3 && window.pipscribe.board().variation.length === 0);
  await page.getByRole('button', { name: 'Play through' }).first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the result stays when the order of the lines changes, and comes back with its line', async () => {
  const { page, complaints, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`);
  await page.getByRole('tab', { name: 'Turns' }).click();
  const promote = async (record, turn, name, wanted) => {
    if (record !== null) await put(page, record, record.indexOf(turn) + turn.length);
    await page.locator('.tree-turn', { hasText: turn }).first().click();
    await page.locator('.tree-turn[aria-current]', { hasText: turn }).waitFor();
    const before = await text(page);
    await page.locator('.tree-tools').getByRole('button', { name, exact: true }).click();
    await page.waitForFunction(before => window.pipscribe.editor.text !== before, before);
    await shown(page);
    assert.equal(await text(page), wanted);
  };
  // Neither line is decided by the rules, so the result is that of the players.
  const head = '[Game "gipf"]\n[Variant "basic"]\n[Result "1-0"]\n\n';
  const stated = `${head}1. b3 2. h3 (2. c2 3. d2) (2. f2) 3. c2 1-0\n`;
  await promote(stated, 'f2', 'Move variation up', `${head}1. b3 2. h3 (2. f2) (2. c2 3. d2) 3. c2 1-0\n`);
  await promote(stated, '3. d2', 'Make main line', `${head}1. b3 2. c2 (2. h3 3. c2) (2. f2) 3. d2 1-0\n`);
  await promote(null, 'h3', 'Make main line', `${head}1. b3 2. h3 (2. c2 3. d2) (2. f2) 3. c2 1-0\n`);
  // The rules decide the game otherwise in another line, or not at all.
  const small = (result, turns, more = '') => `[Game "pippinzip"]\n[Variant "pipeline"]\n[Result "${result}"]\n${more}[Size "3"]\n[Position "b2/bb1/2w 2 taker=2 -"]\n\n${turns} ${result}\n`;
  const decided = small('0-1', '1. c2 {wins} (1. resign)');
  const lost = small('1-0', '1. resign (1. c2 {wins} {Result 0-1})');
  await promote(decided, 'resign', 'Make main line', lost);
  await promote(null, '1. c2', 'Make main line', decided);
  const open = small('0-1', '1. c2 (1. b3)');
  await promote(open, 'b3', 'Make main line', small('*', '1. b3 (1. c2 {Result 0-1})'));
  await promote(null, 'c2', 'Make main line', open);
  // A result by agreement, with its reason, returns too.
  const agreed = small('1/2-1/2', '1. b3 (1. c2)', '[Termination "agreement"]\n');
  await promote(agreed, 'c2', 'Make main line', small('0-1', '1. c2 (1. b3 {Result 1/2-1/2, termination agreement})'));
  await promote(null, 'b3', 'Make main line', agreed);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a command typed into the comment box is words, and the commands of the record stay', async () => {
  const { page, complaints, context } = await site.open();
  const record = `${GIPF}1. b3 {old [%circle b3]} 2. h3 *\n`;
  await put(page, record, record.indexOf('b3') + 2);
  await page.getByRole('tab', { name: 'Turns' }).click();
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await page.waitForFunction(() => document.querySelector('.tree-comment').value === 'old');
  await comment.pressSequentially(' [%x] [a] {b}');
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, `${GIPF}1. b3 {old \\[%x] [a] \\{b\\} [%circle b3]} 2. h3 *\n`);
  await page.waitForFunction(() => document.querySelector('.tree-words')?.textContent === 'old [%x] [a] {b}');
  await comment.blur();
  await shown(page);
  assert.equal(await comment.inputValue(), 'old [%x] [a] {b}');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the alternatives to a deleted turn stay', async () => {
  const { page, complaints, context } = await site.open();
  const record = `${GIPF}1. b3 2. h3 {gone} (2. c2 {stays} 3. d2) (2. f2) 3. c2 (3. g2) *\n`;
  await put(page, record, record.indexOf('h3') + 2);
  await page.getByRole('tab', { name: 'Turns' }).click();
  await page.locator('.tree-turn[aria-current]', { hasText: 'h3' }).waitFor();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, `${GIPF}1. b3 2. c2 {stays} (2. f2) 3. d2 *\n`);
  await page.locator('.notice.shown', { hasText: 'Ctrl + Z takes it back' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, record);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('where there is little room, the tools are menus, and nothing scrolls sideways', async () => {
  for (const [width, height, least] of [[844, 390, 80], [390, 844, 100], [360, 640, 80]]) {
    const { page, complaints, context } = await site.open({ viewport: { width, height }, hasTouch: true, isMobile: true });
    const record = readFileSync(new URL('gipf/real/game-a.pips', corpus), 'utf8').replace(/^(#.*\n)*/, '');
    await put(page, record, record.indexOf('42. g6') + 6);
    await page.getByRole('tab', { name: 'Turns' }).click();
    await page.locator('.tree-turn[aria-current]').waitFor();
    const what = `${width}x${height}`;
    const tree = await page.locator('.tree').boundingBox();
    assert.ok(tree.height >= least, `${what}: the tree is ${tree.height} pixels high`);
    const tools = await page.locator('.tree-tools').boundingBox();
    assert.ok(tools.y + tools.height <= height + 1, `${what}: the tools end at ${tools.y + tools.height}`);
    for (const part of ['.tree-tools', '.tree-deeds', '.tree-panel']) {
      const [inner, outer] = await page.locator(part).evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      assert.ok(inner <= outer, `${what}: ${part} scrolls sideways`);
    }
    // So it is with names and several continuations.
    const named = `[Game "gipf"]\n[Variant "basic"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n\n1. b3 2. h3 (2. c2) (2. f2) 3. c2 *\n`;
    await put(page, named, named.indexOf('b3') + 2);
    await page.locator('.tree-turn[aria-current]', { hasText: 'b3' }).waitFor();
    const row = await page.locator('.tree-tools').boundingBox();
    assert.ok(row.y + row.height <= height + 1 && (await page.locator('.tree').boundingBox()).height >= least, `${what}: the tools end at ${row.y + row.height}`);
    await put(page, record, record.indexOf('42. g6') + 6);
    assert.equal(await page.getByRole('button', { name: 'Delete from here' }).isVisible(), false, what);
    const more = page.getByRole('button', { name: 'More tools' });
    await more.click();
    for (const name of ['Delete from here', 'Puzzle from here…', 'Copy position', 'Flip the board']) {
      const { x, y, width: wide, height: high } = await page.getByRole('button', { name, exact: true }).last().boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + wide <= width && y + high <= height && high >= 44, `${what}: ${name} is at ${x}, ${y}`);
    }
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('button', { name: 'Delete from here' }).isVisible(), false, what);
    assert.equal(await more.evaluate(button => button === document.activeElement), true);
    const signs = page.getByRole('button', { name: 'Signs' });
    if (await signs.isVisible()) await signs.click();
    await page.getByRole('button', { name: 'Good turn (!)' }).click();
    await page.waitForFunction(() => /42\. g6!/.test(window.pipscribe.editor.text));
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('on a phone, a notice moves no board, and the current turn and the tools stay in sight', async () => {
  const pipe = readFileSync(new URL('gallery/pipe.pips', corpus), 'utf8').replace(/^(#.*\n)*/, '').replace(/\[(Result|Score) [^\n]*\n/g, '');
  for (const [width, height] of [[844, 390], [390, 844]]) {
    const { page, complaints, context } = await site.open({ viewport: { width, height }, hasTouch: true, isMobile: true });
    const what = `${width}x${height}`;
    const boxes = () => page.evaluate(() => Object.fromEntries(['.notice', '.tree', '.tree-tools', '.tree-turn[aria-current]', '.tree-comment', '.board'].map(name => [name, document.querySelector(name).getBoundingClientRect().toJSON()])));
    const inSight = async () => {
      await page.waitForFunction(() => {
        const [turn, tree] = ['.tree-turn[aria-current]', '.tree'].map(name => document.querySelector(name)?.getBoundingClientRect());
        return turn && turn.top >= tree.top - 1 && turn.bottom <= tree.bottom + 1;
      });
      const all = await boxes();
      assert.ok(all['.tree'].height >= 48 && all['.tree-tools'].bottom <= height + 1, `${what}: ${JSON.stringify(all)}`);
      return all;
    };
    await put(page, pipe, pipe.indexOf('15. ') + 5);
    await page.getByRole('tab', { name: 'Turns' }).click();
    await inSight();
    await put(page, `${GIPF}1. b3 2. h3 {A remark.} (2. c2) (2. f2) 3. c2 *\n`, GIPF.length + 11);
    await page.locator('.tree-turn[aria-current]', { hasText: 'h3' }).waitFor();
    const before = await inSight();
    await page.getByRole('button', { name: 'More tools' }).click();
    await page.getByRole('button', { name: 'Delete from here' }).click();
    await page.locator('.notice.shown').waitFor();
    const after = await inSight();
    assert.ok(after['.notice'].height <= 64, `${what}: the notice is ${after['.notice'].height} pixels high`);
    assert.deepEqual(after['.board'], before['.board'], `${what}: the board has moved`);
    // A comment has the whole row while it is written.
    await page.locator('.tree-comment').focus();
    assert.ok((await boxes())['.tree-comment'].width >= Math.min(width, 440) - 40, what);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a notice stays while a press lasts, so that nothing moves below it', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 3. c2 *\n`, GIPF.length + 11);
  await page.getByRole('tab', { name: 'Turns' }).click();
  await page.locator('.tree-turn[aria-current]').waitFor();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  const notice = page.locator('.notice.shown');
  await notice.waitFor();
  const board = await page.locator('#board').boundingBox();
  await page.mouse.move(board.x + 20, board.y + 20);
  await page.mouse.down();
  // Longer than the notice would stay.
  await page.waitForTimeout(11_000);
  assert.ok(await notice.isVisible());
  await page.mouse.up();
  await notice.waitFor({ state: 'hidden' });
  await context.close();
});

test('only the illegal turn is struck through, and the turns after it are not judged', async () => {
  const { page, complaints, context } = await site.open();
  await put(page, `${GIPF}1. b3 2. zz (2. h3 3. c2) 3. c2 (3. g2) 4. d2 *\n`, GIPF.length + 5);
  await page.getByRole('tab', { name: 'Turns' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree-turn').length === 7);
  const classes = await page.locator('.tree-turn').evaluateAll(turns => turns.map(turn => turn.className.replace('tree-turn', '').trim()));
  assert.deepEqual(classes, ['', 'illegal', '', '', 'unjudged', 'unjudged', 'unjudged']);
  // A record with an error shows what is wrong, whatever panel is open.
  await page.evaluate(text => window.pipscribe.open(text, 'another'), `${GIPF}1. b3 2. a2-d4 *\n`);
  await page.locator('.finding.error').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [width, height, least] of [[1280, 800, 200], [390, 844, 100]]) {
  test(`the turns and all kinds of tools are in sight, ${width}x${height}`, async () => {
    const { page, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
    const record = readFileSync(new URL('gipf/real/game-a.pips', corpus), 'utf8').replace(/^(#.*\n)*/, '');
    await put(page, record, record.indexOf('42. g6') + 6);
    await page.getByRole('tab', { name: 'Turns' }).click();
    await page.locator('.tree-turn[aria-current]').waitFor();
    const tree = await page.locator('.tree').boundingBox();
    assert.ok(tree.height >= least, `the tree is ${tree.height} pixels high`);
    for (const name of ['Good turn (!)', 'Dubious turn (?!)']) {
      const sign = await page.getByRole('button', { name }).boundingBox();
      assert.ok(sign.y + sign.height <= height, `${name} ends at ${sign.y + sign.height}`);
    }
    const comment = await page.getByRole('textbox', { name: 'Comment' }).boundingBox();
    assert.ok(comment.y + comment.height <= height);
    // On a phone, the other tools begin within the window, so that one sees that there are more.
    const { x, y, height: high } = await page.getByRole('button', { name: 'Make main line' }).boundingBox();
    assert.ok(x + 20 <= width && y + high <= height, `the tools begin at ${x}, ${y}`);
    if (width > 900) {
      // The editor shows the line of the turn.
      await page.waitForFunction(() => {
        const [line, editor] = ['.cm-activeLine', '.editor'].map(name => document.querySelector(name)?.getBoundingClientRect());
        return line && editor && line.top >= editor.top && line.bottom <= editor.bottom;
      });
    }
    await context.close();
  });
}

test('what is pressed before the newest text is shown waits for it', async () => {
  const { page, complaints, context } = await site.open();
  const record = `${GIPF}1. b3 2. h3 (2. c2 3. d2) (2. f2) 3. c2 *\n`;
  await put(page, record, record.indexOf('d2') + 2);
  await page.getByRole('tab', { name: 'Turns' }).click();
  await page.waitForFunction(() => document.querySelector('.tree-turn[aria-current]')?.textContent.includes('d2'));
  await shown(page);
  // Boards and trees wait until they are let through.
  await page.evaluate(() => {
    const { engine } = window.pipscribe;
    const call = engine.call.bind(engine);
    window.hold = () => { window.held = new Promise(resolve => { window.release = resolve; }); };
    engine.call = async (name, ...args) => {
      if (name === 'board' || name === 'turnTree') await window.held;
      return call(name, ...args);
    };
  });
  const during = async (...acts) => {
    await page.evaluate(() => window.hold());
    for (const act of acts) await act();
    await page.evaluate(() => window.release());
    await shown(page);
    const all = await text(page);
    return all.slice(all.indexOf('1. b3'));
  };
  const press = name => () => page.evaluate(name => {
    const button = [...document.querySelectorAll('.tree-tools button')].find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name);
    button.click();
  }, name);
  const key = name => () => page.evaluate(key => document.querySelector('#board').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })), name);
  // A sign, a comment at the same turn, and a variation that is then the line, all before the first is shown.
  await during(press('Mistake (?)'), press('Good turn (!)'), press('Puzzle from here…'), press('Make main line'));
  await page.getByRole('dialog').getByLabel('Turns at most').fill('');
  await page.getByRole('dialog').getByText('does not decide').waitFor();
  const made = await during(() => page.getByRole('button', { name: 'Write the puzzle' }).click());
  assert.equal(made, '1. b3 2. c2 (2. h3 3. c2) (2. f2) 3. d2! {[%puzzle win]} *\n');
  // From here the keys go to the alternatives, and each press counts.
  assert.equal(await during(key('ArrowLeft'), key('ArrowDown'), press('Blunder (??)')), made.replace('h3', 'h3??'));
  assert.equal(await during(key('ArrowDown'), press('Delete variation'), key('ArrowRight'), press('Brilliant turn (!!)')), '1. b3 2. c2 (2. h3?? 3. c2) 3. d2!! {[%puzzle win]} *\n');
  // A place in the tree is that of its turn, although the text before it is longer now.
  await page.locator('.tree-turn', { hasText: 'b3' }).click();
  await shown(page);
  const before = await text(page);
  await during(press('Mistake (?)'), () => page.locator('.tree-turn', { hasText: 'd2' }).click());
  await page.waitForFunction(() => window.pipscribe.board()?.played === 'd2');
  assert.equal(await text(page), before.replace('b3', 'b3?'));
  // A comment belongs to the turn at the cursor of the newest text, whose line has another number now.
  await put(page, record, record.indexOf('f2') + 2);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await during(press('Move variation up'), () => comment.fill('a try'));
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('(2. f2 {a try}) (2. c2 3. d2)'));
  // Its words do not stay for another record.
  await put(page, record, record.indexOf('f2') + 2);
  assert.equal(await comment.inputValue(), '');
  // What is played on the board goes into the newest text; on another position it is not written.
  const played = `${GIPF}1. b3 2. h3 *\n`;
  await put(page, played, played.length - 2);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  await shown(page);
  const play = turn => () => page.evaluate(turn => document.querySelector('pips-board').dispatchEvent(new CustomEvent('turn', { detail: { turn, at: document.querySelector('pips-board').board.at }, bubbles: true, composed: true })), turn);
  const type = words => () => page.evaluate(([at, insert]) => window.pipscribe.editor.view.dispatch({ changes: { from: at, insert } }), [GIPF.length, words]);
  assert.equal(await during(type('{first} '), play('c2')), '1. b3 2. h3 3. c2 *\n');
  assert.equal(await text(page), `${GIPF}{first} 1. b3 2. h3 3. c2 *\n`);
  assert.equal(await during(press('Delete from here'), play('f2')), '1. b3 2. h3 *\n');
  assert.match(await page.locator('#live').textContent(), /The turn was not played: the board shows another position now/);
  assert.deepEqual(complaints, []);
  await context.close();
});
