//! Set-up (AS-16): formation cards are drawn, each side sets its units up where the other does not see it, and the game
//! begins.

use std::ops::ControlFlow;

use dice::Throw;
use engine::{Choice, ChoiceKind, Entry, Family, Frames, Seat, Verb, Visit, Wish};
use hexmap::Hex;

use super::{
    Refused,
    notation::{read_hex, read_unit, unit_id},
    offer::at_hex,
    pointing::Meant,
    s04_units::card,
    s07_support, s09_movement, s09_terrain,
};
use crate::{
    rule_ids::SET_UP,
    state::{
        Act, Ask, Assault, Fielded, Frame, March, Mark, MineState, Place, Promised, Standing, State, Unit, UnitSet,
        UnitState,
    },
    tables::units::Movement,
};

/// Set up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SetUp {
    /// Draw formation cards, or begin.
    Draw,
    /// Set a unit up.
    Place {
        /// The unit.
        unit: Unit,
        /// Its hex.
        to: Hex,
    },
    /// Set up everything that is left by itself.
    PlaceRest,
}

/// A step of the set-up that may be made.
#[derive(Copy, Clone, Debug)]
pub struct Ready(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Draw(Seat),
    Place(Unit, Hex),
    PlaceRest(Seat),
}

impl Family for SetUp {
    type Rules = Assault;
    type Ready<'r> = Ready;

    const FORMS: &'static [Verb] = &[("draw", "draw"), ("place", "place UNIT HEX"), ("place-rest", "place-rest")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        SetUp::Draw.visit_if_legal(ask, visit)?;
        let Frame::Deploy { seat } = *ask.state.frames.top() else { return ControlFlow::Continue(()) };
        visit_places(ask, seat, visit)?;
        SetUp::PlaceRest.visit_if_legal(ask, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Ready, Refused> {
        Ok(Ready(match *self {
            SetUp::Draw => {
                let Frame::Muster { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
                What::Draw(seat)
            }
            SetUp::Place { unit, to } => {
                check_place(ask, unit, to)?;
                What::Place(unit, to)
            }
            SetUp::PlaceRest => What::PlaceRest(check_rest(ask)?),
        }))
    }

    fn perform(Ready(what): Ready, act: &mut Act<'_>) {
        match what {
            What::Draw(seat) => draw(act, seat),
            What::Place(unit, to) => place(act, unit, to),
            What::PlaceRest(seat) => place_rest(act, seat),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        let button = |label: &str| Choice::new(ChoiceKind::Button, SET_UP, label);
        match *self {
            SetUp::Draw => {
                let draws = ask.rules.draws.iter().any(|draw| super::asked(ask) == Some(draw.seat));
                Choice { default: true, ..button(if draws { "Draw formation cards" } else { "Begin" }) }
            }
            SetUp::Place { unit, to } => at_hex(ask, ChoiceKind::Move, SET_UP, unit, to, "to"),
            SetUp::PlaceRest => button("Set up the rest for me"),
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            SetUp::Draw => "draw".to_owned(),
            SetUp::Place { unit, to } => format!("place {} {}", unit_id(ask, unit), ask.rules.label(to)),
            SetUp::PlaceRest => "place-rest".to_owned(),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["draw"] => SetUp::Draw,
            ["place", unit, to] => SetUp::Place { unit: read_unit(ask, unit)?, to: read_hex(ask, to)? },
            ["place-rest"] => SetUp::PlaceRest,
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Meant) -> Vec<Wish<Self>> {
        Vec::new()
    }
}

/// The state before anything is drawn.
pub(crate) fn first_state(rules: &Assault) -> State {
    let mut state = State {
        turn: 1,
        units: Vec::new(),
        formations: Vec::new(),
        drawn: vec![false; rules.draws.len()],
        initiative: rules.initiative,
        points: [0, 0],
        planned: UnitSet::NONE,
        planned_first: None,
        meanwhile: false,
        activated: UnitSet::NONE,
        passed: [false, false],
        orders: [None, None],
        keeps_cards: [false, false],
        works: rules.works.iter().map(|work| Some(work.kind)).collect(),
        unseen_works: match rules.works.iter().any(|work| work.hidden_by.is_some()) {
            true => rules.works.iter().map(|work| work.hidden_by.is_some()).collect(),
            false => Vec::new(),
        },
        changed: Vec::new(),
        smoke: Vec::new(),
        mines: rules.mines.iter().map(|mine| if mine.hidden { MineState::Hidden } else { MineState::Known }).collect(),
        hands: [Vec::new(), Vec::new()],
        deck: Vec::new(),
        discard: Vec::new(),
        promised: [Promised::default(); 2],
        support: [Vec::new(), Vec::new()],
        holders: rules.objectives.iter().map(|objective| objective.held_by).collect(),
        lost: [0, 0],
        kill_points: [0, 0],
        frames: Frames::new(Frame::Muster { seat: Seat(0) }),
        untold: March::default(),
        occupants: vec![UnitSet::NONE; rules.grid().len()],
    };
    for start in &rules.units {
        add_unit(rules, &mut state, start.card, start.seat, None, start.standing);
    }
    for group in &rules.groups {
        add_formation(rules, &mut state, group.card, group.seat, group.standing);
    }
    state.support = [0, 1].map(|side: usize| s07_support::at_the_start(rules, Seat(side as u8)));
    state
}

/// The units of a formation card join the game.
fn add_formation(rules: &Assault, state: &mut State, formation: usize, seat: Seat, standing: Standing) {
    let index = state.formations.len() as u8;
    let zone = if let Place::Box(zone) = standing.place { Some(zone) } else { None };
    state.formations.push(Fielded { card: formation as u8, seat, zone });
    for &(unit, count) in &rules.catalogue.formations[formation].units {
        for _ in 0..count {
            add_unit(rules, state, unit, seat, Some(index), standing);
        }
    }
}

fn add_unit(rules: &Assault, state: &mut State, card: usize, seat: Seat, formation: Option<u8>, standing: Standing) {
    let Standing { place, facing, damage, mut marks } = standing;
    let card = card as u8;
    let number = state.units.iter().filter(|unit| unit.card == card && unit.seat == seat).count() as u8 + 1;
    let unit = UnitSet::unit_at(state.units.len());
    debug_assert!(unit.is_some(), "a scenario with too many units was laid out");
    if damage >= rules.catalogue.units[usize::from(card)].half_strength_at {
        marks.add(Mark::HalfStrength);
    }
    state.units.push(UnitState { card, number, seat, formation, place, facing, damage, marks });
    if let (Place::On(hex), Some(unit)) = (place, unit) {
        state.occupants[hex.index()].add(unit);
        emplace(rules, state, unit, hex);
    }
}

/// A gun that is set up in a work which takes guns only then is inside it.
fn emplace(rules: &Assault, state: &mut State, unit: Unit, hex: Hex) {
    let ask = Ask::new(rules, state);
    let work = s09_terrain::work_in(ask, hex);
    let inside =
        work.is_some_and(|work| !work.row.set_up.is_empty()) && card(ask, unit).kind == crate::tables::Kind::Gun;
    let facing = work.map(|work| work.facing);
    if let (true, Some(facing)) = (inside, facing) {
        state.mark(unit, Mark::Emplaced);
        state.units[unit.index()].facing = facing;
    }
}

/// A side draws its formation cards; the other side does not see which.
fn draw(act: &mut Act<'_>, seat: Seat) {
    let rules = act.rules;
    for (index, draw) in rules.draws.iter().enumerate().filter(|(_, draw)| draw.seat == seat) {
        // A card that the side has drawn already is not in the pool any more.
        let mut pool = draw.pool.clone();
        pool.retain(|card| !act.state.formations.iter().any(|fielded| fielded.seat == seat && fielded.card == *card));
        for _ in 0..draw.count.min(pool.len() as u8) {
            let picked = act.dice.throw(&Throw::pick("a formation card", pool.len()).blind()).picked();
            let card = pool.remove(picked);
            add_formation(rules, act.state, usize::from(card), seat, draw.standing);
            act.note(|ask| {
                let side = ask.rules.side_name(seat);
                let name = &ask.rules.formation(card).name;
                Entry::new(SET_UP, format!("{side} draws a formation card"))
                    .by(seat)
                    .only_for(seat, format!("{side} draws {name}"))
            });
        }
        act.state.drawn[index] = true;
    }
    act.journal.revealed();
}

/// Units that a side has still to set up.
pub(crate) fn boxed(ask: Ask<'_>, seat: Seat) -> impl Iterator<Item = (Unit, u8)> + '_ {
    ask.state.all_units().filter_map(move |unit| match ask.state.unit(unit) {
        UnitState { place: Place::Box(zone), seat: whose, .. } if *whose == seat => Some((unit, *zone)),
        _ => None,
    })
}

fn zone_of(ask: Ask<'_>, unit: Unit) -> Option<u8> {
    let Frame::Deploy { seat } = *ask.state.frames.top() else { return None };
    let state = ask.state.unit(unit);
    match state.place {
        Place::Box(zone) if state.seat == seat => Some(zone),
        // What was set up may be taken up again.
        Place::On(_) if state.seat == seat => chosen_zone(ask, unit),
        Place::Box(_) | Place::On(_) | Place::Reserve { .. } | Place::Aboard(_) | Place::Unseen | Place::Gone => None,
    }
}

/// The zone in which a unit's player sets it up.
fn chosen_zone(ask: Ask<'_>, unit: Unit) -> Option<u8> {
    let of = |standing: &Standing| match standing.place {
        Place::Box(zone) => Some(zone),
        Place::On(_) | Place::Reserve { .. } | Place::Aboard(_) | Place::Unseen | Place::Gone => None,
    };
    match ask.state.unit(unit).formation {
        Some(formation) => ask.state.formations.get(usize::from(formation)).and_then(|fielded| fielded.zone),
        None => ask.rules.units.get(unit.index()).and_then(|start| of(&start.standing)),
    }
}

fn check_place(ask: Ask<'_>, unit: Unit, to: Hex) -> Result<(), Refused> {
    let Frame::Deploy { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    if ask.state.unit(unit).seat != seat {
        return Err(Refused::NotYours);
    }
    let zone = zone_of(ask, unit).ok_or(Refused::NotToBeSetUp)?;
    if !ask.rules.zone(zone).contains(&to) {
        return Err(Refused::OutsideZone);
    }
    if !ask.rules.can_stand(card(ask, unit).movement, to) {
        return Err(Refused::Blocked);
    }
    if ask.state.hex(unit) == Some(to) {
        return Err(Refused::NotToBeSetUp);
    }
    s09_movement::check_room(ask, seat, to)
}

/// The side that has units left to set up.
fn check_rest(ask: Ask<'_>) -> Result<Seat, Refused> {
    let Frame::Deploy { seat } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    if boxed(ask, seat).next().is_some() { Ok(seat) } else { Err(Refused::NotToBeSetUp) }
}

pub(crate) fn check_done(ask: Ask<'_>, seat: Seat) -> Result<(), Refused> {
    let placeable = boxed(ask, seat).any(|(unit, zone)| placeable(ask, unit, zone).next().is_some());
    if placeable { Err(Refused::NotAllPlaced) } else { Ok(()) }
}

/// The hexes of its zone in which a unit can be placed now: those that [`check_place`] takes.
fn placeable(ask: Ask<'_>, unit: Unit, zone: u8) -> impl Iterator<Item = Hex> + '_ {
    let (seat, now) = (ask.state.unit(unit).seat, ask.state.hex(unit));
    let hexes = ask.rules.standable(zone, card(ask, unit).movement).iter().copied();
    hexes.filter(move |&to| now != Some(to) && s09_movement::check_room(ask, seat, to).is_ok())
}

/// Visits every placing of a unit that is not on the map yet, and of one that is.
fn visit_places(ask: Ask<'_>, seat: Seat, visit: &mut Visit<'_, SetUp>) -> ControlFlow<()> {
    // Units of a zone that move alike can stand in the same hexes: these are looked for once.
    let mut open: Vec<((u8, Movement), Vec<Hex>)> = Vec::new();
    for unit in ask.state.all_units().filter(|&unit| ask.state.unit(unit).seat == seat) {
        let Some(zone) = zone_of(ask, unit) else { continue };
        let (now, alike) = (ask.state.hex(unit), (zone, card(ask, unit).movement));
        let known = open.iter().position(|(others, _)| *others == alike).unwrap_or_else(|| {
            let hexes = ask.rules.standable(alike.0, alike.1).iter().copied();
            open.push((alike, hexes.filter(|&hex| s09_movement::has_room(ask, seat, hex)).collect()));
            open.len() - 1
        });
        for &to in open[known].1.iter().filter(|&&to| now != Some(to)) {
            visit(SetUp::Place { unit, to })?;
        }
    }
    ControlFlow::Continue(())
}

fn place(act: &mut Act<'_>, unit: Unit, to: Hex) {
    act.state.unmark(unit, Mark::Emplaced);
    act.state.put(unit, to);
    let rules = act.rules;
    emplace(rules, act.state, unit, to);
}

/// Sets up everything that is left: each unit where its kind is best covered, the first such hex of its zone.
fn place_rest(act: &mut Act<'_>, seat: Seat) {
    let left: Vec<(Unit, u8)> = boxed(act.ask(), seat).collect();
    for (unit, zone) in left {
        if let Some(hex) = best_place(act.ask(), unit, zone) {
            place(act, unit, hex);
        }
    }
}

fn best_place(ask: Ask<'_>, unit: Unit, zone: u8) -> Option<Hex> {
    let kind = card(ask, unit).kind;
    placeable(ask, unit, zone).max_by_key(|&hex| {
        let ground = s09_terrain::ground(ask, hex).defence.of(kind);
        let work = s09_terrain::work_in(ask, hex)
            .map_or(0, |work| work.row.defence.of(kind, crate::tables::fortification::Area::Front).len());
        let alone = ask.state.units_in(hex).is_empty();
        (work, ground.green, ground.blue, alone, std::cmp::Reverse(hex))
    })
}

/// A side has set up.
pub(crate) fn done(act: &mut Act<'_>, seat: Seat) {
    act.journal.revealed();
    for unit in act.state.all_units() {
        // What found no room stays behind.
        if matches!(act.state.unit(unit).place, Place::Box(_)) && act.state.unit(unit).seat == seat {
            act.state.units[unit.index()].place = Place::Gone;
        }
    }
    act.note(|ask| Entry::new(SET_UP, format!("{} has set up", ask.rules.side_name(seat))).by(seat));
}
