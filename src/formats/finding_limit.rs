//! Limits the findings of a document to the maximum for a record ([`MAX_FINDINGS`]). One more
//! finding says that there are others.

use super::Imported;
use crate::findings::{Finding, code};
use crate::text::MAX_FINDINGS;

/// Collection of findings with a limit.
pub(super) trait KeepFindings {
    /// Adds a finding. The first finding beyond the limit is replaced with a finding about the
    /// limit; later findings are dropped.
    fn keep(&mut self, finding: Finding);

    /// Replaces the findings beyond the limit with a finding about the limit.
    fn limit(&mut self);
}

impl KeepFindings for Vec<Finding> {
    fn keep(&mut self, finding: Finding) {
        if self.len() < MAX_FINDINGS {
            self.push(finding);
        } else if self.len() == MAX_FINDINGS {
            self.push(too_many(&finding));
        }
    }

    fn limit(&mut self) {
        if self.len() > MAX_FINDINGS + 1 {
            self.truncate(MAX_FINDINGS + 1);
        }
        if let Some(last) = self.get_mut(MAX_FINDINGS) {
            *last = too_many(last);
        }
    }
}

/// Games of a document.
#[derive(Default)]
pub(super) struct KeptGames {
    games: Vec<Imported>,
    /// Number of findings on parts that could not become a record.
    refused_findings: usize,
    /// True if a finding about the limit was added: no more parts are reported.
    is_limit_reported: bool,
}

impl KeptGames {
    /// Adds a game. A part that could not become a record is dropped if the limit of findings is
    /// reached.
    pub(super) fn push(&mut self, game: Imported) {
        if game.text.is_empty() {
            self.refuse(game.findings);
        } else {
            self.games.push(game);
        }
    }

    /// Adds the findings of a part that could not become a record.
    pub(super) fn refuse(&mut self, findings: Vec<Finding>) {
        if self.is_limit_reported {
            return;
        }
        if self.refused_findings < MAX_FINDINGS {
            self.refused_findings += findings.len();
            self.games.push(Imported::refused(findings));
            return;
        }

        let about_limit = findings.first().map(too_many).into_iter().collect();
        self.games.push(Imported::refused(about_limit));
        self.is_limit_reported = true;
    }

    /// Returns the games, and the parts that could not become a record.
    pub(super) fn into_games(self) -> Vec<Imported> {
        self.games
    }
}

/// Returns the finding that replaces `first` and all later ones.
fn too_many(first: &Finding) -> Finding {
    let finding = Finding::new(
        &code::RECORD_SIZE,
        first.span,
        "This document has more errors than are listed.",
    );
    finding.with_help(format!(
        "The first {MAX_FINDINGS} findings of a document are listed."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::codes;
    use crate::formats::{Assumptions, FORMATS};
    use crate::text::{SourceText, Span};

    #[test]
    fn the_last_finding_mentions_omitted_findings() {
        let finding =
            |index: usize| Finding::new(&codes::TOKEN, Span::new(index, index), "This is none.");
        let mut kept = Vec::new();
        (0..MAX_FINDINGS + 10).for_each(|index| kept.keep(finding(index)));
        let mut limited: Vec<Finding> = (0..MAX_FINDINGS + 10).map(finding).collect();
        limited.limit();
        assert_eq!(format!("{kept:?}"), format!("{limited:?}"));
        assert_eq!(kept.len(), MAX_FINDINGS + 1);
        assert_eq!(kept[MAX_FINDINGS].code, &code::RECORD_SIZE);

        let mut few = vec![finding(0)];
        few.limit();
        assert_eq!(few.len(), 1);
        assert_eq!(few[0].code, &codes::TOKEN);
    }

    mod slow {
        use super::*;

        /// Tests documents in which every part is invalid.
        #[test]
        fn no_document_has_more_findings_than_a_record() {
            let documents = [
                ("json", "[", "1,"),
                ("jsonl", "[", "{},"),
                ("abstractplay", "[", "1,"),
                ("yaml", "", "- 1\n"),
                ("gf1", "", "<"),
                ("gf1", "<gipfgame>", "<move type=1/>"),
                ("sgf", "(;GM[0]", "B[aa]"),
                ("sgf", "(;GM[0]", ";B[aa]"),
                ("sgf", "(;GM[0]", "C[a]"),
                ("sgf", "(;GM[0]", "[aa] "),
                ("boardspace", "(;GM[gipf]", ";P0[1 z]"),
                ("gipf.com", "", "1. x y\n"),
                ("gdansk", "", "do z\n"),
            ];
            for (name, open, part) in documents {
                let format = FORMATS.iter().find(|format| format.name() == name).unwrap();
                let source =
                    SourceText::new(format!("{open}{}", part.repeat(MAX_FINDINGS + 200)), 0, 1);
                let games = format.read(&source, &Assumptions::default());
                // The last part within the limit may have two findings, and one more is about the
                // limit.
                let findings: usize = games.iter().map(|game| game.findings.len()).sum();
                assert!(findings <= MAX_FINDINGS + 2, "{name} of {part}: {findings}");
            }
        }
    }
}
