//! Contrast in every theme, computed as in the WCAG.

use std::collections::BTreeMap;

use pipscribe::draw::{Paint, Theme};

use super::pixels::{Raster, coded_theme};
use crate::support::{Folder, Run, root};

/// The relative luminance of a colour.
fn luminance(theme: &Theme, paint: Paint) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
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
            paints
                .iter()
                .map(|&paint| contrast(&theme, paint, ground))
                .fold(0.0, f64::max)
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
        // Filled fields must differ; in themes with hatching, lines on the background distinguish
        // them.
        let (light, dark) = (Paint::FieldLight, Paint::FieldDark);
        let found = contrast(&theme, light, dark);
        assert!(found >= 3.0, "{name}: fields: {found:.2}");
        for field in [light, dark] {
            // If dark fields are hatched, everything on them is drawn on white between the lines.
            let field = if theme.hatched { Paint::Ground } else { field };
            for (pipe, body) in [("light", Paint::PipeLight), ("dark", Paint::PipeDark)] {
                let found = best(&[body, Paint::PipeEdge], field);
                assert!(
                    found >= 3.0,
                    "{name}: {pipe} pipes on {field:?}: {found:.2}"
                );
            }
            for (piece, body) in [("light", Paint::Light), ("dark", Paint::Dark)] {
                let found = best(&[body, Paint::Outline], field);
                assert!(
                    found >= 3.0,
                    "{name}: {piece} pieces on {field:?}: {found:.2}"
                );
            }
            // The dots of a shade.
            let found = contrast(&theme, Paint::Text, field);
            assert!(found >= 3.0, "{name}: shades on {field:?}: {found:.2}");
        }
        for shaded in [Paint::Text, Paint::Line] {
            let found = contrast(
                &theme,
                shaded,
                if theme.hatched {
                    Paint::Ground
                } else {
                    Paint::Shade
                },
            );
            assert!(found >= 3.0, "{name}: {shaded:?} on a shade: {found:.2}");
        }
        // Light fields are lighter, even in dark mode.
        assert!(
            luminance(&theme, light) > luminance(&theme, dark),
            "{name}: a light field is darker than a dark one"
        );
        // Marks have a gap of the background, and so have the frame of the last card and the
        // outline of a closed set.
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
    let sheet = std::fs::read_to_string(root().join("docs/theme/pipscribe.css")).unwrap();
    let values = |name: &str| -> Vec<f64> {
        let pattern = format!("--pips-{name}: #");
        let found = sheet.split(&pattern).skip(1).map(|rest| &rest[..6]);
        found
            .map(|hex| grey(u32::from_str_radix(hex, 16).unwrap()))
            .collect()
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

/// Figures with everything that can be drawn: options of `render` after the record.
const DRAWN: &[&[&str]] = &[
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "34",
        "--movement",
        "--legend",
        "--mark",
        "circle d4 e6",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "26",
        "--mark",
        "circle d5 f5 c4",
        "--mark",
        "square e5 b3 g4",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "26",
        "--mark",
        "triangle d5 f5 c4",
        "--mark",
        "cross e5 b3 g4 f6",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "26",
        "--mark",
        "arrow b4>g5",
        "--mark",
        "shade c3 c4 d4 e5 f5",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "26",
        "--mark",
        "label d5 \"A\"",
        "--mark",
        "label e5 \"in\"",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "34",
        "--from",
        "20",
        "--legend",
    ],
    &[
        "corpus/gallery/pippinzip.pips",
        "--turn",
        "37",
        "--legend",
        "--mark",
        "circle c3 d4 e5 f6 g7",
    ],
    &[
        "corpus/gallery/pippinzip.pips",
        "--turn",
        "20",
        "--mark",
        "shade c3 d4 e5 f6 g7",
        "--mark",
        "square c4 d5 e6 f7",
    ],
    &[
        "corpus/gallery/pippinzip.pips",
        "--turn",
        "20",
        "--from",
        "1",
        "--mark",
        "arrow c3>g7",
        "--mark",
        "cross c4 d5",
    ],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--movement",
        "--legend",
    ],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--mark",
        "circle a1 b2 c3 d4 a2",
        "--mark",
        "square b1 c2 d3 a4",
    ],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--mark",
        "shade a1 b1 b2 c2",
        "--mark",
        "triangle c1 d1 d2 a3",
    ],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--from",
        "1",
        "--mark",
        "arrow a1>d4",
        "--mark",
        "cross a3 b3 c3",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "16",
        "--legend",
        "--mark",
        "circle +0-4 +1+3",
        "--mark",
        "square -1+6",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "12",
        "--movement",
        "--legend",
        "--mark",
        "arrow +0-4>+1+3",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "16",
        "--from",
        "1",
        "--mark",
        "shade +2+4 -1+3",
        "--mark",
        "cross +0-4",
    ],
    &["corpus/gallery/pipe.pips", "--turn", "0"],
];

/// Number of pixels along which two paints touch, if this is not only due to rounding.
fn touching(arguments: &[&str], theme: &str) -> BTreeMap<(Paint, Paint), usize> {
    let arguments = [&["render", "--format", "svg", "--theme", theme], arguments].concat();
    let rows = Raster::of(&Run::new(&arguments).done().expect_status(0).stdout(), 2.0).rows;
    let mut pairs: BTreeMap<(Paint, Paint), usize> = BTreeMap::new();
    let mut meet = |one: Option<Paint>, other: Option<Paint>| {
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            *pairs.entry((one.min(other), one.max(other))).or_default() += 1;
        }
    };
    for (row, below) in rows.iter().zip(rows.iter().skip(1)) {
        row.iter()
            .zip(row.iter().skip(1))
            .for_each(|(&one, &other)| meet(one, other));
        row.iter()
            .zip(below)
            .for_each(|(&one, &other)| meet(one, other));
    }
    pairs.retain(|_, count| *count >= 40);
    pairs
}

/// Surfaces on which everything lies. Apart from the two kinds of fields, readers do not have to
/// distinguish them.
const SURFACES: [Paint; 4] = [
    Paint::Ground,
    Paint::FieldLight,
    Paint::FieldDark,
    Paint::Shade,
];
/// Paints of lines, which end at other lines and at the rims of pieces, pipes and cards.
const LINES: [Paint; 5] = [
    Paint::Text,
    Paint::Line,
    Paint::Outline,
    Paint::PipeEdge,
    Paint::Mark,
];
/// Objects with two paints, one of which is enough to distinguish them from the surface below.
const BODIES: [[Paint; 2]; 4] = [
    [Paint::Light, Paint::Outline],
    [Paint::Dark, Paint::Outline],
    [Paint::PipeLight, Paint::PipeEdge],
    [Paint::PipeDark, Paint::PipeEdge],
];

/// Returns true if two paints that touch can be distinguished in a theme, or need not be.
fn is_distinct(theme: &Theme, one: Paint, other: Paint) -> bool {
    let are = |among: &[Paint]| among.contains(&one) && among.contains(&other);
    let hatched = [Paint::FieldDark, Paint::Shade];
    // Where fields and shades are hatched, they consist of lines, too.
    let is_line =
        |paint: Paint| LINES.contains(&paint) || (theme.hatched && hatched.contains(&paint));
    let is_rim = |line: Paint, body: Paint| {
        matches!(
            (line, body),
            (
                Paint::Text | Paint::Line,
                Paint::PipeLight | Paint::PipeDark
            )
        )
    };
    let exempt = (are(&SURFACES) && !are(&[Paint::FieldLight, Paint::FieldDark]))
        || (is_line(one) && is_line(other))
        || BODIES.iter().any(|body| are(body))
        || is_rim(one, other)
        || is_rim(other, one);
    let by_body = |paint: Paint, beside: Paint| {
        let of = BODIES.iter().filter(|body| body.contains(&paint));
        let best = |body: &[Paint; 2]| {
            body.iter()
                .map(|&paint| contrast(theme, paint, beside))
                .fold(0.0, f64::max)
        };
        of.clone().count() > 0 && of.clone().all(|body| best(body) >= 3.0)
    };
    exempt || contrast(theme, one, other) >= 3.0 || by_body(one, other) || by_body(other, one)
}

mod slow {
    use super::*;

    /// The pairs are the colours that touch in figures, as determined from their pixels.
    #[test]
    fn what_touches_has_contrast_in_every_theme() {
        let folder = Folder::new("contrast");
        let mut missing: Vec<String> = Vec::new();
        let mut compared = 0;
        for hatched in [true, false] {
            let theme = folder.file("coded.yaml", &coded_theme(hatched));
            let mut pairs: BTreeMap<(Paint, Paint), (usize, &[&str])> = BTreeMap::new();
            for &arguments in DRAWN {
                for (pair, count) in touching(arguments, &theme) {
                    let known = pairs.entry(pair).or_insert((count, arguments));
                    if count > known.0 {
                        *known = (count, arguments);
                    }
                }
            }
            for theme in Theme::names()
                .filter_map(Theme::named)
                .filter(|theme| theme.hatched == hatched)
            {
                compared += pairs.len();
                for (&(one, other), (count, arguments)) in &pairs {
                    if !is_distinct(&theme, one, other) {
                        let found = contrast(&theme, one, other);
                        let name = &theme.name;
                        missing
                            .push(format!("{name}: {one:?} beside {other:?}: {found:.2} ({count} in {arguments:?})"));
                    }
                }
            }
        }
        assert!(missing.is_empty(), "\n{}", missing.join("\n"));
        assert!(compared > 100, "{compared}");
    }
}
