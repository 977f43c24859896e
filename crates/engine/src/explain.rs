use std::cmp::Reverse;

use dice::{Die, Odds};
use serde::{Serialize, Serializer};
use ts_rs::TS;

use crate::{Pile, RuleId};

/// One thing that changed a number, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Modifier {
    /// The rule behind it.
    pub rule: RuleId,
    /// What it is: "range", "target's defence", "in woods".
    pub what: String,
    /// What it is worth.
    pub value: i32,
    /// What is counted.
    #[serde(skip_serializing_if = "Measure::is_plain")]
    #[ts(optional, as = "Option<Measure>")]
    pub measure: Measure,
    /// Whether it is counted, or what it comes to.
    #[serde(skip_serializing_if = "Role::is_part")]
    #[ts(optional, as = "Option<Role>")]
    pub role: Role,
    /// The dice of its side after it, where attacks are pools of dice with symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pile: Option<Pile>,
}

/// What a modifier counts: only what is counted in the same can be added up.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Measure {
    /// Points, as the text says.
    #[default]
    Plain,
    /// Per cent.
    Percent,
    /// Columns of a track: to the right if above nothing.
    Columns,
    /// What is added to a damage die.
    Damage,
}

/// What a line is in a list of modifiers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Role {
    /// It is counted.
    #[default]
    Part,
    /// All before it that is counted in the same, added up.
    Sum,
    /// What comes of it by a table or a limit: nobody can get there by adding.
    Result,
    /// It belongs to no sum.
    Aside,
}

impl Measure {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_plain(&self) -> bool {
        *self == Measure::Plain
    }
}

impl Role {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_part(&self) -> bool {
        *self == Role::Part
    }
}

impl Modifier {
    /// A modifier.
    pub fn new(rule: RuleId, what: impl Into<String>, value: i32) -> Self {
        Modifier { rule, what: what.into(), value, measure: Measure::Plain, role: Role::Part, pile: None }
    }

    /// The same, counted in something else than points.
    #[must_use]
    pub fn counted_in(mut self, measure: Measure) -> Self {
        self.measure = measure;
        self
    }

    /// The same as what something comes to.
    #[must_use]
    pub fn being(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// The same with the dice of its side after it.
    #[must_use]
    pub fn leaving(mut self, pile: Pile) -> Self {
        self.pile = Some(pile);
        self
    }
}

/// Dice that fell, and what for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Thrown {
    /// What the throw was for.
    pub what: String,
    /// How many sides each of the dice has: it decides how a face is drawn. 0 for dice with symbols, of which each
    /// digit of a face is one.
    pub sides: u16,
    /// The faces.
    pub faces: Vec<u16>,
    /// The colour of each die, for dice with symbols.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub colours: Vec<String>,
}

impl Thrown {
    /// Dice with symbols: each digit of a face stands for one.
    pub fn symbols<'a>(
        what: impl Into<String>,
        faces: impl Into<Vec<u16>>,
        colours: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let colours = colours.into_iter().map(ToOwned::to_owned).collect();
        Thrown { what: what.into(), sides: 0, faces: faces.into(), colours }
    }

    /// Dice of one kind.
    pub fn new(die: &Die, what: impl Into<String>, faces: impl Into<Vec<u16>>) -> Self {
        Thrown { what: what.into(), sides: die.sides(), faces: faces.into(), colours: Vec::new() }
    }
}

/// How a result came about: the one object that log, tooltip, companion and JSON render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Resolution {
    /// Everything that changed the numbers, in order.
    pub modifiers: Vec<Modifier>,
    /// The dice.
    pub throws: Vec<Thrown>,
    /// How the dice were read, in words: "4 and 4 both beat 3; together 8 reaches 8".
    pub reading: String,
    /// The stable name of the result: `step-loss`.
    pub result: String,
}

/// The exact odds of something before it is done.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Forecast {
    /// Everything that changes the numbers, in order.
    pub modifiers: Vec<Modifier>,
    /// Every result the rule knows, from the worst for the acting side to the best; a result that cannot happen here
    /// has no ways.
    pub outcomes: Vec<Chance>,
    /// The same in few words: outcomes that amount to the same are added up. Only possible ones, the gravest first.
    pub headline: Vec<Group>,
    /// What the action promises the acting side, from 1 (the worst for the other) to -1, to compare one choice with
    /// another.
    pub worth: f64,
}

/// One outcome with its exact chance.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Chance {
    /// The stable name of the result: `pinned`.
    pub result: String,
    /// What players read: "pinned, without effect".
    pub label: String,
    /// The group of the headline it belongs to.
    pub group: String,
    /// How bad it is for the side that suffers it.
    pub severity: Severity,
    /// The side that profits from it.
    pub good_for: GoodFor,
    /// In how many ways it comes about.
    pub ways: Ways,
    /// Out of how many.
    pub of: Ways,
    /// The same as a number to show.
    pub p: f64,
}

/// Outcomes that amount to the same, added up.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Group {
    /// What players read: "kill".
    pub group: String,
    /// How bad it is for the side that suffers it.
    pub severity: Severity,
    /// The side that profits from it.
    pub good_for: GoodFor,
    /// In how many ways it comes about.
    pub ways: Ways,
    /// Out of how many.
    pub of: Ways,
    /// The same as a number to show.
    pub p: f64,
}

/// How bad an outcome is for the side that suffers it; for a check, how much success is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Severity {
    /// It has no effect.
    Nothing,
    /// It passes: suppressed, pinned, a turn lost, ground given up. Or a check that succeeds.
    Effect,
    /// It stays: a step, men, a gun, speed.
    Damage,
    /// The unit can do nothing any more.
    Disabled,
    /// The unit is lost.
    Killed,
}

/// For whom an outcome is good, from the point of view of the seat that is offered the choice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum GoodFor {
    /// For the side that shoots, assaults, checks or drives.
    Doer,
    /// For the other side.
    Other,
    /// For neither, or for both alike.
    Nobody,
}

impl Severity {
    /// Its sign when choices are compared.
    fn weight(self) -> f64 {
        match self {
            Severity::Nothing => 0.0,
            Severity::Effect => 0.2,
            Severity::Damage => 0.5,
            Severity::Disabled => 0.8,
            Severity::Killed => 1.0,
        }
    }
}

/// A result that a rule knows, with its meaning, for [`Forecast::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    result: String,
    label: String,
    group: String,
    severity: Severity,
    good_for: GoodFor,
}

impl Prospect {
    /// A result; players read its name, and it is a group of its own.
    pub fn new(result: impl Into<String>, good_for: GoodFor, severity: Severity) -> Prospect {
        let result = result.into();
        let label = result.replace('-', " ");
        Prospect { group: label.clone(), label, result, severity, good_for }
    }

    /// A result that changes nothing.
    pub fn nothing(result: impl Into<String>) -> Prospect {
        Prospect::new(result, GoodFor::Nobody, Severity::Nothing).in_group("nothing")
    }

    /// What players read instead of the name.
    #[must_use]
    pub fn called(mut self, label: impl Into<String>) -> Prospect {
        self.label = label.into();
        self
    }

    /// The group of the headline it belongs to. All results of a group are equally bad for the same side.
    #[must_use]
    pub fn in_group(mut self, group: impl Into<String>) -> Prospect {
        self.group = group.into();
        self
    }

    fn chance(self, ways: u128, of: u128) -> Chance {
        let Prospect { result, label, group, severity, good_for } = self;
        Chance { result, label, group, severity, good_for, ways: Ways(ways), of: Ways(of), p: share(ways, of) }
    }
}

fn share(ways: u128, of: u128) -> f64 {
    ways as f64 / of as f64
}

/// Rises with how good the outcome is for the acting side.
fn rank(good_for: GoodFor, severity: Severity) -> i8 {
    match good_for {
        GoodFor::Doer => severity as i8,
        GoodFor::Nobody => 0,
        GoodFor::Other => -(severity as i8),
    }
}

impl Chance {
    /// Its place in the order of outcomes.
    pub fn rank(&self) -> i8 {
        rank(self.good_for, self.severity)
    }
}

impl Group {
    /// Its place in the order of groups: the gravest last.
    pub fn rank(&self) -> (Severity, i8) {
        (self.severity, rank(self.good_for, self.severity))
    }
}

/// An exact count. In JSON a number, or a string if it is above 2^53.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(export, type = "number | string")]
pub struct Ways(pub u128);

impl Serialize for Ways {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl Forecast {
    /// Names the results of an exact distribution. `all` gives every result the rule knows with its meaning:
    /// one that cannot happen here is listed with zero ways.
    pub fn new<T: Ord>(modifiers: Vec<Modifier>, odds: &Odds<T>, all: impl IntoIterator<Item = (T, Prospect)>) -> Self {
        let chance = |(result, prospect): (T, Prospect)| prospect.chance(odds.ways(&result), odds.of());
        let mut outcomes: Vec<Chance> = all.into_iter().map(chance).collect();
        outcomes.sort_by_key(Chance::rank);
        Forecast::ordered(modifiers, outcomes)
    }

    fn ordered(modifiers: Vec<Modifier>, outcomes: Vec<Chance>) -> Self {
        let headline = grouped(&outcomes);
        let worth = headline.iter().map(Group::worth).sum();
        Forecast { modifiers, outcomes, headline, worth }
    }

    /// The same from the other side's point of view: for a player who must decide about an attack on his own unit.
    #[must_use]
    pub fn turned(self) -> Self {
        let mut outcomes = self.outcomes;
        outcomes.reverse();
        for chance in &mut outcomes {
            chance.good_for = match chance.good_for {
                GoodFor::Doer => GoodFor::Other,
                GoodFor::Other => GoodFor::Doer,
                GoodFor::Nobody => GoodFor::Nobody,
            };
        }
        Forecast::ordered(self.modifiers, outcomes)
    }

    /// Leaves out what cannot happen: for screens, because a hit chart has many places.
    #[must_use]
    pub fn possible(mut self) -> Self {
        self.outcomes.retain(|chance| chance.ways.0 > 0);
        self
    }
}

impl Group {
    fn worth(&self) -> f64 {
        let sign = f64::from(self.rank().1.signum());
        sign * self.severity.weight() * self.p
    }
}

/// What can happen, added up by group, the gravest first.
fn grouped(outcomes: &[Chance]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for chance in outcomes.iter().rev().filter(|chance| chance.ways.0 > 0) {
        match groups.iter_mut().find(|known| known.group == chance.group) {
            Some(known) => known.ways.0 += chance.ways.0,
            None => groups.push(Group {
                group: chance.group.clone(),
                severity: chance.severity,
                good_for: chance.good_for,
                ways: chance.ways,
                of: chance.of,
                p: 0.0,
            }),
        }
    }
    for group in &mut groups {
        group.p = share(group.ways.0, group.of.0);
    }
    groups.sort_by_key(|group| Reverse(group.rank()));
    groups
}
