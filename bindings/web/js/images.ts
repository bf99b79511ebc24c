// PNG and PDF: a module of its own, loaded when it is first asked for.
import { thrown, type Functions } from './functions.js';
import type { RawImages } from './parts.js';
import type { ImageOptions, Text } from './types.js';

/** Draws with a module that `load` brings. */
export function imagesOf(functions: Functions, load: () => Promise<RawImages>, revive: () => void) {
  /** Draws positions as PNG or PDF. */
  return async function renderImage(text: Text, options: ImageOptions = {}): Promise<Uint8Array> {
    const { format = 'png', scale = 2, dpi, bleed, fonts = [], ...shown } = options;
    if (format !== 'pdf') {
      const svg = functions.render(text, { ...shown, format: 'svg' });
      return drawn(raw => raw.png(svg, JSON.stringify({ scale, dpi }), fonts));
    }
    const { figures, lang } = functions.figures(text, { ...shown, format: 'pages' });
    const { theme, background = true } = shown;
    return drawn(raw => raw.pdf(figures, JSON.stringify({ theme, background, lang, bleed }), fonts));
  };

  async function drawn(act: (raw: RawImages) => Uint8Array): Promise<Uint8Array> {
    const raw = await load();
    try {
      return act(raw);
    } catch (error) {
      throw thrown(error, revive);
    }
  }
}
