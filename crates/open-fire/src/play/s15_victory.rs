//! Victory points and the end of a mission (OF-15).

use engine::{Entry, Tone};

use crate::{
    booklet::unit_cards::Fate,
    play::{
        missions::freed_men, refusal::Refused, s02_ratings, s05_operations, s06_rounds::german_turns,
        s07_movement::transport, s16_campaign,
    },
    reading::{self, conditions},
    rule_ids::{COURSE, VICTORY},
    state::{
        Frame,
        laid_out::{Act, Ask},
        reading::Cause,
        units::{Place, Side, Unit, UnitId},
    },
    tables::cards::Kind,
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

/// What the mission awards for the present state.
pub(crate) fn awards(ask: Ask<'_>) -> i16 {
    let awards = ask.rules.mission.awards.iter().map(|(points, units)| {
        let count = conditions::matching(ask, units, &Cause::default()).len() as i16;
        points * count
    });
    let freed = &ask.rules.mission.terms.freed;
    let freed = freed.iter().map(|(points, way)| points * freed_men::brought_out(ask, *way) as i16);
    awards.chain(freed).sum()
}

/// Tells how those awards have changed.
pub(crate) fn tell_awards(act: &mut Act<'_>, before: &mut i16) {
    let now = awards(act.ask());
    if now != *before {
        act.note(|_| points_entry(now - *before, "for the state of the mission"));
        *before = now;
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

/// Whether the Germans on the map can be left alone: not one of them can move or fire.
pub(crate) fn check_stand_down(ask: Ask<'_>) -> Result<(), Refused> {
    let harmless = |(unit, _): (UnitId, &Unit)| ask.state.hex_of(unit).is_none() || s02_ratings::is_disabled(ask, unit);
    if ask.state.active(Side::German).all(harmless) { Ok(()) } else { Err(Refused::StillDangerous) }
}

/// The platoon leaves disabled Germans alone. Like those who have surrendered, they wait for a US unit to take them.
pub(crate) fn stand_down(act: &mut Act<'_>) {
    award_for_disabled(act);
    let left: Vec<UnitId> = act.state.active(Side::German).map(|(unit, _)| unit).collect();
    for &unit in &left {
        german_turns::lay_down_arms(act, unit);
    }
    act.note(|ask| {
        Entry::new(COURSE, "None of the Germans left can do any harm: the platoon moves on.")
            .about(left.iter().map(|&unit| ask.state.id_of(unit)))
    });
}

/// Points lost so far for units killed and disabled: counted when asked, because a disabled unit may yet be killed.
pub fn losses(ask: Ask<'_>) -> i16 {
    losses_of(ask, &|unit| ask.state.unit(*unit).side == Side::Us)
}

/// Points lost for those of our units that `owned` picks.
pub(crate) fn losses_of(ask: Ask<'_>, owned: &dyn Fn(&UnitId) -> bool) -> i16 {
    ask.state.all_units().filter(|(unit, _)| owned(unit)).map(|(unit, _)| loss_of(ask, unit)).sum()
}

/// The balance: gained less lost, with what the mission awards for how things stand.
pub fn balance(ask: Ask<'_>) -> i16 {
    ask.state.gained - ask.state.lost - losses(ask) + awards(ask)
}

/// Ends the mission if its conditions hold, or if no US unit is left that could go on.
pub(crate) fn end_if_over(act: &mut Act<'_>) -> bool {
    let ended = act.rules.mission.ends.iter().any(|test| conditions::holds(act.ask(), test, &mut Cause::default()));
    let able = |(unit, _): (UnitId, &Unit)| !s02_ratings::is_disabled(act.ask(), unit);
    let alive = act.state.active(Side::Us).any(able);
    // In operations a platoon that can go nowhere has nothing left to do; crews that have left their vehicles walk home.
    let goes_on = |(unit, piece): (UnitId, &Unit)| {
        act.rules.card(piece).kind != Kind::TankCrew && can_go_somewhere(act.ask(), unit)
    };
    let stuck = !act.state.in_rounds() && !act.state.active(Side::Us).any(goes_on);
    if ended || !alive || stuck {
        end_mission(act);
        return true;
    }
    false
}

/// Whether a unit could come in, leave the map or drive into a hex beside it: wheels on soft ground may have none.
fn can_go_somewhere(ask: Ask<'_>, unit: UnitId) -> bool {
    if transport::check_can_move(ask, unit).is_err() {
        return false;
    }
    match ask.state.unit(unit).place {
        Place::OffMap => {
            let mut hexes = s05_operations::entry_hexes(ask.rules);
            hexes.any(|hex| transport::check_entry(ask, unit, hex).is_ok())
        }
        Place::At(hex) => {
            let mut beside = ask.rules.grid().neighbours(hex);
            beside.any(|(_, to)| transport::check_passable(ask, unit, hex, to).is_ok())
                || transport::check_exit(ask, unit).is_ok()
        }
        Place::Aboard(_) | Place::Towed(_) | Place::Exited | Place::Removed => true,
    }
}

/// Whether the mission may be broken off.
pub(crate) fn check_call_off(ask: Ask<'_>) -> Result<(), Refused> {
    let rounds = ask.rules.sheet.limits.long_fight.rounds;
    if ask.state.round > rounds { Ok(()) } else { Err(Refused::TooEarly { rounds }) }
}

/// The mission is over: won if the points suffice.
pub(crate) fn end_mission(act: &mut Act<'_>) {
    // Two standing orders may say so at the same moment; the second is then read above the end.
    if act.state.frames.iter().any(|frame| matches!(frame, Frame::Over { .. } | Frame::Debriefing { .. })) {
        return;
    }
    let (balance, needed) = (balance(act.ask()), act.rules.mission.victory);
    let won = balance >= needed;
    while act.state.frames.pop().is_some() {}
    act.note(|_| {
        let word = if won { "won" } else { "lost" };
        let text = format!("The mission is {word}: {balance} victory points, with {needed} needed.");
        Entry::new(VICTORY, text).tone(Tone::Heading)
    });
    if let Some(number) = act.rules.mission.ends_with {
        act.state.looking.clear();
        reading::read_paragraph(act, number, Cause::default());
    }
    s16_campaign::close_mission(act, won);
}

fn points_entry(points: i16, why: &str) -> Entry {
    let word = if points.abs() == 1 { "point" } else { "points" };
    Entry::new(VICTORY, format!("{points:+} victory {word} {why}."))
}
