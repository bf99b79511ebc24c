// The extension's grammars, loaded as VS Code does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const load = createRequire(import.meta.url);
await oniguruma.loadWASM(readFileSync(load.resolve('vscode-oniguruma/release/onig.wasm')));

const FILES = new Map([
  ['source.pips', 'pips.tmLanguage.json'],
  ['markdown.pips.codeblock', 'pips.markdown.tmLanguage.json'],
]);

const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
    createOnigString: text => new oniguruma.OnigString(text),
  }),
  loadGrammar: async scope => {
    const file = FILES.get(scope);
    if (!file) return null;
    return textmate.parseRawGrammar(readFileSync(new URL(`../syntaxes/${file}`, import.meta.url), 'utf8'), file);
  },
});

/**
 * The tokens of a text, line by line.
 * @param {string} scope the grammar's
 * @param {string} text
 */
export async function tokensOf(scope, text) {
  const grammar = await registry.loadGrammar(scope);
  if (!grammar) throw new Error(`${scope} is no grammar`);
  let state = textmate.INITIAL;
  return text.split('\n').map(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return { line, tokens };
  });
}
