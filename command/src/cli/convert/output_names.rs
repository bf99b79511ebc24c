//! Names of the output files, one for each input.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::table::Table;
use super::{Foreign, PIPS};
use crate::cli::source::Source;
use pipscribe::text::and;

/// Returns the extension of the output files.
pub(super) fn extension_of_output(to: Foreign, table: Option<&Table>) -> &'static str {
    match (table, to) {
        (Some(table), _) => table.extension(),
        (None, Some(format)) => format.endings().first().copied().unwrap_or("txt"),
        (None, None) => PIPS,
    }
}

/// Rules for the names of the output files.
pub(super) struct OutputFiles<'a> {
    pub(super) folder: &'a Path,
    pub(super) extension: &'a str,
    /// True if the extension of an input becomes part of a name that two inputs would share.
    pub(super) use_suffix: bool,
}

impl OutputFiles<'_> {
    /// Returns a different path for each source. Each of `sources` comes with its path relative to
    /// the folder in which it was found.
    ///
    /// # Errors
    /// Returns one line for each path that several sources would have.
    pub(super) fn paths(&self, sources: &[(Source, PathBuf)]) -> Result<Vec<PathBuf>, Vec<String>> {
        let mut paths: Vec<PathBuf> = sources
            .iter()
            .map(|(_, place)| self.path(place, ""))
            .collect();
        // For each output path, the indices of the sources that have it.
        let mut inputs: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        for (index, path) in paths.iter().enumerate() {
            inputs.entry(path).or_default().push(index);
        }
        inputs.retain(|_, indices| indices.len() > 1);
        if inputs.is_empty() {
            return Ok(paths);
        }
        if !self.use_suffix {
            return Err(collisions(&inputs, sources));
        }
        let colliding: BTreeSet<usize> = inputs.into_values().flatten().collect();
        let is_alone = |index: &usize| !colliding.contains(index);
        let mut taken: BTreeSet<PathBuf> = (0..paths.len())
            .filter(is_alone)
            .map(|index| paths[index].clone())
            .collect();
        for index in colliding {
            paths[index] = self.free_path(&sources[index].1, &mut taken);
        }
        Ok(paths)
    }

    /// Returns the path of an output, with `suffix` after the name of the input.
    fn path(&self, place: &Path, suffix: &str) -> PathBuf {
        let mut name = place.file_stem().unwrap_or_default().to_owned();
        name.push(format!("{suffix}.{}", self.extension));
        self.folder.join(place.with_file_name(name))
    }

    /// Returns the first path that no other output has: with the extension of the input, then also
    /// with a number. An input that has the extension of the outputs keeps its name.
    fn free_path(&self, place: &Path, taken: &mut BTreeSet<PathBuf>) -> PathBuf {
        let extension = place
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        let suffix = if extension.is_empty() || extension == self.extension {
            String::new()
        } else {
            format!("-{extension}")
        };
        let mut path = self.path(place, &suffix);
        let mut count = 1_u32;
        while !taken.insert(path.clone()) {
            count += 1;
            path = self.path(place, &format!("{suffix}-{count}"));
        }
        path
    }
}

/// Returns a line for each output that several inputs would share, with these inputs.
fn collisions(inputs: &BTreeMap<&Path, Vec<usize>>, sources: &[(Source, PathBuf)]) -> Vec<String> {
    let line = |(path, indices): (&&Path, &Vec<usize>)| {
        let names: Vec<&str> = indices
            .iter()
            .map(|index| sources[*index].0.name.as_str())
            .collect();
        format!("{} would be written from {}", path.display(), and(&names))
    };
    inputs.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_output_has_a_name_of_its_own() {
        let names = |places: &[&str], use_suffix: bool| {
            let source =
                |place: &&str| (Source::new((*place).to_owned(), None), PathBuf::from(place));
            let sources: Vec<_> = places.iter().map(source).collect();
            let files = OutputFiles {
                folder: Path::new(""),
                extension: "pips",
                use_suffix,
            }
            .paths(&sources);
            let lines: Vec<String> = match files {
                Ok(paths) => paths
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect(),
                Err(collisions) => collisions,
            };
            lines.join(" ")
        };
        assert_eq!(names(&["a.yaml", "b.json"], false), "a.pips b.pips");
        assert_eq!(
            names(&["a.yaml", "b.sgf", "a.pips", "b.json", "c.json"], false),
            "a.pips would be written from a.yaml and a.pips b.pips would be written from b.sgf and b.json"
        );
        assert_eq!(
            names(&["a.yaml", "a.pips", "a.yaml", "a", "c.json"], true),
            "a-yaml.pips a.pips a-yaml-2.pips a-2.pips c.pips"
        );
        assert_eq!(
            names(&["a.yaml", "a.json", "a-yaml.sgf"], true),
            "a-yaml-2.pips a-json.pips a-yaml.pips"
        );
    }
}
