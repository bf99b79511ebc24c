//! Escaping of text for LaTeX.

use super::is_harmful;

/// Escapes a text for LaTeX, on one line.
pub(crate) fn escaped_for_latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', letter]),
            '\n' | '\r' | '\t' => out.push(' '),
            // pdfLaTeX stops at U+2212 or leaves it out.
            '\u{2212}' => out.push_str("\\ensuremath{-}"),
            // TeX fonts have no U+FFFD.
            letter if is_harmful(letter) => out.push('?'),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped_for_latex;

    #[test]
    fn a_minus_compiles_everywhere() {
        assert_eq!(
            escaped_for_latex("5 \u{2212}1\u{2212}1"),
            "5 \\ensuremath{-}1\\ensuremath{-}1"
        );
    }
}
