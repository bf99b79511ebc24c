// Tests of the declarations of the package: what compiles, and what an editor shows on hover.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import * as pipscribe from 'pipscribe';
import ts from 'typescript';

const path = name => fileURLToPath(new URL(name, import.meta.url));
const bundler = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
const node = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
const base = { target: ts.ScriptTarget.ES2022, strict: true, noUncheckedIndexedAccess: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] };

for (const [name, options] of Object.entries({ browsers: bundler, Node: { ...node, customConditions: ['node'] } })) {
  test(`a program of a user compiles, for ${name}`, () => {
    const program = ts.createProgram([path('types.ts')], { ...base, ...options });
    const wrong = ts.getPreEmitDiagnostics(program).map(one => `${one.file?.fileName}:${one.start}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`);
    assert.deepEqual(wrong, []);
  });
}

test('the examples of the documentation compile as TypeScript', () => {
  const pages = ['../README.md', '../../../docs/src/web.md'].map(page => readFileSync(new URL(page, import.meta.url), 'utf8'));
  const examples = pages.flatMap(page => [...page.matchAll(/^```(ts|js)\n(.*?)^```/gms)]);
  assert.ok(examples.length > 5);
  examples.forEach(([, language, example], index) => {
    const file = path(`readme-${index}.ts`);
    // The examples in JavaScript show values, so they take the first record of a text without a condition.
    const options = { ...base, ...bundler, noUncheckedIndexedAccess: language === 'ts' };
    const host = ts.createCompilerHost(options);
    const { readFile, fileExists, getSourceFile } = host;
    host.readFile = name => (name === file ? example : readFile(name));
    host.fileExists = name => name === file || fileExists(name);
    host.getSourceFile = (name, target) => (name === file ? ts.createSourceFile(name, example, target) : getSourceFile(name, target));
    const wrong = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host)).map(one => `${one.file?.fileName}:${one.start}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`);
    assert.deepEqual(wrong, []);
  });
});

test('an editor shows the documentation of everything', () => {
  const file = path('hover.ts');
  const names = [...Object.keys(pipscribe), 'CheckOptions', 'RenderOptions', 'Finding', 'CheckedRecord', 'ReplayLine', 'Edit', 'Played', 'Board', 'Code'];
  const text = `import { ${names.map(name => `type ${name}`).join(', ')} } from 'pipscribe';\nconst game = new Game('gipf'); game.move('b3');\nplay('', '').start;`;
  const host = {
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: name => {
      const found = name === file ? text : ts.sys.readFile(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => path('.'),
    getCompilationSettings: () => ({ ...base, ...bundler }),
    getDefaultLibFileName: options => ts.getDefaultLibFilePath(options),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  };
  const service = ts.createLanguageService(host);
  const shown = at => ts.displayPartsToString(service.getQuickInfoAtPosition(file, at)?.documentation);
  for (const name of names) assert.ok(shown(text.indexOf(`type ${name}`) + 5).length > 10, name);
  assert.match(shown(text.indexOf('.move(') + 1), /Plays a turn/);
  assert.match(shown(text.indexOf('.start') + 1), /Start of the turn/);
  for (const name of ['check', 'play', 'board', 'mendEdits', 'Edit', 'Played', 'Board']) assert.match(shown(text.indexOf(`type ${name}`) + 5), /UTF-16/, name);
});

test('no type says that places are bytes only', () => {
  const text = readFileSync(new URL('../js/contracts.d.ts', import.meta.url), 'utf8');
  for (const line of text.split('\n').filter(line => /\bbytes\b/i.test(line))) assert.match(line, /UTF-16/);
});

test('the lists of variants are those of the types', () => {
  const text = readFileSync(new URL('../js/contracts.d.ts', import.meta.url), 'utf8');
  const [, fields] = /export interface Variants \{\n(.*?)\n\}/s.exec(text);
  for (const [, game, union] of fields.matchAll(/^ {2}(\w+): (.*);$/gm)) {
    assert.ok(pipscribe.isGame(game));
    assert.deepEqual(pipscribe.variants(game), union.split(' | ').map(variant => variant.slice(1, -1)));
  }
});

test('the type of codes has all codes', () => {
  const text = readFileSync(new URL('../js/contracts.d.ts', import.meta.url), 'utf8');
  const [, union] = /export type Code = (.*);/.exec(text);
  assert.deepEqual(union.split(' | ').map(code => code.slice(1, -1)).sort(), pipscribe.codes().map(({ code }) => code).sort());
});
