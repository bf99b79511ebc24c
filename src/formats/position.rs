#![doc = include_str!("position.md")]

use super::{
    Assumptions, Cut, ExportError, Exported, FileWrapper, Format, FormatInfo, Imported, Losses, candidates, codes,
    export_losses, game_for,
};
use crate::checked::Checked;
use crate::findings::Finding;
use crate::games::GameId;
use crate::replay::Position as Reached;
use crate::text::{SourceText, Span, written_lines};

/// The format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position;

impl Format for Position {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "position",
            about: "position strings, one per line",
            page: include_str!("position.md"),
            cut: Cut::Lines,
            frame: FileWrapper::PLAIN,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        first.is_some_and(|line| games_of(line).next().is_some())
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let games = written_lines(source.text()).map(|(start, line)| {
            let span = Span::new(start, start + line.len());
            read_line(line, span, source, assumptions)
        });
        games.collect()
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        let (position, losses) = last_position(self, checked)?;
        Ok(Exported { text: position.text() + "\n", losses })
    }
}

fn games_of(line: &str) -> impl Iterator<Item = GameId> {
    GameId::ALL.into_iter().filter(move |game| game.canonical_position_text(line).is_some())
}

fn read_line(text: &str, span: Span, source: &SourceText, assumptions: &Assumptions) -> Imported {
    let games: Vec<_> = match assumptions.game {
        Some(game) => vec![game],
        None => games_of(text).collect(),
    };
    let refused = |message: &str| {
        let finding = Finding::new(&codes::POSITION, span, message);
        Imported::refused(vec![finding.with_help("Name the game with `--game`.")])
    };
    match games.as_slice() {
        [game] => candidates::settle(*game, candidates::of_position(*game, text, assumptions), span, assumptions)
            .import(source),
        [] => refused("This is not a position of any of the four games."),
        _ => refused("This is a position of several games."),
    }
}

/// Returns the tags that follow from a position, other than game and variant: board size, number of seats, deck.
#[cfg(feature = "cli")]
pub(crate) fn tags_of(game: GameId, position: &str, assumptions: &Assumptions) -> Vec<(String, String)> {
    let candidates = candidates::of_position(game, position, assumptions);
    let draft = candidates::settle(game, candidates, Span::default(), assumptions);
    let tags = draft.tags.into_iter().map(|(name, value, _)| (name, value));
    tags.filter(|(name, _)| ["Size", "Players", "Deck"].contains(&name.as_str())).collect()
}

/// Returns the position at the end of the main line, and the losses of a format that carries only the position.
pub(super) fn last_position<'c>(
    format: &dyn Format,
    checked: &'c Checked,
) -> Result<(&'c Reached, Losses), ExportError> {
    let record = checked.record();
    game_for(format, record)?;
    let Some(last) = checked.timeline().and_then(|timeline| timeline.after(None).ok()) else {
        return Err(ExportError::Record(
            "the tags of this record are invalid; run `pipscribe check` to see why".to_owned(),
        ));
    };
    let played = u64::from(checked.report.turns);
    // The size follows from the board.
    let mut losses = export_losses::beyond_turns(record, &["Game", "Position", "Size"]);
    losses.add("turn", played);
    losses.add("turn after an error", (record.moves.turns.len() as u64).saturating_sub(played));
    Ok((&last.position, losses))
}
