//! Unusual forms that can mean only one thing. They are read as intended, and each form is reported
//! once per record.

use super::RecordParser;
use crate::findings::{Finding, Hint, code};
use crate::notation::lookalike::is_dash;
use crate::text::{Span, character_name, is_invisible};

/// A form that is not part of the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unusual {
    /// A no-break space, a thin space or similar.
    Blank,
    /// A minus sign or a dash for a hyphen.
    Dash,
    /// The quotes of a word processor around a tag's value.
    Quotes,
    /// An invisible character in the value of a tag that is not a text for people.
    Invisible,
    /// `17)` for `17.`
    NumberInList,
    /// `(16)`: the number of pieces that a seat has left.
    Count,
    /// `White resigns` for `resign`.
    Resignation,
    /// A tag before `Game`.
    TagBeforeGame,
}

impl Unusual {
    /// Returns the message of the finding. `written` is the first occurrence.
    fn message(self, written: &str) -> String {
        let named = |is_of_form: fn(char) -> bool| {
            written
                .chars()
                .find(|&sign| is_of_form(sign))
                .map(character_name)
        };
        let named = |is_of_form| named(is_of_form).unwrap_or_default();
        match self {
            Self::Blank => format!(
                "The character {} is read as a space",
                named(|sign| !sign.is_ascii())
            ),
            Self::Dash => format!("The character {} is read as a hyphen", named(is_dash)),
            Self::Quotes => format!("The character {} is read as a quote", named(is_quote)),
            Self::Invisible => format!(
                "The invisible character {} is left out",
                named(is_invisible)
            ),
            Self::NumberInList => format!("`{written}` is read as the number of a turn"),
            Self::Count => format!("`{written}` is read as a note on what is left in reserve"),
            Self::Resignation => format!("`{written}` is read as `resign`"),
            Self::TagBeforeGame => "A tag before `Game` is read as if it came after it".to_owned(),
        }
    }
}

/// Returns true for a quotation mark that is read as `"`.
fn is_quote(character: char) -> bool {
    matches!(
        character,
        '\u{AB}' | '\u{BB}' | '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{FF02}'
    )
}

/// The first occurrence of a form, and the number of occurrences.
#[derive(Clone, Debug)]
pub(super) struct Occurrences {
    form: Unusual,
    span: Span,
    turn: u32,
    path: Vec<u32>,
    times: usize,
}

impl RecordParser<'_> {
    /// Records a part that is read as intended; `turn` is the turn that it belongs to.
    pub(super) fn note_unusual(&mut self, form: Unusual, span: Span, turn: u32) {
        if let Some(known) = self
            .unusual_forms
            .iter_mut()
            .find(|known| known.form == form)
        {
            known.times += 1;
            return;
        }
        self.unusual_forms.push(Occurrences {
            form,
            span,
            turn,
            path: self.line.path.clone(),
            times: 1,
        });
    }

    /// Reports one warning for each form.
    pub(super) fn report_unusual(&mut self) {
        for Occurrences {
            form,
            span,
            turn,
            path,
            times,
        } in std::mem::take(&mut self.unusual_forms)
        {
            let message = form.message(span.slice(self.text));
            let message = match times - 1 {
                0 => format!("{message}."),
                1 => format!("{message}, here and in one other place."),
                others => format!("{message}, here and in {others} other places."),
            };
            let finding = Finding::new(&code::UNUSUAL, span, message);
            self.report(finding.with_hint(Hint::RewriteRecord).at(turn, &path));
        }
    }
}
