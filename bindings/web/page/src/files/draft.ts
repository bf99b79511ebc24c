// Keeps the open record in the browser while it is edited, so that nothing typed is lost. Every
// record has its own place in the store, so that two tabs, an example opened in the meantime or a
// shared link never overwrite each other.
import { newId, type KeptText, type RecordStore } from './store';

/** Pause in typing before the record is written, in milliseconds. It grows with the size of the text. */
const PAUSE = 400;
/** Number of characters for which the pause grows by a millisecond. */
const CHARACTERS_PER_MILLISECOND = 10_000;
/** Maximum length of a record in the store, in characters. Larger texts would be copied at every pause in typing. */
const MAX_LENGTH = 16 << 20;
/** Time after which a failed write is repeated, in milliseconds. */
const RETRY = 10_000;
/** Key in the session storage: the record of this tab. */
const OPEN = 'pipscribe-open';
/** Prefix of keys in the local storage: records of pages that were left before the store had written them. */
const LEFT = 'pipscribe-left-';

/** The open record. */
export interface OpenRecord {
  readonly text: string;
  /** Name with which it was opened; empty if it is named after its first record. */
  readonly given: string;
  readonly name: string;
}

/** The page whose record is kept. */
export interface Page {
  open(): OpenRecord;
  /** Length of the text in characters, which is known without reading it. */
  length(): number;
  /** Position of the cursor. */
  at(): number;
  /** Returns true if a file contains the current text. */
  isSaved(): boolean;
  /** The record cannot be kept, with the reason; null once it can be kept again. */
  failed(why: string | null): void;
}

/** Place of the open record in the store. */
interface Slot {
  id: string;
  /** Stamp of the version in the store on which the open text is based. */
  stamp: string;
  isEdited: boolean;
  /** Number of changes so far, and how many of them the store has. */
  changes: number;
  stored: number;
}

const gameOf = (text: string): string => /\[Game "(\w+)"\]/.exec(text.slice(0, 1 << 16))?.[1] ?? '';

/** Keeps the open record. */
export class Drafts {
  private readonly writer = newId();
  private slot: Slot = emptySlot();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** The last write; each write waits for the one before. */
  private writing: Promise<void> = Promise.resolve();
  private why: string | null = null;

  constructor(private readonly store: RecordStore, private readonly page: Page) {
    addEventListener('beforeunload', event => {
      this.write();
      if (this.isLost()) event.preventDefault();
    });
    addEventListener('pagehide', () => {
      this.leaveBehind();
      this.remember();
    });
    document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') this.write(); });
  }

  /** Writes the open record, which is about to be replaced. */
  close(): Promise<void> {
    this.write();
    return this.writing;
  }

  /**
   * A text was opened. `kept` is its place in the store, if it comes from there. A text that has no
   * other copy, such as a pasted one, counts as edited from the start.
   */
  opened(isEdited: boolean, kept: KeptText | null): void {
    this.slot = kept ? { ...emptySlot(), id: kept.id, stamp: kept.stamp, isEdited: kept.isEdited } : { ...emptySlot(), isEdited, changes: 1 };
    this.remember();
    this.schedule();
  }

  /** The text has changed. */
  changed(): void {
    this.slot.changes += 1;
    this.slot.isEdited = true;
    this.schedule();
  }

  /** Returns the record that this tab had open, or null. */
  async last(): Promise<KeptText | null> {
    await this.takeOver();
    const { id, at } = sessionOf();
    if (id === undefined) return null;
    // The record is still in the local storage if the store could not take it.
    const left = leftAt(LEFT + id);
    const kept = left ? { ...left.record, stamp: left.before } : await this.store.read(id);
    return kept && { ...kept, at: at ?? kept.at };
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), PAUSE + this.page.length() / CHARACTERS_PER_MILLISECOND);
  }

  /** Returns the open record in the form in which it is stored. */
  private snapshot(): KeptText {
    const { text, given, name } = this.page.open();
    const { id, isEdited } = this.slot;
    return { id, given, name, game: gameOf(text), at: this.page.at(), time: Date.now(), isEdited, writer: this.writer, stamp: newId(), text };
  }

  private write(): void {
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    const { slot } = this;
    if (slot.changes === slot.stored) return;
    if (this.page.length() > MAX_LENGTH) return this.tell(slot, `it is longer than ${MAX_LENGTH.toLocaleString('en')} characters`);
    const snapshot = this.snapshot();
    // If the editor was emptied, its last contents stay in the store.
    if (!snapshot.text.trim()) return;
    const { changes } = slot;
    this.writing = this.writing.then(() => this.put(slot, snapshot, changes));
  }

  private async put(slot: Slot, snapshot: KeptText, changes: number): Promise<void> {
    try {
      slot.id = await this.store.write({ ...snapshot, id: slot.id }, slot.stamp);
      slot.stamp = snapshot.stamp;
      slot.stored = changes;
      forget(LEFT + slot.id);
      if (slot !== this.slot) return;
      this.remember();
      this.tell(slot, null);
    } catch (error) {
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.write(), RETRY);
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      this.tell(slot, isFull ? 'its storage is full' : error instanceof Error ? error.message : String(error));
    }
  }

  /** Reports that the record cannot be kept, or that it can be kept again. */
  private tell(slot: Slot, why: string | null): void {
    if (why === this.why || (why !== null && !slot.isEdited)) return;
    this.why = why;
    this.page.failed(why);
  }

  /** True if leaving the page would lose changes. */
  private isLost(): boolean {
    const { isEdited, changes, stored } = this.slot;
    return isEdited && changes !== stored && this.page.length() > 0 && !this.page.isSaved() && !this.leaveBehind();
  }

  /**
   * Writes changes that are not in the store yet to the local storage, which is synchronous. This
   * includes a record that was opened a moment ago. Returns true if nothing is missing.
   */
  private leaveBehind(): boolean {
    const { id, stamp, changes, stored } = this.slot;
    if (changes === stored || this.page.length() === 0) return true;
    try {
      localStorage.setItem(LEFT + id, JSON.stringify({ before: stamp, record: this.snapshot() }));
      return true;
    } catch {
      return false;
    }
  }

  /** Moves the records that earlier pages left behind into the store. */
  private async takeOver(): Promise<void> {
    for (const key of keysLeft()) {
      const left = leftAt(key);
      const id = left && await this.store.write(left.record, left.before).catch(() => null);
      if (left && id === null) continue;
      if (left && id && sessionOf().id === left.record.id) remember(id, left.record.at);
      forget(key);
    }
  }

  /** Stores in the tab which record is open, so that a reload returns to it. */
  private remember(): void {
    if (this.page.length()) remember(this.slot.id, this.page.at());
  }
}

const emptySlot = (): Slot => ({ id: newId(), stamp: '', isEdited: false, changes: 0, stored: 0 });

function remember(id: string, at: number): void {
  try {
    sessionStorage.setItem(OPEN, JSON.stringify({ id, at }));
  } catch {
    // Without storage, the start is shown after a reload.
  }
}

function sessionOf(): { readonly id?: string; readonly at?: number } {
  try {
    const { id, at }: Record<string, unknown> = JSON.parse(sessionStorage.getItem(OPEN) ?? '{}');
    return { ...(typeof id === 'string' ? { id } : {}), ...(typeof at === 'number' && at >= 0 ? { at } : {}) };
  } catch {
    return {};
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage, there is nothing to forget.
  }
}

function keysLeft(): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(LEFT));
  } catch {
    return [];
  }
}

/**
 * Reads the record that a page left behind; null if it is damaged. Other programs of the same site
 * may write to the storage.
 */
function leftAt(key: string): { readonly before: string; readonly record: KeptText } | null {
  try {
    const { before, record } = JSON.parse(localStorage.getItem(key) ?? '') as { before: unknown; record: Record<string, unknown> };
    const strings = ['id', 'given', 'name', 'game', 'writer', 'stamp', 'text'].every(field => typeof record[field] === 'string');
    const numbers = ['at', 'time'].every(field => typeof record[field] === 'number');
    return typeof before === 'string' && strings && numbers ? { before, record: { ...record, isEdited: record['isEdited'] === true } as unknown as KeptText } : null;
  } catch {
    return null;
  }
}
