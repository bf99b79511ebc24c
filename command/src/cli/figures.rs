//! `pipscribe figures`: draws the images of documents and inserts references to them. The library's
//! [`illustrated`] finds the blocks with records and rewrites the document: it names the images and
//! inserts the references. This file draws the images and writes all files.
//!
//! A document may also have *players*, HTML pages that play a record, and *pieces*, pictures of a
//! single piece in a line of text. In LaTeX, a macro shows the pieces.

mod prune;
mod shared_files;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use self::shared_files::Sibling;
use super::atomic_replacement::Replacement;
use super::deck_lookup::{DeckArguments, KnownDecks};
use super::drawing_options::{PrintArguments, PrintOutput};
use super::file_state::{FileState, LinkedFile};
use super::image::report_missing_characters;
use super::limited_files::read_file;
use super::output::{Output, counted, stderr_line};
use super::paths::path_name;
use super::render::{theme, theme_of_file};
use super::source::report_failure;
use super::{Failure, Status, project_settings};
use crate::cli::verbosity::note;
use pipscribe::draw::{Theme, set_figures, set_piece};
use pipscribe::figures::RenderFormat;
use pipscribe::publish::book::{BookOptions, Illustrated, Image, illustrated};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::one_line;

/// Arguments of `pipscribe figures`.
#[derive(Debug, Args)]
pub(crate) struct FiguresCommand {
    /// Documents: .md, .markdown, .qmd, .rmd, .mdx, .tex or .latex files
    #[arg(value_name = "DOCUMENT", required = true)]
    pages: Vec<PathBuf>,
    /// Set the format of the images [default: svg; in LaTeX documents pdf]; tikz is for LaTeX
    /// documents
    #[arg(long, value_parser = PossibleValuesParser::new(image_formats()).try_map(|name| name.parse::<RenderFormat>()))]
    format: Option<RenderFormat>,
    /// Write the images to this folder, relative to the document
    #[arg(long, value_name = "FOLDER")]
    dir: Option<String>,
    /// Set the theme: print, screen, dark, high-contrast, or a YAML file [default:
    /// `pipscribe.toml`, else print]
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Scale a PNG by FACTOR; 1 is 96 dots per inch [default: 2]
    #[arg(long, value_name = "FACTOR")]
    scale: Option<f32>,
    /// Draw only blocks that ask for a figure, by block attributes or a `[%diagram]`
    #[arg(long)]
    asked: bool,
    /// Remove images that no document of that name refers to, and references whose block is gone
    #[arg(long)]
    prune: bool,
    /// Change nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    print: PrintArguments,
    #[command(flatten)]
    decks: DeckArguments,
}

/// Returns the formats of images in documents, for help.
fn image_formats() -> [PossibleValue; 4] {
    [
        (RenderFormat::Svg, "Scalable vector graphics"),
        (RenderFormat::Png, "Pixels"),
        (RenderFormat::Pdf, "Portable document format"),
        (RenderFormat::Tikz, "TikZ picture, drawn by LaTeX"),
    ]
    .map(|(format, about)| PossibleValue::new(format.name()).help(about))
}

/// Extensions of documents.
const EXTENSIONS: [&str; 7] = ["md", "markdown", "qmd", "rmd", "mdx", "tex", "latex"];

#[derive(Default)]
struct FiguresTally {
    figures: u64,
    /// Files that changed or, with `--check`, would change.
    changed: u64,
    /// Errors in blocks.
    faults: u64,
}

impl FiguresCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let is_absolute = self
            .dir
            .as_ref()
            .is_some_and(|dir| Path::new(dir).is_absolute());
        if is_absolute {
            return Err(Failure::Usage(
                "`--dir` must be relative to the document".into(),
            ));
        }

        must_be_different_files(&self.pages)?;
        // These are checked before anything is written, because an unknown theme or invalid
        // settings stop the command.
        self.theme.as_deref().map(theme).transpose()?;
        project_settings::check(self.pages.iter().map(|page| Some(page.as_path())))?;
        let known = self.decks.load()?;
        self.must_not_share_files(&known)?;
        let mut out = Output::standard();
        let mut tally = FiguresTally::default();
        let mut status = Status::Well;
        for document in &self.pages {
            let mut run = DocumentRun {
                options: self,
                known: &known,
                tally: &mut tally,
                out: &mut out,
            };
            if let Err(failure) = run.draw(document) {
                if failure.is_broken_pipe() {
                    return Err(failure);
                }
                report_failure(&failure, &mut status);
            }
        }

        out.finish()?;
        let documents = counted(self.pages.len(), "document");
        let figures = counted(tally.figures, "figure");
        let files = counted(tally.changed, "file");
        let verb = if self.check {
            "would change"
        } else {
            "changed"
        };
        note!("{figures} in {documents}: {files} {verb}");
        let has_findings = tally.faults > 0 || (self.check && tally.changed > 0);
        Ok(status.max(Status::findings_if(has_findings)))
    }

    /// Returns the kind of a document, and the format of its figures.
    fn kind_and_format(&self, path: &Path) -> Result<(PageKind, RenderFormat), Failure> {
        let name = path_name(path);
        if path.is_dir() {
            return Err(Failure::Usage(format!(
                "{name} is a folder: name the documents in it"
            )));
        }

        let extension = path.extension().and_then(|extension| extension.to_str());
        let kind = extension.and_then(PageKind::of_ending).ok_or_else(|| {
            let endings = EXTENSIONS
                .map(|extension| format!(".{extension}"))
                .join(", ");
            Failure::Usage(format!("{name} is not a supported document ({endings})"))
        })?;
        if kind == PageKind::Typst {
            let message =
                format!("{name}: Typst draws the figures itself, with the package `pipscribe`");
            return Err(Failure::Usage(message));
        }

        let default = if kind == PageKind::Latex {
            RenderFormat::Pdf
        } else {
            RenderFormat::Svg
        };
        let format = self.format.unwrap_or(default);
        if format == RenderFormat::Tikz && kind != PageKind::Latex {
            let message = format!(
                "{name}: TikZ needs a LaTeX document; for Markdown use `--format svg` or `png`"
            );
            return Err(Failure::Usage(message));
        }

        let output = match format {
            RenderFormat::Pdf => PrintOutput::Pdf,
            RenderFormat::Png => PrintOutput::Pixels,
            _ => PrintOutput::Other,
        };
        self.print.check(output, self.scale)?;
        Ok((kind, format))
    }

    /// Returns the folder for the images, relative to the document; `None` for the folder of the
    /// document.
    fn image_folder(&self) -> Option<&str> {
        let dir = self.dir.as_deref()?;
        let dir = dir.trim_start_matches("./").trim_end_matches('/');
        if dir.is_empty() || dir == "." {
            None
        } else {
            Some(dir)
        }
    }

    /// Returns the options for rewriting a document.
    fn book_options(&self, path: &Path, format: RenderFormat) -> BookOptions {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = self
            .image_folder()
            .map_or_else(String::new, |dir| format!("{dir}/"));
        let mut options = BookOptions::new(stem, format.extension());
        options.folder = folder;
        options.all = !self.asked;
        options.prune = self.prune;
        options
    }

    /// Draws an image in the given format.
    fn image_bytes(
        &self,
        image: &Image,
        format: RenderFormat,
        theme: &Theme,
    ) -> Result<Vec<u8>, Failure> {
        let can_choose_outlines = format.takes_letters();
        let mut paper = self.print.paper(format.language(), can_choose_outlines)?;
        paper.width = image.width.or(paper.width);
        // Only a piece in a line of text has the font size of that text.
        let set = match image.letters {
            Some(font_size) => set_piece(&image.figure, font_size, theme, &paper),
            None => set_figures(std::slice::from_ref(&image.figure), theme, &paper),
        };
        for warning in &set.warnings {
            stderr_line!("pipscribe: {}: {warning}", image.name);
        }
        report_missing_characters(&set.lacking);
        let picture = set
            .pictures
            .into_iter()
            .next()
            .map(|picture| picture.text)
            .unwrap_or_default();
        let options = self
            .print
            .image_options(theme, Some(image.figure.lang.code()));
        match format {
            RenderFormat::Png => options.png(&picture, self.print.scale(self.scale)),
            RenderFormat::Pdf => options.pdf(&[picture]),
            _ => Ok(picture.into_bytes()),
        }
    }
}

/// Work on one document.
struct DocumentRun<'r> {
    options: &'r FiguresCommand,
    known: &'r Arc<KnownDecks>,
    tally: &'r mut FiguresTally,
    out: &'r mut Output,
}

impl DocumentRun<'_> {
    /// Draws the images of a document and writes its files. A document with errors stays as it is.
    fn draw(&mut self, path: &Path) -> Result<(), Failure> {
        let name = path_name(path);
        let (kind, format) = self.options.kind_and_format(path)?;
        let theme = theme_of_file(self.options.theme.as_deref(), Some(path))?.unwrap_or_default();
        let failure = |error| Failure::reading(&name, error);
        let state = FileState::of_path(path).map_err(failure)?;
        let bytes = fs::read(path).map_err(failure)?;

        let book = self.options.book_options(path, format);
        let context = self.known.context_for(Some(path))?;
        let document = illustrated(&bytes, kind, &book, &context);
        if !document.faults.is_empty() {
            self.report_faults(&document, &name);
            return Ok(());
        }
        if document.orphans > 0 {
            let references = counted(document.orphans, "reference");
            note!(
                "pipscribe: {name}: {references} without a block; `--prune` removes what is left over"
            );
        }

        let folder = match self.options.image_folder() {
            Some(dir) => folder_of(path).join(dir),
            None => folder_of(path).to_owned(),
        };
        // A sibling that cannot be read has its own message when it is drawn.
        let siblings = prune::siblings(path).unwrap_or_default();
        let files = ImageFiles {
            document: &document,
            folder: &folder,
            folder_in_document: &book.folder,
            siblings: &siblings,
        };
        self.put_files(&files, format, &theme)?;
        self.put(path, &document.page, Some(&state))?;
        // Pieces in lines of text are not figures.
        let figures = document
            .images
            .iter()
            .filter(|image| image.letters.is_none());
        self.tally.figures += figures.count() as u64;
        if self.options.prune {
            self.prune(path, &folder, document, &book.stem)?;
        }
        Ok(())
    }

    fn report_faults(&mut self, document: &Illustrated, name: &str) {
        for fault in &document.faults {
            stderr_line!(
                "pipscribe: {name}:{}:{}: {}",
                fault.line,
                fault.column,
                fault.message
            );
        }
        self.tally.faults += document.faults.len() as u64;
    }

    /// Writes the images and the other files of a document.
    fn put_files(
        &mut self,
        files: &ImageFiles<'_>,
        format: RenderFormat,
        theme: &Theme,
    ) -> Result<(), Failure> {
        let document = files.document;
        for image in &document.images {
            let bytes = self.options.image_bytes(image, format, theme)?;
            self.put_image(&image.name, &bytes, files)?;
        }
        for player in &document.players {
            self.put_image(&player.name, player.html.as_bytes(), files)?;
        }
        if let Some(file) = &document.piece_macro {
            self.put(&files.folder.join(&file.name), file.text.as_bytes(), None)?;
        }
        Ok(())
    }

    /// Writes an image or a player, and warns if another document uses it.
    fn put_image(
        &mut self,
        name: &str,
        bytes: &[u8],
        files: &ImageFiles<'_>,
    ) -> Result<(), Failure> {
        let path = files.folder.join(name);
        let path_in_document = format!("{}{name}", files.folder_in_document);
        self.report_shared_file(&path, bytes, &path_in_document, files.siblings);
        self.put(&path, bytes, None)
    }

    /// Writes a file if its content differs. A file that was read earlier is replaced only if it is
    /// still in the given state.
    fn put(&mut self, path: &Path, bytes: &[u8], state: Option<&FileState>) -> Result<(), Failure> {
        if read_file(path).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        if self.options.check {
            self.tally.changed += 1;
            return self.out.write(&format!("{}\n", one_line(&path_name(path))));
        }
        let failure = |error| Failure::writing(path_name(path), error);
        fs::create_dir_all(folder_of(path)).map_err(failure)?;
        let mut file = Replacement::new(path).map_err(failure)?.only_if(state);
        file.file.write_all(bytes).map_err(failure)?;
        file.replace().map_err(failure)?;
        // The file has changed only now.
        self.tally.changed += 1;
        Ok(())
    }
}

/// Files of a document.
struct ImageFiles<'d> {
    document: &'d Illustrated,
    /// The folder of the images.
    folder: &'d Path,
    /// The folder of the images in references: `images/`.
    folder_in_document: &'d str,
    siblings: &'d [Sibling],
}

/// Fails if two documents are the same file (hard links), because their figures would have
/// different names.
fn must_be_different_files(pages: &[PathBuf]) -> Result<(), Failure> {
    let mut known: BTreeMap<LinkedFile, &PathBuf> = BTreeMap::new();
    for page in pages {
        let Some(file) = LinkedFile::of_path(page) else {
            continue;
        };
        let first = *known.entry(file).or_insert(page);
        if first.canonicalize().ok() != page.canonicalize().ok() {
            let page = path_name(page);
            let first = path_name(first);
            let message = format!(
                "{page} is a hard link to {first}, whose figures have other names: name one of them"
            );
            return Err(Failure::Usage(message));
        }
    }
    Ok(())
}

/// Returns the folder of a file. The path of a file in the current folder may be only its name.
fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."))
}
