//! The shadings of the map: both sides have the same, each from its own side.

use crate::support::{SKIRMISH, read, scenario};
use engine::{Overlay, Rules, Seat, Viewer};

fn titled<'a>(overlays: &'a [Overlay], title: &str) -> &'a Overlay {
    overlays.iter().find(|overlay| overlay.title == title).unwrap_or_else(|| panic!("there is no {title}"))
}

#[test]
fn each_side_sees_the_fire_and_the_command_of_both() {
    for rules in [scenario("rzhavets"), read(SKIRMISH).unwrap()] {
        let state = rules.start();
        let of = |viewer| rules.overlays(&rules.seen_by(&state, viewer), viewer);
        let (german, soviet) = (of(Viewer::Seat(Seat(0))), of(Viewer::Seat(Seat(1))));
        for side in ["Germany", "Soviet Union"] {
            for what in ["Under fire from", "In command of", "Seen by nobody of"] {
                let title = format!("{what} {side}");
                assert_eq!(titled(&german, &title).hexes, titled(&soviet, &title).hexes, "{title}");
                assert!(!titled(&soviet, &title).hexes.is_empty() || what == "Seen by nobody of", "{title}");
            }
        }
        assert_eq!(german.len(), 6);
        // The enemy's fire comes first, whoever looks.
        assert_eq!(
            (german[0].title.as_str(), soviet[0].title.as_str()),
            ("Under fire from Soviet Union", "Under fire from Germany")
        );
        let mut ids: Vec<&str> = soviet.iter().map(|overlay| overlay.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 6, "each has a name of its own");
    }
}
