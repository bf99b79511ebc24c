//! Recognises the movetext of chess games, which people save under the names of other games:
//! `1. e4 e5 2. Nf3 Nc6`.

/// Maximum number of words that are examined.
const MAX_WORDS: usize = 200;

/// Counts of the words in a movetext that may be chess moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChessMoves<'t> {
    /// The first move that only chess has: a move of a piece, a capture, castling or a promotion.
    pub(crate) first: Option<&'t str>,
    /// Number of moves that only chess has.
    pub(crate) count: usize,
    /// Number of words that are not chess moves.
    pub(crate) others: usize,
}

impl<'t> ChessMoves<'t> {
    /// Counts the moves in a text. Move numbers, comments in braces, glyphs and results are
    /// ignored.
    pub(crate) fn count_in(text: &'t str) -> Self {
        let mut moves = Self::default();
        for word in words_outside_comments(text).take(MAX_WORDS) {
            let word =
                word.trim_start_matches(|first: char| first.is_ascii_digit() || first == '.');
            let bare = word.trim_end_matches(['+', '#', '!', '?']);
            if bare.is_empty()
                || bare.starts_with('$')
                || is_result(bare)
                || is_square(bare.as_bytes())
            {
                continue;
            }
            if is_chess_only(bare) {
                moves.first = moves.first.or(Some(word));
                moves.count += 1;
            } else {
                moves.others += 1;
            }
        }
        moves
    }
}

/// Returns the words of a text that are not in braces.
fn words_outside_comments(text: &str) -> impl Iterator<Item = &str> {
    parts_outside_comments(text)
        .flat_map(|part| {
            part.split(|character: char| character.is_whitespace() || "()".contains(character))
        })
        .filter(|word| !word.is_empty())
}

/// Returns the parts of a text that are not in braces, which may be nested.
fn parts_outside_comments(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split_inclusive(['{', '}']).filter_map(move |part| {
        let is_outside = depth == 0;
        // Each part but the last ends with a brace.
        if part.ends_with('{') {
            depth += 1;
        } else if part.ends_with('}') {
            depth = depth.saturating_sub(1);
        }
        is_outside.then(|| part.trim_end_matches(['{', '}']))
    })
}

/// Returns true for the rest of a result after the digits at its start.
fn is_result(word: &str) -> bool {
    matches!(word, "*" | "-0" | "-1" | "/2-1/2" | "½-½" | "1/2")
}

fn is_square(place: &[u8]) -> bool {
    matches!(place, [b'a'..=b'h', b'1'..=b'8'])
}

/// Returns true for a move that no other game writes this way.
fn is_chess_only(word: &str) -> bool {
    if matches!(word, "O-O" | "O-O-O") {
        return true;
    }
    let (unpromoted, is_promotion) = match word.split_once('=') {
        Some((before, "N" | "B" | "R" | "Q")) => (before, true),
        _ => (word, false),
    };
    // A chess square has a column letter, which distinguishes it from a point in capitals: `Bb5` is
    // a move in chess, `B5` a point.
    match unpromoted.strip_prefix(['N', 'B', 'R', 'Q', 'K']) {
        Some(place) => is_place_of_piece(place, unpromoted.starts_with('K')),
        // A pawn: `exd5`, `e8=Q`.
        None => match unpromoted.as_bytes() {
            [b'a'..=b'h', b'x', square @ ..] => is_square(square),
            square => is_promotion && is_square(square),
        },
    }
}

/// Returns true for the part of a move after the letter of its piece: `f3`, `bd7`, `1xe2`, `g1-f3`.
fn is_place_of_piece(place: &str, is_king: bool) -> bool {
    if let Some((from, to)) = place.split_once('-') {
        // In one dialect of GIPF, `Kb6-c6` is a push by Black.
        return !is_king && is_square(from.as_bytes()) && is_square(to.as_bytes());
    }
    let place = place.replacen('x', "", 1);
    match place.as_bytes() {
        // `bd7`, `1e2`: the column or the row that the piece leaves comes first.
        [b'a'..=b'h' | b'1'..=b'8', square @ ..] if square.len() == 2 => is_square(square),
        // `h4e1`: the square that the piece leaves comes first.
        [column, row, square @ ..] if square.len() == 2 => {
            is_square(&[*column, *row]) && is_square(square)
        }
        square => is_square(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_chess_are_counted() {
        let counts = |text| {
            let moves = ChessMoves::count_in(text);
            (moves.count, moves.others)
        };
        assert_eq!(counts("1. e4 e5 2. Nf3 Nc6 *"), (2, 0));
        assert_eq!(
            counts("1.e4 e5 2.Nf3! $1 {good move} d6 (2... Nc6) 1-0"),
            (2, 0)
        );
        assert_eq!(
            counts("1. O-O Nbd7 exd5 e8=Q+ R1xe2 Qh4xe1# Ng1-f3 1/2-1/2"),
            (7, 0)
        );
        assert_eq!(counts("1. e4 {Nf3 {Nf3} Nf3} Nf3"), (1, 0));
        assert_eq!(counts("1. Gb3 Gg2 2. a2-c4 h2 Kb6-c6"), (0, 4));
        assert_eq!(counts("GWi3-h3 GKb6-c6 xf6,g6"), (0, 3));
        assert_eq!(counts("1. B3 N5 K3,B4"), (0, 3));
        assert_eq!(counts(""), (0, 0));
        assert_eq!(ChessMoves::count_in("1. e4 2.Bb5+ Nf3").first, Some("Bb5+"));
    }
}
