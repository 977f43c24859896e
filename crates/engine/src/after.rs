//! What could be done to enemies now, and what after something else: a gun that is turned first, a hatch, one hex, the
//! next turn.
//!
//! A ruleset says which attacks a unit might make and which of its actions make it ready for one ([`Handy`]). Here
//! these actions are done on a copy of what the viewer knows, as long as no dice fall, and the attacks that have become
//! possible are told with the odds that the ruleset itself gives them there.

use std::collections::BTreeMap;

use dice::{Recorded, Seeded};
use serde::Serialize;
use ts_rs::TS;

use crate::{Choice, Forecast, GoodFor, Rules, Seat, Severity, StateHash};

/// What units could do to enemies before they give their turn away.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Openings {
    /// Names the turn that is given away: who has been asked once about a unit in it is not asked again.
    pub turn: String,
    /// The actions that give it away: "End the turn".
    pub ends: Vec<String>,
    /// The attacks, the most promising first for each unit.
    pub openings: Vec<Opening>,
}

/// An attack that is possible now or after something else.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Opening {
    /// The unit that would make it.
    pub unit: String,
    /// The enemy.
    pub target: Option<String>,
    /// The hex it would be made in or at.
    pub hex: Option<String>,
    /// The attack, as it will be offered.
    pub action: String,
    /// What it is called: "AP shell at Tiger 251".
    pub label: String,
    /// What has to be done first, in this order; nothing if the attack is possible now.
    pub first: Vec<Preparation>,
    /// The same in words: "Turret right ×2, free".
    pub after: String,
    /// How many of these actions one click does: those before the first that takes the turn, or that one alone.
    pub row: usize,
    /// Whether the others are asked in between, or a turn passes: then the odds hold only if nothing changes.
    pub unsure: bool,
    /// The odds at the moment when it is possible.
    pub odds: Forecast,
    /// Whether it promises enough to be asked about when the turn is given away.
    pub worthwhile: bool,
}

/// Something that is done before an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Preparation {
    /// The action to send.
    pub action: String,
    /// What it is called.
    pub label: String,
    /// What it costs, as players write it; "free" if nothing.
    pub cost: Option<String>,
}

/// What a unit has at hand: its attacks, and what makes it ready for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handy<A> {
    /// Its legal attacks on enemies.
    pub attacks: Vec<A>,
    /// Legal actions that only prepare one.
    pub preparing: Vec<Preparing<A>>,
}

/// An action that only prepares an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preparing<A> {
    /// The action.
    pub action: A,
    /// How dear it is, to try what is cheaper first: nothing at all, some points, the rest of the turn.
    pub price: Price,
}

/// How dear an action is that prepares an attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Price {
    /// It costs nothing.
    Free,
    /// It costs points of the turn, or something else that a player counts.
    Points,
    /// It takes the turn: the attack comes in the next one.
    Turn,
}

/// Who could attack in the turn that is going on, and how that turn ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighters<A> {
    /// Names the turn.
    pub turn: String,
    /// Their ids.
    pub units: Vec<String>,
    /// The legal actions that give the turn away.
    pub ends: Vec<A>,
}

impl<A> Default for Handy<A> {
    fn default() -> Self {
        Handy { attacks: Vec::new(), preparing: Vec::new() }
    }
}

impl<A> Default for Fighters<A> {
    fn default() -> Self {
        Fighters { turn: String::new(), units: Vec::new(), ends: Vec::new() }
    }
}

impl<A> Preparing<A> {
    /// An action with its price.
    pub fn new(action: A, price: Price) -> Self {
        Preparing { action, price }
    }
}

/// The most actions before an attack.
const DEEPEST: usize = 4;
/// The most situations that are tried for all units together.
const MOST: usize = 160;
/// The least for each of them.
const LEAST: usize = 24;
/// An attack is worth asking about if it promises as much as a kill in every twelfth case.
const WORTHWHILE: f64 = 0.08;
/// What is only possible after something else has to promise so much to be told at all.
const WORTH_TELLING: f64 = 0.02;
/// What needs more has to be better by so much, and by a part of what it is compared with.
const BETTER: f64 = 0.03;
const BETTER_PART: f64 = 0.25;

/// What the units of `seat` could do to enemies now or after something else: those of `asked`, or all that the ruleset
/// names. `seen` has been through [`Rules::seen_by`].
pub fn openings<R: Rules>(rules: &R, seen: &R::State, seat: Seat, asked: &[String]) -> Openings {
    if rules.to_act(seen) != Some(seat) {
        return Openings::default();
    }
    let Fighters { turn, units, ends } = rules.fighters(seen, seat);
    let ends = ends.iter().map(|action| rules.write(seen, action)).collect();
    let meant: Vec<String> = units.into_iter().filter(|unit| asked.is_empty() || asked.contains(unit)).collect();
    let most = (MOST / meant.len().max(1)).max(LEAST);
    let search = |unit: String| Search { rules, seat, unit, most, found: Vec::new() }.run(seen);
    let openings = meant.into_iter().flat_map(search).collect();
    Openings { turn, ends, openings }
}

/// A situation that preparations lead to.
struct Node<S> {
    state: S,
    first: Vec<Preparation>,
    /// How many of them come before one that takes the turn.
    row: usize,
    unsure: bool,
    later: bool,
}

struct Search<'r, R: Rules> {
    rules: &'r R,
    seat: Seat,
    unit: String,
    most: usize,
    found: Vec<Opening>,
}

impl<R: Rules> Search<'_, R> {
    /// Tries what is cheap before what is dear, and few steps before many.
    fn run(mut self, seen: &R::State) -> Vec<Opening> {
        let start = Node { state: seen.clone(), first: Vec::new(), row: 0, unsure: false, later: false };
        let mut known = vec![StateHash::of(seen)];
        let mut queue = BTreeMap::from([((0, 0, 0), start)]);
        while let Some(((dear, _, _), node)) = queue.pop_first() {
            let handy = self.rules.handy(&node.state, &self.unit);
            handy.attacks.iter().for_each(|attack| self.weigh(&node, attack));
            if node.first.len() == DEEPEST {
                continue;
            }
            for Preparing { action, price } in handy.preparing {
                let Some(next) = self.prepared(&node, &action, price) else { continue };
                let hash = StateHash::of(&next.state);
                if known.len() < self.most && !known.contains(&hash) {
                    known.push(hash);
                    queue.insert((dear + price.weight(), next.first.len(), known.len()), next);
                }
            }
        }
        self.found.sort_by(|a, b| b.odds.worth.total_cmp(&a.odds.worth));
        self.found
    }

    /// An attack is told if it can do harm, and more of it than whatever needs less.
    fn weigh(&mut self, node: &Node<R::State>, attack: &R::Action) {
        let action = self.rules.write(&node.state, attack);
        // What is possible sooner is better for the same weapon only after a single step: a turret, a hatch.
        if node.first.len() > 1 && self.found.iter().any(|known| known.action == action) {
            return;
        }
        let Some(Choice { label, target, hex, odds: Some(odds), .. }) = self.rules.offered(&node.state, attack) else {
            return;
        };
        let does_harm = odds.headline.iter().any(|group| harms(group.good_for, group.severity));
        let same = |known: &&Opening| known.target == target && (known.target.is_some() || known.hex == hex);
        let best = self.found.iter().filter(same).map(|known| known.odds.worth).max_by(f64::total_cmp);
        let beats = |best: f64| odds.worth > best + BETTER + best.max(0.0) * BETTER_PART;
        let better = odds.worth >= WORTH_TELLING && best.is_none_or(beats);
        if does_harm && (node.first.is_empty() || better) {
            let after = in_words(&node.first);
            let worthwhile = odds.worth >= WORTHWHILE;
            let (unit, first, unsure) = (self.unit.clone(), node.first.clone(), node.unsure);
            let row = if first.is_empty() { 0 } else { node.row.max(1) };
            self.found.push(Opening { unit, target, hex, action, label, first, after, row, unsure, odds, worthwhile });
        }
    }

    /// The situation after an action that prepares an attack, if no dice fall and the same side is asked again.
    fn prepared(&self, node: &Node<R::State>, action: &R::Action, price: Price) -> Option<Node<R::State>> {
        if node.later && price != Price::Free {
            return None;
        }
        let Choice { action: written, label, cost, .. } = self.rules.offered(&node.state, action)?;
        let mut state = node.state.clone();
        let ready = self.rules.check(&state, action).ok()?;
        self.without_dice(|dice| self.rules.prepare(&mut state, ready, dice))?;
        let unsure = self.let_pass(&mut state)?;
        let cost = cost.or_else(|| (price == Price::Free).then(|| "free".to_owned()));
        let mut first = node.first.clone();
        first.push(Preparation { action: written, label, cost });
        let later = node.later || price == Price::Turn;
        let row = if later { node.row } else { first.len() };
        Some(Node { state, first, row, unsure: node.unsure || unsure || later, later })
    }

    /// The others are asked in between: they let it pass. Whether they were.
    fn let_pass(&self, state: &mut R::State) -> Option<bool> {
        let mut asked = false;
        while self.rules.to_act(state)? != self.seat {
            let pass = self.rules.lets_pass(state)?;
            let ready = self.rules.check(state, &pass).ok()?;
            self.without_dice(|dice| self.rules.perform(state, ready, dice, &mut crate::Silent))?;
            asked = true;
        }
        Some(asked)
    }

    /// Does something; nothing if dice fell.
    fn without_dice(&self, perform: impl FnOnce(&mut dyn dice::Dice)) -> Option<()> {
        let mut chance = Seeded::new(0);
        let mut dice = Recorded::new(&mut chance);
        perform(&mut dice);
        dice.into_faces().is_empty().then_some(())
    }
}

impl Price {
    /// Points are dearer than any number of free actions, a turn is dearer than any number of points.
    fn weight(self) -> u32 {
        match self {
            Price::Free => 0,
            Price::Points => 1,
            Price::Turn => 100,
        }
    }
}

/// Whether the side that attacks gains by it.
fn harms(good_for: GoodFor, severity: Severity) -> bool {
    good_for == GoodFor::Doer && severity > Severity::Nothing
}

/// "Turret right ×2, free; Open up, 1 CP".
fn in_words(first: &[Preparation]) -> String {
    let steps = first.chunk_by(|a, b| a.label == b.label && a.cost == b.cost).map(|same| {
        let Some(step) = same.first() else { return String::new() };
        let times = if same.len() > 1 { format!(" ×{}", same.len()) } else { String::new() };
        let each = if same.len() > 1 && step.cost.as_deref().is_some_and(|cost| cost != "free") { " each" } else { "" };
        let cost = step.cost.as_ref().map(|cost| format!(", {cost}{each}")).unwrap_or_default();
        format!("{}{times}{cost}", step.label)
    });
    steps.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(label: &str, cost: Option<&str>) -> Preparation {
        Preparation { action: label.to_lowercase(), label: label.to_owned(), cost: cost.map(ToOwned::to_owned) }
    }

    #[test]
    fn steps_of_one_kind_are_told_once() {
        let turret = || step("Turret right", Some("free"));
        assert_eq!(in_words(&[turret()]), "Turret right, free");
        assert_eq!(in_words(&[turret(), turret()]), "Turret right ×2, free");
        let hull = || step("Hull left", Some("1 MP"));
        let told = in_words(&[step("Drive slow", Some("2 CP")), hull(), hull(), step("Halt", None)]);
        assert_eq!(told, "Drive slow, 2 CP; Hull left ×2, 1 MP each; Halt");
    }
}
