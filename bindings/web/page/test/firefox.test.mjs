// Tests in Firefox: at all sizes, light and dark, the board is in sight and the window does not scroll. Without Firefox
// they are skipped. `games.test.mjs` plays whole games.
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
