// Tests of security and accessibility: code in records must not run, nothing may be sent or fetched elsewhere, and all
// users must have access.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { folder, judged, put, start } from './browser.mjs';
import { EVIL, hostile } from './records.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const corpus = new URL('../../../../corpus/', import.meta.url);
const GAMES = ['gipf/real/game-a.pips', 'gallery/pippinzip.pips', 'gallery/pippip.pips', 'gallery/pipe.pips'];
let site;
before(async () => { site = await start(); });
after(() => site.stop());

test('nothing of a record runs, and nothing is fetched for it', async () => {
  const { page, complaints } = await site.open();
  const elsewhere = [];
  page.on('request', request => { if (!request.url().startsWith(site.address) && !request.url().startsWith('data:')) elsewhere.push(request.url()); });
  await page.evaluate(() => { window.boom = () => { window.burst = true; }; });
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  const before = site.asked.length;
  const records = [hostile(), hostile('[x](javascript:boom()) ![y](http://127.0.0.1:9/z) <svg onload=boom()>'), hostile('\u0000\ud800<iframe src=//127.0.0.1:9>')];
  for (const record of records) {
    await put(page, record, record.indexOf('1. b3') + 5);
    await page.evaluate(evil => window.pipscribe.open(window.pipscribe.editor.text, evil), EVIL);
    // Opens everything that shows text of a record.
    for (const line of await page.locator('.cm-line').all()) {
      const first = line.locator('span').first();
      if (await first.count()) await first.hover().catch(() => undefined);
    }
    // A hover that is answered late would cover what is clicked next.
    await page.mouse.move(2, 2);
    await page.locator('.cm-tooltip-hover').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Records' }).click();
    await page.locator('.rows .row').first().waitFor();
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.locator('.finding').first().waitFor();
    for (const place of ['1. b3', '2. <', 'Event']) {
      await page.evaluate(place => { const { editor } = window.pipscribe; editor.go(editor.text.indexOf(place) + place.length); }, place);
      await page.keyboard.press('Control+Space');
      await page.waitForTimeout(150);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+.');
      await page.locator('.menu').waitFor();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Next turn' }).click();
    await page.waitForTimeout(150);
  }
  assert.equal(await page.evaluate(() => window.burst), undefined);
  assert.equal(await page.evaluate(() => document.querySelectorAll('script:not([src]), iframe, [onerror], [onload]').length), 0);
  assert.deepEqual(elsewhere, []);
  // Parts of the web app itself are loaded when they are needed.
  const own = readdirSync(folder).map(file => `/${file}`);
  assert.deepEqual(site.asked.slice(before).filter(path => !own.includes(path)), []);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('the policy lets nothing run that stands in the page', async () => {
  const { page } = await site.open();
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src[^;]*'unsafe-(inline|eval)'/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.burst = true';
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.burst), undefined);
  const refused = await page.evaluate(() => fetch('https://example.org/').then(() => 'fetched', () => 'refused'));
  assert.equal(refused, 'refused');
  await page.context().close();
});

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ['on a phone on its side', { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true }],
  ['on a dark phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' }],
]) {
  test(`axe-core finds nothing, ${name}`, async () => {
    // The rules of axe are injected, which the policy would forbid.
    const { page } = await site.open({ ...options, bypassCSP: true });
    await judged(page);
    await page.addScriptTag({ content: axe });
    const check = async what => {
      const found = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
      assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 140)).join(' | ')}`), [], what);
    };
    await check('start');
    await page.getByRole('button', { name: /^New/ }).first().click();
    await page.locator('dialog').waitFor();
    await check('New game');
    await page.keyboard.press('Escape');
    if (!await page.getByRole('button', { name: 'Yours…' }).isVisible()) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Yours…' }).click();
    await page.locator('dialog').waitFor();
    await check('Your records');
    await page.keyboard.press('Escape');
    await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {so [%circle b3]} (1. b4! 2. h3) 2. a2-d4 {a comment [%mark b3]} *\n\n[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n');
    for (const tab of ['Turns', 'Findings', 'Records', 'Rules']) {
      await page.getByRole('tab', { name: tab }).click();
      if (tab === 'Turns') await page.locator('.tree-turn').first().click();
      await page.waitForTimeout(250);
      await check(tab);
    }
    for (const game of GAMES) {
      const record = readFileSync(new URL(game, corpus), 'utf8').replace(/^(#.*\n)*/, '');
      await put(page, record);
      await page.waitForTimeout(250);
      await check(`the end of ${game}`);
      await put(page, record.replace(/\[(Result|Score) [^\n]*\n/g, '').replace(/\s6\. [^]*/, ' *\n'));
      await page.waitForFunction(() => {
        const choice = window.pipscribe.board()?.number === 5 && document.querySelector('pips-board').shadowRoot.querySelector('[data-choice]:not([aria-hidden])');
        choice?.focus?.();
        return Boolean(choice);
      });
      await page.waitForTimeout(250);
      await check(`a turn of ${game}`);
    }
    for (const name of ['Save…', 'Figure…', 'Share…']) {
      if (!await page.getByRole('button', { name }).isVisible()) await page.getByRole('button', { name: 'Menu' }).click();
      await check(`the bar with ${name}`);
      await page.getByRole('button', { name }).click();
      await page.waitForTimeout(400);
      await check(name);
      await page.keyboard.press('Escape');
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
    await page.context().close();
  });
}

test('the keyboard gets everywhere', async () => {
  const { page } = await site.open();
  await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n');
  await page.evaluate(() => document.activeElement.blur());
  const seen = new Set();
  for (let at = 0; at < 40; at += 1) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => {
      const here = document.activeElement;
      return here.id || here.getAttribute('aria-label') || here.textContent.trim().slice(0, 30);
    }));
  }
  for (const wanted of ['theme', 'board', 'Next turn', 'Format', 'The text of the record', 'tab-turns']) {
    assert.ok(seen.has(wanted), `${wanted} cannot be reached: ${[...seen].join(', ')}`);
  }
  await page.context().close();
});
