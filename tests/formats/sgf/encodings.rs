//! Encodings, some of which have characters with a bracket as one of their bytes.

use pipscribe::formats::{Cut, Pieces, decode};

use super::read;
use crate::support::{Run, foreign_format};

#[test]
fn encodings_and_collections() {
    let bytes =
        b"junk (;GM[39]CA[ISO-8859-1]PIPTAG[Variant:basic]PW[J\xE1n];W[b3])\n(;GM[39]PIPTAG[Variant:basic];W[c2])";
    let pieces: Vec<_> = Pieces::new(&bytes[..], Cut::Trees)
        .map(Result::unwrap)
        .collect();
    assert_eq!(pieces.len(), 2);
    let decoded = decode(
        &pieces[0].bytes,
        foreign_format("sgf")
            .declared_encoding(&pieces[0].bytes)
            .as_deref(),
    );
    assert!(decoded.assumed.is_some());
    assert!(read(&decoded.text).text.contains("[Player1 \"Ján\"]"));
}

/// Two games with one comment each, in an encoding whose characters may contain `]` or `\` as a
/// byte.
fn two_games(declared: &str, comment: &str) -> String {
    let game = format!("(;FF[4]GM[39]{declared}PIPTAG[Variant:basic];W[b3]C[{comment}])\n");
    game.repeat(2)
}

#[test]
fn two_byte_encodings_are_decoded_before_splitting() {
    let comment = "これは表示の充実したポスターです。ソースと予定表。";
    let utf16 = |text: &str, is_big: bool| -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|unit| {
                if is_big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            })
            .collect()
    };
    let encoded = |label: &str, text: &str| -> Vec<u8> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        encoding.encode(text).0.into_owned()
    };
    let chinese = "許功蓋，黑棋先手。";
    let big5 = Run::new(&["convert", "-"])
        .stdin(&encoded("big5", &two_games("CA[Big5]", chinese)))
        .done();
    assert_eq!(
        big5.stdout().matches(&format!("{{{chinese}}}")).count(),
        2,
        "{}",
        big5.stderr()
    );
    let cases = [
        (
            utf16(&two_games("", comment), true),
            "UTF-16BE, which it appears to be",
        ),
        (utf16(&two_games("CA[UTF-8]", comment), false), "UTF-16LE"),
        (
            utf16(
                &format!("\u{FEFF}{}", two_games("CA[UTF-16]", comment)),
                true,
            ),
            "UTF-16BE, according to its byte order mark",
        ),
        (
            encoded("shift_jis", &two_games("CA[cp932]", comment)),
            "Shift_JIS, which it declares as `cp932`",
        ),
        (
            encoded("shift_jis", &two_games("", comment)),
            "Shift_JIS, judging by its bytes",
        ),
        (
            encoded("iso-2022-jp", &two_games("CA[ISO-2022-JP]", comment)),
            "ISO-2022-JP, which it declares",
        ),
        (
            encoded("iso-2022-jp", &two_games("", comment)),
            "ISO-2022-JP, judging by its bytes",
        ),
        (
            encoded("gbk", &two_games("CA[EUC-CN]", comment)),
            "GBK, which it declares as `EUC-CN`",
        ),
        (
            encoded("euc-jp", &two_games("CA[EUC-JP]", comment)),
            "EUC-JP, which it declares",
        ),
        (
            encoded("euc-jp", &two_games("CA[EUC-TW]", comment)),
            "`EUC-TW`, which it declares, is not a known encoding",
        ),
        (
            two_games("CA[Shift_JIS]", comment).into_bytes(),
            "declares `Shift_JIS` but is UTF-8",
        ),
    ];
    for (bytes, reported) in cases {
        let output = Run::new(&["convert", "-"]).stdin(&bytes).done();
        assert_eq!(
            output.stdout().matches(&format!("{{{comment}}}")).count(),
            2,
            "{reported}: {}",
            output.stderr()
        );
        assert!(
            output.stderr().contains(reported),
            "{reported}: {}",
            output.stderr()
        );
        assert_eq!(
            (output.status(), output.stderr().lines().count()),
            (Some(0), 1),
            "{reported}: {}",
            output.stderr()
        );
    }
    // Half a character at the end.
    let mut broken = utf16(&two_games("", comment), true);
    broken.push(0);
    let output = Run::new(&["convert", "-"]).stdin(&broken).done();
    assert_eq!(output.stdout().matches("[Game ").count(), 2);
    assert!(
        output.stderr().contains("some of its bytes are not valid"),
        "{}",
        output.stderr()
    );
    assert_eq!(output.status(), Some(1));
}

#[test]
fn records_in_two_byte_encodings_are_read() {
    let record =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"那\"]\n[Result \"*\"]\n\n1. b3 *\n";
    let bytes: Vec<u8> = format!("\u{FEFF}{record}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let output = Run::new(&["convert", "-"]).stdin(&bytes).done();
    assert_eq!(output.stdout(), record);
    assert!(
        output.stderr().contains("the text is UTF-16LE"),
        "{}",
        output.stderr()
    );
}
