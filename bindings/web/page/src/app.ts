// The web app: the editor, the board of the turn at its cursor, and the panels about the record.
import starts, { type GameStarts, type Start } from 'pipscribe-starts';
import engineScript from 'pipscribe-worker';
import { redo, undo } from '@codemirror/commands';

import { offersAt } from './editor/actions';
import { Editor, showPlayed } from './editor/editor';
import type { Finding } from './editor/findings';
import { offsetOf, placeOf } from './editor/places';
import type { At, Board, Choices, Played, TurnId } from './board';
import type { Place, Records } from './engine/answers';
import { startEngine } from './engine/client';
import { drawing, el, need } from './dom';
import { mountFiles } from './files';
import { mountBar } from './panels/bar';
import { beginnings, type Beginning } from './panels/begin';
import { showFindings } from './panels/findings';
import { Games } from './panels/games';
import { markChange } from './panels/marks';
import { openMenu } from './panels/menu';
import { NoBoard } from './panels/no-board';
import { RecordList } from './panels/records';
import { Table, toldOf, type Step } from './panels/table';
import { tabs } from './panels/tabs';
import { Verdict } from './panels/verdict';
import { Opening } from './record/opening';
import { ShownRecord, type Shown } from './record/shown';
import { puzzleAfter, puzzlesIn } from './study/edits';
import { parseGoal, taskOf } from './study/goals';
import { besideTurn, illegalAfter, StudyPanel, type Study } from './study/panel';
import { Puzzle, type Solved } from './study/puzzle';
import { turnAt, type Tree } from './study/tree';

/** Steps of a search that answers a try: about a second. */
const SEARCHED = 200_000;

const live = need('live');
const announce = (text: string): void => { live.textContent = text; };

const first = starts[0] as GameStarts;
const engine = startEngine(new URL(engineScript, import.meta.url), why => verdict.broken(why));
const panel = tabs(need('panels'), need('desk'), 'About the record');
let records: RecordList | undefined;
const recordTab = panel('Record', { shows: need('editor'), opened: () => revealed() });
const turnsTab = panel('Turns', {
  isFull: true,
  opened: () => {
    record.follow();
    // The panel may cover the line of the cursor.
    revealed();
  },
  closed: () => study.drawMarks(false),
});
const findingsTab = panel('Findings');
const recordsTab = panel('Records', { isFull: true, opened: () => void records?.refresh() });
const rulesTab = panel('Rules');

/** True if the user steps through the game, so that positions are announced. */
let hasStepped = false;

/** True while a turn from the board is being written. */
let isEntering = false;

/** Shows the button on the board that takes back the turn that was entered last. */
function showUndo(undoes: boolean): void {
  for (const board of document.querySelectorAll('pips-board')) board.undoes = undoes;
}
need('board').addEventListener('undo', () => { undo(editor.view); });

need('editor').replaceChildren();
const editor = new Editor(need('editor'), '', 0, {
  changed: (changes, isWhole, isFix) => {
    record.changed(changes);
    // Later changes would be undone instead of the turn.
    showUndo(isEntering);
    isEntering = false;
    opening.changed(isWhole, isFix);
  },
  pasted: text => {
    files.openText(text);
    return true;
  },
  findings: (found, text) => void verdict.judge(text, found),
  moved: () => record.follow(),
  actions: () => void actions(),
});

/** Moves the cursor to a finding. */
function goTo(finding: Finding): void {
  if (recordTab.button.offsetParent) recordTab.open();
  editor.go(finding.from);
}

/** Scrolls to the cursor once the editor is visible. */
function revealed(): void {
  requestAnimationFrame(() => editor.reveal());
}

const table = new Table(need('board'), (name, text, options) => engine.call(name, text, options), {
  step: to => step(to),
  isWaiting: () => !record.isSettled,
  isClosed: () => puzzle.isAnswered,
  enter: way => record.press(({ board }) => {
    const now = board?.next.find(({ played }) => played === way.played);
    if (now) goInRecord(now.end ?? 0);
  }),
  beside: by => record.press(shown => beside(shown, by)),
  flipped: () => record.follow(),
  played: (turn, on) => record.edit(async ({ board, text, tree }) => {
    // The board may have moved on in the meantime.
    if (!board || board.position !== on?.position) return { edit: null, told: 'The turn was not played: the board shows another position now.' };
    if (puzzle.isOn) {
      puzzle.played(turn, board);
      return null;
    }
    const illegal = board.fault === null ? null : illegalAfter(tree ?? await studied.tree(text).catch(() => null), board);
    if (illegal) {
      isEntering = true;
      const changes = [{ from: illegal.textStart, to: illegal.textEnd, insert: turn }];
      return { edit: { changes, cursor: illegal.textStart + turn.length }, told: `${turn} replaces ${illegal.text}.` };
    }
    const { edits, end, told } = await table.source.play(turn, board.at);
    isEntering = edits.length > 0;
    return { edit: { changes: edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text })), cursor: end }, told: told.join(' ') };
  }),
  marked: (mark, on) => record.edit(({ text, board }) => {
    if (!board || !on || keyOf(board) !== keyOf(on)) return { edit: null, told: 'The mark was not written: the board shows another turn.' };
    return { edit: { changes: [markChange(text, board.end, mark)] }, told: 'from' in mark ? `Arrow from ${mark.from} to ${mark.to}.` : `Mark on ${mark.at}.` };
  }),
});
const keyOf = ({ variation, number }: Board): string => [...variation, number].join(' ');

// What a record without a board shows.
const noBoard = new NoBoard(editor, (text, game) => files.readAsGame(text, game), showNoFindings);
function showNoFindings(): void {
  findingsTab.panel.replaceChildren(el('p', { className: 'empty' }, 'Choose the game first: then the turns are checked.'));
}
table.noBoard = noBoard.element;

// The name of the text, and the state of its checking.
const verdict: Verdict = new Verdict({
  editor,
  findings: findingsTab,
  records: recordsTab,
  clean: () => opening.clean(),
  show: found => {
    noBoard.found(found ?? []);
    need('desk').toggleAttribute('data-clean', found?.length === 0 && !noBoard.asksForGame);
    if (!found) return findingsTab.panel.replaceChildren(el('p', { className: 'empty' }, 'Checking…'));
    opening.found(found);
    if (noBoard.asksForGame) return showNoFindings();
    showFindings(findingsTab.panel, found, goTo, act => record.press(act));
  },
  listed: () => { if (!recordsTab.panel.hidden) void records?.refresh(); },
});

// The record at the cursor, which the board and the tree of turns follow.
const record: ShownRecord = new ShownRecord(editor, {
  board: (text, at) => table.ask(text, at),
  tree: text => studied.tree(text).catch(() => null),
  needsTree: () => turnsTab.isOpen,
  show,
  announce,
});

/** Proves or refutes a puzzle of a position, after some turns, by a short search. */
function solve(text: string, goal: string, at: At, after: readonly string[] = []): Promise<Solved> {
  return engine.call<Solved>('solve', text, goal, at, { after, steps: SEARCHED });
}

// A puzzle is played without its text.
const puzzle: Puzzle = new Puzzle(need('task'), need('desk'), {
  go: stepTo,
  press: act => record.press(({ board }) => act(board)),
  choices: (text, { at }, chosen) => engine.call<Choices>('choices', text, { at, chosen, look: {} }),
  path: (text, { at }, turn) => engine.call<readonly string[]>('choicesOf', text, { at, turn }),
  solve,
  play: (text, turn, at) => engine.call<Played>('play', text, { at, turn }),
  board: (text, at) => table.ask(text, at),
  preview: (text, board) => table.show({ text, board }, false),
  again: () => table.show(record.now, isBlank()),
  enter: () => table.enter(),
  announce,
  changed: () => {
    document.documentElement.toggleAttribute('data-puzzle', puzzle.isOn);
    table.keepSize(puzzle.isOn);
    for (const part of need('desk').querySelectorAll<HTMLElement>(':scope > :not(.puzzle, .notice)')) part.inert = puzzle.isOn;
    record.follow();
  },
});

/** Moves the cursor, so that the board goes to another turn. */
function stepTo(at: number): void {
  hasStepped = true;
  editor.go(at, false);
}

/** Goes to a place of the shown record. */
function goInRecord(at: number): void { stepTo(record.placeOf(at)); }

/** Returns the task of the puzzle after a turn of a variation. */
async function taskAt(text: string, tree: Tree, after: TurnId | null): Promise<string | null> {
  const turn = turnAt(tree, after);
  const goal = parseGoal(puzzleAfter(text, tree, turn) ?? '');
  const board = turn && goal ? await table.ask(text, turn.textEnd) : null;
  return board && goal && taskOf(goal, board.toMove);
}

// The tree of turns, and the operations on it.
const studied: Study = {
  tree: text => engine.call<Tree>('turnTree', text, {}),
  board: (text, at) => table.ask(text, at),
  go: goInRecord,
  edit: make => record.edit(make),
  isSettled: () => record.isSettled,
  apply: edit => record.apply(record.now.from, edit),
  announce,
  sayEdited: words => files.notices.say(words, false, { title: 'Take it back', act: () => undo(editor.view) }),
  flip: () => table.flip(),
  playThrough: () => table.playThrough(),
  drawMarks: isOn => table.drawMarks(isOn),
  solve,
  play: (text, turn, at) => engine.call<Played>('play', text, { at, turn }),
  playPuzzle: wanted => record.press(async ({ doc, text, tree, from }) => {
    const chosen = tree && puzzlesIn(text, tree).find(({ end }) => end === wanted.end);
    if (!tree || !chosen) return;
    const task = chosen.task ?? await taskAt(text, tree, chosen.after);
    if (task === null || editor.view.state.doc !== doc) return;
    // The notice about a new puzzle asks the user to play it.
    files.notices.end();
    puzzle.begin(text, tree, { ...chosen, task }, from);
  }),
};
const study: StudyPanel = new StudyPanel(turnsTab.panel, studied);
turnsTab.panel.addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLTextAreaElement) return;
  if (table.key(event)) event.preventDefault();
});

/** Goes to the alternative before or after the turn that is shown. */
async function beside({ doc, text, board, tree }: Shown, by: 1 | -1): Promise<void> {
  if (!board || puzzle.isOn) return;
  const known = tree ?? await studied.tree(text).catch(() => null);
  const end = known && besideTurn(known, board, by);
  if (end != null && editor.view.state.doc === doc) goInRecord(end);
}

records = new RecordList(recordsTab.panel, asked => editor.ask<Records>('pipscribe/records', asked), listed => {
  editor.go(offsetOf(editor.view.state.doc, listed.range.start), false);
  announce(`Record ${listed.record}: ${listed.name}`);
}, ({ range }) => {
  const start = offsetOf(editor.view.state.doc, range.start);
  const { from, text } = record.now;
  return from <= start && start < from + text.length;
});

/** Returns true if there is no text, without reading a long text. */
function isBlank(): boolean {
  const { doc } = editor.view.state;
  return doc.length < 1_000 && !doc.toString().trim();
}

function show(shown: Shown): void {
  const { board, from } = shown;
  table.show(shown, isBlank());
  noBoard.show(board || isBlank() ? null : shown);
  const played = board?.start == null || board.end == null ? null : { from: from + board.start, to: from + board.end };
  editor.view.dispatch({ effects: showPlayed.of(played) });
  if (board) games.chosen(board.game);
  if (!recordsTab.panel.hidden) records?.follow();
  if (board && hasStepped) announce(toldOf(board));
  hasStepped = false;
  // This may write a comment.
  study.show(shown);
}

/** Goes to another position, once the position that is shown is known. */
function step(to: Step): void {
  record.press(async ({ doc, from, board }) => {
    // In a puzzle, the next turns are the solution.
    if (puzzle.isOn) return;
    const way = to === 'previous' ? board?.previous : to === 'next' ? board?.next[0] : undefined;
    if (to === 'first' && board) return stepTo(from);
    if (way) return goInRecord(way.end ?? 0);
    if (to !== 'last') return;
    const place = await editor.ask<Place>('pipscribe/board', { position: placeOf(doc, editor.at), step: 1_000_000 }).catch(() => null);
    if (place?.range && editor.view.state.doc === doc) stepTo(offsetOf(doc, place.range.end));
  });
}

// Opens texts, and lists the records that the browser keeps.
const opening: Opening = new Opening({
  editor, record, puzzle, verdict, announce,
  tree: text => studied.tree(text).catch(() => null),
  lastBoard: text => engine.call<Board>('board', text, { offset: text.length, look: { theme: 'screen', notes: false, coordinates: 'none' } }).catch(() => null),
  waits: () => table.wait(),
  foundError: () => { if (recordTab.isOpen || turnsTab.isOpen) findingsTab.open(); },
  notices: () => files.notices,
});
const open: Opening['open'] = (...given) => opening.open(...given);

// The games.
const games = new Games(rulesTab, begin);
function begin(start: Start, isAt = true): void {
  open(start.text, start.name, isAt ? start.at : undefined);
  if (start.name.includes('mistake')) findingsTab.open();
}

async function actions(): Promise<void> {
  const { from, to } = editor.view.state.selection.main;
  openMenu(actionsButton, await offersAt(editor.view, from, to, []));
}

// The buttons of the editor.
const icon = (name: string, path: string, title: string, onclick: () => void): HTMLButtonElement => {
  const made = el('button', { type: 'button', className: 'button quiet icon', 'aria-label': name, title, onclick });
  made.append(drawing(path));
  return made;
};
const button = (words: string, title: string, onclick: () => void): HTMLButtonElement => el('button', { type: 'button', className: 'button quiet', title, onclick }, words);
const actionsButton = button('Fix…', 'Show fixes and other actions at the cursor (Ctrl + .)', () => void actions());
need('edit').append(
  icon('Undo', 'M8 5 3.5 9.5 8 14M4 9.5h9a5.5 5.5 0 0 1 0 11h-3', 'Undo (Ctrl + Z)', () => { undo(editor.view); }),
  icon('Redo', 'M16 5l4.5 4.5L16 14M20 9.5h-9a5.5 5.5 0 0 0 0 11h3', 'Redo (Ctrl + Y)', () => { redo(editor.view); }),
  button('Format', 'Write the records in canonical form (Shift + Alt + F)', () => void editor.format().then(() => announce('Formatted.'))),
  actionsButton);

// These keys undo everywhere, except in fields, which have a history of their own.
document.addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || document.querySelector('dialog')) return;
  const [target] = event.composedPath();
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))) return;
  const key = event.key.toLowerCase();
  const act = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : null;
  if (!act || puzzle.isOn) return;
  event.preventDefault();
  act(editor.view);
});

// On paper, the editor would show only the visible lines.
const printed = el('pre', { className: 'printed', 'aria-hidden': 'true' });
need('desk').append(printed);
addEventListener('beforeprint', () => { printed.textContent = editor.text; });
addEventListener('afterprint', () => { printed.textContent = ''; });

mountBar();
games.rules(first);
editor.connect(engine.transport);
void engine.ready.then(() => document.documentElement.classList.add('ready'));
record.follow();

const files = mountFiles({
  text: () => editor.text,
  name: () => verdict.name,
  at: () => editor.at,
  shown: () => {
    const { text, board } = record.now;
    return { text, turn: board?.variation.length === 0 ? board.number : 0 };
  },
  open,
  select: (from, to) => {
    if (recordTab.button.offsetParent) recordTab.open();
    editor.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    editor.view.focus();
  },
  enter: () => table.enter(),
  saved: () => opening.saved(),
  pictures: need('pictures'),
  call: (name, ...args) => engine.call(name, ...args),
}, need('tools'), opening.yours, text => opening.resume(text));

// The start.
async function paste(): Promise<void> {
  try {
    const text = await navigator.clipboard.readText();
    if (text.trim()) return files.openText(text);
    files.notices.say('The clipboard has no text.', true);
  } catch {
    (await import('./files/paste')).pasteBox(text => files.openText(text));
  }
}

/** Shows the editor, so that the user can write. */
function write(): void {
  document.documentElement.dataset.start = 'record';
  recordTab.open();
  editor.view.requestMeasure();
  editor.view.focus();
}

const beginning: Beginning = {
  paste: () => void paste(),
  newGame: () => files.newGame(),
  example: () => begin(first.mistake, false),
  yours: null,
  write,
};
need('begin').append(...beginnings(beginning));
table.begin = beginnings({ ...beginning, yours: () => files.yours(), write: null });
document.addEventListener('paste', event => {
  const text = event.clipboardData?.getData('text/plain');
  if (document.documentElement.dataset.start === 'record' || document.querySelector('dialog') || !text?.trim()) return;
  event.preventDefault();
  files.openText(text);
});

// Access for tests.
export const page = { engine, editor, open, announce, board: () => record.now.board, isShown: () => record.isSettled, isJudged: () => verdict.isNewest };
declare global {
  interface Window { pipscribe?: typeof page }
}
window.pipscribe = page;

// After the first visit the web app works offline. What the first view needs is loaded first; this module may run after
// that.
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
  const register = () => void navigator.serviceWorker.register('sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
