// Tests of what is printed, as PDF, from the file of the interactive player and from the web app: the number of pages,
// and that the board, the names, the turns and the findings are on them. `pipscribe` (or $PIPSCRIBE) writes the files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { put, start } from './browser.mjs';
import { pagesOf } from './pdf.mjs';

const corpus = fileURLToPath(new URL('../../../../corpus/', import.meta.url));
const command = process.env.PIPSCRIBE ?? 'pipscribe';
const skip = spawnSync(command, ['--version']).status === 0 ? false : 'there is no `pipscribe`';
let folder, site;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pips-print-'));
  site = await start();
});
after(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a record of the corpus, with names of its players. */
function named(file) {
  const text = readFileSync(join(corpus, file), 'utf8').replace(/^(#.*\n)*/, '');
  return text.includes('[Player1') ? text : text.replace('\n\n', '\n[Player1 "Ann Alder"]\n[Player2 "Bob Birch"]\n\n');
}

const PUZZLE = '[Game "pippinzip"]\n[Variant "pipeline"]\n[Size "3"]\n[Player1 "Ann Alder"]\n[Player2 "Bob Birch"]\n[Position "b2/bb1/2w 2 taker=2 -"]\n\n{[%puzzle win 1]} 1. c2 (1. {[%solution]} a1) (1. {[%refuted]} b3 2. c2) 0-1\n';
const WRONG = ['1 error, at turn 49', 'd4 is on no line that begins at a2', 'Nearest legal turn: a2-c4', 'not replayed'];
const RECORDS = {
  gipf: { text: named('gipf/real/game-a.pips'), coordinate: 'e9', also: ['5 in reserve, 2 lost', 'Result 1-0'] },
  pippinzip: { text: named('gallery/pippinzip.pips'), coordinate: 'a', also: ['Result'] },
  pippip: { text: named('gallery/pippip.pips'), coordinate: 'a', also: ['14 points', '12 points', 'Score 14-12'] },
  pipe: { text: named('gallery/pipe.pips'), coordinate: '+6', also: ['5 cards picked up', 'Stock: 10'] },
  'a record with a mistake': { text: named('gipf/real/game-b-with-errors.pips'), coordinate: 'e9', also: WRONG },
  // The solution is not printed with the task. The coordinates of few squares are as large as those of many.
  'a puzzle': { text: PUZZLE, coordinate: 'a', also: ['Seat 2 to move and win in 1 turn'], turns: false, least: 6 },
};

const squeezed = text => text.replace(/\s/g, '');

/** Returns the turns of the main line of a record, with their numbers. */
function turnsOf(text) {
  const line = text.slice(text.indexOf('\n\n')).replace(/\{[^}]*\}/g, ' ').replace(/^#.*$/gm, '');
  return [...line.matchAll(/(\d+)\.\s+([^(]*?)(?=\s+(?:\d+\. |1-0|0-1|1\/2-1\/2|\*|$))/g)].map(([, number, turn]) => squeezed(`${number}. ${turn}`));
}

/** Prints the sheet of a record on two sizes of paper. Asserts what must be on it, and returns its words. */
async function printed(print, { text, coordinate, also, turns = true, least = 3.5 }, what) {
  for (const format of ['A4', 'Letter']) {
    const pages = pagesOf(await print(format));
    assert.equal(pages.length, 1, `${what}, ${format}: pages`);
    const [{ width, height, texts }] = pages;
    const words = squeezed(texts.map(({ words }) => words).join(''));
    for (const part of ['Ann Alder', 'Bob Birch', coordinate, ...also, ...(turns ? turnsOf(text) : [])]) assert.ok(words.includes(squeezed(part)), `${what}, ${format}: ${part} is not in ${words}`);
    // The margin is 15 mm.
    const margin = 15 * 72 / 25.4 - 1;
    const beyond = texts.filter(({ x, y }) => x < margin || x > width - margin || y < margin || y > height - margin);
    assert.deepEqual(beyond, [], `${what}, ${format}: in the margin`);
    const smallest = texts.filter(({ words }) => words.trim()).reduce((least, text) => (text.size < least.size ? text : least));
    assert.ok(smallest.size >= least, `${what}, ${format}: ${JSON.stringify(smallest)} is too small to read`);
    if (format === 'Letter') return words;
  }
}

/** Returns the elements of a sheet that cut what is in them. */
const cutting = sheet => sheet.evaluate(root => [...(root.shadowRoot ?? root).querySelectorAll('*')]
  .filter(part => part.checkVisibility() && getComputedStyle(part).overflow !== 'visible' && !part.closest('svg, .spoken'))
  .filter(part => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
  .map(part => part.id || part.className));

for (const [what, record] of Object.entries(RECORDS)) {
  test(`${what}: the player and the web app print the same sheet of one page`, { skip }, async () => {
    if (record.turns !== false) assert.ok(turnsOf(record.text).length >= 10, JSON.stringify(turnsOf(record.text)));
    const [file, out] = [join(folder, 'record.pips'), join(folder, 'player.html')];
    writeFileSync(file, record.text);
    spawnSync(command, ['render', file, '-o', out]);
    const player = await site.browser.newPage();
    await player.goto(pathToFileURL(out).href);
    await player.locator('#controls').waitFor({ state: 'attached' });
    const expected = await printed(format => player.pdf({ format }), record, `${what}, player`);
    await player.close();

    const { page, context, complaints } = await site.open({ colorScheme: 'dark' });
    await put(page, record.text);
    // The browser asks the user, and then prints.
    await page.evaluate(() => { window.print = () => { window.asked = true; }; });
    const sheet = page.locator('pipscribe-player.print-sheet');
    const ask = async () => {
      await page.keyboard.press('Control+p');
      await page.waitForFunction(() => window.asked);
      await sheet.locator('#controls').waitFor({ state: 'attached' });
    };
    const print = async format => {
      await ask();
      const pdf = await page.pdf({ format });
      assert.equal(await sheet.count(), 0, 'the sheet is removed');
      return pdf;
    };
    assert.equal(await printed(print, record, `${what}, web app`), expected);

    await ask();
    // The width of a page of A4 without its margins.
    await page.setViewportSize({ width: 680, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(await cutting(sheet), [], `${what}: cut`);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
