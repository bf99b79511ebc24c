// "Your records": the records that the browser keeps, as a list to choose from.
import { counted, el } from '../dom';
import { dialog } from './dialog';
import type { KeptRecord } from './store';

/** Number of records that the start lists; the dialog lists all records. */
const FIRST = 3;

/** What distinguishes a record from others of its name. */
export interface Glimpse {
  /** Number of turns of the last record. */
  readonly turns: number;
  readonly last: string | null;
  readonly result: string | null;
  /** The last position, as SVG. */
  readonly svg: string;
}

/** Actions of the list. */
export interface Yours {
  list(): Promise<KeptRecord[]>;
  /** Title of a game. */
  title(game: string): string;
  open(record: KeptRecord): void;
  /** Returns what a record contains; null if it has no board. */
  glimpse(record: KeptRecord): Promise<Glimpse | null>;
  remove(record: KeptRecord): Promise<void>;
}

/** Returns the time of a change in words. The more recent the time, the shorter the words. */
export function timeOf(time: number, now: Date): string {
  const date = new Date(time);
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date);
  if (date.toDateString() === now.toDateString()) return `today, ${clock}`;
  const isThisYear = date.getFullYear() === now.getFullYear();
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }).format(date);
  return isThisYear ? `${day}, ${clock}` : day;
}

/** Returns the name of a record in the list. */
const nameOf = (record: KeptRecord): string => (record.isCopy ? `Copy of ${record.name || 'a record'}` : record.name || 'A record');

/** Adds the number of turns and the last position to a row, once they are known. */
async function addGlimpse(record: KeptRecord, yours: Yours, turns: HTMLElement, picture: HTMLImageElement): Promise<void> {
  const glimpse = await yours.glimpse(record).catch(() => null);
  if (!glimpse) return;
  const last = glimpse.last === null ? '' : `, last ${glimpse.turns}. ${glimpse.last}`;
  turns.textContent = [`${counted(glimpse.turns, 'turn')}${last}`, glimpse.result].filter(Boolean).join(' · ');
  picture.src = `data:image/svg+xml,${encodeURIComponent(glimpse.svg)}`;
  picture.hidden = false;
}

function openButton(record: KeptRecord, yours: Yours): HTMLButtonElement {
  const detail = [record.game && yours.title(record.game), timeOf(record.time, new Date())].filter(Boolean).join(' · ');
  const turns = el('span', { className: 'yours-turns' });
  const picture = el('img', { alt: '', hidden: true });
  void addGlimpse(record, yours, turns, picture);
  return el('button', { type: 'button', className: 'yours-open', onclick: () => yours.open(record) },
    el('span', { className: 'yours-picture' }, picture),
    el('span', { className: 'yours-name' }, nameOf(record)), turns, el('span', { className: 'yours-detail' }, detail));
}

/** Fills the part of the start with the last records. It is hidden if there are none. */
export async function showYours(into: HTMLElement, yours: Yours): Promise<void> {
  const records = await yours.list().catch(() => []);
  into.hidden = !records.length;
  const rows = records.slice(0, FIRST).map(record => el('li', {}, openButton(record, yours)));
  const more = el('button', { type: 'button', className: 'button quiet', onclick: () => void openYours(yours, () => void showYours(into, yours)) }, `All of your records (${records.length})…`);
  into.replaceChildren(el('h3', {}, 'Your records'), el('ul', { className: 'plain' }, ...rows), more);
}

/** Opens the dialog with all records. `changed` is called after a record was removed. */
export async function openYours(yours: Yours, changed: () => void = () => undefined): Promise<void> {
  const list = el('ul', { className: 'plain yours' });
  const told = el('p', { className: 'told', role: 'status' });
  const show = async (): Promise<void> => {
    const records = await yours.list().catch(() => []);
    list.replaceChildren(...records.map(record => el('li', {}, choice(record), removal(record))));
    told.textContent = records.length
      ? 'The last 20 records that you wrote here. Only this browser has them: save those that you want to keep as files.'
      : 'There are no records yet. This browser keeps what you write here.';
  };
  const choice = (record: KeptRecord): HTMLElement => {
    const button = openButton(record, yours);
    button.addEventListener('click', () => box.close());
    return button;
  };
  const removal = (record: KeptRecord): HTMLElement => {
    const name = nameOf(record);
    const button = el('button', { type: 'button', className: 'button quiet', 'aria-label': `Remove ${name}` }, 'Remove');
    const unsure = (): void => {
      button.textContent = 'Remove';
      button.setAttribute('aria-label', `Remove ${name}`);
    };
    button.addEventListener('click', () => {
      if (button.textContent === 'Remove') {
        button.textContent = 'Really remove?';
        button.setAttribute('aria-label', `Really remove ${name}?`);
        return;
      }
      void yours.remove(record).then(show).then(() => {
        changed();
        list.querySelector('button')?.focus();
      });
    });
    button.addEventListener('blur', unsure);
    return button;
  };
  await show();
  const box = dialog('Your records', [list, told], null, () => true);
}
