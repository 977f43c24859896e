//! The Display Sheet and the Unit Data Cards (OF-2.8, OF-2.10): every table of the game in one place, checked against
//! each other.

use content::{Files, Problems, Source, read_newer_table, read_table};
use engine::{Problem, Provenance};
use serde::Deserialize;

use crate::tables::{
    accidents::AccidentTable,
    ap_fire::{ApModifications, ApTrack, Weapon},
    ar_track::ArTrack,
    cards::Card,
    counters::CounterMix,
    crew_reduction::CrewReduction,
    damage::DamageSummary,
    decorations::Decorations,
    forms::Span,
    gp_fire::{GpModifications, GpTrack},
    hindrances::Hindrances,
    limits::Limits,
    movement_costs::MovementChart,
    names::NameList,
    platoon::PlatoonTables,
    symbols::Symbols,
};

/// The folder of the game in the content.
pub(crate) const GAME: &str = "open-fire";

/// Data cards that units get in play: men who leave their tank (OF-12), and squads at half strength (OF-10).
const RULED: [&str; 3] = ["tank-crew", "us-half-squad", "ge-half-squad"];

/// All tables.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct DisplaySheet {
    pub cards: Vec<Card>,
    pub ap_track: ApTrack,
    pub ap_modifications: ApModifications,
    pub gp_track: GpTrack,
    pub gp_modifications: GpModifications,
    pub movement: MovementChart,
    pub accidents: AccidentTable,
    pub damage: DamageSummary,
    pub crew_reduction: CrewReduction,
    pub ar_track: ArTrack,
    pub platoon: PlatoonTables,
    pub counters: CounterMix,
    pub limits: Limits,
    pub symbols: Symbols,
    pub hindrances: Hindrances,
    pub names: NameList,
    /// What crews are decorated for.
    pub decorations: Decorations,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    card: Vec<Card>,
}

impl DisplaySheet {
    /// Rounds that a vehicle holds: what its card says, and no more than the record sheet has boxes. German cards do
    /// not say (OF-16.5).
    pub(crate) fn most_rounds(&self, card: &Card) -> u8 {
        let boxes = self.platoon.ammunition.most;
        if card.main_gun { card.max_ammo.unwrap_or(boxes).min(boxes) } else { 0 }
    }

    /// Reads the tables.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn read(files: &Files) -> Result<DisplaySheet, Vec<Problem>> {
        let mut problems = Problems::default();
        let cards = read_table::<CardFile>(files, GAME, "cards", &mut problems);
        let ap_track = read_table(files, GAME, "ap-track", &mut problems);
        let ap_modifications = read_table(files, GAME, "ap-modifiers", &mut problems);
        let gp_track = read_table(files, GAME, "gp-track", &mut problems);
        let gp_modifications = read_table(files, GAME, "gp-modifiers", &mut problems);
        let movement = read_table(files, GAME, "movement", &mut problems);
        let accidents = read_table(files, GAME, "accidents", &mut problems);
        let damage = read_table(files, GAME, "damage", &mut problems);
        let crew_reduction = read_table(files, GAME, "crew-reduction", &mut problems);
        let ar_track = read_table(files, GAME, "ar-track", &mut problems);
        let platoon = read_table(files, GAME, "platoon", &mut problems);
        let counters = read_table(files, GAME, "counters", &mut problems);
        let limits = read_newer_table(files, GAME, "limits", &mut problems);
        let symbols = read_newer_table(files, GAME, "symbols", &mut problems);
        let hindrances = read_newer_table(files, GAME, "hindrances", &mut problems);
        let names = read_newer_table(files, GAME, "names", &mut problems);
        let decorations = read_newer_table(files, GAME, "decorations", &mut problems);
        let sheet = (|| {
            Some(DisplaySheet {
                cards: cards?.card,
                ap_track: ap_track?,
                ap_modifications: ap_modifications?,
                gp_track: gp_track?,
                gp_modifications: gp_modifications?,
                movement: movement?,
                accidents: accidents?,
                damage: damage?,
                crew_reduction: crew_reduction?,
                ar_track: ar_track?,
                platoon: platoon?,
                counters: counters?,
                limits: limits?,
                symbols: symbols?,
                hindrances: hindrances?,
                names: names?,
                decorations: decorations?,
            })
        })();
        if let Some(sheet) = &sheet {
            sheet.check(&mut problems);
        }
        problems.finish(sheet)
    }

    /// The card with this id.
    pub fn card(&self, id: &str) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id)
    }

    /// The row of the AP track with this id.
    pub fn weapon(&self, id: &str) -> Option<&Weapon> {
        self.ap_track.weapons.iter().find(|weapon| weapon.id == id)
    }

    /// Names in one table must be known to the others.
    fn check(&self, problems: &mut Problems) {
        let mut wrong = |file: &str, what: String| {
            let path = format!("open-fire/{file}.toml");
            problems.add(Source::new(&path, "").whole(what, "the tables of the game must agree with each other"));
        };
        for card in &self.cards {
            for fault in card.faults() {
                wrong("cards", format!("{}: {fault}", card.id));
            }
            let row = if card.main_gun { Some(&card.id) } else { card.anti_tank.as_ref() };
            if let Some(row) = row.filter(|row| self.weapon(row).is_none()) {
                wrong("cards", format!("{}: the AP track has no row \"{row}\"", card.id));
            }
            for area in self.areas_of(card).filter(|area| self.damage.area(area).is_none()) {
                wrong("cards", format!("{}: damage.toml has no area \"{area}\"", card.id));
            }
        }
        for card in RULED.into_iter().filter(|card| self.card(card).is_none()) {
            wrong("cards", format!("there is no card \"{card}\", and the rules make such units"));
        }
        let named = self.counters.all().iter().flat_map(|found| found.back.iter().chain([&found.card]));
        for card in named.filter(|card| self.card(card).is_none()) {
            wrong("counters", format!("there is no card \"{card}\""));
        }
        let bought = self.platoon.vehicles.iter().map(|vehicle| &vehicle.card);
        for card in bought.chain(self.platoon.sample.units.iter().map(|unit| &unit.card)) {
            if self.card(card).is_none() {
                wrong("platoon", format!("there is no card \"{card}\""));
            }
        }
        if !Span::cover(self.accidents.rows.iter().map(|row| row.die), 10) {
            wrong("accidents", "the rows do not cover 1 to 10 in order".to_owned());
        }
        for fault in self.symbols.faults(&self.cards) {
            wrong("symbols", fault);
        }
        for fault in self.ar_track.faults() {
            wrong("ar-track", fault);
        }
        if !self.ap_modifications.list.is_sorted_by_key(|modification| modification.section) {
            wrong("ap-modifiers", "the sections are not in order".to_owned());
        }
    }

    /// Names of terrain and features that the tables use and `terrain.toml` must know.
    pub(crate) fn grounds(&self) -> (Vec<&str>, Vec<&str>) {
        let ap = self.ap_modifications.list.iter().map(|modification| modification.terrain.as_str());
        let gp = self.gp_modifications.list.iter().map(|modification| modification.terrain.as_str());
        let terrain = self.movement.terrain_ids().chain(ap).chain(gp).filter(|id| !id.is_empty());
        (terrain.collect(), self.movement.feature_ids().collect())
    }

    fn areas_of<'a>(&self, card: &'a Card) -> impl Iterator<Item = &'a str> {
        use hexmap::Arc::{Front, Rear, Side};
        [Front, Side, Rear].into_iter().flat_map(|facing| card.chart(facing)).map(|area| area.area.as_str())
    }
}
