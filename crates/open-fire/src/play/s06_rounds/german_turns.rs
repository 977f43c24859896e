//! A German's turn (OF-6.8): his card, the column that counts, the paragraph, and what is left of his Crew Points.

use dice::{Dice, Throw};
use engine::{Entry, Journal, Tone};
use hexmap::Hex;

use crate::{
    booklet::{
        paragraphs::{CardId, Condition, Number, Script},
        unit_cards::{Column, UnitCard},
    },
    rule_ids::{ACTION_NUMBER, EVASION},
    screen::displays::cell_bit,
    state::{
        Frame, Reads, State,
        laid_out::OpenFire,
        reading::{Cause, Text},
        units::{Motion, Place, Ratings, Side, Space, UnitId},
    },
};

/// An active US unit this near brings the Close Assault column into play.
pub(crate) const CLOSE_ASSAULT: u16 = 2;
/// Columns a German consults in one turn, should special reactions follow each other.
const MOST_COLUMNS: u8 = 4;

impl OpenFire {
    /// A German takes his turn. Who is carried or towed passes (OF-6.7).
    pub(crate) fn german_turn(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        let stands = state.unit_mut(unit);
        stands.motion = Motion::Still;
        stands.evading = None;
        if stands.hex().is_none() {
            journal.note(|| {
                Entry::new(ACTION_NUMBER, format!("{} is carried, and passes.", state.unit(unit).name))
                    .tone(Tone::Quiet)
                    .about([self.id_of(state, unit)])
            });
            return self.use_turn(state, unit);
        }
        journal.note(|| {
            Entry::new(ACTION_NUMBER, format!("{} acts.", state.unit(unit).name))
                .tone(Tone::Heading)
                .about([self.id_of(state, unit)])
        });
        let mut turn = self.fresh_turn(state, unit);
        turn.reads = Reads::Notes;
        state.frames.push(Frame::Turn(turn));
    }

    /// Goes on with the German's turn on top: reads what is to be read of his card, or ends it.
    pub(crate) fn go_on_german(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let Frame::Turn(turn) = state.frames.top_mut() else { return };
        let (unit, reads) = (turn.unit, turn.reads);
        turn.reads = match reads {
            Reads::Notes => Reads::Table,
            Reads::Table | Reads::Nothing => Reads::Nothing,
        };
        turn.consulted += u8::from(reads == Reads::Table);
        let too_many = turn.consulted > MOST_COLUMNS;
        if reads == Reads::Nothing || too_many || self.is_helpless(state, unit) {
            return self.end_turn(state);
        }
        let text = match reads {
            Reads::Notes => self.notes(state, unit).map(Text::Notes),
            _ => self.consult(state, unit, journal).map(Text::Paragraph),
        };
        if let Some(text) = text {
            let cause = Cause { german: Some(unit), ..Cause::default() };
            self.begin_reading(state, cause, journal, |this, state, journal| this.open(state, text, journal));
            let below = state.frames.depth() - 1;
            self.read_on(state, below, dice, journal);
        }
    }

    /// The card whose notes a unit reads first, if it has any.
    fn notes(&self, state: &State, unit: UnitId) -> Option<CardId> {
        match state.unit(unit).ratings {
            Ratings::Card(card) => {
                self.unit_card(state, unit).filter(|card| card.notes != Script::default()).map(|_| card)
            }
            Ratings::Crew(_) => None,
        }
    }

    /// The paragraph for the action number in the column that counts.
    fn consult(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) -> Option<Number> {
        let column = self.column(state, unit)?;
        let table = self.unit_card(state, unit)?.actions.as_ref()?;
        let found = table.paragraph(state.action_number, column);
        if let Some((row, place)) = table.cell(state.action_number, column) {
            state.unit_mut(unit).cells_used |= cell_bit(row, place);
        }
        journal.note(|| {
            let under = match column {
                Column::Condition(condition) => condition.to_string(),
                Column::Special('C') => "C, close assault".to_owned(),
                Column::Special('S') => "S, self-preservation".to_owned(),
                Column::Special('B') => "B, broken".to_owned(),
                Column::Special(letter) => format!("special reaction {letter}"),
            };
            let leads = found.map_or_else(|| "nothing".to_owned(), |number| number.to_string());
            let text = format!("{}: {} under {under} leads to {leads}.", state.unit(unit).name, state.action_number);
            Entry::new(ACTION_NUMBER, text).tone(Tone::Quiet).about([self.id_of(state, unit)])
        });
        found
    }

    /// The column that counts: broken, self-preservation, close assault, another special reaction, the condition (OF-6.8).
    pub(crate) fn column(&self, state: &State, unit: UnitId) -> Option<Column> {
        let card = self.unit_card(state, unit)?;
        let reaction = state.unit(unit).reaction;
        let preserves = reaction == Some('S') || self.at_self_preservation(state, unit);
        let special = [
            ('B', reaction == Some('B')),
            ('S', preserves),
            ('C', self.enemy_within(state, unit, CLOSE_ASSAULT)),
            (reaction.unwrap_or(' '), reaction.is_some()),
        ];
        let found = special.into_iter().find(|&(letter, counts)| counts && card.has_reaction(letter));
        found.map(|(letter, _)| Column::Special(letter)).or_else(|| condition_column(card, state.condition))
    }

    /// Whether an active enemy is so near.
    pub(crate) fn enemy_within(&self, state: &State, unit: UnitId, hexes: u16) -> bool {
        let Some(here) = state.hex_of(unit) else { return false };
        let enemy = state.unit(unit).side.enemy();
        let near = |hex: Hex| self.grid().distance(here, hex) <= hexes;
        state.active(enemy).any(|(other, _)| state.hex_of(other).is_some_and(near))
    }

    /// Whether a unit has nothing more to do in this turn, because it was hurt or has gone.
    pub(crate) fn is_helpless(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).is_active() || !matches!(state.unit(unit).space, Space::Turns(_))
    }

    /// Germans that evade and are out of sight at the end of a round leave the map (OF-7.7).
    pub(crate) fn leave_sight(&self, state: &mut State, journal: &mut dyn Journal) {
        let gone = |&(unit, stands): &(UnitId, &crate::state::units::Unit)| {
            stands.evading.is_some_and(|away| self.out_of_sight(state, unit, away))
        };
        let gone: Vec<UnitId> = state.active(Side::German).filter(gone).map(|(unit, _)| unit).collect();
        for unit in gone {
            self.take_off(state, unit, EVASION, "has slipped away, out of sight", journal);
        }
    }

    /// Whether no US unit sees a German, and none is nearer than so many hexes.
    fn out_of_sight(&self, state: &State, unit: UnitId, away: u8) -> bool {
        let Some(here) = state.hex_of(unit) else { return false };
        state.active(Side::Us).all(|(us, _)| {
            let far = state.hex_of(us).is_none_or(|hex| self.grid().distance(here, hex) >= u16::from(away));
            far && !self.sees_unit(state, us, unit)
        })
    }

    /// The retreat hex of a German, thrown for when it is first needed (OF-6.8, the missions' retreat tables).
    pub(crate) fn retreat_hex(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Option<Hex> {
        if let Some(known) = state.unit(unit).retreat {
            return Some(known);
        }
        let face = dice.throw(&Throw::d10("retreat hex")).faces()[0] as u8;
        let hex = self.mission.retreat_hex(face)?.hex;
        state.unit_mut(unit).retreat = Some(hex);
        journal.note(|| {
            let text = format!("{} will go for {}.", state.unit(unit).name, self.label(hex));
            Entry::new(ACTION_NUMBER, text).about([self.id_of(state, unit)]).at([self.label(hex)])
        });
        Some(hex)
    }

    /// A German surrenders: taken at once by a US unit in his hex, else when one comes (OF-6.8).
    pub(crate) fn surrender(&self, state: &mut State, unit: UnitId, journal: &mut dyn Journal) {
        journal.note(|| {
            Entry::new(ACTION_NUMBER, format!("{} surrenders.", state.unit(unit).name))
                .tone(Tone::Combat)
                .about([self.id_of(state, unit)])
        });
        let here = state.hex_of(unit);
        if state.active(Side::Us).any(|(us, _)| state.hex_of(us) == here) {
            return self.capture(state, unit, journal);
        }
        for load in self.loads(state, unit) {
            if let Some(hex) = here {
                state.unit_mut(load).place = Place::At(hex);
            }
            self.lay_down_arms(state, load);
            journal.note(|| {
                Entry::new(ACTION_NUMBER, format!("{} surrenders with it.", state.unit(load).name))
                    .about([self.id_of(state, load)])
            });
        }
        self.lay_down_arms(state, unit);
    }

    pub(crate) fn lay_down_arms(&self, state: &mut State, unit: UnitId) {
        let stands = state.unit_mut(unit);
        stands.surrendered = true;
        stands.space = Space::Inactive;
        stands.evading = None;
    }
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
