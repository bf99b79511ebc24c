//! Preprocessor for mdBook: reads a book as JSON and writes it with figures in its chapters.
//! [`preprocessed`] visits the chapters and their sections; `with_figures` replaces the blocks of
//! one chapter.
//!
//! The protocol is the same in all versions since 0.4: an array of the context and the book, of
//! which only the chapters are changed.

use std::path::Path;

use serde_json::Value;

use super::figure_labels::Labels;
use super::generated_regions::Ending;
use super::html_writer;
use super::parts::{BookFault, sort_faults};
use super::parts_reader::PartsReader;
use super::pieces_in_text;
use crate::draw::Theme;
use crate::games::Context;
use crate::publish::documents::{PageBlock, PageKind, markdown_blocks};

/// Reason why the preprocessor fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MdbookError {
    /// The input does not follow the mdBook protocol.
    #[error("this is not the input that mdBook sends to a preprocessor: {0}")]
    Protocol(String),
    /// `book.toml` has an invalid setting.
    #[error("book.toml: {0}")]
    Setting(String),
    /// Blocks are invalid.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Blocks(Vec<ChapterFault>),
}

/// Error in a block, with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChapterFault {
    /// File, relative to the folder of the book.
    pub path: String,
    /// Error and its position.
    pub fault: BookFault,
}

impl std::fmt::Display for ChapterFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let BookFault {
            line,
            column,
            message,
        } = &self.fault;
        let path = crate::text::one_line(&self.path).into_owned();
        write!(out, "{path}:{line}:{column}: {message}")
    }
}

/// Settings in `book.toml` under `[preprocessor.pipscribe]`.
struct Settings {
    /// Adds a figure to blocks without attributes too.
    all: bool,
    /// Theme for all chapters.
    theme: Option<Theme>,
    /// Folder of the chapters, relative to the folder of the book.
    source: String,
}

/// Settings of this preprocessor, and settings that mdBook reads.
const SETTINGS: [&str; 8] = [
    "figures",
    "theme",
    "command",
    "before",
    "after",
    "renderer",
    "renderers",
    "optional",
];

impl Settings {
    fn from_json(context: &Value) -> Result<Self, MdbookError> {
        let config = &context["config"];
        let own = &config["preprocessor"]["pipscribe"];
        let refused = |key: &str, expected: String| {
            MdbookError::Setting(format!(
                "`{key}` of [preprocessor.pipscribe] is {expected}, not {}",
                own[key]
            ))
        };
        let unknown = own
            .as_object()
            .and_then(|own| own.keys().find(|key| !SETTINGS.contains(&key.as_str())));
        if let Some(key) = unknown {
            let message = format!(
                "[preprocessor.pipscribe] has no setting `{key}`: there are `figures` and `theme`"
            );
            return Err(MdbookError::Setting(message));
        }

        let all = match &own["figures"] {
            Value::Null => true,
            Value::String(which) if which == "all" => true,
            Value::String(which) if which == "asked" => false,
            _ => return Err(refused("figures", "`all` or `asked`".to_owned())),
        };
        let theme = match &own["theme"] {
            Value::Null => None,
            name => match name.as_str().and_then(Theme::named) {
                Some(theme) => Some(theme),
                None => {
                    let names = Theme::names().collect::<Vec<_>>().join(", ");
                    return Err(refused("theme", format!("one of {names}")));
                }
            },
        };
        let source = config["book"]["src"].as_str().unwrap_or("src").to_owned();
        Ok(Self { all, theme, source })
    }
}

/// Returns the book with its figures, as JSON. `theme` returns the theme of a chapter file, if
/// `book.toml` sets none, and `context` the context for checking its records.
///
/// # Errors
/// Returns an error if the input is not a book, or if one of its blocks is invalid. The build
/// should then fail.
pub fn preprocessed(
    input: &str,
    theme: &dyn Fn(&Path) -> Theme,
    context: &dyn Fn(&Path) -> Context,
) -> Result<String, MdbookError> {
    let (mut book, book_context) = book_and_context(input)?;
    let chapters = chapters(&mut book)?;
    let settings = Settings::from_json(&book_context)?;
    let root = Path::new(book_context["root"].as_str().unwrap_or_default());
    let mut faults = Vec::new();
    // Stack of chapters to visit, the next one last: an explicit stack allows any depth.
    let mut waiting: Vec<&mut Value> = chapters.iter_mut().rev().collect();
    while let Some(item) = waiting.pop() {
        let Some(Value::Object(chapter)) = item.get_mut("Chapter") else {
            continue;
        };
        let path = path_of_chapter(chapter, &settings);
        if let Some(Value::String(content)) = chapter.get_mut("content") {
            let file = root.join(&path);
            let theme = settings.theme.clone().unwrap_or_else(|| theme(&file));
            match with_figures(content, &settings, &theme, &context(&file)) {
                Ok(new_content) => *content = new_content,
                Err(faults_in_chapter) => {
                    faults.extend(faults_in_chapter.into_iter().map(|fault| ChapterFault {
                        path: path.clone(),
                        fault,
                    }));
                }
            }
        }
        let inner = chapter.get_mut("sub_items").and_then(Value::as_array_mut);
        waiting.extend(inner.into_iter().flatten().rev());
    }

    if !faults.is_empty() {
        return Err(MdbookError::Blocks(faults));
    }

    serde_json::to_string(&book).map_err(|error| MdbookError::Protocol(error.to_string()))
}

/// Returns the chapters of a book. Version 0.5 of mdBook calls them items, earlier ones sections.
fn chapters(book: &mut Value) -> Result<&mut Vec<Value>, MdbookError> {
    let key = if book["items"].is_array() {
        "items"
    } else {
        "sections"
    };
    book.get_mut(key)
        .and_then(Value::as_array_mut)
        .ok_or_else(|| protocol_error("the book has neither `items` nor `sections`"))
}

/// Returns the file of a chapter, relative to the folder of the book; for a chapter without a file,
/// the folder of all chapters.
fn path_of_chapter(chapter: &serde_json::Map<String, Value>, settings: &Settings) -> String {
    let path = ["source_path", "path"]
        .iter()
        .find_map(|key| chapter.get(*key)?.as_str());
    match path {
        Some(path) => format!("{}/{path}", settings.source),
        None => settings.source.clone(),
    }
}

fn protocol_error(what: &str) -> MdbookError {
    MdbookError::Protocol(what.to_owned())
}

/// Parses the input: an array of the context and the book. Returns the book first.
fn book_and_context(input: &str) -> Result<(Value, Value), MdbookError> {
    let value: Value = serde_json::from_str(input).map_err(|_| match input.trim() {
        "" => protocol_error("it is empty; mdBook runs this command itself"),
        _ => protocol_error("it is not JSON"),
    })?;
    let Value::Array(mut pair) = value else {
        return Err(protocol_error("it is not an array"));
    };
    let (Some(book), Some(book_context), true) = (pair.pop(), pair.pop(), pair.is_empty()) else {
        return Err(protocol_error("it is not an array of a context and a book"));
    };
    Ok((book, book_context))
}

/// Returns a chapter with its figures.
fn with_figures(
    content: &str,
    settings: &Settings,
    theme: &Theme,
    context: &Context,
) -> Result<String, Vec<BookFault>> {
    let page = content.as_bytes();
    let mut reader = PartsReader::new(page, context, settings.all);
    pieces_in_text::report_unknown(page, PageKind::Markdown, context, &mut reader);
    reader.report_unread_blocks(page, PageKind::Markdown);
    let mut labels = Labels::default();
    let mut out = String::with_capacity(content.len());
    let mut done = 0;
    for block in markdown_blocks(page) {
        let Some(ending) = Ending::of_fenced(page, &block) else {
            reader.fault(block.range.start, "nothing closes this block");
            continue;
        };
        let Some(parts) = reader.read(&block) else {
            continue;
        };
        labels.add(&parts, &reader.place_of(&block), &block, &mut reader);
        let lines: Vec<String> = parts
            .parts
            .iter()
            .flat_map(|part| html_writer::part_lines(part, theme))
            .collect();
        out.push_str(content.get(done..block.range.start).unwrap_or_default());
        done = ending.end;
        let is_hidden = parts.attributes.hides(&block);
        push_block(content, &block, &ending, is_hidden, &lines, &mut out);
    }

    out.push_str(content.get(done..).unwrap_or_default());
    if reader.faults.is_empty() {
        Ok(pieces_in_text::in_html(&out, theme, context))
    } else {
        Err(sort_faults(reader.faults))
    }
}

/// Writes a block, unless it is hidden, and the lines generated from it.
fn push_block(
    content: &str,
    block: &PageBlock,
    ending: &Ending<'_>,
    is_hidden: bool,
    lines: &[String],
    out: &mut String,
) {
    let generated = String::from_utf8_lossy(&ending.with_margin(lines)).into_owned();
    let margin = String::from_utf8_lossy(ending.margin);
    if is_hidden {
        // The line already begins with the margin of the list or quote.
        out.push_str(generated.strip_prefix(&*margin).unwrap_or(&generated));
        return;
    }

    out.push_str(
        content
            .get(block.range.start..block.info.start)
            .unwrap_or_default(),
    );
    // The attributes would only confuse syntax highlighting.
    out.push_str("pips");
    let shown = content.get(block.info.end..ending.end).unwrap_or_default();
    out.push_str(shown);
    if !lines.is_empty() {
        let line_end = if shown.ends_with('\n') {
            ""
        } else {
            ending.line_end
        };
        out.extend([line_end, margin.trim_end(), ending.line_end, &generated]);
    }
}
