// Opens files of any supported format, chosen or dropped.
import type { Converted } from '../../../js/types';
import { counted } from '../dom';
import { commentsWithTurns } from './comment-turns';
import { messageOf, type Files, type Origin } from './host';

/** Maximum size of a file that the editor can hold. */
const MOST_BYTES = 64 << 20;

/** Opens a file. Files in the notation are opened unchanged, others are converted. */
export async function openFile(host: Files, file: File): Promise<void> {
  if (file.size > MOST_BYTES) return host.say(`${file.name} is too large for an editor: the command reads files of any size.`, true);
  if (/^(image|audio|video|font)\//.test(file.type)) return host.say(`${file.name} cannot be read: it is not a text.`, true);
  host.say(`Reading ${file.name}…`);
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!bytes.length) return host.say(`${file.name} is empty, so nothing was changed.`, true);
    if (isNotation(file.name, bytes)) return host.open(new TextDecoder().decode(bytes), file.name);
    await openConverted(host, bytes, file.name, file.name);
  } catch (error) {
    host.say(`${file.name} cannot be read: ${messageOf(error)}`, true);
  }
}

/** Opens a converted file, and reports its format. A file without records changes nothing. */
async function openConverted(host: Files, bytes: Uint8Array, file: string, what: string, origin?: Origin): Promise<void> {
  const read = await host.call<Converted>('convert', bytes, { to: 'pips', name: file });
  if (!read.records) return host.say(`${what} has no records, so nothing was changed.`, true);
  host.open(read.text, file.replace(/\.[^.]*$/, '.pips'), undefined, origin);
  const isWrong = read.findings.some(({ code, severity }) => isOfSource(code) && severity === 'error');
  await sayWithComments(host, noticeOf(read, /\.(mdx?|tex|typ|rst|qmd|html?)$/i.test(file)), isWrong);
}

/** Shows the notice about a text that was just opened. It adds which comments of the text have words that look like turns. */
async function sayWithComments(host: Files, notice: string, isWrong = false): Promise<void> {
  const text = host.text();
  const suspects = await commentsWithTurns(host, text);
  if (host.text() !== text) return;
  const [first] = suspects;
  if (!first) return host.say(notice, isWrong);
  const words = `${counted(suspects.length, 'comment')} ${suspects.length === 1 ? 'contains' : 'contain'} words that look like turns`;
  host.say(`${notice} · ${words}`, isWrong, {
    title: suspects.length === 1 ? 'Go to it' : 'Go to the first',
    act: () => { if (host.text() === text) host.select(first.from, first.to); },
  });
}

/** Maximum number of remarks about a conversion in its notice. */
const MOST_REMARKS = 2;

/** Returns true for a finding about the source only. The opened record has the other findings. */
const isOfSource = (code: string): boolean => code.startsWith('import/');

/** What the converter says about a text that people wrote, such as a chat or a mail. */
const READ_AS = /^(?:line \d+: )?read as: (.*)$/;

/**
 * Reports a conversion in one sentence: what was read, and what changed on the way. The records of a
 * document are in blocks; those of a mail are not.
 */
function noticeOf({ from, records, notes, losses, findings }: Converted, isDocument: boolean): string {
  const [readAs] = notes.flatMap(note => READ_AS.exec(note)?.[1] ?? []);
  const parts = readAs?.split(', ') ?? [];
  // The game says enough, and the text shows what became of its parts.
  const said = parts.filter((part, at) => at === 0 || !parts[0]?.startsWith('a game of ') || part.endsWith(' is assumed'));
  const remarks = [
    ...(readAs ? ['everything else is now a comment'] : []),
    // The format is named already.
    ...notes.filter(note => !/^(?:line \d+: )?read as\b/.test(note)),
    ...(losses.length ? [`not carried over: ${losses.join(', ')}`] : []),
    ...findings.filter(({ code }) => isOfSource(code)).map(({ message }) => message),
  ].map(remark => `${remark.charAt(0).toLowerCase()}${remark.slice(1).replace(/\.$/, '')}`);
  const shown = [...new Set(remarks)];
  const more = shown.length - MOST_REMARKS;
  return [
    readAs ? `Read as ${said.join(', ')}` : `${counted(records, 'record')} read${from !== 'pips' ? ` in the form of ${from}` : isDocument ? ' from the blocks of the page' : ''}`,
    ...shown.slice(0, MOST_REMARKS),
    ...(more > 0 ? [`and ${counted(more, 'more remark')}`] : []),
  ].join(' · ');
}

/**
 * Opens a pasted text of any format, and reports the format. A text of no known format is opened
 * unchanged.
 */
export async function openText(host: Files, text: string): Promise<void> {
  host.say('Reading…');
  // The browser shows the notice before the work begins.
  await new Promise(resolve => setTimeout(resolve, 30));
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) return host.say('The text is too large for an editor: the command reads files of any size.', true);
  if (isNotation('', bytes)) {
    host.open(text, '', undefined, 'written');
    return host.say('The text is in Pipscribe notation.');
  }
  // Only documents are searched for records in code blocks.
  const isDocument = /^ *(```|~~~) *pips\b/m.test(text);
  const remarked = isDocument ? null : withRemarks(text);
  if (remarked !== null) {
    host.open(remarked, '', undefined, 'written');
    return sayWithComments(host, 'The text is in Pipscribe notation · what was before the first record is now a comment');
  }
  try {
    await openConverted(host, bytes, isDocument ? '.md' : '', 'The pasted text', 'written');
  } catch {
    // The page asks which game it is, and then reads the text as one of that game.
    host.open(text, '', undefined, 'written');
  }
}

/**
 * Reads a text that does not name its game in the notation, such as a chat or a mail, as a record of
 * a game. Returns null if it has no turn of that game.
 */
export async function readAsGame(host: Files, text: string, game: string): Promise<string | null> {
  const read = await host.call<Converted>('convert', text, { to: 'pips', game }).catch(() => null);
  if (!read?.records || !read.text.includes(`[Game "${game}"]`)) return null;
  // An edit ends the notices before it.
  document.addEventListener('pips-text', () => void sayWithComments(host, noticeOf(read, false)), { once: true });
  return read.text;
}

/**
 * Converts the lines before the first record of a text in the notation to comments. Returns null if
 * there are no such lines.
 */
function withRemarks(text: string): string | null {
  const first = /^[ \t]*\[Game "/m.test(text) ? /^[ \t]*\[\w+ "/m.exec(text) : null;
  const before = first ? text.slice(0, first.index) : '';
  if (!first || !before.trim()) return null;
  const lines = before.split('\n').map(line => line.trim()).filter(Boolean);
  return `${lines.map(line => (line.startsWith('#') ? line : `# ${line}`)).join('\n')}\n${text.slice(first.index)}`;
}

/** Returns true if a file is in the notation, so that it must not be changed. */
function isNotation(name: string, bytes: Uint8Array): boolean {
  if (/\.(md|tex|typ)$/i.test(name)) return false;
  const head = new TextDecoder().decode(bytes.subarray(0, 1 << 16));
  return name.toLowerCase().endsWith('.pips') || /^\uFEFF?(\s*#.*\n|\s*\n)*\s*\[\w+ "/.test(head);
}

/** Opens a file dialog. */
export function chooseFile(host: Files): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void openFile(host, file);
  });
  input.click();
}

/** Accepts files that are dropped anywhere on the page. */
export function takeDrops(host: Files, page: HTMLElement): void {
  const hasFiles = (event: DragEvent): boolean => Boolean(event.dataTransfer?.types.includes('Files'));
  const mark = (is: boolean): void => { page.classList.toggle('drop-here', is); };
  page.addEventListener('dragover', event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  page.addEventListener('dragleave', event => { if (event.relatedTarget === null) mark(false); });
  // This must run before the editor's handler, which would insert the text where the file is
  // dropped.
  page.addEventListener('drop', event => {
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || !file) return;
    event.preventDefault();
    event.stopPropagation();
    void openFile(host, file);
  }, { capture: true });
}
