//! Fire and assault with a few units on a small map.

use std::sync::Arc;

use content::{Files, find_map, read_map};
use dice::{Dice, Scripted};
use engine::{Cited, Entry, Frames, Log, Silent};
use hexmap::Direction;

use crate::{
    booklet::{
        options::Options,
        paragraphs::{CardId, words},
    },
    course::{self, action::Action},
    map::country::Country,
    play::{
        eyewitness,
        refusal::Refused,
        s02_men::Blow,
        s02_ratings,
        s04_generation::mustering,
        s06_rounds::{command, turns},
        s07_movement::movements::Movement,
        s08_sight,
        s09_fire::{Fire, aim, machineguns, main_gun},
        s10_squads,
        s11_assault::{
            Assault, Attack,
            capture::{self, Custody},
        },
        s12_crews::Abandon,
        s14_damage, s15_points, s17_fighters, s18_hidden,
    },
    state::{
        Acting, Frame, Shell, SquadTurn, State, Turn, Work, WorkKind,
        laid_out::{self, Act, Ask, AskOf, OpenFire},
        units::{Ammunition, Crew, Machineguns, Motion, Place, Ratings, Side, Space, UnitId},
    },
    tables::{catalogue::Catalogue, damage::Effect, fire_refusal::CannotFire, gp_fire::GpWeapons},
};

/// Flat, with a line of woods in the north-west, a town in the south-west, rough ground and a building in the east.
const MAP: &str = r#"
low = "even"
legend = { "." = "clear", "w" = "woods", "t" = "town", "r" = "rough", "b" = "building" }
rows = """
. . . . . . . . . . .
. . . . . . . . . b .
. . w . . . . . . . .
. . . . . . . . . . .
. . . . . . . . r . .
. . . . . . . . . . .
. . . . . . . . . . .
. t . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
"""
"#;

const CREW: Crew = Crew { initiative: 5, commander: true, rating: 5, perception: 6, weapon_skill: 2, driving_skill: 7 };

/// A game with units on the map, and what has been written about them.
struct Table {
    game: OpenFire,
    state: State,
    log: Log,
}

fn table() -> Table {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).expect("the tables"));
    let read = |file: &str, text: &str| read_map(&files, file, text, &catalogue.palette()).expect("the map");
    let (path, text) = find_map(&files, "open-fire/maps/", "border").expect("the border");
    let booklet = crate::booklet::paragraphs::read_all(&files, &read(path, text).grid).expect("the booklet");
    let mission = booklet.mission("training").expect("the mission").clone();
    let game = OpenFire {
        id: "test".to_owned(),
        sheet: Arc::new(catalogue.sheet().clone()),
        booklet: Arc::new(booklet),
        country: Arc::new(Country::new(read("map.toml", MAP), Arc::clone(&catalogue))),
        mission,
        options: Options::default(),
        seats: Vec::new(),
        roster: None,
        opening: None,
    };
    let mut state = course::first_state(&game);
    state.markers.clear();
    state.generation = None;
    state.frames = Frames::new(Frame::Round { space: Acting::OneAdvantage });
    state.advantage = Side::Us;
    state.round = 1;
    Table { game, state, log: Log::default() }
}

impl Table {
    fn hex(&self, label: &str) -> hexmap::Hex {
        self.game.grid().parse(label).expect("a hex")
    }

    fn put(&mut self, side: Side, letter: &str, card: &str, at: &str, facing: Direction) -> UnitId {
        let mut unit = match side {
            Side::Us => mustering::platoon_unit(&self.game, letter, card, CREW, 10),
            Side::German => laid_out::new_unit(&self.game, side, letter, card, Ratings::Crew(CREW), CREW.rating),
        };
        unit.place = Place::At(self.hex(at));
        (unit.facing, unit.turret) = (facing, facing);
        unit.prepared = card.ends_with("atg");
        unit.space = Space::Turns(1);
        self.state.units.push(unit);
        UnitId(self.state.units.len() as u8 - 1)
    }

    fn us(&mut self, card: &str, at: &str, facing: Direction) -> UnitId {
        let letter = format!("A{}", self.state.units.len());
        self.put(Side::Us, &letter, card, at, facing)
    }

    fn german(&mut self, card: &str, at: &str, facing: Direction) -> UnitId {
        let letter = format!("N{}", self.state.units.len());
        self.put(Side::German, &letter, card, at, facing)
    }

    fn begin(&mut self, unit: UnitId) {
        turns::begin_turn(
            &mut Act { rules: &self.game, state: &mut self.state, dice: &mut Scripted::new([]), journal: &mut Silent },
            unit,
        );
    }

    fn turn(&self) -> &Turn {
        self.state.turn().expect("a turn")
    }

    fn check(&self, action: Action) -> Result<(), Refused> {
        course::check_action(Ask::new(&self.game, &self.state), action).map(|_| ())
    }

    /// Does a legal action with these dice, all of which must be thrown.
    fn act(&mut self, action: Action, faces: &[u16]) {
        assert_eq!(self.check(action), Ok(()), "{action:?}");
        let mut dice = Scripted::new(faces.to_vec());
        let ready = course::check_action(AskOf::new(&self.game, &self.state), action).unwrap();
        let state = &mut self.state;
        ready.perform_alone(&mut Act { rules: &self.game, state, dice: &mut dice, journal: &mut self.log });
        assert_eq!(dice.finish(), Ok(()), "{action:?}");
    }

    fn by_rule(&mut self, faces: &[u16], rule: impl FnOnce(&OpenFire, &mut State, &mut dyn Dice, &mut Log)) {
        let mut dice = Scripted::new(faces.to_vec());
        rule(&self.game, &mut self.state, &mut dice, &mut self.log);
        assert_eq!(dice.finish(), Ok(()));
    }

    fn last(&self) -> &Entry {
        self.log.entries.iter().rfind(|entry| entry.resolution.is_some()).expect("an attack")
    }

    fn rounds_left(&self, unit: UnitId) -> u8 {
        match self.state.unit(unit).ammunition {
            Some(Ammunition::Any(left)) => left,
            other => panic!("{other:?}"),
        }
    }
}

fn ap(target: UnitId) -> Action {
    Action::Fire(Fire::Main { target, shell: Shell::Ap })
}

fn gp(target: UnitId) -> Action {
    Action::Fire(Fire::Main { target, shell: Shell::Gp })
}

// holds: OF-9.1-19, OF-9.1-26, OF-9.1-27, OF-9.1-18, OF-9.4-1
#[test]
fn of_9_1_the_printed_example_on_the_map() {
    let mut table = table();
    let m26 = table.us("m26", "0509", Direction::N);
    let jagdtiger = table.german("jagdtiger", "0502", Direction::S);
    table.state.unit_mut(jagdtiger).closed = true;
    table.state.unit_mut(jagdtiger).defilade = true;
    table.begin(m26);
    table.state.unit_mut(m26).motion = Motion::Slow;
    let shot = main_gun::ap_shot(Ask::new(&table.game, &table.state), m26, jagdtiger).unwrap();
    assert_eq!((shot.range, shot.chance(&table.game.sheet), shot.penetration(&table.game.sheet)), (6, 35, 14));
    table.act(ap(jagdtiger), &[23, 43, 6]);
    assert_eq!(table.last().resolution.as_ref().unwrap().result, "hit hull light-penetration");
    assert_eq!(table.last().rule.0, "OF-9.1");
    assert_eq!(table.last().hexes, ["0509", "0502"]);
    let target = table.state.unit(jagdtiger);
    assert_eq!((target.condition.crew, target.space), (4, Space::Complete));
    assert_eq!(target.hit_by, [m26]);
    assert!(table.state.unit(m26).fired.now);
    assert_eq!((table.rounds_left(m26), table.turn().points), (9, 3));
    // The second shell is aimed better.
    let again = main_gun::ap_shot(Ask::new(&table.game, &table.state), m26, jagdtiger).unwrap();
    assert!(again.hit_before && again.chance(&table.game.sheet) > 35);
    let other = table.us("m26", "0409", Direction::N);
    assert!(!main_gun::ap_shot(Ask::new(&table.game, &table.state), other, jagdtiger).unwrap().hit_before);
}

#[test]
fn of_9_2_the_printed_example_on_the_map() {
    let mut table = table();
    let truck = table.us("us-truck", "1002", Direction::N);
    let panther = table.german("panther", "1011", Direction::N);
    table.state.unit_mut(truck).motion = Motion::Slow;
    assert_eq!(aim::range_to(Ask::new(&table.game, &table.state), panther, table.hex("1002")), 8);
    table.by_rule(&[5], |game, state, dice, log| {
        let ready = machineguns::check_all_at(AskOf::new(game, state), panther, truck).unwrap();
        machineguns::fire_all(&mut Act { rules: game, state, dice, journal: log }, &ready);
    });
    let resolution = table.last().resolution.clone().unwrap();
    assert_eq!(resolution.result, "suppressed");
    assert!(resolution.reading.contains("5 in column 7"), "{}", resolution.reading);
    assert!(table.state.unit(truck).condition.suppressed);
    // Germans do not count their rounds, and have none when a paragraph says so (9.5).
    table.state.unit_mut(panther).out_of_ammunition = true;
    assert_eq!(
        main_gun::check_main_at(Ask::new(&table.game, &table.state), panther, truck, Shell::Ap).err(),
        Some(Refused::NoAmmunition)
    );
    assert!(machineguns::check_guns_at(Ask::new(&table.game, &table.state), panther, truck).is_ok());
}

#[test]
fn of_9_guns_fire_into_sixty_degrees() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let ahead = table.german("pziv", "0502", Direction::S);
    let beside = table.german("pziv", "0806", Direction::S);
    table.begin(tank);
    assert_eq!(table.check(ap(ahead)), Ok(()));
    let refused = table.check(ap(beside)).unwrap_err();
    assert_eq!((refused.code(), refused.rule().0), ("out-of-arc", "OF-9"));
    // The turret brings the gun round; machineguns need not turn.
    assert_eq!(table.check(Action::Fire(Fire::Guns { target: beside })), Ok(()));
    table.act(Action::Move(Movement::Traverse { clockwise: true }), &[]);
    table.act(Action::Move(Movement::Traverse { clockwise: true }), &[]);
    assert_eq!(table.check(ap(beside)), Ok(()));
    assert_eq!(table.check(ap(ahead)), Err(Refused::OutOfArc));
    // Without a turret the hull decides, whatever the counter says.
    let jagdtiger = table.german("jagdtiger", "0508", Direction::N);
    table.state.unit_mut(jagdtiger).turret = Direction::S;
    assert!(main_gun::bears(Ask::new(&table.game, &table.state), jagdtiger, table.hex("0506")));
}

#[test]
fn of_9_nobody_fires_into_a_friends_hex() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let enemy = table.german("pziv", "0502", Direction::S);
    let friend = table.us("jeep", "0502", Direction::N);
    table.begin(tank);
    for action in [ap(enemy), gp(enemy), Action::Fire(Fire::Guns { target: enemy })] {
        let refused = table.check(action).unwrap_err();
        assert_eq!((refused.code(), refused.rule().0), ("friend-in-hex", "OF-9"));
    }
    assert_eq!(table.check(Action::Fire(Fire::Smoke { hex: table.hex("0502") })), Err(Refused::FriendInHex));
    table.state.unit_mut(friend).condition.crew = 0;
    assert_eq!(table.check(ap(enemy)), Ok(()), "a disabled friend is in nobody's way");
    let prisoner = table.german("pziv", "0502", Direction::S);
    table.state.unit_mut(prisoner).captured = true;
    assert_eq!(table.check(ap(enemy)), Err(Refused::FriendInHex));
    assert_eq!(table.check(ap(prisoner)), Err(Refused::NoTarget));
    assert_eq!(table.check(ap(friend)), Err(Refused::NoTarget));
}

#[test]
fn of_9_5_without_ammunition_no_fire() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let enemy = table.german("pziv", "0502", Direction::S);
    table.begin(tank);
    table.state.unit_mut(tank).ammunition = Some(Ammunition::Any(0));
    let refused = table.check(ap(enemy)).unwrap_err();
    assert_eq!((refused.code(), refused.rule().0), ("no-ammunition", "OF-9.5"));
    assert_eq!(table.check(Action::Fire(Fire::Guns { target: enemy })), Ok(()));
    table.state.unit_mut(tank).ammunition = Some(Ammunition::ByType { ap: 0, gp: 1, smoke: 0 });
    assert_eq!(table.check(ap(enemy)), Err(Refused::NoAmmunition));
    assert_eq!(table.check(Action::Fire(Fire::Smoke { hex: table.hex("0503") })), Err(Refused::NoAmmunition));
    table.act(gp(enemy), &[10]);
    assert_eq!(table.check(gp(enemy)), Err(Refused::NoAmmunition));
}

#[test]
fn of_9_the_target_must_be_seen() {
    let mut table = table();
    let tank = table.us("m4a3", "0306", Direction::N);
    let enemy = table.german("pziv", "0301", Direction::S);
    table.begin(tank);
    let refused = table.check(ap(enemy)).unwrap_err();
    assert_eq!((refused.code(), refused.rule().0), ("not-seen", "OF-8"));
}

#[test]
fn of_9_11_rate_of_fire_and_one_kind_of_shell() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let near = table.german("pziv", "0503", Direction::S);
    let other = table.german("pziv", "0403", Direction::S);
    table.begin(tank);
    assert_eq!(main_gun::rate_against(Ask::new(&table.game, &table.state), tank, near), 2);
    table.act(ap(near), &[99]);
    assert_eq!((table.turn().points, table.turn().volley.map(|volley| volley.left)), (3, Some(1)));
    assert_eq!(table.check(gp(near)).unwrap_err().code(), "other-shell");
    assert_eq!(table.check(ap(other)), Err(Refused::GunHasFired));
    table.act(ap(near), &[99]);
    assert_eq!((table.turn().points, table.rounds_left(tank)), (3, 8));
    let refused = table.check(ap(near)).unwrap_err();
    assert_eq!((refused.code(), refused.rule().0), ("gun-has-fired", "OF-9.11"));
    // Points are left for machineguns, as often as they last.
    table.act(Action::Fire(Fire::Guns { target: near }), &[10]);
    table.act(Action::Fire(Fire::Guns { target: other }), &[10]);
    assert_eq!(table.turn().points, 1);
    let far = table.german("pziv", "0511", Direction::N);
    let german = table.us("m4a3", "0501", Direction::S);
    assert_eq!(main_gun::rate_against(Ask::new(&table.game, &table.state), far, german), 1);
}

#[test]
fn of_6_7_two_crew_points_for_the_gun() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let enemy = table.german("pziv", "0503", Direction::S);
    table.state.unit_mut(tank).condition.crew = 2;
    table.begin(tank);
    assert_eq!(
        table.check(Action::Fire(Fire::All { target: enemy })),
        Err(Refused::NoCrewPoints { needs: 3, left: 2 })
    );
    table.act(Action::Fire(Fire::Guns { target: enemy }), &[10]);
    assert_eq!(table.check(ap(enemy)), Err(Refused::NoCrewPoints { needs: 2, left: 1 }));
    table.state.unit_mut(tank).condition.main_gun = false;
    assert_eq!(table.check(ap(enemy)), Err(Refused::NoWeapon));
}

#[test]
fn of_9_ap_only_at_vehicles() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let squad = table.german("ge-squad", "0503", Direction::S);
    let gun = table.german("88mm-atg", "0502", Direction::S);
    table.begin(tank);
    assert!(matches!(table.check(ap(squad)), Err(Refused::Fire(CannotFire::NotForAp(_)))));
    assert!(matches!(table.check(ap(gun)), Err(Refused::Fire(CannotFire::NotForAp(_)))));
    assert_eq!(table.check(gp(gun)), Ok(()));
}

#[test]
fn of_9_7_guns_are_prepared_first() {
    let mut table = table();
    let gun = table.us("76mm-atg", "0506", Direction::N);
    let enemy = table.german("pziv", "0503", Direction::S);
    table.state.unit_mut(gun).prepared = false;
    table.begin(gun);
    let refused = table.check(ap(enemy)).unwrap_err();
    assert_eq!((refused.code(), refused.rule().0), ("not-prepared", "OF-9.7"));
    table.state.unit_mut(gun).prepared = true;
    assert_eq!(table.check(ap(enemy)), Ok(()));
}

#[test]
fn of_9_3_others_in_the_hex_share_gp_fire() {
    let mut table = table();
    let tank = table.us("m4a1", "0506", Direction::N);
    let squad = table.german("ge-squad", "0503", Direction::S);
    let half = table.german("ge-half-squad", "0503", Direction::S);
    table.begin(tank);
    table.act(Action::Fire(Fire::All { target: squad }), &[1, 10]);
    assert!(table.state.unit(squad).halved, "{}", table.last().text);
    assert!(table.state.unit(half).is_active());
    let resolution = table.last().resolution.as_ref().unwrap();
    assert_eq!(resolution.result, "killed others no-effect");
    assert_eq!((table.rounds_left(tank), table.turn().points), (9, 2));
    assert_eq!(table.last().units.len(), 3);
    let forecast = course::odds_of(Ask::new(&table.game, &table.state), &gp(squad)).unwrap();
    assert_eq!(forecast.outcomes.iter().map(|chance| chance.ways.0).sum::<u128>(), 100);
}

#[test]
fn of_9_10_smoke_stands_until_the_end_of_the_next_round() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let enemy = table.german("pziv", "0502", Direction::S);
    table.begin(tank);
    let (own, between) = (table.hex("0506"), table.hex("0504"));
    assert_eq!(table.check(Action::Fire(Fire::Smoke { hex: own })).unwrap_err().code(), "smoke-on-self");
    assert_eq!(table.check(Action::Fire(Fire::Smoke { hex: table.hex("0508") })), Err(Refused::OutOfArc));
    table.act(Action::Fire(Fire::Smoke { hex: between }), &[]);
    assert_eq!((table.state.smoke[0].hex, table.state.smoke[0].until), (between, 2));
    assert!(!s08_sight::sees_unit(Ask::new(&table.game, &table.state), tank, enemy));
    assert_eq!((table.rounds_left(tank), table.turn().points), (9, 3));
    assert_eq!(table.check(Action::Fire(Fire::Smoke { hex: table.hex("0505") })), Err(Refused::GunHasFired));
    let jeep = table.us("jeep", "0406", Direction::N);
    assert!(main_gun::check_smoke_at(Ask::new(&table.game, &table.state), jeep, between).is_err());
}

#[test]
fn of_9_9_machineguns_one_by_one() {
    let mut table = table();
    table.game.options.separate_machineguns = true;
    let tank = table.us("m4a1", "0506", Direction::N);
    let [ahead, aside, behind] = ["0503", "0403", "0509"].map(|hex| table.hex(hex));
    let rating = |table: &Table, hex| machineguns::machinegun_rating(Ask::new(&table.game, &table.state), tank, hex);
    // All is 7 and the main gun 4: one for each of the three.
    assert_eq!([ahead, aside, behind].map(|hex| rating(&table, hex)), [3, 2, 1]);
    table.state.unit_mut(tank).closed = true;
    assert_eq!([ahead, aside, behind].map(|hex| rating(&table, hex)), [2, 1, 0]);
    table.state.unit_mut(tank).motion = Motion::Slow;
    assert_eq!(rating(&table, ahead), 1);
    let enemy = table.german("pziv", "0509", Direction::N);
    table.begin(tank);
    assert_eq!(table.check(Action::Fire(Fire::Guns { target: enemy })), Err(Refused::OutOfArc));
    // A hit takes one of them; the last one takes the weapon.
    let mut effects = vec![Effect::KoMachinegun];
    machineguns::spread_over_machineguns(
        &mut Act { rules: &table.game, state: &mut table.state, dice: &mut Scripted::new([]), journal: &mut table.log },
        tank,
        "hull",
        &mut effects,
    );
    assert_eq!((effects.len(), table.state.unit(tank).machineguns.bow), (0, false));
    table.state.unit_mut(tank).machineguns = Machineguns { bow: false, hull: false, turret: true };
    effects = vec![Effect::KoMachinegun];
    machineguns::spread_over_machineguns(
        &mut Act { rules: &table.game, state: &mut table.state, dice: &mut Scripted::new([]), journal: &mut table.log },
        tank,
        "turret",
        &mut effects,
    );
    assert_eq!(effects, [Effect::KoMachinegun]);
}

/// Without the option, on anything but a tank, and where no machinegun was hit, nothing is spread.
#[test]
fn of_9_9_only_tanks_have_three_machineguns() {
    let spread = |option: bool, card: &str, effect: Effect| {
        let mut table = table();
        table.game.options.separate_machineguns = option;
        let unit = table.us(card, "0506", Direction::N);
        let mut effects = vec![effect];
        let (dice, journal) = (&mut Scripted::new([]), &mut table.log);
        let mut act = Act { rules: &table.game, state: &mut table.state, dice, journal };
        machineguns::spread_over_machineguns(&mut act, unit, "hull", &mut effects);
        effects.is_empty() || !table.state.unit(unit).machineguns.bow
    };
    assert!(spread(true, "m4a1", Effect::KoMachinegun));
    assert!(!spread(false, "m4a1", Effect::KoMachinegun));
    assert!(!spread(true, "m3", Effect::KoMachinegun));
    assert!(!spread(true, "m4a1", Effect::KoMainGun));
}

#[test]
fn of_10_squads_move_half_and_fire() {
    let mut table = table();
    let squad = table.us("us-squad", "0506", Direction::N);
    let enemy = table.german("ge-squad", "0503", Direction::S);
    table.begin(squad);
    table.act(Action::Fire(Fire::Guns { target: enemy }), &[10]);
    assert_eq!((table.turn().squad, table.turn().moving.map(|moving| moving.left)), (SquadTurn::Fired, Some(2)));
    assert_eq!(table.check(Action::Fire(Fire::Guns { target: enemy })).unwrap_err().code(), "squad-done");
    table.act(Action::Move(Movement::Walk { to: table.hex("0505") }), &[]);
    assert_eq!(table.turn().squad, SquadTurn::Done);
    turns::end_turn(&mut Act {
        rules: &table.game,
        state: &mut table.state,
        dice: &mut Scripted::new([]),
        journal: &mut Silent,
    });
    table.state.unit_mut(squad).space = Space::Turns(1);
    table.begin(squad);
    table.act(Action::Move(Movement::Walk { to: table.hex("0506") }), &[]);
    table.act(Action::Fire(Fire::Guns { target: enemy }), &[10]);
    assert_eq!(table.check(Action::Move(Movement::Walk { to: table.hex("0505") })), Err(Refused::SquadDone));
    turns::end_turn(&mut Act {
        rules: &table.game,
        state: &mut table.state,
        dice: &mut Scripted::new([]),
        journal: &mut Silent,
    });
    table.begin(squad);
    table.act(Action::Move(Movement::Walk { to: table.hex("0505") }), &[]);
    table.act(Action::Move(Movement::Walk { to: table.hex("0506") }), &[]);
    assert_eq!(table.check(Action::Fire(Fire::Guns { target: enemy })), Err(Refused::SquadDone));
    turns::end_turn(&mut Act {
        rules: &table.game,
        state: &mut table.state,
        dice: &mut Scripted::new([]),
        journal: &mut Silent,
    });
    table.begin(squad);
    table.state.unit_mut(squad).condition.suppressed = true;
    let refused = table.check(Action::Fire(Fire::Guns { target: enemy })).unwrap_err();
    assert_eq!((refused.code(), refused.rule().0), ("suppressed", "OF-14.4"));
}

#[test]
fn of_9_8_bazookas() {
    let mut table = table();
    let squad = table.us("us-squad", "0506", Direction::N);
    let tank = table.german("pziv", "0505", Direction::N);
    let far = table.german("pziv", "0512", Direction::S);
    table.state.unit_mut(squad).ammunition = Some(Ammunition::Any(1));
    table.begin(squad);
    assert!(matches!(
        table.check(Action::Fire(Fire::Bazooka { target: far })),
        Err(Refused::Fire(CannotFire::BeyondLimit { .. }))
    ));
    table.act(Action::Fire(Fire::Bazooka { target: tank }), &[99]);
    assert_eq!(table.rounds_left(squad), 0);
    // Both weapons fire in one Move/Fire, each once.
    assert_eq!(table.check(Action::Fire(Fire::Bazooka { target: tank })), Err(Refused::NoAmmunition));
    table.act(Action::Fire(Fire::Guns { target: tank }), &[10]);
    assert_eq!(table.check(Action::Fire(Fire::Guns { target: tank })), Err(Refused::SquadDone));
    let crew = table.us("tank-crew", "0506", Direction::N);
    let refused = s10_squads::check_bazooka_at(Ask::new(&table.game, &table.state), crew, tank).err();
    assert_eq!(refused, Some(Refused::NoWeapon));
}

#[test]
fn of_11_in_one_hex_assault_or_ap() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let enemy = table.german("pziv", "0506", Direction::N);
    let away = table.german("pziv", "0503", Direction::N);
    table.begin(tank);
    assert_eq!(table.check(ap(enemy)), Ok(()), "11.1: AP fire or close assault");
    for action in [gp(enemy), Action::Fire(Fire::Guns { target: enemy })] {
        let refused = table.check(action).unwrap_err();
        assert_eq!((refused.code(), refused.rule().0), ("same-hex", "OF-9"));
    }
    assert_eq!(
        table.check(Action::Assault(Attack { how: Assault::Close, target: away })).unwrap_err().code(),
        "not-same-hex"
    );
    assert!(matches!(
        table.check(Action::Assault(Attack { how: Assault::Capture, target: enemy })),
        Err(Refused::Fire(CannotFire::CannotCapture { .. }))
    ));
    table.act(Action::Assault(Attack { how: Assault::Close, target: enemy }), &[10]);
    // Ratings doubled: 6 against 7.
    let resolution = table.last().resolution.clone().unwrap();
    assert!(resolution.reading.contains("column -2"), "{}", resolution.reading);
    assert_eq!((table.turn().points, table.rounds_left(tank)), (2, 9));
    table.state.unit_mut(tank).condition.suppressed = true;
    assert_eq!(table.check(Action::Assault(Attack { how: Assault::Close, target: enemy })), Err(Refused::Suppressed));
}

#[test]
fn of_11_2_a_squad_captures() {
    let mut table = table();
    let squad = table.us("us-squad", "0506", Direction::N);
    let card = CardId { side: words::Side::German, number: 44 };
    let tiger = table.german("tiger", "0506", Direction::N);
    table.state.unit_mut(tiger).ratings = Ratings::Card(card);
    let passenger = table.german("ge-half-squad", "0506", Direction::N);
    table.state.unit_mut(passenger).place = Place::Aboard(tiger);
    table.begin(squad);
    capture::capture(
        &mut Act { rules: &table.game, state: &mut table.state, dice: &mut Scripted::new([]), journal: &mut table.log },
        tiger,
    );
    let prisoner = table.state.unit(tiger);
    assert!(prisoner.captured && !prisoner.is_active());
    assert_eq!(prisoner.space, Space::Inactive);
    assert!(table.state.unit(passenger).captured);
    // Its card awards points only for a kill (OF-2.1).
    assert_eq!(table.state.gained, 0);
    let fourth = table.german("pziv", "0506", Direction::N);
    table.state.unit_mut(fourth).ratings = Ratings::Card(CardId { side: words::Side::German, number: 29 });
    capture::capture(
        &mut Act { rules: &table.game, state: &mut table.state, dice: &mut Scripted::new([]), journal: &mut table.log },
        fourth,
    );
    s14_damage::kill(
        &mut Act { rules: &table.game, state: &mut table.state, dice: &mut Scripted::new([]), journal: &mut table.log },
        fourth,
    );
    assert_eq!(table.state.gained, 2, "once, whatever befalls it afterwards");
    // (4 + 3) doubled against 3 doubled is column 8: only a kill captures.
    let enemy = table.german("ge-truck", "0506", Direction::N);
    let capture = Action::Assault(Attack { how: Assault::Capture, target: enemy });
    let forecast = course::odds_of(Ask::new(&table.game, &table.state), &capture);
    assert!(forecast.unwrap().outcomes.iter().any(|chance| chance.result == "captured"));
    table.act(Action::Assault(Attack { how: Assault::Capture, target: enemy }), &[1]);
    assert!(table.state.unit(enemy).captured, "{}", table.last().text);
    assert_eq!(table.turn().squad, SquadTurn::Done);
    // Without a guard they are gone.
    table.state.unit_mut(squad).place = Place::At(table.hex("0507"));
    capture::lose_prisoners(&mut Act {
        rules: &table.game,
        state: &mut table.state,
        dice: &mut Scripted::new([]),
        journal: &mut table.log,
    });
    assert_eq!(table.state.unit(tiger).place, Place::Removed);
}

#[test]
fn of_11_2_half_a_crew_mans_a_captured_tank() {
    let mut table = table();
    let jeep = table.us("m4a3", "0506", Direction::N);
    let tiger = table.german("tiger", "0506", Direction::N);
    table.begin(jeep);
    assert_eq!(
        table.check(Action::Guard(Custody::Guard { unit: jeep, captured: tiger })).unwrap_err().code(),
        "no-guard"
    );
    capture::capture(
        &mut Act { rules: &table.game, state: &mut table.state, dice: &mut Scripted::new([]), journal: &mut table.log },
        tiger,
    );
    table.act(Action::Guard(Custody::Guard { unit: jeep, captured: tiger }), &[]);
    let (own, manned) = (table.state.unit(jeep), table.state.unit(tiger));
    assert_eq!((own.condition.crew, own.condition.crew_lost), (3, 2));
    assert_eq!((manned.condition.crew, manned.condition.crew_lost, manned.side), (2, 3, Side::Us));
    assert!(manned.is_active());
    let (whole, half) = (
        s02_ratings::ratings(Ask::new(&table.game, &table.state), jeep),
        s02_ratings::ratings(Ask::new(&table.game, &table.state), tiger),
    );
    assert!(whole.commander && !half.commander);
    assert!(half.weapon_skill <= whole.weapon_skill);
    assert_eq!(table.turn().points, 0);
}

#[test]
fn of_11_3_a_charge_takes_half_the_movement() {
    let mut table = table();
    let tank = table.us("m4a3", "0706", Direction::N);
    let near = table.german("ge-squad", "0704", Direction::S);
    let far = table.german("ge-squad", "0703", Direction::S);
    let rough = table.german("ge-squad", "0905", Direction::S);
    table.begin(tank);
    // Four fast: half is two. Three hexes of clear ground are too far, and nobody charges past another enemy.
    assert_eq!(table.check(Action::Assault(Attack { how: Assault::Charge, target: near })), Ok(()));
    let refused = table.check(Action::Assault(Attack { how: Assault::Charge, target: far })).unwrap_err();
    assert_eq!((refused.code(), refused.rule().0), ("charge-too-far", "OF-11.3"));
    assert_eq!(
        table.check(Action::Assault(Attack { how: Assault::Charge, target: rough })).unwrap_err().code(),
        "charge-too-far"
    );
    table.state.unit_mut(tank).closed = true;
    assert_eq!(
        table.check(Action::Assault(Attack { how: Assault::Charge, target: near })).unwrap_err().code(),
        "charge-too-far"
    );
    table.state.unit_mut(tank).closed = false;
    table.act(Action::Assault(Attack { how: Assault::Charge, target: near }), &[5]);
    assert_eq!(table.state.hex_of(tank), Some(table.hex("0704")));
    assert_eq!((table.turn().points, table.state.unit(tank).motion), (0, Motion::Slow));
    let modifiers = &table.last().resolution.as_ref().unwrap().modifiers;
    assert!(modifiers.iter().any(|modifier| modifier.what == "charge assault" && modifier.value == 3));
    assert_eq!(table.last().rule.0, "OF-11.3");
    assert_eq!(table.rounds_left(tank), 9);
}

#[test]
fn of_11_3_squads_charge_what_is_left_of_half() {
    let mut table = table();
    let squad = table.us("us-squad", "0506", Direction::N);
    let beside = table.german("ge-squad", "0505", Direction::S);
    let two_off = table.german("ge-squad", "0508", Direction::S);
    table.begin(squad);
    assert_eq!(
        table.check(Action::Assault(Attack { how: Assault::Charge, target: two_off })).unwrap_err().code(),
        "charge-too-far"
    );
    assert_eq!(table.check(Action::Assault(Attack { how: Assault::Charge, target: beside })), Ok(()));
    table.act(Action::Move(Movement::Walk { to: table.hex("0505") }), &[]);
    assert_eq!(table.turn().squad, SquadTurn::MovedHalf);
    table.act(Action::Assault(Attack { how: Assault::Charge, target: beside }), &[10]);
    assert_eq!(table.turn().squad, SquadTurn::Done);
    turns::end_turn(&mut Act {
        rules: &table.game,
        state: &mut table.state,
        dice: &mut Scripted::new([]),
        journal: &mut Silent,
    });
    table.begin(squad);
    assert_eq!(table.check(Action::Assault(Attack { how: Assault::Charge, target: beside })), Err(Refused::SameHex));
    assert_eq!(table.check(Action::Assault(Attack { how: Assault::Capture, target: beside })), Ok(()));
}

#[test]
fn of_12_a_crew_on_foot() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    table.state.unit_mut(tank).condition.crew = 4;
    table.state.unit_mut(tank).condition.crew_lost = 1;
    let before = s02_ratings::ratings(Ask::new(&table.game, &table.state), tank);
    table.begin(tank);
    table.act(Action::Abandon(Abandon(None)), &[]);
    let crew = UnitId(1);
    assert_eq!(table.state.hex_of(crew), table.state.hex_of(tank));
    assert!(table.game.card(table.state.unit(crew)).kind.is_squad());
    assert_eq!(s02_ratings::ratings(Ask::new(&table.game, &table.state), crew), before);
    assert!(
        s02_ratings::is_disabled(Ask::new(&table.game, &table.state), tank)
            && !command::is_commander(Ask::new(&table.game, &table.state), tank)
    );
    assert_ne!(table.state.id_of(crew), table.state.id_of(tank));
    assert_eq!(s15_points::losses(Ask::new(&table.game, &table.state)), 2);
}

#[test]
fn of_13_3_ap_fire_hits_the_bunker() {
    let mut table = table();
    let tank = table.us("m26", "0506", Direction::N);
    let squad = table.german("ge-squad", "0503", Direction::S);
    let hex = table.hex("0503");
    table.state.works.push(Work { hex, kind: WorkKind::Bunker(Direction::S), occupant: Some(squad) });
    table.begin(tank);
    let shot = main_gun::ap_shot(Ask::new(&table.game, &table.state), tank, squad).unwrap();
    assert_eq!((shot.target.id.as_str(), shot.closed), ("bunker", true));
    // 10 and 15 and 2 through the embrasure make 27: the bunker and who is in it.
    table.act(ap(squad), &[1, 1, 10]);
    assert!(table.state.works.is_empty() && table.state.unit(squad).condition.killed, "{}", table.last().text);
}

#[test]
fn of_6_5_who_is_missed_wakes_up() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    let enemy = table.german("pziv", "0503", Direction::S);
    table.state.unit_mut(tank).space = Space::Unaware;
    table.by_rule(&[99], |game, state, dice, log| {
        let shell = main_gun::further_shell(AskOf::new(game, state), enemy, tank).unwrap();
        main_gun::fire_ap(&mut Act { rules: game, state, dice, journal: log }, shell);
    });
    assert_eq!(table.state.unit(tank).space, Space::Complete);
    assert!(table.state.unit(tank).hit_by.is_empty());
    assert!(table.state.unit(enemy).fired.now);
}

#[test]
fn of_14_5_hidden_targets_are_an_option() {
    let mut table = table();
    let tank = table.us("m26", "0306", Direction::N);
    let enemy = table.german("pziv", "0301", Direction::S);
    table.begin(tank);
    assert_eq!(table.check(ap(enemy)), Err(Refused::NotSeen));
    table.game.options.hidden_targets = true;
    assert_eq!(table.check(gp(enemy)), Err(Refused::NotSeen));
    let shot = main_gun::ap_shot(Ask::new(&table.game, &table.state), tank, enemy).unwrap();
    let seen = crate::tables::ap_fire::ApShot { hidden: false, ..shot };
    assert_eq!(shot.chance(&table.game.sheet), seen.chance(&table.game.sheet) - 20);
    assert_eq!(shot.penetration(&table.game.sheet), seen.penetration(&table.game.sheet) - 4);
    // A failed check costs its point; then there is no time to look and to fire.
    table.act(ap(enemy), &[10]);
    assert_eq!((table.turn().points, table.turn().volley), (4, None));
    table.act(ap(enemy), &[1, 99]);
    assert_eq!(table.turn().points, 1);
    table.act(ap(enemy), &[99]);
    assert_eq!(s18_hidden::hidden_targets(Ask::new(&table.game, &table.state), enemy), []);
    table.state.unit_mut(enemy).fired.before = true;
    assert_eq!(s18_hidden::hidden_targets(Ask::new(&table.game, &table.state), enemy), [tank]);
    table.by_rule(&[10], |game, state, dice, log| {
        assert!(!s18_hidden::makes_out(&mut Act { rules: game, state, dice, journal: log }, enemy, tank));
    });
    // Two hexes of woods are too many; a unit in a town is hidden by its own hex.
    let town = table.german("pziv", "0208", Direction::N);
    table.state.unit_mut(tank).turret = Direction::S;
    table.state.unit_mut(tank).place = Place::At(table.hex("0205"));
    assert!(s18_hidden::is_hidden(Ask::new(&table.game, &table.state), tank, town));
}

#[test]
fn mission_5_dusk_and_night() {
    let mut table = table();
    let tank = table.us("m26", "0512", Direction::N);
    let enemy = table.german("pziv", "0502", Direction::S);
    table.begin(tank);
    table.state.light = words::Light::Dusk;
    assert_eq!(table.check(ap(enemy)), Ok(()));
    table.state.light = words::Light::Night;
    assert_eq!(table.check(ap(enemy)), Err(Refused::TooDark { most: 5, range: 9 }));
    let beside = table.hex("0502");
    assert_eq!(
        table.check(Action::Fire(Fire::Smoke { hex: beside })).map_err(|refused| refused.code()),
        Err("too-dark")
    );
    table.state.unit_mut(enemy).fired.now = true;
    assert_eq!(table.check(ap(enemy)), Ok(()));
}

#[test]
fn of_17_fighters() {
    let mut table = table();
    let tank = table.us("m4a1", "0506", Direction::N);
    let destroyer = table.us("m10", "0507", Direction::N);
    let truck = table.us("us-truck", "0506", Direction::N);
    assert!(machineguns::fires_at_fighters(Ask::new(&table.game, &table.state), destroyer).is_err());
    // Column -1 against the fighter; 18 against a truck of 3 is a kill without a die, and column 11 for the tank beside
    // it.
    table.by_rule(&[10, 6], |game, state, dice, log| {
        assert!(s17_fighters::fighter_run(
            &mut Act { rules: game, state, dice, journal: log },
            "fw-190",
            &[GpWeapons::Machineguns],
            truck
        ));
    });
    assert!(table.state.unit(truck).condition.suppressed && table.state.unit(tank).condition.suppressed);
    assert_eq!(table.state.unit(truck).condition.crew, CREW.rating - 1);
    let squad = table.us("us-squad", "0202", Direction::N);
    table.by_rule(&[10], |game, state, dice, log| {
        s17_fighters::barrage(&mut Act { rules: game, state, dice, journal: log }, 4, squad);
    });
    assert!(table.last().text.contains("Shells fall"), "{}", table.last().text);
}

#[test]
fn everything_offered_has_odds_and_is_legal() {
    let mut table = table();
    let tank = table.us("m4a3", "0506", Direction::N);
    table.german("pziv", "0503", Direction::S);
    table.german("ge-squad", "0503", Direction::S);
    table.german("ge-squad", "0506", Direction::S);
    table.begin(tank);
    let mut legal = Vec::new();
    let _ = course::visit_legal(Ask::new(&table.game, &table.state), &mut |action| {
        legal.extend(action.combat().map(|_| action));
        std::ops::ControlFlow::Continue(())
    });
    let attacks = legal.iter().filter(|action| !matches!(action, Action::Fire(Fire::Smoke { .. })));
    for action in attacks.clone() {
        assert!(course::odds_of(Ask::new(&table.game, &table.state), action).is_some(), "{action:?}");
    }
    // AP at the tank, GP, all weapons and guns at both, an assault.
    assert_eq!(attacks.count(), 8);
    assert!(legal.iter().any(|action| matches!(action, Action::Fire(Fire::Smoke { .. }))));
}

/// The seats that were hit, and who of them is dead.
fn hurt(table: &Table, unit: UnitId) -> Vec<(u8, bool)> {
    table.state.unit(unit).hurt.iter().map(|hurt| (hurt.seat, hurt.dead)).collect()
}

#[test]
fn of_2_5_the_place_of_a_hit_says_who_was_hit() {
    let mut table = table();
    let sherman = table.us("m4a3", "0509", Direction::N);
    let blow = |area, heavy| Blow { area: Some(area), heavy };
    for (area, heavy, lost) in [("turret", false, 1), ("hull", true, 2), ("turret", false, 1)] {
        table.by_rule(&[], |rules, state, dice, journal| {
            let mut act = Act { rules, state, dice, journal };
            s14_damage::suffer_blow(&mut act, sherman, &[Effect::ReduceCrew(lost)], blow(area, heavy));
        });
    }
    // The gunner; the bow gunner, who is killed, and the driver; then the loader, because the gunner has been hit.
    assert_eq!(hurt(&table, sherman), [(1, false), (4, true), (3, false), (2, false)]);
    assert_eq!(table.state.unit(sherman).condition.crew, 1, "ratings are as printed");
    let told: Vec<&str> = table.log.entries.iter().map(|entry| entry.text.as_str()).collect();
    assert!(told.iter().any(|text| text.contains("gunner, is wounded")), "{told:?}");
    assert!(told.iter().any(|text| text.contains("bow gunner, is killed; ")), "{told:?}");
}

#[test]
fn of_2_5_fire_at_large_finds_the_head_that_is_out_and_the_last_loss_all_who_are_left() {
    let mut table = table();
    let m10 = table.us("m10", "0509", Direction::N);
    for lost in [1, 4] {
        table.by_rule(&[], |rules, state, dice, journal| {
            let mut act = Act { rules, state, dice, journal };
            s14_damage::suffer(&mut act, m10, &[Effect::ReduceCrew(lost)]);
        });
    }
    let seats: Vec<u8> = hurt(&table, m10).into_iter().map(|(seat, _)| seat).collect();
    assert_eq!(seats[0], 0, "the commander stands in the open turret");
    assert_eq!(seats.len(), 5);
    let german = table.german("pziv", "0502", Direction::S);
    table.by_rule(&[], |rules, state, dice, journal| {
        let mut act = Act { rules, state, dice, journal };
        s14_damage::suffer(&mut act, german, &[Effect::ReduceCrew(1)]);
    });
    assert!(hurt(&table, german).is_empty(), "nobody knows their names");
}

#[test]
fn a_germans_deed_is_told_as_our_men_see_it() {
    let mut table = table();
    let tank = table.us("m4a3", "0509", Direction::N);
    let half_track = table.german("spw-251", "0402", Direction::S);
    let hexes = ["0404", "0303", "0402"].map(|label| table.hex(label));
    let ask = Ask::new(&table.game, &table.state);
    assert_eq!(eyewitness::who(ask, half_track), "the half-track");
    assert_eq!(eyewitness::moving(ask, half_track, hexes[0], hexes[2]), "draws off across the open");
    assert_eq!(eyewitness::moving(ask, half_track, hexes[0], hexes[1]), "draws off for the trees");
    assert_eq!(eyewitness::moving(ask, half_track, hexes[2], hexes[0]), "comes on across the open");
    assert_eq!(eyewitness::shot("A M4A3", "miss"), "fires at A M4A3 and misses");
    let hit = "hit, Hull, Light Penetration (total 22); OF-14.3: crew reduced by 1, loses its remaining Turns";
    assert_eq!(eyewitness::shot("A M4A3", hit), "hits A M4A3: crew reduced by 1, loses its remaining Turns");
    let told = eyewitness::seen(ask, half_track, Entry::new(crate::rule_ids::FACING, "turns"), "turns");
    assert_eq!(told.seen.map(|seen| format!("{} {}", seen.who, seen.does)).as_deref(), Some("the half-track turns"));
    // Our own deeds stay in the words of the rules.
    assert_eq!(eyewitness::seen(ask, tank, Entry::new(crate::rule_ids::FACING, "turns"), "turns").seen, None);
    let second = table.german("spw-251", "0202", Direction::S);
    let ask = Ask::new(&table.game, &table.state);
    let letter = &ask.state.unit(second).letter;
    assert_eq!(eyewitness::who(ask, second), format!("the half-track {letter}"));
}
