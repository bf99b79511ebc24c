//! `pipscribe fmt`

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::Args;
use similar::TextDiff;

use super::input::{Paths, Source, told};
use super::output::{Output, counted};
use super::{Failure, Status};
use crate::formats::pips;

/// Writes records in canonical form: files in place, standard input to standard output.
#[derive(Debug, Args)]
pub(crate) struct Fmt {
    #[command(flatten)]
    paths: Paths,
    /// Change nothing; name the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change
    #[arg(long)]
    diff: bool,
    /// Write to standard output the bare form: what bears on play alone
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    bare: bool,
}

impl Fmt {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut status = Status::Well;
        let mut out = Output::standard();
        let mut changed = 0;
        let mut left = 0;
        let known = self.paths.decks.load()?;
        let sources = self.paths.sources(&mut status);
        for source in &sources {
            let bytes = match source.read() {
                Ok(bytes) => bytes,
                Err(failure) => {
                    told(&failure, &mut status);
                    continue;
                }
            };
            let formatted = pips::format_with(&bytes, self.bare, Some(&known.of_file(source.path.as_deref())));
            left += formatted.left_as_they_are;
            if let Err(failure) = self.one(source, &bytes, &formatted.bytes, &mut out, &mut changed) {
                if matches!(&failure, Failure::Io { error, .. } if error.kind() == std::io::ErrorKind::BrokenPipe) {
                    return Err(failure);
                }
                told(&failure, &mut status);
            }
        }
        out.finish()?;
        if self.check || self.diff {
            anstream::eprintln!("{} of {} would change", changed, counted(sources.len() as u64, "file"));
        }
        if left > 0 {
            let records = counted(left, "record");
            anstream::eprintln!(
                "{records} left as they are, with errors of syntax or tags, or a game whose rules are not built in; `pipscribe check` says which"
            );
        }
        let due = if changed > 0 && self.check { Status::Findings } else { Status::Well };
        Ok(status.max(due))
    }

    fn one(
        &self,
        source: &Source,
        before: &[u8],
        after: &[u8],
        out: &mut Output,
        changed: &mut u64,
    ) -> Result<(), Failure> {
        let differs = before != after;
        *changed += u64::from(differs);
        if self.diff && differs {
            let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(after));
            let diff = TextDiff::from_lines(before.as_ref(), after.as_ref());
            return out.write(&diff.unified_diff().header(&source.name, &source.name).to_string());
        }
        if self.check && differs {
            return out.write(&format!("{}\n", source.name));
        }
        match &source.path {
            _ if self.check || self.diff => Ok(()),
            Some(path) if !self.bare => {
                if differs {
                    replace(path, after)
                        .map_err(|error| Failure::Io { what: format!("writing {}", source.name), error })?;
                }
                Ok(())
            }
            _ => out.write_bytes(after),
        }
    }
}

/// Replaces a file whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path)?;
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::File::create(&beside)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // What is half written helps nobody; that it could not be removed would hide the cause.
        let _ = fs::remove_file(&beside);
    }
    written
}
