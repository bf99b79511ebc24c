// Tests of the room that a board has, and of the table of the Pipe Game while a card is in hand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { put, shown, start } from './browser.mjs';

const corpus = new URL('../../../../corpus/', import.meta.url);
const record = name => readFileSync(new URL(name, corpus), 'utf8').replace(/^(#.*\n)*/, '');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ON_ITS_SIDE = { ...PHONE, viewport: { width: 844, height: 390 } };
let site;
before(async () => { site = await start(); });
after(() => site.stop());

/** Returns a game up to a turn, without its result. */
function upTo(name, turn) {
  const text = record(name);
  const at = text.search(new RegExp(`\\s${turn}\\. `));
  assert.ok(at > 0);
  return `${text.slice(0, at).replace(/\[(Result|Score) [^\n]*\n/g, '')} *\n`;
}
/** Opens a record at its end, and waits for its choices. */
async function enter(page, text) {
  await put(page, text, text.trimEnd().length - 1);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
}
/** Makes a choice, and waits for the next ones. */
async function choose(page, which) {
  const before = await page.evaluate(() => document.querySelector('pips-board').chosen.length);
  await page.evaluate(which => document.querySelector('pips-board').choose(which), which);
  await page.waitForFunction(before => document.querySelector('pips-board').chosen.length > before, before);
  await shown(page);
}
const inside = (page, act) => page.evaluate(`(${act})(document.querySelector('pips-board').shadowRoot, document.querySelector('pips-board'))`);
const tab = (page, name) => page.getByRole('tab', { name: new RegExp(`^${name}\\b`) });

test('on a phone, squares can be touched, and the panel of findings folds while there are none', async () => {
  for (const device of [PHONE, ON_ITS_SIDE]) {
    const { width, height } = device.viewport;
    const { page, complaints, context } = await site.open(device);
    await enter(page, upTo('gallery/pipe.pips', 22));
    await tab(page, 'Findings').click();
    await choose(page, 0);
    const found = await inside(page, `root => {
      const stage = root.querySelector('.stage').getBoundingClientRect();
      const spots = [...root.querySelectorAll('.over [data-choice]')].map(spot => spot.getBoundingClientRect());
      const rings = [...root.querySelectorAll('.over [data-choice]')].map(spot => getComputedStyle(spot, '::before')).map(ring => parseFloat(ring.width) + 2 * parseFloat(ring.borderTopWidth));
      return { least: Math.min(...spots.map(spot => Math.min(spot.width, spot.height))), ring: Math.min(...rings), stage: stage.height, count: spots.length,
        seen: spots.filter(({ top, bottom }) => top >= stage.top && bottom <= stage.bottom).length };
    }`);
    assert.ok(found.least >= 32 && found.ring >= 32, `${width}x${height}: ${JSON.stringify(found)}`);
    // The table scrolls to the middle of the squares, so that most of them are in sight.
    assert.ok(found.seen > 0.6 * found.count, `${width}x${height}: ${JSON.stringify(found)}`);
    if (width === 390) {
      assert.ok(found.stage >= 400, JSON.stringify(found));
      assert.equal(await page.locator('#tab-findings-panel').isVisible(), false);
    }
    // Answers leave the hand and the buttons free.
    await choose(page, 1);
    const covered = await inside(page, `root => {
      const answers = root.querySelector('.row.turns').getBoundingClientRect();
      return [...root.querySelectorAll('.hand > .card, .ask button:not([hidden])')].filter(part => part.getBoundingClientRect().bottom > answers.top + 1 && part.getBoundingClientRect().right > answers.left).length;
    }`);
    assert.equal(covered, 0, `${width}x${height}`);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('the panel of findings unfolds when there is a finding', async () => {
  const { page, context } = await site.open(PHONE);
  const text = upTo('gallery/pippip.pips', 10);
  await enter(page, text);
  await tab(page, 'Findings').click();
  assert.equal(await page.locator('#tab-findings-panel').isVisible(), false);
  await page.evaluate(() => window.pipscribe.editor.view.dispatch({ changes: { from: window.pipscribe.editor.text.length - 2, insert: '10. 9@z9 ' } }));
  await page.locator('#tab-findings-panel .finding').first().waitFor();
  await context.close();
});

/** Returns where the pillar, the labels of the axes and the place of the table are, to a pixel. */
const view = page => inside(page, `root => {
  const at = part => { const { x, y, width } = part.getBoundingClientRect(); return [x, y, width].map(Math.round); };
  const pillar = root.querySelector('.pillar');
  return JSON.stringify([at(pillar), [...root.querySelectorAll('.coordinate text')].map(text => [text.textContent, ...at(text)])]);
}`);
const orientation = page => inside(page, `(root, board) => board.step.choices[[...root.querySelectorAll('.turns > .card')].findIndex(card => card.classList.contains('lit'))]?.key`);
const isDrawn = (page, before) => page.waitForFunction(before => document.querySelector('pips-board').shadowRoot.querySelector('.figure').innerHTML !== before, before);

test('the table keeps its scale and its place while a card is turned', async () => {
  for (const device of [{ viewport: { width: 1280, height: 800 } }, PHONE, ON_ITS_SIDE]) {
    const { page, complaints, context } = await site.open(device);
    // The card of the first square leads beyond the table, that of the second beyond its top.
    for (const square of ['-1-4', '+0+7']) {
      await enter(page, upTo('gallery/pipe.pips', 22));
      // The whole table is in sight, so that the window has no reason to move.
      if (!device.hasTouch && square === '-1-4') for (let steps = 0; steps < 2; steps += 1) await page.getByRole('button', { name: 'Smaller' }).click();
      await choose(page, '3');
      const chosen = await view(page);
      await choose(page, square);
      await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.over > .turned .turner'));
      await page.waitForTimeout(250);
      const first = await view(page);
      if (square === '-1-4' && !device.hasTouch) assert.equal(first, chosen, 'where all orientations fit, nothing moves at all');
      for (let turns = 0; turns < 3; turns += 1) {
        const drawn = await inside(page, 'root => root.querySelector(".figure").innerHTML');
        // The driver would scroll the whole table into sight before a click of its own.
        await inside(page, 'root => root.querySelector("[data-turn]").click()');
        await isDrawn(page, drawn);
        assert.equal(await view(page), first, `${JSON.stringify(device.viewport)} ${square}`);
        const cut = await inside(page, `root => {
          const stage = root.querySelector('.stage').getBoundingClientRect();
          const box = root.querySelector('.figure svg .last-outline')?.getBoundingClientRect();
          return box ? box.top < stage.top - 1 || box.bottom > stage.bottom + 1 || box.left < stage.left - 1 || box.right > stage.right + 1 : null;
        }`);
        assert.equal(cut, false, `${JSON.stringify(device.viewport)} ${square}: the card is out of sight`);
      }
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('R turns the card, and Enter plays what the board shows', async () => {
  const { page, context } = await site.open();
  await enter(page, upTo('gallery/pipe.pips', 22));
  await choose(page, '3');
  await page.locator('pips-board .over [data-choice]').first().focus();
  await choose(page, '-1-4');
  await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.activeElement?.matches('.turns > .card'));
  const before = await orientation(page);
  await page.keyboard.press('r');
  const after = await orientation(page);
  assert.notEqual(after, before);
  await page.keyboard.press('Enter');
  await page.waitForFunction(key => window.pipscribe.editor.text.includes(`3@${key}`), after);
  await context.close();
});

const PLAYED = [['gipf/real/game-a.pips', 20, []], ['gallery/pippinzip.pips', 6, []], ['gallery/pippip.pips', 10, [0, 'b1']], ['gallery/pipe.pips', 22, ['3', '-1-4']]];
const sizes = page => inside(page, `root => {
  const [stage, board] = ['.stage', '.figure svg'].map(part => root.querySelector(part).getBoundingClientRect());
  return { room: [stage.width, stage.height], board: [board.width, board.height].map(size => Math.round(size)) };
}`);

test('the board of every game fills what the column leaves it while a turn is entered', async () => {
  const { page, context } = await site.open({ viewport: { width: 1280, height: 800 } });
  for (const [name, turn, choices] of PLAYED) {
    await enter(page, upTo(name, turn));
    for (const choice of [null, ...choices]) {
      if (choice !== null) await choose(page, choice);
      await page.waitForTimeout(250);
      const { room, board } = await sizes(page);
      assert.ok(board[0] >= 0.98 * room[0] || board[1] >= 0.98 * room[1], `${name}: ${board} in ${room}`);
      const least = { gipf: 560, pippinzip: 540, pippip: 510, pipe: 415 }[/^\[Game "(\w+)"/.exec(await page.evaluate(() => window.pipscribe.editor.text))[1]];
      assert.ok(board[1] >= least, `${name}: ${board}, after ${choice}`);
    }
    // The hand and the orientations are beside or below each other.
    const over = await inside(page, `root => {
      const cards = [...root.querySelectorAll('.tray .card')].map(card => card.getBoundingClientRect());
      return cards.filter((one, at) => cards.some((other, next) => next > at && one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)).length;
    }`);
    assert.equal(over, 0, name);
  }
  await context.close();
});

test('on a phone, the board keeps 300 pixels beside the list of turns and beside findings', async () => {
  const { page, context } = await site.open(PHONE);
  for (const [name, turn] of PLAYED) {
    await enter(page, upTo(name, turn));
    await tab(page, 'Turns').click();
    await page.waitForTimeout(250);
    const { board } = await sizes(page);
    assert.ok(Math.max(...board) >= 300, `${name}: ${board}`);
    const tree = await page.locator('.tree').boundingBox();
    const tools = await page.locator('.tree-tools').boundingBox();
    assert.ok(tree.height >= 78 && tools.y + tools.height <= 845, `${name}: ${JSON.stringify([tree, tools])}`);
    await page.evaluate(() => window.pipscribe.editor.view.dispatch({ changes: { from: window.pipscribe.editor.text.length - 2, insert: '99. zz ' } }));
    await tab(page, 'Findings').click();
    await page.locator('#tab-findings-panel .finding').first().waitFor();
    await page.waitForTimeout(250);
    const beside = await sizes(page);
    assert.ok(Math.max(...beside.board) >= 300, `${name} beside findings: ${beside.board}`);
    await tab(page, 'Record').click();
  }
  await context.close();
});

test('names of players take no room from the board of GIPF', async () => {
  const named = upTo('gipf/real/game-a.pips', 20).replace('[Variant', '[Player1 "Ann Example"]\n[Player2 "Bartholomew Sample"]\n[Variant');
  for (const [device, least] of [[{ viewport: { width: 1280, height: 800 } }, { Record: 570, Turns: 570, Findings: 570 }], [PHONE, { Record: 365, Turns: 335, Findings: 365 }]]) {
    const { page, context } = await site.open(device);
    await enter(page, named);
    for (const [name, wanted] of Object.entries(least)) {
      if (name === 'Findings') await page.evaluate(() => window.pipscribe.editor.view.dispatch({ changes: { from: window.pipscribe.editor.text.length - 2, insert: '99. zz ' } }));
      if (name !== 'Record' || device.hasTouch) await tab(page, name).click();
      if (name === 'Findings') await page.locator('#tab-findings-panel .finding').first().waitFor();
      await page.waitForTimeout(250);
      const { board } = await sizes(page);
      assert.ok(board[device.hasTouch ? 0 : 1] >= wanted, `${name}: ${board} of ${wanted}`);
      const seats = await page.locator('.seat').evaluateAll(seats => seats.map(seat => [seat.getBoundingClientRect().y, ...[...seat.querySelectorAll('.player, .seat-name, strong')].map(part => part.getBoundingClientRect().right - seat.getBoundingClientRect().right)]));
      assert.ok(seats[0][0] === seats[1][0] && seats.flatMap(([, ...parts]) => parts).every(part => part <= 0), `${name}: ${JSON.stringify(seats)}`);
    }
    await context.close();
  }
});

test('the board keeps its size when the next turn has alternatives, and when a puzzle is answered', async () => {
  const { page, context } = await site.open({ viewport: { width: 1280, height: 800 } });
  const stage = () => inside(page, `root => JSON.stringify(root.querySelector('.stage').getBoundingClientRect())`);
  const ways = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 (2. f2 3. c2) 3. a2-c4 *\n';
  await put(page, ways, ways.indexOf('b3') + 2);
  await page.locator('.ways').getByRole('button', { name: 'or f2' }).waitFor();
  const before = await stage();
  await page.getByRole('button', { name: 'Next turn', exact: true }).click();
  await page.locator('.ways').getByRole('button', { name: 'or f2' }).waitFor({ state: 'detached' });
  assert.equal(await stage(), before);
  for (const [name, turn] of [['gallery/pippinzip.pips', 6], ['gallery/pipe.pips', 22]]) {
    await page.evaluate(text => { window.pipscribe.open(text, 'a test'); }, record(name).replace(new RegExp(`\\s${turn}\\. `), found => ` {[%puzzle win 2]}${found}`));
    await page.locator('.puzzle').waitFor();
    await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length);
    const asked = await stage();
    await page.getByRole('button', { name: 'Show solution' }).click();
    await page.locator('.puzzle-answer[data-state="over"]').waitFor();
    await shown(page);
    assert.equal(await stage(), asked, name);
  }
  await context.close();
});

test('pieces of a row that go and pieces that stay differ in shape, and words count them', async () => {
  for (const device of [{ viewport: { width: 1280, height: 800 } }, { ...PHONE, colorScheme: 'dark' }, ON_ITS_SIDE]) {
    const { page, complaints, context } = await site.open(device);
    await enter(page, upTo('gipf/real/game-a.pips', 34));
    for (const key of ['g1', 'f2', 'f2..f7']) {
      await page.waitForFunction(key => document.querySelector('pips-board').step?.choices.some(choice => choice.key === key), key);
      await choose(page, key);
    }
    const seen = () => inside(page, `root => ({
      asked: root.querySelectorAll('.mark.asked').length, open: root.querySelectorAll('.mark.open').length, stays: root.querySelectorAll('.mark.stays').length,
      crosses: [...root.querySelectorAll('.mark.goes')].filter(mark => mark.querySelector('svg path')?.getBoundingClientRect().width > 8).length,
      filled: [...root.querySelectorAll('.mark.fate')].filter(mark => getComputedStyle(mark).backgroundColor !== 'rgba(0, 0, 0, 0)').length,
      words: root.querySelector('p.ahead').checkVisibility() && root.querySelector('p.ahead').innerText,
      below: Math.max(0, root.querySelector('p.ahead').getBoundingClientRect().bottom - root.querySelector('.deeds').getBoundingClientRect().top),
      stage: root.querySelector('.stage').getBoundingClientRect().height,
    })`);
    const first = await seen();
    assert.deepEqual([first.asked, first.open, first.stays, first.crosses, first.filled], [1, 1, 0, 4, 0]);
    assert.equal(first.words, '4 go back to Black.');
    await choose(page, 'stay');
    const then = await seen();
    assert.deepEqual([then.asked, then.open, then.stays, then.crosses, then.filled], [1, 0, 1, 4, 0]);
    assert.equal(then.words, '4 go back to Black, 1 stays.');
    const styles = await inside(page, `root => ['.mark.asked', '.mark.stays'].map(mark => [getComputedStyle(root.querySelector(mark)).borderTopStyle, getComputedStyle(root.querySelector(mark), '::after').content])`);
    assert.deepEqual(styles, [['dashed', '"?"'], ['solid', 'none']]);
    assert.ok(then.below <= 1 && then.stage === first.stage, JSON.stringify([first, then]));
    const gap = await inside(page, `root => root.querySelector('.deeds').getBoundingClientRect().top - Math.max(...[...root.querySelectorAll('.tray .card')].map(card => card.getBoundingClientRect().bottom))`);
    assert.ok(device.viewport.height < 500 || gap >= 3, `the answers are ${gap} pixels above the buttons`);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('the seats of the Pipe Game are together, before the stock and what else there is', async () => {
  const start = '[Game "pipe"]\n[Variant "both"]\n[Deck "twin-works"]\n\n*\n';
  for (const device of [{ viewport: { width: 1280, height: 800 } }, PHONE]) {
    const { page, context } = await site.open(device);
    for (const text of [start, start.replace('"both"]', '"both"]\n[Players "4"]'), upTo('gallery/pipe.pips', 22)]) {
      await enter(page, text);
      const lines = await page.evaluate(() => [...document.querySelectorAll('.seat')].filter(line => line.checkVisibility()).map(line => [line.innerText, line.getBoundingClientRect()])
        .sort(([, one], [, other]) => (Math.abs(one.top - other.top) > 4 ? one.top - other.top : one.left - other.left)).map(([words]) => words.startsWith('Seat')));
      assert.deepEqual(lines, [...lines].sort((one, other) => Number(other) - Number(one)), text);
      assert.ok(lines.filter(Boolean).length >= 2);
    }
    await context.close();
  }
});

/** Size of a square in pixels, and the room of the window. */
const tableSizes = page => inside(page, `root => {
  const svg = root.querySelector('.figure svg');
  const stage = root.querySelector('.stage');
  return { square: 48 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, stage: [stage.clientWidth, stage.clientHeight] };
}`);
const SET_UP = '[Game "pipe"]\n[Variant "both"]\n[Deck "twin-works"]\n\n1. discard:1,2,3,4;claim:white 2. discard:5,6,7,8;claim:black';

test('with unknown hands, the table has one window and one scale in all steps of a turn', async () => {
  for (const [device, least] of [[{ viewport: { width: 1280, height: 800 } }, 42], [PHONE, 32], [ON_ITS_SIDE, 32]]) {
    const { page, complaints, context } = await site.open(device);
    await enter(page, `${SET_UP} 3. 22@+0+0/S 4. 23@+0+1/N *\n`);
    const sizes = [];
    for (const step of [null, '30', 3]) {
      if (step !== null) await choose(page, step);
      await page.waitForTimeout(200);
      sizes.push(await tableSizes(page));
    }
    const name = `${JSON.stringify(device.viewport)}: ${JSON.stringify(sizes)}`;
    assert.ok(sizes.every(({ square }) => square >= least - 0.1 && Math.abs(square - sizes[0].square) < 0.1), name);
    assert.ok(sizes.every(({ stage }) => stage[0] === sizes[0].stage[0] && stage[1] === sizes[0].stage[1]), name);
    // The empty table of the set-up has the same place, where it fits beside the cards.
    if (device !== ON_ITS_SIDE) {
      await enter(page, `${SET_UP.slice(0, SET_UP.indexOf('1.'))}*\n`);
      assert.ok((await tableSizes(page)).stage[1] >= 220, name);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a card that is turned at the edge of the table is whole in the window, and so are the labels', async () => {
  for (const device of [{ viewport: { width: 1280, height: 800 } }, PHONE, ON_ITS_SIDE]) {
    const { page, context } = await site.open(device);
    for (const turns of ['3. 22@+0+0/S', '3. 22@+0+0/S 4. 23@+0+1/N', '3. 22@+0+0/E']) {
      for (const side of ['top', 'bottom', 'left', 'right']) {
        await enter(page, `${SET_UP} ${turns} *\n`);
        await choose(page, '30');
        const square = await inside(page, `(root, board) => {
          const places = [...root.querySelectorAll('.over [data-choice]')].map(spot => [Number(spot.dataset.choice), spot.getBoundingClientRect()]);
          const away = { top: box => -box.top, bottom: box => box.top, left: box => -box.left, right: box => box.left }[${JSON.stringify(side)}];
          return board.step.choices[places.sort(([, one], [, other]) => away(other) - away(one))[0][0]].key;
        }`);
        await choose(page, square);
        await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.over > .turned'));
        await page.waitForTimeout(250);
        const orientations = await page.evaluate(() => document.querySelector('pips-board').step.choices.length);
        for (let turned = 0; turned < orientations; turned += 1) {
          const found = await inside(page, `root => {
            const stage = root.querySelector('.stage').getBoundingClientRect();
            const isCut = part => { const { left, top, right, bottom } = part.getBoundingClientRect(); return top < stage.top - 1 || bottom > stage.bottom + 1 || left < stage.left - 1 || right > stage.right + 1; };
            const labels = [...root.querySelectorAll('.coordinate text')].filter(label => getComputedStyle(label).visibility === 'visible');
            return { card: isCut(root.querySelector('.figure svg .last-outline')), labels: labels.filter(isCut).map(label => label.textContent), count: labels.length };
          }`);
          assert.deepEqual({ ...found, count: 0 }, { card: false, labels: [], count: 0 }, `${JSON.stringify(device.viewport)} ${square}`);
          assert.ok(found.count >= 4, `${square}: ${found.count} labels`);
          const drawn = await inside(page, 'root => root.querySelector(".figure").innerHTML');
          if (orientations === 1) break;
          await inside(page, 'root => root.querySelector("[data-turn]").click()');
          await isDrawn(page, drawn);
        }
      }
    }
    await context.close();
  }
});

test('a large table keeps squares that can be read, is zoomed with buttons, and is dragged', async () => {
  const { page, complaints, context } = await site.open({ viewport: { width: 1280, height: 800 } });
  await enter(page, upTo('gallery/pipe.pips', 22));
  const first = await tableSizes(page);
  assert.ok(first.square >= 41.9, JSON.stringify(first));
  await page.getByRole('button', { name: 'Smaller' }).click();
  await page.getByRole('button', { name: 'Smaller' }).click();
  const small = await tableSizes(page);
  assert.ok(small.square < 0.7 * first.square, JSON.stringify(small));
  for (let steps = 0; steps < 3; steps += 1) await page.getByRole('button', { name: 'Larger' }).click();
  const large = await tableSizes(page);
  assert.ok(large.square > 1.2 * first.square, JSON.stringify(large));
  // The chosen scale stays in the turn, and pressing and moving chooses no square.
  await choose(page, '3');
  assert.ok(Math.abs((await tableSizes(page)).square - large.square) < 0.1);
  const scrolled = () => inside(page, 'root => root.querySelector(".stage").scrollTop');
  const before = await scrolled();
  const { x, y, width, height } = await inside(page, 'root => root.querySelector(".stage").getBoundingClientRect().toJSON()');
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 + 90, { steps: 5 });
  await page.mouse.up();
  assert.ok(Math.abs(before - await scrolled()) >= 40, `${before} and ${await scrolled()}`);
  await page.waitForTimeout(200);
  assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), ['3']);
  assert.deepEqual(complaints, []);
  await context.close();
});
