//! Deeds (OF-16.1, OF-16.2): noted as they happen, by looking at what an action has changed.

use crate::{
    course::action::{Action, Combat},
    play::{
        s02_men,
        s06_rounds::{command::Command, turns},
        s09_fire, s11_assault,
        s16_campaign::deeds as campaign_deeds,
    },
    state::{
        campaign::{Deed, DeedKind},
        laid_out::{Act, Ask},
        units::{Side, UnitId},
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
    /// What it has suffered, in one number: more is worse.
    damage: u16,
}

fn looked_at(ask: Ask<'_>, unit: UnitId) -> Seen {
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let condition = &piece.condition;
    let guns = u16::from(card.main_gun && !condition.main_gun) + u16::from(card.machinegun && !condition.machinegun);
    Seen {
        german: piece.side == Side::German,
        killed: condition.killed,
        captured: piece.captured,
        damage: u16::from(condition.crew_lost)
            + u16::from(condition.mpa_lost)
            + u16::from(condition.immobilised)
            + u16::from(piece.halved)
            + guns,
    }
}

/// How things stand before an action, in a game that keeps deeds.
pub(crate) fn witness(ask: Ask<'_>) -> Option<Witness> {
    ask.state.campaign.as_ref()?;
    let actor = turns::asked_about(ask);
    let units = ask.state.all_units().map(|(unit, _)| looked_at(ask, unit)).collect();
    Some(Witness { actor, units })
}

/// Notes what an action has done to Germans.
pub(crate) fn note_deeds(act: &mut Act<'_>, witness: &Witness, action: Action) {
    let Some(actor) = witness.actor else { return };
    if let Action::Command(Command::GiveTurn { unit }) = action
        && let Some(campaign) = &mut act.state.campaign
    {
        campaign.given.push((actor, unit));
    }
    let Some(crew) = campaign_deeds::crew_letter(act.ask(), actor).map(str::to_owned) else { return };
    let mut found = Vec::new();
    for (index, before) in witness.units.iter().enumerate().filter(|(_, before)| before.german) {
        let target = UnitId(index as u8);
        let after = looked_at(act.ask(), target);
        let kind = match () {
            () if after.captured && !before.captured => DeedKind::Captured,
            () if after.killed && !before.killed && before.damage > 0 => DeedKind::Finished,
            () if after.killed && !before.killed => DeedKind::Killed,
            () if after.damage > before.damage => DeedKind::Damaged,
            () => continue,
        };
        let target = act.state.unit(target).name.clone();
        let (how, man) = (means(action).to_owned(), man_of(act.ask(), actor, means(action)));
        found.push(Deed { crew: crew.clone(), kind, target, how, man });
    }
    note_giver(act.ask(), actor, &mut found);
    if let Some(campaign) = &mut act.state.campaign {
        campaign.deeds.extend(found);
    }
}

/// A turn that was given and led to something is the giver's deed, too.
fn note_giver(ask: Ask<'_>, actor: UnitId, found: &mut Vec<Deed>) {
    let decisive = |deed: &&Deed| matches!(deed.kind, DeedKind::Killed | DeedKind::Finished | DeedKind::Captured);
    let Some(deed) = found.iter().find(decisive) else { return };
    let given = ask.state.campaign.iter().flat_map(|campaign| &campaign.given);
    let Some((giver, _)) = given.rev().find(|(_, to)| *to == actor) else { return };
    let Some(letter) = campaign_deeds::crew_letter(ask, *giver) else { return };
    let gift = Deed {
        crew: letter.to_owned(),
        kind: DeedKind::GaveTurn,
        target: deed.target.clone(),
        how: ask.state.unit(actor).name.clone(),
        man: man_of(ask, *giver, "command"),
    };
    found.push(gift);
}

/// The gifts of earlier rounds are forgotten.
pub(crate) fn forget_gifts(act: &mut Act<'_>, round: u16) {
    if act.state.round != round {
        act.state.campaign.iter_mut().for_each(|campaign| campaign.given.clear());
    }
}

/// Whose deed it was; nobody's name where the crew has left its vehicle.
fn man_of(ask: Ask<'_>, unit: UnitId, means: &str) -> String {
    s02_men::doer(ask, unit, means).unwrap_or_default()
}

fn means(action: Action) -> &'static str {
    let attack = action.combat().and_then(|combat| match combat {
        Combat::Fire(fire) => s09_fire::means(fire),
        Combat::Assault(attack) => Some(s11_assault::means(attack.how)),
    });
    attack.unwrap_or("by moving up")
}
