//! Everything that can be wrong with a state as play begins, whatever file it was put together from.
//!
//! Set-ups are read leniently: a number is taken as it stands, and a unit goes where it is told. [`faults`] then looks
//! at the whole, so nothing has to be cut to size on the way, and one reading tells everything. Play keeps to these
//! limits by its own rules.

use engine::{RuleId, UnitId};
use hexmap::Hex;

use crate::{
    booklet::cartridge::{CONDITIONS, EVENT_MARKERS, SIGHTINGS},
    rule_ids,
    state::{
        Work, WorkKind,
        generation::LETTERS,
        laid_out::Ask,
        units::{Ammunition, Crew, MOST_TURNS, Place, Ratings, Side, Space, Unit},
    },
    tables::{
        cards::{Card, Carries, Kind},
        platoon::CrewRatings,
    },
};

/// More rounds than any mission lasts: the counters of rounds have room for them, and for a long game after them.
const MOST_ROUNDS: u16 = 999;
/// The faces of the die that decides advantage and the German action number.
const DIE: u8 = 10;

/// Something that cannot be so, and which part of the state it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is about.
    pub about: About,
    /// What is wrong there.
    pub wrong: Wrong,
}

/// The part of a state that a fault is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The state as a whole.
    State,
    /// One unit.
    Unit(UnitId),
    /// What lies in a hex.
    Hex(Hex),
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Wrong {
    #[error("{count} units")]
    TooManyUnits { count: usize },
    #[error("condition {condition}")]
    Condition { condition: u8 },
    #[error("round {round}")]
    Round { round: u16 },
    #[error("{rounds} rounds since a condition ended")]
    Clock { rounds: u16 },
    #[error("an advantage die of {face}")]
    AdvantageDie { face: u8 },
    #[error("a German action number of {number}")]
    ActionNumber { number: u8 },
    #[error("sighting s{number}")]
    Sighting { number: u8 },
    #[error("event marker {number}")]
    Marker { number: u8 },
    #[error("event marker {number} is there twice")]
    MarkerTwice { number: u8 },
    #[error("event marker {number} is on the map and leads nowhere")]
    MarkerLeadsNowhere { number: u8 },
    #[error("smoke is there twice")]
    SmokeTwice,
    #[error("a minefield is there twice")]
    MinefieldTwice,
    #[error("two works of a kind in a hex")]
    WorkTwice,
    #[error("nobody plays, or too many do")]
    Players,
    #[error("another unit has the letter {letter}")]
    SameLetter { letter: String },
    #[error("the record sheet of a campaign has no crew {letter}")]
    NotOnTheRoster { letter: String },
    #[error("{card} is no unit of its own")]
    NoUnit { card: String },
    #[error("its characteristics are those of the other side")]
    OtherSide,
    #[error("section {section} of {sections}")]
    Section { section: usize, sections: usize },
    #[error("a crew of {crew}")]
    CrewSize { crew: u8, most: i32 },
    #[error("{lost} lost of a crew of {crew}")]
    Losses { lost: u8, crew: u8 },
    #[error("{rating} of {value}")]
    Rating { rating: Rating, value: i32, least: i32, most: i32 },
    #[error("self-preservation at {level} with a crew of {crew}")]
    SelfPreservation { level: u8, crew: u8 },
    #[error("{rounds} rounds for the main gun")]
    Rounds { rounds: u16, most: u8 },
    #[error("its hex is full of vehicles")]
    Crowded { room: u8 },
    #[error("nothing of its kind gets into this hex")]
    Unreachable,
    #[error("it is aboard itself")]
    AboardItself,
    #[error("it cannot ride on {carrier} or be towed by it")]
    CannotBeCarried { carrier: String },
    #[error("{carrier} is carried itself")]
    CarrierIsCarried { carrier: String },
    #[error("{carrier} has no room for it beside its other load")]
    CarrierIsFull { carrier: String },
    #[error("{carrier} is lost, captured or of the other side")]
    CarrierIsNot { carrier: String },
    #[error("it cannot be closed")]
    CannotClose,
    #[error("there is no defilade for it here")]
    NoDefilade,
    #[error("it is prepared and no gun on the ground")]
    NotPrepared,
    #[error("its turret points elsewhere than its hull, and it has no turret")]
    NoTurret,
    #[error("it is dug in and in no position, or in a position and not dug in")]
    NotDugIn,
    #[error("it is in two works at once")]
    TwoWorks,
    #[error("it is in a work of another hex")]
    WorkElsewhere,
    #[error("{turns} turns in a round")]
    Turns { turns: u8 },
    #[error("special reaction {letter} is not on its card")]
    Reaction { letter: char },
    #[error("one of ours is captured or lays down its arms")]
    OursCaptured,
    #[error("a guard of somebody who is no prisoner, or who is guarded by nobody of ours")]
    Guard,
}

/// One of the ratings of a crew, as it is called in words.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Rating {
    Initiative,
    Perception,
    WeaponSkill,
    DrivingSkill,
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Rating::Initiative => "an initiative",
            Rating::Perception => "a perception",
            Rating::WeaponSkill => "a weapon skill",
            Rating::DrivingSkill => "a driving skill",
        })
    }
}

impl Wrong {
    /// The rule that forbids it, where one does.
    pub fn rule(&self) -> Option<RuleId> {
        Some(match self {
            Wrong::TooManyUnits { .. } | Wrong::Round { .. } | Wrong::Clock { .. } => return None,
            Wrong::Condition { .. } => rule_ids::CONDITIONS,
            Wrong::AdvantageDie { .. } => rule_ids::ADVANTAGE,
            Wrong::ActionNumber { .. } | Wrong::Reaction { .. } => rule_ids::ACTION_NUMBER,
            Wrong::Sighting { .. } => rule_ids::SIGHTINGS,
            Wrong::Marker { .. } | Wrong::MarkerTwice { .. } | Wrong::SameLetter { .. } => rule_ids::COUNTERS,
            Wrong::MarkerLeadsNowhere { .. } => rule_ids::CARTRIDGE,
            Wrong::SmokeTwice => rule_ids::SMOKE,
            Wrong::MinefieldTwice => rule_ids::MINEFIELDS,
            Wrong::WorkTwice | Wrong::NotDugIn | Wrong::TwoWorks | Wrong::WorkElsewhere => rule_ids::IMPROVED_POSITIONS,
            Wrong::Players | Wrong::Section { .. } => rule_ids::SHARED,
            Wrong::NotOnTheRoster { .. } => rule_ids::CAMPAIGN,
            Wrong::NoUnit { .. } => rule_ids::CARDS,
            Wrong::OtherSide | Wrong::SelfPreservation { .. } => rule_ids::UNIT_CARDS,
            Wrong::CrewSize { .. } | Wrong::Losses { .. } | Wrong::Rating { .. } => rule_ids::CHARACTERISTICS,
            Wrong::Rounds { .. } => rule_ids::AMMUNITION,
            Wrong::Crowded { .. } => rule_ids::MOVEMENT,
            Wrong::Unreachable => rule_ids::ROUND_MOVEMENT,
            Wrong::AboardItself
            | Wrong::CannotBeCarried { .. }
            | Wrong::CarrierIsCarried { .. }
            | Wrong::CarrierIsFull { .. }
            | Wrong::CarrierIsNot { .. } => rule_ids::PASSENGERS,
            Wrong::CannotClose => rule_ids::CLOSING,
            Wrong::NoDefilade => rule_ids::DEFILADE,
            Wrong::NotPrepared => rule_ids::CREW_WEAPONS,
            Wrong::NoTurret => rule_ids::FACING,
            Wrong::Turns { .. } => rule_ids::TRACK,
            Wrong::OursCaptured | Wrong::Guard => rule_ids::CAPTURE,
        })
    }

    /// What to do about it.
    pub fn remedy(&self) -> String {
        match self {
            Wrong::TooManyUnits { .. } => format!("a game has room for {}", UnitId::MOST),
            Wrong::Condition { .. } => format!("conditions go from 1 to {CONDITIONS}"),
            Wrong::Round { .. } | Wrong::Clock { .. } => format!("rounds go up to {MOST_ROUNDS}"),
            Wrong::AdvantageDie { .. } | Wrong::ActionNumber { .. } => format!("the die goes from 1 to {DIE}"),
            Wrong::Sighting { .. } => format!("write s1 to s{SIGHTINGS}"),
            Wrong::Marker { .. } => format!("event markers go from 1 to {EVENT_MARKERS}"),
            Wrong::MarkerTwice { .. } | Wrong::SmokeTwice | Wrong::MinefieldTwice => "say it once".to_owned(),
            Wrong::MarkerLeadsNowhere { .. } => "say what it reads: a paragraph, random or none".to_owned(),
            Wrong::WorkTwice => "a hex has one of a kind, and one unit is in it".to_owned(),
            Wrong::Players => "players = 1 to 4".to_owned(),
            Wrong::SameLetter { .. } => "give one of them another letter".to_owned(),
            Wrong::NotOnTheRoster { .. } => format!("use the letters {}", LETTERS.join(", ")),
            Wrong::NoUnit { .. } => "use the card of a vehicle, a gun or men".to_owned(),
            Wrong::OtherSide => "a German has a German card, one of ours a crew or a US card".to_owned(),
            Wrong::Section { .. } => "sections are counted from 1, one for each player".to_owned(),
            Wrong::CrewSize { most, .. } => format!("it goes from 1 to {most}"),
            Wrong::Losses { .. } => "a crew loses no more than it has".to_owned(),
            Wrong::Rating { least, most, .. } => format!("it goes from {least} to {most}"),
            Wrong::SelfPreservation { .. } => "it is a rating that the crew can fall to: from 1 to its own".to_owned(),
            Wrong::Rounds { most, .. } => format!("it has room for {most}"),
            Wrong::Crowded { room } => format!("a hex has room for {room}: put it elsewhere"),
            Wrong::Unreachable => "put it into a hex that it can enter from beside".to_owned(),
            Wrong::AboardItself => "name the vehicle that carries it".to_owned(),
            Wrong::CannotBeCarried { .. } => {
                "trucks and half-tracks take squads, jeeps and tanks half of one; guns are towed by all but tanks"
                    .to_owned()
            }
            Wrong::CarrierIsCarried { .. } => "a vehicle that carries others stands in a hex itself".to_owned(),
            Wrong::CarrierIsFull { .. } => "put one of them elsewhere".to_owned(),
            Wrong::CarrierIsNot { .. } => "name a vehicle of its own side that can drive".to_owned(),
            Wrong::CannotClose => "only armoured vehicles have hatches: leave closed away".to_owned(),
            Wrong::NoDefilade => "leave defilade away, or choose a hex where the chart allows it".to_owned(),
            Wrong::NotPrepared => "leave prepared away".to_owned(),
            Wrong::NoTurret => "leave turret away".to_owned(),
            Wrong::NotDugIn => "it is in the position of its own hex".to_owned(),
            Wrong::TwoWorks => "leave one of them away".to_owned(),
            Wrong::WorkElsewhere => "a work holds a unit of its hex".to_owned(),
            Wrong::Turns { .. } => format!("a round has up to {MOST_TURNS}"),
            Wrong::Reaction { .. } => "give it a column under reactions, or leave it away".to_owned(),
            Wrong::OursCaptured => "only Germans are captured".to_owned(),
            Wrong::Guard => "a prisoner has one of ours as a guard".to_owned(),
        }
    }
}

/// Everything that is wrong with a state.
pub fn faults(ask: Ask<'_>) -> Vec<Fault> {
    let mut found = Found::default();
    on_the_sheet(ask, &mut found);
    on_the_map(ask, &mut found);
    for (id, unit) in ask.state.all_units() {
        found.about = About::Unit(id);
        of_unit(ask, id, unit, &mut found);
        of_crew(ask, unit, &mut found);
        of_place(ask, id, unit, &mut found);
        of_works(ask, id, unit, &mut found);
    }
    found.faults
}

/// The faults of a crew's ratings alone, also of one that a card is yet to be made for.
pub(crate) fn crew_faults(most: &CrewRatings, crew: &Crew) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    if !(1..=most.crew).contains(&i32::from(crew.rating)) {
        wrong.push(Wrong::CrewSize { crew: crew.rating, most: most.crew });
    }
    let ratings = [
        (Rating::Initiative, i32::from(crew.initiative), 0, most.initiative),
        (Rating::Perception, i32::from(crew.perception), 0, most.perception),
        (Rating::WeaponSkill, i32::from(crew.weapon_skill), -most.weapon_skill, most.weapon_skill),
        (Rating::DrivingSkill, i32::from(crew.driving_skill), 0, most.driving_skill),
    ];
    for (rating, value, least, most) in ratings {
        if !(least..=most).contains(&value) {
            wrong.push(Wrong::Rating { rating, value, least, most });
        }
    }
    wrong
}

/// Faults as they are found.
struct Found {
    about: About,
    faults: Vec<Fault>,
}

impl Default for Found {
    fn default() -> Self {
        Found { about: About::State, faults: Vec::new() }
    }
}

impl Found {
    fn add(&mut self, wrong: Wrong) {
        self.faults.push(Fault { about: self.about, wrong });
    }

    fn add_if(&mut self, holds: bool, wrong: Wrong) {
        if holds {
            self.add(wrong);
        }
    }
}

/// What the record sheet and the track say.
fn on_the_sheet(ask: Ask<'_>, found: &mut Found) {
    let state = ask.state;
    let count = state.units.len();
    found.add_if(count > UnitId::MOST, Wrong::TooManyUnits { count });
    found.add_if(ask.rules.seats.is_empty(), Wrong::Players);
    let condition = state.condition;
    found.add_if(!(1..=CONDITIONS).contains(&condition), Wrong::Condition { condition });
    found.add_if(state.round > MOST_ROUNDS, Wrong::Round { round: state.round });
    for rounds in state.clock.into_iter().filter(|&rounds| rounds > MOST_ROUNDS) {
        found.add(Wrong::Clock { rounds });
    }
    for face in state.advantage_dice.into_iter().filter(|&face| face > DIE) {
        found.add(Wrong::AdvantageDie { face });
    }
    let (number, least) = (state.action_number, u8::from(state.in_rounds()));
    found.add_if(!(least..=DIE).contains(&number), Wrong::ActionNumber { number });
    let beyond = |number: &u8| state.sighted(*number) && !(1..=SIGHTINGS).contains(number);
    for number in (0..u128::BITS as u8).filter(beyond) {
        found.add(Wrong::Sighting { number });
    }
}

/// Markers, smoke, mines and works, hex by hex.
fn on_the_map(ask: Ask<'_>, found: &mut Found) {
    let state = ask.state;
    for (place, marker) in state.markers.iter().enumerate() {
        let number = marker.number;
        found.about = About::Hex(marker.hex);
        found.add_if(!(1..=EVENT_MARKERS).contains(&number), Wrong::Marker { number });
        let twice = state.markers[..place].iter().any(|other| other.number == number);
        found.add_if(twice, Wrong::MarkerTwice { number });
        let cartridge = &ask.rules.mission.cartridge;
        let leads = cartridge.is_empty() || cartridge.iter().any(|(known, _)| *known == number);
        found.add_if(!leads, Wrong::MarkerLeadsNowhere { number });
    }
    for (place, smoke) in state.smoke.iter().enumerate() {
        found.about = About::Hex(smoke.hex);
        found.add_if(state.smoke[..place].iter().any(|other| other.hex == smoke.hex), Wrong::SmokeTwice);
    }
    for (place, hex) in state.minefields.iter().enumerate() {
        found.about = About::Hex(*hex);
        found.add_if(state.minefields[..place].contains(hex), Wrong::MinefieldTwice);
    }
    for (place, work) in state.works.iter().enumerate() {
        found.about = work.occupant.map_or(About::Hex(work.hex), About::Unit);
        let like = |other: &Work| {
            other.hex == work.hex
                && matches!(other.kind, WorkKind::Bunker(_)) == matches!(work.kind, WorkKind::Bunker(_))
        };
        found.add_if(state.works[..place].iter().any(like), Wrong::WorkTwice);
        let elsewhere = |unit: UnitId| state.units.get(unit.index()).is_none_or(|unit| unit.hex() != Some(work.hex));
        found.add_if(work.occupant.is_some_and(elsewhere), Wrong::WorkElsewhere);
    }
}

/// What a unit is, and what is said about how it stands.
fn of_unit(ask: Ask<'_>, id: UnitId, unit: &Unit, found: &mut Found) {
    let (card, rules) = (ask.rules.card(unit), ask.rules);
    let earlier = &ask.state.units[..id.index()];
    let twice = earlier.iter().any(|other| other.letter == unit.letter);
    found.add_if(twice, Wrong::SameLetter { letter: unit.letter.clone() });
    found.add_if(matches!(card.kind, Kind::Fighter | Kind::Bunker), Wrong::NoUnit { card: card.name.clone() });
    let enlisted = ask.state.campaign.is_some() && matches!(unit.ratings, Ratings::Crew(_));
    let on_the_roster = LETTERS.contains(&unit.letter.as_str());
    found.add_if(enlisted && !on_the_roster, Wrong::NotOnTheRoster { letter: unit.letter.clone() });
    let own = match unit.ratings {
        Ratings::Crew(_) => unit.side == Side::Us,
        Ratings::Card(card) => Side::from(card.side) == unit.side,
    };
    found.add_if(!own, Wrong::OtherSide);
    let (section, sections) = (unit.owner.index(), rules.seats.len());
    found.add_if(section >= sections, Wrong::Section { section: section + 1, sections });
    found.add_if(unit.closed && !card.kind.can_close(), Wrong::CannotClose);
    found.add_if(unit.turret != unit.facing && card.traverse.is_none(), Wrong::NoTurret);
    let ready = card.kind == Kind::Gun && unit.hex().is_some();
    found.add_if(unit.prepared && !ready, Wrong::NotPrepared);
    let (rounds, most) = (rounds_of(unit), room_for_rounds(ask, card));
    found.add_if(rounds > most.into(), Wrong::Rounds { rounds, most });
    if let Space::Turns(turns) = unit.space {
        found.add_if(!(1..=MOST_TURNS).contains(&turns), Wrong::Turns { turns });
    }
    if let Some(letter) = unit.reaction {
        let has = rules.unit_card(unit).is_some_and(|card| card.has_reaction(letter));
        found.add_if(!has || unit.side == Side::Us, Wrong::Reaction { letter });
    }
    found.add_if(unit.side == Side::Us && (unit.captured || unit.surrendered), Wrong::OursCaptured);
    let ours = |guard: UnitId| ask.state.units.get(guard.index()).is_some_and(|guard| guard.side == Side::Us);
    found.add_if(unit.guard.is_some_and(|guard| !unit.captured || !ours(guard)), Wrong::Guard);
}

/// How many men a unit has, and what they can do.
fn of_crew(ask: Ask<'_>, unit: &Unit, found: &mut Found) {
    let rated = match unit.ratings {
        Ratings::Crew(crew) => {
            let most = &ask.rules.sheet.platoon.campaign.most;
            crew_faults(most, &crew).into_iter().for_each(|wrong| found.add(wrong));
            Some(crew.rating)
        }
        Ratings::Card(_) => ask.rules.unit_card(unit).and_then(|card| card.crew),
    };
    let (lost, crew) = (unit.condition.crew_lost, rated.unwrap_or(0));
    found.add_if(lost > crew, Wrong::Losses { lost, crew });
    if let Some(level) = unit.condition.self_preservation {
        found.add_if(!(1..=crew).contains(&level), Wrong::SelfPreservation { level, crew });
    }
}

/// Where a unit is: on the map, or with another.
fn of_place(ask: Ask<'_>, id: UnitId, unit: &Unit, found: &mut Found) {
    let card = ask.rules.card(unit);
    match unit.place {
        Place::At(hex) => {
            let vehicle = |other: &&Unit| {
                other.is_active() && other.hex() == Some(hex) && ask.rules.card(other).kind.is_vehicle()
            };
            let before = ask.state.units[..id.index()].iter().filter(vehicle).count();
            let room = ask.rules.sheet.limits.movement.vehicles_in_hex;
            found.add_if(vehicle(&unit) && before >= usize::from(room), Wrong::Crowded { room });
            found.add_if(unit.is_active() && !is_reachable(ask, card, hex), Wrong::Unreachable);
            let terrain = ask.rules.country.terrain_id(hex);
            let hull_down = ask.rules.sheet.movement.defilade(terrain).is_some() && !card.kind.is_squad();
            found.add_if(unit.defilade && !hull_down, Wrong::NoDefilade);
        }
        Place::Aboard(carrier) | Place::Towed(carrier) => {
            found.add_if(unit.defilade, Wrong::NoDefilade);
            of_load(ask, id, unit, carrier, found);
        }
        Place::OffMap | Place::Exited | Place::Removed => found.add_if(unit.defilade, Wrong::NoDefilade),
    }
}

/// Whether anything of its kind can come into the hex, from a hex beside it or as the first there. Guns are brought.
fn is_reachable(ask: Ask<'_>, card: &Card, hex: Hex) -> bool {
    let Some(class) = card.class else { return true };
    let (country, weather) = (&ask.rules.country, ask.rules.weather(ask.state));
    let mut beside = ask.rules.grid().neighbours(hex).peekable();
    beside.peek().is_none() || beside.any(|(_, from)| country.step_cost(weather, class, from, hex, false).is_some())
}

/// A unit that is carried or towed (OF-7.6): by somebody who can, is there, and has room.
fn of_load(ask: Ask<'_>, id: UnitId, unit: &Unit, carrier: UnitId, found: &mut Found) {
    let Some(by) = ask.state.units.get(carrier.index()).filter(|_| carrier != id) else {
        return found.add(Wrong::AboardItself);
    };
    let name = || by.name.clone();
    let (load, vehicle) = (ask.rules.card(unit), ask.rules.card(by));
    let towed = unit.place == Place::Towed(carrier);
    if !takes(vehicle, load) || towed != (load.kind == Kind::Gun) {
        return found.add(Wrong::CannotBeCarried { carrier: name() });
    }
    found.add_if(matches!(by.place, Place::Aboard(_) | Place::Towed(_)), Wrong::CarrierIsCarried { carrier: name() });
    found
        .add_if(unit.is_active() && (!by.is_active() || by.side != unit.side), Wrong::CarrierIsNot { carrier: name() });
    let others = || ask.state.units[..id.index()].iter().filter(|other| is_with(other, carrier));
    let either = vehicle.carries_or_tows && others().next().is_some();
    found.add_if(either || others().any(|other| other.place == unit.place), Wrong::CarrierIsFull { carrier: name() });
}

fn is_with(unit: &Unit, carrier: UnitId) -> bool {
    unit.place == Place::Aboard(carrier) || unit.place == Place::Towed(carrier)
}

/// Whether an empty vehicle takes such a load (OF-7.6).
fn takes(vehicle: &Card, load: &Card) -> bool {
    match load.kind {
        Kind::Gun => vehicle.tows,
        Kind::Squad => vehicle.carries == Some(Carries::Squad),
        Kind::HalfSquad | Kind::TankCrew | Kind::Pow => vehicle.carries.is_some(),
        Kind::Tank
        | Kind::TankDestroyer
        | Kind::ArmouredCar
        | Kind::HalfTrack
        | Kind::Truck
        | Kind::Jeep
        | Kind::Fighter
        | Kind::Bunker => false,
    }
}

/// The works a unit is in.
fn of_works(ask: Ask<'_>, id: UnitId, unit: &Unit, found: &mut Found) {
    let inside = || ask.state.works.iter().filter(|work| work.occupant == Some(id));
    found.add_if(inside().count() > 1, Wrong::TwoWorks);
    let position = inside().any(|work| work.kind == WorkKind::ImprovedPosition);
    found.add_if(unit.dug_in != position, Wrong::NotDugIn);
}

fn rounds_of(unit: &Unit) -> u16 {
    match unit.ammunition {
        None => 0,
        Some(Ammunition::Any(rounds)) => rounds.into(),
        Some(Ammunition::ByType { ap, gp, smoke }) => u16::from(ap) + u16::from(gp) + u16::from(smoke),
    }
}

/// What the racks hold; whoever has no main gun has as many boxes as the record sheet.
fn room_for_rounds(ask: Ask<'_>, card: &Card) -> u8 {
    if card.main_gun { ask.rules.sheet.most_rounds(card) } else { ask.rules.sheet.platoon.ammunition.most }
}
