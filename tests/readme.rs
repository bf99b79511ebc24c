//! The README: every command in it is run, and what it shows is what the command writes.

use crate::support::{pipscribe, root, stderr, stdout};

/// Commands with what the README shows below each.
fn shown() -> Vec<(String, String)> {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line {
            "```console" => inside = true,
            _ if line.starts_with("```") => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
                (None, None) => panic!("output without a command: {line}"),
            },
        }
    }
    commands
}

#[test]
fn the_readme_shows_what_the_commands_write() {
    let commands = shown();
    assert!(commands.len() > 5);
    for (command, expected) in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let found = match words.as_slice() {
            // What runs this test.
            ["cargo", "test"] => continue,
            ["cat", file] => std::fs::read_to_string(root().join(file)).unwrap(),
            ["pipscribe", arguments @ ..] | ["cargo", "run", "--quiet", "--", arguments @ ..] => {
                let output = pipscribe(arguments, b"");
                format!("{}{}", stdout(&output), stderr(&output))
            }
            _ => panic!("the test knows no way to run `{command}`"),
        };
        assert_eq!(found.trim_end(), expected.trim_end(), "{command}");
    }
}
