// Tests of marks drawn on the board, and of the figure dialog.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as esbuild from 'esbuild';

import { judged, put, shown, start, text } from './browser.mjs';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
let site;
before(async () => { site = await start(); });
after(() => site.stop());

const { outputFiles } = await esbuild.build({
  stdin: { contents: "export { markChange } from './src/panels/marks';", resolveDir: new URL('..', import.meta.url).pathname, loader: 'ts' },
  bundle: true, write: false, format: 'esm',
  plugins: [{
    name: 'signs',
    setup(build) {
      build.onResolve({ filter: /^\.\.\/board$/ }, ({ resolveDir }) => ({ path: `${resolveDir}/../board/marking.ts` }));
    },
  }],
});
const { markChange } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

function changed(record, after, mark) {
  const { from, to, insert } = markChange(record, after === null ? null : record.indexOf(after) + after.length, mark);
  return record.slice(0, from) + insert + record.slice(to);
}

test('marks are added to the comment after the turn, and removed again', () => {
  const circle = at => ({ at, sign: 'circle' });
  const record = `${GIPF}1. b3! 2. h3 {good [%circle c4 d4] \\} x} 3. c2 *\n`;
  assert.equal(changed(record, 'b3', circle('e5')), record.replace('b3!', 'b3! {[%circle e5]}'));
  assert.equal(changed(record, 'h3', circle('e5')), record.replace('c4 d4', 'c4 d4 e5'));
  assert.equal(changed(record, 'h3', circle('c4')), record.replace('c4 d4', 'd4'));
  assert.equal(changed(record, 'h3', { from: 'a1', to: 'b3' }), record.replace('\\} x}', '\\} x [%arrow a1>b3]}'));
  assert.equal(changed(record, null, circle('e5')), record.replace('1. b3', '{[%circle e5]} 1. b3'));
  assert.equal(changed(changed(record, 'b3', circle('e5')), 'b3', circle('e5')), record);
  const start = `${GIPF}{[%circle +0+0]} *\n`;
  assert.equal(changed(start, null, circle('+0+0')), `${GIPF}*\n`);
  // Repeated presses go through the signs.
  let now = `${GIPF}1. b3 *\n`;
  const seen = [];
  for (let press = 0; press < 6; press += 1) {
    now = changed(now, 'b3', { at: 'e5', sign: null });
    seen.push(/%(\w+)/.exec(now)?.[1]);
  }
  assert.deepEqual(seen, ['circle', 'square', 'cross', 'triangle', 'shade', undefined]);
  assert.equal(now, `${GIPF}1. b3 *\n`);
});

const placeOf = (page, name) => page.evaluate(name => {
  const board = document.querySelector('pips-board');
  const svg = board.shadowRoot.querySelector('.sheet').getBoundingClientRect();
  const { width } = board.shadowRoot.querySelector('.figure svg').viewBox.baseVal;
  const { x, y } = board.board.places[name];
  return { x: svg.left + x * (svg.width / width), y: svg.top + y * (svg.width / width) };
}, name);

test('the right button draws marks and arrows', async () => {
  const { page, complaints, context } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 *\n`, GIPF.length + 5);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1);
  const [from, to] = [await placeOf(page, 'c3'), await placeOf(page, 'e5')];
  await page.mouse.click(from.x, from.y, { button: 'right' });
  await page.waitForFunction(() => /\{\[%circle c3\]\}/.test(window.pipscribe.editor.text));
  assert.equal(await text(page), `${GIPF}1. b3 {[%circle c3]} 2. h3 *\n`);
  await page.keyboard.down('Shift');
  await page.mouse.click(to.x, to.y, { button: 'right' });
  await page.keyboard.up('Shift');
  await page.waitForFunction(() => /square e5/.test(window.pipscribe.editor.text));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.waitForFunction(() => /arrow c3>e5/.test(window.pipscribe.editor.text));
  await judged(page);
  assert.equal(await page.locator('#verdict').textContent(), 'All legal');
  await page.waitForFunction(() => document.querySelector('pips-board').board.svg.includes('arrow'));
  assert.equal(await page.evaluate(() => window.pipscribe.board().number), 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.doesNotMatch(await text(page), /arrow/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('marks drawn before the board of the new text is shown are all written', async () => {
  const { page, complaints, context } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 *\n`, GIPF.length + 5);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1);
  await page.evaluate(() => {
    const board = document.querySelector('pips-board');
    for (const at of ['c3', 'd4', 'e5']) board.dispatchEvent(new CustomEvent('mark', { detail: { at, sign: 'circle' }, bubbles: true, composed: true }));
  });
  await page.waitForFunction(() => /\{\[%circle c3 d4 e5\]\}/.test(window.pipscribe.editor.text));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an arrow drawn with the left button selects no text', async () => {
  const { page, complaints, context } = await site.open();
  await put(page, `${GIPF}1. b3 2. h3 *\n`, GIPF.length + 5);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  await page.getByRole('tab', { name: 'Turns' }).click();
  const button = page.getByRole('button', { name: 'Draw circles and arrows' });
  await button.click();
  await shown(page);
  for (const [one, other] of [['c3', 'e5'], ['a1', 'i5']]) {
    const [from, to] = [await placeOf(page, one), await placeOf(page, other)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    assert.equal(await page.evaluate(() => `${getSelection().type} ${document.querySelector('pips-board').shadowRoot.getSelection().toString()}`.replace('Caret', 'None').trim()), 'None', `from ${one} to ${other}`);
    await page.mouse.up();
    await page.waitForFunction(arrow => window.pipscribe.editor.text.includes(arrow), `${one}>${other}`);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a button sets the board to marks, by mouse and by finger, until the panel is closed', async () => {
  for (const phone of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
    const { page, complaints, context } = await site.open(phone);
    await put(page, `${GIPF}1. b3 *\n`);
    await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
    await page.getByRole('tab', { name: 'Turns' }).click();
    await page.getByRole('button', { name: 'Draw circles and arrows' }).click();
    await shown(page);
    const [from, to] = [await placeOf(page, 'c1'), await placeOf(page, 'e5')];
    const session = await context.newCDPSession(page);
    const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    if (phone.hasTouch) {
      await touch('touchStart', from);
      await touch('touchEnd');
    } else {
      await page.mouse.click(from.x, from.y);
    }
    await page.waitForFunction(() => /circle c1/.test(window.pipscribe.editor.text));
    await shown(page);
    if (phone.hasTouch) {
      await touch('touchStart', from);
      await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
      await touch('touchMove', to);
      await touch('touchEnd');
    } else {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    }
    await page.waitForFunction(() => /arrow c1>e5/.test(window.pipscribe.editor.text));
    await shown(page);
    assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), []);
    // A key marks the place that has the focus.
    await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length > 1);
    await page.evaluate(() => document.querySelector('pips-board').focus());
    await page.keyboard.type('d1');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /circle c1 d1/.test(window.pipscribe.editor.text));
    await shown(page);
    // With another panel, the board takes turns again.
    await page.getByRole('tab', { name: /^Findings/ }).click();
    await page.waitForFunction(() => document.querySelector('pips-board').step?.choices.length > 1 && !document.querySelector('pips-board').hasAttribute('marks'));
    const again = await placeOf(page, 'c1');
    if (phone.hasTouch) await page.touchscreen.tap(again.x, again.y);
    else await page.mouse.click(again.x, again.y);
    await page.waitForFunction(() => document.querySelector('pips-board').chosen.length > 0);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a long press marks a place, and does not play there', async () => {
  const { page, context } = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await put(page, `${GIPF}1. b3 *\n`);
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  const at = await placeOf(page, 'c1');
  const touch = await context.newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.waitForTimeout(700);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForFunction(() => /\[%circle c1\]/.test(window.pipscribe.editor.text));
  await shown(page);
  assert.deepEqual(await page.evaluate(() => document.querySelector('pips-board').chosen), []);
  await context.close();
});

test('the figure dialog shows five fields, has resolutions, and copies the picture', async () => {
  const { page, context, complaints } = await site.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.address });
  await put(page, `${GIPF}1. b3 *\n`);
  await page.getByRole('button', { name: 'Figure…' }).click();
  const dialog = page.getByRole('dialog', { name: 'A figure' });
  await page.waitForFunction(() => document.querySelector('dialog .preview')?.naturalWidth > 0);
  const shown = () => dialog.locator('.field').evaluateAll(fields => fields.filter(field => field.checkVisibility()).map(field => field.querySelector('label').textContent));
  assert.deepEqual(await shown(), ['File', 'After turn', 'Theme', 'Caption', 'Width']);
  await dialog.getByLabel('File').selectOption('png');
  assert.deepEqual(await shown(), ['File', 'After turn', 'Theme', 'Caption', 'Resolution']);
  const widthAt = async dpi => {
    await dialog.getByLabel('Resolution').selectOption(dpi);
    await dialog.getByRole('button', { name: 'Copy picture' }).click();
    await page.waitForFunction(() => document.querySelector('dialog .told')?.textContent === 'The picture is copied.');
    const width = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const bitmap = await createImageBitmap(await item.getType('image/png'));
      document.querySelector('dialog .told').textContent = '';
      return bitmap.width;
    });
    return width;
  };
  const [screen, print] = [await widthAt('96'), await widthAt('300')];
  assert.ok(Math.abs(print / screen - 300 / 96) < 0.02, `${screen} and ${print}`);
  assert.deepEqual(complaints, []);
  await context.close();
});
