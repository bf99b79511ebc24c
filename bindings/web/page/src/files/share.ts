// Sharing: a link with the whole state, and embedding in another page.
import { el } from '../dom';
import { dialog } from './dialog';
import { messageOf, type Files } from './host';
import { embedCode, fragmentOf } from './link';

/** Shows the link, and the HTML of an `<iframe>`. */
export async function share(host: Files): Promise<void> {
  try {
    const fragment = await fragmentOf({ text: host.text(), name: host.name(), at: host.at() });
    const page = new URL(location.href);
    page.hash = fragment;
    page.search = '';
    history.replaceState(null, '', page);
    const embedded = new URL(page);
    embedded.search = '?embed';
    const link = el('input', { id: 'share-link', readOnly: true, value: page.href });
    const code = el('textarea', { id: 'share-code', readOnly: true, rows: 4, value: embedCode(embedded.href) });
    for (const field of [link, code]) field.addEventListener('focus', () => field.select());
    const told = el('p', { className: 'told', role: 'status' }, 'The record is in the link itself: nothing is sent anywhere before somebody opens it.');
    const copy = async (field: HTMLInputElement | HTMLTextAreaElement, what: string): Promise<boolean> => {
      try {
        await navigator.clipboard.writeText(field.value);
        host.say(`The ${what} is copied.`);
        return true;
      } catch {
        field.focus();
        told.textContent = `The browser does not let the page copy: copy the ${what} by hand.`;
        return false;
      }
    };
    const embed = el('button', { type: 'button', className: 'button', onclick: () => void copy(code, 'code').then(isDone => { if (isDone) box.close(); }) }, 'Copy the code');
    const box = dialog('Share', [el('label', { for: 'share-link' }, 'Link'), link, el('label', { for: 'share-code' }, 'To embed in a page'), code, told], 'Copy the link', () => copy(link, 'link'));
    box.querySelector('.deeds')?.prepend(embed);
  } catch (error) {
    host.say(messageOf(error), true);
  }
}
