// What the grammars of the project make of records, for holding the grammars of editors against it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = fileURLToPath(new URL('Cargo.toml', import.meta.url));

/**
 * A stretch of a file, in bytes, and what it is.
 * @typedef {[start: number, end: number, kind: string]} Token
 */

/**
 * The files under some paths with their tokens by `grammar/*.pest`; inner tokens come after outer ones.
 * @param {string[]} paths from the project's root
 * @returns {{file: string, bytes: Buffer, tokens: Token[]}[]}
 */
export function pestTokens(...paths) {
  const run = spawnSync('cargo', ['run', '--locked', '--quiet', '--manifest-path', manifest, '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (run.status !== 0) throw new Error('the tokens of the project\'s grammars cannot be had');
  return run.stdout.trimEnd().split('\n').map(line => {
    const { file, tokens } = JSON.parse(line);
    return { file, bytes: readFileSync(resolve(root, file)), tokens };
  });
}

/**
 * In the order of the text, outer tokens first, without the tokens that the grammars have only to report errors.
 * @param {Token[]} tokens @param {Token[]} due what the project's grammars read
 */
export function sound(tokens, due) {
  const invalid = due.filter(([, , kind]) => kind === 'invalid');
  return tokens
    .filter(token => !invalid.some(([start, end]) => start <= token[0] && token[1] <= end))
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
}

/**
 * Where two lists of tokens part, in words; nothing where they are the same.
 * @param {Buffer} bytes @param {Token[]} due @param {Token[]} found
 */
export function difference(bytes, due, found) {
  const at = due.findIndex((token, index) => String(token) !== String(found[index]));
  if (at < 0 && due.length === found.length) return undefined;
  const index = at < 0 ? due.length : at;
  const told = (/** @type {Token | undefined} */ token) => token
    ? `${token[2]} ${JSON.stringify(bytes.toString('utf8', token[0], Math.min(token[1], token[0] + 60)))} at ${token[0]}..${token[1]}`
    : 'nothing';
  return `due is ${told(due[index])}, found is ${told(found[index])}`;
}
