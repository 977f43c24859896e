//! Hidden targets, optional (OF-14.5, OF-18): AP fire at a unit known to be behind one hex of woods or town.

use engine::Entry;

use crate::{
    play::{s02_ratings, s08_sight, s09_fire::main_gun},
    rule_ids::{GERMANS_AT_HIDDEN, HIDDEN},
    state::{
        Shell,
        laid_out::{Act, Ask},
        units::{Side, UnitId},
    },
    tables::checks::Check,
};

/// Whether a target is out of sight, but only one hex of woods or town hides it and the option is in force. A unit in a
/// town is hidden by its own hex.
pub(crate) fn is_hidden(ask: Ask<'_>, unit: UnitId, target: UnitId) -> bool {
    if !ask.rules.options.hidden_targets || s08_sight::sees_unit(ask, unit, target) {
        return false;
    }
    let (Some(from), Some(to)) = (ask.state.hex_of(unit), ask.state.hex_of(target)) else { return false };
    if s08_sight::is_in_fog(ask, from, to) {
        return false;
    }
    let smoke = s08_sight::smoke(ask);
    let town = ask.rules.country.is_town(to);
    if town && ask.rules.country.sees_hex(from, to, &smoke) {
        return true;
    }
    !town && ask.rules.country.hidden_by_one(from, to, &smoke)
}

/// The perception check before such fire (OF-14.5).
pub(crate) fn makes_out(act: &mut Act<'_>, unit: UnitId, target: UnitId) -> bool {
    let ground = act.state.hex_of(target).map_or(0, |hex| s08_sight::perception_in(act.ask(), hex));
    let rating = i32::from(s02_ratings::ratings(act.ask(), unit).perception);
    let rule = if act.state.unit(unit).side == Side::German { GERMANS_AT_HIDDEN } else { HIDDEN };
    let check = Check { rule, ..Check::perception(rating, ground) };
    let (success, face) = check.resolve(act.dice);
    act.note(|ask| {
        let verb = if success { "makes out" } else { "cannot make out" };
        let text = format!("{} {verb} where {} is.", ask.state.unit(unit).name, ask.state.unit(target).name);
        Entry::new(rule, text)
            .about([ask.state.id_of(unit), ask.state.id_of(target)])
            .because(check.resolution(success, face))
    });
    success
}

/// The hidden targets a unit that has lost sight of them may fire at (OF-18): it has fired in this round or the one
/// before.
pub(crate) fn hidden_targets(ask: Ask<'_>, unit: UnitId) -> Vec<UnitId> {
    let fired = ask.state.unit(unit).fired;
    if !fired.now && !fired.before {
        return Vec::new();
    }
    let enemy = ask.state.unit(unit).side.enemy();
    let may =
        |target: UnitId| is_hidden(ask, unit, target) && main_gun::check_main_at(ask, unit, target, Shell::Ap).is_ok();
    ask.state.active(enemy).map(|(target, _)| target).filter(|&target| may(target)).collect()
}
