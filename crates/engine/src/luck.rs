//! How the dice of a finished game compared with their odds.

use serde::Serialize;
use ts_rs::TS;

use crate::{Chance, Compare, Entry, Forecast, Game, GoodFor, Move, Rules, Seat, Severity, Viewer};

/// A throw whose odds its player was shown beforehand, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Fate {
    /// The action.
    pub seq: u32,
    /// The log line that tells what came, by its place in the log.
    pub at: u32,
    /// The side that threw.
    pub seat: Seat,
    /// The chance of what came.
    pub p: f64,
    /// How good it was for the side that threw, among all that could have come: 0 the worst, 1 the best, a half on
    /// average.
    pub rank: f64,
    /// Whether it was good for that side.
    pub good: bool,
    /// The chance of something good.
    pub hope: f64,
}

fn is_good(chance: &Chance) -> bool {
    chance.good_for == GoodFor::Doer && chance.severity != Severity::Nothing
}

fn sum<'a>(chances: impl IntoIterator<Item = &'a Chance>) -> f64 {
    chances.into_iter().map(|chance| chance.p).sum()
}

impl Fate {
    /// Where a result stands among all that could have come; nothing for what was certain. The worst for the thrower is
    /// forecast first.
    fn of(odds: &Forecast, result: &str, (seq, at, seat): (u32, u32, Seat)) -> Option<Fate> {
        let place = odds.outcomes.iter().position(|chance| chance.result == result)?;
        let came = &odds.outcomes[place];
        let certain = came.ways.0 == 0 || came.ways == came.of;
        let rank = sum(&odds.outcomes[..place]) + came.p / 2.0;
        let hope = sum(odds.outcomes.iter().filter(|chance| is_good(chance)));
        (!certain).then(|| Fate { seq, at, seat, p: came.p, rank, good: is_good(came), hope })
    }
}

/// How many answers may come between a choice and its dice: cards, reactions.
const ANSWERS: usize = 4;

/// What a player was shown with his choice, until the dice fall.
struct Wager {
    seat: Seat,
    odds: Forecast,
    /// Who does it, and to whom.
    units: Vec<String>,
    /// The action.
    place: usize,
}

impl Wager {
    /// The throw that this line tells, if it is the one that was wagered on. `later`: other actions came in between.
    fn told(&self, seq: u32, at: usize, entry: &Entry, later: bool) -> Option<Fate> {
        let own = entry.seat.is_none_or(|seat| seat == self.seat);
        let meant = !later || (!self.units.is_empty() && self.units.iter().all(|unit| entry.units.contains(unit)));
        let result = &entry.resolution.as_ref().filter(|_| own && meant)?.result;
        Fate::of(&self.odds, result, (seq, u32::try_from(at).ok()?, self.seat))
    }
}

impl<R: Rules> Game<R> {
    /// Every throw of the game whose odds its player was shown before he chose. The game is played once more for it.
    ///
    /// The dice may fall in a later action: the other side is asked for a card, or reacts.
    pub fn fates(&self) -> Vec<Fate> {
        let mut again = self.emptied();
        let mut fates = Vec::new();
        let mut wagers: Vec<Wager> = Vec::new();
        let moves = &self.file().moves;
        for (place, recorded) in moves.iter().enumerate() {
            wagers.retain(|wager| place - wager.place < ANSWERS);
            let near = moves[place..].iter().take(ANSWERS).any(|one| !one.dice.is_empty());
            let asked = again.to_act().filter(|_| near);
            wagers.extend(asked.and_then(|seat| again.wager(seat, recorded, place)));
            let from = again.log().entries.len();
            if again.play_back(std::slice::from_ref(recorded), Compare::Fingerprints).is_err() {
                break;
            }
            if recorded.dice.is_empty() {
                continue;
            }
            for (at, entry) in again.log().entries.iter().enumerate().skip(from) {
                // The latest first: a reaction is thrown before what it interrupts.
                let came =
                    wagers.iter().enumerate().rev().find_map(|(index, wager)| {
                        Some((index, wager.told(again.seq(), at, entry, wager.place < place)?))
                    });
                if let Some((index, fate)) = came {
                    wagers.remove(index);
                    fates.push(fate);
                }
            }
        }
        fates
    }

    /// What the player of a seat was shown with this action.
    fn wager(&self, seat: Seat, recorded: &Move, place: usize) -> Option<Wager> {
        let viewer = Viewer::Seat(seat);
        let seen = self.rules().seen_by(self.state(), viewer);
        let choices = self.rules().scene(&seen, viewer).choices;
        let choice = choices.into_iter().find(|choice| choice.action == recorded.action)?;
        let units = choice.units.into_iter().chain(choice.target).collect();
        choice.odds.map(|odds| Wager { seat, odds, units, place })
    }
}
