// Written by contracts.mjs from the schemas in corpus/schema. Not to be edited.

/** A code of a finding. */
export type Code = 'syntax/token' | 'syntax/unclosed-comment' | 'syntax/brace-in-comment' | 'syntax/unclosed-string' | 'syntax/unclosed-variation' | 'syntax/unclosed-command' | 'syntax/stray-close' | 'syntax/tag' | 'syntax/tag-out-of-place' | 'syntax/variation-out-of-place' | 'syntax/after-result' | 'syntax/unusual' | 'syntax/encoding' | 'limit/record-size' | 'limit/depth' | 'limit/search' | 'tag/missing' | 'tag/unknown-value' | 'tag/duplicate' | 'tag/not-for-this-game' | 'tag/inconsistent' | 'tag/misspelt' | 'turn/number' | 'turn/not-for-this-game' | 'turn/after-end' | 'record/result' | 'record/score' | 'record/undecided' | 'command/misspelt' | 'command/malformed' | 'expect/unmet' | 'irregular/unneeded' | 'puzzle/unsolved' | 'puzzle/cooked' | 'puzzle/shorter' | 'puzzle/refutation' | 'puzzle/out-of-place' | 'puzzle/undecided' | 'gipf/off-board' | 'gipf/not-in-line' | 'gipf/line-full' | 'gipf/wrong-landing' | 'gipf/reserve-empty' | 'gipf/gipf-not-allowed' | 'gipf/gipf-required' | 'gipf/row-not-removed' | 'gipf/no-row' | 'gipf/removal-wrong' | 'gipf/removal-ambiguous' | 'gipf/push-missing' | 'pippinzip/off-board' | 'pippinzip/occupied' | 'pippinzip/too-many-stones' | 'pippinzip/adjacent-pair' | 'pippinzip/too-few-stones' | 'pippinzip/take-outside-auction' | 'pippinzip/pass-not-allowed' | 'pippip/off-board' | 'pippip/occupied' | 'pippip/impossible-face' | 'pippip/not-in-store' | 'pippip/store-full' | 'pippip/store-must-empty' | 'pippip/roll-required' | 'pippip/conversion-wrong' | 'pipe/out-of-order' | 'pipe/unknown-card' | 'pipe/card-not-in-hand' | 'pipe/square-occupied' | 'pipe/off-table' | 'pipe/colours-clash' | 'pipe/discard-wrong' | 'pipe/claim-wrong' | 'pipe/swap-not-allowed' | 'pipe/pickup-wrong' | 'pipe/draw-wrong' | 'deck/yaml' | 'deck/entry' | 'deck/arcs' | 'deck/face-colours' | 'deck/fields' | 'deck/duplicate-id' | 'deck/unknown' | 'import/token' | 'import/reserve' | 'import/syntax' | 'import/form' | 'import/unknown-key' | 'import/assumed' | 'import/position' | 'import/board' | 'import/value' | 'import/depth' | 'import/changed' | 'import/left-out' | 'import/disagrees';

/** A game. */
export type GameName = 'gipf' | 'pippinzip' | 'pippip' | 'pipe';

/** The variants of each game. */
export interface Variants {
  gipf: 'basic' | 'standard' | 'tournament';
  pippinzip: 'pipeline' | 'zipline' | 'freestyle';
  pippip: 'standard';
  pipe: 'pipes' | 'fields' | 'both';
}

/** A tag of every game with which a game can start. */
export type SharedTag = 'Rules' | 'Options' | 'Event' | 'Site' | 'Round' | 'Date' | 'Player1' | 'Player2' | 'Player3' | 'Player4' | 'Position';

/** The other tags of each game. */
export interface GameTags {
  gipf: never;
  pippinzip: 'Size' | 'Surface' | 'Players';
  pippip: 'Colors';
  pipe: 'Players' | 'Deck' | 'DeckHash' | `Card${number}` | `Hand${number}` | 'Stock';
}

/**
 * What could be done about a finding, by its `kind`.
 */
export type Hint =
  | {
      /**
       * The name of the game that the text would then be read as, if not of the usual one.
       */
      game?: GameName | null;
      kind: 'choose-variant';
    }
  | {
      kind: 'choose-game';
    }
  | {
      kind: 'set-tag';
      /**
       * The name of the tag.
       */
      name: string;
      /**
       * The value.
       */
      value: string;
    }
  | {
      kind: 'add-deck';
      /**
       * The name of the deck.
       */
      name: string;
    }
  | {
      /**
       * An example of its value.
       */
      example: string;
      kind: 'write-cards';
      /**
       * The name of the tag of the first card.
       */
      tag: string;
    }
  | {
      kind: 'check-deck';
    }
  | {
      kind: 'raise-budget';
    }
  | {
      kind: 'rewrite-record';
    }
  | {
      kind: 'drop-characters';
    }
  | {
      kind: 'renumber-turns';
    }
  | {
      kind: 'insert-turn';
    }
  | {
      kind: 'remove-turn';
    }
  | {
      /**
       * The name of its format.
       */
      format: string;
      kind: 'convert-from';
    }
  | {
      kind: 'convert-pasted';
    }
  | {
      /**
       * The name of that format.
       */
      format: string;
      kind: 'convert-to';
    }
  | {
      kind: 'check-record';
    }
  | {
      kind: 'find-illegal-turn';
    }
  | {
      kind: 'list-addresses';
    }
  | {
      kind: 'list-lines';
    }
  | {
      kind: 'list-codes';
    }
  | {
      /**
       * The code.
       */
      code: Code;
      kind: 'explain-code';
    };

/**
 * Result of checking one record, as JSON.
 */
export interface RecordJson {
  /**
   * The bare form, equal for two records of the same game.
   */
  bare?: string | null;
  /**
   * the result that the record states, `*` if it states that the game is open
   */
  claimed_result?: string | null;
  /**
   * the key of the last position that was replayed
   */
  end_key?: string | null;
  /**
   * a key of the last position that is the same on rotated or mirrored boards
   */
  end_symmetric_key?: string | null;
  /**
   * The findings, in the order of the text.
   */
  findings: FindingJson[];
  /**
   * the code of the first error or, without errors, of the first warning
   */
  first_code?: Code | null;
  /**
   * The game; null if the record does not name a known one.
   */
  game: GameName | null;
  /**
   * SHA-256 of the bare form.
   */
  key?: string | null;
  /**
   * The line on which it begins.
   */
  line: number;
  /**
   * the tag `Options`
   */
  options?: string | null;
  /**
   * The file; `-` for standard input.
   */
  path: string;
  /**
   * The positions before the first turn and after each turn of the main line.
   */
  positions?: string[] | null;
  /**
   * the key of the set-up and the first 16 turns
   */
  prefix_16?: string | null;
  /**
   * the key of the set-up and the first 32 turns
   */
  prefix_32?: string | null;
  /**
   * the key of the set-up and the first 4 turns; null if the game has fewer
   */
  prefix_4?: string | null;
  /**
   * the key of the set-up and the first 8 turns
   */
  prefix_8?: string | null;
  /**
   * The number of the record in its file, from 1.
   */
  record: number;
  /**
   * The result of each seat under the rules or after a resignation; null while the game is open.
   */
  result: string | null;
  /**
   * The points of each seat after the end of the game.
   */
  score: string | null;
  /**
   * the number of seats; null if the tags leave it open
   */
  seats?: number | null;
  /**
   * a key that all records of the same game share, also on rotated or mirrored boards
   */
  symmetric_key?: string | null;
  /**
   * all tags by name, as written; the first value if a tag is repeated
   */
  tags?: {
    [k: string]: string;
  };
  /**
   * the tag `Termination`
   */
  termination?: string | null;
  /**
   * The rows of the record in the table of turns.
   */
  turn_rows?: TurnRow[] | null;
  /**
   * The number of turns of the main line that were replayed without error.
   */
  turns: number;
  /**
   * True if no finding is an error.
   */
  valid: boolean;
  /**
   * The variant; null if the record does not name it.
   */
  variant: string | null;
}

/**
 * A finding, as JSON.
 */
export interface FindingJson {
  /**
   * The address of the turn, as commands take it with `--line`; left out for tags and the
   * result.
   */
  address?: string | null;
  /**
   * The stable code.
   */
  code: Code;
  /**
   * The fix of the record, if only one change would fix it.
   */
  fix?: FixJson | null;
  /**
   * Advice on how to fix it.
   */
  help: string | null;
  /**
   * What could be done about it, for programs: `help` says it in words.
   */
  hints?: Hint[];
  /**
   * The message.
   */
  message: string;
  /**
   * Other places that the finding refers to.
   */
  related: RelatedJson[];
  /**
   * The number of the rule, or the section of the notation.
   */
  rule: string;
  /**
   * The severity.
   */
  severity: 'warning' | 'error';
  /**
   * The part of the text that the finding is about.
   */
  span: SpanJson;
  /**
   * The turn, from 1; 0 for tags and the result.
   */
  turn: number;
  /**
   * In a variation: the turn that it replaces and its number among the variations, for each
   * level.
   */
  variation?: number[];
}

/**
 * A change that fixes a record.
 */
export interface FixJson {
  /**
   * The parts to replace, in UTF-16 code units of a string or in bytes of a `Uint8Array`, in their order, without overlaps.
   */
  edits: EditJson[];
  /**
   * The change and the evidence for it.
   */
  message: string;
}

/**
 * A range from the start of the text, in UTF-16 code units of a string or in bytes of a `Uint8Array`, and its new text.
 */
export interface EditJson {
  end: number;
  start: number;
  text: string;
}

export interface RelatedJson {
  message: string;
  span: SpanJson;
  turn: number;
}

/**
 * A range from the start of the text, in UTF-16 code units of a string or in bytes of a `Uint8Array`. Lines and columns count from 1, columns in
 * characters; the end is the place after the last character.
 */
export interface SpanJson {
  /**
   * The column of the first byte.
   */
  column: number;
  /**
   * The byte after the last.
   */
  end: number;
  /**
   * The column of the end.
   */
  end_column: number;
  /**
   * The line of the end.
   */
  end_line: number;
  /**
   * The line of the first byte.
   */
  line: number;
  /**
   * The first byte.
   */
  start: number;
}

export interface TurnRow {
  /**
   * the items removed, converted or picked up, as written after `x` in the canonical form
   */
  captured?: string | null;
  /**
   * the argument of `[%clock …]` in the comment on the turn
   */
  clock?: string | null;
  /**
   * the position after the turn
   */
  position?: string;
  /**
   * the key of the position
   */
  position_key?: string;
  /**
   * the seat that played the turn, from 1
   */
  seat?: number | null;
  /**
   * a key of the position that is the same on rotated or mirrored boards
   */
  symmetric_key?: string;
  /**
   * the turn in canonical form
   */
  text?: string | null;
  /**
   * the argument of `[%time …]` in the comment on the turn
   */
  time?: string | null;
  /**
   * the number of the turn, from 1
   */
  turn?: number;
}

/**
 * A line of the output is one or the other.
 */
export type Line = TurnJson | EndJson;

/**
 * A turn, as JSON.
 */
export interface TurnJson {
  /**
   * The address of the turn, as commands take it with `--line`: `7`, or `7.1/3` in a variation.
   */
  address: string;
  /**
   * The path of the file, if the turn was read from one.
   */
  path?: string | null;
  /**
   * The position after the turn.
   */
  position: string;
  /**
   * The number of the record in its file, from 1.
   */
  record: number;
  /**
   * The seat that played it, from 1.
   */
  seat: number;
  /**
   * The turn in canonical form.
   */
  text: string;
  /**
   * The turn, from 1.
   */
  turn: number;
  /**
   * In a variation: the turn that it replaces and its number among the variations, for each
   * level.
   */
  variation?: number[];
}

/**
 * The end of a record, as JSON.
 */
export interface EndJson {
  /**
   * The path of the file, if the record was read from one.
   */
  path?: string | null;
  /**
   * The number of the record in its file, from 1.
   */
  record: number;
  /**
   * The number of turns of the main line that were replayed.
   */
  replayed: number;
  /**
   * The result of each seat under the rules or after a resignation; null while the game is open.
   */
  result: string | null;
  /**
   * The points of each seat after the end of the game.
   */
  score: string | null;
  /**
   * The reason why the main line was not replayed to its end; null if it was.
   */
  stopped: StopJson | null;
  /**
   * True if no finding on the record is an error.
   */
  valid: boolean;
}

/**
 * The place where the replay of a main line stopped, as JSON.
 */
export interface StopJson {
  /**
   * The code of the error; null if the record expects it, so that there is no finding.
   */
  code: Code | null;
  /**
   * The message of the finding.
   */
  message: string | null;
  /**
   * The part of the text that is wrong.
   */
  span: SpanJson;
  /**
   * The turn, from 1; 0 if the tags do not determine the start.
   */
  turn: number;
}

/**
 * A change of a record. Turns are counted by their place in the main line, from 1, whatever their
 * numbers are.
 */
export type Edit =
  | {
      kind: 'replace';
      /**
       * The new turn.
       */
      now: string;
      /**
       * The turn.
       */
      turn: number;
      /**
       * The old turn.
       */
      was: string;
    }
  | {
      kind: 'insert';
      /**
       * The new turn.
       */
      now: string;
      /**
       * The turn before which to insert it; one past the last for the end.
       */
      turn: number;
    }
  | {
      kind: 'delete';
      /**
       * The turn.
       */
      turn: number;
      /**
       * The removed turn.
       */
      was: string;
    }
  | {
      kind: 'swap';
      /**
       * The first of the two.
       */
      turn: number;
    }
  | {
      kind: 'tag';
      /**
       * The name of the tag.
       */
      name: string;
      /**
       * The new value; null if the tag is removed.
       */
      now: string | null;
      /**
       * The old value; null if the tag is missing.
       */
      was: string | null;
    }
  | {
      kind: 'text';
      /**
       * The new text.
       */
      now: string;
      /**
       * The old text.
       */
      was: string;
    };

/**
 * A record and its suggested fixes, as JSON.
 */
export interface MendsJson {
  /**
   * True if everything was tried; left out in a valid record.
   */
  exhaustive?: boolean | null;
  /**
   * The first error; left out in a valid record.
   */
  fault?: FaultJson | null;
  /**
   * The smallest changes that make the record legal, the best first, ten at most; a valid record
   * has none.
   */
  mends?: MendJson[] | null;
  /**
   * The file; `-` for standard input.
   */
  path: string;
  /**
   * True if no game that is about as likely as the first one was left out; left out in a valid
   * record.
   */
  proved?: boolean | null;
  /**
   * The turn that distinguishes the likely games best; left out if there is only one.
   */
  question?: Question | null;
  /**
   * The number of the record in its file, from 1.
   */
  record: number;
  /**
   * True if no finding is an error.
   */
  valid: boolean;
}

/**
 * The first error of a record.
 */
export interface FaultJson {
  /**
   * The address of the turn, as commands take it with `--line`; left out for none.
   */
  address?: string | null;
  /**
   * The stable code.
   */
  code: Code;
  /**
   * The turn by its place in the main line, from 1; 0 for none.
   */
  turn: number;
}

/**
 * Suggested fix: a change after which more of a record is legal.
 *
 * ```
 * use pipscribe::fixes::mend::Mend;
 * use pipscribe::prelude::*;
 *
 * let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3 2. h1-h3 3. a2-c44 4. h1-h4 *\n";
 * let checked = Checked::from_text(text);
 * let mend = Mend::sole_of(checked.record(), &checked.report, &Context::default());
 * let fixed = mend.and_then(|mend| mend.text(checked.record()));
 * assert!(fixed.is_some_and(|text| text.contains("3. a2-c4 4. h1-h4")));
 * ```
 */
export interface MendJson {
  /**
   * True if all turns are legal.
   */
  complete: boolean;
  /**
   * The edits.
   */
  edits: Edit[];
  /**
   * The common reason for several edits; left out of JSON otherwise.
   */
  explanation?: string | null;
  /**
   * The number of turns of the main line that are legal after the change.
   */
  legal_turns: number;
  /**
   * True if the game then ends as the record claims.
   */
  result_agrees: boolean;
  /**
   * True if no other change that explains the record is as likely.
   */
  sole: boolean;
  /**
   * The probability that this is the game that was meant, in thousandths: the weights of all
   * fixes, and of games that were not found, add up to 1,000. In JSON it is from 0 to 1.
   */
  weight: number;
}

/**
 * The question whose answer distinguishes the likely games best.
 */
export interface Question {
  /**
   * The turn, counted in the game from 1.
   */
  turn: number;
  /**
   * What the likely games have there, the likeliest first; an empty text for a game that ends
   * before.
   */
  values: string[];
}

/**
 * A turn and the reasons why it is legal or illegal, as JSON.
 */
export interface WhyJson {
  /**
   * The address of the turn, as commands take it with `--line`.
   */
  address: string;
  /**
   * The position before the turn.
   */
  before: string;
  /**
   * The turn in canonical form; null if it is illegal.
   */
  canonical: string | null;
  /**
   * The error; null if the turn is legal.
   */
  fault: WhyFaultJson | null;
  /**
   * True if the turn is legal, or all its faults are waived.
   */
  legal: boolean;
  /**
   * The file; `-` for standard input.
   */
  path: string;
  /**
   * The number of the record in its file, from 1.
   */
  record: number;
  /**
   * The seat that played it, from 1.
   */
  seat: number;
  /**
   * The effects of the turn, part by part; of an illegal turn, those of the parts before the
   * error.
   */
  steps: StepJson[];
  /**
   * The turn as written.
   */
  text: string;
  /**
   * The turn by its place in the main line, from 1.
   */
  turn: number;
}

/**
 * The error of an illegal turn, as JSON.
 */
export interface WhyFaultJson {
  /**
   * The stable code.
   */
  code: Code;
  /**
   * Advice on how to fix it; null if there is none.
   */
  help: string | null;
  /**
   * The rules that this part of the turn keeps, in the order in which they were checked.
   */
  kept: RuleJson[];
  /**
   * The error, in one sentence.
   */
  message: string;
  /**
   * The position at that point; null if the turn was not checked against the rules.
   */
  position: string | null;
  /**
   * The rule that the turn breaks.
   */
  rule: RuleJson;
}

/**
 * A rule, as JSON.
 */
export interface RuleJson {
  /**
   * The number of the rule.
   */
  id: string;
  /**
   * The title of the rule.
   */
  title: string;
  /**
   * The first sentence of the rule; empty if it begins with a list. `explain` has the whole
   * text.
   */
  words: string;
}

/**
 * The effect of a part of a turn, as JSON.
 */
export interface StepJson {
  /**
   * The effect in words.
   */
  did: string;
  /**
   * The waived faults of this part.
   */
  irregular: LetStandJson[];
  /**
   * The position after this part.
   */
  position: string;
  /**
   * The rules that apply, in the order in which they were checked.
   */
  rules: RuleJson[];
  /**
   * The meaning that the notation of the turn leaves implicit.
   */
  unsaid: string | null;
}

/**
 * A waived fault, as JSON.
 */
export interface LetStandJson {
  /**
   * The stable code.
   */
  code: Code;
  /**
   * The error, in one sentence.
   */
  message: string;
  /**
   * The rule that the turn breaks.
   */
  rule: RuleJson;
}

/**
 * A record and the settings that make the most turns legal, as JSON.
 */
export interface SettingsJson {
  /**
   * The conventions under which the whole record is legal, if no setting makes it legal as
   * written. `mend` rewrites its turns.
   */
  conventions?: ReadingJson[];
  /**
   * The number of all settings, including those that are not listed.
   */
  count: number;
  /**
   * True if everything was tried.
   */
  exhaustive: boolean;
  /**
   * The file; `-` for standard input.
   */
  path: string;
  /**
   * The number of the record in its file, from 1.
   */
  record: number;
  /**
   * The settings without redundant parts, a hundred at most.
   */
  settings: SettingJson[];
  /**
   * True if the first setting makes all turns legal and the game ends as the record claims, and
   * all other settings change more.
   */
  sole: boolean;
  /**
   * The number of turns of the main line.
   */
  turns: number;
}

/**
 * A record as a convention has it: rows counted from the other side, seats exchanged. One
 * explanation covers all turns.
 */
export interface ReadingJson {
  /**
   * The difference from the notation.
   */
  explanation: string;
  /**
   * The setting under which the record is legal then, with the fewest changes.
   */
  setting: SettingJson;
}

/**
 * A setting: a game and tags, with the result of playing a record under them.
 */
export interface SettingJson {
  /**
   * True if the record has this setting itself.
   */
  as_written: boolean;
  /**
   * The number of tags that differ from the record. Each option counts as a tag.
   */
  changes: number;
  /**
   * True if all turns are legal.
   */
  complete: boolean;
  /**
   * The game.
   */
  game: GameName;
  /**
   * The number of turns of the main line that are legal.
   */
  legal_turns: number;
  /**
   * True if the game then ends as the record claims.
   */
  result_agrees: boolean;
  /**
   * The tags other than `Game`, in the order of a record; in JSON, sorted by name.
   */
  tags: {
    [k: string]: string;
  };
}
