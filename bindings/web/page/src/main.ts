// The web app: the editor, the board of the turn at its cursor, and the panels about the record.
import starts, { type GameStarts, type Start } from 'pipscribe-starts';
import engineScript from 'pipscribe-worker';
import { redo, undo } from '@codemirror/commands';

import { offersAt } from './editor/actions';
import { Editor, showPlayed } from './editor/editor';
import type { Finding } from './editor/findings';
import { offsetOf, placeOf, rangeOf } from './editor/places';
import type { Board } from './board';
import type { Place, Records } from './engine/answers';
import { startEngine } from './engine/client';
import { el } from './dom';
import { mountFiles } from './files';
import { showFindings } from './panels/findings';
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
const panel = tabs(need('panels'), 'About the record');
let records: RecordList | undefined;
const findingsTab = panel('Findings');
const recordsTab = panel('Records', true, () => void records?.refresh());
const rulesTab = panel('Rules');

let findings: Finding[] = [];
let board: Board | null = null;
/** True if the user steps through the game, so that positions are announced. */
let hasStepped = false;
let counted: Records | null = null;

need('editor').replaceChildren();
const editor = new Editor(need('editor'), first.example.text, first.example.at, {
  findings: found => {
    findings = found;
    showFindings(findingsTab.panel, found, finding => editor.go(finding.from));
    void judge();
  },
  moved: () => schedule(),
  actions: () => void actions(),
});

const table = new Table(need('board'), (name, text, options) => engine.call(name, text, options), {
  step: to => void step(to),
  played: ({ edits, end, told }) => {
    const { from } = here;
    editor.change(edits.map(edit => ({ from: from + edit.start, to: from + edit.end, insert: edit.text })), from + end);
    announce(told.join(' '));
  },
  refused: why => announce(why),
});
records = new RecordList(recordsTab.panel, asked => editor.ask<Records>('pipscribe/records', asked), record => {
  editor.go(offsetOf(editor.view.state.doc, record.range.start), false);
  announce(`Record ${record.record}: ${record.name}`);
});

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
    if (editor.view.state.doc === doc) showBoard(answer);
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

/** Shows the state of the text in a few words; for a large file, the progress of checking. */
let judging: ReturnType<typeof setTimeout> | undefined;
async function judge(): Promise<void> {
  clearTimeout(judging);
  counted = await editor.ask<Records>('pipscribe/records', { count: 0 }).catch(() => null);
  if (!counted) return;
  const { total, judged } = counted;
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
  if (!isDone) judging = setTimeout(() => void judge(), BETWEEN);
}

async function actions(): Promise<void> {
  const { from, to } = editor.view.state.selection.main;
  openMenu(actionsButton, await offersAt(editor.view, from, to, []));
}

/** Replaces the text; this can be undone. */
export function open(text: string, name: string, at = 0): void {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  editor.change({ from: 0, to: editor.view.state.doc.length, insert: clean }, Math.min(at, clean.length));
  editor.go(Math.min(at, clean.length), false);
  need('name').textContent = name;
  announce(`${name} is open.`);
}

// The games.
const games = starts.map(of => el('button', { type: 'button', className: 'button quiet game', onclick: () => { begin(of.example); rules(of); rulesTab.open(); } }, of.title));
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
function begin(start: Start): void {
  open(start.text, start.name, start.at);
  if (start.name.includes('mistake')) findingsTab.open();
}

// The buttons of the editor.
const button = (words: string, title: string, onclick: () => void): HTMLButtonElement => el('button', { type: 'button', className: 'button quiet', title, onclick }, words);
const actionsButton = button('Fix…', 'Show fixes and other actions at the cursor (Ctrl + .)', () => void actions());
need('edit').append(
  button('Undo', 'Undo (Ctrl + Z)', () => { undo(editor.view); }),
  button('Redo', 'Redo (Ctrl + Y)', () => { redo(editor.view); }),
  button('Format', 'Write the records in canonical form (Shift + Alt + F)', () => void editor.format().then(() => announce('Formatted.'))),
  actionsButton);

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

mountFiles({
  text: () => editor.text,
  name: () => need('name').textContent ?? '',
  at: () => editor.at,
  shown: () => ({ text: editor.view.state.doc.sliceString(here.from, here.to), turn: board?.variation.length === 0 ? board.number : 0 }),
  open,
  call: (name, ...args) => engine.call(name, ...args),
}, need('tools'));

// Access for tests.
export const page = { engine, editor, open, announce, board: () => board };
declare global {
  interface Window { pipscribe?: typeof page }
}
window.pipscribe = page;

// After the first visit the web app works offline.
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
  addEventListener('load', () => void navigator.serviceWorker.register('sw.js').catch(() => undefined));
}
