//! `pipscribe convert --list`: the table of formats.

use super::PIPS;
use super::table::PARQUET;
use crate::cli::output::Output;
use crate::cli::{Failure, Status};
use pipscribe::formats::FORMATS;

/// Lists the formats that can be read and written.
pub(super) fn list() -> Result<Status, Failure> {
    let mut out = Output::standard();
    out.write("format              reads writes\n")?;
    out.write(&format!("{PIPS:<20}yes   yes     the notation itself\n"))?;
    for format in FORMATS {
        let yes = |is: bool| if is { "yes" } else { "-" };
        let reads = yes(format.info().reads);
        let writes = yes(format.info().writes);
        out.write(&format!(
            "{:<20}{reads:<6}{writes:<8}{}\n",
            format.name(),
            format.info().about
        ))?;
    }
    for (name, about) in PARQUET {
        out.write(&format!("{name:<20}-     yes     {about}\n"))?;
    }
    out.finish()?;
    Ok(Status::Well)
}
