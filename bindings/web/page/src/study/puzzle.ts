// A puzzle to play: the task, turns on the board with an answer to each, a hint, and the solution.
// The record is not changed, and its text is covered during the puzzle.
import type { At, Board } from '../board';
import { el } from '../dom';
import { commentOf, ownerOf, turnAt, turnsOf, wordsOf, type Tree, type TreePuzzle, type TreeTurn } from './tree';

/** The rest of the page. */
export interface PuzzlePage {
  /** Goes to a place of the text. */
  go(at: number): void;
  /** Acts as soon as the board of the cursor is shown. */
  press(act: (board: Board | null) => void | Promise<void>): void;
  /** Returns the choices that make up a turn, as the board offers them. */
  path(text: string, board: Board, turn: string): Promise<readonly string[]>;
  /** Proves or refutes a puzzle of a position, after some turns. */
  solve(text: string, goal: string, at: At, after: readonly string[]): Promise<Solved>;
  /** Draws the board again, with the choices of its position. */
  again(): void;
  /** Moves the keyboard focus to the board. */
  enter(): void;
  announce(words: string): void;
  /** The puzzle has begun, or has been left. */
  changed(): void;
}

/** The answer of a search. */
export type Solved = Pick<import('../../../js/types').Solved, 'verdict' | 'solutions' | 'complete'>;

/** What the record says about a turn in a puzzle. */
type Kind = 'solution' | 'refuted' | 'open';

const LABELS: Readonly<Record<Kind, string>> = { solution: 'Another solution', refuted: 'Wrong try', open: 'Not judged' };

/** A turn that the record has at a position of the puzzle. */
interface Known {
  readonly turn: TreeTurn;
  readonly kind: Kind;
}

/** Returns the turns that the record has after a turn, or at the start: the line itself, which is the solution, and its variations. */
export function knownAfter(tree: Tree, after: TreeTurn | undefined): Known[] {
  const next = after ? turnsOf(tree, after.line)[after.at.turn.index + 1] : turnsOf(tree, 0)[0];
  if (!next) return [];
  const isWrong = ownerOf(tree, next.line)?.variation.mark === 'refuted';
  const known: Known[] = [{ turn: next, kind: isWrong ? 'refuted' : 'solution' }];
  for (const { kind, line, mark } of next.items) {
    const first = kind === 'variation' && line != null ? turnsOf(tree, line)[0] : undefined;
    if (first) known.push({ turn: first, kind: mark ?? 'open' });
  }
  return known;
}

export class Puzzle {
  private readonly answer = el('p', { className: 'puzzle-answer', role: 'status' });
  private readonly lines = el('ul', { className: 'plain puzzle-lines' });
  private readonly retry = el('button', { type: 'button', className: 'button main', onclick: () => this.page.press(() => this.again()) }, 'Try again');
  private readonly hint = el('button', { type: 'button', className: 'button', onclick: () => this.page.press(board => this.showHint(board)) }, 'Hint');
  private readonly solution = el('button', { type: 'button', className: 'button', onclick: () => this.page.press(() => this.showSolution()) }, 'Solution');
  private readonly box: HTMLElement;
  private text = '';
  private tree: Tree | null = null;
  private puzzle: TreePuzzle | null = null;
  /** The last turn of the line that is right so far. */
  private reached: TreeTurn | undefined;
  /** The turn that was answered last. */
  private tried = '';
  private state: 'asks' | 'wrong' | 'over' = 'asks';
  /** Place of the record in the text. */
  private from = 0;

  /**
   * `task` shows the task above the board; `desk` is the part of the page that the puzzle covers.
   */
  constructor(private readonly task: HTMLElement, desk: HTMLElement, private readonly page: PuzzlePage) {
    this.box = el('section', { className: 'puzzle', hidden: true, 'aria-label': 'Puzzle' },
      this.answer, el('div', { className: 'puzzle-deeds' }, this.retry, this.hint, this.solution,
        el('button', { type: 'button', className: 'button quiet', onclick: () => this.leave() }, 'Show the record')), this.lines);
    desk.append(this.box);
  }

  get isOn(): boolean { return this.puzzle !== null; }

  /** True if the last try was answered, so that the board expects none. */
  get isAnswered(): boolean { return this.isOn && this.state !== 'asks'; }

  /** Begins a puzzle of the record at a place of the text. */
  begin(text: string, tree: Tree, puzzle: TreePuzzle, from: number): void {
    [this.text, this.tree, this.puzzle, this.from] = [text, tree, puzzle, from];
    this.task.textContent = puzzle.task;
    this.task.hidden = false;
    this.box.hidden = false;
    this.again();
    this.page.changed();
    this.page.announce(`Puzzle: ${puzzle.task}. Play on the board.`);
  }

  /** Shows the record again. */
  leave(): void {
    if (!this.puzzle) return;
    this.puzzle = null;
    this.task.hidden = true;
    this.box.hidden = true;
    this.page.changed();
  }

  /** Answers a turn that was played on the board. */
  played(turn: string, board: Board): void {
    if (!this.tree || this.state !== 'asks') return this.page.again();
    const way = board.next.find(({ played }) => played === turn);
    const known = knownAfter(this.tree, this.reached).find(({ turn: { at } }) => JSON.stringify(at.turn) === JSON.stringify(way?.at.turn));
    if (known?.kind === 'solution') return this.right(known.turn);
    this.state = 'wrong';
    this.tried = turn;
    const reply = known && knownAfter(this.tree, known.turn)[0];
    if (known && reply) this.go(reply.turn.textEnd);
    else this.page.again();
    if (known?.kind === 'refuted') this.tell(reply ? `${turn} is wrong: ${reply.turn.text} refutes it.` : `${turn} is wrong.`, this.commentOn(known.turn, reply?.turn));
    else {
      this.tell(known ? `${turn} is in the record, but it does not say whether it reaches the goal.` : `${turn} is not the solution of the record.`);
      if (this.isFirst) void this.search(turn, board.at);
    }
  }

  /** True at the position of the puzzle itself. */
  private get isFirst(): boolean { return Boolean(this.tree && this.puzzle && this.reached === turnAt(this.tree, this.puzzle.after)); }

  /**
   * Answers a turn that the record does not judge by a search, if the search decides the puzzle.
   */
  private async search(turn: string, at: At): Promise<void> {
    const goal = /\[%puzzle\s+([^\]]*)\]/.exec(this.text.slice(this.puzzle?.end ?? 0))?.[1];
    const isAsked = (): boolean => this.isOn && this.state === 'wrong' && this.tried === turn;
    const solved = goal ? await this.page.solve(this.text, goal, at, []).catch(() => null) : null;
    if (!isAsked() || solved?.verdict !== 'proved') return;
    if (solved.solutions.includes(turn)) {
      this.state = 'over';
      this.tell(`${turn} is right too, although the record does not have it: a search proves it.`);
      return this.showLines();
    }
    if (!solved.complete) return;
    this.tell(`${turn} is wrong: a search proves it.`);
    // A win is refuted by a turn after which the other seat does not lose within the remaining
    // turns.
    const left = Number(/^win\s+(\d+)/.exec(goal ?? '')?.[1] ?? 1) - 1;
    const saved = left > 0 ? await this.page.solve(this.text, `save ${left}`, at, [turn]).catch(() => null) : null;
    const [reply] = saved?.verdict === 'proved' ? saved.solutions : [];
    if (reply && isAsked()) this.tell(`${turn} is wrong: ${reply} refutes it.`);
  }

  /** Continues after a correct turn, with the reply in the record. */
  private right(turn: TreeTurn): void {
    const reply = this.tree ? knownAfter(this.tree, turn)[0]?.turn : undefined;
    const goesOn = reply && this.tree ? knownAfter(this.tree, reply).length > 0 : false;
    this.reached = goesOn ? reply : turn;
    this.go((goesOn && reply ? reply : turn).textEnd);
    if (goesOn && reply) {
      this.tell(`${turn.text} is right. The answer is ${reply.text}: go on.`, this.commentOn(turn, reply));
      return;
    }
    this.state = 'over';
    this.tell(`${turn.text} is right. The puzzle is solved.`, this.commentOn(turn));
    this.showLines();
  }

  /** Goes back to the position of the puzzle. */
  private again(): void {
    if (!this.tree || !this.puzzle) return;
    this.reached = turnAt(this.tree, this.puzzle.after);
    this.state = 'asks';
    this.lines.replaceChildren();
    this.tell('');
    this.go(this.puzzle.end ?? 0);
    this.page.again();
  }

  /** Goes to a place of the record. */
  private go(at: number): void { this.page.go(this.from + at); }

  /** Returns what the record says about turns. */
  private commentOn(...turns: readonly (TreeTurn | undefined)[]): string {
    const said = turns.map(turn => {
      // A comment before the first turn of a variation is about this turn.
      const comments = turn ? [...turn.before.filter(({ kind }) => kind === 'comment'), commentOf(this.text, turn)] : [];
      return comments.map(comment => (comment ? wordsOf(this.text, comment) : '')).filter(Boolean);
    });
    return said.flat().join(' ');
  }

  /** Shows an answer, and what the record says about its turns. */
  private tell(words: string, comment = ''): void {
    const { activeElement } = document;
    this.answer.replaceChildren(words || 'Play on the board.', ...(comment ? [el('span', { className: 'puzzle-comment' }, comment)] : []));
    this.answer.dataset.state = words ? this.state : '';
    this.retry.hidden = this.state === 'asks';
    this.hint.hidden = this.state !== 'asks';
    this.solution.hidden = this.state === 'over';
    this.keepFocus(activeElement);
  }

  /** Moves the keyboard focus from what can no longer be used: to the board for a try, otherwise to the next try. */
  private keepFocus(focused: Element | null): void {
    if (!(focused instanceof HTMLElement)) return;
    const isAnswered = this.state !== 'asks';
    // The place that was played is no longer on the board, so that the focus may be on the page.
    const wasPlaying = focused === document.body || focused.localName === 'pips-board';
    if (!focused.hidden && !(isAnswered && wasPlaying)) return;
    if (isAnswered) this.retry.focus();
    else this.page.enter();
  }

  /** Names the first choice of the solution. */
  private async showHint(board: Board | null): Promise<void> {
    if (!this.tree) return;
    const wanted = knownAfter(this.tree, this.reached).find(({ kind }) => kind === 'solution')?.turn;
    if (!wanted || !board) return this.tell('The record has no solution.');
    const turn = board.next.find(({ at }) => JSON.stringify(at.turn) === JSON.stringify(wanted.at.turn))?.played ?? wanted.text;
    const [first] = await this.page.path(this.text, board, turn).catch(() => []);
    this.tell(first ? `Begin with ${first}.` : 'There is no hint for this turn.');
  }

  private showSolution(): void {
    if (!this.tree || !this.puzzle) return;
    this.state = 'over';
    const line = this.solutionLine();
    const last = line.at(-1);
    if (last) this.go(last.textEnd);
    this.tell(line.length ? `The solution is ${line.map(({ text }) => text).join(', ')}.` : 'The record has no solution.');
    this.showLines();
  }

  /** The turns of the main line after the position. */
  private solutionLine(): TreeTurn[] {
    const [tree, puzzle] = [this.tree, this.puzzle];
    if (!tree || !puzzle) return [];
    return turnsOf(tree, 0).slice(puzzle.after ? puzzle.after.index + 1 : 0);
  }

  /** Lists the turns of the record, each with its meaning. */
  private showLines(): void {
    const { tree, puzzle } = this;
    if (!tree || !puzzle) return;
    const items = knownAfter(tree, turnAt(tree, puzzle.after)).map(({ turn, kind }, at) => {
      const all = turnsOf(tree, turn.line).slice(turn.at.turn.index).map(({ text }) => text);
      const last = turnsOf(tree, turn.line).at(-1) ?? turn;
      const label = at === 0 ? 'Solution' : LABELS[kind];
      const words = kind === 'refuted' && all[1] ? `${all[0] ?? ''}, refuted by ${all.slice(1).join(' ')}` : all.join(' ');
      return el('li', {}, el('button', { type: 'button', className: `puzzle-line ${at === 0 ? 'solution' : kind}`, onclick: () => this.go(last.textEnd) },
        el('strong', {}, label), ' ', el('span', {}, words)));
    });
    this.lines.replaceChildren(...items);
  }
}
