// Tests of puzzles: the app opens them at their task, answers turns, and tells solutions and wrong tries apart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openText, start, text } from './browser.mjs';

const SMALL = `[Game "pippinzip"]
[Variant "pipeline"]
[Size "3"]
[Position "b2/bb1/2w 2 taker=2 -"]

{[%puzzle win 1]} 1. c2 (1. {[%solution]} a1) (1. b1 {[%solution]}) (1. {[%refuted]} b3 2. c2) 0-1
`;
let site;
before(async () => { site = await start(); });
after(() => site.stop());

/** Opens a puzzle as a file, and waits for its board. */
async function open(options = {}, record = SMALL) {
  const opened = await site.open(options);
  const { page } = opened;
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  await openText(page, record, 'puzzle.pips');
  await page.locator('.puzzle').waitFor();
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  return opened;
}
const number = (page, wanted) => page.waitForFunction(wanted => window.pipscribe.board()?.number === wanted, wanted);
/** Plays a turn of one choice. */
async function play(page, key) {
  await page.waitForFunction(key => document.querySelector('pips-board')?.step?.choices.some(choice => choice.key === key), key);
  await page.evaluate(key => document.querySelector('pips-board').choose(key), key);
  const end = page.locator('pips-board button.main:not([hidden])');
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0 || document.querySelector('.puzzle-answer').dataset.state);
  if (await end.count() && !await page.locator('.puzzle-answer').getAttribute('data-state')) await end.click();
}
const answer = page => page.locator('.puzzle-answer');
const says = (page, words) => page.waitForFunction(words => document.querySelector('.puzzle-answer').textContent.includes(words), words);

test('a puzzle opens at its task, and a wrong try is answered with its refutation', async () => {
  const { page, complaints, context } = await open();
  await number(page, 0);
  assert.equal(await page.locator('#task').textContent(), 'Seat 2 to move and win in 1 turn');
  // Nothing in sight or in reach tells the solution.
  for (const part of ['.table', '.puzzle']) assert.ok(!(await page.locator(part).innerText()).includes('c2'), part);
  const covered = await page.evaluate(() => [...document.querySelectorAll('.cm-line')].filter(line => {
    const { left, top, height } = line.getBoundingClientRect();
    return !document.elementFromPoint(left + 10, top + height / 2)?.closest('.puzzle');
  }).length);
  assert.equal(covered, 0, 'the text is covered');
  assert.ok(await page.locator('.editor').evaluate(editor => editor.inert));
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await play(page, 'b3');
  await says(page, 'b3 is wrong: c2 refutes it.');
  await number(page, 2);
  await page.getByRole('button', { name: 'Try again' }).click();
  await number(page, 0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await says(page, 'Begin with c2');
  await play(page, 'c2');
  await says(page, 'c2 is right. The puzzle is solved.');
  await number(page, 1);
  const lines = (await page.locator('.puzzle-line').allInnerTexts()).map(line => line.replace(/\s+/g, ' '));
  assert.deepEqual(lines, ['Solution c2', 'Another solution a1', 'Another solution b1', 'Wrong try b3, refuted by c2']);
  assert.equal(await text(page), SMALL, 'the record is unchanged');
  // Another solution is right too.
  await page.getByRole('button', { name: 'Try again' }).click();
  await number(page, 0);
  await play(page, 'a1');
  await says(page, 'a1 is right');
  await page.getByRole('button', { name: 'Show the record' }).click();
  await page.locator('.cm-line').first().waitFor();
  assert.ok(!await page.locator('.editor').evaluate(editor => editor.inert));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('on a phone the task, the board and the answers are on one screen, and a shared puzzle opens as one', async () => {
  const viewport = { width: 360, height: 740 };
  const { page, context } = await open({ viewport });
  for (const part of ['#task', 'pips-board', '.puzzle-answer', '.puzzle-deeds']) {
    const { y, height } = await page.locator(part).boundingBox();
    assert.ok(y >= 0 && y + height <= viewport.height, `${part} ends at ${y + height}`);
  }
  await page.getByRole('button', { name: 'Solution', exact: true }).click();
  await says(page, 'The solution is c2.');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Share…' }).click();
  const link = await page.locator('#share-link').inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await other.locator('.puzzle').waitFor();
  await number(other, 0);
  await context.close();
});

test('a puzzle of several turns goes on with the answers of the record', async () => {
  const record = `[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle win 2]} 2. h3 3. c2 4. f2 *\n`;
  const { page, context } = await open({}, record);
  await number(page, 1);
  /** Plays a turn by the choices that make it up. */
  const turn = async turn => {
    const path = await page.evaluate(turn => window.pipscribe.engine.call('choicesOf', window.pipscribe.editor.text, { turn, at: window.pipscribe.board().at }), turn);
    for (const [made, key] of path.entries()) {
      await page.waitForFunction(([made, key]) => document.querySelector('pips-board').chosen.length === made && document.querySelector('pips-board').step?.choices.some(choice => choice.key === key), [made, key]);
      await page.evaluate(key => document.querySelector('pips-board').choose(key), key);
    }
  };
  await turn('f2');
  await says(page, 'f2 is not the solution of the record.');
  await number(page, 1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await turn('h3');
  await says(page, 'h3 is right. The answer is c2: go on.');
  await number(page, 3);
  await turn('f2');
  await says(page, 'f2 is right. The puzzle is solved.');
  await context.close();
});

test('a turn that the record does not have is answered by a search', async () => {
  const { page, complaints, context } = await open({}, SMALL.replace(/\(.*\) /, ''));
  await number(page, 0);
  await play(page, 'b3');
  await says(page, 'b3 is wrong: a search proves it.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await number(page, 0);
  await play(page, 'a1');
  await says(page, 'a1 is right too, although the record does not have it');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an answer has what the record says about its turns', async () => {
  const record = SMALL.replace('1. c2 (', '1. c2 {The chain is closed.} (').replace('2. c2)', '2. c2 {White cuts the chain. [%circle c2]})');
  const { page, context } = await open({}, record);
  await number(page, 0);
  await play(page, 'b3');
  await says(page, 'White cuts the chain.');
  assert.equal(await answer(page).innerText(), 'b3 is wrong: c2 refutes it.\nWhite cuts the chain.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await number(page, 0);
  await play(page, 'c2');
  await says(page, 'The chain is closed.');
  await context.close();
});

test('after an answer, the board takes no further try', async () => {
  const { page, context } = await open({}, SMALL);
  await number(page, 0);
  const prompt = page.locator('pips-board').getByText('Choose a point');
  await prompt.waitFor();
  await play(page, 'b3');
  await says(page, 'b3 is wrong');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await prompt.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.querySelector('pips-board').step), null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await prompt.waitFor();
  await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length > 0);
  await context.close();
});

test('a puzzle is played by keys alone', async () => {
  const { page, context } = await open({}, SMALL);
  await number(page, 0);
  const focused = wanted => page.waitForFunction(wanted => (document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === wanted, wanted);
  await page.evaluate(() => document.querySelector('pips-board').focus());
  for (const [place, answer] of [['b3', 'b3 is wrong'], ['c2', 'c2 is right']]) {
    await page.waitForFunction(() => document.activeElement?.localName === 'pips-board');
    await page.keyboard.type(place);
    await page.waitForFunction(place => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label')?.includes(place), place);
    await page.keyboard.press('Enter');
    await says(page, answer);
    await focused('Try again');
    await page.keyboard.press('Enter');
  }
  await page.waitForFunction(() => document.activeElement?.localName === 'pips-board');
  await context.close();
});
