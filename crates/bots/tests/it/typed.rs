//! Games of all rulesets in which people throw the dice: every throw is asked for, what would tell a secret is not, and
//! the record plays back.
use std::collections::BTreeSet;

use content::Files;
use engine::{Cast, DiceAsked, GameFile, Seat, Settings, Shelf, Table, Viewer, decision_seed};

const SEED: u64 = 11;
const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];
/// What is drawn or thrown out of sight.
const BLIND: [&str; 3] = ["an event chit from the pool", "a command card", "a formation card"];

struct Played {
    table: Box<dyn Table>,
    /// What was asked for.
    asked: BTreeSet<String>,
    /// Actions whose dice were asked for while somebody might not know the action.
    secret: usize,
}

/// Plays so many actions with a bot in every seat.
fn play(shelf: &Shelf, game: &str, scenario: &str, most: u32) -> Played {
    let ruleset = shelf.ruleset(game).unwrap();
    let settings = Settings::default();
    let info = ruleset.scenarios().into_iter().find(|info| info.id == scenario).unwrap().clone();
    let bot = ruleset.bots()[0].0;
    let players = vec![bot.to_owned(); info.seats_with(&settings).len()];
    let table = ruleset.open(scenario, &settings, &players, None).unwrap();
    let mut played = Played { table, asked: BTreeSet::new(), secret: 0 };
    while played.table.seq() < most
        && let Some(seat) = played.table.to_act()
    {
        played.one(seat, bot);
    }
    played
}

impl Played {
    fn one(&mut self, seat: Seat, bot: &str) {
        let seed = decision_seed(SEED, self.table.seq());
        let (action, from) = (self.table.bot_action(bot, seed).unwrap(), self.table.log_len());
        let mut done = self.table.declare(seat, &action, seed).unwrap();
        let mut told = VIEWERS.map(|_| Vec::new());
        for throw in 0.. {
            if done.is_some() {
                break;
            }
            told = VIEWERS.map(|viewer| self.look(viewer, seat, &action).so_far);
            done = self.table.throw(Cast::Seed(seed ^ throw)).unwrap();
        }
        // What is told while the dice are thrown is what the log says afterwards, to the same eyes.
        for (viewer, told) in VIEWERS.into_iter().zip(told) {
            let log: Vec<String> = self.table.log(viewer, from).into_iter().map(|entry| entry.text).collect();
            assert_eq!(log[..told.len()], told, "{action} for {viewer:?}");
        }
    }

    /// What a viewer is asked for.
    fn look(&mut self, viewer: Viewer, seat: Seat, action: &str) -> DiceAsked {
        let view = self.table.view(viewer, u32::MAX);
        assert!(view.scene.choices.is_empty());
        let asked = view.dice.unwrap();
        let next = &asked.needed.next;
        assert!(!next.dice.is_empty() && next.faces.is_empty());
        let coloured = next.dice.iter().filter_map(|die| die.colour.as_ref());
        let known: Vec<&String> = asked.symbols.iter().map(|die| &die.colour).collect();
        coloured.for_each(|colour| assert!(known.contains(&colour), "the faces of {colour}"));
        self.asked.insert(next.what.clone());
        if viewer.is(seat) {
            assert!(asked.deed.is_some(), "{action} was offered");
        } else {
            self.secret += usize::from(asked.deed.is_none());
            self.keeps_secrets(viewer, &asked);
        }
        asked
    }

    /// No unit that the viewer does not see is named in what was declared.
    fn keeps_secrets(&self, viewer: Viewer, asked: &DiceAsked) {
        let seen: BTreeSet<String> =
            self.table.view(viewer, u32::MAX).scene.counters.into_iter().map(|counter| counter.id).collect();
        let told = format!("{:?} {:?}", asked.deed, asked.needed);
        for hidden in self.table.view(Viewer::Referee, u32::MAX).scene.counters {
            let known = seen.contains(&hidden.id) || hidden.id.len() < 4;
            assert!(known || !told.contains(&format!("\"{}\"", hidden.id)), "{} is told {told}", hidden.id);
        }
    }

    /// The record of the game plays back to the bit.
    fn plays_back(&self, shelf: &Shelf) {
        let file = GameFile::parse(&self.table.record().to_text()).unwrap();
        assert_eq!(file.seed, None);
        let again = shelf.open_file(&file).unwrap().whole().unwrap();
        assert_eq!(again.hash(), self.table.hash());
    }
}

fn shelf() -> Shelf {
    shelf::stock(&Files::embedded()).unwrap()
}

#[test]
fn divisions_asks_for_chits_shots_and_assaults() {
    let shelf = shelf();
    let played = play(&shelf, "divisions", "rzhavets", 260);
    for what in ["a chit from the cup", "direct fire", "close assault: attacker, attacker, defender, defender"] {
        assert!(played.asked.contains(what), "{what} is not among {:?}", played.asked);
    }
    assert!(BLIND.iter().all(|blind| !played.asked.contains(*blind)), "{:?}", played.asked);
    assert_eq!(played.secret, 0, "both sides see everything that is done");
    played.plays_back(&shelf);
}

#[test]
fn the_chits_in_the_cup_are_called_by_their_names() {
    let shelf = shelf();
    let ruleset = shelf.ruleset("divisions").unwrap();
    let players = ["human".to_owned(), "human".to_owned()];
    let mut table = ruleset.open("rzhavets", &Settings::default(), &players, None).unwrap();
    let seat = table.to_act().unwrap();
    table.declare(seat, "draw", SEED).unwrap();
    let next = |table: &dyn Table| table.view(Viewer::Spectator, 0).dice.unwrap().needed.next;
    while next(table.as_ref()).names.is_empty() {
        table.throw(Cast::Seed(SEED)).unwrap();
    }
    let names = next(table.as_ref()).names;
    let place = names.iter().rposition(|name| !name.starts_with("Event chit")).unwrap();
    assert_eq!(names.len(), usize::from(next(table.as_ref()).dice[0].sides));
    table.throw(Cast::Typed(&[u16::try_from(place + 1).unwrap()])).unwrap().unwrap();
    let log = table.log(Viewer::Spectator, 0);
    assert!(log.iter().any(|entry| entry.text.starts_with(&names[place])), "{} acts", names[place]);
}

#[test]
fn assault_asks_for_symbols_and_draws_cards_out_of_sight() {
    let shelf = shelf();
    let played = play(&shelf, "assault", "blue-beach", 420);
    for what in ["initiative", "the attack", "the defence"] {
        assert!(played.asked.contains(what), "{what} is not among {:?}", played.asked);
    }
    assert!(BLIND.iter().all(|blind| !played.asked.contains(*blind)), "{:?}", played.asked);
    played.plays_back(&shelf);
}

#[test]
fn open_fire_asks_for_every_die_of_a_mission() {
    let shelf = shelf();
    let played = play(&shelf, "open-fire", "training", 300);
    assert!(played.asked.len() > 5, "{:?}", played.asked);
    played.plays_back(&shelf);
}
