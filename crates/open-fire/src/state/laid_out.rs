//! A mission laid out: everything that does not change while it is played.

use std::{collections::BTreeMap, sync::Arc};

use engine::{Frames, Seat, SeatInfo, UnitSet};
use hexmap::{Direction, Grid, Hex};

use crate::{
    booklet::{
        cartridge::Mission,
        options::Options,
        paragraphs::{
            Booklet,
            words::{Ground, Light, Weather as Sky},
        },
        unit_cards::UnitCard,
    },
    map::{country::Country, step_costs::Weather},
    state::{
        EventMarker, Frame, State,
        generation::Generation,
        roster::Roster,
        units::{Motion, Place, Ratings, Side, Space, Unit},
    },
    tables::{cards::Card, display_sheet::DisplaySheet},
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

/// The state before the platoon is generated.
pub(crate) fn before_generation(rules: &OpenFire) -> State {
    let marker = |&(number, hex): &(u8, crate::booklet::paragraphs::HexNumber)| EventMarker {
        number,
        hex: hex.hex,
        tried: UnitSet::NONE,
    };
    State {
        frames: Frames::new(Frame::Generation),
        generation: Some(Generation::default()),
        units: Vec::new(),
        condition: 1,
        sightings: 0,
        // A platoon that is set up on the map does not see them before (Mission 4).
        markers: match rules.mission.terms.deployment {
            Some(_) => Vec::new(),
            None => rules.mission.markers.iter().map(marker).collect(),
        },
        looking: Vec::new(),
        orders_wait: None,
        left_behind: Vec::new(),
        rounds_wait: false,
        came_in_at: None,
        standing: Vec::new(),
        smoke: Vec::new(),
        minefields: Vec::new(),
        works: Vec::new(),
        freed: Vec::new(),
        notes: Vec::new(),
        obstacles: Vec::new(),
        light: Light::Day,
        weather: Sky::Clear,
        ground: None,
        counts: rules.roster.as_ref().map_or_else(BTreeMap::new, |roster| roster.remembered.clone()),
        round: 0,
        clock: [0; 6],
        elapsed: 0,
        dealt: 0,
        advantage: Side::German,
        advantage_dice: [0, 0],
        first_round: None,
        action_number: 0,
        rolled_for: None,
        gained: 0,
        lost: 0,
        lead: Seat(0),
        earned: vec![0; rules.seats.len()],
        read: Vec::new(),
        disclosed: Vec::new(),
        filled: Vec::new(),
        offers: Vec::new(),
        campaign: None,
        names: Vec::new(),
    }
}

impl OpenFire {
    /// The data card of a unit; a halved squad has that of a half squad.
    pub fn card(&self, unit: &Unit) -> &Card {
        &self.sheet.cards[usize::from(unit.card)]
    }

    /// The characteristics card of a unit that has one.
    pub fn unit_card(&self, unit: &Unit) -> Option<&UnitCard> {
        match unit.ratings {
            Ratings::Card(card) => self.booklet.cards.get(&card),
            Ratings::Crew(_) => None,
        }
    }

    /// The map's shape.
    pub fn grid(&self) -> &Grid {
        self.country.grid()
    }

    /// The state of the ground: as the mission began, until a paragraph changes it.
    pub(crate) fn weather(&self, state: &State) -> Weather {
        match state.ground {
            None => Weather { soft: self.options.soft_ground, snow: self.options.snow },
            Some(ground) => Weather { soft: ground == Ground::Soft, snow: ground == Ground::Snow },
        }
    }

    /// What a hexside is called by the mission's compass.
    pub(crate) fn facing(&self, side: Direction) -> &'static str {
        self.mission.north.facing(side)
    }

    /// The number of a hex.
    pub fn label(&self, hex: Hex) -> String {
        self.grid().label(hex).to_string()
    }
}

/// A question about a mission in its present state.
pub type Ask<'a> = engine::Ask<'a, 'a, OpenFire>;

/// The same, where the answer is something that was laid out (`'r`) and outlives the look at the state.
pub type AskOf<'r, 's> = engine::Ask<'r, 's, OpenFire>;

/// Something done in a mission.
pub type Act<'a> = engine::Act<'a, OpenFire>;

/// A unit as it comes out of the box.
///
/// # Panics
/// If there is no such data card: whoever names one has been checked when the tables, the booklet or the set-up were
/// read.
pub(crate) fn new_unit(rules: &OpenFire, side: Side, letter: &str, card: &str, ratings: Ratings, crew: u8) -> Unit {
    let place = rules.sheet.cards.iter().position(|known| known.id == card);
    let place = place.expect("data cards are checked when they are named");
    let data = &rules.sheet.cards[place];
    let preservation = match &ratings {
        Ratings::Card(id) => rules.booklet.card(*id).and_then(|card| card.self_preservation),
        Ratings::Crew(_) => None,
    };
    Unit {
        letter: letter.to_owned(),
        side,
        owner: Seat(0),
        card: place as u16,
        name: format!("{letter} {}", data.name),
        ratings,
        place: Place::OffMap,
        facing: hexmap::Direction::N,
        turret: hexmap::Direction::N,
        closed: false,
        defilade: false,
        prepared: false,
        condition: crate::tables::damage::Condition::fresh(data, crew, preservation),
        halved: false,
        captured: false,
        guard: None,
        awarded: false,
        ammunition: None,
        out_of_ammunition: false,
        space: if side == Side::Us { Space::Unaware } else { Space::Complete },
        motion: Motion::Still,
        hit_by: Vec::new(),
        hurt: Vec::new(),
        penetrated: false,
        machineguns: crate::state::units::Machineguns::default(),
        fired: crate::state::units::Fired::default(),
        cells_used: 0,
        reaction: None,
        remembers: Vec::new(),
        retreat: None,
        exited_at: None,
        dug_in: false,
        evading: None,
        via: None,
        surrendered: false,
        glimpsed_by: UnitSet::NONE,
        crew_from: None,
    }
}
