use proptest::{
    prelude::{ProptestConfig, any, prop, proptest},
    sample::Index,
};

use crate::{FeatureKind, Files, MapSpec, Palette, PaletteFeature, PaletteTerrain, Problems, Report, Source, read_map};

const GOOD: &str = r#"
title = "Farm"
legend = { "." = "clear", "w" = "woods" }
rows = """
. . w
. w w
"""
lines = [{ feature = "road", path = "0101 0201 0301" }]
sides = [{ feature = "river", between = "0101/0102" }]
labels = [{ hex = "0301", text = "Hill 30" }]
"#;

fn check(text: &str) -> (Option<crate::Map>, Vec<String>) {
    let source = Source::new("maps/test.toml", text);
    let mut problems = Problems::default();
    let map = problems
        .keep(source.toml::<MapSpec>())
        .and_then(|spec| spec.check(&source, &mut problems, &["clear", "woods"], &["road", "river"]));
    (map, problems.listed().iter().map(ToString::to_string).collect())
}

#[test]
fn a_good_map_is_read() {
    let (map, problems) = check(GOOD);
    assert_eq!(problems, Vec::<String>::new());
    let map = map.unwrap();
    assert_eq!(map.grid.len(), 6);
    let woods: Vec<String> =
        map.grid.hexes().filter(|h| map.terrain[h.index()] == 1).map(|h| map.grid.label(h).to_string()).collect();
    assert_eq!(woods, ["0202", "0301", "0302"]);
    assert_eq!((map.tracks.len(), map.sides.len(), map.labels.len()), (1, 1, 1));
}

#[test]
fn an_unknown_terrain_is_named_with_line_and_nearest() {
    let (_, problems) = check(&GOOD.replace("\"woods\"", "\"wods\""));
    assert_eq!(problems, ["maps/test.toml:3:33: unknown terrain \"wods\" (did you mean \"woods\"?)"]);
}

#[test]
fn every_problem_is_listed() {
    let broken = GOOD
        .replace("0101 0201 0301", "0101 0301 0999")
        .replace("0101/0102", "0101/0302 0101")
        .replace(". . w", ". x w")
        .replace("\"river\"", "\"rivr\"");
    let (_, problems) = check(&broken);
    let found = problems.join("\n");
    for part in [
        "0101 and 0301 are not adjacent",
        "0999",
        "share no side",
        "not a hexside",
        "hex 0201",
        "did you mean \"river\"",
    ] {
        assert!(found.contains(part), "{part} is missing in\n{found}");
    }
}

/// A scrap of ground for a rule case may have half a road; a map for players may not.
#[test]
fn a_map_of_text_in_a_folder_of_maps_agrees_with_itself() {
    let text = r#"legend = { "." = "clear" }
rows = """
. . .
. . .
. . .
"""
lines = [{ feature = "road", path = "0101 0102 0202" }]
places = [{ hex = "0202", kind = "entry", name = "A" }]
"#;
    let road = PaletteFeature { id: "road".to_owned(), look: "road".to_owned(), kind: FeatureKind::Way };
    let palette = Palette { terrain: vec![PaletteTerrain::new("clear", "clear", true)], features: vec![road] };
    assert!(read_map(&Files::default(), "map.toml", text, &palette).is_ok());
    let problems = read_map(&Files::default(), "game/maps/map.toml", text, &palette).unwrap_err();
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "game/maps/map.toml:7:37: the road ends in hex 0202, in the middle of nowhere (extend it to the edge of the map, into houses, \
             to a bridge or onto another way)",
            "game/maps/map.toml:8:19: the entry 0202 (A) is not on the edge of the map (move it to a hex at the edge)",
        ]
    );
}

#[test]
fn a_toml_mistake_has_its_line() {
    let (_, problems) = check("title = \"x\"\nrows = 3 4\n");
    assert!(problems[0].starts_with("maps/test.toml:2:"), "{problems:?}");
}

#[test]
fn a_report_points_at_the_place() {
    let source = Source::new("a.toml", "one\ntwo = 2\n");
    let problem = source.problem(4..7, "no two", "try three");
    let report = format!("{:?}", miette::Report::new(Report::new(problem, source.text)));
    assert!(report.contains("a.toml:2:1") && report.contains("try three"), "{report}");
}

#[test]
fn a_report_without_a_place_names_the_file() {
    let problem = Source::new("a.toml", "").whole("the file is missing", "write it");
    let report = format!("{:?}", miette::Report::new(Report::new(problem, "")));
    assert!(report.contains("a.toml: the file is missing") && report.contains("write it"), "{report}");
}

#[test]
fn a_folder_reads_like_the_embedded_tree() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    std::fs::write(folder.path().join("sub/a.toml"), "x = 1").unwrap();
    std::fs::write(folder.path().join("sub/b.tmx"), "<map/>").unwrap();
    std::fs::write(folder.path().join("sub/c.tsx"), "<tileset/>").unwrap();
    std::fs::write(folder.path().join("ignored.png"), "x").unwrap();
    let files = Files::from_folder(folder.path()).unwrap();
    assert_eq!(files.paths().collect::<Vec<_>>(), ["sub/a.toml", "sub/b.tmx", "sub/c.tsx"]);
    assert!(Files::from_folder(&folder.path().join("none")).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Every problem has a place that can be pointed at, wherever in the file it is, also amid letters of several
    /// bytes.
    #[test]
    fn a_changed_map_is_read_or_refused_with_a_place(
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), "[-.w0-9/\"=éß☃\n ]{0,3}"), 1..5),
    ) {
        let mut text: Vec<char> = GOOD.replace("Farm", "Höfe ☃").chars().collect();
        for (from, length, word) in edits {
            let from = from.index(text.len() + 1);
            let to = (from + length.index(8)).min(text.len());
            text.splice(from..to, word.chars());
        }
        let text: String = text.into_iter().collect();
        let source = Source::new("maps/test.toml", &text);
        let mut problems = Problems::default();
        let spec = problems.keep(source.toml::<MapSpec>());
        let map = spec.and_then(|spec| spec.check(&source, &mut problems, &["clear", "woods"], &["road", "river"]));
        assert!(map.is_some() || !problems.is_empty());
        for problem in problems.listed() {
            assert!(!format!("{:?}", miette::Report::new(Report::new(problem, &text))).is_empty());
        }
    }
}

const GUIDE: &str = r#"
title = "First"
scenario = "farm"
players = ["human", "officer"]
seed = 7
minutes = 10
opening = "Welcome."
closing = "Well done."
beaten = []

[[step]]
name = "Move"
say = "Move."
do = ["move a 0101"]

[[step]]
name = "Look"
say = "Look."
look = "unit a"
"#;

fn guides(text: &str) -> Result<Vec<std::sync::Arc<engine::Guide>>, Vec<String>> {
    let seat = |index: u8, id: &str| engine::SeatInfo {
        seat: engine::Seat(index),
        id: id.into(),
        name: id.into(),
        colours: id.into(),
        livery: None,
    };
    let scenario = engine::ScenarioInfo {
        id: "farm".into(),
        title: "Farm".into(),
        place: String::new(),
        briefing: String::new(),
        duration: String::new(),
        level: engine::Level::First,
        seats: vec![seat(0, "red"), seat(1, "blue")],
        units: vec![1, 1],
        status: "finished".into(),
        settings: Vec::new(),
        sketch: None,
    };
    let mut files = Files::default();
    files.insert("game/guides/first.toml", text);
    let read = crate::read_guides(&files, "game", [scenario].iter(), &["officer"]);
    read.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn a_guide_is_read_with_the_lines_of_its_steps() {
    let guides = guides(GUIDE).unwrap();
    let [guide] = guides.as_slice() else { panic!("{guides:?}") };
    assert_eq!((guide.id.as_str(), guide.seed, guide.steps.len()), ("first", 7, 2));
    assert_eq!((guide.steps[0].line, &guide.steps[0].task), (12, &engine::Task::Act));
    assert_eq!(guide.steps[1].task, engine::Task::Unit { unit: "a".into() });
}

#[test]
fn faults_of_a_guide_are_named_with_line_and_nearest() {
    let fault = |from: &str, to: &str| guides(&GUIDE.replace(from, to)).unwrap_err().join("\n");
    let scenario = fault("scenario = \"farm\"", "scenario = \"frm\"");
    assert_eq!(scenario, "game/guides/first.toml:3:12: unknown scenario \"frm\" (did you mean \"farm\"?)");
    let player = fault("\"officer\"]", "\"offcer\"]");
    assert_eq!(player, "game/guides/first.toml:4:21: unknown player \"offcer\" (did you mean \"officer\"?)");
    assert!(fault("\"human\", ", "").contains("first.toml:4:11: Farm seats 2"));
    assert!(fault("unit a", "sght").contains("first.toml:19:8: nobody can look at \"sght\" (did you mean \"sight\"?)"));
    assert!(fault("say = \"Look.\"", "say = \"Look.\"\ndo = [\"pass\"]").contains("one thing at a time"));
    assert!(fault("minutes = 10", "minuts = 10").contains("first.toml:6:1: unknown field `minuts`"));
}
