// The record at the cursor as the page shows it. Its text, its board and its tree of turns belong
// to the same version of the text, and they change together. User actions apply to the newest text:
// they wait while a newer version is on its way.
import { ChangeSet, type ChangeDesc, type Text } from '@codemirror/state';

import type { Board } from '../board';
import type { Editor } from '../editor/editor';
import { placeOf, rangeOf } from '../editor/places';
import type { Place } from '../engine/answers';
import type { Edit } from '../study/edits';
import type { Tree } from '../study/tree';

export interface Shown {
  /** The whole text, and the place of the record in it. */
  readonly doc: Text;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Place of the cursor in the record; 0 if it is in the comments before the record. */
  readonly at: number;
  readonly board: Board | null;
  /** The tree of turns; null while the page does not show it. */
  readonly tree: Tree | null;
}

/** An edit of the record with its effect in words, or the reason why there is no edit. */
export interface Answer {
  readonly edit: Edit | null;
  readonly told?: string;
}

/** The rest of the page. */
export interface ShownPage {
  board(text: string, at: number): Promise<Board | null>;
  tree(text: string): Promise<Tree | null>;
  /** True if the tree is in sight. */
  needsTree(): boolean;
  show(shown: Shown): void;
  announce(words: string): void;
}

type Act = (shown: Shown) => void | Promise<void>;

export class ShownRecord {
  /** Place of the record at the cursor, in the newest text for which it was requested. */
  private range: { readonly from: number; readonly to: number; readonly doc: Text | null } = { from: 0, to: 0, doc: null };
  private current: Shown;
  /** Changes of the text since the shown one. */
  private since: ChangeDesc;
  private isStale = false;
  private isBusy = false;
  private pressed: Act[] = [];

  constructor(private readonly editor: Editor, private readonly page: ShownPage) {
    const { doc } = editor.view.state;
    this.current = { doc, from: 0, to: 0, text: '', at: 0, board: null, tree: null };
    this.since = ChangeSet.empty(doc.length).desc;
  }

  get now(): Shown { return this.current; }

  /** True if the newest text is shown, and nothing waits for it. */
  get isSettled(): boolean { return !this.isBusy && !this.isStale; }

  /** Follows the text and the cursor, with one request at a time. */
  follow(): void {
    this.isStale = true;
    void this.run();
  }

  /** The text has changed. */
  changed(changes: ChangeDesc): void { this.since = this.since.composeDesc(changes); }

  /** Drops the waiting actions, because they were intended for another record. */
  forget(): void { this.pressed = []; }

  /** Acts as soon as the newest text is shown, after all earlier actions. */
  press(act: Act): void {
    this.pressed.push(act);
    void this.run();
  }

  /**
   * Makes an edit as soon as the newest text is shown. The edit is computed again if the text
   * changes in the meantime.
   */
  edit(make: (shown: Shown) => Answer | null | Promise<Answer | null>): void {
    this.press(async shown => {
      const answer = await make(shown);
      if (this.editor.view.state.doc !== shown.doc) return this.edit(make);
      if (answer?.edit) this.apply(shown.from, answer.edit);
      if (answer?.told) this.page.announce(answer.told);
    });
  }

  /** Makes an edit of the shown record at once. The shown record must be the newest one. */
  apply(from: number, { changes, cursor }: Edit): void {
    const moved = changes.map(change => ({ from: from + change.from, to: from + change.to, insert: change.insert }));
    this.editor.change(moved, cursor === undefined ? undefined : from + cursor);
  }

  /** Converts a place of the shown record to a place in the newest text. */
  placeOf(at: number): number { return this.since.mapPos(Math.min(this.current.from + at, this.since.length)); }

  /** Asks for the record at the cursor. Only this record is sent to the library, however large the file is. */
  async find(): Promise<{ readonly from: number; readonly to: number }> {
    const { doc } = this.editor.view.state;
    const { at } = this.editor;
    if (this.range.doc !== doc || at < this.range.from || at >= this.range.to) {
      const place = await this.editor.ask<Place>('pipscribe/board', { position: placeOf(doc, at) }).catch(() => null);
      this.range = { ...(place ? rangeOf(doc, place.within) : { from: at, to: at }), doc };
    }
    return this.range;
  }

  private async run(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (;;) {
      if (this.isStale) await this.refresh();
      else {
        const act = this.pressed.shift();
        if (!act) break;
        try {
          const done = act(this.current);
          if (done) await done;
        } catch (error) {
          this.page.announce(String(error));
        }
      }
    }
    this.isBusy = false;
  }

  private async refresh(): Promise<void> {
    this.isStale = false;
    const { doc } = this.editor.view.state;
    const cursor = this.editor.at;
    const { from, to } = await this.find();
    const text = doc.sliceString(from, to);
    const at = Math.max(0, cursor - from);
    const hasTree = this.current.tree !== null && this.current.text === text;
    const [board, tree] = await Promise.all([
      this.page.board(text, at),
      hasTree || !this.page.needsTree() ? (hasTree ? this.current.tree : null) : this.page.tree(text),
    ]);
    if (this.editor.view.state.doc === doc) {
      this.current = { doc, from, to, text, at, board, tree };
      this.since = ChangeSet.empty(doc.length).desc;
      this.page.show(this.current);
    }
    await new Promise(requestAnimationFrame);
  }
}
