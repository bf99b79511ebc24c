//! Checks every record in a folder and its subfolders, and counts the codes of their findings.
//!
//! `cargo run --example count -- corpus/gipf/real`; without a folder, the current one.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use pipscribe::check_reader;
use pipscribe::files::RecordFiles;
use pipscribe::findings::Code;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("."), PathBuf::from);
    let mut counts = BTreeMap::new();
    count(&folder, &mut counts)?;
    for (code, count) in counts {
        println!("{count:6} {code:24} {}", code.summary);
    }
    Ok(())
}

/// Adds the findings of all records in a folder to the counts.
pub(crate) fn count(
    folder: &Path,
    counts: &mut BTreeMap<Code, usize>,
) -> Result<(), Box<dyn Error>> {
    for file in RecordFiles::beneath(folder).walk() {
        for checked in check_reader(BufReader::new(File::open(file?)?)) {
            for finding in checked?.report.findings {
                *counts.entry(finding.code).or_default() += 1;
            }
        }
    }
    Ok(())
}
