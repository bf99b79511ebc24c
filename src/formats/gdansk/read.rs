//! Converts a session of the protocol to records: boards, and the moves after them.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::{ROWS, RowPairs, is_head, lines, rows_of_four, span_of, spots};
use crate::findings::Finding;
use crate::formats::{Assumptions, Imported, KeepFindings as _, KeptGames, candidates, codes};
use crate::games::GameId;
use crate::games::gipf::{Colour, Piece, Pieces, PositionText};
use crate::text::{MAX_FINDINGS, SourceText, Span};

/// Reads boards and the moves after them.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let lines = lines(source.text());
    let mut games = KeptGames::default();
    let (before, mut rest) = lines.split_at(lines.iter().position(is_head).unwrap_or(lines.len()));
    for line in before.iter().filter(|line| !is_talk(line)) {
        games.refuse(vec![stray(line)]);
    }
    while !rest.is_empty() {
        let next = rest.iter().skip(1).position(is_head).map_or(rest.len(), |at| at + 1);
        games.push(game(source, &rest[..next], assumptions));
        rest = &rest[next..];
    }
    games.into_games()
}

/// Returns true if a line of a session neither shows nor changes a board.
fn is_talk(line: &RowPairs<'_>) -> bool {
    line.iter().all(|word| word.as_rule() == Rule::command)
}

fn stray(line: &RowPairs<'_>) -> Finding {
    let help = "A board begins with four numbers: `4 4 15 15`; moves follow it: `DO_MOVE a2-b3`.";
    Finding::new(&codes::TOKEN, span_of(line), "This belongs to no board.").with_help(help)
}

/// Reads a board, which begins the lines, and its moves.
fn game(source: &SourceText, lines: &[RowPairs<'_>], assumptions: &Assumptions) -> Imported {
    let is_row = |line: &&RowPairs<'_>| line.iter().all(|word| word.as_rule() == Rule::letter);
    let end = (2 + lines.iter().skip(2).take_while(is_row).count()).min(lines.len());
    let (board, behind) = lines.split_at(end);
    let is_move = |line: &RowPairs<'_>| line.first().is_some_and(|word| word.as_rule() == Rule::do_move);
    let (moves, others): (Vec<_>, Vec<_>) = behind.iter().partition(|line| is_move(line));
    let mut findings: Vec<Finding> =
        others.into_iter().filter(|line| !is_talk(line)).map(stray).take(MAX_FINDINGS).collect();
    let (position, mut told) = match read_board(board) {
        Ok(read) => read,
        Err(finding) => {
            let first = moves.first().map(|line| span_of(line));
            findings.extend([*finding]);
            findings.extend(first.map(|span| {
                Finding::new(&codes::LEFT_OUT, span, "The moves after a board that cannot be read are left out.")
            }));
            return Imported::refused(findings);
        }
    };
    findings.append(&mut told);
    let span = span_of(&board[0]).to(board.last().map(|line| span_of(line)).unwrap_or_default());
    findings.extend(pending(&position, span));
    let tags = vec![("Variant".into(), "basic".to_owned()), ("Position".into(), position.to_string())];
    let mut draft = candidates::settle(GameId::Gipf, vec![tags], span, assumptions);
    super::moves::turns(source, &moves, &mut draft);
    if !draft.line.turns.is_empty() {
        // The result follows from the rules.
        draft.tags.retain(|(name, ..)| name != "Result");
    }
    draft.findings.append(&mut findings);
    draft.import(source)
}

/// Reports rows that the protocol would have removed.
fn pending(position: &PositionText, span: Span) -> Option<Finding> {
    let message = format!("There is a row of four on this board: {}.", rows_of_four(position)?);
    let help = "The protocol removes rows at once; here the owner of the row removes it in its next turn.";
    Some(Finding::new(&codes::ASSUMED, span, message).with_help(help))
}

fn refuse(line: &[Pair<'_, Rule>], message: String) -> Box<Finding> {
    Box::new(Finding::new(&codes::BOARD, span_of(line), message))
}

fn read_board(lines: &[RowPairs<'_>]) -> Result<(PositionText, Vec<Finding>), Box<Finding>> {
    let number = |word: &Pair<'_, Rule>| word.as_str().parse::<u32>().unwrap_or(0);
    let head = &lines[0];
    let numbers: Vec<u32> = head.iter().map(number).collect();
    let &[4, 4, white_total, black_total] = numbers.as_slice() else {
        let message = "GIPF's board has a side of 4, and four make a row: `4 4`.";
        return Err(refuse(head, message.to_owned()));
    };
    let (white, black, seat) = match lines.get(1).map(Vec::as_slice) {
        Some([white, black, seat])
            if white.as_rule() == Rule::number
                && black.as_rule() == Rule::number
                && ["W", "B"].contains(&seat.as_str()) =>
        {
            (white, black, seat)
        }
        Some(line) => {
            return Err(refuse(line, "Two reserves and the seat to move are expected here: `12 12 W`.".to_owned()));
        }
        None => return Err(refuse(head, "Nothing follows this line.".to_owned())),
    };
    let rows = &lines[2..];
    if rows.len() != ROWS.len() {
        return Err(refuse(head, format!("This board has {} rows; GIPF's has {}.", rows.len(), ROWS.len())));
    }
    let mut pieces = Pieces::default();
    for (line, row) in rows.iter().zip(ROWS) {
        let wanted = spots(row).count();
        if line.len() != wanted {
            return Err(refuse(line, format!("This row has {} spots, not {wanted}.", line.len())));
        }
        for (word, spot) in line.iter().zip(spots(row)) {
            let colour = match word.as_str() {
                "W" => Colour::White,
                "B" => Colour::Black,
                _ => continue,
            };
            pieces.set(spot, Some(Piece { colour, gipf: false }));
        }
    }
    let reserve = [number(white), number(black)];
    let mut findings = Vec::new();
    let mut lost = [0; 2];
    for (colour, total) in Colour::BOTH.into_iter().zip([white_total, black_total]) {
        let at = colour.index();
        let held = pieces.of(colour).len() + reserve[at];
        match total.checked_sub(held) {
            Some(missing) => lost[at] = missing,
            None => {
                let message = format!("{} has {held} pieces on the board and in reserve, of {total}.", colour.name());
                findings.keep(refuse(head, message).with_help("All pieces are assumed to be in play."));
            }
        }
    }
    let to_move = if seat.as_str() == "W" { Colour::White } else { Colour::Black };
    let text = PositionText { pieces, to_move, reserve, lost, ..PositionText::default() };
    Ok((text, findings))
}
