//! `pipscribe list`

use clap::{Args, ValueEnum};

use super::output::{Output, json};
use super::paths::Paths;
use super::{Failure, Status};
use pipscribe::replay::{NodeJson, TreeJson};

/// Arguments of `pipscribe list`.
#[derive(Debug, Args)]
#[command(mut_arg("paths", |paths| paths.required(false).default_value(".")))]
pub(crate) struct List {
    #[command(flatten)]
    paths: Paths,
    /// Set the format of the list
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// One line per turn: address, seat, turn; variations are indented
    Text,
    /// One JSON object per record
    Json,
}

impl List {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let status = self.paths.each_timeline(|path, number, timeline| {
            let tree = TreeJson::new(path, number, timeline);
            out.write(&match self.format {
                ListFormat::Text => in_text(
                    &format!("{path}:{}", timeline.record().source().first_line()),
                    &tree,
                ),
                ListFormat::Json => json(&tree)?,
            })?;
            Ok(Status::findings_if(!timeline.report.is_valid()))
        })?;
        out.finish()?;
        Ok(status)
    }
}

/// Returns a tree as text, below the place of its record.
fn in_text(place: &str, tree: &TreeJson) -> String {
    let indented = |node: &NodeJson| {
        format!(
            "{}{}",
            "  ".repeat(node.depth),
            node.address.as_deref().unwrap_or("-")
        )
    };
    let name = |node: &NodeJson| node.seat_name.clone().unwrap_or_default();
    let width = |text: fn(&NodeJson) -> usize| tree.turns.iter().map(text).max().unwrap_or(0);
    let addresses = width(|node| 2 * node.depth + node.address.as_ref().map_or(1, String::len));
    let names = width(|node| {
        node.seat_name
            .as_ref()
            .map_or(0, |name| name.chars().count())
    });
    let mut text = format!("{place}: record {}\n", tree.record);
    for node in &tree.turns {
        let fate = match (node.refused, node.played) {
            (true, _) => "  (illegal, as expected)",
            (false, false) => "  (not replayed)",
            (false, true) => "",
        };
        text.push_str(&format!(
            "  {:addresses$}  {:names$}  {}{fate}\n",
            indented(node),
            name(node),
            node.text
        ));
    }
    text
}
