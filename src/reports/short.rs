//! One line per finding.

use std::io::{self, Write};

use super::{Emitter, Entry, each_finding};
use crate::findings::Finding;
use crate::text::{SourceText, one_line};

/// Emitter of one line per finding, for people and editors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Short;

impl Emitter for Short {
    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let source = entry.checked.source();
        each_finding(
            entry,
            |finding| write_short(entry.path, source, finding),
            out,
        )
    }
}

/// Writes `path:line:column: error[code] turn 5: message (rule)`.
pub fn write_short(path: &str, source: &SourceText, finding: &Finding) -> String {
    let place = source.place(finding.span.start);
    format!(
        "{}:{}:{}: {finding}\n",
        one_line(path),
        place.line,
        place.column
    )
}
