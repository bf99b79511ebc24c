#!/usr/bin/env node
// The command of the npm package: `npx pipscribe check games`. It works without Rust, and has the commands that need one file at a
// time. Formats and exit statuses are those of the program.
import { lstatSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';

import { PipscribeError, check, convert, format, formats, mend, render, renderImage } from '../dist/node.js';

const HELP = `Record, check and draw games of GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game

Usage: pipscribe <COMMAND> [OPTIONS] [PATH]...

Commands:
  check    Check records and report errors: --format short, json [default: short]; without a path, this folder
  fmt      Format records in canonical form, in place; --check lists the files that would change
  mend     Suggest fixes for invalid records, one line each; --format json
  convert  Convert a file: --to FORMAT, --from FORMAT, -o FILE; --list shows the formats
  render   Draw a position: --format svg, png, pdf, text, words, html; --turn N, --record N, -o FILE

Options:
  -q, --quiet    Hide the summary
  -h, --help     Print help
  -V, --version  Print version

A path is a file, a folder with .pips files, or - for standard input. The program of the same name has more commands and options; the
Python package contains it.

Exit status: 0 = no errors, 1 = errors found or files would change, 2 = the command failed
`;

/** An error that ends the command with status 2. */
class Failure extends Error {}

/** The bytes of a file; `-` is standard input. */
const read = path => readFileSync(path === '-' ? 0 : path);

/** The kind of a document whose code blocks are records; undefined for a file of records. */
const kind = path => ({ '.md': 'md', '.tex': 'tex', '.typ': 'typ' })[extname(path)];

/** The files of the paths. In folders: the .pips files, without hidden ones; links are not followed. */
function files(paths) {
  const inside = folder => readdirSync(folder).filter(name => !name.startsWith('.') && name !== 'node_modules').sort().flatMap(name => {
    const path = `${folder.replace(/\/$/, '')}/${name}`;
    const about = lstatSync(path);
    if (about.isDirectory()) return inside(path);
    return about.isFile() && extname(name) === '.pips' ? [path] : [];
  });
  return [...new Set(paths.flatMap(path => (path !== '-' && statSync(path).isDirectory() ? inside(path) : [path])))];
}

/** Control characters of a text as escapes: they must not reach a terminal. */
const shown = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, sign => `\\u{${sign.codePointAt(0).toString(16)}}`);
/** An edit of a suggested fix in words. */
function described({ kind, turn, was, now }) {
  const change = now && was ? `\`${now}\` for \`${was}\`` : `${kind}${now || was ? ` \`${now ?? was}\`` : ''}`;
  return turn ? `turn ${turn}: ${change}` : change;
}
const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
const print = text => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
const tell = text => process.stderr.write(`${shown(text)}\n`);

function write(path, content) {
  if (path === undefined || path === '-') process.stdout.write(content);
  else writeFileSync(path, content);
}

/** The one path of a command. */
function one(paths) {
  if (paths.length !== 1) throw new Failure('name one file, or - for standard input');
  return paths[0];
}

const commands = {
  check(paths, { format: as = 'short', quiet }) {
    if (!['short', 'json'].includes(as)) throw new Failure(`unknown format \`${as}\` (use short or json)`);
    let records = 0, invalid = 0, errors = 0, warnings = 0;
    for (const path of files(paths.length ? paths : ['.'])) {
      for (const record of check(read(path), { path, page: kind(path), fix: as === 'json' })) {
        records += 1;
        invalid += record.valid ? 0 : 1;
        if (as === 'json') print(JSON.stringify(record));
        for (const { severity, code, message, rule, span, turn } of record.findings) {
          if (severity === 'error') errors += 1;
          else warnings += 1;
          if (as === 'short') print(shown(`${path}:${span.line}:${span.column}: ${severity}[${code}]${turn ? ` turn ${turn}:` : ''} ${message} (${rule})`));
        }
      }
    }
    const found = errors + warnings ? `; ${counted(errors, 'error')}, ${counted(warnings, 'warning')}` : '';
    if (!quiet) tell(`${counted(records, 'record')} checked: ${records - invalid} valid, ${invalid} invalid${found}`);
    return invalid ? 1 : 0;
  },

  fmt(paths, { check: only, quiet }) {
    if (!paths.length) throw new Failure('name files or folders, or - for standard input');
    let changed = 0;
    const all = files(paths);
    for (const path of all) {
      const text = read(path);
      const done = format(text, { page: kind(path) });
      for (const { valid, record, findings } of check(text, { page: kind(path) })) {
        const error = findings.find(({ severity }) => severity === 'error');
        if (!valid && error && !quiet) tell(`${path}, record ${record}: left as it is: ${error.message} (${error.code})`);
      }
      const is_same = Buffer.compare(text, Buffer.from(done)) === 0;
      changed += is_same ? 0 : 1;
      if (only && !is_same) print(shown(path));
      else if (!only && path === '-') process.stdout.write(done);
      else if (!only && !is_same) writeFileSync(path, done);
    }
    if (!quiet && !all.includes('-')) tell(`${changed} of ${counted(all.length, 'file')} ${only ? 'would change' : 'changed'}`);
    return only && changed ? 1 : 0;
  },

  mend(paths, { format: as = 'text' }) {
    if (!['text', 'json'].includes(as)) throw new Failure(`unknown format \`${as}\` (use text or json)`);
    if (!paths.length) throw new Failure('name files or folders, or - for standard input');
    let left = 0;
    for (const path of files(paths)) {
      for (const record of mend(read(path), { path, page: kind(path) })) {
        if (record.valid !== true) left += 1;
        if (as === 'json') print(JSON.stringify(record));
        else for (const one of record.mends ?? []) print(shown(`${path}: record ${record.record}: ${one.edits.map(described).join(', ')}`));
      }
    }
    return left ? 1 : 0;
  },

  convert(paths, { to, from, output, list }) {
    if (list) {
      for (const one of formats()) print(one.name);
      return 0;
    }
    const path = one(paths);
    const { bytes, losses, notes, findings } = convert(read(path), { from, to });
    for (const { severity, code, message } of findings) tell(`${path}: ${severity}[${code}] ${message}`);
    for (const note of notes) tell(`${path}: ${note}`);
    if (losses.length) tell(`${path}: not carried over: ${losses.join(', ')}`);
    write(output, bytes);
    return findings.some(finding => finding.severity === 'error') ? 1 : 0;
  },

  async render(paths, { format: as, output, turn, record, theme }) {
    const path = one(paths);
    const chosen = as ?? (output && output !== '-' ? extname(output).slice(1) : 'text');
    const number = text => (text === undefined ? undefined : Number(text));
    const options = { turn: number(turn), record: number(record), theme, input: kind(path) };
    const picture = chosen === 'png' || chosen === 'pdf'
      ? await renderImage(read(path), { ...options, format: chosen })
      : render(read(path), { ...options, format: chosen });
    write(output, picture);
    return 0;
  },
};

const OPTIONS = {
  check: { type: 'boolean' },
  format: { type: 'string' },
  from: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  list: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q' },
  record: { type: 'string' },
  theme: { type: 'string' },
  to: { type: 'string' },
  turn: { type: 'string' },
  version: { type: 'boolean', short: 'V' },
};

async function run(given) {
  let parsed;
  try {
    parsed = parseArgs({ args: given, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Failure(error.message);
  }
  const { values, positionals: [name, ...paths] } = parsed;
  if (values.version) {
    print(`pipscribe ${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version} (npm)`);
    return 0;
  }
  if (values.help) {
    print(HELP);
    return 0;
  }
  if (name === undefined || !Object.hasOwn(commands, name)) {
    if (name !== undefined) tell(`pipscribe: the npm package has no command \`${name}\``);
    process.stderr.write(HELP);
    return 2;
  }
  return commands[name](paths, values);
}

process.stdout.on('error', error => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure) && !(error instanceof PipscribeError) && error.code === undefined) throw error;
  tell(`pipscribe: ${error.message}`);
  process.exitCode = 2;
}
