//! A German's turn (OF-6.8): his card, the column that counts, the paragraph, and what is left of his Crew Points.

use engine::{Entry, Tone};

use crate::{
    booklet::{
        paragraphs::{CardId, Condition, Number, Script},
        unit_cards::{ACTION_DICE, Column, UnitCard},
    },
    play::{
        eyewitness,
        s06_rounds::{german_orders, surrender, turns},
        s07_movement::going,
        s08_sight,
    },
    reading::{self, conditions, cursors, steps},
    rule_ids::{ACTION_NUMBER, EVASION},
    state::{
        Frame, Reads,
        laid_out::{Act, Ask},
        reading::{Cause, Text},
        units::{Motion, Ratings, Side, UnitId},
    },
};

/// Columns a German consults in one turn, should special reactions follow each other.
const MOST_COLUMNS: u8 = 4;

/// A German takes his turn. Who is carried or towed passes; men who ride with a dead crew get off (OF-6.7).
pub(crate) fn german_turn(act: &mut Act<'_>, unit: UnitId) {
    let piece = act.state.unit_mut(unit);
    piece.motion = Motion::Still;
    piece.evading = None;
    if going::gets_off_alone(act.ask(), unit)
        && let Ok(carrier) = going::check_unload(act.ask(), unit)
    {
        going::unload(act, unit, carrier);
        return turns::use_turn(act, unit);
    }
    if act.state.unit(unit).hex().is_none() {
        act.note(|ask| {
            Entry::new(ACTION_NUMBER, format!("{} is carried, and passes.", ask.state.unit(unit).name))
                .tone(Tone::Quiet)
                .about([ask.state.id_of(unit)])
        });
        return turns::use_turn(act, unit);
    }
    act.note(|ask| {
        let entry = Entry::new(ACTION_NUMBER, format!("{} acts.", ask.state.unit(unit).name))
            .tone(Tone::Heading)
            .about([ask.state.id_of(unit)]);
        // What he does is told by the lines that follow; this one stands where nothing does.
        eyewitness::seen(ask, unit, entry, "stays where it is")
    });
    let mut turn = turns::fresh_turn(act.ask(), unit);
    turn.reads = Reads::Notes;
    act.state.frames.push(Frame::Turn(turn));
}

/// Goes on with the German's turn on top: reads what is to be read of his card, or ends it.
pub(crate) fn go_on_german(act: &mut Act<'_>) {
    let Frame::Turn(turn) = act.state.frames.top_mut() else { return };
    let (unit, reads) = (turn.unit, turn.reads);
    turn.reads = match reads {
        Reads::Notes => Reads::Table,
        Reads::Table | Reads::Nothing => Reads::Nothing,
    };
    turn.consulted += u8::from(reads == Reads::Table);
    let too_many = turn.consulted > MOST_COLUMNS;
    if reads == Reads::Nothing || too_many || surrender::is_helpless(act.ask(), unit) {
        german_orders::fire_into_cover(act, unit);
        return turns::end_turn(act);
    }
    let text = match reads {
        Reads::Notes => notes(act.ask(), unit).map(Text::Notes),
        Reads::Table | Reads::Nothing => consult(act, unit).map(Text::Paragraph),
    };
    if let Some(text) = text {
        let cause = Cause { german: Some(unit), ..Cause::default() };
        cursors::begin_reading(act, cause, |act| cursors::open(act, text));
        let below = act.state.frames.depth() - 1;
        reading::read_on(act, below);
    }
}

/// The card whose notes a unit reads first, if it has any.
fn notes(ask: Ask<'_>, unit: UnitId) -> Option<CardId> {
    match ask.state.unit(unit).ratings {
        Ratings::Card(card) => {
            ask.rules.unit_card(ask.state.unit(unit)).filter(|card| card.notes != Script::default()).map(|_| card)
        }
        Ratings::Crew(_) => None,
    }
}

/// The paragraph for the action number in the column that counts.
fn consult(act: &mut Act<'_>, unit: UnitId) -> Option<Number> {
    let column = column(act.ask(), unit)?;
    let table = act.rules.unit_card(act.state.unit(unit))?.actions.as_ref()?;
    let found = table.paragraph(act.state.action_number, column);
    if let Some((row, place)) = table.cell(act.state.action_number, column) {
        act.state.unit_mut(unit).cells_used |= cell_bit(row, place);
    }
    act.note(|ask| {
        let under = match column {
            Column::Condition(condition) => condition.to_string(),
            Column::Special('C') => "C, close assault".to_owned(),
            Column::Special('S') => "S, self-preservation".to_owned(),
            Column::Special('B') => "B, broken".to_owned(),
            Column::Special(letter) => format!("special reaction {letter}"),
        };
        let leads = found.map_or_else(|| "nothing".to_owned(), |number| number.to_string());
        let text =
            format!("{}: {} under {under} leads to {leads}.", ask.state.unit(unit).name, ask.state.action_number);
        Entry::new(ACTION_NUMBER, text).tone(Tone::Quiet).about([ask.state.id_of(unit)])
    });
    found
}

/// The column that counts: broken, self-preservation, close assault, another special reaction, the condition (OF-6.8).
pub(crate) fn column(ask: Ask<'_>, unit: UnitId) -> Option<Column> {
    let card = ask.rules.unit_card(ask.state.unit(unit))?;
    let reaction = ask.state.unit(unit).reaction;
    let preserves = reaction == Some('S') || conditions::at_self_preservation(ask, unit);
    let special = [
        ('B', reaction == Some('B')),
        ('S', preserves),
        ('C', surrender::enemy_within(ask, unit, ask.rules.sheet.limits.germans.close_assault)),
        (reaction.unwrap_or(' '), reaction.is_some()),
    ];
    let found = special.into_iter().find(|&(letter, counts)| counts && card.has_reaction(letter));
    found.map(|(letter, _)| Column::Special(letter)).or_else(|| condition_column(card, ask.state.condition))
}

/// Germans that evade and are out of sight at the end of a round leave the map (OF-7.7).
pub(crate) fn leave_sight(act: &mut Act<'_>) {
    let gone = |&(unit, piece): &(UnitId, &crate::state::units::Unit)| {
        piece.evading.is_some_and(|away| out_of_sight(act.ask(), unit, away))
    };
    let gone: Vec<UnitId> = act.state.active(Side::German).filter(gone).map(|(unit, _)| unit).collect();
    for unit in gone {
        steps::take_off(act, unit, EVASION, "has slipped away, out of sight");
    }
}

/// Whether no US unit sees a German, and none is nearer than so many hexes.
fn out_of_sight(ask: Ask<'_>, unit: UnitId, away: u8) -> bool {
    let Some(here) = ask.state.hex_of(unit) else { return false };
    ask.state.active(Side::Us).all(|(us, _)| {
        let far = ask.state.hex_of(us).is_none_or(|hex| ask.rules.grid().distance(here, hex) >= u16::from(away));
        far && !s08_sight::sees_unit(ask, us, unit)
    })
}

/// The column of a condition; a card that has none for it acts by the nearest it has, the earlier of two.
fn condition_column(card: &UnitCard, condition: u8) -> Option<Column> {
    let columns = card.actions.as_ref()?.columns.iter().filter_map(|column| match column {
        Column::Condition(known) => Some(*known),
        Column::Special(_) => None,
    });
    let nearest = columns.min_by_key(|known: &Condition| (known.0.abs_diff(condition), known.0));
    nearest.map(Column::Condition)
}

/// The bit of a cell of an action table in [`Unit::cells_used`], which has one for each: no table is wider than
/// [`MOST_COLUMNS`](crate::booklet::unit_cards::MOST_COLUMNS).
pub(crate) fn cell_bit(row: usize, column: usize) -> u64 {
    1 << (column * ACTION_DICE.len() + row)
}
