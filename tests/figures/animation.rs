//! Games as animated PNG.

use crate::support::{Folder, Run};

const RECORD: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 {[%clock 0:10:00]} 2. c2 {[%clock 0:09:30]} 3. d2 4. h3 *
"#;

/// The chunks of a PNG: their types and data.
fn chunks(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let mut rest = &bytes[8..];
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        let name = String::from_utf8(rest[4..8].to_vec()).unwrap();
        chunks.push((name, rest[8..8 + length].to_vec()));
        rest = &rest[12 + length..];
    }
    chunks
}

fn number(data: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(data[at..at + 4].try_into().unwrap())
}

/// The number of plays, and each frame: its size, its place and its time in milliseconds.
fn frames(bytes: &[u8]) -> (u32, Vec<([u32; 4], u16)>) {
    let chunks = chunks(bytes);
    let head = &chunks.iter().find(|(name, _)| name == "acTL").unwrap().1;
    let frame = |data: &Vec<u8>| {
        let delay = [20, 22].map(|at| u16::from_be_bytes(data[at..at + 2].try_into().unwrap()));
        assert_eq!(delay[1], 1_000);
        ([4, 8, 12, 16].map(|at| number(data, at)), delay[0])
    };
    let frames: Vec<_> = chunks
        .iter()
        .filter(|(name, _)| name == "fcTL")
        .map(|(_, data)| frame(data))
        .collect();
    assert_eq!(number(head, 0) as usize, frames.len());
    (number(head, 4), frames)
}

fn animated(folder: &Folder, arguments: &[&str]) -> Vec<u8> {
    let out = folder.path().join("game.apng");
    let arguments = [
        &["render", "--scale", "0.5", "-o", out.to_str().unwrap(), "-"],
        arguments,
    ]
    .concat();
    Run::new(&arguments).stdin(RECORD).done().expect_status(0);
    std::fs::read(out).unwrap()
}

#[test]
fn every_turn_is_a_frame_of_the_same_size() {
    let folder = Folder::new("animation");
    let bytes = animated(&folder, &[]);
    assert_eq!(
        bytes,
        animated(&folder, &[]),
        "the same game gives the same bytes"
    );
    let header = chunks(&bytes)[0].1.clone();
    let (width, height) = (number(&header, 0), number(&header, 4));
    let (plays, frames) = frames(&bytes);
    assert_eq!((plays, frames.len()), (0, 5));
    assert_eq!(frames[0].0, [width, height, 0, 0]);
    for ([wide, tall, left, top], _) in &frames {
        assert!(left + wide <= width && top + tall <= height);
    }
    // Only the part that changes is written again.
    assert!(
        frames[1].0[0] <= width && frames[1].0[1] < height,
        "{frames:?}"
    );
    let times: Vec<u16> = frames.iter().map(|(_, time)| *time).collect();
    assert_eq!(times, [1_500, 1_500, 1_500, 1_500, 4_500]);
}

#[test]
fn turns_times_and_repetition_can_be_chosen() {
    let folder = Folder::new("animation-options");
    let (plays, some) = frames(&animated(
        &folder,
        &["--turns", "2..3", "--delay", "0.25", "--once"],
    ));
    assert_eq!(plays, 1);
    assert_eq!(
        some.iter().map(|(_, time)| *time).collect::<Vec<_>>(),
        [250, 750]
    );
    let (_, every_other) = frames(&animated(&folder, &["--every", "2"]));
    assert_eq!(every_other.len(), 3);
}

#[test]
fn captions_tell_the_turn_and_the_clocks() {
    use pipscribe::Checked;
    use pipscribe::figures::{FigureOptions, Selection, figures};

    let checked = Checked::from_text(RECORD);
    let mut options = FigureOptions::default();
    options.clocks = true;
    let done = figures(checked.timeline().unwrap(), Selection::Every(1), &options).unwrap();
    let captions: Vec<_> = done
        .figures
        .into_iter()
        .map(|of| of.figure.caption.unwrap())
        .collect();
    assert_eq!(
        captions,
        [
            "The start",
            "After turn 1: b3 · White 0:10:00",
            "After turn 2: c2 · White 0:10:00 · Black 0:09:30",
            "After turn 3: d2 · White 0:10:00 · Black 0:09:30",
            "After turn 4: h3 · White 0:10:00 · Black 0:09:30",
        ]
    );
}

/// The places of a part in bytes.
fn places(bytes: &[u8], part: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(part.len()).enumerate();
    windows
        .filter(|(_, window)| *window == part)
        .map(|(at, _)| at)
        .collect()
}

/// A GIF has the same frames, each with the part that changes.
#[test]
fn a_gif_shows_the_same_turns() {
    let folder = Folder::new("animation-gif");
    let out = folder.path().join("game.gif");
    let path = out.to_str().unwrap();
    let arguments = [
        "render", "--scale", "0.5", "--width", "60mm", "-o", path, "-",
    ];
    Run::new(&arguments).stdin(RECORD).done().expect_status(0);
    let bytes = std::fs::read(&out).unwrap();
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(b";"));
    assert!(!places(&bytes, b"NETSCAPE2.0").is_empty());
    // The heads of the frames: the delay in hundredths of a second, and what follows it.
    // Unchanged pixels of later frames are transparent.
    let heads: Vec<usize> = [b"\x21\xF9\x04\x04", b"\x21\xF9\x04\x05"]
        .into_iter()
        .flat_map(|head| places(&bytes, head))
        .collect();
    let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let delays: Vec<u16> = heads.iter().map(|head| short(head + 4)).collect();
    assert_eq!(delays, [150, 150, 150, 150, 450]);
    let whole = [short(6), short(8)];
    let sizes: Vec<[u16; 2]> = heads
        .iter()
        .map(|head| [short(head + 13), short(head + 15)])
        .collect();
    assert_eq!(sizes[0], whole);
    assert!(
        sizes[1..]
            .iter()
            .all(|size| size[1] < whole[1] || size[0] < whole[0])
    );
    Run::new(&[&arguments[..], &["--once"]].concat())
        .stdin(RECORD)
        .done()
        .expect_status(0);
    let once = std::fs::read(&out).unwrap();
    assert!(places(&once, b"NETSCAPE2.0").is_empty());
}

#[test]
fn contradictions_are_refused() {
    for (arguments, said) in [
        (&["--format", "apng"][..], "an animation needs a file"),
        (
            &["--format", "apng", "--turn", "1", "-o", "x.apng"],
            "an animation shows many turns",
        ),
        (
            &["--turns", "1..2"],
            "`--turns`, `--delay` and `--once` are for animations",
        ),
        (
            &["--delay", "2"],
            "`--turns`, `--delay` and `--once` are for animations",
        ),
        (
            &["--format", "apng", "--turns", "2..1", "-o", "x.apng"],
            "the first and the last turn",
        ),
        (
            &["--format", "apng", "--turns", "7..9", "-o", "x.apng"],
            "the record has no position after turn 7 to 9",
        ),
        (
            &["--format", "apng", "--delay", "90", "-o", "x.apng"],
            "from 0.02 to 20 seconds",
        ),
        (
            &["--format", "apng", "--scale", "2000", "-o", "x.apng"],
            "cannot be drawn",
        ),
    ] {
        let output = Run::new(&[&["render", "-"], arguments].concat())
            .stdin(RECORD)
            .done()
            .expect_status(2);
        assert!(
            output.stderr().contains(said),
            "{arguments:?}: {}",
            output.stderr()
        );
    }
}

#[test]
fn an_animation_that_ends_early_is_reported() {
    let folder = Folder::new("animation-short");
    let path = folder.path().join("x.apng").display().to_string();
    let output = Run::new(&["render", "-", "-o", &path, "--turns", "2..9999"])
        .stdin(RECORD)
        .done()
        .expect_status(1);
    assert!(
        output
            .stderr()
            .contains("the animation ends with turn 4, the last of the record"),
        "{}",
        output.stderr()
    );
}
