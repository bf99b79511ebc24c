use std::io::Read;

use super::*;
use crate::testing::Drip;

fn utf16(text: &str, is_big: bool, has_mark: bool) -> Vec<u8> {
    let mark = has_mark.then_some(0xFEFF);
    let units = mark.into_iter().chain(text.encode_utf16());
    units
        .flat_map(|unit| {
            if is_big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        })
        .collect()
}

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, is_lossy) = encoding.encode(text);
    assert!(!is_lossy);
    bytes.into_owned()
}

#[test]
fn the_first_encoding_that_fits_is_taken() {
    type Case<'c> = (&'c [u8], Option<&'c str>, &'c str, Option<&'c str>);
    let cases: [Case<'_>; 12] = [
        ("\u{FEFF}é".as_bytes(), None, "é", None),
        (b"a", Some("Shift_JIS"), "a", None),
        ("é".as_bytes(), Some("UTF-8"), "é", None),
        (
            "é".as_bytes(),
            Some("ISO-8859-1"),
            "é",
            Some("declares `ISO-8859-1` but is UTF-8"),
        ),
        (b"J\xE1n", None, "Ján", Some("judging by its bytes")),
        (
            b"\x82\xa0",
            Some("Shift_JIS"),
            "あ",
            Some("read as Shift_JIS, which it declares"),
        ),
        (
            b"\xc4\xe3\xba\xc3",
            Some("EUC-CN"),
            "你好",
            Some("read as GBK, which it declares as `EUC-CN`"),
        ),
        (
            b"\xff",
            Some("no such"),
            "ÿ",
            Some("`no such`, which it declares, is not a known encoding"),
        ),
        (
            b"\xff\xff",
            Some("Shift_JIS"),
            "ےے",
            Some("neither UTF-8 nor `Shift_JIS`"),
        ),
        (
            b"\x1B$B$\"\x1B(B",
            None,
            "あ",
            Some("read as ISO-2022-JP, judging by its bytes"),
        ),
        (
            b"\x1B$B$\"\x1B(B",
            Some("ISO-2022-JP"),
            "あ",
            Some("read as ISO-2022-JP, which it declares"),
        ),
        (b"\x1B[31m", Some("ISO-2022-JP"), "\x1B[31m", None),
    ];
    for (bytes, declared, text, assumed) in cases {
        let decoded = decode(bytes, declared);
        assert_eq!(decoded.text, text, "{bytes:?}");
        match assumed {
            None => assert_eq!(decoded.assumed, None),
            Some(words) => assert!(
                decoded
                    .assumed
                    .as_ref()
                    .is_some_and(|said| said.contains(words)),
                "{decoded:?}"
            ),
        }
    }
}

#[test]
fn utf_16_is_read_with_a_mark_and_without() {
    let text = "(;C[那 é])";
    for (is_big, name) in [(true, "UTF-16BE"), (false, "UTF-16LE")] {
        for has_mark in [true, false] {
            let decoded = decode(&utf16(text, is_big, has_mark), Some("UTF-16"));
            assert_eq!(decoded.text, text);
            assert!(
                decoded.assumed.is_some_and(|said| said.contains(name)),
                "{name} {has_mark}"
            );
        }
    }
    for other in [
        &b"a\0"[..],
        b"b3\n\0",
        b"\0",
        b"\0\0\0\0",
        b"abcdefgh\0jklmnop",
        b"(\0;\0\x00\xDC",
    ] {
        assert_eq!(
            decode(other, None)
                .assumed
                .filter(|said| said.contains("UTF-16")),
            None,
            "{other:?}"
        );
    }
}

#[test]
fn streams_that_cannot_be_split_are_converted_to_utf_8() {
    // The second bytes of some of these characters are `\\` and `[`.
    let text = format!(
        "(;C[{}])",
        "これは表示の充実したポスターです。ソースと予定表。".repeat(4_000)
    );
    let cases = [
        (utf16(&text, true, false), None, true),
        (utf16(&text, false, true), Some("UTF-8"), true),
        (
            encoded(&text, encoding_rs::SHIFT_JIS),
            Some("Shift_JIS"),
            true,
        ),
        (encoded(&text, encoding_rs::SHIFT_JIS), None, true),
        (encoded(&text, ISO_2022_JP), None, true),
        (encoded(&text, encoding_rs::EUC_JP), Some("EUC-JP"), false),
        (text.clone().into_bytes(), Some("Shift_JIS"), false),
    ];
    for (bytes, declared, is_transcoded) in cases {
        let mut stream = TextStream::new(Drip(&bytes)).unwrap();
        stream.declare(declared);
        assert_eq!(
            stream.assumed().is_some(),
            is_transcoded,
            "{declared:?} {:?}",
            stream.assumed()
        );
        // The text is longer than the head that is inspected.
        assert!(stream.head().len() >= 1 << 16);
        let mut read = Vec::new();
        stream.read_to_end(&mut read).unwrap();
        assert!(
            read == if is_transcoded {
                text.as_bytes()
            } else {
                &bytes
            },
            "{declared:?}"
        );
        assert!(!stream.has_faults());
    }
}

#[test]
fn bytes_outside_the_encoding_are_reported() {
    let mut bytes = utf16("b3", true, true);
    bytes.extend([0xD8, 0x00, 0x00]);
    let mut stream = TextStream::new(bytes.as_slice()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert_eq!(text, "b3\u{FFFD}");
    assert!(stream.has_faults());
}
