//! The reference page of the command line: the texts of `--help` and `man` as a page of the book.

use crate::support::{Run, assert_committed};

/// Options of every command, which the page lists once.
const GLOBAL: [&str; 9] = [
    "--help",
    "--version",
    "--color",
    "--hyperlinks",
    "--base-url",
    "--config",
    "--no-config",
    "--quiet",
    "--verbose",
];

/// An option or an argument, or a term of the manual, with its meaning.
struct Entry {
    term: String,
    meaning: String,
}

/// The parts of a help text.
struct Help {
    about: Vec<String>,
    usage: Vec<String>,
    entries: Vec<Entry>,
}

fn output(arguments: &[&str]) -> String {
    let output = Run::new(arguments).done().expect_status(0);
    output.stdout()
}

/// The paragraphs of a text, each on one line.
fn paragraphs(lines: &[&str]) -> Vec<String> {
    let blocks = lines
        .split(|line| line.trim().is_empty())
        .filter(|block| !block.is_empty());
    blocks
        .map(|block| {
            block
                .iter()
                .map(|line| line.trim())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect()
}

/// A paragraph of the meaning of an option, as Markdown.
fn meaning(paragraph: &str) -> String {
    let list = |text: &str| {
        text.split(", ")
            .map(|value| format!("`{value}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let bracketed = |key: &str| {
        paragraph
            .strip_prefix(key)
            .and_then(|rest| rest.strip_suffix(']'))
    };
    if let Some(value) = bracketed("[default: ") {
        return format!("Default: `{value}`");
    }
    if let Some(values) = bracketed("[possible values: ") {
        return format!("Values: {}", list(values));
    }
    if let Some(values) = paragraph.strip_prefix("Possible values: - ") {
        let values = values
            .split(" - ")
            .map(|value| match value.split_once(':') {
                Some((name, about)) => format!("`{name}`: {}", about.trim()),
                None => format!("`{value}`"),
            });
        return values.collect::<Vec<_>>().join("<br>");
    }
    paragraph.to_owned()
}

/// A text as a cell of a table: bars are escaped, and so are angle brackets outside code.
fn cell(text: &str) -> String {
    let parts = text.replace('|', "\\|");
    let parts = parts
        .split('`')
        .enumerate()
        .map(|(number, part)| match number % 2 {
            0 => part
                .replace("<br>", "\0")
                .replace('<', "&lt;")
                .replace('\0', "<br>"),
            _ => part.to_owned(),
        });
    parts.collect::<Vec<_>>().join("`")
}

fn help(text: &str) -> Help {
    // Examples come from the manual.
    let text = text.split("\nEXAMPLES\n").next().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let usage_at = lines
        .iter()
        .position(|line| line.starts_with("Usage:"))
        .unwrap();
    let usage_end = usage_at
        + lines[usage_at..]
            .iter()
            .position(|line| line.is_empty())
            .unwrap_or(lines.len() - usage_at);
    let usage = lines[usage_at..usage_end]
        .iter()
        .map(|line| line.trim_start_matches("Usage:").trim().to_owned());
    let mut entries: Vec<(String, Vec<&str>)> = Vec::new();
    let mut is_commands = false;
    for line in &lines[usage_end..] {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        match indent {
            0 if !text.is_empty() => is_commands = text == "Commands:",
            2..=7 if !is_commands && text.starts_with(['-', '<', '[']) => {
                let (term, inline) = text.split_once("  ").unwrap_or((text, ""));
                entries.push((term.to_owned(), vec![inline]));
            }
            _ => entries
                .last_mut()
                .into_iter()
                .for_each(|(_, body)| body.push(line)),
        }
    }
    let entries = entries.into_iter().map(|(term, body)| {
        let body: Vec<String> = paragraphs(&body)
            .iter()
            .map(|paragraph| meaning(paragraph))
            .collect();
        Entry {
            term,
            meaning: body.join("<br>"),
        }
    });
    Help {
        about: paragraphs(&lines[..usage_at]),
        usage: usage.collect(),
        entries: entries.collect(),
    }
}

fn table(head: &str, entries: &[&Entry]) -> String {
    let mut text = format!("\n| {head} | |\n|---|---|\n");
    for Entry { term, meaning } in entries {
        text.push_str(&format!(
            "| `{}` | {} |\n",
            term.replace('|', "\\|"),
            cell(meaning)
        ));
    }
    text
}

fn is_global(entry: &Entry) -> bool {
    entry
        .term
        .split([' ', ','])
        .any(|word| GLOBAL.contains(&word))
}

/// The names of the commands that a help text lists.
fn names(help: &str) -> Vec<String> {
    let list = help.split_once("\nUsage:").unwrap().1;
    let list = list
        .split("\nGlobal options:")
        .next()
        .unwrap()
        .split("\nOptions:")
        .next()
        .unwrap();
    let rows = list.lines().filter(|line| {
        line.starts_with("  ") && !line.starts_with("   ") && line.trim().contains("  ")
    });
    let names = rows.map(|line| line.split_whitespace().next().unwrap().to_owned());
    names
        .filter(|name| name.bytes().all(|letter| letter.is_ascii_lowercase()) && name != "help")
        .collect()
}

/// The groups of commands that the long help lists, each with its commands.
fn groups(help: &str) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for line in help
        .split_once("\n\n")
        .unwrap()
        .1
        .split("\nGlobal options:")
        .next()
        .unwrap()
        .lines()
    {
        if let Some(title) = line.strip_suffix(':') {
            groups.push((title.to_owned(), Vec::new()));
        } else if let Some(row) = line.strip_prefix("  ") {
            groups
                .last_mut()
                .unwrap()
                .1
                .push(row.split_whitespace().next().unwrap().to_owned());
        }
    }
    groups
}

/// The line on the exit status at the end of a help text.
fn exit_status(help: &str) -> Option<String> {
    let line = help.split_once("\nExit status: ")?.1;
    Some(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A section of the manual: its terms with their meanings.
fn manual(page: &str, section: &str) -> Vec<Entry> {
    let plain = page
        .replace("\\fB", "")
        .replace("\\fR", "")
        .replace("\\-", "-")
        .replace("\\*(Aq", "'")
        .replace("\\&", "");
    let heads = [format!(".SH {section}\n"), format!(".SH \"{section}\"\n")];
    let body = heads
        .iter()
        .find_map(|head| plain.split_once(head.as_str()))
        .unwrap_or_else(|| panic!("no {section}"))
        .1;
    let terms = body.split(".SH ").next().unwrap().split(".TP\n").skip(1);
    let entries = terms.map(|term| {
        let (term, meaning) = term.split_once('\n').unwrap();
        Entry {
            term: term.to_owned(),
            meaning: meaning.trim().replace('\n', " "),
        }
    });
    entries.collect()
}

/// The section of a command, and the sections of its subcommands.
fn section(path: &[&str], examples: &[Entry]) -> String {
    let name = path.join(" ");
    let text = output(&[path, &["--help"]].concat());
    let parts = help(&text);
    let mut page = format!(
        "\n{} `{name}`\n\n{}.\n",
        if path.len() == 1 { "##" } else { "###" },
        cell(&parts.about[0])
    );
    for paragraph in &parts.about[1..] {
        page.push_str(&format!("\n{}\n", cell(paragraph)));
    }
    page.push_str(&format!("\n```text\n{}\n```\n", parts.usage.join("\n")));
    let own: Vec<&Entry> = parts
        .entries
        .iter()
        .filter(|entry| !is_global(entry))
        .collect();
    if !own.is_empty() {
        page.push_str(&table("argument or option", &own));
    }
    let called = format!("pipscribe {name}");
    let shown: Vec<&Entry> = examples
        .iter()
        .filter(|example| example.term == called || example.term.starts_with(&format!("{called} ")))
        .collect();
    if path.len() == 1 && !shown.is_empty() {
        page.push_str(&table("example", &shown));
    }
    if let Some(status) = exit_status(&text) {
        page.push_str(&format!("\nExit status: {status}\n"));
    }
    if text.contains("\nCommands:\n") {
        for inner in names(&text) {
            page.push_str(&section(&[path, &[inner.as_str()]].concat(), examples));
        }
    }
    page
}

/// `just bless` rewrites the page when a help text changes.
#[test]
fn the_command_line_page_agrees_with_help() {
    let whole = output(&["--help"]);
    let man = output(&["man"]);
    let examples = manual(&man, "EXAMPLES");
    let commands = names(&whole);
    assert!(
        commands.len() > 25 && commands.contains(&"check".to_owned()),
        "{commands:?}"
    );
    let mut page = String::from(
        "# Command line\n\n\
         ```text\npipscribe COMMAND [OPTIONS] [PATH …]\n```\n\n\
         A path is a file, a folder, or `-` for standard input. Records, findings and diagrams go to standard \
         output, messages and summaries to \
         standard error. Every command reads the `pips` blocks of Markdown (`.md`), LaTeX (`.tex`) and Typst \
         (`.typ`) documents like files of \
         records.\n\n\
         This page has the text of `--help` of each command. `pipscribe man` writes the same as manual pages.\n",
    );
    let mut sections = String::new();
    let grouped = groups(&whole);
    assert_eq!(
        grouped
            .iter()
            .flat_map(|(_, commands)| commands)
            .collect::<Vec<_>>(),
        commands.iter().collect::<Vec<_>>()
    );
    for (title, commands) in &grouped {
        page.push_str(&format!("\n| {title} | |\n|---|---|\n"));
        for command in commands {
            let about = help(&output(&[command.as_str(), "--help"])).about.remove(0);
            page.push_str(&format!(
                "| [`{command}`](#{command}) | {} |\n",
                cell(&about)
            ));
            sections.push_str(&section(&[command.as_str()], &examples));
        }
    }
    page.push_str(&sections);
    let global: Vec<Entry> = help(&whole).entries;
    page.push_str(&format!(
        "\n## Options of every command\n{}",
        table("option", &global.iter().collect::<Vec<_>>())
    ));
    for (title, section, head) in [
        ("Exit status", "EXIT STATUS", "status"),
        ("Files", "FILES", "file"),
        ("Environment", "ENVIRONMENT", "variable"),
    ] {
        let entries = manual(&man, section);
        page.push_str(&format!(
            "\n## {title}\n{}",
            table(head, &entries.iter().collect::<Vec<_>>())
        ));
    }
    assert_committed("docs/src/commands.md", &page);
}
