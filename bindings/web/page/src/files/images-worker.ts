// Worker that draws images in the background.
import init, { gif, pdf, png } from 'pipscribe-images';
import wasm from 'pipscribe-images-file';

import type { ImageAsked, ImageTold } from './images';

const loaded = init({ module_or_path: new URL(wasm, import.meta.url) });

async function answer({ id, kind, svgs, options }: ImageAsked): Promise<ImageTold> {
  try {
    await loaded;
    const [first = ''] = svgs;
    const bytes = kind === 'png' ? png(first, options, []) : kind === 'gif' ? gif([...svgs], options, []) : pdf([...svgs], options, []);
    return { id, bytes: bytes as Uint8Array<ArrayBuffer> };
  } catch (error) {
    const told = typeof error === 'string' ? (JSON.parse(error) as { message: string }).message : String(error);
    return { id, why: told };
  }
}

self.onmessage = async (event: MessageEvent<ImageAsked>) => postMessage(await answer(event.data));
