// Tests of editing: findings and their fixes, completion, formatting, undo, the board, keys.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { judged, openText, put, start, text } from './browser.mjs';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
let site;
before(async () => { site = await start(); });
after(() => site.stop());

test('a mistake is reported with its page, and fixed with one click', async () => {
  const { page, complaints } = await site.open();
  await page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: 'GIPF' }).click();
  await page.getByRole('button', { name: 'A mistake to fix' }).click();
  const finding = page.locator('.finding').first();
  await finding.waitFor();
  assert.match(await finding.locator('a.code').getAttribute('href'), /\/findings\/gipf\/not-in-line\.html$/);
  assert.equal(await finding.locator('a.code').textContent(), 'gipf/not-in-line');
  await page.locator('.cm-lintRange-error').first().waitFor();
  const before = await text(page);
  assert.match(before, /49\. a2-d4/);
  await finding.locator('button.mend').first().click();
  await page.waitForFunction(() => /legal/.test(document.querySelector('#verdict')?.textContent));
  assert.match(await text(page), /49\. a2-c4/);
  assert.equal(await page.locator('.finding.error').count(), 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await text(page), before);
  await page.locator('.finding.error').first().waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a remedy has one button, and what tests write is in the menu', async () => {
  const { page, complaints } = await site.open();
  await page.getByRole('button', { name: 'Try an example' }).first().click();
  await page.locator('.finding button.mend').first().waitFor();
  const titles = await page.locator('.finding button.mend').allTextContents();
  assert.equal(titles.length, 1, titles.join());
  assert.equal(titles[0], 'Write a2-c4');
  assert.match(await page.locator('.finding button.mend').getAttribute('title'), /replace a2-d4 with a2-c4/);
  await page.getByRole('button', { name: 'Fix…' }).click();
  await page.getByText('Expect this').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a missing tag is set with one click, to any of its values', async () => {
  const { page, complaints } = await site.open();
  await put(page, '[Game "gipf"]\n\n1. b3 *\n');
  await page.getByRole('tab', { name: 'Findings' }).click();
  const finding = page.locator('.finding').first();
  await finding.waitFor();
  await finding.locator('button.mend').first().waitFor();
  const titles = await finding.locator('button.mend').allTextContents();
  for (const variant of ['basic', 'standard', 'tournament']) {
    assert.ok(titles.includes(variant), titles.join());
  }
  // Beside each value is what it means.
  assert.match(await finding.locator('.deed', { hasText: 'standard' }).textContent(), /three GIPF pieces each/);
  await finding.getByRole('button', { name: 'standard', exact: true }).click();
  await page.waitForFunction(() => /legal/.test(document.querySelector('#verdict')?.textContent));
  assert.equal(await text(page), '[Game "gipf"]\n[Variant "standard"]\n\n1. b3 *\n');
  // The ways in which a game ends outside the rules are five, more than other actions are listed.
  await put(page, `${GIPF}1. b3 1-0\n`);
  await page.locator('.finding button.mend', { hasText: 'adjudication' }).click();
  await page.waitForFunction(() => /Termination "adjudication"/.test(window.pipscribe.editor.text));
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a question between likely fixes is answered with one click', async () => {
  const { page, complaints } = await site.open();
  await put(page, `${GIPF}1. b3 2. b3 3. h3 4. c2 *\n`);
  await page.getByRole('tab', { name: 'Findings' }).click();
  const finding = page.locator('.finding').first();
  await finding.locator('.question').waitFor();
  assert.equal(await finding.locator('.question').textContent(), 'What was turn 2? Each answer also fixes the rest of the record.');
  await finding.locator('button.mend', { hasText: 'Turn 2 is b4' }).click();
  await page.waitForFunction(() => /legal/.test(document.querySelector('#verdict')?.textContent));
  assert.equal(await text(page), `${GIPF}1. b3 2. b4 3. h3 4. c2 *\n`);
  // What a fix wrote is marked until the next edit.
  assert.deepEqual(await page.locator('.cm-mended').allTextContents(), ['b4']);
  await page.locator('.cm-content').press('End');
  await page.keyboard.type(' ');
  await page.locator('.cm-mended').waitFor({ state: 'detached' });
  // A fix says how likely it is.
  await put(page, `${GIPF}1. b3 2. a2-d4 *\n`);
  await page.locator('.finding .deed', { hasText: /^Turn 2 is a2-c4Likely \(\d+ %\)\./ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('of many answers, the smallest change is a button, and the others are folded and say what differs', async () => {
  const { page, complaints } = await site.open();
  const pipe = readFileSync(new URL('../../../../corpus/gallery/pipe.pips', import.meta.url), 'utf8').replace(/^(#.*\n)*/, '');
  for (const [right, wrong, turn] of [['16@+3-1/N', '16@+3-1/E', 21], ['44@+1+2/W', '44@+1+2/N', 9]]) {
    await put(page, pipe.replace(right, wrong));
    await page.getByRole('tab', { name: /^Findings/ }).click();
    const finding = page.locator('.finding').first();
    await finding.locator('.question').waitFor();
    const open = await finding.locator('.mends > .deed').allInnerTexts();
    assert.equal(open.length, 1, open.join());
    const [, was] = /\/(\w)$/.exec(wrong);
    const [, now] = /\/(\w)$/.exec(right);
    assert.match(open[0].replace(/\s+/g, ' '), new RegExp(`^Turn ${turn} is ${right.replace(/[+]/g, '\\+')}\\S* ${now} instead of ${was}\\.$`));
    const others = finding.locator('details.others');
    assert.equal(await others.locator('button.mend').first().isVisible(), false);
    await others.locator('summary').click();
    const effects = await others.locator('.deed', { hasText: `Turn ${turn} is` }).locator('.effect').allInnerTexts();
    assert.ok(effects.length >= 5 && new Set(effects).size === effects.length && effects.every(effect => /instead of/.test(effect)), effects.join());
    await finding.locator('button.main').click();
    await page.waitForFunction(right => window.pipscribe.editor.text.includes(right), right);
  }
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a conflict of results opens at the end of the play, with a button for each result', async () => {
  const { page, complaints } = await site.open();
  const game = readFileSync(new URL('../../../../corpus/gipf/real/game-a.pips', import.meta.url), 'utf8').replace(/^(#.*\n)*/, '');
  await openText(page, game.replace('[Result "1-0"]', '[Result "0-1"]'), 'a conflict');
  await judged(page);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 42);
  const finding = page.locator('.finding').first();
  await finding.locator('button.mend').nth(1).waitFor();
  assert.match(await finding.locator('.headline').innerText(), /1-0.*0-1/);
  const buttons = (await finding.locator('button.mend').allInnerTexts()).join();
  assert.ok(/1-0/.test(buttons) && /0-1/.test(buttons), buttons);
  // An error that keeps the turns from being played is shown where it is.
  const unknown = game.replace('"tournament"', '"xtournament"');
  await openText(page, unknown, 'an unknown variant');
  await judged(page);
  await page.waitForFunction(at => window.pipscribe.editor.at === at, unknown.indexOf('xtournament'));
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a finding says what is wrong and where, and its fix is a short button with the effect beside it', async () => {
  const { page, complaints } = await site.open();
  await page.getByRole('button', { name: 'Try an example' }).first().click();
  const finding = page.locator('.finding').first();
  await finding.locator('button.main').waitFor();
  assert.equal(await finding.locator('.headline').textContent(), 'd4 is on no line that begins at a2.');
  assert.ok(await finding.locator('.headline').evaluate(line => Number(getComputedStyle(line).fontWeight) >= 600));
  assert.equal(await finding.locator('.where').textContent(), 'turn 49, line 16');
  assert.equal(await finding.locator('button.main').textContent(), 'Write a2-c4');
  assert.equal(await finding.locator('.effect').textContent(), 'The 15 turns after it are then legal.');
  const [fix, effect] = [await finding.locator('button.main').boundingBox(), await finding.locator('.effect').boundingBox()];
  assert.ok(effect.x >= fix.x + fix.width && effect.y < fix.y + fix.height, 'the effect is beside the button');
  // Only what is before a turn is its number: not a number in a comment, nor in a tag.
  await put(page, '[Game "gipf"]\n[Variant "basik 3. x"]\n\n1. b3 {at 2. o\'clock [%circel b3]} 2. h3 *\n');
  await page.getByRole('tab', { name: /^Findings/ }).click();
  assert.deepEqual(await page.locator('.finding .where').allTextContents(), ['line 2', 'line 4']);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('each finding has its own fixes, and a tag with many values has a menu', async () => {
  const { page, complaints } = await site.open();
  await put(page, '[Game "pippinzip"]\n\n1. a1 *\n');
  await page.getByRole('tab', { name: /^Findings/ }).click();
  const [variant, size] = [page.locator('.finding', { hasText: 'Variant is missing' }), page.locator('.finding', { hasText: 'Size is missing' })];
  await variant.locator('.mend').first().waitFor();
  assert.equal(await variant.locator('.mend').count(), 3);
  const menu = size.getByRole('combobox', { name: 'Size' });
  await menu.waitFor();
  assert.equal(await size.locator('button.mend').count(), 0);
  await menu.selectOption('13');
  await page.waitForFunction(() => /^\[Game "pippinzip"\]\n\[Size "13"\]\n/.test(window.pipscribe.editor.text));
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('turns are renumbered with one click, before and after the fix of another finding', async () => {
  const { page, complaints, context } = await site.open();
  const renumber = page.locator('.finding.warning').getByRole('button', { name: 'Renumber the turns' });
  for (const turns of ['1. b3 2. h3 2. a2-c4 4. d9 5. f2', '1. b3 2. h3 3. a2-c4 5. d9 6. f2']) {
    await put(page, `${GIPF}${turns} *\n`, GIPF.length + 3);
    await page.getByRole('tab', { name: 'Findings' }).click();
    await renumber.waitFor();
    await page.locator('.finding.error .mend').first().click();
    await page.waitForFunction(() => !window.pipscribe.editor.text.includes('d9'));
    await judged(page);
    await page.locator('.finding.error').waitFor({ state: 'detached' });
    // What formats the record has the same result now.
    await renumber.click();
    await page.waitForFunction(() => /legal/.test(document.querySelector('#verdict')?.textContent));
    assert.match(await text(page), /1\. b3 2\. h3 3\. a2-c4 4\. \S+ 5\. f2 \*/);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what every answer to a question changes is applied first, and answers that remove something come last', async () => {
  const { page, complaints } = await site.open();
  await put(page, `${GIPF}[20:00] Ada: b3\n[20:01] Max: h3\n[20:02] Ada: b4\n[20:03] Max: h4\n[20:04] Ada: b5\n`);
  await page.getByRole('tab', { name: /^Findings/ }).click();
  const parts = () => page.locator('.mends').first().evaluate(box => [...box.querySelectorAll('p, button, .effect')].map(part => part.textContent));
  await page.locator('.mends .effect').first().waitFor();
  const [certain, effect] = await parts();
  assert.equal(certain, 'Apply the fix');
  assert.match(effect, /Read as: chat.*then turn 5 is asked about/);
  assert.equal(await page.locator('.question').count(), 0);
  await page.locator('.mends button.mend').first().click();
  await page.waitForFunction(() => /Player1 "Ada"/.test(window.pipscribe.editor.text));
  await page.locator('.question').waitFor();
  const then = await parts();
  const asked = then.findIndex(part => part.startsWith('What was turn 5?'));
  const answers = then.slice(asked + 1).filter(part => /^Turn 5 is |ends before turn 5/.test(part));
  assert.equal(answers.at(-1), 'The game ends before turn 5');
  // An answer that an action repeats is offered once.
  await put(page, `${GIPF}1. b3 2. b3 3. h3 4. c2 *\n`);
  await page.locator('.question').waitFor();
  const buttons = await page.locator('.mends button').allTextContents();
  assert.equal(new Set(buttons).size, buttons.length, buttons.join());
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a hover on a code shows its page, which is loaded then', async () => {
  const { page, complaints } = await site.open();
  await put(page, `${GIPF}{gipf/line-full, G3.4} 1. b3 *\n`);
  for (const [name, expected] of [['gipf/line-full', /The line has no empty spot[^]*Does not trigger/], ['G3.4', /have nowhere to go/]]) {
    const answer = await page.evaluate(name => {
      const { editor } = window.pipscribe;
      return editor.ask('textDocument/hover', { position: { line: 3, character: editor.text.split('\n')[3].indexOf(name) + 1 } });
    }, name);
    assert.match(answer.contents.value, expected);
  }
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('the search opens with its key, and finds the next match', async () => {
  const { page, complaints } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 3. b3 *\n`, 0);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+f');
  await page.locator('.cm-search').waitFor();
  await page.keyboard.type('b3');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const selected = () => page.evaluate(() => { const { main } = window.pipscribe.editor.view.state.selection; return [main.from, main.to]; });
  const all = await text(page);
  assert.deepEqual(await selected(), [all.lastIndexOf('b3'), all.lastIndexOf('b3') + 2]);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('legal turns are offered as one types, each with its board', async () => {
  const { page, complaints } = await site.open();
  await put(page, `${GIPF}1. b3 2. `);
  await page.locator('.cm-content').focus();
  await page.keyboard.type('h');
  const options = page.locator('.cm-tooltip-autocomplete li');
  await options.first().waitFor();
  assert.ok((await options.count()) > 1);
  assert.match(await options.first().textContent(), /^h/);
  await page.locator('.cm-completionInfo .paper img').waitFor();
  const offered = await options.first().locator('.cm-completionLabel').textContent();
  // The editor inserts keys that are pressed too soon for the user to have seen the list.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  assert.equal(await text(page), `${GIPF}1. b3 2. ${offered}`);
  await judged(page);
  await page.keyboard.press('Control+z');
  assert.equal(await text(page), `${GIPF}1. b3 2. h`);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('records are formatted, and one undo takes that back', async () => {
  const { page } = await site.open();
  const untidy = '[Game "gipf"]\n[Variant "basic"]\nb3   h3\n';
  await put(page, untidy);
  await page.getByRole('button', { name: 'Format' }).click();
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('2. h3'));
  assert.equal(await text(page), `${GIPF}1. b3 2. h3 *\n`);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  assert.equal(await text(page), untidy);
  await page.context().close();
});

test('the board follows the cursor, and its keys walk through the game', async () => {
  const { page, complaints } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 3. a2-c4 *\n`, 0);
  await page.waitForFunction(() => /Start/.test(document.querySelector('.told')?.textContent));
  await page.getByRole('button', { name: 'Next turn' }).click();
  await page.waitForFunction(() => /b3/.test(document.querySelector('.told')?.textContent));
  await page.locator('#board').focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => /a2-c4/.test(document.querySelector('.told')?.textContent));
  assert.match(await page.locator('#live').textContent(), /^Turn 3: a2-c4, by White; Black to move\.$/);
  assert.match((await page.locator('.seat.moves').textContent()).trim(), /^Black\s+\d+\sin\sreserve\s*to move$/);
  assert.match(await page.locator('.board svg.pips title').textContent(), /after turn 3/);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => /2\. h3/.test(document.querySelector('.told')?.textContent));
  assert.equal(await page.locator('.cm-played').textContent(), 'h3');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a turn tells what it did, a player is renamed, actions open with a key', async () => {
  const { page, complaints } = await site.open();
  await put(page, `[Game "gipf"]\n[Variant "basic"]\n[Player1 "Ann"]\n\n1. b3 2. x *\n\n[Game "gipf"]\n[Variant "basic"]\n[Player1 "Ann"]\n\n1. b3 *\n`, 44);
  await page.locator('.cm-line').nth(4).locator('.tk-variable').first().hover();
  await page.locator('.cm-tooltip-hover .paper').waitFor();
  assert.match(await page.locator('.cm-tooltip-hover .paper').textContent(), /White/);
  await page.mouse.move(5, 5);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('F2');
  const name = page.locator('.cm-lsp-rename-panel input, .cm-dialog input').first();
  await name.fill('Zoë');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !window.pipscribe.editor.text.includes('Ann'));
  assert.equal((await text(page)).match(/Zoë/g).length, 2);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+.');
  await page.locator('.menu').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.menu').count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('every game begins with its rules, a game, a slip and a test', async () => {
  const { page, complaints } = await site.open();
  for (const game of ['GIPF', 'Pippinzip', 'Pip•Pip', 'The Very Clever Pipe Game']) {
    await page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: game, exact: true }).click();
    await page.getByRole('heading', { name: `${game} in one screen` }).waitFor({ state: 'attached' });
    for (const [start, verdict] of [['A mistake to fix', /finding/], ['A rare case of the rules', /^All legal$/], ['A whole game', /^All legal$/]]) {
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.getByRole('button', { name: start }).click();
      await judged(page);
      assert.match(await page.locator('#verdict').textContent(), verdict);
      await page.locator('pips-board .figure svg').waitFor();
    }
  }
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => /edge|V2\.5/.test(window.pipscribe.editor.text));
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a turn is played on the board, written into the record, and taken back', async () => {
  const { page, complaints } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 *\n`, GIPF.length + 11);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  await page.locator('pips-board').getByRole('button', { name: 'dot a2' }).first().click();
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0);
  await page.locator('pips-board').getByRole('button', { name: /\b(b2|c4|b3)\b/ }).first().click();
  await page.waitForFunction(() => /3\. \w/.test(window.pipscribe.editor.text));
  await judged(page);
  assert.match(await text(page), /^\[Game "gipf"\]\n\[Variant "basic"\]\n\n1\. b3 2\. h3 3\. (a2-)?\w\w \*\n$/);
  assert.equal(await page.locator('#verdict').textContent(), 'All legal');
  // A turn that is not played at the end becomes a variation.
  await page.getByRole('button', { name: 'Turn before' }).click();
  await page.waitForFunction(() => window.pipscribe.board()?.number === 2);
  await page.getByRole('button', { name: 'Turn before' }).click();
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1 && document.querySelector('pips-board')?.step?.choices.length > 1);
  await page.locator('pips-board').getByRole('button', { name: 'dot b1' }).first().click();
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0);
  await page.locator('pips-board').locator('.over .spot[aria-label]').first().click();
  await page.waitForFunction(() => /\(2\. /.test(window.pipscribe.editor.text));
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.doesNotMatch(await text(page), /\(/);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await text(page), `${GIPF}1. b3 2. h3 *\n`);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a turn that is played at an illegal turn replaces it', async () => {
  const { page, complaints, context } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 3. a2-c4 4. h4 5. zz 6. e8 *\n`, GIPF.length + 3);
  await page.getByRole('tab', { name: 'Findings' }).click();
  await page.locator('.finding', { hasText: 'No fix is likely' }).getByRole('button', { name: 'Go to turn 5' }).click();
  await page.waitForFunction(() => window.pipscribe.board()?.fault && document.querySelector('pips-board').step?.choices.length > 1);
  await page.evaluate(() => document.querySelector('pips-board').dispatchEvent(new CustomEvent('turn', { detail: { turn: 'f2', at: document.querySelector('pips-board').board.at }, bubbles: true, composed: true })));
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, `${GIPF}1. b3 2. h3 3. a2-c4 4. h4 5. f2 6. e8 *\n`);
  await page.waitForFunction(() => window.pipscribe.board()?.played === 'f2');
  // After a legal turn, it is a variation.
  await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length > 1);
  await page.evaluate(() => document.querySelector('pips-board').dispatchEvent(new CustomEvent('turn', { detail: { turn: 'c2', at: document.querySelector('pips-board').board.at }, bubbles: true, composed: true })));
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('6. e8 (6. c2)'));
  assert.deepEqual(complaints, []);
  await context.close();
});
