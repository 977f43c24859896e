//! The question on the table, in words.

use engine::{Points, Prompt, RuleId};
use hexmap::Hex;

use crate::{
    play::{missions::deployment, s01_sharing, s07_movement::allowances},
    reading::questions,
    rule_ids::{
        ACTION_NUMBER, ACTIONS, DEPLOYMENT, ENTRY, GENERATION, OPERATIONS, PARAGRAPHS, SHARED, SIGHTINGS, TRACK,
        VICTORY,
    },
    screen::{coming_in, debriefing, lessons},
    state::{
        Frame, SquadTurn, Turn,
        generation::Stage,
        laid_out::Ask,
        units::{Place, Side, UnitId},
    },
};

/// Makes a prompt of a rule, the question, a hint and the hexes it is about.
pub(crate) type Phrase<'a> = dyn Fn(RuleId, String, &str, Vec<String>) -> Prompt + 'a;

pub(crate) fn prompt(ask: Ask<'_>) -> Prompt {
    let seat = s01_sharing::asked(ask);
    let prompt = |rule: RuleId, text: String, hint: &str, hexes: Vec<String>| Prompt {
        seat,
        text,
        hint: hint.to_owned(),
        rule,
        hexes,
        lesson: lessons::lesson(ask),
    };
    let place = |unit: UnitId| ask.state.hex_of(unit).map(|hex| ask.rules.label(hex)).into_iter().collect::<Vec<_>>();
    let name = |unit: UnitId| &ask.state.unit(unit).name;
    match ask.state.frames.top() {
        Frame::Generation => generation_prompt(ask, &prompt),
        Frame::Division => prompt(
            SHARED,
            "Who leads which vehicles?".to_owned(),
            "Everybody needs a vehicle, and a commander if there are enough. Confirm when you agree.",
            vec![],
        ),
        Frame::Deployment { unit } => deployment_prompt(ask, *unit, &prompt),
        Frame::Operations => operations_prompt(ask, &prompt),
        Frame::Round { space } => {
            let turns = if space.turns() == 2 { "two turns" } else { "one turn" };
            prompt(
                TRACK,
                format!("Round {}: which unit with {turns} left acts?", ask.state.round),
                "Pick a unit. All units with as many turns left act before the next space of the track.",
                vec![],
            )
        }
        Frame::German(unit) => prompt(
            ACTION_NUMBER,
            format!("{} acts", name(*unit)),
            "Turn his card: the action number and the condition say what he does.",
            place(*unit),
        ),
        Frame::Turn(turn) => {
            let hint = coming_in::coming_in(ask, turn.unit).map(|how| format!("Off the map. It comes in {how}."));
            let hint = hint.unwrap_or_else(|| turn_hint(ask, turn).to_owned());
            let place = if ask.state.unit(turn.unit).place == Place::OffMap { entries(ask) } else { place(turn.unit) };
            prompt(ACTIONS, turn_text(ask, turn), &hint, place)
        }
        Frame::Sighting { unit, marker } => {
            let found = ask.state.markers.iter().find(|known| known.number == *marker);
            let hexes: Vec<String> = found.map(|marker| ask.rules.label(marker.hex)).into_iter().collect();
            prompt(
                SIGHTINGS,
                format!("{} has event marker {marker} in sight: look closer?", name(*unit)),
                "A crew point buys a perception check. If you do not look, the marker may still show itself.",
                hexes,
            )
        }
        Frame::Reading(reading) => match questions::question(reading) {
            Some(question) => {
                let hint = match (question.units.is_empty(), question.hexes.is_empty()) {
                    (true, true) => "The paragraph waits for your answer.",
                    (false, _) => "Pick one of the units, on the map or here.",
                    (true, false) => "Pick one of the hexes that are lit on the map.",
                };
                let hexes = reading.cause.hex.map(|hex| ask.rules.label(hex)).into_iter().collect();
                prompt(PARAGRAPHS, question.text.clone(), hint, hexes)
            }
            None => prompt(PARAGRAPHS, "A paragraph is being read".to_owned(), "", vec![]),
        },
        Frame::FitOut | Frame::Debriefing { .. } => debriefing::campaign_prompt(ask, &prompt),
        Frame::Over { won } => {
            let word = if *won { "accomplished" } else { "lost" };
            prompt(VICTORY, format!("The mission is over: {word}"), "", vec![])
        }
    }
}

fn generation_prompt(ask: Ask<'_>, prompt: &Phrase<'_>) -> Prompt {
    let Some(generation) = &ask.state.generation else {
        return prompt(GENERATION, "The platoon is being put together".to_owned(), "", vec![]);
    };
    let (text, hint) = match generation.stage {
        Stage::Quality if !ask.rules.mission.muster.sample() => (
            "Throw for a platoon of your own".to_owned(),
            "The briefing wants a platoon that is generated for this mission.",
        ),
        Stage::Quality => (
            "Take the platoon from the sample sheet, or throw for one of your own?".to_owned(),
            "The sample platoon is a good one to learn with.",
        ),
        Stage::Crews => (
            format!("Buy crews: {} platoon quality points left", generation.platoon_points),
            "The number is a crew's initiative; c means that it has a commander. Then throw for their ratings.",
        ),
        Stage::Vehicles => (
            format!("Buy vehicles and rounds: {} vehicle quality points left", generation.vehicle_points),
            "A crew without a vehicle stays behind. Confirm when you are satisfied.",
        ),
        Stage::Stores => (
            format!("Rounds out of the stores: {} vehicle quality points left", generation.vehicle_points),
            "The briefing gives them for ammunition. Confirm when you are satisfied.",
        ),
        Stage::Racks => (
            "Which shells does each gun carry?".to_owned(),
            "The loaders have packed a mixture: swap whatever you like. Confirm when you are satisfied.",
        ),
    };
    prompt(GENERATION, text, hint, vec![])
}

fn deployment_prompt(ask: Ask<'_>, in_hand: Option<UnitId>, prompt: &Phrase<'_>) -> Prompt {
    let text = match in_hand {
        Some(unit) => format!("Where does {} stand?", ask.state.unit(unit).name),
        None => "Set up your platoon".to_owned(),
    };
    // Who has no place yet is about the zone: its middle is shown.
    let zone: Vec<Hex> = deployment::zone(ask).collect();
    let hex = in_hand.and_then(|unit| ask.state.hex_of(unit)).or_else(|| zone.get(zone.len() / 2).copied());
    let hex = hex.map(|hex| ask.rules.label(hex));
    let hint = "Pick a unit, then a hex of the zone; turn it, hide it, and confirm when all are in position.";
    prompt(DEPLOYMENT, text, hint, hex.into_iter().collect())
}

/// The hexes named as entries.
fn entries(ask: Ask<'_>) -> Vec<String> {
    ask.rules.mission.entry.iter().map(|entry| ask.rules.label(entry.hex)).collect()
}

fn operations_prompt(ask: Ask<'_>, prompt: &Phrase<'_>) -> Prompt {
    let nobody = ask.state.active(Side::Us).all(|(_, unit)| unit.place == Place::OffMap);
    if nobody {
        return prompt(
            ENTRY,
            "Bring your platoon onto the map".to_owned(),
            "Pick a unit and the hex it comes in at.",
            entries(ask),
        );
    }
    let hint = match waiting_outside(ask) {
        Some(outside) => format!("Move any unit, as often as you like. {outside}"),
        None => "Move any unit, as often as you like. What your units see decides what happens.".to_owned(),
    };
    prompt(OPERATIONS, "Operations: where to?".to_owned(), &hint, vec![])
}

/// "Off the map: B M4A3, C M10. Each comes in at 4519, now: …"; nothing when all are on the map.
fn waiting_outside(ask: Ask<'_>) -> Option<String> {
    let waiting = || ask.state.active(Side::Us).filter(|(_, unit)| unit.place == Place::OffMap);
    let names: Vec<&str> = waiting().map(|(_, unit)| unit.name.as_str()).collect();
    let how = waiting().find_map(|(id, _)| coming_in::coming_in(ask, id))?;
    let who = if names.len() == 1 { "It" } else { "Each" };
    Some(format!("Off the map: {}. {who} comes in {how}.", names.join(", ")))
}

fn turn_text(ask: Ask<'_>, turn: &Turn) -> String {
    let name = &ask.state.unit(turn.unit).name;
    let mut text = if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        match turn.squad {
            SquadTurn::Fresh => format!("{name}: move, fire or assault"),
            SquadTurn::MovedHalf => format!("{name} has moved: go on, fire or charge"),
            SquadTurn::MovedFar => format!("{name} has moved: go on?"),
            SquadTurn::Fired => format!("{name} has fired: move up to half its allowance?"),
            SquadTurn::Done => format!("{name} is done"),
        }
    } else {
        let word = if turn.points == 1 { "crew point" } else { "crew points" };
        format!("{name}: {} {word} left", turn.points)
    };
    if let Some(left) = allowances::points_left(ask, turn).filter(|&left| left > 0) {
        text += &format!(", {} movement points", Points(left));
    }
    text
}

fn turn_hint(ask: Ask<'_>, turn: &Turn) -> &'static str {
    match turn.moving {
        _ if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() => {
            "A squad does one thing a turn; a short move leaves time to fire."
        }
        None if !turn.begun => "Everything costs crew points. A commander may give his turn to another crew instead.",
        Some(moving) if moving.left > 0 => "Drive into the hex ahead, turn, or look for defilade.",
        _ => "Go on while crew points last, or end the turn.",
    }
}
