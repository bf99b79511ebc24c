//! The plugin of the Typst package: one function, which gets a raw block and gives what becomes of it.
//!
//! What Typst asks of a plugin, two imports and a layout of arguments, is written by the macros of `wasm-minimal-protocol`, and is
//! the only `unsafe` here.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::book::{TypstOptions, typst_block};
use pipscribe::decks::GivenDecks;
use pipscribe::draw::{Theme, write_outlined_figure};
use pipscribe::games::Context;
use serde::Deserialize;

/// How a document sets its blocks, as the package writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// `all`, or `asked`: blocks that ask for nothing get no figure.
    figures: String,
    /// The name of a theme, or one as YAML.
    theme: String,
    /// Decks of the Pipe Game by name, each as YAML.
    decks: BTreeMap<String, String>,
}

impl Settings {
    fn options(&self) -> Result<TypstOptions, String> {
        let all = match self.figures.as_str() {
            "all" => true,
            "asked" => false,
            other => return Err(format!("`figures` is \"all\" or \"asked\", not \"{other}\"")),
        };
        let is_yaml = self.theme.contains(':');
        let theme = match Theme::named(&self.theme) {
            Some(theme) => theme,
            None if is_yaml => Theme::from_yaml(&self.theme).map_err(|error| format!("`theme`: {error}"))?,
            None => {
                let names: Vec<_> = Theme::names().collect();
                return Err(format!(
                    "`theme` is one of {}, or read(\"….yaml\"), not \"{}\"",
                    names.join(", "),
                    self.theme
                ));
            }
        };
        Ok(TypstOptions { all, theme, draw: write_outlined_figure })
    }
}

/// What becomes of a block, as JSON. `text` is the raw text, with what stands behind its tag; `settings` are JSON.
///
/// # Errors
/// What is wrong with the block, a line each.
pub fn set_block(text: &[u8], settings: &[u8]) -> Result<Vec<u8>, String> {
    let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
    let settings: Settings = serde_json::from_slice(settings).map_err(|error| error.to_string())?;
    let context = Context::with_decks(Arc::new(GivenDecks::read(settings.decks.clone())));
    let block = typst_block(text, &settings.options()?, &context)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    serde_json::to_vec(&block).map_err(|error| error.to_string())
}

/// What Typst calls.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod plugin {
    use wasm_minimal_protocol::{initiate_protocol, wasm_func};

    initiate_protocol!();

    #[wasm_func]
    fn block(text: &[u8], settings: &[u8]) -> Result<Vec<u8>, String> {
        super::set_block(text, settings)
    }
}
