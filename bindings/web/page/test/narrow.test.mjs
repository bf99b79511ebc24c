// Tests of a narrow phone of 320 by 568 pixels, which is also a desktop at 400 % zoom: no text is cut, nothing is out of
// sight that has to be pressed, and the board is whole.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { openText, put, shown, start } from './browser.mjs';

const corpus = new URL('../../../../corpus/', import.meta.url);
const record = name => readFileSync(new URL(name, corpus), 'utf8').replace(/^(#.*\n)*/, '');
const viewport = { width: 320, height: 568 };
let site;
before(async () => { site = await start(); });
after(() => site.stop());

const narrow = () => site.open({ viewport, hasTouch: true, isMobile: true });

/** Returns the visible elements that leave the window at its side, or whose text is cut. */
const cut = (page, selector) => page.evaluate(selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility({ visibilityProperty: true })).filter(element => {
  const { left, right } = element.getBoundingClientRect();
  return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline';
}).map(element => element.textContent), selector);

test('the start and the dialogs of a narrow phone are whole', async () => {
  const { page, context } = await narrow();
  assert.deepEqual(await cut(page, '.welcome h2, .begin .button, .begin .button span, .picture'), []);
  // The editor, which is hidden, is wider.
  assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollLeft]), [320, 0]);
  assert.equal(await page.getByText('drop a file').isVisible(), false, 'nothing can be dropped on a touch screen');
  await page.locator('#begin').getByRole('button', { name: 'New game' }).click();
  await page.getByRole('dialog').waitFor();
  for (const game of ['GIPF', 'Pippinzip', 'Pip•Pip', 'Pipe Game']) {
    await page.getByRole('radio', { name: game, exact: true }).check();
    assert.deepEqual(await cut(page, '.segment, .dialog .button, .dialog label'), [], game);
  }
  await context.close();
});

test('the tabs and the state of the record are whole on a narrow phone', async () => {
  const { page, context } = await narrow();
  await put(page, record('gipf/real/game-a.pips').replace('42. g6', '42. g6 lunch at noon'));
  await page.getByRole('tab', { name: 'Record', exact: true }).click();
  await page.locator('.verdict.wrong').waitFor();
  assert.deepEqual(await cut(page, '.tabs button, .verdict, .desk-bar .button, .steps .button'), []);
  const lines = await page.evaluate(() => document.querySelector('#verdict').getBoundingClientRect().height);
  assert.ok(lines <= 44, `the state is one line: ${lines} pixels`);
  await context.close();
});

test('a narrow phone shows the whole board for entering a turn, and the fix of a mistake', async () => {
  const { page, context } = await narrow();
  await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n*\n');
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  const beyond = () => page.evaluate(() => {
    const stage = document.querySelector('pips-board').shadowRoot.querySelector('.stage');
    return stage.scrollHeight - stage.clientHeight;
  });
  assert.ok(await beyond() <= 12, `${await beyond()} pixels of the board are out of sight`);
  await put(page, record('gipf/real/game-b-with-errors.pips'));
  await page.getByRole('tab', { name: /^Findings/ }).click();
  const fix = await page.locator('.finding button.main').boundingBox();
  assert.ok(fix.y + 24 <= viewport.height, `the fix begins at ${fix.y}`);
  await context.close();
});

test('the buttons of a puzzle are in sight on a narrow phone', async () => {
  const { page, context } = await narrow();
  const puzzle = '[Game "pippinzip"]\n[Variant "pipeline"]\n[Size "3"]\n[Position "b2/bb1/2w 2 taker=2 -"]\n\n{[%puzzle win 1]} 1. c2 0-1\n';
  await openText(page, puzzle, 'puzzle.pips');
  await page.locator('.puzzle').waitFor();
  await shown(page);
  for (const name of ['Hint', 'Show solution', 'Show the record']) {
    const { x, y, width, height } = await page.locator('.puzzle').getByRole('button', { name, exact: true }).boundingBox();
    assert.ok(x + width <= viewport.width && y + height <= viewport.height, `${name} ends at ${x + width}, ${y + height}`);
  }
  await context.close();
});

test('a board without places to press is whole beside every panel', async () => {
  const { page, context } = await narrow();
  await put(page, record('gipf/real/game-a.pips'));
  await page.getByRole('tab', { name: /^Records/ }).click();
  await page.waitForFunction(() => {
    const stage = document.querySelector('pips-board').shadowRoot.querySelector('.stage');
    return stage.clientHeight > 100 && stage.scrollHeight <= stage.clientHeight;
  });
  await context.close();
});

test('phones show the state of the record in the bar, with every panel', async () => {
  for (const [width, height] of [[320, 568], [390, 844], [844, 390]]) {
    const { page, context } = await site.open({ viewport: { width, height }, hasTouch: true, isMobile: true });
    assert.equal(await page.locator('#verdict').isVisible(), false, 'the start has no record');
    await put(page, record('gipf/real/game-b-with-errors.pips'));
    for (const tab of ['Findings', 'Record', 'Turns', 'Rules']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}\\b`) }).click();
      const { x, y, width: wide } = await page.locator('.bar #verdict').boundingBox();
      assert.ok(y >= 0 && y < 48 && x + wide <= width, `${width}: ${tab}`);
      assert.deepEqual(await cut(page, '.verdict, .brand'), []);
    }
    await page.locator('#verdict').click();
    await page.locator('.finding').first().waitFor();
    // The window was enlarged.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('.desk-bar #verdict').waitFor();
    await context.close();
  }
});

test('phones show the whole finding of a mistake, and every card of the other hand', async () => {
  for (const [width, height] of [[390, 844], [844, 390]]) {
    const { page, context } = await site.open({ viewport: { width, height }, hasTouch: true, isMobile: true });
    await put(page, record('gipf/real/game-b-with-errors.pips'));
    await page.getByRole('tab', { name: /^Findings/ }).click();
    await page.locator('.finding button.main').waitFor();
    const { y, height: high } = await page.locator('.finding').boundingBox();
    assert.ok(y + high <= height, `${width}x${height}: the finding ends at ${y + high}`);
    // The seats are two equal lines each.
    const seats = await page.evaluate(() => [...document.querySelectorAll('.seat')].map(seat => [seat.getBoundingClientRect().top, seat.scrollWidth > seat.clientWidth]));
    assert.deepEqual(seats[0], seats[1], `${width}x${height}`);
    await put(page, record('gallery/pipe.pips'));
    await page.locator('.seat .hand').waitFor();
    const hidden = await page.evaluate(() => {
      const hand = document.querySelector('.seat .hand');
      return [...hand.children].filter(card => card.getBoundingClientRect().right > hand.getBoundingClientRect().right + 1).map(card => card.textContent);
    });
    assert.deepEqual(hidden, [], `${width}x${height}`);
    await context.close();
  }
});
