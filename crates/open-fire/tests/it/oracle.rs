//! The rules of sight written out a second time, slowly and from the text, over exact fractions (`oracle`); the fast
//! code must agree on every pair of hexes of many random maps. A million pairs in the default run;
//! `OPFIRE_PAIRS=10000000` for more (see docs/performance.md).

use std::{env, sync::Arc};

use content::{Files, Map, MapSide};
use hexmap::{Grid, Hex, LowColumns};
use open_fire::{Catalogue, Country};
use oracle::{Obstacle, beside, obstacles};

const CLEAR: usize = 0;
const WOODS: usize = 1;
const TOWN: usize = 2;
const ROUGH: usize = 3;

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit) as usize
    }
}

/// A map as the oracle knows it.
struct Naive {
    grid: Grid,
    terrain: Vec<usize>,
    level: Vec<u8>,
    ridges: Vec<(Hex, Hex)>,
    smoke: Vec<Hex>,
}

impl Naive {
    fn random(grid: &Grid, numbers: &mut Numbers) -> Naive {
        // Mostly open country: on a map full of obstacles every answer would be "blocked".
        let share = 6 + numbers.below(30) as u64;
        let terrain = grid.hexes().map(|_| [CLEAR, WOODS, TOWN, ROUGH, 4][numbers.below(share).min(4)]).collect();
        let terrain: Vec<usize> = terrain;
        let hills: Vec<(Hex, u16)> = (0..numbers.below(4))
            .map(|_| (Hex(numbers.below(grid.len() as u64) as u16), 1 + numbers.below(3) as u16))
            .collect();
        let level = |hex: Hex| {
            hills
                .iter()
                .map(|&(top, radius)| (3 * radius).saturating_sub(2 * grid.distance(top, hex)) / radius.max(1))
                .max()
        };
        let level: Vec<u8> = grid.hexes().map(|hex| 1 + (level(hex).unwrap_or(0).min(2) as u8)).collect();
        let mut ridges = Vec::new();
        for side in grid.hexsides() {
            let (a, b) = grid.hexside_hexes(side);
            let steep = level[a.index()] != level[b.index()];
            if numbers.below(if steep { 2 } else { 40 }) == 0 {
                ridges.push((a, b));
            }
        }
        let smoke = (0..numbers.below(4)).map(|_| Hex(numbers.below(grid.len() as u64) as u16)).collect();
        Naive { grid: grid.clone(), terrain, level, ridges, smoke }
    }

    fn level(&self, hex: Hex) -> u8 {
        self.level[hex.index()]
    }

    fn screens(&self, hex: Hex) -> bool {
        [WOODS, TOWN, ROUGH].contains(&self.terrain[hex.index()]) || self.smoke.contains(&hex)
    }

    /// Section 8.2, paragraph by paragraph, with the two readings of docs/rulings.md.
    fn hex_blocks(&self, a: Hex, b: Hex, hex: Hex) -> bool {
        let (here, at_a, at_b) = (self.level(hex), self.level(a), self.level(b));
        if here > at_a && here > at_b {
            return true;
        }
        if here < at_a && here < at_b || !self.screens(hex) {
            return false;
        }
        if at_a == at_b {
            return here >= at_a;
        }
        let beside_and_not_below = |end: Hex| beside(&self.grid, hex, end) && here >= self.level(end);
        beside_and_not_below(a) || beside_and_not_below(b) || here >= at_a && here >= at_b
    }

    fn side_blocks(&self, a: Hex, b: Hex, p: Hex, q: Hex) -> bool {
        if !self.ridges.contains(&(p, q)) && !self.ridges.contains(&(q, p)) || self.level(a) == self.level(b) {
            return false;
        }
        let (low, high) = if self.level(a) < self.level(b) { (a, b) } else { (b, a) };
        let height = self.level(p).max(self.level(q));
        height > self.level(low) && p != high && q != high
    }

    fn blocked_by(&self, a: Hex, b: Hex, obstacle: &Obstacle) -> bool {
        match obstacle {
            Obstacle::Hex(hex) => self.hex_blocks(a, b, *hex),
            Obstacle::Side(p, q) => self.side_blocks(a, b, *p, *q),
            Obstacle::Either(one, other) => {
                let shut = |way: &Vec<Obstacle>| way.iter().any(|obstacle| self.blocked_by(a, b, obstacle));
                shut(one) && shut(other)
            }
        }
    }

    fn country(&self, catalogue: &Arc<Catalogue>, ridge: usize) -> Country {
        let side = |&(a, b): &(Hex, Hex)| MapSide { feature: ridge, a, b };
        let map = Map {
            title: String::new(),
            blurb: String::new(),
            grid: self.grid.clone(),
            terrain: self.terrain.clone(),
            elevation: self.level.clone(),
            tracks: Vec::new(),
            sides: self.ridges.iter().map(side).collect(),
            labels: Vec::new(),
            places: Vec::new(),
        };
        Country::new(map, Arc::clone(catalogue))
    }
}

// holds: OF-8.1-1, OF-8.1-2, OF-8.1-3, OF-8.1-18, OF-8.1-20, OF-8.2-2, OF-8.2-5, OF-8.2-6, OF-8.2-7
// holds: OF-8.2-8, OF-8.2-11, OF-8.2-12
#[test]
fn the_fast_code_agrees_with_fractions() {
    let wanted: u64 = env::var("OPFIRE_PAIRS").ok().and_then(|pairs| pairs.parse().ok()).unwrap_or(1_000_000);
    let catalogue = Arc::new(Catalogue::read(&Files::embedded()).unwrap());
    let palette = catalogue.palette();
    let names = ["clear", "woods", "town", "rough", "building"];
    assert_eq!(palette.terrain_ids(), names, "the oracle knows the terrain by its place");
    let ridge = palette.features.iter().position(|feature| feature.id == "ridge").unwrap();
    let shapes = [
        (9, 8, LowColumns::Even, true),
        (8, 9, LowColumns::Odd, false),
        (13, 5, LowColumns::Even, false),
        (5, 13, LowColumns::Odd, true),
    ];
    let mut numbers = Numbers(1945);
    let (mut pairs, mut clear) = (0_u64, 0_u64);
    // The geometry of a pair does not depend on what stands on the map.
    let grids = shapes.map(|(columns, rows, low, short)| Grid::new(columns, rows, low, short).unwrap());
    let lines: Vec<Vec<(Hex, Hex, Vec<Obstacle>)>> = grids
        .iter()
        .map(|grid| {
            let pairs = grid.hexes().flat_map(|from| grid.hexes().map(move |to| (from, to)));
            pairs.filter(|(from, to)| from != to).map(|(from, to)| (from, to, obstacles(grid, from, to))).collect()
        })
        .collect();
    while pairs < wanted {
        for (grid, lines) in grids.iter().zip(&lines) {
            let naive = Naive::random(grid, &mut numbers);
            let country = naive.country(&catalogue, ridge);
            for (from, to, met) in lines {
                let expected = !met.iter().any(|obstacle| naive.blocked_by(*from, *to, obstacle));
                let found = country.line_is_clear(*from, *to, &naive.smoke);
                assert_eq!(
                    found,
                    expected,
                    "{} to {} after {pairs} pairs: {met:?}",
                    grid.label(*from),
                    grid.label(*to)
                );
                clear += u64::from(found);
            }
            pairs += lines.len() as u64;
        }
    }
    // Both answers must be common, or the comparison says little.
    assert!(clear * 5 > pairs && clear * 5 < pairs * 4, "{clear} of {pairs} clear");
}
