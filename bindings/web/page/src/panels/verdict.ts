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

  /** Shows the state of a text with its findings; for a large file, the progress of checking. */
  async judge(text: unknown, findings: readonly Finding[]): Promise<void> {
    clearTimeout(this.timer);
    const { page } = this;
    const asked = ++this.asked;
    const answer = await page.editor.ask<Records>('pipscribe/records', { count: 1 }).catch(() => null);
    if (!answer || asked !== this.asked) return;
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
