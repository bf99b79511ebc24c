// Written by contracts.mjs from the schemas in corpus/schema. Not to be edited.

/**
 * What checking one record gave, as JSON has it.
 */
export interface RecordJson {
  /**
   * The bare form, which two records of the same game share.
   */
  bare?: string | null;
  /**
   * the result that the record states, `*` where it says that it is open
   */
  claimed_result?: string | null;
  /**
   * the key of the last position that was replayed
   */
  end_key?: string | null;
  /**
   * the same whichever way the board is turned
   */
  end_symmetric_key?: string | null;
  /**
   * What is wrong, in the order of the text.
   */
  findings: FindingJson[];
  /**
   * the code of the first error, else of the first warning
   */
  first_code?: string | null;
  /**
   * The game; null where the record does not say a known one.
   */
  game: string | null;
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
   * The position before the first turn, and after each turn of the main line.
   */
  positions?: string[] | null;
  /**
   * the same of the first 16 turns
   */
  prefix_16?: string | null;
  /**
   * the same of the first 32 turns
   */
  prefix_32?: string | null;
  /**
   * the key of set-up and first 4 turns; null where the game has fewer
   */
  prefix_4?: string | null;
  /**
   * the same of the first 8 turns
   */
  prefix_8?: string | null;
  /**
   * Which record of the file, from 1.
   */
  record: number;
  /**
   * What the rules, or a resignation, gave each seat; null while that is open.
   */
  result: string | null;
  /**
   * The points of each seat once the game is over.
   */
  score: string | null;
  /**
   * how many seats play; null where the tags leave it open
   */
  seats?: number | null;
  /**
   * a key that all records of the game share, whichever way its board was turned
   */
  symmetric_key?: string | null;
  /**
   * all tags by name, as they are written; of one that stands twice the first
   */
  tags?: {};
  /**
   * the tag `Termination`
   */
  termination?: string | null;
  /**
   * The rows that the table of turns has of it.
   */
  turn_rows?: TurnRow[] | null;
  /**
   * Turns of the main line that were replayed without error.
   */
  turns: number;
  /**
   * Whether no finding is an error.
   */
  valid: boolean;
  /**
   * The variant; null where it is not said.
   */
  variant: string | null;
}

/**
 * A finding, as JSON has it.
 */
export interface FindingJson {
  /**
   * The stable code.
   */
  code: string;
  /**
   * What would mend the record, where only one change would.
   */
  fix?: FixJson | null;
  /**
   * What would mend it.
   */
  help: string | null;
  /**
   * What is wrong.
   */
  message: string;
  /**
   * What it collides with.
   */
  related: RelatedJson[];
  /**
   * The number of the rule, or the section of the notation.
   */
  rule: string;
  /**
   * How grave it is.
   */
  severity: 'warning' | 'error';
  span: SpanJson1;
  /**
   * The turn, from 1; 0 for tags and the result.
   */
  turn: number;
  /**
   * In a variation: the turn that it replaces and which of its variations it is, for each level.
   */
  variation?: number[];
}

/**
 * A change that mends a record.
 */
export interface FixJson {
  /**
   * The bytes that are replaced, in their order; none overlap.
   */
  edits: EditJson[];
  /**
   * What is changed, and what speaks for it.
   */
  message: string;
}

/**
 * Bytes from the start of the file, and what is to stand there.
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
 * Bytes from the start of the file; line and column from 1, the column in characters.
 */
export interface SpanJson {
  column: number;
  end: number;
  line: number;
  start: number;
}

/**
 * Bytes from the start of the file; line and column from 1, the column in characters.
 */
export interface SpanJson1 {
  column: number;
  end: number;
  line: number;
  start: number;
}

export interface TurnRow {
  /**
   * what it removed, converted or picked up, as its canonical form has it behind `x`
   */
  captured?: string | null;
  /**
   * what its comment has in `[%clock …]`
   */
  clock?: string | null;
  /**
   * the position after it
   */
  position?: string;
  /**
   * the key of that position
   */
  position_key?: string;
  /**
   * the seat that took it, from 1
   */
  seat?: number | null;
  /**
   * the same whichever way the board is turned
   */
  symmetric_key?: string;
  /**
   * the turn in canonical form
   */
  text?: string | null;
  /**
   * what its comment has in `[%time …]`
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
 * A turn of the main line, as JSON has it.
 */
export interface TurnJson {
  /**
   * The position after it.
   */
  position: string;
  /**
   * Which record of the file, from 1.
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
}

/**
 * The end of a record, as JSON has it.
 */
export interface EndJson {
  /**
   * Which record of the file, from 1.
   */
  record: number;
  /**
   * What the rules, or a resignation, gave each seat; null while that is open.
   */
  result: string | null;
  /**
   * The points of each seat once the game is over.
   */
  score: string | null;
}

/**
 * A change of a record. Turns are counted as they stand in the main line, from 1, whatever numbers they bear.
 */
export type Edit =
  | {
      kind: 'replace';
      /**
       * What is to stand there.
       */
      now: string;
      /**
       * The turn.
       */
      turn: number;
      /**
       * What stands there.
       */
      was: string;
    }
  | {
      kind: 'insert';
      /**
       * What is to stand there.
       */
      now: string;
      /**
       * The turn before which it is to stand; one past the last for the end.
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
       * What stands there.
       */
      was: string;
    }
  | {
      kind: 'swap';
      /**
       * The first of them.
       */
      turn: number;
    }
  | {
      kind: 'tag';
      /**
       * Its name.
       */
      name: string;
      /**
       * What it is to say; null where it is not to stand.
       */
      now: string | null;
      /**
       * What it says; null where it does not stand.
       */
      was: string | null;
    }
  | {
      kind: 'text';
      /**
       * What is to be written.
       */
      now: string;
      /**
       * What is written.
       */
      was: string;
    };

/**
 * A record and what may have been meant by it, as JSON has it.
 */
export interface MendsJson {
  /**
   * Whether everything was tried; a valid record does not say.
   */
  exhaustive?: boolean | null;
  /**
   * What is wrong first; left out in a valid record.
   */
  fault?: FaultJson | null;
  /**
   * The smallest changes under which the record replays, the best first, ten at most; a valid record has none.
   */
  mends?: MendJson[] | null;
  /**
   * The file; `-` for standard input.
   */
  path: string;
  /**
   * Which record of the file, from 1.
   */
  record: number;
  /**
   * Whether no finding is an error.
   */
  valid: boolean;
}

/**
 * What is wrong first with a record.
 */
export interface FaultJson {
  /**
   * The stable code.
   */
  code: string;
  /**
   * The turn as turns stand in the main line, from 1; 0 for none.
   */
  turn: number;
}

/**
 * A change under which a record replays further, as JSON has it.
 */
export interface MendJson {
  /**
   * Whether all are.
   */
  complete: boolean;
  /**
   * What is to be changed.
   */
  edits: Edit[];
  /**
   * Why all changes are needed, where one reason accounts for several; left out elsewhere.
   */
  explanation?: string | null;
  /**
   * The turns of the main line that are legal then.
   */
  legal_turns: number;
  /**
   * Whether the game then ends as the record says.
   */
  result_agrees: boolean;
  /**
   * Whether no other change that is as likely explains the record as well.
   */
  sole: boolean;
}

/**
 * A turn and why it is legal, or is not, as JSON has it.
 */
export interface WhyJson {
  /**
   * The position before it.
   */
  before: string;
  /**
   * The turn in canonical form; null where it is not legal.
   */
  canonical: string | null;
  /**
   * What stopped it; null where it is legal.
   */
  fault: WhyFaultJson | null;
  /**
   * Whether it is legal, or what is wrong with it is let stand.
   */
  legal: boolean;
  /**
   * The file; `-` for standard input.
   */
  path: string;
  /**
   * Which record of the file, from 1.
   */
  record: number;
  /**
   * The seat that took it, from 1.
   */
  seat: number;
  /**
   * What it did, part by part; of a turn that is not legal, what stands before the part that is at fault.
   */
  steps: StepJson[];
  /**
   * The turn as it is written.
   */
  text: string;
  /**
   * The turn as turns stand in the main line, from 1.
   */
  turn: number;
}

/**
 * What stopped a turn, as JSON has it.
 */
export interface WhyFaultJson {
  /**
   * The stable code.
   */
  code: string;
  /**
   * What would mend it; null where nothing is known.
   */
  help: string | null;
  /**
   * The rules that this part of the turn keeps, in the order in which it was held against them.
   */
  kept: RuleJson[];
  /**
   * What is wrong, in one sentence.
   */
  message: string;
  /**
   * The position at that point; null where the turn was not held against the rules.
   */
  position: string | null;
  rule: RuleJson1;
}

/**
 * A rule, as JSON has it.
 */
export interface RuleJson {
  /**
   * Its number.
   */
  id: string;
  /**
   * What it is about.
   */
  title: string;
  /**
   * Its first sentence; empty where it begins with a list. `explain` has all of it.
   */
  words: string;
}

/**
 * A rule, as JSON has it.
 */
export interface RuleJson1 {
  /**
   * Its number.
   */
  id: string;
  /**
   * What it is about.
   */
  title: string;
  /**
   * Its first sentence; empty where it begins with a list. `explain` has all of it.
   */
  words: string;
}

/**
 * What a part of a turn did, as JSON has it.
 */
export interface StepJson {
  /**
   * It in words.
   */
  did: string;
  /**
   * What the record lets stand in it.
   */
  irregular: LetStandJson[];
  /**
   * The position after it.
   */
  position: string;
  /**
   * The rules by which it was done, in the order in which it was held against them.
   */
  rules: RuleJson[];
  /**
   * What the turn as it is written does not say of it.
   */
  unsaid: string | null;
}

/**
 * A fault that the record lets stand, as JSON has it.
 */
export interface LetStandJson {
  /**
   * The stable code.
   */
  code: string;
  /**
   * What is wrong, in one sentence.
   */
  message: string;
  rule: RuleJson2;
}

/**
 * A rule, as JSON has it.
 */
export interface RuleJson2 {
  /**
   * Its number.
   */
  id: string;
  /**
   * What it is about.
   */
  title: string;
  /**
   * Its first sentence; empty where it begins with a list. `explain` has all of it.
   */
  words: string;
}
