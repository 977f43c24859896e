//! Counting up after a mission (OF-16.1, OF-16.2, OF-16.4): who has survived, what is lost, and the pool of combat
//! points.

use std::collections::BTreeMap;

use engine::{Entry, Journal, Tone};

use crate::{
    play::{
        s09_fire::ammunition,
        s15_awards,
        s16_campaign::{
            chronicle, deeds,
            fates::{self, Fate},
            steps,
        },
    },
    rule_ids::{CAMPAIGN, CAPTURED_VEHICLES, COMBAT_POINTS, REPLACEMENTS},
    state::{
        campaign::{Debriefing, Stage},
        laid_out::{Act, Ask, OpenFire},
        roster::{MissionRecord, Roster, RosterCrew, Vehicle},
        units::{Side, Unit, UnitId},
    },
    tables::cards::Nation,
};

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
            && fates::comes_back(ask, *unit, won)
    };
    ask.state.all_units().filter(taken).map(|(unit, _)| unit).collect()
}

/// The mission is over: who has survived, what is lost, and what there is to award and to spend.
pub(crate) fn debrief(act: &mut Act<'_>, won: bool) {
    let Some(campaign) = &act.state.campaign else { return };
    let rules = &act.rules.sheet.platoon.campaign;
    let roster = &campaign.roster;
    let fates: Vec<Option<Fate>> = roster.crews.iter().map(|crew| fates::fate(act.ask(), &crew.letter, won)).collect();
    let rounds: Vec<u8> = roster
        .crews
        .iter()
        .map(|crew| {
            fates::unit_of(act.ask(), &crew.letter).map_or(0, |unit| ammunition::rounds_of(act.state.unit(unit)))
        })
        .collect();
    let mut told = chronicle::told(act.ask(), campaign, &fates);
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
            chronicle::replace_the_dead(Ask::new(act.rules, act.state), roster, &mut crew, &mut told);
            let place = fates::letter_place(&crew.letter);
            debriefing.awarded[place] = 1;
            debriefing.pool -= 1;
            crew.combat_points = crew.combat_points.saturating_add(1);
            crew.vehicle = vehicle;
            after.crews.push(crew);
        } else {
            debriefing.platoon_points += crew.points;
            debriefing.recruits = true;
            debriefing.crews_due += 1;
            fallen.push(fates::crew_name(&crew));
            after.park.extend(vehicle);
        }
    }
    for unit in brought_home(act.ask(), won) {
        let card = act.rules.card(act.state.unit(unit)).id.clone();
        let rounds = ammunition::rounds_of(act.state.unit(unit));
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
pub(crate) fn record(ask: Ask<'_>, won: bool, fallen: Vec<String>) -> MissionRecord {
    MissionRecord {
        id: ask.rules.mission.id.clone(),
        title: ask.rules.mission.title.clone(),
        won,
        points: s15_awards::balance(ask),
        needed: ask.rules.mission.victory,
        fallen,
        told: Vec::new(),
    }
}

/// A mission that wanted a platoon of its own is over: the campaign remembers it, and goes on with the platoon that
/// waited.
pub(crate) fn relieve(act: &mut Act<'_>, won: bool) {
    let Some(mut campaign) = act.state.campaign.take() else { return };
    act.state.campaign = Some(campaign.clone());
    let crews = &campaign.roster.crews;
    let fates: Vec<Option<Fate>> = crews.iter().map(|crew| fates::fate(act.ask(), &crew.letter, won)).collect();
    let lost = crews.iter().zip(&fates).filter(|(_, fate)| fate.is_some_and(|fate| !fate.crew));
    let fallen = lost.map(|(crew, _)| fates::crew_name(crew)).collect();
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

/// Men who were lost come back with their crew, unless the vehicle was killed (OF-16.2): then those who got out go on
/// without them.
fn bury(ask: Ask<'_>, crew: &mut RosterCrew, journal: &mut dyn Journal) {
    let Some(own) = fates::unit_of(ask, &crew.letter).filter(|&own| ask.state.unit(own).condition.killed) else {
        return;
    };
    let of_crew = |unit: UnitId| ask.state.unit(unit).crew_from == Some(own) && fates::has_living(ask, unit);
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
            fates::crew_name(crew),
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
            let text = format!("{} is lost: {} platoon quality points.", fates::crew_name(crew), crew.points);
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
        let name = fates::vehicle_name(rules, &vehicle.card);
        let text =
            format!("The {name} of {} is lost: {} vehicle quality points.", fates::crew_name(crew), vehicle.points);
        Entry::new(REPLACEMENTS, text).tone(Tone::Loss)
    });
    None
}
