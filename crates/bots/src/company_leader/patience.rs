//! How long nothing has happened, and what that does to the fear of losing something: nobody wins by waiting.

use open_fire::state::units::{Ammunition, Place};

use crate::company_leader::outlook::Outlook;

/// Quiet rounds after which a fight is broken off that may be.
const DEADLOCK: u16 = 6;
/// Rounds after which a fight is broken off that nobody can win, however much is going on.
const LONG_ENOUGH: u16 = 50;
/// Rounds of a fight in which all danger counts; in twice as many half of it does.
const CAUTIOUS: f64 = 10.0;
/// How much each quiet round takes of the fear that is left.
const QUIET: f64 = 0.6;

/// How a unit stands, as far as anything happens to it.
type Standing = (Place, u8, Option<Ammunition>);

/// What the table looked like as the last round began, and since when.
#[derive(Default)]
pub(crate) struct Patience {
    round: u16,
    quiet: u16,
    table: Vec<Standing>,
}

impl Patience {
    /// Looks at the table once a round.
    pub(crate) fn look(&mut self, look: Outlook<'_>) {
        if self.round == look.state.elapsed {
            return;
        }
        let standing = look.state.units.iter().map(|unit| (unit.place, unit.condition.crew, unit.ammunition));
        let table: Vec<Standing> = standing.collect();
        self.quiet = if self.table == table { self.quiet + 1 } else { 0 };
        (self.round, self.table) = (look.state.elapsed, table);
    }

    /// How much of a danger counts: less in a long fight, and still less when nothing happens in it.
    pub(crate) fn fear(&self, look: Outlook<'_>) -> f64 {
        let long = (CAUTIOUS / f64::from(look.state.round.max(1))).min(1.0);
        long * QUIET.powi(self.quiet.into())
    }

    /// Whether nobody can do anything more to anybody.
    pub(crate) fn is_exhausted(&self, look: Outlook<'_>) -> bool {
        self.quiet >= DEADLOCK || look.state.round > LONG_ENOUGH
    }
}
