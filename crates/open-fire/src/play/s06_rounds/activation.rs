//! Units with cards come onto the map (OF-6.2, OF-6.6, OF-6.10, OF-8.3).

use engine::{Entry, Tone};
use hexmap::{Direction, Hex};

use crate::{
    booklet::paragraphs::{
        Activation, CardId, Step, Toward,
        words::{self, Marker},
    },
    play::{
        eyewitness, s02_ratings, s02_unit_cards,
        s05_operations::{markers, random_determination},
        s06_rounds,
        s07_movement::going,
    },
    reading::{cursors, whom},
    rule_ids::{ACTIVATION, ACTIVATION_IN_ROUNDS, US_CARDS},
    state::{
        State, Work, WorkKind,
        laid_out::{Act, Ask, OpenFire},
        reading::Cause,
        units::{Place, Side, Space, UnitId},
    },
    tables::{ar_track::Placement, cards::Kind},
};

/// Germans come onto the map: in operations rounds begin, in rounds they join the track. All whom a text names that is
/// read in operations come in operations, also after the first of them.
pub(crate) fn activate(act: &mut Act<'_>, activation: &Activation, cause: &Cause) {
    let operations = act.state.before_rounds();
    let mut hexes = Vec::new();
    for &card in &activation.cards {
        let Some(unit) = bring_on(act, card, activation, cause) else { continue };
        hexes.extend(act.state.hex_of(unit));
        glimpse(act, unit, cause);
        act.note(|ask| appears(ask, unit));
        if operations {
            s06_rounds::commence_rounds(act);
        } else {
            join_the_track(act, unit);
        }
    }
    if operations {
        // A marker in the same hex is stirred up, too (OF-5.2).
        let over = act.state.markers.iter().filter(|marker| hexes.contains(&marker.hex));
        let over: Vec<u8> = over.map(|marker| marker.number).collect();
        markers::stir_up(act, &over, cause.unit);
    }
}

/// US units with cards join the platoon (OF-2.6).
pub(crate) fn join(act: &mut Act<'_>, activation: &Activation, cause: &Cause) {
    for &card in &activation.cards {
        if let Some(unit) = bring_on(act, card, activation, cause) {
            let operations = act.state.before_rounds();
            act.state.unit_mut(unit).space = if operations { Space::Unaware } else { Space::Complete };
            act.note(|ask| appears(ask, unit));
        }
    }
}

fn appears(ask: Ask<'_>, unit: UnitId) -> Entry {
    let at = ask.state.hex_of(unit).map(|hex| ask.rules.label(hex)).unwrap_or_default();
    let text = match ask.state.unit(unit).place {
        Place::Aboard(carrier) => format!("{} is in {}.", ask.state.unit(unit).name, ask.state.unit(carrier).name),
        Place::Towed(carrier) => format!("{} is behind {}.", ask.state.unit(unit).name, ask.state.unit(carrier).name),
        Place::At(_) | Place::OffMap | Place::Exited | Place::Removed => {
            format!("{} is in {at}.", ask.state.unit(unit).name)
        }
    };
    let rule = if ask.state.unit(unit).side == Side::Us { US_CARDS } else { ACTIVATION };
    let entry = Entry::new(rule, text).tone(Tone::Heading).about([ask.state.id_of(unit)]).at([at.clone()]);
    match ask.state.unit(unit).place {
        Place::At(_) if ask.state.unit(unit).side == Side::German => {
            entry.as_seen(eyewitness::somebody(ask, unit), format!("shows itself in {at}"))
        }
        _ => entry,
    }
}

/// Puts the unit of a card on the map, as the paragraph says; one that has left it may come back (OF-7.1).
fn bring_on(act: &mut Act<'_>, card: CardId, activation: &Activation, cause: &Cause) -> Option<UnitId> {
    let hex = whom::hex_meant(act.ask(), activation.at, cause);
    let carrier = activation.carried_by.and_then(|carrier| whom::unit_of_card(act.ask(), carrier));
    let place = match carrier {
        Some(carrier) if data_kind(act.rules, card) == Some(Kind::Gun) => Place::Towed(carrier),
        Some(carrier) => Place::Aboard(carrier),
        None => Place::At(hex?),
    };
    let unit = match whom::unit_of_card(act.ask(), card) {
        Some(known) => Some(known).filter(|&known| may_return(act.state, known))?,
        None => s02_unit_cards::new_from_card(act, card)?,
    };
    act.state.unit_mut(unit).place = place;
    let hex = act.state.hex_of(unit)?;
    let ahead = toward_the_cause(act.ask(), hex, cause);
    let hull = activation.facing.map(|toward| drawn_direction(act, hex, ahead, toward, cause));
    let hull = hull.flatten().unwrap_or(ahead);
    let turret = activation.turret.map(|toward| drawn_direction(act, hex, hull, toward, cause));
    set_posture(act, unit, activation, (hull, turret.flatten().unwrap_or(hull)));
    Some(unit)
}

fn data_kind(rules: &OpenFire, card: CardId) -> Option<Kind> {
    let card = rules.booklet.card(card)?;
    rules.sheet.card(&card.data_card).map(|data| data.kind)
}

fn set_posture(act: &mut Act<'_>, unit: UnitId, activation: &Activation, (hull, turret): (Direction, Direction)) {
    let card = act.rules.card(act.state.unit(unit));
    let (kind, turreted) = (card.kind, card.traverse.is_some());
    let hex = act.state.unit(unit).hex();
    let hull_down =
        hex.is_some_and(|hex| act.rules.sheet.movement.defilade(act.rules.country.terrain_id(hex)).is_some());
    let piece = act.state.unit_mut(unit);
    piece.facing = hull;
    piece.turret = if turreted { turret } else { hull };
    piece.closed = activation.closed && kind.can_close();
    piece.defilade = activation.defilade && hull_down && !kind.is_squad();
    piece.prepared = kind == Kind::Gun && !activation.unprepared && hex.is_some();
    piece.space = Space::Complete;
    (piece.evading, piece.exited_at) = (None, None);
    let work = match activation.shelter {
        Some(Marker::ImprovedPosition) => WorkKind::ImprovedPosition,
        Some(Marker::Bunker) => WorkKind::Bunker(hull),
        Some(
            Marker::Minefield
            | Marker::Smoke
            | Marker::Fence
            | Marker::Prisoners
            | Marker::RoadBlock
            | Marker::BlownBridge
            | Marker::Refugees
            | Marker::Civilians,
        )
        | None => return,
    };
    if let Some(hex) = hex {
        act.state.unit_mut(unit).dug_in = work == WorkKind::ImprovedPosition;
        act.state.works.push(Work { hex, kind: work, occupant: Some(unit) });
    }
}

/// The hexside that looks toward something; between two the dice decide (OF-2.3).
fn drawn_direction(act: &mut Act<'_>, hex: Hex, now: Direction, toward: Toward, cause: &Cause) -> Option<Direction> {
    match toward {
        Toward::Compass(compass) => {
            let facings = compass.facings(act.rules.mission.north);
            let picked = match facings.len() {
                0 | 1 => 0,
                several => random_determination::Ranges::among(several).throw(act.dice).0,
            };
            facings.get(picked).copied()
        }
        toward => whom::direction_meant(act.ask(), hex, now, toward, cause),
    }
}

/// Toward the US unit that set it off, else the nearest one, else into the map.
fn toward_the_cause(ask: Ask<'_>, hex: Hex, cause: &Cause) -> Direction {
    let inward = going::inward(ask.rules, hex);
    let nearest = || {
        let platoon = ask.state.active(Side::Us).filter_map(|(unit, _)| ask.state.hex_of(unit));
        platoon.min_by_key(|&at| ask.rules.grid().distance(hex, at))
    };
    let at = cause.unit.and_then(|unit| ask.state.hex_of(unit)).or_else(nearest);
    at.and_then(|at| whom::facing_toward(ask.rules, hex, inward, at)).unwrap_or(inward)
}

/// Both see each other for a full round if the US unit has come within two hexes (OF-8.3).
fn glimpse(act: &mut Act<'_>, german: UnitId, cause: &Cause) {
    let Some(unit) = cause.unit else { return };
    let near = act.state.hex_of(unit).zip(act.state.hex_of(german));
    if near.is_some_and(|(us, german)| {
        act.rules.grid().distance(us, german) <= act.rules.sheet.limits.germans.close_quarters
    }) {
        act.state.unit_mut(german).glimpsed_by.add(unit);
    }
}

/// A German activated in a round: two turns if the paragraph says so, else by a new die (OF-6.6).
fn join_the_track(act: &mut Act<'_>, unit: UnitId) {
    let promised = turns_promised(act.ask());
    if act.state.dealt != act.state.round && promised.is_none() {
        // The markers of this round have yet to be placed; his is placed with them.
        return;
    }
    let turns = match promised {
        Some(turns) => Placement::Turns(turns),
        None => {
            s06_rounds::throw_action_number(act);
            let initiative = s02_ratings::ratings(act.ask(), unit).initiative;
            act.rules.sheet.ar_track.placement(initiative, act.state.action_number.into(), false)
        }
    };
    act.state.unit_mut(unit).space = match turns {
        Placement::Panic => Space::Panic,
        Placement::Turns(turns) => Space::Turns(turns),
    };
    act.note(|ask| {
        let what = match turns {
            Placement::Panic => "panics".to_owned(),
            Placement::Turns(1) => "has 1 turn this round".to_owned(),
            Placement::Turns(turns) => format!("has {turns} turns this round"),
        };
        Entry::new(ACTIVATION_IN_ROUNDS, format!("{} {what}.", ask.state.unit(unit).name))
            .about([ask.state.id_of(unit)])
    });
}

/// The turns that the block being read promises its Germans, before or after it names them.
fn turns_promised(ask: Ask<'_>) -> Option<u8> {
    cursors::steps_of_the_block(ask)
        .iter()
        .find_map(|step| if let Step::Advantage { side: words::Side::German, turns } = step { *turns } else { None })
}

/// Whether a unit that has been on the map before can be activated again.
fn may_return(state: &State, unit: UnitId) -> bool {
    let known = state.unit(unit);
    let gone = matches!(known.place, Place::OffMap | Place::Exited | Place::Removed);
    gone && !known.condition.killed && !known.captured && !known.surrendered
}
