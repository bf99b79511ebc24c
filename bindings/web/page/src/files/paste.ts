// Box into which a text is pasted, for browsers that do not let the page read the clipboard.
import { el } from '../dom';
import { dialog } from './dialog';

/** Opens the box. `read` is called with the text. */
export function pasteBox(read: (text: string) => void): void {
  const text = el('textarea', { id: 'paste-text', rows: 12, spellcheck: false, placeholder: 'A record, a file of another program, a chat or a mail', 'aria-describedby': 'paste-hint' });
  const hint = el('p', { id: 'paste-hint', className: 'told', role: 'status' }, 'Press Ctrl + V, or ⌘ V, or touch the box for a while.');
  // The text is opened once the dialog has closed, and has given the focus back.
  let wanted: string | null = null;
  const box = dialog('Paste a record', [el('label', { for: text.id, className: 'sr-only' }, 'The text'), text, hint], 'Read it', () => {
    if (text.value.trim()) {
      wanted = text.value;
      return true;
    }
    hint.textContent = 'There is no text in the box yet.';
    text.focus();
    return false;
  });
  box.classList.add('wide', 'paste');
  box.addEventListener('close', () => { if (wanted !== null) read(wanted); });
  text.focus();
}
