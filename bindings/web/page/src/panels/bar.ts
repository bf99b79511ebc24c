// The bar of the page: the menu that holds most of it on narrow screens, and the choice of light or dark.
import { need } from '../dom';

export function mountBar(): void {
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
