// Test of the order that `build.sh` gives to the functions of a module.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { arranged, named } from '../arrange.mjs';

const body = (first, length = 80) => Uint8Array.from({ length }, (_, at) => (first + at * 7) % 251);

test('similar functions become neighbours, and none is lost', () => {
  const alike = changed => { const bytes = body(3); bytes[changed] = 0; return bytes; };
  const bodies = [alike(10), body(100), alike(40), body(101, 3), body(100, 70), alike(70)];
  const order = arranged(bodies);
  assert.deepEqual([...order].sort(), [0, 1, 2, 3, 4, 5]);
  const places = [0, 2, 5].map(index => order.indexOf(index));
  assert.equal(Math.max(...places) - Math.min(...places), 2, `the order is ${order}`);
  assert.equal(Math.abs(order.indexOf(1) - order.indexOf(4)), 1, `the order is ${order}`);
});

test('a module stays valid, with a name for each of its own functions', () => {
  // (import "a" "f" (func)) (func) (func)
  const module = Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x66, 0, 0, 3, 3, 2, 0, 0, 10, 7, 2, 2, 0, 0x0b, 2, 0, 0x0b,
  ]);
  assert.ok(WebAssembly.validate(module));
  const bytes = named(module);
  assert.ok(WebAssembly.validate(bytes));
  const [names] = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), 'name');
  assert.match(Buffer.from(names).toString('latin1'), /\x02\x01\x07f00000.\x02\x07f00000.$/);
});
