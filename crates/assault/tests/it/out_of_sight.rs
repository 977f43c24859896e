//! What nobody may know is not told by dice either.

use std::sync::Arc;

use assault::{Catalogue, read_scenario};
use content::Files;
use dice::{Dice, Fell, Scripted, Throw};
use engine::{Rules, Silent};

/// Remembers of each throw how many dice fell, and whether out of sight.
struct Watched {
    dice: Scripted,
    seen: Vec<(usize, bool)>,
}

impl Dice for Watched {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        self.seen.push((throw.dice.len(), throw.blind));
        self.dice.throw(throw)
    }
}

/// The post in the primary hex is known, the machine gun south of it is not.
const SHELLED: &str = r#"
turns = 1
modules = ["support", "hidden"]
side = [
  { id = "us", name = "United States", colours = "us", edge = "south", support = ["us-105"] },
  { id = "italian", name = "Italy", colours = "italian", edge = "north" },
]
unit = [
  { side = "us", card = "us-rifle-squad", id = "men", at = "0307" },
  { side = "italian", card = "it-livorno-squad", id = "post", at = "0303" },
  { side = "italian", card = "it-mg-breda", id = "secret", at = "0304", hidden = true },
]

[ground]
legend = { "." = "clear" }
rows = """
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
"""
"#;

#[test]
fn dice_for_a_unit_that_nobody_has_found_fall_out_of_sight() {
    let catalogue = Arc::new(Catalogue::read(&Files::embedded()).unwrap());
    let (_, rules) = read_scenario(&catalogue, &Files::embedded(), "test.toml", SHELLED).unwrap();
    let mut state = rules.start();
    let mut seen = Vec::new();
    for (action, faces) in [
        ("draw", vec![6, 1]),
        ("done", vec![]),
        ("done", vec![]),
        ("request us-105 at 0303", vec![2, 1]),
        ("bombard us-105 suppressive", vec![0; 33]),
    ] {
        let action = rules.read(&state, action).unwrap();
        rules.check(&state, &action).unwrap();
        let mut watched = Watched { dice: Scripted::new(faces.as_slice()), seen: Vec::new() };
        rules.apply(&mut state, &action, &mut watched, &mut Silent).unwrap();
        watched.dice.finish().unwrap();
        seen = watched.seen;
    }
    seen.retain(|(dice, _)| *dice > 0);
    // Four dice at each hex, clockwise from the top, and the defence of the two units.
    // Where nobody is seen, nobody sees the dice: an empty hex looks like one with somebody in it.
    let empty = (4, true);
    let wanted = [(4, false), (2, false), empty, empty, empty, (4, true), (3, true), empty, empty];
    assert_eq!(seen, wanted);
}
