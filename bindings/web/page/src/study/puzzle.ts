// A puzzle to play: the task, turns on the board with an answer to each, a hint, and the solution.
// The record is not changed, and its text is covered during the puzzle.
import type { At, Board, Choices, Played } from '../board';
import { el, need } from '../dom';
import { changed } from './edits';
import { failureOf, goalAfter, goalText, isWinOf, parseGoal, refutingGoal, type Goal } from './goals';
import { withPiece } from '../panels/seats';
import { hintFor } from './hint';
import { unbroken } from '../words';
import { commentOf, ownerOf, turnAt, turnsOf, wordsOf, type Tree, type TreePuzzle, type TreeTurn } from './tree';

/** The rest of the page. */
export interface PuzzlePage {
  /** Goes to a place of the text. */
  go(at: number): void;
  /** Acts as soon as the board of the cursor is shown. */
  press(act: (board: Board | null) => void | Promise<void>): void;
  /** Returns the choices that make up a turn, as the board offers them. */
  path(text: string, board: Board, turn: string): Promise<readonly string[]>;
  /** Returns the choices at a position, after some choices. */
  choices(text: string, board: Board, chosen: readonly string[]): Promise<Choices>;
  /** Proves or refutes a puzzle of a position, after some turns. */
  solve(text: string, goal: string, at: At, after: readonly string[]): Promise<Solved>;
  /** Writes a turn into a text. */
  play(text: string, turn: string, at: At): Promise<Played>;
  /** Returns the board at a place of a text. */
  board(text: string, at: number): Promise<Board | null>;
  /** Shows the board of another text, until the board is drawn again. */
  preview(text: string, board: Board): void;
  /** Draws the board again, with the choices of its position. */
  again(): void;
  /** Moves the keyboard focus to the board. */
  enter(): void;
  announce(words: string): void;
  /** The puzzle has begun, or has been left. */
  changed(): void;
}

/** The answer of a search. */
export type Solved = Pick<import('../../../js/types').Solved, 'verdict' | 'turns' | 'solutions' | 'complete' | 'line'>;

/** A text with a turn that the record does not have, and the board after this turn. */
interface Tried {
  readonly text: string;
  readonly board: Board;
}

/** What the record says about a turn in a puzzle. */
type Kind = 'solution' | 'refuted' | 'open';

const LABELS: Readonly<Record<Kind, string>> = { solution: 'Another solution', refuted: 'Wrong try', open: 'Not judged' };

/** A turn that the record has at a position of the puzzle. */
interface Known {
  readonly turn: TreeTurn;
  readonly kind: Kind;
}

/**
 * Returns the turns that the record has after a turn, or at the start: the line itself, which is the
 * solution, and its variations. `line` is that of the puzzle, which a mark of its own start does
 * not concern.
 */
export function knownAfter(tree: Tree, after: TreeTurn | undefined, line = 0): Known[] {
  const next = after ? turnsOf(tree, after.line)[after.at.turn.index + 1] : turnsOf(tree, 0)[0];
  if (!next) return [];
  const isWrong = next.line !== line && ownerOf(tree, next.line)?.variation.mark === 'refuted';
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
  private readonly next = el('button', { type: 'button', className: 'button main', onclick: () => this.goOn() });
  private readonly toRecord = el('button', { type: 'button', className: 'button quiet', onclick: () => this.leave() }, 'Show the record');
  private readonly hint = el('button', { type: 'button', className: 'button', onclick: () => this.askHint() }, 'Hint');
  private readonly solution = el('button', { type: 'button', className: 'button', onclick: () => this.page.press(board => this.showSolution(board)) }, 'Show solution');
  private readonly box: HTMLElement;
  private text = '';
  private tree: Tree | null = null;
  private puzzle: TreePuzzle | null = null;
  /** The last turn of the line that is right so far. */
  private reached: TreeTurn | undefined;
  /** Number of correct turns of the seat that solves the puzzle. */
  private done = 0;
  /** The turn that was answered last. */
  private tried = '';
  private state: 'asks' | 'wrong' | 'over' = 'asks';
  /** Number of hints for the turn that is asked for. */
  private hints = 0;
  /** Place of the record in the text. */
  private from = 0;

  /**
   * `task` shows the task above the board; `desk` is the part of the page that the puzzle covers.
   */
  constructor(private readonly task: HTMLElement, desk: HTMLElement, private readonly page: PuzzlePage) {
    this.box = el('section', { className: 'puzzle', hidden: true, 'aria-label': 'Puzzle' },
      this.answer, el('div', { className: 'puzzle-deeds' }, this.next, this.retry, this.hint, this.solution, this.toRecord), this.lines);
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
    this.hints = 0;
    this.again();
    this.page.changed();
    this.page.press(board => {
      if (board && this.puzzle === puzzle) this.task.replaceChildren(...withPiece(board, puzzle.task));
    });
    this.page.announce(`Puzzle: ${puzzle.task}. Play on the board.`);
  }

  /** The puzzle of the record after this one. */
  private get following(): TreePuzzle | undefined {
    const puzzles = this.tree?.puzzles ?? [];
    const here = puzzles.findIndex(({ end }) => end === this.puzzle?.end);
    return here < 0 ? undefined : puzzles[here + 1];
  }

  /** Goes on after the puzzle: to the next one, or else to the record. */
  private goOn(): void {
    const { following, text, tree, from } = this;
    if (following && tree) this.begin(text, tree, following, from);
    else {
      this.leave();
      need('board').focus({ preventScroll: true });
    }
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
    const known = knownAfter(this.tree, this.reached, this.line).find(({ turn: { at } }) => JSON.stringify(at.turn) === JSON.stringify(way?.at.turn));
    if (known?.kind === 'solution') return this.right(known.turn);
    this.state = 'wrong';
    this.tried = turn;
    const reply = known?.kind === 'refuted' ? knownAfter(this.tree, known.turn)[0]?.turn : undefined;
    if (known && reply) {
      void this.refuted(turn, known.turn, reply, board);
      return;
    }

    this.page.again();
    const said = known?.kind === 'refuted' ? `${turn} is wrong.`
      : known ? `${turn} is in the record, but it does not say whether it reaches the goal.`
        : `${turn} is not the solution of the record.`;
    const comment = known?.kind === 'refuted' ? this.commentOn(known.turn) : '';
    this.tell(said, comment);
    void this.search(turn, board, words => this.tell(`${said} ${words}`, comment));
  }

  /** The goal of the puzzle, for the turns that are left; null if there is none. */
  private get goal(): Goal | null {
    const command = /\[%puzzle\s+([^\]]*)\]/.exec(this.text.slice(this.puzzle?.end ?? 0))?.[1];
    const goal = command ? parseGoal(command) : null;
    return goal && goalAfter(goal, this.done);
  }

  /** Number of turns that the seat has left after a wrong one; null for any number. */
  private get left(): number | null {
    const turns = this.goal?.turns;
    return turns == null ? null : turns - 1;
  }

  /** True as long as the answer to a wrong turn is expected. */
  private expects(turn: string): boolean { return this.isOn && this.state === 'wrong' && this.tried === turn; }

  /** Answers a turn with the refutation in the record. */
  private async refuted(turn: string, first: TreeTurn, reply: TreeTurn, { toMove }: Board): Promise<void> {
    const after = await this.page.board(this.text, reply.textEnd);
    if (!this.expects(turn)) return;
    this.go(reply.textEnd);
    this.tell(after ? this.reason(turn, reply.text, after, toMove) : `${turn} is wrong: ${reply.text} refutes it.`, this.commentOn(first, reply));
  }

  /** Says why a turn is wrong: the answer, and what it leads to. */
  private reason(turn: string, reply: string, after: Board, seat: string): string {
    const answers = `${turn} is wrong: ${after.seat ?? 'the other seat'} answers ${reply}`;
    const seatNumber = after.seats.findIndex(({ name }) => name === after.seat) + 1;
    if (isWinOf(after.result, seatNumber)) return `${answers} and wins.`;
    if (after.result) return `${answers}, and the game ends ${after.result}.`;
    return this.goal ? `${answers}, and ${failureOf(this.goal, this.left, seat)}.` : `${answers}.`;
  }

  /** Returns a text with a turn that the record does not have. */
  private async withTurn(text: string, turn: string, at: At): Promise<Tried | null> {
    const played = await this.page.play(text, turn, at);
    const changes = played.edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
    const written = changed(text, { changes });
    const board = await this.page.board(written, played.end);
    return board && { text: written, board };
  }

  /**
   * Answers a turn that the record does not refute by a search. `add` adds words to the answer if
   * the search does not decide the puzzle.
   */
  private async search(turn: string, { at, toMove }: Board, add: (words: string) => void): Promise<void> {
    const { goal, text } = this;
    if (!goal || (goal.kind === 'only' && this.done > 0)) return;
    const solved = await this.page.solve(text, goalText(goal), at, []).catch(() => null);
    if (!this.expects(turn)) return;
    if (solved?.verdict === 'proved' && solved.solutions.includes(turn)) {
      this.state = 'over';
      this.tell(`${turn} is right too, although the record does not have it: a search proves it.`);
      return this.showLines();
    }
    if (solved?.verdict === 'refuted') return add('A search proves that no turn reaches the goal.');
    if (solved?.verdict !== 'proved' || !solved.complete) return add('A short search does not find out why.');
    await this.refute(turn, goal, at, toMove);
  }

  /** Shows why a turn is wrong that a search has refuted. */
  private async refute(turn: string, goal: Goal, at: At, seat: string): Promise<void> {
    const { text, left } = this;
    const tried = await this.withTurn(text, turn, at).catch(() => null);
    if (!this.expects(turn)) return;
    if (!tried) return this.tell(`${turn} is wrong: a search proves it.`);
    this.page.preview(tried.text, tried.board);
    if (tried.board.result) return this.tell(`${turn} is wrong: the game ends ${tried.board.result}.`);

    const aim = refutingGoal(goal, left);
    const answers = aim ? await this.page.solve(text, aim, at, [turn]).catch(() => null) : null;
    const reply = answers?.verdict === 'proved' ? answers.solutions[0] : undefined;
    const answered = reply ? await this.withTurn(tried.text, reply, tried.board.at).catch(() => null) : null;
    if (!this.expects(turn)) return;
    if (!reply || !answered) return this.tell(`${turn} is wrong: the game goes on, and ${failureOf(goal, left, seat)}.`);
    this.page.preview(answered.text, answered.board);
    this.tell(this.reason(turn, reply, answered.board, seat));
  }

  /** Continues after a correct turn, with the reply in the record. */
  private right(turn: TreeTurn): void {
    const reply = this.tree ? knownAfter(this.tree, turn)[0]?.turn : undefined;
    const goesOn = reply && this.tree ? knownAfter(this.tree, reply).length > 0 : false;
    this.reached = goesOn ? reply : turn;
    this.hints = 0;
    this.done += goesOn ? 1 : 0;
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
    this.done = 0;
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
    this.answer.replaceChildren(...unbroken(words || 'Play on the board.'), ...(comment ? [el('span', { className: 'puzzle-comment' }, comment)] : []));
    this.answer.dataset.state = words ? this.state : '';
    const { following } = this;
    const isOver = this.state === 'over';
    this.next.hidden = !isOver;
    this.next.textContent = following ? 'Next puzzle' : 'Back to the record';
    this.toRecord.hidden = isOver && !following;
    this.retry.classList.toggle('main', !isOver);
    this.retry.hidden = this.state === 'asks';
    this.hint.hidden = this.state === 'over';
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
    if (isAnswered) (this.state === 'over' ? this.next : this.retry).focus();
    else this.page.enter();
  }

  /** Names the first part of the solution, or where it is. After a wrong turn, the puzzle begins again. */
  private askHint(): void {
    this.page.press(() => { if (this.state === 'wrong') this.again(); });
    this.page.press(board => this.showHint(board));
  }

  private async showHint(board: Board | null): Promise<void> {
    if (!this.tree || !board) return;
    const wanted = knownAfter(this.tree, this.reached, this.line).find(({ kind }) => kind === 'solution')?.turn;
    const known = wanted && (board.next.find(({ at }) => JSON.stringify(at.turn) === JSON.stringify(wanted.at.turn))?.played ?? wanted.text);
    const [turn] = known ? [known] : (await this.found(board))?.solutions ?? [];
    if (!turn) return this.tell('The record has no solution, and a short search finds none.');
    const path = await this.page.path(this.text, board, turn).catch(() => []);
    const hint = await hintFor(path, chosen => this.page.choices(this.text, board, chosen), this.hints).catch(() => 'There is no hint for this turn.');
    this.hints += 1;
    if (this.isOn) this.tell(hint);
  }

  /** Searches for a solution that the record does not have. */
  private async found({ at }: Board): Promise<Solved | null> {
    const { goal, text } = this;
    const solved = goal ? await this.page.solve(text, goalText(goal), at, []).catch(() => null) : null;
    return solved?.verdict === 'proved' ? solved : null;
  }

  private async showSolution(board: Board | null): Promise<void> {
    if (!this.tree || !this.puzzle) return;
    const line = this.solutionLine();
    const last = line.at(-1);
    if (last) {
      this.state = 'over';
      this.go(last.textEnd);
      this.tell(`The solution is ${line.map(({ text }) => text).join(', ')}.`);
      return this.showLines();
    }

    // Only the position of the puzzle is in the record.
    const solved = board && await this.found(board);
    if (!this.isOn) return;
    this.state = 'over';
    this.tell(solved ? `A search finds the solution ${solved.line.join(', ')}. The record has none.` : 'The record has no solution, and a short search finds none.');
  }

  /** The line of the puzzle. */
  private get line(): number { return this.puzzle?.after?.line ?? 0; }

  /** The turns of the line of the puzzle after its position. */
  private solutionLine(): TreeTurn[] {
    const [tree, puzzle] = [this.tree, this.puzzle];
    if (!tree || !puzzle) return [];
    return turnsOf(tree, this.line).slice(puzzle.after ? puzzle.after.index + 1 : 0);
  }

  /** Lists the turns of the record, each with its meaning. */
  private showLines(): void {
    const { tree, puzzle } = this;
    if (!tree || !puzzle) return;
    const items = knownAfter(tree, turnAt(tree, puzzle.after), this.line).map(({ turn, kind }, at) => {
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
