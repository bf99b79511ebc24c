// Builds a small program with each bundler, and runs it: in Chromium, or in Node in a folder without other files.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';

import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const EXPECTED = 'gipf/not-in-line 1 b3';
const root = fileURLToPath(new URL('..', import.meta.url));
const here = fileURLToPath(new URL('bundlers', import.meta.url));
const modules = join(here, 'node_modules');
const installed = join(modules, 'pipscribe');
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const PAGE = '<!doctype html><title>test</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>';
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => existsSync(path));
const noBundlers = existsSync(join(modules, 'vite')) || process.env.PIPSCRIBE_BUNDLERS === 'required' ? false : 'SKIPPED: the bundlers are not installed';
const noBrowser = executablePath || process.env.PIPSCRIBE_BROWSER === 'required' ? false : 'SKIPPED: there is no Chromium';
const inBrowser = { skip: noBundlers || noBrowser, timeout: 240_000 };
const inNode = { skip: noBundlers, timeout: 240_000 };
const scratch = mkdtempSync(join(tmpdir(), 'pipscribe-bundlers-'));
const folder = name => join(scratch, name);
const find = async name => import(new URL(`bundlers/node_modules/${name}`, import.meta.url));

let browser;
before(async () => {
  if (noBundlers) return;
  // As npm installs it.
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  rmSync(installed, { recursive: true, force: true });
  for (const name of ['package.json', ...files.filter(name => /^\w+$/.test(name))]) {
    cpSync(join(root, name), join(installed, name), { recursive: true, filter: path => !path.endsWith('/dist/glue') });
  }
  if (!noBrowser) browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  rmSync(installed, { recursive: true, force: true });
  rmSync(scratch, { recursive: true, force: true });
});

/** Returns what the program of a page found. */
async function foundAt(address, of = () => globalThis.found) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  try {
    await page.goto(address);
    await page.waitForFunction(of);
    return await page.evaluate(of);
  } finally {
    await page.close();
  }
}

/** Serves a folder, and returns what its program found. */
async function foundIn(served) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = join(served, path === '/' ? 'index.html' : path);
    if (path === '/' && !existsSync(file)) return void response.setHeader('content-type', 'text/html').end(PAGE);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain').end(readFileSync(file));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    return await foundAt(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

for (const name of ['vite', 'vite7']) {
  const load = () => find(`${name}/dist/node/index.js`);
  // Version 7 looks for its cache in `node_modules/.vite`, the default of every project.
  const config = { root: here, configFile: false, logLevel: 'error' };

  test(`${name}, while developing`, inBrowser, async () => {
    rmSync(join(modules, '.vite'), { recursive: true, force: true });
    const server = await (await load()).createServer({ ...config, server: { host: '127.0.0.1', port: 0 } });
    try {
      await server.listen();
      assert.equal(await foundAt(server.resolvedUrls.local[0]), EXPECTED);
    } finally {
      await server.close();
    }
  });

  test(`${name}, built`, inBrowser, async () => {
    await (await load()).build({ ...config, build: { outDir: folder(name), emptyOutDir: true, minify: false } });
    assert.equal(await foundIn(folder(name)), EXPECTED);
  });
}

/** Builds with webpack. */
async function pack(options) {
  const { default: webpack } = await find('webpack/lib/index.js');
  const stats = await new Promise((resolve, reject) => webpack({ mode: 'development', devtool: false, context: here, ...options }, (error, stats) => error ? reject(error) : resolve(stats)));
  assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString({ all: false, errors: true, warnings: true }));
}

test('webpack for browsers', inBrowser, async () => {
  await pack({ target: 'web', entry: './web.js', output: { path: folder('webpack'), filename: 'main.js' } });
  assert.equal(await foundIn(folder('webpack')), EXPECTED);
});

const run = script => execFileSync(process.execPath, [script], { encoding: 'utf8', cwd: scratch }).trim();

test('webpack for Node', inNode, async () => {
  await pack({ target: 'node', entry: './server.js', output: { path: folder('webpack-node'), filename: 'main.cjs' } });
  assert.equal(run(join(folder('webpack-node'), 'main.cjs')), EXPECTED);
});

const bundle = (entry, options) => build({ absWorkingDir: here, entryPoints: [entry], bundle: true, format: 'esm', logLevel: 'error', ...options });

test('esbuild for Node', inNode, async () => {
  for (const [format, ending] of [['esm', 'mjs'], ['cjs', 'cjs']]) {
    const outfile = join(folder('esbuild-node'), `main.${ending}`);
    await bundle('./server.js', { platform: 'node', format, outfile });
    assert.equal(run(outfile), EXPECTED);
  }
});

test('esbuild for browsers, with the module inlined', inBrowser, async () => {
  await bundle('./inline.js', { outfile: join(folder('esbuild-inline'), 'main.js') });
  assert.equal(await foundIn(folder('esbuild-inline')), EXPECTED);
});

test('esbuild for browsers, with the files copied beside the script', inBrowser, async () => {
  const out = folder('esbuild');
  await bundle('./web.js', { outfile: join(out, 'main.js') });
  assert.match(await foundIn(out), /^PipscribeError: pipscribe\.wasm cannot be loaded: .* 404\. .*pipscribe\/inline/);
  for (const name of ['pipscribe', 'formats']) cpSync(join(installed, `dist/${name}.wasm`), join(out, `${name}.wasm`));
  assert.equal(await foundIn(out), EXPECTED);
});

test('esbuild for browsers, with the files as assets', inBrowser, async () => {
  const entry = folder('assets.js');
  writeFileSync(entry, `import * as pipscribe from ${JSON.stringify(join(installed, 'dist/web.js'))};
import main from ${JSON.stringify(join(installed, 'dist/pipscribe.wasm'))};
import formats from ${JSON.stringify(join(installed, 'dist/formats.wasm'))};
import { result } from ${JSON.stringify(join(here, 'result.js'))};
result({ ...pipscribe, init: () => pipscribe.init({ pipscribe: main, formats }) }).then(found => globalThis.found = found);`);
  await bundle(entry, { outfile: join(folder('esbuild-assets'), 'main.js'), loader: { '.wasm': 'file' } });
  assert.equal(await foundIn(folder('esbuild-assets')), EXPECTED);
});

test('Next, on the server and in the browser', inBrowser, async () => {
  const app = join(here, 'next');
  // Vite sets NODE_ENV in this process.
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const next = join(modules, 'next/dist/bin/next');
  rmSync(join(app, '.next'), { recursive: true, force: true });
  execFileSync(process.execPath, [next, 'build'], { cwd: app, env, stdio: 'pipe' });
  assert.match(readFileSync(join(app, '.next/server/app/index.html'), 'utf8'), new RegExp(`<p id="server">${EXPECTED}</p>`));
  const socket = createSocket();
  const port = await new Promise(resolve => socket.listen(0, '127.0.0.1', () => resolve(socket.address().port)));
  await new Promise(resolve => socket.close(resolve));
  const server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)], { cwd: app, env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    for await (const chunk of server.stdout) if (String(chunk).includes('Ready')) break;
    assert.equal(await foundAt(`http://127.0.0.1:${port}/`, () => document.querySelector('#client')?.textContent), EXPECTED);
  } finally {
    server.kill();
    rmSync(join(app, '.next'), { recursive: true, force: true });
  }
});
