// Records of the corpus for tests, and the CLI.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const corpus = join(root, 'corpus');
export const cases = readFileSync(join(corpus, 'conformance.jsonl'), 'utf8').trim().split('\n').map(line => JSON.parse(line));

export const command = resolve(root, process.env.PIPSCRIBE ?? 'target/debug/pipscribe');

/** Runs the CLI in the folder of the corpus. Returns its output, its errors and its status. */
export function native(args, input) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: corpus, input, maxBuffer: 1 << 30 });
  if (error) throw error;
  return { status, stdout, stderr: stderr.toString() };
}

/** Returns the files of the corpus with an extension, in order. */
export function files(ending, under = '.') {
  const all = readdirSync(join(corpus, under), { recursive: true, withFileTypes: true });
  const found = all.filter(entry => entry.isFile() && entry.name.endsWith(ending)).map(entry => join(entry.parentPath ?? entry.path, entry.name));
  return found.map(path => path.slice(corpus.length + 1)).sort();
}

export const read = path => readFileSync(join(corpus, path));
