// Opens texts: decides where a new text is shown, and opens the records that the browser keeps.
import starts from 'pipscribe-starts';
import { Text } from '@codemirror/state';

import type { Board } from '../board';
import type { Editor } from '../editor/editor';
import { mainFirst, type Finding } from '../editor/findings';
import { offsetOf, placeOf, rangeOf } from '../editor/places';
import type { Place } from '../engine/answers';
import { need } from '../dom';
import { leaveLink } from '../files/address';
import { Drafts } from '../files/draft';
import type { Origin } from '../files/host';
import type { Notices } from '../files/notice';
import { RecordStore, type KeptText } from '../files/store';
import { showYours, type Glimpse, type Yours } from '../files/yours';
import type { Verdict } from '../panels/verdict';
import type { Puzzle } from '../study/puzzle';
import type { Tree } from '../study/tree';
import type { ShownRecord } from './shown';

/** Maximum length of a text whose last position is shown in the list of records, in characters. */
const MAX_GLIMPSED = 200_000;

/** The rest of the page. */
export interface OpeningPage {
  readonly editor: Editor;
  readonly record: ShownRecord;
  readonly puzzle: Puzzle;
  readonly verdict: Verdict;
  announce(words: string): void;
  tree(text: string): Promise<Tree | null>;
  /** Returns the last position of a text; null if it has none. */
  lastBoard(text: string): Promise<Board | null>;
  /** Another text is opened, and its board is on its way. */
  waits(): void;
  /** A text that was just opened has an error. */
  foundError(): void;
  notices(): Notices;
}

export class Opening {
  private readonly store = new RecordStore();
  private readonly drafts: Drafts;
  /** The records that the browser keeps. */
  readonly yours: Yours;
  private findings: readonly Finding[] = [];
  /** Text that was opened or saved last; changes to it are unsaved. */
  private kept: Text | null = null;
  private isOpening = false;
  /** True until the text that was opened has been shown at its first finding, if it has one. */
  private isArriving = false;

  constructor(private readonly page: OpeningPage) {
    const { editor, verdict } = page;
    this.drafts = new Drafts(this.store, {
      open: () => ({ text: editor.text, given: verdict.given, name: verdict.name }),
      length: () => editor.view.state.doc.length,
      at: () => editor.at,
      isSaved: () => this.kept !== null && (this.kept === editor.view.state.doc || editor.view.state.doc.eq(this.kept)),
      failed: why => {
        if (why === null) page.notices().settle('store');
        else page.notices().stay(`This browser cannot keep the record: ${why}. Save it as a file (Ctrl + S).`, 'store');
      },
    });
    this.yours = {
      list: () => this.store.list(),
      title: game => starts.find(start => start.game === game)?.title ?? game,
      open: ({ id }) => void this.reopen(id),
      glimpse: ({ id }) => this.glimpse(id),
      remove: ({ id }) => this.store.remove(id),
    };
  }

  /** The current text is saved. */
  saved(): void { this.kept = this.page.editor.view.state.doc; }

  /**
   * The text has changed; `isWhole` if all of it was replaced, `isFix` if a suggested fix did it. The
   * next finding is shown after a fix.
   */
  changed(isWhole: boolean, isFix: boolean): void {
    if (this.isOpening) return;
    this.isArriving = isFix;
    if (isWhole) {
      this.page.verdict.given = '';
      this.page.verdict.wait();
    }
    this.page.puzzle.leave();
    leaveLink();
    this.drafts.changed();
    document.dispatchEvent(new Event('pips-text'));
  }

  /** All of the text was judged, and nothing was found. */
  clean(): void { this.isArriving = false; }

  /** Shows a text that was just opened at its first finding. */
  found(findings: readonly Finding[]): void {
    this.findings = findings;
    const [error] = mainFirst(findings);
    if (!this.isArriving || !error || error.severity === 'info') return;
    this.isArriving = false;
    this.page.puzzle.leave();
    this.page.foundError();
    void this.showError(error);
  }

  /**
   * Moves to an error. One in a tag that does not keep the turns from being played, such as another result, is shown at the
   * end of the play.
   */
  private async showError(error: Finding): Promise<void> {
    const { editor } = this.page;
    const { doc } = editor.view.state;
    editor.go(error.from, false);
    if (!doc.lineAt(error.from).text.trimStart().startsWith('[')) return;
    const place = await editor.ask<Place>('pipscribe/board', { position: placeOf(doc, error.from), step: 1_000_000 }).catch(() => null);
    if (!place?.range || editor.view.state.doc !== doc || editor.at !== error.from) return;
    const end = offsetOf(doc, place.range.end);
    if (end > error.from) editor.go(end, false);
  }

  /**
   * Replaces the text; this can be undone. Without a place, the board shows the last turn of the first record, or its
   * first finding. `stored` is the place of the text in the browser, if it comes from there.
   */
  open(text: string, name: string, at?: number, origin: Origin = 'copy', stored: KeptText | null = null): void {
    const { editor, puzzle, record, verdict } = this.page;
    void this.drafts.close();
    puzzle.leave();
    record.forget();
    if (origin !== 'link') leaveLink();
    document.documentElement.dataset.start = 'record';
    const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    const place = Math.min(at ?? 0, clean.length);
    verdict.given = name;
    this.isOpening = true;
    editor.change({ from: 0, to: editor.view.state.doc.length, insert: clean }, place);
    this.isOpening = false;
    const isWritten = stored?.isEdited ?? origin === 'written';
    this.kept = isWritten ? null : editor.view.state.doc;
    editor.go(place, false);
    this.isArriving = at === undefined;
    this.findings = [];
    verdict.wait();
    this.page.waits();
    if (at === undefined || origin === 'link') void this.arrived(at === undefined);
    verdict.rename();
    this.drafts.opened(isWritten, stored);
    document.dispatchEvent(new Event('pips-text'));
    this.page.announce(`${name || 'The record'} is open.`);
  }

  /** Opens the record that this tab had open, if its text is the given one or none is given. Returns true if there is one. */
  async resume(text: string | null): Promise<boolean> {
    const isEmpty = (): boolean => this.page.editor.view.state.doc.length === 0;
    const last = await this.drafts.last().catch(() => null);
    void showYours(need('yours'), this.yours);
    const isWanted = last !== null && (text === null || text === last.text) && isEmpty();
    if (isWanted) this.open(last.text, last.given, last.at, text === null ? 'copy' : 'link', last);
    // The record was removed in the meantime.
    else if (text === null && isEmpty()) delete document.documentElement.dataset.start;
    return isWanted;
  }

  /** Returns what a record of the list contains. */
  private async glimpse(id: string): Promise<Glimpse | null> {
    const text = (await this.store.read(id))?.text ?? '';
    const board = text.length > MAX_GLIMPSED ? null : await this.page.lastBoard(text);
    return board && { turns: board.number, last: board.played, result: board.result, svg: board.svg };
  }

  /** Opens a record that the browser keeps. */
  private async reopen(id: string): Promise<void> {
    // It may be the open record.
    await this.drafts.close();
    const record = await this.store.read(id).catch(() => null);
    if (record) this.open(record.text, record.given, record.at, 'copy', record);
    else this.page.notices().say('This browser does not have the record any more.', true);
  }

  /** Begins the first puzzle of the record at the cursor, or else moves to its last turn, if the text has just been opened. */
  private async arrived(toLast: boolean): Promise<void> {
    const { editor, puzzle } = this.page;
    const { doc } = editor.view.state;
    const place = await editor.ask<Place>('pipscribe/board', { position: placeOf(doc, editor.at), step: 1_000_000 }).catch(() => null);
    if (!place || editor.view.state.doc !== doc) return;
    const { from, to } = rangeOf(doc, place.within);
    const text = doc.sliceString(from, to);
    const tree = text.includes('[%puzzle') ? await this.page.tree(text) : null;
    if (editor.view.state.doc !== doc) return;
    const [first] = tree?.puzzles ?? [];
    if (tree && first && !this.findings.some(({ severity }) => severity === 'error')) {
      puzzle.begin(text, tree, first, from);
    } else if (toLast && this.isArriving && place.range && editor.at === 0) {
      editor.go(offsetOf(doc, place.range.end), false);
    }
  }
}
