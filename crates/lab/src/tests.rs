use engine::Settings;

use crate::{Batch, run};

fn batch(games: u32, seed: u64, players: [&str; 2]) -> Batch {
    let players = players.map(str::to_owned).to_vec();
    Batch { scenario: "tiger-in-the-open".into(), settings: Settings::default(), players, games, seed }
}

#[test]
fn the_same_batch_gives_the_same_summary() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("divisions").unwrap();
    let play = |seed| run(ruleset, &batch(40, seed, ["heuristic", "heuristic"]), || {}).unwrap();
    let first = play(7);
    assert_eq!(first, play(7));
    assert_ne!(first.fingerprint, play(8).fingerprint);
    assert_eq!(first.endless, 0);
    assert_eq!(first.sides.iter().map(|side| side.wins).sum::<u32>() + first.draws, 40);
}

#[test]
fn the_staff_officer_beats_the_recruit_from_either_side() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("divisions").unwrap();
    for (seat, players) in [(0, ["heuristic", "random"]), (1, ["random", "heuristic"])] {
        let summary = run(ruleset, &batch(100, 1, players), || {}).unwrap();
        assert!(summary.sides[seat].wins > summary.sides[1 - seat].wins, "{summary:?}");
    }
}

#[test]
fn an_unknown_player_is_named() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("divisions").unwrap();
    let error = run(ruleset, &batch(1, 1, ["general", "random"]), || {}).unwrap_err().to_string();
    assert!(error.contains("general") && error.contains("heuristic"), "{error}");
}
