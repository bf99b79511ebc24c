// Every record of the corpus has the same tokens in VS Code's grammar and in the grammars of the library.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pestTokens, sound } from '../../tokens/compare.mjs';
import { tokensOf } from './textmate.mjs';

/** @typedef {import('../../tokens/compare.mjs').Token} Token */

/** The kinds of `editors/tokens` for scopes; the others have the kind of the enclosing scope. */
const KINDS = new Map(Object.entries({
  'comment.line.number-sign': 'line-comment', 'comment.block': 'comment', 'meta.command': 'command',
  'entity.name.function.command': 'command-name', 'constant.other.code': 'code', 'string.quoted.double': 'string',
  'string.quoted.double.game': 'string', 'meta.tag': 'tag', 'entity.name.tag': 'tag-name', 'keyword.other.tag-name': 'tag-name',
  'punctuation.definition.turn-number': 'number', 'punctuation.section.variation': 'parenthesis',
  'keyword.other.glyph': 'glyph', 'constant.language.result': 'result', 'keyword.other.suffix': 'suffix', 'meta.turn': 'turn',
  'variable.other.point': 'point', 'constant.numeric.piece': 'piece', 'variable.other.coordinate': 'coordinate',
  'constant.language.facing': 'facing', 'storage.type.rank': 'rank', 'keyword.operator.mark': 'mark',
  'constant.language.seat': 'seat', 'constant.language.colour': 'colour', 'keyword.control.word': 'word',
}));

/** The kind of every byte of a text, by VS Code's grammar. @param {Buffer} bytes */
async function found(bytes) {
  /** @type {(string | undefined)[]} */
  const kinds = [];
  for (const { line, tokens } of await tokensOf('source.pips', bytes.toString())) {
    // The last token of a line may include the line feed.
    const end = kinds.length + Buffer.byteLength(line);
    for (const token of tokens) {
      const kind = token.scopes.map(scope => KINDS.get(scope.replace(/\.pips$/, ''))).findLast(kind => kind);
      const length = Buffer.byteLength(line.slice(token.startIndex, token.endIndex));
      for (let byte = 0; byte < length; byte += 1) kinds.push(kind);
    }
    kinds.length = end;
    kinds.push(undefined);
  }
  return kinds;
}

/** The kind of every byte, by the project's grammars. @param {Buffer} bytes @param {Token[]} tokens @returns {(string | undefined)[]} */
function due(bytes, tokens) {
  const kinds = new Array(bytes.length).fill(undefined);
  for (const [start, end, kind] of sound(tokens, [])) kinds.fill(kind, start, end);
  return kinds;
}

test('the tokens of the corpus agree with the library', async () => {
  const faults = [];
  for (const { file, bytes, tokens } of pestTokens('corpus')) {
    const [is, should] = [await found(bytes), due(bytes, tokens)];
    const at = should.findIndex((kind, index) => {
      const isBlank = bytes[index] <= 32;
      // A turn that its game cannot parse may have parts here, and invalid text may have any kind.
      return !isBlank && kind !== is[index] && kind !== 'invalid' && kind !== 'unread-turn';
    });
    if (at < 0) continue;
    const near = bytes.toString('utf8', Math.max(0, at - 10), at + 20);
    faults.push(`${file}: due is ${should[at]}, found is ${is[at]} at ${at}: ${JSON.stringify(near)}`);
  }
  assert.deepEqual(faults, []);
});
