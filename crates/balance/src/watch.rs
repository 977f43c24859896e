//! What Germans do in their turns, where it looks wrong.

use std::collections::BTreeMap;

use dice::Dice;
use engine::{Entry, Journal, Rules, Tone};
use hexmap::{Direction, Hex};
use open_fire::{
    OpenFire,
    play::s08_sight,
    state::{
        State,
        laid_out::Ask,
        units::{Place, Side, UnitId},
    },
};

/// Rounds without doing anything, with a US unit in sight, that are too many.
const LONG: u16 = 10;
/// Turns after which nobody remembers where a vehicle was.
const MEMORY: usize = 3;

/// What was seen in a play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Turns of Germans on the map.
    pub(crate) turns: u32,
    /// Turns in which one had a US unit in sight.
    pub(crate) in_sight: u32,
    /// Idle turns, by card and the pages read in them.
    pub(crate) idle: BTreeMap<String, u32>,
    /// Germans idle for long, by card.
    pub(crate) idle_for_long: BTreeMap<String, u32>,
    /// Returns to a hex that was left a moment ago, by card and pages.
    pub(crate) to_and_fro: BTreeMap<String, u32>,
}

/// Watches the Germans of one play.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) seen: Seen,
    followed: BTreeMap<UnitId, Followed>,
}

/// What is remembered of a German.
#[derive(Default)]
struct Followed {
    /// The round in which he began to do nothing.
    idle_since: Option<u16>,
    /// That he was idle for long has been counted.
    counted: bool,
    /// Where he was at the end of his last turns, the latest last.
    ended: Vec<Hex>,
}

/// How a unit stands, as far as doing something shows in it.
type Stance = (Place, Direction, Direction, [bool; 6]);

fn stance(state: &State, unit: UnitId) -> Stance {
    let piece = state.unit(unit);
    let flags = [piece.closed, piece.defilade, piece.prepared, piece.dug_in, piece.surrendered, piece.captured];
    (piece.place, piece.facing, piece.turret, flags)
}

/// A journal that notes only whether something is told about one unit, and on which pages.
struct Listener {
    unit: String,
    told: bool,
    pages: Vec<String>,
}

impl Journal for Listener {
    fn wanted(&self) -> bool {
        true
    }

    fn write(&mut self, entry: Entry) {
        let loud = !matches!(entry.tone, Tone::Quiet | Tone::Heading);
        self.told |= loud && entry.units.contains(&self.unit);
        self.pages.extend(entry.page.filter(|page| page.opens).map(|page| page.number));
    }

    fn revealed(&mut self) {}
}

impl Watch {
    /// A German's turn, watched.
    pub(crate) fn german(
        &mut self,
        rules: &OpenFire,
        state: &mut State,
        unit: UnitId,
        ready: <OpenFire as Rules>::Ready<'_>,
        dice: &mut dyn Dice,
    ) {
        let ask = Ask::new(rules, state);
        let carried = state.unit(unit).hex().is_none();
        let sees = !carried && state.active(Side::Us).any(|(us, _)| s08_sight::sees_unit(ask, unit, us));
        let (before, round) = (stance(state, unit), state.elapsed);
        let mut listener = Listener { unit: state.id_of(unit), told: false, pages: Vec::new() };
        rules.perform(state, ready, dice, &mut listener);
        if carried {
            return;
        }
        let idle = sees && !listener.told && before == stance(state, unit) && state.unit(unit).is_active();
        let card = rules.unit_card(state.unit(unit)).map_or_else(|| "none".to_owned(), |card| card.id.to_string());
        // The first page is his; what is read after his turn is not.
        let name = format!("{card} by {}", listener.pages.first().map_or("nothing", String::as_str));
        self.seen.turns += 1;
        self.seen.in_sight += u32::from(sees);
        if idle {
            *self.seen.idle.entry(name.clone()).or_default() += 1;
        }
        let followed = self.followed.entry(unit).or_default();
        let armed = rules.card(state.unit(unit)).main_gun || rules.card(state.unit(unit)).machinegun;
        if followed.is_idle_for_long(idle, round) && armed && !state.unit(unit).out_of_ammunition {
            *self.seen.idle_for_long.entry(name.clone()).or_default() += 1;
        }
        let drives = rules.card(state.unit(unit)).kind.is_vehicle();
        if followed.comes_back(state.unit(unit).hex()) && drives {
            *self.seen.to_and_fro.entry(name).or_default() += 1;
        }
    }
}

impl Followed {
    /// Whether he has been idle for too long; told once until he does something.
    fn is_idle_for_long(&mut self, idle: bool, round: u16) -> bool {
        if !idle {
            (self.idle_since, self.counted) = (None, false);
            return false;
        }
        let since = *self.idle_since.get_or_insert(round);
        let long = round >= since + LONG && !self.counted;
        self.counted |= long;
        long
    }

    /// Whether he is in a hex again that he left a moment ago.
    fn comes_back(&mut self, hex: Option<Hex>) -> bool {
        let Some(hex) = hex else { return false };
        let moved = self.ended.last().is_some_and(|&last| last != hex);
        let again = moved && self.ended.contains(&hex);
        self.ended.push(hex);
        if self.ended.len() > MEMORY {
            self.ended.remove(0);
        }
        again
    }
}
