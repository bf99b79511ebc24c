// The player of a record, which the server generates from the current text as `pipscribe render --format html` does.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as vscode from 'vscode';

/** The result of the server's command `pipscribe.play`. */
export interface Played {
  html: string;
  warnings: string[];
}

/** Plays a record in a panel. The page has its own content security policy, which allows only its own script and style. */
export function playInPanel({ html }: Played): void {
  const panel = vscode.window.createWebviewPanel(
    'pipscribe.player',
    titleOf(html),
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
    { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
  );
  panel.webview.html = html;
}

/** Plays a record in the browser. */
export async function playInBrowser({ html }: Played): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'pipscribe-')), 'record.html');
  await writeFile(file, html);
  await vscode.env.openExternal(vscode.Uri.file(file));
}

/** The title of a page. */
export function titleOf(html: string): string {
  const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? 'Record';
  return title.replace(/&(?:amp|lt|gt|quot|#39);/g, sign => signs[sign] ?? sign);
}
