use hexmap::{BLOCKS, Grid, Hand, Hex, HexError, Hexside, Passage, Way, Weight};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

use crate::RuleId;

/// A look from one hex to another: whether it goes through, and what each thing on its way did to it.
///
/// The one object that the board's sight tool, the command line, refusals and rule cases render.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Look {
    /// The observer's end.
    pub from: LookEnd,
    /// The target's end.
    pub to: LookEnd,
    /// Hexes between them, counting the last.
    pub range: u16,
    /// Whether the look gets through.
    pub verdict: Verdict,
    /// Hindrances on the way, those of a blocked look up to the block.
    pub hindrances: u8,
    /// What the hindrances give the target, in games where they give something: "2 blue dice".
    pub cost: Option<String>,
    /// Whether the ground of the hex is seen even if a unit in it is not.
    pub hex_seen: bool,
    /// One sentence.
    pub summary: String,
    /// The rule that decided.
    pub rule: RuleId,
    /// Everything the line crosses, in order; also what lies behind the first obstacle.
    pub steps: Vec<LookStep>,
    /// What else a player should know: arcs, weather, what may not fire.
    pub notes: Vec<LookNote>,
}

/// One end of a look.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct LookEnd {
    /// The number of the hex.
    pub hex: String,
    /// The level of its ground.
    pub ground: u8,
    /// The level of the eye.
    pub eye: u8,
    /// The terrain.
    pub what: String,
}

/// Whether a look goes through.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum Verdict {
    /// Nothing in the way.
    Clear,
    /// Seen, with something in the way.
    Hindered,
    /// Not seen.
    Blocked,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Clear => "clear",
            Verdict::Hindered => "hindered",
            Verdict::Blocked => "blocked",
        }
    }
}

/// One hex or hexside on the way.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct LookStep {
    /// The hex, or the two hexes of the side.
    pub hexes: Vec<String>,
    /// Whether it is a hexside.
    pub side: bool,
    /// How the line passes it.
    pub way: LookWay,
    /// Which part of the way lies before it, 0 to 1.
    pub at: f64,
    /// Where it is left.
    pub until: f64,
    /// The level of the ground; of a side, the higher of its two hexes.
    pub ground: u8,
    /// The level to which what stands there reaches.
    pub top: u8,
    /// "Woods", "Ridge"; empty for a side without a feature.
    pub what: String,
    /// What it did.
    pub effect: LookEffect,
    /// How many hindrances it is.
    pub hindrances: u8,
    /// Why, in a few words.
    pub why: String,
    /// The rule, where one says so.
    pub rule: Option<RuleId>,
}

/// How a line passes a hex or hexside.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum LookWay {
    /// Through a hex or across a side.
    Through,
    /// The line runs exactly along a hexside, and this lies on its left.
    Left,
    /// As [`LookWay::Left`], on its right.
    Right,
    /// The line passes exactly through a corner, and this is one of the two ways past it.
    Corner,
}

/// What something on the way does to a look.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum LookEffect {
    /// Nothing.
    Open,
    /// It hinders.
    Hinders,
    /// It ends the look.
    Blocks,
    /// It would hinder or block, but the line runs exactly beside it and passes on the other hand.
    Spared,
}

/// A remark on a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct LookNote {
    /// The rule.
    pub rule: RuleId,
    /// What it says here.
    pub text: String,
}

/// Everything one hex sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Field {
    /// The hex it is seen from.
    pub from: String,
    /// Hexes seen clearly; the looker's own is not among them.
    pub clear: Vec<String>,
    /// Hexes seen past something that hinders.
    pub hindered: Vec<String>,
    /// Hexes whose ground is seen, but no unit in them.
    pub ground_only: Vec<String>,
}

/// What a look depends on besides the map. A ruleset refuses circumstances it does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export)]
pub struct Circumstances {
    /// Smoke: hex and number of markers.
    pub smoke: Vec<(String, u8)>,
    /// The facing of a looker who sees only ahead (a closed vehicle, a bunker): `n ne se s sw nw`.
    pub facing: Option<String>,
    /// What kind of unit looks: `infantry`, `gun` or `vehicle`.
    pub looker: Option<String>,
    /// What kind of unit it looks at.
    pub target: Option<String>,
    /// `clear`, `fog`, `night` or any other weather the ruleset knows.
    pub weather: Option<String>,
    /// The target was activated this round by a unit within two hexes.
    pub activated: bool,
}

/// A question about sight that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LookError {
    /// Not a hex of the map.
    #[error("{0}")]
    Hex(#[from] HexError),
    /// Both ends are one hex.
    #[error("{0} is both ends of the line: name two hexes")]
    SameHex(String),
    /// A circumstance that this ruleset does not know.
    #[error("{what}: {help}")]
    Circumstance {
        /// What was asked for.
        what: String,
        /// What there is.
        help: String,
    },
}

/// What a ruleset says of one hex or hexside in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Hindrances, or [`BLOCKS`].
    pub weight: Weight,
    /// "Woods".
    pub what: String,
    /// Why it does or does not matter, in a few words; may be empty.
    pub why: String,
    /// The rule.
    pub rule: Option<RuleId>,
    /// The level of the ground.
    pub ground: u8,
    /// The level it reaches.
    pub top: u8,
}

/// Walks the line from `from` to `to`, asks what stands in each hex and on each hexside, and settles the ties.
///
/// Gives the steps and, for each place passed, what it is worth: a place is one hex, one side, or the lighter of the
/// two ways past a tie.
pub fn survey(
    grid: &Grid,
    from: Hex,
    to: Hex,
    hex: impl Fn(Hex) -> Found,
    side: impl Fn(Hexside) -> Found,
) -> (Vec<LookStep>, Vec<Weight>) {
    let mut steps: Vec<LookStep> = Vec::new();
    let mut weights = Vec::new();
    for passage in grid.passages(from, to) {
        let worth = passage.weigh(|at| hex(at).weight, |at| side(at).weight);
        let mut tell = Teller { grid, from, to, steps: &mut steps, worth, taken: false };
        let way = |tell: &mut Teller<'_>, way: Way, hand: LookWay| {
            let total = hex(way.hex).weight;
            let total = way.into.into_iter().chain(way.out).fold(total, |sum, at| sum.saturating_add(side(at).weight));
            if let Some(at) = way.into {
                tell.side(at, hand, side(at), total);
            }
            tell.hex(way.hex, hand, hex(way.hex), total);
            if let Some(at) = way.out {
                tell.side(at, hand, side(at), total);
            }
            tell.taken |= total == tell.worth;
        };
        match passage {
            Passage::Through(at) => tell.hex(at, LookWay::Through, hex(at), worth),
            Passage::Across(at) => tell.side(at, LookWay::Through, side(at), worth),
            Passage::Corner { side: at, around, .. } => {
                let across = side(at);
                // A line that only touches an empty corner simply continues.
                if across.weight == 0 {
                    tell.side(at, LookWay::Through, across, worth);
                } else {
                    let total = across.weight;
                    tell.side(at, LookWay::Corner, across, total);
                    tell.taken = total == worth;
                    if let Some(around) = around {
                        way(&mut tell, around, LookWay::Corner);
                    }
                }
            }
            Passage::Along { left, right } => {
                for (hand, taken) in [(Hand::Left, left), (Hand::Right, right)] {
                    if let Some(taken) = taken {
                        way(&mut tell, taken, if hand == Hand::Left { LookWay::Left } else { LookWay::Right });
                    }
                }
            }
        }
        weights.push(worth);
    }
    close_stretches(&mut steps);
    (steps, weights)
}

struct Teller<'a> {
    grid: &'a Grid,
    from: Hex,
    to: Hex,
    steps: &'a mut Vec<LookStep>,
    /// What the whole place is worth.
    worth: Weight,
    /// One of two ways past has been taken: what hinders on the other, were it as light, does not count again.
    taken: bool,
}

impl Teller<'_> {
    fn hex(&mut self, hex: Hex, way: LookWay, found: Found, total: Weight) {
        let at = self.steps.last().map_or(0.0, |step| step.at);
        self.push(vec![self.grid.label(hex).to_string()], false, way, at, found, total);
    }

    fn side(&mut self, side: Hexside, way: LookWay, found: Found, total: Weight) {
        let (a, b) = self.grid.hexside_hexes(side);
        let at = match self.grid.passed_at(self.from, self.to, side) {
            Some((before, whole)) => before as f64 / whole as f64,
            None => self.steps.last().map_or(0.0, |step| step.at),
        };
        let hexes = [a, b].map(|hex| self.grid.label(hex).to_string()).to_vec();
        self.push(hexes, true, way, at, found, total);
    }

    /// `total` is the worth of the way this belongs to; on the heavier of two ways it is spared.
    fn push(&mut self, hexes: Vec<String>, side: bool, way: LookWay, at: f64, found: Found, total: Weight) {
        let spared = total > self.worth || self.taken && total < BLOCKS;
        let (effect, hindrances) = match found.weight {
            0 => (LookEffect::Open, 0),
            _ if spared => (LookEffect::Spared, 0),
            BLOCKS => (LookEffect::Blocks, 0),
            some => (LookEffect::Hinders, some),
        };
        self.steps.push(LookStep {
            hexes,
            side,
            way,
            at,
            until: at,
            ground: found.ground,
            top: found.top,
            what: found.what,
            effect,
            hindrances,
            why: found.why,
            rule: found.rule,
        });
    }
}

fn things(hindrances: u8) -> String {
    if hindrances == 1 { "one hindrance".to_owned() } else { format!("{hindrances} hindrances") }
}

/// A hex lasts until the next side that is crossed farther on.
fn close_stretches(steps: &mut [LookStep]) {
    for index in 0..steps.len() {
        if steps[index].side {
            continue;
        }
        let at = steps[index].at;
        let next = steps[index + 1..].iter().find(|step| step.side && step.at > at);
        steps[index].until = next.map_or(1.0, |step| step.at);
    }
}

impl Look {
    /// A look that is clear or blocked by the first step that blocks; `rule` is cited when nothing does.
    pub fn judged(from: LookEnd, to: LookEnd, range: u16, steps: Vec<LookStep>, rule: RuleId) -> Look {
        let hindrances: u8 =
            steps.iter().take_while(|step| step.effect != LookEffect::Blocks).map(|step| step.hindrances).sum();
        let mut look = Look {
            from,
            to,
            range,
            verdict: if hindrances > 0 { Verdict::Hindered } else { Verdict::Clear },
            hindrances,
            cost: None,
            hex_seen: true,
            summary: String::new(),
            rule,
            steps,
            notes: Vec::new(),
        };
        let (from, to) = (&look.from.hex, &look.to.hex);
        look.summary = match look.verdict {
            Verdict::Hindered => format!("{from} sees {to} past {}.", things(hindrances)),
            _ => format!("{from} sees {to}: nothing is in the way."),
        };
        if let Some(step) = look.blocker() {
            let (summary, rule) =
                (format!("{} in {} blocks: {}.", step.what, step.place(), step.why), step.rule.unwrap_or(rule));
            look.block(summary, rule);
            look.hex_seen = false;
        }
        look
    }

    /// Blocks the look for a reason other than a step. Whether the ground is still seen does not change.
    pub fn block(&mut self, summary: String, rule: RuleId) {
        (self.verdict, self.summary, self.rule) = (Verdict::Blocked, summary, rule);
    }

    /// The first step that ends the look.
    pub fn blocker(&self) -> Option<&LookStep> {
        self.steps.iter().find(|step| step.effect == LookEffect::Blocks)
    }
}

impl LookStep {
    /// "1711", "the side 0915/0916".
    pub fn place(&self) -> String {
        if self.side { format!("the side {}", self.hexes.join("/")) } else { self.hexes.join("/") }
    }
}

#[cfg(test)]
mod tests;
