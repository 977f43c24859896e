//! What a player sees: facts, counters, marks and the outcome; see also `prompt`, `displays`, `panels` and `choices`.

use std::ops::ControlFlow;

use engine::{
    Absent, Choice, Counter, CounterState, Ending, Facing, Fact, LastPage, Mark, Marker, Number, Outcome, RuleId,
    Scene, Seat, Steps, Viewer,
};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::words::Light,
    course::{self, action::Action},
    play::{
        missions::freed_men, s01_sharing, s02_ratings, s06_rounds::command, s07_movement::going, s08_sight,
        s09_fire::ammunition, s15_awards,
    },
    rule_ids::{
        AMMUNITION, AP_DAMAGE, AWARENESS, BUNKERS, CAPTURE, CLOSING, COMMAND, CREW_WEAPONS, DEFILADE, FIRE_MODIFIERS,
        FREED_MEN, GP_DAMAGE, IMPROVED_POSITIONS, PANIC, PARAGRAPHS, PASSENGERS, TRACK,
    },
    screen::{
        choices, debriefing,
        displays::{self, acting, record_sheet},
        panels, prompt, waiting,
    },
    state::{
        Frame, Freed, State, WorkKind,
        laid_out::{Ask, OpenFire},
        units::{Motion, Place, Side, Space, Unit, UnitId},
    },
    tables::cards::Kind,
};

/// The state as a player may know it. Everything on the table is open: hidden is only what paragraphs keep ready for
/// later and what they have counted, and everything unread, which is not part of the state.
pub(crate) fn hide(ask: Ask<'_>, viewer: Viewer) -> State {
    let mut seen = ask.state.clone();
    if viewer != Viewer::Referee {
        seen.standing.clear();
        seen.counts.clear();
    }
    seen
}

pub(crate) fn draw_scene(ask: Ask<'_>, viewer: Viewer) -> Scene {
    let mut choices = Vec::new();
    if s01_sharing::asked(ask).is_some_and(|seat| viewer.is(seat)) {
        let _ = course::visit_legal(ask, &mut |action: Action| {
            choices.push(choices::choice(ask, &action));
            ControlFlow::Continue(())
        });
        waiting::mark(ask, &mut choices);
    }
    Scene {
        prompt: prompt::prompt(ask),
        facts: facts(ask),
        counters: counters(ask, &choices),
        absent: absent(ask, &choices),
        marks: marks(ask),
        panels: panels::panels(ask),
        displays: displays::displays(ask),
        acting: acting::acting_with(ask),
        steering: acting::steering(ask),
        sheet: debriefing::debriefing_sheet(ask, &choices),
        choices,
        secret: false,
        outcome: outcome(ask),
    }
}

/// The seat whose colours a unit has; Germans have the seat after the last, in which nobody sits.
pub(crate) fn seat_of(rules: &OpenFire, unit: &Unit) -> Seat {
    match unit.side {
        Side::Us => unit.owner,
        Side::German => germans(rules),
    }
}

/// The colours of a side.
pub(crate) fn colours_of(rules: &OpenFire, side: Side) -> Seat {
    if side == Side::Us { Seat(0) } else { germans(rules) }
}

fn germans(rules: &OpenFire) -> Seat {
    Seat(rules.seats.len() as u8)
}

pub(crate) fn standing_line(ask: Ask<'_>) -> String {
    engine::standing(outcome(ask).as_ref(), &facts(ask))
}

fn facts(ask: Ask<'_>) -> Vec<Fact> {
    let fact =
        |label: &str, value: String, detail: &str| Fact { label: label.to_owned(), value, detail: detail.to_owned() };
    let mode = match (ask.state.frames.top(), ask.state.round) {
        (Frame::Generation, _) => "The platoon is being put together".to_owned(),
        (Frame::Deployment { .. }, _) => "The platoon is being set up".to_owned(),
        (Frame::FitOut, _) => "The platoon falls in".to_owned(),
        (Frame::Debriefing { .. }, _) => "Debriefing".to_owned(),
        (_, 0) => "Operations".to_owned(),
        (_, round) => format!("Round {round}"),
    };
    let mode_detail = match ask.state.round {
        0 => "No German is active: your units move as often and in any order you like (OF-5).",
        _ => "Units act in turns, in the order of the Action Round Track (OF-6).",
    };
    let mut facts = vec![
        fact("Mode", mode, mode_detail),
        fact("Condition", ask.state.condition.to_string(), "It decides what event markers lead to (OF-5.7)."),
        fact(
            "Victory",
            format!("{} of {}", s15_awards::balance(ask), ask.rules.mission.victory),
            "Victory points, and how many the mission asks for (OF-15).",
        ),
    ];
    if ask.state.light != Light::Day {
        let (light, detail) = match ask.state.light {
            Light::Night => ("night", "Fire reaches five hexes at most, unless the target has fired in this round."),
            _ => ("dusk", "Fire reaches ten hexes at most, unless the target has fired in this round."),
        };
        facts.push(fact("Light", light.to_owned(), detail));
    }
    if let Some(most) = s08_sight::farthest(ask) {
        let detail = format!("Nobody sees anything more than {most} hexes away.");
        facts.push(fact("Weather", ask.state.weather.word().replace('-', " "), &detail));
    }
    if let Some(ground) = ask.state.ground {
        facts.push(fact("Ground", ground.word().to_owned(), "It has changed since the mission began."));
    }
    if ask.state.in_rounds() {
        let who = if ask.state.advantage == Side::Us { "yours" } else { "German" };
        let [us, german] = ask.state.advantage_dice;
        let given = ask.state.first_round.filter(|_| ask.state.round == 1).and_then(|first| first.advantage).is_some();
        let (dice, detail) = match given {
            true => (
                format!("{who} (by the paragraph)"),
                format!(
                    "A paragraph has given it for the first round. The dice, {us} and {german}, decide the turns \
                     (OF-6.1)."
                ),
            ),
            false => (
                format!("{who} ({us} : {german})"),
                "The dice of the round, yours and the Germans': the side with the higher die acts first (OF-6.1)."
                    .to_owned(),
            ),
        };
        facts.push(fact("Advantage", dice, &detail));
        if ask.state.action_number > 0 {
            let number = ask.state.action_number.to_string();
            facts.push(fact("Action number", number, "The row of the German cards in force (OF-6.8)."));
        }
    }
    facts
}

fn counters(ask: Ask<'_>, choices: &[Choice]) -> Vec<Counter> {
    let asked = ask.state.frames.top();
    let mut counters: Vec<Counter> = ask
        .state
        .all_units()
        .filter_map(|(unit, piece)| {
            let hex = ask.state.hex_of(unit)?;
            let id = ask.state.id_of(unit);
            let ready = match asked {
                Frame::German(german) => *german == unit,
                _ => choices.iter().any(|choice| choice.units.contains(&id)),
            };
            let done = piece.space == Space::Complete && ask.state.in_rounds();
            Some(Counter {
                hex: ask.rules.label(hex),
                seat: seat_of(ask.rules, piece),
                name: piece.name.clone(),
                kind: ask.rules.card(ask.state.unit(unit)).name.clone(),
                symbol: ask.rules.sheet.symbols.of(ask.rules.card(ask.state.unit(unit))).to_owned(),
                formation: piece.letter.clone(),
                numbers: numbers(ask, unit),
                steps: steps(ask, unit),
                markers: markers_of(ask, unit),
                state: match () {
                    () if ready => CounterState::Ready,
                    () if done => CounterState::Done,
                    () => CounterState::Idle,
                },
                facing: facing_of(ask, unit),
                id,
            })
        })
        .collect();
    // Wrecks and prisoners lie below those who can still do something.
    counters.sort_by_key(|counter| {
        !counter.markers.iter().any(|marker| matches!(marker.id.as_str(), "killed" | "captured"))
    });
    counters
}

/// Units off the map, as far as the choices name them.
fn absent(ask: Ask<'_>, choices: &[Choice]) -> Vec<Absent> {
    let away = ask.state.all_units().filter(|(unit, _)| ask.state.hex_of(*unit).is_none());
    let away = away.map(|(unit, piece)| Absent { id: ask.state.id_of(unit), name: piece.name.clone() });
    away.filter(|unit| choices.iter().any(|choice| choice.units.contains(&unit.id))).collect()
}

fn facing_of(ask: Ask<'_>, unit: UnitId) -> Option<Facing> {
    let (piece, card) = (ask.state.unit(unit), ask.rules.card(ask.state.unit(unit)));
    let bunker = going::bunker_of(ask, unit);
    let points = card.kind.is_vehicle() || card.kind == Kind::Gun && piece.prepared || bunker.is_some();
    points.then(|| Facing {
        hull: bunker.unwrap_or(piece.facing).index() as u8,
        turret: card.traverse.map(|_| piece.turret.index() as u8),
        corner: false,
    })
}

fn numbers(ask: Ask<'_>, unit: UnitId) -> Vec<Number> {
    let rated = s02_ratings::ratings(ask, unit);
    let number =
        |value: String, meaning: &str, ink: &str| Number { value, meaning: meaning.to_owned(), ink: ink.to_owned() };
    let mut numbers = Vec::new();
    if !ask.rules.card(ask.state.unit(unit)).kind.is_squad() {
        let crew = &ask.state.unit(unit).condition;
        let ink = if crew.crew_lost > 0 { "red" } else { "plain" };
        numbers.push(number(crew.crew.to_string(), "crew points", ink));
    }
    let commander = if rated.commander { "c" } else { "" };
    numbers.push(number(format!("{}{commander}", rated.initiative), "initiative", "green"));
    numbers
}

fn steps(ask: Ask<'_>, unit: UnitId) -> Steps {
    let piece = ask.state.unit(unit);
    let kind = ask.rules.card(ask.state.unit(unit)).kind;
    let of = match kind {
        Kind::Squad => 2,
        Kind::HalfSquad if piece.halved => 2,
        kind if kind.is_squad() => 1,
        _ => piece.condition.crew + piece.condition.crew_lost,
    };
    let left = match kind {
        _ if piece.condition.killed => 0,
        kind if kind.is_squad() => of - u8::from(piece.halved).min(of),
        _ => piece.condition.crew,
    };
    Steps { left, of }
}

fn markers_of(ask: Ask<'_>, unit: UnitId) -> Vec<Marker> {
    let piece = ask.state.unit(unit);
    let mut markers = Markers::default();
    if piece.condition.killed {
        markers.add("killed");
    } else if piece.captured {
        markers.add("captured");
    } else {
        posture(ask, unit, &mut markers);
        damage(ask, unit, &mut markers);
        whereabouts(ask, piece, &mut markers);
        in_the_round(ask, unit, &mut markers);
    }
    markers.0
}

/// Every marker that can lie on a counter: id, label, meaning, rule.
const MARKERS: [(&str, &str, &str, RuleId); 25] = [
    ("killed", "Killed", "A wreck: it can do nothing any more.", AP_DAMAGE),
    ("captured", "Captured", "In the hands of the platoon.", CAPTURE),
    ("surrendered", "Hands up", "It waits to be taken prisoner.", CAPTURE),
    ("closed", "Closed", "Buttoned up: safer, slower, blinder.", CLOSING),
    ("defilade", "Defilade", "Hull down: only the turret can be hit from the front.", DEFILADE),
    ("dug-in", "Dug in", "In an improved position: harder to hit.", IMPROVED_POSITIONS),
    ("bunker", "In a bunker", "It sees and fires only ahead.", BUNKERS),
    ("suppressed", "Suppressed", "Until the end of the round: moves at double cost, does not assault.", GP_DAMAGE),
    ("panic", "Panic", "Does nothing until the end of the round.", PANIC),
    ("unaware", "Unaware", "Has not noticed the fight and takes no turns.", AWARENESS),
    ("disabled", "Disabled", "It can neither move nor fire.", AP_DAMAGE),
    ("immobilised", "Immobilised", "It cannot move any more.", AP_DAMAGE),
    ("main-gun-out", "Main gun out", "Its main gun is knocked out.", AP_DAMAGE),
    ("machinegun-out", "Machinegun out", "Its machineguns are knocked out.", AP_DAMAGE),
    ("hit", "Hit", "A shell has gone through its armour.", AP_DAMAGE),
    ("no-ammunition", "No rounds", "It has nothing left to fire from its gun.", AMMUNITION),
    ("prepared", "Prepared", "The gun is ready to fire.", CREW_WEAPONS),
    ("halved", "Half", "Half the squad is lost.", GP_DAMAGE),
    ("aboard", "Aboard", "Rides with another unit.", PASSENGERS),
    ("towed", "Towed", "Hitched to another unit.", PASSENGERS),
    ("prisoners", "POWs", "Prisoners of war ride on it.", FREED_MEN),
    ("slow", "Slow", "It has driven slow.", FIRE_MODIFIERS),
    ("fast", "Fast", "It has driven fast: hard to hit, and a poor shot.", FIRE_MODIFIERS),
    ("turns", "Turns N", "Turns it has left in this round.", TRACK),
    ("out-of-command", "Out of command", "Red numbers on the track make it panic.", COMMAND),
];

fn marker((id, label, meaning, rule): (&str, &str, &str, RuleId)) -> Marker {
    let [id, label, meaning] = [id, label, meaning].map(str::to_owned);
    Marker { id, label, meaning, rule }
}

/// All markers, for the key.
pub(crate) fn all_markers() -> Vec<Marker> {
    MARKERS.into_iter().map(marker).collect()
}

/// The markers on a counter as they are put there.
#[derive(Default)]
struct Markers(Vec<Marker>);

impl Markers {
    fn add(&mut self, id: &str) {
        self.0.extend(MARKERS.into_iter().find(|row| row.0 == id).map(marker));
    }

    fn add_if(&mut self, holds: bool, id: &str) {
        if holds {
            self.add(id);
        }
    }

    /// The same with words for this very case.
    fn add_meaning(&mut self, id: &str, meaning: String) {
        let row = MARKERS.into_iter().find(|row| row.0 == id);
        self.0.extend(row.map(|row| Marker { meaning, ..marker(row) }));
    }

    /// The same marker, which says how many.
    fn add_label(&mut self, id: &str, label: &str) {
        let row = MARKERS.into_iter().find(|row| row.0 == id);
        self.0.extend(row.map(|row| Marker { label: label.to_owned(), ..marker(row) }));
    }
}

/// How it stands, and how its crew feels.
fn posture(ask: Ask<'_>, unit: UnitId, markers: &mut Markers) {
    let piece = ask.state.unit(unit);
    markers.add_if(piece.surrendered, "surrendered");
    markers.add_if(piece.closed, "closed");
    markers.add_if(piece.defilade, "defilade");
    markers.add_if(piece.dug_in, "dug-in");
    markers.add_if(going::bunker_of(ask, unit).is_some(), "bunker");
    markers.add_if(piece.condition.suppressed, "suppressed");
    markers.add_if(piece.space == Space::Panic, "panic");
    markers.add_if(piece.space == Space::Unaware && ask.state.in_rounds(), "unaware");
}

/// What it has lost, and what still works.
fn damage(ask: Ask<'_>, unit: UnitId, markers: &mut Markers) {
    let piece = ask.state.unit(unit);
    let (card, condition) = (ask.rules.card(piece), &piece.condition);
    let disabled = s02_ratings::is_disabled(ask, unit);
    markers.add_if(disabled, "disabled");
    let stuck = card.kind.is_vehicle() && condition.allowance().is_none();
    markers.add_if(stuck && !disabled, "immobilised");
    markers.add_if(card.main_gun && !condition.main_gun && !disabled, "main-gun-out");
    markers.add_if(card.machinegun && !condition.machinegun && !disabled, "machinegun-out");
    markers.add_if(piece.penetrated && !disabled, "hit");
    let fires_shells = card.main_gun || card.anti_tank.is_some();
    markers.add_if(fires_shells && !ammunition::has_any(ask, unit), "no-ammunition");
    markers.add_if(card.kind == Kind::Gun && piece.prepared, "prepared");
    markers.add_if(piece.halved, "halved");
}

/// Who carries it.
fn whereabouts(ask: Ask<'_>, piece: &Unit, markers: &mut Markers) {
    let name = |carrier: UnitId| &ask.state.unit(carrier).name;
    match piece.place {
        Place::Aboard(carrier) => markers.add_meaning("aboard", format!("Rides with {}.", name(carrier))),
        Place::Towed(carrier) => markers.add_meaning("towed", format!("Hitched to {}.", name(carrier))),
        Place::OffMap | Place::At(_) | Place::Exited | Place::Removed => {}
    }
}

/// How it has moved, its turns, and whether it is in command.
fn in_the_round(ask: Ask<'_>, unit: UnitId, markers: &mut Markers) {
    if !ask.state.in_rounds() {
        return;
    }
    let piece = ask.state.unit(unit);
    markers.add_if(freed_men::has_aboard(ask, unit), "prisoners");
    match piece.motion {
        Motion::Still => {}
        Motion::Slow => markers.add("slow"),
        Motion::Fast => markers.add("fast"),
    }
    if let Space::Turns(turns) = piece.space {
        markers.add_label("turns", &format!("Turns {turns}"));
    }
    let alone = piece.side == Side::Us && ask.state.is_on_map(unit) && !command::in_command(ask, unit);
    markers.add_if(alone, "out-of-command");
}

fn marks(ask: Ask<'_>) -> Vec<Mark> {
    let mark = |hex: Hex, kind: &str, label: String, detail: String| Mark {
        hex: ask.rules.label(hex),
        kind: kind.to_owned(),
        label,
        detail,
        seat: None,
    };
    let mut marks = Vec::new();
    if ask.state.units.iter().any(|unit| unit.place == Place::OffMap && unit.is_active()) || ask.state.units.is_empty()
    {
        for entry in &ask.rules.mission.entry {
            marks.push(mark(entry.hex, "entry", String::new(), "The platoon comes in here (OF-6.10).".to_owned()));
        }
    }
    for exit in &ask.rules.mission.exit {
        marks.push(mark(exit.hex, "exit", String::new(), "Units may leave the map here (OF-7.1).".to_owned()));
    }
    for marker in &ask.state.markers {
        let detail = format!("Event marker {}: something may be here (OF-5.1).", marker.number);
        marks.push(mark(marker.hex, "event", marker.number.to_string(), detail));
    }
    for left in &ask.state.left_behind {
        let detail = "Germans have been here: what they passed waits for the first of yours (OF-5.2).";
        marks.push(mark(left.hex, "note", String::new(), detail.to_owned()));
    }
    for smoke in &ask.state.smoke {
        let detail = format!(
            "Smoke until the end of round {}: sight may end in it but not pass through (OF-9.10).",
            smoke.until
        );
        marks.push(mark(smoke.hex, "smoke", String::new(), detail));
    }
    for &hex in &ask.state.minefields {
        marks.push(mark(hex, "minefield", String::new(), "A minefield (OF-13.1).".to_owned()));
    }
    for work in &ask.state.works {
        let (kind, detail) = match work.kind {
            WorkKind::ImprovedPosition => ("improved-position", "An improved position (OF-13.2).".to_owned()),
            WorkKind::Bunker(facing) => {
                ("bunker", format!("A bunker that faces {} (OF-13.3).", ask.rules.facing(facing)))
            }
        };
        marks.push(mark(work.hex, kind, String::new(), detail));
    }
    for (number, freed) in (0u8..).zip(&ask.state.freed) {
        if let Freed::At(hex) = freed {
            let detail = format!("{} wait for a vehicle with room for a squad (OF-M2).", freed_men::called(number));
            marks.push(mark(*hex, "prisoners", format!("POW {}", number + 1), detail));
        }
    }
    for (hex, obstacle) in &ask.state.obstacles {
        marks.push(mark(*hex, "note", String::new(), obstacle.word().replace('-', " ")));
    }
    for (hex, text) in &ask.state.notes {
        marks.push(mark(*hex, "note", String::new(), text.clone()));
    }
    marks
}

fn last_page(ask: Ask<'_>) -> Option<LastPage> {
    ask.rules.mission.ends_with.map(|number| LastPage { number: number.to_string(), rule: PARAGRAPHS })
}

fn outcome(ask: Ask<'_>) -> Option<Outcome> {
    let Frame::Over { won } = *ask.state.frames.top() else { return None };
    let (balance, needed) = (s15_awards::balance(ask), ask.rules.mission.victory);
    Some(Outcome {
        ending: Ending::Together { won },
        title: if won { "Mission accomplished" } else { "The mission has failed" }.to_owned(),
        text: format!("{balance} victory points; {needed} were needed."),
        tally: record_sheet::victory_points(ask).into_iter().map(|(fact, seat)| panels::row(fact, seat)).collect(),
        losses: Vec::new(),
        last_page: last_page(ask),
    })
}
