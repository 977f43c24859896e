//! Missions as a campaign has them: one platoon through all of them by date, with what it has become and what is
//! remembered of it.

use engine::{GameBox, ON, OpenError, Rules, bot_seed};
use open_fire::{OpenFire, play::s16_campaign::CAMPAIGN};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};

use crate::{
    Asked,
    play::{self, Platoon, Record},
    report::Judged,
};

/// Those of the missions that have a date, by date.
pub(crate) fn by_date(game: &GameBox<OpenFire>, asked: &Asked, missions: &[String]) -> Result<Vec<String>, OpenError> {
    let mut dated = Vec::new();
    for mission in missions {
        let date = game.laid_out(mission, &asked.settings)?.mission.date.clone();
        dated.extend((!date.is_empty()).then_some((date, mission.clone())));
    }
    dated.sort();
    Ok(dated.into_iter().map(|(_, mission)| mission).collect())
}

/// Plays campaigns and judges each mission by those that came to it.
pub(crate) fn judge(
    game: &GameBox<OpenFire>,
    asked: &Asked,
    bot: &str,
    missions: &[String],
    tick: impl Fn() + Sync,
) -> Result<Vec<Judged>, OpenError> {
    if asked.campaigns == 0 {
        return Ok(Vec::new());
    }
    let campaigns: Result<Vec<Vec<Record>>, OpenError> = lab::seeds(asked.seed, asked.campaigns)
        .into_par_iter()
        .map(|seed| {
            let records = campaign(game, asked, bot, missions, seed);
            tick();
            records
        })
        .collect();
    let mut campaigns: Vec<_> = campaigns?.into_iter().map(Vec::into_iter).collect();
    let mut judged = Vec::new();
    for mission in missions {
        let records: Vec<Record> = campaigns.iter_mut().filter_map(Iterator::next).collect();
        let rules = game.laid_out(mission, &asked.settings)?;
        judged.push(Judged::of(&rules, Platoon::Campaign, bot, &records));
    }
    Ok(judged)
}

/// One campaign: a record for each mission, up to the one after which nobody is left who could go on.
fn campaign(
    game: &GameBox<OpenFire>,
    asked: &Asked,
    bot: &str,
    missions: &[String],
    seed: u64,
) -> Result<Vec<Record>, OpenError> {
    let player = game.player(bot)?;
    let mut settings = asked.settings.clone();
    settings.set(CAMPAIGN, ON);
    let (mut records, mut platoon) = (Vec::new(), Platoon::New);
    for (mission, seed) in missions.iter().zip(lab::seeds(seed, missions.len() as u32)) {
        let rules = game.laid_out(mission, &settings)?;
        let (record, state) = play::play(&rules, platoon, &mut *(player.make)(bot_seed(seed, 0)), seed);
        records.push(record);
        let Some(legacy) = rules.legacy(&state) else { break };
        platoon = Platoon::Campaign;
        legacy.settings.into_iter().for_each(|(name, value)| settings.set(name, value));
    }
    Ok(records)
}
