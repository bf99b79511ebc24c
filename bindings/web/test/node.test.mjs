import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import * as pipscribe from 'pipscribe';
import { cases } from './corpus.mjs';
import { mismatches } from './conformance.mjs';
import { contracts } from '../js/contracts.mjs';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';

test('the conformance manifest holds', () => {
  assert.ok(cases.length > 1000);
  assert.deepEqual(mismatches(pipscribe, cases), []);
});

test('the schemas are in the package', () => {
  const schema = createRequire(import.meta.url)('pipscribe/schema/check.json');
  assert.match(schema.$id, /^urn:pipscribe:.*:schema\/check\.json$/);
});

test('the types agree with the schemas', async () => {
  const committed = readFileSync(new URL('../js/contracts.d.ts', import.meta.url), 'utf8');
  assert.equal(await contracts(), committed, 'run `npm run contracts`');
});

test('offsets count in units of the input', () => {
  const text = `${GIPF}{h\u00E9\u00E9 \u{1F600}\uD800} 1. b3 2. a2-d4 *\n`;
  const [finding] = pipscribe.check(text)[0].findings;
  assert.equal(text.slice(finding.span.start, finding.span.end), 'd4');
  const bytes = new TextEncoder().encode(text);
  const [inBytes] = pipscribe.check(bytes)[0].findings;
  assert.equal(new TextDecoder().decode(bytes.slice(inBytes.span.start, inBytes.span.end)), 'd4');
  assert.ok(inBytes.span.start > finding.span.start);
  const mended = pipscribe.edited(text, pipscribe.mendEdits(text));
  assert.ok(mended.endsWith('1. b3 2. a2-c4 *\n'), mended);
});

test('an answer decides between likely games', () => {
  const text = `${GIPF}1. b3 2. b3 3. h3 4. c2 *\n`;
  const [mended] = pipscribe.mend(text);
  const { turn, values } = mended.question;
  assert.ok(mended.proved && values.includes('b4'), JSON.stringify(mended));
  const weights = mended.mends.map(mend => mend.weight);
  assert.ok(weights.every(weight => weight >= 0 && weight <= 1) && weights.reduce((sum, weight) => sum + weight) < 1.001, String(weights));
  const answers = { [turn]: 'b4' };
  const [answered] = pipscribe.mend(text, { answers });
  assert.ok(answered.mends[0].weight > weights[0]);
  assert.equal(pipscribe.edited(text, pipscribe.mendEdits(text, { answers })), text.replace('2. b3', '2. b4'));
  assert.equal(pipscribe.mend(`${GIPF}1. b3 *\n`, { answers })[0].question, undefined);
  const [{ words }] = pipscribe.mend(text, { words: true });
  assert.match(words.fixes[0], /^1\. \(29 %\): in turn 2, replace `b3` with `b4` /);
  assert.match(words.question, /^What was turn 2: /);
  assert.equal(pipscribe.mend(`${GIPF}1. b3 *\n`, { words: true })[0].words, undefined);
  assert.throws(() => pipscribe.mend(text, { answers: { 0: 'b3' } }), { code: 'options' });
});

test('errors have a code and a place', () => {
  const thrown = (code, act, span) => assert.throws(act, error => {
    assert.ok(error instanceof pipscribe.PipscribeError && error instanceof Error);
    assert.equal(error.code, code, error.message);
    assert.deepEqual(error.span, span);
    return true;
  });
  thrown('options', () => pipscribe.check(GIPF, { bla: 1 }));
  thrown('options', () => pipscribe.check(17));
  thrown('options', () => pipscribe.check(GIPF, { with: ['bla'] }));
  thrown('options', () => pipscribe.render(GIPF, { theme: 'pink' }));
  thrown('options', () => pipscribe.render(GIPF, { turn: 1, every: 2 }));
  thrown('options', () => pipscribe.render(GIPF, { marks: ['star a1'] }));
  thrown('turn', () => pipscribe.render(GIPF, { turn: 9 }));
  thrown('diagram', () => pipscribe.figures(GIPF, { figures: true }));
  thrown('record', () => pipscribe.legalTurns(GIPF, { record: 2 }));
  thrown('turn', () => pipscribe.legalTurns(GIPF, { turn: { line: 3, index: 0 } }));
  thrown('limit', () => pipscribe.legalTurns(GIPF, {}, { limit: 3 }));
  thrown('format', () => pipscribe.convert('zzz'));
  thrown('format', () => pipscribe.convert(GIPF, { to: 'docx' }));
  thrown('tag/unknown-value', () => pipscribe.why('[Game "gipf"]\n[Variant "bsic"]\n\n1. b3 *'), { start: 24, end: 28, line: 2, column: 11 });
  thrown('deck/yaml', () => pipscribe.check(GIPF, { decks: { mine: '}' } }));
});

test('invalid options are named', () => {
  const told = (act, message) => assert.throws(act, { code: 'options', message });
  told(() => pipscribe.check(GIPF, { bla: 1 }), '`bla`: unknown field `bla`, expected one of `path`, `page`, `record`, `with`, `fix`, `decks`');
  told(() => pipscribe.check(GIPF, { record: -1 }), '`record`: invalid value: integer `-1`, expected a whole number from 0');
  told(() => pipscribe.check(GIPF, { record: 1.5 }), '`record`: invalid type: floating point `1.5`, expected a whole number from 0');
  told(() => pipscribe.check(GIPF, { fix: 'yes' }), '`fix`: invalid type: string "yes", expected `true` or `false`');
  told(() => pipscribe.check(GIPF, { page: 'html' }), '`page`: unknown variant `html`, expected one of `md`, `tex`, `typ`');
  told(() => pipscribe.check(GIPF, { page: 3 }), '`page`: invalid type: integer `3`, expected a string');
  told(() => pipscribe.check(GIPF, { with: 'bare' }), '`with`: invalid type: string "bare", expected an array');
  told(() => pipscribe.check(GIPF, { with: ['bare', 1] }), '`with[1]`: invalid type: integer `1`, expected a string');
  told(() => pipscribe.legalTurns(GIPF, {}, { limit: 2 ** 32 }), '`limit`: invalid value: integer `4294967296`, expected a whole number from 0 to 4294967295');
  told(() => pipscribe.play(GIPF, '\ud83d'), 'unexpected end of hex escape');
  told(() => pipscribe.check(GIPF, { decks: { mine: 1 } }), '`decks.mine`: invalid type: integer `1`, expected a string');
  const rotated = { code: 'figure', message: 'turn 0: this board can be rotated by multiples of 60 degrees, not by 45' };
  assert.throws(() => pipscribe.render(GIPF, { rotate: 45 }), rotated);
  told(() => pipscribe.render(GIPF, { width: 'wide' }), '`width` is a length, such as 60mm, 2.5in or 170pt, not `wide`');
  assert.throws(() => pipscribe.render(GIPF, { colour: 'red' }), /unknown figure option `colour`; the options are background, caption/);
  told(() => pipscribe.legalTurns(GIPF, { turn: 'last' }), '`at.turn`: a turn is a number from 0, or an object with `line` and `index`');
  told(() => pipscribe.legalTurns(GIPF, { turn: { line: 'a', index: 0 } }), '`at.turn`: a turn is a number from 0, or an object with `line` and `index`');
  told(() => pipscribe.board(GIPF, 0, { look: { flip: 'yes', notes: 'yes' } }), '`look.flip`: invalid type: string "yes", expected `true` or `false`');
  told(() => pipscribe.board(GIPF, 0, { look: { movement: null } }), '`look.movement`: invalid type: null, expected `true` or `false`');
  told(() => pipscribe.randomGame('gipf', 'basic', { seed: 'x' }), '`seed`: invalid type: string "x", expected a whole number from 0');
  told(() => pipscribe.board(GIPF, 0, { look: { themes: 'dark' } }), '`look.themes`: unknown field `themes`, expected one of `theme`, `flip`, `rotate`, `lang`, `coordinates`, `notes`, `movement`');
  assert.deepEqual(pipscribe.check(GIPF, { record: null, page: null }), pipscribe.check(GIPF));
});

test('decks come from the caller', () => {
  const deck = 'cards:\n  - {id: 1, card: "B12 W34 LD"}\n';
  const text = '[Game "pipe"]\n[Deck "mine"]\n[Variant "solitaire"]\n\n*\n';
  const codes = decks => pipscribe.check(text, decks && { decks })[0].findings.map(finding => finding.code);
  const shipped = pipscribe.check(text.replace('mine', 'twin-works'))[0];
  assert.ok(codes().some(code => code.startsWith('deck/')), codes().join());
  assert.ok(!shipped.findings.some(finding => finding.code.startsWith('deck/')));
  assert.throws(() => codes({ mine: deck }), { name: 'PipscribeError' });
});

test('turns of any line have their positions', () => {
  const text = `${GIPF}1. b3 (1. c2 2. b3) 2. c2 *\n`;
  assert.notDeepEqual(pipscribe.legalTurns(text, { turn: 1 }), pipscribe.legalTurns(text, { turn: { line: 1, index: 0 } }));
  assert.deepEqual(pipscribe.legalTurns(text), pipscribe.legalTurns(text, { turn: { line: 0, index: 1 } }));
});

test('turns are played into the text, click by click', () => {
  const text = `${GIPF}{h\u00E9} 1. b3 *\n`;
  const played = pipscribe.play(text, 'a2-c4', { turn: 1 });
  const now = pipscribe.edited(text, played.edits);
  assert.equal(now, `${GIPF}{h\u00E9} 1. b3 2. a2-c4 *\n`);
  assert.equal(now.slice(played.start, played.end), 'a2-c4');
  assert.deepEqual(pipscribe.legalTurns(now, played.at), pipscribe.legalTurns(now));
  const path = pipscribe.choicesOf(text, 'a2-c4');
  let chosen = [];
  for (const key of path) {
    assert.ok(pipscribe.choices(text, {}, chosen).choices.some(choice => choice.key === key), key);
    chosen = [...chosen, key];
  }
  assert.equal(pipscribe.choices(text, {}, chosen).turn, 'a2-c4');
  assert.equal(pipscribe.board(now, played.end).number, 2);
  assert.throws(() => pipscribe.play(text, 'a2-d4'), { name: 'PipscribeError' });
});

test('images are drawn', async () => {
  const png = await pipscribe.renderImage(GIPF, { scale: 1 });
  assert.deepEqual([...png.slice(1, 4)], [...Buffer.from('PNG')]);
  const pdf = await pipscribe.renderImage(GIPF, { format: 'pdf', bleed: '3mm', lang: 'de' });
  assert.equal(Buffer.from(pdf.slice(0, 5)).toString(), '%PDF-');
  const svg = pipscribe.render(GIPF, { text: 'outlines' });
  assert.ok(svg.startsWith('<svg') && !svg.includes('<text'));
  await assert.rejects(pipscribe.renderImage(GIPF, { format: 'pdf', bleed: 'wide' }), { code: 'options' });
});

test('modules are loaded on first use, and one that is missing is an error of the package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipscribe-alone-'));
  try {
    cpSync(new URL('../dist/node.js', import.meta.url), join(folder, 'node.mjs'));
    const alone = await import(join(folder, 'node.mjs'));
    const is_told = error => error instanceof alone.PipscribeError && error.code === 'init' && /pipscribe\.wasm cannot be loaded: ENOENT/.test(error.message) && error.cause.code === 'ENOENT';
    assert.throws(() => alone.check(GIPF), is_told);
    assert.throws(() => new alone.Game('gipf', 'basic'), is_told);
    await assert.rejects(alone.init(), is_told);
    await assert.rejects(alone.load('format'), { code: 'options', message: 'there is no module `format`: there are formats, images' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the entry with inlined modules has the same functions', async () => {
  const inline = await import('pipscribe/inline');
  assert.deepEqual(Object.keys(inline), Object.keys(pipscribe));
  assert.deepEqual(inline.check(GIPF), pipscribe.check(GIPF));
  assert.equal(inline.convert(GIPF, { to: 'json' }).records, 1);
  assert.equal(Buffer.from((await inline.renderImage(GIPF)).slice(1, 4)).toString(), 'PNG');
});

test('hostile texts are harmless', () => {
  for (const text of ['(', '{', '['].map(sign => `${GIPF}1. b3 ${sign.repeat(200_000)}`)) assert.equal(pipscribe.check(text).length, 1);
  for (const text of ['[', '{"a":', '- '].map(sign => sign.repeat(3_000))) {
    for (const from of ['json', 'yaml', 'sgf']) {
      try {
        assert.equal(pipscribe.convert(text, { from }).records, 0);
      } catch (error) {
        assert.ok(error instanceof pipscribe.PipscribeError && error.code !== 'internal', String(error));
      }
    }
  }
  assert.ok(pipscribe.check(`${GIPF}1. b3 *\n`)[0].valid);
});
