//! Counting up after a mission (OF-16.1, OF-16.2, OF-16.4): who has survived, what is lost, and the pool of combat points.

use std::collections::BTreeMap;

use engine::{Entry, Journal, Tone};

use crate::{
    play::{
        s15_victory,
        s16_campaign::{chronicle, deeds, steps},
    },
    rule_ids::{CAMPAIGN, CAPTURED_VEHICLES, COMBAT_POINTS, REPLACEMENTS},
    state::{
        campaign::{Debriefing, Stage},
        generation::LETTERS,
        laid_out::{Act, Ask, OpenFire},
        roster::{MissionRecord, Roster, RosterCrew, Vehicle},
        units::{Ammunition, Place, Side, Unit, UnitId},
    },
    tables::cards::Nation,
};

/// What became of a crew and its vehicle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Somebody of the crew is alive.
    pub(crate) crew: bool,
    /// The vehicle comes back.
    pub(crate) vehicle: bool,
}

/// Rounds left in a vehicle.
pub(crate) fn rounds_of(unit: &Unit) -> u8 {
    match unit.ammunition {
        Some(Ammunition::Any(rounds)) => rounds,
        Some(Ammunition::ByType { ap, gp, smoke }) => ap.saturating_add(gp).saturating_add(smoke),
        None => 0,
    }
}

/// The unit in which a crew of the platoon went into the mission.
fn unit_of(ask: Ask<'_>, letter: &str) -> Option<UnitId> {
    let own = |(unit, piece): &(UnitId, &Unit)| {
        piece.letter == letter && piece.crew_from.is_none() && deeds::crew_letter(ask, *unit) == Some(letter)
    };
    ask.state.all_units().find(own).map(|(unit, _)| unit)
}

/// Whether somebody of a crew is alive in this unit: in the vehicle, on foot, or in a captured one.
fn has_living(ask: Ask<'_>, unit: UnitId) -> bool {
    let piece = ask.state.unit(unit);
    let foot = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    !piece.condition.killed && !piece.captured && (foot || piece.condition.crew > 0)
}

/// Whether a vehicle comes back: not knocked out, and not left where the enemy holds the field (OF-16.4).
fn comes_back(ask: Ask<'_>, unit: UnitId, won: bool) -> bool {
    let piece = ask.state.unit(unit);
    let stranded = matches!(piece.place, Place::At(_) | Place::Aboard(_) | Place::Towed(_))
        && (piece.condition.allowance().is_none() || piece.condition.crew == 0 || piece.captured);
    !piece.condition.killed && piece.place != Place::Removed && (won || !stranded)
}

/// What became of a crew and its vehicle (OF-16.2): a crew that is alive has survived, on the map or off it, with or without a vehicle.
fn fate(ask: Ask<'_>, letter: &str, won: bool) -> Option<Fate> {
    let own = unit_of(ask, letter)?;
    let of_crew = |unit: UnitId| unit == own || ask.state.unit(unit).crew_from == Some(own);
    let crew = ask.state.all_units().any(|(unit, _)| of_crew(unit) && has_living(ask, unit));
    Some(Fate { crew, vehicle: comes_back(ask, own, won) })
}

/// How many men of a crew were hit in its vehicle.
pub(crate) fn men_hit(ask: Ask<'_>, letter: &str) -> u8 {
    unit_of(ask, letter).map_or(0, |unit| ask.state.unit(unit).condition.crew_lost)
}

/// German vehicles that the platoon brings home (OF-11.2, OF-16.5).
fn brought_home(ask: Ask<'_>, won: bool) -> Vec<UnitId> {
    let taken = |(unit, piece): &(UnitId, &Unit)| {
        let card = ask.rules.card(ask.state.unit(*unit));
        let manned = piece.side == Side::Us && piece.crew_from.is_some();
        let of_platoon = deeds::crew_letter(ask, *unit) == Some(piece.letter.as_str());
        card.kind.is_vehicle()
            && card.nation == Some(Nation::German)
            && !of_platoon
            && (piece.captured || manned)
            && comes_back(ask, *unit, won)
    };
    ask.state.all_units().filter(taken).map(|(unit, _)| unit).collect()
}

/// The mission is over: who has survived, what is lost, and what there is to award and to spend.
pub(crate) fn debrief(act: &mut Act<'_>, won: bool) {
    let Some(campaign) = &act.state.campaign else { return };
    let rules = &act.rules.sheet.platoon.campaign;
    let roster = &campaign.roster;
    let fates: Vec<Option<Fate>> = roster.crews.iter().map(|crew| fate(act.ask(), &crew.letter, won)).collect();
    let rounds: Vec<u8> = roster
        .crews
        .iter()
        .map(|crew| unit_of(act.ask(), &crew.letter).map_or(0, |unit| rounds_of(act.state.unit(unit))))
        .collect();
    let told = chronicle::told(act.ask(), campaign, &fates);
    let survivors = fates.iter().flatten().filter(|fate| fate.crew).count() as u8;
    let each = if won { rules.points_if_won } else { rules.points_if_lost };
    let mut debriefing = Debriefing { stage: Stage::Award, pool: survivors * each, ..Debriefing::default() };
    let mut after =
        Roster { missions: roster.missions.clone(), remembered: remembered(act.ask()), ..Roster::default() };
    let mut fallen = Vec::new();
    after.park.clone_from(&roster.park);
    for ((crew, fate), rounds) in roster.crews.iter().zip(fates).zip(rounds) {
        let mut crew = crew.clone();
        let Some(fate) = fate else {
            after.crews.push(crew);
            continue;
        };
        let vehicle = crew.vehicle.take().map(|mut vehicle| {
            vehicle.rounds = rounds;
            vehicle.captured = vehicle.captured.map(|served| served.saturating_add(1));
            vehicle
        });
        let vehicle = salvage(act.rules, &crew, vehicle, fate, &mut debriefing, act.journal);
        if fate.crew {
            bury(Ask::new(act.rules, act.state), &mut crew, act.journal);
            let place = letter_place(&crew.letter);
            debriefing.awarded[place] = 1;
            debriefing.pool -= 1;
            crew.combat_points = crew.combat_points.saturating_add(1);
            crew.vehicle = vehicle;
            after.crews.push(crew);
        } else {
            debriefing.platoon_points += crew.points;
            debriefing.recruits = true;
            debriefing.crews_due += 1;
            fallen.push(crew_name(&crew));
            after.park.extend(vehicle);
        }
    }
    for unit in brought_home(act.ask(), won) {
        let card = act.rules.card(act.state.unit(unit)).id.clone();
        let rounds = rounds_of(act.state.unit(unit));
        after.park.push(Vehicle { card, points: 0, rounds, captured: Some(0), fresh: false });
        act.note(|ask| {
            Entry::new(CAPTURED_VEHICLES, format!("{} is brought home and put in order.", ask.state.unit(unit).name))
        });
    }
    chronicle::tell_decorations(act, &told);
    after.missions.push(MissionRecord { told, ..record(act.ask(), won, fallen) });
    act.note(|_| {
        let crews = if survivors == 1 { "crew has" } else { "crews have" };
        let total = survivors * each;
        let text = format!("{survivors} {crews} survived: {total} combat points, one for each of them to begin with.");
        Entry::new(COMBAT_POINTS, text).tone(Tone::Heading)
    });
    if let Some(campaign) = &mut act.state.campaign {
        (campaign.roster, campaign.debriefing) = (after, debriefing);
    }
    steps::skip_stages(act);
}

/// What the campaign keeps of what was counted, in this mission or before.
fn remembered(ask: Ask<'_>) -> BTreeMap<String, i16> {
    let kept = ask.state.counts.iter().filter(|(name, _)| ask.rules.booklet.kept.contains(*name));
    kept.map(|(name, number)| (name.clone(), *number)).collect()
}

/// The mission as the platoon will remember it.
fn record(ask: Ask<'_>, won: bool, fallen: Vec<String>) -> MissionRecord {
    MissionRecord {
        id: ask.rules.mission.id.clone(),
        title: ask.rules.mission.title.clone(),
        won,
        points: s15_victory::balance(ask),
        needed: ask.rules.mission.victory,
        fallen,
        told: Vec::new(),
    }
}

/// A mission that wanted a platoon of its own is over: the campaign remembers it, and goes on with the platoon that waited.
pub(crate) fn relieve(act: &mut Act<'_>, won: bool) {
    let Some(mut campaign) = act.state.campaign.take() else { return };
    act.state.campaign = Some(campaign.clone());
    let crews = &campaign.roster.crews;
    let fates: Vec<Option<Fate>> = crews.iter().map(|crew| fate(act.ask(), &crew.letter, won)).collect();
    let lost = crews.iter().zip(&fates).filter(|(_, fate)| fate.is_some_and(|fate| !fate.crew));
    let fallen = lost.map(|(crew, _)| crew_name(crew)).collect();
    let told = chronicle::told(act.ask(), &campaign, &fates);
    campaign.roster.missions.push(MissionRecord { told, ..record(act.ask(), won, fallen) });
    campaign.roster.remembered = remembered(act.ask());
    if let Some(waiting) = campaign.waiting.take() {
        (campaign.roster.crews, campaign.roster.park) = (waiting.crews, waiting.park);
    }
    act.state.campaign = Some(campaign);
    act.note(|_| {
        let text =
            "The crews of this mission go back to their companies. The platoon of the campaign takes over again.";
        Entry::new(CAMPAIGN, text).tone(Tone::Heading)
    });
}

/// Men who were lost come back with their crew, unless the vehicle was killed (OF-16.2): then those who got out go on without them.
fn bury(ask: Ask<'_>, crew: &mut RosterCrew, journal: &mut dyn Journal) {
    let Some(own) = unit_of(ask, &crew.letter).filter(|&own| ask.state.unit(own).condition.killed) else { return };
    let of_crew = |unit: UnitId| ask.state.unit(unit).crew_from == Some(own) && has_living(ask, unit);
    let alive: u8 = ask.state.all_units().filter(|(unit, _)| of_crew(*unit)).map(|(_, unit)| unit.condition.crew).sum();
    let served = ask.state.unit(own).condition;
    let lost = (served.crew + served.crew_lost).saturating_sub(alive).min(crew.now.rating.saturating_sub(1));
    if lost == 0 {
        return;
    }
    crew.now.rating -= lost;
    crew.initial.rating = crew.initial.rating.min(crew.now.rating);
    journal.note(|| {
        let text = format!(
            "{} lost its vehicle and {lost} of its men for good: its crew rating is {} now.",
            crew_name(crew),
            crew.now.rating
        );
        Entry::new(COMBAT_POINTS, text).tone(Tone::Loss)
    });
}

/// Reports the losses and keeps their points; hands back what comes back.
fn salvage(
    rules: &OpenFire,
    crew: &RosterCrew,
    vehicle: Option<Vehicle>,
    fate: Fate,
    debriefing: &mut Debriefing,
    journal: &mut dyn Journal,
) -> Option<Vehicle> {
    if !fate.crew {
        journal.note(|| {
            let text = format!("{} is lost: {} platoon quality points.", crew_name(crew), crew.points);
            Entry::new(REPLACEMENTS, text).tone(Tone::Loss)
        });
    }
    let vehicle = vehicle?;
    if fate.vehicle {
        return Some(vehicle);
    }
    debriefing.vehicle_points += vehicle.points;
    // A captured vehicle has cost nothing, and nothing replaces it (OF-16.5).
    debriefing.vehicles_due += u8::from(vehicle.captured.is_none());
    journal.note(|| {
        let name = vehicle_name(rules, &vehicle.card);
        let text = format!("The {name} of {} is lost: {} vehicle quality points.", crew_name(crew), vehicle.points);
        Entry::new(REPLACEMENTS, text).tone(Tone::Loss)
    });
    None
}

/// What players call a crew.
pub(crate) fn crew_name(crew: &RosterCrew) -> String {
    if crew.name.is_empty() { format!("Crew {}", crew.letter) } else { format!("{} {}", crew.letter, crew.name) }
}

/// What players call a vehicle.
pub(crate) fn vehicle_name<'a>(rules: &'a OpenFire, card: &'a str) -> &'a str {
    rules.sheet.card(card).map_or(card, |card| card.name.as_str())
}

/// A letter's place on the record sheet.
pub(crate) fn letter_place(letter: &str) -> usize {
    LETTERS.iter().position(|known| *known == letter).unwrap_or(0)
}
