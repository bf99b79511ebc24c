// Tests of the interactive player in Chromium, for all games: where it opens, what is in sight at each size, and what is
// printed. `pipscribe` (or $PIPSCRIBE) writes the pages.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

import { executablePath, SIZES } from './browser.mjs';

const corpus = fileURLToPath(new URL('../../../../corpus/', import.meta.url));
const GAMES = { gipf: 'gipf/real/game-a.pips', pippinzip: 'gallery/pippinzip.pips', pippip: 'gallery/pippip.pips', pipe: 'gallery/pipe.pips' };
const command = process.env.PIPSCRIBE ?? 'pipscribe';
const skip = spawnSync(command, ['--version']).status === 0 ? false : 'there is no `pipscribe`';
let folder, browser;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'pips-player-'));
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const textOf = name => readFileSync(join(corpus, name), 'utf8').replace(/^(#.*\n)*/, '');

/** Opens the player of a record. */
async function open(record, { options = [], width = 1280, height = 800, ...more } = {}) {
  const [file, out] = [join(folder, 'record.pips'), join(folder, 'player.html')];
  writeFileSync(file, record);
  spawnSync(command, ['render', file, '-o', out, ...options]);
  const page = await browser.newPage({ viewport: { width, height }, ...more });
  await page.goto(pathToFileURL(out).href);
  await page.locator('#controls').waitFor({ state: 'attached' });
  return page;
}

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();
/** Returns by how much the page is larger than its window. */
const beyond = page => page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);

for (const [game, file] of Object.entries(GAMES)) {
  test(`${game}: the player opens at its last turn, and on a desktop everything is in sight`, { skip }, async () => {
    for (const [width, height] of [[1280, 800], [1920, 1080]]) {
      const page = await open(textOf(file), { width, height });
      const [now, of] = (await page.locator('#count').innerText()).match(/\d+/g).map(Number);
      assert.equal(now, of);
      assert.ok(of > 10);
      const what = `${width}x${height}`;
      assert.ok((await beyond(page)).every(pixels => pixels <= 0), `${what}: the page scrolls`);
      const [board, list, buttons, beneath] = [await boxOf(page, '#figure'), await boxOf(page, '#list'), await boxOf(page, '.buttons'), await boxOf(page, '#beneath')];
      // A table can be wider than high.
      assert.ok(board.height >= 0.66 * height, `${what}: the board has ${board.height} of ${height} pixels`);
      assert.ok(beneath.y >= board.y + board.height - 1 && beneath.y + beneath.height <= height, `${what}: the lines below the board`);
      assert.ok(buttons.y >= list.y + list.height - 1 && buttons.x >= board.x + board.width - 1, `${what}: the buttons are below the turns`);
      await page.close();
    }
  });

  test(`${game}: the player does not scroll to the side, and prints its last position without buttons`, { skip }, async () => {
    for (const [width, height] of SIZES) {
      const page = await open(textOf(file), { width, height, hasTouch: width < 900, isMobile: width < 900 });
      assert.ok((await beyond(page))[0] <= 0, `${width}x${height}`);
      const board = await boxOf(page, '#figure');
      assert.ok(board.y + board.height <= height, `${width}x${height}: the board ends at ${board.y + board.height}`);
      await page.close();
    }
    const record = textOf(file).replace(/\[%diagram[^\]]*\]/g, '');
    const whole = await open(record);
    const last = await whole.locator('#label').innerText();
    await whole.close();
    const page = await open(record, { options: ['--turn', '3'] });
    assert.match(await page.locator('#label').innerText(), /^Turn 3,/);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('#label').innerText(), last);
    assert.equal(await page.locator('button:visible').count(), 0);
    assert.ok(await page.locator('#figure').isVisible());
    await page.close();
  });
}

test('the line with the number of errors is a link to the turn, whose places are marked', { skip }, async () => {
  const page = await open(textOf('gipf/real/game-b-with-errors.pips'));
  assert.match(await page.locator('#label').innerText(), /^Turn 49 refused/);
  await page.locator('#first').click();
  await page.locator('.faults a').click();
  assert.match(await page.locator('#label').innerText(), /^Turn 49 refused/);
  assert.ok(await page.locator('#figure [class^=mark]').count() > 0);
  assert.match(await page.locator('#figure-words').textContent(), /Places of the error: a2, d4/);
  await page.close();
});

test('the option for a turn comes first', { skip }, async () => {
  const page = await open(textOf('gipf/real/game-b-with-errors.pips'), { options: ['--turn', '12'] });
  assert.match(await page.locator('#label').innerText(), /^Turn 12,/);
  await page.close();
});

test('hands of the Pipe Game are rows of cards in HTML, and stores of Pip•Pip are dice', { skip }, async () => {
  const pipe = await open(textOf(GAMES.pipe));
  const hands = await pipe.locator('#beneath .hand').evaluateAll(hands => hands.map(hand => [...hand.querySelectorAll('svg')].map(card => Math.round(card.getBoundingClientRect().top))));
  assert.equal(hands.length, 2);
  assert.ok(hands.every(tops => tops.length > 3 && new Set(tops).size === 1), JSON.stringify(hands));
  await pipe.close();
  const pippip = await open(textOf(GAMES.pippip), { options: ['--turn', '9'] });
  assert.ok(await pippip.locator('#beneath svg').count() >= 2);
  assert.doesNotMatch(await pippip.locator('#beneath').innerText(), /store \d/);
  await pippip.close();
});

test('a turn breaks only after a semicolon, and clocks are beside their turns', { skip }, async () => {
  const pipe = await open(textOf(GAMES.pipe), { width: 390, height: 844 });
  const torn = await pipe.locator('.turn .part').evaluateAll(parts => parts.filter(part => part.getClientRects().length > 1).map(part => part.textContent));
  assert.deepEqual(torn, []);
  assert.ok(await pipe.locator('.turn .part').count() > 10);
  await pipe.close();
  const timed = await open('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%clock 0:09:58]} 2. h3 {[%clock 0:09:41]} *\n');
  assert.deepEqual(await timed.locator('.step .clock').allInnerTexts(), ['0:09:58', '0:09:41']);
  await timed.close();
});

test('each puzzle of a record hides its own solution', { skip }, async () => {
  const page = await open('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle save 2]} 2. c2 (2. d2) 3. f7 {[%puzzle only 1]} 4. c6 *\n');
  const label = page.locator('#label');
  // A solution that is opened or closed tells the player a moment later.
  const ends = async turn => {
    for (let tries = 0; tries < 50; tries++) {
      await page.keyboard.press('End');
      if (turn.test(await label.innerText())) return;
      await page.waitForTimeout(20);
    }
    assert.match(await label.innerText(), turn);
  };
  await ends(/^Turn 1,/);
  await page.locator('#solve').click();
  await page.locator('#tried button').first().waitFor();
  await ends(/^Turn 3,/);
  await page.locator('#solve').click();
  await page.locator('#solve').waitFor({ state: 'hidden' });
  await ends(/^Turn 4,/);
  // A key directly after a click does not open again what the click closed.
  await page.evaluate(() => {
    document.querySelector('.solution').open = false;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
  });
  assert.match(await label.innerText(), /^Turn 1,/);
  assert.equal(await page.locator('.solution').first().getAttribute('open'), null);
  await page.locator('.solution > summary').first().click();
  await ends(/^Turn 4,/);
  // The summaries in the list close them again.
  await page.locator('.solution .solution > summary').click();
  await page.locator('#solve').waitFor();
  await ends(/^Turn 3,/);
  await page.locator('.solution > summary').first().click();
  await page.locator('.variation').waitFor({ state: 'hidden' });
  await ends(/^Turn 1,/);
  await page.close();
});

const SMALL = `[Game "pippinzip"]
[Variant "pipeline"]
[Size "3"]
[Position "b2/bb1/2w 2 taker=2 -"]

{[%puzzle win 1]} 1. c2 (1. {[%solution]} a1) (1. b1 {[%solution]}) (1. {[%refuted]} b3 2. c2) 0-1
`;
const answer = (page, words) => page.waitForFunction(words => document.querySelector('#answer').textContent.includes(words), words);

test('a puzzle has its task as the heading, and is played on the board', { skip }, async () => {
  const page = await open(SMALL);
  assert.equal(await page.locator('h1').innerText(), 'Seat 2 to move and win in 1 turn');
  const place = name => page.locator(`#places [aria-label="${name}"]`);
  await answer(page, 'Play on the board.');
  await place('b3').click();
  await answer(page, 'b3 is wrong: c2 refutes it.');
  assert.match(await page.locator('#label').innerText(), /^Turn 2,/);
  assert.equal(await page.locator('#places > *').count(), 0);
  // A hint begins again, at once.
  await page.getByRole('button', { name: 'Hint' }).click();
  await answer(page, 'Begin with c2.');
  assert.equal(await page.locator('#label').innerText(), 'Start');
  await place('b3').click();
  await answer(page, 'b3 is wrong');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await answer(page, 'Begin with c2.');
  // By key too, and another solution is right.
  await place('a1').focus();
  await page.keyboard.press('Enter');
  await answer(page, 'a1 is right. The puzzle is solved.');
  const lines = (await page.locator('#tried button').allInnerTexts()).map(line => line.replace(/\s+/g, ' '));
  assert.deepEqual(lines, ['c2 Solution', 'a1 Another solution', 'b1 Another solution', 'b3 Wrong try, refuted by c2']);
  await page.getByRole('button', { name: 'Try again' }).click();
  assert.equal(await page.locator('#label').innerText(), 'Start');
  await page.close();
});

test('an answer in a puzzle has what the record says about the turn', { skip }, async () => {
  const page = await open(SMALL.replace('2. c2)', '2. c2 {White cuts the chain.})'));
  await page.locator('#places [aria-label="b3"]').click();
  await answer(page, 'White cuts the chain.');
  assert.match(await page.locator('#answer').innerText(), /^b3 is wrong: c2 refutes it\.\s+White cuts the chain\.$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await answer(page, 'Play on the board.');
  assert.equal(await page.locator('#answer .comment').count(), 0);
  await page.close();
});

test('on a short phone, the buttons are in the first view', { skip }, async () => {
  for (const [game, file] of Object.entries(GAMES)) {
    const page = await open(textOf(file), { width: 320, height: 568, hasTouch: true, isMobile: true });
    const buttons = await boxOf(page, '.buttons');
    assert.ok(buttons.y + buttons.height <= 568, `${game}: the buttons end at ${buttons.y + buttons.height}`);
    await page.close();
  }
});

test('an empty store says so', { skip }, async () => {
  const page = await open('[Game "pippip"]\n\n*\n');
  assert.match(await page.locator('#beneath').textContent(), /Light\s+0 points, store empty/);
  await page.close();
});

test('a puzzle of several turns goes on with the answers of the record, and other turns are not the solution', { skip }, async () => {
  const page = await open('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle win 2]} 2. h3 3. c2 4. f2 *\n');
  const push = async (...places) => {
    for (const place of places) await page.locator(`#places [aria-label="${place}"]`).first().click();
  };
  const labels = await page.locator('#places > *').evaluateAll(places => places.map(place => place.getAttribute('aria-label')));
  assert.ok(labels.length > 20, labels.join());
  const choose = async turn => {
    const [first, second] = await page.evaluate(turn => {
      const { choices } = JSON.parse(document.querySelector('#data').textContent).tries[turn.from];
      for (const [label, , , next] of choices) {
        for (const [other, , own] of next) if (own === turn.wanted) return [label, other];
      }
      return [];
    }, turn);
    await push(first);
    // A push that can only go one way has been made.
    if (await page.locator(`#places [aria-label="${second}"]`).count()) await push(second);
  };
  await choose({ from: 1, wanted: 'f2' });
  await answer(page, 'f2 is not the solution.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await choose({ from: 1, wanted: 'h3' });
  await answer(page, 'h3 is right. The answer is c2: go on.');
  await choose({ from: 3, wanted: 'f2' });
  await answer(page, 'f2 is right. The puzzle is solved.');
  await page.close();
});

test('on a phone a puzzle is on one screen', { skip }, async () => {
  const page = await open(SMALL, { width: 360, height: 740, hasTouch: true, isMobile: true });
  for (const part of ['h1', '#figure', '#answer', '#hint', '#solve']) {
    const { y, height } = await boxOf(page, part);
    assert.ok(y >= 0 && y + height <= 740, `${part} ends at ${y + height}`);
  }
  await page.close();
});

const game = (who, turns) => `[Game "gipf"]\n[Variant "basic"]\n[Player1 "${who}"]\n[Player2 "Zoë"]\n\n${turns} *\n\n`;
const THREE = [game('Ann', '1. b3'), game('Bob', '1. c2 2. d2'), game('Cem', '1. f2 2. h3 3. c2')].join('');

test('a page of several records has the list, the board and the buttons in the first view', { skip }, async () => {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const page = await open(THREE, { width, height, hasTouch: width < 900, isMobile: width < 900 });
    const [board, buttons] = [await boxOf(page, '#figure'), await boxOf(page, '.buttons')];
    assert.ok(board.y + board.height <= height && buttons.y + buttons.height <= height, `${width}: ${JSON.stringify([board, buttons])}`);
    assert.ok((await beyond(page))[0] <= 0);
    if (width < 900) await page.locator('#records summary').click();
    await page.getByRole('link', { name: 'Bob – Zoë' }).click();
    await page.waitForFunction(() => document.querySelector('#count').textContent === '2 of 2');
    // The names are with the seats, and only one record is in sight.
    assert.match(await page.locator('#beneath').innerText(), /Bob\s+White/);
    assert.equal(await page.locator('h1:visible').count(), 2);
    assert.equal(await page.locator('.turns:visible').count(), 1);
    assert.deepEqual((await boxOf(page, '#figure')).y, board.y);
    await page.keyboard.press('n');
    await page.waitForFunction(() => document.querySelector('#count').textContent === '3 of 3');
    await page.evaluate(() => { location.hash = '#record-2/1'; });
    await page.waitForFunction(() => /^Turn 1, White\s*c2/.test(document.querySelector('#label').textContent));
    await page.close();
  }
});

test('a page of 200 records is small', { skip }, async () => {
  const turns = readFileSync(join(corpus, GAMES.gipf), 'utf8').split('\n\n').at(-1).replace(/\{[^}]*\}/g, '').split(/\s+/).slice(0, 50).join(' ');
  const text = Array.from({ length: 200 }, (_, number) => game(`Player ${number}`, turns)).join('');
  assert.ok(text.length > 60_000, `${text.length}`);
  const page = await open(text);
  const size = readFileSync(join(folder, 'player.html')).length;
  assert.ok(size < 3_000_000, `${size} bytes`);
  await page.close();
});

/** Returns the parts of a player that are cut by its frame or by a part that scrolls, and the parts that scroll. */
const cut = (page, embedded) => page.evaluate(embedded => {
  const root = embedded ? document.querySelector('pipscribe-player').shadowRoot : document;
  const frame = embedded ? document.querySelector('pipscribe-player').getBoundingClientRect() : { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
  const parts = ['#figure', '#beneath .own', '#beneath .hand', '#beneath .hand svg', '#label', '#tools > summary', '.buttons', '.buttons button', '#slider', '#list'];
  const isCut = part => {
    const { top, left, right, bottom, width, height } = part.getBoundingClientRect();
    if (getComputedStyle(part).display === 'none') return false;
    return width === 0 || height === 0 || top < frame.top - 1 || left < frame.left - 1 || right > frame.right + 1 || bottom > frame.bottom + 1;
  };
  const all = parts.flatMap(name => [...root.querySelectorAll(name)].map(part => [name, part]));
  const scrolls = [...root.querySelectorAll('.player *')].filter(part => !part.closest('details:not([open])') && /auto|scroll/.test(getComputedStyle(part).overflow) && (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1));
  const { height } = root.querySelector('#figure').getBoundingClientRect();
  return { cut: all.filter(([, part]) => isCut(part)).map(([name]) => name), scrolls: scrolls.map(part => part.id), board: height };
}, embedded);

for (const [name, file] of Object.entries({ ...GAMES, mistake: 'gipf/real/game-b-with-errors.pips' })) {
  test(`${name}: at every size, the first view has the board, both seats, the hands and the buttons`, { skip }, async () => {
    // A phone upright and on its side, a small one, the frame in the book, a tablet, and a desktop.
    for (const [width, height] of [[390, 844], [844, 390], [360, 640], [720, 820], [390, 820], [820, 1180], [1280, 800]]) {
      const page = await open(textOf(file), { width, height });
      for (const key of ['End', 'Home']) {
        await page.keyboard.press(key);
        const seen = await cut(page, false);
        assert.deepEqual(seen.cut, [], `${width}x${height}, ${key}`);
        assert.ok(seen.scrolls.every(id => id === 'list'), `${width}x${height}: ${seen.scrolls}`);
        assert.ok(seen.board >= 140, `${width}x${height}: the board has ${seen.board} pixels`);
      }
      await page.close();
    }
  });

  test(`${name}: an element in another page shows the board, both seats, the hands and the buttons at every width`, { skip }, async () => {
    const [record, out] = [join(folder, 'record.pips'), join(folder, 'player.html')];
    writeFileSync(record, textOf(file));
    spawnSync(command, ['render', record, '-o', out, '--embed']);
    const page = await browser.newPage();
    await page.route('http://a.test/**', route => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name) return route.fulfill({ body: readFileSync(join(folder, name)), contentType: name.endsWith('.js') ? 'text/javascript' : 'text/html' });
      return route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html><body style="margin:0"><script src="pipscribe-player.js"></script><pipscribe-player src="player.html"></pipscribe-player>' });
    });
    for (const width of [320, 390, 720, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('http://a.test/');
      await page.locator('#controls').waitFor();
      for (const at of ['where it opens', 'the start']) {
        if (at === 'the start') await page.locator('#first').click();
        const seen = await cut(page, true);
        assert.deepEqual(seen.cut, [], `${width}, ${at}`);
        assert.ok(seen.scrolls.every(id => id === 'list'), `${width}: ${seen.scrolls}`);
        assert.ok(seen.board >= 140, `${width}: the board has ${seen.board} pixels`);
      }
    }
    await page.close();
  });

  test(`${name}: seats have a piece, and the seat to move a tint and words`, { skip }, async () => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(textOf(file), { colorScheme });
      await page.keyboard.press('Home');
      for (let turns = 0; turns < 3; turns++) await page.keyboard.press('ArrowRight');
      const seats = await page.locator('#beneath .own').evaluateAll(seats => seats.map(seat => ({
        piece: seat.firstElementChild.querySelectorAll('circle').length,
        arrow: seat.querySelectorAll('.arrow-head').length,
        tint: getComputedStyle(seat).backgroundColor !== 'rgba(0, 0, 0, 0)',
        words: seat.querySelector('.state')?.textContent ?? '',
      })));
      assert.equal(seats.length, 2);
      assert.deepEqual(seats.map(({ piece, arrow }) => [piece, arrow]), [[1, 0], [1, 0]]);
      assert.deepEqual(seats.filter(({ words }) => words === 'to move').length, 1);
      for (const { tint, words } of seats) assert.equal(tint, words === 'to move');
      // The pieces in the list are those of the seats.
      assert.deepEqual(await page.locator('#list a .seat[data-piece]').evaluateAll(pieces => [...new Set(pieces.map(piece => piece.dataset.piece))].sort()), ['1', '2']);
      await page.close();
    }
  });
}

test('the count says at which turn a record is not legal', { skip }, async () => {
  const page = await open(textOf('gipf/real/game-b-with-errors.pips'));
  const count = page.locator('#count');
  assert.equal(await count.innerText(), '49 of 49');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await count.innerText(), '48 of 49, turn 49 is not legal');
  await page.close();
  const sound = await open('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 *\n', { options: ['--turn', '1'] });
  assert.equal(await sound.locator('#count').innerText(), '1 of 2');
  await sound.close();
});

test('the menu does not touch the buttons below it', { skip }, async () => {
  for (const [width, height] of [[1280, 800], [844, 390], [390, 844]]) {
    const page = await open(textOf(GAMES.gipf), { width, height });
    const [menu, buttons] = [await boxOf(page, '#tools > summary'), await boxOf(page, '.buttons')];
    assert.ok(buttons.y - menu.y - menu.height >= 4, `${width}x${height}: ${buttons.y - menu.y - menu.height} pixels`);
    await page.locator('#tools > summary').click();
    const { x, y, width: across, height: down } = await boxOf(page, '.menu');
    assert.ok(x >= 0 && y >= 0 && x + across <= width && y + down <= height, `${width}x${height}: ${JSON.stringify({ x, y, across, down })}`);
    await page.close();
  }
});

test('the heading of a puzzle has the piece of the seat to move', { skip }, async () => {
  const page = await open(SMALL);
  assert.equal(await page.locator('h1 .task-piece circle').count(), 1);
  assert.equal(await page.locator('h1 .task-piece g').getAttribute('class'), 'piece-2');
  await page.close();
});

test('an element in another page has a height of its own, and only its list scrolls', { skip }, async () => {
  const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  const [file, out] = [join(folder, 'record.pips'), join(folder, 'player.html')];
  writeFileSync(file, textOf(GAMES.gipf));
  spawnSync(command, ['render', file, '-o', out, '--embed']);
  await page.route('http://a.test/**', route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name) return route.fulfill({ body: readFileSync(join(folder, name)), contentType: name.endsWith('.js') ? 'text/javascript' : 'text/html' });
    return route.fulfill({
      contentType: 'text/html',
      body: '<!DOCTYPE html><script src="pipscribe-player.js"></script><pipscribe-player id="usual" src="player.html"></pipscribe-player><pipscribe-player id="low" src="player.html" height="300" turns="none"></pipscribe-player>',
    });
  });
  await page.goto('http://a.test/');
  for (const id of ['usual', 'low']) await page.locator(`#${id} #controls`).waitFor();
  const heights = await page.evaluate(() => ['usual', 'low'].map(id => document.getElementById(id).getBoundingClientRect().height));
  assert.deepEqual(heights, [576, 300]);
  for (const [id, width] of [['usual', 800], ['usual', 360], ['low', 800]]) {
    await page.setViewportSize({ width, height: 900 });
    const seen = await page.evaluate(id => {
      const host = document.getElementById(id);
      const root = host.shadowRoot;
      const box = host.getBoundingClientRect();
      const within = part => {
        const { top, bottom, height } = root.querySelector(part).getBoundingClientRect();
        return height > 0 && top >= box.top - 1 && bottom <= box.bottom + 1;
      };
      const list = root.querySelector('#list');
      return { parts: ['#figure', '.buttons', '#label'].filter(part => !within(part)), scrolls: list.scrollHeight > list.clientHeight, list: list.getBoundingClientRect().height };
    }, id);
    assert.deepEqual(seen.parts, [], `${id} at ${width}`);
    if (id === 'usual') assert.ok(seen.scrolls && seen.list > 60, JSON.stringify(seen));
    else assert.equal(seen.list, 0);
  }
  await page.close();
});

test('rare tools are in a menu, and the record opens in the web app', { skip }, async () => {
  const file = join(folder, 'record.pips');
  writeFileSync(file, THREE.split('\n\n[')[0]);
  const page = await open(THREE.split('\n\n[')[0]);
  const flip = page.getByRole('button', { name: 'Flip', exact: true });
  assert.ok(!await flip.isVisible());
  await page.locator('#tools > summary').click();
  await flip.click();
  assert.ok(!await flip.isVisible());
  assert.ok(await page.locator('#figure.flipped').count());
  // Without an address of the book, nobody knows where the web app is.
  await page.locator('#tools > summary').click();
  assert.ok(!await page.getByRole('link', { name: 'Open in Pipscribe' }).isVisible());
  await page.close();
});

const CLOCKS = `[Game "gipf"]
[Variant "basic"]
[Player1 "Annelies Vandenbroucke-Goethals"]
[Player2 "Bartholomew Featherstonehaugh"]

1. b3 {[%clock 0:09:58] the far corner} 2. h3 {[%clock 0:09:41]} 3. c2! {A plan with a2-c4, as on 2025-03-04.} (3. d2 4. f2) 4. f2 {[%diagram "A caption of a few words"]} 5. d2 *
`;
const STABLE = { gipf: GAMES.gipf, pippinzip: GAMES.pippinzip, pippip: GAMES.pippip, pipe: GAMES.pipe, mistake: 'gipf/real/game-b-with-errors.pips', clocks: null };

for (const [name, file] of Object.entries(STABLE)) {
  test(`${name}: nothing moves from turn to turn, and both seats have frames of one size`, { skip }, async () => {
    for (const [width, height] of [[1280, 720], [390, 844], [844, 390]]) {
      const page = await open(file ? textOf(file) : CLOCKS, { width, height });
      const seen = await page.evaluate(async () => {
        const places = new Set();
        const box = part => { const { x, y, width, height } = document.querySelector(part).getBoundingClientRect(); return [x, y, width, height].map(Math.round); };
        const uneven = [];
        for (const link of document.querySelectorAll('#list a.step')) {
          link.click();
          places.add(JSON.stringify(['.figure', '.under', '.now', '.buttons', '#tools > summary', '#list'].map(box)));
          const seats = [...document.querySelectorAll('#beneath .own')].map(seat => seat.getBoundingClientRect());
          const isEven = seats.length === 2 && Math.abs(seats[0].width - seats[1].width) < 1 && (Math.abs(seats[0].height - seats[1].height) < 1 || seats[0].left === seats[1].left);
          if (!isEven) uneven.push(link.textContent);
        }
        return { places: [...places], uneven };
      });
      assert.equal(seen.places.length, 1, `${width}x${height}: ${seen.places.slice(0, 2).join('\n')}`);
      assert.deepEqual(seen.uneven, [], `${width}x${height}`);
      await page.close();
    }
  });

  test(`${name}: only the list scrolls, and it shows several turns`, { skip }, async () => {
    for (const [width, height, least] of [[1280, 800, 5], [1280, 720, 5], [844, 390, 1], [390, 844, 3], [360, 640, 1]]) {
      const page = await open(file ? textOf(file) : CLOCKS, { width, height, hasTouch: width < 900, isMobile: width < 900 });
      for (const at of ['Home', 'End']) {
        await page.keyboard.press(at);
        assert.deepEqual(await beyond(page), [0, 0], `${width}x${height}: the page scrolls`);
      }
      await page.keyboard.press('Home');
      const rows = await page.evaluate(() => {
        const frame = document.querySelector('#list').getBoundingClientRect();
        return [...document.querySelectorAll('#list .step')].filter(row => {
          const { top, bottom } = row.getBoundingClientRect();
          return top >= frame.top && bottom <= frame.bottom + 1;
        }).length;
      });
      assert.ok(rows >= least, `${width}x${height}: ${rows} turns`);
      await page.close();
    }
  });
}

test('pieces keep their colours in the row of the current turn', { skip }, async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open(textOf(GAMES.gipf), { colorScheme });
    const look = () => page.locator('#list a .seat[data-piece]').evaluateAll(pieces => pieces.map(piece => {
      const { backgroundColor, borderTopColor } = getComputedStyle(piece, '::before');
      return [backgroundColor, borderTopColor].join();
    }));
    const before = await look();
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(key);
      assert.deepEqual(await look(), before);
    }
    // The row differs from both pieces.
    const row = await page.locator('#list .step[aria-current]').evaluate(row => getComputedStyle(row).backgroundColor);
    assert.ok(!before.some(colours => colours.startsWith(row)), row);
    await page.close();
  }
});

test('no turn is broken at a hyphen', { skip }, async () => {
  for (const width of [320, 390]) {
    for (const record of [textOf(GAMES.pipe), textOf('gipf/real/game-b-with-errors.pips'), CLOCKS]) {
      const page = await open(record, { width, height: 844 });
      const torn = await page.evaluate(() => {
        const found = [];
        for (const link of document.querySelectorAll('#list a.step')) {
          link.click();
          const label = document.querySelector('#label .turn');
          if (label && label.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(label).lineHeight)) found.push(label.textContent);
        }
        const texts = document.createTreeWalker(document.querySelector('#player'), NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (!text.parentElement.checkVisibility() || text.parentElement.closest('svg, .spoken, #position, script')) continue;
          for (const { 0: word, index } of text.data.matchAll(/\S*\d\S*-\S*|\S*-\S*\d\S*/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
          }
        }
        return found;
      });
      assert.deepEqual(torn, [], `${width}`);
      await page.close();
    }
  }
});

test('the line of errors gives the turn of the first one', { skip }, async () => {
  for (const [record, words] of [
    [textOf('gipf/real/game-b-with-errors.pips'), /^1 error, at turn 49: d4 is on no line that begins at a2$/],
    ['[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 (2. a2-d4) *\n', /^2 errors, the first at turn 2: d4/],
    ['[Game "gipf"]\n[Variant "basic"]\n[Date "2026-02-30"]\n\n1. b3 *\n', /^1 error: .*2026-02-30/],
  ]) {
    const page = await open(record);
    assert.match(await page.locator('.faults a').textContent(), words);
    await page.close();
  }
});

test('an empty table is described in words, without a coordinate', { skip }, async () => {
  const page = await open(textOf(GAMES.pipe), { options: ['--turn', '0'] });
  assert.match(await page.locator('#beneath').textContent(), /The table is empty/);
  assert.deepEqual(await page.locator('#figure text').allTextContents(), []);
  await page.close();
});

test('marks do not touch the names of points', { skip }, async () => {
  const dots = ['a5', 'b6', 'g7', 'h1', 'e9', 'e1', 'i3'];
  const page = await open(`[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%circle ${dots.join(' ')}]} *\n`);
  const gaps = await page.evaluate(dots => {
    const rings = [...document.querySelectorAll('#figure [class^=mark] circle')].map(ring => ring.getBoundingClientRect());
    return dots.map(dot => {
      const name = [...document.querySelectorAll('#figure text')].find(text => text.textContent === dot).getBoundingClientRect();
      // The letters are about half as high as their box.
      const [top, bottom] = [name.top + name.height / 4, name.bottom - name.height / 4];
      return Math.min(...rings.map(({ left, top: above, width }) => {
        const [x, y, radius] = [left + width / 2, above + width / 2, width / 2];
        return Math.hypot(Math.max(name.left - x, 0, x - name.right), Math.max(top - y, 0, y - bottom)) - radius;
      }));
    });
  }, dots);
  assert.ok(gaps.every(gap => gap >= 7), JSON.stringify(gaps));
  await page.close();
});

test('what is rarely read is in the menu', { skip }, async () => {
  const page = await open(CLOCKS, { width: 390, height: 844 });
  assert.equal(await page.locator('.more').count(), 0);
  await page.locator('#tools > summary').click();
  for (const name of ['Position in words', 'About this record', 'Keys']) {
    await page.locator('.menu summary', { hasText: name }).click();
    assert.ok(await page.locator('.menu details[open]', { hasText: name }).isVisible());
  }
  assert.match(await page.locator('.menu #tags').innerText(), /Annelies Vandenbroucke-Goethals/);
  const { x, y, width, height } = await boxOf(page, '.menu');
  assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844);
  await page.close();
});
