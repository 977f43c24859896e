//! The units of a set-up: from `[[unit]]` to a [`Unit`] where and how the file says.

use content::{Spanned, Step};
use engine::{Seat, UnitId, nearest};
use hexmap::Direction;

use crate::{
    booklet::paragraphs::{CardId, Letter},
    play::{s02_men, s04_generation::mustering, s09_fire::ammunition, s14_damage},
    rule_ids::{COUNTERS, SHARED, UNIT_CARDS},
    set_up::{
        scenario::SetUp,
        scenario_faults,
        scenario_spec::UnitSpec,
        scenario_words::{self, Acts},
    },
    state::{
        State, Work, WorkKind, faults, laid_out,
        units::{Crew, Fired, Motion, Place, Ratings, Side, Space, Unit},
    },
    tables::cards::{Card, Kind, Nation},
};

const PACES: [(&str, Motion); 3] = [("still", Motion::Still), ("slow", Motion::Slow), ("fast", Motion::Fast)];
/// Units of a set-up: a case is small, and a game that begins with these never has more than there are numbers for.
const MOST_UNITS: usize = 30;
/// What a German's card may say he is worth.
const POINTS: std::ops::RangeInclusive<i64> = 0..=20;

/// A crew as it is if the set-up does not say otherwise: an ordinary one.
const ORDINARY: Crew =
    Crew { initiative: 4, commander: false, rating: 5, perception: 6, weapon_skill: 0, driving_skill: 7 };
/// The rounds such a crew takes along.
const ROUNDS: u8 = 20;

impl SetUp<'_> {
    /// Puts the units into the state. A unit with the letter of one of the sample platoon takes its place.
    pub(super) fn units(&mut self, state: &mut State) {
        let (specs, sample) = (&self.spec.unit, state.units.len());
        for (place, spec) in specs.iter().enumerate() {
            self.at_unit = place;
            let id = self.unit(spec).and_then(|unit| {
                let known = state.units[..sample].iter().position(|known| known.letter == unit.letter);
                match known.and_then(UnitId::at).filter(|known| !self.units.contains(&Some(*known))) {
                    Some(known) => {
                        *state.unit_mut(known) = unit;
                        Some(known)
                    }
                    None => state.add_unit(unit),
                }
            });
            self.units.push(id);
        }
        if state.units.len() > MOST_UNITS {
            self.wrong_at(&[Step::Key("unit")], format!("more than {MOST_UNITS} units"), "a case is small");
        }
        for (place, spec) in specs.iter().enumerate() {
            self.at_unit = place;
            if let Some(id) = self.units[place] {
                self.get_aboard(spec, id, state);
            }
        }
        let bunkers = |id: UnitId| specs.iter().zip(&self.units).any(|(spec, unit)| *unit == Some(id) && spec.bunker);
        let mut works = Vec::new();
        for (id, unit) in state.all_units() {
            let Some(hex) = unit.hex() else { continue };
            let kinds = [(bunkers(id), WorkKind::Bunker(unit.facing)), (unit.dug_in, WorkKind::ImprovedPosition)];
            let built = kinds.into_iter().filter(|(built, _)| *built);
            works.extend(built.map(|(_, kind)| Work { hex, kind, occupant: Some(id) }));
        }
        state.works.extend(works);
    }

    /// A unit that rides on another or is towed by it, once all are there.
    fn get_aboard(&mut self, spec: &UnitSpec, id: UnitId, state: &mut State) {
        let Some(carrier) = &spec.aboard else { return };
        let letters: Vec<&str> = state.units.iter().map(|unit| unit.letter.as_str()).collect();
        let place = self.problems.lookup(&self.source, "unit", carrier, letters);
        let Some(carrier) = place.and_then(UnitId::at) else { return };
        let gun = self.rules.card(state.unit(id)).kind == Kind::Gun;
        state.unit_mut(id).place = if gun { Place::Towed(carrier) } else { Place::Aboard(carrier) };
    }

    fn unit(&mut self, spec: &UnitSpec) -> Option<Unit> {
        let letter = self.letter(spec)?;
        let known = CardId::read(spec.card.get_ref()).filter(|id| self.rules.booklet.card(*id).is_some());
        let mut unit = match known {
            Some(card) => self.with_unit_card(spec, card, &letter)?,
            None => self.with_data_card(spec, &letter)?,
        };
        self.check_said(spec, &unit, known.is_some());
        if let Some(label) = &spec.at {
            unit.place = Place::At(self.hex(label)?);
        }
        self.set_posture(spec, &mut unit);
        set_condition(spec, &mut unit);
        if unit.side == Side::Us && spec.crew_lost > 0 && !self.rules.card(&unit).kind.is_squad() {
            unit.hurt = s02_men::next_hit(&self.rules, &unit, spec.crew_lost, s02_men::Blow::ANYWHERE);
        }
        self.set_space(spec, &mut unit);
        if spec.halved {
            s14_damage::flip(&self.rules, &mut unit);
        }
        Some(unit)
    }

    /// The letter a unit has: its own, or that of its card.
    fn letter(&mut self, spec: &UnitSpec) -> Option<String> {
        let of_card = || {
            let card = CardId::read(spec.card.get_ref())?;
            self.rules.booklet.card(card).map(|card| card.letter.to_string())
        };
        let Some(letter) = spec.letter.as_ref().map(|letter| letter.get_ref().clone()).or_else(of_card) else {
            let what = format!("a {} without a letter", spec.card.get_ref());
            self.problems.add(self.source.problem(spec.card.span(), what, "give letter = \"A\""));
            return None;
        };
        if Letter::read(&letter).is_none() {
            let named = spec.letter.as_ref().map_or_else(|| spec.card.span(), Spanned::span);
            let what = format!("\"{letter}\" is no letter of a counter");
            self.problems.add(self.source.problem(named, what, format!("use capitals: A, V, LL ({COUNTERS})")));
        }
        Some(letter)
    }

    /// A unit with a card of the booklet, which says what it is.
    fn with_unit_card(&mut self, spec: &UnitSpec, id: CardId, letter: &str) -> Option<Unit> {
        scenario_words::change_card(&mut self.rules, id, &acts(spec), &self.source, self.problems);
        let card = self.rules.booklet.card(id)?;
        let crew = card.crew.unwrap_or_default();
        let ratings = Ratings::Card(id);
        let mut unit = laid_out::new_unit(&self.rules, id.side.into(), letter, &card.data_card, ratings, crew);
        unit.name = format!("{letter} {}", card.name);
        unit.ammunition = (unit.side == Side::Us).then(|| ammunition::card_rounds(&self.rules, card)).flatten();
        Some(unit)
    }

    /// A unit with a data card: one of ours with its crew, or a German for whom a card is made.
    fn with_data_card(&mut self, spec: &UnitSpec, letter: &str) -> Option<Unit> {
        let id = spec.card.get_ref();
        let Some(card) = self.rules.sheet.card(id) else {
            self.unknown_card(&spec.card);
            return None;
        };
        let crew = crew(spec);
        if card.nation != Some(Nation::German) {
            let rounds = spec.rounds.unwrap_or(ROUNDS);
            return Some(mustering::platoon_unit(&self.rules, letter, id, crew, rounds));
        }
        let name = card.name.clone();
        for wrong in faults::crew_faults(&self.rules.sheet.platoon.campaign.most, &crew) {
            let (key, help) = (scenario_faults::key(&wrong), scenario_faults::help(&wrong));
            self.wrong_in_unit(key, format!("{letter}: {wrong}"), help);
        }
        let who = (letter, name.as_str(), id.as_str());
        let made = scenario_words::new_card(&mut self.rules, who, crew, &acts(spec), &self.source, self.problems)?;
        Some(laid_out::new_unit(&self.rules, Side::German, letter, id, Ratings::Card(made), crew.rating))
    }

    fn unknown_card(&mut self, card: &Spanned<String>) {
        let cards = self.rules.sheet.cards.iter().map(|card| card.id.as_str());
        let near = nearest(card.get_ref(), cards.clone());
        let help = near.map(|near| format!("did you mean \"{near}\"?")).unwrap_or_else(|| {
            format!("a characteristics card as in GE44, or one of {}", cards.collect::<Vec<_>>().join(", "))
        });
        let what = format!("unknown card \"{}\"", card.get_ref());
        self.problems.add(self.source.problem(card.span(), what, help));
    }

    fn direction(&mut self, name: Option<&Spanned<String>>) -> Option<Direction> {
        let place = self.problems.lookup(&self.source, "direction", name?, Direction::WORDS)?;
        Direction::from_index(place)
    }

    /// How it stands in its hex, and whose it is.
    fn set_posture(&mut self, spec: &UnitSpec, unit: &mut Unit) {
        unit.facing = self.direction(spec.facing.as_ref()).unwrap_or(unit.facing);
        let turned = self.direction(spec.turret.as_ref());
        let turreted = self.rules.card(unit).traverse.is_some();
        unit.turret = turned.filter(|_| turreted).unwrap_or(unit.facing);
        if let Some(moved) = &spec.moved {
            let pace = self.problems.lookup(&self.source, "pace", moved, PACES.map(|(name, _)| name));
            unit.motion = pace.map_or(Motion::Still, |pace| PACES[pace].1);
        }
        (unit.closed, unit.defilade, unit.dug_in) = (spec.closed, spec.defilade, spec.dug_in);
        (unit.prepared, unit.reaction) = (spec.prepared, spec.reaction);
        if let Some(section) = spec.section {
            match section.checked_sub(1) {
                Some(seat) => unit.owner = Seat(seat),
                None => self.wrong_in_unit("section", "section 0", format!("they are counted from 1 ({SHARED})")),
            }
        }
    }

    /// Where its marker lies on the track.
    fn set_space(&mut self, spec: &UnitSpec, unit: &mut Unit) {
        if spec.killed {
            (unit.condition.killed, unit.space) = (true, Space::Inactive);
        }
        if self.spec.round > 0 && unit.space != Space::Inactive {
            unit.space = match spec.turns {
                _ if spec.unaware => Space::Unaware,
                _ if spec.panic => Space::Panic,
                None | Some(0) => Space::Complete,
                Some(turns) => Space::Turns(turns),
            };
        }
        if spec.captured || spec.surrendered {
            unit.space = Space::Inactive;
        }
    }

    /// Whatever the file says and nothing could come of: it would be left out in silence otherwise.
    fn check_said(&mut self, spec: &UnitSpec, unit: &Unit, carded: bool) {
        let card = self.rules.card(unit).clone();
        let idle = said_of_what_it_has_not(spec, &card)
            .into_iter()
            .chain(said_beside_a_card(spec, unit.side, carded))
            .chain(said_against_itself(spec, self.spec.round));
        for (key, what) in idle.collect::<Vec<_>>() {
            self.wrong_in_unit(key, format!("{}: {what}", unit.letter), format!("leave {key} away"));
        }
        if let Some(points) = spec.points.map(i64::from).filter(|points| !POINTS.contains(points)) {
            let help = format!("they go from {} to {} ({UNIT_CARDS})", POINTS.start(), POINTS.end());
            self.wrong_in_unit("points", format!("{}: {points} points", unit.letter), help);
        }
    }

    fn wrong_in_unit(&mut self, key: &'static str, what: impl std::fmt::Display, help: impl std::fmt::Display) {
        self.wrong_at(&[Step::Key("unit"), Step::Item(self.at_unit), Step::Key(key)], what, help);
    }
}

fn crew(spec: &UnitSpec) -> Crew {
    Crew {
        initiative: spec.initiative.unwrap_or(ORDINARY.initiative),
        commander: spec.commander,
        rating: spec.crew.unwrap_or(ORDINARY.rating),
        perception: spec.perception.unwrap_or(ORDINARY.perception),
        weapon_skill: spec.weapon_skill.unwrap_or(ORDINARY.weapon_skill),
        driving_skill: spec.driving_skill.unwrap_or(ORDINARY.driving_skill),
    }
}

fn acts(spec: &UnitSpec) -> Acts<'_> {
    Acts {
        paragraph: spec.acts.as_ref(),
        reactions: spec.reactions.as_ref(),
        self_preservation: spec.self_preservation,
        points: spec.points,
    }
}

/// What it has suffered. More losses than men are found when the whole state is looked at.
fn set_condition(spec: &UnitSpec, unit: &mut Unit) {
    let condition = &mut unit.condition;
    condition.suppressed = spec.suppressed;
    condition.mpa_lost = spec.mpa_lost;
    condition.immobilised = condition.mpa.is_some() && condition.allowance().is_none();
    condition.crew_lost = spec.crew_lost;
    condition.crew = condition.crew.saturating_sub(spec.crew_lost);
    condition.main_gun &= !spec.main_gun_out;
    condition.machinegun &= !spec.machinegun_out;
    unit.fired = Fired { now: false, before: spec.fired };
    (unit.captured, unit.surrendered) = (spec.captured, spec.surrendered);
}

/// A key of `[[unit]]`, and what is wrong with giving it.
type Idle = (&'static str, &'static str);

fn if_so<const N: usize>(all: [(bool, &'static str, &'static str); N]) -> Vec<Idle> {
    all.into_iter().filter(|(holds, ..)| *holds).map(|(_, key, what)| (key, what)).collect()
}

/// Things that only other kinds of units have.
fn said_of_what_it_has_not(spec: &UnitSpec, card: &Card) -> Vec<Idle> {
    let men = card.kind.is_squad();
    if_so([
        (spec.facing.is_some() && men && !spec.bunker, "facing", "men on foot face nowhere"),
        (spec.turret.is_some() && card.traverse.is_none(), "turret", "it has no turret"),
        (spec.moved.is_some() && !card.kind.is_vehicle(), "moved", "only vehicles drive slow or fast"),
        (spec.mpa_lost > 0 && card.mpa.is_none(), "mpa_lost", "it has no movement to lose"),
        (spec.main_gun_out && !card.main_gun, "main_gun_out", "it has no main gun"),
        (spec.machinegun_out && !card.machinegun, "machinegun_out", "it has no machinegun"),
        (spec.halved && card.kind != Kind::Squad, "halved", "only a whole squad is halved"),
    ])
}

/// Things that stand on a unit's card, or that only one side has.
fn said_beside_a_card(spec: &UnitSpec, side: Side, carded: bool) -> Vec<Idle> {
    let (german, on_its_card) = (side == Side::German, "that stands on its card");
    let ratings = [
        (spec.crew.is_some(), "crew"),
        (spec.initiative.is_some(), "initiative"),
        (spec.commander, "commander"),
        (spec.perception.is_some(), "perception"),
        (spec.weapon_skill.is_some(), "weapon_skill"),
        (spec.driving_skill.is_some(), "driving_skill"),
        (spec.self_preservation.is_some(), "self_preservation"),
        (spec.points.is_some(), "points"),
    ];
    let printed = ratings.into_iter().filter(|(said, _)| carded && *said).map(|(_, key)| (key, on_its_card));
    let ours = !german && !carded;
    let others = if_so([
        (spec.rounds.is_some() && (german || carded), "rounds", "it does not count its rounds"),
        (spec.section.is_some() && german, "section", "Germans belong to no section"),
        (spec.acts.is_some() && !german, "acts", "only Germans act by paragraphs"),
        (spec.reactions.is_some() && !german, "reactions", "only Germans have special reactions"),
        (spec.reaction.is_some() && !german, "reaction", "only Germans have special reactions"),
        (spec.self_preservation.is_some() && ours, "self_preservation", "only Germans have it"),
        (spec.points.is_some() && ours, "points", "only Germans are worth points"),
    ]);
    printed.chain(others).collect()
}

/// Things of which one makes the other idle.
fn said_against_itself(spec: &UnitSpec, round: u16) -> Vec<Idle> {
    let turns = spec.turns.is_some_and(|turns| turns > 0);
    let said = [turns, spec.unaware, spec.panic].into_iter().filter(|said| *said).count();
    let fates = [spec.killed, spec.captured, spec.surrendered].into_iter().filter(|fate| *fate).count();
    let rounds_only = "there are no rounds";
    let twice = "it has turns, is unaware, or panics: one of them";
    let key = if turns { "turns" } else { "unaware" };
    let fate = if spec.killed { "killed" } else { "captured" };
    if_so([
        (spec.aboard.is_some() && spec.at.is_some(), "at", "it is where its carrier is"),
        (spec.bunker && spec.at.is_none(), "bunker", "it is in no hex"),
        (spec.dug_in && spec.at.is_none(), "dug_in", "it is in no hex"),
        (spec.bunker && spec.dug_in, "dug_in", "it is in a bunker already"),
        (turns && round == 0, "turns", rounds_only),
        (spec.unaware && round == 0, "unaware", rounds_only),
        (spec.panic && round == 0, "panic", rounds_only),
        (said > 1, key, twice),
        (fates > 1, fate, "it is killed, captured, or lays down its arms: one of them"),
        (fates > 0 && said > 0, key, "who is out of the fight is not on the track"),
    ])
}
