//! The kinds of tokens in an editor, and the rules of the grammars that correspond to them.

use pest::Parser;
use pest::iterators::Pair;

use crate::grammars::notation::{Grammar, Rule};
use crate::grammars::parts_of_turn;

/// A span of text with its kind.
pub struct Token {
    pub start: usize,
    pub end: usize,
    pub kind: &'static str,
}

impl Token {
    pub fn moved_by(self, by: usize) -> Self {
        Self {
            start: self.start + by,
            end: self.end + by,
            ..self
        }
    }
}

/// Returns the tokens of one record in the order of the text, inner tokens after outer ones.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut list = List {
        tokens: Vec::new(),
        game: String::new(),
    };
    for pair in Grammar::parse(Rule::record, text).into_iter().flatten() {
        list.add(pair);
    }
    list.tokens
}

struct List {
    tokens: Vec<Token>,
    /// The value of the tag `Game`.
    game: String,
}

impl List {
    fn push(&mut self, pair: &Pair<'_, Rule>, kind: &'static str) {
        let span = pair.as_span();
        self.push_range(span.start(), span.end(), kind);
    }

    fn push_range(&mut self, start: usize, end: usize, kind: &'static str) {
        if start < end {
            self.tokens.push(Token { start, end, kind });
        }
    }

    fn add(&mut self, pair: Pair<'_, Rule>) {
        let kind = match pair.as_rule() {
            Rule::EOI | Rule::odd_blank => return,
            Rule::hash_comment => "line-comment",
            Rule::comment => return self.comment(pair),
            Rule::tag => return self.tag(pair),
            Rule::turn => return self.turn(pair),
            Rule::variation_open | Rule::variation_close => "parenthesis",
            Rule::number => "number",
            Rule::glyph => "glyph",
            Rule::result => "result",
            // The remaining rules exist only to report errors.
            _ => "invalid",
        };
        self.push(&pair, kind);
    }

    fn tag(&mut self, pair: Pair<'_, Rule>) {
        self.push(&pair, "tag");
        let mut name = "";
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::tag_name => {
                    name = part.as_str();
                    self.push(&part, "tag-name");
                }
                Rule::string => {
                    self.push(&part, "string");
                    if name == "Game" && self.game.is_empty() {
                        self.game = part.as_str().trim_matches('"').to_owned();
                    }
                }
                Rule::odd_string => self.push(&part, "string"),
                _ => {}
            }
        }
    }

    fn comment(&mut self, pair: Pair<'_, Rule>) {
        self.push(&pair, "comment");
        for command in pair
            .into_inner()
            .filter(|part| part.as_rule() == Rule::command)
        {
            self.push(&command, "command");
            let mut name = "";
            for part in command.into_inner() {
                match part.as_rule() {
                    Rule::command_name => {
                        name = part.as_str();
                        self.push(&part, "command-name");
                    }
                    Rule::command_arguments => self.arguments(name, part),
                    _ => {}
                }
            }
        }
    }

    /// Adds strings, and codes of findings in the commands that contain codes.
    fn arguments(&mut self, name: &str, pair: Pair<'_, Rule>) {
        let (text, at) = (pair.as_str(), pair.as_span().start());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::string => self.push(&part, "string"),
                Rule::unclosed_string => self.push(&part, "invalid"),
                _ => {}
            }
        }
        if !matches!(name, "expect" | "irregular") {
            return;
        }
        let mut from = 0;
        for word in text.split_inclusive(|sign: char| sign.is_ascii_whitespace()) {
            let code = Grammar::parse(Rule::code, word)
                .ok()
                .and_then(|mut read| read.next());
            if let Some(code) = code.filter(|code| code.as_str() == word.trim_end()) {
                self.push_range(at + from, at + from + code.as_str().len(), "code");
            }
            from += word.len();
        }
    }

    fn turn(&mut self, pair: Pair<'_, Rule>) {
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::suffix => self.push(&part, "suffix"),
                _ => self.turn_text(&part),
            }
        }
    }

    fn turn_text(&mut self, pair: &Pair<'_, Rule>) {
        let (text, at) = (pair.as_str(), pair.as_span().start());
        if text == "resign" {
            return self.push(pair, "turn");
        }
        let Some(parts) = parts_of_turn(&self.game, text) else {
            return self.push(pair, "unread-turn");
        };
        self.push(pair, "turn");
        for part in parts {
            if let Some(kind) = kind_of_part(&self.game, &part.rule) {
                self.push_range(at + part.start, at + part.end, kind);
            }
        }
    }
}

/// Returns the kind of a part of a turn, by its rule; `None` if the part consists only of other
/// parts.
fn kind_of_part(game: &str, rule: &str) -> Option<&'static str> {
    match (game, rule) {
        ("gipf", "item") | ("pipe", "to") => None,
        ("pipe", "item" | "what") | ("pippip", "what") => Some("piece"),
        (_, "from" | "to" | "stone" | "item") => Some("point"),
        (_, "x" | "y") => Some("coordinate"),
        (_, "facing") => Some("facing"),
        (_, "double") => Some("rank"),
        (_, "other_seat" | "store") => Some("mark"),
        (_, "seat") => Some("seat"),
        (_, "colour_word") => Some("colour"),
        (_, "take" | "pass" | "swap" | "keep" | "hidden") => Some("word"),
        _ => None,
    }
}
