//! What must be true of every map.

use engine::{BoardSide, Terrain};
use resvg::{
    tiny_skia::PathSegment,
    usvg::{
        self,
        roxmltree::{Document, Node},
    },
};

use crate::boards;

fn classes<'a>(document: &'a Document<'a>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |n| n.attribute("class") == Some(class))
}

fn parse(svg: &str) -> Document<'_> {
    Document::parse(svg).expect("well-formed XML")
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    assert_eq!(render::map_svg(&boards::gallery()), render::map_svg(&boards::gallery()));
    let view = boards::view();
    assert_eq!(render::scene_svg(&boards::gallery(), &view), render::scene_svg(&boards::gallery(), &view));
}

#[test]
fn the_view_box_is_the_board() {
    let board = boards::plain(4, 3, 30.0);
    let svg = render::map_svg(&board);
    let document = parse(&svg);
    let expected = format!("0 0 {} {}", board.width, board.height);
    assert_eq!(document.root_element().attribute("viewBox"), Some(&*expected));
}

#[test]
fn every_hex_has_its_number() {
    let board = boards::gallery();
    let svg = render::map_svg(&board);
    let document = parse(&svg);
    let group = classes(&document, "numbers").next().unwrap();
    let numbers: Vec<&str> = group.children().filter_map(|n| n.text()).filter(|t| !t.trim().is_empty()).collect();
    let expected: Vec<&str> = board.hexes.iter().map(|h| &*h.id).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn nothing_is_fetched_from_elsewhere() {
    let svg = render::scene_svg(&boards::gallery(), &boards::view());
    let document = parse(&svg);
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["script", "style", "image", "filter", "mask", "foreignObject"].contains(&name), "{name}");
        assert!(node.attribute("href").is_none_or(|h| h.starts_with('#')));
        assert!(node.attribute("font-family").is_none_or(|f| ["serif", "sans-serif"].contains(&f)));
    }
}

#[test]
fn every_reference_has_its_target_and_ids_are_unique() {
    let svg = render::scene_svg(&boards::gallery(), &boards::view());
    let document = parse(&svg);
    let mut ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    for used in document.descendants().filter_map(|n| n.attribute("href")) {
        assert!(ids.contains(&&used[1..]), "{used}");
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn rivers_ways_and_bridges_are_drawn() {
    let svg = render::map_svg(&boards::gallery());
    let document = parse(&svg);
    for class in ["river", "road", "track", "railway", "bridge", "ford", "ridge", "contours", "hex-grid", "frame"] {
        assert!(classes(&document, class).count() > 0, "{class}");
    }
    let svg = render::map_svg(&boards::coast());
    let document = parse(&svg);
    for class in ["lane", "alley", "trail", "wall", "steep", "wire", "barricade", "levels"] {
        assert!(classes(&document, class).count() > 0, "{class}");
    }
}

/// How many closed shapes the path with this class holds.
fn shapes(svg: &str, class: &str) -> usize {
    let document = parse(svg);
    classes(&document, class).filter_map(|n| n.attribute("d")).map(|d| d.matches('z').count()).sum()
}

#[test]
fn a_road_over_a_river_has_a_bridge_and_a_ford_has_none() {
    let mut board = boards::plain(5, 5, 48.0);
    boards::side(&mut board, "river", "0203/0303");
    assert_eq!(shapes(&render::map_svg(&board), "bridge"), 0);
    boards::line(&mut board, "road", "0203 0303");
    assert_eq!(shapes(&render::map_svg(&board), "bridge"), 1);
    boards::side(&mut board, "bridge", "0303/0203");
    assert_eq!(shapes(&render::map_svg(&board), "bridge"), 1);
    board.sides.retain(|s| s.feature != "bridge");
    boards::side(&mut board, "ford", "0303/0203");
    assert_eq!(shapes(&render::map_svg(&board), "bridge"), 0);
}

#[test]
fn a_look_nobody_knows_is_hatched() {
    let mut board = boards::plain(5, 5, 48.0);
    assert!(!render::map_svg(&board).contains("unknown-look"));
    board.key.push(Terrain { key: "lava".into(), name: "Lava".into(), look: "lava".into(), effects: Vec::new() });
    boards::paint(&mut board, "lava", "0303");
    assert!(render::map_svg(&board).contains("unknown-look"));
    boards::paint(&mut board, "a key that is not in the key", "0303");
    assert!(render::map_svg(&board).contains("unknown-look"));
    boards::paint(&mut board, "clear", "0303");
    boards::side(&mut board, "lava", "0303/0302");
    assert!(render::map_svg(&board).contains("unknown-look"));
    board.sides.clear();
    boards::line(&mut board, "lava", "0303 0302");
    assert!(render::map_svg(&board).contains("unknown-look"));
}

#[test]
fn names_are_escaped() {
    let mut board = boards::plain(5, 5, 48.0);
    let name = "Tom & <Jerry> \"at home\"\u{1}";
    boards::label(&mut board, "0303", name);
    board.title = name.into();
    let mut view = boards::view();
    view.scene.counters = vec![boards::counter("a", "0303", 0, name)];
    let svg = render::scene_svg(&board, &view);
    let document = parse(&svg);
    let shown = name.replace('\u{1}', " ");
    assert!(document.descendants().any(|n| n.has_tag_name("text") && n.text() == Some(&shown)));
}

#[test]
fn heights_bear_the_surveyors_triangle() {
    let mut board = boards::plain(7, 7, 48.0);
    boards::raise(&mut board, 1, "0403 0404 0303 0503");
    boards::raise(&mut board, 2, "0403");
    boards::label(&mut board, "0403", "Monte Calvo");
    boards::label(&mut board, "0303", "Oliveto");
    assert_eq!(shapes(&render::map_svg(&board), "heights"), 1, "the top, not the slope");
    board.labels[1].text = "Hill 112".into();
    assert_eq!(shapes(&render::map_svg(&board), "heights"), 2);
    boards::paint(&mut board, "woods", "0403");
    assert_eq!(shapes(&render::map_svg(&board), "heights"), 1, "the name of a wood");
}

#[test]
fn names_make_way_for_each_other() {
    let mut board = boards::plain(7, 7, 48.0);
    boards::label(&mut board, "0403", "Chiesa Madre");
    boards::label(&mut board, "0403", "Piazza");
    let svg = render::map_svg(&board);
    let document = parse(&svg);
    let names = classes(&document, "place-names").next().unwrap();
    let lines: Vec<f64> = names.children().filter_map(|n| n.attribute("y")).map(|y| y.parse().unwrap()).collect();
    assert!(matches!(lines[..], [a, b] if (a - b).abs() > 12.0), "{lines:?}");
}

#[test]
fn boards_with_nonsense_are_still_drawn() {
    let mut board = boards::plain(5, 5, 48.0);
    boards::line(&mut board, "road", "0303 9999 0304 0101 0101");
    boards::line(&mut board, "road", "");
    board.sides.push(BoardSide { feature: "river".into(), a: "0101".into(), b: "0505".into() });
    board.sides.push(BoardSide { feature: "river".into(), a: "0101".into(), b: "9999".into() });
    boards::raise(&mut board, 250, "0303");
    parse(&render::map_svg(&board));
    board.hexes.clear();
    parse(&render::map_svg(&board));
}

#[test]
fn large_maps_keep_their_weight() {
    for board in [boards::large(), boards::patchwork()] {
        assert_eq!(board.hexes.len(), 1193);
        let svg = render::map_svg(&board);
        assert!(svg.len() < 1_500_000, "{}: {} bytes", board.id, svg.len());
        let document = parse(&svg);
        let drawn = document.descendants().filter(|n| n.is_element() && !n.has_tag_name("text")).count();
        assert!(drawn < 250, "{}: {drawn} elements besides text", board.id);
    }
}

#[test]
fn the_lowest_level_is_the_paper() {
    let mut board = boards::plain(5, 5, 48.0);
    let flat = render::map_svg(&board);
    board.hexes.iter_mut().for_each(|h| h.elevation = 3);
    assert_eq!(render::map_svg(&board), flat);
    boards::raise(&mut board, 5, "0303");
    let svg = render::map_svg(&board);
    let document = parse(&svg);
    let levels = document.descendants().filter(|n| n.attribute("id").is_some_and(|id| id.starts_with("opfire-level-")));
    assert_eq!(levels.count(), 2);
    let figure = classes(&document, "levels").next().unwrap();
    assert!(figure.descendants().any(|n| n.text() == Some("5")), "the hilltop bears the level as the game counts it");
}

/// How far down the sheet the hachures point, each.
fn falls(board: &engine::Board) -> Vec<f32> {
    let svg = render::map_svg(board);
    let document = parse(&svg);
    let data = classes(&document, "hachures").filter_map(|n| n.attribute("d")).next().expect("hachures");
    let alone = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><path stroke=\"#000\" d=\"{data}\"/></svg>");
    let tree = usvg::Tree::from_str(&alone, &usvg::Options::default()).expect("a drawing");
    let [usvg::Node::Path(path)] = tree.root().children() else { panic!("one path") };
    let mut from = 0.0;
    let mut out = Vec::new();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(p) => from = p.y,
            PathSegment::LineTo(p) => out.push(p.y - from),
            _ => panic!("straight lines"),
        }
    }
    out
}

#[test]
fn ridges_fall_towards_the_lower_hex() {
    let mut board = boards::plain(5, 5, 48.0);
    boards::side(&mut board, "ridge", "0303/0304");
    let flat = falls(&board);
    assert!(flat.len() > 6, "a bank on level ground");
    boards::raise(&mut board, 1, "0303");
    assert!(falls(&board).iter().all(|fall| *fall > 2.0), "down the sheet from the upper hex");
    board.hexes.iter_mut().for_each(|h| h.elevation = 1 - h.elevation);
    assert!(falls(&board).iter().all(|fall| *fall < -2.0), "up the sheet from the lower hex");
}

#[test]
fn one_hex() {
    insta::assert_snapshot!(render::map_svg(&boards::plain(1, 1, 48.0)));
}

#[test]
fn smoke_is_the_cloud_of_the_symbol_sheet() {
    let sheet = parse(render::SYMBOLS);
    let cloud = sheet.descendants().find(|n| n.attribute("id") == Some("smoke")).expect("a symbol");
    let drawing = cloud.descendants().find_map(|n| n.attribute("d")).expect("a path");
    let svg = render::scene_svg(&boards::gallery(), &boards::view());
    let document = parse(&svg);
    let clouds: Vec<_> = classes(&document, "smoke").collect();
    assert!(!clouds.is_empty());
    assert!(clouds.iter().all(|cloud| cloud.descendants().any(|n| n.attribute("d") == Some(drawing))));
}

/// Half the width that a name takes up, at least.
const NARROWEST: f64 = 0.21;

#[test]
fn marks_lie_beside_the_names() {
    let (mut board, mut view) = (boards::gallery(), boards::view());
    let hex = board.hexes.iter().find(|hex| hex.neighbours[5].is_some() && hex.terrain == "clear").unwrap().clone();
    // A long name in the hex itself, through both of its corners.
    board.labels = vec![engine::BoardLabel { hex: hex.id.clone(), text: "Prokhorovka".to_owned() }];
    view.scene.marks.retain(|mark| mark.kind == "objective");
    view.scene.marks.iter_mut().for_each(|mark| mark.hex.clone_from(&hex.id));
    let svg = render::scene_svg(&board, &view);
    let document = parse(&svg);
    let number =
        |node: Node<'_, '_>, name: &str| node.attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap();
    let name = classes(&document, "place-names").next().unwrap().first_element_child().unwrap();
    let (size, x, y) = (number(name, "font-size"), number(name, "x"), number(name, "y"));
    let half = name.text().unwrap().len() as f64 * size * NARROWEST;
    let discs: Vec<_> =
        classes(&document, "mark").filter_map(|mark| mark.descendants().find(|n| n.has_tag_name("circle"))).collect();
    assert_eq!(discs.len(), 2);
    for disc in discs {
        let (cx, cy, r) = (number(disc, "cx"), number(disc, "cy"), number(disc, "r"));
        let beside = (cx - x).abs() > half + r;
        let above = cy + r < y - size * 0.5;
        assert!(beside || above || cy - r > y, "the mark at {cx}, {cy} covers the name at {x}, {y}");
    }
}
