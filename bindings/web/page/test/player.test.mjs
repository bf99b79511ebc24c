// Tests of the interactive player in Chromium, for all games: where it opens, what is in sight at each size, and what is
// printed. `pipscribe` (or $PIPSCRIBE) writes the pages.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

import { executablePath, SIZES } from './browser.mjs';

const corpus = fileURLToPath(new URL('../../../../corpus/', import.meta.url));
const GAMES = { gipf: 'gipf/real/game-a.pips', pippinzip: 'gallery/pippinzip.pips', pippip: 'gallery/pippip.pips', pipe: 'gallery/pipe.pips' };
const command = process.env.PIPSCRIBE ?? 'pipscribe';
const skip = spawnSync(command, ['--version']).status === 0 ? false : 'there is no `pipscribe`';
let folder, browser;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'pips-player-'));
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const textOf = name => readFileSync(join(corpus, name), 'utf8').replace(/^(#.*\n)*/, '');

/** Opens the player of a record. */
async function open(record, { options = [], width = 1280, height = 800, ...more } = {}) {
  const [file, out] = [join(folder, 'record.pips'), join(folder, 'player.html')];
  writeFileSync(file, record);
  spawnSync(command, ['render', file, '-o', out, ...options]);
  const page = await browser.newPage({ viewport: { width, height }, ...more });
  await page.goto(pathToFileURL(out).href);
  await page.locator('#controls').waitFor({ state: 'attached' });
  return page;
}

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();
/** Returns by how much the page is larger than its window. */
const beyond = page => page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);

for (const [game, file] of Object.entries(GAMES)) {
  test(`${game}: the player opens at its last turn, and on a desktop everything is in sight`, { skip }, async () => {
    for (const [width, height] of [[1280, 800], [1920, 1080]]) {
      const page = await open(textOf(file), { width, height });
      const [now, of] = (await page.locator('#count').innerText()).split('/').map(Number);
      assert.equal(now, of);
      assert.ok(of > 10);
      const what = `${width}x${height}`;
      assert.ok((await beyond(page)).every(pixels => pixels <= 0), `${what}: the page scrolls`);
      const [board, list, buttons, beneath] = [await boxOf(page, '#figure'), await boxOf(page, '#list'), await boxOf(page, '.buttons'), await boxOf(page, '#beneath')];
      // A table can be wider than high.
      assert.ok(board.height >= 0.66 * height, `${what}: the board has ${board.height} of ${height} pixels`);
      assert.ok(beneath.y >= board.y + board.height - 1 && beneath.y + beneath.height <= height, `${what}: the lines below the board`);
      assert.ok(buttons.y >= list.y + list.height - 1 && buttons.x >= board.x + board.width - 1, `${what}: the buttons are below the turns`);
      await page.close();
    }
  });

  test(`${game}: the player does not scroll to the side, and prints its last position without buttons`, { skip }, async () => {
    for (const [width, height] of SIZES) {
      const page = await open(textOf(file), { width, height, hasTouch: width < 900, isMobile: width < 900 });
      assert.ok((await beyond(page))[0] <= 0, `${width}x${height}`);
      const board = await boxOf(page, '#figure');
      assert.ok(board.y + board.height <= height, `${width}x${height}: the board ends at ${board.y + board.height}`);
      await page.close();
    }
    const record = textOf(file).replace(/\[%diagram[^\]]*\]/g, '');
    const whole = await open(record);
    const last = await whole.locator('#label').innerText();
    await whole.close();
    const page = await open(record, { options: ['--turn', '3'] });
    assert.match(await page.locator('#label').innerText(), /^Turn 3,/);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('#label').innerText(), last);
    assert.equal(await page.locator('button:visible').count(), 0);
    assert.ok(await page.locator('#figure').isVisible());
    await page.close();
  });
}

test('the line with the number of errors is a link to the turn, whose places are marked', { skip }, async () => {
  const page = await open(textOf('gipf/real/game-b-with-errors.pips'));
  assert.match(await page.locator('#label').innerText(), /^Turn 49 refused/);
  await page.locator('#first').click();
  await page.locator('.faults a').click();
  assert.match(await page.locator('#label').innerText(), /^Turn 49 refused/);
  assert.ok(await page.locator('#figure [class^=mark]').count() > 0);
  assert.match(await page.locator('#figure-words').textContent(), /Marked with a square: d4/);
  await page.close();
});

test('the option for a turn comes first', { skip }, async () => {
  const page = await open(textOf('gipf/real/game-b-with-errors.pips'), { options: ['--turn', '12'] });
  assert.match(await page.locator('#label').innerText(), /^Turn 12,/);
  await page.close();
});

test('hands of the Pipe Game are rows of cards in HTML, and stores of Pip•Pip are dice', { skip }, async () => {
  const pipe = await open(textOf(GAMES.pipe));
  const hands = await pipe.locator('#beneath .hand').evaluateAll(hands => hands.map(hand => [...hand.querySelectorAll('svg')].map(card => Math.round(card.getBoundingClientRect().top))));
  assert.equal(hands.length, 2);
  assert.ok(hands.every(tops => tops.length > 3 && new Set(tops).size === 1), JSON.stringify(hands));
  await pipe.close();
  const pippip = await open(textOf(GAMES.pippip), { options: ['--turn', '9'] });
  assert.ok(await pippip.locator('#beneath svg').count() >= 2);
  assert.doesNotMatch(await pippip.locator('#beneath').innerText(), /store \d/);
  await pippip.close();
});

test('a turn breaks only after a semicolon, and clocks are beside their turns', { skip }, async () => {
  const pipe = await open(textOf(GAMES.pipe), { width: 390, height: 844 });
  const torn = await pipe.locator('.turn .part').evaluateAll(parts => parts.filter(part => part.getClientRects().length > 1).map(part => part.textContent));
  assert.deepEqual(torn, []);
  assert.ok(await pipe.locator('.turn .part').count() > 10);
  await pipe.close();
  const timed = await open('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%clock 0:09:58]} 2. h3 {[%clock 0:09:41]} *\n');
  assert.deepEqual(await timed.locator('.clock').allInnerTexts(), ['0:09:58', '0:09:41']);
  await timed.close();
});

test('each puzzle of a record hides its own solution', { skip }, async () => {
  const page = await open('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle save 2]} 2. c2 (2. d2) 3. f7 {[%puzzle only 1]} 4. c6 *\n');
  const label = page.locator('#label');
  // A solution that is opened or closed tells the player a moment later.
  const ends = async turn => {
    for (let tries = 0; tries < 50; tries++) {
      await page.keyboard.press('End');
      if (turn.test(await label.innerText())) return;
      await page.waitForTimeout(20);
    }
    assert.match(await label.innerText(), turn);
  };
  await ends(/^Turn 1,/);
  await page.locator('#solve').click();
  await page.locator('#choices button').first().waitFor();
  await ends(/^Turn 3,/);
  await page.locator('#solve').click();
  await page.locator('#solve').waitFor({ state: 'hidden' });
  await ends(/^Turn 4,/);
  // A key directly after a click does not open again what the click closed.
  await page.evaluate(() => {
    document.querySelector('.solution').open = false;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
  });
  assert.match(await label.innerText(), /^Turn 1,/);
  assert.equal(await page.locator('.solution').first().getAttribute('open'), null);
  await page.locator('.solution > summary').first().click();
  await ends(/^Turn 4,/);
  // The summaries in the list close them again.
  await page.locator('.solution .solution > summary').click();
  await page.locator('#solve').waitFor();
  await ends(/^Turn 3,/);
  await page.locator('.solution > summary').first().click();
  await page.locator('.variation').waitFor({ state: 'hidden' });
  await ends(/^Turn 1,/);
  await page.close();
});
