//! The steps of the debriefing (OF-16.1): dealing combat points (OF-16.2), raising ratings (OF-16.3), replacements
//! (OF-16.4) and captured vehicles (OF-16.5); and rounds for the next mission.

use dice::{Dice, Die, Throw, odds};
use engine::{Entry, Forecast, GoodFor, Journal, Prospect, Resolution, Severity, Thrown, Tone};

use crate::{
    play::{
        notation,
        refusal::Refused,
        s04_generation::{self, mustering, names, rounds::enough},
        s16_campaign::{chronicle, enlisting, fates},
    },
    rule_ids::{CAMPAIGN_PROCEDURE, CAPTURED_VEHICLES, COMBAT_POINTS, IMPROVING, REPLACEMENTS},
    state::{
        Frame,
        campaign::{Campaign, Debriefing, Stage},
        generation::{Generation, LETTERS},
        laid_out::{Act, Ask, AskOf, OpenFire},
        roster::{RosterCrew, Vehicle},
        units::Crew,
    },
    tables::platoon::{Characteristic, VehicleCost},
};

/// One step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A combat point to a crew.
    Award(u8),
    /// A combat point back into the pool.
    TakeBack(u8),
    /// All that are left, as the deeds suggest.
    AwardRest,
    /// All are awarded.
    Awarded,
    /// Six combat points for a rating.
    Raise {
        /// The crew that spends its points.
        crew: u8,
        /// The rating that rises.
        what: Characteristic,
    },
    /// No more are spent now.
    Spent,
    /// A crew in place of one that was lost.
    BuyCrew(u8),
    /// The last crew of this row is given back.
    ReturnCrew(u8),
    /// No more crews; dice for the ratings of the new ones.
    Recruited,
    /// A vehicle for a crew without one.
    BuyVehicle {
        /// The crew that gets the vehicle.
        crew: u8,
        /// The row of the costs chart.
        vehicle: u8,
    },
    /// A vehicle that has just been bought is given back.
    ReturnVehicle(u8),
    /// A point's worth of rounds.
    BuyRounds(u8),
    /// A crew leaves its vehicle in the park.
    Park(u8),
    /// A crew without a vehicle takes one out of the park.
    Man {
        /// The crew that takes it.
        crew: u8,
        /// The vehicle's place in the park.
        vehicle: u8,
    },
    /// The platoon is ready.
    Ready,
}

impl Step {
    /// Whether the stage is the one for this step.
    fn fits(self, stage: Stage) -> bool {
        match self {
            Step::Award(_) | Step::TakeBack(_) | Step::AwardRest | Step::Awarded => stage == Stage::Award,
            Step::Raise { .. } | Step::Spent => stage == Stage::Spend,
            Step::BuyCrew(_) | Step::ReturnCrew(_) | Step::Recruited => stage == Stage::Crews,
            Step::BuyVehicle { .. } | Step::ReturnVehicle(_) => stage == Stage::Vehicles,
            Step::BuyRounds(_) | Step::Park(_) | Step::Man { .. } | Step::Ready => {
                matches!(stage, Stage::Vehicles | Stage::FitOut)
            }
        }
    }
}

/// Everything that could be a step now.
pub(crate) fn possible(ask: Ask<'_>) -> Vec<Step> {
    let Some(campaign) = &ask.state.campaign else { return Vec::new() };
    let crews = 0..LETTERS.len() as u8;
    let tables = &ask.rules.sheet.platoon;
    let (rows, vehicles) = (tables.crews.len() as u8, tables.vehicles.len() as u8);
    let parked = campaign.roster.park.len() as u8;
    match campaign.debriefing.stage {
        Stage::Award => {
            let deal = crews.clone().map(Step::Award).chain(crews.map(Step::TakeBack));
            deal.chain([Step::AwardRest, Step::Awarded]).collect()
        }
        Stage::Spend => {
            let raise = |crew| Characteristic::ALL.map(|what| Step::Raise { crew, what });
            crews.flat_map(raise).chain([Step::Spent]).collect()
        }
        Stage::Crews => {
            (0..rows).map(Step::BuyCrew).chain((0..rows).map(Step::ReturnCrew)).chain([Step::Recruited]).collect()
        }
        Stage::Vehicles | Stage::FitOut => {
            let buy = |crew| (0..vehicles).map(move |vehicle| Step::BuyVehicle { crew, vehicle });
            let man = |crew| (0..parked).map(move |vehicle| Step::Man { crew, vehicle });
            let own = |crew| [Step::ReturnVehicle(crew), Step::BuyRounds(crew), Step::Park(crew)];
            let each = |crew| buy(crew).chain(own(crew)).chain(man(crew));
            crews.flat_map(each).chain([Step::Ready]).collect()
        }
    }
}

/// A step that may be taken, with what was found: crews and vehicles by their places in the roster, and what they cost.
#[derive(Copy, Clone, Debug)]
pub(super) enum Found<'r> {
    Award(u8),
    TakeBack(u8),
    AwardRest,
    Awarded,
    Raise { crew: usize, what: Characteristic },
    Spent,
    BuyCrew { kind: u8, cost: i32 },
    ReturnCrew { place: usize, cost: i32 },
    Recruited,
    BuyVehicle { crew: usize, row: &'r VehicleCost },
    ReturnVehicle { crew: usize },
    BuyRounds { crew: usize, purchase: Purchase },
    Park { crew: usize },
    Man { crew: usize, vehicle: usize },
    Ready,
}

fn check_in_stage<'r>(rules: &'r OpenFire, campaign: &Campaign, step: Step) -> Result<Found<'r>, Refused> {
    let (debriefing, tables) = (&campaign.debriefing, &rules.sheet.platoon);
    let crew_at = |place: u8| {
        let found = LETTERS.get(usize::from(place)).and_then(|letter| campaign.roster.place_of(letter));
        found.map(|crew| (crew, &campaign.roster.crews[crew])).ok_or(Refused::NotInPlatoon)
    };
    Ok(match step {
        Step::Award(place) => {
            check_award(rules, debriefing, crew_at(place)?.1, place)?;
            Found::Award(place)
        }
        Step::TakeBack(place) => {
            crew_at(place)?;
            if debriefing.awarded[usize::from(place)] <= 1 {
                return Err(Refused::NothingToTakeBack);
            }
            Found::TakeBack(place)
        }
        Step::AwardRest if debriefing.pool == 0 => return Err(Refused::AllDealt),
        Step::AwardRest => Found::AwardRest,
        Step::Awarded if debriefing.pool > 0 => return Err(Refused::PointsLeft { left: debriefing.pool }),
        Step::Awarded => Found::Awarded,
        Step::Raise { crew, what } => {
            let (place, crew) = crew_at(crew)?;
            check_raise(rules, crew, what)?;
            Found::Raise { crew: place, what }
        }
        Step::Spent => Found::Spent,
        Step::BuyCrew(kind) => Found::BuyCrew { kind, cost: check_recruit(rules, campaign, kind)? },
        Step::ReturnCrew(kind) => {
            let row = tables.crews.get(usize::from(kind)).ok_or(Refused::NoSuchCrew)?;
            let place = debriefing.new_crews.iter().position(|known| *known == kind).ok_or(Refused::NoSuchCrew)?;
            Found::ReturnCrew { place, cost: row.cost }
        }
        Step::Recruited => {
            check_recruited(debriefing)?;
            Found::Recruited
        }
        Step::BuyVehicle { crew, vehicle } => {
            let row = tables.vehicles.get(usize::from(vehicle)).ok_or(Refused::NoSuchVehicle)?;
            let (place, crew) = crew_at(crew)?;
            check_counter(rules, crew, &row.card)?;
            enough(row.cost, debriefing.vehicle_points)?;
            Found::BuyVehicle { crew: place, row }
        }
        Step::ReturnVehicle(crew) => {
            let (place, crew) = crew_at(crew)?;
            if !crew.vehicle.as_ref().is_some_and(|vehicle| vehicle.fresh) {
                return Err(Refused::NoVehicle);
            }
            Found::ReturnVehicle { crew: place }
        }
        Step::BuyRounds(crew) => {
            let (place, crew) = crew_at(crew)?;
            let purchase = check_rounds(rules, debriefing, crew)?;
            check_replaced(rules, campaign)?;
            Found::BuyRounds { crew: place, purchase }
        }
        Step::Park(crew) => {
            let (place, crew) = crew_at(crew)?;
            if crew.vehicle.is_none() {
                return Err(Refused::NoVehicle);
            }
            Found::Park { crew: place }
        }
        Step::Man { crew, vehicle } => {
            let parked = campaign.roster.park.get(usize::from(vehicle)).ok_or(Refused::NoSuchVehicle)?;
            let (place, crew) = crew_at(crew)?;
            match parked.captured {
                Some(_) if crew.vehicle.is_some() => return Err(Refused::HasVehicle),
                // It is repainted, and takes the letter of its crew (OF-16.5).
                Some(_) => {}
                None => check_counter(rules, crew, &parked.card)?,
            }
            Found::Man { crew: place, vehicle: vehicle.into() }
        }
        Step::Ready if debriefing.stage == Stage::FitOut && !campaign.roster.can_fight() => {
            return Err(Refused::NoVehicle);
        }
        Step::Ready => {
            check_replaced(rules, campaign)?;
            Found::Ready
        }
    })
}

/// For each crew that was killed another must be generated (OF-16.1). Raw recruits cost nothing, so there always is
/// one.
fn check_recruited(debriefing: &Debriefing) -> Result<(), Refused> {
    let left = usize::from(debriefing.crews_due).saturating_sub(debriefing.new_crews.len());
    if left == 0 { Ok(()) } else { Err(Refused::CrewsDue { left }) }
}

/// For each vehicle that was destroyed another must be generated, as long as the points buy one that somebody can have
/// (OF-16.1).
fn check_replaced(rules: &OpenFire, campaign: &Campaign) -> Result<(), Refused> {
    let debriefing = &campaign.debriefing;
    let left = debriefing.vehicles_due;
    if debriefing.stage != Stage::Vehicles || left == 0 {
        return Ok(());
    }
    let fits = |crew: &RosterCrew| {
        let affordable = rules.sheet.platoon.vehicles.iter().filter(|row| row.cost <= debriefing.vehicle_points);
        affordable.clone().any(|row| check_counter(rules, crew, &row.card).is_ok())
    };
    if campaign.roster.crews.iter().any(fits) { Err(Refused::VehiclesDue { left }) } else { Ok(()) }
}

fn check_award(rules: &OpenFire, debriefing: &Debriefing, crew: &RosterCrew, place: u8) -> Result<(), Refused> {
    let most = rules.sheet.platoon.campaign.most_awarded;
    match debriefing.awarded[usize::from(place)] {
        0 => Err(Refused::NotInMission { crew: crew.letter.clone() }),
        awarded if awarded >= most => Err(Refused::AwardedEnough { most }),
        _ if debriefing.pool == 0 => Err(Refused::AllDealt),
        _ => Ok(()),
    }
}

fn check_raise(rules: &OpenFire, crew: &RosterCrew, what: Characteristic) -> Result<(), Refused> {
    let limits = &rules.sheet.platoon.campaign;
    if crew.combat_points < limits.combat_points {
        return Err(Refused::NotEnoughCombatPoints { needs: limits.combat_points, points: crew.combat_points });
    }
    let most = limits.most.of(what);
    if crew.now.characteristic(what) < most { Ok(()) } else { Err(Refused::AtItsBest { what: what.title(), most }) }
}

/// What a crew costs that may be recruited.
fn check_recruit(rules: &OpenFire, campaign: &Campaign, kind: u8) -> Result<i32, Refused> {
    let row = rules.sheet.platoon.crews.get(usize::from(kind)).ok_or(Refused::NoSuchCrew)?;
    // One for one: the purse may be cut up otherwise than it was filled, but nobody comes who replaces nobody.
    if usize::from(campaign.debriefing.crews_due) <= campaign.debriefing.new_crews.len() {
        return Err(Refused::CrewsReplaced);
    }
    enough(row.cost, campaign.debriefing.platoon_points)?;
    Ok(row.cost)
}

fn check_rounds(rules: &OpenFire, debriefing: &Debriefing, crew: &RosterCrew) -> Result<Purchase, Refused> {
    let vehicle = crew.vehicle.as_ref().ok_or(Refused::NoVehicle)?;
    let most = room_for_rounds(rules, vehicle);
    if vehicle.rounds >= most {
        return Err(Refused::TooManyRounds { most });
    }
    let purchase = next_rounds(rules, debriefing, vehicle);
    enough(purchase.price, debriefing.vehicle_points)?;
    Ok(purchase)
}

fn room_for_rounds(rules: &OpenFire, vehicle: &Vehicle) -> u8 {
    rules.sheet.card(&vehicle.card).map_or(0, |card| rules.sheet.most_rounds(card))
}

/// The next purchase of rounds for a vehicle.
#[derive(Copy, Clone, Debug)]
pub(super) struct Purchase {
    /// Points.
    pub(super) price: i32,
    /// Rounds for this vehicle.
    pub(super) rounds: u8,
    /// Rounds that are in no rack afterwards.
    loose: u8,
}

/// The next purchase of rounds for a vehicle. What a point buys may be divided (OF-4), so rounds that are
/// left over from an earlier one come first; those of captured vehicles fit no other gun.
pub(super) fn next_rounds(rules: &OpenFire, debriefing: &Debriefing, vehicle: &Vehicle) -> Purchase {
    let ammunition = &rules.sheet.platoon.ammunition;
    let room = room_for_rounds(rules, vehicle).saturating_sub(vehicle.rounds);
    if vehicle.captured.is_some() {
        let rounds = room.min(ammunition.captured_rounds);
        return Purchase { price: 1, rounds, loose: debriefing.loose_rounds };
    }
    let (rounds, loose) = (room.min(ammunition.rounds), debriefing.loose_rounds);
    let bought = if loose < rounds { ammunition.rounds } else { 0 };
    Purchase { price: i32::from(loose < rounds), rounds, loose: loose + bought - rounds }
}

/// Whether a step may be taken.
pub(super) fn check<'r>(ask: AskOf<'r, '_>, step: Step) -> Result<Found<'r>, Refused> {
    if !matches!(ask.state.frames.top(), Frame::FitOut | Frame::Debriefing { .. }) {
        return Err(Refused::NotNow);
    }
    let campaign = ask.state.campaign.as_deref().ok_or(Refused::NotNow)?;
    let debriefing = &campaign.debriefing;
    if !step.fits(debriefing.stage) {
        return Err(Refused::NotNow);
    }
    let checked = check_in_stage(ask.rules, campaign, step);
    match debriefing.stage {
        Stage::Crews | Stage::Vehicles => checked.map_err(|why| Refused::Replacing(Box::new(why))),
        Stage::FitOut | Stage::Award | Stage::Spend => checked,
    }
}

/// Takes a step with what was found.
pub(super) fn perform(act: &mut Act<'_>, found: Found<'_>) {
    // Every check has found a campaign.
    let Some(mut campaign) = act.state.campaign.take() else { return };
    let debriefing = &mut campaign.debriefing;
    match found {
        Found::Award(place) => campaign.award(place),
        Found::TakeBack(place) => campaign.take_back(place),
        Found::AwardRest => award_rest(act.rules, &mut campaign),
        Found::Awarded => {
            close_awards(act.rules, &mut campaign, act.journal);
            campaign.debriefing.stage = Stage::Spend;
        }
        Found::Raise { crew, what } => {
            raise(act.rules, &mut campaign.roster.crews[crew], what, act.dice, act.journal);
        }
        Found::Spent => debriefing.stage = Stage::Crews,
        Found::BuyCrew { kind, cost } => {
            debriefing.platoon_points -= cost;
            debriefing.new_crews.push(kind);
            debriefing.new_crews.sort_unstable();
        }
        Found::ReturnCrew { place, cost } => {
            debriefing.new_crews.remove(place);
            debriefing.platoon_points += cost;
        }
        Found::Recruited => {
            recruit(act.rules, &mut campaign, act.dice, act.journal);
            campaign.debriefing.stage = Stage::Vehicles;
        }
        Found::BuyVehicle { crew, row } => {
            debriefing.vehicle_points -= row.cost;
            debriefing.vehicles_due = debriefing.vehicles_due.saturating_sub(1);
            let bought = Vehicle { card: row.card.clone(), points: row.cost, rounds: 0, captured: None, fresh: true };
            campaign.roster.crews[crew].vehicle = Some(bought);
        }
        Found::ReturnVehicle { crew } => {
            let cases = act.rules.sheet.platoon.ammunition.rounds;
            if let Some(vehicle) = campaign.roster.crews[crew].vehicle.take() {
                debriefing.vehicle_points += vehicle.points + i32::from(vehicle.rounds / cases);
                debriefing.loose_rounds += vehicle.rounds % cases;
                debriefing.vehicles_due += 1;
            }
        }
        Found::BuyRounds { crew, purchase } => {
            debriefing.vehicle_points -= purchase.price;
            debriefing.loose_rounds = purchase.loose;
            campaign.roster.crews[crew].vehicle.iter_mut().for_each(|vehicle| vehicle.rounds += purchase.rounds);
        }
        Found::Park { crew } => {
            let vehicle = campaign.roster.crews[crew].vehicle.take();
            campaign.roster.park.extend(vehicle.map(|vehicle| Vehicle { fresh: false, ..vehicle }));
        }
        Found::Man { crew, vehicle } => man(act, &mut campaign, crew, vehicle),
        Found::Ready => {
            act.state.campaign = Some(campaign);
            return stand_ready(act);
        }
    }
    act.state.campaign = Some(campaign);
    skip_stages(act);
}

/// A crew takes a vehicle out of the park.
fn man(act: &mut Act<'_>, campaign: &mut Campaign, crew: usize, vehicle: usize) {
    let vehicle = campaign.roster.park.remove(vehicle);
    let crew = &mut campaign.roster.crews[crew];
    if vehicle.captured.is_some() {
        act.note(|ask| manned(ask.rules, crew, &vehicle));
    }
    crew.vehicle = Some(vehicle);
}

/// Stages in which there is nothing to decide are left out. The last one always shows the platoon as it will go on.
pub(crate) fn skip_stages(act: &mut Act<'_>) {
    let Some(campaign) = &mut act.state.campaign else { return };
    loop {
        let debriefing = &campaign.debriefing;
        let next = match debriefing.stage {
            Stage::Award if debriefing.awarded.iter().all(|&awarded| awarded == 0) => Stage::Spend,
            Stage::Spend if !can_raise(act.rules, campaign) => Stage::Crews,
            Stage::Crews if !debriefing.recruits => Stage::Vehicles,
            Stage::Award | Stage::Spend | Stage::Crews | Stage::Vehicles | Stage::FitOut => return,
        };
        campaign.debriefing.stage = next;
    }
}

fn can_raise(rules: &OpenFire, campaign: &Campaign) -> bool {
    let can = |crew: &RosterCrew| Characteristic::ALL.iter().any(|&what| check_raise(rules, crew, what).is_ok());
    campaign.roster.crews.iter().any(can)
}

/// Awards what is left, point by point, to the crew furthest behind what its deeds suggest.
fn award_rest(rules: &OpenFire, campaign: &mut Campaign) {
    let limits = &rules.sheet.platoon.campaign;
    while campaign.debriefing.pool > 0 {
        let behind = |place: &u8| {
            let letter = LETTERS[usize::from(*place)];
            campaign.suggested(letter, &limits.deeds) - i32::from(campaign.debriefing.awarded[usize::from(*place)])
        };
        let open = |place: &u8| (1..limits.most_awarded).contains(&campaign.debriefing.awarded[usize::from(*place)]);
        // The first of equals: `max_by_key` alone would take the last.
        let Some(place) = (0..LETTERS.len() as u8).rev().filter(open).max_by_key(behind) else { return };
        campaign.award(place);
    }
}

/// The points are written into the boxes; the deeds go into the crews' history.
fn close_awards(_rules: &OpenFire, campaign: &mut Campaign, journal: &mut dyn Journal) {
    let mission = campaign.roster.missions.last().map(|mission| mission.title.clone()).unwrap_or_default();
    for (place, letter) in (0u8..).zip(LETTERS) {
        let awarded = campaign.debriefing.awarded[usize::from(place)];
        let deeds: Vec<String> = campaign.deeds_of(letter).map(|deed| format!("{mission}: {}", deed.told())).collect();
        let Some(crew) = campaign.crew_mut(place).filter(|_| awarded > 0) else { continue };
        crew.deeds.extend(deeds);
        let crew = &*crew;
        journal.note(|| {
            let word = if awarded == 1 { "point" } else { "points" };
            let text = format!("{}: {awarded} combat {word}, {} in all.", fates::crew_name(crew), crew.combat_points);
            Entry::new(COMBAT_POINTS, text)
        });
    }
}

/// Six combat points raise a rating; initiative only if the die agrees (OF-16.3).
fn raise(
    rules: &OpenFire,
    crew: &mut RosterCrew,
    what: Characteristic,
    dice: &mut dyn Dice,
    journal: &mut dyn Journal,
) {
    let limits = &rules.sheet.platoon.campaign;
    crew.combat_points -= limits.combat_points;
    let mut face = None;
    let mut raised = what;
    if what == Characteristic::Initiative {
        let (rises, fell) = throw_for_initiative(rules, dice);
        face = Some(fell);
        if !rises {
            raised = Characteristic::Perception;
        }
    }
    let before = crew.now.characteristic(raised);
    let after = (before + limits.adds.of(raised)).min(limits.most.of(raised));
    if after > before {
        crew.now.set_characteristic(raised, after);
        crew.raised.note(raised);
    }
    journal.note(|| {
        let name = fates::crew_name(crew);
        let text = if after > before {
            format!("{name}: {} rises from {before} to {after}.", raised.title())
        } else {
            format!("{name}: {} cannot rise above {before}, so nothing changes.", raised.title())
        };
        let entry = Entry::new(IMPROVING, text);
        match face {
            Some(face) => entry.because(Resolution {
                modifiers: Vec::new(),
                throws: vec![Thrown::new(&Die::D10, "initiative or perception", [face])],
                reading: format!("initiative on {} to {}", limits.initiative_die.from, limits.initiative_die.to),
                result: raised.title().to_owned(),
            }),
            None => entry,
        }
    });
    raise_crew(rules, crew, journal);
}

/// The die that says whether initiative rises, or perception in its place.
fn throw_for_initiative(rules: &OpenFire, dice: &mut dyn Dice) -> (bool, u16) {
    let fell = dice.throw(&Throw::d10("initiative or perception")).faces()[0];
    (rules.sheet.platoon.campaign.initiative_die.has(fell), fell)
}

/// The odds of that die.
pub(crate) fn initiative_odds(rules: &OpenFire) -> Forecast {
    let odds = odds(|dice| throw_for_initiative(rules, dice).0).unwrap_or_else(|_| unreachable!("one die"));
    // Either is a gain: both are worth the same.
    let gain = |name: &str| Prospect::new(name, GoodFor::Doer, Severity::Effect);
    let named = [(true, gain("initiative")), (false, gain("perception"))];
    Forecast::new(Vec::new(), &odds.out_of(10), named)
}

/// The crew rating rises once, when all four characteristics have been raised. One that was at its best when the crew
/// joined has nothing to be raised to and does not stand in the way.
fn raise_crew(rules: &OpenFire, crew: &mut RosterCrew, journal: &mut dyn Journal) {
    let limits = &rules.sheet.platoon.campaign;
    let grown =
        |what: &Characteristic| crew.raised.has(*what) || crew.initial.characteristic(*what) >= limits.most.of(*what);
    let most = limits.most.crew as u8;
    if crew.raised.crew || crew.now.rating >= most || !Characteristic::ALL.iter().all(grown) {
        return;
    }
    crew.raised.crew = true;
    crew.now.rating = (crew.now.rating + limits.adds.crew as u8).min(most);
    journal.note(|| {
        let text =
            format!("{} has grown in everything: its crew rating is {} now.", fates::crew_name(crew), crew.now.rating);
        Entry::new(IMPROVING, text).tone(Tone::Heading)
    });
}

/// New crews take the letters that are free, the best of them first, and dice give their ratings (OF-4, OF-16.4).
fn recruit(rules: &OpenFire, campaign: &mut Campaign, dice: &mut dyn Dice, journal: &mut dyn Journal) {
    let kinds = std::mem::take(&mut campaign.debriefing.new_crews);
    let letters: Vec<&str> = campaign.free_letters().into_iter().take(kinds.len()).collect();
    chronicle::tell_recruits(&mut campaign.roster, &letters);
    for (kind, letter) in kinds.into_iter().zip(letters) {
        let row = &rules.sheet.platoon.crews[usize::from(kind)];
        let mut crew = Crew::untried(row);
        journal.note(|| {
            let text = format!("A crew of initiative {} joins as {letter}.", notation::crew_kind(rules, kind));
            Entry::new(REPLACEMENTS, text)
        });
        mustering::throw_ratings(rules, &mut crew, letter, dice, journal);
        campaign.roster.crews.push(RosterCrew::new(letter, row.cost, crew, None));
    }
    campaign.roster.crews.sort_by(|a, b| a.letter.cmp(&b.letter));
}

fn manned(rules: &OpenFire, crew: &RosterCrew, vehicle: &Vehicle) -> Entry {
    let name = fates::crew_name(crew);
    let card = fates::vehicle_name(rules, &vehicle.card);
    let less = vehicle.captured.map_or(0, |served| rules.sheet.platoon.campaign.strangeness(served));
    let text = match less {
        0 => format!("{name} mans the captured {card}."),
        less => format!("{name} mans the captured {card}: its crew rating is {less} less on the next mission."),
    };
    Entry::new(CAPTURED_VEHICLES, text)
}

/// Before a mission it begins; after one the game is over, and the platoon can be handed on.
fn stand_ready(act: &mut Act<'_>) {
    let Some(campaign) = &mut act.state.campaign else { return };
    let crews = campaign.roster.crews.iter_mut().filter_map(|crew| crew.vehicle.as_mut());
    crews.for_each(|vehicle| vehicle.fresh = false);
    if let Frame::Debriefing { won } = *act.state.frames.top() {
        act.state.frames.replace(Frame::Over { won });
        return act.note(|_| {
            Entry::new(CAMPAIGN_PROCEDURE, "The platoon is ready for its next mission.").tone(Tone::Heading)
        });
    }
    let units = enlisting::called_up(act.rules, &campaign.roster);
    let vehicle_points = campaign.debriefing.vehicle_points;
    act.state.names = names::remembered(&campaign.roster.crews);
    act.state.frames.replace(Frame::Generation);
    s04_generation::fall_in(act, Generation { vehicle_points, ..Generation::default() }, units);
}

/// Whether a crew can have a vehicle of its own: it has none, and there is such a counter with its letter (OF-4).
fn check_counter(rules: &OpenFire, crew: &RosterCrew, card: &str) -> Result<(), Refused> {
    if crew.vehicle.is_some() {
        return Err(Refused::HasVehicle);
    }
    mustering::check_counter(rules, card, &crew.letter)
}

impl Campaign {
    fn award(&mut self, place: u8) {
        self.debriefing.awarded[usize::from(place)] += 1;
        self.debriefing.pool -= 1;
        if let Some(crew) = self.crew_mut(place) {
            crew.combat_points = crew.combat_points.saturating_add(1);
        }
    }

    fn take_back(&mut self, place: u8) {
        self.debriefing.awarded[usize::from(place)] -= 1;
        self.debriefing.pool += 1;
        if let Some(crew) = self.crew_mut(place) {
            crew.combat_points = crew.combat_points.saturating_sub(1);
        }
    }
}
