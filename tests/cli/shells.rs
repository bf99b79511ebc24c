//! Completions and the manual.

use crate::support::Run;

fn written(arguments: &[&str]) -> String {
    let output = Run::new(arguments).done().expect_status(0);
    output.stdout()
}

/// Words as split by a shell.
fn words(text: &str) -> Vec<&str> {
    text.split([' ', '\'', '"', '(', ')', ':', '\n', '\\', '\t'])
        .collect()
}

#[test]
fn shells_complete_names() {
    let codes = ["gipf/line-full", "deck/yaml", "syntax/token"];
    let names = [
        "gipf",
        "pippinzip",
        "tournament",
        "zipline",
        "freestyle",
        "gipf.com",
        "sarif",
        "svg",
        "always",
    ];
    for shell in ["bash", "zsh", "fish"] {
        let text = written(&["completions", shell]);
        let words = words(&text);
        for name in names.iter().chain(&codes) {
            assert!(words.contains(name), "{shell}: {name}");
        }
        for option in [
            "select",
            "ignore",
            "statistics",
            "no-ignore",
            "color",
            "list",
        ] {
            assert!(text.contains(option), "{shell}: {option}");
        }
    }
}

/// The script line that completes an argument contains the names for that argument and no others.
#[test]
fn completed_names_belong_to_their_argument() {
    let fish = written(&["completions", "fish"]);
    let lines = |command: &str, what: &str| {
        let condition = format!("__fish_pipscribe_using_subcommand {command}\"");
        let mut lines = fish
            .split("\ncomplete ")
            .filter(|line| line.contains(&condition) && line.contains(what));
        lines
            .next()
            .unwrap_or_else(|| panic!("{command} {what}"))
            .to_owned()
    };
    let games = lines("moves", "-l game ");
    assert!(
        games.contains("pippinzip") && !games.contains("zipline") && !games.contains("line-full"),
        "{games}"
    );
    let variants = lines("moves", "-l variant ");
    assert!(
        variants.contains("zipline") && variants.contains("tournament"),
        "{variants}"
    );
    let select = lines("check", "-l select ");
    assert!(
        select.contains("gipf/line-full") && select.contains("syntax\\t"),
        "{select}"
    );
    let codes = lines("explain", "gipf/line-full");
    assert!(
        codes.contains(" -f ") && codes.contains("import/token"),
        "{codes}"
    );
    let shells = lines("completions", "zsh");
    assert!(
        shells.contains("elvish") && shells.contains("powershell"),
        "{shells}"
    );
}

/// The headings of a page.
fn headings(page: &str) -> Vec<String> {
    page.lines()
        .filter_map(|line| line.strip_prefix(".SH "))
        .map(|heading| heading.replace('"', ""))
        .collect()
}

#[test]
fn the_manual_has_the_sections_of_a_manual() {
    let page = written(&["man"]);
    let expected = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "GLOBAL OPTIONS",
        "SUBCOMMANDS",
        "EXIT STATUS",
        "EXAMPLES",
        "FILES",
        "ENVIRONMENT",
        "SEE ALSO",
        "VERSION",
    ];
    assert_eq!(headings(&page), expected);
    let text = page
        .replace("\\-", "-")
        .replace("\\fB", "")
        .replace("\\fR", "");
    for words in [
        "pipscribe check games",
        ".gitignore",
        "COLUMNS",
        "pipscribe-check(1)",
        "would change",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let (_, others) = text.split_once("SEE ALSO").unwrap();
    assert!(!others.contains("pipscribe-help"), "there is no such page");
}

#[test]
fn every_command_has_a_page() {
    let page = written(&["man"])
        .replace("\\-", "-")
        .replace("\\fB", "")
        .replace("\\fR", "");
    let (_, others) = page.split_once("SEE ALSO").unwrap();
    let commands: Vec<&str> = others
        .split("pipscribe-")
        .skip(1)
        .map(|rest| rest.split('(').next().unwrap())
        .collect();
    assert!(commands.len() > 12, "{commands:?}");
    for command in commands {
        let page = written(&["man", command]);
        let headings = headings(&page);
        for heading in ["NAME", "SYNOPSIS", "EXIT STATUS", "SEE ALSO"] {
            assert!(
                headings.iter().any(|known| known == heading),
                "{command}: {heading}"
            );
        }
        let has_examples = headings.iter().any(|heading| heading == "EXAMPLES");
        assert!(has_examples, "{command}");
        let others = ["check", "fmt", "explain"]
            .iter()
            .filter(|other| **other != command);
        for other in others {
            assert!(
                !page.contains(&format!("pipscribe {other} ")),
                "{command} has an example of {other}"
            );
        }
        assert!(page.contains(&format!("pipscribe\\-{command}")), "{page}");
    }
}
