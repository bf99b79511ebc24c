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

impl Explain {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let text = match &self.named {
            Some(name) if self.examples => return self.example.write(name),
            Some(name) => explanation(name)?,
            None => code_list(all_codes()),
        };
        let mut out = Output::standard();
        out.write(&text)?;
        out.finish()?;
        Ok(Status::Well)
    }
}

/// Explains a rule or a code, or lists the codes of a family.
fn explanation(name: &str) -> Result<String, Failure> {
    if let Some(rule) = rule_named(name) {
        let page = book_here(None).and_then(|book| book.of_rule(name));
        return Ok(rule.markdown() + &see_also(page));
    }
    if is_family(name) {
        let codes = all_codes().filter(|code| family(code.id) == name);
        return Ok(code_list(codes));
    }

    let code = code_named(name).ok_or_else(|| no_such_code_or_rule(name))?;
    let mut pages = Vec::new();
    if let Some(book) = book_here(None) {
        pages.push(book.of_code(code));
        pages.extend(book.of_rule(code.rule));
    }
    Ok(code.markdown() + &see_also(pages))
}

/// Returns true for the name of a family of codes, such as `gipf`.
fn is_family(name: &str) -> bool {
    all_codes().any(|code| family(code.id) == name)
}

/// Returns a list of codes, one per line with its summary.
fn code_list(codes: impl Iterator<Item = Code>) -> String {
    // The longest codes have nearly 32 letters.
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
