//! Keys of the options of a request. Errors name an option by its key, so that a front end can put
//! them in its own words.

/// Option of a [`RenderRequest`](super::RenderRequest).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the options")]
#[non_exhaustive]
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
}
