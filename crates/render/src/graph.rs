//! A graph of a story: a band for each part of it, pages as boxes, arrows for what leads to what.

mod layout;

use engine::{ArrowKind, BoxKind, Graph, GraphArrow};

use crate::svg::{Svg, escape};
use layout::{LINE, Layout, Rectangle};

const INK: &str = "#2f2a20";
const PAPER: &str = "#fbf8ef";
const BANDS: [&str; 2] = ["#f1ead6", "#e8e4d3"];
const QUIET: &str = "#5a5140";
const TITLE: f64 = 15.0;
/// An arrow farther up or down than this is only written.
const FARTHEST: f64 = 420.0;

/// The graph as a drawing of its own.
pub fn graph_svg(graph: &Graph) -> String {
    let notes = Notes::of(graph);
    let layout = Layout::of(graph, &notes.counts());
    let mut svg = Svg::default();
    svg.open_drawing(layout.width, layout.height, &graph.title);
    heads(&mut svg);
    rectangle(&mut svg, &Rectangle { x: 0.0, y: 0.0, width: layout.width, height: layout.height }, PAPER, "none", 0.0);
    text(&mut svg, (16.0, 30.0), 20.0, INK, &graph.title);
    key(&mut svg);
    for (lane, band) in layout.bands.iter().enumerate() {
        rectangle(&mut svg, band, BANDS[lane % BANDS.len()], "none", 0.0);
    }
    svg.open("arrows", r#"fill="none""#);
    notes.near.iter().for_each(|drawn| arrow(&mut svg, &layout, drawn));
    svg.close();
    for (place, (at, drawn)) in layout.places.iter().zip(&graph.boxes).enumerate() {
        let (fill, edge) = inks(drawn.kind);
        rectangle(&mut svg, at, fill, edge, 5.0);
        let size = if drawn.kind == BoxKind::Lane { TITLE } else { 12.0 };
        text(&mut svg, (at.x + 7.0, at.y + 15.0), size, INK, &drawn.title);
        let own = layout::lines(drawn).into_iter().map(|line| (QUIET, line));
        let noted = notes.lines[place].iter().map(|(kind, line)| (colour(*kind), line.clone()));
        for (row, (colour, line)) in (1..).zip(own.chain(noted)) {
            text(&mut svg, (at.x + 7.0, at.y + 15.0 + LINE * f64::from(row)), 10.0, colour, &line);
        }
    }
    svg.close_drawing()
}

/// Arrows that would run across the whole picture are written into the boxes instead: nobody can follow a hundred of
/// them.
struct Notes {
    near: Vec<GraphArrow>,
    /// By box.
    lines: Vec<Vec<(ArrowKind, String)>>,
}

impl Notes {
    fn of(graph: &Graph) -> Notes {
        let first = Layout::of(graph, &vec![0; graph.boxes.len()]);
        let is_near = |arrow: &&GraphArrow| {
            let (from, to) = (&first.places[arrow.from], &first.places[arrow.to]);
            let same = graph.boxes[arrow.from].lane == graph.boxes[arrow.to].lane;
            arrow.kind == ArrowKind::Leads && same && (from.y - to.y).abs() <= FARTHEST && from.x < to.x
        };
        let near: Vec<GraphArrow> = graph.arrows.iter().filter(is_near).copied().collect();
        let mut lines = vec![Vec::new(); graph.boxes.len()];
        let words = [
            (ArrowKind::Leads, "to", "from"),
            (ArrowKind::Begins, "begins", "begun by"),
            (ArrowKind::Asks, "asked for in", "asks for what is in"),
        ];
        for (place, noted) in lines.iter_mut().enumerate() {
            let most = if graph.boxes[place].kind == BoxKind::Lane { layout::LETTERS.1 } else { layout::LETTERS.0 };
            for (kind, to, from) in words {
                let far = || graph.arrows.iter().filter(|arrow| arrow.kind == kind && !near.contains(arrow));
                let there: Vec<usize> = far().filter(|arrow| arrow.from == place).map(|arrow| arrow.to).collect();
                let here: Vec<usize> = far().filter(|arrow| arrow.to == place).map(|arrow| arrow.from).collect();
                for (word, others) in [(to, there), (from, here)] {
                    let names: Vec<&str> = others.into_iter().map(|other| name_of(graph, other)).collect();
                    let line = format!("{word} {}", names.join(", "));
                    let broken = layout::broken(&line, most).into_iter().filter(|_| !names.is_empty());
                    noted.extend(broken.map(|line| (kind, line)));
                }
            }
        }
        Notes { near, lines }
    }

    fn counts(&self) -> Vec<usize> {
        self.lines.iter().map(Vec::len).collect()
    }
}

/// What a box is called: the number of a page, a condition.
fn name_of(graph: &Graph, place: usize) -> &str {
    let drawn = &graph.boxes[place];
    match drawn.kind {
        BoxKind::Page => drawn.title.split(' ').next().unwrap_or_default(),
        BoxKind::Lane | BoxKind::Source | BoxKind::Effect | BoxKind::End => &drawn.title,
    }
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

fn colour(kind: ArrowKind) -> &'static str {
    match kind {
        ArrowKind::Leads => "#4a4335",
        ArrowKind::Begins => "#b03a2e",
        ArrowKind::Asks => "#a8650f",
    }
}

/// The head of arrows.
fn heads(svg: &mut Svg) {
    svg.write(format_args!(
        "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\" fill=\"{}\"/></marker></defs>\n",
        colour(ArrowKind::Leads)
    ));
}

fn arrow(svg: &mut Svg, layout: &Layout, drawn: &GraphArrow) {
    let (from, to) = (&layout.places[drawn.from], &layout.places[drawn.to]);
    let (a, b) = ((from.x + from.width, from.middle()), (to.x, to.middle()));
    let reach = ((b.0 - a.0) * 0.5).clamp(14.0, 160.0);
    svg.write(format_args!(
        "<path d=\"M{:.0} {:.0}C{:.0} {:.0} {:.0} {:.0} {:.0} {:.0}\" stroke=\"{}\" stroke-width=\"1.3\" \
         marker-end=\"url(#head)\"/>\n",
        a.0,
        a.1,
        a.0 + reach,
        a.1,
        b.0 - reach,
        b.1,
        b.0,
        b.1,
        colour(drawn.kind)
    ));
}

/// What the colours mean.
fn key(svg: &mut Svg) {
    let words = [
        (ArrowKind::Leads, "leads to (far ones are written into the box)"),
        (ArrowKind::Begins, "begins a condition"),
        (ArrowKind::Asks, "a sighting that is asked for"),
    ];
    let mut x = 16.0;
    for (kind, word) in words {
        text(svg, (x, 52.0), 11.0, colour(kind), word);
        x += 40.0 + 5.8 * word.len() as f64;
    }
}

fn rectangle(svg: &mut Svg, place: &Rectangle, fill: &str, edge: &str, corner: f64) {
    let Rectangle { x, y, width, height } = place;
    svg.write(format_args!(
        "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"{corner}\" fill=\"{fill}\" \
         stroke=\"{edge}\"/>\n"
    ));
}

fn text(svg: &mut Svg, (x, y): (f64, f64), size: f64, colour: &str, words: &str) {
    svg.write(format_args!(
        "<text x=\"{x:.0}\" y=\"{y:.0}\" font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"{size}\" \
         fill=\"{colour}\">{}</text>\n",
        escape(words)
    ));
}
