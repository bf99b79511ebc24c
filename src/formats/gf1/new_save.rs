//! Saved games as written by GF1 since 1.02: elements like those of XML, read as a stream of tokens
//! with a stack of the open elements. `old_save.rs` reads the older form.
//!
//! ```text
//! <gipfgame type="standard"><gamelog>
//! <move start="a2" end="c4" piece="o">
//! <removerow owner="o"><position>b4o</position></removerow>
//! </gamelog></gipfgame>
//! ```
//!
//! `read_token` keeps the stack; `begin_element` and `read_text` pass what an element says to
//! [`SavedGame`], which makes a record of it. A file may hold several games, each in a root element
//! ([`ROOTS`]); `begin_root` decides whether a root belongs to the current game.

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::saved_game::{PendingRemoval, SavedGame};
use crate::findings::Finding;
use crate::formats::{Assumptions, Imported, codes};
use crate::formats::{KeepFindings as _, KeptGames};
use crate::games::gipf::{Colour, Piece, PieceKind};
use crate::text::xml::unescaped;
use crate::text::{SourceText, Span};

/// Latest known version of the format.
const NEWEST: u32 = 1;
/// Maximum nesting depth of elements; files of GF1 have four levels.
const MAX_DEPTH: usize = 64;
/// Elements that describe removals in progress at the time of saving.
const PENDING: [&str; 4] = ["gipfextra", "remgipf", "rowextrawhite", "rowextrablack"];

/// A saved game, or one of its two parts.
const ROOTS: [&str; 3] = ["gipfgame", "gamelog", "board"];
/// Other elements that identify a save.
const PARTS: [&str; 7] = [
    "move",
    "removerow",
    "removegipf",
    "position",
    "nextplayer",
    "whiteplayer",
    "blackplayer",
];
/// Pieces: small letters are single pieces, capital letters GIPF pieces.
const PIECES: [&str; 4] = ["o", "O", "x", "X"];
/// Attributes with a meaning.
const ATTRIBUTES: [&str; 10] = [
    "type",
    "formatversion",
    "gametype",
    "whiteplayer",
    "blackplayer",
    "start",
    "end",
    "piece",
    "owner",
    "color",
];

/// Reads a file.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let mut reader = ElementReader {
        source,
        assumptions,
        games: KeptGames::default(),
        save: SavedGame::default(),
        roots: Vec::new(),
        is_save: false,
        open: Vec::new(),
    };
    // The grammar accepts every text.
    let tokens = Grammar::parse(Rule::elements, source.text())
        .into_iter()
        .flatten();
    for token in tokens {
        reader.read_token(token);
    }
    reader.finish_game();
    reader.games.into_games()
}

/// Attribute of an element.
#[derive(Clone)]
struct Attribute {
    key: String,
    value: String,
    /// Span of the value.
    span: Span,
}

/// Element that is not closed yet.
struct OpenElement {
    name: String,
    attributes: Vec<Attribute>,
    /// Span of its opening tag.
    span: Span,
}

/// Reads the tokens of a file.
struct ElementReader<'a> {
    source: &'a SourceText,
    assumptions: &'a Assumptions,
    games: KeptGames,
    save: SavedGame,
    /// Elements among [`ROOTS`] that the game has so far.
    roots: Vec<String>,
    /// True if a part of a save has been read.
    is_save: bool,
    /// The open elements, from the outermost to the innermost.
    open: Vec<OpenElement>,
}

impl ElementReader<'_> {
    fn read_token(&mut self, pair: Pair<'_, Rule>) {
        let span = Span::from(pair.as_span());
        match pair.as_rule() {
            Rule::open_tag => self.read_open_tag(pair, span),
            Rule::close_tag => {
                let name = pair.into_inner().next().map_or("", |name| name.as_str());
                self.close_element(name, span);
            }
            Rule::text => self.read_text(span),
            Rule::stray => self.report_stray(span, "This `<` begins no element."),
            Rule::comment
                if pair.as_str().starts_with("<!--") && pair.as_str().ends_with("-->") =>
            {
                self.save.left_out.add("<!-- … -->", span);
            }
            // The grammar marks a comment that is never closed.
            Rule::comment if pair.into_inner().next().is_some() => {
                let start = span.within(&(0..2));
                let message = "This is never closed; everything after it is left out.";
                self.report_stray(start, message);
            }
            _ => {}
        }
    }

    fn read_open_tag(&mut self, pair: Pair<'_, Rule>, span: Span) {
        let mut name = String::new();
        let mut attributes = Vec::new();
        let mut is_empty = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = part.as_str().to_owned(),
                Rule::attribute => attributes.extend(parse_attribute(part)),
                // The slash of `<board/>`.
                _ => is_empty = true,
            }
        }

        let is_pending = self.is_pending();
        if ROOTS.contains(&name.as_str()) {
            self.begin_root(&name, span);
        }
        let is_part_of_save = ROOTS.iter().chain(&PARTS).any(|known| *known == name)
            || split_count_name(&name).is_some();
        self.is_save |= is_part_of_save;
        self.open.truncate(MAX_DEPTH - 1);
        self.open.push(OpenElement {
            name: name.clone(),
            attributes,
            span,
        });
        if !is_pending {
            self.begin_element(&name, span);
        }
        // A move is empty, whether it is closed or not.
        if is_empty || name == "move" {
            self.open.pop();
        }
    }

    /// Closes the innermost element of this name. Unclosed elements within it end too.
    fn close_element(&mut self, name: &str, span: Span) {
        match self.open.iter().rposition(|open| open.name == name) {
            Some(index) => self.open.truncate(index),
            // A move is closed already.
            None if name == "move" => {}
            None => self.report_stray(span, "There is no open element for this to close."),
        }
    }

    /// Reads what the beginning of an element says; its text follows later.
    fn begin_element(&mut self, name: &str, span: Span) {
        self.note_unused_attributes(name);
        match name {
            "gipfgame" => self.begin_game(span),
            "gamelog" => self.begin_log(),
            "board" => self.save.board.span = self.save.board.span.or(Some(span)),
            "move" => self.read_move(span),
            "removerow" | "removegipf" => self.begin_removal(span),
            "position" | "nextplayer" | "whiteplayer" | "blackplayer" => {}
            _ if split_count_name(name).is_some() => {}
            _ if PENDING.contains(&name) => {
                // The first one counts.
                if self.save.board.pending.is_none() {
                    self.save.board.pending = Some(PendingRemoval {
                        element: name.to_owned(),
                        span,
                    });
                }
            }
            _ => self.save.left_out.add(name, span),
        }
    }

    /// Begins a game, its log or its board. A log and a board may also be saved without the element
    /// of a game around them.
    fn begin_root(&mut self, name: &str, span: Span) {
        let is_game = name == "gipfgame";
        let is_second = self.roots.iter().any(|known| known == name);
        let is_within_game = !is_game && self.open.iter().any(|open| open.name == "gipfgame");
        if is_within_game && is_second {
            let message = format!("A saved game has one `{name}`; the two are merged.");
            self.save.refuse(span, message);
        }
        if !is_within_game {
            // A log and a board beside each other are one game; nothing else is.
            let has_game = self.roots.iter().any(|known| known == "gipfgame");
            let is_next_game = is_second || has_game || (is_game && !self.roots.is_empty());
            if is_next_game {
                self.finish_game();
            }
        }
        self.roots.push(name.to_owned());
    }

    fn begin_game(&mut self, span: Span) {
        let edition = self
            .attribute("formatversion")
            .and_then(|edition| edition.value.parse::<u32>().ok());
        if edition.is_some_and(|edition| edition > NEWEST) {
            self.save.refuse(
                span,
                "Unknown edition of the format; it is read as edition 1.",
            );
        }
        self.read_variant("type");
    }

    fn begin_log(&mut self) {
        self.read_variant("gametype");
        for (seat, key) in ["whiteplayer", "blackplayer"].into_iter().enumerate() {
            if let Some(player) = self.attribute(key) {
                self.save.set_player(seat, &player.value, player.span);
            }
        }
    }

    fn read_variant(&mut self, key: &str) {
        if let Some(kind) = self.attribute(key) {
            self.save.set_variant(&kind.value, kind.span);
        }
    }

    /// Reads a push.
    fn read_move(&mut self, span: Span) {
        let start = self.attribute("start");
        let end = self.attribute("end");
        let piece = self.attribute("piece");
        let piece = piece.map(|piece| self.read_piece_to_push(&piece.value, span));
        match (start, end, piece) {
            (Some(start), Some(end), Some(piece)) => {
                self.save.turns.push(piece, &start.value, &end.value, span);
            }
            _ => self
                .save
                .refuse(span, "A move has `start`, `end` and `piece`."),
        }
    }

    /// Returns the letter of a piece. Reports another text, and assumes a piece.
    fn read_piece_to_push(&mut self, piece: &str, span: Span) -> char {
        if PIECES.contains(&piece)
            && let Some(letter) = piece.chars().next()
        {
            return letter;
        }
        let message = format!(
            "The piece of a move is `o`, `O`, `x` or `X`, not `{piece}`. It is assumed to belong to the seat to move."
        );
        self.save.refuse(span, message);
        self.save.turns.piece_to_push()
    }

    fn begin_removal(&mut self, span: Span) {
        let owner = self
            .attribute("owner")
            .and_then(|owner| owner.value.chars().next());
        match owner {
            Some('o' | 'O' | 'x' | 'X') => self.save.turns.begin_or_continue(owner, span),
            _ => {
                self.save.refuse(
                    span,
                    "A removal has an `owner`, `o` or `x`; this one is assumed to be of the same turn.",
                );
            }
        }
    }

    /// Notes the attributes of the innermost element that are left out.
    fn note_unused_attributes(&mut self, name: &str) {
        let Some(innermost) = self.open.last() else {
            return;
        };
        // The attributes of players give their clocks and say whether they are human.
        let is_player = ["whiteplayer", "blackplayer"].contains(&name);
        for attribute in &innermost.attributes {
            if is_player || !ATTRIBUTES.contains(&attribute.key.as_str()) {
                self.save.left_out.add(&attribute.key, attribute.span);
            }
        }
    }

    /// Reads the text of the innermost element.
    fn read_text(&mut self, span: Span) {
        let raw = self.source.text_of(span);
        let text = unescaped(raw).trim().to_owned();
        if text.is_empty() || self.is_pending() {
            return;
        }

        let name = self
            .open
            .last()
            .map(|open| open.name.clone())
            .unwrap_or_default();
        let leading_space = raw.len() - raw.trim_start().len();
        let span = span.within(&(leading_space..leading_space + raw.trim().len()));
        let is_in_row = self.open.iter().any(|open| open.name == "removerow");
        match name.as_str() {
            "removegipf" => self.save.add_removed(&text, span),
            "position" if is_in_row => self.save.add_removed(&text, span),
            "position" => self.read_piece(&text, span),
            "whiteplayer" | "blackplayer" => {
                self.save
                    .set_player(usize::from(name.starts_with("black")), &text, span);
            }
            "nextplayer" => self.save.set_next_player(parse_colour(&text), span),
            "" => self.report_stray(span, "This text is not inside any element."),
            "removerow" => {
                self.report_stray(span, "This element is not inside any part of the game.");
            }
            root if ROOTS.contains(&root) => {
                self.report_stray(span, "This element is not inside any part of the game.");
            }
            count => self.read_count(count, &text, span),
        }
    }

    /// Reads the text of an element about the pieces of a seat, such as `whitepieces`.
    fn read_count(&mut self, name: &str, text: &str, span: Span) {
        let Some(CountName { seat, what }) = split_count_name(name) else {
            return;
        };
        match what {
            "type" => {
                self.save.board.states_introductions = true;
                self.save.board.text.may_introduce[seat] = text == "g";
            }
            // The number of GIPF pieces follows from the board. Only -1 has a meaning: a basic
            // game.
            "gipf" => self.save.is_basic |= text == "-1",
            _ => self.save.set_count(name, text, span),
        }
    }

    /// Reads a piece of the board.
    fn read_piece(&mut self, text: &str, span: Span) {
        let colour = self
            .attribute("color")
            .and_then(|colour| parse_colour(&colour.value));
        let Some(colour) = colour else {
            self.save
                .refuse(span, "A piece has the `color` `white` or `black`.");
            return;
        };
        let is_gipf = self
            .attribute("type")
            .is_some_and(|kind| kind.value == "gipf");
        let piece = Piece {
            colour,
            kind: PieceKind::new(is_gipf),
        };
        self.save.add_piece(text, piece, span);
    }

    /// Finishes the current game; the next one begins after it.
    fn finish_game(&mut self) {
        for OpenElement { name, span, .. } in std::mem::take(&mut self.open) {
            if ROOTS.contains(&name.as_str()) {
                self.report_stray(span, &format!("The end of this `{name}` is missing."));
            }
        }
        self.roots.clear();
        let save = std::mem::take(&mut self.save);
        if std::mem::take(&mut self.is_save) {
            self.games.push(save.finish(self.source, self.assumptions));
        } else if !save.draft.findings.is_empty() {
            self.games.push(Imported::refused(save.draft.findings));
        }
    }

    /// Returns an attribute of the innermost element.
    fn attribute(&self, key: &str) -> Option<Attribute> {
        let innermost = self.open.last()?;
        innermost
            .attributes
            .iter()
            .find(|attribute| attribute.key == key)
            .cloned()
    }

    /// Returns true inside an element that describes a removal in progress.
    fn is_pending(&self) -> bool {
        self.open
            .iter()
            .any(|open| PENDING.contains(&open.name.as_str()))
    }

    fn report_stray(&mut self, span: Span, message: &str) {
        self.save
            .draft
            .findings
            .keep(Finding::new(&codes::TOKEN, span, message));
    }
}

/// Reads an attribute: `start="a2"`.
fn parse_attribute(pair: Pair<'_, Rule>) -> Option<Attribute> {
    let mut parts = pair.into_inner();
    let key = parts.next()?;
    let value = parts.next()?;
    Some(Attribute {
        key: key.as_str().to_owned(),
        value: unescaped(value.as_str()).trim().to_owned(),
        span: value.as_span().into(),
    })
}

/// Parts of the name of an element about the pieces of a seat.
struct CountName<'n> {
    /// 0 for White.
    seat: usize,
    /// `pieces`, `lost`, `gipf` or `type`.
    what: &'n str,
}

/// Splits `whitepieces` into White's seat and `pieces`.
fn split_count_name(name: &str) -> Option<CountName<'_>> {
    let (seat, what) = match name.strip_prefix("white") {
        Some(what) => (0, what),
        None => (1, name.strip_prefix("black")?),
    };
    ["pieces", "lost", "gipf", "type"]
        .contains(&what)
        .then_some(CountName { seat, what })
}

fn parse_colour(name: &str) -> Option<Colour> {
    match name {
        "white" => Some(Colour::White),
        "black" => Some(Colour::Black),
        _ => None,
    }
}
