//! Texts of games that the notation does not support. They are rejected, because they could be
//! misread.

use std::fmt;

use crate::text::ChessMoves;

/// Unsupported game of a text, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherGame {
    /// Name of the game.
    pub game: &'static str,
    /// Part of the text that identifies the game.
    pub evidence: String,
}

/// PGN tags that only other games have.
const TAGS: [(&str, &str); 5] = [
    ("ECO", "chess"),
    ("FEN", "chess"),
    ("SetUp", "chess"),
    ("SFEN", "shogi"),
    ("GameType", "draughts"),
];

impl OtherGame {
    /// Recognises the game of a text that has no tag `Game`.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        Self::from_tags(text)
            .or_else(|| Self::from_moves(text))
            .or_else(|| Self::from_fen(text))
    }

    /// Recognises a game by the name of a tag: `[ECO "C50"]`. A line can have several tags.
    fn from_tags(text: &str) -> Option<Self> {
        let tag_lines = text
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with('['));
        let tags = tag_lines.flat_map(|line| line.split('[').skip(1));
        for tag in tags {
            let name = tag.split_once(" \"").map(|(name, _)| name.trim());
            let known = TAGS.into_iter().find(|(known, _)| Some(*known) == name);
            if let Some((name, game)) = known {
                return Some(Self {
                    game,
                    evidence: format!("the tag `{name}`"),
                });
            }
        }
        None
    }

    /// Recognises chess by its moves, such as `Nf3`, if most words of the first game are.
    fn from_moves(text: &str) -> Option<Self> {
        // Tag values are not moves.
        let tags_length: usize = text
            .split_inclusive('\n')
            .take_while(|line| line.trim().is_empty() || line.starts_with('['))
            .map(str::len)
            .sum();
        let after_tags = &text[tags_length..];
        let first_game = after_tags.split("\n[").next().unwrap_or_default();

        let moves = ChessMoves::count_in(first_game);
        if moves.others >= moves.count {
            return None;
        }
        let first = moves.first?;
        Some(Self {
            game: "chess",
            evidence: format!("the move `{first}`"),
        })
    }

    /// Recognises a chess position in FEN: eight ranks of pieces and numbers.
    fn from_fen(text: &str) -> Option<Self> {
        let ranks = text.split_whitespace().next()?;
        let is_chess = ranks.split('/').count() == 8
            && ranks
                .bytes()
                .all(|byte| b"PNBRQKpnbrqk12345678/".contains(&byte))
            && ranks.contains('K')
            && ranks.contains('k');
        is_chess.then(|| Self {
            game: "chess",
            evidence: "the position in FEN".to_owned(),
        })
    }
}

impl fmt::Display for OtherGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, evidence } = self;
        write!(
            out,
            "this is {game}, as {evidence} shows: it is not a game of this notation, and nothing is written"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_is_recognised() {
        let game = |text: &str| OtherGame::from_text(text).map(|other| other.game);
        for chess in [
            "1. e4 e5 2. Nf3",
            "[Event \"x\"]\n[White \"Ann Lee\"]\n[Black \"Bo\"]\n\n1. d4 Nf6 {the Indian one} 2. c4 *\n",
            "[ECO \"C50\"]\n\n1. e4 e5 *\n",
            "[Event \"x\"] [SetUp \"1\"]\n*\n",
            "1. O-O O-O-O",
            "1. e4 d5 2. exd5 *",
            "1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"x\"]\n[Site \"y\"]\n\n1. e4 *",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            assert_eq!(game(chess), Some("chess"), "{chess}");
        }
        assert_eq!(
            game("[GameType \"20\"]\n\n1. 32-28 19-23"),
            Some("draughts")
        );
        for text in [
            "",
            "1. Gb3 Gg2 2. Ga2-c4 h2 *",
            "[White \"Nf3 Bb5\"]\n\n1. b3 c2 *",
            "1. b3 2. c2 Nf3 is a move of chess",
            "GWi3-h3 GKb6-c6",
        ] {
            assert_eq!(game(text), None, "{text}");
        }
    }
}
