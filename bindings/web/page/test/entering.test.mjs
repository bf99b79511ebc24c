// Tests of entering turns: a table with all squares that a card can go to, many cards as a grid, pieces that are turned on
// the board, and marks beside an illegal turn.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { put, start, text } from './browser.mjs';

const gallery = name => readFileSync(new URL(`../../../../corpus/gallery/${name}.pips`, import.meta.url), 'utf8');
let site;
before(async () => { site = await start(); });
after(() => site.stop());

/** Returns a game up to a turn, without its result. */
function upTo(record, turn) {
  const at = record.indexOf(` ${turn}. `) < 0 ? record.indexOf(`\n${turn}. `) : record.indexOf(` ${turn}. `);
  assert.ok(at > 0);
  return `${record.slice(0, at).replace(/\[(Result|Score) [^\n]*\n/g, '')} *\n`;
}
/** Opens a record at its end, and waits for its choices. */
async function enter(page, record) {
  await put(page, record, record.trimEnd().length - 1);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
}
/** Makes the choice at an index, as a click does, and waits for the next ones. */
async function choose(page, at) {
  const before = await page.evaluate(() => document.querySelector('pips-board').chosen.length);
  await page.evaluate(at => document.querySelector('pips-board').choose(at), at);
  await page.waitForFunction(before => document.querySelector('pips-board').chosen.length > before, before);
}
const inside = (page, act) => page.evaluate(`(${act})(document.querySelector('pips-board').shadowRoot, document.querySelector('pips-board'))`);

test('every square that a card can go to is on the table', async () => {
  const { page, context } = await site.open();
  await enter(page, upTo(gallery('pipe'), 10));
  await choose(page, 0);
  const [choices, spots, buttons] = await inside(page, `(root, board) => [
    board.step.choices.length, new Set([...root.querySelectorAll('.over [data-choice]')].map(spot => spot.dataset.choice)).size, root.querySelectorAll('.tray [data-choice]').length]`);
  assert.ok(choices > 10, `${choices} squares`);
  assert.equal(spots, choices);
  assert.equal(buttons, 0);
  await context.close();
});

test('many cards are a grid, in which the chosen ones stay and can be taken back', async () => {
  for (const [width, height, least] of [[1280, 800, 44], [390, 844, 20]]) {
    const { page, context } = await site.open({ viewport: { width, height } });
    await enter(page, '[Game "pipe"]\n[Variant "both"]\n[Deck "twin-works"]\n\n*\n');
    const asks = () => inside(page, 'root => root.querySelector(".asks").textContent');
    assert.equal(await asks(), 'Choose 4 cards to discard');
    const seen = await inside(page, `root => {
      const tray = root.querySelector('.tray').getBoundingClientRect();
      return [...root.querySelectorAll('.tray [data-choice]:has(svg)')].filter(card => {
        const { left, top, right, bottom } = card.getBoundingClientRect();
        return left >= tray.left - 1 && right <= tray.right + 1 && top >= tray.top - 1 && bottom <= tray.bottom + 1 && bottom <= innerHeight;
      }).length;
    }`);
    assert.ok(seen >= least, `${width}x${height}: ${seen} cards are in sight`);
    await choose(page, 5);
    assert.equal(await asks(), 'Choose 3 more cards to discard');
    await choose(page, 9);
    await choose(page, 9);
    assert.equal(await asks(), 'Choose one more card to discard');
    const chosen = page.locator('pips-board .card.chosen');
    assert.equal(await chosen.count(), 3);
    await chosen.first().click();
    await page.waitForFunction(() => document.querySelector('pips-board').chosen.length === 2);
    assert.equal(await chosen.count(), 2);
    await context.close();
  }
});

test('the choices of a row come before the cards that were chosen', async () => {
  const { page, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await enter(page, '[Game "pipe"]\n[Variant "pipes"]\n[Deck "twin-works"]\n\n*\n');
  for (const card of [4, 3, 2, 1]) await choose(page, card);
  const ends = await inside(page, `root => [...root.querySelectorAll('.tray [data-choice]')].map(button => [button.innerText, Math.round(button.getBoundingClientRect().right)])`);
  assert.deepEqual(ends.map(([label]) => label), ['black', 'white']);
  assert.ok(ends.every(([, end]) => end <= 390), JSON.stringify(ends));
  await context.close();
});

test('the only way to complete a turn is a button', async () => {
  const { page, context } = await site.open();
  await enter(page, '[Game "gipf"]\n[Variant "basic"]\n\n*\n');
  await page.evaluate(() => document.querySelector('pips-board').choose('e9'));
  await page.locator('pips-board').getByRole('button', { name: 'Play e9-e7' }).click();
  await page.waitForFunction(() => /1\. e9-e7 \*/.test(window.pipscribe.editor.text));
  await context.close();
});

test('a die of the store is told from a rolled one', async () => {
  const { page, context } = await site.open();
  await enter(page, upTo(gallery('pippip'), 10));
  const named = await inside(page, `root => [...root.querySelectorAll('.tray .card')].filter(card => card.querySelector('.label').getBoundingClientRect().width > 1).map(card => card.innerText.trim())`);
  assert.deepEqual(named, ['5 of the store']);
  // On a phone, the row is as wide as the board.
  await page.setViewportSize({ width: 390, height: 844 });
  const beyond = await inside(page, `root => root.querySelector('.tray').scrollWidth - root.querySelector('.tray').clientWidth`);
  assert.ok(beyond <= 0, `${beyond} pixels of the row are out of sight`);
  await context.close();
});

test('a card and a die are turned on the board, by finger, before they are played', async () => {
  for (const [name, turn] of [['pipe', 10], ['pippip', 9]]) {
    const { page, complaints, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const record = upTo(gallery(name), turn);
    await enter(page, record);
    await choose(page, 0);
    await choose(page, name === 'pippip' ? 1 : 0);
    const play = page.locator('pips-board').getByRole('button', { name: 'Play it so' });
    await play.waitFor();
    const figure = () => inside(page, 'root => root.querySelector(".figure").innerHTML');
    const drawn = await inside(page, '(root, board) => board.board.svg');
    // The figure is the one with the piece, not the one before.
    await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.over [data-turn]'));
    const changes = async act => {
      const before = await figure();
      await act();
      await page.waitForFunction(before => document.querySelector('pips-board').shadowRoot.querySelector('.figure').innerHTML !== before, before);
    };
    assert.ok(drawn.length > 0);
    await changes(() => page.locator('pips-board [data-turn]').tap());
    // A touched picture is shown, not played.
    await changes(() => page.locator('pips-board .tray [data-choice="2"]').tap());
    assert.equal(await text(page), record);
    const number = await page.evaluate(() => window.pipscribe.board().number);
    const key = await inside(page, '(root, board) => board.step.choices[2].key');
    await play.tap();
    await page.waitForFunction(number => window.pipscribe.board()?.number === number + 1 || document.querySelector('pips-board').chosen.length > 2, number);
    const done = await text(page);
    if (done !== record) assert.ok(done.includes(name === 'pipe' ? `@${key}` : `/${key}`), done);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('marks of a turn are drawn when the next turn is illegal', async () => {
  const { page, context } = await site.open();
  const record = marks => `[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 3. b4 4. h4${marks} 5. b5 *\n`;
  // At the illegal turn the board is that of the turn before.
  const board = async marks => {
    const text = record(marks);
    await put(page, text, text.indexOf('b5') + 2);
    await page.waitForFunction(() => window.pipscribe.board()?.number === 4 && window.pipscribe.board().fault);
    return page.evaluate(() => window.pipscribe.board().moved);
  };
  const count = svg => (svg.match(/<(circle|path|polygon|line|g)\b/g) ?? []).length;
  const [plain, marked] = [await board(''), await board(' {[%circle e5] [%arrow e5>g4]}')];
  assert.ok(count(marked) >= count(plain) + 2, `${count(plain)} and ${count(marked)} parts`);
  // A crop would make the board unplayable.
  const [, whole] = /viewBox="([^"]*)"/.exec(plain);
  assert.equal(/viewBox="([^"]*)"/.exec(await board(' {[%view b2..d4]}'))[1], whole);
  await context.close();
});
