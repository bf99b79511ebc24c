// Types shared by the package, its users, and the web app with its board.
import type {
  Code,
  EndJson, FaultJson, FindingJson, GameName, GameTags, LetStandJson, MendJson, MendsJson, Question, ReadingJson, RecordJson, RuleJson, SettingJson,
  SettingsJson, SharedTag, StepJson, TurnJson, WhyFaultJson, WhyJson,
} from './contracts.js';
import type { Board as BoardShown, Played as TurnPlayed } from '../page/src/board/types.js';

export type { Code, GameName, GameTags, SharedTag, Variants } from './contracts.js';

/** A file. Places in it are in UTF-16 code units of a string, or in bytes of a `Uint8Array`. */
export type Text = string | Uint8Array;

/** An object without the properties of another kind of object, so that TypeScript can distinguish the two. */
type Without<Names extends PropertyKey> = { readonly [Name in Names]?: undefined };
type With<Whole, Parts> = Omit<Whole, keyof Parts> & Parts;

/** A finding that makes its record invalid. */
export type ErrorFinding = With<FindingJson, { severity: 'error' }>;
/** A finding that does not make its record invalid. */
export type WarningFinding = With<FindingJson, { severity: 'warning' }>;
/** A finding of a record, distinguished by `severity`. */
export type Finding = ErrorFinding | WarningFinding;

/** Parts of the object of a record that `with` asks for. */
type Column = { [Name in keyof RecordJson]-?: Record<never, never> extends Pick<RecordJson, Name> ? Name : never }[keyof RecordJson];
/**
 * An additional part of the object of a record: `bare`, `key`, `positions`, `turn_rows`, a column of the table of games,
 * or `table` for all columns.
 */
export type Extra = Column | 'table';
type Asked<Names> = Extra extends Names ? never : Names extends 'table' ? Exclude<Column, 'bare' | 'positions' | 'turn_rows'> : Names extends Column ? Names : never;

/** A record without errors. */
export type ValidRecord = With<RecordJson, { valid: true; game: GameName; findings: WarningFinding[] }>;
/** A record with an error. */
export type InvalidRecord = With<RecordJson, { valid: false; findings: Finding[] }>;
/** A record and its findings, distinguished by `valid`. The type argument names the parts that `with` asked for. */
export type CheckedRecord<Names extends Extra = never> = (ValidRecord | InvalidRecord) & { [Name in Asked<Names>]-?: Exclude<RecordJson[Name], undefined> };

/** A turn of a replay: `turn` is its number. */
export type TurnLine = TurnJson & Without<Exclude<keyof EndJson, keyof TurnJson>>;
/** The end of a record in a replay: `turn` is undefined. */
export type EndLine = EndJson & Without<Exclude<keyof TurnJson, keyof EndJson>>;
/** A line of a replay, distinguished by `turn`. */
export type ReplayLine = TurnLine | EndLine;

/** The suggested fixes of a record in words, as `pipscribe mend` lists them. */
export interface FixesInWords {
  /** A line for each fix: its number, its likelihood, the change, and the evidence for it. */
  fixes: string[];
  /** What the list leaves out; null if it is complete. */
  remark: string | null;
  /** Error in the answer that was rejected; null if there is none. */
  rejected: string | null;
  /** The question that distinguishes the fixes; null if there is none. */
  question: string | null;
}
/** A record and its suggested fixes, distinguished by `valid`. */
export type Mended =
  | (Pick<MendsJson, 'path' | 'record'> & { valid: true } & Without<'fault' | 'mends' | 'exhaustive' | 'proved' | 'question' | 'words'>)
  | With<MendsJson, { valid: false; fault: FaultJson; mends: MendJson[]; exhaustive: boolean; proved: boolean; question?: Question; words?: FixesInWords }>;
/** A suggested fix. */
export type Mend = MendJson;
export type { Question };
/** Turns of the game that are certain, by their numbers: answers to the question of `mend`. */
export type Answers = Record<number, string>;

/** The explanation of a turn, distinguished by `legal`. An illegal turn has a fault. */
export type Why = With<WhyJson, { legal: true; fault: null }> | With<WhyJson, { legal: false; fault: WhyFaultJson }>;
export type { LetStandJson, RuleJson, StepJson, WhyFaultJson };

/** A record and the settings under which it is legal, the fewest changes first. */
export type Inferred = SettingsJson;
/** A game with tags, and the number of turns of a record that are legal under them. */
export type Setting = SettingJson;
export type { ReadingJson };

/** The value of a tag; without a value, the tag is left out. */
type TagValue = string | number | null | undefined;
/** Tags by name. */
export type Tags = Readonly<Record<string, TagValue>>;
/** Tags with which a game can start, by name: the tags of every game, and those of this one. */
export type TagsOf<Name extends GameName = GameName> = { readonly [Tag in SharedTag | GameTags[Name]]?: TagValue };

/**
 * A place in a file is a record, from 1, and a turn in it. A turn of the main line is given by its number, with 0 for
 * the start; a turn of any line by its id. Default: the end of the main line.
 */
export type { Area, At, Choice, Choices, TurnId, Way } from '../page/src/board/types.js';

/** The result of `board`. Places are in UTF-16 code units of a string, or in bytes of a `Uint8Array`. */
export interface Board extends BoardShown {
  readonly game: GameName;
  /** Start of the turn before the position in the text; null at the start of a record. */
  readonly start: number | null;
  /** End of the turn before the position; null at the start of a record. */
  readonly end: number | null;
}

/** The result of `play`. Places are in UTF-16 code units of a string, or in bytes of a `Uint8Array`. */
export interface Played extends TurnPlayed {
  /** Edits that write the turn into the text, for `edited`. */
  readonly edits: readonly Edit[];
  /** Start of the turn in the edited text. */
  readonly start: number;
  /** End of the turn in the edited text. */
  readonly end: number;
}

/** Decks of the Pipe Game by name, as YAML texts. They take precedence over the built-in one. */
export type Decks = Record<string, string>;

interface Common {
  /** Kind of document, if the records are in code blocks: Markdown, LaTeX or Typst. */
  page?: 'md' | 'tex' | 'typ';
  decks?: Decks;
}

/** Options of `check`. */
export interface CheckOptions<Names extends readonly Extra[] = readonly Extra[]> extends Common {
  /** Only this record of the text, from 1. */
  record?: number;
  /** Value of `path` in each object. Default: `-`. */
  path?: string;
  /** Additional parts of each object. */
  with?: Names;
  /**
   * Whether to search for a suggested fix of an invalid record, as the CLI does. The search takes
   * most of the time.
   */
  fix?: boolean;
}

/** Options of `format`. */
export interface FormatOptions extends Common {
  /** Leave out everything that does not affect play. */
  bare?: boolean;
}

/** Options of `replay`. */
export interface ReplayOptions extends Common {
  record?: number;
  /** Address of the last turn to replay, in a variation too: `7.1/3`, `7 b3 c4`. Default: the last turn of the main line. */
  line?: string;
}

/** Options of `legalTurns`. */
export interface LegalTurnsOptions extends Common {
  /** Maximum number of turns; if there are more, an error with the code `limit` is thrown. Default: one million. */
  limit?: number;
}

/** A built-in theme. */
export type Theme = 'print' | 'screen' | 'dark' | 'high-contrast';

/** The options of `pipscribe render`. */
export interface RenderOptions {
  /** Default: `svg`. `pages` are the pages of a document, each as SVG: only `figures` returns them. */
  format?: 'svg' | 'text' | 'unicode' | 'words' | 'html' | 'typst' | 'tikz' | 'pages';
  record?: number;
  /** Kind of document, if the records are in code blocks. For `md` in a browser, call `await load('formats')` first. */
  input?: 'md' | 'tex' | 'typ';
  /** Turn of the main line after which to draw; 0 for the start. Default: the last turn. */
  turn?: number;
  /** Address of the position to draw, in a variation too: `7.1/3`, `7 b3 c4`. */
  line?: string;
  /** Number the pieces of the turns from this one on. */
  from?: number;
  /** Draw every position with a `[%diagram]`. */
  figures?: boolean;
  /** Draw the position at each fault. */
  findings?: boolean;
  /** Draw the position after every N-th turn, and the last. */
  every?: number;
  /** Show only the area between two places: `c2..f6`. */
  view?: string;
  /** Degrees, clockwise. */
  rotate?: number;
  flip?: boolean;
  /** `all`, `none`, or some of `top,right,bottom,left`. */
  coordinates?: string;
  caption?: string;
  legend?: boolean;
  /** Text of a sign in the legend: `circle=a good point`. */
  wording?: string[];
  lang?: 'en' | 'de' | 'fr' | 'nl';
  renumber?: boolean;
  /** Whether to show the turns after a puzzle. */
  solution?: boolean;
  movement?: boolean;
  /** Whether to show the names of the players and the times on their clocks. */
  names?: boolean;
  /** Whether to mark the last turn. */
  last?: boolean;
  /** Whether to show the lines of text below the board. */
  notes?: boolean;
  /** Marks in the syntax of comments: `circle c3 d4`, `arrow a1>b3`. */
  marks?: string[];
  /** Name of a built-in theme, or a theme as YAML. */
  theme?: Theme | (string & {});
  /** `60mm`, `2.5in`, `170pt`. */
  width?: string;
  /** Maximum height: the board shrinks until the figure is no higher. */
  maxHeight?: string;
  /** Lay out figures on pages of this size. */
  page?: 'a4' | 'a5' | 'letter';
  /** Lay out all figures on one page, with this many side by side. */
  columns?: number;
  /** Whether to draw the background of the theme. */
  background?: boolean;
  /**
   * Form of text in SVG. `outlines` need no font where the figure is shown; in a browser, call `await load('images')`
   * first.
   */
  text?: 'letters' | 'outlines';
  /** Label of a Typst or LaTeX figure. */
  label?: string;
  /** Address of the book to which findings in HTML link. */
  book?: string;
  decks?: Decks;
}

/** Figures, and warnings about parts that could not be shown. */
export interface Figures {
  figures: string[];
  /** Parts that the record asks for but that cannot be shown. */
  warnings: string[];
  /** Language of the texts. */
  lang: string;
}

/** The options of `renderImage`. */
export interface ImageOptions extends Omit<RenderOptions, 'format' | 'text'> {
  /** Default: `png`. */
  format?: 'png' | 'pdf';
  /** Pixels of a PNG per pixel at 96 dpi. Default: 2. */
  scale?: number;
  /** Resolution of a PNG in dots per inch, instead of `scale`. */
  dpi?: number;
  /** Distance by which the background of a PDF extends beyond the trim edge of the page: `3mm`. */
  bleed?: string;
  /** Fonts for characters that the embedded font lacks. */
  fonts?: Uint8Array[];
}

/** The options of `piece`. */
export interface PieceOptions {
  /** Name of a built-in theme, or a theme as YAML. Default: `print`. */
  theme?: Theme | (string & {});
  decks?: Decks;
}

/** A piece, die or card for a line of text. */
export interface PieceInText {
  svg: string;
  /** The piece in words. */
  alt: string;
  /** Height in CSS, in ems of the text. */
  height: string;
  /** Depth below the baseline in CSS, in ems of the text. */
  depth: string;
}

/** The options of `solve`. */
export interface SolveOptions extends Common {
  /** Maximum number of steps of the search: turns that it generates. */
  steps?: number;
  /** Turns to play first, for the answer to a try. */
  after?: readonly string[];
}

/** The answer to a puzzle: whether its goal is reached against every defence, and how. */
export interface Solved {
  puzzle: string;
  /** `undecided` if the number of steps was not sufficient. */
  verdict: 'proved' | 'refuted' | 'undecided';
  /** Least number of own turns in which the goal is reached; null if it is not, or does not end the game. */
  turns: number | null;
  /** First turns that solve the puzzle. */
  solutions: string[];
  /** Whether every first turn was tried. */
  complete: boolean;
  /** Main line of the proof, or the defence that refutes the puzzle. */
  line: string[];
  /** Number of own turns up to which the search is complete. */
  searched: number;
  steps: number;
  /** In games with dice, the probability that the goal is reached: `5/6`; null if it is not known. */
  probability: string | null;
}

/** The options of `solutions`. */
export interface SolutionsOptions {
  /** Number of the record. */
  record?: number;
  lang?: RenderOptions['lang'];
  decks?: Decks;
}

/** The puzzles of a record with their solutions. */
export interface Solutions {
  /** Head of a table: puzzle, task, solution. */
  head: [string, string, string];
  /** The word before a second solution. */
  or: string;
  /** Each puzzle with its task in words and its solutions. */
  puzzles: { task: string; solutions: string[] }[];
}

/** Options of `convert`. */
export interface ConvertOptions {
  /** Format to read. Default: detected. */
  from?: string;
  /** Format to write. Default: the notation, `pips`. */
  to?: string;
  /** Name of the file, whose extension helps to detect formats and documents. */
  name?: string;
  /** Game, variant and options, if the source format does not state them. */
  game?: GameName;
  variant?: string;
  options?: string;
  decks?: Decks;
}

/** The result of `convert`. */
export interface Converted {
  text: string;
  /** The result as bytes. A record that is left unchanged may not be UTF-8. */
  bytes: Uint8Array;
  /** Format that was read. */
  from: string;
  /** Number of records written. */
  records: number;
  /** Losses: `3 comments`. */
  losses: string[];
  /** Assumptions and other notes. */
  notes: string[];
  findings: Finding[];
}

/** A file for `report`. */
export interface ReportedFile {
  /** Path as the report names it. Default: `-`. */
  path?: string;
  text: Text;
  /** Kind of document, if the records are in code blocks. */
  page?: 'md' | 'tex' | 'typ';
  decks?: Decks;
}

/** Options of `report`. */
export interface ReportOptions {
  /** `short` has one line per finding; `github` is for annotations of GitHub Actions. */
  format: 'short' | 'sarif' | 'github' | 'junit';
}

/** A report with its counts. */
export interface FileReport {
  text: string;
  records: number;
  invalid: number;
  errors: number;
  warnings: number;
}

/** A format that `convert` supports. */
export interface FormatInfo {
  name: string;
  about: string;
  reads: boolean;
  writes: boolean;
  endings: string[];
  games: GameName[];
}

/** Options of `mend`. */
export interface MendOptions extends Common {
  record?: number;
  path?: string;
  answers?: Answers;
  /** Add the list of fixes in words to each object, as `words`. */
  words?: boolean;
}

/** Options of `mendEdits`. */
export interface MendEditsOptions extends Common {
  /** Number of the record, from 1. */
  record?: number;
  /** Number of the suggested fix, from 1. */
  pick?: number;
  /** Keep the old text in a comment. */
  trace?: boolean;
  answers?: Answers;
}

/** Options of `why`. */
export interface WhyOptions extends Common {
  record?: number;
  /** Turn of the main line. Default: the illegal turn if there is one, otherwise the last. */
  turn?: number;
  path?: string;
}

/** Options of `infer`. */
export interface InferOptions extends Common {
  /** Only this record of the text, from 1. */
  record?: number;
  /** Value of `path` in each object. Default: `-`. */
  path?: string;
}

/** Options of `inferEdits`. */
export interface InferEditsOptions extends Common {
  /** Number of the record, from 1. */
  record?: number;
  /** Number of the setting, from 1. Default: the first. */
  pick?: number;
}

/** Options of `randomGame`. */
export interface RandomOptions<Name extends GameName = GameName> {
  /** Whole number from 0. Default: 0. */
  seed?: number;
  /** Number of the game among those with the same seed, from 0. */
  index?: number;
  /** Maximum number of turns; a longer game stays open. Default: 1000. */
  mostTurns?: number;
  /** Tags that affect play: `{ Size: 5 }`. */
  tags?: TagsOf<Name>;
  /** Tags of your own, with any names. */
  ownTags?: Tags;
  decks?: Decks;
}

/** An entry of the list of codes. */
export interface CodeInfo {
  code: Code;
  severity: 'warning' | 'error';
  /** The broken rule, or the section of the notation. */
  rule: string;
  summary: string;
  /** True if `[%irregular]` can waive it. */
  waivable: boolean;
}

/** Edit of a text, in UTF-16 code units of a string, or in bytes of a `Uint8Array`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Options shared by boards, choices and turns. */
export interface PlayOptions extends Common {
  /** Look of the board. */
  look?: { theme?: Theme | (string & {}); flip?: boolean; rotate?: number; lang?: RenderOptions['lang']; coordinates?: string; notes?: boolean; movement?: boolean };
}
