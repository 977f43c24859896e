//! The symbol sheet.

use resvg::usvg::roxmltree::{Document, Node};

const EXPECTED: &str = "armour heavy-armour tank-destroyer assault-gun anti-tank infantry motorised mechanised engineer \
     reconnaissance machine-gun mortar artillery headquarters anti-air cavalry paratroop tiger panther panzer-iv stug \
     marder t-34 kv-2 kv-1 su-122 su-85 sherman churchill cromwell firefly stuart pak-gun flak-88 truck half-track \
     objective entry exit smoke minefield improved-position bunker note";

#[test]
fn every_symbol_is_there_once() {
    let mut expected: Vec<&str> = EXPECTED.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(render::symbols().collect::<Vec<_>>(), expected);
    assert_eq!(render::SYMBOLS.matches("<symbol ").count(), expected.len());
}

#[test]
fn symbols_are_drawn_in_the_ink_of_the_counter() {
    let document = Document::parse(render::SYMBOLS).unwrap();
    for symbol in document.root_element().children().filter(Node::is_element) {
        assert!(symbol.has_tag_name("symbol"));
        assert_eq!(symbol.attribute("viewBox"), Some("0 0 100 60"));
        for node in symbol.descendants() {
            for paint in ["fill", "stroke"].iter().filter_map(|a| node.attribute(*a)) {
                assert!(["none", "currentColor"].contains(&paint), "{paint}");
            }
        }
    }
}

/// The dark pixels of a symbol drawn black on white.
fn dark(id: &str) -> usize {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 60\"><rect width=\"100\" height=\"60\" fill=\"#fff\"/><defs>{}</defs><use href=\"#{id}\" width=\"100\" height=\"60\"/></svg>",
        render::SYMBOLS
    );
    let picture = render::png(&svg, 1.0).expect("a picture");
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&picture).expect("a PNG");
    pixels.pixels().iter().filter(|p| p.red() < 128).count()
}

#[test]
fn every_symbol_draws_something() {
    for id in render::symbols() {
        let share = dark(id) as f64 / 6000.0;
        assert!((0.05..0.75).contains(&share), "{id}: {share}");
    }
}
