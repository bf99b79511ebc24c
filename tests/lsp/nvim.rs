//! A real client: Neovim, if it is installed. `.ci/run` checks that.

use std::process::Command;

use crate::support::{Folder, root, skipped};

#[test]
fn neovim_edits_with_this_server() {
    if Command::new("nvim").arg("--version").output().is_err() {
        return skipped("there is no nvim", Some("PIPSCRIBE_NVIM"));
    }
    let folder = Folder::new("nvim");
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-i", "NONE", "-c"])
        .arg(format!(
            "luafile {}",
            root().join("tests/lsp/nvim/session.lua").display()
        ))
        .env("PIPSCRIBE", env!("CARGO_BIN_EXE_pipscribe"))
        .env("PIPSCRIBE_FOLDER", folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .output()
        .unwrap();
    let reported = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{reported}");
    assert!(reported.contains("all is well"), "{reported}");
}
