//! Helpers for the tests.

#[path = "../../src/testing/committed_files.rs"]
mod committed_files;
mod random_games;
mod records;
mod replayed;
mod run;
mod schema;

use pipscribe::games::Context;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pipscribe::Checked;
use pipscribe::draw::{Annotations, Charset, Figure, Mark, Scene, View, write_text_figure};
use pipscribe::formats::{Format, format_named};
use pipscribe::games::Game;
use pipscribe::notation::split_text;
use pipscribe::text::RawRecord;
use proptest::test_runner::Config as ProptestConfig;

pub(crate) use random_games::{SETUPS, random_game, random_game_numbered, random_game_of};
pub(crate) use records::{BROKEN, RecordText, UNTIDY, VALID};
pub(crate) use replayed::{
    canonical, judged, perft, replayed, report, scene, timeline, timeline_of,
};
pub(crate) use run::{Ran, Run, command_names};
pub(crate) use schema::JsonSchema;

/// The folders with the sources of the packages: the library, the program, the language server.
pub(crate) const SOURCES: [&str; 3] = ["src", "command/src", "server/src"];

/// Returns the source files of the packages.
pub(crate) fn sources() -> impl Iterator<Item = PathBuf> {
    let walked = SOURCES
        .into_iter()
        .flat_map(|folder| walkdir::WalkDir::new(root().join(folder)).sort_by_file_name());
    walked
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
}

/// A configuration with the given number of generated cases per property, multiplied by
/// `PIPSCRIBE_CASES` if that is set. The fast tests use fewer cases; a search for rare failures
/// uses more.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    ProptestConfig {
        cases: scaled(usual),
        ..ProptestConfig::default()
    }
}

/// The multiplied number of cases.
pub(crate) fn scaled(usual: u32) -> u32 {
    let factor = std::env::var("PIPSCRIBE_CASES").map_or(1.0, |factor| {
        factor.parse().expect("PIPSCRIBE_CASES: a number")
    });
    (f64::from(usual) * factor).ceil() as u32
}

/// Reports that a test is skipped, directly to the terminal: the output of passing tests is not
/// shown. If the value of the variable is `required`, this is a failure.
pub(crate) fn skipped(reason: &str, variable: Option<&str>) {
    if let Some(variable) = variable {
        assert_ne!(
            std::env::var(variable).as_deref(),
            Ok("required"),
            "{variable}: {reason}"
        );
    }
    let _ = writeln!(std::io::stderr(), "SKIPPED: {reason}");
}

/// The foreign format of this name.
pub(crate) fn foreign_format(name: &str) -> &'static dyn Format {
    format_named(name).unwrap_or_else(|| panic!("{name} is a format"))
}

/// The project's root folder, which contains the library and a folder for the package of the
/// program.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Compares a text with a file of the repository; with `UPDATE_COMMITTED=1`, writes it.
pub(crate) fn assert_committed(file: &str, text: &str) {
    committed_files::assert_committed_in(root(), file, text);
}

/// Every `.pips` file under a folder of the corpus, by name.
pub(crate) fn corpus_files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(root().join("corpus").join(folder))
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "pips")
        })
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has no records");
    files
}

/// The pages of the book, by name.
pub(crate) fn book_pages() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(root().join("docs/src"))
        .sort_by_file_name()
        .into_iter();
    let files = files.map(|entry| entry.unwrap().into_path());
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

/// The names of the files in a folder, sorted.
pub(crate) fn file_names(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The rules that the header of a file of the corpus names: `# rule: G3.4 broken`.
pub(crate) fn claimed_rules(head: &str, how: &str) -> Vec<String> {
    let named = head
        .lines()
        .filter_map(|line| line.strip_prefix("# rule: ")?.strip_suffix(how));
    named.map(|rule| rule.trim().to_owned()).collect()
}

/// The records of a file, checked.
pub(crate) fn checked(bytes: &[u8]) -> Vec<Checked> {
    split_text(bytes)
        .into_iter()
        .filter(RawRecord::is_record)
        .map(|raw| Checked::new(raw, &Context::default()))
        .collect()
}

/// The same with the findings on their puzzles.
pub(crate) fn checked_with_puzzles(bytes: &[u8]) -> Vec<Checked> {
    checked(bytes)
        .into_iter()
        .map(|checked| checked.with_puzzles(1_000_000))
        .collect()
}

/// The records of a file of the corpus, checked.
pub(crate) fn checked_file(path: &Path) -> Vec<Checked> {
    checked(&std::fs::read(path).unwrap())
}

/// A temporary folder of a test, removed when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty folder; every test must give it a different name.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pipscribe-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file in it, and returns its path.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// The path of the folder, as an argument of the command.
    pub(crate) fn name(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Every legal turn of a position in canonical form, each with the position after it.
pub(crate) fn legal_turns<G: Game>(setup: &G::Setup, state: &G::State) -> Vec<(String, G::State)> {
    let mut turns = Vec::new();
    let _ = G::legal_turns(setup, state, &mut |turn, after| {
        turns.push((turn.to_string(), after.clone()));
        ControlFlow::Continue(())
    });
    turns
}

/// The number of files with that extension under a folder.
pub(crate) fn count_files(folder: &Path, extension: &str) -> usize {
    let files = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap().into_path());
    files
        .filter(|path| path.is_file() && path.extension().is_some_and(|ending| ending == extension))
        .count()
}

/// A scene as text, with some places marked as in a finding.
pub(crate) fn marked_text(scene: &Scene, names: &[&str]) -> String {
    let marks = names
        .iter()
        .map(|name| (Mark::Square, (*name).to_owned()))
        .collect();
    let annotations = Annotations {
        marks,
        ..Annotations::default()
    };
    let figure = Figure::new(scene.clone(), &annotations, &View::default()).unwrap();
    write_text_figure(&figure, Charset::Ascii)
}
