//! The look from one hex to another in words: what stands on its way, what each thing does to it and by which rule.

use engine::{Found, Look, LookEffect, LookEnd, LookNote, LookStep, LookWay, RuleId, Verdict, survey};
use hexmap::{BLOCKS, Hex, Hexside, Weight};

use super::{Conditions, Eyes, Sight};
use crate::{
    rule_ids,
    tables::{
        Kind,
        catalogue::{Obstruction, SideSight, Terrain},
    },
};

impl Sight {
    /// The ground of a hex, as it is now.
    fn terrain_now(&self, hex: Hex, given: &Conditions) -> &Terrain {
        given.given().ground(hex).map_or(self.terrain(hex), |ground| &self.catalogue.terrain[ground])
    }

    /// The look from one hex to another, with everything on its way.
    pub fn look(&self, from: Hex, to: Hex, given: &Conditions) -> Look {
        let (grid, eyes) = (self.grid(), self.eyes(from, to, given.given()));
        let side = |at: Hexside| self.found_side(at, from, to);
        let (mut steps, _) = survey(grid, from, to, |hex| self.found(hex, &eyes, given), side);
        self.add_smoke_at_the_ends(&mut steps, from, to, given);
        self.block_at_the_limit(&mut steps);
        let end = |hex: Hex, kind: Kind| LookEnd {
            hex: grid.label(hex).to_string(),
            ground: self.level(hex),
            eye: self.eye_now(hex, kind, given.given()),
            what: self.terrain_now(hex, given).name.clone(),
        };
        let ends = (end(from, given.looker), end(to, given.target));
        let mut look = Look::judged(ends.0, ends.1, grid.distance(from, to), steps, rule_ids::SIGHT);
        if look.verdict == Verdict::Hindered {
            look.rule = rule_ids::HINDERED;
            let dice = self.catalogue.hindrance.dice.times(look.hindrances);
            look.cost = (!dice.is_empty()).then(|| dice.to_string());
        }
        look.notes = self.notes(from, to, given, &look);
        look
    }

    fn found(&self, hex: Hex, eyes: &Eyes, given: &Conditions) -> Found {
        let (obstacle, terrain, markers) =
            (self.obstacle(hex, eyes, given.given()), self.terrain_now(hex, given), given.markers(hex));
        let (level, reach) = (self.level(hex), self.level(hex) + terrain.elevation);
        let smoke_top = level + self.catalogue.smoke.elevation;
        let height = |reach: u8| match reach {
            reach if reach > eyes.higher => format!("it reaches level {reach}, above both eyes"),
            reach if reach == eyes.higher => format!("it reaches level {reach}, up to the higher eye"),
            reach if reach <= eyes.lower => format!("it reaches level {reach}, and both eyes look over it"),
            _ if obstacle.weight() > 0 => format!("it reaches level {reach} and hides the lower end beside it"),
            _ => format!("it reaches level {reach}, and the higher eye looks over it"),
        };
        let (what, why, rule) = if obstacle.hill {
            let why = format!("its ground is at level {level}, above both eyes");
            ("High ground".to_owned(), why, Some(rule_ids::HILLS))
        } else if obstacle.smoke > 0 && obstacle.terrain > 0 && obstacle.terrain < BLOCKS {
            (
                format!("{} and smoke", terrain.name),
                format!("both are in the way: {}", marks(markers)),
                Some(rule_ids::SMOKE),
            )
        } else if obstacle.smoke > 0 && obstacle.terrain == 0 {
            ("Smoke".to_owned(), format!("{}; {}", marks(markers), height(smoke_top)), Some(rule_ids::SMOKE))
        } else if terrain.sight != Obstruction::Open {
            let rule = if obstacle.terrain > 0 { self.section(hex) } else { rule_ids::HILLS };
            (terrain.name.clone(), height(reach), Some(rule))
        } else if markers > 0 {
            ("Smoke".to_owned(), height(smoke_top), Some(rule_ids::HILLS))
        } else {
            (terrain.name.clone(), String::new(), None)
        };
        let top = if markers > 0 { reach.max(smoke_top) } else { reach };
        Found { weight: obstacle.weight(), what, why, rule, ground: level, top }
    }

    /// The section by which the ground of a hex stands in the way.
    fn section(&self, hex: Hex) -> RuleId {
        let by_sight = match self.terrain(hex).sight {
            Obstruction::Hinders => rule_ids::HINDERED,
            Obstruction::Open | Obstruction::Blocks => rule_ids::SIGHT,
        };
        self.terrain(hex).rule.map_or(by_sight, |section| section.0)
    }

    fn found_side(&self, side: Hexside, from: Hex, to: Hex) -> Found {
        let (a, b) = self.grid().hexside_hexes(side);
        let ground = self.level(a).max(self.level(b));
        let names: Vec<&str> = self.features(side).map(|feature| feature.name.as_str()).collect();
        let what = names.join(" and ");
        let mut found = Found { weight: 0, what, why: String::new(), rule: None, ground, top: ground };
        if self.has(side, SideSight::Steep) {
            if [(a, b), (b, a)].contains(&(from, to)) {
                found.weight = 1;
                found.why = "both ends stand at it".to_owned();
                found.rule = Some(rule_ids::STEEP_SLOPES);
            } else {
                found.why = "a slope hinders only a look between its own two hexes".to_owned();
            }
        } else if self.has(side, SideSight::Cover) {
            found.why = "a wall does not hinder".to_owned();
        }
        found
    }

    fn add_smoke_at_the_ends(&self, steps: &mut Vec<LookStep>, from: Hex, to: Hex, given: &Conditions) {
        let step = |hex: Hex, at: f64, until: f64| {
            let markers = given.markers(hex);
            let weight = self.smoke_weight(markers);
            let blocks = weight == BLOCKS;
            (markers > 0).then(|| LookStep {
                hexes: vec![self.grid().label(hex).to_string()],
                side: false,
                way: LookWay::Through,
                at,
                until,
                ground: self.level(hex),
                top: self.level(hex) + self.catalogue.smoke.elevation,
                what: "Smoke".to_owned(),
                effect: if blocks { LookEffect::Blocks } else { LookEffect::Hinders },
                hindrances: if blocks { 0 } else { weight },
                why: format!("{} around one end of the look", marks(markers)),
                rule: Some(rule_ids::SMOKE),
            })
        };
        let sides = || steps.iter().filter(|step| step.side);
        let first = sides().next().map_or(0.0, |step| step.at);
        let last = sides().next_back().map_or(1.0, |step| step.at);
        let (start, end) = (step(from, 0.0, first), step(to, last, 1.0));
        steps.splice(0..0, start);
        steps.extend(end);
    }

    /// The hindrance that makes too many is the one that blocks (AS-10.3).
    fn block_at_the_limit(&self, steps: &mut [LookStep]) {
        let mut total: u8 = 0;
        for step in steps.iter_mut() {
            if step.effect == LookEffect::Blocks {
                return;
            }
            total = total.saturating_add(step.hindrances);
            if total >= self.catalogue.hindrance.blocks {
                let why = std::mem::take(&mut step.why);
                step.why = format!("{} hindrances are too many; {why}", total);
                (step.effect, step.hindrances, step.rule) = (LookEffect::Blocks, 0, Some(rule_ids::HINDERED));
                return;
            }
        }
    }

    fn notes(&self, from: Hex, to: Hex, given: &Conditions, look: &Look) -> Vec<LookNote> {
        let mut notes = Vec::new();
        let mut note = |rule: RuleId, text: String| notes.push(LookNote { rule, text });
        let behind_a_wall = || {
            // At a tie the better of the two ways is taken, as for everything else.
            let walled = |side: Hexside| {
                let (a, b) = self.grid().hexside_hexes(side);
                Weight::from((a == to || b == to) && self.has(side, SideSight::Cover))
            };
            self.grid().passages(from, to).last().is_some_and(|passage| passage.weigh(|_| 0, walled) > 0)
        };
        if look.verdict == Verdict::Hindered {
            let them = if look.hindrances == 1 { "the hindrance" } else { "both hindrances" };
            note(rule_ids::HINDERED, format!("Indirect fire ignores {them}. Spotting is at -1."));
        } else if look.rule == rule_ids::HINDERED && look.verdict == Verdict::Blocked {
            let limit = self.catalogue.hindrance.indirect;
            let text = format!(
                "Indirect fire is stopped too: it ignores {limit} hindrances and no more, unless a spotter sees."
            );
            note(rule_ids::HINDERED, text);
        }
        if look.verdict != Verdict::Blocked && behind_a_wall() {
            let walls = self.catalogue.features.iter().find(|feature| feature.sight == SideSight::Cover);
            let dice = walls.map(|wall| wall.defence.of(given.target)).unwrap_or_default();
            note(rule_ids::STONE_WALLS, format!("Behind the wall the target gets {dice} more."));
        }
        if self.grid().distance(from, to) == 1 && self.slope_between(from, to) > 0 {
            let text = "Guns and vehicles see across the steep slope and do not attack across it.";
            note(rule_ids::STEEP_SLOPES, text.to_owned());
        }
        for (hex, kind) in [(from, given.looker), (to, given.target)] {
            if self.eye(hex, kind) > self.level(hex) {
                let text = format!("Infantry in {} looks out from one level up.", self.grid().label(hex));
                note(rule_ids::TALL_HOUSES, text);
            }
        }
        if self.terrain(from).no_indirect_fire {
            let (hex, what) = (self.grid().label(from), self.terrain(from).name.to_lowercase());
            note(rule_ids::TERRAIN, format!("No indirect fire from {hex} ({what})."));
        }
        notes
    }
}

fn marks(markers: u8) -> String {
    if markers == 1 { "one smoke marker".to_owned() } else { format!("{markers} smoke markers") }
}
