// What a user can choose.
import * as vscode from 'vscode';

/** The looks of a board that the server knows. */
export type Theme = 'print' | 'screen' | 'dark' | 'high-contrast';

/** The command that is the server, and makes the pages that play records. */
export function command(): string {
  return vscode.workspace.getConfiguration('pipscribe').get<string>('path')?.trim() || 'pipscribe';
}

/** The look of boards: as it was chosen, else as the editor looks. */
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

/** What the server is told, under the names that it has for it. */
export function ofServer(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('pipscribe');
  return {
    theme: theme(),
    unicode: settings.get<boolean>('unicode') ?? false,
    images: settings.get<boolean>('images') ?? true,
    inlayHints: settings.get<Record<string, boolean>>('inlayHints') ?? {},
  };
}
