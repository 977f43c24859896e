//! Counting up after a mission (OF-16.1, OF-16.2, OF-16.4): who has survived, what is lost, and the pool of combat points.

use engine::{Entry, Journal, Tone};

use crate::{
    rule_ids::{CAPTURED_VEHICLES, COMBAT_POINTS, REPLACEMENTS},
    state::{
        State,
        campaign::{Debriefing, Stage},
        generation::LETTERS,
        laid_out::OpenFire,
        roster::{MissionRecord, Roster, RosterCrew, Vehicle},
        units::{Ammunition, Place, Side, Unit, UnitId},
    },
    tables::cards::Nation,
};

/// What became of a crew and its vehicle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Fate {
    crew: bool,
    vehicle: bool,
}

/// Rounds left in a vehicle.
pub(crate) fn rounds_of(unit: &Unit) -> u8 {
    match unit.ammunition {
        Some(Ammunition::Any(rounds)) => rounds,
        Some(Ammunition::ByType { ap, gp, smoke }) => ap.saturating_add(gp).saturating_add(smoke),
        None => 0,
    }
}

impl OpenFire {
    /// The unit in which a crew of the platoon went into the mission.
    fn unit_of(&self, state: &State, letter: &str) -> Option<UnitId> {
        let own = |(unit, stands): &(UnitId, &Unit)| {
            stands.letter == letter && stands.crew_from.is_none() && self.crew_letter(state, *unit) == Some(letter)
        };
        state.all_units().find(own).map(|(unit, _)| unit)
    }

    /// Whether somebody of a crew is alive in this unit: in the vehicle, on foot, or in a captured one.
    fn has_living(&self, state: &State, unit: UnitId) -> bool {
        let stands = state.unit(unit);
        let foot = self.card(state, unit).kind.is_squad();
        !stands.condition.killed && !stands.captured && (foot || stands.condition.crew > 0)
    }

    /// Whether a vehicle comes back: not knocked out, and not left where the enemy holds the field (OF-16.4).
    fn comes_back(&self, state: &State, unit: UnitId, won: bool) -> bool {
        let stands = state.unit(unit);
        let stranded = matches!(stands.place, Place::At(_) | Place::Aboard(_) | Place::Towed(_))
            && (stands.condition.allowance().is_none() || stands.condition.crew == 0 || stands.captured);
        !stands.condition.killed && stands.place != Place::Removed && (won || !stranded)
    }

    /// What became of a crew and its vehicle (OF-16.2): whoever is alive has survived, on the map or off it, with or without a vehicle.
    fn fate(&self, state: &State, letter: &str, won: bool) -> Option<Fate> {
        let own = self.unit_of(state, letter)?;
        let of_crew = |unit: UnitId| unit == own || state.unit(unit).crew_from == Some(own);
        let crew = state.all_units().any(|(unit, _)| of_crew(unit) && self.has_living(state, unit));
        Some(Fate { crew, vehicle: self.comes_back(state, own, won) })
    }

    /// German vehicles that the platoon brings home (OF-11.2, OF-16.5).
    fn brought_home(&self, state: &State, won: bool) -> Vec<UnitId> {
        let taken = |(unit, stands): &(UnitId, &Unit)| {
            let card = self.card(state, *unit);
            let manned = stands.side == Side::Us && stands.crew_from.is_some();
            let of_platoon = self.crew_letter(state, *unit) == Some(stands.letter.as_str());
            card.kind.is_vehicle()
                && card.nation == Some(Nation::German)
                && !of_platoon
                && (stands.captured || manned)
                && self.comes_back(state, *unit, won)
        };
        state.all_units().filter(taken).map(|(unit, _)| unit).collect()
    }

    /// The mission is over: who has survived, what is lost, what is there to deal and to spend.
    pub(crate) fn debrief(&self, state: &mut State, won: bool, journal: &mut dyn Journal) {
        let Some(campaign) = &state.campaign else { return };
        let rules = &self.sheet.platoon.campaign;
        let roster = &campaign.roster;
        let fates: Vec<Option<Fate>> = roster.crews.iter().map(|crew| self.fate(state, &crew.letter, won)).collect();
        let rounds: Vec<u8> = roster
            .crews
            .iter()
            .map(|crew| self.unit_of(state, &crew.letter).map_or(0, |unit| rounds_of(state.unit(unit))))
            .collect();
        let survivors = fates.iter().flatten().filter(|fate| fate.crew).count() as u8;
        let each = if won { rules.points_if_won } else { rules.points_if_lost };
        let mut debriefing = Debriefing { stage: Stage::Award, pool: survivors * each, ..Debriefing::default() };
        let mut after = Roster { missions: roster.missions.clone(), ..Roster::default() };
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
            let vehicle = self.salvage(&crew, vehicle, fate, &mut debriefing, journal);
            if fate.crew {
                let place = letter_place(&crew.letter);
                debriefing.awarded[place] = 1;
                debriefing.pool -= 1;
                crew.combat_points = crew.combat_points.saturating_add(1);
                crew.vehicle = vehicle;
                after.crews.push(crew);
            } else {
                debriefing.platoon_points += crew.points;
                debriefing.recruits = true;
                fallen.push(self.crew_name(&crew));
                after.park.extend(vehicle);
            }
        }
        for unit in self.brought_home(state, won) {
            let card = self.card(state, unit).id.clone();
            after.park.push(Vehicle { card, points: 0, rounds: 0, captured: Some(0), fresh: false });
            journal.note(|| {
                Entry::new(CAPTURED_VEHICLES, format!("{} is brought home and put in order.", state.unit(unit).name))
            });
        }
        after.missions.push(MissionRecord {
            id: self.mission.id.clone(),
            title: self.mission.title.clone(),
            won,
            points: self.balance(state),
            needed: self.mission.victory,
            fallen,
        });
        journal.note(|| {
            let crews = if survivors == 1 { "crew has" } else { "crews have" };
            let total = survivors * each;
            let text =
                format!("{survivors} {crews} survived: {total} combat points, one for each of them to begin with.");
            Entry::new(COMBAT_POINTS, text).tone(Tone::Heading)
        });
        if let Some(campaign) = &mut state.campaign {
            (campaign.roster, campaign.debriefing) = (after, debriefing);
        }
        self.skip_stages(state);
    }

    /// What is lost is told, and its points are kept; what comes back is handed back.
    fn salvage(
        &self,
        crew: &RosterCrew,
        vehicle: Option<Vehicle>,
        fate: Fate,
        debriefing: &mut Debriefing,
        journal: &mut dyn Journal,
    ) -> Option<Vehicle> {
        if !fate.crew {
            journal.note(|| {
                let text = format!("{} is lost: {} platoon quality points.", self.crew_name(crew), crew.points);
                Entry::new(REPLACEMENTS, text).tone(Tone::Loss)
            });
        }
        let vehicle = vehicle?;
        if fate.vehicle {
            return Some(vehicle);
        }
        debriefing.vehicle_points += vehicle.points;
        journal.note(|| {
            let name = self.vehicle_name(&vehicle.card);
            let text =
                format!("The {name} of {} is lost: {} vehicle quality points.", self.crew_name(crew), vehicle.points);
            Entry::new(REPLACEMENTS, text).tone(Tone::Loss)
        });
        None
    }

    /// What players call a crew.
    pub(crate) fn crew_name(&self, crew: &RosterCrew) -> String {
        if crew.name.is_empty() { format!("Crew {}", crew.letter) } else { format!("{} {}", crew.letter, crew.name) }
    }

    /// What players call a vehicle.
    pub(crate) fn vehicle_name<'a>(&'a self, card: &'a str) -> &'a str {
        self.sheet.card(card).map_or(card, |card| card.name.as_str())
    }
}

/// A letter's place on the record sheet.
pub(crate) fn letter_place(letter: &str) -> usize {
    LETTERS.iter().position(|known| *known == letter).unwrap_or(0)
}
