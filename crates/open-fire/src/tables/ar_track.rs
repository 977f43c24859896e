//! The Action Round Track (OF-6.1, OF-6.4): what a side's advantage die gives each of its units, by Initiative.

use engine::Provenance;
use serde::Deserialize;

use crate::tables::forms::Span;

/// The track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArTrack {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "column")]
    columns: Vec<ArColumn>,
}

/// The column of an Initiative.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArColumn {
    /// 0 to 5.
    pub initiative: u8,
    /// Dice in the Panic space.
    pub panic: Option<Span>,
    /// Dice in the 1-Turn space.
    pub one: Span,
    /// Dice in the 2-Turn space.
    pub two: Option<Span>,
    /// Dice printed in red.
    pub red: Option<Span>,
}

/// The space a marker goes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The Panic space.
    Panic,
    /// Turns this Round: 1 or 2.
    Turns(u8),
}

impl ArColumn {
    /// Whether a die is printed in red.
    pub fn is_red(&self, die: u16) -> bool {
        self.red.is_some_and(|red| red.has(die))
    }

    fn covers(&self) -> bool {
        Span::cover(self.panic.into_iter().chain([self.one]).chain(self.two), 10)
    }
}

impl ArTrack {
    /// The column of an Initiative; beyond the track the last one.
    pub fn column(&self, initiative: u8) -> &ArColumn {
        let place = usize::from(initiative).min(self.columns.len() - 1);
        &self.columns[place]
    }

    /// The space a marker goes to. Red numbers count only for US units out of command.
    pub fn placement(&self, initiative: u8, die: u16, minds_red: bool) -> Placement {
        let column = self.column(initiative);
        let panics = column.panic.is_some_and(|panic| panic.has(die)) || (minds_red && column.is_red(die));
        if panics {
            Placement::Panic
        } else if column.two.is_some_and(|two| two.has(die)) {
            Placement::Turns(2)
        } else {
            Placement::Turns(1)
        }
    }

    pub(crate) fn faults(&self) -> Vec<String> {
        let numbered = self.columns.iter().map(|column| usize::from(column.initiative)).eq(0..6);
        let mut faults: Vec<String> = self
            .columns
            .iter()
            .filter(|column| !column.covers())
            .map(|column| format!("column {}: panic, one and two must cover 1 to 10 in this order", column.initiative))
            .collect();
        if !numbered {
            faults.push("the columns must be those of Initiative 0 to 5, in order".to_owned());
        }
        faults
    }
}
