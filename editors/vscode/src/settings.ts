// User settings.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import * as vscode from 'vscode';

/** The themes of boards that the server supports. */
export type Theme = 'print' | 'screen' | 'dark' | 'high-contrast';

/** The program in the package of this extension; only packages for one platform contain it. */
let bundled: string | undefined;

/** Finds the program in the package of this extension, which is installed in a folder. */
export function findBundled(extensionPath: string): void {
  const path = join(extensionPath, 'server', process.platform === 'win32' ? 'pipscribe.exe' : 'pipscribe');
  bundled = existsSync(path) ? path : undefined;
}

/**
 * The path of the program: from the settings, otherwise from the package, otherwise from the
 * `PATH`.
 */
export function command(): string {
  return vscode.workspace.getConfiguration('pipscribe').get<string>('path')?.trim() || bundled || 'pipscribe';
}

/** The theme of boards: the chosen one, otherwise the theme of the editor. */
export function theme(): Theme {
  const chosen = vscode.workspace.getConfiguration('pipscribe').get<string>('theme') ?? 'auto';
  if (chosen !== 'auto') return chosen as Theme;
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Dark:
      return 'dark';
    case vscode.ColorThemeKind.HighContrast:
    case vscode.ColorThemeKind.HighContrastLight:
      return 'high-contrast';
    default:
      return 'screen';
  }
}

/** Severities of codes or families. */
type Severities = Record<string, string>;

/** Settings that are sent only if they are set, so that those of the project apply otherwise. */
function ofProject(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('pipscribe');
  const all = {
    select: settings.get<string[] | null>('select'),
    ignore: settings.get<string[] | null>('ignore'),
    severity: settings.get<Severities | null>('severity'),
    decks: settings.get<string[] | null>('decks'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null));
}

/** The settings for the server, under its names. */
export function ofServer(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('pipscribe');
  return {
    theme: theme(),
    unicode: settings.get<boolean>('unicode') ?? false,
    images: settings.get<boolean>('images') ?? true,
    inlayHints: settings.get<Record<string, boolean>>('inlayHints') ?? {},
    ...ofProject(),
  };
}
