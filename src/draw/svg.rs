//! A scene as SVG: one file that needs nothing else. Classes and custom properties carry the
//! look, so that a page can restyle it.

use std::fmt::Write;

use super::scene::{Anchor, Place, Role, Scene, Shape, Tone, UNIT};

/// Pixels of one step.
const STEP: i64 = 48;

const STYLE: &str = "\
.pips{--ground:#fff;--line:#000;--paper:#fff;--ink:#000;--mark:#000}
.pips .ground{fill:var(--ground)}
.pips .board-line{stroke:var(--line);stroke-width:1.2;stroke-linecap:round}
.pips .spot{fill:var(--line)}
.pips .dot{fill:var(--ground);stroke:var(--line);stroke-width:1.2}
.pips .piece-1{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.pips .piece-2{fill:var(--ink);stroke:var(--ink);stroke-width:1.6}
.pips .ring-1{fill:none;stroke:var(--ink);stroke-width:3}
.pips .ring-2{fill:none;stroke:var(--paper);stroke-width:3}
.pips .coordinate,.pips .note{fill:var(--ink);font-family:sans-serif;dominant-baseline:central}
.pips .coordinate{font-size:13px}
.pips .hatch{stroke:var(--line);stroke-width:.6}
.pips .top-1,.pips .side-1{fill:var(--ink)}
.pips .top-2,.pips .side-2{fill:var(--paper)}
.pips .top-1,.pips .top-2,.pips .side-1,.pips .side-2{font-family:sans-serif;dominant-baseline:central}
.pips .top-1,.pips .top-2{font-size:19px;font-weight:bold}
.pips .side-1,.pips .side-2{font-size:10px}
.pips .last-1{fill:var(--ink)}
.pips .last-2{fill:var(--paper)}
.pips .note{font-size:14px}
.pips .middle{text-anchor:middle}
.pips .mark{fill:none;stroke:var(--mark);stroke-width:2;stroke-dasharray:4 3}
";

/// What scenes of cards have besides.
const CARD_STYLE: &str = "\
.pips{--light:#fff;--dark:#b8b8b8}
.pips .field-light{fill:var(--light)}
.pips .field-dark{fill:var(--dark)}
.pips .pipe-light{fill:var(--paper);stroke:var(--paper);stroke-width:5}
.pips .pipe-dark{fill:var(--ink);stroke:var(--ink);stroke-width:5}
.pips .pipe-edge{stroke:var(--ink);stroke-width:8}
.pips .note{font-size:10.5px}
";

/// Writes a scene as SVG.
pub fn write_svg(scene: &Scene) -> String {
    let mut out = String::new();
    let width = pixels(scene.size.x);
    let height = pixels(scene.size.y);
    let has_cards = scene.elements.iter().any(|element| matches!(element.role, Role::Field(_)));
    let card_style = if has_cards { CARD_STYLE } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pips\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{} {} {width} {height}\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n{STYLE}{card_style}</style>\n",
        pixels(scene.origin.x),
        pixels(scene.origin.y),
        escaped(&scene.title),
        escaped(&scene.words),
    );
    for element in scene.elements.iter().filter(|element| element.role != Role::TextOnly) {
        shape(&element.shape, &class(element.role), &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn class(role: Role) -> String {
    match role {
        Role::Ground => "ground".into(),
        Role::BoardLine => "board-line".into(),
        Role::Spot => "spot".into(),
        Role::Dot => "dot".into(),
        Role::Piece(seat) => format!("piece-{seat}"),
        Role::PieceRing(seat) => format!("ring-{seat}"),
        Role::Coordinate => "coordinate".into(),
        Role::Note => "note".into(),
        Role::Mark => "mark".into(),
        Role::Hatch => "hatch".into(),
        Role::Top(seat) => format!("top-{seat}"),
        Role::SideNumber(seat) => format!("side-{seat}"),
        Role::TextOnly => String::new(),
        Role::LastTurn(seat) => format!("last-{seat}"),
        Role::Field(tone) => format!("field-{}", tone_name(tone)),
        Role::Pipe(tone) => format!("pipe-{}", tone_name(tone)),
        Role::PipeEdge => "pipe-edge".into(),
    }
}

fn tone_name(tone: Tone) -> &'static str {
    match tone {
        Tone::Light => "light",
        Tone::Dark => "dark",
    }
}

fn shape(shape: &Shape, class: &str, out: &mut String) {
    let point = |at: Place| (pixels(at.x), pixels(at.y));
    let _ = match shape {
        Shape::Line { from, to } => {
            let ((x1, y1), (x2, y2)) = (point(*from), point(*to));
            writeln!(out, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
        }
        Shape::Disc { at, radius } => {
            let (x, y) = point(*at);
            writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", pixels(*radius))
        }
        Shape::Polygon { corners } => {
            let corners: Vec<_> = corners
                .iter()
                .map(|&corner| {
                    let (x, y) = point(corner);
                    format!("{x},{y}")
                })
                .collect();
            writeln!(out, "<polygon class=\"{class}\" points=\"{}\"/>", corners.join(" "))
        }
        // Such a label is there for the text forms.
        Shape::Label { text, .. } if text.is_empty() => Ok(()),
        Shape::Label { at, text, anchor } => {
            let (x, y) = point(*at);
            let middle = if *anchor == Anchor::Middle { " middle" } else { "" };
            writeln!(out, "<text class=\"{class}{middle}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(text))
        }
    };
}

/// Pixels with two decimals at most, in whole-number arithmetic.
fn pixels(length: i32) -> String {
    let hundredths = i64::from(length) * STEP * 100;
    let unit = i64::from(UNIT);
    let rounded = (hundredths.abs() + unit / 2) / unit;
    let sign = if length < 0 && rounded > 0 { "-" } else { "" };
    let (whole, rest) = (rounded / 100, rounded % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        _ if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_have_no_needless_digits() {
        for (length, text) in [
            (0, "0"),
            (UNIT, "48"),
            (UNIT / 2, "24"),
            (-UNIT / 2, "-24"),
            (1, "0"),
            (-1, "0"),
            (100, "0.48"),
            (125, "0.6"),
        ] {
            assert_eq!(pixels(length), text, "{length}");
        }
    }
}
