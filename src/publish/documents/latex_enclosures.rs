//! What surrounds a block of a LaTeX source. In a box, such as a `minipage`, LaTeX accepts no
//! `figure`; and the author's own `figure` has a caption and a label already.

use super::PageBlock;
use super::latex::{VERBATIM, verb_length};

/// What surrounds a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Enclosure {
    /// The text of the document, in which figures float.
    #[default]
    Page,
    /// A box, in which nothing floats.
    Box,
    /// An environment that floats itself, by its name.
    Float(&'static str),
}

/// Environments that float, or in which a caption belongs to the environment.
const FLOATS: [&str; 13] = [
    "SCfigure",
    "figure",
    "figure*",
    "floatingfigure",
    "marginfigure",
    "margintable",
    "sidewaysfigure",
    "sidewaystable",
    "subfigure",
    "table",
    "table*",
    "wrapfigure",
    "wraptable",
];
/// Environments whose content is set in a box, or from which figures would be lost.
const BOXES: [&str; 21] = [
    "adjustbox",
    "array",
    "boxedminipage",
    "framed",
    "leftbar",
    "longtable",
    "lrbox",
    "mdframed",
    "minipage",
    "multicols",
    "multicols*",
    "paracol",
    "parcolumns",
    "picture",
    "shaded",
    "snugshade",
    "tabular",
    "tabular*",
    "tabularx",
    "tcolorbox",
    "varwidth",
];
/// Commands whose arguments are set in a box.
const BOX_COMMANDS: [&str; 18] = [
    "colorbox",
    "fbox",
    "fcolorbox",
    "footnote",
    "framebox",
    "hbox",
    "makebox",
    "marginpar",
    "mbox",
    "parbox",
    "raisebox",
    "resizebox",
    "rotatebox",
    "savebox",
    "sbox",
    "scalebox",
    "subfloat",
    "vbox",
];
/// The maximum length of the name of an environment.
const MAX_NAME: usize = 40;

/// Returns what surrounds each block of a document. The blocks are in order.
pub(crate) fn latex_enclosures(bytes: &[u8], blocks: &[PageBlock]) -> Vec<Enclosure> {
    let mut nesting = Nesting::default();
    let mut read_up_to = 0;
    let mut found = Vec::with_capacity(blocks.len());
    for block in blocks {
        let before = bytes.get(read_up_to..block.range.start);
        nesting.read(before.unwrap_or_default());
        found.push(nesting.enclosure());
        read_up_to = block.range.end;
    }
    found
}

/// The environments and groups that are open at a place of a document.
#[derive(Default)]
struct Nesting {
    /// Number of open environments that float.
    floats: usize,
    /// Name of the last environment that floats.
    float_name: &'static str,
    /// Number of open environments and groups whose content is in a box.
    boxes: usize,
    /// For each open brace, true if the group is the argument of a command for boxes.
    groups: Vec<bool>,
    /// True after a command for boxes or one of its arguments.
    awaits_argument: bool,
}

impl Nesting {
    fn enclosure(&self) -> Enclosure {
        if self.floats > 0 {
            Enclosure::Float(self.float_name)
        } else if self.boxes > 0 {
            Enclosure::Box
        } else {
            Enclosure::Page
        }
    }

    /// Reads the next part of the document.
    fn read(&mut self, text: &[u8]) {
        let mut offset = 0;
        while let Some(&byte) = text.get(offset) {
            let rest = &text[offset..];
            offset += match byte {
                b'%' => line_length(rest),
                b'\\' => self.read_command(rest),
                b'{' => {
                    self.boxes += usize::from(self.awaits_argument);
                    self.groups.push(self.awaits_argument);
                    self.awaits_argument = false;
                    1
                }
                b'}' => {
                    // A second argument may follow.
                    self.awaits_argument = self.groups.pop().unwrap_or(false);
                    self.boxes = self.boxes.saturating_sub(usize::from(self.awaits_argument));
                    1
                }
                b'[' if self.awaits_argument => self.option_length(rest),
                _ => {
                    self.awaits_argument &= byte.is_ascii_whitespace();
                    1
                }
            };
        }
    }

    /// Returns the length of an option in brackets, before an argument.
    fn option_length(&mut self, rest: &[u8]) -> usize {
        match memchr::memchr(b']', &rest[..line_length(rest)]) {
            Some(end) => end + 1,
            None => {
                self.awaits_argument = false;
                1
            }
        }
    }

    /// Reads the command with which a text begins. Returns its length, or that of the verbatim text
    /// that it begins.
    fn read_command(&mut self, rest: &[u8]) -> usize {
        self.awaits_argument = false;
        let after = &rest[1..];
        let length = after
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        match &after[..length] {
            // A backslash escapes the next character.
            b"" => 2,
            b"verb" => verb_length(&rest[..line_length(rest)]),
            b"begin" => match environment_name(&after[length..]) {
                Some(name) => self.begin(name, rest),
                None => 1 + length,
            },
            b"end" => {
                if let Some(name) = environment_name(&after[length..]) {
                    self.end(name);
                }
                1 + length
            }
            name => {
                self.awaits_argument = BOX_COMMANDS
                    .iter()
                    .any(|command| command.as_bytes() == name);
                1 + length
            }
        }
    }

    /// Opens an environment. Returns the length of `\begin{…}`, or of the whole environment if its
    /// content is verbatim.
    fn begin(&mut self, name: &str, rest: &[u8]) -> usize {
        if name == "document" {
            // Definitions before it may have opened environments.
            *self = Self::default();
        } else if VERBATIM.contains(&name) {
            let end = format!("\\end{{{name}}}");
            return memchr::memmem::find(rest, end.as_bytes())
                .map_or(rest.len(), |start| start + end.len());
        } else if let Some(float) = FLOATS.into_iter().find(|known| *known == name) {
            self.floats += 1;
            self.float_name = float;
        } else if BOXES.contains(&name) {
            self.boxes += 1;
        }
        "\\begin{}".len() + name.len()
    }

    /// Closes an environment.
    fn end(&mut self, name: &str) {
        if FLOATS.contains(&name) {
            self.floats = self.floats.saturating_sub(1);
        } else if BOXES.contains(&name) {
            self.boxes = self.boxes.saturating_sub(1);
        }
    }
}

/// Returns the name in braces with which a text begins.
fn environment_name(text: &[u8]) -> Option<&str> {
    let inside = text.strip_prefix(b"{")?;
    let start = &inside[..inside.len().min(MAX_NAME)];
    let end = memchr::memchr(b'}', start)?;
    std::str::from_utf8(&start[..end]).ok()
}

/// Returns the length of the line with which a text begins, without its line end.
fn line_length(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::super::latex_blocks;
    use super::*;

    /// Returns what surrounds the block at the `@` of a document.
    fn enclosure(page: &str) -> Enclosure {
        let page = page.replace('@', "\n%```pips\n%[x]\n%```\n");
        let blocks = latex_blocks(page.as_bytes());
        assert_eq!(blocks.len(), 1, "{page}");
        latex_enclosures(page.as_bytes(), &blocks)[0]
    }

    #[test]
    fn boxes_and_floats_are_found() {
        for page in [
            "@",
            "\\begin{center}@",
            "\\begin{minipage}{5cm}a\\end{minipage}@",
            "\\begin{figure}\\end{figure}@",
            "% \\begin{figure}@",
            "\\verb|\\begin{figure}|@",
            "\\begin{verbatim}\n\\begin{figure}\n\\end{verbatim}@",
            "\\parbox{5cm}{a}@",
            "\\parbox{5cm}{a} b {@}",
            "\\newcommand{\\a}{\\begin{figure}}\n\\begin{document}@",
            "\\{\\begin{itemize}\\item{@}",
            "\\boxes{@}",
            "\\end{minipage}}@",
        ] {
            assert_eq!(enclosure(page), Enclosure::Page, "{page}");
        }
        for page in [
            "\\begin{minipage}{5cm}@",
            "\\begin{minipage}\\begin{center}@",
            "\\begin{multicols}{2}@",
            "\\parbox{5cm}{@}",
            "\\parbox[t]{5cm} {a {b} @}",
            "\\fbox{@}",
            "\\fbox{\\begin{minipage}{5cm}a\\end{minipage}@}",
        ] {
            assert_eq!(enclosure(page), Enclosure::Box, "{page}");
        }
        for (page, name) in [
            ("\\begin{figure}[h]@\\caption{a}\\end{figure}", "figure"),
            ("\\begin{table*}\\begin{minipage}{2cm}@", "table*"),
        ] {
            assert_eq!(enclosure(page), Enclosure::Float(name), "{page}");
        }
    }
}
