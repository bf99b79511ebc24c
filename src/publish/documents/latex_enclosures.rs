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
    /// True in an option in brackets, before an argument.
    is_option: bool,
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
        let mut line_end = 0;
        while let Some(&byte) = text.get(offset) {
            // The end of a line is searched for only once.
            if offset >= line_end {
                line_end = offset + line_length(&text[offset..]);
            }
            let line = &text[offset..line_end];
            offset += match byte {
                b'%' => line.len(),
                b'\\' => self.read_command(&text[offset..], line),
                _ => {
                    self.read_byte(byte);
                    1
                }
            };
        }
    }

    /// Reads a byte outside comments and commands.
    fn read_byte(&mut self, byte: u8) {
        match byte {
            b'[' if self.awaits_argument => self.is_option = true,
            b']' | b'\n' if self.is_option => self.is_option = false,
            _ if self.is_option => {}
            b'{' => {
                self.boxes += usize::from(self.awaits_argument);
                self.groups.push(self.awaits_argument);
                self.awaits_argument = false;
            }
            b'}' => {
                // A second argument may follow.
                self.awaits_argument = self.groups.pop().unwrap_or(false);
                self.boxes = self.boxes.saturating_sub(usize::from(self.awaits_argument));
            }
            _ => self.awaits_argument &= byte.is_ascii_whitespace(),
        }
    }

    /// Reads the command with which the rest of the document begins; `line` is the rest of its
    /// line. Returns its length, or that of the verbatim text that it begins.
    fn read_command(&mut self, rest: &[u8], line: &[u8]) -> usize {
        let after = &line[1..];
        let length = after
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        if self.is_option {
            return 1 + length.max(1);
        }

        self.awaits_argument = false;
        match &after[..length] {
            // A backslash escapes the next character.
            b"" => 2,
            b"verb" => verb_length(line),
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

/// Returns the length of the line with which a text begins, with its line end.
fn line_length(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).map_or(text.len(), |end| end + 1)
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
            "\\makebox[\\width]{@}",
            "\\fbox % a\n{@}",
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
