//! Line of sight (OF-8).
//!
//! One set of questions about a hex and a hexside, `hex_says` and `side_says`, answers everything: the quick
//! yes or no, the prepared table and the explained [`Look`].
//!
//! ```text
//!            ends on one level           ends on two levels
//!   ground   higher than both blocks     higher than both blocks
//!   cover    on that level blocks        beside an end and level with it blocks (OF-8.2);
//!                                        beside and above it, or on the higher end's level: ours (OF-8.5)
//!   ridge    does nothing                higher than the low end blocks, unless it is a side of the high hex
//! ```

use engine::{Field, Found, Look, LookEnd, LookNote, survey};
use hexmap::{BLOCKS, Direction, Edge, Facing, Grid, Hex, HexBits, HexSet, Hexside, SightTable, Width};

use crate::{map::country::Country, rule_ids};

/// The two ends of a line and their levels.
#[derive(Copy, Clone, Debug)]
struct Ends {
    from: Hex,
    to: Hex,
    from_level: u8,
    to_level: u8,
}

impl Ends {
    fn low(self) -> u8 {
        self.from_level.min(self.to_level)
    }

    fn high(self) -> u8 {
        self.from_level.max(self.to_level)
    }

    fn level(self) -> bool {
        self.from_level == self.to_level
    }

    /// The end that stands higher, if one does.
    fn high_end(self) -> Option<Hex> {
        match self.from_level.cmp(&self.to_level) {
            std::cmp::Ordering::Greater => Some(self.from),
            std::cmp::Ordering::Less => Some(self.to),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// What a hex on the line does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum HexSays {
    Open,
    /// Cover, but the line passes over it.
    Over,
    /// Ground above both ends.
    Higher,
    /// Cover on the level of both ends.
    SameLevel,
    /// Cover beside an end, level with it.
    Beside(Hex),
    /// Cover beside an end and above it.
    Above(Hex),
    /// Cover on the level of the higher end.
    Plateau,
}

/// What a ridge on the line does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum SideSays {
    NoRidge,
    /// Both ends are on one level.
    LevelEnds,
    /// It is no higher than the lower end.
    TooLow,
    /// It is a side of the higher end's hex.
    AtTheHighEnd,
    Blocks,
}

impl HexSays {
    fn blocks(self) -> bool {
        !matches!(self, HexSays::Open | HexSays::Over)
    }
}

impl Country {
    fn ends(&self, from: Hex, to: Hex) -> Ends {
        Ends { from, to, from_level: self.level(from), to_level: self.level(to) }
    }

    fn hex_says(&self, ends: Ends, hex: Hex, cover: impl Fn(Hex) -> bool) -> HexSays {
        let level = self.level(hex);
        if level > ends.high() {
            return HexSays::Higher;
        }
        if !cover(hex) {
            return HexSays::Open;
        }
        if ends.level() {
            return if level == ends.high() { HexSays::SameLevel } else { HexSays::Over };
        }
        if level < ends.low() {
            return HexSays::Over;
        }
        let beside = |end: Hex| self.grid().distance(hex, end) == 1;
        for (end, end_level) in [(ends.from, ends.from_level), (ends.to, ends.to_level)] {
            if beside(end) && level == end_level {
                return HexSays::Beside(end);
            }
            if beside(end) && level > end_level && self.doubtful().cover_above_an_end {
                return HexSays::Above(end);
            }
        }
        if level == ends.high() && self.doubtful().cover_on_the_plateau { HexSays::Plateau } else { HexSays::Over }
    }

    fn side_says(&self, ends: Ends, side: Hexside) -> SideSays {
        if !self.is_ridge(side) {
            return SideSays::NoRidge;
        }
        let (a, b) = self.grid().hexside_hexes(side);
        let Some(high_end) = ends.high_end() else { return SideSays::LevelEnds };
        if self.level(a).max(self.level(b)) <= ends.low() {
            SideSays::TooLow
        } else if high_end == a || high_end == b {
            SideSays::AtTheHighEnd
        } else {
            SideSays::Blocks
        }
    }

    /// Whether nothing blocks the line from centre to centre; `smoke` blocks like cover.
    pub fn line_is_clear(&self, from: Hex, to: Hex, smoke: &[Hex]) -> bool {
        self.traced(from, to, |hex| self.is_cover(hex) || smoke.contains(&hex))
    }

    fn traced(&self, from: Hex, to: Hex, cover: impl Fn(Hex) -> bool + Copy) -> bool {
        let ends = self.ends(from, to);
        let hex = |hex: Hex| self.hex_says(ends, hex, cover).blocks();
        let side = |side: Hexside| self.side_says(ends, side) == SideSays::Blocks;
        !self.grid().passages(from, to).any(|passage| passage.is_blocked(hex, side))
    }

    /// Whether a line that is blocked would be clear without one hex of woods or town (OF-14.5).
    pub(crate) fn hidden_by_one(&self, from: Hex, to: Hex, smoke: &[Hex]) -> bool {
        let woods_or_town = |hex: &Hex| self.is_town(*hex) || self.terrain_id(*hex) == "woods";
        let between = |hex: &Hex| {
            let around = self.grid().distance(from, *hex) + self.grid().distance(*hex, to);
            around <= self.grid().distance(from, to) + 1
        };
        let clear_without =
            |gone: Hex| self.traced(from, to, |hex| hex != gone && self.is_cover(hex) || smoke.contains(&hex));
        self.grid().hexes().filter(woods_or_town).filter(between).any(clear_without)
    }

    /// Lines that the ground leaves clear, between all pairs of hexes: worked out when first asked for.
    pub fn lines(&self) -> &SightTable {
        self.prepared.get_or_init(|| self.prepare())
    }

    /// Works out all lines.
    pub fn prepare(&self) -> SightTable {
        let all = u16::from(self.grid().columns()) + u16::from(self.grid().rows());
        SightTable::ask_once(self.grid(), all, |from, to| self.traced(from, to, |hex| self.is_cover(hex)))
    }

    /// Everything in sight of a hex, without smoke. A hex's lines are worked out when they are first asked for: that is
    /// sooner done than all lines of a map, of which a game needs few.
    pub(crate) fn seen_from(&self, from: Hex) -> HexBits<'_> {
        if let Some(lines) = self.prepared.get() {
            return lines.field(from);
        }
        let field = self.fields[from.index()].get_or_init(|| {
            let mut field = HexSet::new(self.grid().len());
            field.extend(self.grid().hexes().filter(|&to| self.traced(from, to, |hex| self.is_cover(hex))));
            field
        });
        field.bits()
    }

    /// Whether the hex `to` is in sight of `from`: the prepared line, with smoke laid over it.
    pub fn sees_hex(&self, from: Hex, to: Hex, smoke: &[Hex]) -> bool {
        self.seen_from(from).contains(to)
            && !self.across_town(from, to)
            && (!self.smoke_may_hide(from, to, smoke) || self.line_is_clear(from, to, smoke))
    }

    /// Whether both are town hexes and not adjacent: from a town one sees no other town hex (OF-8.2).
    fn across_town(&self, from: Hex, to: Hex) -> bool {
        self.is_town(from) && self.hidden_in_town(from, to)
    }

    /// Whether smoke could block a line that the ground leaves clear: some of it stands on the line, and not below it.
    /// Smoke in an end hex hides nothing.
    fn smoke_may_hide(&self, from: Hex, to: Hex, smoke: &[Hex]) -> bool {
        let ends = self.ends(from, to);
        let between = |hex: Hex| hex != from && hex != to && self.grid().line_may_touch(from, to, hex);
        smoke.iter().any(|&hex| between(hex) && self.hex_says(ends, hex, |_| true).blocks())
    }

    /// Whether a unit in `to` is in sight of `from` (towns: OF-8.2).
    pub fn sees_unit(&self, from: Hex, to: Hex, smoke: &[Hex]) -> bool {
        !self.hidden_in_town(from, to) && self.sees_hex(from, to, smoke)
    }

    /// Every hex in which a unit is in sight of `from`, its own included.
    pub(crate) fn units_in_sight(&self, from: Hex, smoke: &[Hex]) -> HexSet {
        let mut seen = self.seen_from(from).to_set();
        let beside: Vec<Hex> =
            self.grid().neighbours(from).map(|(_, hex)| hex).filter(|&hex| seen.contains(hex)).collect();
        seen.difference_with(&self.towns);
        seen.extend(beside);
        seen.insert(from);
        if !smoke.is_empty() {
            let hidden: Vec<Hex> = seen.iter().filter(|&hex| hex != from && !self.sees_hex(from, hex, smoke)).collect();
            for hex in hidden {
                seen.remove(hex);
            }
        }
        seen
    }

    fn hidden_in_town(&self, from: Hex, to: Hex) -> bool {
        self.is_town(to) && self.grid().distance(from, to) > 1
    }

    /// Everything in sight of `from`, ahead of `facing` if it sees only ahead.
    pub(crate) fn field_of(&self, from: Hex, smoke: &[Hex], facing: Option<Direction>) -> Field {
        let grid = self.grid();
        let mut field = Field { from: grid.label(from).to_string(), ..Field::default() };
        let ahead = |to: Hex| facing.is_none_or(|facing| in_front(grid, from, facing, to));
        let clear = |to: Hex| self.sees_hex(from, to, smoke);
        for to in grid.hexes().filter(|&to| to != from && ahead(to) && clear(to)) {
            let list = if self.hidden_in_town(from, to) { &mut field.ground_only } else { &mut field.clear };
            list.push(grid.label(to).to_string());
        }
        field
    }

    /// The look from `from` to `to`, explained.
    pub(crate) fn look_at(
        &self,
        from: Hex,
        to: Hex,
        smoke: &[Hex],
        looks: Option<(Direction, &str)>,
        activated: bool,
    ) -> Look {
        let (grid, ends) = (self.grid(), self.ends(from, to));
        let cover = |hex: Hex| self.is_cover(hex) || smoke.contains(&hex);
        let hex = |hex: Hex| self.explain_hex(ends, hex, self.hex_says(ends, hex, cover), smoke.contains(&hex));
        let side = |side: Hexside| self.explain_side(ends, side);
        let (steps, _) = survey(grid, from, to, hex, side);
        let end = |hex: Hex| LookEnd {
            hex: grid.label(hex).to_string(),
            ground: self.level(hex),
            eye: self.level(hex),
            what: self.terrain_name(hex).to_owned(),
        };
        let mut look = Look::judged(end(from), end(to), grid.distance(from, to), steps, rule_ids::TRACING);
        let target = look.to.hex.clone();
        if look.blocker().is_none() && self.across_town(from, to) {
            look.hex_seen = false;
            let why = format!("The line to {target} is clear, but from a town only adjacent town hexes are seen.");
            look.block(why, rule_ids::BLOCKING);
        } else if look.blocker().is_none() && self.hidden_in_town(from, to) {
            let why = format!("The line to {target} is clear, but a unit in a town is seen only from adjacent hexes.");
            look.block(why, rule_ids::BLOCKING);
        }
        if activated {
            (look.verdict, look.rule, look.hex_seen) = (engine::Verdict::Clear, rule_ids::ACTIVATED, true);
            look.summary = format!("{target} was activated at close quarters: both see each other for this round.");
        }
        if let Some((facing, called)) = looks {
            if in_front(grid, from, facing, to) {
                let text = format!("{target} lies in the front arc of a closed vehicle that faces {called}");
                look.notes.push(LookNote { rule: rule_ids::CLOSED, text });
            } else {
                look.hex_seen = false;
                look.block(
                    format!("{target} is outside the front arc of a closed vehicle that faces {called}."),
                    rule_ids::CLOSED,
                );
            }
        }
        look
    }

    fn explain_hex(&self, ends: Ends, hex: Hex, says: HexSays, smoke: bool) -> Found {
        let level = self.level(hex);
        let name = |end: Hex| self.grid().label(end);
        let (why, rule) = match says {
            HexSays::Open => (String::new(), None),
            HexSays::Over if level < ends.low() => ("lower than both ends".to_owned(), Some(rule_ids::TRACING)),
            HexSays::Over => {
                ("beside neither end on its level: the line passes over it".to_owned(), Some(rule_ids::BLOCKING))
            }
            HexSays::Higher => (format!("ground on level {level} is higher than both ends"), Some(rule_ids::BLOCKING)),
            HexSays::SameLevel => (format!("on level {level} like both ends"), Some(rule_ids::BLOCKING)),
            HexSays::Beside(end) => (format!("beside {} and level with it", name(end)), Some(rule_ids::BLOCKING)),
            HexSays::Above(end) => (format!("beside {} and above it", name(end)), Some(rule_ids::DOUBTFUL)),
            HexSays::Plateau => (format!("on level {level} like the higher end"), Some(rule_ids::DOUBTFUL)),
        };
        let smoke = smoke && !self.is_cover(hex) && says != HexSays::Higher;
        let cover = self.is_cover(hex) || smoke;
        Found {
            weight: if says.blocks() { BLOCKS } else { 0 },
            what: match says {
                HexSays::Higher => "Higher ground".to_owned(),
                _ if smoke => "Smoke".to_owned(),
                _ => self.terrain_name(hex).to_owned(),
            },
            why,
            rule: if smoke && rule.is_some() { Some(rule_ids::SMOKE) } else { rule },
            ground: level,
            top: level + u8::from(cover),
        }
    }

    fn explain_side(&self, ends: Ends, side: Hexside) -> Found {
        let (a, b) = self.grid().hexside_hexes(side);
        let level = self.level(a).max(self.level(b));
        let says = self.side_says(ends, side);
        let why = match says {
            SideSays::NoRidge => String::new(),
            SideSays::LevelEnds => "both ends are on one level".to_owned(),
            SideSays::TooLow => format!("on level {level}, no higher than the lower end"),
            SideSays::AtTheHighEnd => "a side of the higher end's own hex".to_owned(),
            SideSays::Blocks => format!("on level {level}, higher than the lower end and away from the higher one"),
        };
        Found {
            weight: if says == SideSays::Blocks { BLOCKS } else { 0 },
            what: self.side_name(side).to_owned(),
            rule: (!why.is_empty()).then_some(rule_ids::BLOCKING),
            why,
            ground: level,
            top: level,
        }
    }
}

/// Whether `to` lies in the front arc: sixty degrees, its edges included (OF-8.4, and OF 9's fire zone).
pub fn in_front(grid: &Grid, from: Hex, facing: Direction, to: Hex) -> bool {
    grid.in_arc(from, Facing::Side(facing), to, Width::Sixty, Edge::Inclusive)
}
