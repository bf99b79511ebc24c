// The bar of the page: on narrow screens, the menu that holds most of it and the state of the
// record; the choice of light or dark.
import { need } from '../dom';

/** Screens with one column, as in the style sheet. */
const NARROW = '(max-width: 900px), (max-height: 500px)';

/** On narrow screens, where panels hide the bar of the record, moves its state to the page bar. */
function placeState(): void {
  const [state, narrow] = [document.querySelector('.state'), matchMedia(NARROW)];
  const place = (): void => {
    if (!state) return;
    if (narrow.matches) need('menu').before(state);
    else need('name').after(state);
  };
  narrow.addEventListener('change', place);
  place();
}

export function mountBar(): void {
  placeState();
  const menu = need('menu');
  const rest = need('bar-rest');
  const open = (isOpen: boolean): void => {
    rest.classList.toggle('open', isOpen);
    menu.setAttribute('aria-expanded', String(isOpen));
  };
  menu.addEventListener('click', () => open(!rest.classList.contains('open')));
  rest.addEventListener('click', event => { if (event.target instanceof Element && event.target.closest('button:not(#theme)')) open(false); });
  document.addEventListener('pointerdown', event => { if (event.target instanceof Node && !rest.contains(event.target) && !menu.contains(event.target)) open(false); });
  rest.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    open(false);
    menu.focus();
  });
  need('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try { localStorage.setItem('theme', root.dataset.theme); } catch { /* It holds for this visit. */ }
  });
}
