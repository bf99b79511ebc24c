// Dialog with one action.
import { el } from '../dom';

/**
 * Opens a dialog. `act` returns true if it may close. Escape and the other button cancel. Without a
 * `deed`, the dialog only shows its parts. The button of an act that has failed stays disabled if
 * `canAct` returns false.
 */
export function dialog(title: string, parts: readonly Node[], deed: string | null, act: () => boolean | Promise<boolean>, canAct = (): boolean => true): HTMLDialogElement {
  let isActing = false;
  const go = el('button', { type: 'submit', className: 'button main', hidden: deed === null }, deed);
  const form = el('form', { method: 'dialog', className: 'form' },
    el('h2', { id: 'dialog-title' }, title), ...parts,
    el('div', { className: 'tools deeds' }, el('button', { type: 'button', className: 'button quiet', onclick: () => box.close() }, 'Close'), go));
  const box = el('dialog', { className: 'dialog', 'aria-labelledby': 'dialog-title' }, form);
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (isActing) return;
    isActing = go.disabled = true;
    void Promise.resolve(act()).then(isDone => {
      isActing = false;
      go.disabled = !canAct();
      if (isDone) box.close();
    });
  });
  const before = document.activeElement;
  box.addEventListener('close', () => {
    box.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(box);
  box.showModal();
  return box;
}
