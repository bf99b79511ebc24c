// Menu of code actions at the cursor.
import type { Offer } from '../editor/actions';
import { el } from '../dom';
import { words } from '../words';

/** Opens the menu below a button. Escape or any action elsewhere closes it. */
export function openMenu(beneath: HTMLElement, offers: readonly Offer[]): void {
  const close = (): void => {
    menu.remove();
    document.removeEventListener('pointerdown', outside);
  };
  const outside = (event: Event): void => {
    if (!(event.target instanceof Node) || !menu.contains(event.target)) close();
  };
  const buttons = offers.map(offer => el('button', { type: 'button', onclick: () => { close(); offer.apply(); } }, ...words(offer.title)));
  const menu = el('div', { className: 'menu', role: 'group', 'aria-label': 'Actions at the cursor' },
    ...(buttons.length ? buttons : [el('p', { tabIndex: -1 }, 'There are no actions at the cursor: put it on a turn, a tag or a finding.')]));
  menu.addEventListener('keydown', event => {
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') { close(); beneath.focus(); }
    else if (by && buttons.length) buttons[(here + by + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  });
  beneath.closest('.desk')?.querySelector('.editor')?.append(menu);
  menu.querySelector<HTMLElement>('button, p')?.focus();
  document.addEventListener('pointerdown', outside);
}
