// The built page in the machine's Chromium. $PAGE is the folder that `build.mjs` wrote.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

import { serve } from './serve.mjs';

export const folder = process.env.PAGE ?? '../../../docs/book/app';
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => path && existsSync(path));

/** For how long something is waited for, in milliseconds: the machine may be busy. */
export const PATIENCE = 60_000;

/** A browser and a server of the page, for as long as a file's tests run. */
export async function start() {
  const server = await serve(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    ...server,
    browser,
    stop: async () => { await browser.close(); await server.close(); },
    /** The page in a context of its own; what it complains of is an error of the test. */
    async open(options = {}, path = '/') {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: 'block', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const complaints = [];
      page.on('pageerror', error => complaints.push(String(error)));
      page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
      await page.goto(server.address + path);
      return { page, context, complaints };
    },
  };
}

/** Waits until everything that was written is judged. */
export async function judged(page) {
  await page.waitForFunction(() => /legal|finding|Nothing/i.test(document.querySelector('#verdict').textContent) && !/Checking/.test(document.querySelector('#verdict').textContent));
}

/** Puts a text into the editor, as one edit. */
export async function put(page, text, at = text.length) {
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  await page.evaluate(([text, at]) => { window.pipscribe.open(text, 'a test', at); }, [text, at]);
  // What was said before belongs to another text.
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)));
  await judged(page);
}

export const text = page => page.evaluate(() => window.pipscribe.editor.text);
