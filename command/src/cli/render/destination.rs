//! Destination of figures: one file, or files in a folder. Figures and players that share a file
//! wait here until the last record is drawn. A *sheet* is a page of paper with several figures
//! (`--page`). A *player* is an HTML page that plays a record.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::arguments::{format_of, refused};
use super::figure_bytes::FileContent;
use super::{FigureOf, Render, warn};
use crate::cli::limited_files::read_file;
use crate::cli::new_folders::create_folder;
use crate::cli::output::{Output, counted};
use crate::cli::verbosity::note;
use crate::cli::{Failure, Status};
use pipscribe::draw::Theme;
use pipscribe::figures::{
    PLAYER_ELEMENT, PlayerCollection, PlayerError, RenderError, RenderFormat, RenderRequest,
};
use pipscribe::replay::Timeline;

/// Parts of the file names of a record.
pub(super) struct RecordName {
    /// True if other records are drawn too.
    pub(super) several: bool,
    /// The number of the record in its file, from 1.
    pub(super) number: u64,
    /// The file of the record.
    pub(super) name: String,
}

impl RecordName {
    /// Returns the beginning of the file names of the record; `None` if it is the only record.
    fn stem(&self) -> Option<String> {
        let stem = Path::new(&self.name)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .filter(|stem| *stem != "-");
        self.several
            .then(|| format!("{}-{}", stem.unwrap_or("record"), self.number))
    }
}

/// Destination of figures.
pub(super) struct Destination<'a> {
    render: &'a Render,
    /// The request for the file of the current record.
    request: RenderRequest,
    /// The folder for the files; `None` for one file or standard output.
    folder: Option<PathBuf>,
    /// Figures for one file, kept until all figures are drawn.
    waiting: Vec<FigureOf>,
    /// The theme of these figures: the theme of the first one.
    theme_of_waiting: Option<Theme>,
    /// Players for one page, kept until all players are written.
    players: Option<PlayerCollection>,
    /// True if the page cannot hold all records, so that nothing is written.
    is_full: bool,
    /// The names of the files written so far, without extension.
    names: BTreeSet<String>,
    /// Reason why one of several records has no figure.
    skipped: Option<RenderError>,
    has_figures: bool,
    /// The number of files written into the folder.
    written: u64,
    /// The number of files that were replaced with other content.
    replaced: u64,
}

impl<'a> Destination<'a> {
    pub(super) fn new(render: &'a Render, request: RenderRequest) -> Self {
        // An output without the extension of a format is a folder, which may not exist yet.
        let folder = render.output.clone().filter(|path| {
            let is_standard_output = path == Path::new("-");
            !is_standard_output && (path.is_dir() || format_of(path).is_none())
        });
        Self {
            render,
            request,
            folder,
            waiting: Vec::new(),
            theme_of_waiting: None,
            players: None,
            is_full: false,
            names: BTreeSet::new(),
            skipped: None,
            has_figures: false,
            written: 0,
            replaced: 0,
        }
    }

    /// Sets the request for the records that follow.
    pub(super) fn set_request(&mut self, request: &RenderRequest) {
        self.request = request.clone();
    }

    /// Keeps figures for one file.
    fn keep_figures(&mut self, figures: Vec<FigureOf>) {
        if self.waiting.is_empty() {
            self.theme_of_waiting.clone_from(&self.request.theme);
        }
        self.waiting.extend(figures);
    }

    /// Returns true if everything goes into one file, or to standard output.
    pub(super) fn is_one_file(&self) -> bool {
        self.folder.is_none()
    }

    /// Returns true if the destination can hold the figures of several records.
    pub(super) fn takes_several(&self) -> bool {
        let format = self.request.format;
        // One page can have the players of several records.
        let is_html = format == RenderFormat::Html;
        self.folder.is_some() || is_html || (self.can_share_file() && !format.is_animated())
    }

    /// Returns true if one file can hold several figures.
    fn can_share_file(&self) -> bool {
        let format = self.request.format;
        let has_pages = matches!(
            format,
            RenderFormat::Pdf
                | RenderFormat::Apng
                | RenderFormat::Gif
                | RenderFormat::Typst
                | RenderFormat::Tikz
        );
        self.request.columns.is_some() || has_pages || format.is_text() || self.has_sheets()
    }

    /// Returns true if figures share sheets of paper, each a separate file.
    fn has_sheets(&self) -> bool {
        self.request.sheet.is_some() && self.request.format == RenderFormat::Svg
    }

    /// Adds the figures of a record.
    pub(super) fn add_figures(
        &mut self,
        figures: Vec<FigureOf>,
        named: &RecordName,
    ) -> Result<(), Failure> {
        self.has_figures = true;
        if self.has_sheets() {
            self.keep_figures(figures);
            return Ok(());
        }
        if self.request.format.is_animated() {
            for file in self.render.bytes(&figures, &self.request, "")? {
                self.add_page(&file.bytes, named)?;
            }
            return Ok(());
        }

        let is_only_figure = figures.len() == 1 && !named.several;
        // A single figure is written to a file, even if its name has no extension, unless a folder
        // has this name.
        let Some(folder) = self
            .folder
            .clone()
            .filter(|folder| !is_only_figure || folder.is_dir())
        else {
            self.keep_figures(figures);
            return Ok(());
        };
        let _new_folders = create_folder(&folder)?;
        let stem = named.stem();
        let several = figures.len() > 1;
        for figure in figures {
            let name = match &stem {
                Some(stem) if several => format!("{stem}-{}", name_of_turn(&figure)),
                Some(stem) => stem.clone(),
                None => name_of_turn(&figure),
            };
            let files = self
                .render
                .bytes(std::slice::from_ref(&figure), &self.request, &name)?;
            self.put(&folder, &name, files)?;
        }

        Ok(())
    }

    /// Leaves out one of several records. The reason is an error only if no record has a figure.
    pub(super) fn skip(&mut self, reason: RenderError) {
        self.skipped = Some(reason);
    }

    /// Adds the only file of a record: its player or its animation.
    pub(super) fn add_page(&mut self, bytes: &[u8], named: &RecordName) -> Result<(), Failure> {
        let content = |bytes: &[u8]| FileContent {
            extension: self.request.format.extension(),
            bytes: bytes.to_vec(),
        };
        match (self.folder.clone(), named.stem()) {
            (Some(folder), Some(stem)) => {
                let file = content(bytes);
                let _new_folders = create_folder(&folder)?;
                self.put(&folder, &stem, vec![file])
            }
            (Some(folder), None) if folder.is_dir() => {
                let file = content(bytes);
                let stem = Path::new(&named.name)
                    .file_stem()
                    .and_then(|stem| stem.to_str())
                    .unwrap_or("record");
                self.put(&folder, stem, vec![file])
            }
            _ => self.write_file(self.render.output.as_deref(), bytes),
        }
    }

    /// Adds the player of one of several records that share a page.
    pub(super) fn add_player(
        &mut self,
        timeline: &Timeline,
        named: &RecordName,
    ) -> Result<Status, Failure> {
        let request = &self.request;
        let players = self
            .players
            .get_or_insert_with(|| PlayerCollection::new(request.player_options()));
        let Err(error) = players.add(timeline) else {
            return Ok(Status::Well);
        };
        self.is_full = matches!(
            error,
            PlayerError::TooMany { .. } | PlayerError::TooManyTogether { .. }
        );
        if !self.is_full {
            return Err(refused(&RenderError::from(error)));
        }
        let RecordName { name, number, .. } = named;
        let advice = "nothing is written; `-o FOLDER` writes a page for each record";
        Err(Failure::Usage(format!(
            "{name}, record {number}: {error}; {advice}"
        )))
    }

    /// Returns true if a page of several players cannot hold all of them.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Writes the page of several players, if there is one.
    pub(super) fn finish_players(&mut self) -> Result<Status, Failure> {
        let Some(players) = self.players.take().filter(|players| !players.is_empty()) else {
            return Ok(Status::Well);
        };
        let page = players.finish();
        warn(&page.warnings);
        Output::write_data(self.render.output.as_deref(), page.html)?;
        Ok(Status::findings_if(!page.warnings.is_empty()))
    }

    /// Writes the script of the element that embeds players.
    pub(super) fn add_element(&self) -> Result<(), Failure> {
        let output = self
            .render
            .output
            .as_deref()
            .unwrap_or_else(|| Path::new(""));
        let folder = if self.folder.is_some() {
            output
        } else {
            output.parent().unwrap_or_else(|| Path::new(""))
        };
        Output::write_data(Some(&folder.join("pipscribe-player.js")), PLAYER_ELEMENT)
    }

    /// Writes each sheet into a separate file, in a folder unless there is only one.
    fn write_sheets(&mut self) -> Result<(), Failure> {
        let sheets = self
            .render
            .write(&self.waiting, &self.request, "figure")?
            .texts;
        match (self.folder.clone(), sheets.as_slice()) {
            (Some(folder), sheets) => {
                let _new_folders = create_folder(&folder)?;
                for (number, sheet) in (1..).zip(sheets) {
                    let file = FileContent {
                        extension: "svg",
                        bytes: sheet.clone().into_bytes(),
                    };
                    self.put(&folder, &format!("page-{number:02}"), vec![file])?;
                }
                Ok(())
            }
            (None, [sheet]) => Output::write_data(self.render.output.as_deref(), sheet),
            (None, sheets) => Err(Failure::Usage(format!(
                "there are {} pages: use `-o FOLDER` for one file each, or `-o FILE.pdf` for all of them",
                sheets.len()
            ))),
        }
    }

    /// Writes the files that share one name.
    fn put(&mut self, folder: &Path, name: &str, files: Vec<FileContent>) -> Result<(), Failure> {
        // Records from files with the same name in several folders get different names.
        let mut free_name = name.to_owned();
        for number in 2.. {
            if self.names.insert(free_name.clone()) {
                break;
            }
            free_name = format!("{name}.{number}");
        }
        for FileContent { extension, bytes } in files {
            let path = folder.join(format!("{free_name}.{extension}"));
            let replaces_other = read_file(&path).is_ok_and(|old_bytes| old_bytes != bytes);
            self.replaced += u64::from(replaces_other);
            self.written += 1;
            self.write_file(Some(&path), &bytes)?;
        }
        Ok(())
    }

    /// Writes a file of figures. Only text figures may go to a terminal.
    fn write_file(&self, path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.request.format.is_text() => Output::write_whole(path, text),
            _ => Output::write_data(path, bytes),
        }
    }

    /// Writes the figures that wait, and notes how many files were replaced.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        if !self.has_figures
            && let Some(reason) = self.skipped.take()
        {
            return Err(Failure::Usage(match reason {
                RenderError::NoDiagram => {
                    "no record has a `[%diagram]` with a position to draw".to_owned()
                }
                _ => "no record has an error to draw".to_owned(),
            }));
        }

        self.request.theme = self.theme_of_waiting.take();
        if self.has_sheets() {
            self.write_sheets()?;
            self.waiting.clear();
        }

        if self.replaced > 0 {
            let written = counted(self.written, "file");
            let replaced = self.replaced;
            note!("pipscribe: {written} written, {replaced} of them in place of existing files");
        }

        if self.waiting.is_empty() {
            Ok(())
        } else {
            self.write_waiting()
        }
    }

    /// Writes the figures that go into one file.
    fn write_waiting(&self) -> Result<(), Failure> {
        if self.waiting.len() > 1 && !self.can_share_file() {
            let count = counted(self.waiting.len(), "figure");
            let message = format!(
                "there are {count}: use `-o FOLDER` for one file each, or `--columns N` for one page"
            );
            return Err(Failure::Usage(message));
        }

        let output = self.render.output.as_deref();
        let stem = output
            .and_then(Path::file_stem)
            .and_then(|stem| stem.to_str())
            .unwrap_or("figure")
            .to_owned();
        let files = self.render.bytes(&self.waiting, &self.request, &stem)?;
        if let [file] = files.as_slice() {
            return self.write_file(output, &file.bytes);
        }
        // Accompanying files have the same name with another extension.
        for FileContent { extension, bytes } in &files {
            let path = output.map(|path| path.with_extension(extension));
            self.write_file(path.as_deref(), bytes)?;
        }
        Ok(())
    }
}

/// Returns the name of a figure by its turn: `turn-012`, and `turn-7-1-008` for turn 8 in a
/// variation of turn 7.
fn name_of_turn(figure: &FigureOf) -> String {
    let line: String = figure.path.iter().map(|step| format!("{step}-")).collect();
    let refused = if figure.refused { "-refused" } else { "" };
    format!("turn-{line}{:03}{refused}", figure.turn)
}
