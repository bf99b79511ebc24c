// Compares the output of the package with the output of the CLI, byte by byte.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import * as pipscribe from 'pipscribe';
import * as raw from '../dist/raw.js';
import { corpus, files, native, read } from './corpus.mjs';

const records = files('.pips');
// The search for fixes takes long, and drawing starts the CLI for each record, so only a sample of the corpus is used.
const some = (all, count) => all.filter((_, at) => at % Math.ceil(all.length / count) === 0);
const scratch = mkdtempSync(join(tmpdir(), 'pipscribe-'));
after(() => rmSync(scratch, { recursive: true }));

const lines = array => array === '[]' ? '' : `${array.slice(1, -1).replaceAll('},\n{', '}\n{')}\n`;

/** Removes help that each front end words for its users: the hints beside it are the same. */
const withoutWords = text => text.replaceAll(/"help":"(?:[^"\\]|\\.)*",(?="hints":)/g, '');

function same(found, wanted, about) {
  if (found === wanted) return;
  const [one, other] = [found.split('\n'), wanted.split('\n')];
  const at = one.findIndex((line, number) => line !== other[number]);
  assert.equal(one[at], other[at], `${about}, line ${at + 1}`);
  assert.fail(`${about}: ${one.length} lines, not ${other.length}`);
}

test('check --format json', () => {
  const judged = some(records, 80);
  const wanted = native(['check', '--format', 'json', '--quiet', ...judged]).stdout.toString();
  const found = judged.map(path => lines(raw.check(read(path), false, JSON.stringify({ path }))));
  same(withoutWords(found.join('')), withoutWords(wanted), 'check');
  const few = some(records, 40);
  const args = ['check', '--format', 'json', '--with', 'table,positions,bare,turn_rows', '--quiet', ...few];
  const more = few.map(path => lines(raw.check(read(path), false, JSON.stringify({ path, with: ['table', 'positions', 'bare', 'turn_rows'] }))));
  same(withoutWords(more.join('')), withoutWords(native(args).stdout.toString()), 'check --with');
});

test('replay --format json', () => {
  // A text has no path.
  const wanted = native(['replay', '--format', 'json', ...records]).stdout.toString().replaceAll(/^\{"path":"[^"]*",/gm, '{');
  same(records.map(path => lines(raw.replay(read(path), false, '{}'))).join(''), wanted, 'replay');
});

test('fmt, and fmt --bare', () => {
  const copy = join(scratch, 'corpus');
  cpSync(corpus, copy, { recursive: true });
  native(['fmt', '--quiet', ...records.map(path => join(copy, path))]);
  for (const path of records) {
    same(Buffer.from(pipscribe.format(new Uint8Array(read(path)))).toString('latin1'), readFileSync(join(copy, path), 'latin1'), `fmt ${path}`);
  }
  const bare = records.map(path => Buffer.from(pipscribe.format(new Uint8Array(read(path)), { bare: true })).toString('latin1'));
  same(bare.join(''), native(['fmt', '--bare', '--quiet', ...records]).stdout.toString('latin1'), 'fmt --bare');
});

test('mend --format json', () => {
  // The CLI processes a file once, even if it is named several times.
  const few = [...new Set([...some(records, 40), ...some(files('.pips', 'slips'), 8)])];
  const wanted = native(['mend', '--format', 'json', '--quiet', ...few]).stdout.toString();
  same(few.map(path => lines(raw.mend(read(path), false, JSON.stringify({ path })))).join(''), wanted, 'mend');
});

test('infer --format json', () => {
  const few = some(records, 25);
  const wanted = native(['infer', '--format', 'json', '--quiet', ...few]).stdout.toString();
  same(few.map(path => lines(raw.infer(read(path), false, JSON.stringify({ path })))).join(''), wanted, 'infer');
});

test('explain', () => {
  for (const { code } of pipscribe.codes()) same(pipscribe.explain(code), native(['explain', code]).stdout.toString().split('\n## See also')[0], `explain ${code}`);
});

test('why --format json', () => {
  for (const path of some(records, 60)) {
    const { status, stdout } = native(['why', '--format', 'json', path]);
    if (status > 1) assert.throws(() => pipscribe.why(read(path)), path);
    else same(`${raw.why(read(path), false, JSON.stringify({ path }))}\n`, stdout.toString(), `why ${path}`);
  }
});

test('render', () => {
  const looks = [
    [['--format', 'svg'], { format: 'svg' }],
    [['--format', 'words', '--lang', 'de'], { format: 'words', lang: 'de' }],
    [['--format', 'html', '--base-url', 'https://example.org/'], { format: 'html', book: 'https://example.org/' }],
    [['--format', 'svg', '--theme', 'dark', '--legend', '--coordinates', 'none', '--width', '60mm', '--no-last', '--mark', 'circle c3'],
      { theme: 'dark', legend: true, coordinates: 'none', width: '60mm', last: false, marks: ['circle c3'] }],
    [['--format', 'text'], { format: 'text' }],
    [['--format', 'typst', '--label', 'fig', '--width', '60mm'], { format: 'typst', label: 'fig', width: '60mm' }],
    [['--format', 'tikz', '--max-height', '50mm'], { format: 'tikz', maxHeight: '50mm' }],
    [['--format', 'svg', '--text', 'outlines', '--legend'], { format: 'svg', text: 'outlines', legend: true }],
    [['--format', 'svg', '--turn', '0', '--rotate', '180', '--caption', 'A caption', '--no-notes'], { turn: 0, rotate: 180, caption: 'A caption', notes: false }],
    [['--format', 'svg', '--every', '3', '--columns', '2', '--movement', '--from', '1'], { every: 3, columns: 2, movement: true, from: 1 }],
  ];
  some(records, 70).forEach((path, at) => {
    const [args, options] = looks[at % looks.length];
    const { status, stdout, stderr } = native(['render', path, '--record', '1', ...args]);
    const draw = () => pipscribe.render(new Uint8Array(read(path)), options);
    if (status > 1) assert.throws(draw, undefined, `${path} ${args}: ${stderr}`);
    else same(draw(), stdout.toString(), `render ${path} ${args}`);
  });
});

test('convert', () => {
  const readable = pipscribe.formats();
  for (const { name } of readable.filter(format => format.writes)) {
    for (const path of some(records, 6)) {
      const { status, stdout, stderr } = native(['convert', path, '--to', name]);
      const convert = () => pipscribe.convert(new Uint8Array(read(path)), { to: name, name: path });
      if (status > 1) assert.throws(convert, undefined, `${path} to ${name}: ${stderr}`);
      else {
        const found = convert();
        same(Buffer.from(found.bytes).toString('latin1'), stdout.toString('latin1'), `${path} to ${name}`);
        const losses = stderr.split('\n').filter(line => line.startsWith('not carried over: ')).map(line => line.slice('not carried over: '.length));
        assert.deepEqual(found.losses, losses, `${path} to ${name}`);
      }
    }
  }
  for (const path of some(files('', 'formats'), 60)) {
    const { status, stdout, stderr } = native(['convert', path]);
    const convert = () => pipscribe.convert(new Uint8Array(read(path)), { name: path });
    if (status > 1) assert.throws(convert, undefined, `${path}: ${stderr}`);
    else same(Buffer.from(convert().bytes).toString('latin1'), stdout.toString('latin1'), path);
  }
});
