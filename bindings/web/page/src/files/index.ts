// File functions: open, drop, save, figures, links. The web app mounts them.
import { el } from '../dom';
import { messageOf, type Files, type Host } from './host';
import { chooseFile, openText, takeDrops } from './open';
import { followLinks } from './address';

export type { Host } from './host';

/** Time for which a notice about success stays, in milliseconds. */
const STAYS = 8000;

/** Creates the notice line, which disappears after a while or on a click. */
function notice(): Files['say'] {
  const line = el('p', { className: 'notice', role: 'status', onclick: () => { line.textContent = ''; } });
  document.body.append(line);
  let going: ReturnType<typeof setTimeout> | undefined;
  return (message, isWrong = false) => {
    clearTimeout(going);
    line.textContent = message;
    line.classList.toggle('wrong', isWrong);
    if (!isWrong) going = setTimeout(() => { line.textContent = ''; }, STAYS);
  };
}

/** What the web app starts elsewhere than in the bar. */
export interface FileActions {
  newGame(): void;
  /** Opens a text of any format. */
  openText(text: string): void;
  readonly say: Files['say'];
}

/** Adds the buttons to a bar, accepts dropped files, and opens the state in the address. */
export function mountFiles(page: Host, bar: HTMLElement): FileActions {
  const host: Files = { ...page, say: notice() };
  const act = (deed: () => void | Promise<void>) => (): void => {
    void Promise.resolve().then(deed).catch((error: unknown) => host.say(messageOf(error), true));
  };
  const button = (title: string, hint: string, deed: () => void | Promise<void>): HTMLButtonElement =>
    el('button', { type: 'button', className: 'button quiet', title: hint, onclick: act(deed) }, title);
  // Dialogs are loaded when they are opened.
  const begin = act(async () => (await import('./new')).newGame(host.pictures, record => host.open(record, '', record.lastIndexOf('*'))));
  const save = async (): Promise<void> => (await import('./save')).saveAs(host);
  // What needs a record is disabled until there is one; the style sheet does not have to know it.
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
    ...needsText);
  document.addEventListener('keydown', event => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const deed = { o: () => chooseFile(host), s: save }[event.key];
    if (!deed) return;
    event.preventDefault();
    act(deed)();
  });
  takeDrops(host, document.body);
  if (new URLSearchParams(location.search).has('embed')) document.documentElement.classList.add('embedded');
  followLinks(host);
  return { newGame: begin, openText: text => act(() => openText(host, text))(), say: host.say };
}
