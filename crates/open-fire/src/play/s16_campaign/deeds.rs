//! Deeds: what a crew did that may be worth a combat point (OF-16.1, OF-16.2). They are noted as they happen, by looking at what an
//! action has changed.

use crate::{
    play::action::Action,
    state::{
        Frame, Shell, State,
        campaign::{Deed, DeedKind},
        laid_out::OpenFire,
        units::{Ratings, Side, Space, UnitId},
    },
};

/// How things stood before an action.
pub(crate) struct Witness {
    /// Who acts.
    actor: Option<UnitId>,
    units: Vec<Seen>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
struct Seen {
    german: bool,
    killed: bool,
    captured: bool,
    panic: bool,
    /// What it has suffered, in one number: more is worse.
    damage: u16,
}

impl OpenFire {
    fn looked_at(&self, state: &State, unit: UnitId) -> Seen {
        let (stands, card) = (state.unit(unit), self.card(state, unit));
        let condition = &stands.condition;
        let guns =
            u16::from(card.main_gun && !condition.main_gun) + u16::from(card.machinegun && !condition.machinegun);
        Seen {
            german: stands.side == Side::German,
            killed: condition.killed,
            captured: stands.captured,
            panic: stands.space == Space::Panic,
            damage: u16::from(condition.crew_lost)
                + u16::from(condition.mpa_lost)
                + u16::from(condition.immobilised)
                + u16::from(stands.halved)
                + guns,
        }
    }

    /// How things stand before an action, in a game that keeps deeds.
    pub(crate) fn witness(&self, state: &State) -> Option<Witness> {
        state.campaign.as_ref()?;
        let actor = match state.frames.top() {
            Frame::Turn(turn) => Some(turn.unit),
            _ => None,
        };
        let units = state.all_units().map(|(unit, _)| self.looked_at(state, unit)).collect();
        Some(Witness { actor, units })
    }

    /// The letter of the platoon's crew that mans a unit: its own, or that of the crew on foot or in a captured vehicle.
    pub(crate) fn crew_letter<'s>(&self, state: &'s State, unit: UnitId) -> Option<&'s str> {
        let stands = state.unit(unit);
        let own = match stands.crew_from {
            Some(first) => state.unit(first),
            None => stands,
        };
        let campaign = state.campaign.as_ref()?;
        let crew = own.side == Side::Us && matches!(own.ratings, Ratings::Crew(_));
        crew.then_some(own.letter.as_str()).filter(|letter| campaign.roster.place_of(letter).is_some())
    }

    /// Notes what an action has done to Germans.
    pub(crate) fn note_deeds(&self, state: &mut State, witness: &Witness, action: Action) {
        let Some(actor) = witness.actor else { return };
        if let Action::GiveTurn { unit } = action
            && let Some(campaign) = &mut state.campaign
        {
            campaign.given.push((actor, unit));
        }
        let Some(crew) = self.crew_letter(state, actor).map(str::to_owned) else { return };
        let mut found = Vec::new();
        for (index, before) in witness.units.iter().enumerate().filter(|(_, before)| before.german) {
            let target = UnitId(index as u8);
            let after = self.looked_at(state, target);
            let kind = match () {
                () if after.captured && !before.captured => DeedKind::Captured,
                () if after.killed && !before.killed && before.damage > 0 => DeedKind::Finished,
                () if after.killed && !before.killed => DeedKind::Killed,
                () if after.damage > before.damage => DeedKind::Damaged,
                () => continue,
            };
            let target = state.unit(target).name.clone();
            found.push(Deed { crew: crew.clone(), kind, target, how: means(action).to_owned() });
        }
        self.note_giver(state, actor, &mut found);
        if let Some(campaign) = &mut state.campaign {
            campaign.deeds.extend(found);
        }
    }

    /// A turn that was given and led to something is the giver's deed, too.
    fn note_giver(&self, state: &State, actor: UnitId, found: &mut Vec<Deed>) {
        let decisive = |deed: &&Deed| matches!(deed.kind, DeedKind::Killed | DeedKind::Finished | DeedKind::Captured);
        let Some(deed) = found.iter().find(decisive) else { return };
        let given = state.campaign.iter().flat_map(|campaign| &campaign.given);
        let Some((giver, _)) = given.rev().find(|(_, to)| *to == actor) else { return };
        let Some(letter) = self.crew_letter(state, *giver) else { return };
        let gift = Deed {
            crew: letter.to_owned(),
            kind: DeedKind::GaveTurn,
            target: deed.target.clone(),
            how: state.unit(actor).name.clone(),
        };
        found.push(gift);
    }

    /// Notes who has lost his head meanwhile, and forgets gifts of rounds gone by.
    pub(crate) fn note_panic(&self, state: &mut State, witness: &Witness, round: u16) {
        let panics = witness.units.iter().enumerate().filter_map(|(index, before)| {
            let unit = UnitId(index as u8);
            let now = self.looked_at(state, unit).panic && !before.panic;
            let letter = now.then(|| self.crew_letter(state, unit)).flatten()?;
            Some(Deed { crew: letter.to_owned(), kind: DeedKind::Panicked, target: String::new(), how: String::new() })
        });
        let panics: Vec<Deed> = panics.collect();
        let new_round = state.round != round;
        if let Some(campaign) = &mut state.campaign {
            campaign.deeds.extend(panics);
            if new_round {
                campaign.given.clear();
            }
        }
    }
}

fn means(action: Action) -> &'static str {
    match action {
        Action::FireMain { shell: Shell::Ap, .. } => "AP fire",
        Action::FireMain { .. } => "GP fire",
        Action::FireAll { .. } => "all weapons",
        Action::FireGuns { .. } => "machineguns",
        Action::FireBazooka { .. } => "bazooka",
        Action::Assault { .. } => "close assault",
        Action::Charge { .. } => "charge",
        _ => "by moving up",
    }
}
