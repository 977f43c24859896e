use dice::Seeded;

use crate::{Rules, Silent};

/// Counts the sequences of `depth` legal actions from `state`, with the dice that `seed` gives after each prefix.
///
/// The number says nothing by itself, but any change of the list of legal actions changes it.
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32, seed: u64) -> u64 {
    if depth == 0 || rules.to_act(state).is_none() {
        return 1;
    }
    let mut actions = Vec::new();
    rules.legal(state, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    actions
        .iter()
        .filter_map(|action| {
            let mut next = state.clone();
            rules.apply(&mut next, action, &mut Seeded::new(seed), &mut Silent).ok()?;
            Some(perft(rules, &next, depth - 1, seed))
        })
        .sum()
}
