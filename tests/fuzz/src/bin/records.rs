//! Records: parsing, judging, replay, drawing, and every writer.
#![no_main]

#[path = "../../../hostile/survive.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each target uses a part of it, and may fail where it likes"
)]
mod survive;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| survive::records(bytes));
