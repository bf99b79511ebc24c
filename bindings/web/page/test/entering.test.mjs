// Tests of entering turns: a table with all squares that a card can go to, many cards as a grid,
// the hand that stays, pieces
// that are turned on the board, turns that are shown before they are played, and marks beside an
// illegal turn.
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
  for (const [width, height, least] of [[1280, 800, 24], [390, 844, 18]]) {
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

test('a question with one answer is not asked', async () => {
  const { page, context } = await site.open();
  await enter(page, '[Game "gipf"]\n[Variant "basic"]\n\n*\n');
  await page.locator('pips-board [aria-label="dot e9"]').first().click();
  await page.waitForFunction(() => /1\. e9-e7 \*/.test(window.pipscribe.editor.text));
  // Two directions are a question.
  await page.waitForFunction(() => document.querySelector('pips-board')?.board?.number === 1 && document.querySelector('pips-board').step?.choices.length > 1);
  await page.locator('pips-board [aria-label="dot c1"]').first().click();
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length === 1);
  assert.match(await text(page), /1\. e9-e7 \*/);
  await context.close();
});

const figure = page => inside(page, 'root => root.querySelector(".figure").innerHTML');
const figureChanges = (page, from) => page.waitForFunction(from => document.querySelector('pips-board').shadowRoot.querySelector('.figure').innerHTML !== from, from);
const REAL_GAME = gallery('../gipf/real/game-a').replace(/^(#.*\n)*/, '');

test('a push is on the board before it is played: under the pointer, and with the focus', async () => {
  const { page, complaints, context } = await site.open();
  const record = upTo(REAL_GAME, 20);
  await enter(page, record);
  await page.locator('pips-board [aria-label="dot g7"]').first().click();
  await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length === 2);
  await page.mouse.move(2, 2);
  const plain = await figure(page);
  const directions = page.locator('pips-board .over .spot[aria-label^="from"]');
  await directions.nth(0).hover();
  await figureChanges(page, plain);
  const first = await figure(page);
  await directions.nth(1).hover();
  await page.waitForFunction(([plain, first]) => ![plain, first].includes(document.querySelector('pips-board').shadowRoot.querySelector('.figure').innerHTML), [plain, first]);
  const second = await figure(page);
  await page.mouse.move(2, 2);
  await page.waitForFunction(plain => document.querySelector('pips-board').shadowRoot.querySelector('.figure').innerHTML === plain, plain);
  await page.keyboard.press('Tab');
  await directions.nth(1).focus();
  await page.waitForFunction(second => document.querySelector('pips-board').shadowRoot.querySelector('.figure').innerHTML === second, second);
  assert.equal(await text(page), record);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('under a mouse that stays, the board shows the turn that was played, and nothing ahead', async () => {
  const { page, context } = await site.open();
  await enter(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 *\n');
  const dot = page.locator('pips-board [aria-label="dot e9"]').first();
  await dot.click();
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('3. '));
  await page.waitForFunction(() => window.pipscribe.isJudged() && document.querySelector('pips-board').step?.choices.length > 1);
  await page.waitForTimeout(700);
  const still = await figure(page);
  await page.mouse.move(2, 2);
  await page.waitForTimeout(700);
  assert.equal(await figure(page), still);
  // A pointer that moves asks again.
  await dot.hover();
  await figureChanges(page, still);
  await context.close();
});

test('a stone that nobody asks about is not on the board', async () => {
  const { page, context } = await site.open();
  await enter(page, '[Game "pippinzip"]\n[Variant "freestyle"]\n[Size "9"]\n\n*\n');
  await page.evaluate(() => document.querySelector('pips-board').focus());
  for (const key of ['c3', 'e5']) await page.evaluate(key => document.querySelector('pips-board').choose(key), key);
  // The focus is back on the first place, where a stone could follow.
  await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.activeElement?.getAttribute('aria-label') === 'a1');
  await page.waitForTimeout(400);
  const [drawn, wanted] = await inside(page, `(root, board) => [root.querySelectorAll('.figure circle').length, board.step.svg.match(/<circle/g).length]`);
  assert.equal(drawn, wanted);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(wanted => document.querySelector('pips-board').shadowRoot.querySelectorAll('.figure circle').length > wanted, wanted);
  await context.close();
});

test('a finger sees a turn on the board, and plays it with the next touch or a button', async () => {
  const zip = gallery('pippinzip').replace(/^(#.*\n)*/, '');
  for (const [record, label, ends] of [[upTo(REAL_GAME, 20), 'dot e9', 'touch'], [upTo(REAL_GAME, 20), 'dot e9', 'button'], [upTo(zip, 6), 'a1', 'button']]) {
    const { page, complaints, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await enter(page, record);
    const number = await page.evaluate(() => window.pipscribe.board().number);
    const place = page.locator(`pips-board .over [aria-label="${label}"]`).first();
    await place.tap();
    const play = page.locator('pips-board').getByRole('button', { name: /^Play / });
    await play.waitFor();
    assert.equal(await text(page), record, 'nothing is written yet');
    if (ends === 'touch') await place.tap();
    else await play.tap();
    await page.waitForFunction(number => window.pipscribe.board()?.number === number + 1, number);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

const WINDOWS = [[1280, 800], [844, 390], [390, 844]];

/** Returns the buttons of the tray that are not whole in the window, or whose label is cut. */
const cut = page => inside(page, `root => [...root.querySelectorAll('.tray button')].filter(button => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const label = button.querySelector('.label');
  const seen = document.elementsFromPoint((left + right) / 2, bottom - 2)[0]?.localName === 'pips-board';
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !seen
    || (label && getComputedStyle(label).position !== 'absolute' && (label.scrollWidth > label.clientWidth + 1 && label.clientWidth > 0));
}).map(button => button.title || button.innerText)`);

test('the hand stays while a card or a die is placed and turned, and another card can be chosen instead', async () => {
  for (const [width, height] of WINDOWS) {
    for (const [name, turn, least] of [['pipe', 10, 5], ['pippip', 9, 6], ['pippip', 10, 6]]) {
      const { page, complaints, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
      const record = upTo(gallery(name), turn);
      await enter(page, record);
      const hand = () => inside(page, `root => [...root.querySelectorAll('.hand > .card')].map(card => [card.title, card.classList.contains('chosen')])`);
      const before = await hand();
      assert.ok(before.length >= least, `${before.length} cards`);
      await choose(page, 1);
      const states = [await hand()];
      assert.deepEqual(await cut(page), [], `${name} at ${width}x${height}: a square`);
      await choose(page, 1);
      states.push(await hand());
      assert.deepEqual(await cut(page), [], `${name} at ${width}x${height}: turning`);
      for (const state of states) assert.deepEqual(state, before.map(([title], at) => [title, at === 1]));
      // Two orientations that look alike differ in the half on the chosen square.
      const shown = await inside(page, `root => [...root.querySelectorAll('.turns > .card')].map(card => card.querySelector('.art').innerHTML)`);
      assert.equal(new Set(shown).size, shown.length);
      const other = page.locator('pips-board .hand > .card').nth(2);
      await other.click();
      await page.waitForFunction(() => document.querySelector('pips-board').chosen.length === 1);
      assert.deepEqual(await hand(), before.map(([title], at) => [title, at === 2]));
      assert.deepEqual(complaints, []);
      await context.close();
    }
  }
});

test('the card being turned is on the board with what it closes, and so is the turn as it is written', async () => {
  const { page, context } = await site.open();
  const record = upTo(gallery('pipe'), 18);
  await enter(page, record);
  for (const key of ['21', '-2+5']) await page.evaluate(key => document.querySelector('pips-board').choose(key), key);
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length === 2);
  const at = await inside(page, `(root, board) => board.step.choices.findIndex(({ key }) => key === '-2+5/S')`);
  await page.locator(`pips-board .turns [data-choice="${at}"]`).hover();
  await page.waitForFunction(() => /x1:5,19,21.*picks up cards 5, 19 and 21/.test(document.querySelector('pips-board').shadowRoot.querySelector('.ask').innerText.replace(/\s+/g, ' ')));
  // The closed set has an outline, and the other cards are faded.
  const drawn = await inside(page, `root => [...root.querySelectorAll('.figure [class]')].map(part => part.getAttribute('class')).join(' ')`);
  assert.match(drawn, /\bset-edge\b/);
  assert.match(drawn, /-faded\b/);
  await context.close();
});

test('all cards of a new game are whole and in sight, or in one list of whole rows', async () => {
  const first = ['[Variant "both"]\n', '[Variant "pipes"]\n', '[Variant "both"]\n[Players "4"]\n'];
  for (const [width, height] of WINDOWS) {
    for (const [at, tags] of first.entries()) {
      const { page, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900, colorScheme: at ? 'dark' : 'light' });
      await enter(page, `[Game "pipe"]\n${tags}[Deck "twin-works"]\n\n*\n`);
      const found = await inside(page, `root => {
        const list = root.querySelector('.hand');
        const { top, bottom } = list.getBoundingClientRect();
        const boxes = [...list.querySelectorAll('.card')].map(card => card.getBoundingClientRect());
        const isSeen = box => box.top >= top && box.bottom <= bottom && box.bottom <= innerHeight;
        return {
          cards: boxes.length,
          seen: boxes.filter(isSeen).length,
          cut: boxes.filter(box => !isSeen(box) && box.top < bottom && box.bottom > top).length,
          wide: boxes.filter(box => box.right > innerWidth).length,
          lists: [...root.querySelectorAll('.tray, .tray *')].filter(part => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== 'visible').length,
          overflown: [...list.querySelectorAll('.card')].filter(card => card.scrollHeight > card.clientHeight + 1).length,
          texts: [...root.querySelectorAll('.stage text')].filter(text => text.getBoundingClientRect().height > 0 && text.getBoundingClientRect().height < 9).length,
        };
      }`);
      assert.deepEqual({ ...found, seen: 0, lists: 0 }, { cards: 48, seen: 0, cut: 0, wide: 0, lists: 0, overflown: 0, texts: 0 }, `${width}x${height} ${tags}`);
      assert.ok(found.seen >= (width === 1280 ? 24 : 15) && found.lists <= 1, `${width}x${height} ${tags}: ${JSON.stringify(found)}`);
      await context.close();
    }
  }
});

test('the dialog says which variants more than two can play', async () => {
  const { page, context } = await site.open();
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  for (const [game, says] of [['Pipe Game', 'Pipes is for two players, Both for two to four.'], ['Pippinzip', 'Pipeline is for two players, Zipline and Freestyle for two or three.']]) {
    await dialog.getByRole('radio', { name: game, exact: true }).check();
    await dialog.getByText(says).waitFor();
    assert.ok(await dialog.getByRole('radiogroup', { name: 'Players' }).getByRole('radio', { name: '3' }).isDisabled());
  }
  await dialog.getByRole('radio', { name: 'Zipline' }).check();
  assert.equal(await dialog.locator('.new-note').count(), 0);
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

const DECK = '[Game "pipe"]\n[Variant "both"]\n[Deck "twin-works"]\n\n';

test('nothing moves and nothing vanishes while a card or a die is chosen, placed and turned', async () => {
  for (const [width, height] of WINDOWS) {
    for (const [name, turn] of [['pipe', 18], ['pippip', 10]]) {
      const { page, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
      await enter(page, upTo(gallery(name), turn));
      const boxes = () => inside(page, `root => Object.fromEntries([
        ['stage', root.querySelector('.stage')], ['prompt', root.querySelector('.ask')], ['hand', root.querySelector('.hand')],
        ...[...document.querySelectorAll('.seat, .steps .button')].map((part, at) => [part.className + at, part]),
      ].filter(([, part]) => part.checkVisibility()).map(([name, part]) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [name, [x, y, ...(name === 'hand' ? [] : [width, height])].map(Math.round)];
      }))`);
      const first = await boxes();
      await choose(page, name === 'pipe' ? 3 : 0);
      assert.deepEqual(await boxes(), first, `${name} at ${width}x${height}: a square`);
      await choose(page, 1);
      await inside(page, 'root => new Promise(resolve => setTimeout(resolve, 300))');
      assert.deepEqual(await boxes(), first, `${name} at ${width}x${height}: turning`);
      const small = await inside(page, `root => [...root.querySelectorAll('.turns > .card')].map(card => [card, card.querySelector('svg')].map(part => part.getBoundingClientRect()))
        .filter(([card, picture]) => Math.min(card.width, card.height) < 44 || Math.max(picture.width, picture.height) < 44).length`);
      assert.equal(small, 0, `${name} at ${width}x${height}: orientations are too small`);
      await context.close();
    }
  }
});

test('the words about a placement say what it does, and explain the dot on its pictures', async () => {
  const { page, context } = await site.open();
  await enter(page, `${DECK}1. discard:1,2,3,4;claim:white 2. discard:5,6,7,8;claim:black *\n`);
  await page.evaluate(() => document.querySelector('pips-board').choose('22'));
  const line = page.locator('pips-board p.ahead');
  await page.waitForFunction(() => /no cards are picked up/.test(document.querySelector('pips-board').shadowRoot.querySelector('p.ahead').textContent));
  assert.match(await line.innerText(), /is on the square that you chose, \+0\+0\./);
  assert.equal(await page.locator('pips-board p.ahead .pin').count(), 1);
  await context.close();
  const dice = await site.open();
  await enter(dice.page, upTo(gallery('pippip'), 10));
  await choose(dice.page, 0);
  await choose(dice.page, await inside(dice.page, '(root, board) => board.step.choices.findIndex(({ key }) => key === "b3")'));
  await dice.page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('p.ahead').textContent.includes('The die on a3 becomes dark.'));
  await dice.context.close();
});

test('the cards of a deck are said to be those of the real game, and stay while a colour is claimed', async () => {
  for (const [width, height] of WINDOWS) {
    const { page, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
    await enter(page, `${DECK}*\n`);
    await page.locator('pips-board').getByText('No cards are dealt here').waitFor();
    const top = () => inside(page, 'root => Math.round(root.querySelector(".deck").getBoundingClientRect().top)');
    const first = await top();
    const goesOn = await inside(page, 'root => root.querySelector(".deck").scrollHeight > root.querySelector(".deck").clientHeight + 1');
    assert.equal(await page.locator('pips-board').getByText('Scroll for all 48.').isVisible(), goesOn, `${width}x${height}`);
    for (const card of [5, 9, 10, 11]) {
      await choose(page, card);
      assert.equal(await top(), first, `${width}x${height}: the cards moved`);
    }
    assert.equal(await inside(page, 'root => root.querySelector(".asks").textContent'), 'Claim a colour');
    assert.equal(await page.locator('pips-board .deck > .card').count(), 48);
    assert.equal(await inside(page, 'root => [...root.querySelectorAll(".stage text")].filter(text => text.checkVisibility()).length'), 0);
    await context.close();
  }
});

test('a typed number is the card with that number, or is refused in words', async () => {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const { page, complaints, context } = await site.open({ viewport: { width, height } });
    await enter(page, `${DECK}*\n`);
    const said = () => inside(page, 'root => root.querySelector("p.ahead").innerText');
    const chosen = () => page.evaluate(() => document.querySelector('pips-board').chosen);
    const says = words => page.waitForFunction(words => document.querySelector('pips-board').shadowRoot.querySelector('p.ahead').innerText === words, words);
    await page.locator('pips-board').getByRole('searchbox').click();
    // Nobody waits for the board between two numbers.
    await page.keyboard.type('17\n23\n');
    await page.waitForFunction(() => document.querySelector('pips-board').chosen.length === 2);
    await page.keyboard.type('17\n');
    await says('Card 17 is chosen already.');
    await page.keyboard.type('55');
    await says('There is no card 55.');
    assert.ok(await page.locator('pips-board .deck > .card:visible').count() > 40, 'the cards stay');
    await page.keyboard.press('Enter');
    await says('There is no card 55.');
    assert.deepEqual(await chosen(), ['17', '23']);
    // The beginning of a number is no card, even if only one card has it.
    await page.keyboard.type('5');
    assert.equal(await said(), 'So far: Card 17, Card 23');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('pips-board').chosen.length === 3);
    // On a card, digits go to the field.
    await inside(page, 'root => root.querySelector(".deck > .card[data-choice]").focus()');
    await page.keyboard.type('4');
    await page.waitForTimeout(1_000);
    await page.keyboard.type('1\n');
    await page.waitForFunction(() => document.querySelector('pips-board').step?.asks === 'Claim a colour');
    assert.deepEqual(await chosen(), ['17', '23', '5', '41']);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a typed number of a hand counts as a whole, and Enter does not take another card for it', async () => {
  const { page, context } = await site.open();
  await enter(page, upTo(gallery('pipe'), 22));
  const hand = await page.evaluate(() => document.querySelector('pips-board').step.choices.map(({ key }) => key));
  assert.deepEqual(hand, ['3', '8', '28', '31', '37']);
  await inside(page, 'root => root.querySelector(".hand > .card").focus()');
  const focused = () => inside(page, 'root => root.activeElement.dataset.key');
  const refused = async (typed, words) => {
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await page.waitForFunction(words => document.querySelector('pips-board').shadowRoot.querySelector('p.ahead').innerText === words, words);
    assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), []);
  };
  await refused('2', 'Card 2 cannot be chosen now.');
  await refused('35', 'Card 35 cannot be chosen now.');
  await refused('99', 'There is no card 99.');
  await refused('16', 'Card 16 is on the table.');
  await page.keyboard.type('3');
  assert.equal(await focused(), '3');
  await page.waitForTimeout(1_000);
  await page.keyboard.type('7');
  assert.equal(await focused(), '37');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length === 1);
  assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), ['37']);
  await context.close();
});

test('Enter after a name that no place has takes no other place', async () => {
  const { page, context } = await site.open();
  await enter(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n');
  await inside(page, 'root => root.querySelector(".over .spot").focus()');
  await page.keyboard.type('b9');
  await page.keyboard.press('Enter');
  await page.locator('pips-board').getByText('There is no “b9” to choose.').first().waitFor();
  assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), []);
  await context.close();
});

test('most cards of an unknown hand are in sight beside a table, where there is room', async () => {
  for (const [width, height, least] of [[1280, 800, 24], [390, 844, 18]]) {
    const { page, context } = await site.open({ viewport: { width, height } });
    await enter(page, `${DECK}1. discard:1,2,3,4;claim:white 2. discard:5,6,7,8;claim:black 3. 22@+0+0/S *\n`);
    const found = await inside(page, `root => {
      const { top, bottom } = root.querySelector('.deck').getBoundingClientRect();
      const seen = [...root.querySelectorAll('.deck > .card')].map(card => card.getBoundingClientRect()).filter(box => box.top >= top && box.bottom <= bottom);
      return { seen: seen.length, beneath: bottom - Math.max(...seen.map(box => box.bottom)), stage: root.querySelector('.stage').clientHeight };
    }`);
    assert.ok(found.seen >= least && found.beneath < 12 && found.stage >= (width === 1280 ? 300 : 250), `${width}x${height}: ${JSON.stringify(found)}`);
    await context.close();
  }
});

test('the prompt says whose turn it is, and the turn that was played can be taken back', async () => {
  const { page, complaints, context } = await site.open();
  const record = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n';
  await enter(page, record);
  const seat = () => inside(page, 'root => root.querySelector(".asks").dataset.seat');
  assert.equal(await seat(), 'Black:');
  const back = page.locator('pips-board').getByRole('button', { name: 'Take back turn 2' });
  assert.equal(await back.count(), 0, 'nothing was entered yet');
  const play = async () => {
    await page.locator('pips-board [aria-label="dot e9"]').first().click();
    await back.waitFor();
    assert.equal(await text(page), record.replace(' *', ' 2. e9-e7 *'));
    await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.asks').dataset.seat === 'White:');
  };
  await play();
  await back.click();
  await page.waitForFunction(record => window.pipscribe.editor.text === record && window.pipscribe.isShown(), record);
  await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length > 1);
  // The key does the same.
  await play();
  await inside(page, 'root => root.querySelector("[data-choice]").focus()');
  await page.keyboard.press('Backspace');
  await page.waitForFunction(record => window.pipscribe.editor.text === record && window.pipscribe.isShown(), record);
  await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length > 1);
  // After another change, the button would undo that one.
  await play();
  await page.evaluate(() => window.pipscribe.editor.view.dispatch({ changes: { from: 0, insert: '# a line\n' } }));
  await back.waitFor({ state: 'detached' }).catch(() => undefined);
  assert.equal(await back.count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
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

test('the places and the words of an error stay while the pointer is on the board', async () => {
  const { page, complaints, context } = await site.open();
  const record = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 3. b4 4. h4 5. b5 *\n';
  await put(page, record, record.indexOf('b5') + 2);
  await page.waitForFunction(() => window.pipscribe.board()?.fault && document.querySelector('pips-board').step?.choices.length > 1);
  const look = () => inside(page, `root => {
    const ring = root.querySelector('.figure .mark-ring');
    const svg = root.querySelector('.figure svg');
    return { stroke: ring && getComputedStyle(ring).stroke, isLast: ring !== null && svg.lastElementChild.contains(ring), told: root.host.querySelector('.told .fault').checkVisibility(),
      stage: root.querySelector('.stage').getBoundingClientRect().height, asks: root.querySelector('.asks').checkVisibility(), ahead: root.querySelector('.over').classList.contains('ahead') };
  }`);
  const before = await look();
  assert.ok(before.stroke && before.told && !before.asks, JSON.stringify(before));
  const dot = page.locator('pips-board').getByRole('button', { name: 'dot a1' });
  const { x, y, width, height } = await dot.boundingBox();
  // A pointer that only moves changes nothing.
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  await page.mouse.move(x - 12, y - 12, { steps: 3 });
  assert.deepEqual(await look(), before);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.asks').checkVisibility());
  const entered = await look();
  assert.deepEqual([entered.stroke, entered.told, entered.stage], [before.stroke, true, before.stage]);
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.over').classList.contains('ahead'));
  const ahead = await look();
  assert.deepEqual([ahead.stroke, ahead.told, ahead.isLast], [before.stroke, true, false]);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a new game that is begun with the mouse has no place that is highlighted', async () => {
  const { page, context } = await site.open();
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  for (const isByKey of [false, true]) {
    await page.getByRole('button', { name: isByKey ? 'New…' : 'New game' }).first().click();
    const begin = page.getByRole('dialog').getByRole('button', { name: 'Begin' });
    await begin.waitFor();
    if (isByKey) await page.keyboard.press('Enter');
    else await begin.click();
    await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.activeElement !== null);
    await page.waitForTimeout(150);
    const lit = await inside(page, `root => [...root.querySelectorAll('.over .lit, .over :focus-visible')].map(spot => spot.ariaLabel)`);
    // Those who use the keyboard see where they are.
    assert.deepEqual(lit, isByKey ? ['dot a1'] : []);
  }
  await context.close();
});

test('the rings of the places leave the labels free', async () => {
  for (const [width, height] of WINDOWS) {
    const { page, context } = await site.open({ viewport: { width, height } });
    await enter(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n');
    const found = await inside(page, `root => {
      const labels = [...root.querySelectorAll('.coordinate text')].map(text => [text.textContent, text.getBoundingClientRect()]);
      const spots = [...root.querySelectorAll('.over .spot')].map(spot => {
        const { left, top, width, height } = spot.getBoundingClientRect();
        const own = Number(getComputedStyle(spot).getPropertyValue('--own')) || 1;
        return { name: spot.ariaLabel, x: left + width / 2, y: top + height / 2, r: 0.44 * own * width, size: width };
      });
      // The box of a text has room above and below its letters.
      const away = ({ left, top, right, bottom, height }, { x, y }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top + 0.17 * height - y, 0, y - bottom + 0.2 * height));
      return { labels: labels.length, least: Math.min(...spots.map(({ size }) => size)), rings: Math.min(...spots.map(({ r }) => r)),
        over: spots.flatMap(spot => labels.filter(([, box]) => away(box, spot) < spot.r).map(([label]) => label + ' ' + spot.name)) };
    }`);
    assert.equal(found.labels, 24);
    assert.deepEqual(found.over, [], `${width}x${height}`);
    assert.ok(found.rings >= 4 && found.least >= 24, JSON.stringify(found));
    // So does the ring of a dot that was chosen.
    await page.evaluate(() => document.querySelector('pips-board').choose('a4'));
    await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.over > .mark'));
    const gap = await inside(page, `root => {
      const mark = root.querySelector('.over > .mark').getBoundingClientRect();
      const label = [...root.querySelectorAll('.coordinate text')].find(text => text.textContent === 'a4').getBoundingClientRect();
      return mark.left - label.right;
    }`);
    assert.ok(gap >= 0, `${width}x${height}: ${gap}`);
    await context.close();
  }
});

test('a card that is turned is not framed in the colour of mistakes, and a check does not cover its number', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page, context } = await site.open({ colorScheme });
    await enter(page, upTo(gallery('pipe'), 10));
    await choose(page, 1);
    const hidden = () => inside(page, `root => {
      const card = root.querySelector('.card.chosen');
      const { right, top } = card.getBoundingClientRect();
      const [width, height, dx, dy] = ['width', 'height', 'right', 'top'].map(name => parseFloat(getComputedStyle(card, '::after')[name]));
      const check = { left: right - dx - width, right: right - dx, top: top + dy, bottom: top + dy + height };
      return [...card.querySelectorAll('text, .label')].filter(text => {
        const box = text.getBoundingClientRect();
        return box.left < check.right && box.right > check.left && box.top < check.bottom && box.bottom > check.top;
      }).map(text => text.textContent);
    }`);
    assert.deepEqual(await hidden(), []);
    await choose(page, 1);
    await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.over > .turned'));
    await page.waitForTimeout(200);
    // The cards are lower now, and their words beside the pictures.
    assert.deepEqual(await hidden(), []);
    const [mark, wrong, colours] = await inside(page, `root => {
      const figure = root.querySelector('.figure');
      const style = getComputedStyle(root.host);
      const shown = colour => { const probe = document.createElement('i'); probe.style.color = colour; document.body.append(probe); const made = getComputedStyle(probe).color; probe.remove(); return made; };
      const parts = [...figure.querySelectorAll('[class]')].flatMap(part => [getComputedStyle(part).stroke, getComputedStyle(part).fill]);
      return [shown(getComputedStyle(figure).getPropertyValue('--pips-mark')), shown(style.getPropertyValue('--wrong')), [...new Set(parts)]];
    }`);
    assert.notEqual(mark, wrong);
    assert.ok(!colours.includes(wrong), `${colorScheme}: ${colours}`);
    await context.close();
  }
});

test('the GIPF piece that may go or stay has a ring that differs from the board and from the piece', async () => {
  const record = upTo(readFileSync(new URL('../../../../corpus/gipf/real/game-a.pips', import.meta.url), 'utf8').replace(/^(#.*\n)*/, ''), 34);
  for (const colorScheme of ['light', 'dark']) {
    const { page, context } = await site.open({ colorScheme });
    await enter(page, record);
    for (const key of ['g1', 'f2', 'f2..f7']) {
      await page.waitForFunction(key => document.querySelector('pips-board').step?.choices.some(choice => choice.key === key), key);
      await page.evaluate(key => document.querySelector('pips-board').choose(key), key);
    }
    await page.waitForFunction(() => /go or stay/.test(document.querySelector('pips-board').step?.asks));
    await page.waitForTimeout(200);
    const found = await inside(page, `root => {
      const mark = root.querySelector('.mark.asked');
      const light = colour => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(value => { const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
      const style = getComputedStyle(mark);
      const others = [...root.querySelectorAll('.over > .mark:not(.asked)')].map(other => other.getBoundingClientRect().width);
      return { moat: contrast(style.outlineColor, style.borderTopColor), width: parseFloat(style.borderTopWidth), outline: parseFloat(style.outlineWidth), line: style.outlineStyle,
        size: mark.getBoundingClientRect().width, others: Math.max(...others) };
    }`);
    assert.ok(found.moat >= 3 && found.line === 'solid' && found.outline >= 2, JSON.stringify(found));
    // It is larger than the rings of the other pieces of the row.
    assert.ok(found.size > 1.08 * found.others, JSON.stringify(found));
    await context.close();
  }
});

test('a direction of a push that leads over a black piece has a ring that is seen', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page, context } = await site.open({ colorScheme });
    await enter(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 3. c2 *\n');
    await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.some(({ key }) => key === 'i3'));
    await page.evaluate(() => document.querySelector('pips-board').choose('i3'));
    await page.waitForFunction(() => document.querySelector('pips-board').chosen.length && document.querySelector('pips-board').step?.choices.some(({ label }) => /h3/.test(label)));
    await page.mouse.move(1, 1);
    await page.waitForTimeout(300);
    const found = await inside(page, `root => {
      const light = colour => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(value => { const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
      return [...root.querySelectorAll('.over > .spot[data-choice]')].map(spot => {
        const style = getComputedStyle(spot, '::before');
        const [ring, moat] = [style.borderTopColor, style.outlineColor];
        // Either the ring or its moat differs from a piece, and they differ from each other.
        const pieces = ['#26282c', '#fffefb'].map(piece => Math.max(contrast(ring, piece), contrast(moat, piece)));
        return { line: style.outlineStyle, width: parseFloat(style.outlineWidth), inner: style.boxShadow !== 'none', least: Math.min(contrast(ring, moat), ...pieces) };
      });
    }`);
    assert.ok(found.length > 1, JSON.stringify(found));
    for (const ring of found) assert.ok(ring.line === 'solid' && ring.width >= 2 && ring.inner && ring.least >= 3, `${colorScheme}: ${JSON.stringify(ring)}`);
    await context.close();
  }
});

test('what a turn moved is not drawn in the colour of mistakes, and the places of a mistake are', async () => {
  const record = readFileSync(new URL('../../../../corpus/gipf/real/game-b-with-errors.pips', import.meta.url), 'utf8').replace(/^(#.*\n)*/, '');
  const { page, context } = await site.open();
  const strokes = () => inside(page, `root => [...new Set([...root.querySelectorAll('.figure [class^="mark"], .figure [class*="arrow"], .figure [class*="moved"]')].flatMap(part => [getComputedStyle(part).stroke, getComputedStyle(part).fill]))]`);
  const red = 'rgb(179, 38, 30)';
  await put(page, record, record.indexOf('42. ') + 5);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 42);
  assert.ok(!(await strokes()).includes(red));
  await put(page, record, record.indexOf('49. ') + 5);
  await page.waitForFunction(() => window.pipscribe.board()?.fault);
  await page.waitForTimeout(150);
  assert.ok((await strokes()).includes(red), String(await strokes()));
  await context.close();
});

test('the seats of the Pipe Game are whole on a phone on its side', async () => {
  const { page, context } = await site.open({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  await enter(page, upTo(gallery('pipe'), 10));
  const cut = await page.evaluate(() => {
    const box = document.querySelector('.seats').getBoundingClientRect();
    const below = document.querySelector('pips-board').shadowRoot.querySelector('.ask').getBoundingClientRect().top;
    return [...document.querySelectorAll('.seat')].filter(seat => {
      const { top, bottom } = seat.getBoundingClientRect();
      return top < box.top - 1 || bottom > Math.min(box.bottom, below) + 1 || bottom > innerHeight;
    }).map(seat => seat.innerText);
  });
  assert.deepEqual(cut, []);
  await context.close();
});

test('the dialog of a new Pipe Game offers the deck and the hands, which are picked on a grid or typed', async () => {
  for (const [width, height] of WINDOWS) {
    const { page, complaints, context } = await site.open({ viewport: { width, height } });
    await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
    const open = async hands => {
      await page.evaluate(() => { document.documentElement.dataset.start = ''; });
      await page.getByRole('button', { name: 'New game' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New game' });
      await dialog.getByRole('radio', { name: 'Pipe Game', exact: true }).check();
      await dialog.getByText('More: deck, hands').click();
      assert.deepEqual(await dialog.getByLabel('Deck').locator('option').allTextContents(), ['twin-works']);
      await dialog.getByRole('radio', { name: hands, exact: true }).check();
      return dialog;
    };
    const begun = async () => {
      await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1 && window.pipscribe.isJudged());
      return Object.fromEntries([...(await text(page)).matchAll(/\[(\w+) "([^"]*)"\]/g)].map(([, name, value]) => [name, value]));
    };
    const picked = await open('Picked');
    const card = number => picked.locator(`[data-card="${number}"]`);
    for (const number of [17, 23, 1, 5, 9, 10, 11, 12, 13]) await card(number).click();
    await picked.getByText('Seat 2 has 0 of 9 cards.').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/deal-${width}.png` });
    // A press gives a card to another seat, and a second press takes it back.
    await card(48).click();
    await card(48).click();
    await picked.getByLabel('Hand of seat 2').fill('17 2 3 4 6 7 8 14 15');
    await picked.getByRole('status').getByText('Card 17 is chosen already.').waitFor();
    await picked.getByRole('button', { name: 'Begin' }).click();
    await picked.getByRole('alert').getByText('Card 17 is chosen already.').waitFor();
    await picked.getByLabel('Hand of seat 2').fill('16 2 3 4 6 7 8 14 15');
    await picked.getByText('All hands are complete.').waitFor();
    await picked.getByRole('button', { name: 'Begin' }).click();
    const tags = await begun();
    assert.deepEqual([tags.Hand1, tags.Hand2], ['17,23,1,5,9,10,11,12,13', '16,2,3,4,6,7,8,14,15']);
    assert.equal(new Set([tags.Hand1, tags.Hand2, tags.Stock].join(',').split(',')).size, 48);
    assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').step.choices.map(({ key }) => Number(key)).sort((one, other) => one - other)), [1, 5, 9, 10, 11, 12, 13, 17, 23]);
    assert.match(await page.locator('#verdict').textContent(), /legal/i);
    await context.close();
    assert.deepEqual(complaints, []);
  }
});
