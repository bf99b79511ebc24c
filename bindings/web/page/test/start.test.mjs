// Tests of the first minute: the start, drafts, a new game, pasting, and where a record opens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { judged, put, start, text } from './browser.mjs';

const corpus = new URL('../../../../corpus/', import.meta.url);
const file = name => readFileSync(new URL(name, corpus), 'utf8');
const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
let site;
before(async () => { site = await start(); });
after(() => site.stop());

const ready = page => page.waitForFunction(() => document.documentElement.classList.contains('ready'));
/** Pastes a text where the focus is. */
const paste = (page, text) => page.evaluate(text => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

test('the start says what the page is for, and how to begin', async () => {
  const { page, complaints, context } = await site.open();
  await page.getByRole('heading', { name: /Write down a game/ }).waitFor();
  for (const name of ['Paste a record', 'New game', 'Try an example with a mistake']) assert.ok(await page.getByRole('button', { name }).first().isVisible(), name);
  for (const name of ['Save…', 'Figure…', 'Share…']) assert.ok(await page.getByRole('button', { name }).isDisabled(), name);
  assert.equal(await page.locator('.picture svg').count(), 4);
  const red = await page.evaluate(() => [...document.querySelectorAll('.fault, .wrong')].filter(element => element.offsetParent).map(element => element.textContent));
  assert.deepEqual(red, []);
  await ready(page);
  await page.getByRole('button', { name: 'Try an example' }).first().click();
  await page.locator('.finding.error').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Save…' }).isEnabled());
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an emptied editor has no red text, and the same ways to begin', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.locator('.blank').waitFor();
  const red = await page.evaluate(() => [...document.querySelectorAll('.fault, .wrong')].filter(element => element.offsetParent && element.textContent.trim()).map(element => element.textContent));
  assert.deepEqual(red, []);
  assert.ok(await page.locator('.blank').getByRole('button', { name: 'New game' }).isVisible());
  await page.keyboard.type('[Game "gipf"]\n[Variant "basic"]\n\n1. b3');
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1);
  assert.equal(await page.locator('.blank').count(), 0);
  await context.close();
});

test('what was typed survives a reload, and leaving is asked about', async () => {
  const { page, context } = await site.open();
  const questions = [];
  page.on('dialog', dialog => { questions.push(dialog.type()); void dialog.accept(); });
  await put(page, `${GIPF}1. b3 *\n`);
  await page.reload();
  await ready(page);
  assert.deepEqual(questions, [], 'an unchanged text is not asked about');
  await put(page, `${GIPF}1. b3 *\n`, GIPF.length + 5);
  await page.locator('.cm-content').click();
  await page.evaluate(at => window.pipscribe.editor.go(at), GIPF.length + 5);
  await page.keyboard.type(' {mine}');
  await page.reload();
  assert.deepEqual(questions, ['beforeunload']);
  await ready(page);
  await page.getByRole('button', { name: /^Go on with/ }).first().click();
  assert.equal(await text(page), `${GIPF}1. b3 {mine} *\n`);
  await judged(page);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1);
  // It is still unsaved; after it is saved, nothing is asked.
  const save = async () => {
    await page.getByRole('button', { name: 'Save…' }).click();
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save', exact: true }).click()]);
  };
  await save();
  questions.length = 0;
  await page.reload();
  assert.deepEqual(questions, []);
  await context.close();
});

test('a new game is begun with a dialog', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByRole('radio', { name: 'Tournament' }).check();
  await dialog.getByLabel('White').fill('Ann "A" Lee');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  // An empty page has been judged already.
  const told = () => page.waitForFunction(() => /legal|finding/.test(document.querySelector('#verdict')?.textContent));
  await told();
  assert.match(await text(page), /^\[Game "gipf"\]\n\[Variant "tournament"\]\n\[Date "\d{4}-\d\d-\d\d"\]\n\[Player1 "Ann \\"A\\" Lee"\]\n\n\*\n$/);
  assert.equal(await page.locator('#verdict').textContent(), 'All legal');
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  // Every game, variant and number of players is legal, has a board, and is in canonical form.
  const games = [['Pippinzip', ['Pipeline', 'Zipline', 'Freestyle'], [2, 3]], ['Pip•Pip', [null], [2]], ['Pipe Game', ['Pipes', 'Fields', 'Both'], [2, 3, 4]]];
  for (const [game, variants, numbers] of games) {
    for (const variant of variants) {
      for (const number of numbers) {
        await page.getByRole('button', { name: 'New…' }).click();
        await dialog.getByRole('radio', { name: game, exact: true }).check();
        if (variant) await dialog.getByRole('radio', { name: variant, exact: true }).check();
        const players = dialog.getByRole('radiogroup', { name: 'Players' }).getByRole('radio', { name: String(number) });
        if (await players.count()) await players.check();
        else if (number > 2) { await page.keyboard.press('Escape'); continue; }
        await dialog.getByRole('button', { name: 'Begin' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.waitForTimeout(100);
        await told();
        const made = await text(page);
        assert.equal(await page.locator('#verdict').textContent(), 'All legal', made);
        await page.waitForFunction(() => window.pipscribe.board()?.number === 0, undefined, { timeout: 10_000 });
        await page.getByRole('button', { name: 'Format' }).click();
        await page.waitForTimeout(60);
        assert.equal(await text(page), made, 'it is in canonical form');
      }
    }
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a paste knows every format that a file may have, and says what it was', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  const notice = words => page.waitForFunction(words => document.querySelector('.notice')?.textContent.includes(words), words);
  // On the start, without a focus.
  await page.evaluate(() => document.activeElement.blur());
  await paste(page, file('formats/gipf.com/game-a.txt'));
  await notice('1 record read from gipf.com');
  assert.match(await text(page), /^\[Game "gipf"\]/);
  // In place of everything.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, `# A page\n\n\`\`\`pips\n${GIPF}1. b3 *\n\`\`\`\n`);
  await notice('the blocks of the page');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, `${GIPF}1. b3 2. h3 *\n`);
  await notice('notation');
  assert.equal(await text(page), `${GIPF}1. b3 2. h3 *\n`);
  // Among other text, a paste is plain.
  await page.evaluate(at => window.pipscribe.editor.go(at), GIPF.length + 5);
  await paste(page, ' {so far}');
  assert.equal(await text(page), `${GIPF}1. b3 {so far} 2. h3 *\n`);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a dropped page without records changes nothing', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`);
  await page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File(['# Only words\n'], 'words.md'));
    document.querySelector('.cm-content').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /has no records/.test(document.querySelector('.notice')?.textContent));
  assert.equal(await text(page), `${GIPF}1. b3 *\n`);
  await context.close();
});

test('a record opens at its last turn, or at its first finding', async () => {
  const { page, context } = await site.open();
  await ready(page);
  const open = text => page.evaluate(text => window.pipscribe.open(text, 'a game'), text);
  await open(file('gipf/real/game-a.pips'));
  await page.waitForFunction(() => window.pipscribe.board()?.next.length === 0 && window.pipscribe.board().number > 20);
  await judged(page);
  await open(file('gipf/real/game-b-with-errors.pips'));
  await page.waitForFunction(() => window.pipscribe.board()?.fault);
  await page.locator('.finding.error').first().waitFor();
  assert.equal(await page.evaluate(() => window.pipscribe.board().number), 48);
  await context.close();
});

test('a turn shows what it did until the pointer or the keyboard enters the board', async () => {
  const { page, context } = await site.open();
  const game = file('gipf/real/game-a.pips');
  await put(page, game, game.indexOf('19. ') + 5);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 19 && document.querySelector('pips-board')?.step);
  const state = () => page.evaluate(() => {
    const root = document.querySelector('pips-board').shadowRoot;
    return {
      asks: root.querySelector('.asks').textContent,
      resign: [...root.querySelectorAll('button.quiet')].some(button => !button.hidden),
      arrows: root.querySelectorAll('.figure [class*="ghost"], .figure [class*="arrow"], .figure [class*="row"]').length,
      rings: getComputedStyle(root.querySelector('.over .spot'), '::before').opacity,
    };
  });
  await page.mouse.move(2, 2);
  const before = await state();
  assert.doesNotMatch(before.asks, /Choose/);
  assert.equal(before.resign, false);
  assert.equal(before.rings, '0');
  assert.ok(before.arrows > 0, 'what the turn did is shown');
  await page.locator('pips-board').hover();
  const entered = await state();
  assert.match(entered.asks, /Choose/);
  assert.equal(entered.rings, '1');
  assert.equal(entered.resign, false, 'resigning is for the end of the record');
  await page.mouse.move(2, 2);
  assert.equal((await state()).rings, '0');
  await page.locator('pips-board').locator('[data-choice="0"]').first().focus();
  assert.equal((await state()).rings, '1');
  await context.close();
});

test('the name and the title follow the record', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`);
  assert.equal(await page.textContent('#name'), 'a test');
  assert.match(await page.title(), /^a test – Pipscribe$/);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, '[Game "gipf"]\n[Variant "basic"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n\n1. b3 *\n');
  await page.waitForFunction(() => /Ann/.test(document.querySelector('#name')?.textContent));
  assert.match(await page.title(), /Ann.*Bob.* – Pipscribe$/);
  await context.close();
});
