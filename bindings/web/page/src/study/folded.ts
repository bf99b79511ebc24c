// A group of buttons that becomes a menu where there is little room: the style sheet decides, by showing its button.
import { el } from '../dom';

export class Folded {
  /** The button that opens the menu. It is hidden where the group is shown as it is. */
  readonly button: HTMLButtonElement;

  constructor(title: string, label: string, private readonly group: HTMLElement, className: string) {
    this.button = el('button', {
      type: 'button', className: `button ${className}`, title: label, 'aria-label': label, 'aria-expanded': 'false',
      onclick: () => this.set(!this.isOpen),
    }, title);
    group.classList.add('folded');
    const isInside = (event: Event): boolean => event.composedPath().some(part => part === group || part === this.button);
    document.addEventListener('pointerdown', event => { if (!isInside(event)) this.set(false); });
    for (const part of [group, this.button]) part.addEventListener('keydown', event => { if (event.key === 'Escape') this.close(event); });
    group.addEventListener('click', event => {
      if (this.isOpen && event.target instanceof Element && event.target.closest('button')) this.close(event);
    });
  }

  private get isOpen(): boolean { return this.group.classList.contains('open'); }

  private set(isOpen: boolean): void {
    this.group.classList.toggle('open', isOpen);
    this.button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) this.group.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  }

  /** Closes the menu. The focus returns to its button, unless the action has moved it. */
  private close(event: Event): void {
    if (!this.isOpen) return;
    if (event instanceof KeyboardEvent) event.preventDefault();
    this.set(false);
    if (this.group.contains(document.activeElement) || document.activeElement === document.body) this.button.focus();
  }
}
