//! Everything that can be wrong with a game that was laid out (AS-16), found together and typed.

use engine::Seat;
use hexmap::Hex;

use super::{Ask, Assault, Mark, Place, Standing, Unit, UnitSet};

/// The most points that a hex, a lead or a handicap can be.
const POINTS: i32 = 9999;
/// The most turns that a game can have.
const TURNS: u8 = 99;

/// Something wrong with a game that was laid out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Something is wrong with a unit of the scenario.
    Unit(Unit, UnitFault),
    /// Something is wrong with a hex.
    Hex(Hex, HexFault),
    /// A side has nobody on the map and nobody to come.
    NoUnits(Seat),
    /// More units than a game can count.
    TooManyUnits(usize),
    /// A formation or a draw comes in on a turn that the game has not; the number is its place among both.
    Arrives(u8),
    /// A zone has too little room for those who are set up in it.
    Crowded(u8),
    /// A draw takes more cards than its pool has.
    Pool(usize),
    /// An objective is worth more points than can be added up.
    Objective(usize),
    /// No turns, or too many.
    Turns,
    /// The clock names more or fewer turns than there are.
    Clock,
    /// A victory that nobody could win, or everybody.
    Margin,
}

/// What can be wrong with a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum UnitFault {
    /// An earlier unit has its id.
    IdTwice,
    /// Its id cannot be written in an action.
    Id,
    /// It cannot stand in its hex.
    CannotStand,
    /// It arrives on a turn that the game has not.
    Arrives,
    /// It has so much damage that it would be gone.
    Damage,
    /// It has a marker that only the program lays down.
    Mark,
}

/// What can be wrong with a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HexFault {
    /// More units than may stand together.
    Crowded,
    /// Both sides are in it.
    Enemies,
    /// Two works.
    Works,
}

/// All faults of a game in its first state.
pub fn faults(ask: Ask<'_>) -> Vec<Fault> {
    let mut found = Vec::new();
    for unit in ask.state.all_units().take(ask.rules.units.len()) {
        found.extend(unit_faults(ask, unit).into_iter().map(|fault| Fault::Unit(unit, fault)));
    }
    for hex in ask.rules.grid().hexes() {
        found.extend(hex_faults(ask, hex).into_iter().map(|fault| Fault::Hex(hex, fault)));
    }
    found.extend(side_faults(ask));
    found.extend(scenario_faults(ask.rules));
    found
}

fn those<T>(faults: impl IntoIterator<Item = (bool, T)>) -> Vec<T> {
    faults.into_iter().filter_map(|(found, fault)| found.then_some(fault)).collect()
}

fn late(rules: &Assault, place: Place) -> bool {
    matches!(place, Place::Reserve { turn, .. } if turn == 0 || turn > rules.turns)
}

fn unit_faults(ask: Ask<'_>, unit: Unit) -> Vec<UnitFault> {
    let (rules, state) = (ask.rules, ask.state.unit(unit));
    let id = &rules.units[unit.index()].id;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-./".contains(c);
    let card = rules.card(ask.state, unit);
    those([
        (rules.units[..unit.index()].iter().any(|earlier| earlier.id == *id), UnitFault::IdTwice),
        (id.is_empty() || !id.chars().all(plain), UnitFault::Id),
        (ask.state.hex(unit).is_some_and(|hex| !rules.can_stand(card.movement, hex)), UnitFault::CannotStand),
        (late(rules, state.place), UnitFault::Arrives),
        (state.damage >= card.eliminated_at, UnitFault::Damage),
        (rules.units[unit.index()].standing.marks.has(Mark::Emplaced), UnitFault::Mark),
    ])
}

fn hex_faults(ask: Ask<'_>, hex: Hex) -> Vec<HexFault> {
    let count = |seat: Seat| ask.state.of_side_in(seat, hex).count();
    let limit = usize::from(ask.rules.catalogue.turn.movement.stacking);
    let works = ask.rules.works.iter().filter(|work| work.hex == hex).count();
    those([
        (count(Seat(0)) > limit || count(Seat(1)) > limit, HexFault::Crowded),
        (count(Seat(0)) > 0 && count(Seat(1)) > 0, HexFault::Enemies),
        (works > 1, HexFault::Works),
    ])
}

fn side_faults(ask: Ask<'_>) -> Vec<Fault> {
    let rules = ask.rules;
    let drawn = |draw: &super::Draw| {
        let most = draw.pool.iter().map(|&card| rules.formation(card).size()).max().unwrap_or(0);
        most * usize::from(draw.count)
    };
    let all = rules.units.len()
        + rules.groups.iter().map(|group| rules.catalogue.formations[group.card].size()).sum::<usize>()
        + rules.draws.iter().map(drawn).sum::<usize>();
    let empty = |seat: Seat| {
        !rules.units.iter().any(|unit| unit.seat == seat)
            && !rules.groups.iter().any(|group| group.seat == seat)
            && !rules.draws.iter().any(|draw| draw.seat == seat)
    };
    let mut found = those([
        (all > UnitSet::ROOM, Fault::TooManyUnits(all)),
        (empty(Seat(0)), Fault::NoUnits(Seat(0))),
        (empty(Seat(1)), Fault::NoUnits(Seat(1))),
    ]);
    let standings = rules.groups.iter().map(|group| group.standing).chain(rules.draws.iter().map(|draw| draw.standing));
    found.extend(
        (0u8..)
            .zip(standings)
            .filter(|(_, standing)| late(rules, standing.place))
            .map(|(place, _)| Fault::Arrives(place)),
    );
    found.extend(
        (0..rules.draws.len())
            .filter(|&draw| usize::from(rules.draws[draw].count) > rules.draws[draw].pool.len())
            .map(Fault::Pool),
    );
    let room = |zone: usize| rules.zones[zone].len() * usize::from(rules.catalogue.turn.movement.stacking);
    let boxed = |zone: usize| {
        let here = |standing: &Standing| standing.place == Place::Box(zone as u8);
        rules.units.iter().filter(|unit| here(&unit.standing)).count()
            + rules
                .groups
                .iter()
                .filter(|group| here(&group.standing))
                .map(|group| rules.catalogue.formations[group.card].size())
                .sum::<usize>()
            + rules.draws.iter().filter(|draw| here(&draw.standing)).map(drawn).sum::<usize>()
    };
    found
        .extend((0..rules.zones.len()).filter(|&zone| boxed(zone) > room(zone)).map(|zone| Fault::Crowded(zone as u8)));
    found
}

fn scenario_faults(rules: &Assault) -> Vec<Fault> {
    let victory = rules.victory;
    let won = (1..=POINTS).contains(&victory.margin) && (victory.margin..=POINTS).contains(&victory.decisive);
    let given = victory.handicap.iter().all(|points| (-POINTS..=POINTS).contains(points));
    let mut found = those([
        (!(1..=TURNS).contains(&rules.turns), Fault::Turns),
        (!rules.clock.is_empty() && rules.clock.len() != usize::from(rules.turns), Fault::Clock),
        (!won || !given, Fault::Margin),
    ]);
    let objectives = rules.objectives.iter().enumerate();
    found.extend(
        objectives
            .filter(|(_, objective)| !(-POINTS..=POINTS).contains(&objective.points))
            .map(|(place, _)| Fault::Objective(place)),
    );
    found
}

impl Fault {
    /// What is wrong and what to do about it, for the author of the scenario.
    pub fn in_words(self, rules: &Assault) -> (String, String) {
        let (what, help) = match self {
            Fault::Unit(unit, fault) => {
                let id = &rules.units[unit.index()].id;
                match fault {
                    UnitFault::IdTwice => (format!("two units have the id \"{id}\""), "rename one of them"),
                    UnitFault::Id => {
                        (format!("\"{id}\" cannot be used as a unit's id"), "use small letters, digits, - . and /")
                    }
                    UnitFault::CannotStand => (
                        format!("\"{id}\" cannot stand in its hex"),
                        "put it into a hex that its movement type may enter",
                    ),
                    UnitFault::Arrives => {
                        (format!("\"{id}\" arrives on a turn that the game has not"), "name one of the game's turns")
                    }
                    UnitFault::Damage => (
                        format!("\"{id}\" has more damage than it endures"),
                        "its card says at how much it is eliminated",
                    ),
                    UnitFault::Mark => {
                        (format!("\"{id}\" is marked emplaced"), "a gun set up in a bunker is inside by itself")
                    }
                }
            }
            Fault::Hex(hex, fault) => {
                let label = rules.label(hex);
                match fault {
                    HexFault::Crowded => (format!("too many units in {label}"), "a hex holds two of a side"),
                    HexFault::Enemies => (format!("both sides are in {label}"), "enemies never share a hex"),
                    HexFault::Works => (format!("two works in {label}"), "a hex has one at most"),
                }
            }
            Fault::NoUnits(seat) => {
                (format!("{} has no units", rules.side_name(seat)), "give it a unit, a formation or a draw")
            }
            Fault::TooManyUnits(units) => (format!("{units} units"), "a game has at most 128"),
            Fault::Arrives(_) => {
                ("a formation arrives on a turn that the game has not".to_owned(), "name one of the game's turns")
            }
            Fault::Crowded(_) => (
                "a zone has too little room for all that could be set up in it".to_owned(),
                "add hexes: each holds two units",
            ),
            Fault::Pool(_) => {
                ("more cards are drawn than the pool has".to_owned(), "draw fewer, or add formations to the pool")
            }
            Fault::Objective(place) => (
                format!("{}: {} points", rules.objectives[place].name, rules.objectives[place].points),
                "points go up to 9999",
            ),
            Fault::Turns => (format!("{} turns", rules.turns), "a game has 1 to 99"),
            Fault::Clock => (
                format!("{} turns, and clock names {}", rules.turns, rules.clock.len()),
                "name each turn, or leave clock out",
            ),
            Fault::Margin => (
                "a victory that cannot be".to_owned(),
                "margin is at least 1, decisive no less, and no number beyond 9999",
            ),
        };
        (what, help.to_owned())
    }
}
