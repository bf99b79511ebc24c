// Rules that a grammar cannot express: a record starts at a line that begins with `[Game "`, even in an open comment, and the
// end of a comment's text. A byte order mark may come before such a line.

#include "tree_sitter/parser.h"

enum TokenType {
    RECORD_START,
    RECORD_END,
    COMMENT_TEXT,
    ERROR_SENTINEL,
};

#define BYTE_ORDER_MARK 0xFEFF

// The start of a line that starts a record, after its bracket.
static const char OPENING[] = "Game \"";

// Knowledge about a place. The parser finds the column only by counting from the start of the line, so it is asked last.
typedef enum {
    INSIDE_LINE,
    LINE_START,
    // The scanner began here, or after a byte order mark at which it began.
    SCAN_START,
    BEHIND_MARK,
} Place;

// Returns true if the line starts a record; its bracket, at `place`, was read already.
static bool opens_record(TSLexer *lexer, Place place) {
    if (place == INSIDE_LINE) {
        return false;
    }
    uint32_t column = place == BEHIND_MARK ? 2 : 1;
    for (const char *sign = OPENING; *sign != '\0'; sign++) {
        if (lexer->lookahead != *sign) {
            return false;
        }
        lexer->advance(lexer, false);
        column++;
    }
    return place == LINE_START || lexer->get_column(lexer) == column;
}

static bool is_blank(int32_t sign) {
    return sign == ' ' || (sign >= '\t' && sign <= '\r');
}

// The place of the next character.
static Place place_behind(int32_t sign, Place place) {
    if (sign == '\n') {
        return LINE_START;
    }
    if (sign == BYTE_ORDER_MARK && place != INSIDE_LINE) {
        return place == LINE_START ? LINE_START : BEHIND_MARK;
    }
    return INSIDE_LINE;
}

// The text of a comment up to `}`, to the start of a command or an escape, or to the line that starts another record.
static bool scan_comment(TSLexer *lexer, bool can_end) {
    bool has_text = false;
    bool behind_mark = false;
    Place place = SCAN_START;
    for (;;) {
        // A byte order mark before a record belongs to it.
        if (!behind_mark) {
            lexer->mark_end(lexer);
        }
        if (lexer->eof(lexer)) {
            break;
        }
        int32_t sign = lexer->lookahead;
        if (sign == '}') {
            can_end = false;
            break;
        }
        behind_mark = false;
        if (sign == '\\') {
            lexer->advance(lexer, false);
            sign = lexer->lookahead;
            if (sign == '{' || sign == '}' || sign == '[' || sign == '\\') {
                can_end = false;
                break;
            }
            place = INSIDE_LINE;
        } else if (sign == '[') {
            lexer->advance(lexer, false);
            if (lexer->lookahead == '%') {
                can_end = false;
                break;
            }
            if (opens_record(lexer, place)) {
                break;
            }
            place = INSIDE_LINE;
        } else {
            behind_mark = sign == BYTE_ORDER_MARK && place != INSIDE_LINE;
            place = place_behind(sign, place);
            lexer->advance(lexer, false);
            if (behind_mark) {
                continue;
            }
        }
        has_text = true;
    }
    if (has_text) {
        lexer->result_symbol = COMMENT_TEXT;
        return true;
    }
    lexer->result_symbol = RECORD_END;
    return can_end;
}

bool tree_sitter_pips_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
    (void)payload;
    if (valid_symbols[ERROR_SENTINEL]) {
        return false;
    }
    if (valid_symbols[COMMENT_TEXT]) {
        return scan_comment(lexer, valid_symbols[RECORD_END]);
    }
    Place place = SCAN_START;
    while (is_blank(lexer->lookahead) || lexer->lookahead == BYTE_ORDER_MARK) {
        place = place_behind(lexer->lookahead, place);
        lexer->advance(lexer, true);
    }
    lexer->mark_end(lexer);
    lexer->result_symbol = valid_symbols[RECORD_START] ? RECORD_START : RECORD_END;
    if (lexer->eof(lexer)) {
        return valid_symbols[RECORD_END];
    }
    if (lexer->lookahead != '[') {
        return false;
    }
    lexer->advance(lexer, false);
    return opens_record(lexer, place);
}

void *tree_sitter_pips_external_scanner_create(void) {
    return NULL;
}

void tree_sitter_pips_external_scanner_destroy(void *payload) {
    (void)payload;
}

unsigned tree_sitter_pips_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload;
    (void)buffer;
    return 0;
}

void tree_sitter_pips_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload;
    (void)buffer;
    (void)length;
}
