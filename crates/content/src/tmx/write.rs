use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use hexmap::{Corner, Direction, Grid, Hex, LowColumns, Point};

use super::{FEATURES, HEX_SIDE, LABELS, LEVELS, PLACES, TERRAIN, TILE_HEIGHT, TILE_WIDTH, VERSION, pixels::Pixels};
use crate::{Map, Palette};

/// The place where a written map finds its tilesets.
#[derive(Clone, Debug)]
pub struct Options {
    /// The terrain of the game, seen from the map.
    pub terrain: String,
    /// The levels.
    pub levels: String,
}

impl Default for Options {
    /// For a map in `content/GAME/maps/`.
    fn default() -> Options {
        Options { terrain: "../tiles/terrain.tsx".to_owned(), levels: "../../tiles/levels.tsx".to_owned() }
    }
}

/// The map as a `.tmx` file. Read again it is the same map.
pub fn write(map: &Map, palette: &Palette, options: &Options) -> String {
    let mut writer = Writer { text: String::new(), map, palette, pixels: Pixels::new(map.grid.low()), objects: 0 };
    let body = writer.body();
    let (columns, rows) = (map.grid.columns(), map.grid.rows());
    // Tiled counts columns from 0, we from 1.
    let stagger = if map.grid.low() == LowColumns::Even { "odd" } else { "even" };
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    text += &format!(
        "<map {VERSION} orientation=\"hexagonal\" renderorder=\"right-down\" width=\"{columns}\" height=\"{rows}\" \
         tilewidth=\"{TILE_WIDTH}\" tileheight=\"{TILE_HEIGHT}\" infinite=\"0\" hexsidelength=\"{HEX_SIDE}\" \
         staggeraxis=\"x\" staggerindex=\"{stagger}\" nextlayerid=\"6\" nextobjectid=\"{}\">\n",
        writer.objects + 1
    );
    let properties = [("blurb", &map.blurb), ("title", &map.title)].into_iter().filter(|(_, value)| !value.is_empty());
    let properties: String = properties
        .map(|(name, value)| format!("  <property name=\"{name}\" value=\"{}\"/>\n", escape(value)))
        .collect();
    if !properties.is_empty() {
        text += &format!(" <properties>\n{properties} </properties>\n");
    }
    let tilesets = [(1, &options.terrain), (writer.first_level(), &options.levels)];
    for (first, source) in tilesets {
        text += &format!(" <tileset firstgid=\"{first}\" source=\"{}\"/>\n", escape(source));
    }
    text + &body + "</map>\n"
}

struct Writer<'a> {
    text: String,
    map: &'a Map,
    palette: &'a Palette,
    pixels: Pixels,
    /// How many were written.
    objects: usize,
}

impl Writer<'_> {
    fn first_level(&self) -> usize {
        self.palette.terrain.len() + 1
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn body(&mut self) -> String {
        let (map, first) = (self.map, self.first_level());
        self.tiles(1, TERRAIN, |hex| map.terrain[hex.index()] + 1);
        self.tiles(2, LEVELS, |hex| usize::from(map.elevation[hex.index()]) + first);
        self.group(3, FEATURES, |writer| {
            for track in &map.tracks {
                writer.polyline(track.feature, &turns(&map.grid, &track.path));
            }
            for feature in 0..writer.palette.features.len() {
                for chain in chains(map, feature) {
                    writer.polyline(feature, &chain);
                }
            }
        });
        self.group(4, LABELS, |writer| {
            for (hex, text) in &map.labels {
                writer.point(*hex, text, "");
            }
        });
        self.group(5, PLACES, |writer| {
            for place in &map.places {
                writer.point(place.hex, &place.name, &place.kind);
            }
        });
        std::mem::take(&mut self.text)
    }

    fn tiles(&mut self, id: u8, name: &str, tile: impl Fn(Hex) -> usize) {
        let grid = &self.map.grid;
        let (columns, rows) = (grid.columns(), grid.rows());
        let row = |row| {
            let cell = |column| grid.hex(column, row).map_or(0, &tile).to_string();
            (1..=columns).map(cell).collect::<Vec<_>>().join(",")
        };
        let data: Vec<String> = (1..=rows).map(row).collect();
        self.line(format_args!(" <layer id=\"{id}\" name=\"{name}\" width=\"{columns}\" height=\"{rows}\">"));
        self.line(format_args!("  <data encoding=\"csv\">\n{}\n</data>\n </layer>", data.join(",\n")));
    }

    fn group(&mut self, id: u8, name: &str, objects: impl FnOnce(&mut Self)) {
        self.line(format_args!(" <objectgroup id=\"{id}\" name=\"{name}\">"));
        objects(self);
        self.line(format_args!(" </objectgroup>"));
    }

    /// Opens an object at a point.
    fn object(&mut self, name: &str, class: &str, at: Point) {
        self.objects += 1;
        let (id, (x, y)) = (self.objects, self.pixels.of(at));
        let attribute = |key: &str, value: &str| match value {
            "" => String::new(),
            value => format!(" {key}=\"{}\"", escape(value)),
        };
        let (name, class) = (attribute("name", name), attribute("type", class));
        self.line(format_args!("  <object id=\"{id}\"{name}{class} x=\"{x}\" y=\"{y}\">"));
    }

    fn point(&mut self, hex: Hex, name: &str, class: &str) {
        self.object(name, class, self.map.grid.axial(hex).centre());
        self.line(format_args!("   <point/>\n  </object>"));
    }

    /// A line through centres or corners, its points relative to the first.
    fn polyline(&mut self, feature: usize, points: &[Point]) {
        let Some(&first) = points.first() else { return };
        self.object("", &self.palette.features[feature].id, first);
        let (from, pixels) = (self.pixels.of(first), self.pixels);
        let point = |&point: &Point| {
            let (x, y) = pixels.of(point);
            format!("{},{}", x - from.0, y - from.1)
        };
        let points: Vec<String> = points.iter().map(point).collect();
        self.line(format_args!("   <polyline points=\"{}\"/>\n  </object>", points.join(" ")));
    }
}

/// The centres where a track begins, turns and ends.
fn turns(grid: &Grid, path: &[Hex]) -> Vec<Point> {
    let centres: Vec<Point> = path.iter().map(|&hex| grid.axial(hex).centre()).collect();
    let straight = |at: usize| {
        let (Some(before), Some(after)) = (at.checked_sub(1).and_then(|at| centres.get(at)), centres.get(at + 1))
        else {
            return false;
        };
        centres[at] - *before == *after - centres[at]
    };
    centres.iter().enumerate().filter(|&(at, _)| !straight(at)).map(|(_, &centre)| centre).collect()
}

/// The hexsides of a feature, joined to lines from corner to corner that are as long as a simple walk makes them.
fn chains(map: &Map, feature: usize) -> Vec<Vec<Point>> {
    let mut open: BTreeMap<Point, BTreeSet<Point>> = BTreeMap::new();
    for side in map.sides.iter().filter(|side| side.feature == feature) {
        let Some(direction) = map.grid.direction(side.a, side.b) else { continue };
        let [a, b] = ends(map.grid.axial(side.a).centre(), direction);
        open.entry(a).or_default().insert(b);
        open.entry(b).or_default().insert(a);
    }
    let mut chains = Vec::new();
    loop {
        // From a loose end or a fork if there is one; after those, only rings are left.
        let odd = open.iter().find(|(_, next)| next.len() % 2 == 1);
        let Some(start) = odd.or_else(|| open.iter().find(|(_, next)| !next.is_empty())).map(|(&start, _)| start)
        else {
            return chains;
        };
        let mut chain = vec![start];
        let mut at = start;
        while let Some(next) = open.get_mut(&at).and_then(BTreeSet::pop_first) {
            open.entry(next).or_default().remove(&at);
            chain.push(next);
            at = next;
        }
        chains.push(chain);
    }
}

/// The two corners of a hex's side.
fn ends(centre: Point, side: Direction) -> [Point; 2] {
    let right = Corner::ALL[side.index()];
    [centre + right.turned(-1).offset(), centre + right.offset()]
}

/// The text of an attribute; characters that XML cannot hold are left out.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped += &format!("&#{};", letter as u32),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}
