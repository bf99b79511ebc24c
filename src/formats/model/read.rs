//! Converts a tree of JSON or YAML, in which every value has its span, to a draft.
//!
//! [`ModelReader::read_documents`] reads one record after the other. Each level of the model has
//! its function (`read_record`, `read_tag`, `read_line`, `read_turn`, `read_item`), which takes the
//! entries of a map with `read_fields`. That function and `read_list` and `read_text` report values
//! of the wrong type and leave them out.
//!
//! Variations are listed in one place, and the item after a turn has only the number of its
//! variation: `{ "variation": 0 }`.

use pest::Parser;

use crate::findings::Finding;
use crate::formats::{
    Assumptions, Draft, DraftItem, DraftLine, DraftTurn, Imported, KeepFindings as _, KeptGames,
    codes,
};
use crate::notation::{GLYPH_SIGNS, Grammar, Outcome, Rule};
use crate::text::tree::{Document, KeyFault, Keys, Node, Value};
use crate::text::{MAX_DEPTH, MAX_FINDINGS, SourceText, Span};

/// Treatment of a value that is written like a number where a text is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::formats) enum NumberAsText {
    /// The value is a text. In YAML, text needs no quotes.
    Accepted,
    /// The value is an error.
    Refused,
}

/// Treatment of variations among the items of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variations {
    /// After a turn, which they replace.
    Allowed,
    /// Elsewhere.
    Refused,
}

/// Reader of records.
pub(in crate::formats) struct ModelReader<'s> {
    source: &'s SourceText,
    assumptions: &'s Assumptions,
    number_as_text: NumberAsText,
    findings: Vec<Finding>,
}

/// Entries of a map, by the keys of the schema.
struct Fields<'n, const COUNT: usize>([Option<&'n Node>; COUNT]);

impl<'s> ModelReader<'s> {
    /// Creates a reader for the documents of a source.
    pub(in crate::formats) fn new(
        source: &'s SourceText,
        assumptions: &'s Assumptions,
        number_as_text: NumberAsText,
    ) -> Self {
        Self {
            source,
            assumptions,
            number_as_text,
            findings: Vec::new(),
        }
    }

    /// Reads the records of documents. Each document holds one record or a list.
    pub(in crate::formats) fn read_documents(&mut self, documents: Vec<Document>) -> Vec<Imported> {
        let mut games = KeptGames::default();
        for document in documents {
            match document {
                Err(fault) => games.refuse(vec![crate::formats::syntax_finding(fault)]),
                Ok(Node {
                    value: Value::List(records),
                    ..
                }) => {
                    for record in &records {
                        self.import_record(record, &mut games);
                    }
                }
                Ok(node) => self.import_record(&node, &mut games),
            }
        }
        games.into_games()
    }

    /// Reads a record and adds it to the games.
    fn import_record(&mut self, node: &Node, games: &mut KeptGames) {
        let draft = self.read_record(node);
        let findings = std::mem::take(&mut self.findings);
        match draft {
            Some(draft) => {
                let draft = Draft {
                    findings,
                    context: self.assumptions.context.clone(),
                    ..draft
                };
                games.push(draft.import(self.source));
            }
            None => games.refuse(findings),
        }
    }

    fn read_record(&mut self, node: &Node) -> Option<Draft> {
        let keys = [
            "tags",
            "opening",
            "turns",
            "variations",
            "result",
            "closing",
        ];
        let Fields([tags, opening, turns, variations, result, closing]) =
            self.read_fields(node, "a record", keys)?;
        let mut draft = Draft::default();
        if tags.is_none() {
            // Reports the missing key.
            self.required_text(node, None, "tags")?;
        }
        for tag in self.read_list(tags, "a list of tags") {
            self.read_tag(tag, &mut draft);
        }
        if let Some(game) = self.assumptions.game {
            draft.assume("Game", game.name());
        }
        if let Some(variant) = &self.assumptions.variant {
            draft.assume("Variant", variant.as_str());
        }
        draft.assume_options(self.assumptions);

        let lines = self.read_list(variations, "a list of variations");
        let mut separate = SeparateVariations {
            lines: lines.iter().map(Some).collect(),
            depth: 0,
        };
        draft.line = self.read_line(opening, turns, &mut separate);
        draft.closing = self.read_items(closing, Variations::Refused, &mut separate);
        for line in separate.lines.into_iter().flatten() {
            self.report(
                line.span,
                "This variation follows no turn.",
                "It is left out.",
            );
        }

        draft.result = result.and_then(|node| self.read_result(node));
        Some(draft)
    }

    /// Reads the result after the movetext, with its span.
    fn read_result(&mut self, node: &Node) -> Option<(String, Span)> {
        let (result, span) = self.text_with_span(node, "a result")?;
        if Outcome::parse(&result).is_none() {
            let help = "Write `1`, `0` or `1/2` for each seat, joined by `-`, or `*` while the game is open.";
            self.report(span, "This is not a valid result.", help);
            return None;
        }
        Some((result, span))
    }

    fn read_tag(&mut self, node: &Node, draft: &mut Draft) {
        let Some(Fields([hashes, name, value])) =
            self.read_fields(node, "a tag", ["hashes", "name", "value"])
        else {
            return;
        };
        let Some((name, span)) = self.required_text(node, name, "name") else {
            return;
        };
        let Some((value, value_span)) = self.required_text(node, value, "value") else {
            return;
        };

        let is_name_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_name_byte) {
            self.report(
                span,
                "This cannot be the name of a tag.",
                "A name has only letters, digits and `_`.",
            );
            return;
        }

        for hash in self.read_list(hashes, "a list of `#` comments") {
            if let Some(hash) = self.read_hash(hash) {
                draft.tag_hashes.push((draft.tags.len(), hash));
            }
        }

        let plain = value.replace(['\n', '\r'], " ");
        if plain != value {
            self.report(
                value_span,
                "The value of a tag must be one line.",
                "Spaces replace the line breaks.",
            );
        }

        draft.add_tag(name, plain, value_span);
    }

    fn read_line(
        &mut self,
        opening: Option<&Node>,
        turns: Option<&Node>,
        separate: &mut SeparateVariations<'_>,
    ) -> DraftLine {
        let opening = self.read_items(opening, Variations::Refused, separate);
        let turns = self.read_list(turns, "a list of turns").iter();
        DraftLine {
            opening,
            turns: turns
                .filter_map(|turn| self.read_turn(turn, separate))
                .collect(),
        }
    }

    fn read_turn(
        &mut self,
        node: &Node,
        separate: &mut SeparateVariations<'_>,
    ) -> Option<DraftTurn> {
        let keys = ["text", "suffix", "glyphs", "after"];
        let Fields([text, suffix, glyphs, after]) = self.read_fields(node, "a turn", keys)?;
        let (text, span) = self.required_text(node, text, "text")?;
        let mut turn = DraftTurn {
            text,
            span,
            ..DraftTurn::default()
        };

        if let Some((suffix, span)) = suffix.and_then(|node| self.text_with_span(node, "text")) {
            if GLYPH_SIGNS.contains(&suffix.as_str()) {
                turn.suffix = suffix;
            } else {
                self.report(
                    span,
                    "This is not a suffix.",
                    "Write `!`, `?`, `!!`, `??`, `!?` or `?!`.",
                );
            }
        }

        for glyph in self.read_list(glyphs, "a list of numbers") {
            let Value::Number(number) = &glyph.value else {
                self.report_type(glyph, "a number");
                continue;
            };
            match number.parse::<u8>() {
                Ok(number) => turn.glyphs.push(number),
                Err(_) => self.report(
                    glyph.span,
                    "This is not a glyph.",
                    "A glyph is a number from 0 to 255.",
                ),
            }
        }

        turn.after = self.read_items(after, Variations::Allowed, separate);
        Some(turn)
    }

    fn read_items(
        &mut self,
        node: Option<&Node>,
        variations: Variations,
        separate: &mut SeparateVariations<'_>,
    ) -> Vec<DraftItem> {
        let items = self.read_list(node, "a list of comments and variations");
        items
            .iter()
            .filter_map(|item| self.read_item(item, variations, separate))
            .collect()
    }

    fn read_item(
        &mut self,
        node: &Node,
        variations: Variations,
        separate: &mut SeparateVariations<'_>,
    ) -> Option<DraftItem> {
        let what = "a comment or a variation";
        let Fields(fields) = self.read_fields(node, what, ["comment", "hash", "variation"])?;
        match fields {
            [Some(comment), None, None] => self.read_comment(comment),
            [None, Some(hash), None] => self.read_hash(hash).map(DraftItem::Hash),
            [None, None, Some(line)] if variations == Variations::Allowed => self
                .read_variation(line, separate)
                .map(DraftItem::Variation),
            [None, None, Some(line)] => {
                self.report(
                    line.span,
                    "A variation is not allowed here.",
                    "Write it after the turn that it replaces.",
                );
                // The variation is taken, so that it is not reported again as unused.
                if let Value::Number(number) = &line.value {
                    let _ = separate.take(number);
                }
                None
            }
            _ => {
                let help = "Use one of the keys `comment`, `hash` and `variation`.";
                self.report(node.span, format!("This is not {what}."), help);
                None
            }
        }
    }

    /// Reads the text of a comment as written between its braces.
    fn read_comment(&mut self, node: &Node) -> Option<DraftItem> {
        let words = self.read_text(node, "text")?;
        let written = format!("{{{words}}}");
        if is_one_comment(&written) {
            return Some(DraftItem::Written(written));
        }
        let help = "`{`, `}`, `[` and `\\` are written `\\{`, `\\}`, `\\[` and `\\\\`; they are read as \
                            literal characters here.";
        self.report(node.span, "This would not remain a single comment.", help);
        Some(DraftItem::Comment(words))
    }

    /// Reads a line comment (`#`), and corrects one that is not a line comment.
    fn read_hash(&mut self, node: &Node) -> Option<String> {
        let text = self.read_text(node, "text")?;
        if text.contains(['\n', '\r']) || !text.starts_with('#') {
            self.report(
                node.span,
                "A `#` comment begins with `#` and is one line.",
                "It is corrected in the record.",
            );
            let words = text.replace(['\n', '\r'], " ");
            return Some(if words.starts_with('#') {
                words
            } else {
                format!("# {words}")
            });
        }
        Some(text)
    }

    /// Reads a variation, given by its number or inline.
    fn read_variation(
        &mut self,
        node: &Node,
        separate: &mut SeparateVariations<'_>,
    ) -> Option<DraftLine> {
        let line = match &node.value {
            Value::Number(number) => match separate.take(number) {
                Ok(line) => line,
                Err(NoVariation { message, help }) => {
                    self.report(node.span, message, help);
                    return None;
                }
            },
            _ => node,
        };
        if separate.depth == MAX_DEPTH {
            let message =
                format!("Variations nest deeper than {MAX_DEPTH} levels; this one is left out.");
            self.findings
                .keep(Finding::new(&codes::DEPTH, node.span, message));
            return None;
        }
        let Fields([opening, turns]) =
            self.read_fields(line, "a variation", ["opening", "turns"])?;
        separate.depth += 1;
        let line = self.read_line(opening, turns, separate);
        separate.depth -= 1;
        Some(line)
    }

    /// Returns the entries of a map, in the order of `keys`. Reports repeated and unknown keys, and
    /// any other value.
    fn read_fields<'n, const COUNT: usize>(
        &mut self,
        node: &'n Node,
        what: &str,
        keys: [&str; COUNT],
    ) -> Option<Fields<'n, COUNT>> {
        if !matches!(node.value, Value::Map(_)) {
            self.report_type(node, what);
            return None;
        }
        let read = Keys::new(node, |name| keys.contains(&name));
        for fault in &read.faults {
            let message = fault.message(&uppercase(what));
            match fault {
                KeyFault::Repeated { key, .. } => {
                    self.report(key.span, message, "The first one counts.");
                }
                // Beyond the limit, the finding would be dropped, so its help is not written.
                KeyFault::Unknown { key } if self.findings.len() <= MAX_FINDINGS => {
                    let known: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
                    let help = format!("Its keys are {}.", known.join(", "));
                    let finding = Finding::new(&codes::UNKNOWN_KEY, key.span, message);
                    self.findings.keep(finding.with_help(help));
                }
                KeyFault::Unknown { .. } => {}
            }
        }
        Some(Fields(keys.map(|key| read.value(key))))
    }

    /// Returns the items of a list. Reports any other value.
    fn read_list<'n>(&mut self, node: Option<&'n Node>, what: &str) -> &'n [Node] {
        let Some(node) = node else {
            return &[];
        };
        if let Value::List(items) = &node.value {
            return items;
        }
        self.report_type(node, what);
        &[]
    }

    /// Reads the text of a key that the map `whole` must have. Also returns its span.
    fn required_text(
        &mut self,
        whole: &Node,
        node: Option<&Node>,
        key: &str,
    ) -> Option<(String, Span)> {
        let Some(node) = node else {
            // The finding is at the first character of the map.
            let text = self.source.text_of(whole.span);
            let length = text.chars().next().map_or(0, char::len_utf8);
            let span = whole.span.within(&(0..length));
            let message = format!("The key `{key}` is missing.");
            self.report(span, message, "The object that needs it is left out.");
            return None;
        };
        self.text_with_span(node, "text")
    }

    /// Returns a text and its span. Reports any other value.
    fn text_with_span(&mut self, node: &Node, what: &str) -> Option<(String, Span)> {
        Some((self.read_text(node, what)?, node.span))
    }

    /// Returns a text. Reports any other value.
    fn read_text(&mut self, node: &Node, what: &str) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(text) if self.number_as_text == NumberAsText::Accepted => {
                Some(text.clone())
            }
            _ => {
                self.report_type(node, what);
                None
            }
        }
    }

    /// Reports a part of the wrong type.
    fn report_type(&mut self, node: &Node, wanted: &str) {
        let message = format!(
            "This is {}; {wanted} is expected here.",
            node.value.in_words()
        );
        self.report(node.span, message, "It is left out.");
    }

    fn report(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.findings
            .keep(Finding::new(&codes::FORM, span, message).with_help(help));
    }
}

/// Variations listed separately from the turns that they replace.
struct SeparateVariations<'n> {
    /// The variations; `None` once used.
    lines: Vec<Option<&'n Node>>,
    /// Number of variations around the current one.
    depth: usize,
}

impl<'n> SeparateVariations<'n> {
    /// Takes a variation by its number. Each variation can be taken only once, so that none can
    /// contain itself.
    fn take(&mut self, number: &str) -> Result<&'n Node, NoVariation> {
        let line = number
            .parse::<usize>()
            .ok()
            .and_then(|index| self.lines.get_mut(index));
        let Some(line) = line else {
            return Err(NoVariation {
                message: "There is no variation of that number.",
                help: "`variations` lists them, counted from 0.",
            });
        };
        line.take().ok_or(NoVariation {
            message: "This variation follows another turn.",
            help: "It is left out here.",
        })
    }
}

/// Reason why the number of a variation cannot be used.
struct NoVariation {
    message: &'static str,
    help: &'static str,
}

fn uppercase(words: &str) -> String {
    let mut characters = words.chars();
    characters
        .next()
        .map(|first| first.to_uppercase().chain(characters).collect())
        .unwrap_or_default()
}

/// Returns true if the notation reads a text, including the braces, as exactly one comment.
fn is_one_comment(text: &str) -> bool {
    let Ok(mut pairs) = Grammar::parse(Rule::comment, text) else {
        return false;
    };
    let Some(comment) = pairs
        .next()
        .filter(|pair| pair.as_str().len() == text.len())
    else {
        return false;
    };
    let open = [
        Rule::unclosed_comment,
        Rule::unclosed_command,
        Rule::unclosed_string,
    ];
    !comment
        .into_inner()
        .flatten()
        .any(|part| open.contains(&part.as_rule()))
}
