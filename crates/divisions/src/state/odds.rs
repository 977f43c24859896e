//! Chances counted once, when the game is laid out: bots ask for them millions of times. The rules themselves fill
//! these tables (`play::s03_direct_fire`, `play::s14_close_assault`).

/// The chances of every shot there can be.
#[derive(Clone, Debug)]
pub struct FireOdds {
    /// By what each die must beat and what all must reach: the chance of a hit and of a step loss.
    table: Vec<[(f32, f32); FireOdds::REACHES]>,
}

impl FireOdds {
    /// No die beats a six, so everything from there on is alike.
    const BEATS: i32 = 7;
    /// No three dice reach more than 18, so everything above is alike.
    const REACHES: usize = 20;

    /// Asks for the chances by what each die must beat and what all must reach.
    pub(crate) fn fill(chances: impl Fn(i32, i32) -> (f32, f32)) -> FireOdds {
        let row = |beat| std::array::from_fn(|reach| chances(beat, reach as i32));
        FireOdds { table: (0..Self::BEATS).map(row).collect() }
    }

    /// The chances of a hit and of a step loss.
    pub(crate) fn of(&self, beat: i32, reach: i32) -> (f32, f32) {
        let beat = beat.clamp(0, Self::BEATS - 1) as usize;
        let reach = reach.clamp(0, Self::REACHES as i32 - 1) as usize;
        self.table[beat][reach]
    }
}

/// The chances of every close assault there can be.
#[derive(Clone, Debug)]
pub struct AssaultOdds {
    /// The lead in strength from which on, either way, the dice decide nothing any more.
    widest: i32,
    /// By the attacker's lead in strength: the chance of each row of the table.
    by_lead: Vec<Vec<f32>>,
}

impl AssaultOdds {
    /// Asks for the chances of each row by the attacker's lead in strength.
    pub(crate) fn fill(widest: i32, chances: impl Fn(i32) -> Vec<f32>) -> AssaultOdds {
        AssaultOdds { widest, by_lead: (-widest..=widest).map(chances).collect() }
    }

    /// The chance of each row of the table.
    pub(crate) fn of(&self, lead: i32) -> &[f32] {
        &self.by_lead[(lead.clamp(-self.widest, self.widest) + self.widest) as usize]
    }
}
