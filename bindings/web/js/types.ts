// What goes over the border between the package and its users, the page and the board among them.
import type { FindingJson, MendsJson, RecordJson, WhyJson } from './contracts.js';
import type { EndJson, TurnJson } from './contracts.js';

/** A file. Places in it are told in UTF-16 code units of a string, and in bytes of a `Uint8Array`. */
export type Text = string | Uint8Array;

export type Game = 'gipf' | 'pippinzip' | 'pippip' | 'pipe';
export type CheckedRecord = RecordJson;
export type Finding = FindingJson;
export type ReplayLine = TurnJson | EndJson;
export type Mended = MendsJson;
export type Why = WhyJson;

/** A place in a file is a record, from 1, and after which of its turns: one of the main line by its number (0 for the start), or one of any
 * line; at the end of the main line where no turn is named. */
export type { Area, At, Board, Choice, Choices, Played, TurnId, Way } from '../page/src/board/types.js';

/** Decks of the Pipe Game by name, each as YAML; they come before the one that ships. */
export type Decks = Record<string, string>;

interface Common {
  /** What the text is written in, where its records stand in the blocks of a page: Markdown, LaTeX or Typst. */
  page?: 'md' | 'tex' | 'typ';
  decks?: Decks;
}

export interface CheckOptions extends Common {
  /** Only this record of the text, from 1. */
  record?: number;
  /** What stands as `path` in each object; `-` where it is not given. */
  path?: string;
  /** What each object has besides: `bare`, `key`, `positions`, `turn_rows`, `table`, or a column of the table of games. */
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

/** The options of `pipscribe render`. */
export interface RenderOptions {
  /** `svg` where it is not given; `pages` are the pages of a document, each as SVG. */
  format?: 'svg' | 'text' | 'unicode' | 'words' | 'html' | 'pages';
  record?: number;
  /** What the text is written in, where its records stand in the blocks of a page. For `md` in a browser, `await load('formats')` first. */
  input?: 'md' | 'tex' | 'typ';
  /** After which turn of the main line; 0 for the start; the last where it is not given. */
  turn?: number;
  /** Puts numbers on the pieces of the turns from this one on. */
  from?: number;
  /** Every position that has a `[%diagram]`. */
  figures?: boolean;
  /** The position at each fault. */
  findings?: boolean;
  /** The position after every N-th turn, and the last. */
  every?: number;
  /** Only what lies between two places: `c2..f6`. */
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
  /** Whether the last turn is marked. */
  last?: boolean;
  /** Whether the lines beneath the board are there. */
  notes?: boolean;
  /** Marks as in comments: `circle c3 d4`, `arrow a1>b3`. */
  marks?: string[];
  /** The name of a theme, or one as YAML. */
  theme?: Theme | (string & {});
  /** `60mm`, `2.5in`, `170pt`. */
  width?: string;
  /** Sets figures on pages of a size. */
  page?: 'a4' | 'a5' | 'letter';
  /** Puts all figures on one page, so many beside each other. */
  columns?: number;
  /** Whether the ground of the theme is behind a figure. */
  background?: boolean;
  /** What the letters of SVG are: `outlines` need no font where it is shown; in a browser, `await load('images')` first. */
  text?: 'letters' | 'outlines';
  /** The address of the book that findings link to in HTML. */
  book?: string;
  decks?: Decks;
}

export interface Figures {
  figures: string[];
  /** What the record asks for and cannot be shown. */
  warnings: string[];
  /** The language of what is said in them. */
  lang: string;
}

/** The options of `renderImage`. */
export interface ImageOptions extends Omit<RenderOptions, 'format' | 'text'> {
  /** `png` where it is not given. */
  format?: 'png' | 'pdf';
  /** Pixels of a PNG for each at 96 to the inch; 2 where it is not given. */
  scale?: number;
  /** Dots an inch of a PNG, in the place of `scale`. */
  dpi?: number;
  /** How far the ground of a PDF goes on beyond where the page is cut: `3mm`. */
  bleed?: string;
  /** Fonts for what the embedded one lacks. */
  fonts?: Uint8Array[];
}

export interface ConvertOptions {
  /** The format to read; recognised where it is not given. */
  from?: string;
  /** The format to write; the notation, `pips`, where it is not given. */
  to?: string;
  /** The name of the file, by whose ending formats and pages are told. */
  name?: string;
  /** The game, variant and options, where the format read does not say them. */
  game?: Game;
  variant?: string;
  options?: string;
  decks?: Decks;
}

export interface Converted {
  text: string;
  /** The same as bytes: a record that is left as it is may be no UTF-8. */
  bytes: Uint8Array;
  /** The format that was read. */
  from: string;
  /** How many records were written. */
  records: number;
  /** What could not be carried over: `3 comments`. */
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
  /** Which record, from 1. */
  record?: number;
  /** Which of its mends, from 1. */
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

/** What boards, choices and turns are asked of besides. */
export interface PlayOptions extends Common {
  /** How a board looks. */
  look?: { theme?: Theme | (string & {}); flip?: boolean; rotate?: number; lang?: RenderOptions['lang']; coordinates?: string; notes?: boolean };
}
