//! Pages of our own missions, held to what they may not say.

use std::collections::{BTreeMap, BTreeSet};

use content::Files;
use engine::{Family, Provenance, Tone};

use super::*;
use crate::{
    booklet::cartridge::{Cell, Mission},
    reading::answers::{self, Answer},
    rule_ids::PARAGRAPHS,
    set_up::game_box::Parts,
};

const TIMES: usize = 5;
const SEEDS: u64 = 8;

impl Table {
    /// A mission in a round of this condition, with a platoon in the middle of the map and whoever the briefing lends.
    fn in_round(parts: &Parts, mission: &Mission, condition: u8) -> Table {
        let game = parts.lay_out(mission.id.clone(), mission.clone(), Options::default(), 1);
        let mut state = laid_out::before_generation(&game);
        (state.generation, state.condition) = (None, condition);
        let mut table = Table { game, state, log: Log::default() };
        for (letter, card, at) in [("A", "m4a3", "2010"), ("B", "m4a3", "2212"), ("C", "m10", "2414")] {
            table.us(letter, card, at);
        }
        for card in &mission.muster.joins {
            let unit = table.act_silently(|act| s02_unit_cards::new_from_card(act, *card)).unwrap();
            table.state.unit_mut(unit).place = Place::At(table.hex("2009"));
        }
        table.rounds();
        table
    }

    fn act_silently<T>(&mut self, doing: impl FnOnce(&mut Act<'_>) -> T) -> T {
        let mut dice = Seeded::new(0);
        doing(&mut Act { rules: &self.game, state: &mut self.state, dice: &mut dice, journal: &mut Silent })
    }

    /// Reads a page to its end, whatever it asks, and returns what it has told.
    fn reads(&mut self, number: Number, dice: &mut Seeded, chance: &mut rand_like::Chance) -> Vec<String> {
        let mut log = Log::default();
        let mut act = Act { rules: &self.game, state: &mut self.state, dice, journal: &mut log };
        reading::read_paragraph(&mut act, number, Cause::default());
        while matches!(act.state.frames.top(), Frame::Reading(_)) {
            let open = answers::possible(act.ask());
            let open: Vec<_> = open.into_iter().filter(|answer| answer.check(act.ask()).is_ok()).collect();
            assert!(!open.is_empty(), "{number} asks and takes no answer");
            let ready = open[chance.below(open.len())].check(act.ask()).unwrap();
            Answer::perform(ready, &mut act);
        }
        while self.state.frames.pop().is_some() {}
        let told = log.entries.iter().filter(|entry| {
            let words = entry.rule == PARAGRAPHS && entry.tone == Tone::Plain && entry.page.is_some();
            words && entry.units.is_empty() && entry.hexes.is_empty()
        });
        told.map(|entry| entry.text.clone()).collect()
    }
}

/// What a random event of ours tells twice, by mission and page.
fn told_twice(parts: &Parts, mission: &Mission) -> BTreeMap<(String, u16, String), u32> {
    let mut twice = BTreeMap::new();
    for condition in 1..=mission.activation.len() as u8 {
        let column = mission.random_events.iter().filter_map(|cells| cells.get(usize::from(condition) - 1));
        let pages: BTreeSet<_> = column
            .filter_map(|cell| match *cell {
                Cell::Paragraph { unless, number } => Some((number, unless)),
                Cell::None | Cell::Random => None,
            })
            .filter(|(number, _)| parts.booklet.paragraph(*number).unwrap().origin.provenance == Provenance::Ours)
            .collect();
        for ((number, unless), seed) in pages.into_iter().flat_map(|page| (1..=SEEDS).map(move |seed| (page, seed))) {
            let (mut dice, mut chance) = (Seeded::new(seed), rand_like::Chance(seed));
            let mut table = Table::in_round(parts, mission, condition);
            let mut heard: Vec<String> = Vec::new();
            for _ in 0..TIMES {
                if table.state.condition != condition || unless.is_some_and(|known| table.state.sighted(known.0)) {
                    break;
                }
                let told = table.reads(number, &mut dice, &mut chance);
                for text in told.iter().filter(|text| heard.contains(text)) {
                    *twice.entry((mission.id.clone(), number.0, text.clone())).or_insert(0) += 1;
                }
                heard.extend(told);
            }
        }
    }
    twice
}

/// A random event is thrown for in every round. Whoever reads its page for the second time, or the fifth, reads
/// something else, or nothing.
#[test]
fn no_random_event_tells_the_same_twice() {
    let parts = Parts::read(&Files::embedded()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let twice: Vec<String> = parts
        .booklet
        .missions
        .iter()
        .flat_map(|mission| told_twice(&parts, mission))
        .map(|((mission, number, text), times)| format!("{mission} {number:03} ({times}): {text}"))
        .collect();
    assert!(twice.is_empty(), "told more than once:\n{}", twice.join("\n"));
}

/// Nobody drives away who cannot drive (446 of Mission 4).
#[test]
fn a_truck_that_is_out_takes_no_gun_away() {
    let parts = Parts::read(&Files::embedded()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mission = parts.booklet.mission("bad-kreuznach").unwrap();
    let [truck, gun] = ["GE49", "GE53"].map(|card| CardId::read(card).unwrap());
    let after_six_rounds = |out: bool| {
        let mut table = Table::in_round(&parts, mission, 3);
        table.act_silently(|act| reading::read_paragraph(act, Number(446), Cause::default()));
        let [truck, gun] =
            [truck, gun].map(|card| whom::unit_of_card(Ask::new(&table.game, &table.state), card).unwrap());
        assert_eq!(table.state.unit(gun).place, Place::Towed(truck));
        table.act_silently(|act| crate::play::s07_movement::going::unload(act, gun, truck));
        table.state.unit_mut(truck).condition.immobilised = out;
        table.state.elapsed += 6;
        // Somebody looks at it: it does not melt into the woods.
        let hex = table.state.hex_of(gun).unwrap();
        let beside = table.game.grid().neighbours(hex).next().unwrap().1;
        table.state.units[0].place = Place::At(beside);
        table.act_silently(reading::standing_orders);
        [truck, gun].map(|unit| table.state.is_on_map(unit))
    };
    assert_eq!(after_six_rounds(false), [false, false]);
    assert_eq!(after_six_rounds(true), [true, true]);
}
