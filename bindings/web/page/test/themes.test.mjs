// Tests of colours: light fields, pieces and pipes are lighter than dark ones in every theme and in the web app.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { start } from './browser.mjs';

const PAIRS = [['light', 'dark'], ['field-light', 'field-dark'], ['pipe-light', 'pipe-dark']];
let site;
before(async () => { site = await start(); });
after(() => site.stop());

/** Returns the luminance of a colour, `rgb(…)` or hexadecimal. */
function luminance(colour) {
  const digits = /^#(\w)(\w)(\w)$/.exec(colour);
  const channels = digits ? digits.slice(1).map(digit => 17 * parseInt(digit, 16))
    : colour.startsWith('#') ? [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16))
      : colour.match(/[\d.]+/g).slice(0, 3).map(Number);
  const [red, green, blue] = channels.map(channel => channel / 255).map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function inOrder(colours, where) {
  for (const [light, dark] of PAIRS) {
    assert.ok(luminance(colours[light]) > luminance(colours[dark]), `${where}: ${light} is ${colours[light]}, ${dark} is ${colours[dark]}`);
  }
}

/** Returns the contrast of two colours, as in WCAG. */
function contrast(one, other) {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const GROUNDS = { gipf: ['ground'], pippinzip: ['ground'], pippip: ['field-light', 'field-dark'], pipe: ['field-light', 'field-dark'] };

test('pieces stand out from the ground of their board, in light and dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page, context } = await site.open({ colorScheme });
    for (const [game, grounds] of Object.entries(GROUNDS)) {
      const colours = await page.evaluate(game => {
        const board = document.querySelector('#board');
        board.dataset.game = game;
        const probe = document.createElement('i');
        board.append(probe);
        const found = Object.fromEntries(['light', 'dark', 'outline', 'ground', 'line', 'mark', 'field-light', 'field-dark'].map(name => {
          probe.style.color = `var(--pips-${name})`;
          return [name, getComputedStyle(probe).color];
        }));
        probe.remove();
        return found;
      }, game);
      const isApart = (name, ground) => assert.ok(contrast(colours[name], colours[ground]) >= 3, `${game}, ${colorScheme}: ${name} on ${ground} has ${contrast(colours[name], colours[ground])}`);
      for (const ground of grounds) {
        // On paper-white, the dark outline makes the light piece.
        isApart('dark', ground);
        isApart(colorScheme === 'light' ? 'outline' : 'light', ground);
      }
      if (grounds[0] === 'ground') for (const name of ['line', 'mark']) isApart(name, 'ground');
    }
    await context.close();
  }
});

test('light is lighter than dark in every theme', async () => {
  const { page, context } = await site.open();
  const record = '[Game "gipf"]\n[Variant "basic"]\n\n*\n';
  for (const theme of ['print', 'screen', 'dark', 'high-contrast', undefined]) {
    const html = await page.evaluate(([record, theme]) => window.pipscribe.engine.call('render', record, { format: 'html', theme }), [record, theme]);
    const sheets = [...html.matchAll(/:root,:host\{(--pips-[^}]*|color-scheme[^}]*)\}/g)];
    assert.ok(sheets.length >= 2, `${theme}: screen and print`);
    for (const [, rules] of sheets) {
      inOrder(Object.fromEntries(rules.split(';').map(rule => rule.replace('--pips-', '').split(':'))), `theme ${theme}`);
    }
  }
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`light is lighter than dark in the web app, ${colorScheme} and switched`, async () => {
    const { page, context } = await site.open({ colorScheme });
    const colours = () => page.evaluate(names => {
      const probe = document.createElement('i');
      document.body.append(probe);
      const found = Object.fromEntries(names.map(name => {
        probe.style.color = `var(--pips-${name})`;
        return [name, getComputedStyle(probe).color];
      }));
      probe.style.color = 'var(--ground)';
      found.page = getComputedStyle(probe).color;
      probe.remove();
      return found;
    }, PAIRS.flat());
    const first = await colours();
    inOrder(first, colorScheme);
    await page.locator('#theme').click();
    const second = await colours();
    inOrder(second, `${colorScheme}, switched`);
    assert.notEqual(first.page, second.page);
    assert.notEqual(first['field-light'], second['field-light']);
    assert.equal(luminance(first.page) > luminance(second.page), colorScheme === 'light');
    await context.close();
  });
}
