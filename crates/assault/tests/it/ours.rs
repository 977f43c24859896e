//! What lies on the board of one side only, which no case can ask.

use std::collections::BTreeSet;

use crate::support::shelf;
use engine::{Seat, Table, Viewer};

const LANDING: &str = r#"
turns = 1
unit = [
  { side = "us", card = "us-rifle-squad", id = "a", zone = "beach" },
  { side = "us", card = "us-rifle-squad", id = "b", zone = "beach" },
  { side = "italian", card = "it-livorno-squad", id = "post", at = "0101" },
]

[[zone]]
id = "beach"
hexes = ["0106", "0206", "0306"]

[ground]
legend = { "." = "clear" }
rows = """
. . . .
. . . .
. . . .
. . . .
. . . .
. . . .
"""
"#;

/// Where a viewer sees units of the first side.
fn seen(table: &dyn Table, viewer: Viewer) -> BTreeSet<String> {
    let counters = table.view(viewer, 0).scene.counters;
    counters.into_iter().map(|counter| counter.hex).filter(|hex| hex != "0101").collect()
}

// holds: AS-16-7
#[test]
fn nobody_sees_where_the_enemy_sets_up() {
    let shelf = shelf();
    let mut table = shelf.ruleset("assault").unwrap().open_text("landing.toml", LANDING).unwrap();
    let (us, italian) = (Seat(0), Seat(1));
    for action in ["draw", "place a 0106", "place b 0306"] {
        table.act(us, action, None).unwrap();
        for viewer in [Viewer::Seat(italian), Viewer::Spectator] {
            assert_eq!(seen(table.as_ref(), viewer), BTreeSet::new(), "{viewer:?} after {action}");
        }
    }
    let placed: BTreeSet<String> = ["0106", "0306"].map(str::to_owned).into();
    assert_eq!(seen(table.as_ref(), Viewer::Seat(us)), placed);
    table.act(us, "done", Some(&[6, 1])).unwrap();
    assert_eq!(seen(table.as_ref(), Viewer::Seat(italian)), placed, "the set-up is over");
}
