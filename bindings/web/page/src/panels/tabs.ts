// Tabs: one panel is open, and the arrow keys move between the tabs.
import { el } from '../dom';

export interface Tab {
  readonly panel: HTMLElement;
  /** Shows the number of items in a panel, and whether they are errors. */
  count(number: number | null, isBad?: boolean): void;
  open(): void;
}

export function tabs(into: HTMLElement, label: string): (name: string, isFull?: boolean, opened?: () => void) => Tab {
  const list = el('div', { className: 'tabs', role: 'tablist', 'aria-label': label });
  const all: { button: HTMLButtonElement; panel: HTMLElement; opened: (() => void) | undefined }[] = [];
  into.append(list);

  const open = (chosen: number): void => all.forEach(({ button, panel, opened }, at) => {
    const isOpen = at === chosen;
    button.setAttribute('aria-selected', String(isOpen));
    button.tabIndex = isOpen ? 0 : -1;
    const was = panel.hidden;
    panel.hidden = !isOpen;
    if (isOpen && was) opened?.();
  });
  list.addEventListener('keydown', event => {
    const here = all.findIndex(({ button }) => button === document.activeElement);
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined || here < 0) return;
    event.preventDefault();
    const chosen = (next + all.length) % all.length;
    open(chosen);
    all[chosen]?.button.focus();
  });

  return (name, isFull = false, opened) => {
    const at = all.length;
    const id = `tab-${name.toLowerCase()}`;
    const count = el('span', { className: 'count', hidden: true });
    const button = el('button', { type: 'button', role: 'tab', id, 'aria-controls': `${id}-panel`, 'aria-selected': 'false', tabIndex: -1, onclick: () => open(at) }, name, count);
    const panel = el('div', { className: isFull ? 'panel full' : 'panel', role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': id, hidden: true, tabIndex: 0 });
    all.push({ button, panel, opened });
    list.append(button);
    into.append(panel);
    if (at === 0) open(0);
    return {
      panel,
      open: () => open(at),
      count: (number, isBad = false) => {
        count.hidden = number === null;
        count.textContent = number === null ? '' : number.toLocaleString('en');
        count.classList.toggle('wrong', isBad);
      },
    };
  };
}
