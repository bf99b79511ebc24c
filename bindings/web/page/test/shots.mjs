// Takes screenshots of the web app and of the interactive player at the sizes of phones, tablets and desktops, in light and
// dark, with one contact sheet for each size and scheme: `PAGE=FOLDER PIPSCRIBE=COMMAND node test/shots.mjs OUT`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { judged, SIZES, start } from './browser.mjs';

const corpus = fileURLToPath(new URL('../../../../corpus/', import.meta.url));
const record = name => readFileSync(join(corpus, name), 'utf8').replace(/^(#.*\n)*/, '');
const GAMES = { gipf: 'gipf/real/game-a.pips', pippinzip: 'gallery/pippinzip.pips', pippip: 'gallery/pippip.pips', pipe: 'gallery/pipe.pips' };
/** Width of a picture on a contact sheet. */
const THUMB = { 390: 250, 844: 500, 820: 300, 1280: 500, 1920: 500 };
/** Number of pictures on a contact sheet. */
const EACH = 12;

const [folder] = process.argv.slice(2).map(path => resolve(path));
if (!folder) throw new Error('usage: node test/shots.mjs OUT');
mkdirSync(folder, { recursive: true });
const site = await start();

/** Opens a text; the board shows its last turn, its first finding, or the turn at a place. */
async function show(page, text, at) {
  await page.evaluate(([text, at]) => window.pipscribe.open(text, 'A game', at ?? undefined), [text, at ?? null]);
  await judged(page);
  await page.waitForFunction(() => window.pipscribe.isJudged() && window.pipscribe.board());
  await page.waitForTimeout(350);
}

/** Returns a game that ends after a turn, undecided, and the place of its end. */
function cut(name, turn) {
  const text = record(name).replace(/\[(Result|Score) [^\n]*\n/g, '');
  const body = text.indexOf('\n\n');
  const end = text.indexOf(` ${turn + 1}. `, body) < 0 ? text.indexOf(`\n${turn + 1}. `, body) : text.indexOf(` ${turn + 1}. `, body);
  const kept = `${text.slice(0, end)} *\n`;
  return [kept, kept.length - 3];
}

const enter = page => page.evaluate(() => document.querySelector('pips-board').shadowRoot.querySelector('[data-choice]')?.focus());

const STATES = {
  start: async () => undefined,
  new: async page => { await page.locator('#begin').getByRole('button', { name: 'New game' }).click(); await page.getByRole('dialog').waitFor(); },
  ...Object.fromEntries(Object.entries(GAMES).map(([game, file]) => [game, page => show(page, record(file))])),
  mistake: page => show(page, record('gipf/real/game-b-with-errors.pips')),
  ...Object.fromEntries(Object.entries(GAMES).map(([game, file]) => [`${game}-play`, async page => { await show(page, ...cut(file, 9)); await enter(page); await page.waitForTimeout(300); }])),
  rules: async page => { await show(page, record(GAMES.pippip)); await page.getByRole('tab', { name: 'Rules' }).click(); await page.waitForTimeout(300); },
  figure: async page => {
    await show(page, record(GAMES.gipf));
    if (!await page.getByRole('button', { name: 'Figure…' }).isVisible()) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Figure…' }).click();
    await page.getByRole('dialog').locator('img, svg').first().waitFor();
    await page.waitForTimeout(800);
  },
};

/** Puts pictures side by side. */
async function sheet(files, width, name) {
  const page = await site.browser.newPage({ viewport: { width: 1540, height: 900 } });
  const pictures = files.map(file => `<figure style="margin:0;font:13px sans-serif"><img width="${THUMB[width]}" src="data:image/png;base64,${readFileSync(join(folder, file)).toString('base64')}"><figcaption>${file}</figcaption></figure>`);
  await page.setContent(`<div style="display:flex;flex-wrap:wrap;gap:6px">${pictures.join('')}</div>`, { waitUntil: 'load' });
  await page.screenshot({ path: join(folder, name), fullPage: true });
  await page.close();
}

/** Interactive players, as files. */
const players = ['gipf', 'pippinzip', 'pippip', 'pipe', 'mistake'].map(name => {
  const file = join(folder, `player-${name}.html`);
  spawnSync(process.env.PIPSCRIBE ?? 'pipscribe', ['render', join(corpus, GAMES[name] ?? 'gipf/real/game-b-with-errors.pips'), '-o', file]);
  return [name, pathToFileURL(file).href];
});

for (const colorScheme of ['light', 'dark']) {
  for (const [width, height] of SIZES) {
    const taken = [];
    const suffix = `${width}x${height}-${colorScheme}.png`;
    const touch = { hasTouch: width < 900, isMobile: width < 900 };
    const { page, context } = await site.open({ viewport: { width, height }, colorScheme, ...touch });
    const shot = async name => {
      taken.push(`${name}-${suffix}`);
      await page.screenshot({ path: join(folder, `${name}-${suffix}`) });
    };
    for (const [name, open] of Object.entries(STATES)) {
      await page.goto(`${site.address}/`);
      await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
      await open(page);
      await shot(name);
    }
    for (const [name, url] of players) {
      await page.goto(url);
      await page.waitForTimeout(250);
      await shot(`player-${name}`);
    }
    await context.close();
    for (let from = 0; from < taken.length; from += EACH) await sheet(taken.slice(from, from + EACH), width, `sheet-${from / EACH + 1}-${suffix}`);
  }
}
await site.stop();
