//! Where the boxes of a graph lie. Within a band they form trees that grow to the right: what a page leads to stands
//! beside it, its first successor in the same row, the others below. Rows are as high as what stands in them.

use engine::{ArrowKind, BoxKind, Graph, GraphBox};

/// The distance between two lines of text.
pub(super) const LINE: f64 = 12.5;
const HEAD: (f64, f64) = (14.0, 132.0);
const SOURCE: (f64, f64) = (166.0, 150.0);
const PAGES: f64 = 350.0;
const PAGE_WIDTH: f64 = 220.0;
const COLUMN: f64 = 270.0;
const GAP: f64 = 9.0;
const TOP: f64 = 68.0;
/// Letters on a line of a page, and of a source.
pub(super) const LETTERS: (usize, usize) = (36, 24);

/// Where a box lies, and how large it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Rectangle {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rectangle {
    pub(super) fn middle(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

/// A graph laid out.
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// By lane.
    pub(super) bands: Vec<Rectangle>,
    /// By box.
    pub(super) places: Vec<Rectangle>,
}

impl Layout {
    /// `notes` is the number of lines that each box has besides its own.
    pub(super) fn of(graph: &Graph, notes: &[usize]) -> Layout {
        let height = |place: usize| 22.0 + LINE * (lines(&graph.boxes[place]).len() + notes[place]) as f64;
        let trees = Trees::of(graph);
        let mut places = vec![Rectangle::default(); graph.boxes.len()];
        let (mut y, mut right) = (TOP, PAGES + COLUMN);
        let mut bands = Vec::new();
        for lane in 0..graph.lanes.len() {
            let top = y;
            y += GAP;
            let rows = trees.rows(graph, lane);
            for row in &rows {
                let mut bottom = y;
                for &(page, column) in row {
                    let x = PAGES + COLUMN * column as f64;
                    places[page] = Rectangle { x, y, width: PAGE_WIDTH, height: height(page) };
                    right = right.max(x + COLUMN);
                    let mut at = y;
                    for &source in &trees.sources[page] {
                        places[source] = Rectangle { x: SOURCE.0, y: at, width: SOURCE.1, height: height(source) };
                        at += height(source) + 4.0;
                    }
                    bottom = bottom.max(y + height(page)).max(at - 4.0);
                }
                y = bottom + GAP;
            }
            let heads = graph.boxes.iter().enumerate().filter(|(_, it)| it.lane == lane && it.kind == BoxKind::Lane);
            for (head, _) in heads {
                places[head] = Rectangle { x: HEAD.0, y: top + GAP, width: HEAD.1, height: height(head) };
                y = y.max(top + height(head) + 2.0 * GAP);
            }
            bands.push(Rectangle { x: 0.0, y: top, width: 0.0, height: y - top });
        }
        bands.iter_mut().for_each(|band| band.width = right);
        Layout { width: right, height: y + GAP, bands, places }
    }
}

/// The lines of a box below its title, broken where they are too long.
pub(super) fn lines(drawn: &GraphBox) -> Vec<String> {
    let most = if matches!(drawn.kind, BoxKind::Source | BoxKind::Lane) { LETTERS.1 } else { LETTERS.0 };
    drawn.lines.iter().flat_map(|text| broken(text, most)).collect()
}

/// A line broken where it is too long.
pub(super) fn broken(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > most {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            let space = if line.is_empty() { "" } else { " " };
            *line = format!("{line}{space}{word}");
        }
    }
    lines
}

/// What stands beside what.
struct Trees {
    /// By box: what stands to the right of it.
    children: Vec<Vec<usize>>,
    /// By box: whether something stands to the left of it.
    held: Vec<bool>,
    /// By page: the sources before it.
    sources: Vec<Vec<usize>>,
}

impl Trees {
    fn of(graph: &Graph) -> Trees {
        let count = graph.boxes.len();
        let mut trees =
            Trees { children: vec![Vec::new(); count], held: vec![false; count], sources: vec![Vec::new(); count] };
        let leads = || graph.arrows.iter().filter(|arrow| arrow.kind == ArrowKind::Leads);
        for arrow in leads().filter(|arrow| graph.boxes[arrow.from].kind == BoxKind::Source) {
            trees.sources[arrow.to].push(arrow.from);
        }
        let is_root = |place: usize| {
            let its = |arrow: &&engine::GraphArrow| {
                arrow.to == place && graph.boxes[arrow.from].lane == graph.boxes[place].lane
            };
            !trees.sources[place].is_empty() || leads().filter(its).all(|arrow| arrow.from == place)
        };
        let mut seen: Vec<bool> = (0..count).map(is_root).collect();
        // From all roots at once, so that each page stands as far to the left as it can; a circle is entered somewhere.
        let mut next: Vec<usize> = (0..count).filter(|&place| seen[place]).collect();
        loop {
            let mut further = Vec::new();
            for from in next {
                let same = |arrow: &&engine::GraphArrow| {
                    arrow.from == from && graph.boxes[arrow.to].lane == graph.boxes[from].lane
                };
                for to in leads().filter(same).map(|arrow| arrow.to).filter(|_| graph.boxes[from].kind == BoxKind::Page)
                {
                    if !std::mem::replace(&mut seen[to], true) {
                        trees.children[from].push(to);
                        trees.held[to] = true;
                        further.push(to);
                    }
                }
            }
            if further.is_empty() {
                let Some(left) = seen.iter().position(|seen| !seen) else { return trees };
                seen[left] = true;
                further.push(left);
            }
            next = further;
        }
    }

    /// The rows of a lane, each with its boxes and their columns.
    fn rows(&self, graph: &Graph, lane: usize) -> Vec<Vec<(usize, usize)>> {
        let mut rows = Vec::new();
        for (place, drawn) in graph.boxes.iter().enumerate() {
            let beside = matches!(drawn.kind, BoxKind::Lane | BoxKind::Source);
            if drawn.lane == lane && !beside && !self.held[place] {
                rows.push(Vec::new());
                self.grow(place, 0, &mut rows);
            }
        }
        rows
    }

    fn grow(&self, place: usize, column: usize, rows: &mut Vec<Vec<(usize, usize)>>) {
        if let Some(row) = rows.last_mut() {
            row.push((place, column));
        }
        for (nth, child) in self.children[place].iter().enumerate() {
            if nth > 0 {
                rows.push(Vec::new());
            }
            self.grow(*child, column + 1, rows);
        }
    }
}
