// Playing whole games on the board of the web app, by clicks or by keyboard, in any browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { PATIENCE } from './browser.mjs';

/** Records of whole games, which `pipscribe random` made. */
export const records = readFileSync(new URL('./board/games.pips', import.meta.url), 'utf8').split(/\n(?=\[Game )/).map(text => `${text.trimEnd()}\n`);

/** Returns a record without its turns, and the turns. */
export function begun(record) {
  const [tags, moves] = record.split('\n\n');
  const lines = tags.split('\n').filter(line => !line.startsWith('[Score')).map(line => (line.startsWith('[Result') ? '[Result "*"]' : line));
  const turns = moves.split(/\s+/).filter(token => token && !/^\d+\.$/.test(token)).slice(0, -1);
  return { start: `${lines.join('\n')}\n\n*\n`, turns };
}

export const nameOf = record => record.match(/\[(?:Game|Variant|Size|Players|Options) "[^"]*"/g).map(tag => tag.split('"')[1]).join(' ');

/** Loads the library in Node. Returns a function with the choices that make up each turn of a record. */
export async function pathsOf(glue) {
  const library = await import(pathToFileURL(join(glue, 'pipscribe_web.js')).href);
  library.initSync({ module: readFileSync(join(glue, 'pipscribe_web_bg.wasm')) });
  const bytes = new TextEncoder();
  return (record, turns) => turns.map((turn, number) => {
    const options = { at: { record: 1, turn: number }, turn };
    return JSON.parse(library.choicesOf(bytes.encode(record), true, JSON.stringify(options)));
  });
}

/** Keys by their names in Playwright and by their code points in WebDriver. */
export const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowRight: '\uE014', ArrowDown: '\uE015', ArrowLeft: '\uE012', ArrowUp: '\uE013', Shift: '\uE008' };

/** A page of Playwright, with the functions that a Firefox of `bidi.mjs` has. */
export function driven(page) {
  const evaluate = (expression, ...args) => page.evaluate(`(${expression})(...${JSON.stringify(args)})`);
  return {
    evaluate,
    // The policy of the page forbids what would wait within it.
    async until(expression, ...args) {
      for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 20))) {
        if (await evaluate(expression, ...args)) return;
      }
      throw new Error(`this does not become true: ${expression}`);
    },
    move: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(Object.keys(KEYS).find(name => KEYS[name] === key) ?? key);
    },
  };
}

const isReady = `(number, made) => {
  const board = document.querySelector('pips-board');
  return window.pipscribe.isJudged() && window.pipscribe.isShown() && board?.board?.number === number && window.pipscribe.board()?.number === number
    && (board.board.result !== null || (board.step !== null && board.chosen.length === made));
}`;
/** True once the choices go on, or the turn was played. */
const isBeyond = `(number, made) => window.pipscribe.board()?.number > number || (document.querySelector('pips-board').step !== null && document.querySelector('pips-board').chosen.length > made)`;
const isPlayed = 'number => window.pipscribe.board()?.number > number';
const madeNow = '() => document.querySelector("pips-board").chosen.length';
/** Returns the middle of the element that makes a choice, or of the button that ends the turn, scrolled into sight. */
const placeOf = `key => {
  const board = document.querySelector('pips-board');
  const inside = board.shadowRoot;
  const at = board.step.choices.findIndex(choice => choice.key === key);
  const element = key === null ? inside.querySelector('button.main') : inside.querySelector('[data-choice="' + at + '"]');
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}`;
const stageOf = `() => {
  const { x, y, width } = document.querySelector('pips-board').shadowRoot.querySelector('.stage').getBoundingClientRect();
  return [x + width / 2, y + 3];
}`;

/** Makes choices with the mouse. */
export const byClicks = {
  async enter(browser) {
    // The board shows what the turn did until the pointer comes.
    await browser.move(...await browser.evaluate(stageOf));
  },
  async choose(browser, key) {
    const place = await browser.evaluate(placeOf, key);
    assert.ok(place, `${key} can be chosen`);
    await browser.click(...place);
  },
};

/** Returns the index of the choice that has the focus; -1 for the button that ends the turn; null elsewhere. */
const focused = `() => {
  const at = document.activeElement?.localName === 'pips-board' ? document.activeElement.shadowRoot.activeElement : null;
  return at?.matches('button.main') ? -1 : at?.dataset.choice ? Number(at.dataset.choice) : null;
}`;
const indexOf = 'key => document.querySelector("pips-board").step.choices.findIndex(choice => choice.key === key)';

/** Makes choices with the keyboard: Tab to the board, letters and arrows to a choice, Enter. */
export const byKeys = {
  async enter(browser) {
    for (let presses = 0; presses < 60 && await browser.evaluate(focused) === null; presses += 1) await browser.press(KEYS.Tab);
  },
  async choose(browser, key) {
    const wanted = key === null ? -1 : await browser.evaluate(indexOf, key);
    assert.ok(key === null || wanted >= 0, `${key} can be chosen`);
    const isThere = async () => await browser.evaluate(focused) === wanted;
    // From where a choice was made the focus stays on the board.
    await this.enter(browser);
    if (key !== null && !await isThere()) {
      const letters = /^[a-z0-9*+-]+/i.exec(key)?.[0] ?? '';
      if (letters) await browser.press(...letters);
    }
    for (const way of [KEYS.ArrowRight, KEYS.ArrowLeft, KEYS.Tab]) {
      for (let presses = 0; presses < 12 && !await isThere(); presses += 1) await browser.press(way);
    }
    assert.ok(await isThere(), `${key ?? 'the end of the turn'} is reached by keyboard`);
    await browser.press(KEYS.Enter);
  },
};

/** Plays turns to the end of their game. `paths` are the choices that make up each turn. */
export async function playOut(browser, { start, turns }, paths, how) {
  await browser.evaluate('text => { window.pipscribe.open(text, "a game", text.length - 2); }', start);
  await browser.until(isReady, 0, 0);
  for (const [number, path] of paths.entries()) {
    await browser.until(isReady, number, 0);
    await how.enter(browser);
    for (let made = 0; made < path.length && !await browser.evaluate(isPlayed, number);) {
      await how.choose(browser, path[made]);
      await browser.until(isBeyond, number, made);
      // Choices without alternatives are made automatically.
      made = await browser.evaluate(madeNow) || path.length;
    }
    // The user ends a turn that could go on.
    if (!await browser.evaluate(isPlayed, number) && await browser.evaluate('() => document.querySelector("pips-board").step?.turn !== null')) {
      await browser.until(`number => (${isPlayed})(number) || document.querySelector("pips-board").shadowRoot.querySelector("button.main:not([hidden])")`, number);
      if (!await browser.evaluate(isPlayed, number)) await how.choose(browser, null);
    }
    await browser.until(isPlayed, number);
  }
  await browser.until(isReady, turns.length, 0);
  return browser.evaluate('() => window.pipscribe.editor.text');
}
