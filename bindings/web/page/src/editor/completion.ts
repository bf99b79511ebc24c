// Completion of turns, tags and commands, in the order given by the server.
import { autocompletion, insertCompletionText, pickedCompletion, snippet, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { LSPPlugin } from '@codemirror/lsp-client';
import type { CompletionItem, CompletionList, TextEdit } from 'vscode-languageserver-protocol';

import { placeOf, rangeOf } from './places';

/** Text after which completion opens automatically. */
const TRIGGERS = /[[%".\-@/;,=:*\w]$|\.\s$|^\s*$/;

const KINDS = new Map<number, string>([[1, 'text'], [3, 'function'], [6, 'variable'], [10, 'property'], [12, 'constant'], [13, 'enum'], [14, 'keyword'], [20, 'enum'], [21, 'constant'], [23, 'function']]);

async function source(context: CompletionContext): Promise<CompletionResult | null> {
  const plugin = context.view && LSPPlugin.get(context.view);
  if (!plugin) return null;
  const { doc } = context.state;
  const before = doc.sliceString(Math.max(doc.lineAt(context.pos).from, context.pos - 2), context.pos);
  if (!context.explicit && !TRIGGERS.test(before)) return null;
  if (!context.explicit && !before.trim() && !/\.\s$/.test(before)) return null;
  const { client, uri } = plugin;
  client.sync();
  const params = { textDocument: { uri }, position: placeOf(doc, context.pos), context: { triggerKind: 1 } };
  context.addEventListener('abort', () => client.cancelRequest(params));
  const answer = await client.request<unknown, CompletionItem[] | CompletionList | null>('textDocument/completion', params).catch(() => null);
  if (!answer || context.aborted) return null;
  const items = Array.isArray(answer) ? answer : answer.items;
  if (!items.length) return null;
  const first = items[0]?.textEdit;
  const from = first && 'range' in first ? rangeOf(doc, first.range).from : context.pos;
  const ranked = items.map((item, rank) => ({ item, rank: item.sortText ?? String(rank).padStart(4, '0') }));
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)));
  return { from, filter: false, options: ranked.map(({ item }) => offered(item, plugin)) };
}

/** Converts a snippet of the protocol to one of the editor: `$1` is `${1}` there, and only braces are escaped. */
function placesOf(text: string): string {
  return text.replace(/\\([\\$}])|\$(\d+)/g, (_, escaped?: string, place?: string) => escaped ?? `\${${place}}`);
}

function offered(item: CompletionItem, plugin: LSPPlugin): Completion {
  const type = KINDS.get(item.kind ?? 1);
  return {
    label: item.label,
    ...(item.detail ? { detail: item.detail } : {}),
    ...(type ? { type } : {}),
    apply: (view, completion, from, to) => {
      const edit = item.textEdit as TextEdit | undefined;
      const text = edit?.newText ?? item.insertText ?? item.label;
      const end = edit ? Math.max(to, rangeOf(view.state.doc, edit.range).to) : to;
      if (item.insertTextFormat === 2) snippet(placesOf(text))(view, completion, from, end);
      else view.dispatch({ ...insertCompletionText(view.state, text, from, end), annotations: pickedCompletion.of(completion) });
    },
    info: async () => {
      const told = await plugin.client.request<CompletionItem, CompletionItem>('completionItem/resolve', item).catch(() => item);
      return told.documentation ? (await import('./markdown')).paper(told.documentation) : null;
    },
  };
}

/** Completion with the language server as its source. */
export const serverTurns = autocompletion({ override: [source], icons: false, maxRenderedOptions: 80, activateOnTypingDelay: 60, defaultKeymap: true });
