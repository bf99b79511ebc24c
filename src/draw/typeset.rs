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

/// A figure of Typst around a picture, which is an expression.
pub fn write_typst(picture: &str, words: &FigureWords) -> String {
    let FigureWords { caption, alternative, label, .. } = words;
    let caption = caption.as_ref().map_or_else(|| "none".to_owned(), |caption| typst_string(caption));
    format!(
        "#figure(\n  {picture},\n  kind: image,\n  alt: {},\n  caption: {caption},\n) <{}>\n",
        typst_string(alternative),
        name(label),
    )
}

/// A string as Typst has it.
pub(super) fn typst_string(text: &str) -> String {
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
    // LaTeX takes a pixel for its smallest unit.
    let width = words.width.map(|width| format!("width={},", width.typst().replace("pt", "bp"))).unwrap_or_default();
    let alternative = escaped_for_latex(&words.alternative);
    write_latex_around(&format!("  \\includegraphics[{width}alt={{{alternative}}}]{{{image}}}\n"), words)
}

/// A figure of LaTeX around a picture, which has its alternative text in it.
pub fn write_latex_around(picture: &str, words: &FigureWords) -> String {
    let FigureWords { caption, label, .. } = words;
    let caption =
        caption.as_ref().map_or_else(String::new, |caption| format!("  \\caption{{{}}}\n", escaped_for_latex(caption)));
    format!("\\begin{{figure}}\n  \\centering\n{picture}{caption}  \\label{{{}}}\n\\end{{figure}}\n", name(label),)
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
        let typst = write_typst("box()", &words);
        assert!(typst.contains("#figure(\n  box(),\n  kind: image,\n  alt: \"a_b & c\",\n"), "{typst}");
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
