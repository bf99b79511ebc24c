//! Names of the options of a request, so that errors can be worded in the terms of a front end.

/// Option of a [`RenderRequest`](super::RenderRequest).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the options")]
pub enum RenderKey {
    Background,
    Caption,
    Columns,
    Coordinates,
    Every,
    Figures,
    Findings,
    Flip,
    Format,
    From,
    Label,
    Lang,
    Last,
    Legend,
    Line,
    Mark,
    MaxHeight,
    Movement,
    Names,
    Notes,
    Page,
    Renumber,
    Rotate,
    Solution,
    Theme,
    Turn,
    /// The turns of an animation. Not a key of [`RenderRequest::set`](super::RenderRequest::set).
    Turns,
    View,
    Width,
    Wording,
}

impl RenderKey {
    /// All options.
    pub(crate) const ALL: [Self; 30] = [
        Self::Background,
        Self::Caption,
        Self::Columns,
        Self::Coordinates,
        Self::Every,
        Self::Figures,
        Self::Findings,
        Self::Flip,
        Self::Format,
        Self::From,
        Self::Label,
        Self::Lang,
        Self::Last,
        Self::Legend,
        Self::Line,
        Self::Mark,
        Self::MaxHeight,
        Self::Movement,
        Self::Names,
        Self::Notes,
        Self::Page,
        Self::Renumber,
        Self::Rotate,
        Self::Solution,
        Self::Theme,
        Self::Turn,
        Self::Turns,
        Self::View,
        Self::Width,
        Self::Wording,
    ];

    /// Returns the name, such as `max-height`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Background => "background",
            Self::Caption => "caption",
            Self::Columns => "columns",
            Self::Coordinates => "coordinates",
            Self::Every => "every",
            Self::Figures => "figures",
            Self::Findings => "findings",
            Self::Flip => "flip",
            Self::Format => "format",
            Self::From => "from",
            Self::Label => "label",
            Self::Lang => "lang",
            Self::Last => "last",
            Self::Legend => "legend",
            Self::Line => "line",
            Self::Mark => "mark",
            Self::MaxHeight => "max-height",
            Self::Movement => "movement",
            Self::Names => "names",
            Self::Notes => "notes",
            Self::Page => "page",
            Self::Renumber => "renumber",
            Self::Rotate => "rotate",
            Self::Solution => "solution",
            Self::Theme => "theme",
            Self::Turn => "turn",
            Self::Turns => "turns",
            Self::View => "view",
            Self::Width => "width",
            Self::Wording => "wording",
        }
    }

    /// Returns the option with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }
}

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
    use crate::figures::FigureOptions;

    #[test]
    fn names_are_those_of_the_keys() {
        let names = RenderKey::ALL.map(RenderKey::name);
        assert!(names.is_sorted());
        assert!(FigureOptions::KEYS.iter().all(|key| names.contains(key)));
        assert_eq!(RenderKey::named("max-height"), Some(RenderKey::MaxHeight));
        assert_eq!(RenderKey::named("colour"), None);
    }

    #[test]
    fn contradictions_name_options_as_the_front_end_does() {
        let words = Contradiction::SelectionInAnimation.in_words(|key| format!("--{}", key.name()));
        assert_eq!(
            words,
            "an animation shows many turns: use `--turns` instead of `--turn`, `--findings` or `--columns`"
        );
    }
}
