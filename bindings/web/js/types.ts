// Types shared by the package, its users, and the web app with its board.
import type { FindingJson, MendsJson, RecordJson, WhyJson } from './contracts.js';
import type { EndJson, TurnJson } from './contracts.js';

/** A file. Places in it are in UTF-16 code units of a string, or in bytes of a `Uint8Array`. */
export type Text = string | Uint8Array;

export type Game = 'gipf' | 'pippinzip' | 'pippip' | 'pipe';
export type CheckedRecord = RecordJson;
export type Finding = FindingJson;
export type ReplayLine = TurnJson | EndJson;
export type Mended = MendsJson;
export type Why = WhyJson;

/**
 * A place in a file is a record, from 1, and a turn in it. A turn of the main line is given by its number, with 0 for
 * the start; a turn of any line by its id. Default: the end of the main line.
 */
export type { Area, At, Board, Choice, Choices, Played, TurnId, Way } from '../page/src/board/types.js';

/** Decks of the Pipe Game by name, each as YAML; they come before the one that ships. */
export type Decks = Record<string, string>;

interface Common {
  /** What the text is written in, where its records stand in the blocks of a page: Markdown, LaTeX or Typst. */
  page?: 'md' | 'tex' | 'typ';
  decks?: Decks;
}

export interface CheckOptions extends Common {
  /** Value of `path` in each object. Default: `-`. */
  record?: number;
  /**
   * Additional parts of each object: `bare`, `key`, `positions`, `turn_rows`, `table`, or a column of the table of
   * games.
   */
  path?: string;
  /** Whether to search for a suggested fix of an invalid record, like the CLI. Takes most of the time. */
  with?: string[];
  /** Whether it is looked for what was meant where something is wrong, as the command does; that is most of the work then. */
  fix?: boolean;
}

export interface FormatOptions extends Common {
  /** What bears on play alone. */
  bare?: boolean;
}

export interface ReplayOptions extends Common {
  record?: number;
}

export interface LegalTurnsOptions extends Common {
  /** How many turns are listed at most, else an error with the code `limit`; a million where it is not given. */
  limit?: number;
}

export type Theme = 'print' | 'screen' | 'dark' | 'high-contrast';

/** Default: `svg`. `pages` returns the pages of a document, each as SVG. */
export interface RenderOptions {
  /** `svg` where it is not given; `pages` are the pages of a document, each as SVG. */
  format?: 'svg' | 'text' | 'unicode' | 'words' | 'html' | 'pages';
  record?: number;
  /** Turn of the main line after which to draw; 0 for the start. Default: the last turn. */
  input?: 'md' | 'tex' | 'typ';
  /** Number the pieces of the turns from this one on. */
  turn?: number;
  /** Draw every position with a `[%diagram]`. */
  from?: number;
  /** Draw the position at each fault. */
  figures?: boolean;
  /** Draw the position after every N-th turn, and the last. */
  findings?: boolean;
  /** Show only the area between two places: `c2..f6`. */
  every?: number;
  /** Degrees, clockwise. */
  view?: string;
  /** Degrees, clockwise. */
  rotate?: number;
  flip?: boolean;
  /** `all`, `none`, or some of `top,right,bottom,left`. */
  coordinates?: string;
  caption?: string;
  legend?: boolean;
  /** What the legend says of a sign: `circle=a good point`. */
  wording?: string[];
  lang?: 'en' | 'de' | 'fr' | 'nl';
  renumber?: boolean;
  movement?: boolean;
  /** Whether to show the lines of text below the board. */
  last?: boolean;
  /** Marks in the syntax of comments: `circle c3 d4`, `arrow a1>b3`. */
  notes?: boolean;
  /** Name of a built-in theme, or a theme as YAML. */
  marks?: string[];
  /** `60mm`, `2.5in`, `170pt`. */
  theme?: Theme | (string & {});
  /** Lay out figures on pages of this size. */
  width?: string;
  /** Lay out all figures on one page, with this many side by side. */
  page?: 'a4' | 'a5' | 'letter';
  /** Whether to draw the background of the theme. */
  columns?: number;
  /**
   * Form of text in SVG. `outlines` need no font where the figure is shown; in a browser, call `await load('images')`
   * first.
   */
  background?: boolean;
  /** Address of the book that findings in HTML link to. */
  text?: 'letters' | 'outlines';
  /** The address of the book that findings link to in HTML. */
  book?: string;
  decks?: Decks;
}

export interface Figures {
  figures: string[];
  /** Language of the texts. */
  warnings: string[];
  /** The language of what is said in them. */
  lang: string;
}

/** Default: `png`. */
export interface ImageOptions extends Omit<RenderOptions, 'format' | 'text'> {
  /** Pixels of a PNG per pixel at 96 dpi. Default: 2. */
  format?: 'png' | 'pdf';
  /** Resolution of a PNG in dots per inch, instead of `scale`. */
  scale?: number;
  /** How far the background of a PDF extends beyond the cut edge of the page: `3mm`. */
  dpi?: number;
  /** Fonts for characters that the embedded font lacks. */
  bleed?: string;
  /** Fonts for what the embedded one lacks. */
  fonts?: Uint8Array[];
}

export interface ConvertOptions {
  /** Format to write. Default: the notation, `pips`. */
  from?: string;
  /** Name of the file, whose extension helps to detect formats and documents. */
  to?: string;
  /** Game, variant and options, if the source format does not state them. */
  name?: string;
  /** The game, variant and options, where the format read does not say them. */
  game?: Game;
  variant?: string;
  options?: string;
  decks?: Decks;
}

export interface Converted {
  text: string;
  /** Format that was read. */
  bytes: Uint8Array;
  /** Number of records written. */
  from: string;
  /** What could not be carried over: `3 comments`. */
  records: number;
  /** Assumptions and other notes. */
  losses: string[];
  /** What was assumed, and what else there is to say. */
  notes: string[];
  findings: Finding[];
}

/** A format that `convert` knows. */
export interface FormatInfo {
  name: string;
  about: string;
  reads: boolean;
  writes: boolean;
  endings: string[];
  games: Game[];
}

export interface MendOptions extends Common {
  record?: number;
  path?: string;
}

export interface MendEditsOptions extends Common {
  /** Number of the suggested fix, from 1. */
  record?: number;
  /** Keep the old text in a comment. */
  pick?: number;
  /** Keep in a comment what stood there. */
  trace?: boolean;
}

export interface WhyOptions extends Common {
  record?: number;
  /** Which turn of the main line; the one at fault where it is not given, else the last. */
  turn?: number;
  path?: string;
}

/** A change of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Look of the board. */
export interface PlayOptions extends Common {
  /** How a board looks. */
  look?: { theme?: Theme | (string & {}); flip?: boolean; rotate?: number; lang?: RenderOptions['lang']; coordinates?: string; notes?: boolean };
}
