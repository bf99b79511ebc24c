//! `pipscribe explain`

use clap::Args;

use super::output::Output;
use super::{Failure, Status};
use crate::findings::{Code, all_codes, code_named};

/// Explains a code, or lists the codes.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The code, such as gipf/line-full
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

impl Explain {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        match &self.code {
            None => {
                for code in all_codes() {
                    out.write(&format!("{:<28} {}\n", code.id, code.summary))?;
                }
            }
            Some(id) => {
                let code = code_named(id).ok_or_else(|| {
                    let near: Vec<_> =
                        all_codes().filter(|code| code.id.contains(id.as_str())).map(|code| code.id).collect();
                    let hint = if near.is_empty() { String::new() } else { format!(" (perhaps {})", near.join(", ")) };
                    Failure::Usage(format!("there is no code `{id}`{hint}; `pipscribe explain` lists them"))
                })?;
                out.write(&page(code))?;
            }
        }
        out.finish()?;
        Ok(Status::Well)
    }
}

/// The page of a code.
fn page(code: Code) -> String {
    let stands = if code.can_stand { "\n`[%irregular]` can let it stand.\n" } else { "" };
    let mut text = format!(
        "# {}\n\n{}: {}. Rule: {}.\n\n{}\n{stands}",
        code.id,
        code.severity,
        code.summary,
        code.rule,
        code.page_text().trim()
    );
    let is_deck_file = code.id.starts_with("deck/") && !code.failing.starts_with("[Game");
    let (what, language) = if is_deck_file { ("A deck file", "yaml") } else { ("A record", "pips") };
    for (heading, example) in [(&*format!("{what} that has it"), code.failing), ("One that has not", code.near_miss)] {
        if !example.is_empty() {
            text.push_str(&format!("\n## {heading}\n\n~~~{language}\n{}\n~~~\n", example.trim_end()));
        }
    }
    text
}
