//! What every step on a map costs each class of movement (OF-7.5), worked out once from the Movement Point Costs Chart.

use hexmap::{Direction, Grid, Hex};

use crate::tables::{
    cards::Class,
    forms::{Cost, Halves},
};

/// The state of the ground for a whole mission.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Weather {
    /// The ground is soft (Mission 5).
    pub soft: bool,
    /// Snow lies (Mission 6).
    pub snow: bool,
}

impl Weather {
    /// How many there are.
    pub(crate) const COUNT: usize = 4;

    /// Its place in lists.
    pub(crate) fn index(self) -> usize {
        usize::from(self.soft) + 2 * usize::from(self.snow)
    }
}

/// The costs of all steps in one weather.
#[derive(Debug)]
pub(crate) struct StepCosts {
    /// By hex left, direction and class.
    costs: Vec<[[Cost; Class::ALL.len()]; 6]>,
    smoke: [Cost; Class::ALL.len()],
    least: [Halves; Class::ALL.len()],
}

impl StepCosts {
    /// Costs by what a step into the hex beside another one costs, and what smoke adds.
    pub(crate) fn new(
        grid: &Grid,
        step: impl Fn(Hex, Hex, Class) -> Option<Halves>,
        smoke: [Cost; Class::ALL.len()],
    ) -> StepCosts {
        let beside = |from: Hex, way: Direction, class: Class| step(from, grid.neighbour(from, way)?, class);
        let from_hex = |hex: Hex| Direction::ALL.map(|way| Class::ALL.map(|class| Cost(beside(hex, way, class))));
        let costs: Vec<_> = grid.hexes().map(from_hex).collect();
        let of_class = |class: Class| costs.iter().flatten().filter_map(move |by_class| by_class[class as usize].0);
        let least = Class::ALL.map(|class| of_class(class).min().unwrap_or(0));
        StepCosts { costs, least, smoke }
    }

    /// The least that any step costs.
    pub(crate) fn least(&self, class: Class) -> Halves {
        self.least[class as usize]
    }

    /// What a step costs; `None` if it may not be made.
    pub(crate) fn cost(&self, class: Class, from: Hex, way: Direction, smoke: bool) -> Option<Halves> {
        let cost = self.costs[from.index()][way.index()][class as usize];
        if smoke { cost.plus(self.smoke[class as usize]).0 } else { cost.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weather_has_a_place_of_its_own() {
        let all = [(false, false), (true, false), (false, true), (true, true)];
        assert_eq!(all.map(|(soft, snow)| Weather { soft, snow }.index()), [0, 1, 2, 3]);
    }
}
