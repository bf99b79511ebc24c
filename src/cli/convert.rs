//! `pipscribe convert`

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::decks::DeckArguments;
use super::input::Source;
use super::output::{Output, look, tell};
use super::{Failure, Status};
use crate::findings::Finding;
use crate::findings::human::{ForeignText, HumanWriter, Look};
use crate::formats::{
    Assumptions, CutPiece, FORMATS, Format, Frame, Imported, Losses, Pieces, Recognised, decode, format_named, pips,
    recognise,
};
use crate::games::GameId;
use crate::games::pipe::Decks;
use crate::notation::Record;
use crate::text::{RawRecord, RecordSplitter, SourceText};

/// Converts files between formats. Findings, and what cannot be carried over, go to standard error.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// Files, or `-` for standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["list", "about"])]
    paths: Vec<PathBuf>,
    /// The format to read; recognised where it is not given
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(names(|format| format.reads())))]
    from: Option<String>,
    /// The format to write; by the name of the output file where it is not given, else the notation
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(names(|format| format.writes())))]
    to: Option<String>,
    /// The game, where the format read does not say it
    #[arg(long, value_name = "GAME", value_parser = PossibleValuesParser::new(GameId::ALL.map(GameId::name)))]
    game: Option<String>,
    /// The variant, where the format read does not say it
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// The value of the tag `Options`, where the format read does not say it
    #[arg(long, value_name = "OPTIONS")]
    options: Option<String>,
    /// Fails where anything cannot be carried over
    #[arg(long)]
    strict: bool,
    /// Lists the formats
    #[arg(long)]
    list: bool,
    /// Says what a format carries, what is lost and what is taken for granted
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(names(|_| true)))]
    about: Option<String>,
    /// The file to write, for several files a folder; standard output where it is not given
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    decks: DeckArguments,
}

/// How the notation itself is called.
const PIPS: &str = "pips";

/// How much of a file is looked at to recognise its format.
const HEAD: usize = 1 << 16;

fn names(wanted: fn(&dyn Format) -> bool) -> Vec<&'static str> {
    let foreign = FORMATS.iter().filter(|format| wanted(**format)).map(|format| format.name());
    [PIPS].into_iter().chain(foreign).collect()
}

/// A format that is read or written; `None` for the notation itself.
type Foreign = Option<&'static dyn Format>;

/// What has come of a conversion so far.
struct Tally {
    status: Status,
    losses: Losses,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.list {
            return list();
        }
        if let Some(name) = &self.about {
            let mut out = Output::standard();
            out.write(format_named(name).map_or(pips::PAGE, |format| format.page()))?;
            out.finish()?;
            return Ok(Status::Well);
        }
        let mut tally = Tally { status: Status::Well, losses: Losses::default() };
        let folder = self.output.as_deref().filter(|output| self.paths.len() > 1 || output.is_dir());
        for path in &self.paths {
            let standard = path == Path::new("-");
            let source = Source { name: path.display().to_string(), path: (!standard).then(|| path.clone()) };
            let to = self.target(folder.is_none())?;
            let target = match folder {
                None => self.output.clone(),
                Some(folder) => {
                    std::fs::create_dir_all(folder)
                        .map_err(|error| Failure::Io { what: format!("creating {}", folder.display()), error })?;
                    let stem = path.file_stem().unwrap_or_default();
                    let ending = to.map_or(PIPS, |format| format.endings().first().copied().unwrap_or("txt"));
                    let mut name = stem.to_owned();
                    name.push(format!(".{ending}"));
                    Some(folder.join(name))
                }
            };
            let mut out = Output::to(target.as_deref())?;
            self.convert(&source, to, &mut out, &mut tally)?;
            out.finish()?;
        }
        for lost in tally.losses.in_words() {
            tell!("not carried over: {lost}");
        }
        let lost = self.strict && !tally.losses.is_empty();
        Ok(tally.status.max(if lost { Status::Findings } else { Status::Well }))
    }

    /// The format to write.
    fn target(&self, by_name: bool) -> Result<Foreign, Failure> {
        if let Some(name) = &self.to {
            return Ok(format_named(name));
        }
        let ending = self.output.as_ref().filter(|_| by_name).and_then(|path| path.extension());
        let Some(ending) = ending.and_then(|ending| ending.to_str()).filter(|ending| *ending != PIPS) else {
            return Ok(None);
        };
        let fits = |format: &&&dyn Format| format.writes() && format.endings().contains(&ending);
        Ok(FORMATS.iter().find(fits).copied())
    }

    fn convert(&self, source: &Source, to: Foreign, out: &mut Output, tally: &mut Tally) -> Result<(), Failure> {
        let mut input = BufReader::with_capacity(HEAD, source.open()?);
        let from = match self.from.as_deref() {
            Some(name) => format_named(name),
            None => recognised(source, input.fill_buf().map_err(|error| source.failure(error))?)?,
        };
        if let (None, Some(tried)) = (&self.from, from.and_then(<dyn Format>::tried)) {
            tell!("{}: {tried}", source.name);
        }
        let decks = self.decks.load()?.of_file(source.path.as_deref());
        let mut writer =
            Writer { to, out, joiner: pips::Joiner::default(), count: 0, hashes: Vec::new(), decks: &decks };
        match from {
            None => {
                for raw in RecordSplitter::whole(input) {
                    let raw = raw.map_err(|error| source.failure(error))?;
                    writer.raw(raw, source, tally)?;
                }
            }
            Some(format) => self.read(format, source, input, &mut writer, tally)?,
        }
        writer.finish()
    }

    fn read(
        &self,
        format: &dyn Format,
        source: &Source,
        input: impl Read,
        writer: &mut Writer<'_>,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let assumptions = Assumptions {
            game: self.game.as_deref().and_then(GameId::named),
            variant: self.variant.clone(),
            options: self.options.clone(),
            decks: Some(Arc::clone(writer.decks)),
        };
        let mut count = 0_u64;
        let mut has_told_encoding = false;
        let mut pieces = Pieces::new(input, format.cut());
        for piece in pieces.by_ref() {
            let CutPiece { offset, line, bytes, cut_off } = piece.map_err(|error| source.failure(error))?;
            if cut_off {
                tell!("{}:{line}: this document is too large; its end was not read", source.name);
                tally.status = tally.status.max(Status::Findings);
            }
            let decoded = decode(&bytes, format.declared_encoding(&bytes).as_deref());
            if let (Some(assumed), false) = (&decoded.assumed, has_told_encoding) {
                tell!("{}:{line}: {assumed}", source.name);
                has_told_encoding = true;
            }
            let text = SourceText::new(decoded.text, offset, line);
            let shown = ForeignText::new(&text);
            for game in format.read(&text, &assumptions) {
                count += 1;
                tell_findings(&source.name, &shown, &game, tally);
                if !game.text.is_empty() {
                    writer.imported(game, source, tally)?;
                }
            }
        }
        if pieces.is_in_list() {
            tell!("{}: the list of records is not closed by a `]`: the end of the file may be missing", source.name);
            tally.status = tally.status.max(Status::Findings);
        }
        if count == 0 {
            tell!("{}: there is no game of {} in it", source.name, format.name());
            tally.status = tally.status.max(Status::Findings);
        }
        Ok(())
    }
}

fn list() -> Result<Status, Failure> {
    let mut out = Output::standard();
    out.write("format            reads writes\n")?;
    out.write(&format!("{PIPS:<18}yes   yes     the notation itself\n"))?;
    for format in FORMATS {
        let yes = |is: bool| if is { "yes" } else { "-" };
        let (reads, writes) = (yes(format.reads()), yes(format.writes()));
        out.write(&format!("{:<18}{reads:<6}{writes:<8}{}\n", format.name(), format.about()))?;
    }
    out.finish()?;
    Ok(Status::Well)
}

/// The format of a file, by its beginning and its name.
fn recognised(source: &Source, head: &[u8]) -> Result<Foreign, Failure> {
    let ending = source.path.as_ref().and_then(|path| path.extension()).and_then(|ending| ending.to_str());
    match recognise(&String::from_utf8_lossy(head), ending) {
        Some(Recognised::Notation) => Ok(None),
        Some(Recognised::Foreign(format)) => Ok(Some(format)),
        None => {
            let tried = names(|format| format.reads()).join(", ");
            let message = format!("{} is in none of the formats that were tried ({tried}): say --from", source.name);
            Err(Failure::Usage(message))
        }
    }
}

fn tell_findings(name: &str, text: &ForeignText<'_>, game: &Imported, tally: &mut Tally) {
    let look = Look { colours: false, ..look() };
    let writer = HumanWriter::of_foreign_text(name, text, &game.checked.record, game.checked.game, look);
    for finding in &game.findings {
        tell!(no_end writer.write(finding));
    }
    if game.findings.iter().any(Finding::is_error) {
        tally.status = tally.status.max(Status::Findings);
    }
}

/// Writes records one after the other.
struct Writer<'a> {
    to: Foreign,
    out: &'a mut Output,
    joiner: pips::Joiner,
    /// How many records were written.
    count: u64,
    /// The `#` comments before the first record.
    hashes: Vec<u8>,
    decks: &'a Arc<dyn Decks>,
}

impl Writer<'_> {
    fn raw(&mut self, raw: RawRecord, source: &Source, tally: &mut Tally) -> Result<(), Failure> {
        if self.to.is_none() {
            return self.piece(pips::Piece::of(raw, false, Some(self.decks)));
        }
        if raw.preamble {
            self.hashes = raw.bytes;
            return Ok(());
        }
        let line = raw.line;
        let mut raw = raw.capped();
        if !self.hashes.is_empty() {
            // They belong to the first record of the file.
            raw.bytes.splice(0..0, std::mem::take(&mut self.hashes));
        }
        self.foreign(Record::parse(raw), source, line, tally)
    }

    fn imported(&mut self, game: Imported, source: &Source, tally: &mut Tally) -> Result<(), Failure> {
        match self.to {
            None => self.piece(pips::Piece::Canonical(game.text)),
            Some(_) => {
                // Its first bytes may be `#` comments, which are no record of their own.
                let bytes = game.text.into_bytes();
                let raw = RawRecord { offset: 0, line: 1, bytes, dropped: 0, preamble: false };
                self.foreign(Record::parse(raw), source, 1, tally)
            }
        }
    }

    fn piece(&mut self, piece: pips::Piece) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        self.joiner.push(piece, &mut bytes);
        self.out.write_bytes(&bytes)
    }

    fn foreign(&mut self, record: Record, source: &Source, line: u64, tally: &mut Tally) -> Result<(), Failure> {
        let Some(format) = self.to else { return Ok(()) };
        let record = record.with_decks(Arc::clone(self.decks));
        match format.write_numbered(&record, self.count + 1) {
            Ok(exported) => {
                let Frame { head, between, .. } = format.frame();
                self.out.write(if self.count > 0 { between } else { head })?;
                self.count += 1;
                tally.losses.merge(exported.losses);
                self.out.write(&exported.text)
            }
            Err(error) => {
                tell!("{}:{line}: {error}", source.name);
                tally.status = Status::Failed;
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<(), Failure> {
        let Some(format) = self.to else { return Ok(()) };
        let Frame { head, tail, .. } = format.frame();
        self.out.write(if self.count > 0 { "" } else { head })?;
        self.out.write(tail)
    }
}
