// Goals of puzzles: the arguments of the command `[%puzzle …]`, the task in words, and the reason why a turn fails.
import { counted } from '../dom';

export type GoalKind = 'win' | 'draw' | 'save' | 'score' | 'only';

/** The goal of a puzzle. */
export interface Goal {
  readonly kind: GoalKind;
  /** The points of `score`. */
  readonly points: number;
  /** Maximum number of turns of the seat that solves it; null for any number. */
  readonly turns: number | null;
}

const FORM = /^(?:(win|draw|save|only)|score\s+(\d+))(?:\s+([1-9]\d*))?$/;

/** Parses the arguments of `[%puzzle …]`. Returns null if they are invalid. */
export function parseGoal(text: string): Goal | null {
  const found = FORM.exec(text.trim());
  if (!found) return null;
  const [, kind, points, turns] = found;
  return { kind: (kind ?? 'score') as GoalKind, points: Number(points ?? 0), turns: turns ? Number(turns) : null };
}

/** Writes a goal as in the notation: `score 40 3`. */
export function goalText({ kind, points, turns }: Goal): string {
  return [kind, ...(kind === 'score' ? [points] : []), ...(turns === null ? [] : [turns])].join(' ');
}

const AIMS: Readonly<Record<Exclude<GoalKind, 'only'>, string>> = { win: 'win', draw: 'draw', save: 'not lose', score: 'score' };

/** Returns the task of a puzzle in words, as the library writes it. */
export function taskOf({ kind, points, turns }: Goal, seat: string): string {
  if (kind === 'only') return `${seat} to move: only one turn is good`;
  const aim = kind === 'score' ? `score ${points} points` : AIMS[kind];
  return `${seat} to move and ${aim}${turns === null ? '' : ` in ${counted(turns, 'turn')}`}`;
}

/** Returns the goal that is left after some turns of the seat; null if it has no turns left. */
export function goalAfter(goal: Goal, turns: number): Goal | null {
  if (goal.turns === null) return goal;
  return goal.turns > turns ? { ...goal, turns: goal.turns - turns } : null;
}

/** Says what a seat fails to do, if it has a number of turns left; null for any number. */
export function failureOf({ kind, points }: Goal, left: number | null, seat: string): string {
  if (kind === 'save') return `${seat} can no longer avoid losing`;
  if (kind === 'only') return `${seat} no longer reaches the best result`;
  const deed = { win: 'win', draw: 'end the game without losing', score: `score ${points} points` }[kind];
  if (left === null) return `${seat} can no longer force it`;
  if (left > 0) return `${seat} cannot ${deed} in the ${counted(left, 'turn')} that ${left === 1 ? 'is' : 'are'} left`;
  return kind === 'win' ? `${seat} has not won yet` : `${seat} has no turn left to ${deed}`;
}

/** Returns the goal of the other seat with which it refutes a turn; null if there is none. */
export function refutingGoal({ kind }: Goal, left: number | null): string | null {
  if (kind === 'win') return left === null ? 'save' : left > 0 ? `save ${left}` : 'win 1';
  if (kind === 'save') return left === null ? 'win' : `win ${left + 1}`;
  return `win ${Math.max(1, left ?? 1)}`;
}

/** Returns true if a result, such as `1-0`, is a win of a seat. */
export const isWinOf = (result: string | null, seat: number): boolean => result !== null && result.split('-')[seat - 1] === '1';
