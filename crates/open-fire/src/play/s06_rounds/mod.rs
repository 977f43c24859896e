//! Action rounds (OF-6.1): awareness, random event, advantage, the track, turns, and back to operations (OF-3).

pub(crate) mod activation;
pub mod between_turns;
pub mod command;
pub(crate) mod german_orders;
pub(crate) mod german_turns;
pub mod routes;
pub(crate) mod surrender;
pub mod turns;

use dice::{Die, Throw, Whose};
use engine::{Entry, Tone, UnitSet};

use crate::{
    play::{s02_ratings, s08_sight, s16_campaign::deeds},
    rule_ids::{ACTION_NUMBER, ADVANTAGE, AWARENESS, PANIC, PANIC_RESULTS, ROUNDS, TRACK},
    state::{
        FirstRound,
        laid_out::{Act, Ask},
        units::{Fired, Place, Side, Space, Unit, UnitId},
    },
    tables::{ar_track::Placement, checks::Check},
};

/// Rounds begin: a German has been activated in operations (OF-6).
pub(crate) fn commence_rounds(act: &mut Act<'_>) {
    if act.state.in_rounds() || act.state.rounds_wait {
        return;
    }
    act.state.round = 1;
    act.state.first_round.get_or_insert_with(FirstRound::default);
    for unit in act.state.units.iter_mut().filter(|unit| unit.is_active()) {
        unit.space = if unit.side == Side::Us { Space::Unaware } else { Space::Complete };
    }
    act.note(|_| Entry::new(ROUNDS, "Rounds begin.").tone(Tone::Heading));
}

/// Puts every aware unit's marker on the track.
pub(crate) fn place_markers(act: &mut Act<'_>) {
    let units: Vec<UnitId> = act.state.all_units().filter(|(_, unit)| unit.is_active()).map(|(unit, _)| unit).collect();
    for unit in units {
        // A German whom the random event brought has the turns that it promised him (OF-6.6).
        let promised = |unit: &Unit| unit.side == Side::German && matches!(unit.space, Space::Turns(_));
        let unit_now = act.state.unit(unit);
        if !matches!(unit_now.space, Space::Unaware | Space::Inactive) && !promised(unit_now) {
            place_marker(act, unit);
        }
    }
    act.note(|ask| Entry::new(TRACK, track_text(ask)).tone(Tone::Quiet));
}

/// Who got how many turns, in the order of the track.
fn track_text(ask: Ask<'_>) -> String {
    let got = |space: Space| {
        let in_space = ask.state.all_units().filter(|(_, unit)| unit.is_active() && unit.space == space);
        in_space.map(|(_, unit)| unit.letter.as_str()).collect::<Vec<_>>().join(", ")
    };
    let spaces = [(Space::Turns(2), "two turns"), (Space::Turns(1), "one turn"), (Space::Complete, "none")];
    let rows = spaces.into_iter().map(|(space, words)| (got(space), words)).filter(|(who, _)| !who.is_empty());
    let text = rows.map(|(who, words)| format!("{words}: {who}")).collect::<Vec<_>>().join("; ");
    format!("On the track: {text}.")
}

/// Puts one unit's marker on the track (OF-6.1, OF-6.4).
pub(crate) fn place_marker(act: &mut Act<'_>, unit: UnitId) {
    let side = act.state.unit(unit).side;
    let first = act.state.first_round.filter(|_| act.state.round == 1).unwrap_or_default();
    let given = if side == Side::Us && first.aware.has(unit) {
        first.aware_turns
    } else {
        first.turns.filter(|_| first.advantage == Some(side))
    };
    let die = u16::from(act.state.advantage_dice[usize::from(side == Side::German)]);
    let minds_red = side == Side::Us && !command::in_command(act.ask(), unit);
    let initiative = s02_ratings::ratings(act.ask(), unit).initiative;
    let placed = given.map_or_else(|| act.rules.sheet.ar_track.placement(initiative, die, minds_red), Placement::Turns);
    let disabled = s02_ratings::is_disabled(act.ask(), unit);
    // Nobody comes in before the second round, also who knows already what is going on (OF-6.10).
    let waits = act.state.round == 1 && act.state.unit(unit).place == Place::OffMap;
    act.state.unit_mut(unit).space = match placed {
        _ if disabled || waits => Space::Complete,
        Placement::Panic => Space::Panic,
        Placement::Turns(turns) => Space::Turns(turns),
    };
    if act.state.unit(unit).space == Space::Panic {
        deeds::note_panic(act, unit);
        act.note(|ask| {
            let reason = if minds_red { "out of command" } else { "shaken" };
            Entry::new(PANIC, format!("{} panics on {die}: {reason}.", ask.state.unit(unit).name))
                .tone(Tone::Loss)
                .about([ask.state.id_of(unit)])
        });
    }
}

/// A new German action number (OF-6.8).
pub(crate) fn throw_action_number(act: &mut Act<'_>) {
    act.state.action_number = act.dice.throw(&Throw::d10("German action number")).faces()[0] as u8;
    let number = act.state.action_number;
    act.note(|_| Entry::new(ACTION_NUMBER, format!("The German action number is {number}.")).tone(Tone::Quiet));
}

/// US awareness (OF-6.5).
pub(crate) fn awareness(act: &mut Act<'_>) {
    let first = act.state.first_round.unwrap_or_default();
    let unaware = act.state.active(Side::Us).filter(|(_, unit)| unit.space == Space::Unaware);
    let units: Vec<UnitId> = unaware.map(|(unit, _)| unit).collect();
    for unit in units {
        let aware_at_once = act.state.round == 1 && first.aware.has(unit);
        let off_map = act.state.unit(unit).place == Place::OffMap;
        let notices = match act.state.round {
            _ if aware_at_once => true,
            1 => sees_a_german(act.ask(), unit) && !off_map && becomes_aware(act, unit),
            2 => becomes_aware(act, unit),
            _ => true,
        };
        if notices {
            act.state.unit_mut(unit).space = Space::Aware;
        }
    }
}

fn sees_a_german(ask: Ask<'_>, unit: UnitId) -> bool {
    ask.state.active(Side::German).any(|(german, _)| s08_sight::sees_unit(ask, unit, german))
}

fn becomes_aware(act: &mut Act<'_>, unit: UnitId) -> bool {
    let rating = i32::from(s02_ratings::ratings(act.ask(), unit).perception);
    let check = Check { what: "awareness", rule: AWARENESS, rating, modification: 0 };
    let (success, face) = check.resolve(&mut Whose::new(act.dice, &act.state.unit(unit).name));
    act.note(|ask| {
        let what = if success { "is aware of what is going on" } else { "has not noticed anything" };
        Entry::new(AWARENESS, format!("{} {what}.", ask.state.unit(unit).name))
            .about([ask.state.id_of(unit)])
            .because(check.resolution(success, face))
    });
    success
}

/// Who has the advantage: both dice decide also how many turns units get.
pub(crate) fn advantage(act: &mut Act<'_>) {
    let fell = act.dice.throw(&Throw::new("advantage, US and German", vec![Die::D10; 2]));
    act.state.advantage_dice = [fell.faces()[0] as u8, fell.faces()[1] as u8];
    let given = act.state.first_round.filter(|_| act.state.round == 1).and_then(|first| first.advantage);
    let by_dice = if act.state.advantage_dice[0] > act.state.advantage_dice[1] { Side::Us } else { Side::German };
    act.state.advantage = given.unwrap_or(by_dice);
    let [us, german] = act.state.advantage_dice;
    let who = if act.state.advantage == Side::Us { "the platoon" } else { "the enemy" };
    act.note(|_| {
        let text = match given {
            Some(_) => {
                format!(
                    "The paragraph gives {who} the advantage; the dice (US {us}, German {german}) decide the turns."
                )
            }
            None => format!("US {us}, German {german}: {who} has the advantage."),
        };
        Entry::new(ADVANTAGE, text)
    });
}

/// What lasts for a round is over.
pub(crate) fn clear_round(act: &mut Act<'_>) {
    tell_relief(act);
    for unit in &mut act.state.units {
        unit.condition.suppressed = false;
        unit.condition.panicked = false;
        unit.hit_by.clear();
        unit.glimpsed_by = UnitSet::NONE;
        unit.fired = Fired { now: false, before: unit.fired.now };
        if unit.space == Space::Panic {
            unit.closed |= act.rules.sheet.cards[usize::from(unit.card)].kind.can_close();
            unit.space = Space::Complete;
        }
    }
}

/// In operations no round ends, so suppression ends as soon as nothing more happens (ruling OF-14.4).
pub(crate) fn settle_down(act: &mut Act<'_>) {
    if act.state.units.iter().any(|unit| unit.condition.suppressed || unit.condition.panicked) {
        tell_relief(act);
        for unit in &mut act.state.units {
            (unit.condition.suppressed, unit.condition.panicked) = (false, false);
        }
    }
}

/// Who is free to act again, and who has shut his hatches in panic.
fn tell_relief(act: &mut Act<'_>) {
    let shaken = |unit: &Unit| unit.condition.suppressed || unit.condition.panicked || unit.space == Space::Panic;
    let relieved: Vec<UnitId> =
        act.state.all_units().filter(|(_, unit)| unit.is_active() && shaken(unit)).map(|(unit, _)| unit).collect();
    if relieved.is_empty() {
        return;
    }
    act.note(|ask| {
        let shut = |unit: &UnitId| {
            let piece = ask.state.unit(*unit);
            piece.space == Space::Panic && !piece.closed && ask.rules.card(ask.state.unit(*unit)).kind.can_close()
        };
        let name = |unit: &UnitId| {
            let word = if shut(unit) { " (buttoned up)" } else { "" };
            format!("{}{word}", ask.state.unit(*unit).name)
        };
        let names = relieved.iter().map(name).collect::<Vec<_>>().join(", ");
        Entry::new(PANIC_RESULTS, format!("Suppression and panic are over: {names}."))
            .tone(Tone::Quiet)
            .about(relieved.iter().map(|&unit| ask.state.id_of(unit)))
    });
}
