//! Reaction fire by order (AS-10.10): who is asked, and the shot that is fired without asking.

use dice::Odds;

use crate::{
    play::{s10_orders, s10_reaction, s10_results::Fate, s10_shots},
    state::{Act, Ask, Reaction, ReactionOrder, Unit},
};

/// Carries out the order of the side that may react. Whether its player is asked instead.
pub(super) fn is_asked(act: &mut Act<'_>, reaction: &Reaction) -> bool {
    if s10_reaction::is_open(act.ask(), reaction) {
        match s10_orders::order(act.ask(), reaction.side) {
            ReactionOrder::Ask => return true,
            ReactionOrder::Fire { percent } => {
                if let Some(shot) = best_shot(act.ask(), reaction, percent) {
                    s10_shots::declare(act, shot);
                    return false;
                }
            }
            ReactionOrder::Hold => {}
        }
    }
    act.state.frames.pop();
    false
}

/// The unit with the best chance of an effect on the mover, if that is good enough; of equals the first.
fn best_shot(ask: Ask<'_>, reaction: &Reaction, percent: u8) -> Option<s10_shots::Ready> {
    let chance = |unit: Unit| {
        let shot = s10_shots::Ready::of(unit, reaction.mover, s10_reaction::check(ask, reaction, unit).ok()?);
        let chance = millionths(&s10_shots::fates(ask, shot)?);
        (chance >= u128::from(percent) * MILLION / 100).then_some((chance, shot))
    };
    let better = |best: (u128, _), next: (u128, _)| if next.0 > best.0 { next } else { best };
    ask.state.side(reaction.side).filter_map(chance).reduce(better).map(|(_, shot)| shot)
}

const MILLION: u128 = 1_000_000;

/// The chance of an effect in millionths, rounded up to the next: a chance of exactly so many hundredths is as good as
/// its name.
fn millionths(odds: &Odds<Fate>) -> u128 {
    let (some, all) = (odds.of() - odds.ways(&Fate::default()), odds.of());
    // Ways by the quintillion leave no room to multiply: their last digits do not count.
    let spare = MILLION.ilog2() + 1;
    let less = spare.saturating_sub(all.leading_zeros());
    ((some >> less) * MILLION).div_ceil((all >> less).max(1))
}
