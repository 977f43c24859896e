//! Every look draws something of its own.

use std::collections::BTreeSet;

use resvg::{
    tiny_skia::{Pixmap, PremultipliedColorU8},
    usvg::roxmltree::Document,
};

use crate::boards;

fn picture(look: &str) -> Pixmap {
    Pixmap::decode_png(&render::png(&render::swatch_svg(look), 1.0).expect("a picture")).expect("a PNG")
}

/// How many pixels differ clearly.
fn difference(a: &Pixmap, b: &Pixmap) -> usize {
    let far = |a: u8, b: u8| a.abs_diff(b) > 12;
    let pairs = a.pixels().iter().zip(b.pixels());
    pairs.filter(|(a, b)| far(a.red(), b.red()) || far(a.green(), b.green()) || far(a.blue(), b.blue())).count()
}

#[test]
fn no_two_looks_are_alike() {
    let pictures: Vec<(&str, Pixmap)> = render::looks().map(|look| (look, picture(look))).collect();
    for (i, (look, picture)) in pictures.iter().enumerate() {
        for (other, its) in &pictures[..i] {
            let pixels = difference(picture, its);
            assert!(pixels > 60, "{look} and {other} differ in {pixels} pixels");
        }
    }
}

#[test]
fn every_look_is_known_on_the_map() {
    let mut kind = "area";
    for look in render::looks() {
        kind = match look {
            "river" => "side",
            "road" => "line",
            _ => kind,
        };
        let mut board = boards::plain(5, 5, 48.0);
        let bare = render::map_svg(&board);
        match kind {
            "area" => boards::paint(&mut board, look, "0303"),
            "side" => boards::side(&mut board, look, "0303/0304"),
            _ => boards::line(&mut board, look, "0302 0303 0304"),
        }
        let svg = render::map_svg(&board);
        assert!(look == "clear" || svg != bare, "{look} draws nothing");
        assert!(!svg.contains("unknown-look"), "{look}");
    }
}

#[test]
fn the_example_boards_show_every_look() {
    let mut shown = BTreeSet::new();
    for board in [boards::gallery(), boards::coast()] {
        shown.extend(board.hexes.iter().map(|h| h.terrain.clone()));
        shown.extend(board.sides.iter().map(|s| s.feature.clone()));
        shown.extend(board.lines.iter().map(|l| l.feature.clone()));
    }
    assert_eq!(shown, render::looks().map(String::from).collect());
}

#[test]
fn a_swatch_is_one_hex_on_a_transparent_ground() {
    for look in render::looks().chain(["no such look"]) {
        let picture = picture(look);
        assert_eq!((picture.width(), picture.height()), (120, 104), "{look}");
        for (x, y) in [(2, 2), (117, 2), (2, 101), (117, 101)] {
            assert_eq!(picture.pixel(x, y).map(PremultipliedColorU8::alpha), Some(0), "{look}");
        }
        let (middle, left, top) = (picture.pixel(60, 52), picture.pixel(4, 52), picture.pixel(60, 3));
        assert!([middle, left, top].into_iter().flatten().all(|p| p.alpha() == 255), "{look}");
    }
    assert!(render::swatch_svg("no such look").contains("unknown-look"));
}

#[test]
fn swatches_share_a_page_with_the_map() {
    let mut page: Vec<String> = render::looks().map(render::swatch_svg).collect();
    page.push(render::map_svg(&boards::coast()));
    let mut ids = BTreeSet::new();
    for svg in &page {
        let document = Document::parse(svg).expect("well-formed XML");
        for id in document.descendants().filter_map(|n| n.attribute("id")) {
            assert!(ids.insert(id.to_owned()), "{id} twice");
        }
    }
}
