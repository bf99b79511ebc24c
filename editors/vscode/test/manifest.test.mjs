// The manifest and the code agree: commands, settings, files.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { test } from 'node:test';

import { extension, fakeCode } from './fake.mjs';

const at = path => new URL(`../${path}`, import.meta.url);
const text = path => readFileSync(at(path), 'utf8');
const manifest = JSON.parse(text('package.json'));
const { contributes } = manifest;

test('the manifest and the code have the same commands', async () => {
  const { vscode, done } = fakeCode();
  const { activate } = await extension(vscode);
  activate({ subscriptions: [], extensionPath: '/nowhere' });
  const declared = contributes.commands.map(({ command }) => command).sort();
  assert.deepEqual([...done.commands.keys()].sort(), declared);
  for (const entries of Object.values(contributes.menus)) {
    for (const { command } of entries) assert.ok(declared.includes(command), command);
  }
});

test('the manifest and the code have the same settings, and the README lists them', () => {
  const declared = Object.keys(contributes.configuration.properties).map(name => name.replace('pipscribe.', ''));
  const read = [...text('src/settings.ts').matchAll(/\.get<[^>]+(?:>>|>)\('(\w+)'\)/g)].map(([, name]) => name);
  // The language client reads this one itself.
  assert.deepEqual([...new Set([...read, 'trace.server'])].sort(), declared.sort());
  for (const name of declared) assert.match(text('README.md'), new RegExp(`\`pipscribe\\.${name}\``));
});

test('the manifest and the code have the same languages', async () => {
  const { LANGUAGES } = await extension(fakeCode().vscode);
  // VS Code activates an extension for the language that it contributes.
  const activated = manifest.activationEvents.map(event => event.replace('onLanguage:', ''));
  assert.deepEqual([...activated, 'pips'].sort(), [...LANGUAGES].sort());
  for (const { command, when } of contributes.menus.commandPalette) {
    const named = /^editorLangId =~ \/\^\((.*)\)\$\/$/.exec(when)[1].split('|');
    assert.deepEqual(named.sort(), [...LANGUAGES].sort(), command);
  }
});

test('the README lists every command', () => {
  for (const { category, title } of contributes.commands) assert.ok(text('README.md').includes(`| ${category}: ${title} |`), title);
});

test('every file of the manifest exists and is in the package', () => {
  const { languages, grammars } = contributes;
  const named = [
    manifest.icon, manifest.main, ...grammars.map(({ path }) => path), ...languages.map(language => language.configuration),
    ...languages.flatMap(({ icon }) => Object.values(icon)),
  ].map(path => path.replace('./', ''));
  const packed = text('.vscodeignore').split('\n').filter(line => line.startsWith('!'))
    .map(line => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replace('*', '[^/]*')}$`));
  for (const path of named) {
    assert.ok(existsSync(at(path)), path);
    assert.ok(packed.some(pattern => pattern.test(path)), path);
  }
});

test('the grammars have the names that the manifest gives them', () => {
  for (const { path, scopeName } of contributes.grammars) assert.equal(JSON.parse(text(path)).scopeName, scopeName);
});

test('the language has the extension and the comments of the notation', () => {
  assert.deepEqual(contributes.languages[0].extensions, ['.pips']);
  const { comments, wordPattern } = JSON.parse(text('language-configuration.json'));
  assert.deepEqual(comments, { lineComment: '#', blockComment: ['{', '}'] });
  assert.deepEqual('17.b3 Ga2-c4 12@+3-2/N Player1'.match(new RegExp(wordPattern, 'g')), ['17', 'b3', 'Ga2', 'c4', '12', '3', '2', 'N', 'Player1']);
});

test('the changelog has the version', () => {
  assert.match(text('CHANGELOG.md'), new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')}$`, 'm'));
});

test('the changelog is that of the project, without links into it', () => {
  const changelog = text('CHANGELOG.md');
  assert.match(changelog, /^- `check`: /m);
  assert.doesNotMatch(changelog, /\]\((?!https?:)/);
});

test('the package can be loaded', () => {
  assert.ok(existsSync(at(manifest.main)), 'npm run build makes it');
  // Classes and names that the language client extends and reads when it is loaded.
  const anything = new Proxy(class {}, { get: (of, name) => (name in of ? of[name] : anything) });
  const load = Module._load;
  try {
    Module._load = (name, ...rest) => (name === 'vscode' ? anything : load(name, ...rest));
    assert.equal(typeof createRequire(import.meta.url)(`../${manifest.main}`).activate, 'function');
  } finally {
    Module._load = load;
  }
});
