//! Numbers of findings by code, for `check --statistics`.

use std::collections::BTreeMap;

use pipscribe::findings::{Code, Finding};

/// Number of findings by code.
#[derive(Debug, Default)]
pub(crate) struct FindingCounts {
    counts: BTreeMap<&'static str, CodeCount>,
}

#[derive(Debug)]
struct CodeCount {
    code: Code,
    count: u64,
}

impl FindingCounts {
    /// Counts a finding.
    pub(crate) fn count(&mut self, finding: &Finding) {
        let code = finding.code;
        let counted = self
            .counts
            .entry(code.id)
            .or_insert(CodeCount { code, count: 0 });
        counted.count += 1;
    }

    /// Returns one line per code, sorted by frequency and then by code.
    pub(crate) fn table(&self) -> String {
        let mut rows: Vec<&CodeCount> = self.counts.values().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.count));
        let count_width = rows.first().map_or(0, |row| row.count.to_string().len());
        let code_width = rows
            .iter()
            .map(|row| row.code.id.len())
            .max()
            .unwrap_or_default();

        let mut table = String::new();
        for CodeCount { code, count } in rows {
            table.push_str(&format!(
                "{count:>count_width$}  {:<code_width$}  {}\n",
                code.id, code.summary
            ));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::findings::code_named;
    use pipscribe::text::Span;

    fn finding(code: &str) -> Finding {
        Finding::new(code_named(code).unwrap(), Span::default(), "")
    }

    #[test]
    fn the_most_frequent_code_comes_first() {
        let mut statistics = FindingCounts::default();
        assert_eq!(statistics.table(), "");
        ["turn/number", "gipf/no-row", "gipf/line-full"]
            .iter()
            .for_each(|code| statistics.count(&finding(code)));
        (0..9).for_each(|_| statistics.count(&finding("turn/number")));
        let table = statistics.table();
        let firsts: Vec<&str> = table
            .lines()
            .map(|line| line.rsplit_once("  ").unwrap().0.trim_end())
            .collect();
        assert_eq!(
            firsts,
            ["10  turn/number", " 1  gipf/line-full", " 1  gipf/no-row"]
        );
    }
}
