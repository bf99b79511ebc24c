#![doc = include_str!("gipf_com.md")]

use pest::Parser;

use super::gipf_play::{GipfPlay, bare, line_of, push_of, reached, turn as gipf_turn, with_push};
use super::{
    Assumptions, Cut, Draft, DraftItem, DraftTurn, ExportError, Exported, Format, Imported, Losses, codes, game_for,
    lost,
};
use crate::checked::Checked;
use crate::findings::Finding;
use crate::games::gipf::{self, Action, Colour, Gipf, Push};
use crate::games::{Game, GameId, Language};
use crate::notation::{Outcome, Record};
use crate::replay::{LedBy, Reached, Timeline};
use crate::text::{SourceText, Span};

use grammar::{Grammar, Rule};

mod grammar {
    //! The rules of `grammar/gipf_com.pest`.

    crate::text::grammar::grammar!("gipf_com");
}

/// A turn of the source.
#[derive(Clone)]
struct ForeignTurn {
    /// In our notation.
    text: String,
    span: Span,
    reserve: Option<(u32, Span)>,
}

#[derive(Clone, Default)]
struct ForeignGame {
    turns: Vec<ForeignTurn>,
    outcome: Option<(String, Span)>,
    findings: Vec<Finding>,
}

impl ForeignGame {
    /// A result with something after it stands where a turn should.
    fn close_outcome(&mut self, source: &SourceText) {
        if let Some((_, span)) = self.outcome.take() {
            self.turns.push(ForeignTurn { text: source.text_of(span).to_owned(), span, reserve: None });
        }
    }
}

/// How turns are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GipfComStyle {
    /// All that leaves the board, and what is left in reserve.
    Complete,
    /// A bare `x` where that is enough, and no reserves.
    Short,
    /// With the first spot after the dot, and no reserves.
    FirstSpot,
}

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct GipfCom(pub GipfComStyle);

impl Format for GipfCom {
    fn name(&self) -> &'static str {
        match self.0 {
            GipfComStyle::Complete => "gipf.com",
            GipfComStyle::Short => "gipf.com-short",
            GipfComStyle::FirstSpot => "gipf.first-spot",
        }
    }

    fn page(&self) -> &'static str {
        include_str!("gipf_com.md")
    }

    fn about(&self) -> &'static str {
        match self.0 {
            GipfComStyle::Complete => "the notation of gipf.com",
            GipfComStyle::Short => "the same in its short style",
            GipfComStyle::FirstSpot => "the same with the first spot of a push, not the last",
        }
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Gipf]
    }

    fn recognises(&self, text: &str) -> bool {
        // Sheets begin with a number; the first word that is none is a turn.
        let words = text.split([' ', '\t', '\r', '\n', '/']).filter(|word| !word.is_empty());
        let mut turns = words.filter(|word| !word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit()));
        turns.next().is_some_and(|word| Gipf::parse_turn(word).is_ok())
            && (self.0 != GipfComStyle::FirstSpot || fits_first_spot(text))
    }

    fn tried(&self) -> Option<&'static str> {
        (self.0 == GipfComStyle::FirstSpot)
            .then_some("read as gipf.first-spot: as gipf.com, which was tried too, fewer of its turns are legal")
    }

    fn cut(&self) -> Cut {
        Cut::Paragraphs
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        match self.0 {
            GipfComStyle::FirstSpot => {
                games(source).into_iter().map(|game| import_first_spot(source, game, assumptions)).collect()
            }
            GipfComStyle::Complete | GipfComStyle::Short => read(source, assumptions),
        }
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        game_for(self, checked.record())?;
        let (text, losses) = write_in(checked, self.0);
        Ok(Exported { text, losses })
    }
}

/// Whether more turns of the first game of a text are legal where pushes name their first spot.
fn fits_first_spot(text: &str) -> bool {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let legal = |read: fn(&SourceText, ForeignGame, &Assumptions) -> Imported| {
        let game = games(&source).into_iter().next();
        game.map_or(0, |game| read(&source, game, &Assumptions::default()).checked.report.turns)
    };
    legal(import_first_spot) > legal(import)
}

/// Reads a game whose pushes name their first spot: each turn is played for the one that it reaches.
fn import_first_spot(source: &SourceText, mut game: ForeignGame, assumptions: &Assumptions) -> Imported {
    let variant = variant(source, &game, assumptions);
    let play = GipfPlay::new(variant.name(), assumptions.options.as_deref());
    let mut position = play.start();
    for foreign in &mut game.turns {
        let Some((turn, before)) = gipf_turn(&foreign.text).zip(position.as_ref()) else { break };
        let turn = reached(&play, before, &turn);
        foreign.text = turn.to_string();
        position = play.play(before, &turn).ok();
    }
    import(source, game, assumptions)
}

/// Reads games, with an empty line between them.
pub fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    games(source).into_iter().map(|game| import(source, game, assumptions)).collect()
}

fn games(source: &SourceText) -> Vec<ForeignGame> {
    let mut games = vec![ForeignGame::default()];
    // The grammar is total.
    let pairs = Grammar::parse(Rule::games, source.text()).into_iter().flatten();
    for pair in pairs {
        let span = Span::from(pair.as_span());
        let Some(game) = games.last_mut() else { break };
        match pair.as_rule() {
            Rule::game_border if !game.turns.is_empty() => games.push(ForeignGame::default()),
            Rule::turn => {
                game.close_outcome(source);
                game.turns.push(ForeignTurn { text: pair.as_str().to_owned(), span, reserve: None });
            }
            Rule::reserve => {
                let count = pair.into_inner().next().and_then(|count| count.as_str().parse().ok());
                match (count, game.turns.last_mut()) {
                    (Some(count), Some(turn)) if turn.reserve.is_none() => turn.reserve = Some((count, span)),
                    _ => game.findings.push(Finding::new(&codes::TOKEN, span, "This reserve belongs to no turn.")),
                }
            }
            Rule::outcome => {
                game.close_outcome(source);
                game.outcome = Some((pair.as_str().replace('½', "1/2"), span));
            }
            Rule::unknown => {
                let finding = Finding::new(&codes::TOKEN, span, "This is no turn and no reserve.")
                    .with_help("A turn is written `a2-c4`, what is left in reserve behind it `(12)`.");
                game.findings.push(finding);
            }
            _ => {}
        }
    }
    games.retain(|game| !game.turns.is_empty() || !game.findings.is_empty());
    games
}

/// The variant of a game.
enum Variant<'a> {
    /// It is said, or the turns show it.
    Known(&'a str),
    /// No turn names a GIPF piece.
    Open,
}

impl Variant<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Known(name) => name,
            Self::Open => "basic",
        }
    }
}

fn variant<'a>(source: &SourceText, game: &ForeignGame, assumptions: &'a Assumptions) -> Variant<'a> {
    if let Some(variant) = &assumptions.variant {
        return Variant::Known(variant);
    }
    let turns = game.turns.iter().filter_map(|turn| Gipf::parse_turn(source.text_of(turn.span)).ok());
    let mut removes_gipf = false;
    for (at, turn) in turns.enumerate() {
        for action in &turn.actions {
            match action {
                Action::Push(push) if push.gipf && at == 0 => return Variant::Known("tournament"),
                Action::Push(_) => {}
                Action::Remove(items) => removes_gipf |= items.iter().any(|item| item.gipf),
            }
        }
    }
    if removes_gipf { Variant::Known("standard") } else { Variant::Open }
}

fn import(source: &SourceText, game: ForeignGame, assumptions: &Assumptions) -> Imported {
    let open = match variant(source, &game, assumptions) {
        Variant::Known(variant) => return import_as(variant, source, game, assumptions),
        open @ Variant::Open => open,
    };
    let mut assumed = game.clone();
    if let Some(first) = game.turns.first() {
        let message = "The source does not say the variant; `basic` is taken, since no GIPF piece is named.";
        let finding = Finding::new(&codes::ASSUMED, first.span, message);
        assumed.findings.push(finding.with_help("`--variant` says it."));
    }
    let basic = import_as(open.name(), source, assumed, assumptions);
    if !basic.findings.iter().any(Finding::is_error) {
        return basic;
    }
    // A row may have left the GIPF pieces in it where they were.
    let standard = import_as("standard", source, game, assumptions);
    if standard.checked.report.turns > basic.checked.report.turns { standard } else { basic }
}

fn import_as(variant: &str, source: &SourceText, mut game: ForeignGame, assumptions: &Assumptions) -> Imported {
    let mut draft = Draft::default();
    draft.assume("Game", "gipf");
    draft.assume("Variant", variant);
    if let Some(options) = &assumptions.options {
        draft.assume("Options", options.as_str());
    }
    draft.line.turns = game.turns.iter().map(turn_of).collect();
    // What the source notes of the reserves is held against the rules.
    let has_noted = game.turns.iter().any(|turn| turn.reserve.is_some());
    let timeline = if has_noted { draft.timeline() } else { None };
    for (at, turn) in timeline.iter().flat_map(Timeline::main_line).enumerate() {
        let noted = game.turns.get(at).and_then(|foreign| foreign.reserve);
        let (Some((noted, span)), Some(reached)) = (noted, turn.position.of_game::<Gipf>()) else { continue };
        let mover = if turn.seat() == Some(1) { Colour::White } else { Colour::Black };
        let left = reached.state.text.reserve[mover.index()];
        if left != noted {
            let message = format!("{} has {left} left in reserve, not {noted}.", mover.name());
            let finding = Finding::new(&codes::RESERVE, span, message).at(turn.number, &[]);
            game.findings.push(finding.with_help("The record keeps the turn, and notes this in a comment."));
            let note = DraftItem::Comment(format!("the source notes a reserve of {noted}"));
            draft.line.turns[at].after.push(note);
        }
    }
    draft.findings = game.findings;
    draft.result = game.outcome;
    draft.import(source)
}

fn turn_of(turn: &ForeignTurn) -> DraftTurn {
    DraftTurn { text: turn.text.clone(), span: turn.span, ..DraftTurn::default() }
}

/// A record in the notation of gipf.com, one turn a line, with reserves, and what it cannot carry.
pub fn write(checked: &Checked) -> (String, Losses) {
    write_in(checked, GipfComStyle::Complete)
}

fn write_in(checked: &Checked, style: GipfComStyle) -> (String, Losses) {
    let record = checked.record();
    let mut losses = Losses::default();
    let mut text = String::new();
    for node in &record.moves.turns {
        let frame = checked.timeline().and_then(|timeline| timeline.frame(node.id));
        let reached = frame.and_then(|frame| frame.position.of_game::<Gipf>());
        match reached.and_then(|reached| Some((reached, reached.by.as_ref()?))) {
            Some((_, LedBy { turn: None, .. })) => losses.add("resignation", 1),
            Some((reached, LedBy { turn: Some(turn), before })) => {
                let line = match style {
                    GipfComStyle::Complete => {
                        let reserve = reached.state.text.reserve[before.text.to_move.index()];
                        format!("{turn} ({reserve})")
                    }
                    GipfComStyle::Short => short(reached, before, turn).to_string(),
                    GipfComStyle::FirstSpot => first_spot(turn).to_string(),
                };
                text.push_str(&format!("{line}\n"));
            }
            // One that is expected to be refused was never played.
            None if node.expects_refusal() => losses.add("turn expected to be refused", 1),
            None => text.push_str(&format!("{}\n", record.turn_text(node))),
        }
    }
    losses.merge(losses_of_moves(record, &["Game"]));
    (text, losses)
}

/// What a format of turns alone loses: tags but those that it `carries`, the result, and all that
/// stands between turns.
pub(super) fn losses_of_moves(record: &Record, carries: &[&str]) -> Losses {
    let mut losses = Losses::default();
    for tag in record.tags.iter().filter(|tag| !carries.contains(&tag.name.as_str())) {
        losses.add(&format!("tag {}", tag.name), 1);
    }
    if !carries.contains(&"Result")
        && record.tag("Result").is_none()
        && record.result.as_ref().is_some_and(|(result, _)| *result != Outcome::Open)
    {
        losses.add("result", 1);
    }
    lost::annotations(record, &mut losses);
    losses
}

/// A turn with a bare `x` for its removals, where that is read as the same turn.
fn short(reached: &Reached<Gipf>, before: &gipf::Position, turn: &gipf::Turn) -> gipf::Turn {
    let bare = bare(turn);
    let played = Gipf::judge(&reached.setup, before, &bare, &[]);
    if played.is_ok_and(|played| played.turn == *turn) { bare } else { turn.clone() }
}

/// A turn with the first spot that its push passes, and always with its dot.
fn first_spot(turn: &gipf::Turn) -> gipf::Turn {
    let push = push_of(turn).and_then(|push| {
        let line = line_of(push)?;
        Some(Push { from: Some(line.dot.into()), to: line.path().next()?.into(), ..push })
    });
    push.map_or_else(|| turn.clone(), |push| with_push(turn, push))
}
