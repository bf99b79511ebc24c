//! Converts a session of the protocol to records: boards, and the moves after them.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::{LineWords, ROWS, is_head, rows_of_four, span_of, split_lines, spots_of_row};
use crate::findings::Finding;
use crate::formats::{Assumptions, Imported, KeptGames, candidate_setups, codes};
use crate::games::GameId;
use crate::games::gipf::{Colour, Piece, PieceKind, Pieces, PositionText};
use crate::text::{MAX_FINDINGS, SourceText, Span};

/// Reads boards and the moves after them.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let lines = split_lines(source.text());
    let mut games = KeptGames::default();

    let first_head = lines.iter().position(is_head).unwrap_or(lines.len());
    let (before, mut rest) = lines.split_at(first_head);
    for line in before {
        if !is_other_command(line) {
            games.refuse(vec![stray_line(line)]);
        }
    }

    while !rest.is_empty() {
        let lines_after_head = rest
            .iter()
            .skip(1)
            .take_while(|line| !is_head(line))
            .count();
        let (game, next_games) = rest.split_at(1 + lines_after_head);
        games.push(read_game(source, game, assumptions));
        rest = next_games;
    }
    games.into_games()
}

/// Reads a board, which begins the lines, and its moves.
fn read_game(source: &SourceText, lines: &[LineWords<'_>], assumptions: &Assumptions) -> Imported {
    // Two lines with numbers, then the rows.
    let is_row = |line: &&LineWords<'_>| line.iter().all(|word| word.as_rule() == Rule::letter);
    let row_count = lines.iter().skip(2).take_while(is_row).count();
    let (board, after) = lines.split_at((2 + row_count).min(lines.len()));

    let is_move = |line: &LineWords<'_>| {
        line.first()
            .is_some_and(|word| word.as_rule() == Rule::do_move)
    };
    let (moves, others): (Vec<_>, Vec<_>) = after.iter().partition(|line| is_move(line));
    let mut findings: Vec<Finding> = others
        .into_iter()
        .filter(|line| !is_other_command(line))
        .map(stray_line)
        .take(MAX_FINDINGS)
        .collect();

    let position = match read_board(board, &mut findings) {
        Ok(position) => position,
        Err(finding) => {
            findings.push(*finding);
            if let Some(first_move) = moves.first() {
                let message = "The moves after a board that cannot be read are left out.";
                findings.push(Finding::new(&codes::LEFT_OUT, span_of(first_move), message));
            }
            return Imported::refused(findings);
        }
    };
    let end_of_board = board.last().map(|line| span_of(line)).unwrap_or_default();
    let span = span_of(&board[0]).to(end_of_board);
    findings.extend(rows_left(&position, span));

    let tags = vec![
        ("Variant".into(), "basic".to_owned()),
        ("Position".into(), position.to_string()),
    ];
    let mut draft = candidate_setups::choose_setup(GameId::Gipf, vec![tags], span, assumptions);
    super::moves::add_turns(source, &moves, &mut draft);
    if !draft.line.turns.is_empty() {
        // The result follows from the rules.
        draft.tags.retain(|tag| tag.name != "Result");
    }

    draft.findings.append(&mut findings);
    draft.import(source)
}

/// Reads the lines of a board as a position. Adds findings that do not prevent this.
fn read_board(
    lines: &[LineWords<'_>],
    findings: &mut Vec<Finding>,
) -> Result<PositionText, Box<Finding>> {
    let head = &lines[0];
    let numbers: Vec<u32> = head.iter().map(parse_number).collect();
    let &[4, 4, white_total, black_total] = numbers.as_slice() else {
        let message = "GIPF's board has a side of 4, and four make a row: `4 4`.";
        return Err(board_fault(head, message.to_owned()));
    };
    let Some(second) = lines.get(1) else {
        return Err(board_fault(head, "Nothing follows this line.".to_owned()));
    };

    let SecondLine { reserve, to_move } = read_second_line(second)?;
    let pieces = read_pieces(head, &lines[2..])?;

    let mut lost = [0; 2];
    for (colour, total) in Colour::BOTH.into_iter().zip([white_total, black_total]) {
        let seat = colour.index();
        let in_play = pieces.of_colour(colour).len() + reserve[seat];
        match total.checked_sub(in_play) {
            Some(missing) => lost[seat] = missing,
            None => {
                let message = format!(
                    "{} has {in_play} pieces on the board and in reserve, of {total}.",
                    colour.name()
                );
                findings.push(
                    board_fault(head, message).with_help("All pieces are assumed to be in play."),
                );
            }
        }
    }

    Ok(PositionText {
        pieces,
        to_move,
        reserve,
        lost,
        ..PositionText::default()
    })
}

/// Returns true if a line of a session neither shows nor changes a board.
fn is_other_command(line: &LineWords<'_>) -> bool {
    line.iter().all(|word| word.as_rule() == Rule::command)
}

fn stray_line(line: &LineWords<'_>) -> Finding {
    let help = "A board begins with four numbers: `4 4 15 15`; moves follow it: `DO_MOVE a2-b3`.";
    Finding::new(
        &codes::TOKEN,
        span_of(line),
        "This line does not belong to any board.",
    )
    .with_help(help)
}

/// Reports rows that the protocol would have removed.
fn rows_left(position: &PositionText, span: Span) -> Option<Finding> {
    let message = format!(
        "There is a row of four on this board: {}.",
        rows_of_four(position)?
    );
    let help =
        "The protocol removes rows at once; here the owner of the row removes it in its next turn.";
    Some(Finding::new(&codes::ASSUMED, span, message).with_help(help))
}

/// Creates a finding for an error in a line of a board.
fn board_fault(line: &[Pair<'_, Rule>], message: String) -> Box<Finding> {
    Box::new(Finding::new(&codes::BOARD, span_of(line), message))
}

fn parse_number(word: &Pair<'_, Rule>) -> u32 {
    word.as_str().parse().unwrap_or(0)
}

/// Second line of a board: `12 12 W`.
struct SecondLine {
    /// Reserves of White and Black.
    reserve: [u32; 2],
    to_move: Colour,
}

fn read_second_line(line: &[Pair<'_, Rule>]) -> Result<SecondLine, Box<Finding>> {
    let is_number = |word: &Pair<'_, Rule>| word.as_rule() == Rule::number;
    if let [white, black, seat] = line
        && is_number(white)
        && is_number(black)
        && let Some(to_move) = parse_colour(seat)
    {
        return Ok(SecondLine {
            reserve: [parse_number(white), parse_number(black)],
            to_move,
        });
    }
    Err(board_fault(
        line,
        "Two reserves and the seat to move are expected here: `12 12 W`.".to_owned(),
    ))
}

fn parse_colour(word: &Pair<'_, Rule>) -> Option<Colour> {
    match word.as_str() {
        "W" => Some(Colour::White),
        "B" => Some(Colour::Black),
        _ => None,
    }
}

/// Reads the rows of a board, which begins with `head`.
fn read_pieces(head: &[Pair<'_, Rule>], rows: &[LineWords<'_>]) -> Result<Pieces, Box<Finding>> {
    if rows.len() != ROWS.len() {
        let message = format!(
            "This board has {} rows; GIPF's has {}.",
            rows.len(),
            ROWS.len()
        );
        return Err(board_fault(head, message));
    }

    let mut pieces = Pieces::default();
    for (line, row) in rows.iter().zip(ROWS) {
        let count = spots_of_row(row).count();
        if line.len() != count {
            let message = format!("This row has {} spots, not {count}.", line.len());
            return Err(board_fault(line, message));
        }
        for (word, spot) in line.iter().zip(spots_of_row(row)) {
            let piece = parse_colour(word).map(|colour| Piece {
                colour,
                kind: PieceKind::Single,
            });
            pieces.set(spot, piece);
        }
    }

    Ok(pieces)
}
