//! `pipscribe convert`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::decks::DeckArguments;
use super::input::Source;
use super::output::{Output, counted, look, tell};
use super::{Failure, Status};
use crate::findings::Finding;
use crate::findings::human::{HumanWriter, Look};
use crate::formats::gipf_com::{self, Assumptions};
use crate::formats::{Losses, pips};
use crate::games::GameId;
use crate::notation::Record;
use crate::text::{SourceText, split_text};

/// Converts a file between formats. Findings and what cannot be carried over go to standard
/// error.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The file, or `-` for standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The format to read; recognised where it is not given
    #[arg(long, value_enum)]
    from: Option<Format>,
    /// The format to write
    #[arg(long, value_enum, default_value_t = Format::Pips)]
    to: Format,
    /// The variant, where the format read does not say it
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// The value of the tag `Options`, where the format read does not say it
    #[arg(long, value_name = "OPTIONS")]
    options: Option<String>,
    /// The file to write; standard output where it is not given
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    decks: DeckArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The notation itself
    Pips,
    /// The notation of gipf.com
    #[value(name = "gipf.com")]
    GipfCom,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let standard = self.path == std::path::Path::new("-");
        let source = Source { name: self.path.display().to_string(), path: (!standard).then(|| self.path.clone()) };
        let bytes = source.read()?;
        let has_record = || split_text(&bytes).iter().any(|raw| raw.bytes.starts_with(b"[Game \""));
        let from = self.from.unwrap_or_else(|| if has_record() { Format::Pips } else { Format::GipfCom });
        let mut losses = Losses::default();
        let (text, status) = match (from, self.to) {
            (Format::Pips, Format::Pips) => {
                let decks = self.decks.load()?.of_file(source.path.as_deref());
                let formatted = pips::format_with(&bytes, false, Some(&decks));
                (String::from_utf8_lossy(&formatted.bytes).into_owned(), Status::Well)
            }
            (Format::GipfCom, to) => self.read_gipf_com(&source.name, bytes, to, &mut losses)?,
            (Format::Pips, Format::GipfCom) => to_gipf_com(&bytes, &mut losses)?,
        };
        for (kind, count) in losses.iter() {
            tell!("not carried over: {}", counted(count, kind));
        }
        let mut out = Output::to(self.output.as_deref())?;
        out.write(&text)?;
        out.finish()?;
        Ok(status)
    }

    fn read_gipf_com(
        &self,
        name: &str,
        bytes: Vec<u8>,
        to: Format,
        losses: &mut Losses,
    ) -> Result<(String, Status), Failure> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Failure::Usage(format!("{name} is not UTF-8 from byte {at} on: save it as UTF-8"))
        })?;
        let text = SourceText::new(text, 0, 1);
        let assumptions = Assumptions { variant: self.variant.clone(), options: self.options.clone() };
        let games = gipf_com::read(&text, &assumptions);
        let mut status = Status::Well;
        let mut converted = Vec::new();
        let look = Look { colours: false, ..look() };
        for game in games {
            let checked = &game.checked;
            let writer = HumanWriter::of_foreign_text(name, &text, &checked.record, checked.game, look);
            for finding in &game.findings {
                tell!(no_end writer.write(finding));
            }
            if game.findings.iter().any(Finding::is_error) {
                status = Status::Findings;
            }
            if to == Format::GipfCom {
                let (text, lost) = gipf_com::write(&Record::parse_str(&game.text));
                losses.merge(lost);
                converted.push(text);
            } else {
                converted.push(game.text);
            }
        }
        Ok((converted.join("\n"), status))
    }
}

fn to_gipf_com(bytes: &[u8], losses: &mut Losses) -> Result<(String, Status), Failure> {
    let mut converted = Vec::new();
    for raw in split_text(bytes).into_iter().filter(|raw| !raw.preamble) {
        let line = raw.line;
        let record = Record::parse(raw);
        let game = record.tag("Game").and_then(|tag| GameId::named(&tag.value));
        if game != Some(GameId::Gipf) {
            return Err(Failure::Usage(format!(
                "the record on line {line} is not GIPF, which gipf.com's notation is for"
            )));
        }
        let (text, lost) = gipf_com::write(&record);
        losses.merge(lost);
        converted.push(text);
    }
    Ok((converted.join("\n"), Status::Well))
}
