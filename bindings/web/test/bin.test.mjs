// Compares the command of the package with the program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  for (const input of ['', ' \n']) for (const format of ['short', 'json']) same(['check', '--format', format, '-'], input);
  same(['check', '--quiet', '-'], '');
});

test('check for other programs', () => {
  for (const paths of [['valid.pips'], ['broken.pips'], ['.'], ['./broken.pips', 'valid.pips']]) {
    same(['check', '--format', 'github', ...paths]);
    same(['check', '--format', 'junit', ...paths]);
    // Help texts name what each has to look up a code.
    const log = ({ stdout }) => {
      const [only] = JSON.parse(stdout).runs;
      for (const rule of only.tool.driver.rules) delete rule.help;
      return only;
    };
    const args = ['check', '--format', 'sarif', ...paths];
    const wanted = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    assert.deepEqual(log(run(args)), log(wanted));
    assert.equal(run(args).status, wanted.status);
  }
  assert.equal(run(['check', '--format', 'sarif', '-o', 'log.sarif', 'broken.pips']).status, 1);
  assert.equal(JSON.parse(readFileSync(join(folder, 'log.sarif'), 'utf8')).runs.length, 1);
});

test('check for people shows the line and the board', () => {
  const { status, stdout } = run(['check', 'broken.pips', 'valid.pips']);
  assert.equal(status, 1);
  const lines = stdout.split('\n');
  assert.equal(lines[0], 'error[gipf/not-in-line] (G3.1)');
  assert.equal(lines[1], '  broken.pips:4:13, turn 2');
  assert.equal(lines[3].indexOf('^^') - 2, '1. b3 2. a2-d4 *'.indexOf('d4'));
  assert.match(stdout, /\n    +a1 .*\n/);
  // Tags that give no start give no board.
  const untagged = run(['check', '-'], { input: '[Game "gipf"]\n\n1. b3 *\n' });
  assert.equal(untagged.status, 1);
  assert.match(untagged.stdout, /tag\/missing/);
  assert.equal(run(['check', '--format', 'xml', 'valid.pips']).status, 2);
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

test('a figure of an invalid record is drawn and reported', () => {
  const [ours, theirs] = [run, (args, options) => spawnSync(command, args, { cwd: folder, encoding: 'utf8', ...options })]
    .map(call => [call(['render', '--format', 'svg', 'broken.pips'], {}), call(['render', '--format', 'text', '-'], { input: BROKEN })]);
  for (const index of [0, 1]) {
    assert.deepEqual([ours[index].status, ours[index].stdout], [1, theirs[index].stdout]);
    assert.equal(theirs[index].status, 1);
    // The program also names one of its options.
    const lines = text => text.trimEnd().split('\n');
    assert.equal(lines(ours[index].stderr)[0], lines(theirs[index].stderr)[0]);
    assert.ok(lines(theirs[index].stderr)[1].startsWith(lines(ours[index].stderr)[1]), theirs[index].stderr);
  }
});

test('mend', () => {
  assert.equal(run(['fix', 'broken.pips']).stdout, run(['mend', 'broken.pips']).stdout);
  // The program also shows the change as a diff.
  const list = ({ stdout }) => stdout.split('\n').filter(line => !/^ {2}(?:[-+ ]|@@)/.test(line));
  const unclear = `${VALID.trimEnd().slice(0, -1)}3. b3 4. h3 *\n`;
  for (const args of [['broken.pips'], ['valid.pips'], ['valid.pips', 'broken.pips'], ['--answer', '2=a2-c4', 'broken.pips'], ['--answer', '2=zz', 'broken.pips'], ['-']]) {
    const given = ['mend', ...args];
    const [ours, theirs] = [run(given, { input: unclear }), spawnSync(command, given, { cwd: folder, encoding: 'utf8', input: unclear })];
    assert.deepEqual(list(ours), list(theirs), args.join(' '));
    assert.deepEqual([ours.status, ours.stderr], [theirs.status, theirs.stderr], args.join(' '));
  }
  assert.match(run(['mend', 'broken.pips']).stdout, /^ {2}1\. likely \(80 %\): in turn 2, replace `a2-d4` with `a2-c4` .*\n[^]*Answer with `--answer 2=TURN`\.$/m);
  const json = ['mend', '--format', 'json', 'broken.pips'];
  // JavaScript writes a weight of `0.0` as `0`.
  const wanted = spawnSync(command, json, { cwd: folder, encoding: 'utf8' }).stdout;
  assert.deepEqual(JSON.parse(run(json).stdout), JSON.parse(wanted));
});

test('reports name commands of the program', () => {
  const { stdout } = run(['check', '--format', 'sarif', 'broken.pips']);
  const [rule] = JSON.parse(stdout).runs[0].tool.driver.rules;
  assert.match(rule.help.text, /`npx pipscribe explain gipf\/not-in-line` prints its page/);
  assert.equal(run(['explain', 'gipf/not-in-line']).status, 0);
  assert.match(run(['explain', 'G3.1']).stdout, /^# G3\.1 /);
  // The patterns are those of the library.
  const library = readFileSync(new URL('../src/hints.rs', import.meta.url), 'utf8');
  const program = readFileSync(bin, 'utf8');
  for (const [, call] of library.matchAll(/[" ]`(check|convert|explain|format)\b/g)) assert.match(program, new RegExp(`\\[/[^\\n]*\`${call}`), call);
});

test('failures say what is wrong, as in the program', () => {
  const error = args => {
    const { status, stderr } = run(args);
    assert.equal(status, 2, args.join(' '));
    return stderr;
  };
  assert.equal(error(['check', 'no-such-file']), 'pipscribe: reading no-such-file: No such file or directory\n');
  assert.match(error(['check', '-o', 'no-such-folder/x', 'valid.pips']), /^pipscribe: writing no-such-folder\/x: No such file or directory$/m);
  for (const format of ['xml', 'toString', '']) assert.match(error(['check', '--format', format, 'valid.pips']), /\(use human, short, json, sarif, github or junit\)/);
  assert.match(error(['mend', '--format', 'xml', 'broken.pips']), /\(use text or json\)/);
  assert.match(error(['render', '--format', 'pages', 'valid.pips']), /\(use text, unicode, words, svg, png, pdf, html, tikz or typst\)/);
  assert.match(error(['render', 'valid.pips', '-o', 'board.xyz']), /does not end in a format/);
  assert.match(error(['render', '--turn', 'last', 'valid.pips']), /^pipscribe: invalid value `last` for `--turn` \(use a whole number\)$/m);
  assert.match(error(['fmt', '--theme', 'dark', 'valid.pips']), /^pipscribe: `fmt` has no option `--theme`$/m);
  assert.match(error(['explain']), /name one code or rule/);
  assert.match(error(['explain', 'gipf/line-ful']), /gipf\/line-ful/);
});

test('misspelt names have suggestions', () => {
  const error = (...args) => run(args).stderr;
  assert.equal(error('check', '--frmat', 'json', 'valid.pips'), 'pipscribe: unknown option `--frmat`: did you mean `--format`? (`npx pipscribe --help` lists the options)\n');
  assert.equal(error('chek'), 'pipscribe: the npm package has no command `chek`: did you mean `check`? (`npx pipscribe --help` lists all)\n');
  assert.equal(error('check', '--format', 'jsn', 'valid.pips'), 'pipscribe: invalid value `jsn` for `--format`: did you mean `json`? (use human, short, json, sarif, github or junit)\n');
  assert.equal(error('check', '--zzzz'), 'pipscribe: unknown option `--zzzz` (`npx pipscribe --help` lists the options)\n');
  assert.equal(error('check', '--format'), 'pipscribe: `--format` needs a value\n');
  assert.equal(error('check', '--quiet=3'), 'pipscribe: `--quiet` takes no value\n');
  assert.match(error('mend', '--answer', 'x', 'broken.pips'), /^pipscribe: invalid value `x` for `--answer`: write the number of a turn/);
});

test('an empty folder is reported', () => {
  mkdirSync(join(folder, 'empty'));
  for (const name of ['check', 'fmt', 'mend']) assert.match(run([name, 'empty']).stderr, /^pipscribe: empty has no files that end in `\.pips`\n/);
  assert.equal(run(['check', '--quiet', 'empty']).stderr, '');
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
