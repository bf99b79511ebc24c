//! `pipscribe explain`

use clap::Args;

use super::output::Output;
use super::{Failure, Status};
use crate::findings::{all_codes, code_named};

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
                out.write(&code.markdown())?;
            }
        }
        out.finish()?;
        Ok(Status::Well)
    }
}
