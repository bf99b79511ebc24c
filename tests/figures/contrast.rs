//! Contrast in every theme, computed as in the WCAG.

use pipscribe::draw::{Paint, Theme};

/// The relative luminance of a colour.
fn luminance(theme: &Theme, paint: Paint) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = theme.colour(paint).channels().map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(theme: &Theme, one: Paint, other: Paint) -> f64 {
    let (one, other) = (luminance(theme, one), luminance(theme, other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_theme_has_contrast() {
    for name in Theme::names() {
        let theme = Theme::named(name).unwrap();
        let best = |paints: &[Paint], ground: Paint| {
            paints.iter().map(|&paint| contrast(&theme, paint, ground)).fold(0.0, f64::max)
        };
        // The contrast that the guidelines require for text.
        for (paint, ground) in [(Paint::Text, Paint::Ground), (Paint::Dark, Paint::Light)] {
            let found = contrast(&theme, paint, ground);
            assert!(found >= 4.5, "{name}: {paint:?} on {ground:?}: {found:.2}");
        }
        for (paint, ground) in [(Paint::Line, Paint::Ground), (Paint::Mark, Paint::Ground)] {
            let found = contrast(&theme, paint, ground);
            assert!(found >= 3.0, "{name}: {paint:?} on {ground:?}: {found:.2}");
        }
        // Filled fields; in themes with hatching, lines on the background distinguish them.
        let (light, dark) = (Paint::FieldLight, Paint::FieldDark);
        let found = contrast(&theme, light, dark);
        assert!(found >= 3.0, "{name}: fields: {found:.2}");
        for field in [light, dark] {
            // If dark fields are hatched, everything on them is drawn on white between the lines.
            let field = if theme.hatched { Paint::Ground } else { field };
            for (pipe, body) in [("light", Paint::PipeLight), ("dark", Paint::PipeDark)] {
                let found = best(&[body, Paint::PipeEdge], field);
                assert!(found >= 3.0, "{name}: {pipe} pipes on {field:?}: {found:.2}");
            }
            for (piece, body) in [("light", Paint::Light), ("dark", Paint::Dark)] {
                let found = best(&[body, Paint::Outline], field);
                assert!(found >= 3.0, "{name}: {piece} pieces on {field:?}: {found:.2}");
            }
            // The dots of a shade.
            let found = contrast(&theme, Paint::Text, field);
            assert!(found >= 3.0, "{name}: shades on {field:?}: {found:.2}");
        }
        for shaded in [Paint::Text, Paint::Line] {
            let found = contrast(&theme, shaded, if theme.hatched { Paint::Ground } else { Paint::Shade });
            assert!(found >= 3.0, "{name}: {shaded:?} on a shade: {found:.2}");
        }
        // Light fields are lighter, also in dark mode.
        assert!(luminance(&theme, light) > luminance(&theme, dark), "{name}: a light field is darker than a dark one");
        // Marks have a gap of the background, and so have the frame of the last card and the outline of a closed set.
        for paint in [Paint::Mark, Paint::Text] {
            let found = contrast(&theme, paint, Paint::Ground);
            assert!(found >= 3.0, "{name}: {paint:?} in its gap: {found:.2}");
        }
        let found = contrast(&theme, Paint::PipeLight, Paint::PipeDark);
        assert!(found >= 3.0, "{name}: pipes: {found:.2}");
    }
}

/// The web app takes its colours from the themes; the style sheet of the book has its own.
#[test]
fn light_fields_of_the_book_are_lighter() {
    let sheet = std::fs::read_to_string("docs/theme/pipscribe.css").unwrap();
    let values = |name: &str| -> Vec<f64> {
        let pattern = format!("--pips-{name}: #");
        let found = sheet.split(&pattern).skip(1).map(|rest| &rest[..6]);
        found.map(|hex| grey(u32::from_str_radix(hex, 16).unwrap())).collect()
    };
    let (light, dark) = (values("field-light"), values("field-dark"));
    assert!(!light.is_empty() && light.len() == dark.len());
    for (light, dark) in light.into_iter().zip(dark) {
        assert!(light > dark, "a light field is darker than a dark one");
    }
}

/// Returns an estimate of how light a colour is, enough to compare two.
fn grey(colour: u32) -> f64 {
    let channel = |shift: u32| f64::from((colour >> shift) & 0xff);
    0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}
