//! Checks every record in a folder and its subfolders, and counts the codes of their findings.
//!
//! `cargo run --example count -- corpus/gipf/real`; without a folder, it reads the current one.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{File, read_dir};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use pipscribe::check_reader;
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
    for entry in read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            count(&path, counts)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "pips")
        {
            for checked in check_reader(BufReader::new(File::open(path)?)) {
                for finding in checked?.report.findings {
                    *counts.entry(finding.code).or_default() += 1;
                }
            }
        }
    }
    Ok(())
}
