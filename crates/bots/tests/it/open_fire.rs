//! The platoon leader plays missions to their end, and better than chance does.

use content::Files;
use engine::{Ending, Ruleset, Simulated};

fn games(ruleset: &dyn Ruleset, player: &str, count: u64) -> Vec<Simulated> {
    let play = |seed| ruleset.simulate("training", &engine::Settings::default(), &[player.to_owned()], seed).unwrap();
    (0..count).map(play).collect()
}

fn wins(games: &[Simulated]) -> usize {
    games.iter().filter(|game| game.winner == Some(Ending::Together { won: true })).count()
}

fn mean_points(games: &[Simulated]) -> f64 {
    let points = |game: &Simulated| game.tally.iter().find(|(name, _)| name == "victory_points").unwrap().1[0];
    games.iter().map(|game| f64::from(points(game))).sum::<f64>() / games.len() as f64
}

#[test]
fn the_platoon_leader_finishes_the_training_mission() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let (led, random) = (games(ruleset, "platoon-leader", 30), games(ruleset, "random", 30));
    for game in led.iter().chain(&random) {
        assert!(game.winner.is_some(), "a mission without end: {} actions", game.actions);
    }
    let actions = led.iter().map(|game| game.actions).max();
    println!("wins {} of 30, {} points, at most {actions:?} actions", wins(&led), mean_points(&led));
    println!("random: wins {}, {} points", wins(&random), mean_points(&random));
    assert!(wins(&led) > wins(&random));
    let again = ruleset.simulate("training", &engine::Settings::default(), &["platoon-leader".to_owned()], 0).unwrap();
    assert_eq!(again, led[0], "the same seed gives another game");
}

/// Where the briefing wants a new platoon the leader buys one, with rounds for every gun, and gives the rest to those
/// who join.
#[test]
fn the_platoon_leader_puts_a_platoon_together() {
    let mut files = Files::embedded();
    let path = "open-fire/missions/training.kdl";
    let text = files.get(path).unwrap().to_owned();
    let (before, after) = text.split_once("    // A platoon that comes").unwrap();
    let before = before.trim_end();
    files.insert(
        path,
        format!(
            "{before} {{ only-new; ammunition 3; joins US11; limit rounds 200 }}\n    // A platoon that comes{after}"
        ),
    );
    let shelf = shelf::stock(&files).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    for player in ["platoon-leader", "random"] {
        for seed in 0..4 {
            let game = ruleset.simulate("training", &engine::Settings::default(), &[player.to_owned()], seed).unwrap();
            assert!(game.winner.is_some(), "{player}, seed {seed}: {} actions", game.actions);
        }
    }
    let led = games(ruleset, "platoon-leader", 8);
    assert!(mean_points(&led) > 0.0, "{} points", mean_points(&led));
}

#[test]
fn a_shared_platoon_comes_to_an_end_too() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    for players in 2..=4usize {
        let settings = engine::Settings::read([format!("players={players}").as_str()]).unwrap();
        for seed in 0..6 {
            let seated = vec!["platoon-leader".to_owned(); players];
            let game = ruleset.simulate("training", &settings, &seated, seed).unwrap();
            assert!(matches!(game.winner, Some(Ending::Together { .. })), "{players}: {} actions", game.actions);
            assert!(game.actions < 5_000, "they hand the lead to and fro: {} actions", game.actions);
            let sections = game.tally.iter().find(|(name, _)| name == "section_points").unwrap();
            assert_eq!(sections.1.len(), players);
        }
    }
}

/// Ten thousand missions led by the platoon leader, each replayed from what was written down of it:
/// `cargo nextest run --release -p bots --run-ignored all ten_thousand`. `OPFIRE_MISSIONS` says how many.
#[test]
#[ignore = "takes minutes; run by make soak"]
fn ten_thousand_missions_end_and_replay() {
    let missions = crate::soak::count("OPFIRE_MISSIONS");
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let mut ended = crate::soak::many(missions, |seed| led_and_replayed(shelf.ruleset("open-fire").unwrap(), seed));
    let won = ended.iter().filter(|mission| mission.won).count();
    let actions: u32 = ended.iter().map(|mission| mission.actions).sum();
    ended.sort_by_key(|mission| mission.points);
    let tenths: Vec<i32> = (1..10).map(|tenth| ended[ended.len() * tenth / 10].points).collect();
    println!("{missions} missions, {won} won, {actions} actions; victory points by tenths: {tenths:?}");
    assert!(won > 0 && won < ended.len());
}

/// How a mission came out.
struct Ended {
    won: bool,
    points: i32,
    actions: u32,
}

/// Plays a mission through the table, as people do, and plays what was recorded again.
fn led_and_replayed(ruleset: &dyn Ruleset, seed: u64) -> Ended {
    let players = ["platoon-leader".to_owned()];
    let mut table = ruleset.open("training", &engine::Settings::default(), &players, Some(seed)).unwrap();
    while let Some(seat) = table.to_act() {
        let done = table.seq();
        assert!(done < 20_000, "seed {seed}: no end");
        let action = table.bot_action("platoon-leader", seed ^ u64::from(done));
        let action = action.unwrap_or_else(|| panic!("seed {seed}: nothing to do after {done} actions"));
        table.act(seat, &action, None).unwrap();
    }
    crate::soak::replay(ruleset, "training", &players, seed, table.as_ref());
    let points = table.tally().iter().find(|(name, _)| name == "victory_points").unwrap().1[0];
    Ended { won: table.winner() == Some(Ending::Together { won: true }), points, actions: table.seq() }
}
