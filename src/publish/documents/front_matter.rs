//! Front matter of a document: metadata in YAML between lines of `---`, or in TOML between lines of
//! `+++`.

use crate::text::lines_with_starts;

/// Returns the length of the front matter at the start of a text, with its closing line; 0 without
/// front matter. A line of `---` can also be a thematic break, so the next line must be a setting,
/// and no line may begin a code block.
pub(super) fn front_matter_length(text: &str) -> usize {
    let mut lines = lines_with_starts(text);
    let fence = lines.next().map_or("", |(_, line)| line.trim_end());
    // The sign between a key and its value.
    let sign = match fence {
        "---" => ':',
        "+++" => '=',
        _ => return 0,
    };
    let mut has_setting = false;
    for (start, line) in lines {
        let written = line.trim_end();
        if written == fence || (written == "..." && sign == ':') {
            return if has_setting { start + line.len() } else { 0 };
        }
        if line.starts_with("```") || line.starts_with("~~~") {
            return 0;
        }
        let is_comment = written.is_empty() || written.starts_with('#');
        if !has_setting && !is_comment && !is_setting(written, sign) {
            return 0;
        }
        has_setting |= !is_comment;
    }
    0
}

/// Returns true for `key: value` or `key = value`, and for a TOML table, `[params]`.
fn is_setting(line: &str, sign: char) -> bool {
    let is_toml_table = sign == '=' && line.starts_with('[');
    let is_of_key = |letter: char| letter.is_alphanumeric() || "_-. \"'".contains(letter);
    let has_key = line
        .split_once(sign)
        .is_some_and(|(key, _)| !key.trim().is_empty() && key.chars().all(is_of_key));
    has_key || is_toml_table
}

#[cfg(test)]
mod tests {
    use super::front_matter_length;

    #[test]
    fn front_matter_has_settings_and_is_closed() {
        for (text, rest) in [
            ("---\ntitle: x\n---\n# a\n", "# a\n"),
            (
                "---\r\n# why\r\ntitle: x\r\nnote: |\r\n  ```pips\r\n---\r\na",
                "a",
            ),
            ("+++\n[params]\na = 1\n+++\nb", "b"),
            ("---\ntitle: x\n...\na", "a"),
            ("---\ntitle: x\n---", ""),
        ] {
            assert_eq!(&text[front_matter_length(text)..], rest, "{text:?}");
        }
        for text in [
            "",
            "---",
            "---\n",
            "---\n---\n",
            "---\ntitle: x\n",
            "---\nA text.\n---\n",
            "---\n\n```pips\n```\n---\n",
            "---\na: b\n```pips\n```\n---\n",
            "a\n---\nb: c\n---\n",
            "+++\na: b\n+++\n",
        ] {
            assert_eq!(front_matter_length(text), 0, "{text:?}");
        }
    }
}
