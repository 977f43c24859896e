//! Chance that is the same in every run.

use serde_json::{Map, Value, json};

/// SplitMix64.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % (most as u64)).unwrap()
    }

    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Words that programs stumble over.
    pub(crate) fn nonsense(&mut self) -> String {
        const WORDS: [&str; 18] = [
            "",
            " ",
            "0",
            "-1",
            "null",
            "true",
            "../../etc/passwd",
            "%00",
            "'; DROP TABLE games; --",
            "\u{0}",
            "\u{202e}left",
            "ñandú",
            "🎲🎲",
            "a\r\nb: c",
            "\\u0000",
            "{id}",
            "x'\"<script>",
            "18446744073709551616",
        ];
        match self.below(8) {
            0 => "x".repeat(self.below(3000)),
            1 => (0..self.below(40))
                .map(|_| char::from_u32(u32::try_from(self.below(0x2_0000)).unwrap()).unwrap_or('?'))
                .collect(),
            _ => (*self.pick(&WORDS)).to_owned(),
        }
    }

    /// Numbers at the edges.
    pub(crate) fn number(&mut self) -> String {
        const EDGES: [&str; 12] = [
            "0",
            "1",
            "2",
            "-1",
            "255",
            "256",
            "4294967295",
            "4294967296",
            "9223372036854775807",
            "18446744073709551615",
            "1e400",
            "0.5",
        ];
        if self.one_in(2) { (*self.pick(&EDGES)).to_owned() } else { (self.next() % 300).to_string() }
    }

    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let length = if self.one_in(10) { 70_000 } else { self.below(200) };
        (0..length).map(|_| u8::try_from(self.next() & 0xff).unwrap()).collect()
    }

    pub(crate) fn method(&mut self) -> &'static str {
        const METHODS: [&str; 9] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"];
        METHODS[self.below(METHODS.len())]
    }

    /// A header that may change what is done, or none.
    pub(crate) fn header(&mut self) -> String {
        let headers = [
            "Content-Type: text/plain\r\n",
            "Content-Type: application/json\r\n",
            "Accept-Encoding: identity\r\n",
            "Cookie: opfire=nonsense\r\n",
            "X-Forwarded-For: 203.0.113.9, nonsense\r\n",
            "If-None-Match: \"0\"\r\n",
            "Upgrade: websocket\r\n",
            "Range: bytes=0-1\r\n",
        ];
        if self.one_in(4) { (*self.pick(&headers)).to_owned() } else { String::new() }
    }

    /// A value with one thing wrong in it.
    pub(crate) fn spoilt(&mut self, value: Value) -> Value {
        match value {
            Value::Object(mut fields) if !fields.is_empty() && !self.one_in(6) => {
                let name = fields.keys().nth(self.below(fields.len())).cloned().unwrap();
                let inner = fields.remove(&name).unwrap();
                match self.below(5) {
                    0 => {}
                    1 => drop(fields.insert(self.nonsense(), inner)),
                    _ => drop(fields.insert(name, self.spoilt(inner))),
                }
                Value::Object(fields)
            }
            Value::Array(mut values) if !values.is_empty() && !self.one_in(4) => {
                let place = self.below(values.len());
                match self.below(3) {
                    0 => {
                        let again = values[place].clone();
                        values.extend(std::iter::repeat_n(again, 300));
                    }
                    _ => values[place] = self.spoilt(values[place].clone()),
                }
                Value::Array(values)
            }
            _ => match self.below(9) {
                0 => Value::Null,
                1 => json!(true),
                2 => json!(self.next()),
                3 => json!(self.next().cast_signed()),
                4 => json!(1e300),
                5 => json!([[[[]]]]),
                6 => Value::Object(Map::from_iter([(self.nonsense(), json!(1))])),
                _ => json!(self.nonsense()),
            },
        }
    }
}

/// A word as it may stand in an address.
pub(crate) fn escaped(word: &str) -> String {
    let mut text = String::new();
    for byte in word.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// A word as it may stand in a header: not all of it need be text.
pub(crate) fn in_header(word: &str) -> String {
    word.chars().filter(|letter| !letter.is_control()).collect()
}
