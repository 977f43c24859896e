use crate::{FeatureKind, Files, Map, Palette, PaletteFeature, PaletteTerrain, read_map};

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
