//! What can be told apart in every theme, computed as the guidelines for the web do.

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
        // Words, as guidelines ask for text.
        for (paint, ground) in [(Paint::Text, Paint::Ground), (Paint::Dark, Paint::Light)] {
            let found = contrast(&theme, paint, ground);
            assert!(found >= 4.5, "{name}: {paint:?} on {ground:?}: {found:.2}");
        }
        for (paint, ground) in [(Paint::Line, Paint::Ground), (Paint::Mark, Paint::Ground)] {
            let found = contrast(&theme, paint, ground);
            assert!(found >= 3.0, "{name}: {paint:?} on {ground:?}: {found:.2}");
        }
        // Fields that are filled; those of a theme that hatches are told by lines on the ground.
        let (light, dark) = (Paint::FieldLight, Paint::FieldDark);
        let found = contrast(&theme, light, dark);
        assert!(found >= 3.0, "{name}: fields: {found:.2}");
        for field in [light, dark] {
            // Where dark fields are hatched, what lies on one lies on white between lines.
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
        let found = contrast(&theme, Paint::PipeLight, Paint::PipeDark);
        assert!(found >= 3.0, "{name}: pipes: {found:.2}");
    }
}
