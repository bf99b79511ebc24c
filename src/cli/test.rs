//! `pipscribe test`

use clap::Args;

use super::input::Paths;
use super::output::{Output, look};
use super::{Failure, Status};
use crate::checked::Checked;
use crate::findings::human::HumanWriter;
use crate::notation::{Line, Record, comments_of};

/// Runs the expectations in records: a record that has any is a test, and passes if they hold and
/// nothing else is wrong with it.
#[derive(Debug, Args)]
pub(crate) struct Test {
    #[command(flatten)]
    paths: Paths,
}

impl Test {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let (mut passed, mut failed, mut without) = (0_u64, 0_u64, 0_u64);
        let look = look();
        let status = self.paths.each_record(|source, _, record| {
            let checked = Checked::of(record);
            if !has_expectations(&checked.record) {
                without += 1;
                return Ok(());
            }
            let name = format!("{}:{}", source.name, checked.record.source().first_line());
            if checked.report.is_valid() {
                passed += 1;
                return out.write(&format!("test {name} ... ok\n"));
            }
            failed += 1;
            out.write(&format!("test {name} ... FAILED\n\n"))?;
            let writer = HumanWriter::new(&source.name, &checked.record, checked.game, look);
            let errors = checked.report.findings.iter().filter(|finding| finding.is_error());
            errors.into_iter().try_for_each(|finding| out.write(&writer.write(finding)))
        })?;
        let verdict = if failed == 0 { "ok" } else { "FAILED" };
        out.write(&format!(
            "\ntest result: {verdict}. {passed} passed; {failed} failed; {without} without expectations\n"
        ))?;
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
