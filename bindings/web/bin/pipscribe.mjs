#!/usr/bin/env node
// The command of the npm package: `npx pipscribe check games`. It works without Rust, and has the subcommands that need one
// file at a time. Formats and exit statuses are the same as in the CLI.
import { lstatSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { getSystemErrorMap, parseArgs } from 'node:util';

import { PipscribeError, check, convert, explain, format, formats, mend, render, renderImage, report } from '../dist/node.js';

const HELP = `Record, check and draw games of GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game

Usage: pipscribe <COMMAND> [OPTIONS] [PATH]...

Commands:
  check    Check records and report errors; without a path, this folder: --format human, short, json, sarif, github, junit
           [default: human], -o FILE
  fmt      Format records in canonical form, in place; --check lists the files that would change
  mend     Suggest fixes for invalid records, the likeliest first; --answer TURN=TEXT answers the question after the list,
           may be repeated; --format json [alias: fix]
  convert  Convert a file: --to FORMAT, --from FORMAT, -o FILE; --list shows the formats
  render   Draw a position: --format text, unicode, words, svg, png, pdf, html, tikz, typst; --turn N, --record N, --theme THEME,
           -o FILE
  explain  Explain a code or a rule, such as gipf/line-full or G3.4

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

/** Does something with a file. If the system refuses it, the error says what failed, in the words of the program. */
function attempt(doing, path, act) {
  try {
    return act();
  } catch (error) {
    if (error.errno === undefined) throw error;
    const [, words] = getSystemErrorMap().get(error.errno) ?? [, error.message];
    throw new Failure(`${doing} ${path}: ${words[0].toUpperCase()}${words.slice(1)}`);
  }
}

/** The bytes of a file; `-` is standard input. */
const read = path => attempt('reading', path, () => readFileSync(path === '-' ? 0 : path));

/** Names in a sentence. */
const or = names => names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join('');

/** The least number of letters to insert, remove, replace or swap with their neighbours to get one text from another. */
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const is_same = one[row - 1] === other[column - 1];
      const is_swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = is_swapped ? rows[row - 2][column - 2] + 1 : Infinity;
      rows[row][column] = Math.min(rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + (is_same ? 0 : 1), swapped);
    }
  }
  return rows[one.length][other.length];
}

/** Asks for the known names that an unknown one may be a misspelling or a part of, as the program does. */
function didYouMean(written, names) {
  if (written.length > 100) return '';
  const small = written.toLowerCase();
  const near = names
    .map(name => ({ name, typos: distance(name.toLowerCase(), small) }))
    .filter(({ name, typos }) => typos <= Math.min(Math.max(Math.floor(name.length / 3), 1), 3) || (small.length >= 3 && name.toLowerCase().includes(small)))
    .sort((one, other) => one.typos - other.typos)
    .slice(0, 3);
  return near.length ? `: did you mean ${or(near.map(({ name }) => `\`${name}\``))}?` : '';
}

/** Fails unless the value of an option is one of some names. */
function oneOf(names, option, value) {
  if (names.includes(value)) return;
  throw new Failure(`invalid value \`${value}\` for \`--${option}\`${didYouMean(value, names)} (use ${or(names)})`);
}

/** The answers of an option, by turns. */
function answersOf(values = []) {
  return Object.fromEntries(values.map(value => {
    const [, turn, text] = /^([1-9]\d{0,8})=(.*)$/s.exec(value) ?? [];
    if (turn) return [turn, text];
    throw new Failure(`invalid value \`${value}\` for \`--answer\`: write the number of a turn, \`=\` and the turn, such as \`27=h8,b9\`, or \`27=\` if the game ends before it`);
  }));
}

/** The value of an option that is a number. */
function number(option, value) {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw new Failure(`invalid value \`${value}\` for \`--${option}\` (use a whole number)`);
  return Number(value);
}

/** What the library advises to call, and what this program has instead. */
const ADVICE = [
  [/`explain\(\\?"([^"\\]+)\\?"\)` returns its page/g, '`npx pipscribe explain $1` prints its page'],
  [/`format` (writes it in the notation|leaves it out)/g, '`npx pipscribe fmt` $1'],
  [/renumber with `format`/g, 'renumber with `npx pipscribe fmt`'],
  [/call `convert` for it on its own, with `from: \\?"([^"\\]+)\\?"`/g, 'run `npx pipscribe convert` for it on its own, with `--from $1`'],
  [/`convert` with `to: \\?"([^"\\]+)\\?"` writes/g, '`npx pipscribe convert --to $1` writes'],
  [/`convert` reads it/g, '`npx pipscribe convert` reads it'],
  [/`check` (says why|shows the illegal turn)/g, '`npx pipscribe check` $1'],
];
/** A text of the library for people who use this program. */
const advised = text => ADVICE.reduce((done, [library, program]) => done.replace(library, program), text);

/** The kind of a document whose code blocks are records; undefined for a file of records. */
const kind = path => ({ '.md': 'md', '.tex': 'tex', '.typ': 'typ' })[extname(path)];

const isFolder = path => path !== '-' && attempt('reading', path, () => statSync(path)).isDirectory();

/** The files of the paths. In folders: the .pips files, without hidden ones; links are not followed. */
function files(paths) {
  const inside = folder => readdirSync(folder).filter(name => !name.startsWith('.') && name !== 'node_modules').sort().flatMap(name => {
    const path = `${folder.replace(/\/$/, '')}/${name}`;
    const about = lstatSync(path);
    if (about.isDirectory()) return inside(path);
    return about.isFile() && extname(name) === '.pips' ? [path] : [];
  });
  const found = path => {
    const all = attempt('reading', path, () => inside(path));
    if (!all.length) note(`pipscribe: ${path} has no files that end in \`.pips\``);
    return all;
  };
  return [...new Set(paths.flatMap(path => (isFolder(path) ? found(path) : [path])))];
}

/** Control characters of a text as escapes: they must not reach a terminal. */
const shown = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, sign => `\\u{${sign.codePointAt(0).toString(16)}}`);
/** A text of several lines for a terminal. */
const readable = text => text.split('\n').map(shown).join('\n');
const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
const print = text => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
const tell = text => process.stderr.write(`${shown(text)}\n`);
let is_quiet = false;
/** Reports what `--quiet` hides. */
const note = text => void (is_quiet || tell(text));

function write(path, content) {
  if (path === undefined || path === '-') process.stdout.write(content);
  else attempt('writing', path, () => writeFileSync(path, content));
}

/** The one path of a command. */
function one(paths) {
  if (paths.length !== 1) throw new Failure('name one file, or - for standard input');
  return paths[0];
}

/** A report of the library on files. */
function reportOf(paths, format) {
  const made = report(function* () { for (const path of paths) yield { path, text: read(path), page: kind(path) }; }(), { format });
  return { ...made, text: advised(made.text) };
}

/** A report that is made record by record. */
function byRecord(paths, options, written) {
  const counts = { text: '', records: 0, invalid: 0, errors: 0, warnings: 0 };
  for (const path of paths) {
    const text = read(path);
    for (const record of check(text, { path, page: kind(path), ...options })) {
      counts.records += 1;
      counts.invalid += record.valid ? 0 : 1;
      for (const { severity } of record.findings) counts[severity === 'error' ? 'errors' : 'warnings'] += 1;
      counts.text += written(path, text, record);
    }
  }
  return counts;
}

/** A finding for people: its line with the place underlined, the message, the help, and the board of the first error. */
function finding(path, text, record, { code, severity, rule, turn, message, help, span }, isFirst) {
  const line = text.toString('utf8').split(/\r\n?|\n/)[span.line - 1] ?? '';
  const end = span.end_line === span.line ? span.end_column : [...line].length + 1;
  const parts = [
    `${severity}[${code}] (${rule})`,
    `  ${path}:${span.line}:${span.column}${turn ? `, turn ${turn}` : ''}`,
    `  ${line}\n  ${' '.repeat(span.column - 1)}${'^'.repeat(Math.max(end - span.column, 1))}`,
    `  ${message}${help ? `\n  help: ${advised(help)}` : ''}`,
  ];
  if (isFirst) {
    try {
      parts.push(render(text, { format: 'text', findings: true, record: record.record, input: kind(path) }).trimEnd().replace(/^(?=.)/gm, '    '));
      parts.splice(-1, 0, '');
    } catch (error) {
      // A record with invalid tags has no board.
      if (!(error instanceof PipscribeError)) throw error;
    }
  }
  return `${parts.join('\n')}\n\n`;
}

/** True if the first fix of a record is safe to apply without asking, which one that removes a turn never is. */
const isUnambiguous = ({ mends: [first] = [] }) => first !== undefined && first.sole && !first.edits.some(({ kind }) => kind === 'delete');

/** The lines of an invalid record for people: its first error, the fixes in the words of the library, and the question. */
function fixes(path, text, { record, question, words }) {
  const [{ findings }] = check(text, { record, page: kind(path), fix: false });
  const { span, code, address, message } = findings.find(({ severity }) => severity === 'error');
  const list = words ? [...words.fixes, words.remark && `(${words.remark})`, words.rejected] : ['no fix was searched for'];
  if (words?.question) list.push(`${words.question} Answer with \`--answer ${question.turn}=TURN\`.`);
  const place = `${path}:${span.line}:${span.column}: ${code}${address ? ` turn ${address}:` : ''} ${message}`;
  return [place, ...list.filter(Boolean).map(line => `  ${line}`), ''];
}

/** Reports that the library does not make. */
const reports = {
  json: paths => byRecord(paths, { fix: true }, (_path, _text, record) => `${JSON.stringify(record)}\n`),
  human: paths => byRecord(paths, {}, (path, text, record) => {
    const first = record.findings.find(({ severity }) => severity === 'error');
    return record.findings.map(one => finding(path, text, record, one, one === first)).join('');
  }),
};

/** The forms of reports, and of figures. */
const REPORTS = ['human', 'short', 'json', 'sarif', 'github', 'junit'];
const FIGURES = ['text', 'unicode', 'words', 'svg', 'png', 'pdf', 'html', 'tikz', 'typst'];

const commands = {
  check(paths, { format: as = 'human', output }) {
    oneOf(REPORTS, 'format', as);
    const all = files(paths.length ? paths : ['.']);
    const { text, records, invalid, errors, warnings } = reports[as]?.(all) ?? reportOf(all, as);
    write(output, as === 'human' || as === 'short' ? readable(text) : text);
    const found = errors + warnings ? `; ${counted(errors, 'error')}, ${counted(warnings, 'warning')}` : '';
    // An empty folder is reported when it is searched.
    if (!records && paths.length && !paths.some(isFolder)) {
      note('pipscribe: no record was found: a record begins with `[Game "…"]` or, in a document, is in a code block marked `pips`');
    }
    note(`${counted(records, 'record')} checked: ${records - invalid} valid, ${invalid} invalid${found}`);
    return invalid ? 1 : 0;
  },

  fmt(paths, { check: only }) {
    if (!paths.length) throw new Failure('name files or folders, or - for standard input');
    let changed = 0;
    const all = files(paths);
    for (const path of all) {
      const text = read(path);
      const done = format(text, { page: kind(path) });
      for (const { valid, record, findings } of check(text, { page: kind(path) })) {
        const error = findings.find(({ severity }) => severity === 'error');
        if (!valid && error) note(`${path}, record ${record}: left as it is: ${error.message} (${error.code})`);
      }
      const is_same = Buffer.compare(text, Buffer.from(done)) === 0;
      changed += is_same ? 0 : 1;
      if (only && !is_same) print(shown(path));
      else if (!only && path === '-') process.stdout.write(done);
      else if (!only && !is_same) write(path, done);
    }
    if (!all.includes('-')) note(`${changed} of ${counted(all.length, 'file')} ${only ? 'would change' : 'changed'}`);
    return only && changed ? 1 : 0;
  },

  mend(paths, { format: as = 'text', answer }) {
    oneOf(['text', 'json'], 'format', as);
    if (!paths.length) throw new Failure('name files or folders, or - for standard input');
    const answers = answersOf(answer);
    const counts = { records: 0, invalid: 0, unambiguous: 0 };
    for (const path of files(paths)) {
      const text = read(path);
      for (const record of mend(text, { path, page: kind(path), answers, words: as === 'text' })) {
        counts.records += 1;
        if (!record.valid) counts.invalid += 1;
        if (isUnambiguous(record)) counts.unambiguous += 1;
        if (as === 'json') print(JSON.stringify(record));
        else if (!record.valid) print(`${fixes(path, text, record).map(shown).join('\n')}\n`);
      }
    }
    note(`${counted(counts.records, 'record')} checked: ${counts.invalid} invalid, ${counts.unambiguous} with an unambiguous fix`);
    return counts.invalid ? 1 : 0;
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
    const text = read(path);
    const chosen = as ?? (output && output !== '-' ? extname(output).slice(1) : 'text');
    if (as === undefined && !FIGURES.includes(chosen)) throw new Failure(`the name \`${output}\` does not end in a format: add \`--format\``);
    oneOf(FIGURES, 'format', chosen);
    const options = { turn: number('turn', turn), record: number('record', record), theme, input: kind(path) };
    const picture = chosen === 'png' || chosen === 'pdf'
      ? await renderImage(text, { ...options, format: chosen })
      : render(text, { ...options, format: chosen });
    write(output, picture);
    return reportError(path, text, { record: options.record ?? 1, page: options.input });
  },

  explain(names) {
    if (names.length !== 1) throw new Failure('name one code or rule, such as gipf/line-full or G3.4');
    print(explain(names[0]));
    return 0;
  },
};
// As in the program.
commands.fix = commands.mend;

/** Reports the first error of a drawn record, as the program does; returns the exit status. */
function reportError(path, text, options) {
  const [record] = check(text, options);
  const error = record?.findings.find(({ severity }) => severity === 'error');
  if (!error) return 0;
  tell(`pipscribe: ${path}${error.turn ? `, turn ${error.turn}` : ''}: invalid record: ${error.message} (${error.code})`);
  tell('pipscribe: the figure shows the position before the error');
  return 1;
}

const OPTIONS = {
  answer: { type: 'string', multiple: true },
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

/** The options of each command, apart from those that all have. */
const OWN_OPTIONS = {
  check: ['format', 'output'],
  fmt: ['check'],
  mend: ['answer', 'format'],
  fix: ['answer', 'format'],
  convert: ['from', 'list', 'output', 'to'],
  render: ['format', 'output', 'record', 'theme', 'turn'],
  explain: [],
};

/** Options that an option may be a misspelling of: those of the command, or all if there is no such command. */
const optionsOf = command => [...(OWN_OPTIONS[command] ?? Object.keys(OPTIONS)), 'help', 'quiet', 'version'];

/** Reads the command line. Fails for an option that does not exist, and for one with a missing or superfluous value. */
function parsed(given) {
  // The errors of `parseArgs` are those of Node, so it accepts everything.
  const { values, positionals } = parseArgs({ args: given, options: OPTIONS, allowPositionals: true, strict: false });
  for (const [name, value] of Object.entries(values)) {
    const option = name.length > 1 ? `--${name}` : `-${name}`;
    const type = Object.hasOwn(OPTIONS, name) ? OPTIONS[name].type : undefined;
    if (!type) {
      const suggestion = didYouMean(option, [...new Set(optionsOf(positionals[0]))].map(one => `--${one}`));
      throw new Failure(`unknown option \`${option}\`${suggestion} (\`npx pipscribe --help\` lists the options)`);
    }
    for (const one of [value].flat()) {
      if (type === 'string' && typeof one !== 'string') throw new Failure(`\`${option}\` needs a value`);
      if (type === 'boolean' && typeof one !== 'boolean') throw new Failure(`\`${option}\` takes no value`);
    }
  }
  return { values, positionals };
}

async function run(given) {
  const { values, positionals: [name, ...paths] } = parsed(given);
  is_quiet = values.quiet ?? false;
  if (values.version) {
    print(`pipscribe ${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version} (npm)`);
    return 0;
  }
  if (values.help) {
    print(HELP);
    return 0;
  }
  if (name === undefined) {
    process.stderr.write(HELP);
    return 2;
  }
  if (!Object.hasOwn(commands, name)) {
    throw new Failure(`the npm package has no command \`${name}\`${didYouMean(name, Object.keys(commands))} (\`npx pipscribe --help\` lists all)`);
  }
  const foreign = Object.keys(values).find(option => option !== 'quiet' && !OWN_OPTIONS[name].includes(option));
  if (foreign) throw new Failure(`\`${name}\` has no option \`--${foreign}\``);
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
  tell(`pipscribe: ${advised(error.message)}`);
  process.exitCode = 2;
}
