// Tests of performance: offline, on a slow connection, with a long game, with a large file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { PATIENCE, folder, judged, put, start, text } from './browser.mjs';
import { large, long } from './records.mjs';

let site;
before(async () => { site = await start(); });
after(() => site.stop());

test('what was loaded once works without a network', async () => {
  const { page, context } = await site.open({ serviceWorkers: 'allow' });
  await judged(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await context.setOffline(true);
  await page.reload();
  await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. zz *\n');
  assert.match(await page.locator('#verdict').textContent(), /1 finding/);
  await context.close();
});

test('on a line of 1.6 Mbit/s the first board is there within a second', async t => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 });
  await page.goto(`${site.address}/`, { waitUntil: 'commit' });
  await page.locator('.picture svg.pips').first().waitFor();
  const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime, undefined, { timeout: PATIENCE });
  const time = Math.round(await painted.jsonValue());
  t.diagnostic(`first board after ${time} ms`);
  // The limit allows for a busy machine.
  assert.ok(time < 2_000, `${time} ms`);
  await context.close();
});

test('the first load is small, and the page is ready soon', { skip: process.env.RELEASED ? false : 'RELEASED does not say that the modules are optimized' }, async t => {
  const before = site.asked.length;
  const { page, context } = await site.open();
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  const time = Math.round(await page.evaluate(() => performance.now()));
  const loaded = new Set(site.asked.slice(before).map(path => (path === '/' ? '/index.html' : path)));
  const sizes = [...loaded].map(path => [path, gzipSync(readFileSync(join(folder, path)), { level: 9, memLevel: 9 }).length]);
  const size = sizes.reduce((sum, [, size]) => sum + size, 0);
  t.diagnostic(`ready after ${time} ms, with ${size} bytes gzipped: ${sizes.map(([path, size]) => `${path} ${size}`).join(', ')}`);
  assert.ok(size <= 1_100_000, `${size} bytes`);
  // The limit allows for a busy machine.
  assert.ok(time < 3_000, `${time} ms`);
  await context.close();
});

/** Returns the processor time of the main thread during `act`, in milliseconds by task. */
async function traced(page, act) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } });
  await act();
  await session.send('Tracing.end');
  await ended;
  const threads = events.filter(event => event.name === 'thread_name' && event.args?.name === 'CrRendererMain').map(event => `${event.pid}/${event.tid}`);
  const tasks = events.filter(event => /RunTask$/.test(event.name) && event.tdur && threads.includes(`${event.pid}/${event.tid}`));
  return tasks.map(event => event.tdur / 1000);
}

test('a game of 400 turns is stepped through frame by frame', async t => {
  const { page, context } = await site.open();
  await put(page, long(), 0);
  await page.locator('#board').focus();
  let steps = 0;
  const tasks = await traced(page, async () => {
    steps = await page.evaluate(async () => {
      const board = document.querySelector('#board');
      let steps = 0;
      while ((window.pipscribe.board()?.number ?? 0) < 400 && steps < 2_000) {
        const before = window.pipscribe.board()?.number;
        board.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        steps += 1;
        // A held key repeats at the next frame or later.
        do await new Promise(requestAnimationFrame); while (window.pipscribe.board()?.number === before);
      }
      return steps;
    });
  });
  tasks.sort((one, other) => other - one);
  const each = tasks.reduce((sum, task) => sum + task, 0) / steps;
  const count = tasks.filter(task => task > 50).length;
  t.diagnostic(`${steps} steps, each ${each.toFixed(1)} ms of the main thread's processor time (a frame has 16.7); the longest tasks ${tasks.slice(0, 3).map(Math.round).join(', ')} ms`);
  assert.ok(steps >= 400 && tasks.length > steps);
  // The limit allows for a busy machine.
  assert.ok(each < 50, `${each} ms a step`);
  assert.ok(count <= 8, `${count} tasks of more than 50 ms`);
  await context.close();
});

test('a large file draws only the lines in sight, wherever it is opened', async t => {
  const file = large(3_000, 2_000_000);
  for (const [width, height, tab] of [[1280, 860, null], [390, 844, null], [390, 844, 'Rules'], [844, 390, 'Records']]) {
    const { page, context } = await site.open({ viewport: { width, height } });
    await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
    if (tab) {
      await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n');
      await page.getByRole('tab', { name: tab }).click();
    }
    const lines = await page.evaluate(async file => {
      let most = 0;
      const count = () => { most = Math.max(most, document.querySelectorAll('.cm-line').length); };
      const observer = new MutationObserver(count);
      observer.observe(document.querySelector('.cm-content'), { childList: true, subtree: true });
      const data = new DataTransfer();
      data.items.add(new File([file], 'large.pips'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      while (!window.pipscribe.editor.view.state.doc.length || window.pipscribe.editor.view.state.doc.lines < 10_000) await new Promise(requestAnimationFrame);
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      count();
      return [most, document.querySelectorAll('.cm-line').length];
    }, file);
    t.diagnostic(`${width}x${height}, ${tab ?? 'the start'}: at most ${lines[0]} lines`);
    assert.ok(lines[0] <= 200, `${lines[0]} lines`);
    // When the record is shown, the lines in sight are there.
    if (tab) await page.getByRole('tab', { name: 'Record', exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('.cm-line').length > 3);
    await context.close();
  }
});

test('10 MB with 20,000 records are judged beside what one does', async t => {
  const { page, context } = await site.open();
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  const file = large(20_000, 10_000_000);
  assert.ok(file.length > 9_000_000);
  const opened = await page.evaluate(file => {
    const begun = performance.now();
    window.pipscribe.open(file, 'large.pips', 0);
    return performance.now() - begun;
  }, file);
  await page.getByRole('tab', { name: 'Records' }).click();
  await page.locator('.rows .row').first().waitFor();
  // Typing works during the check, and the answer does not wait for its end.
  const typed = await page.evaluate(async () => {
    const { editor } = window.pipscribe;
    editor.go(0);
    const waits = [];
    for (const letter of '# a note\n') {
      const begun = performance.now();
      editor.view.dispatch({ changes: { from: editor.at, insert: letter }, selection: { anchor: editor.at + 1 } });
      await new Promise(requestAnimationFrame);
      waits.push(performance.now() - begun);
    }
    return Math.round(Math.max(...waits));
  });
  // The last edit is judged too. Until then the first line runs into the first tag.
  await page.waitForFunction(() => /^1 finding .*20,000 records$/.test(document.querySelector('#verdict')?.textContent), undefined, { timeout: 4 * PATIENCE });
  t.diagnostic(`opened in ${Math.round(opened)} ms, a letter took at most ${typed} ms`);
  assert.ok(await page.locator('.rows .row').count() < 60, 'only what is in sight is there');
  await page.getByLabel('Search the records').fill('round 19999');
  await page.waitForFunction(() => document.querySelectorAll('.rows .row').length === 1);
  await page.locator('.rows .row').click();
  await page.waitForFunction(() => /round 19999/i.test(document.querySelector('.cm-activeLine')?.textContent ?? '') || /19999/.test(window.pipscribe.editor.view.state.sliceDoc(window.pipscribe.editor.at, window.pipscribe.editor.at + 120)));
  await page.getByLabel('Search the records').fill('');
  await page.getByLabel('with findings').check();
  await page.waitForFunction(() => /^20,000/.test(document.querySelector('.rows .row')?.textContent ?? ''));
  assert.equal(await page.locator('.rows .row').count(), 1);
  assert.ok((await text(page)).startsWith('# a note'));
  assert.ok(typed < 1_000, `a letter took ${typed} ms`);
  await context.close();
});
