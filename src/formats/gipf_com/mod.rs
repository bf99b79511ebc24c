//! The format `gipf.com` in its styles: `page.rs` splits a text into games, `dialect.rs` and
//! `webgipf.rs` convert the turns of other programs, and `write.rs` exports. The reference page
//! follows.
//!
#![doc = include_str!("page.md")]

mod dialect;
mod headings;
mod lines;
mod page;
mod turn_number_check;
mod webgipf;
mod worded_result;
mod write;

use super::gipf_rules::GipfRules;
use super::gipf_turns::line_of;
use super::{
    Assumptions, Cut, Draft, DraftItem, DraftTag, DraftTurn, ExportError, Exported, Format,
    FormatInfo, Imported, codes, game_for,
};
use crate::check::Checked;
use crate::findings::{Finding, Hint};
use crate::formats::KeepFindings as _;
use crate::games::gipf::{Action, Colour, Gipf};
use crate::games::{GameId, Language};
use crate::replay::Timeline;
use crate::text::{SourceText, Span};

use dialect::NamedSpot;
use headings::is_pgn_tags;
use lines::{LineKind, paragraphs};
use page::split_games;
use turn_number_check::RowNumber;

use grammar::Rule;

mod grammar {
    //! Rules of `grammar/gipf_com.pest`.

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/gipf_com.pest"]
    pub(crate) struct Grammar;
}

/// Turn of the source.
#[derive(Clone)]
struct ForeignTurn {
    /// The turn in the notation of this crate.
    text: String,
    /// The colour that its push names.
    colour: Option<Colour>,
    span: Span,
    reserve: Option<(u32, Span)>,
    /// Text after the turn.
    after: Vec<String>,
}

impl ForeignTurn {
    fn new(text: &str, span: Span) -> Self {
        Self {
            text: text.to_owned(),
            colour: None,
            span,
            reserve: None,
            after: Vec::new(),
        }
    }
}

/// Game of the source.
#[derive(Clone, Default)]
struct ForeignGame {
    tags: Vec<DraftTag>,
    /// Text before the first turn.
    opening: Vec<String>,
    turns: Vec<ForeignTurn>,
    /// Numbers before turns.
    numbers: Vec<RowNumber>,
    outcome: Option<(String, Span)>,
    termination: Option<(&'static str, Span)>,
    findings: Vec<Finding>,
}

/// Style of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GipfComStyle {
    /// All removed pieces, and the reserves.
    Complete,
    /// A bare `x` if it is unambiguous, without reserves.
    Short,
    /// The first spot after the dot, without reserves.
    FirstSpot,
}

/// The format `gipf.com` in one of its styles.
#[derive(Clone, Copy, Debug)]
pub(super) struct GipfCom(pub GipfComStyle);

impl Format for GipfCom {
    fn info(&self) -> FormatInfo {
        let (name, about) = match self.0 {
            GipfComStyle::Complete => ("gipf.com", "the notation of gipf.com"),
            GipfComStyle::Short => ("gipf.com-short", "gipf.com notation in its short style"),
            GipfComStyle::FirstSpot => (
                "gipf.first-spot",
                "gipf.com notation with the first spot of a push, not the last",
            ),
        };
        FormatInfo {
            name,
            about,
            page: include_str!("page.md"),
            games: &[GameId::Gipf],
            cut: Cut::PagesThatBegin(lines::begins),
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        // Game sheets begin with a number, and the first word after it is a turn.
        let words = text
            .split([' ', '\t', '\r', '\n', '/'])
            .filter(|word| !word.is_empty());
        let mut turns = words.filter(|word| {
            !word
                .trim_end_matches('.')
                .bytes()
                .all(|byte| byte.is_ascii_digit())
        });
        let is_turn =
            |word: &str| Gipf::parse_turn(word).is_ok() || webgipf::coloured_push(word).is_some();
        let begins = turns.next().is_some_and(is_turn);
        let is_gipf = (is_page(text) || (begins && is_mostly_legal(text))) && !is_chat(text);
        is_gipf && (self.0 != GipfComStyle::FirstSpot || fits_first_spot(text))
    }

    fn reason(&self, text: &str) -> Option<&'static str> {
        Some(match self.0 {
            GipfComStyle::FirstSpot => {
                "fewer of its turns are legal as gipf.com, which was tried too"
            }
            _ if text.lines().any(is_pgn_tags) => "it has turns of GIPF, and tags as in PGN",
            _ => "it has turns of GIPF",
        })
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        match self.0 {
            GipfComStyle::FirstSpot => split_games(source)
                .into_iter()
                .map(|game| import(source, game, assumptions, NamedSpot::First))
                .collect(),
            GipfComStyle::Complete | GipfComStyle::Short => read(source, assumptions),
        }
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        game_for(self, checked.record())?;
        let (text, losses) = write::write_in(checked, self.0);
        Ok(Exported { text, losses })
    }
}

/// Returns true if a text has lines of turns, at least one of which can only be GIPF.
fn is_page(text: &str) -> bool {
    let lines = paragraphs(text)
        .into_iter()
        .flatten()
        .filter(|line| matches!(line.kind(text), LineKind::Turns(_)));
    let mut turns = 0;
    let mut is_gipf = false;
    for word in lines
        .flat_map(|line| line.words)
        .filter(|word| word.rule == Some(Rule::turn))
    {
        let is_of_actions = webgipf::coloured_push(word.text).is_some();
        let turn = Gipf::parse_turn(word.text).ok();
        turns += usize::from(is_of_actions || turn.is_some());
        is_gipf |= is_of_actions;
        let Some(turn) = turn else { continue };
        is_gipf |= turn.actions.iter().any(|action| match action {
            Action::Push(push) if push.kind.is_gipf() => push.to.spot().is_some(),
            // In chess, `e2-e4` does not begin on a dot.
            Action::Push(push) => push.from.is_some() && line_of(*push).is_some(),
            Action::Remove(_) => false,
        });
    }
    turns >= 2 && is_gipf
}

/// Returns true if most lines with turns begin with a name, as in a chat: `Ann: b3`. The names
/// would be read as turns.
fn is_chat(text: &str) -> bool {
    let mut turn_lines = 0;
    let mut spoken = 0;
    for line in paragraphs(text).into_iter().flatten() {
        if !matches!(line.kind(text), LineKind::Turns(_)) {
            continue;
        }
        turn_lines += 1;
        spoken += usize::from(line.begins_with_name());
    }
    spoken >= 2 && spoken * 2 > turn_lines
}

/// Returns true if most turns of the first game are legal. Words that are only points, such as
/// `e4 e5`, could belong to another game.
fn is_mostly_legal(text: &str) -> bool {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let Some(game) = split_games(&source).into_iter().next() else {
        return false;
    };
    let turns = game.turns.len();
    let imported = import(&source, game, &Assumptions::default(), NamedSpot::Reached);
    imported.turns() as usize * 2 > turns
}

/// Returns true if more turns of the first game are legal when pushes are read as naming their
/// first spot.
fn fits_first_spot(text: &str) -> bool {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let Some(game) = split_games(&source).into_iter().next() else {
        return false;
    };
    let legal_turns = |named_spot: NamedSpot| {
        import(&source, game.clone(), &Assumptions::default(), named_spot).turns()
    };
    legal_turns(NamedSpot::First) > legal_turns(NamedSpot::Reached)
}

/// Reads games separated by empty lines.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    split_games(source)
        .into_iter()
        .map(|game| import(source, game, assumptions, NamedSpot::Reached))
        .collect()
}

impl ForeignGame {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name == name)
            .map(|tag| tag.value.as_str())
    }

    /// Returns the places at which the turns of the game name GIPF pieces.
    fn gipf_pieces(&self) -> GipfPieces {
        let mut named = GipfPieces::default();
        for (index, turn) in self.turns.iter().enumerate() {
            // A turn that cannot be parsed may also name a GIPF piece.
            named.anywhere |= turn.text.contains(['G', '*']);
            let Ok(turn) = Gipf::parse_turn(&turn.text) else {
                continue;
            };
            for action in &turn.actions {
                match action {
                    Action::Push(push) => named.in_first_push |= push.kind.is_gipf() && index == 0,
                    Action::Remove(items) => {
                        named.in_removals |= items.iter().any(|item| item.kind.is_gipf());
                    }
                }
            }
        }
        named
    }
}

/// Places at which the turns of a game name GIPF pieces.
#[derive(Clone, Copy, Default)]
struct GipfPieces {
    in_first_push: bool,
    in_removals: bool,
    /// True if any turn names a GIPF piece, even an illegal one.
    anywhere: bool,
}

/// Creates a record of a game. If the source does not give the variant, the one under which its
/// turns are legal is assumed.
fn import(
    source: &SourceText,
    game: ForeignGame,
    assumptions: &Assumptions,
    named_spot: NamedSpot,
) -> Imported {
    let pieces = game.gipf_pieces();
    let given = game
        .tag("Variant")
        .map(str::to_owned)
        .or_else(|| assumptions.variant.clone());
    let variant = match given {
        Some(variant) => Some(variant),
        None if pieces.in_first_push => Some("tournament".to_owned()),
        None if pieces.in_removals => Some("standard".to_owned()),
        None => None,
    };
    if let Some(variant) = variant {
        return import_as(&variant, source, game, assumptions, named_spot);
    }

    let as_assumed = |variant: &str| {
        let mut assumed = game.clone();
        let finding = game
            .turns
            .first()
            .map(|first| assumed_variant(variant, pieces, first.span));
        if let Some(finding) = finding {
            assumed.findings.keep(finding);
        }
        import_as(variant, source, assumed, assumptions, named_spot)
    };
    let basic = as_assumed("basic");
    if !basic.findings.iter().any(Finding::is_error) {
        return basic;
    }
    // A row may have left its GIPF pieces on the board, so `standard` is tried too.
    let standard = import_as("standard", source, game.clone(), assumptions, named_spot);
    if standard.turns() > basic.turns() {
        return standard;
    }
    if !pieces.anywhere {
        return basic;
    }

    let tournament = as_assumed("tournament");
    if tournament.turns() >= basic.turns() {
        tournament
    } else {
        basic
    }
}

/// Returns the finding for a variant that the source does not show.
fn assumed_variant(variant: &str, pieces: GipfPieces, first: Span) -> Finding {
    let why = match (variant, pieces.anywhere) {
        ("basic", false) => "since no GIPF piece is named",
        ("basic", true) => "because more of its turns are then legal",
        _ => "since a GIPF piece is named",
    };
    let message = format!("The source does not name the variant; `{variant}` is assumed, {why}.");
    Finding::new(&codes::ASSUMED, first, message).with_hint(Hint::ChooseVariant { game: None })
}

fn import_as(
    variant: &str,
    source: &SourceText,
    mut game: ForeignGame,
    assumptions: &Assumptions,
    named_spot: NamedSpot,
) -> Imported {
    let options = game
        .tag("Options")
        .map(str::to_owned)
        .or_else(|| assumptions.options.clone());
    dialect::complete_turns(
        source,
        &mut game,
        &GipfRules::new(variant, options.as_deref()),
        named_spot,
    );
    let mut draft = Draft {
        tags: std::mem::take(&mut game.tags),
        ..Draft::default()
    };
    draft.assume("Game", "gipf");
    draft.assume("Variant", variant);
    draft.assume_options(assumptions);
    if let Some((reason, span)) = game.termination
        && draft.tag("Termination").is_none()
    {
        draft.add_tag("Termination", reason, span);
    }

    draft.line.opening = comments(&game.opening);
    draft.line.turns = game.turns.iter().map(turn_of).collect();
    compare_reserves(&mut game, &mut draft);
    draft.findings = game.findings;
    draft.result = game.outcome;
    draft.import(source)
}

/// Compares the reserves noted in the source with the rules.
fn compare_reserves(game: &mut ForeignGame, draft: &mut Draft) {
    let has_noted = game.turns.iter().any(|turn| turn.reserve.is_some());
    let timeline = if has_noted { draft.timeline() } else { None };
    for (turn_index, turn) in timeline.iter().flat_map(Timeline::main_line).enumerate() {
        let noted = game
            .turns
            .get(turn_index)
            .and_then(|foreign| foreign.reserve);
        let (Some((noted, span)), Some(reached)) = (noted, turn.position.of_game::<Gipf>()) else {
            continue;
        };
        let mover = if turn.seat() == Some(1) {
            Colour::White
        } else {
            Colour::Black
        };
        let in_reserve = reached.state().text.reserve[mover.index()];
        if in_reserve != noted {
            let message = format!(
                "{} has {in_reserve} left in reserve, not {noted}.",
                mover.name()
            );
            let finding = Finding::new(&codes::RESERVE, span, message).at(turn.number, &[]);
            game.findings
                .keep(finding.with_help("The record keeps the turn, and notes this in a comment."));
            let note = DraftItem::Comment(format!("the source notes a reserve of {noted}"));
            draft.line.turns[turn_index].after.insert(0, note);
        }
    }
}

fn turn_of(turn: &ForeignTurn) -> DraftTurn {
    DraftTurn {
        text: turn.text.clone(),
        span: turn.span,
        after: comments(&turn.after),
        ..DraftTurn::default()
    }
}

fn comments(texts: &[String]) -> Vec<DraftItem> {
    texts.iter().cloned().map(DraftItem::Comment).collect()
}
