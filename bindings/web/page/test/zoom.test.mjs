// Tests of the web app and of the interactive player at 200 % zoom, which halves the window in CSS pixels: nothing is cut,
// and every control and every line of text can be reached by scrolling (WCAG 2.2, 1.4.4 and 1.4.10).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { openText, put, start } from './browser.mjs';

/** Windows of 1280x800 and 1024x768 pixels at 200 % zoom. */
const ZOOMED = [[640, 400], [512, 384]];
const PUZZLE = `[Game "pippinzip"]
[Variant "pipeline"]
[Size "3"]
[Position "b2/bb1/2w 2 taker=2 -"]

{[%puzzle win 1]} 1. c2 (1. {[%solution]} a1) (1. {[%refuted]} b3 2. c2) 0-1
`;

const shots = process.env.SHOTS;
const corpus = fileURLToPath(new URL('../../../../corpus/', import.meta.url));
const record = name => readFileSync(join(corpus, name), 'utf8').replace(/^(#.*\n)*/, '');
const command = process.env.PIPSCRIBE ?? 'pipscribe';
const skip = spawnSync(command, ['--version']).status === 0 ? false : 'there is no `pipscribe`';
let site, folder;
before(async () => {
  site = await start();
  folder = mkdtempSync(join(tmpdir(), 'pips-zoom-'));
});
after(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Returns what is cut on the page: controls and lines of text that are outside the window or outside an ancestor that
 * does not scroll, and controls that something else covers. `scope` is the open dialog or menu, which may cover the rest.
 */
const cuts = (page, scope) => page.evaluate(scope => {
  const SLACK = 1.5;
  const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=tab]';
  const root = document.documentElement;
  const found = [];
  const wide = root.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} pixels too wide`);

  const all = (node, into = []) => {
    for (const element of node.querySelectorAll('*')) {
      into.push(element);
      if (element.shadowRoot) all(element.shadowRoot, into);
    }
    return into;
  };
  const above = element => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
  const path = element => { const result = []; for (let at = element; at; at = above(at)) result.push(at); return result; };
  const style = element => getComputedStyle(element);
  const windowScrolls = ![root, document.body].some(element => /hidden|clip/.test(style(element).overflowY));
  /** The window, or the whole page where the window scrolls. */
  const reach = windowScrolls
    ? { left: 0, right: innerWidth, top: -scrollY, bottom: root.scrollHeight - scrollY }
    : { left: 0, right: innerWidth, top: 0, bottom: innerHeight };

  const outside = (box, edge, axis) => (axis === 'X' ? box.left < edge.left - SLACK || box.right > edge.right + SLACK : box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK);
  /** Returns the words for what cuts a box, or nothing. */
  const cutBy = (box, element) => {
    let { left, right, top, bottom } = box;
    let position = style(element).position;
    for (let at = above(element); at && at !== document.body && at !== root; at = above(at)) {
      if (position === 'fixed') break;
      const own = style(at);
      // An ancestor that is not positioned does not clip what is positioned absolutely.
      if (position === 'absolute' && own.position === 'static' && own.containerType === 'normal') continue;
      position = own.position;
      const edge = at.getBoundingClientRect();
      for (const axis of ['X', 'Y']) {
        const overflow = own[`overflow${axis}`];
        if (overflow === 'visible' || !outside({ left, right, top, bottom }, edge, axis)) continue;
        if (/hidden|clip/.test(overflow)) {
          if (axis === 'X' && own.textOverflow === 'ellipsis') return null;
          return `${at.tagName.toLowerCase()}.${at.className?.baseVal ?? at.className}`;
        }
        const room = axis === 'X' ? edge.width : edge.height;
        if (room < 24) return `a scroller of ${room} pixels`;
        if (axis === 'X') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)].sort((a, b) => a - b).map(x => Math.min(Math.max(x, edge.left), edge.right));
        else [top, bottom] = [top, bottom].map(y => Math.min(Math.max(y, edge.top), edge.bottom));
      }
    }
    const edges = position === 'fixed' ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight } : reach;
    return ['X', 'Y'].some(axis => outside({ left, right, top, bottom }, edges, axis)) ? 'the window' : null;
  };
  /** True for what only screen readers find. */
  const spoken = element => path(element).some(at => at.matches('.skip, .cm-announced') || style(at).clipPath === 'inset(50%)');

  const within = scope && document.querySelector(scope);
  const visible = all(document).filter(element => element.checkVisibility({ visibilityProperty: true }) && (!within || path(element).includes(within)) && !spoken(element) && !path(element).some(at => at.inert));
  const named = (element, words) => `${element.tagName.toLowerCase()} “${(words ?? element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`;
  for (const element of visible) {
    // The editor draws its lines as one scrolls.
    if (path(element).some(at => at.matches('.cm-editor'))) continue;
    if (element.matches(CONTROLS)) {
      const box = element.getBoundingClientRect();
      const by = box.width * box.height > 4 && cutBy(box, element);
      if (by) found.push(`${named(element)} is cut by ${by}`);
    }
    if (element.closest('svg, script, style, option, noscript, textarea')) continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const control = element.closest(CONTROLS)?.getBoundingClientRect();
      for (const box of range.getClientRects()) {
        if (box.width < 1) continue;
        const clip = style(element);
        const own = /hidden|clip/.test(clip.overflowX) && clip.textOverflow !== 'ellipsis' && outside(box, element.getBoundingClientRect(), 'X') ? 'its own box' : null;
        const by = own ?? (clip.textOverflow === 'ellipsis' ? null : cutBy(box, element)) ?? (control && clip.textOverflow !== 'ellipsis' && outside(box, control, 'X') && !path(element).some(at => style(at).textOverflow === 'ellipsis') ? 'its control' : null);
        if (by) { found.push(`the text of ${named(element, node.data)} is cut by ${by}`); break; }
      }
    }
  }

  for (const element of visible.filter(element => element.matches(CONTROLS) && !element.matches('.spot'))) {
    if (path(element).some(at => at.matches('.cm-editor'))) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width * height <= 4) continue;
    let hit = document.elementFromPoint(left + width / 2, top + height / 2);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    const labels = [...(element.labels ?? [])];
    if (!hit || !path(hit).some(at => at === element || labels.includes(at))) found.push(`${named(element)} is covered by ${hit ? `${hit.tagName.toLowerCase()}.${hit.className?.baseVal ?? hit.className}` : 'nothing: it is out of sight'}`);
  }
  return [...new Set(found)];
}, scope);

/** Fails if something on the page is cut. */
async function whole(page, name, [width, height], scope) {
  await page.waitForTimeout(250);
  if (shots) await page.screenshot({ path: join(shots, `zoom-${name}-${width}.png`) });
  const found = await cuts(page, scope);
  assert.deepEqual(found, [], `${name}, ${width}x${height}`);
}

/** Presses a button of the bar, which is in the menu where the window is small. */
async function press(page, name) {
  const button = page.getByRole('button', { name, exact: true });
  if (!await button.isVisible()) await page.getByRole('button', { name: 'Menu' }).click();
  await button.click();
}

const STATES = {
  start: async () => undefined,
  game: page => put(page, record('gipf/real/game-a.pips')),
  pippip: page => put(page, record('gallery/pippip.pips')),
  pipe: page => put(page, record('gallery/pipe.pips')),
  mistake: page => put(page, record('gipf/real/game-b-with-errors.pips')),
  findings: async page => {
    await put(page, record('gipf/real/game-b-with-errors.pips'));
    await page.getByRole('tab', { name: /^Findings/ }).click();
    await page.locator('.finding').first().waitFor();
  },
  puzzle: async page => {
    await openText(page, PUZZLE, 'puzzle.pips');
    await page.locator('.puzzle').waitFor();
    await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  },
  entering: async page => {
    await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n*\n');
    await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  },
  menu: async page => {
    await put(page, record('gipf/real/game-a.pips'));
    await page.getByRole('button', { name: 'Menu' }).click();
  },
  figure: async page => {
    await put(page, record('gipf/real/game-a.pips'));
    await press(page, 'Figure…');
    await page.waitForFunction(() => document.querySelector('.dialog .preview')?.naturalWidth > 0);
  },
  new: async page => {
    await press(page, 'New…');
    await page.getByRole('dialog').waitFor();
  },
};

/** What is open in a state, above the rest of the page. */
const SCOPES = { menu: '.bar-rest.open', figure: 'dialog[open]', new: 'dialog[open]' };

for (const size of ZOOMED) {
  const [width, height] = size;
  for (const [name, open] of Object.entries(STATES)) {
    test(`the app cuts nothing at 200 % zoom: ${name}, ${width}x${height}`, async () => {
      const { page, context } = await site.open({ viewport: { width, height } });
      await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
      await open(page);
      await whole(page, name, size, SCOPES[name]);
      await context.close();
    });
  }

  test(`the player and its menu cut nothing at 200 % zoom, ${width}x${height}`, { skip }, async () => {
    const page = await site.browser.newPage({ viewport: { width, height } });
    for (const game of ['gipf/real/game-a.pips', 'gallery/pipe.pips', 'gipf/real/game-b-with-errors.pips']) {
      const out = join(folder, 'player.html');
      spawnSync(command, ['render', join(corpus, game), '-o', out]);
      await page.goto(pathToFileURL(out).href);
      await page.locator('#controls').waitFor();
      const name = `player-${game.replace(/\W+/g, '-')}`;
      await whole(page, name, size);
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator('#tools > summary').click();
      const menu = await page.locator('.menu').boundingBox();
      await whole(page, `${name}-menu`, size, '.menu');
      assert.ok(menu.x >= 0 && menu.x + menu.width <= width, `${name}: the menu is ${JSON.stringify(menu)}`);
    }
    await page.close();
  });
}
