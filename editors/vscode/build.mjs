// Bundles the extension into out/extension.js, with the licences of the bundled packages next to it, and takes the changelog
// of the project along.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const made = await build({
  absWorkingDir: here,
  entryPoints: ['src/extension.ts'],
  outfile: 'out/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  metafile: true,
  logLevel: 'warning',
});

const packages = new Set(Object.keys(made.metafile.inputs).map(path => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
packages.delete(undefined);
const notices = [...packages].sort().map(folder => {
  const { name, version, license } = JSON.parse(readFileSync(join(here, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(here, folder)).find(name => /^licen[cs]e/i.test(name));
  if (!file || !existsSync(join(here, folder, file))) throw new Error(`${name} has no licence`);
  return `${name} ${version}, ${license}\n\n${readFileSync(join(here, folder, file), 'utf8').trim()}\n`;
});

// The extension has the version of the project, and its changes. Addresses of other files of the project lead nowhere in it.
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const changes = readFileSync(join(here, '../../CHANGELOG.md'), 'utf8')
  .replace(/\s*\(\[[^\]]*\]\((?!https?:)[^)]*\)\)/g, '')
  .replace(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1');
// The heading of the first section that will have the version of the manifest.
const next = changes.includes(`\n## [${version}]`) ? '## Unreleased' : `## ${version}`;
const headings = changes.replace(/^## \[Unreleased\]$/m, next).replace(/^## \[([^\]]+)\].*$/gm, '## $1');
writeFileSync(join(here, 'CHANGELOG.md'), headings);
writeFileSync(join(here, 'out/NOTICES.txt'), `What the extension has of others.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`);
