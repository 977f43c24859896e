//! Line of sight as an object that says what happened at every hex on the way, and the same question answered fast.
//!
//! Both walk [`Grid::walk`] and ask [`Crossing::is_blocked`], so they cannot disagree:
//!
//! - The two end hexes never block. The same hex and adjacent hexes always see each other.
//! - A line exactly along a hexside is blocked only if both hexes block.
//! - At the edge of the map, where one of the two is missing, the hex on the map decides alone.
//! - A hex only touched at a corner does not block.
//!
//! Obstacles on hexsides (walls, ridges) are not asked here; [`Step::entry`] names every side passed.

use serde::Serialize;

use crate::{Crossing, Grid, Hex, Step};

/// What a look from one hex to another met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sight<B> {
    /// The hex looked from.
    pub from: Hex,
    /// The hex looked at.
    pub to: Hex,
    /// Everything between them, in order; also what lies behind the first obstacle.
    pub steps: Vec<SightStep<B>>,
}

/// One stretch of a line of sight and what it did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SightStep<B> {
    /// The stretch, and how the line came onto it.
    #[serde(flatten)]
    pub step: Step,
    /// What it did to the look.
    pub effect: Effect<B>,
}

/// What a stretch does to a look along it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect<B> {
    /// Through a hex that does not block.
    Open,
    /// Through a hex that blocks, and why.
    Blocked(B),
    /// Along a hexside: why either hex would block. Whether they do together, [`SightStep::blocker`] tells.
    Along {
        /// The answer of the hex on the left; `None` if it does not block or is off the map.
        left: Option<B>,
        /// The answer of the hex on the right; `None` if it does not block or is off the map.
        right: Option<B>,
    },
}

/// Looks from one hex to another, asking of each hex between them whether and why it blocks.
///
/// ```
/// use hexmap::{sight, Crossing, Grid, LowColumns};
///
/// let map = Grid::new(45, 27, LowColumns::Even, true)?;
/// let woods = map.parse("0913")?;
/// let look = sight(&map, map.parse("0915")?, map.parse("0911")?, |hex| (hex == woods).then_some("woods"));
/// assert_eq!(look.blocked(), Some((&Crossing::Hex(woods), &"woods")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sight<B>(grid: &Grid, from: Hex, to: Hex, mut obstacle: impl FnMut(Hex) -> Option<B>) -> Sight<B> {
    let steps = grid.walk(from, to).map(|step| SightStep { step, effect: Effect::of(step.crossing, &mut obstacle) });
    Sight { from, to, steps: steps.collect() }
}

/// Whether nothing blocks between two hexes: [`sight`](sight()) without the explanation and without allocating.
#[inline]
pub fn can_see(grid: &Grid, from: Hex, to: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
    !grid.walk(from, to).any(|step| step.crossing.is_blocked(&blocks))
}

impl<B> Sight<B> {
    /// The first stretch that ends the sight, and why; `None` if the sight is clear.
    ///
    /// When both hexes along a hexside block, the reason given is that of the left one.
    pub fn blocked(&self) -> Option<(&Crossing, &B)> {
        self.steps.iter().find_map(|step| Some((&step.step.crossing, step.blocker()?)))
    }

    /// Whether nothing blocks.
    pub fn is_clear(&self) -> bool {
        self.blocked().is_none()
    }
}

impl<B> SightStep<B> {
    /// Why the sight ends here, if it does.
    pub fn blocker(&self) -> Option<&B> {
        let blocked = self.step.crossing.is_blocked(|hex| self.answer(hex).is_some());
        if blocked { self.step.crossing.hexes().find_map(|hex| self.answer(hex)) } else { None }
    }

    /// What one hex of the stretch had to say.
    fn answer(&self, hex: Hex) -> Option<&B> {
        match (&self.effect, self.step.crossing) {
            (Effect::Blocked(why), _) => Some(why),
            (Effect::Along { left, .. }, Crossing::Along { left: Some(on_left), .. }) if on_left == hex => {
                left.as_ref()
            }
            (Effect::Along { right, .. }, _) => right.as_ref(),
            (Effect::Open, _) => None,
        }
    }
}

impl<B> Effect<B> {
    fn of(crossing: Crossing, mut obstacle: impl FnMut(Hex) -> Option<B>) -> Effect<B> {
        match crossing {
            Crossing::Hex(hex) => obstacle(hex).map_or(Effect::Open, Effect::Blocked),
            Crossing::Along { left, right } => {
                Effect::Along { left: left.and_then(&mut obstacle), right: right.and_then(&mut obstacle) }
            }
        }
    }
}

#[cfg(test)]
mod tests;
