//! What the scenario files of several rulesets say alike: the map, who fights, ground that is worth points, what a
//! victory takes.

use engine::{Objective, Seat, SeatInfo, Victory};
use hexmap::{Grid, Hex};
use serde::Deserialize;

use crate::{Files, Liveries, Map, MapSpec, Palette, Problems, Source, Spanned, find_map, map_files, map_id, read_map};

/// The map that a scenario names, or holds itself.
#[derive(Copy, Clone)]
pub struct MapChoice<'a> {
    /// The name of a map file, without its ending.
    pub name: Option<&'a Spanned<String>>,
    /// The map itself.
    pub ground: Option<&'a MapSpec>,
}

impl MapChoice<'_> {
    /// Reads the map, if it is named in a folder of maps or lies in the scenario.
    pub fn read(
        self,
        files: &Files,
        folder: &str,
        palette: &Palette,
        source: &Source<'_>,
        problems: &mut Problems,
    ) -> Option<Map> {
        match (self.name, self.ground) {
            (None, Some(ground)) => ground.check(source, problems, &palette.terrain_ids(), &palette.feature_ids()),
            (Some(name), None) => {
                let Some((path, text)) = find_map(files, folder, name.get_ref()) else {
                    let known: Vec<&str> = map_files(files, folder).map(|(path, _)| map_id(path)).collect();
                    problems.lookup(source, "map", name, known.iter().copied());
                    return None;
                };
                read_map(files, path, text, palette).map_err(|found| problems.extend(found)).ok()
            }
            (name, _) => {
                let span = name.map_or(0..0, Spanned::span);
                let help = "give either map = \"name\" or a [ground] table";
                problems.add(source.problem(span, "a scenario needs one map", help));
                None
            }
        }
    }
}

/// A hex worth points, as a scenario says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSpec {
    /// The hex.
    pub hex: Spanned<String>,
    /// The name that players read.
    pub name: String,
    /// What it is worth at the end.
    pub points: i32,
    /// The side that holds it at the start.
    pub held_by: Option<Spanned<String>>,
}

impl ObjectiveSpec {
    /// The objective, once its hex and its holder are known.
    pub fn at(&self, hex: Hex, held_by: Option<Seat>) -> Objective {
        Objective { hex, name: self.name.clone(), points: self.points, held_by }
    }
}

/// What a victory takes, as far as a scenario says it.
#[derive(Copy, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictorySpec {
    margin: Option<i32>,
    decisive: Option<i32>,
    handicap: Option<[i32; 2]>,
}

impl VictorySpec {
    /// What it takes; where the scenario is silent, what is usual in its game.
    pub fn or(self, usual: Victory) -> Victory {
        Victory {
            margin: self.margin.unwrap_or(usual.margin),
            decisive: self.decisive.unwrap_or(usual.decisive),
            handicap: self.handicap.unwrap_or(usual.handicap),
        }
    }
}

/// Those who fight, each with id, name and colours, as they sit at the table.
pub fn seats<'s>(
    sides: impl IntoIterator<Item = (&'s Spanned<String>, &'s str, &'s str)>,
    liveries: &Liveries,
) -> Vec<SeatInfo> {
    let seat = |(index, (id, name, colours)): (u8, (&Spanned<String>, &str, &str))| SeatInfo {
        seat: Seat(index),
        id: id.get_ref().clone(),
        name: name.to_owned(),
        colours: colours.to_owned(),
        livery: liveries.of(colours),
    };
    (0u8..).zip(sides).map(seat).collect()
}

/// The name of a scenario: that of its file.
pub fn stem(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml")
}

impl Problems {
    /// Adds a problem for each thing of which a scenario has more than its game can count: how many there are, what
    /// they are, and the most there may be.
    pub fn check_counts(&mut self, source: &Source<'_>, counts: &[(usize, &str, usize)]) {
        for &(count, what, most) in counts.iter().filter(|(count, _, most)| count > most) {
            self.add(source.whole(format!("{count} {what}"), format!("a scenario has at most {most}")));
        }
    }

    /// The hex that a number names; if there is none, adds a problem.
    pub fn hex(&mut self, source: &Source<'_>, grid: &Grid, label: &Spanned<String>) -> Option<Hex> {
        let problem = |error| source.problem(label.span(), error, "use the number of a hex on this map, as in 0304");
        self.keep(grid.parse(label.get_ref()).map_err(problem))
    }
}
