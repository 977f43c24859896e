//! How many ways there are to play a few actions: any change of what is legal changes a count.
use content::Files;
use engine::{Rules, perft};

/// A platoon at an edge in operations: marches, hatches, a squad that gets on and off, a marker in the wood.
const OPERATIONS: &str = r#"
unit = [
  { letter = "A", card = "m4a3", at = "0102", facing = "n", commander = true },
  { letter = "H", card = "us-truck", at = "0302", facing = "n" },
  { letter = "AA", card = "us-squad", aboard = "H" },
]
marker = [{ number = 1, at = "0404" }]
"#;

/// A round with everything in it: turns, guns, smoke, men, a prisoner, a position.
const ROUND: &str = r#"
round = 1
advantage = "us"
positions = ["0102"]
unit = [
  { letter = "A", card = "m4a3", at = "0102", facing = "s", turns = 2, commander = true },
  { letter = "AA", card = "us-squad", at = "0201", turns = 1 },
  { letter = "J", card = "76mm-atg", at = "0301", facing = "s", prepared = true, turns = 1 },
  { letter = "N", card = "pziv", at = "0104", facing = "n", turns = 1, acts = "601" },
  { letter = "Y", card = "ge-squad", at = "0201", captured = true },
]
paragraphs = "paragraph 601 { fire best at=closest; drive slow quickest toward=nearest-us }"
"#;

const GROUND: &str = r#"
[ground]
low = "even"
legend = { "." = "clear", "w" = "woods" }
rows = """
. . . .
. . . .
. w . .
. . . w
"""
"#;

fn counts<const N: usize>(set_up: &str) -> [u64; N] {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    let (_, rules) = (game.read_scenario)("perft.toml", &format!("{set_up}\n{GROUND}")).unwrap();
    std::array::from_fn(|depth| perft(&rules, &rules.start(), depth as u32 + 1, 1))
}

#[test]
fn perft_counts_are_known() {
    assert_eq!(counts(OPERATIONS), [15, 221, 3323, 51411]);
    assert_eq!(counts(ROUND), [1, 18, 168, 1561, 13278]);
}
