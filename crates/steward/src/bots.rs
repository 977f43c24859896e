use engine::{Seat, Table, decision_seed};

use crate::Terms;

/// The bot that is asked, with its seat: nobody where a person is, or while dice or a yes are waited for.
pub fn bot_asked<'a>(table: &dyn Table, players: &'a [String], terms: Option<&Terms>) -> Option<(Seat, &'a str)> {
    let agreed = terms.is_none_or(|terms| terms.waiting().is_empty());
    let can_act = table.closed().is_none() && table.declared().is_none() && agreed;
    let seat = table.to_act().filter(|_| can_act)?;
    let player = players.get(seat.index()).filter(|player| *player != "human")?;
    Some((seat, player))
}

/// Lets the bot in this seat do one action, from the seed that is its own at this moment. `blind` is the seed of throws
/// that nobody may see. Says whether it is done; else it waits for dice.
///
/// # Errors
/// If there is no such bot, or it wants what it may not: a defect of ours.
pub fn bot_decides(table: &mut dyn Table, seat: Seat, bot: &str, blind: u64) -> Result<bool, String> {
    let seed = table.file().seed_at(table.seq()).ok().flatten().unwrap_or_default();
    let action = table.bot_action(bot, decision_seed(seed, table.seq()));
    let action = action.ok_or_else(|| format!("there is no bot \"{bot}\""))?;
    let done = table.declare(seat, &action, blind).map_err(|error| format!("{bot} wants {action}: {error}"))?;
    Ok(done.is_some())
}
