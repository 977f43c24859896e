//! The smallest game with everything in it: dice, a secret, a refusal and an end.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use dice::{Dice, Throw};
use serde::Serialize;
use thiserror::Error;

use crate::{
    Board, Cited, Ending, Entry, Field, GameBox, Journal, Look, LookError, MapBox, NotationError, Overlay, Plan,
    Player, PlayerKind, Printing, Problem, Prompt, RuleId, Rules, Scenario, ScenarioInfo, Scene, Seat, SeatInfo,
    SettingError, SettingInfo, SettingValue, Settings, Viewer,
};

pub(super) const RULE: RuleId = RuleId("TOY-1");

/// Red and blue act in turn, eight times in all; the side that throws more wins.
pub(super) struct Toy {
    seats: Vec<SeatInfo>,
    actions: u16,
    /// How often a side acts running.
    turn: u16,
    peeking: bool,
    later: Later,
    /// How often it was asked whether something may be done.
    pub(super) checks: Arc<AtomicU32>,
}

/// What may be done, and who does it.
#[derive(Copy, Clone)]
pub(super) struct ToyReady {
    seat: Seat,
    action: ToyAction,
}

/// What a later program does differently.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Later {
    /// Nothing.
    #[default]
    Nothing,
    /// It writes its state otherwise; all rules are the same.
    OtherState,
    /// It throws two dice.
    TwoDice,
    /// It forbids to peek.
    NoPeeking,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ToyState {
    pub(super) done: u16,
    pub(super) scores: [u16; 2],
    /// The card each side has looked at.
    pub(super) cards: [Option<u16>; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    later: Option<bool>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ToyAction {
    Pass,
    Throw,
    /// Look at your own card: no die is thrown, but something hidden is seen.
    Peek,
}

#[derive(Debug, Error)]
#[error("the card has been seen")]
pub(super) struct Seen;

impl Cited for Seen {
    fn rule(&self) -> RuleId {
        RULE
    }

    fn code(&self) -> &'static str {
        "seen"
    }
}

impl Toy {
    pub(super) fn new() -> Toy {
        let seat = |(index, id): (u8, &str)| SeatInfo {
            seat: Seat(index),
            id: id.to_owned(),
            name: id.to_uppercase(),
            colours: id.to_owned(),
            livery: None,
        };
        Toy {
            seats: (0u8..).zip(["red", "blue"]).map(seat).collect(),
            actions: 8,
            turn: 2,
            peeking: true,
            later: Later::Nothing,
            checks: Arc::default(),
        }
    }

    fn may(&self, state: &ToyState, action: ToyAction) -> Result<ToyReady, Seen> {
        let seat = self.to_act(state).ok_or(Seen)?;
        let peeking = self.peeking && self.later != Later::NoPeeking;
        let seen = action == ToyAction::Peek && (!peeking || state.cards[seat.index()].is_some());
        if seen { Err(Seen) } else { Ok(ToyReady { seat, action }) }
    }

    /// A long game, with `turn` actions for a side before the other acts.
    pub(super) fn long(actions: u16, turn: u16) -> Toy {
        Toy { actions, turn, ..Toy::new() }
    }
}

impl Rules for Toy {
    type State = ToyState;
    type Action = ToyAction;
    type Refusal = Seen;
    type Ready<'r> = ToyReady;

    fn start(&self) -> ToyState {
        ToyState {
            done: 0,
            scores: [0, 0],
            cards: [None, None],
            later: (self.later == Later::OtherState).then_some(true),
        }
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    /// Each side acts twice running, so that there is something to take back.
    fn to_act(&self, state: &ToyState) -> Option<Seat> {
        (state.done < self.actions).then_some(if (state.done / self.turn).is_multiple_of(2) {
            Seat(0)
        } else {
            Seat(1)
        })
    }

    fn legal(&self, state: &ToyState, actions: &mut Vec<ToyAction>) {
        let all = [ToyAction::Pass, ToyAction::Throw, ToyAction::Peek];
        actions.extend(all.into_iter().filter(|action| self.may(state, *action).is_ok()));
    }

    fn check(&self, state: &ToyState, action: &ToyAction) -> Result<ToyReady, Seen> {
        self.checks.fetch_add(1, Ordering::Relaxed);
        self.may(state, *action)
    }

    fn perform(&self, state: &mut ToyState, ready: ToyReady, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let ToyReady { seat, action } = ready;
        match action {
            ToyAction::Pass => journal.note(|| Entry::new(RULE, "passes").by(seat)),
            ToyAction::Throw => {
                let dice_thrown = if self.later == Later::TwoDice { 2 } else { 1 };
                let face = dice.throw(&Throw::d6("score", dice_thrown)).faces()[0];
                state.scores[seat.index()] += face;
                journal.note(|| Entry::new(RULE, format!("throws {face}")).by(seat));
            }
            ToyAction::Peek => {
                let card = state.done + 40;
                state.cards[seat.index()] = Some(card);
                journal.revealed();
                journal.note(|| Entry::new(RULE, "looks at a card").by(seat).only_for(seat, format!("sees {card}")));
            }
        }
        state.done += 1;
    }

    fn seen_by(&self, state: &ToyState, viewer: Viewer) -> ToyState {
        let mut seen = state.clone();
        for (seat, card) in (0u8..).map(Seat).zip(&mut seen.cards) {
            if !viewer.knows(seat) {
                *card = card.map(|_| 0);
            }
        }
        seen
    }

    fn scene(&self, seen: &ToyState, viewer: Viewer) -> Scene {
        let text = format!("{:?} for {viewer:?}", seen.cards);
        let prompt =
            Prompt { seat: self.to_act(seen), text, hint: String::new(), rule: RULE, hexes: vec![], lesson: None };
        Scene {
            prompt,
            facts: vec![],
            counters: vec![],
            absent: vec![],
            marks: vec![],
            panels: vec![],
            displays: vec![],
            acting: None,
            steering: vec![],
            choices: vec![],
            sheet: None,
            secret: false,
            outcome: None,
        }
    }

    fn board(&self) -> Board {
        Board {
            id: "toy".into(),
            title: "Toy".into(),
            north: crate::North::Up,
            radius: 1.0,
            width: 1.0,
            height: 1.0,
            hexes: vec![],
            sides: vec![],
            lines: vec![],
            labels: vec![],
            key: vec![],
            markers: vec![],
        }
    }

    fn plan(&self, _: &ToyState, _: Viewer, _: &[String]) -> Option<Plan> {
        None
    }

    fn overlays(&self, _: &ToyState, viewer: Viewer) -> Vec<Overlay> {
        let title = match viewer {
            Viewer::Seat(seat) => self.seats[seat.index()].name.clone(),
            Viewer::Spectator | Viewer::Referee => "everybody".to_owned(),
        };
        vec![Overlay { id: "mine".into(), title, hexes: vec![] }]
    }

    fn look(&self, _: &ToyState, _: Viewer, from: &str, _: &str) -> Result<Look, LookError> {
        Err(LookError::SameHex(from.to_owned()))
    }

    fn field(&self, _: &ToyState, _: Viewer, from: &str) -> Result<Field, LookError> {
        Ok(Field { from: from.to_owned(), ..Field::default() })
    }

    fn write(&self, _: &ToyState, action: &ToyAction) -> String {
        format!("{action:?}").to_lowercase()
    }

    fn read(&self, _: &ToyState, text: &str) -> Result<ToyAction, NotationError> {
        match text {
            "pass" => Ok(ToyAction::Pass),
            "throw" => Ok(ToyAction::Throw),
            "peek" => Ok(ToyAction::Peek),
            _ => Err(NotationError { text: text.to_owned(), problem: "pass, throw or peek".to_owned() }),
        }
    }

    fn tally(&self, state: &ToyState) -> Vec<(String, Vec<i32>)> {
        vec![("score".to_owned(), state.scores.map(i32::from).to_vec())]
    }

    fn winner(&self, state: &ToyState) -> Option<Ending> {
        let ahead = match state.scores[0].cmp(&state.scores[1]) {
            std::cmp::Ordering::Less => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Seat(0)),
        };
        self.to_act(state).is_none().then(|| Ending::between(ahead))
    }
}

/// Throws, and keeps what its seed gives first.
struct Thrower;

impl Player<Toy> for Thrower {
    fn choose(&mut self, _: &Toy, _: &ToyState, _: Seat, legal: &[ToyAction]) -> usize {
        legal.iter().position(|action| *action == ToyAction::Throw).unwrap_or(0)
    }
}

fn settings() -> Vec<SettingInfo> {
    let length = |value: &str| SettingValue { value: value.into(), label: format!("{value} actions"), seats: vec![] };
    vec![
        SettingInfo::switch("blind", "No peeking", "Cards stay face down.", RULE),
        SettingInfo::choice("length", "Length", "How long it takes.", RULE, vec![length("8"), length("4")]),
        SettingInfo::switch("open", "Open scores", "Always so.", RULE).fixed("on"),
        SettingInfo::text("word", "A word", "Anything but a number.", RULE),
    ]
}

fn laid_out(settings: &Settings) -> Result<Toy, SettingError> {
    if settings.get("word").is_some_and(|word| word.parse::<u32>().is_ok()) {
        return Err(SettingError::Text { name: "word".into(), problem: "it is a number".into() });
    }
    Ok(Toy { peeking: settings.get("blind").is_none(), ..Toy::new() })
}

pub(super) fn toy_box() -> GameBox<Toy> {
    revised(1, Later::Nothing, "8")
}

/// The toy under a later revision, or with other content: how many actions there are.
pub(super) fn revised(revision: u32, later: Later, content: &str) -> GameBox<Toy> {
    let files = [("toy/actions".to_owned(), content.to_owned())].into();
    printed(revision, later, &Printing::new(files)).unwrap()
}

fn printed(revision: u32, later: Later, printing: &Printing) -> Result<GameBox<Toy>, Vec<Problem>> {
    let actions = printing.files().get("toy/actions").and_then(|text| text.parse().ok());
    let toy = Toy { actions: actions.ok_or_else(Vec::new)?, later, ..Toy::new() };
    let info = ScenarioInfo {
        id: "plain".into(),
        title: "Plain".into(),
        place: String::new(),
        briefing: String::new(),
        duration: String::new(),
        level: crate::Level::First,
        seats: toy.seats.clone(),
        units: vec![0, 0],
        status: "finished".into(),
        settings: settings(),
        sketch: None,
    };
    let usual = toy.actions;
    Ok(GameBox {
        id: "toy",
        title: "Toy",
        blurb: "",
        warnings: Vec::new(),
        guides: Vec::new(),
        rules: vec![],
        scenarios: vec![Scenario::new(info, toy).with_settings(Box::new(move |settings| {
            let actions = if settings.get("length").is_some() { 4 } else { usual };
            Ok(Toy { actions, later, ..laid_out(settings)? })
        }))],
        read_scenario: Box::new(|_, _| Err(vec![])),
        maps: MapBox { maps: vec![], read: Box::new(|_, _| Err(vec![])) },
        attacks: None,
        milestones: &[],
        graph: None,
        players: Arc::new(vec![PlayerKind::new("thrower", "Thrower", |_| Thrower)]),
        revision,
        printing: Arc::new(printing.clone()),
        reprint: Box::new(move |printing, _| printed(revision, later, printing)),
    })
}
