//! GP fire on the table (OF-9.2, OF-9.3): machineguns, one by one with the option of OF-9.9, and all weapons together.

use std::borrow::Cow;

use dice::Dice;
use engine::{Entry, Forecast, Journal, Tone};
use hexmap::Hex;

use crate::{
    map::sight::in_front,
    play::refusal::Refused,
    rule_ids::{GP_DAMAGE, TANK_MACHINEGUNS},
    state::{
        Shell, State,
        laid_out::OpenFire,
        units::{Machineguns, Motion, Place, UnitId},
    },
    tables::{
        cards::{Card, Kind},
        damage::{Effect, gp_effects, listed},
        fire_refusal::CannotFire,
        gp_fire::{GpShot, GpSituation, GpWeapons},
    },
};

/// What a machinegun of a tank is rated, one by one: a third each, and what is left over on the turret (OF-9.9).
struct Ratings {
    each: i32,
    turret: i32,
}

impl Ratings {
    fn of(card: &Card) -> Ratings {
        let all = card.gp.machineguns();
        Ratings { each: all / 3, turret: all - all / 3 * 2 }
    }
}

impl OpenFire {
    /// The GP rating of the machineguns of a vehicle against a hex, or of a squad's weapons.
    pub(crate) fn machinegun_rating(&self, state: &State, unit: UnitId, at: Hex) -> i32 {
        let card = self.card(state, unit);
        if card.kind.is_squad() {
            return card.gp.machineguns();
        }
        if !state.unit(unit).condition.machinegun {
            return 0;
        }
        if self.options.separate_machineguns && card.kind.is_tank() {
            return self.separate_rating(state, unit, at);
        }
        card.gp.machineguns()
    }

    /// Bow into the arc of the hull, hull straight ahead from a standing tank, turret all round from an open one (OF-9.9).
    fn separate_rating(&self, state: &State, unit: UnitId, at: Hex) -> i32 {
        let (stands, ratings) = (state.unit(unit), Ratings::of(self.card(state, unit)));
        let Some(from) = state.hex_of(unit) else { return 0 };
        let Machineguns { bow, hull, turret } = stands.machineguns;
        let close = from == at;
        let in_arc = close || in_front(self.grid(), from, stands.facing, at);
        let bearing = self.grid().bearing(from, at).and_then(hexmap::Bearing::direction);
        let ahead = close || bearing == Some(stands.facing);
        let fires = [
            (bow && in_arc, ratings.each),
            (hull && ahead && stands.motion == Motion::Still, ratings.each),
            (turret && !stands.closed, ratings.turret),
        ];
        fires.into_iter().filter(|(fires, _)| *fires).map(|(_, rating)| rating).sum()
    }

    /// With the option a hit takes one machinegun: that of the turret, or in the hull the bow's and then the other (OF-9.9).
    /// The effect stays only if it was the last one.
    pub(crate) fn spread_over_machineguns(
        &self,
        state: &mut State,
        unit: UnitId,
        area: &str,
        effects: &mut Vec<Effect>,
        journal: &mut dyn Journal,
    ) {
        let tank = self.card(state, unit).kind.is_tank();
        if !self.options.separate_machineguns || !tank || !effects.contains(&Effect::KoMachinegun) {
            return;
        }
        let guns = &mut state.unit_mut(unit).machineguns;
        let above = matches!(area, "turret" | "crew");
        let lost = match *guns {
            Machineguns { turret: true, .. } if above => "turret",
            Machineguns { bow: true, .. } => "bow",
            Machineguns { hull: true, .. } => "hull",
            _ => "turret",
        };
        match lost {
            "bow" => guns.bow = false,
            "hull" => guns.hull = false,
            _ => guns.turret = false,
        }
        let left = *guns;
        journal.note(|| {
            let text = format!("{} loses its {lost} machinegun; left: {left}.", state.unit(unit).name);
            Entry::new(TANK_MACHINEGUNS, text).tone(Tone::Loss).about([self.id_of(state, unit)])
        });
        if left.bow || left.hull || left.turret {
            effects.retain(|effect| *effect != Effect::KoMachinegun);
        }
    }

    /// The data card of a unit with the GP ratings of those weapons that work and bear on a hex.
    pub(crate) fn armed(&self, state: &State, unit: UnitId, at: Hex) -> Cow<'_, Card> {
        let card = self.card(state, unit);
        let gun = self.check_gun(state, unit).is_ok() && self.has_ammunition(state, unit, Shell::Gp);
        let main = if gun { card.gp.main } else { 0 };
        let guns = self.machinegun_rating(state, unit, at);
        if main == card.gp.main && guns == card.gp.machineguns() {
            return Cow::Borrowed(card);
        }
        let mut armed = card.clone();
        (armed.gp.main, armed.gp.all) = (main, main + guns);
        Cow::Owned(armed)
    }

    /// Where a target stands and what both do, as GP attacks ask.
    pub(crate) fn gp_situation(&self, state: &State, unit: Option<UnitId>, target: UnitId) -> GpSituation<'_> {
        let stands = state.unit(target);
        let bunker = self.bunker_of(state, target).and_then(|_| self.sheet.card("bunker"));
        GpSituation {
            terrain: state.hex_of(target).map_or("clear", |hex| self.country.terrain_id(hex)),
            defilade: stands.defilade,
            improved_position: stands.dug_in,
            bunker,
            target_moving: stands.motion != Motion::Still,
            firer_moving: unit.map(|unit| self.pace_of(state, unit)).unwrap_or_default(),
            firer_suppressed: unit.is_some_and(|unit| state.unit(unit).condition.suppressed),
            charge: false,
        }
    }

    /// The others in a target's hex who share in GP fire (OF-9.3). Who rides inside a vehicle shares its fate instead.
    pub(crate) fn others_beside(&self, state: &State, target: UnitId) -> Vec<UnitId> {
        let (hex, side) = (state.hex_of(target), state.unit(target).side);
        let open = |place: Place| matches!(place, Place::At(_) | Place::Towed(_));
        let beside = state.active(side).filter(|(other, stands)| *other != target && open(stands.place));
        beside.map(|(other, _)| other).filter(|&other| state.hex_of(other) == hex).collect()
    }

    /// GP fire of a unit, with the card that says what of it works.
    pub(crate) fn gp_shot<'a>(
        &'a self,
        state: &State,
        (unit, card): (UnitId, &'a Card),
        target: UnitId,
        weapons: GpWeapons,
    ) -> GpShot<'a> {
        let range = state.hex_of(target).map_or(0, |hex| self.range_to(state, unit, hex));
        GpShot {
            firer: card,
            weapons,
            target: self.card(state, target),
            range,
            situation: self.gp_situation(state, Some(unit), target),
            others: !self.others_beside(state, target).is_empty(),
        }
    }

    /// Whether GP fire reaches a target: seen, not in the own hex, with weapons that work (OF-9.2, OF-6.7).
    pub(crate) fn check_gp(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        weapons: GpWeapons,
    ) -> Result<(), Refused> {
        let hex = state.hex_of(target).ok_or(Refused::NoTarget)?;
        if self.own_hex(state, unit)? == hex {
            return Err(Refused::SameHex);
        }
        self.check_seen(state, unit, target)?;
        let card = self.armed(state, unit, hex);
        self.gp_shot(state, (unit, &card), target, weapons).check(&self.sheet)?;
        Ok(())
    }

    /// Whether a unit can fire its machineguns, or a squad its weapons, at another one.
    pub(crate) fn check_guns_at(&self, state: &State, unit: UnitId, target: UnitId) -> Result<(), Refused> {
        let card = self.card(state, unit);
        if card.kind.is_squad() {
            self.check_squad_arms(state, unit)?;
        } else if card.gp.machineguns() < 1 || !state.unit(unit).condition.machinegun {
            return Err(Refused::NoWeapon);
        }
        let hex = self.check_target(state, unit, target)?;
        if !card.kind.is_squad() && self.machinegun_rating(state, unit, hex) < 1 {
            return Err(Refused::OutOfArc);
        }
        self.check_gp(state, unit, target, GpWeapons::Machineguns)
    }

    /// Whether a unit can fire its main gun and its machineguns at another one together.
    pub(crate) fn check_all_at(&self, state: &State, unit: UnitId, target: UnitId) -> Result<(), Refused> {
        if self.card(state, unit).kind.is_squad() {
            return Err(Refused::NoWeapon);
        }
        self.check_main_at(state, unit, target, Shell::Gp)?;
        self.check_guns_at(state, unit, target)
    }

    /// Fires machineguns, or a squad's weapons.
    pub(crate) fn fire_guns_at(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        self.fire_gp(state, unit, target, GpWeapons::Machineguns, dice, journal);
    }

    /// Fires the main gun with a GP shell and the machineguns in one attack (OF-9.2).
    pub(crate) fn fire_all_at(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        self.fire_gp(state, unit, target, GpWeapons::All, dice, journal);
        self.use_round(state, unit, Shell::Gp);
    }

    /// One GP attack by a unit.
    pub(crate) fn fire_gp(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        weapons: GpWeapons,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(hex) = state.hex_of(target) else { return };
        let card = self.armed(state, unit, hex);
        let shot = self.gp_shot(state, (unit, &card), target, weapons);
        let (name, squad) = (state.unit(unit).name.clone(), card.kind.is_squad());
        let with = match weapons {
            _ if squad => "fires",
            GpWeapons::All => "fires all weapons",
            GpWeapons::Machineguns => "fires its machineguns",
            _ => "fires GP",
        };
        self.resolve_gp(state, &shot, (Some(unit), target), &format!("{name} {with}"), dice, journal);
        state.unit_mut(unit).fired.now = true;
    }

    /// Resolves GP fire at a hex: at the primary target, and with a second die at all others (OF-9.3).
    pub(crate) fn resolve_gp(
        &self,
        state: &mut State,
        shot: &GpShot<'_>,
        (unit, target): (Option<UnitId>, UnitId),
        who: &str,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let others = self.others_beside(state, target);
        let ((primary, secondary), throws) = shot.resolve(&self.sheet, dice);
        let effects = gp_effects(&self.as_target(state, target), primary);
        journal.note(|| {
            let beside = secondary.map(|result| format!("; the others: {}", result.title())).unwrap_or_default();
            let text = format!(
                "{who} at {}: {}; {GP_DAMAGE}: {}{beside}.",
                state.unit(target).name,
                primary.title(),
                listed(&effects)
            );
            let resolution = shot.resolution(&self.sheet, (primary, secondary), throws);
            let mut entry =
                self.attack_entry(state, (GpShot::RULE, text), (unit.unwrap_or(target), target), resolution);
            entry.units.extend(others.iter().map(|&other| self.id_of(state, other)));
            entry.units.dedup();
            entry.hexes.dedup();
            entry
        });
        self.alarm(state, target);
        self.suffer(state, target, &effects, dice, journal);
        let Some(secondary) = secondary else { return };
        for other in others {
            let effects = gp_effects(&self.as_target(state, other), secondary);
            self.alarm(state, other);
            self.suffer(state, other, &effects, dice, journal);
        }
    }

    /// The exact odds of GP fire.
    pub(crate) fn gp_forecast(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        weapons: GpWeapons,
    ) -> Option<Forecast> {
        let card = self.armed(state, unit, state.hex_of(target)?);
        let shot = self.gp_shot(state, (unit, &card), target, weapons);
        shot.check(&self.sheet).is_ok().then(|| shot.forecast(&self.sheet, &self.stake(state, target)))
    }

    /// Whether a unit may fire at fighters: tanks and squads only, with machineguns (OF-17).
    pub(crate) fn fires_at_fighters(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        let card = self.card(state, unit);
        if card.kind.is_squad() {
            return self.check_squad_arms(state, unit);
        }
        let able = card.kind == Kind::Tank && state.unit(unit).condition.machinegun && !self.is_disabled(state, unit);
        if able { Ok(()) } else { Err(CannotFire::NotAtFighters(card.name.clone()).into()) }
    }
}
