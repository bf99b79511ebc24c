//! The saved game: elements, read as a run of tokens with a stack of names.

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use crate::findings::Finding;
use crate::formats::{Assumptions, Draft, DraftTurn, Imported, codes};
use crate::games::gipf::board::Point;
use crate::games::gipf::{Colour, Piece, Pieces, PositionText};
use crate::text::{SourceText, Span};

/// The newest edition of the format that is known.
const NEWEST: u32 = 1;

#[derive(Default)]
struct Turn {
    colour: Option<char>,
    before: Vec<String>,
    push: Option<String>,
    after: Vec<String>,
    span: Option<Span>,
}

/// Name, value, and where the value stands.
type Attribute = (String, String, Span);

struct Reader<'a> {
    source: &'a SourceText,
    draft: Draft,
    /// The names of the elements that are open, and their attributes.
    open: Vec<(String, Vec<Attribute>)>,
    turn: Turn,
    board: PositionText,
    has_board: bool,
    has_log: bool,
    variant: Option<String>,
    is_basic: bool,
}

/// Reads a file.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Imported {
    let board = PositionText {
        pieces: Pieces::default(),
        to_move: Colour::White,
        reserve: [0; 2],
        lost: [0; 2],
        may_introduce: [false; 2],
        owes_first: [false; 2],
    };
    let mut reader = Reader {
        source,
        draft: Draft::default(),
        open: Vec::new(),
        turn: Turn::default(),
        board,
        has_board: false,
        has_log: false,
        variant: None,
        is_basic: false,
    };
    for pair in Grammar::parse(Rule::elements, source.text()).into_iter().flatten() {
        reader.token(pair);
    }
    reader.finish_turn();
    let Reader { mut draft, mut board, has_board, has_log, mut variant, is_basic, .. } = reader;
    if has_board && !has_log {
        for colour in Colour::BOTH {
            let introduces = board.may_introduce[colour.index()];
            board.owes_first[colour.index()] = introduces && !board.pieces.has_gipf(colour);
        }
        draft.assume("Position", board.to_string());
        let introduces = board.may_introduce.contains(&true);
        let guess = if introduces {
            "tournament"
        } else if is_basic {
            "basic"
        } else {
            "standard"
        };
        variant = variant.or_else(|| Some(guess.to_owned()));
    }
    super::assume(&mut draft, assumptions, variant.as_deref());
    draft.import(source)
}

impl Reader<'_> {
    fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.draft.findings.push(Finding::new(&codes::VALUE, span, message));
    }

    fn token(&mut self, pair: Pair<'_, Rule>) {
        let span = Span::from(pair.as_span());
        match pair.as_rule() {
            Rule::open_tag => self.open_tag(pair, span),
            Rule::close_tag => {
                let name = pair.into_inner().next().map_or("", |name| name.as_str()).to_owned();
                // Elements that are never closed end with the one around them.
                match self.open.iter().rposition(|(open, _)| *open == name) {
                    Some(at) => self.open.truncate(at),
                    None => {
                        let finding = Finding::new(&codes::TOKEN, span, "This closes no element.");
                        self.draft.findings.push(finding);
                    }
                }
            }
            Rule::text => self.text(span),
            Rule::stray => {
                self.draft.findings.push(Finding::new(&codes::TOKEN, span, "This `<` begins no element."));
            }
            _ => {}
        }
    }

    fn open_tag(&mut self, pair: Pair<'_, Rule>, span: Span) {
        let (mut name, mut attributes, mut is_empty) = (String::new(), Vec::new(), false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = part.as_str().to_owned(),
                Rule::attribute => {
                    let mut parts = part.into_inner();
                    if let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                        let value_span = Span::from(value.as_span());
                        attributes.push((key.as_str().to_owned(), plain(value.as_str()), value_span));
                    }
                }
                _ => is_empty = true,
            }
        }
        self.open.push((name.clone(), attributes));
        match name.as_str() {
            "gipfgame" => {
                let edition = self.attribute("formatversion").and_then(|(edition, _)| edition.parse::<u32>().ok());
                if edition.is_some_and(|edition| edition > NEWEST) {
                    self.refuse(span, "This edition of the format is not known; it is read as edition 1.");
                }
                self.variant = self.attribute("type").map(|(kind, _)| kind);
            }
            "gamelog" => {
                self.has_log = true;
                self.variant = self.attribute("gametype").map(|(kind, _)| kind).or(self.variant.take());
                for (key, tag) in [("whiteplayer", "Player1"), ("blackplayer", "Player2")] {
                    if let Some((value, value_span)) = self.attribute(key).filter(|_| self.draft.tag(tag).is_none()) {
                        self.draft.tags.push((tag.to_owned(), value, value_span));
                    }
                }
            }
            "board" => self.has_board = true,
            "move" => self.push(span),
            "removerow" | "removegipf" => {
                let owner = self.attribute("owner").and_then(|(owner, _)| owner.chars().next());
                self.take_turn(owner, span);
            }
            _ => {}
        }
        self.variant = self.variant.take().filter(|kind| ["basic", "standard", "tournament"].contains(&kind.as_str()));
        if is_empty {
            self.open.pop();
        }
    }

    fn attribute(&self, key: &str) -> Option<(String, Span)> {
        let (_, attributes) = self.open.last()?;
        attributes.iter().find(|(known, ..)| known == key).map(|(_, value, span)| (value.clone(), *span))
    }

    fn push(&mut self, span: Span) {
        let value = |key: &str| self.attribute(key).map(|(value, _)| value.trim().to_owned());
        let (Some(start), Some(end), Some(piece)) = (value("start"), value("end"), value("piece")) else {
            self.refuse(span, "A move has `start`, `end` and `piece`.");
            return;
        };
        let colour = piece.chars().next().map(|letter| letter.to_ascii_lowercase());
        if self.turn.push.is_some() || (self.turn.colour.is_some() && self.turn.colour != colour) {
            self.finish_turn();
        }
        self.take_turn(colour, span);
        let double = if piece.starts_with(['O', 'X']) { "G" } else { "" };
        self.turn.push = Some(format!("{double}{start}-{end}"));
    }

    /// Goes on with the turn of a colour, or begins it.
    fn take_turn(&mut self, colour: Option<char>, span: Span) {
        let colour = colour.map(|letter| letter.to_ascii_lowercase());
        if self.turn.colour.is_some() && self.turn.colour != colour {
            self.finish_turn();
        }
        self.turn.colour = colour;
        self.turn.span = Some(self.turn.span.map_or(span, |known| Span { end: span.end, ..known }));
    }

    fn finish_turn(&mut self) {
        let Turn { before, push, after, span, .. } = std::mem::take(&mut self.turn);
        let list = |items: Vec<String>| (!items.is_empty()).then(|| format!("x{}", items.join(",")));
        let actions: Vec<String> = [list(before), push, list(after)].into_iter().flatten().collect();
        if let Some(span) = span.filter(|_| !actions.is_empty()) {
            self.draft.line.turns.push(DraftTurn { text: actions.join(";"), span, ..DraftTurn::default() });
        }
    }

    fn text(&mut self, span: Span) {
        let raw = self.source.text_of(span);
        let text = plain(raw).trim().to_owned();
        let Some((name, _)) = self.open.last().filter(|_| !text.is_empty()) else { return };
        let start = span.start as usize + raw.len() - raw.trim_start().len();
        let span = Span::new(start, start + raw.trim().len());
        let is_in_row = self.open.iter().any(|(name, _)| name == "removerow");
        match name.clone().as_str() {
            "position" if is_in_row => self.removed(&text, span),
            "removegipf" => self.removed(&text, span),
            "position" => self.piece(&text, span),
            "whiteplayer" | "blackplayer" => {
                let tag = if name == "whiteplayer" { "Player1" } else { "Player2" };
                if self.draft.tag(tag).is_none() {
                    self.draft.tags.push((tag.to_owned(), text, span));
                }
            }
            "nextplayer" if text == "black" => self.board.to_move = Colour::Black,
            "whitetype" => self.board.may_introduce[0] = text == "g",
            "blacktype" => self.board.may_introduce[1] = text == "g",
            "whitegipf" | "blackgipf" => self.is_basic |= text == "-1",
            "whitepieces" | "blackpieces" | "whitelost" | "blacklost" => {
                let seat = usize::from(name.starts_with("black"));
                let is_lost = name.ends_with("lost");
                match text.parse() {
                    Ok(count) if is_lost => self.board.lost[seat] = count,
                    Ok(count) => self.board.reserve[seat] = count,
                    Err(_) => self.refuse(span, "This is no number of pieces."),
                }
            }
            _ => {}
        }
    }

    /// `f5o`: a piece that is removed.
    fn removed(&mut self, text: &str, span: Span) {
        let Some((spot, letter)) = text.char_indices().next_back().map(|(at, letter)| (&text[..at], letter)) else {
            return;
        };
        if !matches!(letter, 'o' | 'O' | 'x' | 'X') {
            self.refuse(span, "A piece that is removed is its spot and `o`, `O`, `x` or `X`.");
            return;
        }
        let double = if letter.is_ascii_uppercase() { "G" } else { "" };
        let other = if self.turn.colour == Some(letter.to_ascii_lowercase()) { "" } else { "*" };
        let item = format!("{double}{spot}{other}");
        let list = if self.turn.push.is_some() { &mut self.turn.after } else { &mut self.turn.before };
        if !list.contains(&item) {
            list.push(item);
        }
    }

    /// A piece on the board.
    fn piece(&mut self, text: &str, span: Span) {
        let value = |key: &str| self.attribute(key).map(|(value, _)| value);
        let colour = if value("color").as_deref() == Some("black") { Colour::Black } else { Colour::White };
        let gipf = value("type").as_deref() == Some("gipf");
        match Point::named(text).and_then(Point::spot) {
            Some(spot) => self.board.pieces.set(spot, Some(Piece { colour, gipf })),
            None => self.refuse(span, "This is no spot of the board."),
        }
    }
}

/// A text without its escapes.
fn plain(text: &str) -> String {
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    escapes.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
