//! Two players with a hidden word each. A turn: any number of `step`s, perhaps `hide NUMBER` (of a word) or `peek`,
//! then `roll`. `duel` throws two dice, draws a word out of sight and perhaps throws a third die; `bet NUMBER` throws a
//! die on one's own word, and so names it. After three rolls each, the higher total wins.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use dice::{Dice, Throw};
use engine::{
    Board, Choice, ChoiceKind, Cited, Ending, Entry, Fact, Field, GameBox, Journal, Look, LookError, MapBox,
    NotationError, Outcome, Overlay, OverlayHex, Panel, PanelRow, Plan, Player, PlayerKind, Pointed, Printing, Problem,
    Prompt, Provenance, RuleEntry, RuleId, Rules, Scenario, ScenarioInfo, Scene, Seat, SeatInfo, SettingInfo, Shelf,
    Viewer, Wish,
};
use serde::Serialize;

/// The words a player can hide.
pub const WORDS: [&str; 4] = ["quagga", "okapi", "numbat", "dugong"];

/// While this is set, hiding a word in the scenario `slow` does not end.
pub static HELD: AtomicBool = AtomicBool::new(false);

pub struct Hidden {
    seats: Vec<SeatInfo>,
    rolls: u32,
    slow: bool,
    later: Later,
}

/// What a later program does differently.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Later {
    /// Nothing.
    Nothing,
    /// It writes its state otherwise.
    OtherState,
    /// It throws two dice.
    TwoDice,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    turn: u8,
    rolls: u32,
    steps: u32,
    totals: [u32; 2],
    words: [Option<String>; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    later: Option<bool>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Step,
    Hide(usize),
    Peek,
    Roll,
    Duel,
    Bet(usize),
}

/// An action that has been checked.
#[derive(Clone, Debug)]
pub struct Ready(Action);

#[derive(Debug, thiserror::Error)]
#[error("a turn has at most three steps")]
pub struct TooFar;

impl Cited for TooFar {
    fn rule(&self) -> RuleId {
        RuleId("T-2")
    }
    fn code(&self) -> &'static str {
        "too-far"
    }
}

impl Hidden {
    /// Whether the word is the one that the side to act has hidden.
    fn holds(&self, state: &State, number: usize) -> bool {
        state.words[usize::from(state.turn)].as_deref() == Some(WORDS[number])
    }

    fn asked(&self, state: &State) -> Option<Seat> {
        (state.rolls < self.rolls).then_some(Seat(state.turn))
    }
}

impl Rules for Hidden {
    type State = State;
    type Action = Action;
    type Refusal = TooFar;
    type Ready<'r> = Ready;

    fn start(&self) -> State {
        let words = [Some(WORDS[0].to_owned()), Some(WORDS[1].to_owned())];
        let later = (self.later == Later::OtherState).then_some(true);
        State { turn: 0, rolls: 0, steps: 0, totals: [0, 0], words, later }
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        self.asked(state)
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) {
        if self.asked(state).is_none() {
            return;
        }
        if state.steps < 3 {
            actions.push(Action::Step);
        }
        actions.extend((0..WORDS.len()).map(Action::Hide));
        actions.extend([Action::Peek, Action::Roll, Action::Duel]);
        actions.extend((0..WORDS.len()).filter(|&number| self.holds(state, number)).map(Action::Bet));
    }

    fn check(&self, state: &State, action: &Action) -> Result<Ready, TooFar> {
        match action {
            Action::Step if state.steps >= 3 => Err(TooFar),
            Action::Bet(number) if !self.holds(state, *number) => Err(TooFar),
            _ => Ok(Ready(action.clone())),
        }
    }

    fn perform(&self, state: &mut State, Ready(action): Ready, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        let seat = Seat(state.turn);
        let entry = |text: &str| Entry::new(RuleId("T-1"), text).by(seat);
        match action {
            Action::Step => {
                state.steps += 1;
                journal.note(|| entry("steps"));
            }
            Action::Hide(number) => {
                while self.slow && HELD.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(2));
                }
                let word = WORDS[number];
                state.words[seat.index()] = Some(word.to_owned());
                journal.note(|| entry("hides a word").only_for(seat, format!("hides the word {word}")));
            }
            Action::Peek => {
                let word = state.words[seat.other().index()].clone().unwrap_or_default();
                journal.note(|| entry("peeks").only_for(seat, format!("peeks and sees {word}")));
                journal.revealed();
            }
            Action::Duel => {
                let both: u16 = dice.throw(&Throw::d6("the duel", 2)).faces().iter().sum();
                let drawn = dice.throw(&Throw::pick("a word", WORDS.len()).blind()).picked();
                state.words[seat.index()] = Some(WORDS[drawn].to_owned());
                journal.note(|| entry("duels").only_for(seat, format!("duels and draws {}", WORDS[drawn])));
                let more = if both > 6 { dice.throw(&Throw::d6("the last shot", 1)).faces()[0] } else { 0 };
                state.totals[seat.index()] += u32::from(both + more);
            }
            Action::Bet(number) => {
                let face = dice.throw(&Throw::d6("the bet", 1)).faces()[0];
                state.totals[seat.index()] += u32::from(face);
                let word = WORDS[number];
                journal.note(|| entry("bets on a word").only_for(seat, format!("bets on {word}")));
            }
            Action::Roll => {
                let face = dice.throw(&Throw::d6("roll", if self.later == Later::TwoDice { 2 } else { 1 })).faces()[0];
                state.totals[seat.index()] += u32::from(face);
                (state.turn, state.rolls, state.steps) = (seat.other().0, state.rolls + 1, 0);
                journal.note(|| entry(&format!("rolls {face}")));
            }
        }
    }

    /// The player who hides the last word has something else on his mind.
    fn matter(&self, state: &State) -> u32 {
        u32::from(state.words[usize::from(state.turn)].as_deref() == Some(WORDS[3]))
    }

    fn seen_by(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for (place, word) in (0..).zip(&mut seen.words) {
            if !viewer.knows(Seat(place)) {
                *word = None;
            }
        }
        seen
    }

    fn scene(&self, seen: &State, viewer: Viewer) -> Scene {
        let asked = self.asked(seen);
        let mut legal = Vec::new();
        if asked.is_some_and(|seat| viewer.is(seat)) {
            self.legal(seen, &mut legal);
        }
        let winner = if seen.totals[0] >= seen.totals[1] { Seat(0) } else { Seat(1) };
        let row = |(seat, word): (u8, &Option<String>)| PanelRow {
            label: format!("seat {seat}"),
            value: word.clone().unwrap_or_else(|| "?".to_owned()),
            detail: String::new(),
            seat: Some(Seat(seat)),
            spent: false,
            private: true,
        };
        Scene {
            prompt: Prompt {
                seat: asked,
                text: "What now?".into(),
                hint: String::new(),
                rule: RuleId("T-1"),
                hexes: Vec::new(),
                lesson: None,
            },
            facts: vec![Fact { label: "Roll".into(), value: seen.rolls.to_string(), detail: String::new() }],
            counters: Vec::new(),
            absent: Vec::new(),
            marks: Vec::new(),
            panels: vec![Panel {
                id: "words".into(),
                title: "Words".into(),
                rows: (0..).zip(&seen.words).map(row).collect(),
            }],
            displays: Vec::new(),
            acting: None,
            steering: Vec::new(),
            choices: legal.iter().map(|action| self.choice(seen, action)).collect(),
            sheet: None,
            secret: false,
            outcome: asked.is_none().then(|| Outcome {
                ending: Ending::Won { seat: winner },
                title: "Somebody has won".into(),
                text: String::new(),
                tally: Vec::new(),
                losses: Vec::new(),
                last_page: None,
            }),
        }
    }

    fn board(&self) -> Board {
        Board {
            id: "bare".into(),
            title: "A bare table".into(),
            north: engine::North::Up,
            radius: 1.0,
            width: 1.0,
            height: 1.0,
            hexes: Vec::new(),
            sides: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            key: Vec::new(),
            markers: Vec::new(),
        }
    }

    fn plan(&self, _: &State, viewer: Viewer, units: &[String]) -> Option<Plan> {
        Some(Plan { units: units.to_vec(), from: format!("{viewer:?}"), hexes: Vec::new() })
    }

    fn overlays(&self, seen: &State, _: Viewer) -> Vec<Overlay> {
        let label = seen.words.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
        let hexes = vec![OverlayHex { hex: "0101".into(), level: 1, label }];
        vec![Overlay { id: "known".into(), title: "What you know".into(), hexes }]
    }

    fn look(&self, _: &State, _: Viewer, from: &str, _: &str) -> Result<Look, LookError> {
        Err(LookError::SameHex(from.to_owned()))
    }

    fn field(&self, _: &State, _: Viewer, from: &str) -> Result<Field, LookError> {
        Ok(Field { from: from.to_owned(), ..Field::default() })
    }

    fn write(&self, _: &State, action: &Action) -> String {
        match action {
            Action::Step => "step".into(),
            Action::Hide(number) => format!("hide {number}"),
            Action::Peek => "peek".into(),
            Action::Roll => "roll".into(),
            Action::Duel => "duel".into(),
            Action::Bet(number) => format!("bet {number}"),
        }
    }

    fn read(&self, _: &State, text: &str) -> Result<Action, NotationError> {
        let unknown = || NotationError { text: text.into(), problem: "no such action".into() };
        match text.split_once(' ') {
            None if text == "step" => Ok(Action::Step),
            None if text == "peek" => Ok(Action::Peek),
            None if text == "roll" => Ok(Action::Roll),
            None if text == "duel" => Ok(Action::Duel),
            Some(("bet", number)) => {
                number.parse().ok().filter(|&n| n < WORDS.len()).map(Action::Bet).ok_or_else(unknown)
            }
            Some(("hide", number)) => {
                number.parse().ok().filter(|&n| n < WORDS.len()).map(Action::Hide).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }

    /// A bet on a word that the player does not have. What it is called names the one he has.
    fn wishes(&self, seen: &State, seat: Seat, _: &Pointed) -> Vec<Wish<Action>> {
        let own = seen.words[seat.index()].as_deref();
        let number = WORDS.iter().position(|word| own == Some(word));
        let wish = |number: usize| Wish::new(format!("Bet against {}", WORDS[number]), Action::Bet((number + 1) % 4));
        number.map(wish).into_iter().collect()
    }

    fn tally(&self, state: &State) -> Vec<(String, Vec<i32>)> {
        vec![("total".into(), state.totals.iter().map(|&total| total.cast_signed()).collect())]
    }

    fn winner(&self, state: &State) -> Option<Ending> {
        self.asked(state).is_none().then_some(Ending::Draw)
    }
}

impl Hidden {
    fn choice(&self, state: &State, action: &Action) -> Choice {
        Choice {
            action: self.write(state, action),
            kind: ChoiceKind::Button,
            label: self.write(state, action),
            units: Vec::new(),
            target: None,
            hex: None,
            cost: None,
            odds: None,
            rule: RuleId("T-1"),
            default: false,
            waits: false,
            asks: None,
            group: None,
        }
    }
}

/// Steps once, then rolls.
struct Roller;

impl Player<Hidden> for Roller {
    fn choose(&mut self, _: &Hidden, seen: &State, seat: Seat, legal: &[Action]) -> usize {
        assert!(seen.words[seat.other().index()].is_none(), "a bot sees only what its seat may know");
        let wish = if seen.steps == 0 { Action::Step } else { Action::Roll };
        legal.iter().position(|action| *action == wish).unwrap()
    }
}

/// Has a defect.
struct Stumbler;

impl Player<Hidden> for Stumbler {
    fn choose(&mut self, _: &Hidden, _: &State, _: Seat, _: &[Action]) -> usize {
        panic!("it stumbles")
    }
}

fn seats() -> Vec<SeatInfo> {
    let seat = |seat, id: &str, name: &str| SeatInfo {
        seat: Seat(seat),
        id: id.into(),
        name: name.into(),
        colours: id.into(),
        livery: None,
    };
    vec![seat(0, "red", "Red"), seat(1, "blue", "Blue")]
}

fn scenario(id: &str, rolls: u32, later: Later) -> Scenario<Hidden> {
    let info = ScenarioInfo {
        id: id.into(),
        title: format!("A {id} game"),
        place: String::new(),
        briefing: String::new(),
        duration: String::new(),
        level: engine::Level::First,
        seats: seats(),
        units: vec![0, 0],
        status: "finished".into(),
        settings: vec![SettingInfo::switch("longer", "Longer", "Twice as many rolls.", RuleId("T-1"))],
        sketch: None,
    };
    let slow = id == "slow";
    let laid_out = move |rolls| Hidden { seats: seats(), rolls, slow, later };
    // The only setting there is makes it longer.
    Scenario::new(info, laid_out(rolls)).with_settings(Box::new(move |_| Ok(laid_out(rolls * 2))))
}

/// A shelf with this game on it.
pub fn shelf() -> Arc<Shelf> {
    revised(1, Later::Nothing, "6")
}

/// The same as a later program has it, and with other content: how many rolls there are in a short game.
pub fn revised(revision: u32, later: Later, content: &str) -> Arc<Shelf> {
    let printing = Printing::new([("hidden/rolls".to_owned(), content.to_owned())].into());
    Arc::new(Shelf::new(vec![Box::new(printed(revision, later, &printing).unwrap())]))
}

fn printed(revision: u32, later: Later, printing: &Printing) -> Result<GameBox<Hidden>, Vec<Problem>> {
    let rolls = printing.files().get("hidden/rolls").and_then(|text| text.parse().ok()).ok_or_else(Vec::new)?;
    let entry = RuleEntry {
        id: "T-1".into(),
        title: "Turns".into(),
        source: "ours".into(),
        provenance: Provenance::Ours,
        text: "Players take turns.".into(),
        narrative: None,
        covered_by: Vec::new(),
    };
    Ok(GameBox {
        id: "hidden",
        title: "Hidden Words",
        blurb: "For tests.",
        warnings: Vec::new(),
        guides: Vec::new(),
        rules: vec![entry],
        scenarios: vec![scenario("short", rolls, later), scenario("long", 400, later), scenario("slow", 400, later)],
        read_scenario: Box::new(|_, _| Err(Vec::new())),
        maps: MapBox { maps: Vec::new(), read: Box::new(|_, _| Err(Vec::new())) },
        attacks: None,
        milestones: &[],
        graph: None,
        players: Arc::new(vec![
            PlayerKind::new("roller", "Roller", |_| Roller),
            PlayerKind::new("stumbler", "Stumbler", |_| Stumbler),
        ]),
        revision,
        printing: Arc::new(printing.clone()),
        reprint: Box::new(move |printing, _| printed(revision, later, printing)),
    })
}
