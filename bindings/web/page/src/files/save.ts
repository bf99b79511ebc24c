// Saves the text as a file, in any supported format.
import type { Converted, FormatInfo } from '../../../js/types';
import { el } from '../dom';
import { dialog } from './dialog';
import { messageOf, type Files } from './host';

/** Offers bytes as a download. */
export function download(content: BlobPart, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el('a', { href: address, download: name }).click();
  // By then the browser has read the data.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns a file name with another extension. */
export const named = (name: string, ending: string): string => `${name.replace(/\.[^.\s]*$/, '').replace(/[\\/:*?"<>|]/g, '-') || 'record'}.${ending}`;

/** Asks for a format and saves the text in it. `print` prints the record instead. */
export async function saveAs(host: Files, print: () => Promise<void>): Promise<void> {
  const formats = (await host.call<FormatInfo[]>('formats')).filter(format => format.writes);
  const choice = el('select', { id: 'save-format' }, ...formats.map(format => el('option', { value: format.name }, `${format.name} – ${format.about}`)));
  const told = el('p', { className: 'told', role: 'status' });
  const save = async (): Promise<boolean> => {
    const format = formats.find(({ name }) => name === choice.value);
    if (!format) return false;
    const ending = format.endings[0] ?? 'txt';
    try {
      // The notation is saved unchanged, including mistakes.
      if (format.name === 'pips') {
        download(host.text(), named(host.name(), 'pips'), 'text/plain;charset=utf-8');
        host.saved();
      } else {
        const { bytes, losses, notes } = await host.call<Converted>('convert', host.text(), { from: 'pips', to: format.name });
        download(bytes as Uint8Array<ArrayBuffer>, named(host.name(), ending), 'application/octet-stream');
        const lost = [...losses.map(loss => `not carried over: ${loss}`), ...notes];
        host.say(['Saved.', ...lost.slice(0, 5)].join(' '));
        return true;
      }
      host.say('Saved.');
      return true;
    } catch (error) {
      told.textContent = messageOf(error);
      return false;
    }
  };
  const box = dialog('Save as', [el('label', { for: 'save-format' }, 'Format'), choice, told], 'Save', save);
  const printing = (): void => {
    box.close();
    void print();
  };
  box.querySelector('.deeds')?.prepend(el('button', { type: 'button', className: 'button', title: 'Ctrl + P', onclick: printing }, 'Print…'));
}
