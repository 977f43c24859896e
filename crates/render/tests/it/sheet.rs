//! The printed sheet and the compass rose.

use std::sync::Arc;

use engine::{Board, North};
use resvg::{
    tiny_skia::Rect,
    usvg::{
        self,
        fontdb::{Database, Source},
        roxmltree::{Document, Node},
    },
};

use crate::boards;

const FONTS: [&[u8]; 2] = [
    include_bytes!("../../fonts/DejaVuSansCondensed-Bold.ttf"),
    include_bytes!("../../fonts/DejaVuSerifCondensed-Italic.ttf"),
];

fn sheets() -> Vec<Board> {
    let mut named = boards::coast();
    for (i, terrain) in named.key.iter_mut().enumerate() {
        terrain.name = ["Olive and vine grove", "Multi-storey building", "Steep railway bank"][i % 3].into();
    }
    named.title = "The long road from the harbour to the hills of San Biagio".into();
    let mut few = boards::gallery();
    few.key.truncate(2);
    vec![boards::gallery(), boards::coast(), boards::large(), boards::plain(2, 2, 20.0), named, few]
}

fn group<'a>(document: &'a Document<'a>, class: &str) -> Node<'a, 'a> {
    document.descendants().find(|n| n.attribute("class") == Some(class)).expect("the group")
}

fn texts<'a>(node: Node<'a, 'a>) -> Vec<&'a str> {
    node.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect()
}

// holds: OF-2.3-4
#[test]
fn a_sheet_names_the_map_and_every_entry_of_its_key() {
    for board in sheets() {
        let svg = render::sheet_svg(&board);
        let document = Document::parse(&svg).expect("well-formed XML");
        let key = group(&document, "key");
        let names: Vec<&str> = board.key.iter().map(|t| &*t.name).collect();
        assert_eq!(texts(key).join(" "), names.join(" "));
        assert_eq!(key.descendants().filter(|n| n.attribute("class") == Some("swatch")).count(), board.key.len());
        assert_eq!(group(&document, "title").text(), Some(&*board.title));
        assert_eq!(texts(group(&document, "letters")), ["N", "E", "S", "W"]);
    }
}

#[test]
fn a_sheet_shows_the_levels_as_the_game_counts_them() {
    let svg = render::sheet_svg(&boards::coast());
    let document = Document::parse(&svg).expect("well-formed XML");
    let bands = group(&document, "furniture").children().find(|n| n.attribute("class") == Some("levels"));
    assert_eq!(texts(bands.expect("levels")), ["1", "2", "3", "4"]);
    let flat = render::sheet_svg(&boards::plain(3, 3, 48.0));
    assert!(!flat.contains("LEVELS"));
}

#[test]
fn the_references_of_a_sheet_have_one_target_each() {
    let svg = render::sheet_svg(&boards::coast());
    let document = Document::parse(&svg).expect("well-formed XML");
    let mut ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    for node in document.descendants() {
        let clip = node.attribute("clip-path").map(|c| c.trim_start_matches("url(#").trim_end_matches(')'));
        for used in node.attribute("href").map(|h| &h[1..]).into_iter().chain(clip) {
            assert!(ids.binary_search(&used).is_ok(), "{used}");
        }
    }
}

/// The boxes of all texts and swatches in what is printed around the map.
fn boxes(svg: &str) -> (Vec<Rect>, Rect) {
    let mut fonts = Database::new();
    let names = FONTS.map(|font| {
        let ids = fonts.load_font_source(Source::Binary(Arc::new(font)));
        fonts.face(ids[0]).expect("a face").families[0].0.clone()
    });
    fonts.set_sans_serif_family(&names[0]);
    fonts.set_serif_family(&names[1]);
    // What is around the map, without the map.
    let (head, rest) = svg.split_once("<clipPath").expect("the map");
    let furniture = &rest[rest.find("<g class=\"furniture\"").expect("what is around it")..];
    let options = usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&format!("{head}{furniture}"), &options).expect("a drawing");
    let mut out = Vec::new();
    gather(tree.root(), &mut out);
    (out, Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height()).expect("a size"))
}

fn gather(group: &usvg::Group, out: &mut Vec<Rect>) {
    for node in group.children() {
        match node {
            usvg::Node::Text(text) => out.push(text.abs_bounding_box()),
            usvg::Node::Group(inner) if inner.clip_path().is_some() => {
                let clip = inner.clip_path().map(|c| c.root().bounding_box());
                let place = clip.and_then(|c| c.transform(inner.abs_transform()));
                out.extend(place);
            }
            usvg::Node::Group(inner) => gather(inner, out),
            _ => {}
        }
    }
}

#[test]
fn nothing_around_the_map_overlaps() {
    for board in sheets() {
        let (boxes, sheet) = boxes(&render::sheet_svg(&board));
        assert!(boxes.len() >= board.key.len() * 2 + 5, "{}: {} boxes", board.id, boxes.len());
        for (i, a) in boxes.iter().enumerate() {
            let inside = a.left() > 10.0 && a.top() > 10.0 && a.right() < sheet.right() && a.bottom() < sheet.bottom();
            assert!(inside || board.radius < 40.0, "{}: {a:?} leaves {sheet:?}", board.id);
            for b in &boxes[..i] {
                let apart =
                    a.right() <= b.left() || b.right() <= a.left() || a.bottom() <= b.top() || b.bottom() <= a.top();
                assert!(apart, "{}: {a:?} and {b:?}", board.id);
            }
        }
    }
}

/// Where the letter N stands, from the middle of the rose.
fn north(direction: North) -> (f64, f64) {
    let svg = render::compass_svg(direction);
    let document = Document::parse(&svg).expect("well-formed XML");
    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 120 120"));
    let letter = document.descendants().find(|n| n.has_tag_name("text") && n.text() == Some("N")).expect("N");
    let number = |name| letter.attribute(name).and_then(|v| v.parse::<f64>().ok()).expect("a number");
    (number("x") - 60.0, number("y") - 60.0)
}

#[test]
fn the_edges_have_the_names_of_the_compass() {
    let mut board = boards::plain(9, 7, 48.0);
    let around = [
        (North::Up, ["North", "East", "South", "West"]),
        (North::Down, ["South", "West", "North", "East"]),
        (North::Right, ["West", "North", "East", "South"]),
        (North::Left, ["East", "South", "West", "North"]),
    ];
    for (north, names) in around {
        board.north = north;
        let svg = render::sheet_svg(&board);
        let document = Document::parse(&svg).expect("well-formed XML");
        assert_eq!(texts(group(&document, "edges")), names, "{north:?}");
    }
}

// holds: OF-2.3-6
#[test]
fn the_compass_turns() {
    let (x, y) = north(North::Up);
    assert!(x.abs() < 1.0 && y < -35.0);
    let (x, y) = north(North::Down);
    assert!(x.abs() < 1.0 && y > 35.0);
    let (x, y) = north(North::Left);
    assert!(x < -35.0 && y.abs() < 8.0);
    let (x, y) = north(North::Right);
    assert!(x > 35.0 && y.abs() < 8.0);
    let mut board = boards::plain(3, 3, 48.0);
    let up = render::sheet_svg(&board);
    board.north = North::Left;
    assert_ne!(render::sheet_svg(&board), up, "the rose on the sheet turns with the board");
    board.north = North::Up;
    assert_eq!(render::sheet_svg(&board), up);
}
