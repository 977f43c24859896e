//! The company leader plays missions to their end, and better than the platoon leader does.

use bots::CompanyLeader;
use content::Files;
use engine::{Ending, Player, Rules, Ruleset, Settings, Simulated, Viewer};
use open_fire::{OpenFire, course::action::Action, state::State};

fn games(ruleset: &dyn Ruleset, player: &str, seeds: std::ops::Range<u64>) -> Vec<Simulated> {
    let play = |seed| ruleset.simulate("training", &Settings::default(), &[player.to_owned()], seed).unwrap();
    seeds.map(play).collect()
}

fn wins(games: &[Simulated]) -> usize {
    games.iter().filter(|game| game.winner == Some(Ending::Together { won: true })).count()
}

fn total(games: &[Simulated], what: &str) -> i32 {
    let number = |game: &Simulated| game.tally.iter().find(|(name, _)| name == what).unwrap().1[0];
    games.iter().map(number).sum()
}

#[test]
fn he_wins_more_than_the_platoon_leader_and_loses_less() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    let (better, weaker) = (games(ruleset, "company-leader", 0..14), games(ruleset, "platoon-leader", 0..14));
    let lost = |games: &[Simulated]| total(games, "units_lost");
    println!("wins {} and {}, lost {} and {}", wins(&better), wins(&weaker), lost(&better), lost(&weaker));
    assert!(better.iter().all(|game| game.winner.is_some()), "a mission without end");
    assert!(wins(&better) > wins(&weaker), "{} wins, {} of the other", wins(&better), wins(&weaker));
    assert!(lost(&better) < lost(&weaker), "{} lost, {} by the other", lost(&better), lost(&weaker));
    assert!(total(&better, "victory_points") > total(&weaker, "victory_points"));
    assert_eq!(games(ruleset, "company-leader", 0..1), better[..1], "the same seed gives another game");
}

#[test]
fn a_platoon_that_he_shares_comes_to_an_end() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let ruleset = shelf.ruleset("open-fire").unwrap();
    for players in 2..=4usize {
        let settings = Settings::read([format!("players={players}").as_str()]).unwrap();
        for seed in 0..2 {
            let seated = vec!["company-leader".to_owned(); players];
            let game = ruleset.simulate("training", &settings, &seated, seed).unwrap();
            assert!(matches!(game.winner, Some(Ending::Together { .. })), "{players}: {} actions", game.actions);
            assert!(game.actions < 5_000, "they hand the lead to and fro: {} actions", game.actions);
        }
    }
}

/// Asked afresh for every action, as the browser asks, he never picks what is not on the list, and comes to an end all
/// the same.
#[test]
fn he_needs_no_memory() {
    let game = open_fire::game_box(&Files::embedded(), bots::open_fire_players()).unwrap();
    let rules = game.laid_out("training", &Settings::default()).unwrap();
    let kind = game.player("company-leader").unwrap();
    for seed in 0..2 {
        let (mut state, mut dice) = (rules.start(), dice::Seeded::new(seed));
        let mut actions = 0;
        while let Some(seat) = rules.to_act(&state) {
            let seen = rules.seen_by(&state, Viewer::Seat(seat));
            let mut legal = Vec::new();
            rules.legal(&seen, &mut legal);
            let chosen = (kind.make)(seed + actions).choose(&rules, &seen, seat, &legal);
            rules.apply(&mut state, &legal[chosen], &mut dice, &mut engine::Silent).unwrap();
            actions += 1;
            assert!(actions < 5_000, "seed {seed}: no end");
        }
    }
}

/// A small position with the company leader at it, who remembers what he did.
struct Position {
    rules: OpenFire,
    state: State,
    player: CompanyLeader,
}

impl Position {
    fn of(text: &str) -> Position {
        let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
        let (_, rules) = (game.read_scenario)("position.toml", text).unwrap();
        let state = rules.start();
        Position { rules, state, player: CompanyLeader::new(1) }
    }

    fn act(&mut self, action: &Action) {
        self.rules.apply(&mut self.state, action, &mut dice::Seeded::new(7), &mut engine::Silent).unwrap();
    }

    /// What is done by hand.
    fn by_hand(&mut self, actions: &[&str]) {
        for text in actions {
            let action = self.rules.read(&self.state, text).unwrap();
            self.act(&action);
        }
    }

    /// What he does next, in words.
    fn next(&mut self) -> String {
        let mut legal = Vec::new();
        self.rules.legal(&self.state, &mut legal);
        let seat = self.rules.to_act(&self.state).unwrap();
        let action = legal[self.player.choose(&self.rules, &self.state, seat, &legal)];
        let text = self.rules.write(&self.state, &action);
        self.act(&action);
        text
    }
}

/// Three tanks in the open, and one German far off who sees them all.
fn three_tanks_before(german: &str) -> String {
    format!(
        "round = 1\nadvantage = \"us\"\nunit = [\n\
         {{ letter = \"A\", card = \"m4a1\", at = \"0909\", facing = \"n\", turns = 1 }},\n\
         {{ letter = \"B\", card = \"m4a1\", at = \"0909\", facing = \"n\" }},\n\
         {{ letter = \"C\", card = \"m4a1\", at = \"1009\", facing = \"n\" }},\n\
         {{ letter = \"N\", card = \"{german}\", at = \"0901\", facing = \"s\" }},\n]\n\n[flat]\n"
    )
}

#[test]
fn he_lays_smoke_before_a_gun_that_he_cannot_answer() {
    let mut position = Position::of(&three_tanks_before("jagdtiger"));
    position.by_hand(&["begin a"]);
    let first = position.next();
    assert!(first.starts_with("smoke "), "{first}");
    // Sight does not pass through the smoke, so nobody sees anybody any more along the line of the first two.
    assert_eq!(position.state.smoke.len(), 1);
}

#[test]
fn he_fires_where_a_shot_is_worth_more_than_smoke() {
    let mut position = Position::of(&three_tanks_before("spw-251"));
    position.by_hand(&["begin a"]);
    let first = position.next();
    assert!(first.starts_with("fire ") || first.starts_with("guns "), "{first}");
}

/// A page makes the same offer again as soon as it is taken up. He takes it up once, and then goes on with the round.
#[test]
fn he_does_not_take_up_the_same_offer_twice_in_a_moment() {
    let mut position = Position::of(
        "round = 1\nadvantage = \"us\"\n\
         unit = [\n\
         { letter = \"A\", card = \"m4a1\", at = \"0909\", facing = \"n\", turns = 1 },\n\
         { letter = \"B\", card = \"m4a1\", at = \"0912\", facing = \"n\", turns = 1 },\n\
         { letter = \"C\", card = \"m4a1\", at = \"0912\", facing = \"n\", turns = 1 },\n\
         { letter = \"N\", card = \"ge-truck\", at = \"0901\", facing = \"s\" },\n]\n\
         marker = [{ number = 1, at = \"0906\", reads = \"601\" }]\n\
         paragraphs = '''\nparagraph 601 {\n    offer \"Wave.\" { see 601 }\n}\n'''\n\n[flat]\n",
    );
    position.by_hand(&["begin a", "drive slow", "forward", "done"]);
    assert_eq!(position.state.offers.len(), 1, "the page was not read");
    assert_eq!(position.next(), "call 1");
    assert_eq!(position.state.offers.len(), 1, "the offer is not made again");
    assert!(position.next().starts_with("begin "));
}
