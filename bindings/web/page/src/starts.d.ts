// What the build makes of the corpus and of the rules' sheets.
declare module 'pipscribe-starts' {
  export interface Start {
    readonly name: string;
    readonly text: string;
    /** Where the cursor stands. */
    readonly at: number;
  }
  export interface GameStarts {
    readonly game: string;
    readonly title: string;
    /** The rules in one screen, as HTML of the build's own. */
    readonly rules: string;
    /** The rules' chapter in the book. */
    readonly chapter: string;
    readonly example: Start;
    readonly slip: Start;
    readonly edge: Start;
  }
  const starts: readonly GameStarts[];
  export default starts;
}
