// The records that this browser keeps, in IndexedDB. The list is separate from the texts, so that it can be shown without
// reading them.

/** Maximum number of records that the store lists; the oldest are removed. */
export const MAX_KEPT = 20;
/** Maximum number of records that were opened and never edited. They are not listed, and only survive a reload. */
const MAX_UNEDITED = 10;

/** A record in the store, without its text. */
export interface KeptRecord {
  readonly id: string;
  /** Name with which the text was opened; empty if it is named after its first record. */
  readonly given: string;
  /** Name for the list. */
  readonly name: string;
  /** Game of its first record, or empty. */
  readonly game: string;
  /** Position of the cursor. */
  readonly at: number;
  /** Time of the last change, in milliseconds. */
  readonly time: number;
  readonly isEdited: boolean;
  /** True if another page has changed the record of the same name in the meantime. */
  readonly isCopy?: boolean;
  /** Id of the page that wrote it. */
  readonly writer: string;
  /** Stamp, which is different after each change. */
  readonly stamp: string;
}

/** A record with its text. */
export interface KeptText extends KeptRecord {
  readonly text: string;
}

const DATABASE = 'pipscribe';
const LIST = 'records';
const TEXTS = 'texts';

/** Returns an id that no other page has. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-');

/** Resolves with the result of a request. */
function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps no data for this page'));
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(LIST, { keyPath: 'id' });
    request.result.createObjectStore(TEXTS);
  };
  return resultOf(request);
}

/** Resolves when a transaction is complete. */
function completed(transaction: IDBTransaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser has ended the writing'));
  });
  // If a request fails first, the failure of the request is reported instead.
  done.catch(() => undefined);
  return done;
}

export class RecordStore {
  private opened: Promise<IDBDatabase> | undefined;

  private database(): Promise<IDBDatabase> {
    this.opened ??= openDatabase().then(database => {
      // Another page may delete the database, or the browser may close it.
      database.onversionchange = () => database.close();
      database.onclose = () => { this.opened = undefined; };
      return database;
    });
    // The next call tries again.
    this.opened.catch(() => { this.opened = undefined; });
    return this.opened;
  }

  /** Returns the edited records, the newest first. */
  async list(): Promise<KeptRecord[]> {
    const database = await this.database();
    const records: KeptRecord[] = await resultOf(database.transaction(LIST).objectStore(LIST).getAll());
    return newest(records.filter(record => record.isEdited));
  }

  /** Returns a record with its text; null if there is none with this id. */
  async read(id: string): Promise<KeptText | null> {
    const database = await this.database();
    const transaction = database.transaction([LIST, TEXTS]);
    const [record, text] = await Promise.all([
      resultOf<KeptRecord | undefined>(transaction.objectStore(LIST).get(id)),
      resultOf<string | undefined>(transaction.objectStore(TEXTS).get(id)),
    ]);
    return record && text !== undefined ? { ...record, text } : null;
  }

  /**
   * Writes a record that is based on the version with the stamp `before`. If another page has
   * changed the record in the meantime, the store keeps both versions, and this one gets its own
   * id. Returns the id.
   */
  async write({ text, ...record }: KeptText, before: string): Promise<string> {
    const database = await this.database();
    const transaction = database.transaction([LIST, TEXTS], 'readwrite');
    const done = completed(transaction);
    const [list, texts] = [transaction.objectStore(LIST), transaction.objectStore(TEXTS)];
    const known: KeptRecord[] = await resultOf(list.getAll());

    const current = known.find(({ id }) => id === record.id);
    const isForeign = current !== undefined && current.stamp !== before && current.writer !== record.writer;
    const id = isForeign ? newId() : record.id;
    list.put({ ...record, id, isCopy: isForeign || (current?.isCopy ?? false) });
    texts.put(text, id);

    for (const { id: old } of outdated([...known.filter(other => other.id !== id), { ...record, id }])) {
      list.delete(old);
      texts.delete(old);
    }
    await done;
    return id;
  }

  async remove(id: string): Promise<void> {
    const database = await this.database();
    const transaction = database.transaction([LIST, TEXTS], 'readwrite');
    const done = completed(transaction);
    transaction.objectStore(LIST).delete(id);
    transaction.objectStore(TEXTS).delete(id);
    await done;
  }
}

function newest(records: readonly KeptRecord[]): KeptRecord[] {
  return [...records].sort((one, other) => other.time - one.time || (one.id < other.id ? -1 : 1));
}

/** Returns the records for which the store has no room. */
function outdated(records: readonly KeptRecord[]): KeptRecord[] {
  const ordered = newest(records);
  return [
    ...ordered.filter(record => record.isEdited).slice(MAX_KEPT),
    ...ordered.filter(record => !record.isEdited).slice(MAX_UNEDITED),
  ];
}
