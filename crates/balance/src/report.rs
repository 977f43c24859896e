//! What plays add up to.

use std::collections::{BTreeMap, BTreeSet};

use engine::Settings;
use open_fire::OpenFire;
use serde::Serialize;

use crate::{
    play::{Platoon, Record},
    reach,
    watch::Seen,
};

/// A paragraph counts as part of a mission if it is read in more than 1 of so many plays.
const ONE_OF: usize = 200;
/// Pairs of plays at most from which the common share is taken: each with the next few.
const PAIRS_EACH: usize = 8;

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The seed.
    pub seed: String,
    /// What was chosen at the set-up; absent if everything is as usual.
    #[serde(skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// By mission, platoon and player.
    pub judged: Vec<Judged>,
}

/// A mission played often with one kind of platoon by one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The mission.
    pub mission: String,
    /// Its title.
    pub title: String,
    /// The kind of platoon.
    pub platoon: Platoon,
    /// The player.
    pub player: String,
    /// Plays.
    pub games: u32,
    /// Plays won.
    pub wins: u32,
    /// Share of plays won.
    pub win_share: f64,
    /// Half the width of the 95% interval around the share.
    pub win_margin: f64,
    /// Plays that did not end. Always zero unless the mission has a defect.
    pub endless: u32,
    /// Victory points that win.
    pub needed: i16,
    /// Victory points at the end.
    pub points: Spread,
    /// Plays by victory points.
    pub by_points: BTreeMap<i16, u32>,
    /// US vehicles killed or captured.
    pub vehicles_lost: Spread,
    /// Plays by US vehicles lost.
    pub by_vehicles_lost: BTreeMap<i16, u32>,
    /// Germans killed or captured.
    pub germans_lost: Spread,
    /// Plays by the last condition they reached.
    pub by_condition: BTreeMap<u8, u32>,
    /// Decisions of the player.
    pub decisions: Spread,
    /// Plays by decisions, in fifties: 100 for 100 to 149.
    pub by_decisions: BTreeMap<i16, u32>,
    /// Rounds begun.
    pub rounds: Spread,
    /// Different story paragraphs read in a play.
    pub stories: Spread,
    /// Story paragraphs read in more than 1 of 200 plays.
    pub stories_often: u32,
    /// How often each story paragraph is read, as a share of plays.
    pub read: BTreeMap<u16, f64>,
    /// Story paragraphs that the mission can lead to and that were never read.
    pub never_read: Vec<u16>,
    /// The share of paragraphs that two plays have in common.
    pub common: f64,
    /// Turns of Germans on the map.
    pub german_turns: u32,
    /// Those that began with a US unit in sight.
    pub german_turns_in_sight: u32,
    /// Idle turns: how many, and where most of them come from.
    pub idle: Often,
    /// Germans idle for long.
    pub idle_for_long: Often,
    /// Drives to and fro.
    pub to_and_fro: Often,
}

/// A number over all plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The least.
    pub least: i32,
    /// A quarter lies below.
    pub lower: i32,
    /// Half lie below.
    pub median: i32,
    /// A quarter lies above.
    pub upper: i32,
    /// The most.
    pub most: i32,
    /// On average.
    pub mean: f64,
}

/// Something that should not happen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Often {
    /// How often in all plays together.
    pub times: u32,
    /// By card and page, the most frequent first.
    pub mostly: Vec<(String, u32)>,
}

impl Spread {
    pub(crate) fn of(numbers: impl Iterator<Item = i32>) -> Spread {
        let mut sorted: Vec<i32> = numbers.collect();
        sorted.sort_unstable();
        let at = |quarters: usize| sorted.get((sorted.len().saturating_sub(1) * quarters) / 4).copied().unwrap_or(0);
        let sum: i64 = sorted.iter().map(|&number| i64::from(number)).sum();
        let mean = rounded(sum as f64 / sorted.len().max(1) as f64);
        Spread { least: at(0), lower: at(1), median: at(2), upper: at(3), most: at(4), mean }
    }
}

impl Often {
    fn of<'a>(plays: impl Iterator<Item = &'a BTreeMap<String, u32>>) -> Often {
        let mut by: BTreeMap<&String, u32> = BTreeMap::new();
        for (name, times) in plays.flatten() {
            *by.entry(name).or_default() += times;
        }
        let mut mostly: Vec<(String, u32)> = by.into_iter().map(|(name, times)| (name.clone(), times)).collect();
        let times = mostly.iter().map(|(_, times)| times).sum();
        mostly.sort_by_key(|(name, times)| (std::cmp::Reverse(*times), name.clone()));
        Often { times, mostly }
    }
}

impl Judged {
    pub(crate) fn of(rules: &OpenFire, platoon: Platoon, player: &str, records: &[Record]) -> Judged {
        let count = records.len().max(1) as f64;
        let wins = records.iter().filter(|record| record.won).count();
        let share = wins as f64 / count;
        let stories: Vec<BTreeSet<u16>> = records.iter().map(|record| stories_of(rules, record)).collect();
        let times = times_read(&stories);
        let reach = reach::stories(&rules.booklet, &rules.mission);
        let spread = |number: &dyn Fn(&Record) -> i32| Spread::of(records.iter().map(number));
        let germans = |number: &dyn Fn(&Seen) -> u32| records.iter().map(|record| number(&record.germans)).sum();
        Judged {
            mission: rules.mission.id.clone(),
            title: rules.mission.title.clone(),
            platoon,
            player: player.to_owned(),
            games: records.len() as u32,
            wins: wins as u32,
            win_share: rounded(share),
            win_margin: rounded(1.96 * (share * (1.0 - share) / count).sqrt()),
            endless: records.iter().filter(|record| record.endless).count() as u32,
            needed: rules.mission.victory,
            points: spread(&|record| record.points.into()),
            by_points: counted(records.iter().map(|record| record.points)),
            vehicles_lost: spread(&|record| record.vehicles_lost.into()),
            by_vehicles_lost: counted(records.iter().map(|record| record.vehicles_lost as i16)),
            germans_lost: spread(&|record| record.germans_lost.into()),
            by_condition: counted(records.iter().map(|record| record.condition)),
            decisions: spread(&|record| record.decisions as i32),
            by_decisions: counted(records.iter().map(|record| (record.decisions / 50 * 50) as i16)),
            rounds: spread(&|record| record.rounds.into()),
            stories: Spread::of(stories.iter().map(|read| read.len() as i32)),
            stories_often: times.values().filter(|&&times| times * ONE_OF > records.len()).count() as u32,
            never_read: reach.into_iter().filter(|number| !times.contains_key(number)).collect(),
            read: times.into_iter().map(|(number, times)| (number, rounded(times as f64 / count))).collect(),
            common: common(&stories),
            german_turns: germans(&|seen| seen.turns),
            german_turns_in_sight: germans(&|seen| seen.in_sight),
            idle: Often::of(records.iter().map(|record| &record.germans.idle)),
            idle_for_long: Often::of(records.iter().map(|record| &record.germans.idle_for_long)),
            to_and_fro: Often::of(records.iter().map(|record| &record.germans.to_and_fro)),
        }
    }
}

/// Four digits are enough, and are the same on every machine.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn stories_of(rules: &OpenFire, record: &Record) -> BTreeSet<u16> {
    record.read.iter().copied().filter(|&number| reach::is_story(&rules.booklet, number)).collect()
}

fn counted<T: Ord>(numbers: impl Iterator<Item = T>) -> BTreeMap<T, u32> {
    let mut counts = BTreeMap::new();
    for number in numbers {
        *counts.entry(number).or_default() += 1;
    }
    counts
}

fn times_read(stories: &[BTreeSet<u16>]) -> BTreeMap<u16, usize> {
    let mut times = BTreeMap::new();
    for &number in stories.iter().flatten() {
        *times.entry(number).or_default() += 1;
    }
    times
}

/// The share of paragraphs that two plays have in common, on average over each play with the next few.
fn common(stories: &[BTreeSet<u16>]) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0);
    for (place, one) in stories.iter().enumerate() {
        for other in stories.iter().skip(place + 1).take(PAIRS_EACH) {
            let together = one.len() + other.len();
            let both = one.intersection(other).count();
            sum += if together == 0 { 1.0 } else { 2.0 * both as f64 / together as f64 };
            pairs += 1;
        }
    }
    rounded(sum / f64::from(pairs.max(1)))
}
