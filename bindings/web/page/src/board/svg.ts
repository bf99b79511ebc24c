// Figures of the library in a page whose policy forbids inline styles: their rules go into a separate style sheet.

export interface Figure {
  readonly svg: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  readonly rules: string;
}

/** Parses a figure, without any active content. */
export function readFigure(text: string): Figure | null {
  // The policy applies to parsed content too. The rules contain no text of a record, and `<` is escaped in text.
  const rules: string[] = [];
  const bare = text.replace(/<style>([^<]*)<\/style>/g, (_, rule: string) => {
    rules.push(rule);
    return '';
  });
  const root = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
  if (root.localName !== 'svg') return null;
  root.querySelectorAll('style, script, foreignObject, a, image, use').forEach(element => element.remove());
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes]) {
      if (/^on/i.test(name) || name === 'style') element.removeAttribute(name);
    }
  }
  const svg = document.adoptNode(root) as unknown as SVGSVGElement;
  const { width, height } = svg.viewBox.baseVal;
  return { svg, width: width || 1, height: height || 1, rules: rules.join('\n') };
}

/** Parses a picture for use next to text with the same meaning. */
export function readPicture(text: string): { svg: SVGSVGElement; rules: string } | null {
  const figure = readFigure(text);
  if (!figure) return null;
  figure.svg.setAttribute('aria-hidden', 'true');
  figure.svg.removeAttribute('role');
  figure.svg.querySelectorAll('title, desc').forEach(element => element.remove());
  return figure;
}
