// Generates the types of the JSON contracts from their schemas: `npm run contracts`. A test compares the committed
// file with the output.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const here = new URL('./contracts.d.ts', import.meta.url);
const NAMES = ['check', 'replay', 'mend', 'why', 'infer'];
const GAMES = ['gipf', 'pippinzip', 'pippip', 'pipe'];
const text = path => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The codes of all findings, from the contents of the book. */
const CODES = [...text('docs/src/SUMMARY.md').matchAll(/\(findings\/([a-z-]+\/[a-z-]+)\.md\)/g)].map(([, code]) => code);

/** The variants of each game, from its facts. */
const VARIANTS = GAMES.map(game => [game, /^ {4}variants: &\[(.*?)\]/ms.exec(text(`src/games/${game}/facts.rs`))[1].match(/\w+/g)]);

const quoted = name => `'${name}'`;
/** The type of the names of a tag, from the fields of its `TagSpec`: of a family, each name with a number. */
const tagType = fields => {
  const [, name] = /^\s*name: "(\w+)"/m.exec(fields);
  return /^\s*numbered: Some/m.test(fields) ? `\`${name}\${number}\`` : quoted(name);
};
/** The tags of each game, from its facts, which also refer to constants. */
const TAGS = GAMES.map(game => {
  const facts = text(`src/games/${game}/facts.rs`);
  const [, list] = /^ {4}tags: &\[(.*?)(?:^ {4}\}?\],|\],$)/ms.exec(facts);
  const specs = list.split('TagSpec {').slice(1).map(tagType);
  const constants = [...list.matchAll(/^ {8}([A-Z]+),$/gm)].map(([, name]) => tagType(facts.split(`const ${name}: TagSpec = TagSpec {`)[1].split('\n};')[0]));
  return [game, [...specs, ...constants]];
});
const strings = (path, name) => new RegExp(`${name}: \\[&str; \\d+\\] = \\[(.*?)\\];`, 's').exec(text(path))[1].match(/\w+/g);
/** The shared tags with which a game can start. The name of the game and its variant are arguments of their own. */
const SHARED_TAGS = [...strings('src/notation/tags.rs', 'COMMON_TAGS'), 'Position']
  .filter(name => !['Game', 'Variant', ...strings('src/replay/new_game.rs', 'END_TAGS')].includes(name));

const union = (about, name, values) => `/** ${about} */\nexport type ${name} = ${values.map(value => `'${value}'`).join(' | ')};`;

/** Types of properties that the schemas leave open, because programs in other languages accept any name. */
const CLOSED = { code: 'Code', first_code: 'Code', game: 'GameName' };
/** The CLI counts in bytes. Here the unit depends on the text. */
const UNITS = 'in UTF-16 code units of a string or in bytes of a `Uint8Array`';
const inUnits = about => about
  ?.replace('A range of bytes from the start of the file', `A range from the start of the text, ${UNITS}`)
  .replace('The bytes to replace,', `The parts to replace, ${UNITS},`);

/** Returns a schema with the types and the units of this package. */
function typed(schema, objects, key) {
  if (Array.isArray(schema)) return schema.map(one => typed(one, objects));
  if (typeof schema !== 'object' || schema === null) return key === 'description' ? inUnits(schema) : schema;
  const { $ref, ...beside } = schema;
  // A reference with a description would become a separate type.
  const title = $ref?.slice('#/$defs/'.length);
  if (beside.description && objects[title]?.properties) return { description: inUnits(beside.description), tsType: title };
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, typed(value, objects, name)]));
  const kinds = [inside.type].flat();
  if (Object.hasOwn(CLOSED, key) && kinds.includes('string')) return { ...inside, tsType: kinds.includes('null') ? `${CLOSED[key]} | null` : CLOSED[key] };
  return inside;
}

/**
 * Returns all contracts in one file. A type that several contracts share is declared once if it is the same everywhere;
 * otherwise its name is prefixed with that of its contract.
 */
export async function contracts() {
  const variants = VARIANTS.map(([game, names]) => `  ${game}: ${names.map(name => `'${name}'`).join(' | ')};\n`);
  const tags = TAGS.map(([game, names]) => `  ${game}: ${names.join(' | ') || 'never'};\n`);
  const texts = [
    union('A code of a finding.', 'Code', CODES), union('A game.', 'GameName', GAMES),
    `/** The variants of each game. */\nexport interface Variants {\n${variants.join('')}}`,
    union('A tag of every game with which a game can start.', 'SharedTag', SHARED_TAGS),
    `/** The other tags of each game. */\nexport interface GameTags {\n${tags.join('')}}`,
  ];
  const known = new Map();
  for (const name of NAMES) {
    const schema = JSON.parse(text(`corpus/schema/${name}.json`));
    const own = new Map();
    for (const [key, definition] of Object.entries(schema.$defs ?? {})) {
      const written = JSON.stringify(definition);
      const title = known.get(key) ?? written;
      own.set(key, title === written ? key : `${name[0].toUpperCase()}${name.slice(1)}${key}`);
      if (!known.has(key)) known.set(key, written);
    }
    const renamed = JSON.parse(JSON.stringify(schema), (key, value) =>
      key === '$ref' ? `#/$defs/${own.get(value.slice('#/$defs/'.length))}` : value);
    renamed.$defs = Object.fromEntries([...own].map(([key, title]) => [title, renamed.$defs[key]]));
    const declarations = await compile(typed(renamed, renamed.$defs), schema.title ?? name, { bannerComment: '', additionalProperties: false, style: { singleQuote: true, printWidth: 140 }, ignoreMinAndMaxItems: true });
    texts.push(declarations);
  }
  // Declare a type once if two contracts share it.
  const declared = new Set();
  const parts = texts.flatMap(text => text.split(/\n(?=\/\*\*|export )/)).map(part => part.trim()).filter(Boolean);
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
