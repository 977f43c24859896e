//! Units from their characteristics cards (OF-2.6).

use engine::Entry;

use crate::{
    booklet::paragraphs::{CardId, words},
    play::s09_fire::ammunition,
    rule_ids::COUNTERS,
    state::{
        laid_out::{self, Act},
        units::{Ratings, Side, UnitId},
    },
};

pub(crate) fn new_from_card(act: &mut Act<'_>, id: CardId) -> Option<UnitId> {
    let card = act.rules.booklet.card(id)?;
    let side = match id.side {
        words::Side::Us => Side::Us,
        words::Side::German => Side::German,
    };
    let letter = card.letter.to_string();
    let mut unit =
        laid_out::new_unit(act.rules, side, &letter, &card.data_card, Ratings::Card(id), card.crew.unwrap_or(0));
    if side == Side::Us {
        unit.ammunition = ammunition::card_rounds(act.rules, card);
    }
    let name = unit.name.clone();
    let added = act.state.add_unit(unit);
    if added.is_none() {
        act.note(|_| Entry::new(COUNTERS, format!("{name} stays away: no number is left for another unit.")));
    }
    added
}
