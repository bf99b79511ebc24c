//! Examples of command lines, for the help and the manual pages.

/// A command line and its description.
pub(super) type Example = (&'static str, &'static str);

/// Examples of `pipscribe --help`.
pub(super) const FIRST_EXAMPLES: [Example; 4] = [
    ("pipscribe check games", "Check every record in a folder"),
    (
        "pipscribe mend --write games",
        "Apply every unambiguous fix",
    ),
    (
        "pipscribe render game.pips -o game.svg",
        "Draw the last position",
    ),
    ("pipscribe explain gipf/line-full", "Explain a code"),
];

/// Examples of the commands. The second word of a line is the command.
pub(super) const EXAMPLES: &[Example] = &[
    ("pipscribe check", "Check every record in this folder"),
    (
        "pipscribe check games",
        "Check every record in another folder",
    ),
    ("pipscribe check - < game.pips", "Check standard input"),
    (
        "pipscribe check --format short games",
        "Print one line per finding",
    ),
    (
        "pipscribe check --select gipf --statistics games",
        "Count the GIPF findings by code",
    ),
    (
        "pipscribe check --format sarif -o findings.sarif games",
        "Write a report for code scanning",
    ),
    (
        "pipscribe check --format json --with table games",
        "Add the columns of the table of games",
    ),
    (
        "pipscribe check --fix games",
        "Fix what is unambiguous, report the rest",
    ),
    (
        "pipscribe mend game.pips",
        "Show suggested fixes and the diff of the first one",
    ),
    (
        "pipscribe mend --write games",
        "Apply every unambiguous fix",
    ),
    (
        "pipscribe mend --pick 2 game.pips",
        "Apply the second fix of the list",
    ),
    (
        "pipscribe mend --format json games",
        "List the fixes as JSON Lines",
    ),
    (
        "pipscribe fmt games",
        "Format every record in a folder, in place",
    ),
    (
        "pipscribe fmt - < game.pips",
        "Format standard input to standard output",
    ),
    (
        "pipscribe fmt --check games",
        "List the files that are not in canonical form",
    ),
    ("pipscribe fmt --diff games", "Show what would change"),
    ("pipscribe new gipf", "Print a record of the first variant"),
    (
        "pipscribe new gipf --variant standard -o standard.pips",
        "Write a record to a file",
    ),
    ("pipscribe new pippinzip --tag Size=7", "Set a tag"),
    (
        "pipscribe render game.pips",
        "Print the last position as text",
    ),
    (
        "pipscribe render game.pips --turn 12 -o board.svg",
        "Draw the position after turn 12",
    ),
    (
        "pipscribe render game.pips --turn 12 --movement -o board.png",
        "Show what turn 12 moved and removed",
    ),
    (
        "pipscribe render game.pips --mark \"arrow a2>c4\" -o marks.svg",
        "Add an arrow",
    ),
    (
        "pipscribe render book.pips --figures -o figures",
        "Draw every `[%diagram]` to a folder",
    ),
    (
        "pipscribe render game.pips --width 60mm -o board.pdf",
        "Draw exactly 60 mm wide, for print",
    ),
    (
        "pipscribe render game.pips -o game.html",
        "Write an interactive player",
    ),
    (
        "pipscribe render game.pips --turns 3..20 -o game.gif",
        "Animate turns 3 to 20",
    ),
    (
        "pipscribe render game.pips --format words",
        "Describe the position (alt text)",
    ),
    (
        "pipscribe convert game.sgf -o game.pips",
        "Convert a file of another format",
    ),
    (
        "pipscribe convert --to gipf.com game.pips",
        "Print a record in another format",
    ),
    (
        "pipscribe convert --to csv --columns all games -o games.csv",
        "Write a table, one row per record",
    ),
    ("pipscribe convert --list", "List the formats"),
    ("pipscribe convert --about sgf", "Describe a format"),
    ("pipscribe explain", "List all codes"),
    ("pipscribe explain gipf/line-full", "Explain a code"),
    ("pipscribe explain gipf", "List the codes of a family"),
    ("pipscribe explain G3.4", "Explain a rule"),
    (
        "pipscribe why game.pips",
        "Explain the first illegal turn, or the last",
    ),
    ("pipscribe why game.pips --turn 12", "Explain turn 12"),
    (
        "pipscribe why game.pips --turn 12 --format json",
        "Write the explanation as JSON",
    ),
    (
        "pipscribe explain G3.4 --examples",
        "Show examples of a rule",
    ),
    (
        "pipscribe explain gipf/line-full --examples --only broken",
        "Show a record that triggers a code",
    ),
    (
        "pipscribe explain G3.4 --examples --format svg -o figure.svg",
        "Draw the boards side by side",
    ),
    (
        "pipscribe explain G3.4 --examples --seed 7",
        "Search games for other examples",
    ),
    (
        "pipscribe book",
        "Write the book, and print the path of its first page",
    ),
    (
        "pipscribe book --open",
        "Write the book and open it in a browser",
    ),
    (
        "pipscribe book -o book",
        "Write the book to the folder book",
    ),
    (
        "pipscribe figures book.md",
        "Draw figures and insert references",
    ),
    (
        "pipscribe figures --check book.md",
        "List the files that would change",
    ),
    (
        "pipscribe figures --format png --dir images book.md",
        "Write PNG files to the folder images",
    ),
    (
        "pipscribe mdbook supports html",
        "Exit with 0 if the renderer is supported",
    ),
    ("pipscribe stats games", "Summarise a folder"),
    (
        "pipscribe stats games -o stats.html",
        "Write a web page with plots",
    ),
    (
        "pipscribe stats --depth 6 --top 10 games",
        "Show longer openings and more continuations",
    ),
    (
        "pipscribe grep --tag Player~ann --result 1-0 games",
        "Print the matching records",
    ),
    (
        "pipscribe grep --count --code gipf games",
        "Count the records with findings of GIPF",
    ),
    (
        "pipscribe grep --turn 2:Gg2 --places games",
        "Print where the matches are",
    ),
    (
        "pipscribe grep --invert --valid games -o invalid.pips",
        "Write the invalid records to a file",
    ),
    (
        "pipscribe dedupe games -o once.pips",
        "Write one record per game",
    ),
    (
        "pipscribe dedupe --by symmetric games -o once.pips",
        "Ignore how the board is rotated",
    ),
    (
        "pipscribe dedupe --dropped dropped.txt games -o once.pips",
        "List the dropped records in a file",
    ),
    (
        "pipscribe sort --by Date games -o sorted.pips",
        "Sort records by date",
    ),
    (
        "pipscribe sort --by Date,-turns games -o sorted.pips",
        "Sort by date, then the longest first",
    ),
    (
        "pipscribe merge 2025 2026 -o all.pips",
        "Write the records of two folders into one file",
    ),
    (
        "pipscribe split --by variant all.pips -o by-variant",
        "Write one file per variant",
    ),
    (
        "pipscribe split --by 1000 all.pips -o parts",
        "Write files of 1000 records",
    ),
    ("pipscribe sample -n 100 all.pips", "Pick a hundred records"),
    (
        "pipscribe sample -n 100 --seed 7 all.pips -o sample.pips",
        "Write a hundred other records to a file",
    ),
    ("pipscribe test cases", "Run the tests of a folder"),
    ("pipscribe test --bless cases", "Update the expectations"),
    ("pipscribe test --format junit cases", "Write JUnit XML"),
    (
        "pipscribe test --coverage book.md",
        "Report which rules and codes a document shows",
    ),
    (
        "pipscribe conform ./my-judge",
        "Report the rules that another program gets wrong",
    ),
    ("pipscribe conform --game gipf ./my-judge", "Test only GIPF"),
    (
        "pipscribe replay game.pips",
        "Print the position after each turn",
    ),
    (
        "pipscribe replay --format json game.pips",
        "Write one JSON object per turn",
    ),
    (
        "pipscribe replay --variations game.pips",
        "Print the positions of variations too",
    ),
    (
        "pipscribe replay --tree game.pips",
        "Print the tree of turns with their addresses",
    ),
    (
        "pipscribe replay --tree --format json games",
        "Write the tree of each record as a JSON object",
    ),
    (
        "pipscribe moves --game gipf --variant basic",
        "List the first turns of a game",
    ),
    (
        "pipscribe moves game.pips --turn 12",
        "List the turns after turn 12",
    ),
    (
        "pipscribe moves game.pips --outcome 1",
        "Say which turns win or lose at once",
    ),
    (
        "pipscribe moves game.pips --count",
        "Print the number of legal turns",
    ),
    ("pipscribe solve games", "Prove every puzzle in a folder"),
    (
        r#"pipscribe solve --goal "win 1" --turn 12 game.pips"#,
        "Find the turns that win after turn 12",
    ),
    (
        "pipscribe solve --format json games",
        "Print one JSON object per puzzle",
    ),
    (
        "pipscribe moves --game gipf --variant basic --depth 3",
        "Count sequences from the start",
    ),
    (
        "pipscribe moves game.pips --depth 2",
        "Count sequences from the last position",
    ),
    (
        r#"pipscribe random --puzzle "win 2" --game pippip"#,
        "Find a puzzle with one solution",
    ),
    (
        "pipscribe random --game gipf --variant basic",
        "Generate one game",
    ),
    (
        "pipscribe random --game pippip --count 10 --seed 7",
        "Generate ten games, the same on every machine",
    ),
    (
        "pipscribe infer old-games",
        "List the settings under which each record is legal",
    ),
    (
        "pipscribe infer --write old-games",
        "Write the tags if one setting is clearly the best",
    ),
    ("pipscribe shrink game.pips", "Print the reduced record"),
    (
        "pipscribe shrink game.pips --record 2 -o small.pips",
        "Write the second record, reduced",
    ),
    ("pipscribe deck list", "List the bundled decks"),
    ("pipscribe deck show twin-works", "Show a bundled deck"),
    (
        "pipscribe deck show twin-works -o deck.pdf",
        "Write a sheet to print",
    ),
    ("pipscribe deck check deck.yaml", "Check a deck file"),
    (
        "pipscribe lsp",
        "Start the server; editors run this themselves",
    ),
    ("pipscribe schema", "List the schemas"),
    (
        "pipscribe schema check > check.json",
        "Write the schema of `check --format json` to a file",
    ),
    (
        "pipscribe completions bash",
        "Print the completions for bash",
    ),
    (
        "pipscribe completions fish",
        "Print the completions for fish",
    ),
    ("pipscribe man", "Print the manual page"),
    ("pipscribe man check", "Print the page of a command"),
    ("pipscribe man -o man1", "Write all pages to a folder"),
];

/// Returns true for an example of a command.
pub(super) fn is_of(command: &str, (line, _): &Example) -> bool {
    line.split(' ').nth(1) == Some(command)
}
