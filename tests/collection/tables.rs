//! Tables: one row for each record, even if it is invalid.

use serde_json::Value;

use crate::support::{Folder, Run, assert_committed, random_game_of};
use pipscribe::collection::{Column, GAME_COLUMNS, Kind, TURN_COLUMNS};

/// The rows of RFC 4180, the names first.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.push(letters.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            letter => field.push(letter),
        }
    }
    rows
}

#[test]
fn table_rows_round_trip() {
    let folder = Folder::new("tables");
    let games: Vec<String> = (0..12).map(|seed| random_game_of(seed, 3, 20)).collect();
    let sound = folder.file("a.pips", &games.join("\n"));
    let wrong = folder.file(
        "b.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b9 *\n[Game \"chess\"]\n\n1. e4 *\n",
    );
    let no_text = folder.path().join("c.pips");
    std::fs::write(&no_text, [0, 159, 146, 150, 255, b'\n', 7]).unwrap();
    folder.file("d.pips", "");
    Run::new(&[
        "convert",
        "--to",
        "csv",
        "--columns",
        "all",
        &folder.name(),
        "-o",
        &folder.name(),
    ])
    .done()
    .expect_status(0);
    let count =
        |name: &str| rows(&std::fs::read_to_string(folder.path().join(name)).unwrap()).len() - 1;
    assert_eq!(
        ["a.csv", "b.csv", "c.csv", "d.csv"].map(count),
        [12, 2, 1, 0]
    );

    let c = no_text.display().to_string();
    let columns = "path,record,valid,game,first_code";
    let output = Run::new(&[
        "convert",
        "--to",
        "csv",
        "--columns",
        columns,
        &sound,
        &wrong,
        &c,
    ])
    .done();
    assert_eq!(output.stderr(), "15 records read, 15 rows written\n");
    let table = rows(&output.stdout());
    assert_eq!(table.len(), 16);
    assert_eq!(table[0].join(","), columns);
    assert!(table[1..13].iter().all(|row| row[2] == "true"));
    let of_wrong: Vec<Vec<&str>> = table[13..]
        .iter()
        .map(|row| row[1..].iter().map(String::as_str).collect())
        .collect();
    assert_eq!(
        of_wrong[..2],
        [
            ["1", "false", "gipf", "gipf/off-board"],
            ["2", "false", "", "tag/unknown-value"]
        ]
    );
    assert_eq!(of_wrong[2][..3], ["1", "false", ""]);

    // A tag can also be a column.
    let tagged = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Club, \\\"A\\\"\"]\n\n1. b3 *\n";
    let asked = [
        "convert",
        "--to",
        "csv",
        "--columns",
        "Event,turns,Date",
        "-",
    ];
    let output = Run::new(&asked).stdin(tagged).done().expect_status(0);
    assert_eq!(
        rows(&output.stdout()),
        [["Event", "turns", "Date"], ["Club, \"A\"", "1", ""]]
    );
    let output = Run::new(&["convert", "--to", "csv", "--columns", "event", "-"])
        .stdin(tagged)
        .done();
    output
        .expect_status(2)
        .expect_stderr("unknown column `event`")
        .expect_stderr("a tag is a column too, such as `Event`");

    // In a file, the output is one table.
    let file = folder.path().join("all.csv").display().to_string();
    Run::new(&[
        "convert",
        "--columns",
        columns,
        &sound,
        &wrong,
        &c,
        "-o",
        &file,
    ])
    .done();
    assert_eq!(rows(&std::fs::read_to_string(&file).unwrap()), table);

    // The same table as JSON Lines.
    let output = Run::new(&[
        "check", "-q", "--format", "json", "--with", "table", &sound, &wrong, &c,
    ])
    .done();
    let objects: Vec<Value> = output
        .stdout()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 15);
    for (object, row) in objects.iter().zip(&table[1..]) {
        assert_eq!(object["first_code"].as_str().unwrap_or_default(), row[4]);
        assert!(
            GAME_COLUMNS
                .iter()
                .all(|column| !object[column.name].is_null() || column.nullable),
            "{object}"
        );
    }
}

#[test]
fn turns_are_rows_with_the_columns_of_the_json() {
    let game = random_game_of(3, 5, 30);
    let table = rows(
        &Run::new(&["convert", "--to", "csv-turns", "--columns", "all", "-"])
            .stdin(&game)
            .done()
            .stdout(),
    );
    let object = Run::new(&[
        "check",
        "-q",
        "--format",
        "json",
        "--with",
        "turn_rows,no_such",
        "-",
    ])
    .stdin(&game)
    .done()
    .stdout();
    assert_eq!(object, "", "no such name");
    let object = Run::new(&[
        "check",
        "-q",
        "--format",
        "json",
        "--with",
        "turn_rows,key",
        "-",
    ])
    .stdin(&game)
    .done()
    .stdout();
    let object: Value = serde_json::from_str(&object).unwrap();
    let turns = object["turn_rows"].as_array().unwrap();
    assert_eq!(turns.len(), table.len() - 1);
    assert_eq!(
        table[0],
        TURN_COLUMNS
            .iter()
            .map(|column| column.name)
            .collect::<Vec<_>>()
    );
    for (turn, row) in turns.iter().zip(&table[1..]) {
        for (name, cell) in table[0]
            .iter()
            .zip(row)
            .filter(|(name, _)| !["path", "record", "game", "game_key"].contains(&name.as_str()))
        {
            let text = match &turn[name.as_str()] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(text, *cell, "{name}");
        }
        assert_eq!(object["key"], row[2].as_str());
    }
    let captured = "[Game \"pippip\"]\n\n1. 5@b3/3 {[%clock 0:12:30]} 2. 6@b2/5 {[%time 0:07]} *\n";
    let columns = "turn,captured,clock,time";
    let table = Run::new(&["convert", "--to", "csv-turns", "--columns", columns, "-"])
        .stdin(&captured)
        .done()
        .stdout();
    assert_eq!(
        table,
        "turn,captured,clock,time\r\n1,,0:12:30,\r\n2,b3,,0:07\r\n"
    );
}

#[test]
fn existing_columns_are_unchanged() {
    let game = random_game_of(0, 5, 4);
    let table = Run::new(&["convert", "--to", "csv", "-"])
        .stdin(&game)
        .done()
        .stdout();
    assert!(
        table.starts_with("record,game,variant,options,event,"),
        "{table}"
    );
    let reported = |arguments: &[&str]| {
        Run::new(&[arguments, &["-"]].concat())
            .stdin(&game)
            .done()
            .stderr()
    };
    assert!(
        reported(&["convert", "--to", "csv", "--columns", "truns"])
            .contains("did you mean `turns`")
    );
    assert!(
        reported(&["convert", "--spreadsheet", "--to", "sgf"])
            .contains("`--spreadsheet` is for tables")
    );
    assert!(reported(&["convert", "--columns", "turns"]).contains("`--columns` is for tables"));
    assert!(
        reported(&["convert", "--to", "sgf", "--columns", "turns"])
            .contains("`--columns` is for tables")
    );
}

#[test]
fn every_record_of_the_corpus_is_a_row() {
    let folders = [
        "corpus/notation",
        "corpus/gipf/codes",
        "corpus/pippip/codes",
    ];
    let of_all = |arguments: &[&str]| Run::new(&[arguments, folders.as_slice()].concat()).done();
    let counted = of_all(&["grep", "-c"]).stdout();
    let read: usize = counted
        .lines()
        .map(|line| line.rsplit(':').next().unwrap().parse::<usize>().unwrap())
        .sum();
    let table = of_all(&["convert", "--to", "csv", "--columns", "path,record,tags"]);
    assert_eq!(rows(&table.stdout()).len(), read + 1);
    assert_eq!(
        table.stderr(),
        format!("{read} records read, {read} rows written\n")
    );
    assert!(read > 100, "{read}");
}

/// The page of the schema is generated from the code.
#[test]
fn the_schema_page_describes_the_columns() {
    fn table<V>(columns: &[Column<V>]) -> String {
        let row = |column: &Column<V>| {
            let kind = match column.kind {
                Kind::Bool => "yes or no",
                Kind::Number => "number",
                Kind::Text => "text",
                Kind::Map => "text by text",
            };
            let null = if column.nullable { "yes" } else { "" };
            format!(
                "| `{}` | {kind} | {null} | {} |\n",
                column.name, column.about
            )
        };
        let rows: String = columns.iter().map(row).collect();
        format!("| column | kind | null | |\n|---|---|---|---|\n{rows}")
    }
    let page = format!(
        "## Games\n\nA row for each record.\n\n{}\n## Turns\n\nA row for each turn of a main line that was \
            replayed.\n\n{}",
        table(&GAME_COLUMNS),
        table(&TURN_COLUMNS)
    );
    assert_committed("docs/src/formats/columns.inc", &page);
}

#[test]
fn spreadsheet_cells_are_never_formulas() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"=HYPERLINK(\\\"http://x\\\",1)\"]\n[Site \
        \"@SUM(A1)\"]\n[Player1 \"+1\"]\n\
                  [Player2 \"a=b\"]\n\n1. b3 *\n";
    let run = |more: &[&str]| {
        let arguments = [&["convert", "--to", "csv", "-"], more].concat();
        Run::new(&arguments).stdin(&record).done().stdout()
    };
    let (plain, guarded) = (run(&[]), run(&["--spreadsheet"]));
    assert!(
        plain.contains("\"=HYPERLINK(\"\"http://x\"\",1)\",@SUM(A1),") && plain.contains(",+1,a=b"),
        "{plain}"
    );
    let expected = plain
        .replace("\"=HYP", "\"'=HYP")
        .replace(",@SUM", ",'@SUM")
        .replace(",+1", ",'+1");
    assert_eq!(guarded, expected);
    // The path of standard input begins with a minus.
    assert_eq!(
        run(&["--spreadsheet", "--columns", "path,game"]),
        "path,game\r\n'-,gipf\r\n"
    );
}
