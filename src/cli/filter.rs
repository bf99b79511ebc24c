//! Selects the findings that `check` lists, and counts them by code.

use std::collections::BTreeMap;

use clap::Args;

use super::names::Names;
use crate::findings::{Code, Finding};

/// Arguments that select findings.
#[derive(Debug, Default, Args)]
pub(crate) struct Selection {
    /// Report only these codes or families, such as gipf/line-full or gipf; only these give exit status 1
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = Names::codes_and_families())]
    #[arg(hide_possible_values = true)]
    select: Vec<String>,
    /// Ignore these codes or families, even if selected
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = Names::codes_and_families())]
    #[arg(hide_possible_values = true)]
    ignore: Vec<String>,
}

/// Returns true if a code has the given name or belongs to the family of that name.
fn is_of(code: &str, name: &str) -> bool {
    code.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl Selection {
    /// Returns true if all findings are listed.
    pub(crate) fn is_all(&self) -> bool {
        self.select.is_empty() && self.ignore.is_empty()
    }

    /// Returns true if a finding is listed.
    pub(crate) fn has(&self, finding: &Finding) -> bool {
        let is_named = |names: &[String]| names.iter().any(|name| is_of(finding.code.id, name));
        (self.select.is_empty() || is_named(&self.select)) && !is_named(&self.ignore)
    }
}

/// Number of findings by code.
#[derive(Debug, Default)]
pub(crate) struct Statistics {
    counts: BTreeMap<&'static str, (Code, u64)>,
}

impl Statistics {
    /// Counts a finding.
    pub(crate) fn count(&mut self, finding: &Finding) {
        self.counts.entry(finding.code.id).or_insert((finding.code, 0)).1 += 1;
    }

    /// Returns one line per code, the most frequent first, then by code.
    pub(crate) fn table(&self) -> String {
        let mut rows: Vec<&(Code, u64)> = self.counts.values().collect();
        rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let digits = rows.first().map_or(0, |(_, count)| count.to_string().len());
        let letters = rows.iter().map(|(code, _)| code.id.len()).max().unwrap_or_default();
        let row = |(code, count): &&(Code, u64)| format!("{count:>digits$}  {:<letters$}  {}\n", code.id, code.summary);
        rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::code_named;
    use crate::text::Span;

    fn finding(code: &str) -> Finding {
        Finding::new(code_named(code).unwrap(), Span::default(), "")
    }

    #[test]
    fn families_are_named_whole() {
        let selection = |select: &[&str], ignore: &[&str]| {
            let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            Selection { select: owned(select), ignore: owned(ignore) }
        };
        let has = |selection: Selection, code| selection.has(&finding(code));
        assert!(has(selection(&[], &[]), "gipf/line-full"));
        assert!(has(selection(&["gipf"], &[]), "gipf/line-full"));
        assert!(has(selection(&["gipf/line-full"], &[]), "gipf/line-full"));
        assert!(!has(selection(&["gipf"], &[]), "turn/number"));
        assert!(!has(selection(&["pip"], &[]), "pippip/off-board"), "a family is no beginning of another");
        assert!(!has(selection(&["gipf/line-full"], &["gipf"]), "gipf/line-full"));
        assert!(has(selection(&[], &["gipf"]), "turn/number"));
    }

    #[test]
    fn the_most_frequent_code_comes_first() {
        let mut statistics = Statistics::default();
        assert_eq!(statistics.table(), "");
        ["turn/number", "gipf/no-row", "gipf/line-full"].iter().for_each(|code| statistics.count(&finding(code)));
        (0..9).for_each(|_| statistics.count(&finding("turn/number")));
        let table = statistics.table();
        let firsts: Vec<&str> = table.lines().map(|line| line.rsplit_once("  ").unwrap().0.trim_end()).collect();
        assert_eq!(firsts, ["10  turn/number", " 1  gipf/line-full", " 1  gipf/no-row"]);
    }
}
