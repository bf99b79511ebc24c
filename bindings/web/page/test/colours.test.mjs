// Compares the semantic tokens of the server with the grammar of VS Code over the corpus: tags, values, comments,
// numbers, commands. $WASM is the folder with the module.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const root = new URL('../../../../', import.meta.url);
const glue = process.env.WASM && resolve(process.env.WASM);

/** Token types for the scopes of the grammar. The innermost scope in this list counts. */
const KINDS = new Map([
  ['comment.line.number-sign', 'comment'], ['comment.block', 'comment'], ['entity.name.function.command', 'macro'], ['meta.command', 'macro'],
  ['string.quoted.double', 'string'], ['string.quoted.double.game', 'string'], ['entity.name.tag', 'property'], ['keyword.other.tag-name', 'property'],
  ['punctuation.definition.turn-number', 'number'],
]);

async function grammar() {
  const load = createRequire(import.meta.url);
  await oniguruma.loadWASM(readFileSync(load.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner: patterns => new oniguruma.OnigScanner(patterns), createOnigString: text => new oniguruma.OnigString(text) }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(new URL('editors/vscode/syntaxes/pips.tmLanguage.json', root), 'utf8'), 'pips.json'),
  });
  return registry.loadGrammar('source.pips');
}

async function server() {
  const library = await import(pathToFileURL(join(glue, 'pipscribe_web.js')));
  await library.default({ module_or_path: readFileSync(join(glue, 'pipscribe_web_bg.wasm')) });
  const server = new library.LanguageServer();
  let id = 0;
  const say = message => server.receive(JSON.stringify({ jsonrpc: '2.0', ...message })).map(answer => JSON.parse(answer));
  const ask = (method, params) => say({ id: ++id, method, params }).find(answer => answer.id === id).result;
  const { legend } = ask('initialize', { capabilities: {} }).capabilities.semanticTokensProvider;
  return text => {
    const textDocument = { uri: 'page:///a.pips', languageId: 'pips', version: 1, text };
    say({ method: 'textDocument/didOpen', params: { textDocument } });
    const { data } = ask('textDocument/semanticTokens/full', { textDocument });
    say({ method: 'textDocument/didClose', params: { textDocument } });
    const tokens = [];
    let [line, start] = [0, 0];
    for (let at = 0; at < data.length; at += 5) {
      start = data[at] ? data[at + 1] : start + data[at + 1];
      line += data[at];
      tokens.push({ line, start, length: data[at + 2], kind: legend.tokenTypes[data[at + 3]] });
    }
    return tokens;
  };
}

test('the corpus is coloured as in VS Code', { skip: glue ? false : 'WASM names no folder with the module' }, async () => {
  const [tokensOf, told] = [await server(), await grammar()];
  const faults = [];
  let compared = 0;
  const folders = ['gallery', 'readme', 'gipf', 'pippip', 'pippinzip', 'pipe'].map(name => new URL(`corpus/${name}/`, root));
  const files = folders.flatMap(folder => readdirSync(folder, { recursive: true }).filter(file => file.endsWith('.pips')).map(file => new URL(file, folder)));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    let stack = textmate.INITIAL;
    const lines = text.split('\n').map(line => {
      const result = told.tokenizeLine(line, stack);
      stack = result.ruleStack;
      return result.tokens.map(({ startIndex, endIndex, scopes }) => ({ startIndex, endIndex, kind: scopes.map(scope => KINDS.get(scope.replace(/\.pips$/, ''))).findLast(kind => kind) }));
    });
    for (const { line, start, length, kind } of tokensOf(text)) {
      if (![...KINDS.values()].includes(kind)) continue;
      const middle = start + Math.floor(length / 2);
      const found = lines[line].find(({ startIndex, endIndex }) => startIndex <= middle && middle < endIndex)?.kind;
      compared += 1;
      if (found !== kind) faults.push(`${file.pathname}:${line + 1}:${middle + 1}: ${kind} here, ${found} there`);
    }
  }
  assert.deepEqual(faults.slice(0, 20), [], `${faults.length} of ${compared}`);
  assert.ok(compared > 10_000, `${compared} tokens`);
});
