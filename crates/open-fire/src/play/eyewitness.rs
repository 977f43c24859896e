//! What our men see of a German's deed (OF-6.8). The log keeps the words of the rules; beside them stands what happens
//! before our eyes, and the screen tells that first. All of these words are ours.

use engine::Entry;
use hexmap::Hex;

use crate::{
    state::{
        laid_out::Ask,
        units::{Side, UnitId},
    },
    tables::{cards::Kind, gp_fire::GpResult},
};

/// What our men call a unit: by its kind, a tank by its make; with its letter where there are more of them.
pub(crate) fn who(ask: Ask<'_>, unit: UnitId) -> String {
    let (piece, name) = (ask.state.unit(unit), noun(ask, unit));
    let alike = ask.state.active(piece.side).filter(|&(other, _)| noun(ask, other) == name).count();
    if alike > 1 { format!("the {name} {}", piece.letter) } else { format!("the {name}") }
}

/// The same where it is seen for the first time.
pub(crate) fn somebody(ask: Ask<'_>, unit: UnitId) -> String {
    let name = noun(ask, unit);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u', '8']) { "an" } else { "a" };
    format!("{article} {name}")
}

fn noun(ask: Ask<'_>, unit: UnitId) -> &str {
    let card = ask.rules.card(ask.state.unit(unit));
    match card.kind {
        Kind::Tank | Kind::TankDestroyer => &card.name,
        Kind::ArmouredCar => "armoured car",
        Kind::HalfTrack => "half-track",
        Kind::Truck => "truck",
        Kind::Jeep => "car",
        Kind::Gun => "gun",
        Kind::Squad => "squad",
        Kind::HalfSquad => "half squad",
        Kind::TankCrew => "crew",
        Kind::Pow => "prisoners",
        Kind::Fighter => "plane",
        Kind::Bunker => "bunker",
    }
}

/// A line of the log about a German, with what our men see of it; one about ours as it is.
pub(crate) fn seen(ask: Ask<'_>, unit: UnitId, entry: Entry, does: impl Into<String>) -> Entry {
    if ask.state.unit(unit).side == Side::German { entry.as_seen(who(ask, unit), does) } else { entry }
}

/// A German has come to a hex: whether he runs, draws off or comes on, and through what.
pub(crate) fn moving(ask: Ask<'_>, unit: UnitId, from: Hex, to: Hex) -> String {
    let turn = ask.state.turn().filter(|turn| turn.unit == unit);
    let nearest = |here: Hex| {
        let enemies = ask.state.active(Side::Us).filter_map(|(us, _)| ask.state.hex_of(us));
        enemies.map(|us| ask.rules.grid().distance(here, us)).min()
    };
    let (before, after) = (nearest(from), nearest(to));
    let away = after > before;
    let on_foot = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let fast = on_foot || turn.is_some_and(|turn| turn.moving.is_some_and(|moving| moving.fast));
    let how = match () {
        () if turn.is_some_and(|turn| turn.backed) => "backs away",
        () if away && fast => "runs",
        () if away => "draws off",
        () if after < before && fast && !on_foot => "comes on fast",
        () if after < before => "comes on",
        () if on_foot => "moves",
        () if fast => "races",
        () => "rolls",
    };
    format!("{how} {}", ground(ask, (from, to), away))
}

/// "for the trees", "down the road".
fn ground(ask: Ask<'_>, (from, to): (Hex, Hex), away: bool) -> String {
    let terrain = |hex: Hex| ask.rules.country.terrain_id(hex);
    let road = ask.rules.country.hexside_features(from, to).iter().any(|feature| feature.ends_with("road"));
    let into = match () {
        () if terrain(from) == terrain(to) => "through",
        () if away => "for",
        () => "into",
    };
    match terrain(to) {
        _ if road && away => "down the road".to_owned(),
        _ if road => "along the road".to_owned(),
        "woods" => format!("{into} the trees"),
        "town" => format!("{into} the houses"),
        "building" => format!("{into} the building"),
        "rough" => "over the broken ground".to_owned(),
        _ => "across the open".to_owned(),
    }
}

/// A shot, by the words of its outcome: what it does to the target follows the rule that says so.
pub(crate) fn shot(target: &str, outcome: &str) -> String {
    match outcome.split_once("; ").and_then(|(_, done)| done.split_once(": ")) {
        None => format!("fires at {target} and misses"),
        Some((_, "no effect")) => format!("hits {target}, and the shell does no harm"),
        Some((_, done)) => format!("hits {target}: {done}"),
    }
}

/// Fire with anything else, or an assault: "sprays A M4A3: panics".
pub(crate) fn blow(how: &str, target: &str, result: GpResult, done: &str) -> String {
    if result == GpResult::NoEffect {
        format!("{how} {target}, and nothing comes of it")
    } else {
        format!("{how} {target}: {done}")
    }
}

/// A special reaction as it shows (OF-6.8).
pub(crate) fn reaction(letter: char) -> &'static str {
    match letter {
        'B' => "has had enough and wants only to get away",
        'S' => "looks to its own skin from now on",
        'C' => "makes ready for a fight at close quarters",
        _ => "changes what it is about",
    }
}
