// The name of the text, and the state of its checking in a few words.
import type { Editor } from '../editor/editor';
import type { Finding } from '../editor/findings';
import type { Records } from '../engine/answers';
import { counted, need } from '../dom';
import type { Tab } from './tabs';

/** Interval for polling the progress of checking, in milliseconds. */
const BETWEEN = 400;

/** The rest of the page. */
export interface VerdictPage {
  readonly editor: Editor;
  readonly findings: Tab;
  readonly records: Tab;
  /** All of the text was judged, and nothing was found. */
  clean(): void;
  /** Shows the findings of a text, or null until they are known. */
  show(findings: readonly Finding[] | null): void;
  /** The list of records has changed. */
  listed(): void;
}

export class Verdict {
  private readonly button = need('verdict');
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the last request; answers to earlier ones are ignored. */
  private asked = 0;
  /** Text to which the shown state refers. */
  private text: unknown = null;
  private isBroken = false;
  private shown: readonly Finding[] | null = null;
  /** True until the first answer about a text that replaced another. */
  private isWaiting = false;
  /** Name with which the text was opened; empty if it is named after its first record. */
  given = '';

  constructor(private readonly page: VerdictPage) {
    this.button.addEventListener('click', () => {
      page.findings.open();
      page.findings.button.focus();
    });
  }

  /** True if the state of the newest text is shown. */
  get isNewest(): boolean { return this.text === this.page.editor.view.state.doc; }

  get name(): string { return need('name').textContent ?? ''; }

  /** Reports an error of the web app itself to the user. */
  broken(why: string): void {
    this.isBroken = true;
    this.button.className = 'verdict wrong';
    this.button.textContent = `The checker cannot run here: ${why}`;
  }

  /** Shows the name of the text. */
  rename(ofRecord?: string): void {
    const { length } = this.page.editor.view.state.doc;
    const name = this.given || ofRecord || (length ? 'A record' : 'No record yet');
    need('name').textContent = name;
    need('name').title = name;
    document.title = length ? `${name} – Pipscribe` : 'Pipscribe – write, check and play records';
  }

  /** Another text has replaced the judged one. Its state and its findings appear together. */
  wait(): void {
    if (this.isBroken) return;
    clearTimeout(this.timer);
    this.asked += 1;
    this.isWaiting = true;
    this.button.className = 'verdict';
    this.button.textContent = 'Checking…';
    this.page.findings.count(null);
    this.page.records.count(null);
    this.page.show(null);
  }

  /** Shows the state of a text with its findings; for a large file, the progress of checking. */
  async judge(text: unknown, findings: readonly Finding[]): Promise<void> {
    const { page } = this;
    // The findings may still be those of the text that was replaced.
    if (this.isWaiting && text !== page.editor.view.state.doc) return;
    clearTimeout(this.timer);
    const asked = ++this.asked;
    const answer = await page.editor.ask<Records>('pipscribe/records', { count: 1 }).catch(() => null);
    if (asked !== this.asked) return;
    // The findings of a text are shown once; the same call follows the progress of its checking.
    if (this.isWaiting || this.shown !== findings) page.show(findings);
    this.shown = findings;
    this.isWaiting = false;
    if (!answer) return;
    const { total, judged } = answer;
    this.rename(answer.records[0]?.name);
    const isDone = judged >= total;
    if (total && isDone && !findings.length) page.clean();
    const number = findings.filter(finding => finding.severity !== 'info').length;
    page.findings.count(number, number > 0);
    page.records.count(total);
    this.button.className = `verdict ${number ? 'wrong' : isDone && total ? 'good' : ''}`;
    const more = findings.length > number ? '+' : '';
    const state = number ? `${number.toLocaleString('en')}${more} finding${number === 1 ? '' : 's'}` : total ? 'All legal' : 'Nothing to check yet';
    const whole = total > 1 ? `${state} · ${counted(total, 'record')}` : state;
    this.button.textContent = isDone ? whole : `Checking ${judged.toLocaleString('en')} of ${counted(total, 'record')}…`;
    page.listed();
    if (!isDone) this.timer = setTimeout(() => void this.judge(text, findings), BETWEEN);
    this.text = text;
  }
}
