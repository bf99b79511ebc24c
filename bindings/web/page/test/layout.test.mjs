// Tests of the layout at the sizes of phones, tablets and desktops: the window never scrolls, the board stays in sight,
// tabs keep their height, targets can be hit.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { judged, openText, PATIENCE, put, shown, SIZES, start } from './browser.mjs';

const shots = process.env.SHOTS;
const corpus = new URL('../../../../corpus/', import.meta.url);
const record = name => readFileSync(new URL(name, corpus), 'utf8').replace(/^(#.*\n)*/, '');
const GIPF = record('gipf/real/game-a.pips');
const GAMES = ['gipf/real/game-a.pips', 'gallery/pippinzip.pips', 'gallery/pippip.pips', 'gallery/pipe.pips'];
let site;
before(async () => { site = await start(); });
after(() => site.stop());

const scrolled = page => page.evaluate(() => [window.scrollX, window.scrollY, document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]);
const boxOf = (page, selector) => page.evaluate(selector => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return { x, y, width, height };
}, selector);
const partOf = (page, selector) => page.evaluate(selector => {
  const { x, y, width, height } = document.querySelector('pips-board').shadowRoot.querySelector(selector).getBoundingClientRect();
  return { x, y, width, height };
}, selector);
/** Returns the box of the figure on the board, and the box of its place. */
const figure = page => partOf(page, '.figure svg');
const stage = page => partOf(page, '.stage');

/** Returns the value of the tag `[Game]`. */
const gameOf = text => text.match(/\[Game "([^"]+)"/)[1];

/** True if the board is as wide or as high as its place allows. */
const fills = (board, column, height) => board.width >= 0.98 * column.width || board.height >= 0.98 * Math.min(column.height, 0.75 * height);

/**
 * Returns the boxes of the figure and of its place, once the board has its size. On a busy machine, a board is drawn
 * some frames after its record was judged, so this waits for the layout, not for a time.
 */
async function fitted(page, height) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const board = await figure(page);
    const column = await stage(page);
    if (fills(board, column, height) || Date.now() > deadline) return [board, column];
    await page.waitForTimeout(50);
  }
}

/** The part of a board within its column. */
function visiblePart(board, column) {
  const [x, y] = [Math.max(board.x, column.x), Math.max(board.y, column.y)];
  const right = Math.min(board.x + board.width, column.x + column.width);
  const bottom = Math.min(board.y + board.height, column.y + column.height);
  return { x, y, width: right - x, height: bottom - y };
}

for (const [width, height] of SIZES) {
  test(`the window never scrolls away from the board, ${width}x${height}`, async () => {
    const { page, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
    await openText(page, GIPF, 'a game');
    await judged(page);
    await page.waitForFunction(() => window.pipscribe.board()?.next.length === 0);
    for (const name of ['Turn before', 'Turn before', 'First position', 'Next turn', 'Last position']) {
      await page.getByRole('button', { name }).click();
      await shown(page);
      const [x, y, down, across] = await scrolled(page);
      assert.deepEqual([x, y], [0, 0], `${name}: the window is scrolled`);
      assert.ok(down <= 0 && across <= 0, `${name}: the page is larger than the window by ${across} and ${down}`);
    }
    const [board] = await fitted(page, height);
    assert.ok(board.y >= 0 && board.y + board.height <= height && board.x >= 0 && board.x + board.width <= width, `the board is in sight: ${JSON.stringify(board)}`);
    assert.ok(board.height <= 0.99 * height);
    if (width >= 1280) assert.ok(board.height >= 0.66 * height, `the board takes ${board.height} of ${height} pixels`);
    if (shots) await page.screenshot({ path: join(shots, `gipf-${width}x${height}.png`) });
    await context.close();
  });
}

for (const [width, height] of SIZES) {
  test(`the board of every game fills its place, ${width}x${height}`, async () => {
    const { page, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
    for (const game of GAMES) {
      await put(page, record(game));
      await page.waitForFunction(name => document.querySelector('pips-board')?.board?.game === name, gameOf(record(game)));
      const [board, column] = await fitted(page, height);
      assert.ok(fills(board, column, height), `${game}: ${board.width} × ${board.height} in ${column.width} × ${column.height}`);
      // The square board of Pip•Pip shows what is left for margins and coordinates.
      if (game.includes('pippip')) {
        const squares = await page.evaluate(() => {
          const boxes = [...document.querySelector('pips-board').shadowRoot.querySelectorAll('.figure .cell-edge')].map(edge => edge.getBoundingClientRect());
          return Math.max(...boxes.map(box => box.width));
        });
        const room = Math.min(column.width, column.height, 0.75 * height);
        assert.ok(squares >= 0.88 * room, `the squares take ${squares} of ${room} pixels`);
        if (width === 1280) assert.ok(squares >= 490, `the squares take ${squares} pixels`);
      }
    }
    await context.close();
  });
}

test('hands of the Pipe Game are one row of cards, each drawn once', async () => {
  for (const [width, height] of SIZES) {
    const { page, context } = await site.open({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
    const text = record('gallery/pipe.pips').replace(/\[(Result|Score) [^\n]*\n/g, '').replace(/\s10\. [^]*/, ' *\n');
    await put(page, text);
    await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
    await page.evaluate(() => document.querySelector('pips-board').shadowRoot.querySelector('.tray button').focus());
    const seen = await page.evaluate(() => {
      const inside = document.querySelector('pips-board').shadowRoot;
      const cards = [...inside.querySelectorAll('.tray .card')];
      return {
        keys: cards.map(card => card.dataset.key),
        tops: new Set(cards.map(card => Math.round(card.getBoundingClientRect().top))).size,
        tray: inside.querySelector('.tray').getBoundingClientRect().bottom,
        others: [...document.querySelectorAll('.seat .hand')].map(hand => hand.textContent.match(/\d+/g)),
        own: document.querySelectorAll('.seat.moves .hand').length,
      };
    });
    assert.equal(seen.keys.length, 5, `${width}x${height}`);
    assert.equal(seen.tops, 1, `${width}x${height}: the hand is one row`);
    assert.ok(seen.tray <= height, `${width}x${height}: the hand is in sight`);
    assert.deepEqual([seen.own, seen.others.length], [0, 1], `${width}x${height}: the hand of the other seat is shown beside`);
    assert.deepEqual(seen.others.flat().filter(card => seen.keys.includes(card)), []);
    await context.close();
  }
});

test('a card of an unknown hand is found by its number', async () => {
  const { page, context } = await site.open();
  const text = '[Game "pipe"]\n[Variant "both"]\n[Deck "twin-works"]\n\n*\n';
  await put(page, text, text.length - 2);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 16);
  const field = page.locator('pips-board input[type=search]');
  await field.fill('3');
  const shown = await page.locator('pips-board .tray .card:visible').evaluateAll(cards => cards.map(card => card.dataset.key));
  assert.ok(shown.length > 1 && shown.every(key => key.startsWith('3')), `${shown}`);
  await field.fill('33');
  await field.press('Enter');
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0);
  assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), ['33']);
  await context.close();
});

test('the places of a mistake are marked on the board by a shape', async () => {
  const { page, context } = await site.open();
  await openText(page, record('gipf/real/game-b-with-errors.pips'), 'a game');
  await judged(page);
  await page.waitForFunction(() => window.pipscribe.board()?.fault);
  await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.figure [class^=mark]'));
  await context.close();
});

test('the seat that has won says so, once, in every game', async () => {
  const { page, context } = await site.open();
  for (const [game, winner] of [['gipf/real/game-a.pips', 'White'], ['gallery/pippinzip.pips', null], ['gallery/pippip.pips', 'Light']]) {
    const text = record(game);
    await put(page, text, text.trimEnd().length - 1);
    await page.waitForFunction(() => window.pipscribe.board()?.result);
    const seats = await page.locator('.seat').allInnerTexts();
    const won = seats.filter(seat => /won/.test(seat));
    assert.equal(won.length, 1, `${game}: ${seats}`);
    assert.equal(won[0].match(/won/g).length, 1, won[0]);
    if (winner) assert.ok(won[0].includes(winner), `${game}: ${won}`);
  }
  await context.close();
});

test('the line of a seat has its name, and words say who is to move, in every game', async () => {
  const { page, context } = await site.open();
  const games = ['gipf/real/game-b-with-errors.pips', 'gallery/pippinzip.pips', 'gallery/pippip.pips', 'gallery/pipe.pips'];
  for (const game of games) {
    const text = record(game).replace(/ \d+-\d+\s*$/, ' *\n');
    await put(page, text, text.indexOf('9. ') + 3);
    await page.waitForFunction(() => document.querySelector('.seat.moves'));
    const { mover, line, arrows } = await page.evaluate(() => ({
      mover: window.pipscribe.board().toMove,
      line: document.querySelector('.seat.moves').innerText,
      arrows: [...document.querySelectorAll('.seats .arrow-head')].filter(arrow => getComputedStyle(arrow).display !== 'none').length,
    }));
    // The name has no colon, because a line may break after it.
    assert.ok(line.startsWith(mover) && !line.includes(':') && /to move$/.test(line.trim()), `${game}: ${line}`);
    assert.equal(arrows, 0, game);
  }
  await context.close();
});

test('on a phone on its side, the board is as high as the screen, and the rest is beside it', async () => {
  const { page, context } = await site.open({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  for (const [game, height] of [['gipf/real/game-b-with-errors.pips', 350], ['gallery/pippinzip.pips', 330], ['gallery/pippip.pips', 330], ['gallery/pipe.pips', 350]]) {
    await put(page, record(game));
    await page.waitForFunction(() => document.querySelector('.seat'));
    const [whole, column] = await fitted(page, 390);
    // The table of the Pipe Game may be larger than its window.
    const board = game.includes('pipe') ? visiblePart(whole, column) : whole;
    assert.ok(board.height >= height && board.y >= 0 && board.y + board.height <= 390, `${game}: ${JSON.stringify(board)}`);
    const [seats, desk] = [await boxOf(page, '.seats'), await boxOf(page, '.desk')];
    assert.ok(seats.width >= 380 && seats.x >= board.x + board.width, `${game}: the seats are ${JSON.stringify(seats)}`);
    assert.ok(desk.height >= 120 && desk.y + desk.height <= 391, `${game}: the record is ${JSON.stringify(desk)}`);
    if (shots) await page.screenshot({ path: join(shots, `side-${game.replace(/.*\//, '')}.png`) });
  }
  await context.close();
});

test('a number stays on the line of its turn, and a turn breaks only after a semicolon', async () => {
  for (const width of [390, 1280]) {
    const { page, context } = await site.open({ viewport: { width, height: 800 } });
    for (const game of ['gipf/real/game-a.pips', 'gallery/pipe.pips']) {
      await put(page, record(game));
      const tab = page.getByRole('tab', { name: 'Record', exact: true });
      if (await tab.isVisible()) await tab.click();
      await page.waitForFunction(() => document.querySelectorAll('.cm-part').length > 10);
      const torn = await page.evaluate(() => {
        const room = document.querySelector('.cm-content').clientWidth;
        return [...document.querySelectorAll('.cm-part')].filter(part => part.offsetWidth < 0.9 * room && part.offsetHeight > 30).map(part => part.textContent);
      });
      assert.deepEqual(torn, [], `${game} at ${width}`);
      const indented = await page.evaluate(() => {
        const left = document.querySelector('.cm-line').getBoundingClientRect().left + 6;
        return [...document.querySelectorAll('.cm-part')].map(part => part.getBoundingClientRect().left - left).filter(gap => gap > 0.5 && gap < 16).length;
      });
      assert.equal(indented, 0, `${game} at ${width}: a line begins with a space`);
    }
    await context.close();
  }
});

test('on a phone on its side, a game can be chosen and begun without scrolling', async () => {
  const { page, context } = await site.open({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  for (const picture of await page.locator('.picture').all()) {
    const { y, height } = await picture.boundingBox();
    assert.ok(y + height <= 390, `a picture ends at ${y + height}`);
  }
  await page.getByRole('button', { name: 'New game' }).click();
  const begin = await page.getByRole('button', { name: 'Begin' }).boundingBox();
  assert.ok(begin.y + begin.height <= 390, JSON.stringify(begin));
  await context.close();
});

test('an embedded page is the player, and does not scroll', async () => {
  const { page, context } = await site.open();
  await put(page, GIPF, GIPF.indexOf('19. '));
  await page.getByRole('button', { name: 'Share…' }).click();
  const fragment = new URL(await page.locator('#share-link').inputValue()).hash;
  const other = await context.newPage();
  await other.setViewportSize({ width: 640, height: 480 });
  await other.goto(`${site.address}/?embed${fragment}`);
  await other.locator('pipscribe-player #controls').waitFor();
  assert.deepEqual((await scrolled(other)).slice(0, 3), [0, 0, 0]);
  for (const part of ['#figure', '.buttons']) {
    const { y, height } = await other.locator(`pipscribe-player ${part}`).boundingBox();
    assert.ok(height > 0 && y >= 0 && y + height <= 480, `${part}: ${y} and ${height}`);
  }
  assert.equal(await other.locator('.editor:visible').count(), 0);
  // The editor is not loaded.
  assert.equal(await other.evaluate(() => window.pipscribe), undefined);
  // A game without a mistake begins at its start, unless the address asks for a turn.
  const label = () => other.locator('pipscribe-player #label').innerText();
  assert.equal(await label(), 'Start');
  await other.goto('about:blank');
  await other.goto(`${site.address}/?embed=7${fragment}`);
  await other.locator('pipscribe-player #controls').waitFor();
  assert.match(await label(), /^Turn 7,/);
  if (shots) await other.screenshot({ path: join(shots, 'embed.png') });
  await context.close();
});

for (const [width, height] of SIZES) {
  test(`tabs keep their height, and the verdict opens the findings, ${width}x${height}`, async () => {
    const { page, context } = await site.open({ viewport: { width, height } });
    await put(page, GIPF.replace('b3', 'b9'));
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByText('in one screen').first().waitFor({ state: 'attached' });
    const heights = await page.evaluate(() => [...document.querySelectorAll('[role=tab]')].filter(tab => tab.offsetParent).map(tab => tab.getBoundingClientRect().height));
    assert.ok(heights.length >= 3 && heights.every(height => height >= 40), `tabs are ${heights} pixels high`);
    if (shots) await page.screenshot({ path: join(shots, `rules-${width}x${height}.png`) });
    if (width > 900 && height > 500) {
      await page.locator('#verdict').click();
      await page.locator('.finding').first().waitFor();
      assert.equal(await page.getByRole('tab', { name: 'Findings' }).getAttribute('aria-selected'), 'true');
    }
    await context.close();
  });
}

test('on a phone, targets are as large as the gap between them', async () => {
  const { page, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n*\n');
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  const sizes = await page.evaluate(() => [...document.querySelector('pips-board').shadowRoot.querySelectorAll('.over [data-choice]')].map(spot => spot.getBoundingClientRect().width));
  assert.ok(Math.min(...sizes) >= 36, `the smallest target is ${Math.min(...sizes)} pixels wide`);
  assert.ok((await boxOf(page, 'pips-board')).width >= 360);
  await context.close();
});

test('a phone has the rest of the bar in a menu', async () => {
  const { page, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  assert.equal(await page.getByRole('button', { name: 'New…' }).isVisible(), false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await page.getByRole('button', { name: 'New…' }).click();
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  assert.equal(await page.locator('#menu').getAttribute('aria-expanded'), 'false');
  await context.close();
});

test('the sheet of the player is printed, with the key and from the dialog', async () => {
  const { page, complaints, context } = await site.open();
  await put(page, '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%diagram]} 2. h3 3. c2 *\n');
  // The browser asks the user, and then prints.
  await page.evaluate(() => { window.print = () => { window.prints = (window.prints ?? 0) + 1; }; });
  const dialogs = async () => {
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('button', { name: 'Print…' }).click();
  };
  for (const [number, print] of [() => page.keyboard.press('Control+p'), dialogs].entries()) {
    await print();
    await page.waitForFunction(number => window.prints === number + 1, number);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const sheet = page.locator('pipscribe-player.print-sheet');
    assert.ok(await sheet.locator('.turns').first().isVisible());
    assert.equal(await sheet.locator('.sheet svg').count() >= 1, true, 'the figure of the diagram');
    assert.equal(await page.locator('button:visible').count(), 0);
    assert.equal(await page.locator('.printed:visible').count(), 0);
    assert.equal(await page.locator('main:visible, .bar:visible').count(), 0, 'only the sheet is printed');
    if (shots) await page.screenshot({ path: join(shots, 'sheet.png'), fullPage: true });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    assert.equal(await sheet.count(), 0);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a printed page has the board and the whole record, and no buttons', async () => {
  const { page, context } = await site.open({ colorScheme: 'dark' });
  const long = `${GIPF.trimEnd()}\n${'# a line\n'.repeat(200)}# the last line\n`;
  await put(page, long, GIPF.indexOf('19. ') + 5);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 19);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const shown = await page.evaluate(() => {
    const inside = document.querySelector('pips-board').shadowRoot;
    return {
      buttons: [...document.querySelectorAll('button, [role=tab]'), ...inside.querySelectorAll('button')].filter(button => button.checkVisibility()).map(button => button.getAttribute('aria-label') ?? button.textContent),
      record: document.querySelector('.printed').checkVisibility() && document.querySelector('.printed').textContent,
      board: inside.querySelector('.figure svg').getBoundingClientRect().height,
      told: document.querySelector('.told').checkVisibility(),
      ground: getComputedStyle(document.documentElement).colorScheme,
    };
  });
  assert.deepEqual(shown.buttons, []);
  assert.match(shown.record, /# the last line\n$/);
  assert.ok(shown.board > 300 && shown.told, JSON.stringify(shown));
  assert.equal(shown.ground, 'light');
  if (shots) await page.pdf({ path: join(shots, 'printed.pdf') });
  await context.close();
});

test('on a phone, a mistake has its board, its message and its fix on one screen', async () => {
  const { page, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const cut = await page.evaluate(() => [...document.querySelectorAll('.picture')].filter(picture => picture.scrollWidth > picture.clientWidth).map(picture => picture.textContent));
  assert.deepEqual(cut, [], 'names of games are cut');
  await page.getByRole('button', { name: 'Try an example' }).click();
  const fix = page.locator('.finding button.main');
  await fix.waitFor();
  const { y, height } = await fix.boundingBox();
  assert.ok(y + height <= 844, `the fix ends at ${y + height}`);
  assert.ok((await stage(page)).height > 380);
  await context.close();
});

test('on a phone, the table of the Pipe Game has squares for fingers, and is zoomed out until it fits while a card is entered', async () => {
  const { page, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const pipe = record('gallery/pipe.pips');
  const begun = `${pipe.slice(0, pipe.indexOf('13. '))}*\n`;
  await put(page, begun);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  await page.evaluate(() => document.querySelector('pips-board').choose(0));
  await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0);
  await shown(page);
  const look = () => page.evaluate(() => {
    const root = document.querySelector('pips-board').shadowRoot;
    const stage = root.querySelector('.stage');
    const square = root.querySelector('.figure .cell-edge').getBoundingClientRect().width;
    return { beyond: stage.scrollHeight - stage.clientHeight, square };
  });
  const { square } = await look();
  assert.ok(square >= 32, `a square has ${square} pixels`);
  for (let presses = 0; presses < 6 && (await look()).beyond > 1; presses++) {
    await page.evaluate(() => document.querySelector('pips-board').shadowRoot.querySelector('.zoom button:last-child').click());
    await shown(page);
  }
  const { beyond } = await look();
  assert.ok(beyond <= 1, `${beyond} pixels of the table are out of sight`);
  await context.close();
});

test('the list of records selects the record that is shown', async () => {
  const { page, context } = await site.open();
  await put(page, [...GAMES.slice(1), GAMES[0]].map(record).join('\n'));
  await page.getByRole('tab', { name: 'Records' }).click();
  const selected = number => page.waitForFunction(number => document.querySelector('.row[aria-selected=true] .number')?.textContent === number, String(number));
  await selected(4);
  await page.evaluate(() => window.pipscribe.editor.go(0));
  await selected(1);
  const states = await page.evaluate(() => [...document.querySelectorAll('.row .state')].map(state => Math.round(state.getBoundingClientRect().x)));
  assert.equal(new Set(states).size, 1, `the states are in one column: ${states}`);
  await page.locator('.row').nth(1).click();
  await selected(2);
  await page.waitForFunction(() => window.pipscribe.board()?.game === 'pippip');
  await context.close();
});
