//! A graph of a story: a band for each part of it, pages as boxes, arrows for what leads to what.

mod layout;

use engine::{ArrowKind, BoxKind, Graph, GraphArrow};

use crate::svg::{Svg, escape};
use layout::{LINE, Layout, Place};

const INK: &str = "#2f2a20";
const PAPER: &str = "#fbf8ef";
const BANDS: [&str; 2] = ["#f1ead6", "#e8e4d3"];
const TITLE: f64 = 15.0;

/// The graph as a drawing of its own.
pub fn graph_svg(graph: &Graph) -> String {
    let layout = Layout::of(graph);
    let mut svg = Svg::default();
    svg.open_drawing(layout.width, layout.height, &graph.title);
    heads(&mut svg);
    rectangle(&mut svg, &Place { x: 0.0, y: 0.0, width: layout.width, height: layout.height }, PAPER, "none", 0.0);
    text(&mut svg, (16.0, 30.0), 20.0, INK, &graph.title);
    key(&mut svg, layout.width);
    for (lane, band) in layout.bands.iter().enumerate() {
        rectangle(&mut svg, band, BANDS[lane % BANDS.len()], "none", 0.0);
    }
    svg.open("arrows", r#"fill="none""#);
    let order = [ArrowKind::Asks, ArrowKind::Begins, ArrowKind::Leads];
    for kind in order {
        graph.arrows.iter().filter(|arrow| arrow.kind == kind).for_each(|drawn| arrow(&mut svg, graph, &layout, drawn));
    }
    svg.close();
    for (place, drawn) in layout.places.iter().zip(&graph.boxes) {
        let (fill, edge) = inks(drawn.kind);
        rectangle(&mut svg, place, fill, edge, 5.0);
        let size = if drawn.kind == BoxKind::Lane { TITLE } else { 12.0 };
        text(&mut svg, (place.x + 7.0, place.y + 15.0), size, INK, &drawn.title);
        for (row, line) in (1..).zip(layout::lines(drawn)) {
            text(&mut svg, (place.x + 7.0, place.y + 15.0 + LINE * f64::from(row)), 10.0, "#5a5140", &line);
        }
    }
    svg.close_drawing()
}

fn inks(kind: BoxKind) -> (&'static str, &'static str) {
    match kind {
        BoxKind::Lane => ("#d9c79a", "#7a6334"),
        BoxKind::Source => ("#dfe8ee", "#5d7f95"),
        BoxKind::Page => ("#ffffff", "#5a5140"),
        BoxKind::Effect => ("#e3ecd6", "#6d8450"),
        BoxKind::End => ("#eccfc6", "#9b4a35"),
    }
}

/// The colour of an arrow, its width, its dashes and how faint it is.
fn stroke(kind: ArrowKind) -> (&'static str, &'static str, f64) {
    match kind {
        ArrowKind::Leads => ("#4a4335", "", 0.9),
        ArrowKind::Begins => ("#b03a2e", "", 0.55),
        ArrowKind::Asks => ("#c07a1d", "5 4", 0.5),
    }
}

/// Heads for arrows of each colour.
fn heads(svg: &mut Svg) {
    svg.raw("<defs>\n");
    for kind in [ArrowKind::Leads, ArrowKind::Begins, ArrowKind::Asks] {
        let colour = stroke(kind).0;
        svg.write(format_args!(
            "<marker id=\"head-{}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
             <path d=\"M0 0L8 4L0 8z\" fill=\"{colour}\"/></marker>\n",
            name(kind)
        ));
    }
    svg.raw("</defs>\n");
}

fn name(kind: ArrowKind) -> &'static str {
    match kind {
        ArrowKind::Leads => "leads",
        ArrowKind::Begins => "begins",
        ArrowKind::Asks => "asks",
    }
}

fn arrow(svg: &mut Svg, graph: &Graph, layout: &Layout, drawn: &GraphArrow) {
    let (from, to) = (&layout.places[drawn.from], &layout.places[drawn.to]);
    let (a, b) = ((from.x + from.width, from.middle()), (to.x, to.middle()));
    let head = graph.boxes[drawn.to].kind == BoxKind::Lane;
    let (b, bend) = if head { ((to.x + to.width, to.middle()), -1.0) } else { (b, 1.0) };
    // To the left, or to the head of a lane, an arrow leaves by the lower edge, so that it does not run through its own box.
    let back = head || b.0 < a.0 + 10.0;
    let a = if back { (from.x + from.width * 0.5, from.y + from.height) } else { a };
    let reach = ((b.0 - a.0).abs() * 0.5).clamp(24.0, 160.0);
    let first = if back { (a.0, a.1 + 26.0) } else { (a.0 + reach, a.1) };
    let second = (b.0 - bend * reach, b.1);
    let (colour, dashes, opacity) = stroke(drawn.kind);
    let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    svg.write(format_args!(
        "<path d=\"M{:.0} {:.0}C{:.0} {:.0} {:.0} {:.0} {:.0} {:.0}\" stroke=\"{colour}\" stroke-width=\"1.3\" \
         opacity=\"{opacity}\"{dashes} marker-end=\"url(#head-{})\"/>\n",
        a.0,
        a.1,
        first.0,
        first.1,
        second.0,
        second.1,
        b.0,
        b.1,
        name(drawn.kind)
    ));
}

/// What the arrows mean.
fn key(svg: &mut Svg, width: f64) {
    let words = [
        (ArrowKind::Leads, "leads to"),
        (ArrowKind::Begins, "begins a condition"),
        (ArrowKind::Asks, "a sighting that is asked for"),
    ];
    let mut x = (width - 470.0).max(260.0);
    for (kind, word) in words {
        let (colour, dashes, _) = stroke(kind);
        svg.write(format_args!(
            "<path d=\"M{x:.0} 25H{:.0}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{}\" marker-end=\"url(#head-{})\"/>\n",
            x + 30.0,
            if dashes.is_empty() { "none" } else { dashes },
            name(kind)
        ));
        text(svg, (x + 38.0, 29.0), 11.0, INK, word);
        x += 60.0 + 6.2 * word.len() as f64;
    }
}

fn rectangle(svg: &mut Svg, place: &Place, fill: &str, edge: &str, corner: f64) {
    let Place { x, y, width, height } = place;
    svg.write(format_args!(
        "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"{corner}\" fill=\"{fill}\" stroke=\"{edge}\"/>\n"
    ));
}

fn text(svg: &mut Svg, (x, y): (f64, f64), size: f64, colour: &str, words: &str) {
    svg.write(format_args!(
        "<text x=\"{x:.0}\" y=\"{y:.0}\" font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"{size}\" fill=\"{colour}\">{}</text>\n",
        escape(words)
    ));
}
