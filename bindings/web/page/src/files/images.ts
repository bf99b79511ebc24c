// PNG, GIF and PDF: a separate module and worker, loaded on first use.
import script from 'pipscribe-images-worker';

export interface ImageAsked {
  readonly id: number;
  readonly kind: 'png' | 'gif' | 'pdf';
  readonly svgs: readonly string[];
  /** Options for the module, as JSON. */
  readonly options: string;
}

export interface ImageTold {
  readonly id: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly why?: string;
}

let worker: Worker | undefined;
let last = 0;

/** Converts the SVG of the library to images. */
export async function drawn(kind: ImageAsked['kind'], svgs: readonly string[], options: object): Promise<Uint8Array<ArrayBuffer>> {
  worker ??= new Worker(new URL(script, import.meta.url), { type: 'module' });
  const from = worker;
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    const heard = ({ data }: MessageEvent<ImageTold>): void => {
      if (data.id !== id) return;
      from.removeEventListener('message', heard);
      if (data.bytes) resolve(data.bytes);
      else reject(new Error(data.why));
    };
    from.addEventListener('message', heard);
    from.addEventListener('error', event => {
      // The next call starts a new worker.
      worker = undefined;
      reject(new Error(event.message || 'What draws images cannot be loaded.'));
    }, { once: true });
    from.postMessage({ id, kind, svgs, options: JSON.stringify(options) } satisfies ImageAsked);
  });
}
