//! Results in words: `Black resigns`, `White wins on time`.

use crate::games::gipf::Colour;
use crate::notation::Termination;

/// Result in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordedResult {
    /// Winner; `None` for a draw.
    pub(super) winner: Option<Colour>,
    /// Reason, if given.
    pub(super) reason: Option<Termination>,
    /// True if the text states that the other seat resigned.
    pub(super) is_resignation: bool,
}

impl WordedResult {
    /// Parses a result. Returns `None` for any other text.
    pub(super) fn read(text: &str) -> Option<Self> {
        let lower = text
            .trim()
            .trim_end_matches(['.', '!', ',', ';'])
            .to_lowercase();
        let result = |winner, reason| Self {
            winner,
            reason,
            is_resignation: false,
        };
        match lower.as_str() {
            "draw" | "drawn" => return Some(result(None, None)),
            "draw agreed" | "agreed draw" | "draw by agreement" => {
                return Some(result(None, Some(Termination::Agreement)));
            }
            _ => {}
        }

        let mut words = lower.split_whitespace();
        let seat = match words.next()? {
            "white" => Colour::White,
            "black" => Colour::Black,
            _ => return None,
        };
        let verb = words.next()?;
        let reason = match words.collect::<Vec<_>>().as_slice() {
            [] => None,
            ["by", "resignation"] => Some(Termination::Resignation),
            ["on" | "by", "time"] => Some(Termination::Time),
            ["by", "forfeit"] => Some(Termination::Forfeit),
            _ => return None,
        };
        match verb {
            "resigns" | "resigned" | "resign" if reason.is_none() => Some(Self {
                winner: Some(seat.other()),
                reason: Some(Termination::Resignation),
                is_resignation: true,
            }),
            "wins" | "won" => Some(result(Some(seat), reason)),
            "loses" | "lost" => Some(result(Some(seat.other()), reason)),
            _ => None,
        }
    }

    /// Returns the result in the notation.
    pub(super) fn result(self) -> &'static str {
        match self.winner {
            Some(Colour::White) => "1-0",
            Some(Colour::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words_are_read() {
        let read = |text: &str| {
            WordedResult::read(text)
                .map(|spoken| (spoken.result(), spoken.reason, spoken.is_resignation))
        };
        assert_eq!(
            read("Black resigns"),
            Some(("1-0", Some(Termination::Resignation), true))
        );
        assert_eq!(
            read(" white RESIGNED. "),
            Some(("0-1", Some(Termination::Resignation), true))
        );
        assert_eq!(read("White wins!"), Some(("1-0", None, false)));
        assert_eq!(
            read("Black wins on time"),
            Some(("0-1", Some(Termination::Time), false))
        );
        assert_eq!(
            read("Black lost by forfeit"),
            Some(("1-0", Some(Termination::Forfeit), false))
        );
        assert_eq!(read("Draw."), Some(("1/2-1/2", None, false)));
        assert_eq!(
            read("draw agreed"),
            Some(("1/2-1/2", Some(Termination::Agreement), false))
        );
        for text in [
            "",
            "White",
            "drawing",
            "White wins in 6",
            "Nobody resigns",
            "Black resigns on time",
            "White moves",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
