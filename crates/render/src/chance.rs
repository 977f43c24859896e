/// The draughtsman's unsteady hand: numbers that look random and depend only on what is drawn where.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(salt: u64, i: i32, j: i32) -> Chance {
        let place = (u64::from(i.cast_unsigned()) << 32) | u64::from(j.cast_unsigned());
        Chance(mix(mix(place).wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
    }

    /// The next number in 0..1.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (self.0 >> 40) as f64 / (1u64 << 24) as f64
    }

    /// The next number in -1..1.
    pub(crate) fn swing(&mut self) -> f64 {
        self.next() * 2.0 - 1.0
    }

    /// The next number in 0..n.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((self.next() * n as f64) as usize).min(n - 1)
    }
}

/// The finaliser of splitmix64.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
