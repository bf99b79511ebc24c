//! `pipscribe convert`. The library's [`Converter`] converts one file; this command finds the files
//! and chooses the formats and outputs. The *notation* is the format of this program, `pips`. All
//! other formats are *foreign*.
//!
//! There is either one output for all files, whose extension may select the format, or a folder
//! with one output for each file.

mod list;
mod output_names;
mod sink;
mod table;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::deck_lookup::{DeckArguments, KnownDecks};
use super::file_finder::{Finder, FolderOptions};
use super::known_names::{NameParser, check_variant, games, unknown_extension};
use super::limited_files::read_file;
use super::new_folders::create_folder;
use super::output::{Output, stderr_line};
use super::overwrite_protection::{Overwrite, must_not_be_found, must_not_be_read};
use super::paths::path_name;
use super::source::{Source, report_failure};
use super::{Failure, Status, project_settings};
use pipscribe::formats::converter::{Converter, Input, Stop, Summary, Target};
use pipscribe::formats::{
    Assumptions, FORMATS, Format, Losses, PARTLY_QUOTED, Recognised, format_named, pips,
};
use pipscribe::games::{Context, GameId};

use output_names::{OutputFiles, extension_of_output};
use sink::CliSink;
use table::{CSV, PARQUET, Table};

/// Arguments of `pipscribe convert`.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// Files or folders, or `-` for standard input. In a folder: every .pips file and every
    /// document with records, except hidden, git-ignored and excluded ones. In a document (`.md`,
    /// `.tex`, `.typ`): the code blocks marked `pips`, unless `--from` names another format
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    folders: FolderOptions,
    /// Set the format to read [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_names(|format| format.info().reads))]
    from: Option<String>,
    /// Set the format to write [default: by extension of the output, else pips]
    #[arg(long, value_name = "FORMAT", value_parser = target_names())]
    to: Option<String>,
    /// Choose the columns of a table (`csv`, `csv-turns`), in this order; `all` for all of them. In
    /// a table of records, a name such as `Event` selects a tag. Invalid records get a row too
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    columns: Vec<String>,
    /// Write a table for a spreadsheet (`csv`, `csv-turns`): an apostrophe goes before a cell that
    /// would be a formula
    #[arg(long)]
    spreadsheet: bool,
    /// Set the game if the input does not name it
    #[arg(long, value_name = "GAME", value_parser = games())]
    game: Option<GameId>,
    /// Set the variant if the input does not name it
    #[arg(long, value_name = "VARIANT", value_parser = NameParser::variants(), hide_possible_values = true)]
    variant: Option<String>,
    /// Set the tag `Options` if the input does not have it
    #[arg(long, value_name = "OPTIONS")]
    options: Option<String>,
    /// Fail if anything cannot be carried over
    #[arg(long)]
    strict: bool,
    /// List the formats
    #[arg(long)]
    list: bool,
    /// Describe a format: what it carries, what is lost, what is assumed
    #[arg(long, value_name = "FORMAT", value_parser = format_names(|_| true))]
    about: Option<String>,
    /// Write to PATH; for several files, a folder [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Keep the outputs of files with the same name apart: the output of `g4.yaml` is
    /// `g4-yaml.pips`, then `g4-yaml-2.pips`
    #[arg(long, requires = "output")]
    suffix: bool,
    #[command(flatten)]
    decks: DeckArguments,
}

/// The name of the notation as a format.
const PIPS: &str = "pips";

/// Returns the names of the notation and of the foreign formats for which `is_included` is true.
fn names(is_included: fn(&dyn Format) -> bool) -> Vec<&'static str> {
    let foreign = FORMATS
        .iter()
        .filter(|format| is_included(**format))
        .map(|format| format.name());
    [PIPS].into_iter().chain(foreign).collect()
}

fn format_names(is_included: fn(&dyn Format) -> bool) -> NameParser {
    NameParser::few("format", names(is_included))
}

/// Returns the names of all formats that can be written: text formats, and tables that are not
/// text.
fn target_names() -> NameParser {
    let formats = names(|format| format.info().writes).into_iter();
    NameParser::few(
        "format",
        formats.chain(PARQUET.iter().map(|(name, _)| *name)),
    )
}

/// A format other than the notation; `None` for the notation itself.
type Foreign = Option<&'static dyn Format>;

/// A file to read.
struct InputFile {
    source: Source,
    /// The path relative to the folder in which the file was found; the name of a file that was
    /// named itself.
    relative_path: PathBuf,
}

/// Input and output of a conversion.
struct Job {
    files: Vec<InputFile>,
    to: Foreign,
    /// The table to write; `None` for records or text.
    table: Option<Table>,
    decks: Arc<KnownDecks>,
}

impl Job {
    fn target(&self) -> Target {
        match (&self.table, self.to) {
            (Some(_), _) => Target::Rows,
            (None, Some(format)) => Target::Foreign(format),
            (None, None) => Target::Notation,
        }
    }
}

/// Totals of a conversion.
struct ConvertTally {
    status: Status,
    losses: Losses,
}

/// Returns true if a path has the extension of a format.
fn is_named_as_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        extension == PIPS
            || FORMATS
                .iter()
                .any(|format| format.info().endings.contains(&extension))
    })
}

impl Convert {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.list {
            return list::list();
        }
        if let Some(name) = &self.about {
            let page = format_named(name).map_or(pips::PAGE, |format| format.info().page);
            Output::write_whole(None, page)?;
            return Ok(Status::Well);
        }

        check_variant(self.game, self.variant.as_deref())?;
        let mut tally = ConvertTally {
            status: Status::Well,
            losses: Losses::default(),
        };
        let files = self.files(&mut tally.status);
        let is_folder = self.output.as_ref().is_some_and(|output| output.is_dir());
        let table = self.table(is_folder)?;
        let folder = self.output_folder(&files, is_folder, table.is_some())?;
        let to = if table.is_some() {
            None
        } else {
            self.target(folder.is_none())?
        };
        project_settings::check(files.iter().map(|file| file.source.path.as_deref()))?;
        let job = Job {
            files,
            to,
            table,
            decks: self.decks.load()?,
        };
        match folder {
            None => self.convert_to_one_output(&job, &mut tally)?,
            Some(folder) => self.convert_to_folder(folder, &job, &mut tally)?,
        }

        for lost in tally.losses.in_words() {
            stderr_line!("not carried over: {lost}");
        }
        let lost = self.strict && !tally.losses.is_empty();
        Ok(tally.status.max(Status::findings_if(lost)))
    }

    /// Returns the table to write, if one was requested. The table has the rows of all files,
    /// unless several tables go into an existing folder.
    fn table(&self, is_folder: bool) -> Result<Option<Table>, Failure> {
        let name = self.table_name(!is_folder);
        let table = Table::requested(name, &self.columns)?;
        if self.strict && table.is_some() {
            let message = "`--strict` is for formats that carry whole records; a table has only the chosen columns";
            return Err(Failure::Usage(message.into()));
        }
        if self.spreadsheet && !name.is_some_and(|name| CSV.contains(&name)) {
            return Err(Failure::Usage(
                "`--spreadsheet` is for tables: set `--to csv` or `--to csv-turns`".into(),
            ));
        }
        Ok(table)
    }

    /// Returns the folder for one output file per source; `None` for a single output.
    fn output_folder(
        &self,
        files: &[InputFile],
        is_folder: bool,
        is_table: bool,
    ) -> Result<Option<&Path>, Failure> {
        let has_several_inputs = files.len() > 1 || self.paths.iter().any(|path| path.is_dir());
        let needs_folder = is_folder || (has_several_inputs && !is_table);
        if !needs_folder {
            return Ok(None);
        }

        match self.output.as_deref() {
            Some(folder) if !is_folder && is_named_as_file(folder) => {
                let message = "several files need a folder as output, not the file `{}`; \
                               without `-o`, all records go to standard output, and \
                               `--to csv --columns all` makes one table of them";
                Err(Failure::Usage(message.replace("{}", &path_name(folder))))
            }
            folder => Ok(folder),
        }
    }

    fn convert_to_one_output(&self, job: &Job, tally: &mut ConvertTally) -> Result<(), Failure> {
        must_not_be_read(self.output.as_deref(), &self.paths, self.folders)?;
        self.overwrite.check(self.output.as_deref(), &self.paths)?;
        let mut out = self.guarded(Output::to(self.output.as_deref())?.for_data());
        let sink = CliSink::new(job.table.clone(), &mut out)?;
        let mut converter = Converter::new(job.target(), sink);
        for InputFile { source, .. } in &job.files {
            let context = job.decks.context_for(source.path.as_deref())?;
            let converted = self.convert(source, &mut converter, context);
            let is_only_file = job.files.len() == 1;
            if is_only_file {
                // If it cannot be read, nothing is written.
                converted?;
            } else {
                let _ = report_unless_read(converted, tally)?;
            }
        }
        // If nothing could be read from a file, such as a record of another game, no existing file
        // is replaced.
        if tally.finish(converter)? || self.output.is_none() {
            out.finish()
        } else {
            Ok(())
        }
    }

    fn convert_to_folder(
        &self,
        folder: &Path,
        job: &Job,
        tally: &mut ConvertTally,
    ) -> Result<(), Failure> {
        let extension = extension_of_output(job.to, job.table.as_ref());
        let outputs = OutputFiles {
            folder,
            extension,
            use_suffix: self.suffix,
        }
        .paths(&job.files)
        .map_err(|collisions| shared_names(&collisions))?;
        must_not_be_found(Some(folder), &self.paths, self.folders)?;
        must_not_be_inputs(&outputs, &job.files)?;
        for output in &outputs {
            self.overwrite.check(Some(output), &self.paths)?;
        }

        for (InputFile { source, .. }, output) in job.files.iter().zip(outputs) {
            let parent = output.parent().unwrap_or(folder);
            let _new_folders = create_folder(parent)?;
            let mut out = self.guarded(Output::to(Some(&output))?.for_data());
            let sink = CliSink::new(job.table.clone(), &mut out)?;
            let mut converter = Converter::new(job.target(), sink);
            let context = job.decks.context_for(source.path.as_deref())?;
            let converted = self.convert(source, &mut converter, context);
            if report_unless_read(converted, tally)? && tally.finish(converter)? {
                out.finish()?;
            }
        }
        Ok(())
    }

    /// Returns the files to read.
    fn files(&self, status: &mut Status) -> Vec<InputFile> {
        let mut files = Vec::new();
        let mut finder = Finder::new(self.folders);
        for path in &self.paths {
            for source in finder.find(path, status) {
                let path_in_folder = source
                    .path
                    .as_deref()
                    .and_then(|file| file.strip_prefix(path).ok())
                    .filter(|inner| !inner.as_os_str().is_empty());
                let relative_path = match path_in_folder {
                    Some(inner) => inner.to_owned(),
                    None => PathBuf::from(path.file_name().unwrap_or(path.as_os_str())),
                };
                files.push(InputFile {
                    source,
                    relative_path,
                });
            }
        }
        files
    }

    /// Returns the name of the format to write, if it may be a table.
    fn table_name(&self, use_extension: bool) -> Option<&str> {
        if let Some(name) = &self.to {
            return Some(name);
        }
        self.output_extension(use_extension)
            .filter(|extension| ["csv", "parquet"].contains(extension))
    }

    /// Returns the extension of the output, if `use_extension` allows it to select the format.
    fn output_extension(&self, use_extension: bool) -> Option<&str> {
        if !use_extension {
            return None;
        }
        self.output.as_ref()?.extension()?.to_str()
    }

    /// Returns the output, with a guard against formulas if one was requested.
    fn guarded(&self, out: Output) -> Output {
        if self.spreadsheet {
            out.for_spreadsheets()
        } else {
            out
        }
    }

    /// Returns the format to write: the value of `--to`, or the format of the output's extension,
    /// which must then be known.
    fn target(&self, use_extension: bool) -> Result<Foreign, Failure> {
        let extension = self.output_extension(use_extension);
        if let Some(name) = &self.to {
            let Some(named) = format_named(name) else {
                return Ok(None);
            };
            // A format may have several forms, each with its own extension.
            let form = extension.and_then(|extension| named.form_for(extension));
            return Ok(Some(form.unwrap_or(named)));
        }

        let Some(extension) = extension else {
            return Ok(None);
        };
        if extension.eq_ignore_ascii_case(PIPS) {
            return Ok(None);
        }
        for format in FORMATS {
            if format.info().writes && format.info().endings.contains(&extension) {
                return Ok(Some(*format));
            }
        }
        Err(unknown_output_extension(extension))
    }

    /// Converts a file.
    fn convert(
        &self,
        source: &Source,
        converter: &mut Converter<CliSink<'_>>,
        context: Context,
    ) -> Result<(), Failure> {
        let mut assumptions = Assumptions::default();
        assumptions.game = self.game;
        assumptions.variant = self.variant.clone();
        assumptions.options = self.options.clone();
        assumptions.context = context.clone();
        converter.sink.begin_file(&source.name, context);
        let from = self.from.as_deref().map(|name| match format_named(name) {
            Some(format) => Recognised::Foreign(format),
            None => Recognised::Notation,
        });
        let extension = source
            .path
            .as_ref()
            .and_then(|path| path.extension())
            .and_then(|extension| extension.to_str());
        // If a foreign format is given, a document is read in that format.
        let page = match from {
            Some(Recognised::Foreign(_)) => None,
            _ => source.page_kind(),
        };
        if let (Some(kind), Some(path)) = (page, &source.path)
            && let Ok(bytes) = read_file(path)
        {
            source.report_unread_blocks(kind, &bytes);
        }
        let input = Input {
            from,
            ending: extension,
            page,
            assumptions: &assumptions,
        };
        let read = converter
            .convert(source.open()?, &input)
            .map_err(|stop| failure_of_stop(stop, source))?;
        converter.sink.end_file();
        if read.is_empty
            && let Some(format) = read.from
        {
            converter
                .sink
                .report_fault(&format!("it contains no game of {}", format.name()));
        }

        Ok(())
    }
}

impl ConvertTally {
    /// Ends an output and adds its totals. Returns false if it has no records because of errors in
    /// the input.
    fn finish(&mut self, converter: Converter<CliSink<'_>>) -> Result<bool, Failure> {
        let (sink, summary) = converter.finish()?;
        let Summary {
            losses, records, ..
        } = summary;
        self.losses.merge(losses);
        let is_table = sink.is_table();
        let status = sink.finish()?;
        self.status = self.status.max(status);
        Ok(records > 0 || is_table || status == Status::Well)
    }
}

/// Returns the failure for a conversion that stopped.
fn failure_of_stop(stop: Stop<Failure>, source: &Source) -> Failure {
    let name = &source.name;
    match stop {
        Stop::Read(error) => source.failure(error),
        Stop::Sink(failure) => failure,
        Stop::Unrecognised => {
            let tried = names(|format| format.info().reads).join(", ");
            Failure::Usage(format!(
                "the format of {name} is unknown: set `--from` (tried: {tried})"
            ))
        }
        Stop::OtherGame(other) => Failure::Usage(format!("{name}: {other}")),
        Stop::PartlyQuoted => Failure::Usage(format!("{name}: {PARTLY_QUOTED}")),
        _ => Failure::Usage(format!("{name} cannot be converted")),
    }
}

fn unknown_output_extension(extension: &str) -> Failure {
    let mut known = vec![PIPS];
    for format in FORMATS {
        if format.info().writes {
            known.extend(format.info().endings);
        }
    }
    let mut unique = BTreeSet::new();
    known.retain(|extension| unique.insert(*extension));
    unknown_extension(extension, &known, "--to")
}

/// Reports the outputs that several files would share.
fn shared_names(collisions: &[String]) -> Failure {
    for collision in collisions {
        stderr_line!("pipscribe: {collision}");
    }
    Failure::Usage("nothing is written: `--suffix` keeps files with the same name apart".to_owned())
}

/// Reports a file that cannot be read and continues. Returns true if it could be read.
fn report_unless_read(
    converted: Result<(), Failure>,
    tally: &mut ConvertTally,
) -> Result<bool, Failure> {
    match converted {
        Ok(()) => Ok(true),
        Err(failure @ (Failure::Read { .. } | Failure::Usage(_))) => {
            report_failure(&failure, &mut tally.status);
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// Fails if an output file is one of the files that are read.
fn must_not_be_inputs(outputs: &[PathBuf], files: &[InputFile]) -> Result<(), Failure> {
    let inputs: BTreeSet<PathBuf> = files
        .iter()
        .filter_map(|file| file.source.path.as_ref()?.canonicalize().ok())
        .collect();
    for output in outputs {
        let is_input = output
            .canonicalize()
            .is_ok_and(|place| inputs.contains(&place));
        if is_input {
            let message = format!(
                "{} is an input and would be replaced: name another folder",
                path_name(output)
            );
            return Err(Failure::Usage(message));
        }
    }
    Ok(())
}
