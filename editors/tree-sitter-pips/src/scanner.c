// What a grammar cannot say: that a record begins at a line that begins with `[Game "`, in an open comment too, and how far
// the text of a comment goes. A byte order mark may stand before such a line.

#include "tree_sitter/parser.h"

enum TokenType {
    RECORD_START,
    RECORD_END,
    COMMENT_TEXT,
    ERROR_SENTINEL,
};

#define BYTE_ORDER_MARK 0xFEFF

static const char OPENING[] = "[Game \"";

// Whether the line opens a record from here on. What is looked at does not become part of the token.
static bool opens_record(TSLexer *lexer) {
    for (const char *sign = OPENING; *sign != '\0'; sign++) {
        if (lexer->lookahead != *sign) {
            return false;
        }
        lexer->advance(lexer, false);
    }
    return true;
}

static bool is_blank(int32_t sign) {
    return sign == ' ' || (sign >= '\t' && sign <= '\r');
}

// The text of a comment up to `}`, to what begins a command or an escape, or to the line that opens another record.
static bool scan_comment(TSLexer *lexer, bool can_end, bool at_line_start) {
    bool has_text = false;
    bool behind_mark = false;
    for (;;) {
        // A byte order mark before a record goes with it.
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
        if (sign == '\\') {
            lexer->advance(lexer, false);
            sign = lexer->lookahead;
            if (sign == '{' || sign == '}' || sign == '[' || sign == '\\') {
                can_end = false;
                break;
            }
            at_line_start = false;
        } else if (sign == '[') {
            if (at_line_start && opens_record(lexer)) {
                break;
            }
            // Where `opens_record` went on from `[` there is no `%` behind it.
            if (!at_line_start) {
                lexer->advance(lexer, false);
            }
            if (lexer->lookahead == '%') {
                can_end = false;
                break;
            }
            at_line_start = false;
        } else {
            behind_mark = at_line_start && sign == BYTE_ORDER_MARK;
            at_line_start = sign == '\n' || behind_mark;
            lexer->advance(lexer, false);
            if (behind_mark) {
                continue;
            }
        }
        behind_mark = false;
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
    bool at_line_start = lexer->get_column(lexer) == 0;
    if (valid_symbols[COMMENT_TEXT]) {
        return scan_comment(lexer, valid_symbols[RECORD_END], at_line_start);
    }
    while (is_blank(lexer->lookahead) || lexer->lookahead == BYTE_ORDER_MARK) {
        if (lexer->lookahead != BYTE_ORDER_MARK) {
            at_line_start = lexer->lookahead == '\n';
        }
        lexer->advance(lexer, true);
    }
    lexer->mark_end(lexer);
    lexer->result_symbol = valid_symbols[RECORD_START] ? RECORD_START : RECORD_END;
    if (lexer->eof(lexer)) {
        return valid_symbols[RECORD_END];
    }
    return at_line_start && opens_record(lexer);
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
