// Tests in Firefox: at all sizes, light and dark, the board is in sight, the window does not scroll, and a turn is
// played by clicks. Without Firefox they are skipped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { firefox, startFirefox } from './bidi.mjs';
import { folder, SIZES } from './browser.mjs';
import { serve } from './serve.mjs';

const shots = process.env.SHOTS;
const skip = firefox ? false : 'SKIPPED: there is no Firefox';
const corpus = new URL('../../../../corpus/', import.meta.url);
const record = name => readFileSync(new URL(name, corpus), 'utf8').replace(/^(#.*\n)*/, '');
const GAMES = { gipf: 'gipf/real/game-a.pips', pippinzip: 'gallery/pippinzip.pips', pippip: 'gallery/pippip.pips', pipe: 'gallery/pipe.pips' };

for (const dark of [false, true]) {
  test(`Firefox shows the board at every size, ${dark ? 'dark' : 'light'}`, { skip, timeout: 300_000 }, async () => {
    const server = await serve(folder);
    const browser = await startFirefox({ dark });
    try {
      await browser.goto(`${server.address}/`);
      await browser.until('() => document.documentElement.classList.contains("ready")');
      for (const [width, height] of SIZES) {
        await browser.size(width, height);
        for (const [game, file] of Object.entries(GAMES)) {
          await browser.evaluate('text => { window.pipscribe.open(text, "a game"); }', record(file));
          await browser.until('game => window.pipscribe.board()?.game === game && window.pipscribe.board().number > 3', game);
          await browser.evaluate('() => new Promise(resolve => setTimeout(resolve, 250))');
          const seen = await browser.evaluate(`() => {
            const { x, y, width, height } = document.querySelector('pips-board').shadowRoot.querySelector('.stage').getBoundingClientRect();
            const figure = document.querySelector('pips-board').shadowRoot.querySelector('.figure svg').getBoundingClientRect();
            const probe = name => { const i = document.createElement('i'); i.style.color = 'var(' + name + ')'; document.body.append(i); const colour = getComputedStyle(i).color; i.remove(); return colour.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0); };
            return { x, y, right: x + width, bottom: y + height, figure: figure.height, scroll: [scrollX, scrollY, document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight], light: probe('--pips-field-light'), dark: probe('--pips-field-dark'), ground: probe('--ground') };
          }`);
          const where = `${game}, ${width}x${height}`;
          assert.deepEqual(seen.scroll.slice(0, 2), [0, 0], where);
          assert.ok(seen.scroll[2] <= 0 && seen.scroll[3] <= 0, `${where}: ${seen.scroll}`);
          assert.ok(seen.x >= 0 && seen.y >= 0 && seen.right <= width && seen.bottom <= height && seen.figure > 150, `${where}: ${JSON.stringify(seen)}`);
          assert.ok(seen.light > seen.dark, where);
          assert.equal(seen.ground < 300, dark, where);
          if (shots) await browser.screenshot(join(shots, `firefox-${game}-${width}x${height}-${dark ? 'dark' : 'light'}.png`));
        }
      }
      assert.deepEqual(browser.complaints, []);
    } finally {
      await browser.stop();
      await server.close();
    }
  });
}

test('Firefox plays a turn by clicks', { skip, timeout: 300_000 }, async () => {
  const server = await serve(folder);
  const browser = await startFirefox();
  try {
    await browser.size(1280, 800);
    await browser.goto(`${server.address}/`);
    await browser.until('() => document.documentElement.classList.contains("ready")');
    await browser.evaluate('() => { window.pipscribe.open(`[Game "gipf"]\\n[Variant "basic"]\\n\\n*\\n`, "a game", 33); }');
    const step = 'made => document.querySelector("pips-board")?.step?.choices.length > 1 && document.querySelector("pips-board").chosen.length === made';
    const spot = name => browser.evaluate(`name => {
      const spots = [...document.querySelector('pips-board').shadowRoot.querySelectorAll('.over [data-choice][aria-label], .tray [data-choice]')];
      const { x, y, width, height } = (spots.find(spot => spot.getAttribute('aria-label') === name) ?? spots[0]).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }`, name);
    await browser.until(step, 0);
    await browser.evaluate('() => new Promise(resolve => setTimeout(resolve, 300))');
    // A choice without alternatives is made by itself, so a turn takes one or two.
    const isDone = number => browser.evaluate('number => window.pipscribe.board()?.number === number', number);
    const begun = 'number => document.querySelector("pips-board").chosen.length > 0 || window.pipscribe.board()?.number === number';
    await browser.click(...await spot('dot a2'));
    await browser.until(begun, 1);
    if (!await isDone(1)) await browser.click(...await spot(''));
    await browser.until('() => /1\\. \\S/.test(window.pipscribe.editor.text) && window.pipscribe.board()?.number === 1');
    assert.match(await browser.evaluate('() => window.pipscribe.editor.text'), /1\. (a2-)?\w\d \*/);
    assert.deepEqual(browser.complaints, []);
  } finally {
    await browser.stop();
    await server.close();
  }
});

test('Firefox plays a turn by keyboard alone', { skip, timeout: 300_000 }, async () => {
  const [TAB, ENTER, RIGHT] = ['\uE004', '\uE007', '\uE014'];
  const server = await serve(folder);
  const browser = await startFirefox();
  try {
    await browser.size(1280, 800);
    await browser.goto(`${server.address}/`);
    await browser.until('() => document.documentElement.classList.contains("ready")');
    for (const tags of ['[Game "gipf"]\n[Variant "basic"]', '[Game "pippinzip"]\n[Variant "zipline"]\n[Size "9"]', '[Game "pippip"]']) {
      await browser.evaluate('text => { window.pipscribe.open(text, "a game", text.length - 2); }', `${tags}\n\n*\n`);
      await browser.until('() => window.pipscribe.isJudged() && window.pipscribe.board()?.number === 0 && document.querySelector("pips-board")?.step?.choices.length > 0');
      await browser.evaluate('() => { document.activeElement.blur(); document.querySelector("#board").scrollIntoView(); }');
      const isPlayed = '() => window.pipscribe.board()?.number === 1';
      // Tab reaches the board from the first control of the page on.
      const isOnBoard = '() => document.activeElement?.localName === "pips-board" && document.activeElement.shadowRoot.activeElement !== null';
      for (let presses = 0; presses < 60 && !await browser.evaluate(isOnBoard); presses += 1) await browser.press(TAB);
      assert.ok(await browser.evaluate(isOnBoard), `${tags}: the board cannot be reached`);
      for (let presses = 0; presses < 24 && !await browser.evaluate(isPlayed); presses += 1) {
        await browser.press(RIGHT);
        await browser.press(ENTER);
        await browser.evaluate('() => new Promise(resolve => setTimeout(resolve, 150))');
      }
      await browser.until(isPlayed);
      assert.match(await browser.evaluate('() => window.pipscribe.editor.text'), /1\. \S+ \*/, tags);
    }
    assert.deepEqual(browser.complaints, []);
  } finally {
    await browser.stop();
    await server.close();
  }
});
