//! What each line of a paragraph does.

use std::cmp::Reverse;

use dice::{Die, Throw, Whose};
use engine::{Entry, RuleId, Tone, UnitSet};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::{
        BlockId, Branch, Checker, Number, Order, Place, Row, Step, Test, Toward, UnitRef, Units,
        texts::Words,
        words::{Harm, Light, Marker, Pointer, Rating},
    },
    play::{
        eyewitness,
        missions::freed_men,
        s02_ratings,
        s05_operations::markers,
        s06_rounds::{self, activation, german_orders, surrender},
        s07_movement::going,
        s14_damage, s15_points, s15_victory,
    },
    reading::{
        self, attacks,
        conditions::{self, side_of},
        cursors::{self, reading_mut},
        questions, texts, upkeep, whom,
    },
    rule_ids::{
        ACCIDENTS, ACTION_NUMBER, AMMUNITION, AP_DAMAGE, DARKNESS, IMPROVED_POSITIONS, INITIATIVE_CHECKS, PARAGRAPHS,
        PERCEPTION,
    },
    state::{
        EventMarker, FirstRound, Freed, Reads, Smoke, StandingOrder, State, Work, WorkKind,
        laid_out::{Act, Ask},
        reading::{Cause, Text},
        units::{self, Side, UnitId},
    },
    tables::{
        checks::Check,
        damage::{Effect, listed},
    },
};

/// Carries out the step at the cursor of the top reading.
pub(crate) fn do_step(act: &mut Act<'_>, step: &Step, cause: Cause) {
    // An order and a question stay where they are until they are done.
    if !matches!(step, Step::Order(_) | Step::Ask { .. } | Step::Pick { .. }) {
        cursors::advance(act);
    }
    match step {
        Step::Story(text) => tell(act, text, &cause, Tone::default()),
        Step::Lesson(text) => tell(act, text, &cause, Tone::Lesson),
        Step::See(number) => see(act, *number),
        Step::Stop => stop_reading(act),
        Step::Sighting(sighting) => cursors::mark_sighting(act, sighting.0),
        Step::Condition(condition) => markers::change_condition(act, condition.0),
        Step::Points(points) => s15_points::score(act, *points, "for what has happened", None),
        Step::Count { name, by } => count(act, name, *by),
        Step::EndMission => s15_victory::end_mission(act),
        Step::If { test, then, otherwise } => take_option(act, [(test, *then)], *otherwise, cause),
        Step::Choose { options, otherwise } | Step::First { options, otherwise } => {
            take_option(act, options.iter().map(|option| (&option.when, option.then)), *otherwise, cause);
        }
        Step::Check { rating, modification, by, success, failure } => {
            match check_by(act, (*rating, *modification), by, &cause) {
                Some(unit) => push_option(act, *success, Some(unit)),
                None => push_option(act, *failure, cause.it),
            }
        }
        Step::Roll { dice: count, rows } => roll(act, *count, rows, cause),
        Step::Ask { question, answers } => questions::ask(act, question, answers, cause),
        Step::Pick { question, among, then } => questions::pick(act, question, among, *then, cause),
        Step::Offer { label, .. } => questions::offer(act, label, cause),
        Step::Remember { who, what } => remember(act, *who, what, &cause),
        Step::Withdraw(number) => questions::withdraw(act, *number),
        Step::Random { among, then } => for_one(act, among, *then, &cause),
        Step::Each { among, then } => for_each(act, among, *then, &cause),
        Step::TheMoment(branch) => watch_for(act, branch, cause, false),
        Step::Whenever(branch) => watch_for(act, branch, cause, true),
        Step::After { rounds, .. } => {
            let due = act.state.elapsed.saturating_add(u16::from(*rounds));
            stand_by(act, cause, Some(due), false);
        }
        Step::Activate(activation) => activation::activate(act, activation, &cause),
        Step::Join(activation) => activation::join(act, activation, &cause),
        Step::Advantage { side, turns } => give_advantage(act, side_of(*side), *turns),
        Step::Aware { units, turns } => aware(act, units, *turns, &cause),
        Step::Remove(who) => remove(act, *who, &cause),
        Step::Place { marker, hexes, facing } => place(act, *marker, hexes, *facing, &cause),
        Step::Lift { marker, hexes } => lift(act, *marker, &hexes_meant(act.ask(), hexes, &cause)),
        Step::PlaceEvent { marker, hex } => place_event(act, *marker, *hex, &cause),
        Step::LiftEvent(marker) => act.state.markers.retain(|known| known.number != *marker),
        Step::PlaceNote { note, hex } => place_note(act, *note, *hex, &cause),
        Step::Reaction { letter, on, who } => react(act, *who, (*letter, *on), &cause),
        Step::OutOfAmmunition(who) => run_out_of_ammunition(act, *who, &cause),
        Step::Suffer { who, harm } => inflict(act, *who, *harm, &cause),
        Step::Repair { who, harm } => upkeep::repair(act, *who, *harm, &cause),
        Step::Hit { who, penetration, from } => attacks::hit(act, *who, (*penetration, *from), &cause),
        Step::Rounds { who, by, shell } => upkeep::give_rounds(act, *who, (*by, *shell), &cause),
        Step::Put { who, hex, facing } => upkeep::put(act, *who, (*hex, *facing), &cause),
        Step::Surrender(who) => surrender(act, *who, &cause),
        Step::Light(light) => change_light(act, *light),
        Step::Weather(weather) => upkeep::change_weather(act, *weather),
        Step::Ground(ground) => upkeep::change_ground(act, *ground),
        Step::Artillery { offence, area } => attacks::shell_area(act, *offence, area, &cause),
        Step::Fighter { plane, weapons, area } => attacks::fighter_attacks(act, (*plane, weapons), area, &cause),
        Step::Order(order) => follow(act, order, cause),
    }
}

/// A German does what he is ordered to, as far as it goes at once.
fn follow(act: &mut Act<'_>, order: &Order, cause: Cause) {
    cursors::decided_by_notes(act);
    let mut after = cause;
    if let Some(then) = german_orders::follow(act, order, &mut after) {
        cursors::advance(act);
        push_option(act, then, after.it);
    }
}

fn tell(act: &mut Act<'_>, text: &Words, cause: &Cause, tone: Tone) {
    let text = texts::read_out(act, text, cause);
    act.note(|_| Entry::new(PARAGRAPHS, text).tone(tone));
}

/// Counts something up or down, or begins again.
fn count(act: &mut Act<'_>, name: &str, by: Option<i16>) {
    let before = act.state.counts.remove(name).unwrap_or(0);
    let now = by.map_or(0, |by| before.saturating_add(by));
    if now != 0 {
        act.state.counts.insert(name.to_owned(), now);
    }
}

/// Notes something on the card of a unit: it concerns nobody else (OF-2.1).
fn remember(act: &mut Act<'_>, who: UnitRef, what: &str, cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause) else { return };
    let card = &mut act.state.unit_mut(unit).remembers;
    if !card.iter().any(|known| known == what) {
        card.push(what.to_owned());
    }
}

fn surrender(act: &mut Act<'_>, who: UnitRef, cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause) else { return };
    let piece = act.state.unit(unit);
    if piece.side == Side::German && act.state.is_on_map(unit) {
        surrender::surrender(act, unit);
    }
}

fn see(act: &mut Act<'_>, number: Number) {
    cursors::decided_by_notes(act);
    cursors::open(act, Text::Paragraph(number));
}

/// Something happens to one unit of those described.
fn for_one(act: &mut Act<'_>, among: &Units, then: BlockId, cause: &Cause) {
    let found = conditions::matching(act.ask(), among, cause);
    if let Some(unit) = whom::draw(act, &found) {
        cursors::push_block(act, then, Some(unit));
    }
}

/// Something happens to every unit of those described, one after the other.
fn for_each(act: &mut Act<'_>, among: &Units, then: BlockId, cause: &Cause) {
    let mut found = conditions::matching(act.ask(), among, cause);
    if !found.is_empty() {
        let first = found.remove(0);
        cursors::push_block_for(act, then, Some(first), found);
    }
}

fn give_advantage(act: &mut Act<'_>, side: Side, turns: Option<u8>) {
    if let Some(first) = first_round(act.state) {
        (first.advantage, first.turns) = (Some(side), turns);
    }
}

fn remove(act: &mut Act<'_>, who: UnitRef, cause: &Cause) {
    if let Some(unit) = whom::unit_drawn(act, who, cause) {
        take_off(act, unit, PARAGRAPHS, "is gone");
    }
}

fn place(act: &mut Act<'_>, marker: Marker, hexes: &[Place], facing: Option<Toward>, cause: &Cause) {
    for hex in hexes_meant(act.ask(), hexes, cause) {
        place_on(act, (marker, hex), facing, cause);
    }
}

fn place_event(act: &mut Act<'_>, marker: u8, hex: Place, cause: &Cause) {
    let Some(hex) = whom::hex_meant(act.ask(), hex, cause) else { return };
    act.state.markers.retain(|known| known.number != marker);
    act.state.markers.push(EventMarker { number: marker, hex, tried: UnitSet::NONE });
    act.state.markers.sort_by_key(|marker| marker.number);
    reading::look_around(act, &[marker]);
}

fn place_note(act: &mut Act<'_>, note: u8, hex: Place, cause: &Cause) {
    if let Some(hex) = whom::hex_meant(act.ask(), hex, cause) {
        act.state.notes.push((hex, format!("note {note}")));
    }
}

fn run_out_of_ammunition(act: &mut Act<'_>, who: UnitRef, cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause) else { return };
    act.state.unit_mut(unit).out_of_ammunition = true;
    act.note(|ask| {
        Entry::new(AMMUNITION, format!("{} is out of ammunition.", ask.state.unit(unit).name))
            .about([ask.state.id_of(unit)])
    });
}

/// Leaves the text being read.
fn stop_reading(act: &mut Act<'_>) {
    let Some(reading) = reading_mut(act.state) else { return };
    while reading.cursors.pop().is_some_and(|cursor| !cursor.whole) {}
}

/// Reads the first option that applies (OF-5.1).
fn take_option<'a>(
    act: &mut Act<'_>,
    options: impl IntoIterator<Item = (&'a Test, BlockId)>,
    otherwise: Option<BlockId>,
    cause: Cause,
) {
    for (when, then) in options {
        let mut found = cause;
        if conditions::holds(act.ask(), when, &mut found) {
            return cursors::push_block(act, then, found.it);
        }
    }
    push_option(act, otherwise, cause.it);
}

fn push_option(act: &mut Act<'_>, block: Option<BlockId>, it: Option<UnitId>) {
    if let Some(block) = block {
        cursors::push_block(act, block, it);
    }
}

/// A check (OF-5.3, OF-5.10): the unit that passed it.
fn check_by(act: &mut Act<'_>, (rating, modification): (Rating, i8), by: &Checker, cause: &Cause) -> Option<UnitId> {
    let rated = |ask: Ask<'_>, unit: UnitId| {
        let ratings = s02_ratings::ratings(ask, unit);
        match rating {
            Rating::Perception => ratings.perception,
            Rating::Initiative => ratings.initiative,
            Rating::Driving => ratings.driving_skill,
        }
    };
    let checkers = match by {
        Checker::One(UnitRef::Pointer(Pointer::ThisUs)) => {
            let hex = cause.unit.and_then(|unit| act.state.hex_of(unit));
            hex.and_then(|hex| conditions::best_in(act.ask(), hex, |unit| rated(act.ask(), unit)))
                .or(cause.unit)
                .into_iter()
                .collect()
        }
        Checker::One(who) => whom::unit_drawn(act, *who, cause).into_iter().collect(),
        Checker::BestIn(place) => {
            let hex = whom::hex_meant(act.ask(), *place, cause);
            hex.and_then(|hex| conditions::best_in(act.ask(), hex, |unit| rated(act.ask(), unit))).into_iter().collect()
        }
        Checker::Best(units) => {
            let able = conditions::matching(act.ask(), units, cause);
            able.into_iter().max_by_key(|&unit| (rated(act.ask(), unit), Reverse(unit))).into_iter().collect()
        }
        Checker::Every(units) => conditions::matching(act.ask(), units, cause),
    };
    let mut passed = None;
    let (what, rule) = match rating {
        Rating::Perception => ("perception check", PERCEPTION),
        Rating::Initiative => ("initiative check", INITIATIVE_CHECKS),
        Rating::Driving => ("check of driving skill", ACCIDENTS),
    };
    let rating_of = rating;
    for unit in checkers {
        let rating = rated(act.ask(), unit).into();
        let check = Check { what, rule, rating, modification: modification.into() };
        let (success, face) = check.resolve(&mut Whose::new(act.dice, &act.state.unit(unit).name));
        act.note(|ask| {
            let verb = if success { "passes" } else { "fails" };
            let entry = Entry::new(check.rule, format!("{} {verb} the {}.", ask.state.unit(unit).name, check.what))
                .about([ask.state.id_of(unit)])
                .because(check.resolution(success, face));
            eyewitness::seen(ask, unit, entry, shows(rating_of, success))
        });
        passed = passed.or(success.then_some(unit));
    }
    passed
}

/// How a German's check looks from outside.
fn shows(rating: Rating, success: bool) -> &'static str {
    match (rating, success) {
        (Rating::Perception, true) => "notices something",
        (Rating::Perception, false) => "notices nothing",
        (Rating::Initiative, true) => "keeps its nerve",
        (Rating::Initiative, false) => "hesitates",
        (Rating::Driving, true) => "keeps on its way",
        (Rating::Driving, false) => "is thrown about",
    }
}

/// A die table.
fn roll(act: &mut Act<'_>, count: u8, rows: &[Row], cause: Cause) {
    let row_of = |faces: &[u16]| {
        let sum: u16 = faces.iter().sum();
        let row = rows.iter().position(|row| (u16::from(row.from)..=u16::from(row.to)).contains(&sum));
        row.unwrap_or(rows.len()) as u16
    };
    let fell = act.dice.throw(&Throw::new("the paragraph's table", vec![Die::D10; usize::from(count)]).read(&row_of));
    let sum: u16 = fell.faces().iter().sum();
    act.note(|_| Entry::new(PARAGRAPHS, format!("The die shows {sum}.")).tone(Tone::Quiet));
    if let Some(row) = rows.get(usize::from(fell.row())) {
        cursors::push_block(act, row.then, cause.it);
    }
}

/// Carried out now if its condition holds; otherwise, or again, when it comes to hold (OF-5.7).
fn watch_for(act: &mut Act<'_>, branch: &Branch, cause: Cause, repeats: bool) {
    let mut found = cause;
    let now = conditions::holds(act.ask(), &branch.when, &mut found);
    if repeats || !now {
        stand_by(act, cause, None, now);
    }
    if now {
        cursors::push_block(act, branch.then, found.it);
        cursors::disclose(act);
    }
}

/// Keeps the step just read as a standing order.
fn stand_by(act: &mut Act<'_>, cause: Cause, due: Option<u16>, held: bool) {
    let Some(at) = cursors::step_before(act) else { return };
    let order = StandingOrder { at, cause: Cause { german: None, ..cause }, due, held };
    let same = |known: &StandingOrder| (known.at, known.cause, known.due) == (order.at, order.cause, order.due);
    if !act.state.standing.iter().any(same) {
        act.state.standing.push(order);
    }
}

/// US units that are aware without a check, if the first Round is about to begin (OF-6.5).
fn aware(act: &mut Act<'_>, units: &Units, turns: Option<u8>, cause: &Cause) {
    let found = conditions::matching(act.ask(), units, cause);
    if let Some(first) = first_round(act.state) {
        first.aware.extend(found);
        first.aware_turns = turns.or(first.aware_turns);
    }
}

/// A unit is taken from the map, with all it carries; freed men stay where it was.
pub(crate) fn take_off(act: &mut Act<'_>, unit: UnitId, rule: RuleId, verb: &str) {
    let loads = going::loads(act.ask(), unit);
    freed_men::set_down(act, unit);
    for &load in &loads {
        act.state.unit_mut(load).place = units::Place::Removed;
    }
    let gone = act.state.unit_mut(unit);
    gone.place = units::Place::Removed;
    gone.evading = None;
    act.note(|ask| {
        let entry = Entry::new(rule, format!("{} {verb}.", ask.state.unit(unit).name))
            .about(std::iter::once(unit).chain(loads).map(|unit| ask.state.id_of(unit)));
        eyewitness::seen(ask, unit, entry, verb)
    });
}

fn hexes_meant(ask: Ask<'_>, places: &[Place], cause: &Cause) -> Vec<Hex> {
    places.iter().filter_map(|place| whom::hex_meant(ask, *place, cause)).collect()
}

fn place_on(act: &mut Act<'_>, (marker, hex): (Marker, Hex), facing: Option<Toward>, cause: &Cause) {
    match marker {
        Marker::Minefield => {
            if !act.state.minefields.contains(&hex) {
                act.state.minefields.push(hex);
            }
            let in_hex = act.state.active(Side::Us).filter(|(_, unit)| unit.hex() == Some(hex)).map(|(unit, _)| unit);
            for unit in in_hex.collect::<Vec<_>>() {
                s14_damage::enter_minefield(act, unit);
            }
        }
        Marker::Smoke => {
            act.state.smoke.push(Smoke { hex, until: act.state.round + act.rules.sheet.limits.smoke.rounds });
        }
        Marker::ImprovedPosition => {
            act.state.works.push(Work { hex, kind: WorkKind::ImprovedPosition, occupant: None });
        }
        Marker::Bunker => {
            let ahead = going::inward(act.rules, hex);
            let facing = facing.and_then(|toward| whom::direction_meant(act.ask(), hex, ahead, toward, cause));
            let kind = WorkKind::Bunker(facing.unwrap_or(ahead));
            act.state.works.push(Work { hex, kind, occupant: None });
        }
        Marker::Prisoners => freed_men::find(act, hex),
        Marker::Fence | Marker::Civilians => act.state.notes.push((hex, marker.word().to_owned())),
        Marker::RoadBlock | Marker::BlownBridge | Marker::Refugees => {
            if !act.state.obstacles.contains(&(hex, marker)) {
                act.state.obstacles.push((hex, marker));
            }
        }
    }
    act.note(|ask| {
        let what = marker.word().replace('-', " ");
        Entry::new(PARAGRAPHS, format!("In {}: {what}.", ask.rules.label(hex))).at([ask.rules.label(hex)])
    });
}

/// Takes markers up: from these hexes, or from everywhere.
fn lift(act: &mut Act<'_>, marker: Marker, hexes: &[Hex]) {
    let stays = |hex: Hex| !hexes.is_empty() && !hexes.contains(&hex);
    let works = |kind: WorkKind| match marker {
        Marker::ImprovedPosition => kind == WorkKind::ImprovedPosition,
        Marker::Bunker => matches!(kind, WorkKind::Bunker(_)),
        Marker::Minefield
        | Marker::Smoke
        | Marker::Fence
        | Marker::Prisoners
        | Marker::RoadBlock
        | Marker::BlownBridge
        | Marker::Refugees
        | Marker::Civilians => false,
    };
    match marker {
        Marker::Minefield => act.state.minefields.retain(|hex| stays(*hex)),
        Marker::Smoke => act.state.smoke.retain(|smoke| stays(smoke.hex)),
        Marker::RoadBlock | Marker::BlownBridge | Marker::Refugees => {
            act.state.obstacles.retain(|(hex, kind)| *kind != marker || stays(*hex));
        }
        Marker::Fence | Marker::Civilians => {
            act.state.notes.retain(|(hex, what)| what != marker.word() || stays(*hex));
        }
        Marker::Prisoners => {
            for freed in act.state.freed.iter_mut().filter(|freed| matches!(freed, Freed::At(hex) if !stays(*hex))) {
                *freed = Freed::Lost;
            }
        }
        Marker::ImprovedPosition | Marker::Bunker => {
            let gone = |work: &Work| works(work.kind) && !stays(work.hex);
            let inside: Vec<UnitId> =
                act.state.works.iter().filter(|work| gone(work)).filter_map(|w| w.occupant).collect();
            for unit in inside {
                act.state.unit_mut(unit).dug_in = false;
                act.note(|ask| {
                    Entry::new(IMPROVED_POSITIONS, format!("{} has no cover any more.", ask.state.unit(unit).name))
                        .about([ask.state.id_of(unit)])
                });
            }
            act.state.works.retain(|work| !gone(work));
        }
    }
}

/// A special reaction comes into effect or goes out of it (OF-6.8).
fn react(act: &mut Act<'_>, who: UnitRef, (letter, on): (char, bool), cause: &Cause) {
    let Some(unit) = whom::unit_meant(act.ask(), who, cause) else { return };
    let now = act.state.unit(unit).reaction;
    if !on {
        if now == Some(letter) {
            act.state.unit_mut(unit).reaction = None;
        }
        return;
    }
    if now == Some(letter) {
        return;
    }
    act.state.unit_mut(unit).reaction = Some(letter);
    act.note(|ask| {
        let text = format!("Special reaction {letter} is in effect for {}.", ask.state.unit(unit).name);
        let entry = Entry::new(ACTION_NUMBER, text).about([ask.state.id_of(unit)]);
        eyewitness::seen(ask, unit, entry, eyewitness::reaction(letter))
    });
    let Some(turn) = act.state.turn().filter(|turn| act.state.unit(turn.unit).side == Side::German) else { return };
    let his = turn.unit == unit;
    s06_rounds::throw_action_number(act);
    if his && let Some(turn) = act.state.turn_mut() {
        turn.reads = Reads::Table;
    }
}

/// Something befalls a unit outside combat (OF-14).
fn inflict(act: &mut Act<'_>, who: UnitRef, harm: Harm, cause: &Cause) {
    let Some(unit) = whom::unit_drawn(act, who, cause) else { return };
    let kind = act.rules.card(act.state.unit(unit)).kind;
    let effects: &[Effect] = match harm {
        Harm::Breakdown | Harm::OutOfFuel | Harm::LostTurn => return upkeep::befall(act, unit, harm),
        Harm::Suppressed => &[Effect::Suppression],
        Harm::Panicked if kind.is_vehicle() && !kind.is_tank() => &[Effect::Panic, Effect::AccidentCheck],
        Harm::Panicked => &[Effect::Panic],
        Harm::Killed => &[Effect::Killed],
        Harm::CrewLoss => &[Effect::ReduceCrew(1)],
        Harm::MovementLoss => &[Effect::ReduceMpa],
        Harm::Immobilised => &[Effect::ReduceMpaToZero],
        Harm::MainGunOut => &[Effect::KoMainGun],
        Harm::MachinegunOut => &[Effect::KoMachinegun],
    };
    act.note(|ask| {
        Entry::new(AP_DAMAGE, format!("{}: {}.", ask.state.unit(unit).name, listed(effects)))
            .tone(Tone::Loss)
            .about([ask.state.id_of(unit)])
    });
    s14_damage::suffer(act, unit, effects);
}

pub(crate) fn change_light(act: &mut Act<'_>, light: Light) {
    act.state.light = light;
    let text = match light {
        Light::Day => "It is day.",
        Light::Dusk => "Dusk falls.",
        Light::Night => "It is night.",
    };
    act.note(|_| Entry::new(DARKNESS, text));
}

/// Notes what a paragraph says about the first Round; once that Round has begun, it is ignored (OF-6.6).
fn first_round(state: &mut State) -> Option<&mut FirstRound> {
    if state.round > 1 || state.dealt > 0 {
        return None;
    }
    Some(state.first_round.get_or_insert_with(FirstRound::default))
}
