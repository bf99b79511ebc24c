// Tests that every game can be played to its end on the board of the web app, by clicks only and by keyboard only, in
// Chromium and in Firefox: the text at the end is the record that was played. $WASM is the folder with the output of
// `bindings/web`. With $EVERY_GAME all variants are played.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { firefox, startFirefox } from './bidi.mjs';
import { start } from './browser.mjs';
import { begun, byClicks, byKeys, driven, nameOf, pathsOf, playOut, records } from './play.mjs';

const glue = process.env.WASM;
const skip = glue ? false : 'WASM names no folder with the module';
/** One short game of each kind; the Pipe Game is begun near its end. */
const short = [/"basic"/, /"pipeline"/, /"pippip"/, /"pipes"[^]*\[Position /].map(kind => records.find(record => kind.test(record)));
const played = process.env.EVERY_GAME ? records : short;
const HOW = { clicks: byClicks, 'the keyboard': byKeys };

let site, fox, paths;
before(async () => {
  if (skip) return;
  site = await start();
  paths = await pathsOf(glue);
  if (firefox) fox = await startFirefox();
});
after(async () => {
  await fox?.stop();
  await site?.stop();
});

for (const [words, how] of Object.entries(HOW)) {
  for (const record of played) {
    test(`Chromium plays ${nameOf(record)} to its end by ${words} alone`, { skip, timeout: 900_000 }, async () => {
      const { page, context, complaints } = await site.open();
      await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
      const game = begun(record);
      assert.equal(await playOut(driven(page), game, paths(record, game.turns), how), record);
      assert.match(await page.locator('.told').innerText(), /\d-\d|1\/2/);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
  for (const record of short) {
    test(`Firefox plays ${nameOf(record)} to its end by ${words} alone`, { skip: skip || (firefox ? false : 'SKIPPED: there is no Firefox'), timeout: 900_000 }, async () => {
      await fox.size(1280, 800);
      await fox.goto(`${site.address}/`);
      await fox.until('() => document.documentElement.classList.contains("ready")');
      const game = begun(record);
      assert.equal(await playOut(fox, game, paths(record, game.turns), how), record);
      assert.deepEqual(fox.complaints, []);
    });
  }
}
