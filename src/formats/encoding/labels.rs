//! Names of encodings used by people and programs: a file may declare `Latin-1` or `EUC-CN`.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, MACINTOSH, SHIFT_JIS, WINDOWS_874,
    WINDOWS_1252,
};

/// Names missing from the standard's list of labels, in lower case and without punctuation.
const OTHERS: [(&str, &Encoding); 29] = [
    ("euccn", GBK),
    ("xeuccn", GBK),
    ("gb231280", GBK),
    ("cp936", GBK),
    ("ms936", GBK),
    ("windows936", GBK),
    ("xmswin936", GBK),
    ("cp932", SHIFT_JIS),
    ("windows932", SHIFT_JIS),
    ("xmacjapanese", SHIFT_JIS),
    ("eucjp", EUC_JP),
    ("ujis", EUC_JP),
    ("jis", ISO_2022_JP),
    ("jis7", ISO_2022_JP),
    ("csjisencoding", ISO_2022_JP),
    ("cp949", EUC_KR),
    ("ms949", EUC_KR),
    ("uhc", EUC_KR),
    ("xwindows949", EUC_KR),
    ("cp950", BIG5),
    ("ms950", BIG5),
    ("windows950", BIG5),
    ("xwindows950", BIG5),
    ("xms950hkscs", BIG5),
    ("cp874", WINDOWS_874),
    ("ms874", WINDOWS_874),
    ("xwindows874", WINDOWS_874),
    ("macroman", MACINTOSH),
    ("isolatin1", WINDOWS_1252),
];

/// Returns the encoding with this name, or `None` if it is not supported.
pub(super) fn encoding_of(name: &str) -> Option<&'static Encoding> {
    let without_punctuation: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let standard = |name: &str| Encoding::for_label_no_replacement(name.as_bytes());
    let other = || {
        OTHERS
            .iter()
            .find(|(other, _)| *other == without_punctuation)
            .map(|(_, encoding)| *encoding)
    };

    standard(name)
        .or_else(other)
        // `Latin-1`
        .or_else(|| standard(&without_punctuation))
        // `ISO_8859_1`
        .or_else(|| standard(&name.replace('_', "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_labels_of_other_programs_are_known() {
        for (name, encoding) in [
            ("UTF-8", "UTF-8"),
            ("utf8", "UTF-8"),
            ("EUC-CN", "GBK"),
            ("GB2312", "GBK"),
            ("gb_2312-80", "GBK"),
            ("Shift_JIS", "Shift_JIS"),
            ("SJIS", "Shift_JIS"),
            ("cp932", "Shift_JIS"),
            ("eucJP", "EUC-JP"),
            ("ISO-2022-JP", "ISO-2022-JP"),
            ("UHC", "EUC-KR"),
            ("BIG-5", "Big5"),
            ("Latin-1", "windows-1252"),
            ("ISO_8859_1", "windows-1252"),
            ("ISO_8859-15", "ISO-8859-15"),
            ("Cp1251", "windows-1251"),
            ("MacRoman", "macintosh"),
        ] {
            assert_eq!(
                encoding_of(name).map(Encoding::name),
                Some(encoding),
                "{name}"
            );
        }
        for name in ["", "no such", "EUC-TW", "HZ-GB-2312", "UTF-7"] {
            assert_eq!(encoding_of(name).map(Encoding::name), None, "{name}");
        }
    }
}
