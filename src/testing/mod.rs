//! Helpers for unit tests.
#![allow(clippy::unwrap_used, reason = "tests")]

mod committed_files;
pub(crate) mod counters;
pub(crate) mod schema;

/// Compares a text with a file of the repository; with `UPDATE_COMMITTED=1`, writes it.
pub(crate) fn assert_committed(file: &str, text: &str) {
    committed_files::assert_committed_in(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")),
        file,
        text,
    );
}

/// Returns the texts of all files of the corpus that are UTF-8.
pub(crate) fn corpus_texts() -> Vec<String> {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_record = path
                .extension()
                .is_some_and(|extension| extension == "pips");
            if path.is_dir() {
                folders.push(path);
            } else if is_record {
                texts.extend(std::fs::read_to_string(&path));
            }
        }
    }
    texts
}

/// Reader that returns one byte at a time, as a slow pipe does.
pub(crate) struct Drip<'a>(pub(crate) &'a [u8]);

impl std::io::Read for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else {
            return Ok(0);
        };
        into[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}
