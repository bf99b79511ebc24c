//! `pipscribe test`

use std::ops::ControlFlow;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::bulk::{Reading, Step};
use super::input::Paths;
use super::output::{Output, look};
use super::{Failure, Status};
use crate::checked::Checked;
use crate::findings::human::HumanWriter;
use crate::findings::junit;
use crate::notation::{Line, Record, comments_of};

/// Runs the expectations in records: a record that has any is a test, and passes if they hold and
/// nothing else is wrong with it. In Markdown the blocks fenced as `pips` are records.
#[derive(Debug, Args)]
pub(crate) struct Test {
    #[command(flatten)]
    paths: Paths,
    /// Only tests whose name, `path:line`, has this text in it
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How the outcome is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a test, and what is wrong
    Human,
    /// JUnit's XML, for build servers
    Junit,
}

#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    filtered_out: u64,
    without: u64,
}

impl Test {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut tally = Tally::default();
        let mut cases = Vec::new();
        let look = look();
        let status = self.paths.in_bulk(
            Reading { markdown: true, ..Reading::default() },
            |raw, decks| Checked::of(Record::parse(raw).with_decks(Arc::clone(decks))),
            |source, step| {
                let Step::Record(number, checked) = step else { return Ok(ControlFlow::Continue(())) };
                let Checked { record, game, report } = &checked;
                let name = format!("{}:{}", source.name, record.source().first_line());
                let valid = report.is_valid();
                if !has_expectations(record) {
                    tally.without += 1;
                    return Ok(ControlFlow::Continue(()));
                }
                if self.filter.as_ref().is_some_and(|filter| !name.contains(filter)) {
                    tally.filtered_out += 1;
                    return Ok(ControlFlow::Continue(()));
                }
                let count = if valid { &mut tally.passed } else { &mut tally.failed };
                *count += 1;
                if self.format == Format::Junit {
                    cases.push(junit::case(&source.name, number, record.source(), &report.findings, valid));
                    return Ok(ControlFlow::Continue(()));
                }
                out.write(&format!("test {name} ... {}\n", if valid { "ok" } else { "FAILED\n" }))?;
                let writer = HumanWriter::new(&source.name, record, *game, look);
                let errors = report.findings.iter().filter(|finding| finding.is_error());
                errors.into_iter().try_for_each(|finding| out.write(&writer.write(finding)))?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let Tally { passed, failed, filtered_out, without } = tally;
        if self.format == Format::Junit {
            out.write(junit::HEAD)?;
            out.write(&junit::suite("pipscribe test", &cases))?;
            out.write(junit::TAIL)?;
        } else {
            let verdict = if failed == 0 { "ok" } else { "FAILED" };
            let left_out = if filtered_out > 0 { format!("; {filtered_out} filtered out") } else { String::new() };
            out.write(&format!(
                "\ntest result: {verdict}. {passed} passed; {failed} failed; {without} without expectations{left_out}\n"
            ))?;
        }
        out.finish()?;
        Ok(status.max(if failed > 0 { Status::Findings } else { Status::Well }))
    }
}

fn has_expectations(record: &Record) -> bool {
    let expects = |items: &[crate::notation::Item]| {
        comments_of(items).flat_map(|comment| &comment.commands).any(|command| record.text_of(command.name) == "expect")
    };
    fn in_line(line: &Line, expects: &dyn Fn(&[crate::notation::Item]) -> bool) -> bool {
        expects(&line.opening)
            || line.turns.iter().any(|node| {
                expects(&node.after) || node.variations().any(|variation| in_line(&variation.line, expects))
            })
    }
    in_line(&record.moves, &expects) || expects(&record.closing)
}
