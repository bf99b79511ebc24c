// Splits the first module of the web app into the functions that are needed for opening and showing a record, and the
// rest, which is loaded afterwards: `node split.mjs GLUE`. To know the first, it opens records in a copy of the module
// that counts calls. A function of the rest is called through a slot of the table of functions, which is filled when the
// rest is loaded. If one is called earlier, the first part asks for the rest and waits for it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import binaryen from 'binaryen';

const [folder] = process.argv.slice(2);
const glue = resolve(folder);
const corpus = resolve(import.meta.dirname, '../../corpus');
const bytes = readFileSync(join(glue, 'pipscribe_bg.wasm'));
const text = readFileSync(join(glue, 'pipscribe.js'), 'utf8');
const { i32, none } = binaryen;
const { MutableGlobals, NontrappingFPToInt, BulkMemory, SignExt, ReferenceTypes, Multivalue } = binaryen.Features;
const features = MutableGlobals | NontrappingFPToInt | BulkMemory | SignExt | ReferenceTypes | Multivalue;

/** Records of each game, valid and with a mistake. */
const RECORDS = [
  'gipf/real/game-a.pips', 'gipf/real/game-b-with-errors.pips', 'gallery/pippinzip.pips', 'slips/characters/pippinzip-neighbour-5-for-4.pips',
  'gallery/pippip.pips', 'slips/parts/pippip-one-conversion-forgotten.pips', 'gallery/pipe.pips', 'slips/characters/pipe-neighbour-heading-w-for-e.pips',
];

/** The capabilities that the web app states. */
const CAPABILITIES = {
  general: { markdown: { parser: 'marked' }, positionEncodings: ['utf-16'] },
  textDocument: {
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'], insertReplaceSupport: false },
      completionList: { itemDefaults: ['commitCharacters', 'editRange', 'insertTextFormat'] }, completionItemKind: { valueSet: [] }, contextSupport: true,
    },
    hover: { contentFormat: ['markdown', 'plaintext'] }, formatting: {}, rename: { prepareSupport: true },
    signatureHelp: {
      contextSupport: true,
      signatureInformation: { documentationFormat: ['markdown', 'plaintext'], parameterInformation: { labelOffsetSupport: true }, activeParameterSupport: true },
    },
    definition: {}, declaration: {}, implementation: {}, typeDefinition: {}, references: {},
    publishDiagnostics: { versionSupport: true, relatedInformation: true, codeDescriptionSupport: true },
    codeAction: { isPreferredSupport: true, dataSupport: true, codeActionLiteralSupport: { codeActionKind: { valueSet: [''] } } },
    semanticTokens: { requests: { range: true }, formats: ['relative'], tokenTypes: [], tokenModifiers: [] },
  },
  window: { showMessage: {} }, workspace: { workspaceEdit: { documentChanges: false } },
};

/** Opens each record, shows some of its positions, and offers choices on its board, as the web app does. */
function session({ LanguageServer, board, choices, choicesOf, play, turnTree }) {
  const server = new LanguageServer('https://example.org/');
  const textDocument = { uri: 'page:///record.pips' };
  let id = 0;
  const tell = (method, params) => server.receive(JSON.stringify({ jsonrpc: '2.0', method, params }));
  const request = (method, params) => server.receive(JSON.stringify({ jsonrpc: '2.0', id: id += 1, method, params }));
  request('initialize', {
    processId: null, clientInfo: { name: '@codemirror/lsp-client' }, rootUri: 'page:///', initializationOptions: { theme: 'screen', delay: 0 }, capabilities: CAPABILITIES,
  });
  tell('initialized', {});
  tell('textDocument/didOpen', { textDocument: { ...textDocument, languageId: 'pips', version: 0, text: '' } });
  const start = { line: 0, character: 0 };
  let end = start;
  RECORDS.forEach((file, index) => {
    const record = readFileSync(join(corpus, file), 'utf8');
    request('pipscribe/board', { textDocument, position: start });
    request('textDocument/semanticTokens/range', { textDocument, range: { start, end } });
    request('pipscribe/records', { textDocument, count: 1 });
    tell('textDocument/didChange', { textDocument: { ...textDocument, version: index + 1 }, contentChanges: [{ range: { start, end }, text: record }] });
    end = { line: record.split('\n').length - 1, character: 0 };
    while (!server.isIdle) server.work(12);
    request('pipscribe/records', { textDocument, count: 20 });
    request('textDocument/semanticTokens/range', { textDocument, range: { start, end } });
    request('pipscribe/board', { textDocument, position: end });
    request('pipscribe/board', { textDocument, position: end, step: -1 });
    request('pipscribe/board', { textDocument, position: start, step: 1_000_000 });
    const call = (act, options) => JSON.parse(act(new TextEncoder().encode(record), true, JSON.stringify(options)));
    for (const turn of [0, 1, 2]) {
      const at = { turn };
      for (const { played } of call(board, { at, look: {} }).next) {
        const chosen = call(choicesOf, { at, turn: played });
        for (let length = 0; length <= chosen.length; length += 1) call(choices, { at, chosen: chosen.slice(0, length), look: {} });
        call(play, { at, turn: played });
      }
    }
    call(turnTree, {});
  });
}

/** Reads the module anew, because the changes below are made in place. */
function read() {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(features);
  return module;
}

const listOf = (count, get) => Array.from({ length: count }, (_, index) => get(index));
const functionsOf = module => listOf(module.getNumFunctions(), index => binaryen.getFunctionInfo(module.getFunctionByIndex(index)));
const globalsOf = module => listOf(module.getNumGlobals(), index => binaryen.getGlobalInfo(module.getGlobalByIndex(index)));
const tablesOf = module => listOf(module.getNumTables(), index => binaryen.getTableInfo(module.getTableByIndex(index)));
const segmentsOf = module => listOf(module.getNumElementSegments(), index => binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(index)));
const exportsOf = module => listOf(module.getNumExports(), index => binaryen.getExportInfo(module.getExportByIndex(index)));

const defined = functionsOf(read()).filter(({ base }) => !base);

/** Returns the glue with other imports of the module: the functions that `imports` of `deferred.js` returns. */
function connected() {
  const begin = /return \{\n(\s*)__proto__: null,\n/;
  if (!begin.test(text)) throw new Error('the glue has no object of imports');
  return `import { imports } from './deferred.js';\n${text.replace(begin, '$&$1split: imports(() => wasm),\n')}`;
}

/** Returns the names of the functions that a session calls. */
async function called() {
  const module = read();
  module.addFunctionImport('called', 'split', 'called', i32, none);
  defined.forEach(({ name, results }, index) => {
    const called = module.getFunction(name);
    const mark = module.call('called', [module.i32.const(index)], none);
    binaryen.Function(called).body = module.block(null, [mark, binaryen.getFunctionInfo(called).body], results);
  });
  const work = mkdtempSync(join(tmpdir(), 'pipscribe-split-'));
  try {
    writeFileSync(join(work, 'package.json'), '{"type":"module"}');
    writeFileSync(join(work, 'parts.js'), readFileSync(join(glue, 'parts.js')));
    writeFileSync(join(work, 'deferred.js'), 'export const calls = new Set();\nexport const imports = () => ({ called: index => calls.add(index) });\n');
    writeFileSync(join(work, 'pipscribe.js'), connected());
    const functions = await import(pathToFileURL(join(work, 'pipscribe.js')));
    const { calls } = await import(pathToFileURL(join(work, 'deferred.js')));
    functions.initSync({ module: module.emitBinary() });
    session(functions);
    return new Set([...calls].map(index => defined[index].name));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Removes everything that nothing refers to. */
const tidy = module => module.runPasses(['remove-unused-module-elements']);

const used = await called();
const moved = defined.filter(({ name }) => !used.has(name));

// A function of the rest needs a slot if the first part refers to it.
const draft = read();
for (const { name, params, results } of moved) {
  draft.removeFunction(name);
  draft.addFunctionImport(name, 'second', name, params, results);
}
tidy(draft);
const entries = functionsOf(draft).filter(({ module }) => module === 'second');

/** Makes room for the slots in the table of functions. */
function lengthen(module) {
  const longer = binaryen.Table(module.getTable(table.name));
  longer.initial = table.initial + entries.length;
  longer.max = longer.initial;
}

const first = read();
const [table] = tablesOf(first);
const slot = new Map(entries.map(({ name }, index) => [name, table.initial + index]));
first.addFunctionImport('load', 'split', 'load', none, none);
first.addGlobal('isWhole', i32, true, first.i32.const(0));
for (const { name, params, results } of moved) {
  first.removeFunction(name);
  if (!slot.has(name)) continue;
  const types = binaryen.expandType(params);
  const load = first.if(first.i32.eqz(first.global.get('isWhole', i32)), first.call('load', [], none));
  const call = first.call_indirect(table.name, first.i32.const(slot.get(name)), types.map((type, index) => first.local.get(index, type)), params, results);
  first.addFunction(name, params, results, [], first.block(null, [load, call], results));
}
lengthen(first);

const second = read();
for (const { name, kind } of exportsOf(second)) second.removeExport(name, kind);
for (const { name } of segmentsOf(second)) second.removeElementSegment(name);
const memory = second.getMemoryInfo();
second.setMemory(memory.initial, memory.max ?? -1, null, []);
second.addMemoryImport('0', 'first', 'memory', false);
for (const { name, type, mutable } of globalsOf(second)) {
  second.removeGlobal(name);
  second.addGlobalImport(name, 'first', `global ${name}`, type, mutable);
}
for (const { name } of tablesOf(second)) second.addTableImport(name, 'first', `table ${name}`);
lengthen(second);
const elsewhere = functionsOf(second).filter(({ name, base }) => base || used.has(name));
for (const { name, params, results } of elsewhere) {
  second.removeFunction(name);
  second.addFunctionImport(name, 'first', name, params, results);
}
second.addActiveElementSegment(table.name, 'entries', entries.map(({ name }) => name), second.i32.const(table.initial));
tidy(second);

// The first part exports what the rest refers to.
for (const { name, module } of functionsOf(second)) if (module === 'first') first.addFunctionExport(name, name);
for (const { name } of globalsOf(second)) first.addGlobalExport(name, `global ${name}`);
for (const { name } of tablesOf(second)) first.addTableExport(name, `table ${name}`);
first.addGlobalExport('isWhole', 'isWhole');
tidy(first);

writeFileSync(join(glue, 'pipscribe_bg.wasm'), first.emitBinary());
writeFileSync(join(glue, 'pipscribe_second.wasm'), second.emitBinary());
writeFileSync(join(glue, 'pipscribe.js'), connected());
