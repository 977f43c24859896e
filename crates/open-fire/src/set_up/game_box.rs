//! Everything that comes in the box: tables, missions, paragraphs, the list of rules.

use std::sync::{Arc, OnceLock};

use content::{Files, read_guides};
use engine::{
    GameBox, PlayerKind, Problem, RuleId, Scenario, ScenarioInfo, SettingInfo, SettingKind, Settings, Sketch,
    SketchKind, SketchPlace,
};

use crate::{
    booklet::{
        cartridge::Mission,
        muster,
        options::Options,
        paragraphs::{self, Booklet, HexNumber},
        proofs,
    },
    map::{country::Country, ground},
    play::s01_sharing,
    rule_ids::{CAPTURE, COURSE, DARKNESS, EVASION, EXIT, FREED_MEN, PERCEPTION, RANDOM_EVENTS, VICTORY},
    set_up::{attack_words, scenario, settings},
    state::laid_out::OpenFire,
    tables::{catalogue::Catalogue, display_sheet::DisplaySheet},
};

/// What all missions share.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) sheet: Arc<DisplaySheet>,
    pub(crate) booklet: Arc<Booklet>,
    pub(crate) country: Arc<Country>,
    /// The map as open fields, once a rule case asks for it: its table of sight is worked out for all of them together.
    pub(crate) open_fields: Arc<OnceLock<Arc<Country>>>,
}

impl Parts {
    pub(crate) fn read(files: &Files) -> Result<Parts, Vec<Problem>> {
        let catalogue = Arc::new(Catalogue::read(files)?);
        let missing = || {
            let source = content::Source::new("open-fire/set-ups.toml", "");
            vec![source.whole(format!("there is no map \"{}\"", catalogue.set_ups.map), "put it into open-fire/maps/")]
        };
        let (path, text) = content::find_map(files, ground::FOLDER, &catalogue.set_ups.map).ok_or_else(missing)?;
        let map = content::read_map(files, path, text, &catalogue.palette())?;
        let country = Arc::new(Country::new(map, Arc::clone(&catalogue)));
        let booklet = paragraphs::read_all(files, country.grid())?;
        booklet.check_counters(&catalogue.sheet)?;
        muster::check(&booklet.missions, &catalogue.sheet.platoon)?;
        booklet.check_maps(&catalogue.set_ups.map)?;
        let sheet = Arc::new(catalogue.sheet.clone());
        Ok(Parts { catalogue, sheet, booklet: Arc::new(booklet), country, open_fields: Arc::default() })
    }

    /// A mission laid out.
    pub(crate) fn lay_out(&self, id: String, mission: Mission, options: Options, players: u8) -> OpenFire {
        OpenFire {
            id,
            sheet: Arc::clone(&self.sheet),
            booklet: Arc::clone(&self.booklet),
            country: Arc::clone(&self.country),
            mission,
            options,
            seats: self.catalogue.liveries.dressed(s01_sharing::seats(players)),
            roster: None,
            opening: None,
        }
    }
}

/// What the start page says about a mission.
pub(crate) fn info(rules: &OpenFire) -> ScenarioInfo {
    let mission = &rules.mission;
    ScenarioInfo {
        id: rules.id.clone(),
        title: mission.title.clone(),
        place: if mission.place.is_empty() { rules.country.map.title.clone() } else { mission.place.clone() },
        briefing: mission.briefing.clone(),
        duration: mission.duration.clone(),
        level: mission.level,
        seats: rules.seats.clone(),
        units: vec![rules.sheet.platoon.sample.units.len() as u32],
        status: "finished".to_owned(),
        settings: settings::offered(mission).into_iter().map(|setting| dressed(rules, setting)).collect(),
        sketch: Some(sketch(rules)),
    }
}

/// A setting whose values seat players: each in its livery.
fn dressed(rules: &OpenFire, mut setting: SettingInfo) -> SettingInfo {
    if let SettingKind::Choice { values } = &mut setting.kind {
        for value in values {
            value.seats = rules.country.catalogue.liveries.dressed(std::mem::take(&mut value.seats));
        }
    }
    setting
}

/// The map of the operation. Event markers that nobody has seen before the platoon is set up are not on it.
fn sketch(rules: &OpenFire) -> Sketch {
    let mission = &rules.mission;
    let place = |kind: SketchKind, label: String| {
        move |hex: &HexNumber| SketchPlace { hex: hex.label.to_string(), kind, label: label.clone() }
    };
    let deployment = mission.terms.deployment.as_ref();
    let zone = deployment.into_iter().flat_map(|deployment| {
        let (from, to) = deployment.columns;
        let labels = rules.grid().hexes().map(|hex| rules.grid().label(hex));
        labels.filter(move |label| (from..=to).contains(&label.column()))
    });
    let zone = zone.map(|label| SketchPlace { hex: label.to_string(), kind: SketchKind::Zone, label: String::new() });
    let entry = mission.entry.iter().map(place(SketchKind::Entry, String::new()));
    let exit = mission.exit.iter().map(place(SketchKind::Exit, String::new()));
    let seen = mission.markers.iter().filter(|_| deployment.is_none());
    let events = seen.map(|(number, hex)| place(SketchKind::Event, number.to_string())(hex));
    Sketch {
        map: mission.map.clone(),
        north: mission.north,
        places: zone.chain(entry).chain(exit).chain(events).collect(),
    }
}

/// A mission as it usually is, and with settings.
fn shelved(parts: &Parts, mission: &Mission) -> Scenario<OpenFire> {
    let (parts, mission) = (parts.clone(), mission.clone());
    let lay_out = move |settings: &Settings| {
        let (options, players) = (settings::options(&mission, settings), settings::chosen_players(settings));
        parts.lay_out(mission.id.clone(), mission.clone(), options, players)
    };
    let usual = lay_out(&Settings::default());
    Scenario::new(info(&usual), usual).with_settings(Box::new(move |settings| {
        let mut rules = lay_out(settings);
        rules.roster = settings::roster(&rules.sheet, settings)?;
        Ok(rules)
    }))
}

/// The revision of these rules; see [`engine::Ruleset::revision`]. What changed with each is in
/// `tests/golden/README.md`.
pub const REVISION: u32 = 6;

/// What a story tells besides paragraphs, contacts and losses: see [`engine::Ruleset::milestones`].
const MILESTONES: &[RuleId] =
    &[VICTORY, RANDOM_EVENTS, PERCEPTION, DARKNESS, EXIT, EVASION, CAPTURE, FREED_MEN, COURSE];

/// Reads the game from its data files.
///
/// # Errors
/// Everything that is wrong with them.
pub fn game_box(files: &Files, players: Vec<PlayerKind<OpenFire>>) -> Result<GameBox<OpenFire>, Vec<Problem>> {
    let parts = Parts::read(files)?;
    // The training mission first: that is where a new player starts. Then by date.
    let mut missions: Vec<&Mission> = parts.booklet.missions.iter().collect();
    missions.sort_by_key(|mission| (mission.id != "training", &mission.date, &mission.id));
    let scenarios: Vec<_> = missions.into_iter().map(|mission| shelved(&parts, mission)).collect();
    let bots: Vec<&str> = players.iter().map(|kind| kind.id).collect();
    let guides = read_guides(files, "open-fire", scenarios.iter().map(Scenario::info), &bots)?;
    let printing = files.printing("open-fire");
    let booklet = Arc::clone(&parts.booklet);
    Ok(GameBox {
        id: "open-fire",
        title: "Open Fire",
        blurb: "You lead a platoon of the 4th Armored Division across the German border, alone against an enemy who \
            acts by himself: what your crews see decides which paragraph is read, and his cards decide what he does.",
        guides,
        warnings: parts.booklet.warnings.clone(),
        rules: parts.catalogue.rules.clone(),
        scenarios,
        maps: ground::maps(files, &parts.catalogue)?,
        attacks: Some(Box::new(attack_words::FireCombat::new(Arc::clone(&parts.catalogue)))),
        read_scenario: Box::new(move |file, text| scenario::read(&parts, file, text)),
        milestones: MILESTONES,
        graph: Some(Box::new(move |id| booklet.mission(id).map(|mission| proofs::graph(&booklet, mission)))),
        players: Arc::new(players),
        revision: REVISION,
        printing,
        reprint: Box::new(|printing, players| game_box(&Files::from(printing), players)),
    })
}
