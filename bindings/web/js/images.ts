// PNG and PDF: a separate module, loaded on first use.
import { checkArguments, checkOptions, jsonOf } from './arguments.js';
import { checkFormat, thrown, type Functions } from './functions.js';
import type { RawImages } from './parts.js';
import type { ImageOptions, Text } from './types.js';

/** Creates a function that draws with the module that `load` returns. */
export function imagesOf(functions: Functions, load: () => Promise<RawImages>, revive: () => void) {
  /** Draws positions as PNG or PDF. */
  return async function renderImage(text: Text, options: ImageOptions = {}): Promise<Uint8Array> {
    checkArguments({ text, options });
    checkOptions('image', options);
    checkFormat(options.format, ['renderImage']);
    const { format, scale, dpi, bleed, fonts, ...shown } = options;
    if (format !== 'pdf') {
      const svg = functions.render(text, { ...shown, format: 'svg' });
      return drawn(raw => raw.png(svg, jsonOf({ scale: scale ?? 2, dpi }), fonts ?? []));
    }
    const { figures, lang } = functions.figures(text, { ...shown, format: 'pages' });
    const { theme, background } = shown;
    return drawn(raw => raw.pdf(figures, jsonOf({ theme, background: background ?? true, lang, bleed }), fonts ?? []));
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
