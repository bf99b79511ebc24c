// Creation of elements in one expression. Strings become text nodes; no HTML is parsed.

type Child = Node | string | null | undefined | false;

/** Creates an element with properties, attributes (names with a dash, and `role`) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(name: K, given: Record<string, unknown> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (key.includes('-') || key === 'role' || key === 'for') made.setAttribute(key, String(value));
    else if (key.startsWith('on') && typeof value === 'function') made.addEventListener(key.slice(2), value as EventListener);
    else Object.assign(made, { [key]: value });
  }
  made.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return made;
}

/** Returns an element that the page is known to contain. */
export function need(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** Returns a number with its noun: `1 record`, `2,000 records`. */
export const counted = (number: number, noun: string): string => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** Creates an icon of lines. */
export function drawing(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  shape.setAttribute('d', path);
  shape.setAttribute('class', 'line');
  svg.append(shape);
  return svg;
}
