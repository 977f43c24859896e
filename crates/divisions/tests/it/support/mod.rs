//! Worlds for the tests.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "each test uses its part")]

use std::sync::Arc;

use content::Files;
use divisions::{Catalogue, Divisions, read_scenario};
use engine::{Problem, Shelf};

pub fn shelf() -> Shelf {
    Shelf::new(vec![Box::new(divisions::game_box(&Files::embedded(), Vec::new()).unwrap())])
}

pub fn read(text: &str) -> Result<Divisions, Vec<Problem>> {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    read_scenario(&catalogue, &files, "test.toml", text).map(|(_, rules)| rules)
}

pub fn scenario(id: &str) -> Divisions {
    let files = Files::embedded();
    read(files.get(&format!("divisions/scenarios/{id}.toml")).unwrap()).unwrap()
}

pub fn scenario_ids() -> Vec<String> {
    shelf().ruleset("divisions").unwrap().scenarios().iter().map(|info| info.id.clone()).collect()
}

/// A small fight with everything in it: headquarters, woods, a river with a bridge, chits, reinforcements, thrown
/// weather.
pub const SKIRMISH: &str = r#"
turns = ["roll", "night", "clear"]
weather_table = ["clear", "clear", "clear", "clear", "rain", "fog"]
formation = [
  { id = "g", side = "german", name = "Kampfgruppe", units = [
    { id = "hq", kind = "german-hq", at = "0101" },
    { id = "panther", kind = "panther", at = "0202" },
    { id = "gren", kind = "grenadiers", at = "0202", depleted = true },
    { id = "pak", kind = "german-at-gun", at = "0301" },
    { id = "late", kind = "stug", arrives = 2, entry = ["0101", "0501"] },
  ] },
  { id = "s", side = "soviet", name = "Brigade", units = [
    { id = "shq", kind = "soviet-hq", at = "0506" },
    { id = "t34", kind = "t-34", at = "0405" },
    { id = "smg", kind = "soviet-submachine-gunners", at = "0405" },
    { id = "rifles", kind = "soviet-rifles", at = "0205" },
  ] },
  { id = "s2", side = "soviet", name = "Reserve", units = [{ id = "kv", kind = "kv-2", at = "0606", depleted = true }] },
]
objective = [{ hex = "0303", name = "Bridge", points = 2 }, { hex = "0202", name = "Farm", points = 1, held_by = "german" }]
event = [
  { side = "german", chit = "smoke" }, { side = "german", chit = "hedgehog" }, { side = "german", chit = "steady-aim" },
  { side = "soviet", chit = "barrage" }, { side = "soviet", chit = "forced-march" }, { side = "soviet", chit = "replacements" },
]

[ground]
legend = { "." = "clear", "w" = "woods", "v" = "village", "m" = "marsh" }
rows = """
. . . . . .
. v . w . .
. . . . . w
. w . . m .
. . . . . .
. . w . . .
"""
heights = """
0 0 0 1 1 0
0 0 0 1 0 0
0 0 0 0 0 0
0 0 0 0 0 0
0 0 0 0 0 0
0 0 0 0 0 0
"""
lines = [{ feature = "road", path = "0301 0302 0303 0304 0305" }]
sides = [{ feature = "river", between = "0103/0104 0203/0204 0303/0304 0303/0403 0403/0503 0503/0504 0603/0604" }]
"#;

/// The printed example's situation on bare ground.
pub const EXAMPLE: &str = r#"
turns = ["clear", "clear"]
formation = [
  { id = "g", side = "german", name = "Tigers", units = [{ id = "tiger", kind = "tiger", at = "0401" }] },
  { id = "s", side = "soviet", name = "Brigade", units = [
    { id = "at-gun", kind = "soviet-at-gun", at = "0206" },
    { id = "kv-2", kind = "kv-2", at = "0506" },
    { id = "t-34", kind = "t-34", at = "0506" },
  ] },
]

[ground]
legend = { "." = "clear" }
rows = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""
"#;
