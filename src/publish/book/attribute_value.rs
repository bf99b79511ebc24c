//! Value of one attribute of a code block, parsed in the form that the attribute expects: in
//! ` ```pips,turn=12,hidden `, `turn` has the value `12`, and `hidden` is a switch without a value.
//!
//! Each function returns an error message if the value does not have the form.

use super::block_attributes::{Number, PlayerLink, RequestedFigure, example};
use super::figure_width::Width;
use crate::draw::Charset;
use crate::findings::{all_codes, code_named};
use crate::text::did_you_mean;

/// Attribute with the value as written, if it has one.
pub(super) struct Attribute<'w> {
    pub(super) name: &'static str,
    pub(super) value: Option<&'w str>,
}

impl<'w> Attribute<'w> {
    /// Returns the value of an attribute that must have one.
    pub(super) fn required_value(&self) -> Result<&'w str, String> {
        let name = self.name;
        self.value
            .ok_or_else(|| format!("`{name}` needs a value: `{name}={}`", example(name)))
    }

    /// Returns the message for a value that is not `expected`.
    fn wrong_value(&self, expected: &str) -> String {
        format!(
            "`{}` is {expected}, not `{}`",
            self.name,
            self.value.unwrap_or_default()
        )
    }

    pub(super) fn parse_number(&self) -> Result<u32, String> {
        self.required_value()?
            .parse()
            .map_err(|_| self.wrong_value("a number"))
    }

    pub(super) fn parse_number_from_1(&self) -> Result<u32, String> {
        match self.parse_number()? {
            0 => Err(self.wrong_value("a number from 1")),
            number => Ok(number),
        }
    }

    pub(super) fn parse_switch(&self) -> Result<bool, String> {
        self.parse_switch_or("`yes` or `no`")
    }

    /// Returns the value of a switch. `values` names all values of the attribute for the error
    /// message.
    pub(super) fn parse_switch_or(&self, values: &str) -> Result<bool, String> {
        match self.value {
            None | Some("yes") => Ok(true),
            Some("no") => Ok(false),
            Some(_) => Err(self.wrong_value(&format!("{values}, or has no value"))),
        }
    }

    /// Parses the choice of a `[%diagram]`: `all`, `none`, its number, or its caption.
    pub(super) fn parse_figure(&self) -> Result<RequestedFigure, String> {
        Ok(match self.required_value()? {
            "none" | "no" => RequestedFigure::Nothing,
            "all" => RequestedFigure::Diagrams,
            number_or_name => match number_or_name.parse() {
                Ok(number) => RequestedFigure::Numbered(number),
                Err(_) => RequestedFigure::Named(number_or_name.to_owned()),
            },
        })
    }

    /// Parses a range of turns: `3..9`.
    pub(super) fn parse_range(&self) -> Result<RequestedFigure, String> {
        let ends = self
            .required_value()?
            .split_once("..")
            .and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        match ends {
            Some((from, to)) if from > 0 && from <= to => Ok(RequestedFigure::Range(from, to)),
            _ => Err(self.wrong_value("a first and a last turn: 3..9")),
        }
    }

    /// Parses the number of a figure: `next`, or the number itself.
    pub(super) fn parse_figure_number(&self) -> Result<Number, String> {
        Ok(match self.value {
            None | Some("yes" | "next") => Number::Next,
            Some("no") => Number::None,
            Some(_) => Number::Given(self.parse_number_from_1()?),
        })
    }

    pub(super) fn parse_width(&self) -> Result<Width, String> {
        Width::parse(self.required_value()?)
            .ok_or_else(|| self.wrong_value("a width: 60%, 300px, 8cm"))
    }

    pub(super) fn parse_charset(&self) -> Result<Charset, String> {
        match self.required_value()? {
            "ascii" => Ok(Charset::Ascii),
            "unicode" => Ok(Charset::Unicode),
            _ => Err(self.wrong_value("`ascii` or `unicode`")),
        }
    }

    pub(super) fn parse_label(&self) -> Result<String, String> {
        let label = self.required_value()?;
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
        if label.is_empty() || !label.chars().all(fits) {
            return Err(self.wrong_value("letters, digits, `-`, `_`, `.` and `:`"));
        }
        Ok(label.to_owned())
    }

    /// Returns true if the record is expected to be illegal, with or without a code.
    pub(super) fn parse_illegal(&self) -> Result<bool, String> {
        match self.value {
            Some(id) if id.contains('/') => {
                if code_named(id).is_none() {
                    let ids = all_codes().map(|code| code.id);
                    return Err(format!("unknown code `{id}`{}", did_you_mean(id, ids)));
                }
                Ok(true)
            }
            Some("yes" | "no") | None => self.parse_switch(),
            Some(_) => Err(self.wrong_value("a code, such as `gipf/no-row`, or has no value")),
        }
    }

    /// Parses the target of a link to a player: a generated one, or an address.
    pub(super) fn parse_player(&self) -> Option<PlayerLink> {
        match self.value {
            None | Some("yes") => Some(PlayerLink::Made),
            Some("no") => None,
            Some(address) => Some(PlayerLink::At(address.to_owned())),
        }
    }
}
