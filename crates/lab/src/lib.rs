//! Games played by bots: many of them and what they add up to, or one as a story.

pub mod story;

use dice::Seeded;
use engine::{Ending, OpenError, Ruleset, Seat, Settings, Simulated};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

/// What to play.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The scenario.
    pub scenario: String,
    /// What was chosen at the set-up.
    pub settings: Settings,
    /// The bot in each seat.
    pub players: Vec<String>,
    /// How many games.
    pub games: u32,
    /// Decides all of them.
    pub seed: u64,
}

/// What a batch came to. The same batch gives the same summary, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The ruleset.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// What was chosen at the set-up; absent if everything is as usual.
    #[serde(skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// Games played.
    pub games: u32,
    /// The seed.
    pub seed: String,
    /// By seat.
    pub sides: Vec<SideSummary>,
    /// Games that ended in a draw.
    pub draws: u32,
    /// Games that all sides lost together, against the game itself.
    pub lost: u32,
    /// Games that were stopped because they did not end. Always zero unless the rules have a defect.
    pub endless: u32,
    /// Actions of all games together.
    pub actions: u64,
    /// Actions of a game, on average.
    pub actions_per_game: f64,
    /// A fingerprint over the last states of all games: two programs that agree here played the same games.
    pub fingerprint: String,
}

/// What a batch came to for one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideSummary {
    /// The seat's id.
    pub side: String,
    /// Who played it.
    pub player: String,
    /// Games won.
    pub wins: u32,
    /// Share of games won.
    pub win_rate: f64,
    /// Half the width of the 95% interval around the share.
    pub win_rate_margin: f64,
    /// Each number of the ruleset's tally, on average.
    pub mean: std::collections::BTreeMap<String, f64>,
    /// Each number of the tally, added up over all games.
    pub total: std::collections::BTreeMap<String, i64>,
}

/// Plays a batch on all cores. `tick` is called after each game.
///
/// # Errors
/// If the scenario or a player is unknown.
pub fn run(ruleset: &dyn Ruleset, batch: &Batch, tick: impl Fn() + Sync) -> Result<Summary, OpenError> {
    let seeds = seeds(batch.seed, batch.games);
    let play = |seed: u64| {
        let game = ruleset.simulate(&batch.scenario, &batch.settings, &batch.players, seed);
        tick();
        game
    };
    // Results come back in the order of the seeds, whatever core played them.
    let games: Vec<Simulated> = seeds.into_par_iter().map(play).collect::<Result<_, _>>()?;
    Ok(summarise(ruleset, batch, &games))
}

/// The seeds of a batch, one for each game.
pub fn seeds(seed: u64, games: u32) -> Vec<u64> {
    let mut source = Seeded::new(seed);
    (0..games).map(|_| u64::from(source.below(u32::MAX)) << 32 | u64::from(source.below(u32::MAX))).collect()
}

fn summarise(ruleset: &dyn Ruleset, batch: &Batch, games: &[Simulated]) -> Summary {
    let scenario = ruleset.scenarios().into_iter().find(|info| info.id == batch.scenario);
    let seats = scenario.map(|info| info.seats_with(&batch.settings).to_vec()).unwrap_or_default();
    // Those that matter: the games were played with them, so they are good.
    let settings = scenario.and_then(|info| batch.settings.checked(&info.settings).ok()).unwrap_or_default();
    let count = games.len().max(1) as f64;
    let side = |(info, player): (&engine::SeatInfo, &String)| {
        let wins = games.iter().filter(|game| game.winner.is_some_and(|ending| ending.is_won_by(info.seat))).count();
        let rate = wins as f64 / count;
        let total = totals(games, info.seat);
        SideSummary {
            side: info.id.clone(),
            player: player.clone(),
            wins: wins as u32,
            win_rate: rate,
            win_rate_margin: 1.96 * (rate * (1.0 - rate) / count).sqrt(),
            mean: total.iter().map(|(name, sum)| (name.clone(), *sum as f64 / count)).collect(),
            total,
        }
    };
    let actions = games.iter().map(|game| game.actions).sum();
    let fingerprint = games.iter().fold(0u64, |hash, game| hash.rotate_left(5) ^ game.hash.0);
    Summary {
        game: ruleset.id().to_owned(),
        scenario: batch.scenario.clone(),
        settings,
        games: batch.games,
        seed: batch.seed.to_string(),
        sides: seats.iter().zip(&batch.players).map(side).collect(),
        draws: games.iter().filter(|game| game.winner == Some(Ending::Draw)).count() as u32,
        lost: games.iter().filter(|game| game.winner == Some(Ending::Together { won: false })).count() as u32,
        endless: games.iter().filter(|game| game.winner.is_none()).count() as u32,
        actions,
        actions_per_game: actions as f64 / count,
        fingerprint: format!("{fingerprint:016x}"),
    }
}

fn totals(games: &[Simulated], seat: Seat) -> std::collections::BTreeMap<String, i64> {
    let mut totals = std::collections::BTreeMap::new();
    for (name, by_seat) in games.iter().flat_map(|game| &game.tally) {
        *totals.entry(name.clone()).or_default() += i64::from(by_seat.get(seat.index()).copied().unwrap_or(0));
    }
    totals
}

#[cfg(test)]
mod tests;
