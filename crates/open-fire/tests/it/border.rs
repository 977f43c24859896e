//! The map of the six missions holds what the rulebook's hex numbers say about it (docs/rulings.md, OF-2.3).

use std::sync::Arc;

use content::{Files, Map};
use hexmap::{Direction, Hex, HexSet};
use open_fire::{Catalogue, Country};

fn map() -> (Map, Arc<Catalogue>) {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).expect("the tables"));
    let path = "open-fire/maps/border.tmx";
    let map =
        content::read_map(&files, path, files.get(path).expect("the map"), &catalogue.palette()).expect("a sound map");
    (map, catalogue)
}

fn hex(map: &Map, label: &str) -> Hex {
    map.grid.parse(label).unwrap_or_else(|error| panic!("{label}: {error}"))
}

fn feature(catalogue: &Catalogue, id: &str) -> usize {
    catalogue.palette().features.iter().position(|feature| feature.id == id).expect("a feature")
}

// holds: OF-8.2-1, OF-2.3-2, OF-2.3-8
#[test]
fn its_shape_is_that_of_the_numbers() {
    let (map, catalogue) = map();
    assert_eq!((map.grid.len(), map.grid.columns(), map.grid.rows()), (1193, 45, 27));
    for label in ["0927", "1727", "3327", "3727", "3927", "4527", "1626", "0826"] {
        hex(&map, label);
    }
    assert!(map.grid.parse("1627").is_err() && map.grid.parse("4237").is_err());
    let terrain = |label: &str| catalogue.palette().terrain[map.terrain[hex(&map, label).index()]].id.clone();
    assert_eq!(terrain("2511"), "rough");
    let levels: Vec<u8> = (1..=3).filter(|level| map.elevation.contains(level)).collect();
    assert_eq!(levels, [1, 2, 3]);
    assert!(map.elevation.iter().all(|level| (1..=3).contains(level)));
}

#[test]
fn every_entry_exit_and_retreat_hex_is_where_a_road_leaves() {
    let (map, catalogue) = map();
    let on_the_edge = |hex: Hex| Direction::ALL.into_iter().any(|way| map.grid.neighbour(hex, way).is_none());
    let mut named: Vec<String> = Vec::new();
    for mission in &catalogue.set_ups().missions {
        named.extend(mission.entry.iter().chain(&mission.exit).cloned());
        named.extend(mission.retreat.iter().map(|row| row.hex.clone()));
    }
    named.sort();
    named.dedup();
    assert_eq!(named.len(), 14);
    for label in &named {
        let hex = hex(&map, label);
        assert!(on_the_edge(hex), "{label}");
        assert!(
            map.tracks.iter().any(|way| way.path.first() == Some(&hex) || way.path.last() == Some(&hex)),
            "{label}"
        );
        assert!(map.places.iter().any(|place| place.kind == "entry" && place.hex == hex), "{label}");
    }
    // One net: from any of them every other is reached along roads.
    let mut reached = HexSet::new(map.grid.len());
    let mut open = vec![hex(&map, &named[0])];
    while let Some(at) = open.pop() {
        if reached.insert(at) {
            for pair in map.tracks.iter().flat_map(|way| way.path.windows(2)) {
                open.extend((pair[0] == at).then_some(pair[1]));
                open.extend((pair[1] == at).then_some(pair[0]));
            }
        }
    }
    assert!(named.iter().all(|label| reached.contains(hex(&map, label))), "the road net is in pieces");
}

#[test]
fn every_event_marker_stands_somewhere_sensible() {
    let (map, catalogue) = map();
    let way = |at: Hex| map.tracks.iter().any(|way| way.path.contains(&at));
    let cover = |at: Hex| catalogue.palette().terrain[map.terrain[at.index()]].id != "clear";
    let crest =
        |at: Hex| map.grid.neighbours(at).any(|(_, next)| map.elevation[next.index()] != map.elevation[at.index()]);
    for mission in &catalogue.set_ups().missions {
        for label in &mission.markers {
            let at = hex(&map, label);
            let beside = map.grid.neighbours(at).any(|(_, next)| way(next) || cover(next));
            assert!(way(at) || cover(at) || crest(at) || beside, "mission {}, {label}: an empty field", mission.number);
        }
    }
}

#[test]
fn rivers_are_crossed_at_bridges_only() {
    let (map, catalogue) = map();
    let [river, stream, bridge] = ["river", "stream", "bridge"].map(|id| feature(&catalogue, id));
    let on = |wanted: &[usize], a: Hex, b: Hex| {
        map.sides
            .iter()
            .any(|side| wanted.contains(&side.feature) && ((side.a, side.b) == (a, b) || (side.a, side.b) == (b, a)))
    };
    let bridges = map.sides.iter().filter(|side| side.feature == bridge).count();
    assert!(bridges >= 4, "{bridges} bridges");
    for pair in map.tracks.iter().flat_map(|way| way.path.windows(2)) {
        assert!(!on(&[river, stream], pair[0], pair[1]) || on(&[bridge], pair[0], pair[1]));
    }
}

#[test]
fn long_views_exist_and_are_rare() {
    let (map, catalogue) = map();
    let country = Country::new(map, catalogue);
    let grid = country.grid();
    let lines = country.lines();
    let (mut seen, mut long, mut pairs) = (0_u32, 0_u32, 0_u32);
    for from in grid.hexes() {
        for to in grid.hexes().filter(|&to| to != from) {
            pairs += 1;
            if lines.sees(from, to) {
                seen += 1;
                long += u32::from(grid.distance(from, to) >= 25);
            }
        }
    }
    let share = seen * 100 / pairs;
    assert!((5..=15).contains(&share), "{share} of a hundred pairs in sight");
    assert!(long > 0 && long * 100 < pairs, "{long} of {pairs} pairs see each other from afar");
}
