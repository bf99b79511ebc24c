//! Style sheet with the colours of a player: those of its theme, and those of paper. Without a
//! chosen theme, they are light or dark according to the reader's system.

use std::fmt::Write;

use crate::draw::{Colour, Paint, Theme};

/// Colours of dark fields and shades on paper: the first has a contrast of 3 to 1 with white; black
/// text is legible on the second.
const GREY: &str = "#949494";
const LIGHT_GREY: &str = "#ddd";

/// Returns the style sheet with the colours. `theme` is the theme of the figures, whether chosen or
/// the default.
pub(super) fn colour_sheet(chosen: Option<&Theme>, theme: &Theme) -> String {
    let colours = |theme: &Theme| {
        let colour = |paint: &Paint| format!("--pips-{}:{}", paint.name(), theme.colour(*paint));
        let scheme = if is_dark(theme.colour(Paint::Ground)) {
            "dark"
        } else {
            "light"
        };
        format!(
            "color-scheme:{scheme};{}",
            Paint::ALL.iter().map(colour).collect::<Vec<_>>().join(";")
        )
    };
    let mut out = format!(":root,:host{{{}}}\n", colours(theme));
    if let (None, Some(dark)) = (chosen, Theme::named("dark")) {
        let _ = writeln!(
            out,
            "@media (prefers-color-scheme:dark){{:root,:host{{{}}}}}",
            colours(&dark)
        );
    }
    // Paper is white. Areas that would be hatched in print are grey here, so that the pieces on it
    // are visible.
    let paper = colours(&Theme::default());
    let _ = writeln!(
        out,
        "@media print{{:root,:host{{{paper};--pips-field-dark:{GREY};--pips-shade:{LIGHT_GREY}}}}}"
    );
    out
}

/// Returns true for a background on which text is light.
fn is_dark(colour: &Colour) -> bool {
    colour
        .channels()
        .into_iter()
        .map(|channel| u32::from(channel / 16))
        .sum::<u32>()
        < 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backgrounds_are_light_or_dark() {
        let dark = |name: &str| is_dark(Theme::named(name).unwrap().colour(Paint::Ground));
        assert_eq!(
            [dark("print"), dark("screen"), dark("dark")],
            [false, false, true]
        );
    }
}
