// Converts Markdown to DOM nodes. HTML is never parsed; markup in the source becomes text.
import { marked, type Token, type Tokens } from 'marked';

/** Returns the address of a link if it is safe. */
function safeLink(href: string): string | undefined {
  try {
    const url = new URL(href, document.baseURI);
    return ['https:', 'http:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, children: (Node | string)[] = []): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function inner(token: Token): Node[] {
  const inside = 'tokens' in token ? token.tokens : undefined;
  return inside?.length ? nodes(inside) : [document.createTextNode(textOf(token))];
}

/** Returns the text of a token, which the lexer leaves escaped. */
function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}

function table(token: Tokens.Table): Node {
  const row = (cells: Tokens.TableCell[], name: 'td' | 'th'): Node => element('tr', cells.map(cell => element(name, nodes(cell.tokens) as (Node | string)[])));
  return element('table', [element('thead', [row(token.header, 'th')]), element('tbody', token.rows.map(cells => row(cells, 'td')))]);
}

function nodes(tokens: readonly Token[]): Node[] {
  return tokens.flatMap((token): Node[] => {
    switch (token.type) {
      case 'space': return [];
      case 'heading': return [element('h3', inner(token))];
      case 'paragraph': return [element('p', inner(token))];
      case 'strong': return [element('strong', inner(token))];
      case 'em': return [element('em', inner(token))];
      case 'del': return [element('del', inner(token))];
      case 'codespan': return [element('code', [textOf(token)])];
      case 'code': return [element('pre', [element('code', [textOf(token)])])];
      case 'blockquote': return [element('blockquote', inner(token))];
      case 'br': return [element('br')];
      case 'hr': return [element('hr')];
      case 'list': return [element(token.ordered ? 'ol' : 'ul', (token as Tokens.List).items.map(item => element('li', nodes(item.tokens))))];
      case 'table': return [table(token as Tokens.Table)];
      case 'link': {
        const href = safeLink((token as Tokens.Link).href);
        if (!href) return inner(token);
        const link = element('a', inner(token));
        Object.assign(link, { href, target: '_blank', rel: 'noopener noreferrer' });
        return [link];
      }
      case 'image': {
        // Boards are images with data URLs; no other images are loaded.
        const { href, text } = token as Tokens.Image;
        if (!href.startsWith('data:image/svg+xml;base64,')) return [document.createTextNode(text)];
        const image = element('img');
        Object.assign(image, { src: href, alt: text });
        return [image];
      }
      case 'escape': return [document.createTextNode(textOf(token))];
      case 'text': return inner(token);
      default: return [document.createTextNode(token.raw)];
    }
  });
}

/** Renders Markdown or plain text. */
export function paper(value: string | { kind: string; value: string }): HTMLElement {
  const made = document.createElement('div');
  made.className = 'paper';
  if (typeof value !== 'string' && value.kind === 'plaintext') made.append(element('p', [value.value]));
  else made.append(...nodes(marked.lexer(typeof value === 'string' ? value : value.value)));
  return made;
}
