//! What a briefing says about coming, going and standing ready: entry, exit and set-up on the map (Missions 1 to 6).

use hexmap::Grid;

use crate::booklet::{
    cartridge::Mission,
    paragraphs::{
        HexNumber,
        line::{Line, Page},
        words::{Light, Quarter, Word},
    },
};

/// The terms of a mission beyond its lists of hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The platoon comes in at this edge of the map.
    pub entry_edge: Option<Quarter>,
    /// All of it comes in at one and the same hex.
    pub one_hex: bool,
    /// Units held off the map are out of command (Mission 1).
    pub held_apart: bool,
    /// It leaves over this edge.
    pub exit_edge: Option<Quarter>,
    /// It leaves nowhere.
    pub no_exit: bool,
    /// Points for each counter of prisoners of war that is brought off the map this way (Mission 2).
    pub freed: Vec<(i16, WayOut)>,
    /// When it gets dark: counted from the end of this condition, with so many rounds it is like this (Mission 5).
    pub lights: Vec<(u8, u16, Light)>,
    /// It is set up on the map before the mission begins.
    pub deployment: Option<Deployment>,
}

/// A way off the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WayOut {
    /// Wherever it is.
    Any,
    /// From this hex.
    Hex(HexNumber),
    /// Over this edge.
    Edge(Quarter),
}

/// Where and how the platoon is set up (Mission 4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Deployment {
    /// The columns of the zone.
    pub columns: (u8, u8),
    /// Improved positions for its guns.
    pub positions: u8,
}

/// `entry 4327 4519 unstacked one-hex`, `entry west-edge one-hex`.
pub(crate) fn entry(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    mission.unstacked = line.flag("unstacked");
    line.flag("stacked");
    mission.terms.one_hex = line.flag("one-hex");
    mission.terms.held_apart = line.flag("held-out-of-command");
    let (hexes, edge) = hexes_or_edge(page, line);
    // The hexes may be those of a printed set-up.
    if !hexes.is_empty() || edge.is_some() {
        (mission.entry, mission.terms.entry_edge) = (hexes, edge);
    }
    if mission.entry.is_empty() && mission.terms.entry_edge.is_none() {
        page.missing(line, "where the platoon comes in", "entry 4101, or entry west-edge");
    }
}

/// `exit 0927`, `exit west-edge`, `exit nowhere`.
pub(crate) fn exit(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    mission.terms.no_exit = line.flag("nowhere");
    (mission.exit, mission.terms.exit_edge) = hexes_or_edge(page, line);
    let named = !mission.exit.is_empty() || mission.terms.exit_edge.is_some();
    if named == mission.terms.no_exit {
        page.missing(line, "one way to leave", "exit 0927, exit west-edge, or exit nowhere");
    }
}

fn hexes_or_edge(page: &mut Page<'_>, line: &mut Line<'_>) -> (Vec<HexNumber>, Option<Quarter>) {
    let (mut hexes, mut edge) = (Vec::new(), None);
    while let Some(atom) = line.next() {
        match atom.text.strip_suffix("-edge").and_then(Quarter::read) {
            Some(quarter) => edge = Some(quarter),
            None => hexes.extend(page.hex(&atom)),
        }
    }
    (hexes, edge)
}

/// `light since=1 dusk=11 night=21`.
pub(crate) fn light(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    let since = line.setting("since").and_then(|atom| page.condition(&atom));
    let dusk = page.count_setting(line, "dusk", 1, 99);
    let night = page.count_setting(line, "night", 1, 99);
    let Some(since) = since else { return page.missing(line, "from the end of which condition", "since=1 dusk=11") };
    let falls = [(dusk, Light::Dusk), (night, Light::Night)];
    mission.terms.lights = falls.into_iter().filter_map(|(at, light)| Some((since.0, u16::from(at?), light))).collect();
    if mission.terms.lights.is_empty() {
        page.missing(line, "when it gets dark", "dusk=11 night=21");
    }
}

/// `deploy columns="1-6" positions=2`.
pub(crate) fn deploy(page: &mut Page<'_>, line: &mut Line<'_>, mission: &mut Mission) {
    let Some(columns) = line.setting("columns") else {
        return page.missing(line, "the columns of the zone", "columns=\"1-6\"");
    };
    let positions =
        line.setting("positions").and_then(|atom| page.count(&atom, "a number of improved positions", 0, 9));
    let last = page.grid.columns();
    let column = |text: &str| text.trim().parse().ok().filter(|column| (1..=last).contains(column));
    let (from, to) = columns.text.split_once('-').unwrap_or((&columns.text, &columns.text));
    match column(from).zip(column(to)).filter(|(from, to)| from <= to) {
        Some(columns) => mission.terms.deployment = Some(Deployment { columns, positions: positions.unwrap_or(0) }),
        None => {
            let what = format!("\"{}\" are no columns of the map", columns.text);
            page.wrong(columns.span, what, format!("write one number, or \"1-{last}\" in quotes for several"));
        }
    }
}

/// `award 5 prisoners exited=west`: after the points and the word.
pub(crate) fn freed_men(page: &mut Page<'_>, line: &mut Line<'_>, points: i16, mission: &mut Mission) {
    let way = match line.setting("exited") {
        None => Some(WayOut::Any),
        Some(atom) => Quarter::read(&atom.text).map(WayOut::Edge).or_else(|| page.hex(&atom).map(WayOut::Hex)),
    };
    mission.terms.freed.extend(way.map(|way| (points, way)));
}

/// Once north is known, an edge becomes the hexes along it.
pub(crate) fn lay_edges(mission: &mut Mission, grid: &Grid) {
    let north = mission.north;
    let along = |edge: Option<Quarter>| {
        let hexes = grid.hexes().filter(move |&hex| edge.is_some_and(|edge| edge.is_edge(north, grid, hex)));
        hexes.map(|hex| HexNumber { hex, label: grid.label(hex) }).collect::<Vec<_>>()
    };
    let (entry, exit) = (along(mission.terms.entry_edge), along(mission.terms.exit_edge));
    mission.entry.extend(entry);
    mission.exit.extend(exit);
}
