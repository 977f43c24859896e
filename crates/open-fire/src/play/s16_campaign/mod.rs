//! The campaign (OF-1.2, OF-16): one platoon through several missions.
//!
//! | rule | module |
//! |---|---|
//! | OF-16, OF-1.2 the platoon between missions, and its text | [`crate::state::roster`], [`crate::state::roster_text`] |
//! | OF-16.1 the order of things after a mission | [`steps`] |
//! | OF-16.1, OF-16.2 deeds | [`deeds`] |
//! | OF-1.2 what is told of each mission, decorations | [`chronicle`] |
//! | OF-16.2 who survives, the pool of combat points | [`debriefing`] |
//! | OF-16.3, OF-16.4, OF-16.5 raising ratings, replacements, captured vehicles | [`steps`] |

pub mod chronicle;
pub mod debriefing;
pub mod deeds;
pub(crate) mod enlisting;
pub(crate) mod fates;
pub mod steps;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use engine::Legacy;

use crate::state::{
    Frame,
    laid_out::{Act, Ask, OpenFire},
    roster::Roster,
    roster_text,
};

/// The setting that makes a mission part of a campaign.
pub const CAMPAIGN: &str = "campaign";
/// The setting that holds the platoon of an earlier mission, as text.
pub const PLATOON: &str = "platoon";

/// The mission has been counted up: a campaign continues with the debriefing, any other game is over.
pub(crate) fn close_mission(act: &mut Act<'_>, won: bool) {
    match &act.state.campaign {
        Some(campaign) if campaign.waiting.is_some() => {
            debriefing::relieve(act, won);
            act.state.frames.replace(Frame::Over { won });
        }
        Some(_) => {
            act.state.frames.replace(Frame::Debriefing { won });
            debriefing::debrief(act, won);
        }
        None => act.state.frames.replace(Frame::Over { won }),
    }
}

/// The platoon that a finished mission hands on; none if nobody is left who could go on.
pub(crate) fn handed_on(ask: Ask<'_>) -> Option<Legacy> {
    let campaign = ask.state.campaign.as_ref().filter(|campaign| campaign.roster.can_fight())?;
    let Frame::Over { .. } = ask.state.frames.top() else { return None };
    let roster = &campaign.roster;
    let (crews, missions) = (roster.crews.len(), roster.missions.len());
    let plural = |count: usize, thing: &str| format!("{count} {thing}{}", if count == 1 { "" } else { "s" });
    Some(Legacy {
        title: "Play on with this platoon".to_owned(),
        text: format!("{} after {}", plural(crews, "crew"), plural(missions, "mission")),
        setting: PLATOON.to_owned(),
        settings: vec![(CAMPAIGN.to_owned(), "on".to_owned()), (PLATOON.to_owned(), roster_text::write(roster))],
        next: next_by_date(ask.rules, roster),
    })
}

/// The first mission by date that the platoon has not fought; any other may be chosen as well.
fn next_by_date(rules: &OpenFire, roster: &Roster) -> Option<String> {
    let fought = |id: &str| roster.missions.iter().any(|mission| mission.id == id);
    let left = rules.booklet.missions.iter().filter(|mission| !mission.date.is_empty() && !fought(&mission.id));
    left.min_by_key(|mission| (&mission.date, &mission.id)).map(|mission| mission.id.clone())
}
