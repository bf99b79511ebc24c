// The stated result when another line becomes the main line. It belongs to the game that was played, so it stays unless
// the new main line contradicts it. In that case, a comment at the end of its own line keeps it.
import type { Change } from './edits';
import { turnsOf, type Tree, type TreeItem } from './tree';

/** How a line ends according to the rules; null for what they leave open. */
export interface Ending {
  readonly result: string | null;
  readonly score: string | null;
}

/** The ends of the line that is promoted, and of the main line that it replaces. */
export interface Endings {
  readonly promoted: Ending;
  readonly replaced: Ending;
}

/** A result with its score and its reason, as a record states them. */
interface Stated extends Ending {
  readonly result: string;
  readonly termination: string | null;
}

/** What happens to the stated result. */
export interface Settled {
  readonly changes: readonly Change[];
  /** Comment that keeps the result of the replaced line; empty if there is nothing to keep. */
  readonly comment: string;
  /** Comment of the promoted line whose result is the stated one again. */
  readonly restored: TreeItem | undefined;
}

const FORM = /^\{Result ([\d/*-]+)(?:, score ([\d-]+))?(?:, termination ([a-z]+))?\}$/;

function commentWith({ result, score, termination }: Stated): string {
  return `{Result ${result}${score === null ? '' : `, score ${score}`}${termination === null ? '' : `, termination ${termination}`}}`;
}

function parse(comment: string): Stated | null {
  const [, result, score, termination] = FORM.exec(comment) ?? [];
  return result ? { result, score: score ?? null, termination: termination ?? null } : null;
}

/** Returns what a record states. Null if it states no result, or two different ones. */
function statedIn(text: string, tree: Tree): Stated | null {
  const valueOf = (wanted: string): string | null => {
    const tag = tree.tags.find(({ name }) => name === wanted);
    return tag ? text.slice(tag.value.start, tag.value.end) : null;
  };
  const [tag, atEnd] = [valueOf('Result'), tree.result ? text.slice(tree.result.start, tree.result.end) : null];
  const result = tag ?? atEnd;
  if (result === null || (atEnd !== null && atEnd !== result)) return null;
  const stated = { result, score: valueOf('Score'), termination: valueOf('Termination') };
  // A value that a comment could not give back stays where it is.
  return parse(commentWith(stated)) ? stated : null;
}

/** Returns the comment at the end of a line that keeps its result. */
function keptIn(text: string, tree: Tree, line: number): TreeItem | undefined {
  const items = turnsOf(tree, line).at(-1)?.items ?? [];
  return items.findLast(({ kind, start, end }) => kind === 'comment' && parse(text.slice(start, end)) !== null);
}

/** Returns true if the promoted line can have the stated result. */
function canKeep({ result, score, termination }: Stated, { promoted, replaced }: Endings): boolean {
  if (promoted.result !== null) return promoted.result === result && (score === null || score === promoted.score);
  // What was stated about an open position holds for another one.
  if (result === '*' || replaced.result === null) return true;
  return termination !== null && termination !== 'rules' && score === null;
}

const isAlike = (one: Stated, other: Stated): boolean => commentWith(one) === commentWith(other);

/** Returns the changes after which a record states a result. */
function state(text: string, tree: Tree, wanted: Stated): Change[] {
  const changes: Change[] = [];
  const missing: string[] = [];
  const values = [['Result', wanted.result], ['Score', wanted.score], ['Termination', wanted.termination]] as const;
  for (const [name, value] of values) {
    const tag = tree.tags.find(tag => tag.name === name);
    if (tag && value !== null) changes.push({ from: tag.value.start, to: tag.value.end, insert: value });
    else if (tag) changes.push({ from: tag.span.start, to: tag.span.end + (text[tag.span.end] === '\n' ? 1 : 0), insert: '' });
    else if (value !== null && name !== 'Result') missing.push(`\n[${name} "${value}"]`);
  }
  const before = tree.tags.find(({ name }) => name === 'Result') ?? tree.tags.at(-1);
  if (before && missing.length) changes.push({ from: before.span.end, to: before.span.end, insert: missing.join('') });
  if (tree.result) changes.push({ from: tree.result.start, to: tree.result.end, insert: wanted.result });
  return changes.filter(({ from, to, insert }) => text.slice(from, to) !== insert);
}

/** Settles the stated result for a line that becomes the main line. */
export function settleResult(text: string, tree: Tree, line: number, endings: Endings): Settled {
  const stated = statedIn(text, tree);
  if (!stated) return { changes: [], comment: '', restored: undefined };

  const restored = keptIn(text, tree, line);
  const kept = restored ? parse(text.slice(restored.start, restored.end)) : null;
  const ruled: Stated = { result: endings.promoted.result ?? '*', score: null, termination: null };
  const wanted = kept ?? (canKeep(stated, endings) ? stated : ruled);

  // The way back needs no comment for a result that the rules give.
  const isRuled = isAlike(stated, { result: endings.replaced.result ?? '*', score: null, termination: null });
  const isKnown = isAlike(stated, wanted) || (kept !== null && isRuled);
  return { changes: state(text, tree, wanted), comment: isKnown ? '' : commentWith(stated), restored };
}
