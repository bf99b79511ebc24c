// Tests of puzzles: the app opens them at their task, answers turns, and tells solutions and wrong tries apart.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import * as esbuild from 'esbuild';

import { judged, openText, put, shown, start, text } from './browser.mjs';

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
  assert.equal(await page.locator('#task').textContent(), 'Seat 2 (black) to move and win in 1 turn');
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
  await says(page, 'b3 is wrong: Seat 1 answers c2');
  await number(page, 2);
  await page.getByRole('button', { name: 'Try again' }).click();
  await number(page, 0);
  await play(page, 'b3');
  await says(page, 'b3 is wrong');
  // A hint begins again, at once.
  await page.getByRole('button', { name: 'Hint' }).click();
  // The turn is one choice, so that its first part would be the solution.
  await says(page, 'The turn begins with one of these: ');
  const among = /: (.*)\.$/.exec(await answer(page).innerText())[1].split(', ');
  assert.ok(among.length > 1 && among.includes('c2'), among.join());
  await number(page, 0);
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
  await page.getByRole('button', { name: 'Back to the record' }).click();
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
  await page.getByRole('button', { name: 'Show solution' }).click();
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

test('a puzzle in a variation is stated and played where it is', async () => {
  const record = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 (2. c2 {[%refuted]} 3. d2 (3. g2 {[%refuted]} 4. f2) (3. f2 {[%solution]}) 4. h3 5. f7) 3. c2 *\n';
  const { page, complaints, context } = await stating(record, record.indexOf('2. c2') + 5);
  const dialog = page.getByRole('dialog');
  assert.doesNotMatch(await dialog.innerText(), /variation/);
  await dialog.getByLabel('Turns at most').fill('');
  await page.getByRole('button', { name: 'Write the puzzle' }).click();
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('[%puzzle win]'));
  await shown(page);
  const written = await text(page);
  await page.locator('.tree-turn[aria-current] .tree-mark', { hasText: 'Puzzle' }).waitFor();
  // From a later turn of the variation too.
  await page.locator('.tree-turn', { hasText: 'f7' }).click();
  await page.getByRole('button', { name: 'Play the puzzle' }).click();
  await page.locator('.puzzle').waitFor();
  assert.equal(await page.locator('#task').textContent(), 'White to move and win');
  const at = number => page.waitForFunction(number => window.pipscribe.isShown() && window.pipscribe.board()?.number === number && window.pipscribe.board().variation.length > 0, number);
  await at(2);
  assert.equal(await page.evaluate(() => window.pipscribe.board().played), 'c2');
  const turn = async turn => {
    const path = await page.evaluate(turn => window.pipscribe.engine.call('choicesOf', window.pipscribe.editor.text, { turn, at: window.pipscribe.board().at }), turn);
    for (const [made, key] of path.entries()) {
      await page.waitForFunction(([made, key]) => document.querySelector('pips-board').chosen.length === made && document.querySelector('pips-board').step?.choices.some(choice => choice.key === key), [made, key]);
      await page.evaluate(key => document.querySelector('pips-board').choose(key), key);
    }
  };
  await turn('g2');
  await says(page, 'g2 is wrong: Black answers f2');
  await page.getByRole('button', { name: 'Try again' }).click();
  await at(2);
  await turn('d2');
  await says(page, 'd2 is right. The answer is h3: go on.');
  await at(4);
  await turn('f7');
  await says(page, 'f7 is right. The puzzle is solved.');
  const lines = (await page.locator('.puzzle-line').allInnerTexts()).map(line => line.replace(/\s+/g, ' '));
  assert.deepEqual(lines, ['Solution d2 h3 f7', 'Wrong try g2, refuted by f2', 'Another solution f2']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await at(2);
  await page.getByRole('button', { name: /^Show (the )?solution$/ }).click();
  await says(page, 'The solution is d2, h3, f7.');
  await at(5);
  assert.equal(await text(page), written);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a turn that the record does not have is answered by a search', async () => {
  const { page, complaints, context } = await open({}, SMALL.replace(/\(.*\) /, ''));
  await number(page, 0);
  await play(page, 'b3');
  await says(page, 'b3 is wrong: ');
  assert.match(await answer(page).innerText(), /^b3 is wrong: (Seat 1 answers \w+ and wins|Seat 1 answers \w+, and Seat 2 has not won yet|the game goes on, and Seat 2 has not won yet)\.$/);
  // The board shows the turn, and the answer to it.
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('b3') || /^2\. /.test(document.querySelector('.told').textContent));
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
  assert.match(await answer(page).innerText(), /^b3 is wrong: Seat 1 answers c2.*\.\nWhite cuts the chain\.$/);
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
  for (const [place, answer, next] of [['b3', 'b3 is wrong', 'Try again'], ['c2', 'c2 is right', 'Back to the record']]) {
    await page.waitForFunction(() => document.activeElement?.localName === 'pips-board');
    await page.keyboard.type(place);
    await page.waitForFunction(place => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label')?.includes(place), place);
    await page.keyboard.press('Enter');
    await says(page, answer);
    await focused(next);
    await page.keyboard.press('Enter');
  }
  await page.waitForFunction(() => document.activeElement?.id === 'board' && document.querySelector('.puzzle').hidden);
  await context.close();
});

test('after a puzzle, the next one of the record is one click away, and its task has the piece of the seat', async () => {
  const { page, complaints, context } = await open({}, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle only 1]} 2. h3 {[%puzzle only 1]} 3. c2 *\n');
  await number(page, 1);
  await page.locator('#task .task-piece.dark').waitFor();
  await page.getByRole('button', { name: 'Show solution' }).click();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await number(page, 2);
  await page.locator('#task .task-piece.light').waitFor();
  await page.getByRole('button', { name: 'Show solution' }).click();
  await page.getByRole('button', { name: 'Back to the record' }).click();
  await page.locator('.puzzle').waitFor({ state: 'hidden' });
  assert.deepEqual(complaints, []);
  await context.close();
});

const BARE = '[Game "pippinzip"]\n[Variant "pipeline"]\n[Size "3"]\n[Position "b2/bb1/2w 2 taker=2 -"]\n\n*\n';
/** Opens a record with the panel of its turns, and the dialog that states a puzzle. */
async function stating(record, at, options = {}) {
  const opened = await site.open(options);
  const { page } = opened;
  await put(page, record, at);
  await page.getByRole('tab', { name: 'Turns' }).click();
  if (options.viewport) await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('button', { name: 'Puzzle from here…' }).click();
  await page.getByRole('dialog').waitFor();
  return opened;
}

test('a puzzle is stated in a dialog, checked, written with its solution, played, and undone', async () => {
  for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
    const { page, complaints, context } = await stating(BARE, BARE.length - 2, options);
    const dialog = page.getByRole('dialog');
    assert.equal(await text(page), BARE, 'nothing is written yet');
    // The seat to move wins in one turn, and a search says by which turns.
    assert.equal(await dialog.locator('.puzzle-task').innerText(), 'Seat 2 to move and win in 1 turn');
    await dialog.getByText('This is true').waitFor();
    // Of b3 only the record of the other tests says that it does not win.
    assert.match(await dialog.locator('.told').innerText(), /several turns do it: a1, b1, c2\.$/);
    await dialog.getByLabel('Turns at most').fill('');
    assert.equal(await dialog.locator('.puzzle-task').innerText(), 'Seat 2 to move and win');
    await dialog.getByLabel('Turns at most').fill('1');
    await dialog.getByLabel('Write the solution').waitFor();
    const { y, height } = await dialog.getByRole('button', { name: 'Write the puzzle' }).boundingBox();
    assert.ok(y + height <= (options.viewport?.height ?? 860), `the button ends at ${y + height}`);
    await dialog.getByRole('button', { name: 'Write the puzzle' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => /\{\[%puzzle win 1\]\} 1\. /.test(window.pipscribe.editor.text));
    await judged(page);
    const notice = page.locator('.notice.shown', { hasText: 'Seat 2 to move and win in 1 turn' });
    await notice.waitFor();
    // The button of the notice undoes it, and so does the key.
    await notice.getByRole('button', { name: 'Take it back' }).click();
    await page.waitForFunction(bare => window.pipscribe.editor.text === bare, BARE);
    await page.keyboard.press('Control+y');
    await page.waitForFunction(() => window.pipscribe.editor.text.includes('[%puzzle win 1]'));
    await judged(page);
    assert.equal(await page.locator('#verdict').textContent(), 'All legal');
    const written = await text(page);
    if (options.viewport) await page.getByRole('button', { name: 'More tools' }).click();
    await page.getByRole('button', { name: 'Play the puzzle' }).click();
    await page.locator('.puzzle').waitFor();
    await number(page, 0);
    assert.equal(await page.locator('#task').textContent(), 'Seat 2 (black) to move and win in 1 turn');
    await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
    await page.getByRole('button', { name: 'Show the record' }).click();
    assert.equal(await text(page), written);
    // The puzzle with its solution is one step of the history.
    await page.keyboard.press('Control+z');
    await page.waitForFunction(bare => window.pipscribe.editor.text === bare, BARE);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a task that is not true cannot be written, and one that no search decides can', async () => {
  const record = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 3. c2 *\n';
  const { page, complaints, context } = await stating(record, record.indexOf('c2') + 2);
  const dialog = page.getByRole('dialog');
  const write = dialog.getByRole('button', { name: 'Write the puzzle' });
  await dialog.getByLabel('Turns at most').fill('1');
  await dialog.getByText('This is not true').waitFor();
  assert.ok(await write.isDisabled());
  // Nor is it written before the search has answered.
  await dialog.getByLabel('Turns at most').fill('2');
  await dialog.getByLabel('Turns at most').fill('1');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not true').waitFor();
  await page.waitForFunction(() => document.querySelector('dialog button[type="submit"]').disabled);
  assert.equal(await text(page), record);
  await dialog.getByLabel('Turns at most').fill('');
  await dialog.getByText('does not decide').waitFor();
  await write.click();
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, record.replace('c2 *', 'c2 {[%puzzle win]} *'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('all solutions of a puzzle are written, and its notice goes when it is played', async () => {
  const { page, complaints, context } = await stating(BARE, BARE.length - 2);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('several turns do it: a1, b1, c2').waitFor();
  await dialog.getByRole('button', { name: 'Write the puzzle' }).click();
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('1. '));
  await judged(page);
  const written = await text(page);
  const turns = [...written.matchAll(/1\. (\w\d)/g)].map(([, turn]) => turn);
  assert.deepEqual([...turns].sort(), ['a1', 'b1', 'c2']);
  const [line, ...others] = turns;
  const result = /(\S+)\n$/.exec(written)[1];
  assert.equal(written.slice(written.indexOf('{')), `{[%puzzle win 1]} 1. ${line}${others.map(turn => ` (1. ${turn} {[%solution]})`).join('')} ${result}\n`);
  assert.equal(await page.locator('#verdict').textContent(), 'All legal');
  const notice = page.locator('.notice.shown', { hasText: 'Play the puzzle' });
  await notice.waitFor();
  await page.getByRole('button', { name: 'Play the puzzle' }).click();
  await page.locator('.puzzle').waitFor();
  assert.equal(await notice.count(), 0);
  // Each of the solutions is right.
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  await play(page, others.at(-1));
  await says(page, `${others.at(-1)} is right. The puzzle is solved.`);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a puzzle can be for the other seat, one turn earlier, and a stated puzzle is changed by keys', async () => {
  const record = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 3. c2 *\n';
  const { page, complaints, context } = await stating(record, record.indexOf('h3') + 2);
  const dialog = page.getByRole('dialog');
  const task = dialog.locator('.puzzle-task');
  assert.match(await task.innerText(), /^White to move and win/);
  await dialog.getByRole('radio', { name: 'Black, before turn 2' }).check();
  assert.match(await task.innerText(), /^Black to move and win/);
  await dialog.getByRole('radio', { name: 'Not lose' }).check();
  await dialog.getByLabel('Turns at most').fill('2');
  assert.equal(await task.innerText(), 'Black to move and not lose in 2 turns');
  // GIPF has no points.
  assert.equal(await dialog.getByText('Score', { exact: true }).count(), 0);
  await page.keyboard.press('Enter');
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, record.replace('b3 2', 'b3 {[%puzzle save 2]} 2'));
  await shown(page);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1);
  await page.getByRole('button', { name: 'Puzzle from here…' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  assert.equal(await task.innerText(), 'Black to move and not lose in 2 turns');
  await dialog.getByLabel('Turns at most').fill('1');
  await page.keyboard.press('Enter');
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, record.replace('b3 2', 'b3 {[%puzzle save 1]} 2'));
  // Escape writes nothing.
  await page.getByRole('button', { name: 'Puzzle from here…' }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.match(await text(page), /save 1/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a puzzle without a solution in the record has a hint and a solution by a search', async () => {
  const { page, complaints, context } = await open({}, BARE.replace('*', '{[%puzzle win 1]} *'));
  await number(page, 0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await says(page, 'The turn begins with one of these: ');
  await page.getByRole('button', { name: 'Show solution' }).click();
  await says(page, 'A search finds the solution ');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a hint for a turn of several choices is its first part', async () => {
  const { page, context } = await open({}, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle only 1]} 2. h3 *\n');
  await number(page, 1);
  await page.getByRole('button', { name: 'Hint' }).click();
  await says(page, 'Begin with ');
  assert.match(await answer(page).innerText(), /^Begin with dot [a-i]\d\.$/);
  assert.doesNotMatch(await answer(page).innerText(), /h3/);
  // The next hint says more.
  await page.getByRole('button', { name: 'Hint' }).click();
  await says(page, 'The turn goes on with one of these: ');
  await context.close();
});

test('a puzzle for points asks for more than the seat has, and no line breaks within a turn', async () => {
  const record = readFileSync(new URL('../../../../corpus/gallery/pippip.pips', import.meta.url), 'utf8').replace(/^(#.*\n)*/, '');
  const { page, context } = await stating(record, record.indexOf('12. ') + 3, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Score' }).check();
  const [score, mover] = await page.evaluate(() => [window.pipscribe.board().score, window.pipscribe.board().mover]);
  assert.equal(await dialog.getByLabel('Points').inputValue(), String(Number(score.split('-')[mover - 1]) + 1));
  await dialog.getByText(/This is (not )?true|does not decide/).first().waitFor();
  const lines = await dialog.locator('.told .whole').evaluateAll(turns => turns.map(turn => turn.getClientRects().length));
  assert.ok(lines.every(count => count === 1), String(lines));
  await context.close();
});

test('the reason of a wrong turn fits the goal and the turns that are left', async () => {
  const { outputFiles } = await esbuild.build({ entryPoints: [new URL('../src/study/goals.ts', import.meta.url).pathname], bundle: true, write: false, format: 'esm' });
  const goals = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  for (const goal of ['win 3', 'draw', 'save 2', 'score 40 3', 'only 1', 'win']) assert.equal(goals.goalText(goals.parseGoal(goal)), goal);
  for (const wrong of ['', 'win 0', 'wins', 'score', 'win 3 4']) assert.equal(goals.parseGoal(wrong), null, wrong);
  const reason = (goal, left) => goals.failureOf(goals.parseGoal(goal), left, 'White');
  assert.equal(reason('win 3', 2), 'White cannot win in the 2 turns that are left');
  assert.equal(reason('win 2', 1), 'White cannot win in the 1 turn that is left');
  assert.equal(reason('win 1', 0), 'White has not won yet');
  assert.equal(reason('save 2', 1), 'White can no longer avoid losing');
  assert.equal(goals.taskOf(goals.parseGoal('score 40 2'), 'Light'), 'Light to move and score 40 points in 2 turns');
  assert.deepEqual([goals.isWinOf('1-0', 1), goals.isWinOf('1-0', 2), goals.isWinOf('1/2-1/2', 1), goals.isWinOf(null, 1)], [true, false, false, false]);
});
