// Notices: one line that covers nothing and moves no board. It takes its room from the end of the record, or is at the
// foot of the start.
import { el } from '../dom';
import { words } from '../words';

/** Minimum time of a notice about success, and its time for each character, in milliseconds. */
const STAYS = 8_000;
const STAYS_FOR_CHARACTER = 80;

/** Time after which a notice that waits for the end of a press tries again, in milliseconds. */
const PRESSED = 200;

/** What a button beside a notice does. */
export interface NoticeDeed {
  readonly title: string;
  act(): void;
}

/** The notice line. */
export class Notices {
  private readonly line = el('p', { role: 'status' });
  private readonly deed = el('button', { type: 'button', className: 'button', hidden: true });
  private readonly box = el('div', { className: 'notice' }, this.line, this.deed,
    el('button', { type: 'button', className: 'notice-close', 'aria-label': 'Close the notice', title: 'Close (Escape)', onclick: () => this.dismiss() }, '×'));
  private going: ReturnType<typeof setTimeout> | undefined;
  /** Error that stays until its cause has gone. Another notice can replace it for a while. */
  private lasting: { readonly message: string; readonly cause: string } | null = null;
  private isPassing = false;
  /** The pointers that are pressed. */
  private readonly pressed = new Set<number>();

  /** Places the line before a part of the record and, on the start, after an element. */
  constructor(private readonly onStart: Element, private readonly inRecord: Element) {
    this.place();
    new MutationObserver(() => this.place()).observe(document.documentElement, { attributes: true, attributeFilter: ['data-start'] });
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape' && !event.defaultPrevented && this.line.textContent && !document.querySelector('dialog')) this.dismiss();
    });
    document.addEventListener('pointerdown', ({ pointerId }) => { this.pressed.add(pointerId); }, { capture: true });
    for (const end of ['pointerup', 'pointercancel'] as const) document.addEventListener(end, ({ pointerId }) => { this.pressed.delete(pointerId); }, { capture: true });
    // An edit or a new text makes a notice about the previous text obsolete.
    document.addEventListener('pips-text', () => this.end());
  }

  /** Shows a notice: a note for some seconds, an error until the text changes. `deed` has a button beside it. */
  say(message: string, isWrong = false, deed: NoticeDeed | null = null): void {
    this.isPassing = true;
    this.show(message, isWrong, deed);
    if (!isWrong) this.going = setTimeout(() => this.passUnpressed(), Math.max(STAYS, message.length * STAYS_FOR_CHARACTER));
  }

  /** Ends a temporary notice that is out of date. */
  end(): void {
    if (this.isPassing) this.pass();
  }

  /** Shows an error until `settle` is called with its cause. */
  stay(message: string, cause: string): void {
    this.lasting = { message, cause };
    this.pass();
  }

  /** Removes the error of a cause. */
  settle(cause: string): void {
    if (this.lasting?.cause !== cause) return;
    this.lasting = null;
    if (!this.isPassing) this.pass();
  }

  private place(): void {
    if (document.documentElement.dataset.start === 'record') this.inRecord.before(this.box);
    else this.onStart.after(this.box);
  }

  private show(message: string, isWrong: boolean, deed: NoticeDeed | null = null): void {
    clearTimeout(this.going);
    this.deed.hidden = deed === null;
    this.deed.textContent = deed?.title ?? '';
    this.deed.onclick = deed && (() => {
      this.dismiss();
      deed.act();
    });
    this.line.replaceChildren(...words(message));
    this.box.classList.toggle('shown', message !== '');
    this.box.classList.toggle('wrong', isWrong);
  }

  /** Ends a temporary notice. */
  private pass(): void {
    this.isPassing = false;
    this.show(this.lasting?.message ?? '', this.lasting !== null);
  }

  /** Ends a temporary notice, after a press: the record gets its room back, and may be pressed at the moment. */
  private passUnpressed(): void {
    if (this.pressed.size === 0) return this.pass();
    this.going = setTimeout(() => this.passUnpressed(), PRESSED);
  }

  private dismiss(): void {
    // The focus was on the button, which is about to be hidden.
    if (this.box.contains(document.activeElement)) document.querySelector<HTMLElement>(':root[data-start="record"] .cm-content, #begin button')?.focus();
    if (!this.isPassing) this.lasting = null;
    this.pass();
  }
}
