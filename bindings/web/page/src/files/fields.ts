// Fields of dialogs: groups of radio buttons, and rows with a label.
import { el } from '../dom';

/**
 * Creates a group of radio buttons. `changed` is called with the chosen value; a value that is not
 * possible cannot be chosen.
 */
export function radios(name: string, label: string, values: readonly (readonly [string, string, Node?])[], chosen: string, changed: (value: string) => void, className = 'segments', isPossible: (value: string) => boolean = () => true): HTMLElement {
  const options = values.map(([value, title, picture]) => {
    const input = el('input', { type: 'radio', name, value, checked: value === chosen, disabled: !isPossible(value), onchange: () => changed(value) });
    return el('label', { className: 'segment' }, input, picture, el('span', {}, title));
  });
  return el('div', { className, role: 'radiogroup', 'aria-label': label }, ...options);
}

/** Creates a row of a dialog. A field with an identifier has a label, others only words. */
export function row(label: Node | string, field: HTMLElement): HTMLElement {
  return el('div', { className: 'new-row' }, field.id ? el('label', { for: field.id }, label) : el('span', {}, label), field);
}
