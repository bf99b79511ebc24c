//! Every reader of a foreign format takes time in proportion to its input, whatever of it is repeated.
//!
//! Time on a clock says little on a busy machine, and memory nothing about text that is looked at again and again.
//! So instructions are counted, which hardly differ from run to run of the same binary (by the seeds of hashes and by
//! the allocator): this test runs itself under `valgrind --tool=callgrind`, which writes a count at the end of every
//! call of [`counted_work`]. Each part of each format is repeated n, 2n and 4n times. What the last 2n cost is then
//! about twice of what the n before them cost, and four times where the cost grows with the square: more than a third
//! of all is then beyond proportion, and in what is linear at most a sixth was seen. Without valgrind the test is
//! skipped, and says so; `PIPSCRIBE_VALGRIND=required` makes that a failure. `LINEAR_SCALE=8 cargo test linear` takes
//! longer texts, in which smaller shares of a square show, and `LINEAR_ONLY=sgf` one format's.

use std::hint::black_box;
use std::io::Write;
use std::process::Command;

use pipscribe::formats::{Assumptions, Format, Pieces, TextStream, decode, format_named};
use pipscribe::text::SourceText;

use crate::support::Folder;

/// How many bytes the shortest text repeats.
const LENGTH: usize = 500;
/// How much of all that a text costs may be beyond proportion.
const MOST: f64 = 0.22;
/// In the environment of the run that is counted.
const COUNTED: &str = "PIPSCRIBE_LINEAR";

/// A text of a format with a part that is repeated.
struct Case {
    format: &'static str,
    before: &'static str,
    /// `#` stands for the number of the repetition, from 1.
    part: &'static str,
    behind: &'static str,
}

const fn case(format: &'static str, before: &'static str, part: &'static str, behind: &'static str) -> Case {
    Case { format, before, part, behind }
}

impl Case {
    fn text(&self, times: usize) -> String {
        let mut text = self.before.to_owned();
        for number in 1..=times {
            text.push_str(&self.part.replace('#', &number.to_string()));
        }
        text + self.behind
    }
}

/// What callgrind counts: it is told this function's name.
#[inline(never)]
fn counted_work(work: &mut dyn FnMut()) {
    work();
}

/// Reads a file as `convert` does.
fn read(format: &dyn Format, bytes: &[u8]) {
    let mut stream = TextStream::new(bytes).unwrap();
    let declared = format.declared_encoding(&stream.head());
    stream.declare(declared.as_deref());
    let assumptions = Assumptions { variant: assumed_variant(format), ..Assumptions::default() };
    for piece in Pieces::new(stream, format.cut()).map(Result::unwrap) {
        let text = decode(&piece.bytes, format.declared_encoding(&piece.bytes).as_deref()).text;
        let source = SourceText::new(text, piece.offset, piece.line);
        drop(black_box(format.read(&source, &assumptions)));
    }
}

fn assumed_variant(format: &dyn Format) -> Option<String> {
    ["gipf.com", "gipf.first-spot"].contains(&format.name()).then(|| "basic".to_owned())
}

fn scale() -> usize {
    std::env::var("LINEAR_SCALE").ok().and_then(|scale| scale.parse().ok()).unwrap_or(1)
}

/// The cases of a run, all unless `LINEAR_ONLY` names the beginning of a format.
fn cases() -> impl Iterator<Item = &'static Case> {
    let only = std::env::var("LINEAR_ONLY").unwrap_or_default();
    CASES.iter().filter(move |case| case.format.starts_with(&only))
}

#[test]
#[ignore = "the work that is counted"]
fn counted() {
    if std::env::var_os(COUNTED).is_none() {
        return;
    }
    counted_work(&mut || ());
    for case in cases() {
        let format = format_named(case.format).unwrap();
        let times = (LENGTH * scale()).div_ceil(case.part.len());
        for times in [times, 2 * times, 4 * times] {
            let text = case.text(times);
            counted_work(&mut || read(format, text.as_bytes()));
        }
    }
}

/// Runs the work under callgrind; how many instructions each call of it took. `None` without valgrind.
fn instructions() -> Option<Vec<u64>> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        let is_required = std::env::var_os("PIPSCRIBE_VALGRIND").is_some_and(|value| value == "required");
        assert!(!is_required, "there is no valgrind, and PIPSCRIBE_VALGRIND=required");
        // Straight to the terminal: what tests print is not shown where they pass.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no instructions are counted, as valgrind is not installed");
        return None;
    }
    let folder = Folder::new("linear");
    let out = folder.path().join("out");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-after=*counted_work*"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(std::env::current_exe().unwrap())
        .args(["linear::counted", "--exact", "--ignored", "--test-threads=1"])
        .env(COUNTED, "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let count = |number: usize| -> Option<u64> {
        let text = std::fs::read_to_string(out.with_file_name(format!("out.{number}"))).ok()?;
        text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
    };
    // The first call does nothing: its count is that of all before.
    Some((2..).map_while(count).collect())
}

#[test]
#[ignore = "minutes under valgrind: cargo test linear -- --ignored"]
fn readers_take_time_in_proportion() {
    let Some(counts) = instructions() else { return };
    let mut slow = Vec::new();
    let mut count = 0;
    for (case, costs) in cases().zip(counts.chunks(3)) {
        let [one, two, four] = [0, 1, 2].map(|at| costs[at] as f64);
        let beyond = ((four - two) - 2.0 * (two - one)) / four;
        count += 1;
        let line = format!("{beyond:.2} {:>12} {} {:?}", costs[2], case.format, case.part);
        println!("{line}");
        if beyond > MOST {
            slow.push(line);
        }
    }
    assert_eq!(count, cases().count());
    assert!(slow.is_empty(), "costs grow faster than these texts:\n{}", slow.join("\n"));
}

const PIPPINZIP: &str = "(;GM[1]SZ[9]PIPTAG[Game:pippinzip][Variant:pipeline]";
const GIPF: &str = "(;GM[39]PIPTAG[Variant:basic]";
const BOARDSPACE: &str = "(;GM[gipf]VV[1]SU[gipf]P0[id \"a\"]P1[id \"b\"]";
const JSON: &str = "{\"tags\":[{\"name\":\"Game\",\"value\":\"gipf\"},{\"name\":\"Variant\",\"value\":\"basic\"}";
const AP: &str = "{\"header\":{\"players\":[{\"name\":\"a\",\"result\":0},{\"name\":\"b\",\"result\":1}]";
const YAML: &str = "tags:\n- {name: Game, value: gipf}\n- {name: Variant, value: basic}\n";
const BOARD: &str =
    "4 4 15 15\n12 12 W\n   W _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ _ _ _ _\n  _ _ _ _ _\n   W _ _ B\n";
const OLD: &str = "# saved game for gf1\n# gametype: 1\n";

const CASES: &[Case] = &[
    // SGF: between tokens, around games.
    case("sgf", "(;GM[39]", " ", ")"),
    case("sgf", "", "junk ", ""),
    case("sgf", "", "(junk) ", ""),
    case("sgf", "", "(;GM[39]PIPTAG[Variant:basic];W[b3])\n", ""),
    case("sgf", GIPF, "%", ")"),
    case("sgf", GIPF, "\u{e9} ", ")"),
    case("sgf", GIPF, ";", ")"),
    case("sgf", GIPF, "()", ")"),
    case("sgf", GIPF, "(", ""),
    case("sgf", GIPF, ")", ""),
    case("sgf", GIPF, "[", ""),
    case("sgf", GIPF, "]", ")"),
    case("sgf", GIPF, "[b3]", ")"),
    case("sgf", GIPF, "X", ")"),
    case("sgf", GIPF, "X#[]", ")"),
    case("sgf", GIPF, "XA#[a]", ")"),
    case("sgf", GIPF, "XX[a]", ")"),
    case("sgf", GIPF, "XX ", ")"),
    case("sgf", GIPF, "EV[a]", ")"),
    case("sgf", GIPF, "PIPTAG[A#:a]", ")"),
    case("sgf", GIPF, "PIPTAG[Event:a]", ")"),
    case("sgf", GIPF, "PIPTAG[A#:a]PIPHASH[A#:# a]", ")"),
    case("sgf", GIPF, "PIPHASH[Game:# a]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Game:gipf][Variant:basic]PIPHASH", "[Game:# a]", "PIPTAG[Z:z])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic][Event:", "a:", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic]C[", "a\\]\\\n", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic]C[", "{[%", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic]RE[", "B+", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic]DT[", "2020,", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic]GC[", "a b ", "]PIPCLOSE[{a}])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic]PIPCLOSE[", "{a} ", "])"),
    // SGF: turns and what stands around them.
    case("sgf", GIPF, ";W[b3]", ")"),
    case("sgf", GIPF, ";C[a]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]", "[c2]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]", "B[c2]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]", "C[a]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]", "K#[a]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]CR", "[b3]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]CR", "[x#]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]LB", "[x#:a]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]AR", "[x#:a1]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPGLYPH", "[7]", ")"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPNOTE[", "{a} ", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPNOTE[", "() ", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPNOTE[", "{[%circle x#\\]}", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPNOTE[", "{[%label x# \"a\"\\]}", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPNOTE[", "{[%sgf K \"a#\"\\]}", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPOPEN[{a}]PIPNOTE[", "{a} ", "])"),
    case("sgf", "(;GM[39]PIPTAG[Variant:basic](;W[b3])", "(;W[c2])", ")"),
    case("sgf", GIPF, "(;W[b3]", ""),
    case("sgf", GIPF, "(;W[b3])(;W[c2]", ")"),
    case("sgf", PIPPINZIP, ";B[aa]", ")"),
    case("sgf", PIPPINZIP, ";B[aa]PIPAND[]", ")"),
    case("sgf", PIPPINZIP, ";B[aa]PIPAND[]C[a]X#[]", ")"),
    case("sgf", "(;GM[1]SZ[9]PIPTAG[Game:pippinzip][Variant:pipeline]AB", "[aa]", ")"),
    case("sgf", "(;GM[1]SZ[9]PIPTAG[Game:pippinzip][Variant:pipeline]AB", "[zz]", ")"),
    case("sgf", "(;GM[1]SZ[26]PIPTAG[Game:pippinzip][Variant:pipeline];AB", "[aa:zz]", ")"),
    case("sgf", "(;GM[1]SZ[9]PIPTAG[Game:pippinzip][Variant:pipeline]AB[aa]PIPAUCTION", "[a9]", ")"),
    case("sgf", "(;GM[1]SZ[9]PIPTAG[Game:pippinzip][Variant:pipeline]AB[aa]PIPAUCTION[a9", ",a9", "])"),
    // Boardspace.
    case("boardspace", BOARDSPACE, ";P0[# Dropb A 1]", ")"),
    case("boardspace", BOARDSPACE, ";P0[1 Dropb A 1;P0[2 Dropb B 2];P0[3 Done]", ")"),
    case(
        "boardspace",
        BOARDSPACE,
        ";P0[1 Dropb A 1];P0[2 Dropb B 2];P0[3 Done];P1[4 Dropb I 1];P1[5 Dropb H 2];P1[6 Done]",
        ")",
    ),
    case("boardspace", BOARDSPACE, "P0[id \"a\"]", ")"),
    case("boardspace", BOARDSPACE, "C[a]", ")"),
    case("boardspace", BOARDSPACE, ";C[a]", ")"),
    case("boardspace", BOARDSPACE, "XX[a]", ")"),
    case("boardspace", BOARDSPACE, "X#[a]", ")"),
    case("boardspace", BOARDSPACE, "(;P0[1 done])", ")"),
    case("boardspace", BOARDSPACE, "P0[7]", ")"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[id \"a", " ", "b\"])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[id \"a", " b", "\"])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[id a", " ", "b])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[id ", "\"", "])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[1", " ", "Done])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[1 Dropb", " A 1", "])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[1 Dropb A", " ", "1])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[1 Dropb A 1 x", " ", "y])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[1 Dropb A 1", " x", "])"),
    case("boardspace", "(;GM[gipf]SU[gipf]P0[time", " x", "])"),
    case("boardspace", "(;GM[gipf]SU[gipf", " ", "1])"),
    case("boardspace", "(;GM[gipf]SU[gipf 1 101", " x", "])"),
    case("boardspace", "(;GM[gipf]SU[gipf]DT[2020-1-1", " x", "])"),
    case("boardspace", "(;GM[gipf]SU[gipf]DT[", "2020-1", "])"),
    case("boardspace", "(;GM[gipf]SU[gipf]RE[", "won by ", "])"),
    // GF1: elements.
    case("gf1", "<gipfgame>", "<board>", ""),
    case("gf1", "<gipfgame>", "<a>", ""),
    case("gf1", "<gipfgame>", "</a>", ""),
    case("gf1", "<gipfgame>", "<", ""),
    case("gf1", "<gipfgame>", "< ", ""),
    case("gf1", "<gipfgame>", "<!", ""),
    case("gf1", "<gipfgame>", "<!--", ""),
    case("gf1", "<gipfgame>", "<?", ""),
    case("gf1", "<gipfgame>", "<a b=\"", ""),
    case("gf1", "<gipfgame>", "<a b='", ""),
    case("gf1", "<gipfgame>", "<a b='\" ", ""),
    case("gf1", "<gipfgame>", "<a ", ""),
    case("gf1", "<gipfgame>", "x ", "</gipfgame>"),
    case("gf1", "<gipfgame>", "&amp;", "</gipfgame>"),
    case("gf1", "<gipfgame", " a=\"b\"", "></gipfgame>"),
    case("gf1", "<gipfgame", " type=\"basic\"", "></gipfgame>"),
    case("gf1", "<gipfgame", " a#=\"b\"", ""),
    case("gf1", "<gipfgame", " ", "></gipfgame>"),
    case("gf1", "<gipfgame", " ", ""),
    case("gf1", "<gipfgame type=\"basic\"><whiteplayer", " a#=\"b\"", ">a</whiteplayer></gipfgame>"),
    case("gf1", "<gipfgame type=\"basic\">", "<whiteplayer>a</whiteplayer>", "</gipfgame>"),
    case("gf1", "<board>", "<position color=\"white\" type=\"piece\">b4</position>", "</board>"),
    case("gf1", "<board>", "<a#>x</a#>", "</board>"),
    case("gf1", "<gamelog gametype=\"basic\">", "<move start=\"a2\" end=\"b3\" piece=\"o\"/>", "</gamelog>"),
    case(
        "gf1",
        "<gamelog gametype=\"basic\">",
        "<move start=\"a2\" end=\"b3\" piece=\"o\"/><move start=\"a2\" end=\"b3\" piece=\"x\"/>",
        "</gamelog>",
    ),
    case(
        "gf1",
        "<gamelog gametype=\"basic\"><removerow owner=\"o\">",
        "<position>b3o</position>",
        "</removerow></gamelog>",
    ),
    case(
        "gf1",
        "<gamelog gametype=\"basic\">",
        "<removerow owner=\"o\"><position>b3o</position></removerow>",
        "</gamelog>",
    ),
    case("gf1", "", "<gipfgame type=\"basic\"><gamelog gametype=\"basic\"></gamelog></gipfgame>\n", ""),
    case("gf1", "<board>", "<rowextrawhite>", ""),
    // GF1: lines.
    case("gf1", OLD, " \n", ""),
    case("gf1", OLD, "junk\n", ""),
    case("gf1", OLD, "junk ", ""),
    case("gf1", "# saved game for gf1\n# gametype: 1\ngame: a", " ", "b\nend of gamelog\n"),
    case("gf1", "# saved game for gf1\n# gametype: 1\ngame: a", " b", "\nend of gamelog\n"),
    case("gf1", "# saved game for gf1\n# gametype: 1\ngame:", " ", "\nend of gamelog\n"),
    case("gf1", "# saved game for gf1\n# gametype: 1", " ", "x\n"),
    case("gf1", "# saved game for gf1\n", "# player0 name: a\n", ""),
    case("gf1", "# saved game for gf1\n", "# player0 a: a\n", ""),
    case("gf1", "# saved game for gf1\n# player0 name: a", " \t", "b\n"),
    case("gf1", OLD, "white player: a\n", ""),
    case("gf1", OLD, "whitepieces: 7\n", ""),
    case("gf1", OLD, "o: b4\n", ""),
    case("gf1", OLD, "o: a2-b3\n", ""),
    case("gf1", OLD, "o removerow (b2-e5): b2o\n", ""),
    case("gf1", "# saved game for gf1\n# gametype: 1\no removerow (b2-e5):", " b2o", "\n"),
    case("gf1", "# saved game for gf1\n# gametype: 1\no removerow (b2-e5):", " ", "\n"),
    case("gf1", "# saved game for gf1\n# gametype: 1\no removerow ", "(", "\n"),
    case("gf1", "# saved game for gf1\n# gametype: 1\no removerow ", "( ", "\n"),
    case("gf1", "", "# saved game for gf1\ngame: basic\n", ""),
    // GF1: the log.
    case("gf1-log", " basic\n\n    a   b\n\n", "01. b1-b2    a2-c4\n", ""),
    case("gf1-log", " basic\n\n    a   b\n\n01. ", " ", "b1-b2\n"),
    case("gf1-log", " basic\n\n    a   b\n\n01. b1-b2", " ; b2", "\n"),
    case("gf1-log", " basic\n\n    a   b\n\n01. b1-b2 ;", " b2", " x(b2-e5)\n"),
    case("gf1-log", " basic\n\n    a   b\n\n01. b1-b2 ;", " x(", "\n"),
    case("gf1-log", " basic\n\n    a   b\n\n01. b1-b2 ;", " x(a)", "\n"),
    case("gf1-log", " basic\n\n    a   b\n\n", "1. ", "\n"),
    case("gf1-log", " basic\n\n    a   b\n\n", "junk ", "\n"),
    case("gf1-log", " basic\n\n    a   b\n\n", ";", "\n"),
    case("gf1-log", " basic\n\n    a", " b", "\n\n"),
    case("gf1-log", " basic\n\n    a", " ", "b\n\n"),
    case("gf1-log", " basic\n", "\n", "x\n"),
    case("gf1-log", " basic\n", "  \n", "x\n"),
    case("gf1-log", " basic\n", "  ", "x\n"),
    case("gf1-log", "", " basic\n\n    a   b\n\n01. b1-b2\n\n", ""),
    // gipf.com.
    case("gipf.com", "", "b3 (10)\n", ""),
    case("gipf.com", "", "1. b3 c2\n", ""),
    case("gipf.com", "b3", " ", "c2\n"),
    case("gipf.com", "b3", "/", "c2\n"),
    case("gipf.com", "b3", " (", "\n"),
    case("gipf.com", "b3 (", " ", "1)\n"),
    case("gipf.com", "b3", " (1)", "\n"),
    case("gipf.com", "b3", " 1-0", "\n"),
    case("gipf.com", "b3\n", "  \n", "c2\n"),
    case("gipf.com", "b3\n", "  ", "c2\n"),
    case("gipf.com", "b3;x", "b3,", "b3\n"),
    case("gipf.com", "b3", ";xb3", "\n"),
    case("gipf.com", "b3 ", "x", "\n"),
    case("gipf.com", "", "b3 c2\n\n", ""),
    case("gipf.first-spot", "", "a2-b3 a2-b3\n", ""),
    case("gipf.first-spot", "", "b3 c2\n\n", ""),
    // AbstractPlay.
    case("abstractplay", "[", "{\"header\":{},\"moves\":[]},", "]"),
    case("abstractplay", "[", "null,", "]"),
    case("abstractplay", "{\"header\":{},\"moves\":[", "[\"a1\",\"pass\"],", "[]]}"),
    case("abstractplay", "{\"header\":{},\"moves\":[[", "\"a1\",", "\"a1\"]]}"),
    case("abstractplay", "{\"header\":{},\"moves\":[[", "null,", "\"a1\"]]}"),
    case("abstractplay", "{\"header\":{},\"moves\":[[", "{\"move\":\"a1\",\"sequence\":#},", "\"a1\"]]}"),
    case("abstractplay", "{\"header\":{},\"moves\":[[", "{\"move\":\"a1\",\"x#\":1},", "\"a1\"]]}"),
    case("abstractplay", "{\"header\":{},\"moves\":[[\"a1", ",a1", "\"]]}"),
    case("abstractplay", "{\"header\":{},\"moves\":[[\"a1", " ", "\"]]}"),
    case("abstractplay", "{\"header\":{", "\"x#\":1,", "\"y\":1},\"moves\":[]}"),
    case("abstractplay", "{\"header\":{", "\"event\":1,", "\"y\":1},\"moves\":[]}"),
    case("abstractplay", "{\"header\":{\"y\":[", "{\"a\":1},", "1]},\"moves\":[]}"),
    case("abstractplay", "{\"header\":{\"game\":{\"variants\":[", "\"size-9\",", "\"a\"]}},\"moves\":[]}"),
    case("abstractplay", "{\"header\":{\"game\":{\"variants\":[", "\"a\",", "\"a\"]}},\"moves\":[]}"),
    case("abstractplay", "{\"header\":{\"players\":[", "{\"name\":\"a\",\"result\":1},", "{}]},\"moves\":[]}"),
    case("abstractplay", AP, ",\"x\":1", "},\"moves\":[]}"),
    case("abstractplay-jsonl", "", "{\"header\":{},\"moves\":[]}\n", ""),
    // JSON.
    case("json", JSON, ",{\"name\":\"A#\",\"value\":\"a\"}", "]}"),
    case("json", JSON, ",{\"name\":\"Event\",\"value\":\"a\"}", "]}"),
    case("json", JSON, ",{\"hashes\":[\"# a\"],\"name\":\"A#\",\"value\":\"a\"}", "]}"),
    case("json", JSON, ",{\"name\":\"A#\"}", "]}"),
    case("json", "{\"tags\":[{\"name\":\"Game\",\"value\":\"gipf\",\"hashes\":[", "\"# a\",", "\"# b\"]}]}"),
    case("json", "{\"tags\":[{\"name\":\"Game\",\"value\":\"", "a\\n", "\"}]}"),
    case("json", "{\"tags\":[{\"name\":\"Game\",\"value\":\"", "\\u00e9", "\"}]}"),
    case("json", "{\"tags\":[],\"turns\":[", "{\"text\":\"b3\"},", "{\"text\":\"b3\"}]}"),
    case(
        "json",
        "{\"tags\":[{\"name\":\"Game\",\"value\":\"gipf\"},{\"name\":\"Variant\",\"value\":\"basic\"}],\"turns\":[",
        "{\"text\":\"b3\"},",
        "{\"text\":\"b3\"}]}",
    ),
    case(
        "json",
        "{\"tags\":[],\"turns\":[{\"text\":\"b3\",\"after\":[",
        "{\"comment\":\"a\"},",
        "{\"hash\":\"#\"}]}]}",
    ),
    case("json", "{\"tags\":[],\"turns\":[{\"text\":\"b3\",\"after\":[{\"comment\":\"", "{[%", "\"}]}]}"),
    case("json", "{\"tags\":[],\"turns\":[{\"text\":\"b3\",\"after\":[", "{\"hash\":\"# a\"},", "{\"hash\":\"#\"}]}]}"),
    case(
        "json",
        "{\"tags\":[],\"turns\":[{\"text\":\"b3\",\"after\":[",
        "{\"variation\":{\"turns\":[{\"text\":\"c2\"}]}},",
        "{\"hash\":\"#\"}]}]}",
    ),
    case(
        "json",
        "{\"tags\":[],\"turns\":[{\"text\":\"b3\",\"after\":[",
        "{\"variation\":0},",
        "{\"hash\":\"#\"}]}],\"variations\":[{\"turns\":[]}]}",
    ),
    case(
        "json",
        "{\"tags\":[],\"turns\":[],\"variations\":[",
        "{\"turns\":[{\"text\":\"c2\",\"after\":[{\"variation\":#}]}]},",
        "{}]}",
    ),
    case("json", "{\"tags\":[],\"turns\":[{\"text\":\"b3\",\"glyphs\":[", "7,", "7]}]}"),
    case("json", "{\"tags\":[],", "\"x#\":1,", "\"turns\":[]}"),
    case("json", "{\"tags\":[],", "\"turns\":1,", "\"turns\":[]}"),
    case("json", "", "[", ""),
    case("json", "", "{", ""),
    case("json", "", "{\"a\":", ""),
    case("json", "", "}", ""),
    case("json", "", "\"", ""),
    case("json", "", "\"\n", ""),
    case("json", "", "x ", ""),
    case("json", "[", "{\"tags\":[]},", "]"),
    case("json", "[", "7,", "]"),
    case("jsonl", "", "{\"tags\":[]}\n", ""),
    // YAML.
    case("yaml", YAML, "- {name: A#, value: a}\n", ""),
    case("yaml", YAML, "- name: A#\n  value: a\n", ""),
    case("yaml", YAML, "- {name: A#, value: [a]}\n", ""),
    case("yaml", YAML, "- []\n", ""),
    case("yaml", "tags: []\nturns:\n", "- text: b3\n", ""),
    case("yaml", "tags: []\nturns:\n- text: b3\n  after:\n", "  - comment: a\n", ""),
    case("yaml", "tags: []\nturns:\n- text: |\n", "    b3\n", ""),
    case("yaml", "tags: []\n", "x#: 1\n", ""),
    case("yaml", "tags: []\n", "# a\n", ""),
    case("yaml", "", "---\ntags: []\n", ""),
    case("yaml", "tags: [", "[", ""),
    case("yaml", "tags:\n", "- - - - a\n", ""),
    // Positions, boards, diagrams.
    case("position", "", "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -\n", ""),
    case("position", "", "junk\n", ""),
    case("position", "", "1", "\n"),
    case("position", "", "5/", "\n"),
    case("position", "", " \n", ""),
    case("gdansk", "", BOARD, ""),
    case("gdansk", BOARD, "DO_MOVE a2-b3\n", ""),
    case("gdansk", BOARD, "DO_MOVE a2-b3\nDO_MOVE i5-h5\n", ""),
    case(
        "gdansk",
        "4 4 15 15\n12 12 W\n   W _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ _ _ _ _\n  _ _ _ _ _\n   W _ _ B\nDO_MOVE a2-b3",
        " b2 e5",
        "\n",
    ),
    case("gdansk", BOARD, "PRINT_GAME_BOARD\n", ""),
    case("gdansk", BOARD, "junk\n", ""),
    case("gdansk", BOARD, "W W\n", ""),
    case("gdansk", "4 4 15 15\n12 12 W\n", "W W\n", ""),
    case("gdansk", "4 4 15 15", " ", "\n"),
    case("gdansk", "4 4 15 15\n", "\n", ""),
    case("diagram", "", ". b w\n. . .\nw . b\n\nSeat 1: Zip, white\nSeat 2: Pip, black, to move\n\n", ""),
    case("diagram", ". b w\n. . .\nw . b\n\n", "Seat 1: Zip, white\n", ""),
    case("diagram", ". b w\n. . .\nw . b\n\n", "A caption\n", ""),
    case("diagram", ". b w\n. . .\nw . b\n\n", "A caption\n\n", ""),
    case("diagram", "", ". b w\n", ""),
    case("diagram", "", ". ", "\n"),
    case("diagram", "", ".", "\n"),
    case("diagram", "", "( ", "\n"),
    case("diagram", "", " ", "w\n"),
    case("diagram", ". b w\n. . .\nw . b\n\nWhite: 12 in reserve", ", 1 lost", "\n"),
    case("diagram", ". b w\n. . .\nw . b\n\nWhite: 12 in reserve", ",", "\n"),
    case("diagram", "", "BB......  ", "\n"),
    case("diagram", "", "BB. 1 WW\n........\n........\nBB....WW\n\n", ""),
    case("diagram", "", "+0      ", "\n"),
    case("diagram", ". b w\n. . .\nw . b\n\nStock: 1, the next is 2\nSeat 1: black, holds 1", ",1", "\n"),
];
