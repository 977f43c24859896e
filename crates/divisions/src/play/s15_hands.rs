//! Event chits in hand (FD-15): drawn by chance from a pool, held in secret, spent once. What each of them does is in
//! `s15_event_chits`.

use dice::Throw;
use engine::{Entry, Seat};

use super::Refused;
use crate::{
    rule_ids::EVENTS,
    state::{Act, Ask, EventChit},
    tables::When,
};

/// Draws from a side's pool into its hand. Which chit it is, and so the die that picked it, is for its owner alone.
pub(crate) fn draw(act: &mut Act<'_>, seat: Seat) {
    let pool = &mut act.state.pools[seat.index()];
    let picked = match pool.len() {
        0 => return,
        1 => 0,
        several => act.dice.throw(&Throw::pick("an event chit from the pool", several).blind()).picked(),
    };
    let chit = pool.remove(picked);
    act.state.hands[seat.index()].push(chit);
    act.journal.revealed();
    act.note(|Ask { rules, .. }| {
        let public = format!("An event chit is drawn for {}", rules.side_name(seat));
        let entry = Entry::new(EVENTS, public.clone()).by(seat);
        match chit {
            EventChit::Kind(kind) => entry.only_for(seat, format!("{public}: {}", rules.event(kind).name)),
            EventChit::FaceDown => entry,
        }
    });
}

/// Whether a side is asked for an answer when it is shot at or assaulted: whenever it holds a chit, fitting or not.
/// Only the size of the hand decides, which the enemy knows.
pub(super) fn may_answer(ask: Ask<'_>, seat: Seat) -> bool {
    !ask.state.hands[seat.index()].is_empty()
}

/// What the enemy knows to be left of a side's chits: all of its pool that was not played.
pub(crate) fn unplayed(ask: Ask<'_>, seat: Seat) -> Vec<u8> {
    let mut left = ask.rules.pools[seat.index()].chits.clone();
    for chit in &ask.state.played[seat.index()] {
        if let Some(place) = left.iter().position(|known| known == chit) {
            left.remove(place);
        }
    }
    left
}

/// The kinds of chit a side holds that fit the moment, each once.
pub(super) fn held(ask: Ask<'_>, seat: Seat, when: When) -> impl Iterator<Item = u8> {
    let hand = &ask.state.hands[seat.index()];
    let kinds = hand.iter().enumerate().filter_map(move |(place, chit)| match chit {
        EventChit::Kind(kind) => (!hand[..place].contains(chit)).then_some(*kind),
        EventChit::FaceDown => None,
    });
    kinds.filter(move |&kind| ask.rules.event(kind).when == when)
}

/// Whether a side holds a chit that fits the moment.
pub(super) fn check_held(ask: Ask<'_>, seat: Seat, chit: u8, when: When) -> Result<(), Refused> {
    if !ask.state.hands[seat.index()].contains(&EventChit::Kind(chit)) {
        return Err(Refused::NoChit);
    }
    if ask.rules.event(chit).when == when { Ok(()) } else { Err(Refused::ChitNotNow) }
}

/// Takes a chit out of a hand.
pub(super) fn spend(act: &mut Act<'_>, seat: Seat, chit: u8) {
    let hand = &mut act.state.hands[seat.index()];
    if let Some(place) = hand.iter().position(|held| *held == EventChit::Kind(chit)) {
        hand.remove(place);
        act.state.played[seat.index()].push(chit);
    }
    act.journal.revealed();
    act.note(|Ask { rules, .. }| {
        let text = format!("{} plays {}", rules.side_name(seat), rules.event(chit).name);
        Entry::new(EVENTS, text).by(seat)
    });
}
