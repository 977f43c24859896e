//! Everything that can be wrong with a game that was laid out (FD-19), found together and typed.
//!
//! The set-up asks about the first state and says where in the file each fault stands. A test asks about every state of
//! random games: play must not bring about what a set-up may not hold.

use engine::{Seat, Victory};
use hexmap::Hex;

use super::{Ask, Divisions, Draw, Place, TurnWeather, Unit, UnitInfo};
use crate::tables::Runs;

/// The most points that a hex, a lead or a handicap can be.
const POINTS: i32 = 9999;
/// The most half points that a step may cost: far beyond what any company has, far below what a sum can hold.
const DEAREST: u16 = 9999;
/// The most turns that a game can have.
const TURNS: usize = 99;
/// The faces of the die that is thrown for the weather.
const FACES: usize = 6;

/// Something wrong with a game that was laid out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Something is wrong with a unit.
    Unit(Unit, UnitFault),
    /// Two formations have one id; this is the later.
    FormationTwice(usize),
    /// Units stand in a hex that may not stand together.
    Hex(Hex, HexFault),
    /// Something is wrong with a side.
    Side(Seat, SideFault),
    /// An objective is worth more points than can be added up.
    Objective(usize),
    /// Something is wrong with the scenario as a whole.
    Scenario(ScenarioFault),
}

/// What can be wrong with a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum UnitFault {
    /// An earlier unit has its id.
    IdTwice,
    /// Its id cannot be written in an action.
    Id,
    /// Its formation has a headquarters already.
    SecondHeadquarters,
    /// It is neither on the map nor due to come.
    Nowhere,
    /// It arrives on a turn that the game has not, or is on the map already.
    Arrives,
    /// Its class may not enter the hex it stands in.
    CannotStand,
    /// Its class may not enter the hex where it could come in; the number is that of the entry.
    CannotEnter(usize),
    /// An entry is listed twice; the number is that of the later.
    EntryTwice(usize),
    /// It has no steps and is there, or has more than a counter has sides.
    Steps,
    /// Its hex does not know that it is there.
    Lost,
}

/// What can be wrong with what stands in a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HexFault {
    /// More counters than may stand together.
    Crowded,
    /// Both sides are in it.
    Enemies,
}

/// What can be wrong with a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SideFault {
    /// The other side has its id.
    IdTwice,
    /// Its id cannot be used in files.
    Id,
    /// It has lost before the first chit is drawn.
    NoCompanies,
    /// It draws a chit on a turn that the game has not; the number is that of the draw.
    DrawTurn(usize),
    /// It draws more chits than there are in its pool.
    TooManyDraws,
}

/// What can be wrong with a scenario as a whole.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ScenarioFault {
    /// No turns, or too many.
    Turns,
    /// The clock names more or fewer turns than there are.
    Clock,
    /// Weather is thrown for, and the table has not one entry for each face.
    WeatherTable,
    /// A victory that nobody could win, or everybody.
    Margin,
    /// A handicap that could not be added up.
    Handicap,
    /// A road written as a hexside, or a river written as a path; the number is that of the feature.
    WrongList(usize),
    /// A step that costs more than can be added up.
    TooDear,
}

/// All faults of a game in this state.
pub fn faults(ask: Ask<'_>) -> Vec<Fault> {
    let mut found = Vec::new();
    for unit in ask.rules.all_units() {
        found.extend(unit_faults(ask, unit).into_iter().map(|fault| Fault::Unit(unit, fault)));
    }
    for hex in ask.rules.grid().hexes() {
        found.extend(hex_faults(ask, hex).into_iter().map(|fault| Fault::Hex(hex, fault)));
    }
    for seat in [Seat(0), Seat(1)] {
        found.extend(side_faults(ask.rules, seat).into_iter().map(|fault| Fault::Side(seat, fault)));
    }
    let formations = &ask.rules.formations;
    let twice = |&index: &usize| formations[..index].iter().any(|earlier| earlier.id == formations[index].id);
    found.extend((0..formations.len()).filter(twice).map(Fault::FormationTwice));
    let objectives = ask.rules.objectives.iter().enumerate();
    let heavy = objectives.filter(|(_, objective)| !(-POINTS..=POINTS).contains(&objective.points));
    found.extend(heavy.map(|(index, _)| Fault::Objective(index)));
    found.extend(scenario_faults(ask.rules).into_iter().map(Fault::Scenario));
    found
}

/// Keeps the faults that are there.
fn those<T>(faults: impl IntoIterator<Item = (bool, T)>) -> Vec<T> {
    faults.into_iter().filter_map(|(found, fault)| found.then_some(fault)).collect()
}

fn unit_faults(ask: Ask<'_>, unit: Unit) -> Vec<UnitFault> {
    let Ask { rules, state } = ask;
    let info = rules.unit(unit);
    let place = state.units[unit.index()].place;
    let hex = state.hex(unit);
    let steps_fit = match place {
        Place::On(_) | Place::Reserve => (1..=2).contains(&state.steps(unit)),
        Place::Gone => state.steps(unit) == 0,
    };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-./".contains(c);
    let on_map = matches!(info.start, Place::On(_));
    let late = info.arrives > 0 && (on_map || usize::from(info.arrives) > rules.turns.len());
    let mut faults = those([
        (rules.units[..unit.index()].iter().any(|earlier| earlier.id == info.id), UnitFault::IdTwice),
        (info.id.is_empty() || !info.id.chars().all(plain), UnitFault::Id),
        (
            info.is_headquarters() && rules.formation(info.formation).headquarters != Some(unit),
            UnitFault::SecondHeadquarters,
        ),
        (place == Place::Reserve && (info.arrives == 0 || info.entry.is_empty()), UnitFault::Nowhere),
        (late, UnitFault::Arrives),
        (hex.is_some_and(|hex| !can_stand(rules, info, hex)), UnitFault::CannotStand),
        (!steps_fit, UnitFault::Steps),
        (hex.is_some_and(|hex| !state.units_in(hex).has(unit)), UnitFault::Lost),
    ]);
    for (index, &entry) in info.entry.iter().enumerate() {
        faults.extend(those([
            (!can_stand(rules, info, entry), UnitFault::CannotEnter(index)),
            (info.entry[..index].contains(&entry), UnitFault::EntryTwice(index)),
        ]));
    }
    faults
}

/// Whether the unit's class may be in a hex: the ground lets it, or a road does.
fn can_stand(rules: &Divisions, info: &UnitInfo, hex: Hex) -> bool {
    let roads = rules.map.tracks.iter().filter(|track| rules.catalogue.features[track.feature].cost.is_some());
    rules.ground(hex).cost.of(info.class).0.is_some() || { roads }.any(|track| track.path.contains(&hex))
}

fn hex_faults(ask: Ask<'_>, hex: Hex) -> Vec<HexFault> {
    let units = ask.state.units_in(hex);
    let of = |seat: Seat| !units.and(ask.rules.side(seat)).is_empty();
    those([
        (units.len() > ask.rules.catalogue.limits.stacking, HexFault::Crowded),
        (of(Seat(0)) && of(Seat(1)), HexFault::Enemies),
    ])
}

fn side_faults(rules: &Divisions, seat: Seat) -> Vec<SideFault> {
    let id = |seat: Seat| rules.seats[seat.index()].id.as_str();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let pool = &rules.pools[seat.index()];
    let mut faults = those([
        (seat == Seat(1) && id(seat) == id(seat.other()), SideFault::IdTwice),
        (id(seat).is_empty() || !id(seat).chars().all(plain), SideFault::Id),
        (rules.side(seat).is_empty(), SideFault::NoCompanies),
        (drawn(&pool.draws) > pool.chits.len(), SideFault::TooManyDraws),
    ]);
    let turns = 1..=rules.turns.len();
    let off = pool.draws.iter().enumerate().filter(|(_, draw)| !turns.contains(&draw.turn));
    faults.extend(off.map(|(index, _)| SideFault::DrawTurn(index)));
    faults
}

fn drawn(draws: &[Draw]) -> usize {
    draws.iter().map(|draw| usize::from(draw.count)).sum()
}

fn scenario_faults(rules: &Divisions) -> Vec<ScenarioFault> {
    let Victory { margin, decisive, handicap } = rules.victory;
    let (turns, clock) = (rules.turns.len(), rules.clock.len());
    let thrown = rules.turns.contains(&TurnWeather::Roll);
    let won = (1..=POINTS).contains(&margin) && (margin..=POINTS).contains(&decisive);
    let mut faults = those([
        (!(1..=TURNS).contains(&turns), ScenarioFault::Turns),
        (clock != 0 && clock != turns, ScenarioFault::Clock),
        (thrown && rules.weather_table.len() != FACES, ScenarioFault::WeatherTable),
        (!won, ScenarioFault::Margin),
        (handicap.iter().any(|points| !(-POINTS..=POINTS).contains(points)), ScenarioFault::Handicap),
        (rules.costs.dearest() > DEAREST, ScenarioFault::TooDear),
    ]);
    let through = rules.map.tracks.iter().map(|track| (track.feature, Runs::Through));
    let between = rules.map.sides.iter().map(|side| (side.feature, Runs::Between));
    let wrong = through.chain(between).filter(|&(feature, runs)| rules.catalogue.features[feature].runs != runs);
    for (feature, _) in wrong {
        if !faults.contains(&ScenarioFault::WrongList(feature)) {
            faults.push(ScenarioFault::WrongList(feature));
        }
    }
    faults
}

impl Fault {
    /// What is wrong and what to do about it, for the author of the scenario.
    pub fn in_words(self, rules: &Divisions) -> (String, String) {
        let (what, help) = match self {
            Fault::Unit(unit, fault) => fault.in_words(rules, rules.unit(unit)),
            Fault::FormationTwice(index) => {
                (format!("two formations have the id \"{}\"", rules.formations[index].id), "rename one of them")
            }
            Fault::Hex(hex, fault) => return fault.in_words(rules, hex),
            Fault::Side(seat, fault) => return fault.in_words(rules, seat),
            Fault::Objective(index) => {
                let objective = &rules.objectives[index];
                (format!("{}: {} points", objective.name, objective.points), "points go up to 9999")
            }
            Fault::Scenario(fault) => fault.in_words(rules),
        };
        (what, help.to_owned())
    }
}

impl UnitFault {
    fn in_words(self, rules: &Divisions, info: &UnitInfo) -> (String, &'static str) {
        let id = &info.id;
        let ground = |hex: Hex| rules.ground(hex).name.to_lowercase();
        match self {
            UnitFault::IdTwice => (format!("two units have the id \"{id}\""), "rename one of them"),
            UnitFault::Id => {
                (format!("\"{id}\" cannot be used as a unit's id"), "use small letters, digits, - . and /")
            }
            UnitFault::SecondHeadquarters => (
                format!("{} has two headquarters", rules.formation(info.formation).name),
                "a formation has one at most",
            ),
            UnitFault::Nowhere => (format!("\"{id}\" is nowhere"), "give at = \"0304\", or arrives and entry"),
            UnitFault::Arrives => (
                format!("\"{id}\" arrives on turn {}", info.arrives),
                "a company is on the map from the start, or arrives on one of the game's turns",
            ),
            UnitFault::CannotStand => {
                let ground = if let Place::On(hex) = info.start { ground(hex) } else { "its hex".to_owned() };
                (format!("\"{id}\" cannot stand in {ground}"), "put it into a hex that its class may enter")
            }
            UnitFault::CannotEnter(entry) => (
                format!("\"{id}\" cannot stand in {}", ground(info.entry[entry])),
                "put it into a hex that its class may enter",
            ),
            UnitFault::EntryTwice(entry) => {
                (format!("\"{id}\" comes in at {} twice", rules.label(info.entry[entry])), "list each entry once")
            }
            UnitFault::Steps => (format!("\"{id}\" has a wrong number of steps"), "a company has one step or two"),
            UnitFault::Lost => {
                (format!("\"{id}\" is not where it is"), "this is a fault of the program: please report it")
            }
        }
    }
}

impl HexFault {
    fn in_words(self, rules: &Divisions, hex: Hex) -> (String, String) {
        let here = rules.units.iter().filter(|unit| unit.start == Place::On(hex));
        let names: Vec<&str> = here.map(|unit| unit.id.as_str()).collect();
        let (label, listed) = (rules.label(hex), names.join(", "));
        match self {
            HexFault::Crowded => {
                let limit = rules.catalogue.limits.stacking;
                (format!("{} units in {label}: {listed}", names.len()), format!("a hex holds {limit} (FD-12)"))
            }
            HexFault::Enemies => {
                (format!("both sides in {label}: {listed}"), "enemies never share a hex (FD-12)".to_owned())
            }
        }
    }
}

impl SideFault {
    fn in_words(self, rules: &Divisions, seat: Seat) -> (String, String) {
        let side = &rules.seats[seat.index()];
        let (id, name, pool) = (&side.id, &side.name, &rules.pools[seat.index()]);
        let (what, help) = match self {
            SideFault::IdTwice => (format!("two sides have the id \"{id}\""), "rename one of them"),
            SideFault::Id => (format!("\"{id}\" cannot be used as a side's id"), "use small letters, digits and -"),
            SideFault::NoCompanies => {
                return (format!("{name} has no companies"), format!("give it a formation with side = \"{id}\""));
            }
            SideFault::DrawTurn(draw) => {
                let turn = pool.draws[draw].turn;
                let help = format!("name one of the game's turns: it has {}", rules.turns.len());
                return (format!("{name} draws a chit on turn {turn}"), help);
            }
            SideFault::TooManyDraws => {
                let (draws, listed) = (drawn(&pool.draws), pool.chits.len());
                let what = format!("{name} draws {draws} event chits of {listed}");
                (what, "put more chits into the pool, or draw fewer")
            }
        };
        (what, help.to_owned())
    }
}

impl ScenarioFault {
    fn in_words(self, rules: &Divisions) -> (String, &'static str) {
        let Victory { margin, decisive, handicap } = rules.victory;
        match self {
            ScenarioFault::Turns => ("a game has 1 to 99 turns".to_owned(), "list the weather of each turn in turns"),
            ScenarioFault::Clock => (
                format!("{} turns, and clock names {}", rules.turns.len(), rules.clock.len()),
                "name each turn, or leave clock out",
            ),
            ScenarioFault::WeatherTable => (
                format!("the weather table has {} entries", rules.weather_table.len()),
                "weather_table needs six, one for each face of the die",
            ),
            ScenarioFault::Margin => (
                format!("a margin of {margin}, {decisive} for a decisive victory"),
                "a lead of one point at least wins, and a decisive one is no smaller",
            ),
            ScenarioFault::Handicap => (format!("a handicap of {handicap:?}"), "points go up to 9999"),
            ScenarioFault::WrongList(feature) => (
                format!("{} is drawn in the wrong list", rules.catalogue.features[feature].name),
                "roads go into lines, rivers into sides",
            ),
            ScenarioFault::TooDear => {
                ("a step on this map costs too much".to_owned(), "take some of what lies on one hexside away")
            }
        }
    }
}
