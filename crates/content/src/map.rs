use std::{collections::BTreeMap, ops::Range};

use hexmap::{Grid, Hex, LowColumns};
use serde::Deserialize;
use serde_spanned::Spanned;

use crate::{Problems, Source, marks::Marks};

/// A map as a file writes it: rows of letters, heights, and features written as hex numbers.
///
/// ```toml
/// title = "Farm"
/// low = "even"                 # which columns sit half a hex lower
/// legend = { "." = "clear", "w" = "woods" }
/// rows = """
/// . . w
/// . w w
/// """
/// heights = """
/// 0 0 1
/// 0 1 1
/// """
/// lines = [{ feature = "road", path = "0101 0201 0301" }]
/// sides = [{ feature = "river", between = "0101/0102 0201/0202" }]
/// labels = [{ hex = "0301", text = "Hill 30" }]
/// places = [{ hex = "0101", kind = "entry", name = "A" }]
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapSpec {
    /// What the map is called.
    #[serde(default)]
    pub title: String,
    /// One or two sentences on it.
    #[serde(default)]
    pub blurb: String,
    /// Which columns sit half a hex lower: `odd` or `even`.
    #[serde(default)]
    low: Option<Spanned<String>>,
    legend: BTreeMap<String, Spanned<String>>,
    rows: Spanned<String>,
    #[serde(default)]
    heights: Option<Spanned<String>>,
    #[serde(default)]
    lines: Vec<LineSpec>,
    #[serde(default)]
    sides: Vec<SideSpec>,
    #[serde(default)]
    labels: Vec<LabelSpec>,
    #[serde(default)]
    places: Vec<PlaceSpec>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineSpec {
    feature: Spanned<String>,
    path: Spanned<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideSpec {
    feature: Spanned<String>,
    between: Spanned<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelSpec {
    hex: Spanned<String>,
    text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceSpec {
    hex: Spanned<String>,
    kind: String,
    #[serde(default)]
    name: String,
}

/// A map that has been checked. Terrain and features are indices into the lists of names the reader was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// What the map is called.
    pub title: String,
    /// One or two sentences on it.
    pub blurb: String,
    /// Its shape.
    pub grid: Grid,
    /// Terrain of each hex.
    pub terrain: Vec<usize>,
    /// Elevation of each hex.
    pub elevation: Vec<u8>,
    /// Roads and the like.
    pub tracks: Vec<Track>,
    /// Rivers and the like, each hexside once for each of its features, in order.
    pub sides: Vec<MapSide>,
    /// Names on the map.
    pub labels: Vec<(Hex, String)>,
    /// Hexes with a part to play: entries and anything else a designer marked.
    pub places: Vec<MapPlace>,
}

/// A marked hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapPlace {
    /// The number of its hex.
    pub hex: Hex,
    /// `entry` for a hex by which units come and go.
    pub kind: String,
    /// What it is called; may be empty.
    pub name: String,
}

/// A feature that runs from hex to hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Index of the feature.
    pub feature: usize,
    /// The hexes in order.
    pub path: Vec<Hex>,
}

/// A feature on the side between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapSide {
    /// Index of the feature.
    pub feature: usize,
    /// One hex.
    pub a: Hex,
    /// The other.
    pub b: Hex,
}

impl MapSpec {
    /// Checks the map against the names a ruleset knows. All problems go to `problems`.
    pub fn check(
        &self,
        source: &Source<'_>,
        problems: &mut Problems,
        terrain: &[&str],
        features: &[&str],
    ) -> Option<Map> {
        self.check_marked(source, problems, terrain, features).map(|(map, _)| map)
    }

    /// As [`MapSpec::check`], with the places of the parts of the map in the file.
    pub(crate) fn check_marked(
        &self,
        source: &Source<'_>,
        problems: &mut Problems,
        terrain: &[&str],
        features: &[&str],
    ) -> Option<(Map, Marks)> {
        let grid = self.grid(source, problems)?;
        let mut marks = Marks::default();
        let mut reader = MapReader { source, problems, grid: &grid };
        let before = reader.problems.count();
        let ground = reader.terrain(self, terrain);
        marks.terrain_read = reader.problems.count() == before;
        let before = reader.problems.count();
        let elevation = reader.heights(self.heights.as_ref());
        marks.levels_read = reader.problems.count() == before;
        let before = reader.problems.count();
        let mut tracks = Vec::new();
        for line in &self.lines {
            let feature = reader.problems.lookup(source, "feature", &line.feature, features.iter().copied());
            let path = reader.path(&line.path);
            marks.tracks.extend(feature.map(|_| line.path.span()));
            tracks.extend(feature.map(|feature| Track { feature, path }));
        }
        let mut sides = Vec::new();
        for side in &self.sides {
            let feature = reader.problems.lookup(source, "feature", &side.feature, features.iter().copied());
            let pairs = reader.hexsides(&side.between);
            for (feature, (a, b)) in feature.into_iter().flat_map(|f| pairs.iter().map(move |&pair| (f, pair))) {
                sides.push(MapSide { feature, a, b });
                marks.sides.push(side.between.span());
            }
        }
        marks.tidy_sides(&mut sides);
        marks.features_read = reader.problems.count() == before;
        let label = |label: &LabelSpec| Some((reader.hex(label.hex.get_ref(), label.hex.span())?, label.text.clone()));
        let labels = self.labels.iter().filter_map(label).collect();
        let mut places = Vec::new();
        for place in &self.places {
            if let Some(hex) = reader.hex(place.hex.get_ref(), place.hex.span()) {
                places.push(MapPlace { hex, kind: place.kind.clone(), name: place.name.clone() });
                marks.places.push(place.hex.span());
            }
        }
        let (title, blurb) = (self.title.clone(), self.blurb.clone());
        Some((Map { title, blurb, grid, terrain: ground, elevation, tracks, sides, labels, places }, marks))
    }

    fn grid(&self, source: &Source<'_>, problems: &mut Problems) -> Option<Grid> {
        let low = match self.low.as_ref().map(|low| low.get_ref().as_str()) {
            None | Some("even") => LowColumns::Even,
            Some("odd") => LowColumns::Odd,
            Some(other) => {
                let span = self.low.as_ref().map_or(0..0, Spanned::span);
                problems.add(source.problem(span, format!("low = \"{other}\""), "use \"even\" or \"odd\""));
                return None;
            }
        };
        let rows = cells(self.rows.get_ref());
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let (Ok(columns), Ok(height)) = (u8::try_from(columns), u8::try_from(rows.len())) else {
            problems.add(source.problem(self.rows.span(), "the map is larger than 99 by 99", "split it"));
            return None;
        };
        // A last row with holes in the low columns is how a map with short low columns is drawn.
        let last = rows.last().cloned().unwrap_or_default();
        let short = last.iter().any(|cell| cell == "-");
        match Grid::new(columns, height, low, short) {
            Ok(grid) => Some(grid),
            Err(error) => {
                problems.add(source.problem(self.rows.span(), error, "a map has 1 to 99 columns and rows"));
                None
            }
        }
    }
}

fn cells(rows: &str) -> Vec<Vec<String>> {
    rows.lines()
        .map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect()
}

struct MapReader<'a> {
    source: &'a Source<'a>,
    problems: &'a mut Problems,
    grid: &'a Grid,
}

impl MapReader<'_> {
    fn terrain(&mut self, spec: &MapSpec, known: &[&str]) -> Vec<usize> {
        let mut legend = BTreeMap::new();
        for (letter, name) in &spec.legend {
            let terrain = self.problems.lookup(self.source, "terrain", name, known.iter().copied());
            legend.insert(letter.as_str(), terrain.unwrap_or(0));
        }
        self.layer(&spec.rows, "rows", |letter| {
            legend.get(letter).copied().ok_or_else(|| {
                let letters: Vec<&str> = legend.keys().copied().collect();
                format!("the legend has no \"{letter}\"; it has {}", letters.join(" "))
            })
        })
    }

    fn heights(&mut self, heights: Option<&Spanned<String>>) -> Vec<u8> {
        match heights {
            None => vec![0; self.grid.len()],
            Some(layer) => self.layer(layer, "heights", |cell| match cell.parse::<u8>() {
                Ok(height) if height <= 9 => Ok(height),
                _ => Err(format!("\"{cell}\" is not a height from 0 to 9")),
            }),
        }
    }

    /// Reads a grid of cells into one value per hex.
    fn layer<T: Copy + Default>(
        &mut self,
        layer: &Spanned<String>,
        name: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Vec<T> {
        let mut values = vec![T::default(); self.grid.len()];
        let rows = cells(layer.get_ref());
        if rows.len() != usize::from(self.grid.rows()) {
            let what = format!("{name} has {} rows, the map has {}", rows.len(), self.grid.rows());
            self.problems.add(self.source.problem(layer.span(), what, "give every hex of the map a value"));
            return values;
        }
        for (row, cells) in (1u8..).zip(&rows) {
            if cells.len() != usize::from(self.grid.columns()) {
                let what = format!(
                    "row {row} of {name} has {} cells, the map has {} columns",
                    cells.len(),
                    self.grid.columns()
                );
                self.problems.add(self.source.problem(
                    layer.span(),
                    what,
                    "one cell a column, separated by blanks; - for a hole in the last row",
                ));
                continue;
            }
            for (column, cell) in (1u8..).zip(cells) {
                let Some(hex) = self.grid.hex(column, row) else { continue };
                match read(cell) {
                    Ok(value) => values[hex.index()] = value,
                    Err(what) => self.problems.add(self.source.problem(
                        layer.span(),
                        format!("hex {column:02}{row:02}: {what}"),
                        "correct the cell or the legend",
                    )),
                }
            }
        }
        values
    }

    fn hex(&mut self, label: &str, span: Range<usize>) -> Option<Hex> {
        let parsed = self.grid.parse(label);
        self.problems.keep(
            parsed.map_err(|error| self.source.problem(span, error, "use the number printed in the hex, as in 0304")),
        )
    }

    fn path(&mut self, path: &Spanned<String>) -> Vec<Hex> {
        let hexes: Vec<Hex> =
            path.get_ref().split_whitespace().filter_map(|label| self.hex(label, path.span())).collect();
        for pair in hexes.windows(2) {
            if self.grid.distance(pair[0], pair[1]) != 1 {
                let what = format!("{} and {} are not adjacent", self.grid.label(pair[0]), self.grid.label(pair[1]));
                self.problems.add(self.source.problem(path.span(), what, "name every hex the feature runs through"));
            }
        }
        hexes
    }

    fn hexsides(&mut self, between: &Spanned<String>) -> Vec<(Hex, Hex)> {
        let mut pairs = Vec::new();
        for pair in between.get_ref().split_whitespace() {
            let Some((a, b)) = pair.split_once('/') else {
                let what = format!("\"{pair}\" is not a hexside");
                self.problems.add(self.source.problem(between.span(), what, "write the two hexes as 0304/0305"));
                continue;
            };
            let (Some(a), Some(b)) = (self.hex(a, between.span()), self.hex(b, between.span())) else { continue };
            if self.grid.distance(a, b) == 1 {
                pairs.push((a, b));
            } else {
                let what = format!("{} and {} share no side", self.grid.label(a), self.grid.label(b));
                self.problems.add(self.source.problem(
                    between.span(),
                    what,
                    "a hexside lies between two adjacent hexes",
                ));
            }
        }
        pairs
    }
}
