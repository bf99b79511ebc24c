// Content for newcomers: for each game a cheat sheet and three records of the corpus, and its picture: a file and a turn.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';

/** Files of the corpus; `after` is the turn after which the cursor is placed. */
const GAMES = [
  {
    game: 'gipf', picture: ['gipf/real/game-a.pips', 19], title: 'GIPF',
    example: ['A tournament game of GIPF', 'gipf/real/game-a.pips', '19. h6-c4;xc6*,d6,f5,g4'],
    mistake: ['GIPF: a mistake to fix', 'gipf/real/game-b-with-errors.pips', '49. a2-d4'],
    edge: ['GIPF: an edge of the rules', 'gipf/edges/crossing-long-row-first.pips', '1. xe4,e5,e6,e7,e8;h2'],
  },
  {
    game: 'pippinzip', picture: ['gallery/pippinzip.pips', 13], title: 'Pippinzip',
    example: ['A game of Pippinzip', 'gallery/pippinzip.pips', '13. h3,c2'],
    mistake: ['Pippinzip: a mistake to fix', 'slips/characters/pippinzip-neighbour-5-for-4.pips', ''],
    edge: ['Pippinzip: an edge of the rules', 'pippinzip/edges/corner-joins-no-opposite-sides.pips', ''],
  },
  {
    game: 'pippip', picture: ['gallery/pippip.pips', 9], title: 'Pip•Pip',
    example: ['A game of Pip•Pip', 'gallery/pippip.pips', '11. 2@b3/6;xc3'],
    mistake: ['Pip•Pip: a mistake to fix', 'slips/parts/pippip-one-conversion-forgotten.pips', ''],
    edge: ['Pip•Pip: an edge of the rules', 'pippip/edges/converted-and-back.pips', ''],
  },
  {
    game: 'pipe', picture: ['gallery/pipe.pips', 11], title: 'The Very Clever Pipe Game',
    example: ['A game of The Very Clever Pipe Game', 'gallery/pipe.pips', ''],
    mistake: ['The Pipe Game: a mistake to fix', 'slips/characters/pipe-neighbour-heading-w-for-e.pips', ''],
    edge: ['The Pipe Game: an edge of the rules', 'pipe/edges/crossing-both-dark-quarters.pips', ''],
  },
];

/**
 * Reads a record of the corpus, whose header describes it in a sentence. The position that it leads to becomes an
 * expectation.
 */
function recordOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex(line => !line.startsWith('#'));
  const head = lines.slice(0, end);
  const named = name => head.find(line => line.startsWith(`# ${name}: `))?.slice(name.length + 4);
  const why = head.findIndex(line => line.startsWith('# why:'));
  const isNext = head.findIndex((line, at) => at > why && /^# [\w-]+:/.test(line));
  const rule = named('rule')?.split(' ')[0];
  const told = head.slice(why, isNext < 0 ? end : isNext).map(line => line.replace(/^# why: */, rule ? `# ${rule}: ` : '# '));
  const rest = lines.slice(end).join('\n');
  const position = rule && named('position');
  return `${told.join('\n')}\n${position ? rest.replace(/ \*\s*$/, () => `\n{[%expect position "${position}"]} *\n`) : rest}`;
}

/** Returns the part of a chapter between its anchors. */
function anchored(docs, path, name) {
  const text = readFileSync(join(docs, path), 'utf8');
  const found = new RegExp(`<!-- ANCHOR: ${name} -->([\\s\\S]*?)<!-- ANCHOR_END: ${name} -->`).exec(text);
  if (!found) throw new Error(`${path} has no part ${name}`);
  return found[1];
}

/** Returns a cheat sheet of the book with its includes, without its figure, because the board is next to it. */
function sheet(docs, game) {
  const text = readFileSync(join(docs, `rules/sheets/${game}.md`), 'utf8')
    .replace(/^# .*$/m, '')
    .replace(/<\/?div[^>]*>/g, '')
    .replace(/```pips[\s\S]*?```/g, '')
    .replace(/\{\{#include \.\.\/([\w.]+):(\w+)\}\}/g, (_, file, name) => anchored(docs, `rules/${file}`, name))
    .replace(/\[All the rules\]\([^)]*\)/g, '')
    .replace(/\]\(([\w./-]+)\.md/g, (_, path) => `](../${join('rules/sheets', path)}.html`);
  return marked.parse(text, { async: false }).trim();
}

/** Returns the examples and cheat sheets of all games. */
export function starts(root) {
  const docs = join(root, 'docs/src');
  const start = ([name, file, after]) => {
    const text = recordOf(readFileSync(join(root, 'corpus', file), 'utf8'));
    const found = after ? text.indexOf(after) : text.trimEnd().length;
    if (found < 0) throw new Error(`${file} has no ${after}`);
    return { name, text, at: found + after.length, file, turn: Number.parseInt(after, 10) || undefined };
  };
  return GAMES.map(({ game, picture, title, example, mistake, edge }) => ({
    game, picture, title, rules: sheet(docs, game), chapter: `../rules/${game}.html`, example: start(example), mistake: start(mistake), edge: start(edge),
  }));
}
