//! What has changed, as JSON.

use serde_json::ser::{CompactFormatter, Formatter};

use super::{
    words,
    written::{BELOW, COUNT, FALSE, FLOAT, Key, LIST, NULL, OBJECT, Piece, SMALL, TEXT, TRUE, WORD, number, text},
};

/// Writes a value.
pub(super) fn write(piece: Piece<'_>, out: &mut Vec<u8>) {
    let mut rest = &piece.0[1..];
    match piece.tag() {
        NULL => out.extend_from_slice(b"null"),
        FALSE => out.extend_from_slice(b"false"),
        TRUE => out.extend_from_slice(b"true"),
        COUNT => digits(number(&mut rest), out),
        BELOW => {
            out.push(b'-');
            digits(number(&mut rest).wrapping_add(1), out);
        }
        FLOAT => float(rest, out),
        TEXT => quote(text(&mut rest), out),
        WORD => quote(words::word(u16::from_le_bytes([rest[0], rest[1]])).as_bytes(), out),
        LIST => {
            out.push(b'[');
            for (place, element) in piece.elements().enumerate() {
                comma(place, out);
                write(element, out);
            }
            out.push(b']');
        }
        OBJECT => {
            out.push(b'{');
            for (place, (key, value)) in piece.members().enumerate() {
                comma(place, out);
                name(key, out);
                write(value, out);
            }
            out.push(b'}');
        }
        small => digits(small.saturating_sub(SMALL).into(), out),
    }
}

fn comma(place: usize, out: &mut Vec<u8>) {
    if place > 0 {
        out.push(b',');
    }
}

/// Writes the name of a field, and the colon.
pub(super) fn name(key: Key<'_>, out: &mut Vec<u8>) {
    match key {
        Key::Word(word) => quote(words::word(word).as_bytes(), out),
        Key::Text(text) => quote(text, out),
    }
    out.push(b':');
}

/// How long a value is as JSON, but for escapes and the digits of large numbers: near enough to choose the shorter of
/// two ways.
pub(super) fn length(piece: Piece<'_>) -> usize {
    match piece.tag() {
        NULL | TRUE => 4,
        FALSE => 5,
        TEXT => piece.0.len(),
        WORD => words::word(u16::from_le_bytes([piece.0[1], piece.0[2]])).len() + 2,
        FLOAT => 8,
        LIST => 2 + piece.elements().map(|element| length(element) + 1).sum::<usize>(),
        OBJECT => 2 + piece.members().map(|(key, value)| name_length(key) + length(value) + 4).sum::<usize>(),
        _ => 2,
    }
}

fn name_length(key: Key<'_>) -> usize {
    match key {
        Key::Word(word) => words::word(word).len(),
        Key::Text(text) => text.len(),
    }
}

/// Writes a number.
pub(super) fn digits(mut number: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}

fn float(bytes: &[u8], out: &mut Vec<u8>) {
    let bytes = bytes.first_chunk().copied().unwrap_or_default();
    // Writing to memory does not fail.
    let _ = CompactFormatter.write_f64(out, f64::from_le_bytes(bytes));
}

/// Writes a text in quotes.
fn quote(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    let mut plain = 0;
    for (place, &byte) in text.iter().enumerate() {
        if byte < b' ' || byte == b'"' || byte == b'\\' {
            out.extend_from_slice(&text[plain..place]);
            escape(byte, out);
            plain = place + 1;
        }
    }
    out.extend_from_slice(&text[plain..]);
    out.push(b'"');
}

fn escape(byte: u8, out: &mut Vec<u8>) {
    let short = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0c => b'f',
        _ => {
            out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}
