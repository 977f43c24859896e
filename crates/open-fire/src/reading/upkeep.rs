//! What paragraphs give and take outside combat: rounds, fuel, repairs, a turn, another place, other weather.

use engine::{Entry, Tone};

use crate::{
    booklet::paragraphs::{
        Place, Toward, UnitRef,
        words::{Ground, Harm, Shell, Weather},
    },
    play::{s05_operations::markers, s06_rounds::turns, s07_movement::going, s14_damage, s15_points},
    reading::whom,
    rule_ids::{AMMUNITION, AP_DAMAGE, PARAGRAPHS},
    state::{
        laid_out::Act,
        reading::Cause,
        units::{self, Ammunition, Machineguns, Side, Space, UnitId},
    },
    tables::damage::Effect,
};

/// A breakdown, an empty tank, a lost turn.
pub(crate) fn befall(act: &mut Act<'_>, unit: UnitId, harm: Harm) {
    if !act.state.unit(unit).is_active() {
        return;
    }
    let vehicle = act.rules.card(act.state.unit(unit)).kind.is_vehicle();
    let cost = s15_points::loss_of(act.ask(), unit);
    let condition = &mut act.state.unit_mut(unit).condition;
    let what = match harm {
        Harm::Breakdown if vehicle => {
            condition.broken_down = true;
            "breaks down"
        }
        Harm::OutOfFuel if vehicle => {
            condition.out_of_fuel = true;
            "is out of fuel"
        }
        Harm::LostTurn if matches!(act.state.unit(unit).space, Space::Turns(_)) => {
            turns::use_turn(act, unit);
            return told(act, unit, "loses a turn", Tone::Loss);
        }
        Harm::Breakdown
        | Harm::OutOfFuel
        | Harm::LostTurn
        | Harm::Suppressed
        | Harm::Panicked
        | Harm::Killed
        | Harm::CrewLoss
        | Harm::MovementLoss
        | Harm::Immobilised
        | Harm::MainGunOut
        | Harm::MachinegunOut => return,
    };
    told(act, unit, what, Tone::Loss);
    s14_damage::suffer(act, unit, &[Effect::Stop]);
    s15_points::tell_loss(act, unit, cost);
}

/// What a unit has suffered is put right.
pub(crate) fn repair(act: &mut Act<'_>, who: UnitRef, harm: Harm, cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause).filter(|&unit| act.state.unit(unit).is_active()) else { return };
    let card = act.rules.card(act.state.unit(unit));
    let piece = act.state.unit_mut(unit);
    let (before, condition) = (piece.condition, &mut piece.condition);
    match harm {
        Harm::Breakdown => condition.broken_down = false,
        Harm::OutOfFuel => condition.out_of_fuel = false,
        Harm::MovementLoss => condition.mpa_lost = condition.mpa_lost.saturating_sub(1),
        Harm::Immobilised => {
            condition.immobilised = false;
            while condition.mpa_lost > 0 && condition.mpa.is_some_and(|mpa| mpa.reduced(condition.mpa_lost).is_none()) {
                condition.mpa_lost -= 1;
            }
        }
        Harm::MainGunOut => condition.main_gun = card.main_gun,
        Harm::MachinegunOut => {
            condition.machinegun = card.machinegun;
            piece.machineguns = Machineguns::default();
        }
        // The reader of the booklet lets none of these through.
        Harm::Suppressed | Harm::Panicked | Harm::Killed | Harm::CrewLoss | Harm::LostTurn => return,
    }
    if act.state.unit(unit).condition != before {
        let what = match harm {
            Harm::OutOfFuel => "has fuel again",
            Harm::MainGunOut => "can fire its main gun again",
            Harm::MachinegunOut => "can fire its machineguns again",
            _ => "is repaired",
        };
        told(act, unit, what, Tone::default());
    }
}

fn told(act: &mut Act<'_>, unit: UnitId, what: &str, tone: Tone) {
    act.note(|ask| {
        Entry::new(AP_DAMAGE, format!("{} {what}.", ask.state.unit(unit).name))
            .tone(tone)
            .about([ask.state.id_of(unit)])
    });
}

/// Rounds are handed out or taken away: no more than there is room for, and no more than there are (OF-9.5).
pub(crate) fn give_rounds(act: &mut Act<'_>, who: UnitRef, (by, shell): (i16, Option<Shell>), cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause).filter(|&unit| act.state.unit(unit).is_active()) else { return };
    let most = i16::from(act.rules.sheet.most_rounds(act.rules.card(act.state.unit(unit))));
    let Some(racks) = &mut act.state.unit_mut(unit).ammunition else { return };
    let room = most - racks.all() as i16;
    let left = match (racks, shell) {
        (Ammunition::Any(left), _) => left,
        (Ammunition::ByType { gp, .. }, Some(Shell::Gp)) => gp,
        (Ammunition::ByType { ap, .. }, Some(Shell::Ap) | None) => ap,
    };
    let wanted = by;
    let by = by.min(room.max(0)).max(-i16::from(*left));
    *left = left.saturating_add_signed(by as i8);
    act.note(|ask| {
        let verb = if by < 0 { "gives up" } else { "takes on" };
        let rounds = if by.abs() == 1 { "round" } else { "rounds" };
        let text = match by {
            0 if wanted > 0 => format!("{} has no room for more rounds.", ask.state.unit(unit).name),
            0 => format!("{} has no rounds left to give up.", ask.state.unit(unit).name),
            _ => format!("{} {verb} {} {rounds}.", ask.state.unit(unit).name, by.abs()),
        };
        Entry::new(AMMUNITION, text).about([ask.state.id_of(unit)])
    });
}

/// A unit is set down elsewhere, with all it carries, if there is room.
pub(crate) fn put(act: &mut Act<'_>, who: UnitRef, (hex, facing): (Place, Option<Toward>), cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause).filter(|&unit| act.state.unit(unit).is_active()) else { return };
    let Some(hex) = whom::hex_meant(act.ask(), hex, cause) else { return };
    if going::check_stacking(act.ask(), unit, hex).is_err() {
        return;
    }
    let now = act.state.unit(unit).facing;
    let facing = facing.and_then(|toward| whom::direction_meant(act.ask(), hex, now, toward, cause));
    for work in act.state.works.iter_mut().filter(|work| work.occupant == Some(unit)) {
        work.occupant = None;
    }
    let piece = act.state.unit_mut(unit);
    (piece.place, piece.defilade, piece.dug_in) = (units::Place::At(hex), false, false);
    if let Some(facing) = facing {
        (piece.facing, piece.turret) = (facing, facing);
    }
    act.note(|ask| {
        Entry::new(PARAGRAPHS, format!("{} is in {} now.", ask.state.unit(unit).name, ask.rules.label(hex)))
            .about([ask.state.id_of(unit)])
            .at([ask.rules.label(hex)])
    });
    if act.state.unit(unit).side == Side::Us {
        s14_damage::enter_minefield(act, unit);
        let depth = act.state.frames.depth();
        markers::check_markers(act, unit, depth);
    }
}

pub(crate) fn change_weather(act: &mut Act<'_>, weather: Weather) {
    if std::mem::replace(&mut act.state.weather, weather) == weather {
        return;
    }
    let text = match weather {
        Weather::Clear => "The air is clear.",
        Weather::Fog => "There is fog.",
        Weather::ThickFog => "There is thick fog.",
    };
    act.note(|_| Entry::new(PARAGRAPHS, text));
}

pub(crate) fn change_ground(act: &mut Act<'_>, ground: Ground) {
    act.state.ground = Some(ground);
    let text = match ground {
        Ground::Firm => "The ground is firm.",
        Ground::Soft => "The ground is soft.",
        Ground::Snow => "Snow lies.",
    };
    act.note(|_| Entry::new(PARAGRAPHS, text));
}
