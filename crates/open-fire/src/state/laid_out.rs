//! A mission laid out: everything that does not change while it is played.

use std::sync::Arc;

use engine::{Frames, Seat, SeatInfo};
use hexmap::{Grid, Hex};

use crate::{
    booklet::{
        cartridge::Mission,
        paragraphs::{Booklet, words::Light},
    },
    map::{country::Country, step_costs::Weather},
    state::{
        EventMarker, Frame, State,
        generation::Generation,
        roster::Roster,
        units::{Side, UnitId},
    },
    tables::display_sheet::DisplaySheet,
};

/// The ruleset with a mission laid out.
pub struct OpenFire {
    /// The name of the scenario.
    pub id: String,
    /// The tables.
    pub sheet: Arc<DisplaySheet>,
    /// The paragraphs and cards.
    pub booklet: Arc<Booklet>,
    /// The ground.
    pub country: Arc<Country>,
    /// The mission.
    pub mission: Mission,
    /// Which optional rules are in force.
    pub options: Options,
    /// The players: one, or several who share the platoon (OF-1.1).
    pub seats: Vec<SeatInfo>,
    /// The platoon that comes from an earlier mission (OF-16.1).
    pub roster: Option<Roster>,
    /// How things stand at the beginning, where the platoon is not generated: rule cases.
    pub opening: Option<Box<State>>,
}

/// Optional rules.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Closed vehicles see only ahead (OF-8.4).
    pub closed_arcs: bool,
    /// Ammunition is counted by type (OF-9.5).
    pub ammunition_by_type: bool,
    /// Machineguns are lost one by one (OF-9.9).
    pub separate_machineguns: bool,
    /// Hidden targets can be fired at (OF-14.5, OF-18).
    pub hidden_targets: bool,
    /// Soft ground (mission 5).
    pub soft_ground: bool,
    /// Snow (mission 6).
    pub snow: bool,
    /// The mission is part of a campaign (OF-16).
    pub campaign: bool,
}

impl OpenFire {
    /// The map's shape.
    pub fn grid(&self) -> &Grid {
        self.country.grid()
    }

    /// The state of the ground.
    pub(crate) fn weather(&self) -> Weather {
        Weather { soft: self.options.soft_ground, snow: self.options.snow }
    }

    /// The number of a hex.
    pub fn label(&self, hex: Hex) -> String {
        self.grid().label(hex).to_string()
    }

    /// A unit's id on the screen and in notation: its letter. A second unit with the letter of another is `n-2`.
    pub fn id_of(&self, state: &State, unit: UnitId) -> String {
        let letter = &state.unit(unit).letter;
        let earlier = state.units[..unit.index()].iter().filter(|other| other.letter == *letter).count();
        if earlier == 0 { letter.to_lowercase() } else { format!("{}-{}", letter.to_lowercase(), earlier + 1) }
    }

    /// The state before the first action.
    pub fn first_state(&self) -> State {
        if let Some(opening) = &self.opening {
            return State::clone(opening);
        }
        match &self.roster {
            Some(roster) => self.before_fitting_out(roster),
            None => self.before_generation(),
        }
    }

    /// The state before the platoon is generated.
    pub(crate) fn before_generation(&self) -> State {
        let marker = |&(number, hex): &(u8, crate::booklet::paragraphs::HexNumber)| EventMarker {
            number,
            hex: hex.hex,
            tried: 0,
        };
        State {
            frames: Frames::new(Frame::Generation),
            generation: Some(Generation::default()),
            units: Vec::new(),
            condition: 1,
            sightings: 0,
            markers: self.mission.markers.iter().map(marker).collect(),
            standing: Vec::new(),
            smoke: Vec::new(),
            minefields: Vec::new(),
            works: Vec::new(),
            notes: Vec::new(),
            light: Light::Day,
            round: 0,
            clock: [0; 6],
            dealt: 0,
            advantage: Side::German,
            advantage_dice: [0, 0],
            first_round: None,
            action_number: 0,
            rolled_for: None,
            gained: 0,
            lost: 0,
            lead: Seat(0),
            earned: vec![0; self.seats.len()],
            read: Vec::new(),
            disclosed: Vec::new(),
            campaign: None,
        }
    }
}
