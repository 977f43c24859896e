//! What damage does to a unit on the table (OF-14), accidents and mines as they befall it (OF-7.8, OF-13.1).

use dice::Whose;
use engine::{Entry, Resolution, Tone};

use crate::{
    booklet::unit_cards::Fate,
    play::{
        eyewitness,
        missions::freed_men,
        s02_men::{self, Blow},
        s02_ratings,
        s06_rounds::turns,
        s07_movement::going,
        s08_sight,
        s09_fire::ammunition,
        s11_assault::capture,
        s15_points,
        s16_campaign::deeds,
    },
    rule_ids::{ACCIDENTS, AP_DAMAGE, CHARACTERISTICS, INITIATIVE, MINEFIELDS, PANIC_RESULTS, SQUADS, UNIT_CARDS},
    state::{
        Frame,
        laid_out::{Act, Ask, OpenFire},
        units::{Motion, Place, Side, Space, Unit, UnitId},
    },
    tables::{
        cards::{Kind, Nation},
        checks::Check,
        damage::{Effect, Stake, Target, listed},
        minefields::Mine,
    },
};

/// A unit as damage sees it.
pub(crate) fn as_target(ask: Ask<'_>, unit: UnitId) -> Target {
    let piece = ask.state.unit(unit);
    let card = ask.rules.card(ask.state.unit(unit));
    let riders = going::loads(ask, unit)
        .into_iter()
        .any(|load| card.kind.is_tank() && ask.rules.card(ask.state.unit(load)).kind.is_squad());
    let in_bunker = ask
        .state
        .works
        .iter()
        .any(|work| work.occupant == Some(unit) && matches!(work.kind, crate::state::WorkKind::Bunker(_)));
    let towed = matches!(piece.place, Place::Towed(_));
    Target { prepared: piece.prepared, towed, riders, in_bunker, ..Target::of(card, piece.closed) }
}

/// What is at stake for a unit in its present state.
pub(crate) fn stake(ask: Ask<'_>, unit: UnitId) -> Stake {
    Stake {
        target: as_target(ask, unit),
        condition: ask.state.unit(unit).condition,
        shells: ammunition::has_any(ask, unit),
    }
}

/// Applies effects to a unit, with all that follows from them.
pub(crate) fn suffer(act: &mut Act<'_>, unit: UnitId, effects: &[Effect]) {
    suffer_blow(act, unit, effects, Blow::ANYWHERE);
}

/// The same where it is known where the blow fell.
pub(crate) fn suffer_blow(act: &mut Act<'_>, unit: UnitId, effects: &[Effect], blow: Blow<'_>) {
    if !act.state.unit(unit).is_active() {
        return;
    }
    if !act.state.in_rounds() && effects.contains(&Effect::Panic) {
        let calm: Vec<Effect> =
            effects.iter().copied().filter(|effect| !matches!(effect, Effect::Panic | Effect::AccidentCheck)).collect();
        act.note(|ask| {
            Entry::new(
                PANIC_RESULTS,
                format!("{} keeps its head: there is no panic in operations.", ask.state.unit(unit).name),
            )
            .tone(Tone::Quiet)
            .about([ask.state.id_of(unit)])
        });
        return suffer_blow(act, unit, &calm, blow);
    }
    let before = (s15_points::loss_of(act.ask(), unit), s02_ratings::is_disabled(act.ask(), unit));
    let (after, further) = act.state.unit(unit).condition.after(effects);
    let men_lost = act.state.unit(unit).condition.crew.saturating_sub(after.crew);
    let crew_hit = men_lost > 0 && after.crew > 0;
    act.state.unit_mut(unit).condition = after;
    s02_men::are_hit(act, unit, men_lost, blow);
    if crew_hit {
        act.note(|ask| what_is_left(ask, unit));
    }
    let all: Vec<Effect> = effects.iter().copied().chain(further).collect();
    // What follows from an effect (an accident after a hit) tells of its own losses: so these are told first.
    if !after.killed {
        tell_losses(act, unit, before);
    }
    for effect in &all {
        suffer_one(act, unit, *effect);
    }
    if after.killed {
        tell_losses(act, unit, before);
    }
    // Being shot at makes a unit aware (OF-6.5).
    if act.state.unit(unit).is_active() && act.state.unit(unit).space == Space::Unaware {
        act.state.unit_mut(unit).space = Space::Complete;
    }
    if s02_ratings::is_disabled(act.ask(), unit) && matches!(act.state.unit(unit).space, Space::Turns(_)) {
        act.state.unit_mut(unit).space = Space::Complete;
    }
    stop_if_helpless(act, unit);
}

/// That a unit is disabled now, and the points that it costs beyond those `before`.
fn tell_losses(act: &mut Act<'_>, unit: UnitId, (cost, disabled): (i16, bool)) {
    if !disabled && act.state.unit(unit).is_active() && s02_ratings::is_disabled(act.ask(), unit) {
        act.note(|ask| {
            Entry::new(AP_DAMAGE, format!("{} is disabled: it can neither move nor fire.", ask.state.unit(unit).name))
                .tone(Tone::Loss)
                .about([ask.state.id_of(unit)])
        });
    }
    s15_points::tell_loss(act, unit, cost);
}

fn kill_riders(act: &mut Act<'_>, carrier: UnitId) {
    for rider in going::loads(act.ask(), carrier) {
        if act.rules.card(act.state.unit(rider)).kind.is_squad() {
            kill(act, rider);
        }
    }
}

fn lose_half(act: &mut Act<'_>, squad: UnitId) {
    flip(act.rules, act.state.unit_mut(squad));
    act.note(|ask| {
        Entry::new(SQUADS, format!("{} is down to half a squad.", ask.state.unit(squad).name))
            .tone(Tone::Loss)
            .about([ask.state.id_of(squad)])
    });
}

/// A German's losses make him think of himself (OF-2.1).
fn look_after_itself(act: &mut Act<'_>, german: UnitId) {
    act.state.unit_mut(german).reaction = Some('S');
    act.note(|ask| {
        let entry = Entry::new(UNIT_CARDS, format!("{} looks after itself from now on.", ask.state.unit(german).name))
            .about([ask.state.id_of(german)]);
        eyewitness::seen(ask, german, entry, eyewitness::reaction('S'))
    });
}

fn suffer_one(act: &mut Act<'_>, unit: UnitId, effect: Effect) {
    match effect {
        Effect::Killed => kill(act, unit),
        Effect::RidersKilled => kill_riders(act, unit),
        Effect::FlipToHalf => lose_half(act, unit),
        Effect::LoseTurns => {
            if matches!(act.state.unit(unit).space, Space::Turns(_) | Space::Aware | Space::Unaware) {
                act.state.unit_mut(unit).space = Space::Complete;
            }
        }
        Effect::Panic if act.state.in_rounds() => {
            act.state.unit_mut(unit).space = Space::Panic;
            deeds::note_panic(act, unit);
            act.note(|ask| {
                Entry::new(PANIC_RESULTS, format!("{} panics.", ask.state.unit(unit).name))
                    .tone(Tone::Loss)
                    .about([ask.state.id_of(unit)])
            });
        }
        Effect::InitiativeCheck => initiative_check(act, unit),
        Effect::AccidentCheck => accident_check(act, unit),
        Effect::SpecialReactionS if act.state.unit(unit).side == Side::German => look_after_itself(act, unit),
        Effect::Captured => capture::capture(act, unit),
        Effect::BunkerDestroyed => {
            let hex = act.state.hex_of(unit);
            act.state
                .works
                .retain(|work| Some(work.hex) != hex || !matches!(work.kind, crate::state::WorkKind::Bunker(_)));
        }
        Effect::Stop => stop(act, unit),
        Effect::TurnLeft => going::rotate(act, unit, false),
        Effect::TurnRight => going::rotate(act, unit, true),
        Effect::RunOn => run_on(act, unit),
        // In operations nobody panics, and a US unit has no card that speaks of reactions.
        Effect::Panic | Effect::SpecialReactionS => {}
        // What the unit's condition has taken note of already.
        Effect::ReduceCrew(_)
        | Effect::ReduceMpa
        | Effect::ReduceMpaToZero
        | Effect::KoMachinegun
        | Effect::KoMainGun
        | Effect::Suppression
        | Effect::CrewLost
        | Effect::Immobilised => {}
    }
}

/// An initiative check after a hit (OF-14.1).
fn initiative_check(act: &mut Act<'_>, unit: UnitId) {
    if !matches!(act.state.unit(unit).space, Space::Turns(_)) {
        return;
    }
    let rating = i32::from(s02_ratings::ratings(act.ask(), unit).initiative);
    let check = Check { what: "initiative check", rule: INITIATIVE, rating, modification: 0 };
    let (success, face) = check.resolve(&mut Whose::new(act.dice, &act.state.unit(unit).name));
    if !success {
        turns::use_turn(act, unit);
    }
    act.note(|ask| {
        let what = if success { "keeps its head" } else { "loses a turn" };
        Entry::new(INITIATIVE, format!("{} {what}.", ask.state.unit(unit).name))
            .about([ask.state.id_of(unit)])
            .because(check.resolution(success, face))
    });
}

/// An accident check, and the accident if it fails (OF-7.8).
pub(crate) fn accident_check(act: &mut Act<'_>, unit: UnitId) {
    let skill = i32::from(s02_ratings::ratings(act.ask(), unit).driving_skill);
    let table = &act.rules.sheet.accidents;
    let (result, throws) = table.resolve(skill, act.dice);
    let resolution = table.resolution(skill, result, throws);
    have_accident(act, unit, result, resolution);
}

/// An accident that cannot be avoided.
pub(crate) fn accident(act: &mut Act<'_>, unit: UnitId) {
    let table = &act.rules.sheet.accidents;
    let (result, throws) = table.resolve_certain(act.dice);
    let resolution = table.certain(result, throws);
    have_accident(act, unit, result, resolution);
}

fn have_accident(act: &mut Act<'_>, unit: UnitId, result: Option<usize>, resolution: Resolution) {
    let table = &act.rules.sheet.accidents;
    act.note(|ask| {
        Entry::new(ACCIDENTS, format!("{}: {}", ask.state.unit(unit).name, table.text(result)))
            .about([ask.state.id_of(unit)])
            .because(resolution)
    });
    let effects = table.effects(result).to_vec();
    // It counts as moving, whoever's turn it is (OF-7.8).
    let still = act.state.unit(unit).motion == Motion::Still;
    if still && act.state.in_rounds() && !effects.is_empty() {
        act.state.unit_mut(unit).motion = Motion::Slow;
    }
    suffer(act, unit, &effects);
}

/// A US unit in a minefield (OF-13.1).
pub(crate) fn enter_minefield(act: &mut Act<'_>, unit: UnitId) {
    let Some(hex) = act.state.hex_of(unit).filter(|hex| act.state.minefields.contains(hex)) else { return };
    let perception = i32::from(s02_ratings::ratings(act.ask(), unit).perception);
    let mine = Mine {
        target: act.rules.card(act.state.unit(unit)),
        knows: act.state.unit(unit).side == Side::German,
        perception,
        modification: s08_sight::perception_in(act.ask(), hex),
    };
    if mine.check().is_err() {
        return;
    }
    let (result, throws) = mine.resolve(&act.rules.sheet, act.dice);
    let effects = mine.effects(&act.rules.sheet, &as_target(act.ask(), unit), result);
    act.note(|ask| {
        let text = format!(
            "{} is in the minefield in {}: {}.",
            ask.state.unit(unit).name,
            ask.rules.label(hex),
            listed(&effects)
        );
        Entry::new(MINEFIELDS, text)
            .tone(Tone::Combat)
            .about([ask.state.id_of(unit)])
            .at([ask.rules.label(hex)])
            .because(mine.resolution(&ask.rules.sheet, result, throws))
    });
    suffer(act, unit, &effects);
}

/// A unit is lost, with all it carries or tows (OF-14.3).
pub(crate) fn kill(act: &mut Act<'_>, unit: UnitId) {
    for load in going::loads(act.ask(), unit) {
        act.state.unit_mut(load).place = act.state.hex_of(unit).map_or(Place::Removed, Place::At);
        kill(act, load);
    }
    let cost = s15_points::loss_of(act.ask(), unit);
    let dead = act.state.unit_mut(unit);
    if dead.space == Space::Inactive {
        return;
    }
    dead.condition.killed = true;
    dead.space = Space::Inactive;
    freed_men::lose(act, unit);
    for work in act.state.works.iter_mut().filter(|work| work.occupant == Some(unit)) {
        work.occupant = None;
    }
    act.note(|ask| {
        Entry::new(AP_DAMAGE, format!("{} is knocked out.", ask.state.unit(unit).name))
            .tone(Tone::Loss)
            .about([ask.state.id_of(unit)])
    });
    // A unit that dies of its wounds has already been counted with them.
    s15_points::tell_loss(act, unit, cost);
    s15_points::award(act, unit, Fate::Killed);
}

/// A squad is flipped to its half side (OF-10).
pub(crate) fn flip(rules: &OpenFire, squad: &mut Unit) {
    let card = &rules.sheet.cards[usize::from(squad.card)];
    let half = match card.nation {
        Some(Nation::German) => "ge-half-squad",
        Some(Nation::Us) | None => "us-half-squad",
    };
    if card.kind == Kind::Squad
        && let Some(place) = rules.sheet.cards.iter().position(|card| card.id == half)
    {
        (squad.card, squad.halved) = (place as u16, true);
    }
}

/// The ratings that losses leave a crew (OF-2.11).
fn what_is_left(ask: Ask<'_>, unit: UnitId) -> Entry {
    let (piece, rated) = (ask.state.unit(unit), s02_ratings::ratings(ask, unit));
    let driving = if ask.rules.card(ask.state.unit(unit)).kind.is_vehicle() {
        format!(", driving skill {}", rated.driving_skill)
    } else {
        String::new()
    };
    let text = format!(
        "{} carries on with a crew of {}: initiative {}, perception {}, weapon skill {:+}{driving}.",
        piece.name, piece.condition.crew, rated.initiative, rated.perception, rated.weapon_skill
    );
    Entry::new(CHARACTERISTICS, text).tone(Tone::Quiet).about([ask.state.id_of(unit)])
}

fn stop(act: &mut Act<'_>, unit: UnitId) {
    if let Some(moving) = act.state.turn_mut().filter(|turn| turn.unit == unit).and_then(|turn| turn.moving.as_mut()) {
        moving.left = 0;
    }
}

/// A vehicle out of control runs on one hex, if there is one it can enter.
fn run_on(act: &mut Act<'_>, unit: UnitId) {
    let Some(from) = act.state.unit(unit).hex() else { return };
    let Some(to) = act.rules.grid().neighbour(from, act.state.unit(unit).facing) else { return };
    let open =
        going::step_cost(act.ask(), unit, from, to).is_some() && going::check_stacking(act.ask(), unit, to).is_ok();
    if open {
        going::leave_position(act, unit);
        act.state.unit_mut(unit).place = Place::At(to);
        act.state.unit_mut(unit).defilade = false;
    }
}

/// A unit that was killed, panicked or penetrated in its own turn has done with it.
fn stop_if_helpless(act: &mut Act<'_>, unit: UnitId) {
    let helpless = !matches!(act.state.unit(unit).space, Space::Turns(_)) || !act.state.unit(unit).is_active();
    if helpless && matches!(act.state.frames.top(), Frame::Turn(turn) if turn.unit == unit) {
        act.state.frames.pop();
    }
}
