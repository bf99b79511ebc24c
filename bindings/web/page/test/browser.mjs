// The built web app in Chromium. $PAGE is the output folder of `build.mjs`. $SLOW is by how much the processor is slowed
// down, to find tests that only pass on a fast machine.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

import { serve } from './serve.mjs';

export const folder = process.env.PAGE ?? '../../../docs/book/app';
export const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => path && existsSync(path));

/** Sizes of phones, tablets and desktops. */
export const SIZES = [[390, 844], [844, 390], [820, 1180], [1280, 800], [1920, 1080]];

/** Timeout in milliseconds. It is long because the machine may be busy. */
export const PATIENCE = 60_000;

/** Starts a browser and a file server for the tests of a file. */
export async function start() {
  const server = await serve(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    ...server,
    browser,
    stop: async () => { await browser.close(); await server.close(); },
    /** Opens the web app in a new context. Errors in the console fail the test. */
    async open(options = {}, path = '/') {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: 'block', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      if (process.env.SLOW) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
      const complaints = [];
      page.on('pageerror', error => complaints.push(String(error)));
      page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
      await page.goto(server.address + path);
      return { page, context, complaints };
    },
  };
}

/** Waits until the whole of the newest text has been judged. */
export async function judged(page) {
  await page.waitForFunction(() => window.pipscribe?.isJudged() && /legal|finding|Nothing/i.test(document.querySelector('#verdict').textContent) && !/Checking/.test(document.querySelector('#verdict').textContent));
}

/** Waits until the board and the turns of the newest text are shown, and what was pressed is done. */
export const shown = page => page.waitForFunction(() => window.pipscribe?.isShown());

/** Opens a text as the page does: with its name, the place of the cursor, and where it comes from. Waits for the page. */
export async function openText(page, ...args) {
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  await page.evaluate(args => { window.pipscribe.open(...args); }, args);
}

/** Puts a text into the editor, as one edit. */
export async function put(page, text, at = text.length) {
  await openText(page, text, 'a test', at);
  await judged(page);
  await shown(page);
}

export const text = page => page.evaluate(() => window.pipscribe.editor.text);
