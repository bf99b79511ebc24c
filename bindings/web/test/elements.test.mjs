// Tests of the elements that the package exports, in Chromium with a policy that forbids other scripts and styles.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';

import * as pipscribe from 'pipscribe';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const manifest = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'));
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self' data:";
const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n';
const PAGE = '<!doctype html><html lang="en"><title>test</title><link rel="icon" href="data:,"><script type="module" src="/test/elements.mjs"></script><pips-board></pips-board>';
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => existsSync(path));
const skip = executablePath || process.env.PIPSCRIBE_BROWSER === 'required' ? false : 'SKIPPED: there is no Chromium';

let server, browser;
before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    response.setHeader('content-security-policy', POLICY);
    if (path === '/') return void response.setHeader('content-type', 'text/html').end(PAGE);
    if (path === '/game.html') return void response.setHeader('content-type', 'text/html').end(pipscribe.render(GIPF, { format: 'html' }));
    const file = join(here, '..', path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain').end(readFileSync(file));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

test('the exports exist, with their types', () => {
  for (const name of ['./board', './player']) {
    const { types, default: file } = manifest.exports[name];
    for (const path of [types, file]) assert.ok(existsSync(join(here, '..', path)), path);
    assert.ok(manifest.sideEffects.includes(file), `${file} defines an element when it is imported`);
  }
});

test('every export can be imported on a server, where there is no document', async () => {
  const filesOf = entry => (typeof entry === 'string' ? [entry] : Object.entries(entry).flatMap(([name, one]) => (name === 'types' ? [] : filesOf(one))));
  const scripts = Object.values(manifest.exports).flatMap(filesOf).filter(file => file.endsWith('.js'));
  assert.ok(scripts.includes('./dist/board.js') && scripts.includes('./dist/player.js'));
  for (const file of scripts) await import(new URL(`../${file}`, import.meta.url));
  const { PipsBoard, recordSource } = await import('pipscribe/board');
  assert.equal(typeof PipsBoard, 'function');
  const board = await recordSource(pipscribe, () => GIPF).board(GIPF.length);
  assert.equal(board.number, 1);
});

test('a turn is played on a board of the package', { skip }, async () => {
  const page = await browser.newPage();
  const told = [];
  page.on('console', message => told.push(message.text()));
  page.on('pageerror', error => told.push(String(error)));
  page.setDefaultTimeout(60_000);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length > 1);
  await page.locator('pips-board').getByRole('button', { name: 'dot a2' }).first().click();
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0);
  await page.locator('pips-board').locator('.over .spot[aria-label]').first().click();
  await page.waitForFunction(() => /2\. a2/.test(globalThis.text()));
  await page.waitForFunction(() => document.querySelector('pips-board').board.number === 2);
  assert.deepEqual(told, []);
  await page.evaluate(() => globalThis.showPlayer());
  await page.waitForFunction(() => document.querySelector('pipscribe-player').shadowRoot?.querySelector('#controls:not([hidden])'));
  await page.close();
});
