//! Extension for Zed: starts the language server of Pipscribe.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{
    Command, Extension, LanguageServerId, Result, Worktree, register_extension,
};

/// The extension, which has no state.
struct Pipscribe;

impl Extension for Pipscribe {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let (path, arguments) = binary
            .map(|binary| (binary.path, binary.arguments))
            .unwrap_or_default();
        let path = path.or_else(|| worktree.which("pipscribe"));
        let missing = || {
            "`pipscribe` is not on the PATH: install it, or set `lsp.pipscribe.binary.path`"
                .to_owned()
        };
        Ok(Command {
            command: path.ok_or_else(missing)?,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_owned()]),
            env: worktree.shell_env(),
        })
    }
}

register_extension!(Pipscribe);
