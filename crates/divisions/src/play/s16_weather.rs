//! Weather and night (FD-16).

use dice::{Die, Throw};
use engine::{Entry, Resolution, Thrown};

use crate::{
    rule_ids::WEATHER,
    state::{Act, Ask, Divisions, TurnWeather},
    tables::Weather,
};

/// The weather now.
pub(crate) fn now(ask: Ask<'_>) -> &Weather {
    &ask.rules.catalogue.weather[usize::from(ask.state.weather)]
}

/// Whether guns can see in this weather.
pub fn allows_fire(ask: Ask<'_>) -> bool {
    now(ask).direct_fire
}

/// Settles the weather of a turn: known beforehand, or thrown for.
pub(crate) fn begin_turn(act: &mut Act<'_>) {
    let rules = act.rules;
    let (weather, thrown) = match rules.turns[usize::from(act.state.turn) - 1] {
        TurnWeather::Fixed(weather) => (weather, None),
        TurnWeather::Roll => {
            let throw = |faces: &[u16]| u16::from(read(rules, faces[0]));
            let fell = act.dice.throw(&Throw::d6("weather", 1).read(&throw));
            (fell.row() as u8, Some(fell.faces()[0]))
        }
    };
    act.state.weather = weather;
    act.note(|ask| entry(now(ask), thrown));
}

/// The weather that a face of the die brings. The set-up sees to it that there is one for each (FD-19).
fn read(rules: &Divisions, face: u16) -> u8 {
    rules.weather_table[usize::from(face) - 1]
}

fn entry(weather: &Weather, thrown: Option<u16>) -> Entry {
    let entry = Entry::new(WEATHER, weather.text.clone());
    match thrown {
        None => entry,
        Some(face) => entry.because(Resolution {
            modifiers: Vec::new(),
            throws: vec![Thrown::new(&Die::D6, "weather", [face])],
            reading: format!("{face}: {}", weather.name.to_lowercase()),
            result: weather.id.clone(),
        }),
    }
}
