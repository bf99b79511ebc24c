// Compares the command of the package with the program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { command } from './corpus.mjs';

const bin = fileURLToPath(new URL('../bin/pipscribe.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pipscribe-bin-'));
after(() => rmSync(folder, { recursive: true }));
const run = (args, options = {}) => spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8', ...options });

const VALID = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. c2 *\n';
const BROKEN = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n';
const UNTIDY = '[Game "gipf"]\n[Variant "basic"]\nb3 c2';
writeFileSync(join(folder, 'valid.pips'), VALID);
writeFileSync(join(folder, 'broken.pips'), BROKEN);

/** Both commands, with the same arguments. */
function same(args, input) {
  const [ours, theirs] = [run(args, { input }), spawnSync(command, args, { cwd: folder, encoding: 'utf8', input })];
  assert.equal(ours.stdout, theirs.stdout, args.join(' '));
  assert.equal(ours.stderr, theirs.stderr, args.join(' '));
  assert.equal(ours.status, theirs.status, args.join(' '));
}

test('check', () => {
  for (const paths of [['valid.pips'], ['broken.pips'], ['.'], [], ['valid.pips', 'broken.pips', 'valid.pips']]) {
    same(['check', '--format', 'short', ...paths]);
    same(['check', '--format', 'json', ...paths]);
  }
  same(['check', '--format', 'short', '-'], BROKEN);
  same(['check', '--format', 'short', '--quiet', 'broken.pips']);
});

test('fmt', () => {
  same(['fmt', '-'], UNTIDY);
  same(['fmt', '--check', 'valid.pips']);
  writeFileSync(join(folder, 'untidy.txt'), UNTIDY);
  assert.equal(run(['fmt', '--check', 'untidy.txt']).status, 1);
  assert.equal(run(['fmt', 'untidy.txt']).status, 0);
  assert.equal(readFileSync(join(folder, 'untidy.txt'), 'utf8'), VALID);
});

test('convert and render', () => {
  same(['convert', '--to', 'json', 'valid.pips']);
  same(['render', '--format', 'svg', 'valid.pips']);
  assert.equal(run(['render', 'valid.pips', '-o', 'board.png']).status, 0);
  assert.equal(readFileSync(join(folder, 'board.png')).subarray(1, 4).toString(), 'PNG');
});

test('mend', () => {
  const { status, stdout } = run(['mend', 'broken.pips']);
  assert.equal(status, 1);
  assert.match(stdout, /a2-c4/);
  const json = ['mend', '--format', 'json', 'broken.pips'];
  assert.equal(run(json).stdout, spawnSync(command, json, { cwd: folder, encoding: 'utf8' }).stdout);
});

test('failures end with status 2', () => {
  for (const args of [[], ['chek'], ['check', '--no-such-option'], ['check', 'no-such-file'], ['fmt'], ['convert', '--to', 'no-such', 'valid.pips']]) {
    const { status, stderr } = run(args);
    assert.equal(status, 2, args.join(' '));
    assert.ok(stderr && !stderr.includes('    at '), stderr);
  }
  assert.equal(run(['--help']).status, 0);
  assert.match(run(['--version']).stdout, /^pipscribe \d/);
});
