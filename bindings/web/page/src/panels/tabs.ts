// Tabs: one panel is open, and the arrow keys move between the tabs. The first tab shows the record
// itself. In layouts that always show the record, this tab is hidden, and opening it folds the
// panels.
import { el } from '../dom';

export interface Tab {
  readonly panel: HTMLElement;
  readonly button: HTMLElement;
  readonly isOpen: boolean;
  /** Shows the number of items in a panel, and whether they are errors. */
  count(number: number | null, isBad?: boolean): void;
  open(): void;
}

export interface TabOptions {
  /** True if the panel scrolls its own parts. */
  readonly isFull?: boolean;
  readonly opened?: () => void;
  readonly closed?: () => void;
  /** Element that the tab shows instead of a panel of its own. The style sheet shows and hides it. */
  readonly shows?: HTMLElement;
}

/** Creates a list of tabs. `data-open` of `whole` is the name of the open tab. */
export function tabs(into: HTMLElement, whole: HTMLElement, label: string): (name: string, options?: TabOptions) => Tab {
  const list = el('div', { className: 'tabs', role: 'tablist', 'aria-label': label });
  const all: { name: string; button: HTMLButtonElement; panel: HTMLElement; isOwn: boolean; opened: (() => void) | undefined; closed: (() => void) | undefined }[] = [];
  let current = -1;
  // Folds the panels in layouts that always show the record.
  const fold = el('button', { type: 'button', className: 'fold', 'aria-label': 'Close the panel', title: 'Close the panel', onclick: () => { open(0); all[1]?.button.focus(); } }, '×');
  into.append(el('div', { className: 'tab-bar' }, list, fold));

  const open = (chosen: number): void => {
    const before = current;
    current = chosen;
    if (before !== chosen) all[before]?.closed?.();
    all.forEach(({ name, button, panel, isOwn, opened }, at) => {
      const isOpen = at === chosen;
      if (isOpen) whole.dataset.open = name.toLowerCase();
      button.setAttribute('aria-selected', String(isOpen));
      // The tab of the record may be hidden.
      button.tabIndex = isOpen || (chosen === 0 && at === 1) ? 0 : -1;
      if (isOwn) panel.hidden = !isOpen;
      if (isOpen && before !== chosen) opened?.();
    });
  };
  const isShown = (button: HTMLElement): boolean => button.offsetParent !== null;
  list.addEventListener('keydown', event => {
    const shown = all.filter(({ button }) => isShown(button));
    const here = shown.findIndex(({ button }) => button === document.activeElement);
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (next === undefined || here < 0) return;
    event.preventDefault();
    const chosen = shown[(next + shown.length) % shown.length];
    if (!chosen) return;
    open(all.indexOf(chosen));
    chosen.button.focus();
  });

  return (name, { isFull = false, opened, closed, shows } = {}) => {
    const at = all.length;
    const id = `tab-${name.toLowerCase()}`;
    const count = el('span', { className: 'count', hidden: true });
    const button = el('button', { type: 'button', role: 'tab', id, 'aria-controls': shows ? shows.id : `${id}-panel`, 'aria-selected': 'false', tabIndex: -1, onclick: () => open(at) }, name, count);
    const panel = shows ?? el('div', { className: isFull ? 'panel full' : 'panel', role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': id, hidden: true, tabIndex: 0 });
    all.push({ name, button, panel, isOwn: !shows, opened, closed });
    list.append(button);
    if (!shows) into.append(panel);
    if (at === 0) open(0);
    if (at === 1) open(current);
    return {
      panel,
      button,
      get isOpen() { return current === at; },
      open: () => open(at),
      count: (number, isBad = false) => {
        count.hidden = number === null;
        count.textContent = number === null ? '' : number.toLocaleString('en');
        count.classList.toggle('wrong', isBad);
      },
    };
  };
}
