//! `pipscribe explain`: pages of codes and rules. `explain_examples.rs` has the option
//! `--examples`.

use clap::Args;

use super::explain_examples::ExampleArguments;
use super::known_names::{NameParser, no_such_code_or_rule};
use super::links::book_here;
use super::output::Output;
use super::{Failure, Status};
use pipscribe::check::family;
use pipscribe::findings::{Code, all_codes, code_named, rule_named};

/// Arguments of `pipscribe explain`.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A code, such as gipf/line-full, a family of codes, such as gipf, or the number of a rule,
    /// such as G3.4 or "notation 4" [default: list all codes]
    #[arg(value_name = "CODE|RULE", value_parser = NameParser::codes_and_rules(), hide_possible_values = true)]
    named: Option<String>,
    /// Show a legal and an illegal example of the rule or the code instead
    #[arg(long, requires = "named")]
    examples: bool,
    #[command(flatten)]
    example: ExampleArguments,
}

/// Returns true for the name of a family of codes, such as `gipf`.
fn is_family(name: &str) -> bool {
    all_codes().any(|code| family(code.id) == name)
}

/// Returns a list of codes, one per line with its summary.
fn code_list(codes: impl Iterator<Item = Code>) -> String {
    codes
        .map(|code| format!("{:<32} {}\n", code.id, code.summary))
        .collect()
}

/// Returns a section `See also` with addresses in the book; empty without addresses.
fn see_also(addresses: impl IntoIterator<Item = String>) -> String {
    let lines: String = addresses
        .into_iter()
        .map(|address| format!("- {address}\n"))
        .collect();
    if lines.is_empty() {
        lines
    } else {
        format!("\n## See also\n\n{lines}")
    }
}

impl Explain {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.examples
            && let Some(name) = &self.named
        {
            return self.example.write(name);
        }
        let mut out = Output::standard();
        match self.named.as_deref().map(|name| (name, rule_named(name))) {
            None => out.write(&code_list(all_codes()))?,
            Some((number, Some(rule))) => {
                out.write(&rule.markdown())?;
                out.write(&see_also(
                    book_here(None).and_then(|book| book.of_rule(number)),
                ))?;
            }
            Some((name, None)) if is_family(name) => {
                let codes = all_codes().filter(|code| family(code.id) == name);
                out.write(&code_list(codes))?;
            }
            Some((id, None)) => {
                let code = code_named(id).ok_or_else(|| no_such_code_or_rule(id))?;
                out.write(&code.markdown())?;
                let pages =
                    book_here(None).map(|book| [Some(book.of_code(code)), book.of_rule(code.rule)]);
                out.write(&see_also(pages.into_iter().flatten().flatten()))?;
            }
        }
        out.finish()?;
        Ok(Status::Well)
    }
}
