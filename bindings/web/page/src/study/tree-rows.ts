// Rows of the tree of turns. The main line has two columns, one for odd and one for even turn numbers. Comments and
// variations are below the turn that they belong to, and a folded turn has one row for all its variations.
import { turnsOf, wordsOf, type Tree, type TreeItem, type TreeTurn } from './tree';

/** Number of turns after which a long variation begins another row. */
const LONGEST = 24;
/** Number of turns that a block has at least, unless it is the last one. */
const BLOCK = 40;

/** A comment of a turn. */
export interface RowWords {
  readonly turn: TreeTurn;
  readonly words: string;
}

export type Row =
  /** One or two turns of the main line. */
  | { readonly kind: 'pair'; readonly depth: 0; readonly turns: readonly TreeTurn[] }
  /** A comment on a turn of the main line. */
  | { readonly kind: 'words'; readonly depth: 0; readonly comment: RowWords }
  /** Turns of a variation with their comments. `folds` is the turn whose variations begin with this row. */
  | { readonly kind: 'variation'; readonly depth: number; readonly parts: readonly (TreeTurn | RowWords)[]; readonly folds: TreeTurn | null; readonly mark: TreeItem['mark'] }
  /** The variations of a turn, folded. */
  | { readonly kind: 'folded'; readonly depth: number; readonly owner: TreeTurn };

export const isTurn = (part: TreeTurn | RowWords): part is TreeTurn => 'at' in part;

/** Returns the comments among the items of a turn, without those that have no words. */
export function wordsAmong(text: string, turn: TreeTurn, items: readonly TreeItem[]): RowWords[] {
  const comments = items.filter(({ kind }) => kind === 'comment');
  return comments.map(comment => ({ turn, words: wordsOf(text, comment) })).filter(({ words }) => words);
}

/** Returns the variations of a turn that have turns. */
export const variationsOf = (turn: TreeTurn): TreeItem[] => turn.items.filter(({ kind, line }) => kind === 'variation' && line != null);

/** Returns the rows of a tree. `isFolded` is true for a turn whose variations are hidden. */
export function rowsOf(text: string, tree: Tree, isFolded: (turn: TreeTurn) => boolean): Row[] {
  const rows: Row[] = [];

  const addVariations = (owner: TreeTurn, depth: number): void => {
    const variations = variationsOf(owner);
    if (!variations.length) return;
    if (isFolded(owner)) {
      rows.push({ kind: 'folded', depth, owner });
      return;
    }
    variations.forEach((variation, at) => { addVariation(variation, depth, at === 0 ? owner : null); });
  };

  const addVariation = (variation: TreeItem, depth: number, folds: TreeTurn | null): void => {
    let parts: (TreeTurn | RowWords)[] = [];
    let isFirst = true;
    const end = (): void => {
      if (parts.length) rows.push({ kind: 'variation', depth, parts, folds: isFirst ? folds : null, mark: isFirst ? variation.mark : null });
      isFirst = isFirst && !parts.length;
      parts = [];
    };
    for (const turn of turnsOf(tree, variation.line ?? -1)) {
      parts.push(...wordsAmong(text, turn, turn.before), turn, ...wordsAmong(text, turn, turn.items));
      if (variationsOf(turn).length || parts.length >= LONGEST) end();
      addVariations(turn, depth + 1);
    }
    end();
  };

  // The row that the next turn can complete.
  let pair: TreeTurn[] | null = null;
  for (const turn of turnsOf(tree, 0)) {
    const before = wordsAmong(text, turn, turn.before);
    rows.push(...before.map(comment => ({ kind: 'words', depth: 0, comment }) as const));
    if (pair && !before.length && turn.number % 2 === 0) pair.push(turn);
    else rows.push({ kind: 'pair', depth: 0, turns: (pair = [turn]) });
    const after = wordsAmong(text, turn, turn.items);
    rows.push(...after.map(comment => ({ kind: 'words', depth: 0, comment }) as const));
    if (pair.length > 1 || after.length || variationsOf(turn).length || turn.number % 2 === 0) pair = null;
    addVariations(turn, 1);
  }
  return rows;
}

/** Returns the turns of a row. */
export function turnsIn(row: Row): readonly TreeTurn[] {
  if (row.kind === 'pair') return row.turns;
  return row.kind === 'variation' ? row.parts.filter(isTurn) : [];
}

/** Divides rows into blocks, which are drawn when they come into sight. */
export function blocksOf(rows: readonly Row[]): Row[][] {
  const blocks: Row[][] = [];
  let count = BLOCK;
  for (const row of rows) {
    if (count >= BLOCK) {
      blocks.push([]);
      count = 0;
    }
    blocks.at(-1)?.push(row);
    count += Math.max(1, turnsIn(row).length);
  }
  return blocks;
}
