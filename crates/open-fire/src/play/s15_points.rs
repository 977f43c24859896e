//! Victory points for what happens to units (OF-15): losses, awards, and points that a paragraph gives.

use engine::{Entry, Tone};

use crate::{
    booklet::unit_cards::Fate,
    play::s02_ratings,
    rule_ids::VICTORY,
    state::{
        laid_out::{Act, Ask},
        units::{Side, Unit, UnitId},
    },
};

/// Adds victory points; negative ones are lost.
pub(crate) fn score(act: &mut Act<'_>, points: i16, why: &str, about: Option<UnitId>) {
    match points {
        0 => return,
        1.. => act.state.gained += points,
        _ => act.state.lost -= points,
    }
    act.note(|ask| points_entry(points, why).about(about.map(|unit| ask.state.id_of(unit))));
}

/// Points lost for a unit of ours in its present state (OF-15).
pub(crate) fn loss_of(ask: Ask<'_>, unit: UnitId) -> i16 {
    match ask.state.unit(unit) {
        piece if piece.side != Side::Us => 0,
        // Nothing is lost while guns wait for their rounds.
        _ if ask.state.generation.is_some() => 0,
        piece if piece.condition.killed => ask.rules.sheet.limits.victory.killed,
        _ if s02_ratings::is_disabled(ask, unit) => ask.rules.sheet.limits.victory.disabled,
        _ => 0,
    }
}

/// Reports the points lost for a unit of ours, less the `before` already lost for it.
pub(crate) fn tell_loss(act: &mut Act<'_>, unit: UnitId, before: i16) {
    let more = loss_of(act.ask(), unit) - before;
    if more != 0 {
        let what = if act.state.unit(unit).condition.killed { "lost" } else { "disabled" };
        act.note(|ask| {
            let why = format!("because {} is {what}", ask.state.unit(unit).name);
            points_entry(-more, &why).tone(Tone::Loss).about([ask.state.id_of(unit)])
        });
    }
}

/// Awards the points of a German's card once, for the first of its fates that counts (OF-2.1).
pub(crate) fn award(act: &mut Act<'_>, unit: UnitId, fate: Fate) {
    let Some(card) = act.rules.unit_card(act.state.unit(unit)).filter(|card| card.counts(fate)) else { return };
    let points = card.points;
    let german = act.state.unit_mut(unit);
    if german.side != Side::German || std::mem::replace(&mut german.awarded, true) {
        return;
    }
    let how = match fate {
        Fate::Killed => "knocking out",
        Fate::Disabled => "disabling",
        Fate::Captured => "capturing",
    };
    let why = format!("for {how} {}", act.state.unit(unit).name);
    score(act, points, &why, Some(unit));
}

/// Points for Germans who can do nothing any more.
pub(crate) fn award_for_disabled(act: &mut Act<'_>) {
    let disabled = |&(unit, piece): &(UnitId, &Unit)| !piece.awarded && s02_ratings::is_disabled(act.ask(), unit);
    let disabled: Vec<UnitId> = act.state.active(Side::German).filter(disabled).map(|(unit, _)| unit).collect();
    for unit in disabled {
        award(act, unit, Fate::Disabled);
    }
}

/// Points lost so far for units killed and disabled: counted when asked, because a disabled unit may yet be killed.
pub fn losses(ask: Ask<'_>) -> i16 {
    losses_of(ask, &|unit| ask.state.unit(*unit).side == Side::Us)
}

/// Points lost for those of our units that `owned` picks.
pub(crate) fn losses_of(ask: Ask<'_>, owned: &dyn Fn(&UnitId) -> bool) -> i16 {
    ask.state.all_units().filter(|(unit, _)| owned(unit)).map(|(unit, _)| loss_of(ask, unit)).sum()
}

pub(crate) fn points_entry(points: i16, why: &str) -> Entry {
    let word = if points.abs() == 1 { "point" } else { "points" };
    // Bookkeeping: it is no part of what a page reads out.
    Entry::new(VICTORY, format!("{points:+} victory {word} {why}.")).tone(Tone::Quiet)
}
