//! Style sheet with the colours of a player: those of its theme, and those of paper. Without a
//! chosen theme, they are light or dark according to the reader's system.

use std::fmt::Write;

use crate::draw::{Colour, Paint, Theme};

/// Colour of dark fields on paper, which has a contrast of 3 to 1 with white.
const GREY: &str = "#949494";
/// Colour of shades on paper, on which black text is legible.
const LIGHT_GREY: &str = "#ddd";

/// About half of the brightness of white, whose three channels are 15 each.
const MIDDLE_BRIGHTNESS: u32 = 24;

/// Returns the style sheet with the colours. `theme` is the theme of the figures, whether chosen or
/// the default.
pub(super) fn colour_sheet(chosen: Option<&Theme>, theme: &Theme) -> String {
    let mut out = format!(":root,:host{{{}}}\n", colour_variables(theme));
    if let (None, Some(dark)) = (chosen, Theme::named("dark")) {
        let _ = writeln!(
            out,
            "@media (prefers-color-scheme:dark){{:root,:host{{{}}}}}",
            colour_variables(&dark)
        );
    }
    // Paper is white. Areas that would be hatched in print are grey here, so that the pieces on it
    // are visible.
    let paper = colour_variables(&Theme::default());
    let _ = writeln!(
        out,
        "@media print{{:root,:host{{{paper};--pips-field-dark:{GREY};--pips-shade:{LIGHT_GREY}}}}}"
    );
    out
}

/// Returns the CSS properties that set the colours of a theme.
fn colour_variables(theme: &Theme) -> String {
    let scheme = if is_dark(theme.colour(Paint::Ground)) {
        "dark"
    } else {
        "light"
    };
    let variables: Vec<String> = Paint::ALL
        .iter()
        .map(|paint| format!("--pips-{}:{}", paint.name(), theme.colour(*paint)))
        .collect();
    format!("color-scheme:{scheme};{}", variables.join(";"))
}

/// Returns true for a background on which text is light.
fn is_dark(colour: &Colour) -> bool {
    // The first hexadecimal digit of each channel, 0 to 15, is precise enough.
    let brightness: u32 = colour
        .channels()
        .into_iter()
        .map(|channel| u32::from(channel / 16))
        .sum();
    brightness < MIDDLE_BRIGHTNESS
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
