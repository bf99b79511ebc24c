//! Finds what somebody is typing at the end of an unfinished record, so that an editor can complete
//! it.

use super::Rule;
use super::lexer::{Lexer, Token};
use crate::text::Span;

/// Kind of text being typed at the end of a record, for completion in an editor. Starts are bytes
/// of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed<'t> {
    /// Name of a tag.
    TagName {
        /// Start of the name.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Value of a tag.
    TagValue {
        /// Name of the tag.
        name: &'t str,
        /// Start of the value.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Name of a command in a comment.
    Command {
        /// Start of the name.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Arguments of a command.
    Arguments {
        /// Name of the command.
        name: &'t str,
        /// Start of the arguments.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Turn, or an empty text in a place for a turn.
    Turn {
        /// Start of the turn, after its number.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
        /// True if only tags and `#` comments come before it, so that a tag may go here as well.
        first: bool,
    },
    /// Glyph, such as `$1`.
    Glyph {
        /// Start of the glyph, at its `$`.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Comment after `#`.
    Hash {
        /// Start of its text.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Words of a comment, or other text without completion.
    Words,
}

/// Returns the kind of text being typed at the end of a text.
///
/// ```
/// use pipscribe::notation::{Typed, typed_at_end};
///
/// let typed = typed_at_end("[Game \"gipf\"]\n\n1. b");
/// assert!(matches!(typed, Typed::Turn { typed: "b", .. }));
/// ```
pub fn typed_at_end(text: &str) -> Typed<'_> {
    let mut lexer = Lexer::new(text);
    let mut token = Token::default();
    let mut first = true;
    while lexer.read(&mut token) {
        let is_last = token.span.end as usize == text.len();
        if is_last && let Some(typed) = IncompleteToken::new(text, &token).typed(first) {
            return typed;
        }

        first &= may_come_before_tags(token.rule);
    }

    Typed::Turn {
        start: text.len(),
        typed: "",
        first,
    }
}

/// Returns true for the tokens after which a tag is still in its place.
fn may_come_before_tags(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::tag
            | Rule::tag_open_string
            | Rule::tag_malformed
            | Rule::hash_comment
            | Rule::odd_blank
    )
}

/// Returns true if a text has nothing that can be seen, such as zero-width spaces.
fn is_gap(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_alphanumeric() || letter.is_ascii_punctuation())
}

/// The last token of a text, which ends where the text does.
struct IncompleteToken<'t, 'k> {
    text: &'t str,
    token: &'k Token,
    start: usize,
}

impl<'t, 'k> IncompleteToken<'t, 'k> {
    fn new(text: &'t str, token: &'k Token) -> Self {
        Self {
            text,
            token,
            start: token.span.start as usize,
        }
    }

    /// Returns the part that is being typed; `None` if the token is complete and the next one
    /// begins. `first` is true if only tags and `#` comments come before it.
    fn typed(&self, first: bool) -> Option<Typed<'t>> {
        let start = self.start;
        let typed = self.from(start);
        match self.token.rule {
            Rule::hash_comment => Some(self.hash()),
            Rule::comment => self.comment(),
            Rule::tag_open_string => Some(self.tag_value()),
            Rule::tag_malformed => self.malformed_tag(),
            Rule::glyph | Rule::glyph_malformed => Some(Typed::Glyph { start, typed }),
            Rule::turn
            | Rule::result
            | Rule::result_mistake
            | Rule::odd_resignation
            | Rule::lone_suffix
            | Rule::unknown => Some(Typed::Turn {
                start,
                typed,
                first,
            }),
            _ => None,
        }
    }

    fn from(&self, start: usize) -> &'t str {
        self.text.get(start..).unwrap_or_default()
    }

    fn hash(&self) -> Typed<'t> {
        let after_sign = self.start + 1;
        let has_blank = self.from(after_sign).starts_with(' ');
        let start = after_sign + usize::from(has_blank);
        Typed::Hash {
            start,
            typed: self.from(start),
        }
    }

    fn tag_name(&self) -> Option<Span> {
        self.token.part(Rule::tag_name)
    }

    fn tag_value(&self) -> Typed<'t> {
        let value = self.token.part(Rule::unclosed_string);
        let start = value.map_or(self.text.len(), |value| value.start as usize + 1);
        Typed::TagValue {
            name: self
                .tag_name()
                .map(|name| name.slice(self.text))
                .unwrap_or_default(),
            start,
            typed: self.from(start),
        }
    }

    fn malformed_tag(&self) -> Option<Typed<'t>> {
        let typed = self.from(self.start);
        if typed.ends_with(']') {
            return None;
        }

        let name_start = match self.tag_name() {
            Some(name) if name.end as usize == self.text.len() => Some(name.start as usize),
            None if is_gap(typed.trim_start_matches('[')) => Some(self.text.len()),
            _ => None,
        };
        Some(name_start.map_or(Typed::Words, |start| Typed::TagName {
            start,
            typed: self.from(start),
        }))
    }

    fn comment(&self) -> Option<Typed<'t>> {
        self.token.part(Rule::unclosed_comment)?;
        let commands = self.token.parts.iter();
        let open_command = commands
            .rev()
            .find(|part| part.part(Rule::unclosed_command).is_some());
        Some(open_command.map_or(Typed::Words, |command| self.command(command)))
    }

    fn command(&self, command: &Token) -> Typed<'t> {
        let name = command.part(Rule::command_name).unwrap_or(command.span);
        let name_end = name.end as usize;
        if name_end == self.text.len() {
            let start = name.start as usize;
            return Typed::Command {
                start,
                typed: self.from(start),
            };
        }

        let typed = self.from(name_end).trim_start();
        Typed::Arguments {
            name: name.slice(self.text),
            start: self.text.len() - typed.len(),
            typed,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::corpus_texts;

    #[test]
    fn the_part_being_typed_is_found() {
        let turn = |start, typed, first| Typed::Turn {
            start,
            typed,
            first,
        };
        for (text, expected) in [
            ("", turn(0, "", true)),
            (
                "[",
                Typed::TagName {
                    start: 1,
                    typed: "",
                },
            ),
            (
                "[Game \"gipf\"]\n[Vari",
                Typed::TagName {
                    start: 15,
                    typed: "Vari",
                },
            ),
            (
                "[Game \"gi",
                Typed::TagValue {
                    name: "Game",
                    start: 7,
                    typed: "gi",
                },
            ),
            (
                "[Event \"a \\\" b",
                Typed::TagValue {
                    name: "Event",
                    start: 8,
                    typed: "a \\\" b",
                },
            ),
            ("[Event \"a\" ", Typed::Words),
            ("[Game \"gipf\"]\n\n", turn(15, "", true)),
            ("[Game \"gipf]\n1. b", turn(16, "b", false)),
            ("1. b3 2. a2-", turn(9, "a2-", false)),
            ("1. b3 2.a2", turn(8, "a2", false)),
            ("1. b3 2.", turn(8, "", false)),
            ("b3 (1. c", turn(7, "c", false)),
            ("b3 {wor", Typed::Words),
            (
                "b3 {[%ex",
                Typed::Command {
                    start: 6,
                    typed: "ex",
                },
            ),
            (
                "b3 {a [%expect gipf/l",
                Typed::Arguments {
                    name: "expect",
                    start: 15,
                    typed: "gipf/l",
                },
            ),
            (
                "b3 {[%label c3 \"]\" d",
                Typed::Arguments {
                    name: "label",
                    start: 12,
                    typed: "c3 \"]\" d",
                },
            ),
            ("b3 {[%circle c3] } c", turn(19, "c", false)),
            ("b3 {\\} } c", turn(9, "c", false)),
            (
                "# [Game",
                Typed::Hash {
                    start: 2,
                    typed: "[Game",
                },
            ),
            (
                "b3 #",
                Typed::Hash {
                    start: 4,
                    typed: "",
                },
            ),
            (
                "b3 $",
                Typed::Glyph {
                    start: 3,
                    typed: "$",
                },
            ),
            (
                "b3$1",
                Typed::Glyph {
                    start: 2,
                    typed: "$1",
                },
            ),
            ("b3 $1 c", turn(6, "c", false)),
            ("# x\nb", turn(4, "b", true)),
            ("5s", turn(0, "5s", true)),
            ("1. b3$1 ", turn(8, "", false)),
            // A malformed tag ends before a comment, also while its `]` is missing.
            ("1. b3 [oops {hi} 2. ", turn(20, "", false)),
            ("1. b3 {[%label c3 \"abc\n] hi} 2. c", turn(32, "c", false)),
        ] {
            assert_eq!(typed_at_end(text), expected, "{text:?}");
        }
    }

    /// A kind of text and its start, as far as the tokens of the whole text tell them for a place
    /// inside it.
    #[derive(Debug, PartialEq, Eq)]
    enum Meaning {
        TagName(usize),
        TagValue(usize),
        Command(usize),
        Arguments,
        Turn(usize),
        Glyph(usize),
        Hash,
        Words,
    }

    impl Meaning {
        fn of_typed(typed: Typed<'_>) -> Self {
            match typed {
                Typed::TagName { start, .. } => Self::TagName(start),
                Typed::TagValue { start, .. } => Self::TagValue(start),
                Typed::Command { start, .. } => Self::Command(start),
                Typed::Arguments { .. } => Self::Arguments,
                Typed::Turn { start, .. } => Self::Turn(start),
                Typed::Glyph { start, .. } => Self::Glyph(start),
                Typed::Hash { .. } => Self::Hash,
                Typed::Words => Self::Words,
            }
        }

        /// Returns the meaning of a place in a token of the whole text; `None` if the text before
        /// the place may have another meaning than the token.
        fn in_token(text: &str, token: &Token, place: usize) -> Option<Self> {
            let value = token.part(Rule::string).unwrap_or_default();
            if value.slice(text).contains(']') {
                // Without the `]` of the tag, a `]` in its value ends it.
                return None;
            }

            let is_unclosed = token.part(Rule::unclosed_comment).is_some();
            let start = token.span.start as usize;
            let is_inside = place < token.span.end as usize || is_unclosed;
            match token.rule {
                Rule::hash_comment => Some(Self::Hash),
                Rule::comment if is_inside => Some(Self::in_comment(token, place)),
                Rule::tag if is_inside => Some(Self::in_tag(token, place)),
                Rule::glyph => Some(Self::Glyph(start)),
                // `Black resign` is one token, `Black resigned` is two.
                Rule::turn if !token.span.slice(text).starts_with("resign") => {
                    Some(Self::Turn(start))
                }
                Rule::number if is_inside => Some(Self::Turn(start)),
                Rule::comment
                | Rule::tag
                | Rule::number
                | Rule::variation_open
                | Rule::variation_close => Some(Self::Turn(place)),
                _ => None,
            }
        }

        fn in_comment(token: &Token, place: usize) -> Self {
            let command = token.parts.iter().find(|part| {
                let is_unclosed = part.part(Rule::unclosed_command).is_some();
                let is_before_end = place < part.span.end as usize || is_unclosed;
                part.span.start as usize + 2 <= place && is_before_end
            });
            let name = command.and_then(|command| command.part(Rule::command_name));
            match name {
                None => Self::Words,
                Some(name) if place <= name.end as usize => Self::Command(name.start as usize),
                Some(_) => Self::Arguments,
            }
        }

        fn in_tag(token: &Token, place: usize) -> Self {
            let name = token.part(Rule::tag_name).unwrap();
            match token.part(Rule::string) {
                _ if place < name.start as usize => Self::TagName(place),
                _ if place <= name.end as usize => Self::TagName(name.start as usize),
                Some(value) if (value.start as usize) < place && place < value.end as usize => {
                    Self::TagValue(value.start as usize + 1)
                }
                _ => Self::Words,
            }
        }
    }

    /// Compares the part being typed at each place of a text with the tokens of the whole text.
    /// Returns the number of places compared.
    fn compare_each_place(text: &str, differences: &mut Vec<String>) -> usize {
        let mut lexer = Lexer::new(text);
        let mut token = Token::default();
        let mut compared = 0;
        while lexer.read(&mut token) {
            let places = token.span.start as usize + 1..=token.span.end as usize;
            for place in places.filter(|&place| text.is_char_boundary(place)) {
                let Some(expected) = Meaning::in_token(text, &token, place) else {
                    continue;
                };
                compared += 1;
                let before = &text[..place];
                let found = Meaning::of_typed(typed_at_end(before));
                if found != expected {
                    differences.push(format!("{before:?}: {found:?}, not {expected:?}"));
                }
            }
        }
        compared
    }

    #[test]
    fn a_place_means_the_same_before_and_after_the_rest_is_typed() {
        let texts = corpus_texts();
        let mut differences = Vec::new();
        let mut compared = 0;
        for text in texts.iter().filter(|text| text.len() < 1_000) {
            compared += compare_each_place(text, &mut differences);
        }
        assert!(compared > 100_000, "{compared}");
        assert_eq!(differences, [""; 0], "of {compared}");
    }

    proptest! {
        #[test]
        fn any_text_can_be_typed(text in "([\\[\\]{}()%\"\\\\#$ \n]|é|Game|1\\.|b3|expect){0,24}") {
            let start = match typed_at_end(&text) {
                Typed::TagName { start, typed } | Typed::TagValue { start, typed, .. } | Typed::Hash { start, typed }
                | Typed::Arguments { start, typed, .. } | Typed::Turn { start, typed, .. }
                | Typed::Command { start, typed } | Typed::Glyph { start, typed } => Some((start, typed)),
                Typed::Words => None,
            };
            if let Some((start, typed)) = start {
                prop_assert_eq!(text.get(start..), Some(typed));
            }
        }
    }
}
