//! Judging records.

use pipscribe::Checked;
use pipscribe::reports::{Emitter, Entry, Json};

use crate::refused::Refused;

pub(crate) fn check(text: &[u8], _options: &str) -> Result<String, Refused> {
    let mut out = Vec::new();
    for (raw, number) in pipscribe::text::split_text(text).into_iter().filter(|raw| !raw.preamble).zip(1..) {
        let checked = Checked::new(raw).with_fix();
        Json.record(&Entry::new("-", number, &checked), &mut out).map_err(Refused::new)?;
    }
    String::from_utf8(out).map_err(Refused::new)
}
