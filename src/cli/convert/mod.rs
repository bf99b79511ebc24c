//! `pipscribe convert`

mod list;
mod table;
mod writer;

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use super::decks::DeckArguments;
use super::input::{Source, told};
use super::names::{Names, check_variant, meant};
use super::output::{Output, counted, look, tell, tell_text};
use super::walk::{Finder, FolderOptions};
use super::{Failure, Status};
use crate::findings::Finding;
use crate::formats::{
    Assumptions, CutPiece, FORMATS, Format, Losses, Pieces, Recognised, TextStream, decode, format_named, pips,
    recognise,
};
use crate::games::GameId;
use crate::reports::{ForeignText, HumanWriter, Look};
use crate::text::{MAX_FINDINGS, PageBlock, RecordSplitter, SourceText};

use table::{PARQUET, Table};
use writer::RecordsWriter;

/// Converts files between formats. Findings, and what cannot be carried over, go to standard error.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// Files, folders (all `.pips` files under them but hidden ones and what a `.gitignore` names), or `-` for
    /// standard input. Of a page (`.md`, `.tex`, `.typ`) the blocks fenced as `pips` are read, unless
    /// `--from` says another format than `pips`
    #[arg(value_name = "PATH", required_unless_present_any = ["list", "about"])]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    folders: FolderOptions,
    /// The format to read; recognised where it is not given
    #[arg(long, value_name = "FORMAT", value_parser = format_names(|format| format.reads()))]
    from: Option<String>,
    /// The format to write; by the name of the output file where it is not given, else the notation
    #[arg(long, value_name = "FORMAT", value_parser = target_names())]
    to: Option<String>,
    /// The columns of a table (`csv`, `csv-turns`), in this order; `all` for all of them, which are more than the format has without this
    /// option. Then every record is a row, whatever is wrong with it
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    columns: Vec<String>,
    /// For a table that a spreadsheet opens: a cell that would be a formula begins with an apostrophe (`csv`, `csv-turns`)
    #[arg(long)]
    spreadsheet: bool,
    /// The game, where the format read does not say it
    #[arg(long, value_name = "GAME", value_parser = Names::games())]
    game: Option<String>,
    /// The variant, where the format read does not say it
    #[arg(long, value_name = "VARIANT", value_parser = Names::variants(), hide_possible_values = true)]
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
    #[arg(long, value_name = "FORMAT", value_parser = format_names(|_| true))]
    about: Option<String>,
    /// The file to write, for several files a folder; standard output where it is not given
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    decks: DeckArguments,
}

/// How the notation itself is called.
const PIPS: &str = "pips";

fn names(wanted: fn(&dyn Format) -> bool) -> Vec<&'static str> {
    let foreign = FORMATS.iter().filter(|format| wanted(**format)).map(|format| format.name());
    [PIPS].into_iter().chain(foreign).collect()
}

fn format_names(wanted: fn(&dyn Format) -> bool) -> Names {
    Names::few("format", names(wanted))
}

/// What can be written: formats, and tables that are no text.
fn target_names() -> Names {
    let formats = names(|format| format.writes()).into_iter();
    Names::few("format", formats.chain(PARQUET.iter().map(|(name, _)| *name)))
}

/// A format that is read or written; `None` for the notation itself.
type Foreign = Option<&'static dyn Format>;

/// What has come of a conversion so far.
struct ConvertTally {
    status: Status,
    losses: Losses,
}

/// Whether a path ends as files of a format do.
fn is_named_as_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ending == PIPS || FORMATS.iter().any(|format| format.endings().contains(&ending)))
}

impl Convert {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.list {
            return list::list();
        }
        if let Some(name) = &self.about {
            let mut out = Output::standard();
            out.write(format_named(name).map_or(pips::PAGE, |format| format.page()))?;
            out.finish()?;
            return Ok(Status::Well);
        }
        check_variant(self.game.as_deref().and_then(GameId::named), self.variant.as_deref())?;
        let mut tally = ConvertTally { status: Status::Well, losses: Losses::default() };
        let sources = self.sources(&mut tally.status);
        let is_many = sources.len() > 1 || self.paths.iter().any(|path| path.is_dir());
        let is_folder = self.output.as_ref().is_some_and(|output| output.is_dir());
        // A table has the rows of all files, unless it is to be several in a folder that is there.
        let table = Table::asked(self.table_name(!is_folder), &self.columns)?;
        if self.strict && table.is_some() {
            let message = "`--strict` is for formats that carry whole records: a table has the columns that are chosen, and no more";
            return Err(Failure::Usage(message.into()));
        }
        if self.spreadsheet && !self.table_name(!is_folder).is_some_and(|name| ["csv", "csv-turns"].contains(&name)) {
            return Err(Failure::Usage("`--spreadsheet` is for tables: say `--to csv` or `--to csv-turns`".into()));
        }
        let is_spread = is_folder || (is_many && table.is_none());
        let folder = self.output.as_deref().filter(|_| is_spread);
        if let Some(folder) = folder.filter(|folder| !is_folder && is_named_as_file(folder)) {
            let message = "several files become several, in a folder, and `{}` is a name of one file; \
                           `--to csv --columns all` makes one table of them";
            return Err(Failure::Usage(message.replace("{}", &folder.display().to_string())));
        }
        let to = if table.is_some() { None } else { self.target(folder.is_none())? };
        let decks = self.decks.load()?;
        match folder {
            None => {
                let mut out = self.guarded(Output::to(self.output.as_deref())?.for_records());
                let mut writer = RecordsWriter::new(to, table, &mut out)?;
                for (source, _) in &sources {
                    writer.context = decks.of_file(source.path.as_deref());
                    let converted = self.convert(source, &mut writer, &mut tally);
                    // Of one file alone nothing is written where it cannot be read.
                    match sources.len() {
                        1 => converted?,
                        _ => drop(unless_read(converted, &mut tally)?),
                    }
                }
                writer.finish()?;
                out.finish()?;
            }
            Some(folder) => {
                for ((source, _), target) in
                    sources.iter().zip(targets(folder, &sources, ending_of(to, table.as_ref()))?)
                {
                    let parent = target.parent().unwrap_or(folder);
                    std::fs::create_dir_all(parent)
                        .map_err(|error| Failure::Io { what: format!("creating {}", parent.display()), error })?;
                    let mut out = self.guarded(Output::to(Some(&target))?);
                    let mut writer = RecordsWriter::new(to, table.clone(), &mut out)?;
                    writer.context = decks.of_file(source.path.as_deref());
                    let converted = self.convert(source, &mut writer, &mut tally);
                    if unless_read(converted, &mut tally)? {
                        writer.finish()?;
                        out.finish()?;
                    }
                }
            }
        }
        for lost in tally.losses.in_words() {
            tell!("not carried over: {lost}");
        }
        let lost = self.strict && !tally.losses.is_empty();
        Ok(tally.status.max(if lost { Status::Findings } else { Status::Well }))
    }

    /// The files to read, each with its place below the folder that it was found in.
    fn sources(&self, status: &mut Status) -> Vec<(Source, PathBuf)> {
        let mut all = Vec::new();
        let mut finder = Finder::new(self.folders, false);
        for path in &self.paths {
            for source in finder.find(path, status) {
                let inner = source.path.as_deref().and_then(|file| file.strip_prefix(path).ok());
                let inner = inner.filter(|inner| !inner.as_os_str().is_empty());
                let name = || PathBuf::from(path.file_name().unwrap_or(path.as_os_str()));
                let place = inner.map_or_else(name, Path::to_owned);
                all.push((source, place));
            }
        }
        all
    }

    /// The name of the format to write where it may be a table.
    fn table_name(&self, by_name: bool) -> Option<&str> {
        let ending = self.output.as_ref().filter(|_| by_name).and_then(|path| path.extension());
        self.to
            .as_deref()
            .or_else(|| ending.and_then(|ending| ending.to_str()).filter(|ending| ["csv", "parquet"].contains(ending)))
    }

    /// The output, guarded against formulas where that is asked for.
    fn guarded(&self, out: Output) -> Output {
        if self.spreadsheet { out.for_spreadsheets() } else { out }
    }

    /// The format to write: as it is said, else by the name of the output, in which an ending has to mean something.
    fn target(&self, by_name: bool) -> Result<Foreign, Failure> {
        let ending = self.output.as_ref().filter(|_| by_name).and_then(|path| path.extension());
        let ending = ending.and_then(|ending| ending.to_str());
        if let Some(name) = &self.to {
            let Some(named) = format_named(name) else { return Ok(None) };
            return Ok(Some(ending.and_then(|ending| named.form_for(ending)).unwrap_or(named)));
        }
        let Some(ending) = ending.filter(|ending| !ending.eq_ignore_ascii_case(PIPS)) else { return Ok(None) };
        let writing = || FORMATS.iter().filter(|format| format.writes());
        let fits = |format: &&&dyn Format| format.endings().contains(&ending);
        let unknown = || {
            let mut endings = vec![PIPS];
            endings.extend(writing().flat_map(|format| format.endings()).copied());
            let mut seen = BTreeSet::new();
            endings.retain(|known| seen.insert(*known));
            let meant = meant(ending, endings.iter().copied());
            let known: Vec<String> = endings.iter().map(|known| format!(".{known}")).collect();
            let known = known.join(", ");
            Failure::Usage(format!(
                "`.{ending}` is no ending of a format{meant} (the endings are {known}; or say `--to`)"
            ))
        };
        writing().find(fits).copied().map(Some).ok_or_else(unknown)
    }

    fn convert(
        &self,
        source: &Source,
        writer: &mut RecordsWriter<'_>,
        tally: &mut ConvertTally,
    ) -> Result<(), Failure> {
        let mut input = TextStream::new(source.open()?).map_err(|error| source.failure(error))?;
        let from = match self.from.as_deref() {
            Some(name) => format_named(name),
            None if source.page_kind().is_some() => None,
            None => match recognised(source, &input.head()) {
                // A file that is no text is a row like any other.
                Err(Failure::Usage(_)) if writer.is_table() => None,
                recognised => recognised?,
            },
        };
        if let (None, Some(tried)) = (&self.from, from.and_then(<dyn Format>::tried)) {
            tell!("{}: {tried}", source.name);
        }
        if let Some(format) = from {
            let declared = format.declared_encoding(&input.head());
            input.declare(declared.as_deref());
        }
        if let Some(assumed) = input.assumed() {
            tell!("{}: {assumed}", source.name);
        }
        match (from, source.page_kind()) {
            (None, Some(kind)) => {
                let mut page = Vec::new();
                input.read_to_end(&mut page).map_err(|error| source.failure(error))?;
                let records: Vec<_> = kind.blocks(&page).iter().flat_map(PageBlock::whole_records).collect();
                if records.is_empty() {
                    tell!("{}: there is no record in a block fenced as `pips` in it", source.name);
                    tally.status = tally.status.max(Status::Findings);
                }
                for raw in records {
                    writer.raw(raw, source, tally)?;
                }
            }
            (None, None) => {
                for raw in RecordSplitter::for_copies(&mut input) {
                    let raw = raw.map_err(|error| source.failure(error))?;
                    writer.raw(raw, source, tally)?;
                }
            }
            (Some(format), _) => self.read(format, source, &mut input, writer, tally)?,
        }
        if input.has_faults() {
            tell!("{}: not all of its bytes are text in that encoding; U+FFFD stands for others", source.name);
            tally.status = tally.status.max(Status::Findings);
        }
        Ok(())
    }

    fn read<R: Read>(
        &self,
        format: &dyn Format,
        source: &Source,
        input: &mut TextStream<R>,
        writer: &mut RecordsWriter<'_>,
        tally: &mut ConvertTally,
    ) -> Result<(), Failure> {
        let assumptions = Assumptions {
            game: self.game.as_deref().and_then(GameId::named),
            variant: self.variant.clone(),
            options: self.options.clone(),
            context: writer.context.clone(),
        };
        let mut has_games = false;
        let mut is_of_none = None;
        let mut told = None;
        // One more says that there are more.
        let (mut room, mut unlisted) = (MAX_FINDINGS + 1, 0);
        // What is UTF-8 by now declares what it was.
        let is_bytes = input.assumed().is_none();
        let mut pieces = Pieces::new(input, format.cut());
        for piece in pieces.by_ref() {
            let CutPiece { offset, line, bytes, cut_off } = piece.map_err(|error| source.failure(error))?;
            if cut_off {
                tell!("{}:{line}: this document is too large; its end was not read", source.name);
                tally.status = tally.status.max(Status::Findings);
            }
            let declared = if is_bytes { format.declared_encoding(&bytes) } else { None };
            let decoded = decode(&bytes, declared.as_deref());
            if decoded.assumed.is_some() && told != decoded.assumed {
                told = decoded.assumed;
                tell!("{}:{line}: {}", source.name, told.as_deref().unwrap_or_default());
            }
            let text = SourceText::new(decoded.text, offset, line);
            is_of_none = Some(is_of_none.unwrap_or(true) && format.is_of_none(text.text()));
            let shown = ForeignText::new(&text);
            for game in format.read(&text, &assumptions) {
                has_games |= !game.text.is_empty() || game.findings.iter().any(Finding::is_error);
                let look = Look { colours: false, links: None, ..look() };
                let checked = &game.checked;
                let human = HumanWriter::of_foreign_text(&source.name, &shown, &checked.report, look);
                let (listed, others) = game.findings.split_at(game.findings.len().min(room));
                tell_findings(&human, listed, checked.report.findings_dropped, tally);
                (room, unlisted) = (room - listed.len(), unlisted + others.len());
                if others.iter().any(Finding::is_error) {
                    tally.status = tally.status.max(Status::Findings);
                }
                if !game.text.is_empty() {
                    writer.imported(game, source, tally)?;
                }
            }
        }
        if unlisted > 0 {
            tell!("{}: and {}", source.name, counted(unlisted as u64, "more finding"));
        }
        if pieces.is_in_list() {
            tell!("{}: the list of records is not closed by a `]`: the end of the file may be missing", source.name);
            tally.status = tally.status.max(Status::Findings);
        }
        if !has_games && !is_of_none.unwrap_or_else(|| format.is_of_none("")) {
            tell!("{}: there is no game of {} in it", source.name, format.name());
            tally.status = tally.status.max(Status::Findings);
        }
        Ok(())
    }
}

/// Tells of a file that cannot be read, which hides no other; whether it could be.
fn unless_read(converted: Result<(), Failure>, tally: &mut ConvertTally) -> Result<bool, Failure> {
    match converted {
        Ok(()) => Ok(true),
        Err(failure @ (Failure::Read { .. } | Failure::Usage(_))) => {
            told(&failure, &mut tally.status);
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// The ending of the files to write.
fn ending_of(to: Foreign, table: Option<&Table>) -> &'static str {
    match (table, to) {
        (Some(table), _) => table.ending(),
        (None, Some(format)) => format.endings().first().copied().unwrap_or("txt"),
        (None, None) => PIPS,
    }
}

/// The files to write in a folder, one for each source; no two are the same.
fn targets(folder: &Path, sources: &[(Source, PathBuf)], ending: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut targets: Vec<PathBuf> = Vec::new();
    let mut known = BTreeSet::new();
    for (source, place) in sources {
        let mut name = place.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".{ending}"));
        let target = folder.join(place.with_file_name(name));
        if !known.insert(target.clone()) {
            let message = format!("{} and another file would both be written to {}", source.name, target.display());
            return Err(Failure::Usage(message));
        }
        targets.push(target);
    }
    Ok(targets)
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

/// Tells what is wrong with a record.
fn tell_findings(human: &HumanWriter<'_>, findings: &[Finding], dropped: usize, tally: &mut ConvertTally) {
    for finding in findings {
        tell_text(&human.write(finding));
    }
    if dropped > 0 {
        tell!("and {}", counted(dropped as u64, "more finding"));
    }
    if findings.iter().any(Finding::is_error) || dropped > 0 {
        tally.status = tally.status.max(Status::Findings);
    }
}
