//! References in pages are valid: files, links, options, names in the code, rules by their numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use pipscribe::findings::{all_rules, rule_named};

use crate::support::{Run, root};

/// Files of the project under a folder or by name, with one of these extensions.
fn files(places: &[&str], endings: &[&str]) -> Vec<PathBuf> {
    let walked = places
        .iter()
        .flat_map(|place| walkdir::WalkDir::new(root().join(place)).sort_by_file_name());
    let paths = walked.map(|entry| entry.unwrap().into_path());
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| endings.iter().any(|one| ending == *one))
        })
        .collect()
}

/// The pages for people.
fn pages() -> Vec<(PathBuf, String)> {
    let places = [
        "docs",
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "corpus/README.md",
    ];
    let pages = files(&places, &["md"]);
    assert!(pages.len() > 120, "{}", pages.len());
    pages
        .into_iter()
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

/// The lines of a page outside its fenced blocks.
fn prose(page: &str) -> String {
    let mut fence: Option<&str> = None;
    let mut out = String::new();
    for line in page.lines() {
        let text = line.trim_start();
        match fence {
            Some(open) => {
                fence =
                    Some(open).filter(|open| !(text.starts_with(open) && text.trim_end() == *open));
            }
            None if text.starts_with("```") || text.starts_with("~~~") => {
                let length = text
                    .find(|sign| sign != '`' && sign != '~')
                    .unwrap_or(text.len());
                fence = Some(&text[..length]);
            }
            None => out.extend([line, "\n"]),
        }
    }
    out
}

/// Text between single backticks.
fn code_spans(page: &str) -> Vec<String> {
    let prose = prose(page);
    let paragraphs = prose.split("\n\n").flat_map(|paragraph| {
        let parts: Vec<&str> = paragraph.split('`').collect();
        parts
            .into_iter()
            .skip(1)
            .step_by(2)
            .map(|part| part.replace('\n', " "))
            .collect::<Vec<_>>()
    });
    paragraphs.collect()
}

/// The anchors of a page, as mdBook gives them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page);
    let headings = headings
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim());
    let letters = |letter: char| match letter {
        '_' | '-' => Some(letter),
        _ if letter.is_alphanumeric() => Some(letter.to_ascii_lowercase()),
        _ => letter.is_whitespace().then_some('-'),
    };
    let mut anchors: BTreeSet<String> = headings
        .map(|heading| heading.chars().filter_map(letters).collect())
        .collect();
    anchors.extend(
        page.split("id=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().to_owned()),
    );
    anchors
}

#[test]
fn links_between_pages_lead_somewhere() {
    let pages: BTreeMap<PathBuf, String> = pages().into_iter().collect();
    let mut links = 0;
    for (path, page) in &pages {
        let prose = prose(page);
        for target in prose
            .split("](")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap())
        {
            // `![](pip:W)` is a piece in the text.
            if target.starts_with("http")
                || target.starts_with("pip:")
                || target.contains(' ')
                || target.is_empty()
            {
                continue;
            }
            links += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let to = match file {
                "" => path.clone(),
                file => {
                    // An included file is checked where it is included: `architecture.md` is
                    // ARCHITECTURE.md.
                    path.parent().unwrap().join(file)
                }
            };
            assert!(to.exists(), "{}: {target} leads nowhere", name(path));
            if !anchor.is_empty() {
                let known = anchors(&std::fs::read_to_string(&to).unwrap());
                assert!(
                    known.contains(anchor),
                    "{}: {target}: no heading is called so",
                    name(path)
                );
            }
        }
    }
    assert!(links > 400, "{links}");
}

/// Returns true if such a file exists, or one with this prefix if the name is cut off by `…`, `*`,
/// or a word in capital letters.
fn is_there(path: &str) -> bool {
    let cut = path
        .find(['…', '*', '<', '{'])
        .or_else(|| path.find("NAME"))
        .or_else(|| path.find("GAME"));
    let Some(cut) = cut else {
        return root().join(path).exists();
    };
    let (folder, begins) = path[..cut].rsplit_once('/').unwrap_or_default();
    let entries = std::fs::read_dir(root().join(folder))
        .into_iter()
        .flatten()
        .flatten();
    entries
        .into_iter()
        .any(|entry| entry.file_name().to_string_lossy().starts_with(begins))
}

#[test]
fn named_files_exist() {
    let rooms = [
        "src/",
        "command/src/",
        "server/src/",
        "tests/",
        "docs/",
        "corpus/",
        "grammar/",
        "examples/",
        "benches/",
        ".ci/",
    ];
    let mut named = 0;
    for (path, page) in pages() {
        for span in code_spans(&page) {
            // A sample of a reader's file, or of a command's output.
            if !rooms.iter().any(|room| span.starts_with(room))
                || span.contains([' ', ':'])
                || span == "docs/rules.md"
            {
                continue;
            }
            named += 1;
            assert!(is_there(&span), "{}: there is no `{span}`", name(&path));
        }
    }
    assert!(named > 50, "{named}");
}

/// The pages for contributors name files by the end of their paths, such as `findings/hint.rs`.
#[test]
fn files_in_the_walkthroughs_exist() {
    let tree: Vec<String> = walkdir::WalkDir::new(root())
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || is_of_the_sources(entry))
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    let mut named = 0;
    for (path, page) in pages() {
        let walkthroughs = ["ARCHITECTURE.md", "CONTRIBUTING.md", "house.md"];
        if !walkthroughs.iter().any(|page| path.ends_with(page)) {
            continue;
        }
        for span in code_spans(&page) {
            let is_path = span.contains('/') || span.ends_with(".rs");
            let is_placeholder = span.contains("NAME") || span.contains("GAME");
            if !is_path || is_placeholder || span.contains([' ', ':']) {
                continue;
            }
            named += 1;
            let end = format!("/{}", span.trim_end_matches('/'));
            assert!(
                tree.iter().any(|path| path.ends_with(&end)),
                "{}: there is no `{span}`",
                name(&path)
            );
        }
    }
    assert!(named > 50, "{named}");
}

/// Returns true if an entry is not a folder of what was built or installed.
fn is_of_the_sources(entry: &walkdir::DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    !["target", "node_modules", ".git"].contains(&name.as_ref())
}

/// Tests the names in the code that the walkthroughs for contributors mention.
#[test]
fn names_in_the_walkthroughs_exist() {
    let sources = files(
        &["src", "command", "server", "tests", "grammar"],
        &["rs", "pest"],
    );
    let code: String = sources
        .into_iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let words: BTreeSet<&str> = code
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .collect();
    let mut named = 0;
    for (path, page) in pages() {
        if !path.ends_with("house.md") && !path.ends_with("ARCHITECTURE.md") {
            continue;
        }
        for span in code_spans(&page) {
            let is_name = |span: &str| {
                span.chars()
                    .all(|letter| letter.is_alphanumeric() || "_:".contains(letter))
            };
            // `NAME`, `GAME` are placeholders; a word with a small first letter and without `_` may
            // be a word of a record.
            if !is_name(&span) || span.chars().all(char::is_uppercase) {
                continue;
            }
            for part in span
                .split("::")
                .filter(|part| part.contains('_') || part.starts_with(char::is_uppercase))
            {
                named += 1;
                assert!(
                    words.contains(part),
                    "{}: nothing in the code is called `{part}`",
                    name(&path)
                );
            }
        }
    }
    assert!(named > 40, "{named}");
}

/// The lines of code in the walkthroughs are in the sources, apart from indentation.
#[test]
fn code_in_the_walkthroughs_exists() {
    let page = std::fs::read_to_string(root().join("docs/src/house.md")).unwrap();
    let sources = files(&["src", "command", "server"], &["rs"])
        .into_iter()
        .map(|path| std::fs::read_to_string(path).unwrap());
    let squeezed = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let code: Vec<String> = sources.map(|text| squeezed(&text)).collect();
    let blocks: Vec<String> = page
        .split("```rust,ignore\n")
        .skip(1)
        .map(|rest| {
            squeezed(rest.split("```").next().unwrap())
                .trim()
                .to_owned()
        })
        .collect();
    assert!(blocks.len() > 4);
    for block in blocks {
        assert!(
            code.iter().any(|file| file.contains(&block)),
            "not in the sources:\n{block}"
        );
    }
}

/// Every option that a page names exists, in `pipscribe` or in another program of the page.
#[test]
fn named_options_exist() {
    let help = Run::new(&["--help"]).done().stdout();
    let commands = help.lines().take_while(|line| *line != "Global options:");
    let commands: Vec<String> = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .chain(["fix".to_owned()])
        .collect();
    assert!(commands.len() > 18, "{commands:?}");
    // Options without a command are in the main help.
    let mut pages_of_help = BTreeMap::from([("pipscribe".to_owned(), help.clone())]);
    for command in commands.iter().filter(|command| *command != "help") {
        let mut help = Run::new(&[command, "--help"]).done().stdout();
        if command == "deck" {
            help.extend(
                ["check", "show", "list", "new"]
                    .map(|inner| Run::new(&["deck", inner, "--help"]).done().stdout()),
            );
        }
        pages_of_help.insert(command.clone(), help);
    }
    let has = |help: &str, option: &str| {
        help.split(|sign: char| !sign.is_alphanumeric() && sign != '-')
            .any(|word| word == option)
    };
    // Options of cargo, npm and the programs of the conformance suite.
    let others = [
        "--no-default-features",
        "--features",
        "--global",
        "--package",
        "--profile",
        "--release",
        "--path",
        "--open",
        "--test",
        "--offline",
        "--quiet",
        "--skip",
        "--inputs",
        "--seed",
        "--help",
        "--version",
    ];
    let mut named = 0;
    // One page is about other programs and their options.
    for (path, page) in pages()
        .into_iter()
        .filter(|(path, _)| !path.ends_with("compared.md"))
    {
        for span in code_spans(&page) {
            let words: Vec<&str> = span.split_whitespace().collect();
            // Commands of other programs: cargo, Git, editors.
            let first = words.first().copied().unwrap_or_default();
            if words.len() > 1
                && !first.starts_with('-')
                && first != "pipscribe"
                && !pages_of_help.contains_key(first)
            {
                continue;
            }
            let words = words.strip_prefix(&["pipscribe"]).unwrap_or(&words);
            let of_command = words.first().and_then(|first| pages_of_help.get(*first));
            let before = words.iter().take_while(|word| **word != "--");
            // Custom properties of style sheets look like options.
            for option in before
                .filter(|word| word.starts_with("--") && !word.starts_with("--pips-"))
                .map(|word| word.split('=').next().unwrap())
            {
                let is_known = match of_command {
                    Some(help) => has(help, option),
                    None => {
                        others.contains(&option)
                            || pages_of_help.values().any(|help| has(help, option))
                    }
                };
                named += 1;
                assert!(
                    is_known,
                    "{}: `{span}`: there is no option {option}",
                    name(&path)
                );
            }
            if span.starts_with("pipscribe ") && of_command.is_none() {
                let first = words.first().copied().unwrap_or_default();
                assert!(
                    first.starts_with('-') || first == "help",
                    "{}: `{span}`: there is no command {first}",
                    name(&path)
                );
            }
        }
    }
    assert!(named > 80, "{named}");
}

/// The numbers of rules that a text cites: `G3.1`, `V2.9`.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
    words.filter_map(|word| {
        let word = word.trim_end_matches('.');
        let (first, second) = word.strip_prefix(['G', 'Z', 'P', 'V'])?.split_once('.')?;
        let is_number = |part: &str| {
            (1..=2).contains(&part.len()) && part.bytes().all(|digit| digit.is_ascii_digit())
        };
        (is_number(first) && is_number(second)).then_some(word)
    })
}

/// Every rule that is cited in the book, in the code or in the corpus exists.
#[test]
fn every_cited_rule_exists() {
    let rules: BTreeSet<&str> = all_rules().map(|rule| rule.number).collect();
    let places = [
        "docs",
        "src",
        "command",
        "server",
        "tests",
        "corpus",
        "grammar",
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ];
    let mut count = 0;
    for path in files(
        &places,
        &["md", "rs", "pips", "pest", "txt", "json", "jsonl"],
    ) {
        let bytes = std::fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        for rule in cited(&text) {
            count += 1;
            // Tests ask for rules that do not exist on purpose.
            assert!(
                rules.contains(rule) || ["G3.10", "G3.44"].contains(&rule),
                "{}: there is no rule {rule}",
                name(&path)
            );
        }
    }
    assert!(count > 2_000, "{count}");
}

/// Every rule with a number has a record in its chapter that keeps it or breaks it, and a verdict.
#[test]
fn every_rule_of_a_chapter_has_an_example() {
    for rule in all_rules().filter(|rule| rule.number.contains('.')) {
        let chapter =
            std::fs::read_to_string(root().join(format!("docs/src/{}.md", rule.page))).unwrap();
        let (_, section) = chapter
            .split_once(&format!("### {} ", rule.number))
            .unwrap();
        let section = section
            .split("\n### ")
            .next()
            .unwrap()
            .split("\n## ")
            .next()
            .unwrap();
        assert!(
            section.contains("\nLegal: "),
            "{}: no record keeps it",
            rule.number
        );
        // V5.3 says that something does not matter, so it has no example.
        assert!(
            section.contains("\nIllegal, [`") || rule.number == "V5.3",
            "{}: no record breaks it",
            rule.number
        );
        let blocks = section.matches("\n```pips").count();
        let shown = section.matches("\n```pips,").count() + section.matches("[%diagram").count();
        assert_eq!(
            blocks, shown,
            "{}: a record has no figure and no finding",
            rule.number
        );
        assert!(
            rule_named(rule.number).is_some_and(|rule| rule.words().len() > 20),
            "{}: no words",
            rule.number
        );
    }
}

/// Types that a program of a user begins with; games have types of the same names.
const FIRST_TYPES: [&str; 32] = [
    "Checked",
    "CodeInfo",
    "Config",
    "Context",
    "Conversion",
    "Deck",
    "Entry",
    "Figure",
    "FigureOptions",
    "Finding",
    "Frame",
    "Hint",
    "LiveGame",
    "Mark",
    "Mend",
    "Mends",
    "NewGame",
    "Piece",
    "Position",
    "RandomTurns",
    "Record",
    "RenderRequest",
    "Scene",
    "Severity",
    "State",
    "SteppedServer",
    "Theme",
    "Timeline",
    "Turn",
    "TurnView",
    "View",
    "Why",
];

/// The front ends with their own words for hints, and what they do with them.
const HINT_FILES: [&str; 6] = [
    "command/src/cli/hint_text.rs",
    "server/src/hint_text.rs",
    "server/src/actions/hinted.rs",
    "bindings/web/src/hints.rs",
    "bindings/python/src/hint_text.rs",
    "bindings/python/src/hint.rs",
];

/// `Hint` is `#[non_exhaustive]`, so the compiler does not find a front end that forgets a hint.
#[test]
fn every_front_end_names_every_hint() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
    let declaration = read("src/findings/hint.rs");
    let (_, body) = declaration.split_once("pub enum Hint {\n").unwrap();
    let (body, _) = body.split_once("\n}").unwrap();
    let is_sign = |letter: char| !letter.is_ascii_alphanumeric();
    let variants: BTreeSet<&str> = body
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()))
        .filter_map(|line| line.split(is_sign).next())
        .collect();
    assert!(variants.len() >= 21, "{variants:?}");
    for file in HINT_FILES {
        let text = read(file);
        let words: BTreeSet<&str> = text.split(is_sign).collect();
        let missing: Vec<_> = variants.difference(&words).collect();
        assert!(missing.is_empty(), "{file}: {missing:?}");
    }
}

/// Options get new fields. Programs must not name all of them, or the next version breaks them.
#[test]
fn options_may_grow() {
    // It borrows the function that draws; only the packages for Typst, Pandoc and Quarto use it.
    let closed = ["ChapterOptions"];
    let mut options = 0;
    for path in files(&["src"], &["rs"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut may_grow = false;
        for line in text.lines() {
            may_grow |= line == "#[non_exhaustive]";
            let Some(declared) = line.strip_prefix("pub struct ") else {
                // Comments and other attributes may be between the attribute and the type.
                may_grow &= line.starts_with(['#', '/', ' ', ')']);
                continue;
            };
            let end = declared.find(|sign: char| !sign.is_alphanumeric());
            let declared = &declared[..end.unwrap_or(declared.len())];
            if declared.ends_with("Options") && !closed.contains(&declared) {
                options += 1;
                assert!(may_grow, "{declared} is not `#[non_exhaustive]`");
            }
            may_grow = false;
        }
    }
    assert!(options >= 4, "{options}");
}

#[test]
fn types_that_programs_begin_with_have_examples() {
    let mut without: BTreeSet<&str> = FIRST_TYPES.into();
    for path in files(&["src", "server/src"], &["rs"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut has_example = false;
        for line in text.lines() {
            if line.starts_with("/// ```") {
                has_example = true;
            }
            let declared = line
                .strip_prefix("pub struct ")
                .or_else(|| line.strip_prefix("pub enum "));
            let Some(declared) = declared else {
                // Attributes are between the comment and the type.
                has_example &= line.starts_with("///") || line.starts_with(['#', ' ', ')']);
                continue;
            };
            let end = declared.find(|sign: char| !sign.is_alphanumeric());
            let declared = &declared[..end.unwrap_or(declared.len())];
            if std::mem::take(&mut has_example) {
                without.remove(declared);
            }
        }
    }
    assert!(without.is_empty(), "no example: {without:?}");
}
