//! Who was lost (OF-2.12, OF-14): each unit once, by what became of it in the end.

use engine::Loss;

use crate::{
    play::s02_ratings,
    screen::scene,
    state::{
        laid_out::Ask,
        units::{Side, Unit, UnitId},
    },
    tables::cards::Nation,
};

/// Units of both sides that are lost, or can do nothing any more.
pub(crate) fn losses(ask: Ask<'_>) -> Vec<Loss> {
    ask.state.all_units().filter_map(|(unit, piece)| loss(ask, unit, piece)).collect()
}

fn loss(ask: Ask<'_>, unit: UnitId, piece: &Unit) -> Option<Loss> {
    // A vehicle of theirs that our men drive is what they lost, not we.
    let taken = piece.side == Side::Us && ask.rules.card(piece).nation == Some(Nation::German);
    let ours = piece.side == Side::Us && !taken;
    Some(Loss {
        seat: ours.then(|| scene::seat_of(ask.rules, piece)),
        unit: ask.state.id_of(unit),
        name: piece.name.clone(),
        fate: fate(ask, unit, piece, taken)?.to_owned(),
    })
}

fn fate(ask: Ask<'_>, unit: UnitId, piece: &Unit, taken: bool) -> Option<&'static str> {
    let on_foot = ask.rules.card(piece).kind.is_squad();
    Some(match () {
        () if taken && piece.condition.killed => "captured, and lost again",
        () if piece.captured || taken => "captured",
        () if piece.condition.killed && on_foot => "killed",
        () if piece.condition.killed => "knocked out",
        () if piece.surrendered => "surrendered",
        () if !s02_ratings::is_disabled(ask, unit) => return None,
        () if piece.condition.crew == 0 => "left without a crew",
        () => "disabled",
    })
}
