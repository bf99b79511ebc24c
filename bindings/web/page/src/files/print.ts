// Prints the sheet of the record that is shown, which comes from its player.
import { playerOf } from '../player';
import { messageOf, type Files } from './host';

/** Prints the record whose board is shown. */
export async function printSheet(host: Files): Promise<void> {
  const { text } = host.shown();
  try {
    const sheet = playerOf(await host.call<string>('render', text, { format: 'html' }), 'auto');
    sheet.classList.add('print-sheet');
    document.body.append(sheet);
    addEventListener('afterprint', () => sheet.remove(), { once: true });
    print();
  } catch (error) {
    host.say(`The record cannot be printed: ${messageOf(error)}`, true);
  }
}
