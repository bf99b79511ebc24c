// Tests of the board element in Chromium: every game played to its end by clicks only, by keys, and by dragging. $WASM
// is the folder with the output of `bindings/web` (pipscribe_web.js, pipscribe_web_bg.wasm); $SHOTS is a folder for
// screenshots. Without $EVERY_GAME one variant of each game is played.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

import { built } from './board/build.mjs';
import { executablePath } from './browser.mjs';
import { begun, nameOf, records } from './play.mjs';
import { serve } from './serve.mjs';

const glue = process.env.WASM;
const shots = process.env.SHOTS;
const skip = glue ? false : 'WASM names no folder with the module';

let folder, server, browser;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'pips-board-'));
  await built(glue, folder);
  server = await serve(folder);
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
  await page.goto(server.address);
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  return { page, complaints, close: () => context.close() };
}

const show = (page, text, offset = 0, look = {}) => page.evaluate(([text, offset, look]) => window.harness.open(text, offset, look), [text, offset, look]);
const text = page => page.evaluate(() => window.harness.text());

/** Waits until the board has its choices, with `chosen` of them made. */
const ready = (page, number, chosen = 0) => page.waitForFunction(([number, chosen]) => {
  const board = document.querySelector('pips-board');
  return board.board?.number === number && (board.board.result || (board.step && board.chosen.length === chosen));
}, [number, chosen]);

/** Clicks a choice at its place on the screen. */
async function click(page, key) {
  const index = await page.evaluate(key => document.querySelector('pips-board').step.choices.findIndex(choice => choice.key === key), key);
  assert.notEqual(index, -1, `${key} can be chosen`);
  await page.locator(`pips-board [data-choice="${index}"]`).first().click();
}

/** Plays a turn by clicks. The board makes choices without alternatives automatically. */
async function play(page, turn, number, choose = click) {
  await ready(page, number);
  if (turn === 'resign') throw new Error('random games do not resign');
  const path = await page.evaluate(turn => window.harness.path(turn), turn);
  for (let made = 0; made < path.length;) {
    const before = await page.evaluate(() => window.harness.turns.length);
    await choose(page, path[made]);
    // One or more choices were made by the click, or the turn is over.
    await page.waitForFunction(([made, before]) => window.harness.turns.length > before || document.querySelector('pips-board').chosen.length > made, [made, before]);
    if (await page.evaluate(before => window.harness.turns.length > before, before)) break;
    made = await page.evaluate(() => document.querySelector('pips-board').chosen.length);
  }
  // If there are optional choices left, the user ends the turn.
  const ended = await page.evaluate(number => window.harness.turns.length > number, number);
  if (!ended) await page.locator('pips-board button.main').click();
  await page.waitForFunction(number => document.querySelector('pips-board').board.number === number, number + 1);
}

const ofEachGame = new Map(records.map(record => [record.match(/\[Game "([^"]*)"/)[1], record]));
for (const record of process.env.EVERY_GAME ? records : ofEachGame.values()) {
  const name = nameOf(record);
  test(`${name}: played to its end by clicks alone`, { skip, timeout: 900_000 }, async () => {
    const { page, complaints, close } = await open();
    const { start, turns } = begun(record);
    await show(page, start);
    for (const [number, turn] of turns.entries()) {
      await play(page, turn, number);
      if (shots && number === Math.floor(turns.length / 2)) await page.screenshot({ path: join(shots, `${name.replaceAll(/\W+/g, '-')}.png`), fullPage: true });
    }
    assert.equal(await text(page), record);
    assert.deepEqual(await page.evaluate(() => window.harness.turns), turns);
    assert.match(await page.locator('pips-board .asks').innerText(), /The game is over/);
    assert.deepEqual([...new Set(complaints)], []);
    await close();
  });
}

test('a game is played by keys alone, and announced', { skip, timeout: 300_000 }, async () => {
  const { page, complaints, close } = await open({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const { start, turns } = begun(records.find(record => record.includes('[Variant "pipeline"]')));
  await show(page, start);
  await ready(page, 0);
  // The first key press enters the board.
  await page.keyboard.press('Tab');
  const byKeys = async (page, key) => {
    const type = async () => {
      for (const letter of key) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    };
    const focused = () => page.evaluate(() => document.querySelector('pips-board').shadowRoot.activeElement?.getAttribute('data-choice'));
    const wanted = await page.evaluate(key => String(document.querySelector('pips-board').step.choices.findIndex(choice => choice.key === key)), key);
    await type();
    // On a busy machine, more time can pass between two letters than the board allows within one name.
    for (let attempts = 0; attempts < 5 && await focused() !== wanted; attempts += 1) {
      await page.waitForTimeout(1000);
      await type();
    }
    assert.equal(await focused(), wanted, key);
    await page.keyboard.press('Enter');
  };
  for (const [number, turn] of turns.slice(0, 6).entries()) await play(page, turn, number, byKeys);
  const said = await page.locator('pips-board [aria-live]').innerText();
  assert.match(said, /^6\. Seat \d: .* to move\./);
  assert.deepEqual([...new Set(complaints)], []);
  await close();
});

test('arrows go among the places, Escape takes back, Page Up goes back', { skip }, async () => {
  const { page, close } = await open();
  await show(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n', 38);
  await ready(page, 1);
  const focused = () => page.evaluate(() => document.querySelector('pips-board').shadowRoot.activeElement?.getAttribute('aria-label'));
  await page.locator('pips-board [aria-label="dot e1"]').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), 'dot d1');
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await focused(), 'dot d1');
  await page.locator('pips-board [aria-label="dot c1"]').focus();
  await page.keyboard.press('Enter');
  await ready(page, 1, 1);
  assert.match(await page.locator('pips-board .asks').innerText(), /direction/);
  assert.match(await focused(), /^from c1 over/);
  await page.keyboard.press('Escape');
  await ready(page, 1, 0);
  await page.keyboard.press('PageUp');
  await page.waitForFunction(() => document.querySelector('pips-board').board.number === 0);
  assert.deepEqual(await page.evaluate(() => window.harness.steps), ['previous']);
  await close();
});

test('pieces are dragged, and another turn becomes a variation', { skip }, async () => {
  const { page, complaints, close } = await open();
  const drag = async (from, to) => {
    const [a, b] = [await from.boundingBox(), to];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width / 2 + 14, a.y + a.height / 2 - 8, { steps: 3 });
    await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0);
    await page.mouse.move(b.x, b.y, { steps: 6 });
    await page.mouse.up();
  };
  const placeOf = name => page.evaluate(name => {
    const board = document.querySelector('pips-board');
    const svg = board.shadowRoot.querySelector('.sheet').getBoundingClientRect();
    const { width } = board.shadowRoot.querySelector('.figure svg').viewBox.baseVal;
    const area = board.board.places[name];
    const [x, y] = 'r' in area ? [area.x, area.y] : [0, 1].map(side => area.points.reduce((sum, point) => sum + point[side], 0) / area.points.length);
    return { x: svg.left + x * (svg.width / width), y: svg.top + y * (svg.width / width) };
  }, name);
  await show(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. c2 *\n', 38);
  await ready(page, 1);
  await drag(page.locator('pips-board [aria-label="dot e9"]'), await placeOf('e6'));
  await page.waitForFunction(() => window.harness.turns.length === 1);
  await page.waitForFunction(() => document.querySelector('pips-board').board.variation.length === 2);
  assert.equal(await text(page), '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. c2 (2. e9-e7) *\n');
  // Playing a turn that the record already contains moves to it.
  await show(page, await text(page), 38);
  await ready(page, 1);
  await drag(page.locator('pips-board [aria-label="dot e9"]'), await placeOf('e7'));
  await page.waitForFunction(() => document.querySelector('pips-board').board.variation.length === 2);
  assert.equal(await text(page), '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. c2 (2. e9-e7) *\n');
  // Drags a die from its tray to a square.
  await show(page, '[Game "pippip"]\n\n*\n');
  await ready(page, 0);
  await drag(page.locator('pips-board button.card').nth(4), await placeOf('c2'));
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.join() === '5,c2');
  assert.deepEqual([...new Set(complaints)], []);
  await close();
});

test('stones of an auction are taken back one by one, and resigning is asked for twice', { skip }, async () => {
  const { page, close } = await open();
  await show(page, '[Game "pippinzip"]\n[Variant "zipline"]\n[Size "5"]\n[Result "*"]\n\n*\n');
  await ready(page, 0);
  for (const [made, key] of ['a1', 'c3'].entries()) {
    await click(page, key);
    await ready(page, 0, made + 1);
  }
  await page.locator('pips-board [data-chosen="a1"]').click();
  await ready(page, 0, 1);
  assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), ['c3']);
  await page.locator('pips-board button', { hasText: 'Take back' }).click();
  await ready(page, 0, 0);
  await page.locator('pips-board button.quiet').click();
  assert.match(await page.locator('pips-board button.sure').innerText(), /Really/);
  await page.locator('pips-board button.sure').click();
  await page.waitForFunction(() => document.querySelector('pips-board').board.result === '0-1');
  assert.match(await text(page), /\[Result "0-1"\]\n\n1\. resign 0-1\n$/);
  await close();
});

test('places can be hit on a phone, in light and dark, and nothing is against the rules of access', { skip, timeout: 300_000 }, async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const [colorScheme, theme] of [['light', 'screen'], ['dark', 'dark']]) {
    const { page, complaints, close } = await open({ viewport: { width: 390, height: 844 }, colorScheme, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    for (const [at, record] of records.entries()) {
      await show(page, record, Math.floor(record.length * 0.6), { theme });
      await page.waitForFunction(() => document.querySelector('pips-board').step);
      const small = await page.evaluate(() => [...document.querySelector('pips-board').shadowRoot.querySelectorAll('button:not([hidden])')]
        .map(button => [button.getBoundingClientRect(), button.getAttribute('aria-label') ?? button.textContent])
        .filter(([box]) => box.width < 24 || box.height < 24).map(([, name]) => name));
      assert.deepEqual(small, []);
      if (shots) await page.screenshot({ path: join(shots, `phone-${colorScheme}-${at}.png`), fullPage: true });
    }
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).slice(0, 2)}`), []);
    assert.deepEqual([...new Set(complaints)], []);
    await close();
  }
});
