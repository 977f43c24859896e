//! Maps from the Tiled editor, good and bad, as a designer checks them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// Five columns of four hexes, even ones low; a stream runs down from the top between columns 02 and 03, bridged for
/// the road in row 3.
const MAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" renderorder="right-down" width="5" height="4" tilewidth="120" tileheight="104" infinite="0" hexsidelength="60" staggeraxis="x" staggerindex="odd" nextlayerid="6" nextobjectid="8">
 <properties>
  <property name="title" value="Ford"/>
 </properties>
 <tileset firstgid="1" source="../tiles/terrain.tsx"/>
 <tileset firstgid="6" source="../../tiles/levels.tsx"/>
 <layer id="1" name="terrain" width="5" height="4">
  <data encoding="csv">
1,1,1,1,1,
1,2,1,3,1,
1,1,1,1,1,
1,1,1,1,2
</data>
 </layer>
 <layer id="2" name="levels" width="5" height="4">
  <data encoding="csv">
6,6,6,6,7,
6,6,6,6,7,
6,6,6,6,6,
6,6,6,6,6
</data>
 </layer>
 <objectgroup id="3" name="features">
  <object id="1" type="dirt-road" x="60" y="260">
   <polyline points="0,0 90,52 180,0 270,-52"/>
  </object>
  <object id="2" name="brook" type="stream" x="180" y="52">
   <polyline points="0,0 30,52 0,104 30,156 0,208 30,260"/>
  </object>
  <object id="3" type="bridge" x="180" y="260">
   <polyline points="0,0 30,52"/>
  </object>
  <object id="4" type="ridge" x="390" y="104">
   <polyline points="0,0 -30,-52"/>
  </object>
 </objectgroup>
 <objectgroup id="4" name="labels">
  <object id="5" name="Mill" x="330" y="208">
   <point/>
  </object>
 </objectgroup>
 <objectgroup id="5" name="places">
  <object id="6" name="west" type="entry" x="60" y="260">
   <point/>
  </object>
  <object id="7" name="east" type="entry" x="420" y="156">
   <point/>
  </object>
 </objectgroup>
</map>
"#;

fn opfire(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_opfire")).args(args).env_remove("OPFIRE_CONTENT").output().unwrap()
}

/// Writes a map where a map of Open Fire belongs.
fn map_file(folder: &TempDir, text: &str) -> PathBuf {
    let maps = folder.path().join("open-fire/maps");
    fs::create_dir_all(&maps).unwrap();
    let path = maps.join("ford.tmx");
    fs::write(&path, text).unwrap();
    path
}

fn check(text: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = opfire(&["check", map_file(&folder, text).to_str().unwrap()]);
    // The report breaks its lines where the terminal ends.
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code().unwrap(), said.replace("│", " ").split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The map with one thing changed is refused, with these words, pointing at the line that holds `at`.
fn refused(from: &str, to: &str, at: &str, parts: &[&str]) {
    assert!(MAP.contains(from), "{from}");
    let changed = MAP.replace(from, to);
    let line = changed.lines().position(|line| line.contains(at)).unwrap() + 1;
    let (code, said) = check(&changed);
    assert_eq!(code, 1, "{said}");
    for part in parts.iter().copied().chain([format!("ford.tmx:{line}:").as_str()]) {
        assert!(said.contains(part), "\"{part}\" is missing in {said}");
    }
}

#[test]
fn a_good_map_has_no_problems() {
    let (code, said) = check(MAP);
    assert!(code == 0 && said.contains("20 hexes, no problems"), "{said}");
}

#[test]
fn the_shape_of_the_map() {
    refused(
        "\"hexagonal\"",
        "\"orthogonal\"",
        "<map",
        &["the map is orthogonal, not hexagonal", "set Orientation to Hexagonal"],
    );
    refused("\"hexagonal\"", "\"isometric\"", "<map", &["isometric"]);
    refused("staggeraxis=\"x\"", "staggeraxis=\"y\"", "<map", &["the stagger axis is y", "set Stagger Axis to X"]);
    refused("infinite=\"0\"", "infinite=\"1\"", "<map", &["infinite"]);
    refused("tileheight=\"104\"", "tileheight=\"120\"", "<map", &["tile height is 120, not 104"]);
    refused("hexsidelength=\"60\"", "hexsidelength=\"30\"", "<map", &["hex side length is 30, not 60"]);
    refused("height=\"4\" tilewidth", "height=\"400\" tilewidth", "<map", &["the height of the map is 400", "1 to 99"]);
}

#[test]
fn text_that_is_no_map() {
    refused("</objectgroup>\n</map>", "</map>", "</map>", &["not XML"]);
    let (code, said) = check("<tileset/>");
    assert!(code == 1 && said.contains("a map was expected, not <tileset>"), "{said}");
    assert_eq!(check("").0, 1);
}

#[test]
fn layers_and_tiles() {
    refused(
        "source=\"../tiles/terrain.tsx\"",
        "source=\"../tiles/woods.tsx\"",
        "woods.tsx",
        &["\"../tiles/woods.tsx\" is not there"],
    );
    refused(
        "name=\"levels\" ",
        "name=\"hights\" ",
        "<map",
        &["no layer of tiles \"levels\"", "the layers are: terrain, hights"],
    );
    refused("1,1,1,1,2\n", "1,0,1,1,2\n", "id=\"1\" name", &["hex 0204, layer \"terrain\": the tile is empty"]);
    // The level 0 tile in the layer of terrain.
    refused(
        "1,2,1,3,1,",
        "1,6,1,3,1,",
        "id=\"1\" name",
        &["hex 0202", "unknown terrain \"0\"", "there are clear, woods"],
    );
    refused(
        "6,6,6,6,7,\n6,6,6,6,6,",
        "6,6,6,6,7,\n6,6,6,1,6,",
        "id=\"2\" name",
        &["hex 0403", "unknown level \"clear\"", "0 to 9"],
    );
    refused("1,2,1,3,1,\n", "1,2,1,3,\n", "id=\"1\" name", &["layer \"terrain\" is not of the size of the map"]);
    refused(
        "<data encoding=\"csv\">\n1",
        "<data encoding=\"base64\">\n1",
        "id=\"1\" name",
        &["not written as CSV", "Tile Layer Format"],
    );
}

#[test]
fn an_unknown_tile_is_named_with_the_nearest() {
    let folder = tempfile::tempdir().unwrap();
    let path = map_file(&folder, MAP);
    let tileset = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/open-fire/tiles/terrain.tsx");
    let text = fs::read_to_string(tileset).unwrap().replace("\"woods\"", "\"wods\"");
    fs::create_dir_all(folder.path().join("open-fire/tiles")).unwrap();
    // The tileset beside the map goes before the one that is built in.
    fs::write(folder.path().join("open-fire/tiles/terrain.tsx"), text).unwrap();
    let output = opfire(&["check", path.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in ["hex 0202", "hex 0504", "unknown terrain \"wods\"", "did you mean \"woods\"?", "2 problems"] {
        assert!(said.contains(part), "\"{part}\" is missing in {said}");
    }
}

#[test]
fn lines_that_are_drawn_beside_the_hexes() {
    refused(
        "type=\"stream\"",
        "type=\"steam\"",
        "object id=\"2\"",
        &["object 2 (steam, brook)", "did you mean \"stream\"?"],
    );
    refused(
        "270,-52\"",
        "270,-22\"",
        "object id=\"1\"",
        &["30 pixels from the centre of hex 0402", "move it to 330, 208"],
    );
    refused("270,-52\"", "1270,-52\"", "object id=\"1\"", &["off the map; the nearest hex is 0502"]);
    refused(
        "points=\"0,0 90,52 180,0",
        "points=\"0,0 180,0",
        "object id=\"1\"",
        &["from 0103 to 0303", "adjacent hexes"],
    );
    refused("30,156 0,208", "0,208", "object id=\"2\"", &["follows no hexside", "every corner"]);
    refused("0,0 30,52 0,104", "30,-52 0,0 30,52 0,104", "object id=\"2\"", &["along the edge of the map, at 0301"]);
}

#[test]
fn a_road_that_ends_nowhere() {
    // Without its town, 0402 is nowhere.
    refused(
        "1,2,1,3,1,",
        "1,2,1,1,1,",
        "object id=\"1\"",
        &["the dirt-road ends in hex 0402, in the middle of nowhere", "edge of the map"],
    );
}

#[test]
fn hexsides_that_disagree() {
    let river =
        "<object id=\"3\" type=\"river\" x=\"180\" y=\"52\"><polyline points=\"0,0 30,52\"/></object><object id=\"8\" ";
    refused("<object id=\"3\" ", river, "object id=\"2\"", &["hexside 0201/0301 is river and stream at once"]);
    refused(
        "x=\"390\" y=\"104\"",
        "x=\"300\" y=\"156\"",
        "object id=\"4\"",
        &["the ridge on hexside", "lies between two hexes of level 0"],
    );
    refused(
        "x=\"180\" y=\"260\"",
        "x=\"180\" y=\"156\"",
        "object id=\"3\"",
        &["no way crosses the bridge on hexside 0202/0302"],
    );
    refused("x=\"180\" y=\"260\"", "x=\"360\" y=\"260\"", "object id=\"3\"", &["has no water under it"]);
    refused(
        "type=\"bridge\"",
        "type=\"stream\"",
        "object id=\"1\"",
        &["the dirt-road crosses water at hexside 0203/0303 without a bridge"],
    );
}

#[test]
fn entries_that_lead_nowhere() {
    refused(
        "x=\"420\" y=\"156\"",
        "x=\"330\" y=\"208\"",
        "object id=\"7\"",
        &["the entry 0402 (east) is not on the edge of the map"],
    );
    // A river shuts the corner hex off.
    let river = "<object id=\"8\" type=\"river\" x=\"360\" y=\"52\"><polyline points=\"0,0 30,52 90,52\"/></object>\n  <object id=\"4\" ";
    let corner = MAP.replace("x=\"420\" y=\"156\"", "x=\"420\" y=\"52\"").replace("<object id=\"4\" ", river);
    let (code, said) = check(&corner);
    assert!(code == 1 && said.contains("the entry 0501 (east) is unreachable"), "{said}");
    assert!(said.contains("1 problems"), "{said}");
    // A stream does not.
    assert_eq!(check(&corner.replace("\"river\"", "\"stream\"")).0, 0);
}

#[test]
fn all_problems_are_told_at_once() {
    let text = MAP
        .replace("270,-52\"", "270,-22\"")
        .replace("1,2,1,3,1,", "1,6,1,3,1,")
        .replace("name=\"Mill\" x=\"330\"", "name=\"Mill\" x=\"3300\"");
    let (_, said) = check(&text);
    for part in ["30 pixels", "hex 0202", "object 5 (Mill): the point 3300, 208 is off the map", "3 problems"] {
        assert!(said.contains(part), "\"{part}\" is missing in {said}");
    }
}

#[test]
fn the_game_is_known_by_the_folder_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ford.tmx");
    fs::write(&path, MAP).unwrap();
    let path = path.to_str().unwrap();
    let output = opfire(&["check", path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--game open-fire"));
    assert!(opfire(&["check", path, "--game", "open-fire"]).status.success());
    // Another game has other names.
    let said = String::from_utf8(opfire(&["check", path, "--game", "divisions"]).stderr).unwrap();
    assert!(said.contains("dirt-road"), "{said}");
    assert_eq!(opfire(&["check", path, "--game", "openfire"]).status.code(), Some(2));
}

#[test]
fn a_map_of_text_becomes_one_for_the_editor() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("small.toml"), folder.path().join("small.tmx"));
    let text = "title = \"Small\"\nlegend = { \".\" = \"clear\", \"v\" = \"village\" }\nrows = \"\"\"\n. .\n. v\n\"\"\"\n\
                lines = [{ feature = \"road\", path = \"0101 0102 0202\" }]\n";
    fs::write(&from, text).unwrap();
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    assert!(opfire(&["check", from, "--game", "divisions"]).status.success());
    assert!(opfire(&["map", "convert", from, to, "--game", "divisions"]).status.success());
    assert!(opfire(&["check", to, "--game", "divisions"]).status.success());
    let draw = |map: &str| {
        let picture = folder.path().join("a.svg");
        assert!(opfire(&["render", "divisions", map, "-o", picture.to_str().unwrap()]).status.success());
        fs::read_to_string(picture).unwrap()
    };
    assert_eq!(draw(from), draw(to));
    assert_eq!(opfire(&["map", "convert", from, "a.png", "--game", "divisions"]).status.code(), Some(2));
}

/// Whoever adds a terrain draws its tile: `opfire map tiles GAME`.
#[test]
fn the_tilesets_have_the_terrain_of_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    for game in ["assault", "divisions", "open-fire"] {
        copy_toml(&content.join(game), &folder.path().join(game));
        let made = opfire(&["--content", folder.path().to_str().unwrap(), "map", "tiles", game]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        for tileset in [format!("{game}/tiles/terrain.tsx"), "tiles/levels.tsx".to_owned()] {
            let [made, kept] = [folder.path(), &content].map(|root| fs::read_to_string(root.join(&tileset)).unwrap());
            assert_eq!(made, kept, "{tileset}");
        }
        assert!(fs::read(folder.path().join(game).join("tiles/terrain.png")).unwrap().starts_with(b"\x89PNG"));
    }
}

fn copy_toml(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_toml(&path, &to);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            fs::copy(&path, to).unwrap();
        }
    }
}
