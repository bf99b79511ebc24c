//! Hints: typed advice of the library, which each front end words in its own terms.
//!
//! The library knows the remedy, such as another variant. Only a front end knows how its user
//! applies it: with an option, an argument or a button.

use std::fmt;

use serde::Serialize;

use crate::text::Printable;

/// Advice on what to do about a finding or an error.
///
/// Each front end has a function from hints to its own words. `Display` gives neutral words, which
/// name no option and no command.
///
/// A new version may add hints, so a match needs an arm for them: `hint.neutral_text()`. The front
/// ends of this project name every hint; a test finds one that lacks words for a new hint.
///
/// ```
/// use pipscribe::Checked;
/// use pipscribe::findings::Hint;
///
/// let checked = Checked::from_text("[Game \"gipf\"]\n\n1. b3 *\n");
/// let help = checked.report.findings[0].advice(Hint::neutral_text);
/// assert!(help.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(
    test,
    schemars(description = "What could be done about a finding, by its `kind`.")
)]
#[non_exhaustive]
pub enum Hint {
    /// Name the variant of the text, which does not name it.
    ChooseVariant {
        /// The name of the game that the text would then be read as, if not of the usual one.
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<&'static str>,
    },
    /// Name the game of the text.
    ChooseGame,
    /// Give the record a tag with this value: add the tag, or change it. For `Result`, that is the
    /// result after the turns as well.
    SetTag {
        /// The name of the tag.
        #[cfg_attr(test, schemars(with = "String"))]
        name: Printable,
        /// The value.
        #[cfg_attr(test, schemars(with = "String"))]
        value: Printable,
    },
    /// Provide the deck with this name.
    AddDeck {
        /// The name of the deck.
        #[cfg_attr(test, schemars(with = "String"))]
        name: Printable,
    },
    /// Write the cards of the deck into the record.
    WriteCards {
        /// The name of the tag of the first card.
        tag: &'static str,
        /// An example of its value.
        example: &'static str,
    },
    /// List all errors of the deck file.
    CheckDeck,
    /// Give the search a larger budget.
    RaiseBudget,
    /// Write the record anew, in the usual forms of the notation.
    RewriteRecord,
    /// Write the record anew, without the characters that do not belong to it.
    DropCharacters,
    /// Write the record anew, with its turns numbered in sequence.
    RenumberTurns,
    /// Insert the missing turn.
    InsertTurn,
    /// Remove the repeated turn.
    RemoveTurn,
    /// Convert the text, which is in another format.
    ConvertFrom {
        /// The name of its format.
        format: &'static str,
    },
    /// Convert the text, which was pasted from elsewhere.
    ConvertPasted,
    /// Write the record in another format, which can hold all of it.
    ConvertTo {
        /// The name of that format.
        format: &'static str,
    },
    /// Check the record, to see what is wrong with it.
    CheckRecord,
    /// Check the record, to see its illegal turn.
    FindIllegalTurn,
    /// List the addresses of the turns of the record.
    ListAddresses,
    /// List the turns of each line of the record.
    ListLines,
    /// List the codes of findings.
    ListCodes,
    /// Show the page of a code.
    ExplainCode {
        /// The code.
        code: &'static str,
    },
}

/// Function that words a hint for a front end: a clause that begins with a small letter and has no
/// full stop.
pub type HintText = fn(&Hint) -> String;

impl Hint {
    /// Returns the hint in neutral words.
    pub fn neutral_text(&self) -> String {
        self.to_string()
    }

    /// Returns the name of the kind of hint, as in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ChooseVariant { .. } => "choose-variant",
            Self::ChooseGame => "choose-game",
            Self::SetTag { .. } => "set-tag",
            Self::AddDeck { .. } => "add-deck",
            Self::WriteCards { .. } => "write-cards",
            Self::CheckDeck => "check-deck",
            Self::RaiseBudget => "raise-budget",
            Self::RewriteRecord => "rewrite-record",
            Self::DropCharacters => "drop-characters",
            Self::RenumberTurns => "renumber-turns",
            Self::InsertTurn => "insert-turn",
            Self::RemoveTurn => "remove-turn",
            Self::ConvertFrom { .. } => "convert-from",
            Self::ConvertPasted => "convert-pasted",
            Self::ConvertTo { .. } => "convert-to",
            Self::CheckRecord => "check-record",
            Self::FindIllegalTurn => "find-illegal-turn",
            Self::ListAddresses => "list-addresses",
            Self::ListLines => "list-lines",
            Self::ListCodes => "list-codes",
            Self::ExplainCode { .. } => "explain-code",
        }
    }

    /// Returns a hint of each kind.
    #[cfg(test)]
    pub(crate) fn examples() -> Vec<Self> {
        vec![
            Self::ChooseVariant { game: None },
            Self::ChooseVariant { game: Some("nim") },
            Self::ChooseGame,
            Self::SetTag {
                name: "Variant".into(),
                value: "basic".into(),
            },
            Self::AddDeck {
                name: "mine".into(),
            },
            Self::WriteCards {
                tag: "Card1",
                example: "B13 W26 B4 W5 LLDDDD",
            },
            Self::CheckDeck,
            Self::RaiseBudget,
            Self::RewriteRecord,
            Self::DropCharacters,
            Self::RenumberTurns,
            Self::InsertTurn,
            Self::RemoveTurn,
            Self::ConvertFrom { format: "sgf" },
            Self::ConvertPasted,
            Self::ConvertTo { format: "position" },
            Self::CheckRecord,
            Self::FindIllegalTurn,
            Self::ListAddresses,
            Self::ListLines,
            Self::ListCodes,
            Self::ExplainCode {
                code: "gipf/line-full",
            },
        ]
    }
}

/// Writes the hint in neutral words.
impl fmt::Display for Hint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::ChooseVariant { game: None } => "choose the variant",
            Self::ChooseVariant { game: Some(game) } => {
                return write!(out, "choose the variant if this is a record of `{game}`");
            }
            Self::ChooseGame => "choose the game",
            Self::SetTag { name, value } => {
                return write!(out, "write `[{name} \"{}\"]`", escaped(value));
            }
            Self::AddDeck { name } => return write!(out, "provide the deck `{name}`"),
            Self::WriteCards { tag, example } => {
                return write!(
                    out,
                    "write its cards into the record: `[{tag} \"{example}\"]` (V2.8)"
                );
            }
            Self::CheckDeck => "check the deck file to see all errors",
            Self::RaiseBudget => "a larger budget of steps reaches further",
            Self::RewriteRecord => "rewrite the record to have it in the notation",
            Self::DropCharacters => "rewriting the record leaves it out",
            Self::RenumberTurns => "renumber the turns",
            Self::InsertTurn => "insert the missing turn",
            Self::RemoveTurn => "remove the repeated turn",
            Self::ConvertFrom { format } => {
                return write!(
                    out,
                    "save it as a separate file and convert it from `{format}`"
                );
            }
            Self::ConvertPasted => "convert the text to convert it to a record",
            Self::ConvertTo { format } => {
                return write!(out, "the format `{format}` has all of it");
            }
            Self::CheckRecord => "check the record to see why",
            Self::FindIllegalTurn => "checking the record shows the illegal turn",
            Self::ListAddresses => "list the turns of the record to see the addresses",
            Self::ListLines => "list the turns of each line",
            Self::ListCodes => "the catalogue lists all codes",
            Self::ExplainCode { code } => return write!(out, "see the page of `{code}`"),
        };
        out.write_str(text)
    }
}

/// Error that may come with a hint. Its text does not contain the hint.
pub trait Hinted: std::error::Error {
    /// Returns the remedy for the error, if the library knows one.
    fn hint(&self) -> Option<Hint>;

    /// Returns the text of the error, followed by the hint in the wording of a front end.
    fn with_hint(&self, hint_text: HintText) -> String {
        let Some(hint) = self.hint() else {
            return self.to_string();
        };
        let text = hint_text(&hint);
        match hint {
            Hint::ListAddresses | Hint::ListLines | Hint::ListCodes => format!("{self} ({text})"),
            Hint::FindIllegalTurn => format!("{self}: {text}"),
            _ => format!("{self}; {text}"),
        }
    }
}

/// Writes a text as it is between the quotes of a tag.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Joins advice with hints, which are alternatives. Advice that ends without a full stop is
/// continued by the hints.
///
/// The help of a finding on a tag lists the possible values. Hints that name a value are therefore
/// left out if there is help.
pub(super) fn advice(help: Option<&str>, hints: &[Hint], hint_text: HintText) -> Option<String> {
    let unsaid = hints
        .iter()
        .filter(|hint| help.is_none() || !matches!(hint, Hint::SetTag { .. }));
    let clauses: Vec<String> = unsaid.map(hint_text).collect();
    let Some(clauses) = alternatives(&clauses) else {
        return help.map(str::to_owned);
    };
    Some(match help {
        None => format!("{}.", capitalized(&clauses)),
        Some(help) if help.ends_with(['.', ')', '?']) => {
            format!("{help} {}.", capitalized(&clauses))
        }
        Some(help) => format!("{help}; {clauses}."),
    })
}

/// Joins alternatives: `a, b, or c`. `None` if there are none.
fn alternatives(clauses: &[String]) -> Option<String> {
    let (last, others) = clauses.split_last()?;
    if others.is_empty() {
        return Some(last.clone());
    }
    Some(format!("{}, or {last}", others.join(", ")))
}

/// Begins a text with a capital letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neutral(help: Option<&str>, hints: &[Hint]) -> Option<String> {
        advice(help, hints, Hint::neutral_text)
    }

    #[test]
    fn hints_are_alternatives_after_the_help() {
        let [insert, renumber] = [Hint::InsertTurn, Hint::RenumberTurns];
        assert_eq!(neutral(None, &[]), None);
        assert_eq!(neutral(Some("Do."), &[]).as_deref(), Some("Do."));
        assert_eq!(
            neutral(None, &[insert.clone(), renumber.clone()]).as_deref(),
            Some("Insert the missing turn, or renumber the turns.")
        );
        assert_eq!(
            neutral(
                Some("Numbers count turns."),
                std::slice::from_ref(&renumber)
            )
            .as_deref(),
            Some("Numbers count turns. Renumber the turns.")
        );
        assert_eq!(
            neutral(Some("Numbers count turns"), std::slice::from_ref(&renumber)).as_deref(),
            Some("Numbers count turns; renumber the turns.")
        );
        assert_eq!(
            neutral(None, &[insert, renumber, Hint::ListCodes]).as_deref(),
            Some("Insert the missing turn, renumber the turns, or the catalogue lists all codes.")
        );
    }

    #[test]
    fn values_of_tags_are_said_once() {
        let set = |value: &str| Hint::SetTag {
            name: "Variant".into(),
            value: value.into(),
        };
        let hints = [set("basic"), set("a \"b\"")];
        assert_eq!(neutral(Some("Do."), &hints).as_deref(), Some("Do."));
        assert_eq!(
            neutral(None, &hints).as_deref(),
            Some("Write `[Variant \"basic\"]`, or write `[Variant \"a \\\"b\\\"\"]`.")
        );
    }

    #[test]
    fn each_kind_has_an_example() {
        let mut kinds = std::collections::BTreeSet::new();
        for hint in Hint::examples() {
            let json = serde_json::to_value(&hint).unwrap_or_default();
            assert_eq!(json.get("kind"), Some(&hint.kind().into()), "{json}");
            kinds.insert(hint.kind());
        }
        let schema = serde_json::to_value(schemars::schema_for!(Hint)).unwrap_or_default();
        let variants = schema.get("oneOf").and_then(serde_json::Value::as_array);
        assert_eq!(variants.map(Vec::len), Some(kinds.len()), "{schema}");
    }

    #[test]
    fn clauses_fit_into_sentences() {
        for hint in Hint::examples() {
            let text = hint.neutral_text();
            assert!(!text.ends_with('.') && !text.is_empty(), "{text}");
            assert!(!text.starts_with(char::is_uppercase), "{text}");
        }
    }
}
