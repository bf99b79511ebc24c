// Blocks of records in Markdown are coloured if the CLI reads them (src/publish/documents/markdown.rs).
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { tokensOf } from './textmate.mjs';

/** The text of a document that is coloured as records. @param {string} page */
async function embedded(page) {
  const lines = await tokensOf('markdown.pips.codeblock', page);
  return lines.flatMap(({ line, tokens }) => {
    const tags = tokens.filter(token => token.scopes.includes('keyword.other.tag-name.pips'));
    assert.ok(tags.every(token => token.scopes.includes('meta.embedded.block.pips')), line);
    return tags.map(() => line);
  });
}

const RECORD = '[Game "gipf"]';

for (const info of ['pips', 'pips ', 'pips title="a"', 'pips,ignore', 'pips{.wide}', '{.pips}', '{.wide .pips at=3}', ' pips']) {
  test(`a block that begins \`\`\`${info} holds records`, async () => {
    for (const [open, close] of [['```', '```'], ['~~~~', '~~~~'], ['   ```', '  ```']]) {
      assert.deepEqual(await embedded(`${open}${info}\n${RECORD}\n${close}\n${RECORD}\n`), [RECORD], open);
    }
  });
}

for (const info of ['', 'text', 'pipscribe', 'Pips', 'pgn pips', '{.text}', '{title=".pips"}', '{.pipscribe}']) {
  test(`a block that begins \`\`\`${info} holds none`, async () => {
    assert.deepEqual(await embedded(`\`\`\`${info}\n${RECORD}\n\`\`\`\n`), []);
  });
}

test('unclosed text ends with its block', async () => {
  assert.deepEqual(await embedded(`\`\`\`pips\n${RECORD}\n{ open (\n\`\`\`\n${RECORD}\n\`\`\`pips\n${RECORD}\n\`\`\`\n`), [RECORD, RECORD]);
});
