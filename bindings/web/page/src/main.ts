// The web app: the editor, the board of the turn at its cursor, and the panels about the record.
import starts, { type GameStarts, type Start } from 'pipscribe-starts';
import engineScript from 'pipscribe-worker';
import { redo, undo } from '@codemirror/commands';
import { Text } from '@codemirror/state';

import { offersAt } from './editor/actions';
import { Editor, showPlayed } from './editor/editor';
import type { Finding } from './editor/findings';
import { offsetOf, placeOf, rangeOf } from './editor/places';
import type { Board, Drawn } from './board';
import type { Place, Records } from './engine/answers';
import { startEngine } from './engine/client';
import { drawing, el } from './dom';
import { mountFiles } from './files';
import { Drafts, lastDraft } from './files/draft';
import { beginnings, type Beginning } from './panels/begin';
import { showFindings } from './panels/findings';
import { markChange } from './panels/marks';
import { openMenu } from './panels/menu';
import { RecordList } from './panels/records';
import { showRules } from './panels/rules';
import { Table, toldOf, type Step } from './panels/table';
import { tabs } from './panels/tabs';

/** Interval for polling the progress of checking, in milliseconds. */
const BETWEEN = 400;

function need(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

const live = need('live');
const verdict = need('verdict');
const announce = (text: string): void => { live.textContent = text; };

/** Reports an error of the web app itself to the user. */
function broken(why: string): void {
  verdict.className = 'verdict wrong';
  verdict.textContent = `The checker cannot run here: ${why}`;
}

const first = starts[0] as GameStarts;
let ruled = '';
const engine = startEngine(new URL(engineScript, import.meta.url), broken);
const panel = tabs(need('panels'), need('desk'), 'About the record');
let records: RecordList | undefined;
const recordTab = panel('Record', { shows: need('editor'), opened: () => revealed() });
const findingsTab = panel('Findings');
const recordsTab = panel('Records', { isFull: true, opened: () => void records?.refresh() });
const rulesTab = panel('Rules');

let findings: Finding[] = [];
let board: Board | null = null;
/** True if the user steps through the game, so that positions are announced. */
let hasStepped = false;
let counted: Records | null = null;

need('editor').replaceChildren();
/** Text that was opened or saved last; changes to it are unsaved. */
let kept: unknown = null;
/** Name that the text was opened with; empty if it is called after its first record. */
let given = '';
let isOpening = false;
/** True until the text that was opened has been shown at its first finding, if it has one. */
let isArriving = false;

const editor = new Editor(need('editor'), '', 0, {
  changed: isWhole => {
    if (isOpening) return;
    isArriving = false;
    if (isWhole) given = '';
    drafts.changed();
    document.dispatchEvent(new Event('pips-text'));
  },
  pasted: text => {
    files.openText(text);
    return true;
  },
  findings: (found, text) => {
    findings = found;
    arrive();
    showFindings(findingsTab.panel, found, goTo);
    void judge(text);
  },
  moved: () => schedule(),
  actions: () => void actions(),
});

/** Moves the cursor to a finding. */
function goTo(finding: Finding): void {
  if (recordTab.button.offsetParent) recordTab.open();
  editor.go(finding.from);
}

/** Scrolls to the cursor once the editor is in sight. */
function revealed(): void {
  requestAnimationFrame(() => editor.reveal());
}

const table = new Table(need('board'), (name, text, options) => engine.call(name, text, options), {
  step: to => void step(to),
  played: ({ edits, end, told }) => {
    if (here.doc !== editor.view.state.doc) return announce('The record has changed since the board was shown. Play the turn again.');
    const { from } = here;
    editor.change(edits.map(edit => ({ from: from + edit.start, to: from + edit.end, insert: edit.text })), from + end);
    announce(told.join(' '));
  },
  marked: mark => {
    if (!board) return;
    if (here.doc === editor.view.state.doc) return writeMark(mark, board);
    waiting.push({ mark, turn: keyOf(board) });
    schedule();
  },
  refused: why => announce(why),
});
records = new RecordList(recordsTab.panel, asked => editor.ask<Records>('pipscribe/records', asked), record => {
  editor.go(offsetOf(editor.view.state.doc, record.range.start), false);
  announce(`Record ${record.record}: ${record.name}`);
});

/** Marks drawn before the board of the current text was shown, each with its turn. */
const waiting: { readonly mark: Drawn; readonly turn: string }[] = [];
const keyOf = ({ variation, number }: Board): string => [...variation, number].join(' ');

/** Writes a mark into the comment after the turn of a board. */
function writeMark(mark: Drawn, { end }: Board): void {
  const { from, to } = here;
  const change = markChange(editor.view.state.doc.sliceString(from, to), end, mark);
  editor.change([{ from: from + change.from, to: from + change.to, insert: change.insert }]);
  announce('from' in mark ? `Arrow from ${mark.from} to ${mark.to}.` : `Mark on ${mark.at}.`);
}

/** Writes the next mark that has waited for this board. */
function writeWaiting(answer: Board | null): void {
  const next = waiting.shift();
  if (!next) return;
  if (answer && keyOf(answer) === next.turn) writeMark(next.mark, answer);
  else announce('The mark was not written: the board shows another turn.');
}

// The board follows the cursor, with one request at a time. Only the record at the cursor is sent, however large the
// file is.
let here: { from: number; to: number; doc: unknown } = { from: 0, to: 0, doc: null };
let isAsking = false;
let isStale = false;
function schedule(): void {
  isStale = true;
  if (!isAsking) void follow();
}

async function follow(): Promise<void> {
  isAsking = true;
  while (isStale) {
    isStale = false;
    const { doc } = editor.view.state;
    const { at } = editor;
    if (here.doc !== doc || at < here.from || at >= here.to) {
      const place = await editor.ask<Place>('pipscribe/board', { position: placeOf(doc, at) }).catch(() => null);
      here = { ...(place ? rangeOf(doc, place.within) : { from: at, to: at }), doc };
    }
    const answer = await table.ask(doc.sliceString(here.from, here.to), at - here.from);
    if (editor.view.state.doc === doc) {
      showBoard(answer);
      writeWaiting(answer);
    }
    await new Promise(requestAnimationFrame);
  }
  isAsking = false;
}

function showBoard(answer: Board | null): void {
  board = answer;
  table.show(answer);
  const { from } = here;
  const shown = answer?.start == null || answer.end == null ? null : { from: from + answer.start, to: from + answer.end };
  editor.view.dispatch({ effects: showPlayed.of(shown) });
  if (answer) chosenGame(answer.game);
  if (answer && hasStepped) announce(toldOf(answer));
  hasStepped = false;
}

async function step(to: Step): Promise<void> {
  const { doc } = editor.view.state;
  let end: number | null = null;
  const way = to === 'previous' ? board?.previous : to === 'next' ? board?.next[0] : undefined;
  if (to === 'first') end = board ? here.from : null;
  else if (to !== 'last') end = way ? here.from + (way.end ?? 0) : null;
  else {
    const place = await editor.ask<Place>('pipscribe/board', { position: placeOf(doc, editor.at), step: 1_000_000 }).catch(() => null);
    end = place?.range ? offsetOf(doc, place.range.end) : null;
  }
  if (end === null || editor.view.state.doc !== doc) return;
  hasStepped = true;
  editor.go(end, false);
}

/** Shows a text that was just opened at its first finding. */
function arrive(): void {
  const error = findings.find(({ severity }) => severity === 'error') ?? findings.find(({ severity }) => severity === 'warning');
  if (!isArriving || !error) return;
  isArriving = false;
  if (!findingsTab.isOpen && recordTab.isOpen) findingsTab.open();
  editor.go(error.from, false);
}

/** Shows the name of the text. */
function rename(ofRecord?: string): void {
  const name = given || ofRecord || (editor.view.state.doc.length ? 'A record' : 'No record yet');
  need('name').textContent = name;
  need('name').title = name;
  document.title = editor.view.state.doc.length ? `${name} – Pipscribe` : 'Pipscribe – write, check and play records';
}

/** Shows the state of the text in a few words; for a large file, the progress of checking. */
let judging: ReturnType<typeof setTimeout> | undefined;
/** Text that the shown state is about. */
let judgedText: unknown = null;
async function judge(text: unknown): Promise<void> {
  clearTimeout(judging);
  counted = await editor.ask<Records>('pipscribe/records', { count: 1 }).catch(() => null);
  if (!counted) return;
  const { total, judged } = counted;
  rename(counted.records[0]?.name);
  if (total && judged >= total && !findings.length) isArriving = false;
  const number = findings.filter(finding => finding.severity !== 'info').length;
  findingsTab.count(number, number > 0);
  recordsTab.count(total);
  const name = (count: number, word: string): string => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
  const isDone = judged >= total;
  verdict.className = `verdict ${number ? 'wrong' : isDone && total ? 'good' : ''}`;
  const more = findings.length > number ? '+' : '';
  const state = number ? `${number.toLocaleString('en')}${more} finding${number === 1 ? '' : 's'}` : total ? 'All legal' : 'Nothing to check yet';
  verdict.textContent = isDone ? (total > 1 ? `${state} · ${name(total, 'record')}` : state) : `Checking ${judged.toLocaleString('en')} of ${name(total, 'record')}…`;
  if (!recordsTab.panel.hidden) void records?.refresh();
  if (!isDone) judging = setTimeout(() => void judge(text), BETWEEN);
  judgedText = text;
}

async function actions(): Promise<void> {
  const { from, to } = editor.view.state.selection.main;
  openMenu(actionsButton, await offersAt(editor.view, from, to, []));
}

/**
 * Replaces the text; this can be undone. Without a place, the board shows the last turn of the first record, or its
 * first finding.
 */
export function open(text: string, name: string, at?: number): void {
  document.documentElement.dataset.start = 'record';
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  given = name;
  isOpening = true;
  editor.change({ from: 0, to: editor.view.state.doc.length, insert: clean }, Math.min(at ?? 0, clean.length));
  isOpening = false;
  kept = editor.view.state.doc;
  editor.go(Math.min(at ?? 0, clean.length), false);
  isArriving = at === undefined;
  if (at === undefined) void arrived();
  rename();
  document.dispatchEvent(new Event('pips-text'));
  announce(`${name || 'The record'} is open.`);
}

/** Moves to the last turn of the first record. */
async function arrived(): Promise<void> {
  const { doc } = editor.view.state;
  const place = await editor.ask<Place>('pipscribe/board', { position: placeOf(doc, 0), step: 1_000_000 }).catch(() => null);
  if (isArriving && place?.range && editor.view.state.doc === doc && editor.at === 0) editor.go(offsetOf(doc, place.range.end), false);
}

const drafts = new Drafts(() => (editor.text.trim() && kept !== editor.view.state.doc && !(kept instanceof Text && editor.view.state.doc.eq(kept))
  ? { text: editor.text, name: given, at: editor.at } : null));

// The games.
const games = starts.map(of => el('button', { type: 'button', className: 'button quiet game', onclick: () => { begin(of.example, false); rules(of); rulesTab.open(); } }, of.title));
need('games').append(...games);
function rules(of: GameStarts): void {
  if (ruled === of.game) return;
  ruled = of.game;
  showRules(rulesTab.panel, of, start => begin(start));
}
function chosenGame(game: string): void {
  starts.forEach((of, at) => {
    games[at]?.setAttribute('aria-current', String(of.game === game));
    if (of.game === game) rules(of);
  });
}
function begin(start: Start, isAt = true): void {
  open(start.text, start.name, isAt ? start.at : undefined);
  if (start.name.includes('mistake')) findingsTab.open();
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

verdict.addEventListener('click', () => {
  findingsTab.open();
  findingsTab.button.focus();
});

// The menu that holds the rest of the bar on narrow screens.
const menu = need('menu');
const rest = need('bar-rest');
function openRest(isOpen: boolean): void {
  rest.classList.toggle('open', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
}
menu.addEventListener('click', () => openRest(!rest.classList.contains('open')));
rest.addEventListener('click', event => { if (event.target instanceof Element && event.target.closest('button:not(#theme)')) openRest(false); });
document.addEventListener('pointerdown', event => { if (event.target instanceof Node && !rest.contains(event.target) && !menu.contains(event.target)) openRest(false); });
rest.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  openRest(false);
  menu.focus();
});

// On paper the editor would show only the lines in sight.
const printed = el('pre', { className: 'printed', 'aria-hidden': 'true' });
need('desk').append(printed);
addEventListener('beforeprint', () => { printed.textContent = editor.text; });
addEventListener('afterprint', () => { printed.textContent = ''; });

// Light and dark mode.
need('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  try { localStorage.setItem('theme', root.dataset.theme); } catch { /* It holds for this visit. */ }
});

rules(first);
editor.connect(engine.transport);
void engine.ready.then(() => document.documentElement.classList.add('ready'));
schedule();

const files = mountFiles({
  text: () => editor.text,
  name: () => need('name').textContent ?? '',
  at: () => editor.at,
  shown: () => ({ text: editor.view.state.doc.sliceString(here.from, here.to), turn: board?.variation.length === 0 ? board.number : 0 }),
  open,
  saved: () => { kept = editor.view.state.doc; },
  pictures: need('pictures'),
  call: (name, ...args) => engine.call(name, ...args),
}, need('tools'));

// The start.
async function paste(): Promise<void> {
  try {
    const text = await navigator.clipboard.readText();
    if (text.trim()) return files.openText(text);
    files.say('The clipboard has no text.', true);
  } catch {
    write();
    files.say('Paste the record here: Ctrl + V, or ⌘ V, or a long press.');
  }
}

/** Shows the editor, to write in. */
function write(): void {
  document.documentElement.dataset.start = 'record';
  recordTab.open();
  editor.view.requestMeasure();
  editor.view.focus();
}

const draft = lastDraft();
const beginning: Beginning = {
  paste: () => void paste(),
  newGame: () => files.newGame(),
  example: () => begin(first.mistake, false),
  draft: draft && {
    name: draft.name,
    open: () => {
      open(draft.text, draft.name, draft.at);
      // It is still unsaved.
      kept = null;
    },
  },
  write,
};
need('begin').append(...beginnings(beginning));
table.begin = beginnings({ ...beginning, write: null });
need('pictures').addEventListener('click', event => {
  const game = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-game]')?.dataset.game : undefined;
  const of = starts.find(start => start.game === game);
  if (of) begin(of.example, false);
});
document.addEventListener('paste', event => {
  const text = event.clipboardData?.getData('text/plain');
  if (document.documentElement.dataset.start === 'record' || document.querySelector('dialog') || !text?.trim()) return;
  event.preventDefault();
  files.openText(text);
});

// Access for tests.
export const page = { engine, editor, open, announce, board: () => board, isJudged: () => judgedText === editor.view.state.doc };
declare global {
  interface Window { pipscribe?: typeof page }
}
window.pipscribe = page;

// After the first visit the web app works offline.
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
  addEventListener('load', () => void navigator.serviceWorker.register('sw.js').catch(() => undefined));
}
