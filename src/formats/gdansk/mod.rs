//! The format `gdansk`: a protocol in which programs play GIPF. A session consists of boards, moves
//! (`DO_MOVE a2-b3`), and other commands. Boards are read in `read.rs` and written here; `moves.rs`
//! reads the moves. The reference page follows.
//!
#![doc = include_str!("page.md")]

mod moves;
mod read;

use pest::Parser;
use pest::iterators::Pair;

use super::gipf_turns::row_on;
use super::{
    Assumptions, Cut, ExportError, Exported, Format, FormatInfo, Imported, position::last_position,
};
use crate::check::Checked;
use crate::games::gipf::board::{BoardLine, Point, Spot};
use crate::games::gipf::{Colour, Gipf, PositionText};
use crate::games::{GameId, Rules as _};
use crate::text::{SourceText, Span};

use grammar::{Grammar, Rule};

mod grammar {
    //! Rules of `grammar/gdansk.pest`.

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/gdansk.pest"]
    pub(crate) struct Grammar;
}

/// Spots of a board, line by line as the protocol writes them.
const ROWS: [&str; 7] = [
    "b5 c6 d7 e8",
    "b4 c5 d6 e7 f7",
    "b3 c4 d5 e6 f6 g6",
    "b2 c3 d4 e5 f5 g5 h5",
    "c2 d3 e4 f4 g4 h4",
    "d2 e3 f3 g3 h3",
    "e2 f2 g2 h2",
];

/// Returns the spots of an entry of [`ROWS`].
fn spots_of_row(row: &str) -> impl Iterator<Item = Spot> {
    row.split(' ')
        .filter_map(Point::named)
        .filter_map(Point::spot)
}

/// The format `gdansk`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gdansk;

impl Format for Gdansk {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "gdansk",
            about: "the GIPF board of the Gdańsk protocol",
            page: include_str!("page.md"),
            games: &[GameId::Gipf],
            cut: Cut::LinesThatBegin(|_, line| split_lines(line).first().is_some_and(is_head)),
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        split_lines(text).iter().any(is_head)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        read::read(source, assumptions)
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        let (position, losses) = last_position(self, checked)?;
        let Some(reached) = position.of_game::<Gipf>() else {
            let message = "the protocol is for GIPF boards";
            return Err(ExportError::Record(message.to_owned()));
        };
        let position = reached.state().text;
        let has_gipf_pieces = Colour::BOTH.into_iter().any(|colour| {
            position.pieces.has_gipf(colour) || position.may_introduce[colour.index()]
        });
        if has_gipf_pieces {
            return Err(ExportError::Record(
                "the protocol has no GIPF pieces, but this position has some".to_owned(),
            ));
        }
        if let Some(missing) = Gipf::missing(reached.state()) {
            return Err(ExportError::Record(format!(
                "the protocol needs both reserves, but {missing}"
            )));
        }
        if let Some(rows) = rows_of_four(&position) {
            let message = format!(
                "the protocol removes rows at once, but this board has a row of four: {rows}"
            );
            return Err(ExportError::Record(message));
        }
        Ok(Exported {
            text: board_text(&position),
            losses,
        })
    }
}

/// Writes a board: the line `4 4 15 15`, with the pieces of each seat; the line `12 12 W`, with the
/// reserves and the seat to move; and the rows.
fn board_text(position: &PositionText) -> String {
    let [white_total, black_total] = Colour::BOTH.map(|colour| {
        let seat = colour.index();
        position.pieces.of_colour(colour).len() + position.reserve[seat] + position.lost[seat]
    });
    let [white_reserve, black_reserve] = position.reserve;
    let to_move = letter_of(position.to_move);
    let mut text =
        format!("4 4 {white_total} {black_total}\n{white_reserve} {black_reserve} {to_move}\n");

    for row in ROWS {
        let signs: Vec<&str> = spots_of_row(row)
            .map(|spot| match position.pieces.at(spot) {
                Some(piece) => letter_of(piece.colour),
                None => "_",
            })
            .collect();
        // Shorter rows are centred: the longest has seven spots.
        text.push_str(&" ".repeat(7 - signs.len()));
        text.push_str(&signs.join(" "));
        text.push('\n');
    }
    text
}

fn letter_of(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "W",
        Colour::Black => "B",
    }
}

/// Returns the rows of at least four pieces on a board: `White has b2-e5`; or `None` if there are
/// none.
fn rows_of_four(position: &PositionText) -> Option<String> {
    let mut rows: Vec<String> = Vec::new();
    for colour in Colour::BOTH {
        for line in BoardLine::all() {
            let row = row_on(&position.pieces, line, colour).unwrap_or_default();
            if let (Some(first), Some(last)) = (row.first(), row.last()) {
                rows.push(format!("{} has {first}-{last}", colour.name()));
            }
        }
    }
    (!rows.is_empty()).then(|| rows.join(", "))
}

/// Words of a line.
type LineWords<'t> = Vec<Pair<'t, Rule>>;

/// Returns the words of each line that is not blank.
fn split_lines(text: &str) -> Vec<LineWords<'_>> {
    let mut lines: Vec<LineWords<'_>> = vec![Vec::new()];
    // The grammar accepts every text.
    for pair in Grammar::parse(Rule::words, text).into_iter().flatten() {
        match (pair.as_rule(), lines.last_mut()) {
            (Rule::line_end, _) => lines.push(Vec::new()),
            (Rule::EOI, _) | (_, None) => {}
            (_, Some(line)) => line.push(pair),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Returns true for the first line of a board: `4 4 15 15`.
fn is_head(line: &LineWords<'_>) -> bool {
    line.len() == 4 && line.iter().all(|word| word.as_rule() == Rule::number)
}

/// Returns the span from the first word of a line to the last.
fn span_of(line: &[Pair<'_, Rule>]) -> Span {
    let spans = line.iter().map(|word| Span::from(word.as_span()));
    spans.reduce(Span::to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_every_spot_once() {
        let mut all: Vec<_> = ROWS.into_iter().flat_map(spots_of_row).collect();
        all.sort_unstable();
        assert_eq!(all, Spot::all().collect::<Vec<_>>());
    }
}
