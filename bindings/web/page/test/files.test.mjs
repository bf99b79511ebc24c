// Tests of files: open, drop, save, draw, link.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import * as esbuild from 'esbuild';

import { judged, openText, put, start } from './browser.mjs';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. c2 *\n';
const corpus = new URL('../../../../corpus/', import.meta.url);
let site;
before(async () => { site = await start(); });
after(async () => { await site.stop(); });

const { outputFiles } = await esbuild.build({ entryPoints: [new URL('../src/files/link.ts', import.meta.url).pathname], bundle: true, write: false, format: 'esm' });
const link = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

const textOf = page => page.evaluate(() => window.pipscribe.editor.text);
const notice = async (page, words) => page.waitForFunction(wanted => document.querySelector('.notice')?.textContent.includes(wanted), words);
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
async function chosen(page, files) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open…' }).click()]);
  await chooser.setFiles(files);
}

test('a link says the state, and a damaged one that it is damaged', async () => {
  const state = { text: `${GIPF}# \u{1F600} </script>\n`, name: 'A "name"', at: 12 };
  const fragment = await link.fragmentOf(state);
  assert.match(fragment, /^#s=[\w-]+$/);
  assert.deepEqual(await link.stateOf(fragment), state);
  assert.equal(await link.stateOf('#editor'), null);
  for (const wrong of [fragment.slice(0, -6), '#s=', '#s=%%%', '#s=AAAA']) await assert.rejects(link.stateOf(wrong), /damaged/);
  const bomb = await link.fragmentOf({ ...state, text: 'a'.repeat(link.MOST_UNPACKED + 1) });
  assert.ok(bomb.length < 100_000);
  await assert.rejects(link.stateOf(bomb), /damaged|more than/);
  assert.ok(!link.embedCode('https://example.org/"><script>').includes('"><script>'));
});

test('files of any format are opened, and are what they were', async () => {
  const { page, complaints, context } = await site.open();
  await judged(page);
  await chosen(page, { name: 'mine.pips', mimeType: 'text/plain', buffer: Buffer.from(GIPF) });
  await page.waitForFunction(wanted => window.pipscribe.editor.text === wanted, GIPF);
  assert.equal(await page.textContent('#name'), 'mine.pips');
  await chosen(page, new URL('formats/gipf.com/game-a.txt', corpus).pathname);
  await notice(page, '1 record read in the form of gipf.com');
  assert.match(await textOf(page), /^\[Game "gipf"\]/);
  await chosen(page, { name: 'page.md', mimeType: 'text/markdown', buffer: Buffer.from(`# A page\n\n\`\`\`pips\n${GIPF}\`\`\`\n`) });
  await notice(page, 'the blocks of the page');
  await chosen(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]) });
  await notice(page, 'photo.jpg cannot be read: it is not a text');
  const before = await textOf(page);
  await chosen(page, { name: 'empty.pips', mimeType: 'text/plain', buffer: Buffer.from('') });
  await notice(page, 'empty.pips is empty, so nothing was changed');
  assert.equal(await textOf(page), before);
  await page.evaluate(text => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'dropped.pips'));
    document.querySelector('.cm-content').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  }, GIPF.replace('c2', 'a5-b5'));
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('a5-b5'));
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.ok(!(await textOf(page)).includes('a5-b5'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the record is saved in every format, and the position as every figure', async () => {
  const { page, complaints, context } = await site.open();
  await judged(page);
  await openText(page, GIPF, 'A game: 1');
  const save = async format => {
    await page.getByRole('button', { name: 'Save…' }).click();
    if (format) await page.getByLabel('Format').selectOption(format);
    return saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click());
  };
  const own = await save();
  assert.deepEqual([own.name, own.bytes.toString()], ['A game- 1.pips', GIPF]);
  assert.match((await save('sgf')).bytes.toString(), /^\(;FF\[4\]/);
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByLabel('Format').waitFor();
  // Formats that can only be read are not offered.
  assert.equal(await page.getByLabel('Format').locator('option[value=boardspace]').count(), 0);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });

  const figure = async kind => {
    await page.getByRole('button', { name: 'Figure…' }).click();
    await page.waitForFunction(() => document.querySelector('dialog .preview')?.naturalWidth > 0);
    await page.locator('#figure-kind').selectOption(kind);
    return saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click());
  };
  assert.ok((await figure('svg')).bytes.toString().startsWith('<svg'));
  assert.equal((await figure('png')).bytes.subarray(1, 4).toString(), 'PNG');
  assert.equal((await figure('pdf')).bytes.subarray(0, 5).toString(), '%PDF-');
  assert.ok(!(await figure('outlines')).bytes.includes('<text'));
  const gif = await figure('gif');
  assert.deepEqual([gif.name, gif.bytes.subarray(0, 6).toString()], ['A game- 1.gif', 'GIF89a']);
  assert.ok((await figure('html')).bytes.toString().startsWith('<!DOCTYPE html>'));
  await page.getByRole('button', { name: 'Figure…' }).click();
  await page.getByText('More options').click();
  await page.getByLabel('Crop to').fill('zz');
  await page.waitForFunction(() => /two places/.test(document.querySelector('dialog .told')?.textContent));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a player that is saved opens at the mistake, and is light or dark as its reader prefers', async () => {
  const { page, complaints, context } = await site.open();
  await judged(page);
  const records = { gipf: 'gipf/real/game-b-with-errors.pips', pippip: 'gallery/pippip.pips', pipe: 'gallery/pipe.pips' };
  for (const [game, file] of Object.entries(records)) {
    const record = readFileSync(new URL(file, corpus), 'utf8');
    // The board shows the start.
    await put(page, record, record.indexOf('1. '));
    await page.getByRole('button', { name: 'Figure…' }).click();
    await page.locator('#figure-kind').selectOption('html');
    // What would be the same for every turn, or only make sense for a picture, is not asked for.
    for (const field of ['turn', 'caption', 'width', 'dpi']) assert.ok(!await page.locator(`#figure-${field}`).isVisible(), field);
    await page.locator('dialog pipscribe-player #controls').waitFor();
    const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click());
    await page.locator('dialog').waitFor({ state: 'detached' });
    const grounds = [];
    for (const colorScheme of ['light', 'dark']) {
      const reader = await site.browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
      await reader.setContent(bytes.toString());
      await reader.locator('#controls').waitFor();
      grounds.push(await reader.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
      assert.match(await reader.locator('#figure').getAttribute('class'), /pips-screen/);
      const label = await reader.locator('#label').innerText();
      if (game === 'gipf') {
        assert.match(label, /^Turn 49 /);
        assert.match(await reader.locator('#figure-words').textContent(), /Places of the error: a2, d4/);
        const rings = await reader.locator('#figure :is(.mark, .mark-ring) > *').evaluateAll(rings => rings.map(ring => getComputedStyle(ring).stroke));
        assert.equal(rings.length, 2);
        assert.equal(new Set(rings).size, 1);
        assert.notEqual(rings[0], grounds.at(-1));
      } else {
        assert.equal(await reader.locator('#next').getAttribute('aria-disabled'), 'true', label);
      }
      await reader.close();
    }
    assert.notEqual(grounds[0], grounds[1]);
  }
  // A theme and a turn can be chosen.
  await page.getByRole('button', { name: 'Figure…' }).click();
  await page.locator('#figure-kind').selectOption('html');
  await page.locator('#figure-scheme').selectOption('dark');
  await page.locator('#figure-opens').fill('2');
  const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click());
  assert.match(bytes.toString(), /<bdi id="label">Turn 2,/);
  assert.doesNotMatch(bytes.toString(), /prefers-color-scheme/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a link opens the record, in a page of its own and within another', async () => {
  const { page, context, complaints } = await site.open();
  await judged(page);
  await openText(page, `${GIPF}# <b>\n`, '<img src=x onerror=alert(1)>');
  await page.getByRole('button', { name: 'Share…' }).click();
  const address = await page.getByLabel('Link').inputValue();
  const code = await page.getByLabel('To embed in a page').inputValue();
  assert.match(code, /^<iframe src="[^"]*\?embed#s=[\w-]+" /);
  assert.ok(!address.includes('?'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await notice(page, 'The code is copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  const other = await context.newPage();
  await other.goto(address);
  await other.waitForFunction(wanted => window.pipscribe?.editor.text === wanted, `${GIPF}# <b>\n`);
  assert.equal(await other.textContent('#name'), '<img src=x onerror=alert(1)>');
  await other.goto(`${address.slice(0, -8)}`);
  await notice(other, 'damaged');
  assert.deepEqual(complaints, []);
  await context.close();
});
