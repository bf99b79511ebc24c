//! Input of a call: a text and options.

use std::sync::Arc;

use pipscribe::Checked;
use pipscribe::findings::Finding;
use pipscribe::games::Context;
use pipscribe::notation::split_text;
use pipscribe::notation::{Record, TurnId};
use pipscribe::publish::documents::PageKind;
use pipscribe::replay::{Frame, Timeline};
use pipscribe::text::RawRecord;
use serde::Deserialize;

use crate::refused::Refused;

/// Text given by a caller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'a> {
    pub(crate) text: &'a [u8],
    /// True if the text was a string, so that places are in UTF-16 code units.
    pub(crate) is_string: bool,
}

impl Given<'_> {
    /// Returns the records in order, numbered from 1, without the comments before the first.
    pub(crate) fn records(self, page: Option<Page>) -> impl Iterator<Item = (u64, RawRecord)> {
        let all = match page.and_then(Page::kind) {
            Some(kind) => kind.records(self.text),
            None => split_text(self.text),
        };
        (1..).zip(all.into_iter().filter(|raw| raw.is_record()))
    }

    /// Returns the record with a number, or all records, with their numbers.
    pub(crate) fn chosen(
        self,
        page: Option<Page>,
        number: Option<u64>,
    ) -> Result<Vec<(u64, RawRecord)>, Refused> {
        match number {
            Some(number) => Ok(vec![(number, self.record(page, number)?)]),
            None => Ok(self.records(page).collect()),
        }
    }

    /// Returns a record by its number.
    pub(crate) fn record(self, page: Option<Page>, number: u64) -> Result<RawRecord, Refused> {
        let mut count = 0;
        for (other, raw) in self.records(page) {
            if other == number {
                return Ok(raw);
            }
            count = other;
        }
        let why = if count == 0 {
            "the text has none".to_owned()
        } else {
            format!("the last is {count}")
        };
        Err(Refused::new(
            "record",
            format!("there is no record {number}: {why}"),
        ))
    }

    /// Replays a record, if its set-up is valid.
    pub(crate) fn timeline(
        self,
        page: Option<Page>,
        number: u64,
        context: &Context,
    ) -> Result<Timeline, Refused> {
        let record = Arc::new(Record::parse(self.record(page, number)?));
        let refused = |message: &str, first_error: Option<&Finding>| match first_error {
            Some(finding) => Refused::at_fault(message, finding, record.source(), self),
            None => Refused::new("record", message),
        };
        let Ok(timeline) = Timeline::new(Arc::clone(&record), context) else {
            let checked = Checked::from_record(Record::clone(&record), context);
            return Err(refused(
                "the record does not name its game",
                checked.report.first_error(),
            ));
        };
        if timeline.start().is_none() {
            return Err(refused(
                "the setup is invalid",
                timeline.report.first_error(),
            ));
        }
        Ok(timeline)
    }
}

/// Kind of a document whose code blocks hold records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Page {
    Md,
    Tex,
    Typ,
}

impl Page {
    pub(crate) fn kind(self) -> Option<PageKind> {
        PageKind::of_ending(match self {
            Self::Md => "md",
            Self::Tex => "tex",
            Self::Typ => "typ",
        })
    }
}

/// Turn of a record.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a turn is a number from 0, or an object with `line` and `index`"
)]
pub(crate) enum RequestedTurn {
    /// Turn of the main line by its number; 0 for the start.
    Number(u32),
    /// Turn of any line of play: the main line is line 0, each variation is a further line. `index`
    /// counts the turns of the line from 0.
    Id { line: u32, index: u32 },
}

/// Position in a file: a record, and the turn after which the position occurs.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct At {
    record: Option<u64>,
    turn: Option<RequestedTurn>,
}

impl At {
    pub(crate) fn record_number(&self) -> u64 {
        self.record.unwrap_or(1)
    }

    /// Returns the position. If no turn is given, returns the position at the end of the main line.
    pub(crate) fn frame<'t>(&self, timeline: &'t Timeline) -> Result<&'t Frame, Refused> {
        match self.turn {
            Some(RequestedTurn::Id { line, index }) => {
                let found = timeline.frame(TurnId { line, index });
                found.ok_or_else(|| {
                    Refused::turn(format!("line {line} has no turn {index} that was played"))
                })
            }
            Some(RequestedTurn::Number(number)) => timeline
                .after(Some(number))
                .map_err(|error| Refused::hinted("turn", &error)),
            None => timeline
                .after(None)
                .map_err(|error| Refused::hinted("turn", &error)),
        }
    }
}
