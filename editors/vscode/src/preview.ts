// Figures in VS Code's Markdown preview: the drawings of the server, after each block of records.
import * as vscode from 'vscode';

import { hasBlock } from './server';
import type { Server } from './server';
import { theme } from './settings';

/** Output of the server for a block of records. */
interface BlockPreview {
  hidden: boolean;
  markdown: string;
}

/** The part of markdown-it that the preview uses. */
interface Token {
  type: string;
  info: string;
  meta: unknown;
}

interface State {
  src: string;
  tokens: Token[];
  env?: { currentDocument?: vscode.Uri };
}

type Rule = (tokens: Token[], at: number, options: unknown, env: unknown, self: unknown) => string;

interface MarkdownIt {
  core: { ruler: { push(name: string, rule: (state: State) => void): void } };
  renderer: { rules: Record<string, Rule | undefined> };
  render(markdown: string, env?: unknown): string;
}

/** The info string of a fence with records. */
const INFO = /^[ \t]*(?:pips(?=[ \t,{]|$)|\{[^\n]*\.pips)/;

/** The number of documents whose figures are kept. */
const MOST_KEPT = 20;

/** The figures of documents by their texts, requested from the server in the background. */
export class MarkdownPreview {
  private readonly known = new Map<string, BlockPreview[] | undefined>();

  constructor(private readonly server: Pick<Server, 'running'>) {}

  /** Adds the figures to a parser of VS Code's preview. */
  extend(md: MarkdownIt): MarkdownIt {
    md.core.ruler.push('pipscribe', state => this.attach(state));
    const fence = md.renderer.rules['fence'];
    md.renderer.rules['fence'] = (tokens, at, options, env, self) => {
      const block = tokens[at]?.meta as { pips?: BlockPreview } | null;
      const code = fence?.(tokens, at, options, env, self) ?? '';
      return block?.pips ? (block.pips.hidden ? '' : code) + md.render(block.pips.markdown, env) : code;
    };
    return md;
  }

  /** Forgets all figures, because the settings have changed. */
  forget(): void {
    this.known.clear();
  }

  /** Gives each fence with records its figures, if they are known; otherwise asks for them. */
  private attach({ src, tokens, env }: State): void {
    if (!hasBlock(src)) return;
    const fences = tokens.filter(token => token.type === 'fence' && INFO.test(token.info));
    if (!this.known.has(src)) void this.ask(src, env?.currentDocument?.toString());
    const blocks = this.known.get(src);
    // A different number means that the server splits the document in a different way.
    if (blocks?.length !== fences.length) return;
    fences.forEach((token, at) => {
      token.meta = { pips: blocks[at] };
    });
  }

  private async ask(text: string, uri: string | undefined): Promise<void> {
    this.known.set(text, undefined);
    for (const old of [...this.known.keys()].slice(0, -MOST_KEPT)) this.known.delete(old);
    try {
      const client = await this.server.running();
      const asked = { command: 'pipscribe.figures', arguments: [{ text, uri, theme: theme() }] };
      const found = await client?.sendRequest<{ blocks: BlockPreview[] } | null>('workspace/executeCommand', asked);
      if (!found) return;
      this.known.set(text, found.blocks);
      await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch {
      // An older server has no such command. The preview then looks as it does without the
      // extension.
    }
  }
}
