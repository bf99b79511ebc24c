// Hover texts: the effects of a turn, with the board after it, or the meaning of a code.
import { LSPPlugin } from '@codemirror/lsp-client';
import { hoverTooltip } from '@codemirror/view';
import type { Hover, MarkupContent } from 'vscode-languageserver-protocol';

import { placeOf, rangeOf } from './places';

export const serverHover = hoverTooltip(async (view, at) => {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return null;
  const { doc } = view.state;
  plugin.client.sync();
  const params = { textDocument: { uri: plugin.uri }, position: placeOf(doc, at) };
  const hover = await plugin.client.request<unknown, Hover | null>('textDocument/hover', params).catch(() => null);
  if (!hover) return null;
  const { paper } = await import('./markdown');
  if (view.state.doc !== doc) return null;
  const { from, to } = hover.range ? rangeOf(doc, hover.range) : { from: at, to: at };
  return { pos: from, end: to, above: true, create: () => ({ dom: paper(hover.contents as MarkupContent) }) };
}, { hoverTime: 350 });
