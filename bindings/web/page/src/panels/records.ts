// Virtual list of the records in a file: only visible rows are requested and created.
import type { ListedRecord, Records } from '../engine/answers';
import { counted, el } from '../dom';

/** Height of a row, in pixels. */
const HEIGHT = 38;
/** Number of rows per request. */
const PART = 100;
/** Pause in typing before the list is searched, in milliseconds. */
const PAUSE = 150;

export interface Source {
  (asked: { search: string; withFindings: boolean; from: number; count: number }): Promise<Records | null>;
}

/** List box of the records in the text. */
export class RecordList {
  private readonly search = el('input', { type: 'search', placeholder: 'Players, turns, comments', 'aria-label': 'Search the records' });
  private readonly faulty = el('input', { type: 'checkbox' });
  private readonly of = el('span', { className: 'of', role: 'status' });
  private readonly rows = el('div', { className: 'rows', role: 'listbox', tabIndex: 0, 'aria-label': 'Records' });
  private readonly space = el('div');
  private parts = new Map<number, ListedRecord[]>();
  private found = 0;
  private chosen = 0;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `go` shows a record; `isShown` returns true for the record that is shown. */
  constructor(
    panel: HTMLElement, private readonly source: Source,
    private readonly go: (record: ListedRecord) => void, private readonly isShown: (record: ListedRecord) => boolean,
  ) {
    panel.append(el('div', { className: 'search', role: 'search' }, this.search, el('label', {}, this.faulty, 'with findings'), this.of), this.rows);
    this.rows.append(this.space);
    this.rows.addEventListener('scroll', () => this.draw(), { passive: true });
    this.rows.addEventListener('keydown', event => this.key(event));
    this.rows.addEventListener('click', event => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.row') : null;
      if (row) this.choose(Number(row.dataset.at));
    });
    const again = (): void => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.refresh(true), PAUSE);
    };
    this.search.addEventListener('input', again);
    this.faulty.addEventListener('change', again);
  }

  /** Requests the records again, after an edit or when more verdicts are known. */
  async refresh(fromTop = false): Promise<Records | null> {
    this.asked += 1;
    const number = this.asked;
    const answer = await this.part(fromTop ? 0 : Math.floor(this.rows.scrollTop / HEIGHT / PART));
    if (!answer || number !== this.asked) return answer;
    this.parts.clear();
    const at = fromTop ? 0 : Math.floor(this.rows.scrollTop / HEIGHT / PART);
    this.parts.set(at, answer.records);
    this.found = answer.found;
    this.chosen = Math.min(this.chosen, Math.max(0, this.found - 1));
    this.space.style.height = `${this.found * HEIGHT}px`;
    if (fromTop) this.rows.scrollTop = 0;
    this.of.textContent = answer.found === answer.total ? counted(answer.total, 'record') : `${answer.found.toLocaleString('en')} of ${answer.total.toLocaleString('en')}`;
    this.follow();
    return answer;
  }

  /** Selects the record that is shown, if its row is known. */
  follow(): void {
    for (const [part, records] of this.parts) {
      const at = records.findIndex(record => this.isShown(record));
      if (at >= 0) this.chosen = part * PART + at;
    }
    this.draw();
  }

  private part(at: number): Promise<Records | null> {
    return this.source({ search: this.search.value.trim(), withFindings: this.faulty.checked, from: at * PART, count: PART });
  }

  /** Creates the visible rows. */
  private draw(): void {
    const first = Math.max(0, Math.floor(this.rows.scrollTop / HEIGHT) - 4);
    const last = Math.min(this.found, first + Math.ceil(this.rows.clientHeight / HEIGHT) + 9);
    const made: HTMLElement[] = [];
    for (let at = first; at < last; at += 1) {
      const part = this.parts.get(Math.floor(at / PART));
      if (!part) this.fetch(Math.floor(at / PART));
      const record = part?.[at % PART];
      if (record) made.push(this.row(record, at));
    }
    this.space.replaceChildren(...made);
    if (made.some(row => row.id === `row-${this.chosen}`)) this.rows.setAttribute('aria-activedescendant', `row-${this.chosen}`);
    else this.rows.removeAttribute('aria-activedescendant');
  }

  private fetch(at: number): void {
    this.parts.set(at, []);
    const number = this.asked;
    void this.part(at).then(answer => {
      if (!answer || number !== this.asked) return;
      this.parts.set(at, answer.records);
      this.draw();
    });
  }

  private row(record: ListedRecord, at: number): HTMLElement {
    const { findings } = record;
    const state = findings === null ? ['', 'not judged yet'] : findings ? ['✗', counted(findings, 'finding')] : ['✓', 'nothing wrong'];
    const row = el('div', {
      className: 'row', role: 'option', id: `row-${at}`, 'aria-selected': String(at === this.chosen), 'aria-posinset': at + 1, 'aria-setsize': this.found,
    },
    el('span', { className: 'number' }, record.record.toLocaleString('en')),
    el('span', { className: 'title' }, record.name),
    record.detail ? el('span', { className: 'detail' }, record.detail) : null,
    el('span', { className: findings ? 'state wrong' : 'state', title: state[1], role: 'img', 'aria-label': state[1] }, state[0]));
    row.dataset.at = String(at);
    Object.assign(row.style, { top: `${at * HEIGHT}px`, height: `${HEIGHT}px` });
    return row;
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.rows.clientHeight / HEIGHT) - 1);
    const steps: Record<string, number> = {
      ArrowDown: this.chosen + 1, ArrowUp: this.chosen - 1, PageDown: this.chosen + page, PageUp: this.chosen - page, Home: 0, End: this.found - 1,
    };
    const next = steps[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.choose(this.chosen);
    else if (next === undefined) return;
    else {
      this.chosen = Math.max(0, Math.min(this.found - 1, next));
      const top = this.chosen * HEIGHT;
      if (top < this.rows.scrollTop) this.rows.scrollTop = top;
      else if (top + HEIGHT > this.rows.scrollTop + this.rows.clientHeight) this.rows.scrollTop = top + HEIGHT - this.rows.clientHeight;
      this.draw();
    }
    event.preventDefault();
  }

  private choose(at: number): void {
    this.chosen = at;
    this.draw();
    const record = this.parts.get(Math.floor(at / PART))?.[at % PART];
    if (record) this.go(record);
  }
}
