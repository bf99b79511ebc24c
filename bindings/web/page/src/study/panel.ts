// The panel "Turns": the tree of the turns of the record at the cursor, and the tools to annotate and rearrange it. Every
// tool changes the text, in one step of its history, and acts on the turn at the cursor of the newest text.
import type { At, Board, Played } from '../board';
import { drawing, el } from '../dom';
import { seatWithPlayer } from '../panels/seats';
import type { Answer, Shown } from '../record/shown';
import { beginPuzzle, changed, deleteFrom, deleteVariation, difference, moveUp, promote, puzzleAfter, puzzlesIn, setComment, setSign, turnBefore, type AnyPuzzle, type Edit } from './edits';
import { Folded } from './folded';
import type { PuzzlePlace, PuzzleSource, StatedPuzzle } from './puzzle-dialog';
import type { Solved } from './puzzle';
import type { Ending, Endings } from './result';
import { SIGNS, alternatives, commentOf, linesOf, ownerOf, turnAt, turnsOf, wordsOf, type Tree, type TreeTurn } from './tree';
import { TreeView, isTreeKey } from './tree-view';

/** Icons: lines of a list with an arrow head before them. */
const FOLD = 'M4 6h16M11 12h9M11 18h9M3.5 12.5 6 15l2.5-2.5';
const UNFOLD = 'M4 6h16M11 12h9M11 18h9M5 12.5 7.5 15 5 17.5';
/** Pause in typing before a comment is written into the text, in milliseconds. */
const PAUSE = 500;

/** The rest of the page. */
export interface Study {
  /** Requests the tree of a record. */
  tree(text: string): Promise<Tree>;
  /** Requests the board at a place of a record. */
  board(text: string, at: number): Promise<Board | null>;
  /** Goes to a place of the record. */
  go(at: number): void;
  /** Makes an edit as soon as the newest text is shown. */
  edit(make: (shown: Shown) => Answer | null | Promise<Answer | null>): void;
  /** True if the newest text is shown. */
  isSettled(): boolean;
  /** Makes an edit of the newest text, which is shown. */
  apply(edit: Edit): void;
  announce(words: string): void;
  /** Shows a notice about an edit, with a button that undoes it. */
  sayEdited(words: string): void;
  flip(): void;
  playThrough(): void;
  /** Sets the board to marks: every press draws one. */
  drawMarks(isOn: boolean): void;
  /** Proves or refutes a puzzle of a position. */
  solve(text: string, goal: string, at: At): Promise<Solved>;
  /** Writes a turn into a text. */
  play(text: string, turn: string, at: At): Promise<Played>;
  /** Begins a puzzle of the record. */
  playPuzzle(puzzle: AnyPuzzle): void;
}

/** Tools for the turn of the board. */
interface Tool {
  readonly title: string;
  readonly hint: string;
  readonly isDangerous?: boolean;
  /**
   * Returns the edit, or null if it is not possible. `endings` are known only when the edit is
   * made.
   */
  edit(text: string, tree: Tree, turn: TreeTurn, endings?: Endings): Edit | null;
  readonly told: string;
}

const TOOLS: readonly Tool[] = [
  { title: 'Make main line', hint: 'Make this variation the line, and the line its variation', edit: promote, told: 'The variation is the line now.' },
  { title: 'Move variation up', hint: 'Move this variation before the one before it', edit: moveUp, told: 'The variation has moved up.' },
  { title: 'Delete variation', hint: 'Delete this variation', isDangerous: true, edit: deleteVariation, told: 'The variation is deleted.' },
  { title: 'Delete from here', hint: 'Delete this turn and what follows it in its line; its alternatives stay', isDangerous: true, edit: deleteFrom, told: 'This turn and the turns after it in its line are deleted.' },
];

export class StudyPanel {
  private readonly list: TreeView;
  private readonly folds = el('button', { type: 'button', className: 'button sign tree-folds', onclick: () => this.list.foldAll(!this.list.isAllFolded) });
  private readonly comment = el('textarea', { className: 'tree-comment', rows: 2, 'aria-label': 'Comment' });
  private readonly signs = SIGNS.map(([sign, meaning]) => el('button', { type: 'button', className: 'button sign', title: meaning, 'aria-label': `${meaning} (${sign})`, onclick: () => this.sign(sign) }, sign));
  private readonly tools = TOOLS.map(tool => el('button', { type: 'button', className: tool.isDangerous ? 'button danger' : 'button', title: tool.hint, onclick: () => this.use(tool) }, tool.title));
  private readonly puzzle = el('button', { type: 'button', className: 'button', title: 'State a puzzle that begins at this position', onclick: () => void this.askForPuzzle() }, 'Puzzle from here…');
  private readonly playing = el('button', { type: 'button', className: 'button', title: 'Play the puzzle of this record', onclick: () => this.playPuzzle() }, 'Play the puzzle');
  private readonly copy = el('button', { type: 'button', className: 'button', title: 'Copy the position, for the tag Position', onclick: () => this.copyPosition() }, 'Copy position');
  private readonly marks = el('button', {
    type: 'button', className: 'button sign', title: 'Draw on the board: press a place for a circle, drag for an arrow', 'aria-label': 'Draw circles and arrows', 'aria-pressed': 'false',
    onclick: () => this.drawMarks(this.marks.getAttribute('aria-pressed') !== 'true'),
  }, '○↗');
  private shown: Shown | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * The turn to whose comment the words in the box belong until they are written. While a newer
   * text is on its way, it is the turn at the cursor of that text.
   */
  private edited: TreeTurn['at']['turn'] | 'cursor' | null = null;

  constructor(panel: HTMLElement, private readonly study: Study) {
    const flip = el('button', { type: 'button', className: 'button', title: 'Turn the board round (F)', onclick: () => study.flip() }, 'Flip the board');
    const through = el('button', { type: 'button', className: 'button', title: 'Go through the turns by themselves (P)', onclick: () => study.playThrough() }, 'Play through');
    const [mainLine, ...others] = this.tools;
    const signs = el('div', { className: 'tree-signs', role: 'group', 'aria-label': 'Signs' }, ...this.signs, this.marks, this.folds);
    const more = el('div', { className: 'tree-more', role: 'group', 'aria-label': 'More tools' }, ...others, this.copy, this.puzzle, this.playing, flip, through);
    // Where there is little room, most tools are in menus.
    const signsMenu = new Folded('!?…', 'Signs', signs, 'tree-signs-menu');
    const moreMenu = new Folded('More…', 'More tools', more, 'tree-more-menu');
    this.list = new TreeView(turn => study.go(turn.textEnd), () => this.showFolds());
    this.list.element.addEventListener('keydown', event => this.key(event));
    panel.append(this.list.element, el('div', { className: 'tree-tools' },
      this.comment, signsMenu.button, signs,
      el('div', { className: 'tree-deeds', role: 'group', 'aria-label': 'Line' }, mainLine, moreMenu.button, more)));
    panel.classList.add('tree-panel');
    this.comment.addEventListener('input', () => {
      if (this.edited === null) this.edited = study.isSettled() ? this.current()?.at.turn ?? null : 'cursor';
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.finishComment(), PAUSE);
    });
    this.comment.addEventListener('blur', () => this.finishComment());
    this.showTools();
  }

  /** Shows a record and the turn of its board. Without a tree, the panel is closed. */
  show(shown: Shown): void {
    this.shown = shown;
    if (this.edited === 'cursor') this.edited = this.current()?.at.turn ?? null;
    // Another turn takes the place of the one whose comment is in the box.
    const edit = this.edited && !this.isEdited(this.current()) ? this.commentEdit() : null;
    if (edit) return this.study.apply(edit);
    if (!shown.tree && shown.board) return;
    this.list.show(shown.text, shown.tree, this.current());
    this.showFolds();
    this.showTools();
  }

  /** Sets the board to marks, or back to turns. */
  drawMarks(isOn: boolean): void {
    this.marks.setAttribute('aria-pressed', String(isOn));
    this.study.drawMarks(isOn);
    if (isOn) this.study.announce('Press a place of the board for a circle, drag for an arrow.');
  }

  private current(): TreeTurn | undefined { return this.shown ? currentOf(this.shown) : undefined; }

  private isEdited(turn: TreeTurn | undefined): boolean {
    return turn !== undefined && this.edited !== null && this.edited !== 'cursor' && keyOf(turn.at.turn) === keyOf(this.edited);
  }

  /** Moves within the tree by an arrow key, from the turn that all keys before have led to. */
  private key(event: KeyboardEvent): void {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isTreeKey(key)) return;
    event.preventDefault();
    // Another key of the panel has the same name.
    event.stopPropagation();
    if (event.repeat && !this.study.isSettled()) return;
    this.study.edit(shown => {
      this.list.move(key, currentOf(shown));
      return null;
    });
  }

  private showFolds(): void {
    const name = this.list.isAllFolded ? 'Unfold all variations' : 'Fold all variations';
    this.folds.disabled = !this.list.hasVariations;
    this.folds.replaceChildren(drawing(this.list.isAllFolded ? UNFOLD : FOLD));
    this.folds.setAttribute('aria-label', name);
    this.folds.title = name;
  }

  private showTools(): void {
    const { text, tree, board } = this.shown ?? { text: '', tree: null, board: null };
    const turn = this.current();
    const suffix = turn?.suffix ? text.slice(turn.suffix.start, turn.suffix.end) : '';
    this.signs.forEach((button, at) => {
      button.disabled = !turn;
      button.setAttribute('aria-pressed', String(suffix === SIGNS[at]?.[0]));
    });
    this.tools.forEach((button, at) => {
      const tool = TOOLS[at];
      button.disabled = !(tool && turn && tree && tool.edit(text, tree, turn));
    });
    this.copy.disabled = !board;
    this.puzzle.disabled = !board || Boolean(board.result);
    this.playing.hidden = !tree || !puzzlesIn(text, tree).length;
    this.comment.disabled = !turn;
    this.comment.placeholder = turn ? `Comment on turn ${turn.number}` : 'Comments are on turns';
    if (this.isEdited(turn)) return;
    const comment = turn && commentOf(text, turn);
    const words = comment ? wordsOf(text, comment) : '';
    // Trailing white space is not written, but the user may be about to continue after it.
    const isWritten = document.activeElement === this.comment && this.comment.value.trim() === words;
    if (!isWritten && this.comment.value !== words) this.comment.value = words;
  }

  /** Makes an edit of the turn at the cursor. */
  private act(make: (text: string, tree: Tree, turn: TreeTurn | undefined) => Edit | null | Promise<Edit | string | null>, told: string, isShown = false): void {
    this.study.edit(async shown => {
      const edit = shown.tree && await make(shown.text, shown.tree, currentOf(shown));
      if (!edit) return { edit: null, told: 'This is not possible at this turn.' };
      if (typeof edit === 'string') return { edit: null, told: edit };
      const whole = `${told}${undoWords()}`;
      if (!isShown) return { edit, told: whole };
      this.sayAfter(whole);
      return { edit };
    });
  }

  /** Shows a notice about an edit once the edited text is shown: the edit itself ends older notices. */
  private sayAfter(words: string): void {
    this.study.edit(() => {
      this.study.sayEdited(words);
      return null;
    });
  }

  private sign(sign: string): void {
    this.act((text, _, turn) => (turn ? setSign(text, turn, sign) : null), `The sign is ${sign}.`);
  }

  private use(tool: Tool): void {
    this.act(async (text, tree, turn) => {
      const endings = turn && !tool.isDangerous ? await this.endings(text, tree, turn) : undefined;
      const edit = turn && tool.edit(text, tree, turn, endings);
      if (!edit || tool.isDangerous) return edit ?? null;
      // In a damaged variation, moving could change the meaning of the text.
      const moved = await this.study.tree(changed(text, edit)).catch(() => null);
      return moved && linesOf(moved).join('\n') === linesOf(tree).join('\n') ? edit : 'The record has an error in these lines: correct it first.';
    }, tool.told, tool.isDangerous);
  }

  /** Returns how a variation of the main line and the main line itself end; undefined for other lines. */
  private async endings(text: string, tree: Tree, turn: TreeTurn): Promise<Endings | undefined> {
    const found = ownerOf(tree, turn.line);
    if (found?.owner.depth !== 0) return undefined;
    const ending = async (line: number): Promise<Ending> => {
      const last = turnsOf(tree, line).at(-1);
      const board = last ? await this.study.board(text, last.textEnd).catch(() => null) : null;
      return { result: board?.result ?? null, score: board?.score ?? null };
    };
    return { promoted: await ending(turn.line), replaced: await ending(found.owner.line) };
  }

  /** Asks for the task of a puzzle at the turn of the board, and writes it. */
  private async askForPuzzle(): Promise<void> {
    const { askForPuzzle } = await import('./puzzle-dialog');
    this.study.edit(shown => {
      const source = this.puzzleSource(shown);
      if (source) askForPuzzle(source, puzzle => this.writePuzzle(puzzle));
      return source ? null : { edit: null, told: 'A puzzle is not possible here.' };
    });
  }

  private puzzleSource({ text, tree, board }: Shown): PuzzleSource | null {
    if (!tree || !board || board.result) return null;
    const { turn, places } = placesOf(text, tree, board);
    return {
      text, board, places,
      following: turnsOf(tree, turn?.line ?? 0).length - (turn ? turn.at.turn.index + 1 : 0),
      result: tree.result && (turn?.depth ?? 0) === 0 ? text.slice(tree.result.start, tree.result.end) : '',
      solve: (text, goal, at) => this.study.solve(text, goal, at),
    };
  }

  private writePuzzle({ place, goal, task, solution, others }: StatedPuzzle): void {
    this.study.edit(async ({ text, tree, board }) => {
      if (!tree || !board) return null;
      const { turn } = placesOf(text, tree, board);
      const after = place === 0 || !turn ? turn : turnBefore(tree, turn);
      const puzzle = beginPuzzle(text, tree, after, goal);
      const first = after?.at ?? { turn: 0 };
      const line = await this.withTurns(changed(text, puzzle), solution, first);
      const written = await this.withSolutions(line, others, first);
      // The cursor stays at the position of the puzzle.
      const edit = difference(text, written, after ? after.textEnd : undefined);
      this.sayAfter(`The puzzle is written: “${task}”. Choose “Play the puzzle” to try it.${undoWords()}`);
      return { edit };
    });
  }

  /** Writes turns into a text, one after the other. */
  private async withTurns(text: string, turns: readonly string[], first: At): Promise<string> {
    let [written, at] = [text, first];
    for (const turn of turns) {
      const played = await this.study.play(written, turn, at);
      const changes = played.edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
      written = changed(written, { changes });
      at = played.at;
    }
    return written;
  }

  /** Writes further solutions of a puzzle into a text: variations of the first turn of its line. */
  private async withSolutions(text: string, turns: readonly string[], at: At): Promise<string> {
    let written = text;
    for (const turn of turns) {
      const { edits, end } = await this.study.play(written, turn, at);
      const changes = edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
      const played = changed(written, { changes });
      written = `${played.slice(0, end)} {[%solution]}${played.slice(end)}`;
    }
    return written;
  }

  /** Plays the puzzle at the current turn, or else the last one before it, or else the first one of the record. */
  private playPuzzle(): void {
    const { text, tree } = this.shown ?? {};
    if (text === undefined || !tree) return;
    const puzzles = puzzlesIn(text, tree);
    let puzzle: AnyPuzzle | undefined;
    for (let turn = this.current(); turn && !puzzle; turn = turnBefore(tree, turn)) {
      const { textEnd } = turn;
      puzzle = puzzles.find(({ end }) => end === textEnd);
    }
    puzzle ??= puzzles[0];
    if (puzzle) this.study.playPuzzle(puzzle);
  }

  /** Writes the contents of the box into the text, as soon as the newest text is shown. */
  private finishComment(): void {
    clearTimeout(this.timer);
    if (!this.edited) return;
    this.study.edit(() => ({ edit: this.commentEdit() }));
  }

  /** Returns the edit that writes the contents of the box, or null if they are already written. */
  private commentEdit(): Edit | null {
    const { text, tree } = this.shown ?? { text: '', tree: null };
    const turn = tree && this.edited !== 'cursor' && turnAt(tree, this.edited);
    this.edited = null;
    const edit = turn && tree && setComment(text, tree, turn, this.comment.value);
    return edit ? { changes: edit.changes } : null;
  }

  private copyPosition(): void {
    this.study.edit(async ({ board }) => {
      if (!board) return null;
      setTimeout(() => { this.copy.textContent = 'Copy position'; }, 2_000);
      try {
        await navigator.clipboard.writeText(board.position);
        this.copy.textContent = 'Copied';
        return { edit: null, told: 'The position is copied.' };
      } catch {
        this.copy.textContent = 'Cannot copy';
        return { edit: null, told: 'The browser does not let the page copy.' };
      }
    });
  }
}

/** Names the key that undoes an edit, unless the device has no keys. The notice has a button for the same. */
const undoWords = (): string => (matchMedia('(hover: none) and (pointer: coarse)').matches ? '' : ' Ctrl + Z takes it back.');

/** Returns the turn at the cursor, which may be illegal, or else the turn of the board. */
function currentOf({ tree, board, at }: Shown): TreeTurn | undefined {
  const isHere = ({ start, textEnd }: TreeTurn): boolean => start <= at && at <= textEnd;
  return tree?.turns.find(isHere) ?? (tree && board ? turnAt(tree, idOf(board)) : undefined);
}

/** Returns the turn of a board, and the positions in which a puzzle can begin: after this turn, and before it. */
function placesOf(text: string, tree: Tree, board: Board): { readonly turn: TreeTurn | undefined; readonly places: readonly PuzzlePlace[] } {
  const turn = turnAt(tree, idOf(board));
  const place = (after: TreeTurn | undefined, seat: number, name: string, where: string, next: string | null): PuzzlePlace => ({
    at: after?.at ?? { turn: 0 }, seat, name, where: `${seatWithPlayer(board, name)}, ${where}`, known: puzzleAfter(text, tree, after), next,
  });
  const here = place(turn, board.mover, board.toMove, turn ? `after turn ${turn.number}` : 'at the start', board.next[0]?.played ?? null);
  const seat = board.seats.findIndex(({ name }) => name === board.seat) + 1;
  if (!turn || !seat) return { turn, places: [here] };
  return { turn, places: [here, place(turnBefore(tree, turn), seat, board.seat ?? '', `before turn ${turn.number}`, board.played)] };
}

/** Returns the end of the alternative before or after the turn of a board, or null. */
export function besideTurn(tree: Tree, board: Board, by: 1 | -1): number | null {
  const turn = turnAt(tree, idOf(board));
  const all = turn ? alternatives(tree, turn) : [];
  return turn ? all[all.indexOf(turn) + by]?.textEnd ?? null : null;
}

/** Returns the illegal turn that follows the position of a board in its line; null if there is none, or if the record expects it. */
export function illegalAfter(tree: Tree | null, board: Board): TreeTurn | null {
  const turn = tree && turnAt(tree, idOf(board));
  const next = tree && turnsOf(tree, turn?.line ?? 0)[turn ? turn.at.turn.index + 1 : 0];
  return next && !next.played && !next.refused ? next : null;
}

const keyOf = ({ line, index }: TreeTurn['at']['turn']): string => `${line} ${index}`;
const idOf = ({ at }: Board): TreeTurn['at']['turn'] | null => (at.turn !== null && typeof at.turn === 'object' ? at.turn : null);
