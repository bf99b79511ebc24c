// Tests of the tree of turns: columns, variations, folding, keys, and long records.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { put, shown, start, text } from './browser.mjs';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
const BRANCHES = `${GIPF}1. b3! {A first remark.} 2. h3? (2. c2!? 3. d2 (3. g2 {Deep.}) 4. f2) (2. f2?! 3. h3) 3. c2!! 4. d2 *\n`;
let site;
before(async () => { site = await start(); });
after(() => site.stop());

/** Opens the tree of a record, with the cursor after a word. */
async function openTree(record, word, options = {}) {
  const opened = await site.open(options);
  await put(opened.page, record, record.lastIndexOf(word) + word.length);
  await opened.page.getByRole('tab', { name: 'Turns' }).click();
  await opened.page.locator('.tree-turn[aria-current]').waitFor();
  await shown(opened.page);
  return opened;
}

const played = (page, turn) => page.waitForFunction(turn => window.pipscribe.isShown() && window.pipscribe.board()?.played === turn && document.querySelector('.tree-turn[aria-current]')?.textContent.includes(turn), turn);
const items = page => page.locator('.tree-turn').evaluateAll(turns => turns.map(turn => turn.querySelector('.tree-text').textContent));

for (const [width, height] of [[1280, 800], [390, 844]]) {
  test(`the main line has two columns, and variations are indented, ${width}x${height}`, async () => {
    const { page, complaints, context } = await openTree(BRANCHES, '4. d2', { viewport: { width, height } });
    const boxes = await page.locator('.tree-turn').evaluateAll(turns => turns.map(turn => {
      const { left, top, right } = turn.getBoundingClientRect();
      return { number: parseInt(turn.textContent, 10), level: Number(turn.ariaLevel), left, top, right };
    }));
    const main = boxes.filter(({ level }) => level === 1);
    assert.deepEqual(main.map(({ number }) => number), [1, 2, 3, 4]);
    const columns = [...new Set(main.map(({ left }) => Math.round(left)))];
    assert.equal(columns.length, 2, `columns at ${columns}`);
    assert.ok(main.every(({ number, left }) => Math.round(left) === columns[(number + 1) % 2]), JSON.stringify(main));
    assert.equal(main[2].top, main[3].top, 'turns 3 and 4 are side by side');
    // A number is where the turn of its row begins, so that the deeper variation begins further to the right.
    const least = level => Math.min(...boxes.filter(box => box.level === level).map(({ left }) => left));
    assert.ok(least(2) >= columns[0] + 14 && least(3) >= least(2) + 10, `${columns[0]}, ${least(2)}, ${least(3)}`);
    assert.ok(boxes.every(({ right }) => right <= width), 'no turn is cut');
    // A comment is a block of its own, below its turn.
    const remark = await page.locator('.tree-remark .tree-words').boundingBox();
    assert.ok(remark.y > main[0].top + 20 && remark.y < main[1].top, `the comment is at ${remark.y}`);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('a long turn stays beside its number, and breaks after a semicolon', async () => {
  const pipe = readFileSync(new URL('../../../../corpus/gallery/pipe.pips', import.meta.url), 'utf8').replace(/^(#.*\n)*/, '');
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const { page, context } = await openTree(pipe, '3. 22@', { viewport: { width, height } });
    const below = await page.locator('.tree-pair .tree-turn').evaluateAll(turns => turns.filter(turn => {
      const [number, text] = ['.tree-number', '.tree-text'].map(name => turn.querySelector(name).getBoundingClientRect());
      return text.left < number.right || text.top > number.top + 4 || text.right > turn.getBoundingClientRect().right + 1;
    }).map(turn => turn.textContent));
    assert.deepEqual(below, [], `${width}x${height}`);
    assert.ok(await page.locator('.tree-text wbr').count() > 5);
    await context.close();
  }
});

test('the current turn and the turns that lead to it are marked, and signs have colours', async () => {
  const { page, context } = await openTree(BRANCHES, '3. g2');
  await played(page, 'g2');
  const marked = await page.locator('.tree-turn[data-path] .tree-text').allTextContents();
  assert.deepEqual(marked, ['b3', 'c2', 'g2']);
  assert.equal(await page.locator('.tree-turn[aria-current]').count(), 1);
  const colours = await page.locator('.glyph').evaluateAll(signs => Object.fromEntries(signs.map(sign => [sign.textContent.trim(), getComputedStyle(sign).color])));
  assert.equal(new Set(['!', '?', '!?', '?!'].map(sign => colours[sign])).size, 4, JSON.stringify(colours));
  assert.equal(colours['!!'], colours['!']);
  await context.close();
});

test('screen readers get a tree, with levels, states, signs and comments', async () => {
  const { page, context } = await openTree(BRANCHES, '1. b3');
  const tree = page.getByRole('tree', { name: 'Turns of the record' });
  assert.equal(await tree.getByRole('treeitem').count(), 10);
  assert.equal(await tree.getByRole('treeitem', { name: '1. b3, Good turn, A first remark.' }).getAttribute('aria-selected'), 'true');
  assert.equal(await tree.getByRole('treeitem', { name: '2. h3, Mistake', expanded: true }).count(), 1);
  assert.equal(await tree.getByRole('treeitem', { name: '3. g2, Deep.' }).getAttribute('aria-level'), '3');
  assert.equal(await page.locator('.tree-turn[tabindex="0"]').count(), 1);
  await context.close();
});

test('the arrow keys move as in a tree, and each press counts', async () => {
  const { page, complaints, context } = await openTree(BRANCHES, '1. b3');
  await page.locator('.tree-turn[aria-current]').focus();
  await page.keyboard.press('ArrowDown');
  await played(page, 'h3');
  // Into the variation, then along its line.
  await page.keyboard.press('ArrowRight');
  await played(page, 'c2');
  await page.keyboard.press('ArrowRight');
  await played(page, 'd2');
  await page.keyboard.press('ArrowRight');
  await played(page, 'g2');
  await page.keyboard.press('ArrowLeft');
  await played(page, 'd2');
  // An open turn folds, then the key goes back in its line, and out of the variation.
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => ![...document.querySelectorAll('.tree-text')].some(turn => turn.textContent === 'g2'));
  await page.keyboard.press('ArrowLeft');
  await played(page, 'c2');
  await page.keyboard.press('ArrowLeft');
  await played(page, 'h3');
  assert.equal(await page.evaluate(() => document.activeElement.ariaCurrent), 'true', 'the focus follows');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.tree-folded').waitFor();
  assert.deepEqual(await items(page), ['b3', 'h3', 'c2', 'd2']);
  assert.equal(await page.locator('.tree-turn[aria-current]').getAttribute('aria-expanded'), 'false');
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => window.pipscribe.isShown() && window.pipscribe.board()?.number === 4);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('variations fold by a press, one turn or all, and stay folded after an edit', async () => {
  const { page, complaints, context } = await openTree(BRANCHES, '4. f2');
  await played(page, 'f2');
  // The current turn is in the variations that are folded: the turn that they replace takes its place.
  await page.locator('.tree-fold').first().click();
  await played(page, 'h3');
  assert.equal((await page.locator('.tree-folded').textContent()).trim(), '▸ 2 variations: c2, f2');
  assert.deepEqual(await items(page), ['b3', 'h3', 'c2', 'd2']);
  await page.getByRole('button', { name: 'Good turn (!)' }).click();
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('2. h3!'));
  await shown(page);
  assert.deepEqual(await items(page), ['b3', 'h3', 'c2', 'd2']);
  await page.locator('.tree-fold').click();
  assert.equal(await page.locator('.tree-turn').count(), 10);
  await page.getByRole('button', { name: 'Fold all variations' }).click();
  assert.equal(await page.locator('.tree-turn').count(), 4);
  // A turn in a folded variation is shown when the board goes to it.
  const all = await text(page);
  await page.evaluate(at => window.pipscribe.editor.go(at, false), all.indexOf('3. g2') + 5);
  await played(page, 'g2');
  assert.equal(await page.locator('.tree-turn').count(), 10);
  assert.equal(await text(page), BRANCHES.replace('h3?', 'h3!'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('of 2,000 turns only those near the view are drawn, and the tree goes to any of them', async () => {
  const variations = Array.from({ length: 666 }, () => '(2. c2 3. d2 4. f2)').join(' ');
  const record = `${GIPF}1. b3 2. h3 ${variations} 3. c2 4. d2 *\n`;
  const { page, complaints, context } = await openTree(record, '1. b3');
  const drawn = () => page.locator('.tree-turn').count();
  assert.ok(await drawn() <= 250, `${await drawn()} turns are drawn`);
  const high = await page.locator('.tree').evaluate(tree => tree.scrollHeight);
  assert.ok(high > 15_000, `the tree is ${high} pixels high`);
  await page.locator('.tree').evaluate(tree => { tree.scrollTop = tree.scrollHeight; });
  await page.locator('.tree-turn', { hasText: '4. d2' }).last().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.tree-turn').length <= 350);
  await page.locator('.tree-turn', { hasText: '4. d2' }).last().click();
  await played(page, 'd2');
  // The turn stays in sight when the tree is drawn anew.
  await page.getByRole('button', { name: 'Good turn (!)' }).click();
  await page.waitForFunction(() => window.pipscribe.editor.text.includes('4. d2! *'));
  await shown(page);
  const inside = await page.evaluate(() => {
    const [turn, tree] = ['.tree-turn[aria-current]', '.tree'].map(name => document.querySelector(name).getBoundingClientRect());
    return turn.top >= tree.top - 1 && turn.bottom <= tree.bottom + 1;
  });
  assert.ok(inside, 'the current turn is in sight');
  await page.waitForFunction(() => document.querySelectorAll('.tree-turn').length <= 350);
  assert.deepEqual(complaints, []);
  await context.close();
});
