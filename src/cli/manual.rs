//! What the manual says besides the commands and their options.

use clap::Command;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::findings::BookAddress;

/// The exit statuses and what they mean.
const EXIT_STATUSES: [(&str, &str); 3] = [
    ("0", "All is well."),
    ("1", "There are findings of severity error, or changes due."),
    ("2", "Some of the work could not be done: a file cannot be read, or the command was not understood."),
];

/// What one types, and what comes of it.
const EXAMPLES: [(&str, &str); 33] = [
    ("pipscribe check games", "Judge every record in a folder."),
    ("pipscribe check --select gipf --statistics games", "Count the findings of GIPF by code."),
    ("pipscribe check --format sarif -o findings.sarif games", "Write a report for code scanning."),
    ("pipscribe fmt --check games", "Name the files that are not in canonical form."),
    ("pipscribe mend --write game.pips", "Write what was meant, where only one change would mend the record."),
    ("pipscribe infer old-games", "Say under which variants and options records without tags are legal."),
    ("pipscribe shrink game.pips", "Cut a record down to the smallest that has the same fault."),
    ("pipscribe new gipf --variant standard -o game.pips", "Write a first record to fill in."),
    ("pipscribe why game.pips --turn 12", "Tell what a turn did, and by which rules."),
    ("pipscribe replay game.pips", "Show the position after each turn."),
    ("pipscribe render game.pips -o game.svg", "Draw the last position."),
    ("pipscribe figures book.md", "Draw the figures of a page, and put references to them behind its records."),
    ("pipscribe mdbook supports html", "Say whether figures can be put into what a renderer of mdBook writes."),
    ("pipscribe convert game.sgf -o game.pips", "Make a record of a file in another format."),
    ("pipscribe convert --to csv --columns all games -o games.csv", "Write a table with a row for each record."),
    ("pipscribe check --format json --with table games", "Write the same as JSON Lines."),
    ("pipscribe stats games -o stats.html", "Say what a collection holds, on a page with plots."),
    ("pipscribe grep --tag Player~ann --result 1-0 games", "Write the records that match."),
    ("pipscribe dedupe --by symmetric games -o once.pips", "Write one record of each game, boards turned or not."),
    ("pipscribe sort --by Date,-turns games -o sorted.pips", "Sort records by date, the longest of a day first."),
    ("pipscribe merge 2025 2026 -o all.pips", "Write the records of folders into one file."),
    (
        "pipscribe split --by variant all.pips -o by-variant",
        "Write the records of each variant into a file of its own.",
    ),
    ("pipscribe sample -n 100 --seed 7 all.pips", "Write a hundred records chosen by chance."),
    ("pipscribe moves --game gipf --variant basic", "List the first turns of a game."),
    ("pipscribe perft --game gipf --variant basic --depth 3", "Count sequences of turns."),
    ("pipscribe random --game pippip --count 10 --seed 7", "Write ten legal games, the same on every machine."),
    ("pipscribe test cases", "Run the expectations in the records of a folder."),
    ("pipscribe test --coverage book.md", "Say which rules and codes a rule book shows."),
    ("pipscribe conform --game gipf ./my-judge", "Say which rules another program gets wrong."),
    ("pipscribe lsp", "Serve an editor, which starts this itself."),
    ("pipscribe deck show twin-works", "Show a deck that ships."),
    ("pipscribe example G3.4 --format svg -o figure.svg", "Show a rule kept and broken."),
    ("pipscribe explain gipf/line-full", "Show the page of a code."),
];

/// Files that are read or written.
const FILES: [(&str, &str); 6] = [
    ("*.pips", "Records. In folders they are looked for, and others passed over."),
    (
        "*.md, *.tex, *.typ",
        "Pages whose blocks fenced as pips are records; test, mend and infer look for them in folders too.",
    ),
    ("*.yaml", "Decks of the Pipe Game. NAME.yaml beside a record is the deck NAME that it names."),
    (
        ".gitignore",
        "Names what is passed over in folders, unless --no-ignore is given. Hidden files are passed over too.",
    ),
    ("*.pipx", "The index of the file of records beside it, which grep --index makes and --record uses."),
    ("*.snap, *.snap.new", "Replays that test --snapshot has pinned, and those that wait for review."),
];

/// Variables that are heeded.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("NO_COLOR", "Set to anything, no colours are written unless --color always is given."),
    ("CLICOLOR_FORCE", "Set to anything, colours are written everywhere, as with --color always."),
    ("CLICOLOR", "Set to 0, no colours are written."),
    (
        "FORCE_HYPERLINK",
        "Set to 0, findings have no links; set to anything else, they have them everywhere, as with --hyperlinks always.",
    ),
    ("COLUMNS", "How wide findings and help are, where the terminal does not say it."),
];

/// The sections that stand behind the options of a page, the whole command's where it has commands.
pub(super) fn sections(page: &Command, commands: &[String]) -> Roff {
    let mut roff = Roff::new();
    terms(&mut roff, "EXIT STATUS", EXIT_STATUSES);
    let name = page.get_name();
    let is_whole = name == "pipscribe";
    let of_page = |(line, _): &(&str, &str)| is_whole || line.split(' ').nth(1) == Some(name);
    let examples: Vec<_> = EXAMPLES.into_iter().filter(of_page).collect();
    if !examples.is_empty() {
        terms(&mut roff, "EXAMPLES", examples);
    }
    if is_whole {
        terms(&mut roff, "FILES", FILES);
        terms(&mut roff, "ENVIRONMENT", ENVIRONMENT);
    }
    roff.control("SH", ["SEE ALSO"]);
    let mut pages: Vec<Inline> = Vec::new();
    let others = if is_whole { commands } else { &["pipscribe".to_owned()] };
    for other in others {
        pages.extend([bold(other), roman("(1), ")]);
    }
    pages.push(roman(format!("the book: {}", BookAddress::PUBLISHED.base())));
    roff.text(pages);
    roff
}

/// A section of terms with what they mean.
fn terms(roff: &mut Roff, title: &str, terms: impl IntoIterator<Item = (&'static str, &'static str)>) {
    roff.control("SH", [title]);
    for (term, meaning) in terms {
        roff.control("TP", []).text([bold(term)]).text([roman(meaning)]);
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn every_example_is_understood() {
        for (line, _) in EXAMPLES {
            let parsed = Arguments::try_parse_from(line.split(' '));
            assert!(parsed.is_ok(), "{line}: {parsed:?}");
        }
    }
}
