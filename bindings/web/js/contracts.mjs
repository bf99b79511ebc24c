// Generates the types of the JSON contracts from their schemas: `node contracts.mjs`. A test compares the committed
// file with the output.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const here = new URL('./contracts.d.ts', import.meta.url);
const NAMES = ['check', 'replay', 'mend', 'why'];

/**
 * Returns all contracts in one file. A type that several contracts share is declared once if it is the same everywhere;
 * otherwise its name is prefixed with that of its contract.
 */
export async function contracts() {
  const texts = [];
  const known = new Map();
  for (const name of NAMES) {
    const schema = JSON.parse(readFileSync(new URL(`../../../corpus/schema/${name}.json`, import.meta.url), 'utf8'));
    const own = new Map();
    for (const [key, definition] of Object.entries(schema.$defs ?? {})) {
      const text = JSON.stringify(definition);
      const title = known.get(key) ?? text;
      own.set(key, title === text ? key : `${name[0].toUpperCase()}${name.slice(1)}${key}`);
      if (!known.has(key)) known.set(key, text);
    }
    const renamed = JSON.parse(JSON.stringify(schema), (key, value) =>
      key === '$ref' ? `#/$defs/${own.get(value.slice('#/$defs/'.length))}` : value);
    renamed.$defs = Object.fromEntries([...own].map(([key, title]) => [title, renamed.$defs[key]]));
    const text = await compile(renamed, schema.title ?? name, { bannerComment: '', additionalProperties: false, style: { singleQuote: true, printWidth: 140 }, ignoreMinAndMaxItems: true });
    texts.push(text);
  }
  // Declare a type once if two contracts share it.
  const declared = new Set();
  const parts = texts.flatMap(text => text.split(/\n(?=\/\*\*\n|export )/)).map(part => part.trim()).filter(Boolean);
  const joined = [];
  for (let at = 0; at < parts.length; at += 1) {
    const whole = parts[at].startsWith('/**') && !/\nexport /.test(parts[at]) && at + 1 < parts.length ? `${parts[at]}\n${parts[++at]}` : parts[at];
    const name = /export (?:interface|type) (\w+)/.exec(whole)?.[1];
    if (!name || declared.has(name)) continue;
    declared.add(name);
    joined.push(whole);
  }
  return `// Written by contracts.mjs from the schemas in corpus/schema. Not to be edited.\n\n${joined.join('\n\n')}\n`;
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].replaceAll('\\', '/').split('/').pop())) writeFileSync(here, await contracts());
