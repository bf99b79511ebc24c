// File functions: open, drop, save, figures, links. The web app mounts them.
import type { Choices } from '../board';
import { el, need } from '../dom';
import { messageOf, type Files, type Host } from './host';
import { Notices } from './notice';
import { chooseFile, openText, readAsGame, takeDrops } from './open';
import { followLinks } from './address';
import type { Yours } from './yours';

export type { Host } from './host';

/** Actions that the web app offers outside the bar. */
export interface FileActions {
  newGame(): void;
  /** Opens a text of any format. */
  openText(text: string): void;
  /** Reads a text that does not name its game in the notation as a record of a game. */
  readAsGame(text: string, game: string): Promise<string | null>;
  readonly notices: Notices;
  /** Opens the list of the records that the browser keeps. */
  yours(): void;
}

/** Adds the buttons to a bar, accepts dropped files, and opens the state in the address. */
export function mountFiles(page: Host, bar: HTMLElement, yours: Yours, resume: (text: string | null) => Promise<boolean>): FileActions {
  const notices = new Notices(document.querySelector('.bar') ?? document.body, need('panels'));
  const host: Files = { ...page, say: (message, isWrong, deed) => notices.say(message, isWrong, deed) };
  const act = (deed: () => void | Promise<void>) => (): void => {
    void Promise.resolve().then(deed).catch((error: unknown) => host.say(messageOf(error), true));
  };
  const button = (title: string, hint: string, deed: () => void | Promise<void>): HTMLButtonElement =>
    el('button', { type: 'button', className: 'button quiet', title: hint, onclick: act(deed) }, title);
  // Dialogs are loaded when they are opened.
  const begin = act(async () => (await import('./new')).newGame({
    pictures: host.pictures,
    begin: record => host.open(record, '', record.lastIndexOf('*'), 'written'),
    begun: host.enter,
    choices: record => host.call<Choices>('choices', record, { at: { record: 1, turn: 0 }, chosen: [], look: {} }),
  }));
  const showYours = act(async () => (await import('./yours')).openYours(yours));
  const printed = async (): Promise<void> => (await import('./print')).printSheet(host);
  const save = async (): Promise<void> => (await import('./save')).saveAs(host, printed);
  // Buttons that need a record are disabled until there is one, so that the style sheet need not
  // know them.
  const needsText = [
    button('Save…', 'The record as a file, in any format (Ctrl + S)', save),
    button('Figure…', 'The position as SVG, PNG or PDF', async () => (await import('./figures')).saveFigure(host)),
    button('Share…', 'A link that holds the record, and a page within a page', async () => (await import('./share')).share(host)),
  ];
  const enable = (): void => needsText.forEach(button => { button.disabled = !host.text().trim(); });
  document.addEventListener('pips-text', enable);
  enable();
  bar.append(
    button('New…', 'A new game', begin),
    button('Open…', 'A file of any format that can be converted (Ctrl + O); or drop one on the page', () => chooseFile(host)),
    button('Yours…', 'The records that this browser keeps', showYours),
    ...needsText);
  document.addEventListener('keydown', event => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const deed = { o: () => chooseFile(host), s: save, ...(host.text().trim() ? { p: printed } : {}) }[event.key];
    if (!deed) return;
    event.preventDefault();
    act(deed)();
  });
  takeDrops(host, document.body);
  followLinks(host, resume);
  return { newGame: begin, openText: text => act(() => openText(host, text))(), readAsGame: (text, game) => readAsGame(host, text, game), notices, yours: showYours };
}
