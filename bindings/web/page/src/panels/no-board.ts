// Replacement for the board of a record without one: the reason, and the buttons that remove it.
import starts from 'pipscribe-starts';

import type { Editor } from '../editor/editor';
import type { Finding } from '../editor/findings';
import type { Shown } from '../record/shown';
import { el } from '../dom';
import { words } from '../words';
import { mendsOf } from './findings';

/** A line that tries to name the game: `[Game "gif"]`, `[game gipf`, `Game: gipf`. */
const GAME_LINE = /^[ \t]*(?:\[[ \t]*Game\b.*|Game[ \t]*[:=][ \t]*\S+[ \t]*)$/im;

/** Returns true if a record names a game of the notation. */
function hasGame(text: string): boolean {
  const named = /^\[Game "([^"\n]*)"/m.exec(text)?.[1];
  return starts.some(({ game }) => game === named);
}

/** Returns the edit of a record with which it names a game. */
function gameEdit(text: string, game: string): { from: number; to: number; insert: string } {
  const tag = `[Game "${game}"]`;
  // Comments and blank lines may precede a record.
  const start = /^(?:[ \t]*(?:#.*)?\n)*/.exec(text)?.[0].length ?? 0;
  const line = GAME_LINE.exec(text);
  if (line) return { from: line.index, to: line.index + line[0].length, insert: tag };
  return { from: start, to: start, insert: /^[ \t]*\[/.test(text.slice(start)) ? `${tag}\n` : `${tag}\n\n` };
}

export class NoBoard {
  readonly element = el('div', { className: 'blank' });
  private findings: readonly Finding[] = [];
  private shown: Shown | null = null;
  private isAsking = false;
  /** Number of the last request for actions; answers to earlier ones are ignored. */
  private requests = 0;

  /**
   * `readAs` reads a text without tags as a record of a game, and returns null if it has no turn of
   * that game. `asked` is called when the page asks for the game.
   */
  constructor(private readonly editor: Editor, private readonly readAs: (text: string, game: string) => Promise<string | null>, private readonly asked: () => void) {}

  /** True while the page asks which game the record is of. Until then its findings mean little. */
  get asksForGame(): boolean { return this.shown !== null && this.isAsking; }

  /** The findings of the text are known. */
  found(findings: readonly Finding[]): void {
    this.findings = findings;
    if (this.shown) this.draw(this.shown);
  }

  /** A record without a board is shown, or one that has a board if it is null. */
  show(shown: Shown | null): void {
    this.shown = shown;
    if (shown) this.draw(shown);
  }

  private draw(shown: Shown): void {
    this.requests += 1;
    this.isAsking = false;
    const { doc, from, to } = shown;
    // No record may begin at the cursor, because the line that would begin it is damaged.
    const [start, end] = from < to ? [from, to] : [0, doc.length];
    const text = doc.sliceString(start, Math.min(end, start + 10_000));
    if (!hasGame(text)) return this.askForGame(start, end, text);
    const error = this.findings.find(finding => finding.severity === 'error' && finding.from >= start && finding.from <= end);
    if (!error) {
      this.element.replaceChildren(el('p', {}, 'No board'), el('p', {}, 'The cursor is not in a record.'));
      return;
    }
    const choices = el('div', { className: 'mends' });
    this.element.replaceChildren(el('p', {}, ...words(error.message)), choices);
    const { requests } = this;
    void mendsOf(error).then(made => { if (requests === this.requests) choices.replaceChildren(...made); });
  }

  /** Asks which game the record is of. A game that is spelt similarly is the likely one. */
  private askForGame(start: number, end: number, text: string): void {
    this.isAsking = true;
    this.asked();
    const button = (game: string, title: string): HTMLElement => el('button', {
      type: 'button', className: 'button mend', 'data-game': game, onclick: () => void this.name(start, end, text, game),
    }, title);
    const buttons = starts.map(({ game, title }) => button(game, title));
    const named = /["=:][ \t]*([^"\]\n]+)/.exec(GAME_LINE.exec(text)?.[0] ?? '')?.[1]?.trim();
    this.element.replaceChildren(
      el('p', {}, 'Which game is this?'),
      el('p', {}, ...words(named ? `\`${named}\` is not one of the four games.` : 'The text does not name its game.')),
      el('div', { className: 'mends games-asked' }, ...buttons));
    const { requests } = this;
    const about = this.findings.find(({ severity, from }) => severity === 'error' && from >= start);
    void about?.offers().then(offers => {
      const named = offers.filter(({ tag }) => tag?.name === 'Game');
      if (requests !== this.requests || named.length !== 1) return;
      buttons.find(made => made.dataset.game === named[0]?.tag?.value)?.classList.add('main');
    });
  }

  /** Writes the game. A text without tags, such as a chat, is read as a record of that game. */
  private async name(start: number, end: number, text: string, game: string): Promise<void> {
    const { doc } = this.editor.view.state;
    if (this.shown && doc !== this.shown.doc) return;
    const isChat = !GAME_LINE.test(text) && !/^[ \t]*\[\w+ "/m.test(text);
    const read = isChat ? await this.readAs(doc.sliceString(start, end), game) : null;
    if (doc !== this.editor.view.state.doc) return;
    const { from, to, insert } = read === null ? gameEdit(text, game) : { from: 0, to: end - start, insert: read };
    this.editor.change({ from: start + from, to: start + to, insert }, start + from);
    this.editor.view.focus();
  }
}
