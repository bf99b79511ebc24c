// What the files need of the page around them.

/** The page. */
export interface Host {
  readonly text: () => string;
  readonly name: () => string;
  /** Where the cursor stands. */
  readonly at: () => number;
  /** The record whose board is shown, and the turn of its main line. */
  readonly shown: () => { readonly text: string; readonly turn: number };
  /** Puts a text in the place of the one that is there. */
  readonly open: (text: string, name: string, at?: number) => void;
  /** Calls a function of the package. */
  readonly call: <T>(name: string, ...args: unknown[]) => Promise<T>;
}

/** The page, and where it says something to those who see and to those who listen. */
export interface Files extends Host {
  readonly say: (message: string, isWrong?: boolean) => void;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
