/**
 * @file The notation of Pipscribe, edition 1: records of GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game.
 * @license MIT OR Apache-2.0
 *
 * Turns of all four games are parsed alike, because only a tag names the game: `b3` is a `placement`, whether it is a push of
 * GIPF to a free spot or a stone of Pippinzip. Like `grammar/notation.pest` this grammar parses any text: every prefix of a turn
 * is a turn, because an editor parses it while it is typed, and invalid tokens are `unknown`.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// White space, and the characters that word processors use instead of a blank.
const BLANKS = ' \\t\\n\\r\\v\\f\\u0085\\u00A0\\u1680\\u2000-\\u200B\\u2028\\u2029\\u202F\\u205F\\u2060\\u3000\\uFEFF';
const BLANK = new RegExp(`[${BLANKS}]`);
// Characters of words; `!` and `?` come after them.
const WORD = new RegExp(`[^!?\\[\\]{}()$#${BLANKS}]+`);
const ARGUMENT = new RegExp(`[^\\]"${BLANKS}]+`);
// Invalid text in a tag; an incomplete tag does not extend to the next line.
const REST_OF_TAG = new RegExp(`[^\\[\\]{0-9${BLANKS}][^\\]{\\n]*`);

const POINT = /[a-z][0-9]+/;
// After a `;` an `x` begins a removal: `x12` is the card 12.
const POINT_OF_A_LATER_ACTION = /[a-wyz][0-9]+/;
const OUTCOMES = /(1\/2|1|0)(-(1\/2|1|0))+/;
const NUMBER = /[0-9]+/;
const WORDS = ['take', 'pass', 'swap', 'keep', 'resign'];

// Of the tokens that are possible at a place, the parser takes those of the highest rank, and of these the longest.
const RANK = { word: 1, opens: 2, rest: 3, follows: 4 };

/** A token that begins a word. @param {RuleOrLiteral} rule */
const opens = rule => token(prec(RANK.opens, rule));
/** A token inside a word. @param {RuleOrLiteral} rule */
const follows = rule => token.immediate(prec(RANK.follows, rule));
/** A sign inside a word, by its name. @param {string} text */
const sign = text => alias(follows(text), text);
/** Items joined by commas; the last one may be missing. @param {RuleOrLiteral} item @param {RuleOrLiteral} first */
const list = (item, first = item) => seq(first, repeat(seq(sign(','), optional(item))));

/** A die from the store, and its place. @param {any} $ */
const takenOut = $ => seq(field('piece', $._piece), optional(seq(sign('@'), optional($._place))));

/**
 * The forms of action: as the first of a turn, which begins a word, and after a `;`.
 * @param {string} place `first` or `later`
 * @param {(rule: RuleOrLiteral) => RuleOrLiteral} begins
 * @param {RegExp} point
 * @returns {Record<string, (symbols: any) => RuleOrLiteral>}
 */
const actions = (place, begins, point) => ({
  // `a2-c4`, `Ga2-c4`
  [`_${place}_push`]: $ => seq(
    choice(
      field('from', alias(begins(point), $.point)),
      seq(field('rank', alias(begins('G'), $.rank)), field('from', $._point)),
    ),
    sign('-'),
    optional(field('to', $._point)),
  ),

  // `c3,d5`; `Gb3`; `3@b2/4`; `*3@b2/4`; `12@+3-2/N`. A `*` at the start of a turn that no die follows is a result.
  [`_${place}_placement`]: $ => choice(
    list(field('at', $._point), field('at', alias(begins(point), $.point))),
    seq(field('rank', alias(begins('G'), $.rank)), optional(field('at', $._point))),
    seq(field('piece', alias(begins(NUMBER), $.piece)), sign('@'), optional($._place)),
    seq(
      field('store', alias(begins('*'), $.mark)),
      place === 'first' ? takenOut($) : optional(takenOut($)),
    ),
  ),

  // `5s`; after a `;` a number may be incomplete
  [`_${place}_aside`]: $ => seq(
    field('piece', alias(begins(NUMBER), $.piece)),
    place === 'first' ? sign('s') : optional(sign('s')),
  ),

  // `xb3,Gc4,d5*`; `x12,13`; `x2:12,13`; `x` without a list
  [`_${place}_removal`]: $ => seq(
    alias(begins('x'), 'x'),
    optional(choice(
      list($.item),
      list($._piece),
      seq(field('seat', alias(follows(NUMBER), $.seat)), sign(':'), optional(list($._piece))),
    )),
  ),

  // `take`; `claim:black`; `draw:17`; `discard:3,9,12,40`
  [`_${place}_announcement`]: $ => choice(
    ...WORDS.map(word => alias(begins(word), $.word)),
    seq(alias(begins('claim'), $.word), optional(seq(sign(':'), optional(list($.colour))))),
    seq(alias(begins('draw'), $.word), optional(seq(sign(':'), optional($._piece)))),
    seq(
      alias(begins('discard'), $.word),
      optional(seq(sign(':'), optional(choice(alias(follows('hidden'), $.word), list($._piece))))),
    ),
  ),
});

/** Any of the actions, by its name. @param {string} place @param {any} $ */
const action = (place, $) => choice(
  ...['push', 'placement', 'aside', 'removal', 'announcement'].map(form => alias($[`_${place}_${form}`], $[form])),
);

export default grammar({
  name: 'pips',

  externals: $ => [
    // Empty, before a line that starts a record.
    $._record_start,
    // Empty, at the end of a record: before another, or at the end of the text.
    $._record_end,
    // The text of a comment, up to its end, a command or an escape.
    $._comment_text,
    // Valid only while the parser recovers from an error.
    $._error_sentinel,
  ],

  extras: $ => [BLANK, $.line_comment],

  inline: $ => [$._point, $._piece],

  rules: {
    source_file: $ => seq(optional(alias($._headless, $.record)), repeat($.record)),

    record: $ => seq($._record_start, choice(seq($.header, optional($.movetext)), $.movetext)),
    // Text before the first line that starts a record.
    _headless: $ => choice(seq($.header, optional($.movetext)), $.movetext),
    header: $ => repeat1($.tag),
    movetext: $ => seq(choice($._entry, $._stray), repeat(choice($._entry, $._stray, $.tag))),

    line_comment: _ => token(/#[^\n]*/),

    // ---- tags

    tag: $ => seq('[', choice(
      seq(field('name', $.tag_name), field('value', choice($.string, alias($._odd_string, $.string))), opens(']')),
      seq(field('name', $.tag_name), field('value', $.unclosed_string)),
      seq(field('name', $.tag_name), field('value', $.string), optional($._rest_of_tag)),
      seq(optional(field('name', $.tag_name)), optional($._rest_of_tag)),
    )),
    tag_name: _ => opens(/[A-Za-z0-9_]+/),
    _rest_of_tag: $ => alias(token(prec(RANK.word, choice(seq(REST_OF_TAG, optional(']')), ']'))), $.unknown),

    string: $ => seq($._open_string, sign('"')),
    unclosed_string: $ => $._open_string,
    _open_string: $ => seq(opens('"'), repeat(choice($.escape_sequence, follows(/[^"\\\n\r]+/), follows('\\')))),
    // As word processors write them.
    _odd_string: _ => opens(/[“”„‟«»″＂][^“”‟«»″＂"\\\]\n\r]*[“”‟«»″＂]/),
    escape_sequence: _ => follows(/\\["\\]/),

    // ---- movetext

    _entry: $ => choice($.turn_number, $.turn, $.glyph, $.comment, $.variation, $.result),
glyph: _ => opens(/\$[0-9]{1,3}/),
    turn_number: _ => opens(/[0-9]+\./),

    _stray: $ => choice($._lone, alias(choice(')', ']', '}'), $.unknown)),
    // `17...` numbers rounds, as in PGN; an invalid glyph; `!` without its turn.
    _lone: $ => alias(choice(opens(/[0-9]+\.\.+/), opens(seq('$', optional(WORD))), token(prec(RANK.word, /[!?]+/))), $.unknown),

    variation: $ => seq(
      '(',
      repeat(choice($._entry, $._lone, $.tag, alias(choice(']', '}'), $.unknown))),
      choice(')', $._record_end),
    ),

    result: _ => choice(opens('*'), opens(OUTCOMES)),

    // ---- turns

    turn: $ => choice(
      seq(
        choice(
          seq(action('first', $), repeat(seq(sign(';'), optional(action('later', $)))), optional($._rest_of_turn)),
          seq(alias(opens(NUMBER), $.unknown), optional($._rest_of_turn)),
          alias(token(prec(RANK.word, WORD)), $.unknown),
        ),
        optional($.suffix),
      ),
      // A word that begins like a result.
      seq(
        alias(choice(opens('*'), opens(OUTCOMES)), $.unknown),
        choice(seq($._rest_of_turn, optional($.suffix)), $.suffix),
      ),
    ),
    _rest_of_turn: $ => alias(token.immediate(prec(RANK.rest, WORD)), $.unknown),

    ...actions('first', opens, POINT),
    ...actions('later', follows, POINT_OF_A_LATER_ACTION),

    item: $ => seq(
      choice(field('point', $._point), seq(field('rank', alias(follows('G'), $.rank)), optional(field('point', $._point)))),
      optional(field('other_seat', alias(follows('*'), $.mark))),
    ),
    _place: $ => choice(
      seq(field('at', $._point), optional(seq(sign('/'), optional(field('facing', alias(follows(NUMBER), $.facing)))))),
      seq(field('x', $._coordinate), optional(seq(
        field('y', $._coordinate),
        optional(seq(sign('/'), optional(field('facing', alias(follows(/[NESW]/), $.facing))))),
      ))),
    ),
    _point: $ => alias(follows(POINT), $.point),
    _piece: $ => alias(follows(NUMBER), $.piece),
    _coordinate: $ => alias(follows(/[+-][0-9]+/), $.coordinate),
    colour: _ => follows(/[a-z]+/),
    suffix: _ => follows(choice('!!', '??', '!?', '?!', '!', '?')),

    // ---- comments and commands

    comment: $ => seq(
      '{',
      repeat(choice($._comment_text, alias(follows(/\\[{}\[\\]/), $.escape_sequence), $.command)),
      choice('}', $._record_end),
    ),
    command: $ => seq(
      follows('[%'),
      choice(
        seq(
          field('name', alias(choice(follows('expect'), follows('irregular')), $.command_name)),
          repeat(choice($.string, $.unclosed_string, $.code, $.argument)),
        ),
        seq(
          optional(field('name', alias(follows(/[A-Za-z0-9_-]+/), $.command_name))),
          repeat(choice($.string, $.unclosed_string, $.argument)),
        ),
      ),
      choice(']', $._record_end),
    ),
    code: _ => opens(/[a-z-]+\/[a-z-]+/),
    argument: _ => opens(ARGUMENT),
  },
});
