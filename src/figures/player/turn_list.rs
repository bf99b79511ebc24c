//! Turns of a record as nested HTML lists, each with its comments, findings and variations. Each
//! turn links to its *step*: the position after it, or the illegal turn itself.

use std::fmt::Write;

use super::steps::{PlayerStep, Steps};
use crate::draw::{Lang, escaped};
use crate::findings::{BookAddress, Finding, Hint};
use crate::notation::{Item, Line, Record, TurnNode, Variation, glyph_suffix};
use crate::replay::clock_of_turn;

/// Writer of the lists. Each turn links to its step in the player.
pub(super) struct ListWriter<'a> {
    record: &'a Record,
    steps: &'a Steps<'a>,
    /// Index of the step that the player shows first.
    open: usize,
    lang: Lang,
    out: String,
}

// Writing to a string cannot fail, so the results of `write!` are ignored.
impl<'a> ListWriter<'a> {
    /// Writes the main line with everything in it; step `open` is marked as the current one.
    pub(super) fn write_main_line(
        record: &'a Record,
        steps: &'a Steps<'a>,
        open: usize,
        lang: Lang,
    ) -> String {
        let mut writer = Self {
            record,
            steps,
            open,
            lang,
            out: String::new(),
        };
        writer
            .out
            .push_str("<ol class=\"turns\" role=\"list\">\n<li>");
        writer.write_link(
            0,
            &format!("<span class=\"turn\">{}</span>", lang.say("Start")),
        );
        writer.write_comments(&record.moves.opening);
        writer.out.push_str("</li>\n");
        writer.write_turns(&record.moves);
        writer.out.push_str("</ol>\n");
        writer.out
    }

    /// Writes the turns of a line. The solution of a puzzle is hidden at first.
    fn write_turns(&mut self, line: &Line) {
        let is_main_line = line.path.is_empty();
        let puzzle_turns = if is_main_line {
            self.steps.puzzle_turns()
        } else {
            Vec::new()
        };
        let mut puzzle_turns = puzzle_turns.into_iter().peekable();
        let mut solutions = 0;
        for node in &line.turns {
            // The solution of a later puzzle is a part of the solution before it.
            while puzzle_turns.next_if(|&turn| node.number > turn).is_some() {
                self.open_solution();
                solutions += 1;
            }
            self.out.push_str("<li>");
            self.write_turn(node);
            self.write_comments(&node.after);
            let findings =
                findings_html(&self.steps.findings_at(node), self.steps.book(), self.lang);
            self.out.push_str(&findings);
            for item in &node.after {
                let Item::Variation(variation) = item else {
                    continue;
                };
                self.write_variation(node, variation);
            }
            self.out.push_str("</li>\n");
        }

        self.out
            .push_str(&"</ol></details></li>\n".repeat(solutions));
    }

    /// Writes a variation in place of a turn.
    fn write_variation(&mut self, node: &TurnNode, variation: &Variation) {
        let path = &variation.line.path;
        let number = path.last().copied().unwrap_or_default();
        let mut name = self
            .lang
            .fill("Variation {0} of turn {1}", &[&number, &node.number]);
        let first_turn = variation.line.turns.first();
        if let Some(kind) = first_turn.and_then(|turn| self.steps.kind_of_turn(turn)) {
            let _ = write!(name, ": {}", self.lang.say(kind.english()));
        }
        let _ = write!(
            self.out,
            "<details class=\"variation\" open><summary>{name}</summary>"
        );
        self.write_comments(&variation.line.opening);
        self.out.push_str("<ol class=\"turns\" role=\"list\">\n");
        self.write_turns(&variation.line);
        self.out.push_str("</ol></details>");
    }

    /// Opens the part of the list that is hidden until the reader asks for it, with or without
    /// JavaScript.
    fn open_solution(&mut self) {
        let open = if self.steps.shows_solution() {
            " open"
        } else {
            ""
        };
        let name = self.lang.say("Solution");
        let _ = write!(
            self.out,
            "<li><details class=\"solution\"{open}><summary>{name}</summary>\n<ol class=\"turns\" role=\"list\">\n"
        );
    }

    /// Writes a turn with its number, seat, signs and clock.
    fn write_turn(&mut self, node: &TurnNode) {
        let index = self.steps.of_turn.get(&node.id).copied();
        let step = index.map(|index| &self.steps.steps[index]);
        let mut words = self.turn_html(node, step);
        if let (Some(index), Some(step)) = (index, step) {
            if step.is_refused {
                words.push_str(&self.fate_html("refused"));
            }
            self.write_link(index, &words);
            return;
        }

        let (class, fate) = if node.expects_refusal() {
            ("step", "refused, as expected")
        } else {
            ("step unplayed", "not replayed")
        };
        let fate = self.fate_html(fate);
        let _ = write!(self.out, "<span class=\"{class}\">{words}{fate}</span>");
    }

    /// Returns a turn with its number, seat, signs and clock.
    fn turn_html(&self, node: &TurnNode, step: Option<&PlayerStep>) -> String {
        let mut out = format!("<span class=\"number\">{}.</span> ", node.number);
        if let Some(step) = step
            && !step.seat.is_empty()
        {
            let piece = match &step.piece {
                Some(piece) => format!(" data-piece=\"{piece}\""),
                None => String::new(),
            };
            let seat = escaped(&step.seat);
            let _ = write!(out, "<span class=\"seat\"{piece}>{seat}</span> ");
        }

        let text = step.map_or_else(|| self.record.turn_text(node), |step| &step.turn);
        let _ = write!(out, "<bdi class=\"turn\">{}</bdi>", escaped(text));
        self.write_signs(node, &mut out);
        if let Some(time) = clock_of_turn(self.record, node, "clock") {
            let _ = write!(out, " <span class=\"clock\">{}</span>", escaped(time));
        }
        out
    }

    /// Returns the note on a turn that was not played.
    fn fate_html(&self, fate: &'static str) -> String {
        format!(" <span class=\"fate\">{}</span>", self.lang.say(fate))
    }

    /// Writes a link to a step.
    fn write_link(&mut self, index: usize, inner: &str) {
        let step = &self.steps.steps[index];
        let current = if index == self.open {
            " aria-current=\"step\""
        } else {
            ""
        };
        let refused = if step.is_refused { " refused" } else { "" };
        let id = &step.id;
        // In most lists, every step has its index as its id.
        let number = if *id == index.to_string() {
            String::new()
        } else {
            format!(" data-step=\"{index}\"")
        };
        let _ = write!(
            self.out,
            "<a class=\"step{refused}\" href=\"#{id}\"{number}{current}>{inner}</a>"
        );
    }

    /// Writes the signs of a turn, such as `!?`.
    fn write_signs(&self, node: &TurnNode, out: &mut String) {
        let suffix = node.suffix.map(|span| self.record.text_of(span).to_owned());
        let glyphs = node
            .glyphs
            .iter()
            .map(|&glyph| glyph_suffix(glyph).map_or_else(|| format!("${glyph}"), str::to_owned));
        for sign in suffix.into_iter().chain(glyphs) {
            let in_words = sign_in_words(&sign);
            let spoken = if in_words.is_empty() {
                String::new()
            } else {
                let words = self.lang.say(in_words);
                format!(" role=\"img\" aria-label=\"{words}\" title=\"{words}\"")
            };
            let _ = write!(
                out,
                "<span class=\"sign\"{spoken}>{}</span>",
                escaped(&sign)
            );
        }
    }

    fn write_comments(&mut self, items: &[Item]) {
        for item in items {
            let Item::Comment(comment) = item else {
                continue;
            };
            let words = comment.words(self.record);
            if !words.is_empty() {
                let author = comment
                    .author()
                    .map(|author| format!("<cite>{}:</cite> ", escaped(author)))
                    .unwrap_or_default();
                let _ = write!(
                    self.out,
                    "<p class=\"comment\" dir=\"auto\">{author}{}</p>",
                    with_whole_turns(&words)
                );
            }
        }
    }
}

/// Returns a sign in words, for screen readers.
fn sign_in_words(sign: &str) -> &'static str {
    match sign {
        "!" => "good",
        "?" => "mistake",
        "!!" => "very good",
        "??" => "blunder",
        "!?" => "interesting",
        "?!" => "doubtful",
        _ => "",
    }
}

/// Writes findings as a list; nothing if there are none.
pub(super) fn findings_html(
    findings: &[&Finding],
    book: Option<BookAddress<'_>>,
    lang: Lang,
) -> String {
    if findings.is_empty() {
        return String::new();
    }

    let mut out = String::from("<ul class=\"findings\">");
    for finding in findings {
        let severity = finding.severity;
        let code = linked(
            &format!("<code>{}</code>", finding.code.id),
            book.map(|book| book.of_code(finding.code)),
        );
        let rule = linked(
            &escaped(finding.rule),
            book.and_then(|book| book.of_rule(finding.rule)),
        );
        let _ = write!(
            out,
            "<li class=\"{severity}\"><p><strong>{}</strong> {}</p>",
            lang.say(if finding.is_error() {
                "Error"
            } else {
                "Warning"
            }),
            with_code(&finding.message),
        );
        for related in &finding.related {
            let turn = if related.turn > 0 {
                format!("{} {}: ", lang.say("Turn"), related.turn)
            } else {
                String::new()
            };
            let _ = write!(out, "<p>{turn}{}</p>", with_code(&related.message));
        }
        if let Some(help) = finding.advice(Hint::neutral_text) {
            let _ = write!(out, "<p class=\"help\">{}</p>", with_code(&help));
        }
        let _ = write!(out, "<p class=\"source\">{code} · {rule}</p></li>");
    }

    out.push_str("</ul>");
    out
}

/// Wraps HTML in a link to an address of the book.
fn linked(html: &str, address: Option<String>) -> String {
    address.map_or_else(
        || html.to_owned(),
        |address| format!("<a href=\"{}\">{html}</a>", escaped(&address)),
    )
}

/// Formats a message, with text between backticks as code.
fn with_code(text: &str) -> String {
    if !text.matches('`').count().is_multiple_of(2) {
        return with_whole_turns(text);
    }
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| {
            if index % 2 == 0 {
                with_whole_turns(part)
            } else {
                format!("<code>{}</code>", escaped(part))
            }
        })
        .collect()
}

/// Escapes a text for HTML. A line does not break at the hyphens of its turns, as in `a2-c4`.
pub(super) fn with_whole_turns(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let turn = word.trim_end();
        let has_digit = turn.contains(|character: char| character.is_ascii_digit());
        if has_digit && turn.contains(['-', '/']) {
            let space = escaped(&word[turn.len()..]);
            let turn = escaped(turn);
            let _ = write!(out, "<span class=\"whole\">{turn}</span>{space}");
        } else {
            out.push_str(&escaped(word));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_become_code() {
        assert_eq!(
            with_code("`a<b>` is no `c`"),
            "<code>a&lt;b&gt;</code> is no <code>c</code>"
        );
        assert_eq!(with_code("one ` alone"), "one ` alone");
    }

    #[test]
    fn turns_in_texts_stay_whole() {
        assert_eq!(
            with_whole_turns("a well-known <push>, 21@-4-1/E or a2-c4."),
            "a well-known &lt;push&gt;, <span class=\"whole\">21@-4-1/E</span> or \
             <span class=\"whole\">a2-c4.</span>"
        );
    }
}
