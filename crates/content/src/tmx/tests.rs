use hexmap::{Grid, Hex, LowColumns};
use proptest::{
    prelude::{Just, Strategy, any, prop, prop_assert_eq, prop_oneof, proptest},
    sample::Index,
};

use super::{Options, tileset, write};
use crate::{
    FeatureKind, Files, Map, MapPlace, MapSide, Palette, PaletteFeature, PaletteTerrain, Problems, Source, Track,
    marks::Marks, read_map,
};

const LEVELS: &str = include_str!("../../../../content/tiles/levels.tsx");
const TERRAIN: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="terrain" tilewidth="120" tileheight="104" tilecount="3" columns="3">
 <image source="terrain.png" width="360" height="104"/>
 <tile id="0" type="clear"/>
 <tile id="1" type="woods"/>
 <tile id="2" type="town"/>
</tileset>
"#;

/// 0301 is the top right hex; even columns are low and have two hexes.
const GOOD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="hexagonal" renderorder="right-down" width="3" height="3" tilewidth="120" tileheight="104" infinite="0" hexsidelength="60" staggeraxis="x" staggerindex="odd" nextlayerid="6" nextobjectid="6">
 <properties>
  <property name="blurb" value="Small &amp; quiet."/>
  <property name="title" value="Farm"/>
 </properties>
 <tileset firstgid="1" source="../tiles/terrain.tsx"/>
 <tileset firstgid="4" source="../../tiles/levels.tsx"/>
 <layer id="1" name="terrain" width="3" height="3">
  <data encoding="csv">
1,1,2,
1,2,2,
1,0,3
</data>
 </layer>
 <layer id="2" name="levels" width="3" height="3">
  <data encoding="csv">
4,4,5,
4,5,5,
4,0,5
</data>
 </layer>
 <objectgroup id="3" name="features">
  <object id="1" type="road" x="60" y="52">
   <polyline points="0,0 90,52 180,104 180,208"/>
  </object>
  <object id="2" type="river" x="33" y="100">
   <polyline points="0,0 60,0 90,52"/>
  </object>
 </objectgroup>
 <objectgroup id="4" name="labels">
  <object id="3" name="Hill 30" x="240" y="52">
   <point/>
  </object>
  <object id="4" x="210" y="250" width="60" height="20">
   <text>Town</text>
  </object>
 </objectgroup>
 <objectgroup id="5" name="places">
  <object id="5" name="A" type="entry" x="60" y="270">
   <point/>
  </object>
 </objectgroup>
</map>
"#;

fn palette() -> Palette {
    let feature = |id: &str, kind| PaletteFeature { id: id.to_owned(), look: id.to_owned(), kind };
    Palette {
        terrain: vec![
            PaletteTerrain::new("clear", "clear", true),
            PaletteTerrain::new("woods", "woods", true),
            PaletteTerrain::new("town", "town", true),
        ],
        features: vec![
            feature("road", FeatureKind::Way),
            feature("river", FeatureKind::Water),
            feature("stream", FeatureKind::Water),
            feature("bridge", FeatureKind::Bridge),
            feature("ridge", FeatureKind::Step),
            feature("path", FeatureKind::LooseWay),
        ],
    }
}

fn files() -> Files {
    let mut files = Files::default();
    files.insert("game/tiles/terrain.tsx", TERRAIN);
    files.insert("tiles/levels.tsx", LEVELS);
    files
}

fn read(text: &str) -> Result<Map, Vec<String>> {
    let read = read_map(&files(), "game/maps/farm.tmx", text, &palette());
    read.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn a_map_drawn_in_tiled_is_read() {
    let map = read(GOOD).unwrap();
    let label = |hex| map.grid.label(hex).to_string();
    assert_eq!((map.title.as_str(), map.blurb.as_str()), ("Farm", "Small & quiet."));
    assert_eq!((map.grid.len(), map.grid.short_low()), (8, true));
    let woods = map.grid.hexes().filter(|hex| map.terrain[hex.index()] == 1).map(label);
    assert_eq!(woods.collect::<Vec<_>>(), ["0202", "0301", "0302"]);
    let high = map.grid.hexes().filter(|hex| map.elevation[hex.index()] == 1).map(label);
    assert_eq!(high.collect::<Vec<_>>(), ["0202", "0301", "0302", "0303"]);
    let path: Vec<String> = map.tracks[0].path.iter().map(|&hex| label(hex)).collect();
    assert_eq!(path, ["0101", "0201", "0302", "0303"]);
    let sides: Vec<_> = map.sides.iter().map(|side| (side.feature, label(side.a), label(side.b))).collect();
    assert_eq!(sides, [(1, "0101".to_owned(), "0102".to_owned()), (1, "0102".to_owned(), "0201".to_owned())]);
    let labels: Vec<_> = map.labels.iter().map(|(hex, text)| (label(*hex), text.as_str())).collect();
    assert_eq!(labels, [("0301".to_owned(), "Hill 30"), ("0303".to_owned(), "Town")]);
    assert_eq!(
        (label(map.places[0].hex), map.places[0].kind.as_str(), map.places[0].name.as_str()),
        ("0103".to_owned(), "entry", "A")
    );
}

/// Reads without asking whether the map agrees with itself.
fn read_only(text: &str) -> (Option<Map>, Vec<String>) {
    let mut problems = Problems::default();
    let read = super::read(&files(), &Source::new("game/maps/farm.tmx", text), &palette(), &mut problems);
    (read.map(|(map, _)| map), problems.listed().iter().map(ToString::to_string).collect())
}

fn grid() -> impl Strategy<Value = Grid> {
    let low = prop_oneof![Just(LowColumns::Odd), Just(LowColumns::Even)];
    (2u8..12, 2u8..12, low, any::<bool>())
        .prop_map(|(columns, rows, low, short)| Grid::new(columns, rows, low, short).unwrap())
}

fn walk(grid: &Grid, start: Index, turns: &[Index]) -> Vec<Hex> {
    let mut path = vec![start.get(&grid.hexes().collect::<Vec<_>>()).to_owned()];
    for turn in turns {
        let around: Vec<Hex> = grid.neighbours(path[path.len() - 1]).map(|(_, hex)| hex).collect();
        path.push(*turn.get(&around));
    }
    path
}

/// Any map that can be written down, whether it makes sense or not.
fn map() -> impl Strategy<Value = Map> {
    let text = "[A-Za-zé☃&<>\"' \n\t]{0,8}[A-Za-z☃&<]";
    let track = (prop_oneof![Just(0usize), Just(5)], any::<Index>(), prop::collection::vec(any::<Index>(), 1..20));
    let side = (1usize..5, any::<Index>());
    let place = (any::<Index>(), text, text);
    let features = (prop::collection::vec(track, 0..5), prop::collection::vec(side, 0..60));
    let names = (prop::collection::vec((any::<Index>(), text), 0..5), prop::collection::vec(place, 0..5));
    (grid(), text, text, any::<u64>(), features, names).prop_map(|(grid, title, blurb, seed, features, names)| {
        let hex = |index: Index| Hex(index.index(grid.len()) as u16);
        let all: Vec<_> = grid.hexsides().map(|side| grid.hexside_hexes(side)).collect();
        let side = |(feature, index): (usize, Index)| {
            let &(a, b) = index.get(&all);
            MapSide { feature, a, b }
        };
        let mut sides: Vec<MapSide> = features.1.into_iter().map(side).collect();
        Marks { sides: sides.iter().map(|_| 0..0).collect(), ..Marks::default() }.tidy_sides(&mut sides);
        let track =
            |(feature, start, turns): (usize, Index, Vec<Index>)| Track { feature, path: walk(&grid, start, &turns) };
        let scatter = |hex: Hex, of: u64| (seed >> (hex.index() % 60)).wrapping_mul(hex.index() as u64 + 7) % of;
        Map {
            title,
            blurb,
            terrain: grid.hexes().map(|hex| scatter(hex, 3) as usize).collect(),
            elevation: grid.hexes().map(|hex| scatter(hex, 10) as u8).collect(),
            tracks: features.0.into_iter().map(track).collect(),
            sides,
            labels: names.0.into_iter().map(|(index, text)| (hex(index), text)).collect(),
            places: names.1.into_iter().map(|(index, kind, name)| MapPlace { hex: hex(index), kind, name }).collect(),
            grid: grid.clone(),
        }
    })
}

proptest! {
    #[test]
    fn a_written_map_is_read_as_it_was(map in map()) {
        let text = write(&map, &palette(), &Options::default());
        let (read, problems) = read_only(&text);
        prop_assert_eq!(problems, Vec::<String>::new(), "{}", text);
        prop_assert_eq!(read, Some(map), "{}", text);
    }

    /// Whatever is done to the text, it is read or refused, and every problem can be shown.
    #[test]
    fn a_changed_file_is_read_or_refused(
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), "[-.,0-9/<>\"= xyé]{0,3}"), 1..5),
    ) {
        let mut text: Vec<char> = GOOD.replace("Farm", "Höfe ☃").chars().collect();
        for (from, length, word) in edits {
            let from = from.index(text.len() + 1);
            let to = (from + length.index(8)).min(text.len());
            text.splice(from..to, word.chars());
        }
        let text: String = text.into_iter().collect();
        if let Err(problems) = read_map(&files(), "game/maps/farm.tmx", &text, &palette()) {
            assert!(!problems.is_empty());
            for problem in problems {
                assert!(!format!("{:?}", miette::Report::new(crate::Report::new(problem, &text))).is_empty());
            }
        }
    }
}

#[test]
fn object_ids_are_counted_up() {
    let map = read_only(GOOD).0.unwrap();
    let text = write(&map, &palette(), &Options::default());
    for id in 1..=5 {
        assert_eq!(text.matches(&format!("<object id=\"{id}\"")).count(), 1, "{text}");
    }
    assert!(text.contains("nextobjectid=\"6\"") && !text.contains("<object id=\"6\""), "{text}");
}

#[test]
fn the_levels_are_as_we_would_write_them() {
    let classes: Vec<String> = (0..10).map(|level| level.to_string()).collect();
    assert_eq!(tileset("levels", &classes.iter().map(String::as_str).collect::<Vec<_>>()), LEVELS);
}
