// Tests of the package in a real browser: in a page and in a worker, with a policy that forbids other scripts and
// connections.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';

import { chromium } from 'playwright-core';
import { root } from './corpus.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html', '.jsonl': 'text/plain' };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
const PAGE = '<!doctype html><title>test</title><script type="module" src="/test/in-browser.mjs"></script>';
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => existsSync(path));
const skip = executablePath || process.env.PIPSCRIBE_BROWSER === 'required' ? false : 'SKIPPED: there is no Chromium';

let server, browser, page;
const asked = [];

before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    asked.push(request.url);
    const path = normalize(request.url);
    if (path === '/') return void response.setHeader('content-type', 'text/html').setHeader('content-security-policy', POLICY).end(PAGE);
    const file = path === '/cases' ? join(root, 'corpus/conformance.jsonl') : join(here, '..', path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain').setHeader('content-security-policy', POLICY).end(readFileSync(file));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  page = await browser.newPage();
  page.setDefaultTimeout(240_000);
  const told = [];
  page.on('console', message => told.push(message.text()));
  page.on('pageerror', error => told.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => globalThis.ready || globalThis.broken);
  assert.deepEqual(told, []);
});
after(async () => {
  await browser?.close();
  server?.close();
});

test('the conformance manifest holds in a worker', { skip }, async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.inWorker()), { count: await page.evaluate(() => globalThis.count), wrong: [] });
});

test('nothing runs before it is loaded, and everything afterwards', { skip }, async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.early), { name: 'PipscribeError', code: 'init' });
  assert.ok((await page.evaluate(() => globalThis.check())).startsWith('<svg'));
});

test('a module that cannot be loaded is an error of the package', { skip }, async () => {
  const [html, none, bytes, name] = await page.evaluate(() => globalThis.unloaded);
  assert.match(html, /^init: pipscribe\.wasm cannot be loaded: http.* is text\/html, not WebAssembly\. .*pipscribe\/inline/);
  assert.match(none, /^init: pipscribe\.wasm cannot be loaded: the response has status 404/);
  assert.match(bytes, /^init: pipscribe\.wasm cannot be loaded: /);
  assert.equal(name, 'options: there is no module `nothing`: there are pipscribe, formats, images');
});

test('functions of another module work once it is loaded', { skip }, async () => {
  assert.deepEqual(await page.evaluate(() => globalThis.lacking()), ['init: formats', 'init: formats', 'init: images']);
  assert.ok(!asked.some(url => /formats|images/.test(url)));
  await page.evaluate(() => globalThis.load('formats'));
  const [converted, checked, drawn] = await page.evaluate(() => globalThis.lacking());
  assert.ok(converted.length === 4 && !converted.startsWith('init'), converted);
  assert.match(checked, /windows-1252/);
  assert.equal(drawn, 'init: images');
});

test('images are loaded on request', { skip }, async () => {
  assert.ok(!asked.some(url => url.includes('images')));
  assert.equal(await page.evaluate(() => globalThis.png()), 'PNG');
  assert.ok(asked.includes('/dist/images.wasm'));
  assert.equal((await page.evaluate(() => globalThis.lacking()))[2], '<svg');
});
