//! Naming vehicles and men (OF-4). A name changes nothing in play, so none is on the list of legal actions: any proper
//! one may be written while the platoon is put together and in operations.

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, NameTag, Visit, Wish};

use crate::{
    play::{
        notation::{Form, read_place},
        offers::{self, Pointed},
        refusal::Refused,
        s01_sharing, s02_men,
    },
    rule_ids::GENERATION,
    state::{
        Frame, State,
        generation::{LETTERS, Stage},
        laid_out::{Act, Ask, AskOf, OpenFire},
        names::{self, Bearer, MOST, Named, Text},
        roster::RosterCrew,
        units::{Side, Unit, UnitId},
    },
};

/// The letters of units that can be named: the platoon's own, and those of units that join it.
const ALL: [&str; 12] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "AA"];

/// A name is given; an empty one is taken away.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The place of the unit's letter among all of ours.
    pub letter: u8,
    /// What is named.
    pub bearer: Bearer,
    /// The name.
    pub name: Text,
}

/// The unit with a letter, if it is one of ours and still its own.
fn unit_of(state: &State, letter: &str) -> Option<UnitId> {
    let own = |unit: &Unit| unit.side == Side::Us && unit.letter == letter && unit.crew_from.is_none();
    state.all_units().find(|(_, unit)| own(unit)).map(|(unit, _)| unit)
}

/// Whether names can be given now to the unit with this letter.
fn check_time(ask: Ask<'_>, letter: &str) -> Result<(), Refused> {
    let crew = LETTERS.iter().position(|known| *known == letter);
    match (ask.state.frames.top(), &ask.state.generation) {
        (Frame::Generation, Some(generation)) if generation.stage == Stage::Vehicles => {
            let bought = crew.is_some_and(|place| place < generation.crews.len());
            bought.then_some(()).ok_or(Refused::NoSuchCrew)
        }
        (Frame::Generation, Some(generation)) if matches!(generation.stage, Stage::Quality | Stage::Crews) => {
            Err(Refused::NotNow)
        }
        (Frame::Generation | Frame::Deployment { .. } | Frame::Operations, _) => {
            let unit = unit_of(ask.state, letter).ok_or(Refused::NoSuchCrew)?;
            s01_sharing::check_led(ask, Some(unit))
        }
        (
            Frame::Division
            | Frame::Round { .. }
            | Frame::German(_)
            | Frame::Turn(_)
            | Frame::Sighting { .. }
            | Frame::Reading(_)
            | Frame::FitOut
            | Frame::Debriefing { .. }
            | Frame::Over { .. },
            _,
        ) => Err(Refused::NotNow),
    }
}

/// The names of a unit go on its counter and, in a campaign, into its crew's line of the roster.
fn write_down(act: &mut Act<'_>, letter: &str) {
    let named = act.state.names_of(letter).cloned().unwrap_or_default();
    if let Some(campaign) = &mut act.state.campaign
        && let Some(crew) = campaign.roster.crews.iter_mut().find(|crew| crew.letter == letter)
    {
        (crew.name, crew.men) = (named.vehicle.clone(), named.men.clone());
    }
    if let Some(unit) = unit_of(act.state, letter) {
        let usual = act.rules.card(act.state.unit(unit)).name.clone();
        let name = if named.vehicle.is_empty() { usual } else { named.vehicle };
        act.state.unit_mut(unit).name = format!("{letter} {name}");
    }
}

/// The names of a platoon that comes from an earlier mission.
pub(crate) fn remembered(crews: &[RosterCrew]) -> Vec<Named> {
    let named = crews.iter().map(|crew| Named {
        letter: crew.letter.clone(),
        vehicle: crew.name.clone(),
        men: crew.men.clone(),
    });
    named.filter(|named| !named.is_empty()).collect()
}

/// A unit has just fallen in: its counter gets the name that was given to it while it was put together.
pub(crate) fn christen(state: &State, unit: &mut Unit) {
    if let Some(named) = state.names_of(&unit.letter).filter(|named| !named.vehicle.is_empty()) {
        unit.name = format!("{} {}", unit.letter, named.vehicle);
    }
}

/// The seats of the unit with this letter; before it has a vehicle, those of a tank.
fn seats_of<'r>(ask: AskOf<'r, '_>, letter: &str) -> &'r [String] {
    unit_of(ask.state, letter).map_or(&ask.rules.sheet.names.seats, |unit| s02_men::seats(ask, unit))
}

fn seat_title<'r>(ask: AskOf<'r, '_>, letter: &str, seat: u8) -> &'r str {
    seats_of(ask, letter).get(usize::from(seat)).map_or("", String::as_str)
}

/// The names of a unit as its sheet shows them: given or suggested, and how they are changed.
pub(crate) fn tags(ask: Ask<'_>, letter: &str) -> Vec<NameTag> {
    let list = &ask.rules.sheet.names;
    let open = check_time(ask, letter).is_ok();
    let given = ask.state.names_of(letter);
    let earlier = ask.state.campaign.as_ref().map_or(0, |campaign| campaign.roster.fallen_as(letter));
    let note = |bearer: Bearer| match (bearer, unit_of(ask.state, letter)) {
        (Bearer::Man(seat), Some(unit)) => s02_men::note_on(ask, unit, seat),
        _ => "",
    };
    let tag = |label: &str, bearer: Bearer, suggested: &str| NameTag {
        label: label.to_owned(),
        note: note(bearer).to_owned(),
        value: given.map_or("", |named| named.of(bearer)).to_owned(),
        suggested: suggested.to_owned(),
        most: MOST as u8,
        action: open.then(|| action(letter, bearer)),
    };
    let men = (0u8..).zip(seats_of(ask, letter));
    let men = men.map(|(seat, title)| tag(title, Bearer::Man(seat), list.man(letter, seat.into(), earlier)));
    std::iter::once(tag("Name", Bearer::Vehicle, list.vehicle(letter, earlier))).chain(men).collect()
}

/// The line that gives a name, up to the name itself.
fn action(letter: &str, bearer: Bearer) -> String {
    let letter = letter.to_lowercase();
    match bearer {
        Bearer::Vehicle => format!("name {letter} vehicle"),
        Bearer::Man(seat) => format!("name {letter} man {}", u16::from(seat) + 1),
    }
}

/// A name that has been checked.
#[derive(Clone, Debug)]
pub struct ReadyNaming {
    letter: &'static str,
    bearer: Bearer,
    name: String,
}

impl Family for Naming {
    type Rules = OpenFire;
    type Ready<'r> = ReadyNaming;

    const FORMS: &'static [Form] = &[("name", "name UNIT vehicle NAME or name UNIT man PLACE NAME")];

    fn list(_: Ask<'_>, _: &mut Visit<'_, Naming>) -> ControlFlow<()> {
        // No list could hold them.
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyNaming, Refused> {
        let letter = *ALL.get(usize::from(self.letter)).ok_or(Refused::NoSuchCrew)?;
        check_time(ask, letter)?;
        if let Bearer::Man(seat) = self.bearer
            && usize::from(seat) >= ask.rules.sheet.names.seats.len()
        {
            return Err(Refused::NoSuchSeat);
        }
        match self.name.get() {
            None => Err(Refused::NameTooLong { most: MOST }),
            Some(name) if !names::is_proper(name) => Err(Refused::NoName),
            Some(name) => Ok(ReadyNaming { letter, bearer: self.bearer, name: name.to_owned() }),
        }
    }

    fn perform(ready: ReadyNaming, act: &mut Act<'_>) {
        let ReadyNaming { letter, bearer, name } = ready;
        let entry = match act.state.names.iter_mut().find(|named| named.letter == letter) {
            Some(known) => known,
            None => {
                act.state.names.push(Named { letter: letter.to_owned(), ..Named::default() });
                act.state.names.sort_by(|a, b| a.letter.cmp(&b.letter));
                let place = act.state.names.iter().position(|named| named.letter == letter).unwrap_or(0);
                &mut act.state.names[place]
            }
        };
        entry.set(bearer, &name);
        act.state.names.retain(|named| !named.is_empty());
        write_down(act, letter);
        act.note(|ask| {
            let whose = unit_of(ask.state, letter)
                .map_or_else(|| format!("Crew {letter}"), |unit| ask.state.unit(unit).name.clone());
            let what = match bearer {
                Bearer::Vehicle => "its name".to_owned(),
                Bearer::Man(seat) => seat_title(ask, letter, seat).to_lowercase(),
            };
            let text = if name.is_empty() {
                format!("{whose}: {what} is struck out.")
            } else {
                format!("{whose}: {what} is {name}.")
            };
            Entry::new(GENERATION, text)
        });
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, offer)
    }

    fn write(&self, _: Ask<'_>) -> String {
        let letter = ALL.get(usize::from(self.letter)).copied().unwrap_or_default();
        format!("{} {}", action(letter, self.bearer), self.name.get().unwrap_or_default()).trim_end().to_owned()
    }

    fn read(_: Ask<'_>, words: &[&str]) -> Result<Option<Naming>, String> {
        let (who, bearer, name) = match words {
            ["name", who, "vehicle", name @ ..] => (who, Bearer::Vehicle, name),
            ["name", who, "man", seat, name @ ..] => {
                let place =
                    read_place(seat).ok_or_else(|| format!("\"{seat}\" is no seat: they are counted from 1"))?;
                (who, Bearer::Man(place), name)
            }
            _ => return Ok(None),
        };
        let place = ALL.iter().position(|known| known.to_lowercase() == **who);
        let letter = place.ok_or_else(|| format!("\"{who}\" is no letter of ours"))?;
        Ok(Some(Naming { letter: letter as u8, bearer, name: Text::new(&name.join(" ")) }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Naming>> {
        Vec::new()
    }
}

fn offer(choice: &mut Choice) {
    (choice.rule, choice.label) = (GENERATION, "Give a name".to_owned());
}
