//! Main guns and AT guns (OF-9.1, OF-9.2, OF-9.7, OF-9.10, OF-9.11): AP, GP and smoke shells, and how many of them in a turn.

use dice::Dice;
use engine::{Entry, Journal, Tone};
use hexmap::{Direction, Hex};

use crate::{
    play::{
        refusal::Refused,
        s06_rounds::turns::{Price, points},
    },
    rule_ids::SMOKE,
    state::{Shell, Smoke, State, Turn, Volley, laid_out::OpenFire, units::UnitId},
    tables::{
        ap_fire::{ApResult, ApShot, facing_hit, weapon_of},
        cards::Kind,
        damage::{Effect, Target},
        gp_fire::GpWeapons,
    },
};

impl OpenFire {
    /// Where a unit's main gun points: the turret, or the hull or carriage without one.
    pub(crate) fn gun_points(&self, state: &State, unit: UnitId) -> Direction {
        let turret = self.card(state, unit).traverse.is_some();
        if turret { state.unit(unit).turret } else { state.unit(unit).facing }
    }

    /// Whether a unit's main gun bears on a hex: sixty degrees, and whoever is in its own hex (OF-9). Men on foot aim anywhere.
    pub(crate) fn bears(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let Some(from) = state.hex_of(unit) else { return false };
        let ahead = || crate::map::sight::in_front(self.grid(), from, self.gun_points(state, unit), hex);
        from == hex || self.card(state, unit).kind.is_squad() || ahead()
    }

    /// Whether a unit has a main gun that can be fired: not knocked out, and prepared if it is an AT gun.
    pub(crate) fn check_gun(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        let (card, stands) = (self.card(state, unit), state.unit(unit));
        if !card.main_gun || !stands.condition.main_gun {
            return Err(Refused::NoWeapon);
        }
        self.own_hex(state, unit)?;
        if card.kind == Kind::Gun && !stands.prepared { Err(Refused::NotPrepared) } else { Ok(()) }
    }

    /// Whether a unit can fire its main gun with this shell at another one, as they stand; turns and crew points are not asked about.
    pub(crate) fn check_main_at(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        shell: Shell,
    ) -> Result<(), Refused> {
        self.check_gun(state, unit)?;
        let hex = self.check_target(state, unit, target)?;
        self.check_ammunition(state, unit, shell)?;
        if !self.bears(state, unit, hex) {
            return Err(Refused::OutOfArc);
        }
        match shell {
            Shell::Ap => {
                if !self.is_hidden(state, unit, target) {
                    self.check_seen(state, unit, target)?;
                }
                self.ap_shot(state, unit, target).map(|_| ())
            }
            Shell::Gp => self.check_gp(state, unit, target, GpWeapons::Main),
            Shell::Smoke => Err(Refused::NotNow),
        }
    }

    /// The AP shot a unit would fire at another one, with its main gun or what its men carry. It says who could hurt whom;
    /// whether the gun may fire at all says [`OpenFire::check_main_at`].
    pub(crate) fn ap_shot(&self, state: &State, unit: UnitId, target: UnitId) -> Result<ApShot<'_>, Refused> {
        let card = self.card(state, unit);
        let weapon = weapon_of(&self.sheet, card)?;
        let from = state.hex_of(unit).ok_or(Refused::NotOnMap)?;
        let hex = state.hex_of(target).ok_or(Refused::NoTarget)?;
        let (stands, firer) = (state.unit(target), state.unit(unit));
        let bunker = self.bunker_of(state, target).and_then(|facing| Some((self.sheet.card("bunker")?, facing)));
        let (struck, facing) = bunker.unwrap_or((self.card(state, target), stands.facing));
        let shot = ApShot {
            facing: facing_hit(self.grid(), hex, facing, from),
            closed: bunker.is_some() || stands.closed && struck.kind.can_close(),
            terrain: self.country.terrain_id(hex),
            defilade: stands.defilade,
            improved_position: stands.dug_in,
            target_moving: self.pace_of(state, target),
            firer_moving: self.pace_of(state, unit),
            firer_suppressed: firer.condition.suppressed,
            target_suppressed: stands.condition.suppressed,
            hit_before: stands.hit_by.contains(&unit),
            hidden: self.is_hidden(state, unit, target),
            weapon_skill: self.ratings(state, unit).weapon_skill.into(),
            ..ApShot::plain(weapon, struck, self.range_to(state, unit, hex))
        };
        shot.check()?;
        // In one hex it takes a main gun on one of the two sides (OF-11.1).
        if from == hex && !card.main_gun && !struck.main_gun { Err(Refused::SameHex) } else { Ok(shot) }
    }

    /// How many shells one fire action has against a target (OF-9.11).
    pub(crate) fn rate_against(&self, state: &State, unit: UnitId, target: UnitId) -> u8 {
        let card = self.card(state, unit);
        let (Some(rate), Some(hex)) = (card.rate, state.hex_of(target)) else { return 1 };
        let range = self.range_to(state, unit, hex);
        let short = weapon_of(&self.sheet, card).is_ok_and(|weapon| weapon.is_short(range));
        if short { rate.short } else { rate.normal }
    }

    /// Fires one shell of the main gun.
    pub(crate) fn fire_main_at(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        shell: Shell,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        match shell {
            Shell::Ap => self.fire_ap(state, unit, target, dice, journal),
            Shell::Gp => {
                self.fire_gp(state, unit, target, GpWeapons::Main, dice, journal);
                self.use_round(state, unit, Shell::Gp);
            }
            Shell::Smoke => {}
        }
    }

    /// One AP shot, from a gun or from what men carry.
    pub(crate) fn fire_ap(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Ok(shot) = self.ap_shot(state, unit, target) else { return };
        let (result, fell) = shot.resolve(&self.sheet, dice);
        let struck = if shot.target.kind == Kind::Bunker {
            Target::of(shot.target, true)
        } else {
            self.as_target(state, target)
        };
        journal.note(|| {
            let outcome = shot.text(&self.sheet, &struck, result, fell);
            let at = if shot.target.kind == Kind::Bunker { "the bunker of " } else { "" };
            let text = format!("{} fires AP at {at}{}: {outcome}.", state.unit(unit).name, state.unit(target).name);
            let resolution = shot.resolution(&self.sheet, result, fell);
            self.attack_entry(state, (ApShot::RULE, text), (unit, target), resolution)
        });
        self.use_round(state, unit, Shell::Ap);
        state.unit_mut(unit).fired.now = true;
        self.alarm(state, target);
        if let ApResult::Hit(area, _) = result {
            let area = &shot.target.chart(shot.facing)[area].area;
            let mut effects = shot.effects(&self.sheet.damage, &struck, result);
            self.spread_over_machineguns(state, target, area, &mut effects, journal);
            self.hit(state, unit, target, &effects, dice, journal);
        }
    }

    fn hit(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        effects: &[Effect],
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let by = &mut state.unit_mut(target).hit_by;
        if !by.contains(&unit) {
            by.push(unit);
        }
        self.suffer(state, target, effects, dice, journal);
    }

    /// Whether the turn leaves a fire action of the main gun, or a shell of the one in progress (OF-6.7, OF-9.1, OF-9.11).
    pub(crate) fn check_fire_action(
        &self,
        state: &State,
        turn: &Turn,
        target: UnitId,
        shell: Shell,
        price: u8,
    ) -> Result<(), Refused> {
        if turn.shell.is_some_and(|used| used != shell) {
            return Err(Refused::OtherShell);
        }
        match turn.volley {
            Some(volley) if volley.target == target && volley.left > 0 => Ok(()),
            Some(_) => Err(Refused::GunHasFired),
            None => {
                let sighting = if self.is_hidden(state, turn.unit, target) { points::SIGHTING } else { 0 };
                let whole = self.whole_crew(state, turn.unit);
                self.check_price(turn, whole, Price::Points(price + sighting)).map(|_| ())
            }
        }
    }

    /// Spends crew points on a fire action: one shell is on its way, the rate of fire leaves the others.
    pub(crate) fn open_volley(&self, state: &mut State, target: UnitId, shell: Shell, price: u8) {
        let Some(unit) = self.turn(state).map(|turn| turn.unit) else { return };
        let rate = self.rate_against(state, unit, target);
        self.spend(state, Price::Points(price));
        if let Some(turn) = self.turn_mut(state) {
            turn.volley = Some(Volley { target, left: rate.saturating_sub(1) });
            turn.shell = Some(shell);
        }
    }

    /// One shell of the main gun in the turn in progress.
    pub(crate) fn fire_main_in_turn(
        &self,
        state: &mut State,
        target: UnitId,
        shell: Shell,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let Some(turn) = self.turn(state).cloned() else { return };
        let unit = turn.unit;
        if turn.volley.is_some() {
            if let Some(volley) = self.turn_mut(state).and_then(|turn| turn.volley.as_mut()) {
                volley.left = volley.left.saturating_sub(1);
            }
        } else {
            if self.is_hidden(state, unit, target) {
                self.spend(state, Price::Points(points::SIGHTING));
                if !self.makes_out(state, unit, target, dice, journal) {
                    return;
                }
            }
            self.open_volley(state, target, shell, points::FIRE_MAIN);
        }
        self.fire_main_at(state, unit, target, shell, dice, journal);
    }

    /// Whether a unit can lay smoke in a hex: whoever can fire AP, where it sees the ground and where no friend is (OF-9.10).
    pub(crate) fn check_smoke_at(&self, state: &State, unit: UnitId, hex: Hex) -> Result<(), Refused> {
        self.check_smoke_gun(state, unit)?;
        self.check_smoke_hex(state, unit, hex)
    }

    /// Whether a unit has something to lay smoke with.
    pub(crate) fn check_smoke_gun(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        let squad = self.card(state, unit).kind.is_squad();
        let armed = if squad { self.check_squad_arms(state, unit) } else { self.check_gun(state, unit) };
        armed?;
        weapon_of(&self.sheet, self.card(state, unit))?;
        self.check_ammunition(state, unit, Shell::Smoke)
    }

    /// Whether a unit that can lay smoke can lay it in a hex.
    pub(crate) fn check_smoke_hex(&self, state: &State, unit: UnitId, hex: Hex) -> Result<(), Refused> {
        let weapon = weapon_of(&self.sheet, self.card(state, unit))?;
        if self.own_hex(state, unit)? == hex {
            return Err(Refused::SmokeOnSelf);
        }
        self.check_no_friend(state, unit, hex)?;
        let range = self.range_to(state, unit, hex);
        if !self.bears(state, unit, hex) {
            return Err(Refused::OutOfArc);
        }
        if let Some(limit) = weapon.limit.filter(|&limit| range > limit) {
            return Err(crate::tables::fire_refusal::CannotFire::BeyondLimit {
                weapon: weapon.name.clone(),
                limit,
                range,
            }
            .into());
        }
        if self.sees_hex(state, unit, hex) { Ok(()) } else { Err(Refused::NotSeen) }
    }

    /// Whether the turn leaves a fire action for smoke.
    pub(crate) fn check_smoke_turn(&self, state: &State, turn: &Turn) -> Result<(), Refused> {
        if self.card(state, turn.unit).kind.is_squad() {
            return self.check_squad_fires(turn, Shell::Ap);
        }
        match turn.shell {
            Some(Shell::Smoke) => Err(Refused::GunHasFired),
            Some(_) => Err(Refused::OtherShell),
            None => {
                let whole = self.whole_crew(state, turn.unit);
                self.check_price(turn, whole, Price::Points(points::FIRE_MAIN)).map(|_| ())
            }
        }
    }

    pub(crate) fn spend_on_smoke(&self, state: &mut State) {
        let Some(unit) = self.turn(state).map(|turn| turn.unit) else { return };
        if self.card(state, unit).kind.is_squad() {
            self.squad_fires(state, Shell::Ap, unit);
            return;
        }
        self.spend(state, Price::Points(points::FIRE_MAIN));
        if let Some(turn) = self.turn_mut(state) {
            turn.shell = Some(Shell::Smoke);
        }
    }

    /// Puts smoke into a hex until the end of the next round (OF-9.10).
    pub(crate) fn lay_smoke(&self, state: &mut State, unit: UnitId, hex: Hex, journal: &mut dyn Journal) {
        self.use_round(state, unit, Shell::Smoke);
        state.unit_mut(unit).fired.now = true;
        let until = state.round + 1;
        state.smoke.retain(|smoke| smoke.hex != hex);
        state.smoke.push(Smoke { hex, until });
        journal.note(|| {
            let text =
                format!("{} lays smoke in {}, until the end of round {until}.", state.unit(unit).name, self.label(hex));
            Entry::new(SMOKE, text).tone(Tone::Combat).about([self.id_of(state, unit)]).at([self.label(hex)])
        });
    }
}
