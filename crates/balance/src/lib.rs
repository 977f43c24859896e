//! Missions of `open-fire` judged by plays of bots: who wins, what it costs, how long it takes, what is read, and what
//! the Germans do meanwhile. And
//! [`duels`]: scenarios of the games for two sides.
//!
//! [`judge`] plays; [`Report`] is what came of it, the same for the same seed, byte for byte. [`words`] tells it in a
//! terminal, [`page`] as a page with charts.
//!
//! | word | meaning |
//! |---|---|
//! | decision | a choice with more than one thing to choose from, once the platoon is complete |
//! | story paragraph | a paragraph with a `story` in it; the others are the Germans' turns |
//! | common | of two plays: story paragraphs read in both, as a share of those that one of them read on average (shared / mean), over pairs of plays |
//! | idle turn | a German has a US unit in sight as his turn begins, and neither moves, turns, fires nor does anything that is told |
//! | idle for long | such turns one after the other over ten rounds, with something to fire |
//! | to and fro | a German vehicle ends its turn in a hex that it left within its last three turns |

mod campaign;
mod charts;
pub mod duels;
pub mod page;
mod play;
mod reach;
mod report;
mod watch;
pub mod words;

#[cfg(test)]
mod tests;

use bots::{InAndOut, open_fire_players};
use content::Files;
use engine::{GameBox, OpenError, PlayerKind, Problem, Settings, bot_seed};
use open_fire::OpenFire;
use rayon::prelude::{IntoParallelIterator, ParallelIterator};

pub use play::Platoon;
pub use report::{Judged, Often, Report, Spread};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The missions; all, if none is named.
    pub missions: Vec<String>,
    /// Plays of each mission with each platoon.
    pub games: u32,
    /// Decides all of them.
    pub seed: u64,
    /// The player who is to judge; the best, if none is named.
    pub bot: Option<String>,
    /// What was chosen at the set-up.
    pub settings: Settings,
    /// Plays of each baseline: in and out, and by chance. None if 0.
    pub baselines: u32,
    /// Campaigns through the missions that have a date. None if 0.
    pub campaigns: u32,
}

/// The box of the game with everybody who can judge it.
///
/// # Errors
/// Everything that is wrong with the data files.
pub fn open(files: &Files) -> Result<GameBox<OpenFire>, Vec<Problem>> {
    let mut players = open_fire_players();
    players.push(PlayerKind::new(IN_AND_OUT, "In and out", InAndOut::new));
    open_fire::game_box(files, players)
}

/// The game whose missions [`judge`] plays; scenarios of all others are for [`duels`].
pub const OF_MISSIONS: &str = "open-fire";
/// Drives in and straight out again.
pub const IN_AND_OUT: &str = "in-and-out";
/// Plays by chance.
pub const RANDOM: &str = "random";

/// Plays what is asked on all cores. `tick` is called after each play.
///
/// # Errors
/// If there is no such mission, player or setting.
pub fn judge(game: &GameBox<OpenFire>, asked: &Asked, tick: impl Fn() + Sync) -> Result<Report, OpenError> {
    let missions = missions(game, asked);
    let by_date = campaign::by_date(game, asked, &missions)?;
    let campaigns = campaign::judge(game, asked, &judge_of(game, asked), &by_date, &tick)?;
    let mut judged = Vec::new();
    for mission in missions {
        let rules = game.laid_out(&mission, &asked.settings)?;
        for platoon in Platoon::allowed(&rules) {
            for (bot, games) in players(game, asked) {
                let make = &game.player(&bot)?.make;
                let seeds = lab::seeds(asked.seed, games);
                let play = |seed: u64| {
                    let (record, _) = play::play(&rules, platoon, &mut *make(bot_seed(seed, 0)), seed);
                    tick();
                    record
                };
                // Records come back in the order of the seeds, whatever core played them.
                let records: Vec<play::Record> = seeds.into_par_iter().map(play).collect();
                judged.push(Judged::of(&rules, platoon, &bot, &records));
            }
        }
        judged.extend(campaigns.iter().filter(|campaign| campaign.mission == mission).cloned());
    }
    Ok(Report { seed: asked.seed.to_string(), settings: asked.settings.clone(), judged })
}

/// How many plays there will be; a campaign counts as one.
///
/// # Errors
/// As [`judge`].
pub fn plays(game: &GameBox<OpenFire>, asked: &Asked) -> Result<u64, OpenError> {
    let mut plays = u64::from(asked.campaigns);
    for mission in missions(game, asked) {
        let platoons = Platoon::allowed(game.laid_out(&mission, &asked.settings)?.as_ref()).len() as u64;
        plays += platoons * players(game, asked).iter().map(|(_, games)| u64::from(*games)).sum::<u64>();
    }
    Ok(plays)
}

fn missions(game: &GameBox<OpenFire>, asked: &Asked) -> Vec<String> {
    match asked.missions.is_empty() {
        true => game.scenarios.iter().map(|scenario| scenario.info().id.clone()).collect(),
        false => asked.missions.clone(),
    }
}

/// The one who judges.
fn judge_of(game: &GameBox<OpenFire>, asked: &Asked) -> String {
    let best = game.players.first().map_or(RANDOM, |kind| kind.id);
    asked.bot.clone().unwrap_or_else(|| best.to_owned())
}

/// Who plays, and how often: the one who judges first.
fn players(game: &GameBox<OpenFire>, asked: &Asked) -> Vec<(String, u32)> {
    let bot = judge_of(game, asked);
    let baselines = [IN_AND_OUT, RANDOM].into_iter().filter(|id| *id != bot && asked.baselines > 0);
    let baselines: Vec<(String, u32)> = baselines.map(|id| (id.to_owned(), asked.baselines)).collect();
    [(bot, asked.games)].into_iter().chain(baselines).collect()
}
