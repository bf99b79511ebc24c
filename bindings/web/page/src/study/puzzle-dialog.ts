// Dialog that states a puzzle: who solves it, the goal, and the number of turns. A short search checks the task.
import type { At, Board } from '../board';
import { counted, el } from '../dom';
import { dialog } from '../files/dialog';
import { radios, row } from '../files/fields';
import { unbroken } from '../words';
import { goalText, isWinOf, parseGoal, taskOf, type Goal, type GoalKind } from './goals';
import type { Solved } from './puzzle';

/** Pause after a change before the task is checked, in milliseconds. */
const PAUSE = 250;
/** Number of turns up to which the default task is a win that a search finds, or that the record has. */
const MOST_TURNS = 3;
/** Maximum number of solutions that are listed. */
const MOST_LISTED = 4;

/** A position in which a puzzle can begin. */
export interface PuzzlePlace {
  readonly at: At;
  /** The seat to move, and its name. */
  readonly seat: number;
  readonly name: string;
  /** The seat with its player, and the position: `Ann (White), after turn 3`. */
  readonly where: string;
  /** Arguments of the puzzle that begins there; null if there is none. */
  readonly known: string | null;
  /** The turn that follows in the record; null if there is none. */
  readonly next: string | null;
}

/** What a puzzle can be made of. */
export interface PuzzleSource {
  readonly text: string;
  readonly board: Board;
  /** The position that is shown, then the one before it. */
  readonly places: readonly PuzzlePlace[];
  /** Number of turns after the shown position in its line. */
  readonly following: number;
  /** The result of the record. */
  readonly result: string;
  solve(text: string, goal: string, at: At): Promise<Solved>;
}

/** A puzzle that was stated. */
export interface StatedPuzzle {
  /** Index of its position. */
  readonly place: number;
  /** Arguments of the command: `win 3`. */
  readonly goal: string;
  readonly task: string;
  /** Turns to write after it, because the record has no solution. */
  readonly solution: readonly string[];
  /** The other first turns that solve it, to write as variations. */
  readonly others: readonly string[];
}

const KINDS: readonly (readonly [GoalKind, string, string])[] = [
  ['win', 'Win', 'wins, against every defence'],
  ['draw', 'Win or draw', 'ends the game and has not lost'],
  ['save', 'Not lose', 'has not lost after these turns and the answers to them'],
  ['score', 'Score', 'ends the game with at least these points'],
  ['only', 'Only turn', 'finds the one turn that keeps the best result'],
];

/** Returns the goal with which the dialog opens: that of the record, or a win. */
function firstGoal({ places: [place], following, result, board }: PuzzleSource): Goal {
  const known = place?.known ? parseGoal(place.known) : null;
  const turns = Math.ceil(following / Math.max(1, board.seats.length));
  const isWon = place !== undefined && isWinOf(result, place.seat) && turns > 0 && turns <= MOST_TURNS;
  const points = Number(board.score?.split('-')[(place?.seat ?? 1) - 1] ?? 0) || 0;
  return known ?? { kind: 'win', points: points + 1, turns: isWon ? turns : 1 };
}

/** Says what a search found. */
function foundWords({ verdict, solutions, complete, turns }: Solved, goal: Goal, { name, next }: PuzzlePlace): string {
  if (verdict === 'refuted') return `This is not true: ${name} cannot do it against every defence.`;
  if (verdict === 'undecided') return 'A short search does not decide whether this is true. The command pipscribe solve searches longer.';
  const listed = solutions.slice(0, MOST_LISTED).join(', ') + (solutions.length > MOST_LISTED ? ' and others' : '');
  const isShorter = turns !== null && goal.turns !== null && turns < goal.turns;
  const sentences = [
    !complete ? `This is true: ${listed} ${solutions.length === 1 ? 'does' : 'do'} it. The search did not try every other turn.`
      : solutions.length === 1 ? `This is true, and only ${listed} does it.`
        : `This is true, but several turns do it: ${listed}.`,
    ...(isShorter ? [`${counted(turns, 'turn')} ${turns === 1 ? 'is' : 'are'} enough.`] : []),
    ...(next !== null && complete && !solutions.includes(next) ? [`The turn that follows in the record, ${next}, does not.`] : []),
  ];
  return sentences.join(' ');
}

/** Returns the first turns that solve a puzzle, other than that of its line. */
const othersOf = ({ solutions, line }: Solved): string[] => solutions.filter(turn => turn !== line[0]);

/** Says which solutions are written: the line of the proof, and the first turns of the others. */
function writtenWords({ line }: Solved, others: readonly string[]): string {
  if (!others.length) return `Write the solution: ${line.join(', ')}`;
  const rest = others.length > MOST_LISTED ? ` and ${others.length - MOST_LISTED} more` : '';
  return `Write the solutions: ${line.join(', ')}; in variations ${others.slice(0, MOST_LISTED).join(', ')}${rest}`;
}

/** Asks for the task of a puzzle. `stated` is called with it. */
export function askForPuzzle(source: PuzzleSource, stated: (puzzle: StatedPuzzle) => void): void {
  const { places, text, board } = source;
  let index = 0;
  let { kind, points, turns: firstTurns } = firstGoal(source);
  /** True once the user has changed something, so that a search no longer sets the default. */
  let isTouched = places[0]?.known != null;
  let solved: Solved | null = null;

  const turns = el('input', { id: 'puzzle-turns', type: 'number', min: '1', max: '99', placeholder: 'any number', value: firstTurns === null ? '' : String(firstTurns) });
  const score = el('input', { id: 'puzzle-points', type: 'number', min: '0', max: '999', required: true, value: String(points) });
  const pointsRow = row('Points', score);
  const meaning = el('p', { className: 'new-note' });
  const task = el('p', { className: 'puzzle-task' });
  const told = el('p', { className: 'told', role: 'status' });
  const writes = el('input', { id: 'puzzle-solution', type: 'checkbox', checked: true });
  const solution = el('span', {});
  const writesRow = el('label', { className: 'puzzle-writes', for: 'puzzle-solution' }, writes, solution);

  const place = (): PuzzlePlace => places[index] as PuzzlePlace;
  const goal = (): Goal => ({ kind, points: Number(score.value), turns: turns.value === '' ? null : Number(turns.value) });
  const isValid = (): boolean => parseGoal(goalText(goal())) !== null;
  /** A task that a search has refuted is not written; one that no search decides can be true. */
  const canWrite = (): boolean => solved?.verdict !== 'refuted';
  /** The solutions to write, if the record has none. */
  const writable = (): Solved | null => (solved?.verdict === 'proved' && solved.line.length && place().next === null ? solved : null);
  /** The button that writes the puzzle. */
  let go: HTMLButtonElement | null = null;

  let asked = 0;
  const check = async (wanted: Goal): Promise<Solved | null> => {
    const own = ++asked;
    told.textContent = 'A search checks the task…';
    try {
      const answer = await source.solve(text, goalText(wanted), place().at);
      return own === asked ? answer : null;
    } catch {
      if (own === asked) told.textContent = 'A search cannot check this task.';
      return null;
    }
  };
  const show = (): void => {
    meaning.textContent = `${place().name} ${KINDS.find(([known]) => known === kind)?.[2] ?? ''}.`;
    pointsRow.hidden = kind !== 'score';
    task.textContent = isValid() ? taskOf(goal(), place().name) : 'The number of turns is a whole number from 1.';
    const written = writable();
    writesRow.hidden = written === null;
    if (written) solution.replaceChildren(...unbroken(writtenWords(written, othersOf(written))));
    if (go) go.disabled = !canWrite();
    if (solved && isValid()) told.replaceChildren(...unbroken(foundWords(solved, goal(), place())));
  };
  const checkAndShow = async (): Promise<void> => {
    if (!isValid()) return;
    const answer = await check(goal());
    if (!answer) return;
    solved = answer;
    show();
  };

  let waiting: ReturnType<typeof setTimeout> | undefined;
  let checking: Promise<void> = Promise.resolve();
  const checkNow = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    checking = checkAndShow();
  };
  /** Waits until the newest task is checked. */
  const settle = async (): Promise<void> => {
    for (let last: Promise<void> | null = null; last !== checking || waiting !== undefined;) {
      if (waiting !== undefined) checkNow();
      last = checking;
      await last;
    }
  };
  const change = (): void => {
    isTouched = true;
    solved = null;
    asked += 1;
    told.textContent = '';
    show();
    clearTimeout(waiting);
    waiting = setTimeout(checkNow, PAUSE);
  };
  const kinds = KINDS.filter(([known]) => known !== 'score' || board.score !== null);
  const fields = el('div', { className: 'new-fields' },
    ...(places.length > 1 ? [row('For', radios('puzzle-place', 'For', places.map(({ where }, at) => [String(at), where]), '0', at => {
      index = Number(at);
      change();
    }))] : []),
    row('Goal', radios('puzzle-goal', 'Goal', kinds.map(([known, title]) => [known, title]), kind, chosen => {
      kind = chosen as GoalKind;
      change();
    }, 'segments goals')),
    meaning, pointsRow, row('Turns at most', turns));
  for (const field of [turns, score]) field.addEventListener('input', change);

  const box = dialog('Puzzle from here', [task, fields, told, writesRow], 'Write the puzzle', async () => {
    await settle();
    if (!box.open || !canWrite()) return false;
    if (!isValid()) {
      turns.focus();
      return false;
    }
    const written = writes.checked ? writable() : null;
    stated({ place: index, goal: goalText(goal()), task: taskOf(goal(), place().name), solution: written?.line ?? [], others: written ? othersOf(written) : [] });
    return true;
  }, canWrite);
  go = box.querySelector('button[type="submit"]');
  box.classList.add('new', 'stating');
  box.querySelector<HTMLElement>('input:checked')?.focus();

  // The default is the shortest win that a search finds.
  const begin = async (): Promise<void> => {
    const wanted = isTouched ? goal() : { ...goal(), turns: Math.max(MOST_TURNS, goal().turns ?? 0) };
    const answer = await check(wanted);
    if (!answer) return;
    const least = answer.verdict === 'proved' ? answer.turns : null;
    if (!isTouched && least !== null) turns.value = String(least);
    if (goalText(goal()) !== goalText(wanted)) return checkAndShow();
    solved = answer;
    show();
  };
  show();
  checking = begin();
}
