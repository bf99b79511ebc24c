// Links with the whole state in the fragment of the address, which is never sent to a server: compressed JSON as
// base64url.

/** State in a link. */
export interface LinkState {
  readonly text: string;
  readonly name: string;
  /** Position of the cursor. */
  readonly at: number;
}

/** Maximum size after decompression. Anybody can write a link, so there must be a limit. */
export const MOST_UNPACKED = 16 << 20;
/** Maximum length of a link. Some browsers and most mail programs truncate longer ones. */
export const MOST_LETTERS = 1 << 20;
const KEY = '#s=';

async function through(bytes: Uint8Array<ArrayBuffer>, way: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(way).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error('The link holds more than a page can show.');
    }
    pieces.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function unbase64(letters: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
}

/** Encodes a state as a fragment. */
export async function fragmentOf({ text, name, at }: LinkState): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify({ v: 1, text, name, at }));
  const letters = base64(await through(json, new CompressionStream('deflate-raw'), Infinity));
  if (letters.length > MOST_LETTERS) throw new Error('The text is too large for a link: save it as a file.');
  return KEY + letters;
}

/** Decodes the state of a fragment; null if it contains none. */
export async function stateOf(fragment: string): Promise<LinkState | null> {
  if (!fragment.startsWith(KEY)) return null;
  try {
    const json = await through(unbase64(fragment.slice(KEY.length)), new DecompressionStream('deflate-raw'), MOST_UNPACKED);
    const { v, text, name, at }: Record<string, unknown> = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
    if (v !== 1 || typeof text !== 'string') throw new Error();
    return { text, name: typeof name === 'string' ? name.slice(0, 200) : 'A linked record', at: typeof at === 'number' && at >= 0 ? at : 0 };
  } catch {
    throw new Error('The link is damaged: a part of it may be missing.');
  }
}

/** Returns the HTML that embeds the web app in another page. */
export function embedCode(address: string): string {
  const quoted = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${quoted}" title="A record in Pipscribe" loading="lazy" style="width:100%;height:40em;border:0"></iframe>`;
}
