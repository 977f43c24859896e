use rand_core::Rng;
use rand_pcg::Pcg32;

use crate::{Dice, Die, Fell, Throw};

/// Dice from a seed: the same seed gives the same faces on every machine and in every version.
///
/// The stream is documented so that anybody can check a game: PCG-XSH-RR 64/32 with the seed as initial state and
/// stream 0xa02bdbf7bb3c0a7 (`Pcg32::new`). A die of `n` sides takes one 32-bit output `x` and multiplies:
/// the face is the high half of `x * n`, counted from zero; if the low half is below `2^32 mod n` the output is
/// thrown away and the next one is taken (Lemire's method, no bias). Nothing else consumes output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded {
    generator: Pcg32,
}

const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;

impl Seeded {
    /// Starts the stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Seeded { generator: Pcg32::new(seed, STREAM) }
    }

    /// A number below `n`, each equally likely. For bots and samplers; rules use [`Dice::throw`].
    ///
    /// # Panics
    /// If `n` is zero.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a die needs a side");
        let reject_below = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(n);
            if product as u32 >= reject_below {
                return (product >> 32) as u32;
            }
        }
    }

    fn face(&mut self, die: &Die) -> u16 {
        let face = self.below(u32::from(die.sides()));
        die.face(face as u16)
    }
}

impl Dice for Seeded {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        throw.fall(|die| self.face(die))
    }
}
