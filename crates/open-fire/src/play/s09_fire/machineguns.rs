//! GP fire on the table (OF-9.2, OF-9.3): machineguns, one by one with the option of OF-9.9, and all weapons together.

use std::borrow::Cow;

use dice::Whose;
use engine::{Entry, Forecast, Tone};
use hexmap::Hex;

use crate::{
    map::sight::in_front,
    play::{
        eyewitness,
        refusal::Refused,
        s02_ratings,
        s07_movement::going,
        s09_fire::{aim, ammunition, main_gun},
        s10_squads, s14_damage,
    },
    rule_ids::{GP_DAMAGE, TANK_MACHINEGUNS},
    state::{
        Shell,
        laid_out::{Act, Ask, AskOf},
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

/// The GP rating of the machineguns of a vehicle against a hex, or of a squad's weapons.
pub(crate) fn machinegun_rating(ask: Ask<'_>, unit: UnitId, at: Hex) -> i32 {
    let card = ask.rules.card(ask.state.unit(unit));
    if card.kind.is_squad() {
        return card.gp.machineguns();
    }
    if !ask.state.unit(unit).condition.machinegun {
        return 0;
    }
    if ask.rules.options.separate_machineguns && card.kind.is_tank() {
        return separate_rating(ask, unit, at);
    }
    card.gp.machineguns()
}

/// Bow into the arc of the hull, hull straight ahead from a standing tank, turret all round from an open one (OF-9.9).
fn separate_rating(ask: Ask<'_>, unit: UnitId, at: Hex) -> i32 {
    let (piece, ratings) = (ask.state.unit(unit), Ratings::of(ask.rules.card(ask.state.unit(unit))));
    let Some(from) = ask.state.hex_of(unit) else { return 0 };
    let Machineguns { bow, hull, turret } = piece.machineguns;
    let close = from == at;
    let in_arc = close || in_front(ask.rules.grid(), from, piece.facing, at);
    let bearing = ask.rules.grid().bearing(from, at).and_then(hexmap::Bearing::direction);
    let ahead = close || bearing == Some(piece.facing);
    let fires = [
        (bow && in_arc, ratings.each),
        (hull && ahead && piece.motion == Motion::Still, ratings.each),
        (turret && !piece.closed, ratings.turret),
    ];
    fires.into_iter().filter(|(fires, _)| *fires).map(|(_, rating)| rating).sum()
}

/// With the option a hit takes one machinegun: that of the turret, or in the hull the bow's and then the other
/// (OF-9.9). The effect stays only if it was the last one.
pub(crate) fn spread_over_machineguns(act: &mut Act<'_>, unit: UnitId, area: &str, effects: &mut Vec<Effect>) {
    let tank = act.rules.card(act.state.unit(unit)).kind.is_tank();
    if !act.rules.options.separate_machineguns || !tank || !effects.contains(&Effect::KoMachinegun) {
        return;
    }
    let guns = &mut act.state.unit_mut(unit).machineguns;
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
    act.note(|ask| {
        let text = format!("{} loses its {lost} machinegun; left: {left}.", ask.state.unit(unit).name);
        Entry::new(TANK_MACHINEGUNS, text).tone(Tone::Loss).about([ask.state.id_of(unit)])
    });
    if left.bow || left.hull || left.turret {
        effects.retain(|effect| *effect != Effect::KoMachinegun);
    }
}

/// The data card of a unit with the GP ratings of those weapons that work and bear on a hex.
pub(crate) fn armed<'r>(ask: AskOf<'r, '_>, unit: UnitId, at: Hex) -> Cow<'r, Card> {
    let card = ask.rules.card(ask.state.unit(unit));
    let gun = main_gun::check_gun(ask, unit).is_ok() && ammunition::has_ammunition(ask, unit, Shell::Gp);
    let main = if gun { card.gp.main } else { 0 };
    let guns = machinegun_rating(ask, unit, at);
    if (main, guns) == (card.gp.main, card.gp.machineguns()) {
        return Cow::Borrowed(card);
    }
    let mut armed = card.clone();
    (armed.gp.main, armed.gp.all) = (main, main + guns);
    Cow::Owned(armed)
}

/// The situation of a GP attack: where the target is, and what both are doing.
pub(crate) fn gp_situation<'r>(ask: AskOf<'r, '_>, unit: Option<UnitId>, target: UnitId) -> GpSituation<'r> {
    let piece = ask.state.unit(target);
    let bunker = going::bunker_of(ask, target).and_then(|_| ask.rules.sheet.card("bunker"));
    GpSituation {
        terrain: ask.state.hex_of(target).map_or("clear", |hex| ask.rules.country.terrain_id(hex)),
        defilade: piece.defilade,
        improved_position: piece.dug_in,
        bunker,
        target_moving: piece.motion != Motion::Still,
        firer_moving: unit.map(|unit| aim::pace_of(ask, unit)).unwrap_or_default(),
        firer_suppressed: unit.is_some_and(|unit| ask.state.unit(unit).condition.suppressed),
        charge: false,
    }
}

/// The others in a target's hex who share in GP fire (OF-9.3). Who rides inside a vehicle shares its fate instead.
pub(crate) fn others_beside(ask: Ask<'_>, target: UnitId) -> Vec<UnitId> {
    let (hex, side) = (ask.state.hex_of(target), ask.state.unit(target).side);
    let open = |place: Place| matches!(place, Place::At(_) | Place::Towed(_));
    let beside = ask.state.active(side).filter(|(other, piece)| *other != target && open(piece.place));
    beside.map(|(other, _)| other).filter(|&other| ask.state.hex_of(other) == hex).collect()
}

/// GP fire of a unit, with the card that says what of it works.
pub(crate) fn gp_shot<'a>(
    ask: AskOf<'a, '_>,
    (unit, card): (UnitId, &'a Card),
    target: UnitId,
    weapons: GpWeapons,
) -> GpShot<'a> {
    let range = ask.state.hex_of(target).map_or(0, |hex| aim::range_to(ask, unit, hex));
    GpShot {
        firer: card,
        weapons,
        target: ask.rules.card(ask.state.unit(target)),
        range,
        situation: gp_situation(ask, Some(unit), target),
        others: !others_beside(ask, target).is_empty(),
    }
}

/// GP fire, ready to be done: with the card that says what of the unit works, and the situation of the target.
#[derive(Clone, Debug)]
pub(crate) struct ReadyGp<'r> {
    pub(crate) unit: UnitId,
    pub(crate) target: UnitId,
    card: Cow<'r, Card>,
    struck: &'r Card,
    weapons: GpWeapons,
    range: u16,
    situation: GpSituation<'r>,
    others: bool,
}

impl<'r> ReadyGp<'r> {
    fn new(ask: AskOf<'r, '_>, (unit, target): (UnitId, UnitId), hex: Hex, weapons: GpWeapons) -> ReadyGp<'r> {
        let card = armed(ask, unit, hex);
        let GpShot { target: struck, range, situation, others, .. } = {
            let own = ask.rules.card(ask.state.unit(unit));
            gp_shot(ask, (unit, own), target, weapons)
        };
        ReadyGp { unit, target, card, struck, weapons, range, situation, others }
    }

    fn shot(&self) -> GpShot<'_> {
        GpShot {
            firer: &self.card,
            weapons: self.weapons,
            target: self.struck,
            range: self.range,
            situation: self.situation,
            others: self.others,
        }
    }

    /// The same fire with other weapons: what a check has allowed of some of them.
    fn with(self, weapons: GpWeapons) -> ReadyGp<'r> {
        ReadyGp { weapons, ..self }
    }
}

/// Whether GP fire reaches a target: seen, not in the own hex, with weapons that work (OF-9.2, OF-6.7).
pub(crate) fn check_gp<'r>(
    ask: AskOf<'r, '_>,
    unit: UnitId,
    target: UnitId,
    weapons: GpWeapons,
) -> Result<ReadyGp<'r>, Refused> {
    let hex = ask.state.hex_of(target).ok_or(Refused::NoTarget)?;
    if going::own_hex(ask, unit)? == hex {
        return Err(Refused::SameHex);
    }
    aim::check_seen(ask, unit, target)?;
    let ready = ReadyGp::new(ask, (unit, target), hex, weapons);
    ready.shot().check(&ask.rules.sheet)?;
    Ok(ready)
}

/// Whether a unit can fire its machineguns, or a squad its weapons, at another one.
pub(crate) fn check_guns_at<'r>(ask: AskOf<'r, '_>, unit: UnitId, target: UnitId) -> Result<ReadyGp<'r>, Refused> {
    let card = ask.rules.card(ask.state.unit(unit));
    if card.kind.is_squad() {
        s10_squads::check_squad_arms(ask, unit)?;
    } else if card.gp.machineguns() < 1 || !ask.state.unit(unit).condition.machinegun {
        return Err(Refused::NoWeapon);
    }
    let hex = aim::check_target(ask, unit, target)?;
    if !card.kind.is_squad() && machinegun_rating(ask, unit, hex) < 1 {
        return Err(Refused::OutOfArc);
    }
    check_gp(ask, unit, target, GpWeapons::Machineguns)
}

/// Whether a unit can fire its main gun and its machineguns at another one together.
pub(crate) fn check_all_at<'r>(ask: AskOf<'r, '_>, unit: UnitId, target: UnitId) -> Result<ReadyGp<'r>, Refused> {
    if ask.rules.card(ask.state.unit(unit)).kind.is_squad() {
        return Err(Refused::NoWeapon);
    }
    main_gun::check_main_at(ask, unit, target, Shell::Gp)?;
    Ok(check_guns_at(ask, unit, target)?.with(GpWeapons::All))
}

/// Fires the main gun with a GP shell and the machineguns in one attack (OF-9.2).
pub(crate) fn fire_all(act: &mut Act<'_>, shot: &ReadyGp<'_>) {
    fire_gp(act, shot);
    ammunition::use_round(act, shot.unit, Shell::Gp);
}

/// One GP attack by a unit.
pub(crate) fn fire_gp(act: &mut Act<'_>, ready: &ReadyGp<'_>) {
    let (unit, target) = (ready.unit, ready.target);
    let (name, squad) = (act.state.unit(unit).name.clone(), ready.card.kind.is_squad());
    let with = match ready.weapons {
        _ if squad => "fires",
        GpWeapons::All => "fires all weapons",
        GpWeapons::Machineguns => "fires its machineguns",
        GpWeapons::Main | GpWeapons::Bombs | GpWeapons::Rockets => "fires GP",
    };
    resolve_gp(act, &ready.shot(), (Some(unit), target), &format!("{name} {with}"));
    act.state.unit_mut(unit).fired.now = true;
}

/// Resolves GP fire at a hex: at the primary target, and with a second die at all others (OF-9.3).
pub(crate) fn resolve_gp(act: &mut Act<'_>, shot: &GpShot<'_>, (unit, target): (Option<UnitId>, UnitId), who: &str) {
    let others = others_beside(act.ask(), target);
    let whose = format!("{who} at {}", act.state.unit(target).name);
    let ((primary, secondary), throws) = shot.resolve(&act.rules.sheet, &mut Whose::new(act.dice, &whose));
    let effects = gp_effects(&s14_damage::as_target(act.ask(), target), primary);
    act.note(|ask| {
        let beside = secondary.map(|result| format!("; the others: {}", result.title())).unwrap_or_default();
        let text = format!(
            "{who} at {}: {}; {GP_DAMAGE}: {}{beside}.",
            ask.state.unit(target).name,
            primary.title(),
            listed(&effects)
        );
        let resolution = shot.resolution(&ask.rules.sheet, (primary, secondary), throws);
        let mut entry = aim::attack_entry(ask, (GpShot::RULE, text), (unit.unwrap_or(target), target), resolution);
        entry.units.extend(others.iter().map(|&other| ask.state.id_of(other)));
        entry.units.dedup();
        entry.hexes.dedup();
        let Some(unit) = unit else { return entry };
        let how = if shot.weapons == GpWeapons::Machineguns { "sprays" } else { "fires at" };
        let does = eyewitness::blow(how, &ask.state.unit(target).name, primary, &listed(&effects));
        eyewitness::seen(ask, unit, entry, does)
    });
    aim::alarm(act, target);
    s14_damage::suffer(act, target, &effects);
    let Some(secondary) = secondary else { return };
    for other in others {
        let effects = gp_effects(&s14_damage::as_target(act.ask(), other), secondary);
        aim::alarm(act, other);
        s14_damage::suffer(act, other, &effects);
    }
}

/// The exact odds of GP fire.
pub(crate) fn gp_forecast(ask: Ask<'_>, unit: UnitId, target: UnitId, weapons: GpWeapons) -> Option<Forecast> {
    let card = armed(ask, unit, ask.state.hex_of(target)?);
    let shot = gp_shot(ask, (unit, &card), target, weapons);
    shot.check(&ask.rules.sheet).is_ok().then(|| shot.forecast(&ask.rules.sheet, &s14_damage::stake(ask, target)))
}

/// Whether a unit may fire at fighters: tanks and squads only, with machineguns (OF-17).
pub(crate) fn fires_at_fighters(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let card = ask.rules.card(ask.state.unit(unit));
    if card.kind.is_squad() {
        return s10_squads::check_squad_arms(ask, unit);
    }
    let able =
        card.kind == Kind::Tank && ask.state.unit(unit).condition.machinegun && !s02_ratings::is_disabled(ask, unit);
    if able { Ok(()) } else { Err(CannotFire::NotAtFighters(card.name.clone()).into()) }
}
