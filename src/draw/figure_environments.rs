//! Environments around a picture in LaTeX and Typst, which make it a numbered figure with a
//! caption, a label and a text description.

use super::paper::Length;
use crate::text::escaped_for_latex;
use crate::text::is_harmful;

/// Text and attributes around a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FigureWords {
    /// Caption; `None` for a figure without one.
    pub caption: Option<String>,
    /// Text description (alt text).
    pub alternative: String,
    /// Label for cross-references.
    pub label: String,
    /// Width; the width of the image if `None`.
    pub width: Option<Length>,
}

/// Writes a Typst figure around a picture, given as an expression.
pub(crate) fn write_typst(picture: &str, words: &FigureWords) -> String {
    let FigureWords {
        caption,
        alternative,
        label,
        ..
    } = words;
    let caption = caption
        .as_ref()
        .map_or_else(|| "none".to_owned(), |caption| typst_string(caption));
    format!(
        "#figure(\n  {picture},\n  kind: image,\n  alt: {},\n  caption: {caption},\n) <{}>\n",
        typst_string(alternative),
        valid_label(label),
    )
}

/// Formats a Typst string literal.
pub(super) fn typst_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\r' | '\t' => out.push(' '),
            letter if is_harmful(letter) => out.push('\u{FFFD}'),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// Writes a LaTeX figure around an image in a separate file.
pub(crate) fn write_latex(image: &str, words: &FigureWords) -> String {
    // LaTeX has no pixels, so they become big points.
    let width = words
        .width
        .map(|width| format!("width={},", width.typst().replace("pt", "bp")))
        .unwrap_or_default();
    let alternative = escaped_for_latex(&words.alternative);
    write_latex_around(
        &format!("  \\includegraphics[{width}alt={{{alternative}}}]{{{image}}}\n"),
        words,
    )
}

/// Writes a LaTeX figure around a picture that contains its own alternative text.
pub(crate) fn write_latex_around(picture: &str, words: &FigureWords) -> String {
    let FigureWords { caption, label, .. } = words;
    let caption = caption.as_ref().map_or_else(String::new, |caption| {
        format!("  \\caption{{{}}}\n", escaped_for_latex(caption))
    });
    format!(
        "\\begin{{figure}}\n  \\centering\n{picture}{caption}  \\label{{{}}}\n\\end{{figure}}\n",
        valid_label(label),
    )
}

/// Returns a label that is valid in both systems.
fn valid_label(label: &str) -> String {
    let good = |letter: char| letter.is_ascii_alphanumeric() || "-_:.".contains(letter);
    let name: String = label
        .chars()
        .map(|letter| if good(letter) { letter } else { '-' })
        .collect();
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name
    } else {
        format!("fig-{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_in_markup() {
        let words = FigureWords {
            caption: Some("50 % \"of\" {it}\\".into()),
            alternative: "a_b & c".into(),
            label: "3 pushes".into(),
            width: "160px".parse().ok(),
        };
        let typst = write_typst("box()", &words);
        assert!(
            typst.contains("#figure(\n  box(),\n  kind: image,\n  alt: \"a_b & c\",\n"),
            "{typst}"
        );
        assert!(
            typst.contains(r#"caption: "50 % \"of\" {it}\\","#)
                && typst.ends_with(") <fig-3-pushes>\n"),
            "{typst}"
        );
        let latex = write_latex("fig.pdf", &words);
        assert!(
            latex.contains(r"\includegraphics[width=120bp,alt={a\_b \& c}]{fig.pdf}"),
            "{latex}"
        );
        assert!(
            latex.contains(r#"\caption{50 \% "of" \{it\}\textbackslash{}}"#)
                && latex.contains(r"\label{fig-3-pushes}")
        );
    }
}
