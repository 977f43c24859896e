//! The boxes beside the board with nothing but lines in them: orders, and a campaign's record while no form shows it.

use engine::{Fact, Panel, PanelRow, Seat};

use crate::{
    booklet::paragraphs::HexNumber,
    screen::{debriefing, displays::fact},
    state::laid_out::{Ask, OpenFire},
};

pub(crate) fn panels(ask: Ask<'_>) -> Vec<Panel> {
    let mut panels = debriefing::campaign_panels(ask);
    panels.push(mission_panel(ask.rules));
    panels
}

fn mission_panel(rules: &OpenFire) -> Panel {
    let hexes = |hexes: &[HexNumber]| hexes.iter().map(|number| rules.label(number.hex)).collect::<Vec<_>>().join(" ");
    let facts = [
        fact("Orders", "", &rules.mission.briefing),
        fact("Platoon", "", &rules.mission.platoon),
        fact("Comes in at", hexes(&rules.mission.entry), ""),
        fact("Leaves at", hexes(&rules.mission.exit), ""),
    ];
    let filled = facts.into_iter().filter(|fact| !(fact.value.is_empty() && fact.detail.is_empty()));
    let rows = filled.map(|fact| row(fact, None)).collect();
    Panel { id: "mission".to_owned(), title: rules.mission.title.clone(), rows }
}

/// A fact as a line of a panel.
pub(crate) fn row(fact: Fact, seat: Option<Seat>) -> PanelRow {
    PanelRow { label: fact.label, value: fact.value, detail: fact.detail, seat, spent: false, private: false }
}
