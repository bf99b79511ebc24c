// Tests that no work is lost: records that the browser keeps, two pages of one browser, links, and a full store.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openText, PATIENCE, put, start, text } from './browser.mjs';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
let site;
before(async () => { site = await start(); });
after(() => site.stop());

const ready = page => page.waitForFunction(() => document.documentElement.classList.contains('ready'));
/** Opens another page of the same browser. */
async function another(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(site.address);
  await ready(page);
  return page;
}
/** Types where the cursor is, or at a place. */
async function type(page, words, at) {
  await page.evaluate(at => window.pipscribe.editor.go(at ?? window.pipscribe.editor.at), at);
  await page.keyboard.type(words);
}
/** Waits until the editor has a text. */
const has = (page, wanted) => page.waitForFunction(wanted => window.pipscribe?.editor.text === wanted, wanted);
/** Returns the texts that the browser keeps. */
const stored = page => page.evaluate(() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('pipscribe', 1);
  opening.onerror = () => reject(opening.error);
  // The page has not made it yet.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onsuccess = () => {
    const reading = opening.result.transaction('texts').objectStore('texts').getAll();
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
  };
}));
/** Waits until the browser keeps a text. */
async function kept(page, wanted) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 50))) {
    // Before the first record, the page may not have made the store.
    if ((await stored(page).catch(() => [])).includes(wanted)) return;
  }
  assert.fail(`the browser does not keep ${wanted}`);
}
/** Returns the fragment of the address; Playwright hears of a new one only later. */
const hash = page => page.evaluate(() => location.hash);
const listed = page => page.locator('dialog .yours-open .yours-name').allTextContents();
const openList = async page => {
  await page.getByRole('button', { name: 'Yours…' }).click();
  await page.getByRole('dialog', { name: 'Your records' }).waitFor();
};

test('a reload comes back to where one was', async () => {
  const { page, complaints, context } = await site.open();
  const questions = [];
  page.on('dialog', dialog => { questions.push(dialog.type()); void dialog.accept(); });
  const before = `${GIPF}1. b3 2. h3 *\n`;
  await put(page, before, GIPF.length + 5);
  await page.reload();
  await has(page, before);
  assert.equal(await page.evaluate(() => window.pipscribe.editor.at), GIPF.length + 5);
  await ready(page);
  // What was typed last is there too, although nothing had been written yet.
  await type(page, ' {mine}');
  await page.reload();
  const edited = `${GIPF}1. b3 {mine} 2. h3 *\n`;
  await has(page, edited);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1);
  assert.equal(await page.evaluate(() => window.pipscribe.editor.at), GIPF.length + 12);
  assert.equal(await page.locator('#name').textContent(), 'a test');
  assert.deepEqual(questions, [], 'nothing can be lost, so nothing is asked');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('two pages of one browser never overwrite each other', async () => {
  const { page, context } = await site.open();
  await ready(page);
  const other = await another(context);
  await put(page, `${GIPF}1. b3 *\n`, GIPF.length + 5);
  await put(other, `${GIPF}1. c2 *\n`, GIPF.length + 5);
  await type(page, ' {one}');
  await type(other, ' {two}');
  const [one, two] = [`${GIPF}1. b3 {one} *\n`, `${GIPF}1. c2 {two} *\n`];
  await kept(page, one);
  await kept(page, two);
  await page.reload();
  await other.reload();
  await has(page, one);
  await has(other, two);
  await context.close();
});

test('one record in two pages becomes two when both are edited', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`, GIPF.length + 5);
  await type(page, ' {one}');
  const one = `${GIPF}1. b3 {one} *\n`;
  await kept(page, one);
  const other = await another(context);
  await openList(other);
  await other.locator('dialog .yours-open').click();
  await has(other, one);
  await type(other, ' {two}', GIPF.length + 11);
  await kept(page, `${GIPF}1. b3 {one} {two} *\n`);
  await type(page, ' {three}', GIPF.length + 11);
  await kept(page, `${GIPF}1. b3 {one} {three} *\n`);
  await kept(page, `${GIPF}1. b3 {one} {two} *\n`);
  await page.reload();
  await other.reload();
  await has(page, `${GIPF}1. b3 {one} {three} *\n`);
  await has(other, `${GIPF}1. b3 {one} {two} *\n`);
  await context.close();
});

test('records of one name differ in the list: by their turns, their last position, and as copies', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`, GIPF.length + 5);
  await type(page, ' {one}');
  await kept(page, `${GIPF}1. b3 {one} *\n`);
  const other = await another(context);
  await openList(other);
  await other.locator('dialog .yours-open').click();
  await has(other, `${GIPF}1. b3 {one} *\n`);
  await type(other, ' 2. h3', GIPF.length + 11);
  await kept(page, `${GIPF}1. b3 {one} 2. h3 *\n`);
  await type(page, ' {three}', GIPF.length + 11);
  await kept(page, `${GIPF}1. b3 {one} {three} *\n`);
  await openList(page);
  const turns = page.locator('dialog .yours-turns');
  await page.waitForFunction(() => [...document.querySelectorAll('dialog .yours-turns')].every(turns => turns.textContent));
  assert.deepEqual((await turns.allTextContents()).sort(), ['1 turn, last 1. b3', '2 turns, last 2. h3']);
  assert.deepEqual((await listed(page)).map(name => name.startsWith('Copy of ')).sort(), [false, true]);
  const pictures = await page.locator('dialog .yours-picture img').evaluateAll(pictures => pictures.map(({ src, width }) => [src, width]));
  assert.equal(new Set(pictures.map(([src]) => src)).size, 2);
  assert.ok(pictures.every(([, width]) => width >= 40));
  await context.close();
});

test('an example opened meanwhile does not replace the work before', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}[Player1 "Ann"]\n1. b3 *\n`.replace('\n\n', '\n'), 0);
  await type(page, '# mine\n');
  const mine = await text(page);
  await page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: 'Pippinzip' }).click();
  await page.waitForFunction(() => /pippinzip/.test(window.pipscribe.editor.text));
  await type(page, 'a', 0);
  await kept(page, await text(page));
  await page.reload();
  await page.waitForFunction(() => /pippinzip/.test(window.pipscribe?.editor.text));
  await ready(page);
  await openList(page);
  assert.equal((await listed(page)).length, 2);
  assert.match(await page.locator('dialog .yours-detail').last().textContent(), /^GIPF · today, \d\d:\d\d$/);
  await page.locator('dialog .yours-open', { hasText: 'a test' }).click();
  await has(page, mine);
  // The start of a new page lists them too; a removed one is gone after a second click.
  const other = await another(context);
  await other.locator('#yours .yours-open').first().waitFor();
  assert.equal(await other.locator('#yours .yours-open').count(), 2);
  await other.getByRole('button', { name: /All of your records/ }).click();
  const remove = other.locator('dialog li', { hasText: 'a test' }).getByRole('button', { name: /emove/ });
  await remove.click();
  assert.equal((await listed(other)).length, 2);
  await remove.click();
  await other.waitForFunction(() => document.querySelectorAll('dialog .yours-open').length === 1);
  await context.close();
});

test('after a link was shared, a reload opens the work and not the link', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`, GIPF.length + 5);
  await page.getByRole('button', { name: 'Share…' }).click();
  const link = await page.locator('#share-link').inputValue();
  await page.keyboard.press('Escape');
  assert.match(await hash(page), /#s=/);
  // Until the first edit the address is that of the record.
  await page.reload();
  await has(page, `${GIPF}1. b3 *\n`);
  await ready(page);
  assert.match(await hash(page), /#s=/);
  await type(page, ' {later}', GIPF.length + 5);
  assert.equal(await hash(page), '');
  await page.reload();
  await has(page, `${GIPF}1. b3 {later} *\n`);
  // In a new tab the link opens what was shared, and the work stays.
  const other = await context.newPage();
  await other.goto(link);
  await has(other, `${GIPF}1. b3 *\n`);
  await ready(other);
  await type(other, '{another} ', GIPF.length);
  await kept(other, `${GIPF}{another} 1. b3 *\n`);
  await kept(other, `${GIPF}1. b3 {later} *\n`);
  await context.close();
});

test('the browser keeps the last 20 records', async () => {
  const { page, context } = await site.open();
  await ready(page);
  for (let number = 1; number <= 22; number += 1) {
    const record = `${GIPF}1. b3 {${number}} *\n`;
    await openText(page, record, '', 0, 'written');
    await kept(page, record);
  }
  const texts = await stored(page);
  assert.equal(texts.length, 20);
  assert.ok(texts.includes(`${GIPF}1. b3 {3} *\n`) && !texts.includes(`${GIPF}1. b3 {2} *\n`));
  await context.close();
});

test('a full store says so, asks before leaving, and keeps on trying', async () => {
  const { page, context } = await site.open();
  const questions = [];
  page.on('dialog', dialog => { questions.push(dialog.type()); void dialog.dismiss(); });
  const session = await context.newCDPSession(page);
  await put(page, `${GIPF}1. b3 *\n`, GIPF.length + 5);
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.address, quotaSize: 1 });
  // The local storage, which has a separate quota, is full too.
  await page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size >>= 1) {
      try { for (;;) localStorage.setItem(`fill${localStorage.length}`, 'x'.repeat(size)); } catch { /* The next size is smaller. */ }
    }
  });
  await type(page, ' {mine');
  const notice = page.locator('.notice');
  const isFull = () => page.evaluate(() => /cannot keep the record: its storage is full/.test(document.querySelector('.notice')?.textContent));
  // Chromium remembers for a while that there was room.
  for (const end = Date.now() + PATIENCE; !await isFull() && Date.now() < end; await new Promise(resolve => setTimeout(resolve, 1_000))) await page.keyboard.type('.');
  assert.ok(await isFull());
  await page.keyboard.type('}');
  await page.evaluate(() => { void location.reload(); });
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('{mine'));
  for (const end = Date.now() + PATIENCE; !questions.length && Date.now() < end;) await new Promise(resolve => setTimeout(resolve, 50));
  assert.deepEqual(questions, ['beforeunload']);
  // With room again, the next edit is kept, and the notice goes.
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.address });
  await page.evaluate(() => localStorage.clear());
  await type(page, '{more}');
  await page.waitForFunction(() => !document.querySelector('.notice.shown'));
  const whole = await text(page);
  assert.match(whole, /\{mine\.*\}\{more\}/);
  await kept(page, whole);
  assert.equal(await notice.locator('p').textContent(), '');
  await context.close();
});

test('a record that is too large to be kept says so', async () => {
  const { page, context } = await site.open();
  await ready(page);
  await page.evaluate(head => window.pipscribe.open(`${head}1. b3 {${'x'.repeat(99)}\n${`${'y'.repeat(99)}\n`.repeat(170_000)}} *\n`, 'large', 0), GIPF);
  assert.equal(await page.locator('.notice.shown').count(), 0, 'a file that is only read needs no place');
  await type(page, '# mine\n');
  await page.waitForFunction(() => /cannot keep the record: it is longer than 16,777,216 characters/.test(document.querySelector('.notice')?.textContent));
  await context.close();
});
