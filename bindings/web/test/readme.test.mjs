// Tests the examples in the documentation: every `expression; // value` must hold.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import * as pipscribe from 'pipscribe';
import { root } from './corpus.mjs';

for (const page of ['bindings/web/README.md', 'docs/src/web.md']) {
  const text = readFileSync(join(root, page), 'utf8');
  const examples = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(match => match[1]);
  examples.forEach((example, at) => test(`${page}, example ${at + 1}`, () => {
    let count = 0;
    const code = example
      .replace(/^import \{(.*)\} from 'pipscribe';$/gm, 'const {$1} = pipscribe;')
      .replace(/^(\s*)(\S.*?);\s*\/\/ (.+)$/gm, (_, blank, expression, value) => {
        count += 1;
        return `${blank}assert.deepEqual(${expression}, ${value}, ${JSON.stringify(expression)});`;
      });
    new Function('pipscribe', 'assert', code)(pipscribe, assert);
    assert.ok(count > 0);
  }));
}

test('the README names every format of figures', () => {
  const text = readFileSync(join(root, 'bindings/web/README.md'), 'utf8');
  const [, union] = /export interface RenderOptions \{[^}]*?format\?: (.*?);/s.exec(readFileSync(join(root, 'bindings/web/js/types.ts'), 'utf8'));
  const formats = union.split(' | ').map(format => format.slice(1, -1));
  assert.ok(formats.includes('pages'));
  const rows = text.split('\n').filter(line => /^\| `(?:render|figures)\(/.test(line)).join('\n');
  for (const format of formats) assert.ok(rows.includes(`\`${format}\``), format);
});

test('the README lists every function', () => {
  const text = readFileSync(join(root, 'bindings/web/README.md'), 'utf8');
  const functions = Object.keys(pipscribe).filter(name => /^[a-z]/.test(name) && typeof pipscribe[name] === 'function');
  const rows = text.split('\n').filter(line => line.startsWith('| `')).join('\n');
  const elsewhere = ['init', 'load', 'isGame', 'isVariant', 'variants'];
  for (const name of functions) assert.ok(elsewhere.includes(name) ? text.includes(`${name}(`) : rows.includes(`\`${name}(`), name);
});
