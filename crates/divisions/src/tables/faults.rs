//! What the tables may not say although their form is right: numbers out of bounds, names used twice, chits nobody
//! could play.
//!
//! The bounds are wide for any counter that was ever printed and narrow enough that no sum of them overflows and no
//! list of actions grows beyond reason.

use std::{collections::BTreeSet, fmt::Display, ops::RangeInclusive};

use content::{Files, Problems, Source};

use super::{
    catalogue::Catalogue,
    events::{Effect, Event, When},
    terrain::{ByClass, Cost},
    units::{Arm, Face, Kind},
};

/// Strengths, and whatever is added to them.
const STRENGTH: RangeInclusive<i32> = -99..=99;
/// Movement points.
const MOVES: RangeInclusive<i32> = 0..=99;
/// A die never beats more than five; sight is prepared this far.
const RANGE: RangeInclusive<i32> = 0..=12;
/// Victory points for a step.
const VALUE: RangeInclusive<i32> = 0..=999;
/// Levels of growth and buildings.
const HEIGHT: RangeInclusive<i32> = 0..=9;

impl Catalogue {
    pub(crate) fn check(&self, files: &Files, problems: &mut Problems) {
        self.check_kinds(&mut Table::new(files, "divisions/units.toml", problems));
        self.check_terrain(&mut Table::new(files, "divisions/terrain.toml", problems));
        self.check_weather(&mut Table::new(files, "divisions/weather.toml", problems));
        self.check_events(&mut Table::new(files, "divisions/events.toml", problems));
        self.check_assault(&mut Table::new(files, "divisions/assault.toml", problems));
        self.check_limits(&mut Table::new(files, "divisions/limits.toml", problems));
    }

    fn check_kinds(&self, table: &mut Table<'_>) {
        table.ids("kinds", self.kind_ids());
        for kind in &self.kinds {
            table.within(&kind.id, "value", kind.value, VALUE);
            check_face(table, &kind.id, "full", &kind.full);
            check_face(table, &kind.id, "depleted", &kind.depleted);
            check_command(table, kind);
        }
    }

    fn check_terrain(&self, table: &mut Table<'_>) {
        table.ids("kinds of ground", self.terrain.iter().map(|ground| ground.id.as_str()));
        table.ids("features", self.features.iter().map(|feature| feature.id.as_str()));
        if self.terrain.is_empty() {
            table.whole("there is no ground", "give at least one [[terrain]]");
        }
        for ground in &self.terrain {
            table.within(&ground.id, "cover", ground.cover, STRENGTH);
            table.within(&ground.id, "assault", ground.assault, STRENGTH);
            table.within(&ground.id, "armour", ground.armour, STRENGTH);
            table.within(&ground.id, "height", i32::from(ground.height), HEIGHT);
            check_entry(table, &ground.id, &ground.cost);
        }
        for feature in &self.features {
            table.within(&feature.id, "assault", feature.assault, -9..=9);
            if let Some(cost) = &feature.cost {
                check_entry(table, &feature.id, cost);
            }
        }
    }

    fn check_weather(&self, table: &mut Table<'_>) {
        table.ids("kinds of weather", self.weather_ids());
        table.count("kinds of weather", self.weather.len(), 1..=99);
        for weather in &self.weather {
            let slows = [weather.slows.leg, weather.slows.tracked, weather.slows.wheeled];
            slows.into_iter().for_each(|slows| table.within(&weather.id, "slows", i32::from(slows), MOVES));
            if weather.id == "roll" {
                table.fault("roll", "\"roll\" is no weather", "scenarios write it for weather that is thrown for");
            }
        }
    }

    fn check_events(&self, table: &mut Table<'_>) {
        table.ids("event chits", self.event_ids());
        table.count("event chits", self.events.len(), 0..=99);
        for event in &self.events {
            check_event(table, event);
        }
    }

    fn check_assault(&self, table: &mut Table<'_>) {
        let assault = &self.assault;
        for (name, number) in [
            ("support", assault.support),
            ("support_limit", assault.support_limit),
            ("combined_arms", assault.combined_arms),
        ] {
            table.within(name, name, number, STRENGTH);
        }
        table.count("attackers_limit", assault.attackers_limit, 1..=12);
        let falling = assault.rows.windows(2).all(|pair| pair[0].from > pair[1].from);
        // The lowest margin two dice against two can give a lone straggler against the strongest stack is far above
        // this.
        if !falling || assault.rows.last().is_none_or(|row| row.from > -90) {
            table.whole("the rows do not cover every margin from high to low", "order them and end with from = -99");
        }
    }

    fn check_limits(&self, table: &mut Table<'_>) {
        table.count("stacking", self.limits.stacking, 1..=6);
        table.count("dice", self.limits.dice, 1..=3);
        table.count("out_of_command", usize::from(self.limits.out_of_command), 1..=9);
    }
}

fn check_face(table: &mut Table<'_>, id: &str, side: &str, face: &Face) {
    let mut within = |what: &str, number: i32, bounds| table.within(id, &format!("{side} {what}"), number, bounds);
    within("range", i32::from(face.range), RANGE);
    within("defence", face.defence, STRENGTH);
    within("assault", face.assault, STRENGTH);
    within("moves", i32::from(face.moves), MOVES);
}

fn check_command(table: &mut Table<'_>, kind: &Kind) {
    if (kind.arm == Arm::Headquarters) != (kind.command > 0) {
        let what = format!("{}: command radius {}", kind.id, kind.command);
        table.fault(&kind.id, what, "a headquarters has a command radius, and nothing else has");
    }
}

/// Ground or a road that costs nothing would be driven along for ever.
fn check_entry(table: &mut Table<'_>, id: &str, cost: &ByClass<Cost>) {
    if [cost.leg, cost.tracked, cost.wheeled].contains(&Cost(Some(0))) {
        table.fault(id, format!("{id}: it costs nothing to go there"), "every hex costs half a point at least");
    }
}

fn check_event(table: &mut Table<'_>, event: &Event) {
    let id = &event.id;
    table.within(id, "value", event.value, STRENGTH);
    if event.effect.is_some() != (event.when == When::Activation) {
        let help = "a chit played in an activation has effect = \"march\" or \"rebuild\", and no other has";
        table.fault(id, format!("{id}: nobody could play it"), help);
    }
    if event.effect == Some(Effect::March) && event.value < 0 {
        table.fault(id, format!("{id}: a march of {} points", event.value), "a march adds movement points");
    }
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(plain) {
        table.fault(id, format!("\"{id}\" cannot be used as a chit's id"), "use small letters, digits and -");
    }
}

/// A table while it is checked.
struct Table<'a> {
    source: Source<'a>,
    problems: &'a mut Problems,
}

impl<'a> Table<'a> {
    fn new(files: &'a Files, path: &'a str, problems: &'a mut Problems) -> Self {
        Table { source: Source::new(path, files.get(path).unwrap_or_default()), problems }
    }

    fn whole(&mut self, what: impl Display, help: impl Display) {
        self.problems.add(self.source.whole(what, help));
    }

    /// A fault of the entry with this id, or of the key of this name.
    fn fault(&mut self, id: &str, what: impl Display, help: impl Display) {
        let written = [format!("id = \"{id}\""), format!("{id} =")];
        let look = |written: &String| self.source.text.find(written.as_str());
        let place = if self.problems.is_full() { None } else { written.iter().find_map(look) };
        self.problems.add(match place {
            Some(place) => self.source.problem(place..place, what, help),
            None => self.source.whole(what, help),
        });
    }

    fn within(&mut self, id: &str, what: &str, number: i32, bounds: RangeInclusive<i32>) {
        if !bounds.contains(&number) {
            let help = format!("it goes from {} to {}", bounds.start(), bounds.end());
            self.fault(id, format!("{id}: {what} {number}"), help);
        }
    }

    fn count(&mut self, what: &str, number: usize, bounds: RangeInclusive<usize>) {
        if !bounds.contains(&number) {
            let help = format!("it goes from {} to {}", bounds.start(), bounds.end());
            self.fault(what, format!("{what}: {number}"), help);
        }
    }

    fn ids<'n>(&mut self, what: &str, ids: impl Iterator<Item = &'n str>) {
        let mut known = BTreeSet::new();
        for id in ids {
            if !known.insert(id) {
                self.fault(id, format!("two {what} have the id \"{id}\""), "rename one of them");
            }
        }
    }
}
