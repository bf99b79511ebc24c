// The tree of the turns of a record, as the library returns it (`turnTree`), with places in the text of the record.
import type { TurnId } from '../board';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A comment, a variation or a `#` comment. */
export interface TreeItem extends Span {
  readonly kind: 'comment' | 'variation' | 'hash';
  /** The commands of a comment. */
  readonly commands?: readonly Span[];
  /** Line of a variation; null if it has no turns. */
  readonly line?: number | null;
  /** Role of a variation in a puzzle, according to its comments. */
  readonly mark?: 'solution' | 'refuted' | null;
}

/** A puzzle of the main line. */
export interface TreePuzzle {
  /** The turn before its position; null for the start. */
  readonly after: TurnId | null;
  /** End of the text of that turn; null for the start. */
  readonly end: number | null;
  /** The task in words. */
  readonly task: string;
}

export interface TreeTurn {
  readonly at: { readonly record: number; readonly turn: TurnId };
  readonly line: number;
  /** Number of variations around it. */
  readonly depth: number;
  readonly number: number;
  readonly text: string;
  /** False if it is illegal, or follows an illegal turn. */
  readonly played: boolean;
  /** True if a comment expects it to be illegal. */
  readonly refused: boolean;
  /** Start of its number, or of its text. */
  readonly start: number;
  readonly textStart: number;
  readonly textEnd: number;
  /** Sign directly after the turn, such as `!`. */
  readonly suffix: Span | null;
  readonly glyphs: readonly number[];
  /** Items before the first turn of a line. */
  readonly before: readonly TreeItem[];
  /** Items after the turn. */
  readonly items: readonly TreeItem[];
}

export interface Tree {
  /** The turns in the order of the text: a turn, its variations, the next turn. */
  readonly turns: readonly TreeTurn[];
  readonly result: Span | null;
  readonly puzzles: readonly TreePuzzle[];
  readonly tags: readonly { readonly name: string; readonly span: Span; readonly value: Span }[];
}

/** Signs of annotation, with their meaning. */
export const SIGNS: readonly (readonly [string, string])[] = [
  ['!', 'Good turn'], ['?', 'Mistake'], ['!!', 'Brilliant turn'], ['??', 'Blunder'], ['!?', 'Interesting turn'], ['?!', 'Dubious turn'],
];

/** A variation, and the turn that it replaces. */
interface Owner {
  readonly owner: TreeTurn;
  readonly variation: TreeItem;
}

/** The turns of each line, and the turn that each variation replaces. */
interface Lines {
  readonly turns: ReadonlyMap<number, readonly TreeTurn[]>;
  readonly owners: ReadonlyMap<number, Owner>;
}

/** Lines are looked up for each turn that is drawn, so that a search through all turns would be slow for long records. */
const known = new WeakMap<Tree, Lines>();

function linesIn(tree: Tree): Lines {
  const before = known.get(tree);
  if (before) return before;
  const turns = new Map<number, TreeTurn[]>();
  const owners = new Map<number, Owner>();
  for (const turn of tree.turns) {
    const line = turns.get(turn.line);
    if (line) line.push(turn);
    else turns.set(turn.line, [turn]);
    for (const item of turn.items) {
      if (item.kind === 'variation' && item.line != null) owners.set(item.line, { owner: turn, variation: item });
    }
  }
  const lines = { turns, owners };
  known.set(tree, lines);
  return lines;
}

/** Returns the turn with an identifier. */
export const turnAt = (tree: Tree, id: TurnId | null): TreeTurn | undefined =>
  (id ? turnsOf(tree, id.line).find(({ at }) => at.turn.index === id.index) : undefined);

/** Returns the turns of a line, in order. */
export const turnsOf = (tree: Tree, line: number): readonly TreeTurn[] => linesIn(tree).turns.get(line) ?? [];

/** Returns the turn that a line replaces, and the variation in its items; undefined for the main line. */
export const ownerOf = (tree: Tree, line: number): Owner | undefined => linesIn(tree).owners.get(line);

/**
 * Returns the turns that can be played in place of a turn, including the turn itself, in the order
 * of the text.
 */
export function alternatives(tree: Tree, turn: TreeTurn): TreeTurn[] {
  // The first turn of a variation is an alternative to the turn that it replaces, and to the other variations of this turn.
  let base = turn;
  for (let owner = base.at.turn.index === 0 ? ownerOf(tree, base.line) : undefined; owner; owner = base.at.turn.index === 0 ? ownerOf(tree, base.line) : undefined) base = owner.owner;
  const all = [base];
  // Alternatives of alternatives are added while the list is walked.
  for (const one of all) {
    for (const item of one.items) {
      const first = item.kind === 'variation' && item.line != null ? turnsOf(tree, item.line)[0] : undefined;
      if (first) all.push(first);
    }
  }
  return all.sort((one, other) => one.start - other.start);
}

/**
 * Returns every line of play from the start to its end, sorted, so that the order of the variations
 * does not matter.
 */
export function linesOf(tree: Tree): string[] {
  // The turns before the current one, for each line that is open. The turns are in the order of the text.
  const lines = new Map<number, string[]>();
  for (const turn of tree.turns) {
    const line = lines.get(turn.line) ?? [...(lines.get(parentOf(tree, turn.line)) ?? [])].slice(0, -1);
    line.push(turn.text);
    lines.set(turn.line, line);
  }
  return [...lines.values()].map(line => line.join(' ')).sort();
}

/** Returns the line that a variation interrupts; -1 for the main line. */
const parentOf = (tree: Tree, line: number): number => ownerOf(tree, line)?.owner.line ?? -1;

/** Returns the words of a comment as a reader sees them, without its commands. */
export function wordsOf(text: string, comment: TreeItem): string {
  let words = '';
  let from = comment.start + 1;
  for (const command of comment.commands ?? []) {
    words += text.slice(from, command.start);
    from = command.end;
  }
  // A comment at the end of a damaged text may have no brace.
  const end = text[comment.end - 1] === '}' ? comment.end - 1 : comment.end;
  words += text.slice(from, Math.max(from, end));
  return words.replace(/\\([{}[\\])/g, '$1').replace(/[^\S\n]+/g, ' ').replace(/ *\n */g, '\n').trim();
}

/**
 * Returns the comment of a turn that a comment box shows: the first comment with words, or else the
 * first comment.
 */
export function commentOf(text: string, turn: TreeTurn): TreeItem | undefined {
  const comments = turn.items.filter(({ kind, start }) => kind === 'comment' && text[start] === '{');
  return comments.find(comment => wordsOf(text, comment)) ?? comments[0];
}
