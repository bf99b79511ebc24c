// Compiles MDX documents with the figures that the CLI writes into them.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { compile } from '@mdx-js/mdx';
import { native } from './corpus.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'pipscribe-mdx-'));
after(() => rmSync(scratch, { recursive: true }));

const RECORD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n';
const PUZZLE = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle win 3]} 2. c2 3. f7 *\n';
const block = (attributes, record = RECORD) => `\`\`\`pips${attributes}\n${record}\`\`\`\n`;
// The first line has its margin already.
const indented = (margin, text) => text.trimEnd().split('\n').join(`\n${margin}`);

const documents = {
  figure: block(' turn=1 caption="A {b3} <x> *y* & | z"'),
  width: block(' width=60mm caption="{a} <b>"') + '\n' + block(' width=60%') + '\n' + block(' width=60 #label'),
  hidden: block(' hidden') + '\nText\n\n' + block(' hidden,figure=none'),
  text: block(' ascii table finding=no player caption="{c}"'),
  solutions: block(',hidden', PUZZLE) + '\n' + block(' solutions', ''),
  list: `- Item\n\n  ${indented('  ', block(' hidden'))}\n\n1. > ${indented('   > ', block(' width=5cm'))}\n`,
  quote: `> ${indented('> ', block(' hidden'))}\n`,
  elements: `import Tabs from './tabs'\n\nexport const name = "![](pip:W)"\n\n<Tabs>\n<div>\n${block('')}</div>\n</Tabs>\n\n{/* ![](pip:Q) */}\n`,
  pieces: 'A ![a \\{b\\} \\<c> `d`](pip:W) piece.\n\n![](pip:b)\nis a *black* one.\n\ntext\n![](pip:b) ![](pip:W)\n\n- ![](pip:b)\n  and *more*\n',
};

const figures = (path, ...options) => native(['figures', '--quiet', ...options, path]);

for (const [name, text] of Object.entries(documents)) {
  for (const [form, page] of [['LF', text], ['CRLF', text.replaceAll('\n', '\r\n')], ['no final line end', text.trimEnd()]]) {
    test(`${name}, ${form}`, async () => {
      await compile(page);
      const path = join(mkdtempSync(join(scratch, 'page-')), 'page.mdx');
      writeFileSync(path, page);
      const drawn = figures(path);
      assert.equal(drawn.status, 0, drawn.stderr);
      const made = readFileSync(path, 'utf8');
      assert.notEqual(made, page);
      await compile(made);
      // A second run finds what the first one wrote.
      assert.equal(figures(path, '--check').stdout.toString(), '');
      assert.equal(figures(path, '--prune', '--check').status, 0);
    });
  }
}

test('front matter is not changed', () => {
  const path = join(scratch, 'front.mdx');
  const front = '---\ntitle: "![](pip:W)"\nnote: |\n  ```pips\n  x\n  ```\n---\n';
  writeFileSync(path, `${front}\n${block('')}`);
  assert.equal(figures(path).status, 0);
  assert.ok(readFileSync(path, 'utf8').startsWith(`${front}\n\`\`\`pips\n`));
});

test('a piece at the start of a paragraph stays in it', async () => {
  const path = join(scratch, 'piece.mdx');
  writeFileSync(path, '![](pip:b)\nis a *black* one.\n');
  assert.equal(figures(path).status, 0);
  const script = String(await compile(readFileSync(path, 'utf8'), { jsx: true }));
  assert.match(script, /<_components\.p><img data-pip="b"[^]*is a [^]*<_components\.em>/);
});
