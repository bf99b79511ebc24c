//! Contradictions between the options of a request.

use super::render_key::RenderKey;

/// Options that contradict each other or the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// A sheet of paper in a format without pages.
    SheetWithoutPages,
    /// A selection of positions for a player, which plays all of them.
    SelectionInPlayer,
    /// Another selection of the position in addition to a line.
    SelectionWithLine,
    /// Turns of an animation in another format.
    TurnsWithoutAnimation,
    /// A selection of positions for an animation, which shows many.
    SelectionInAnimation,
    /// A label for a format whose figures have none.
    LabelWithoutFigure,
    /// Numbers that should begin with 1, although the figure has no numbers.
    RenumberWithoutNumbers,
    /// A player where figures are expected.
    PlayerIsNoFigure,
}

impl Contradiction {
    /// Describes the contradiction. `name` words an option for the user of a front end.
    pub fn in_words(self, name: impl Fn(RenderKey) -> String) -> String {
        use RenderKey::{Columns, Every, Figures, Findings, Format, From, Label, Line};
        use RenderKey::{Page, Renumber, Turn, Turns};

        let name = |key| format!("`{}`", name(key));
        match self {
            Self::SheetWithoutPages => format!("{} is for PDF and SVG", name(Page)),
            Self::SelectionInPlayer => format!(
                "HTML plays the whole record: leave out {}, {}, {} and {}",
                name(Figures),
                name(Findings),
                name(Every),
                name(Columns)
            ),
            Self::SelectionWithLine => format!(
                "{} selects the position: leave out {}, {} and {}",
                name(Line),
                name(Turn),
                name(Figures),
                name(Findings)
            ),
            Self::TurnsWithoutAnimation => format!(
                "{} is for animations: use `gif` or `apng` as {}",
                name(Turns),
                name(Format)
            ),
            Self::SelectionInAnimation => format!(
                "an animation shows many turns: use {} instead of {}, {} or {}",
                name(Turns),
                name(Turn),
                name(Findings),
                name(Columns)
            ),
            Self::LabelWithoutFigure => format!("{} is for Typst and LaTeX", name(Label)),
            Self::RenumberWithoutNumbers => {
                format!("{} needs {} or {}", name(Renumber), name(From), name(Every))
            }
            Self::PlayerIsNoFigure => "HTML is a player of a record, not a figure".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_name_options_as_the_front_end_does() {
        let words = Contradiction::SelectionInAnimation.in_words(|key| format!("--{}", key.name()));
        assert_eq!(
            words,
            "an animation shows many turns: use `--turns` instead of `--turn`, `--findings` or `--columns`"
        );
    }
}
