// Changes of the tree of turns as changes of the text of the record. Everything that a change does
// not remove stays as written.
import { parseGoal } from './goals';
import { settleResult, type Endings } from './result';
import { commentOf, ownerOf, turnsOf, type Span, type Tree, type TreeItem, type TreePuzzle, type TreeTurn } from './tree';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Changes that belong together, and the place of the cursor after them; without a place, the cursor
 * stays where it is.
 */
export interface Edit {
  readonly changes: readonly Change[];
  readonly cursor?: number;
}

/** Applies an edit to the text. */
export const changed = (text: string, { changes }: Edit): string =>
  changes.reduceRight((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);

/** Returns the edit that turns a text into another one, as one change. */
export function difference(text: string, wanted: string, cursor?: number): Edit {
  const least = Math.min(text.length, wanted.length);
  let from = 0;
  while (from < least && text[from] === wanted[from]) from += 1;
  let same = 0;
  while (same < least - from && text[text.length - 1 - same] === wanted[wanted.length - 1 - same]) same += 1;
  const changes = [{ from, to: text.length - same, insert: wanted.slice(from, wanted.length - same) }];
  return cursor === undefined ? { changes } : { changes, cursor };
}

const signsEnd = (turn: TreeTurn): number => turn.suffix?.end ?? turn.textEnd;

/** Returns the end of a turn with its signs and its glyphs, such as `$1`. */
const glyphsEnd = (text: string, turn: TreeTurn): number =>
  signsEnd(turn) + (/^(\s*\$\d+)*/.exec(text.slice(signsEnd(turn)))?.[0].length ?? 0);

/** Returns the end of the text before a place, without white space. */
function trimmedEnd(text: string, from: number, to: number): number {
  return from + text.slice(from, to).trimEnd().length;
}

/** Returns the end of a line: before the parenthesis of a variation, or before the result. */
function endOfLine(text: string, tree: Tree, line: number): number {
  const variation = ownerOf(tree, line)?.variation;
  const last = turnsOf(tree, line).at(-1);
  const from = last ? signsEnd(last) : 0;
  if (variation) return trimmedEnd(text, from, text[variation.end - 1] === ')' ? variation.end - 1 : variation.end);
  const ends = last ? last.items.map(item => item.end) : [];
  return tree.result ? trimmedEnd(text, from, tree.result.start) : Math.max(from, ...ends);
}

/** Returns the end of a turn, including everything attached to it. */
function endOf(text: string, tree: Tree, turn: TreeTurn): number {
  const next = turnsOf(tree, turn.line)[turn.at.turn.index + 1];
  return next ? trimmedEnd(text, signsEnd(turn), next.start) : endOfLine(text, tree, turn.line);
}

/** Returns true if a place is in a `#` comment, which only a line break ends. */
function isInHash(tree: Tree, at: number): boolean {
  const isAround = ({ kind, start, end }: TreeItem): boolean => kind === 'hash' && start < at && at <= end;
  return tree.turns.some(({ before, items }) => before.some(isAround) || items.some(isAround));
}

/**
 * Returns a piece of the text without white space at its ends. A `#` comment keeps its line break.
 */
function piece(text: string, tree: Tree, from: number, to: number): string {
  const end = trimmedEnd(text, from, to);
  return text.slice(from, end).trimStart() + (end > from && isInHash(tree, end) ? '\n' : '');
}

/** Joins pieces with spaces, if they do not end with a line break. */
const joined = (pieces: readonly string[]): string =>
  pieces.filter(piece => piece.trim()).reduce((all, piece) => (all && !all.endsWith('\n') ? `${all} ${piece}` : all + piece), '');

/** Returns a piece of the text without some spans. */
function without(text: string, tree: Tree, { start, end }: Span, spans: readonly Span[]): string {
  const starts = [start, ...spans.map(span => span.end)];
  const ends = [...spans.map(span => span.start), end];
  return joined(starts.map((from, at) => piece(text, tree, from, ends[at] ?? end)));
}

/** Returns the change that removes a span with the white space between it and a place before it. */
function cut(text: string, tree: Tree, after: number, start: number, end: number): Change {
  const from = trimmedEnd(text, after, start);
  const needsBreak = isInHash(tree, from) && !/^[^\S\n]*\n/.test(text.slice(end));
  // Spaces may be left out around parentheses and braces, but not between turns.
  const needsBlank = /^[^\s)]/.test(text.slice(end, end + 1));
  return { from, to: end, insert: needsBreak ? '\n' : needsBlank ? ' ' : '' };
}

/**
 * Returns the changes that remove the result, which the rules no longer confirm. The result stays
 * if a reason for it is stated.
 */
function openResult(text: string, tree: Tree): Change[] {
  if (tree.tags.some(({ name }) => name === 'Termination')) return [];
  const changes: Change[] = [];
  for (const { name, span, value } of tree.tags) {
    if (name === 'Result') changes.push({ from: value.start, to: value.end, insert: '*' });
    if (name === 'Score') changes.push({ from: span.start, to: span.end + (text[span.end] === '\n' ? 1 : 0), insert: '' });
  }
  if (tree.result) changes.push({ from: tree.result.start, to: tree.result.end, insert: '*' });
  return changes.filter(({ from, to, insert }) => text.slice(from, to) !== insert);
}

/** Returns the shift of a place by changes before it. */
const shifted = (place: number, changes: readonly Change[]): number =>
  changes.reduce((at, { from, to, insert }) => (to <= place ? at + insert.length - (to - from) : at), place);

/** Sorts changes, and places the cursor after them. */
function edit(changes: readonly Change[], cursor: number): Edit {
  return { changes: [...changes].sort((one, other) => one.from - other.from), cursor: shifted(cursor, changes) };
}

/** Sets a sign of annotation after a turn, or removes it if it is there. */
export function setSign(text: string, turn: TreeTurn, sign: string): Edit {
  const { start, end } = turn.suffix ?? { start: turn.textEnd, end: turn.textEnd };
  return edit([{ from: start, to: end, insert: text.slice(start, end) === sign ? '' : sign }], turn.textEnd);
}

/** Writes the words of a comment; its commands, which a comment box does not show, stay. */
function written(text: string, comment: TreeItem | undefined, words: string): string {
  const commands = (comment?.commands ?? []).map(({ start, end }) => text.slice(start, end));
  const escaped = words.trim().replace(/[{}\\]|\[(?=%)/g, '\\$&');
  return [escaped, ...commands].filter(Boolean).join(' ');
}

/** Sets the words of the comment after a turn. Null if nothing changes. */
export function setComment(text: string, tree: Tree, turn: TreeTurn, words: string): Edit | null {
  const comment = commentOf(text, turn);
  const inner = written(text, comment, words);
  if (!comment) {
    const from = glyphsEnd(text, turn);
    return inner ? edit([{ from, to: from, insert: ` {${inner}}` }], turn.textEnd) : null;
  }
  if (!inner) return edit([cut(text, tree, signsEnd(turn), comment.start, comment.end)], turn.textEnd);
  const insert = `{${inner}}`;
  return text.slice(comment.start, comment.end) === insert ? null : edit([{ from: comment.start, to: comment.end, insert }], turn.textEnd);
}

/** Deletes the variation of a turn. Null in the main line. */
export function deleteVariation(text: string, tree: Tree, turn: TreeTurn): Edit | null {
  const found = ownerOf(tree, turn.line);
  if (!found) return null;
  const { owner, variation } = found;
  return edit([cut(text, tree, signsEnd(owner), variation.start, variation.end)], owner.textEnd);
}

/**
 * Returns the turns of a variation as they continue the line that it interrupts: the variations in
 * `others` follow the first turn. The comment `dropped` is left out.
 */
function continued(text: string, tree: Tree, variation: TreeItem, others: readonly string[], dropped?: Span): { readonly insert: string; readonly rest: string } | null {
  const [first, second] = variation.line == null ? [] : turnsOf(tree, variation.line);
  if (!first) return null;

  const part = (start: number, end: number): string => {
    const isInside = dropped !== undefined && start <= dropped.start && dropped.end <= end;
    return isInside ? without(text, tree, { start, end }, [dropped]) : piece(text, tree, start, end);
  };

  // A comment before the first turn belongs to it, and follows it in the line.
  const signs = signsEnd(first);
  const attached = [part(variation.start + 1, first.start), part(signs, endOf(text, tree, first))];
  const rest = second ? part(second.start, endOfLine(text, tree, first.line)) : '';
  return { insert: joined([text.slice(first.start, signs), ...attached, ...others, rest]), rest };
}

/**
 * Deletes a turn and everything that follows it in its line. The alternatives to the turn stay: the
 * first of them becomes the line.
 */
export function deleteFrom(text: string, tree: Tree, turn: TreeTurn): Edit | null {
  const before = turnsOf(tree, turn.line)[turn.at.turn.index - 1];
  const cursor = before ? before.textEnd : turn.start;
  const end = endOfLine(text, tree, turn.line);
  const results = turn.depth > 0 ? [] : openResult(text, tree);

  const [heir, ...others] = turn.items.filter(({ kind, line }) => kind === 'variation' && line != null);
  const line = heir && continued(text, tree, heir, others.map(other => text.slice(other.start, other.end)));
  if (line) return edit([{ from: turn.start, to: end, insert: line.insert }, ...results], cursor);

  if (!before && turn.depth > 0) return deleteVariation(text, tree, turn);
  const gone = before
    ? cut(text, tree, signsEnd(before), turn.start, end)
    : { from: turn.start, to: tree.result?.start ?? end, insert: '' };
  return edit([gone, ...results], cursor);
}

/**
 * Promotes the variation of a turn: it becomes the continuation of the line in which it replaces a
 * turn, and the old continuation becomes its first variation. `endings` decides about the stated
 * result, which otherwise stays.
 */
export function promote(text: string, tree: Tree, turn: TreeTurn, endings?: Endings): Edit | null {
  const found = ownerOf(tree, turn.line);
  const [first, second] = turnsOf(tree, turn.line);
  if (!found || !first) return null;
  const { owner, variation } = found;
  const end = endOfLine(text, tree, owner.line);
  const next = turnsOf(tree, owner.line)[owner.at.turn.index + 1];

  const variations = owner.items.filter(({ kind }) => kind === 'variation');
  const others = variations.filter(item => item !== variation).map(({ start, end }) => text.slice(start, end));
  const own = without(text, tree, { start: owner.start, end: endOf(text, tree, owner) }, variations);
  const settled = owner.depth > 0 || !endings ? null : settleResult(text, tree, turn.line, endings);
  const replaced = joined([own, next ? piece(text, tree, next.start, end) : '', settled?.comment ?? '']);
  const line = continued(text, tree, variation, [`(${replaced})`, ...others], settled?.restored);
  if (!line) return null;

  const { insert, rest } = line;
  const isFirst = turn === first;
  const inside = isFirst ? turn.textEnd - first.start : insert.length - rest.length + turn.textEnd - (second?.start ?? 0);
  const results = settled?.changes ?? [];
  const { changes } = edit([{ from: owner.start, to: end, insert }, ...results], 0);
  return { changes, cursor: shifted(owner.start, results) + inside };
}

/** Moves the variation of a turn before the previous variation. Null if it is the first. */
export function moveUp(text: string, tree: Tree, turn: TreeTurn): Edit | null {
  const found = ownerOf(tree, turn.line);
  const variations = found?.owner.items.filter(({ kind }) => kind === 'variation') ?? [];
  const at = variations.findIndex(({ line }) => line === turn.line);
  const [before, own] = [variations[at - 1], variations[at]];
  if (!before || !own) return null;
  const changes = [
    { from: before.start, to: before.end, insert: text.slice(own.start, own.end) },
    { from: own.start, to: own.end, insert: text.slice(before.start, before.end) },
  ];
  return { changes, cursor: before.start + turn.textEnd - own.start };
}

/** Returns the turn before a turn; undefined if it is the first of the game. */
export function turnBefore(tree: Tree, turn: TreeTurn): TreeTurn | undefined {
  const before = turnsOf(tree, turn.line)[turn.at.turn.index - 1];
  if (before) return before;
  // The first turn of a variation follows the turn before the one that it replaces.
  const found = ownerOf(tree, turn.line);
  return found && turnBefore(tree, found.owner);
}

/** Returns the command of a puzzle in the comments after a turn, or before the first turn. */
function puzzleCommand(text: string, tree: Tree, turn: TreeTurn | undefined): Span | undefined {
  const items = turn ? turn.items : tree.turns[0]?.before ?? [];
  return items.flatMap(({ commands }) => commands ?? []).find(({ start, end }) => /^\[%puzzle\b/.test(text.slice(start, end)));
}

/** Returns the arguments of the puzzle that begins after a turn, or at the start: `win 3`. */
export function puzzleAfter(text: string, tree: Tree, turn: TreeTurn | undefined): string | null {
  const command = puzzleCommand(text, tree, turn);
  return command ? /^\[%puzzle\s*([^\]]*)\]/.exec(text.slice(command.start, command.end))?.[1]?.trim() ?? null : null;
}

/** A puzzle of the main line or of a variation. The library has the tasks of the main line only. */
export interface AnyPuzzle extends Omit<TreePuzzle, 'task'> {
  readonly task: string | null;
}

/** Returns the puzzles of a record: those of the main line, then those of variations. */
export function puzzlesIn(text: string, tree: Tree): AnyPuzzle[] {
  const inVariations = text.includes('[%puzzle') ? tree.turns.filter(turn => turn.depth > 0 && turn.played) : [];
  const others = inVariations.filter(turn => parseGoal(puzzleAfter(text, tree, turn) ?? '') !== null)
    .map(({ at, textEnd }) => ({ after: at.turn, end: textEnd, task: null }));
  return [...tree.puzzles, ...others];
}

/**
 * Begins a puzzle after a turn, or before the first turn. The goal replaces that of a puzzle which
 * begins there.
 */
export function beginPuzzle(text: string, tree: Tree, turn: TreeTurn | undefined, goal: string): Edit {
  const command = `[%puzzle ${goal}]`;
  const known = puzzleCommand(text, tree, turn);
  if (known) return { changes: [{ from: known.start, to: known.end, insert: command }] };
  if (turn) {
    const after = glyphsEnd(text, turn);
    return { changes: [{ from: after, to: after, insert: ` {${command}}` }] };
  }
  const first = tree.turns[0]?.start ?? tree.result?.start;
  if (first !== undefined) return { changes: [{ from: first, to: first, insert: `{${command}} ` }] };
  const end = text.trimEnd().length;
  return { changes: [{ from: end, to: end, insert: `\n\n{${command}}` }] };
}
