//! Names of the output files, one for each input.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::table::Table;
use super::{Foreign, InputFile, PIPS};
use pipscribe::text::and;

/// Returns the extension of the output files. `to` is `None` for the notation itself.
pub(super) fn extension_of_output(to: Foreign, table: Option<&Table>) -> &'static str {
    match (table, to) {
        (Some(table), _) => table.extension(),
        (None, Some(format)) => format.info().endings.first().copied().unwrap_or("txt"),
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
    /// Returns a different path for the output of each file.
    ///
    /// # Errors
    /// Returns one line for each path that several outputs would have.
    pub(super) fn paths(&self, files: &[InputFile]) -> Result<Vec<PathBuf>, Vec<String>> {
        let mut paths: Vec<PathBuf> = files
            .iter()
            .map(|file| self.path(&file.relative_path, ""))
            .collect();
        // For each output path, the indices of the files that would have it.
        let mut indices_by_path: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        for (index, path) in paths.iter().enumerate() {
            indices_by_path.entry(path).or_default().push(index);
        }
        indices_by_path.retain(|_, indices| indices.len() > 1);
        if indices_by_path.is_empty() {
            return Ok(paths);
        }
        if !self.use_suffix {
            return Err(collisions(&indices_by_path, files));
        }

        let colliding: BTreeSet<usize> = indices_by_path.into_values().flatten().collect();
        let mut taken: BTreeSet<PathBuf> = BTreeSet::new();
        for (index, path) in paths.iter().enumerate() {
            if !colliding.contains(&index) {
                taken.insert(path.clone());
            }
        }
        for index in colliding {
            paths[index] = self.free_path(&files[index].relative_path, &mut taken);
        }
        Ok(paths)
    }

    /// Returns the path of the output of a file. `suffix` is added to the name of the file.
    fn path(&self, relative_path: &Path, suffix: &str) -> PathBuf {
        let mut name = relative_path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("{suffix}.{}", self.extension));
        self.folder.join(relative_path.with_file_name(name))
    }

    /// Returns the first path that no other output has: with the extension of the input, then also
    /// with a number. An input that has the extension of the outputs keeps its name.
    fn free_path(&self, relative_path: &Path, taken: &mut BTreeSet<PathBuf>) -> PathBuf {
        let extension = relative_path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        let suffix = if extension.is_empty() || extension == self.extension {
            String::new()
        } else {
            format!("-{extension}")
        };
        let mut path = self.path(relative_path, &suffix);
        let mut count = 1_u32;
        while !taken.insert(path.clone()) {
            count += 1;
            path = self.path(relative_path, &format!("{suffix}-{count}"));
        }
        path
    }
}

/// Returns a line for each output path that several files would share, with these files.
fn collisions(indices_by_path: &BTreeMap<&Path, Vec<usize>>, files: &[InputFile]) -> Vec<String> {
    let mut lines = Vec::new();
    for (path, indices) in indices_by_path {
        let names: Vec<&str> = indices
            .iter()
            .map(|index| files[*index].source.name.as_str())
            .collect();
        lines.push(format!(
            "{} would be written from {}",
            path.display(),
            and(&names)
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::source::Source;

    #[test]
    fn every_output_has_a_name_of_its_own() {
        let names = |places: &[&str], use_suffix: bool| {
            let file = |place: &&str| InputFile {
                source: Source::new((*place).to_owned(), None),
                relative_path: PathBuf::from(place),
            };
            let files: Vec<_> = places.iter().map(file).collect();
            let outputs = OutputFiles {
                folder: Path::new(""),
                extension: "pips",
                use_suffix,
            }
            .paths(&files);
            let lines: Vec<String> = match outputs {
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
