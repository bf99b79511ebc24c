// Interface between the file functions and the web app.

import type { NoticeDeed } from './notice';

/**
 * Origin of a text. Only a `link` keeps the address of the page. A `written` text has no other
 * copy, so the browser keeps it like an edited one.
 */
export type Origin = 'copy' | 'link' | 'written';

/** The web app. */
export interface Host {
  readonly text: () => string;
  readonly name: () => string;
  /** Returns the position of the cursor. */
  readonly at: () => number;
  /** Returns the record whose board is shown, and the turn of its main line. */
  readonly shown: () => { readonly text: string; readonly turn: number };
  /**
   * Replaces the text. Without a name, it is named after its first record; without a place, it is
   * shown at its end.
   */
  readonly open: (text: string, name: string, at?: number, origin?: Origin) => void;
  /** Selects a part of the text, and shows it. */
  readonly select: (from: number, to: number) => void;
  /** Moves the keyboard focus to the board. */
  readonly enter: () => void;
  /** The current text was saved. */
  readonly saved: () => void;
  /** Pictures of the games. */
  readonly pictures: ParentNode;
  /** Calls a function of the package. */
  readonly call: <T>(name: string, ...args: unknown[]) => Promise<T>;
}

/** The web app with its status messages, which are visible and announced to screen readers. */
export interface Files extends Host {
  readonly say: (message: string, isWrong?: boolean, deed?: NoticeDeed | null) => void;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
