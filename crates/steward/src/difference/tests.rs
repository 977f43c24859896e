use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Edit, Misfit, Written, json as as_json, words};

fn edit(old: &impl Serialize, new: &impl Serialize) -> Value {
    let text = Written::new(old).unwrap().difference(&Written::new(new).unwrap());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn applied(mut value: Value, edit: Value) -> Result<Value, Misfit> {
    let edit: Edit = serde_json::from_value(edit).unwrap();
    edit.apply(&mut value).map(|()| value)
}

#[test]
fn only_changes_are_sent() {
    let counter = |id: &str, hex: &str| json!({ "a": id, "hex": hex, "name": "3rd Company of the Guards" });
    let old = json!({ "seq": 1, "title": "The Bridge", "scene": { "counters": [
        counter("a", "0101"), counter("b", "0102"), counter("c", "0103"), counter("d", "0104")] } });
    let list = [counter("b", "0102"), counter("c", "0909"), counter("d", "0104"), counter("e", "0105")];
    let new = json!({ "seq": 2, "title": "The Bridge", "scene": { "counters": list } });
    let sent = edit(&old, &new);
    let parts = json!([[1, 1], { "at": 2, "set": { "hex": "0909" } }, [3, 1], { "set": { "a": "e", "hex": "0105" } }]);
    assert_eq!(sent, json!({ "set": { "scene": { "set": { "counters": { "list": parts } } }, "seq": 2 } }));
    assert_eq!(applied(old, sent), Ok(new));
}

#[test]
fn nothing_is_sent_when_nothing_changed() {
    assert_eq!(edit(&json!({ "a": [1, 2] }), &json!({ "a": [1, 2] })), json!({ "set": {} }));
}

/// Awkward shapes: each becomes each other one.
#[test]
fn anything_becomes_anything() {
    let shapes = [
        json!({ "v": null }),
        json!({ "v": 1.5 }),
        json!({ "v": "a \"quoted\" {text}, with [brackets]: \\ and \u{fc}\n" }),
        json!({ "v": [] }),
        json!({ "v": {} }),
        json!({ "v": [1, 1, 2, "1", null, [1], [[]], {}] }),
        json!({ "v": [{}, {}, [1], 2, 1, 1] }),
        json!({ "v": [{ "id": 1, "x": [1, 2, 3] }, { "id": 1, "x": [1, 2, 3] }, { "id": 1, "x": [] }] }),
        json!({ "v": [{ "id": 2, "x": [1, 2, 3] }, { "id": 1, "x": [3, 2, 1] }] }),
        json!({ "v": { "w": { "x": { "y": { "z": [true, { "\"": "}" }] } } } } }),
        json!({ "v": { "w": { "x": { "y": { "z": [false, { "\"": "{" }] } } } } }),
        json!({ "other": { "is": 1, "set": [], "list": {}, "at": null } }),
        json!({ "other": { "is": 2, "set": [], "list": {}, "at": [] } }),
        json!([]),
        json!("plain"),
    ];
    for old in &shapes {
        for new in &shapes {
            assert_eq!(applied(old.clone(), edit(old, new)).as_ref(), Ok(new), "{old} to {new}: {}", edit(old, new));
        }
    }
}

#[test]
fn an_edit_meant_for_something_else_does_not_fit() {
    let misfit = |value: Value, edit: Value| applied(value, edit).unwrap_err();
    assert_eq!(misfit(json!({ "a": 1 }), json!({ "set": { "b": 2 } })), Misfit::NoField);
    assert_eq!(misfit(json!(null), json!({ "set": { "b": 2 } })), Misfit::NoField);
    assert_eq!(misfit(json!({ "a": 1 }), json!({ "list": [] })), Misfit::NoList);
    assert_eq!(misfit(json!([1]), json!({ "list": [[0, 2]] })), Misfit::NoElement(0));
    assert_eq!(misfit(json!([1]), json!({ "list": [[u64::MAX, 2]] })), Misfit::NoElement(usize::MAX));
    assert_eq!(misfit(json!([{}]), json!({ "list": [{ "at": 1, "set": {} }] })), Misfit::NoElement(1));
    assert_eq!(misfit(json!([1]), json!({ "list": [{ "set": {} }] })), Misfit::NoElement(0));
}

/// Every kind of value that can be written.
#[derive(Serialize)]
struct Everything {
    truth: (bool, bool),
    counts: [u64; 8],
    below: [i64; 5],
    small: (u8, i8, u16, i16, u32, i32),
    floats: [f64; 6],
    short: [f32; 3],
    text: &'static str,
    letter: char,
    nothing: Option<u8>,
    something: Option<Option<u8>>,
    unit: (),
    by_number: BTreeMap<i32, bool>,
    by_word: BTreeMap<Kind, u8>,
    by_text: BTreeMap<String, Vec<()>>,
    kinds: Vec<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u8>,
    #[serde(flatten)]
    more: BTreeMap<&'static str, Kind>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    OfItsOwn,
    With(u8),
    WithTwo(u8, char),
    WithFields { one: u8, other: Box<Kind> },
    Named(Name),
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Name(String);

#[test]
fn whatever_is_written_is_the_same_json() {
    let name = || Kind::Named(Name("\u{1}\u{1f}\u{7f}\u{8}\u{c}\t\r\n".to_owned()));
    let everything = Everything {
        truth: (true, false),
        counts: [0, 1, 127, 128, 238, 239, 256, u64::MAX],
        below: [-1, -128, -129, i64::MIN, 0],
        small: (255, -128, 65_535, -32_768, u32::MAX, i32::MIN),
        floats: [0.0, 1.0, -2.5, 1.0 / 3.0, 1e300, f64::NAN],
        short: [0.1, 2.0, f32::INFINITY],
        text: "a \"quoted\" \\ f\u{fc}r \u{1f3b2} </script>",
        letter: '\u{1f3b2}',
        nothing: None,
        something: Some(Some(3)),
        unit: (),
        by_number: [(-1, true), (0, false), (300, true)].into(),
        by_word: [(Kind::OfItsOwn, 1)].into(),
        by_text: [("a \"b\"".to_owned(), vec![(), ()])].into(),
        kinds: vec![Kind::With(1), Kind::WithTwo(2, '"'), Kind::WithFields { one: 3, other: Box::new(name()) }],
        left_out: None,
        more: [("more", Kind::OfItsOwn)].into(),
    };
    let mut written = Vec::new();
    as_json::write(Written::new(&everything).unwrap().whole(), &mut written);
    assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(&everything).unwrap());
}

#[test]
fn a_map_by_lists_cannot_be_written() {
    assert!(Written::new(&BTreeMap::from([(vec![1], 1)])).is_err());
}

/// Some of so many words want the same place; each lies twice in memory.
#[test]
fn words_have_one_number_each() {
    let all: Vec<String> = (0..300).map(|number| format!("word-{number}")).collect();
    let numbers = || all.iter().map(|word| words::number(word.clone().leak())).collect::<Vec<u16>>();
    let first = numbers();
    assert_eq!(first, numbers());
    for (word, number) in all.iter().zip(first) {
        assert_ne!(number, words::NONE);
        assert_eq!(words::word(number), word);
    }
    assert_eq!(words::word(words::NONE), "");
}
