//! Figures as those who typeset refer to them: numbered, with a caption, a name and words for those who cannot see.

use super::paper::Length;
use crate::text::escaped_for_latex;

/// What is said of a figure around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FigureWords {
    /// The words beneath it.
    pub caption: Option<String>,
    /// It in words.
    pub alternative: String,
    /// By what it is referred to.
    pub label: String,
    /// How wide it is; as wide as its image where it is not said.
    pub width: Option<Length>,
}

/// A figure of Typst with its image in it, an SVG of this crate with outlines in the place of letters.
pub fn write_typst(svg: &str, words: &FigureWords) -> String {
    let FigureWords { caption, alternative, label, width } = words;
    let width = width.map_or_else(|| "auto".to_owned(), in_typst);
    let caption = caption.as_ref().map_or_else(|| "none".to_owned(), |caption| typst_string(caption));
    format!(
        "#figure(\n  image(bytes({}), format: \"svg\", width: {width}, alt: {}),\n  caption: {caption},\n) <{}>\n",
        typst_string(svg),
        typst_string(alternative),
        name(label),
    )
}

/// Typst knows no pixels.
fn in_typst(width: Length) -> String {
    let text = width.to_string();
    if text.ends_with("px") { format!("{}pt", width.points()) } else { text }
}

/// A string as Typst has it.
fn typst_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\r' | '\t' => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// A figure of LaTeX around an image that stands in a file of its own.
pub fn write_latex(image: &str, words: &FigureWords) -> String {
    let FigureWords { caption, alternative, label, width } = words;
    // LaTeX takes a pixel for its smallest unit.
    let width = width.map(|width| format!("width={},", in_typst(width).replace("pt", "bp"))).unwrap_or_default();
    let caption =
        caption.as_ref().map_or_else(String::new, |caption| format!("  \\caption{{{}}}\n", escaped_for_latex(caption)));
    format!(
        "\\begin{{figure}}\n  \\centering\n  \\includegraphics[{width}alt={{{}}}]{{{image}}}\n{caption}  \
         \\label{{{}}}\n\\end{{figure}}\n",
        escaped_for_latex(alternative),
        name(label),
    )
}

/// A name that both know.
fn name(label: &str) -> String {
    let good = |letter: char| letter.is_ascii_alphanumeric() || "-_:.".contains(letter);
    let name: String = label.chars().map(|letter| if good(letter) { letter } else { '-' }).collect();
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) { name } else { format!("fig-{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes_into_the_markup() {
        let words = FigureWords {
            caption: Some("50 % \"of\" {it}\\".into()),
            alternative: "a_b & c".into(),
            label: "3 pushes".into(),
            width: "160px".parse().ok(),
        };
        let typst = write_typst("<svg a=\"1\"/>", &words);
        assert!(
            typst.contains(r#"image(bytes("<svg a=\"1\"/>"), format: "svg", width: 120pt, alt: "a_b & c")"#),
            "{typst}"
        );
        assert!(
            typst.contains(r#"caption: "50 % \"of\" {it}\\","#) && typst.ends_with(") <fig-3-pushes>\n"),
            "{typst}"
        );
        let latex = write_latex("fig.pdf", &words);
        assert!(latex.contains(r"\includegraphics[width=120bp,alt={a\_b \& c}]{fig.pdf}"), "{latex}");
        assert!(
            latex.contains(r#"\caption{50 \% "of" \{it\}\textbackslash{}}"#) && latex.contains(r"\label{fig-3-pushes}")
        );
    }
}
