//! Positions as editors show them: text, and images where supported.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::environment::Project;
use super::session::DocumentRequest;
use pipscribe::draw::{Annotations, Charset, Figure, Theme, View, write_figure, write_text_figure};
use pipscribe::figures::{FigureOptions, figure_beside};
use pipscribe::findings::Finding;
use pipscribe::notation::Item;
use pipscribe::replay::{Frame, Position};

/// Maximum length of an embedded image. Editors truncate texts that are much longer.
const MAX_OF_AN_IMAGE: usize = 90_000;

/// Returns the theme of images: that of the project or the user, or else `screen`.
pub(super) fn theme_of(project: &Project) -> Theme {
    let chosen = project.theme.clone();
    chosen
        .or_else(|| Theme::named("screen"))
        .unwrap_or_default()
}

fn charset(request: &DocumentRequest) -> Charset {
    if request.session.settings().unicode {
        Charset::Unicode
    } else {
        Charset::Ascii
    }
}

/// Returns a figure as text, without trailing spaces.
pub(super) fn text_of(request: &DocumentRequest, figure: &Figure) -> String {
    let text = write_text_figure(figure, charset(request));
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Returns a figure as Markdown: a code block, after an image if the client shows images.
pub(super) fn figure_as_markdown(request: &DocumentRequest, figure: &Figure) -> String {
    let mut out = String::new();
    if request.shows_images() {
        let image = STANDARD.encode(write_figure(figure, &theme_of(&request.document.project)));
        if image.len() <= MAX_OF_AN_IMAGE {
            out.push_str(&format!(
                "![The board](data:image/svg+xml;base64,{image})\n\n"
            ));
        }
    }
    out.push_str(&format!("```text\n{}\n```\n", text_of(request, figure)));
    out
}

/// Returns the figure of a position with the marks of its comments.
pub(super) fn figure_of(frame: &Frame, items: &[Item]) -> Option<Figure> {
    let options = FigureOptions::default();
    // Marks in comments may not fit the board.
    figure_beside(frame, items, &options)
        .or_else(|_| figure_beside(frame, &[], &options))
        .ok()
}

/// Returns the figure of a position after a turn that is not in the record.
pub(super) fn figure_after(position: &Position) -> Option<Figure> {
    let scene = position.scene();
    let effects = position.effects();
    let annotations = Annotations {
        last_turn: effects.placed,
        ..Annotations::default()
    };
    Figure::new(scene, &annotations, &View::default()).ok()
}

/// Returns the figure of a position at an error, with the places involved marked.
pub(super) fn figure_at_fault(position: &Position, finding: &Finding) -> Option<Figure> {
    let scene = position.scene();
    let annotations = Annotations::of_finding(finding, &scene);
    Figure::new(scene, &annotations, &View::default()).ok()
}

/// Formats a text as inline code in Markdown.
pub(super) fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    // In Markdown, a space separates a backtick of the code from the fence.
    let blank = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{blank}{text}{blank}{fence}")
}
