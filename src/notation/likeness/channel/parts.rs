//! Recognises the parts of a turn that begin at a byte of its text: points, numbers, items of lists
//! and actions.

/// Returns the length of the point at a byte: a letter and a number of one or two digits.
pub(super) fn point_at(text: &[u8], offset: usize) -> Option<usize> {
    let rest = text.get(offset..)?;
    let digits = digits_at(rest.get(1..)?);
    (rest[0].is_ascii_lowercase() && (1..=2).contains(&digits)).then_some(1 + digits)
}

/// Returns column and row of a point, from 1.
pub(super) fn point(text: &[u8]) -> Option<(u32, u32)> {
    let (&letter, digits) = text.split_first()?;
    let column = u32::from(letter.checked_sub(b'a')?) + 1;
    let row = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((column, row))
}

/// Returns the length of the whole number at a byte.
pub(super) fn number_at(text: &[u8], offset: usize) -> Option<usize> {
    let is_inside = offset > 0 && text[offset - 1].is_ascii_digit();
    let digits = digits_at(text.get(offset..)?);
    (digits > 0 && !is_inside).then_some(digits)
}

fn digits_at(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Returns true if the seat of a pick-up is at a byte: a digit and a colon.
pub(super) fn is_seat_at(text: &[u8], offset: usize) -> bool {
    matches!(text.get(offset..offset + 2), Some([b'1'..=b'4', b':']))
}

/// Returns the length of the item of a list at a byte, with its comma; 0 if there is none. In
/// `xa2,b3`, the items are `xa2,` at byte 0 and `,b3` at byte 3.
pub(super) fn item_at(text: &[u8], offset: usize) -> usize {
    let Some((&first, rest)) = text.get(offset..).and_then(<[u8]>::split_first) else {
        return 0;
    };
    let is_end = |byte: &u8| matches!(byte, b',' | b';');
    if first == b',' {
        return 1 + rest.iter().position(is_end).unwrap_or(rest.len());
    }
    // The first item of a list has its comma after it.
    let rest = &text[offset..];
    match rest.iter().position(is_end) {
        Some(end) if end > 0 && rest[end] == b',' => end + 1,
        _ => 0,
    }
}

/// Returns the length of the action at a byte, with its semicolon; 0 if there is none. In
/// `b1-b3;xa2`, the actions are `b1-b3;` at byte 0 and `;xa2` at byte 5.
pub(super) fn action_at(text: &[u8], offset: usize) -> usize {
    let Some((&first, rest)) = text.get(offset..).and_then(<[u8]>::split_first) else {
        return 0;
    };
    let is_end = |byte: &u8| *byte == b';';
    if first == b';' {
        return 1 + rest.iter().position(is_end).unwrap_or(rest.len());
    }
    // The first action has its semicolon after it.
    match text[offset..].iter().position(is_end) {
        Some(end) if offset == 0 => end + 1,
        _ => 0,
    }
}
