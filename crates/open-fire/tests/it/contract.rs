//! Properties along random games of the training mission: the contract of every ruleset, and that nothing unread leaks.

use std::sync::{Arc, LazyLock};

use content::Files;
use dice::Seeded;
use engine::{
    ENDLESS, Log, Rules, Seat, Silent, Verb, Viewer,
    contract::{hold_nonsense, play_checked},
    openings, play_out,
};
use hexmap::{Direction, Hex};
use open_fire::{
    booklet::{
        cartridge::Cell,
        paragraphs::{BlockId, Number, Script, Step as Line, Test},
    },
    course::{action::Action, done::Done, sharing::Sharing},
    play::{
        missions::deployment::Deploy,
        s02_ratings,
        s04_generation::Step,
        s05_operations::{March, sightings::Sighting},
        s06_rounds::{between_turns::BetweenTurns, command::Command},
        s07_movement::{movements::Movement, transport::Transport},
        s09_fire::Fire,
        s11_assault::{Assault, Attack, capture::Custody},
        s12_crews::Abandon,
        s15_awards, s15_points,
    },
    reading::answers::Answer,
    state::{
        Frame, Shell, State,
        laid_out::{Ask, OpenFire},
        units::{Place, Space, UnitId},
    },
};

static TRAINING: LazyLock<Arc<OpenFire>> = LazyLock::new(|| {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    let training = game.scenarios.iter().find(|scenario| scenario.info().id == "training").unwrap();
    Arc::clone(training.usual())
});

/// The training mission without a way out: a random platoon stays and meets what there is.
static NO_WAY_OUT: LazyLock<OpenFire> = LazyLock::new(|| {
    let mut rules = without_unread(&TRAINING, &TRAINING.start());
    rules.booklet = Arc::clone(&TRAINING.booklet);
    rules.mission = TRAINING.mission.clone();
    // In the middle of the map.
    rules.mission.exit = vec![rules.mission.markers[3].1];
    rules
});

/// The training mission with paragraphs that leave much to the player: every marker and every random event asks him
/// something.
static TALKATIVE: LazyLock<OpenFire> = LazyLock::new(|| {
    let mut files = Files::embedded();
    files.insert("open-fire/paragraphs/zz-contract.kdl", QUESTIONS);
    let game = open_fire::game_box(&files, Vec::new()).unwrap();
    let training = game.scenarios.iter().find(|scenario| scenario.info().id == "training").unwrap();
    let mut rules = without_unread(training.usual(), &training.usual().start());
    (rules.booklet, rules.mission) = (Arc::clone(&training.usual().booklet), training.usual().mission.clone());
    rules.mission.exit = vec![rules.mission.markers[3].1];
    let asks = Cell::Paragraph { unless: None, number: Number(601) };
    rules.mission.random_events.iter_mut().flatten().for_each(|cell| *cell = asks);
    let even = rules.mission.cartridge.iter_mut().filter(|(marker, _)| marker % 2 == 0);
    even.flat_map(|(_, cells)| cells).for_each(|cell| *cell = asks);
    rules
});

const QUESTIONS: &str = r#"
paragraph 601 spare {
    count asked +1
    story "They have asked {count asked} times."
    first {
        when count asked 9 { count asked clear; weather clear; ground firm; lift refugees }
        when count asked 6 { weather fog; ground soft; withdraw 601 }
        when count asked 3 { weather thick-fog; after 2 rounds { points +1; light dusk } }
    }
    ask "Well?" {
        answer "A tank." { only-if us tank rounds=5; rounds it -2; suffer it lost-turn; story "{it} waits {near it}." }
        answer "A unit." { pick "Which one?" us vehicle not broken-down or not moving { suffer it breakdown; after 1 rounds { repair it breakdown } } }
        answer "A place." { only-if count asked 2; pick "Where?" hex within=2 of=3403 { place refugees there; artillery gp=3 there } }
        answer "Nothing." { whenever us in-woods { points +1 } }
    }
    offer "Later." { pick "Who?" us { hit it penetration=3 from=3403; check driving by=it { failure { suffer it suppressed } } } }
}
"#;

/// What paragraphs leave to the player is asked, listed, written, read and shown like everything else.
#[test]
fn talkative_paragraphs_hold_the_contract() {
    for seed in 0..3 {
        let first = play_checked(&*TALKATIVE, seed, 400);
        assert_eq!(first, play_checked(&*TALKATIVE, seed, 400), "the same seed gives another game");
        play_checked(&shared(&TALKATIVE, 2), seed, 200);
    }
    let mut asked = [0; 4];
    for state in (20..26).flat_map(|seed| random_states(&TALKATIVE, seed, 250)) {
        let mut legal = Vec::new();
        TALKATIVE.legal(&state, &mut legal);
        for action in legal {
            let Action::Answer(answer) = action else { continue };
            let kind = match answer {
                Answer::Place(_) => 0,
                Answer::Unit(_) => 1,
                Answer::Hex(_) => 2,
                Answer::Call(_) => 3,
            };
            asked[kind] += 1;
        }
    }
    assert!(asked.iter().all(|times| *times > 0), "{asked:?}");
}

/// A question, an offer and a count tell nothing of what has not been read.
#[test]
fn talkative_paragraphs_keep_what_is_unread_to_themselves() {
    for state in (30..33).flat_map(|seed| random_states(&TALKATIVE, seed, 200)).step_by(5) {
        let torn = without_unread(&TALKATIVE, &state);
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let (seen, other) = (TALKATIVE.seen_by(&state, viewer), torn.seen_by(&state, viewer));
            assert_eq!(seen, other);
            assert!(seen.counts.is_empty() && seen.standing.is_empty());
            assert_eq!(TALKATIVE.scene(&seen, viewer), torn.scene(&other, viewer));
        }
    }
}

#[test]
fn random_missions_hold_the_contract() {
    for seed in 0..3 {
        let first = play_checked(TRAINING.as_ref(), seed, 300);
        assert_eq!(first, play_checked(TRAINING.as_ref(), seed, 300), "the same seed gives another game");
    }
}

#[test]
fn random_fights_hold_the_contract() {
    let mut actions = 0;
    for seed in 0..12 {
        let first = play_checked(&*NO_WAY_OUT, seed, 700);
        actions += first.len();
        assert_eq!(first, play_checked(&*NO_WAY_OUT, seed, 700), "the same seed gives another game");
    }
    // Crews that leave their vehicles at random end a mission soon, but not all of them.
    assert!(actions > 1000, "the missions end at once: {actions} actions");
}

/// A platoon that this many share.
fn shared(rules: &OpenFire, players: u8) -> OpenFire {
    let mut shared = without_unread(rules, &rules.start());
    (shared.booklet, shared.mission) = (Arc::clone(&rules.booklet), rules.mission.clone());
    shared.seats = open_fire::play::s01_sharing::seats(players);
    shared
}

#[test]
fn shared_missions_hold_the_contract() {
    for (seed, players) in [(40, 2), (41, 3), (42, 4)] {
        play_checked(&shared(&TRAINING, players), seed, 250);
        play_checked(&shared(&NO_WAY_OUT, players), seed, 500);
    }
}

/// Nobody is asked about another's units, and the sections' points add up to no more than there are.
#[test]
fn each_acts_with_what_is_his_own() {
    let rules = shared(&NO_WAY_OUT, 2);
    let mut asked = [0; 2];
    for seed in 50..56 {
        for state in random_states(&rules, seed, 300) {
            let Some(seat) = rules.to_act(&state) else { continue };
            asked[seat.index()] += 1;
            if matches!(state.frames.top(), Frame::Generation | Frame::Division) {
                continue;
            }
            let mut legal = Vec::new();
            rules.legal(&state, &mut legal);
            for action in legal {
                let own = |unit: UnitId| state.unit(unit).owner == seat;
                match action {
                    Action::Round(BetweenTurns::Begin { unit }) | Action::March(March { unit, .. }) => {
                        assert!(own(unit), "{seat:?} may {action:?}");
                    }
                    Action::Transport(_) | Action::Guard(_) => {
                        assert!(action.units()[0].is_some_and(own), "{seat:?} may {action:?}");
                    }
                    Action::Share(Sharing::HandOver { seat: to }) => assert_ne!(to, seat),
                    Action::Share(Sharing::Assign { .. })
                    | Action::Round(BetweenTurns::German | BetweenTurns::StandDown | BetweenTurns::CallOff)
                    | Action::Generate(_)
                    | Action::Deploy(_)
                    | Action::Rescue(_)
                    | Action::Sight(_)
                    | Action::Answer(_)
                    | Action::Move(_)
                    | Action::Fire(_)
                    | Action::Assault(_)
                    | Action::Command(_)
                    | Action::Abandon(_)
                    | Action::Name(_)
                    | Action::Done(_)
                    | Action::Debrief(_) => {}
                }
            }
            let losses: i16 = s15_points::losses(Ask::new(&rules, &state));
            let earned: i16 = state.earned.iter().sum();
            let sections: i16 =
                rules.seats.iter().map(|info| s15_awards::section_points(Ask::new(&rules, &state), info.seat)).sum();
            // The training mission awards points for units that come home: each to its owner.
            let awards = s15_awards::balance(Ask::new(&rules, &state)) - (state.gained - state.lost) + losses;
            assert_eq!(sections, earned + awards - losses, "{:?}", state.earned);
        }
    }
    assert!(asked.iter().all(|count| *count > 100), "{asked:?}");
}

#[test]
fn random_missions_end() {
    for seed in 0..20 {
        let mut state = TRAINING.start();
        let mut choices = Seeded::new(!seed);
        let done = play_out(TRAINING.as_ref(), &mut state, &mut Seeded::new(seed), ENDLESS, |_, _, legal| {
            choices.below(legal.len() as u32) as usize
        });
        assert!(done < ENDLESS, "seed {seed} does not end: {:?}", state.frames);
        assert!(TRAINING.winner(&state).is_some());
    }
}

/// A long run over many seeds: `cargo nextest run --release -p open-fire --run-ignored all soak`.
#[test]
#[ignore = "takes minutes; run by make soak"]
fn soak() {
    for seed in 0..1_000 {
        play_checked(TRAINING.as_ref(), seed, 2000);
        play_checked(&*NO_WAY_OUT, seed, 2000);
    }
}

/// What has not been read is not on the screen: a booklet with everything unread torn out gives the same views.
// holds: OF-1-2, OF-1-3, OF-2.2-2, OF-2.7-1
#[test]
fn a_view_does_not_depend_on_what_is_unread() {
    for seed in 10..13 {
        for state in random_states(&NO_WAY_OUT, seed, 250).iter().step_by(7) {
            let torn = without_unread(&TRAINING, state);
            let mut other = state.clone();
            other.standing.clear();
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                let (seen, seen_other) = (TRAINING.seen_by(state, viewer), torn.seen_by(&other, viewer));
                assert_eq!(seen, seen_other);
                assert_eq!(TRAINING.scene(&seen, viewer), torn.scene(&seen_other, viewer));
                assert_eq!(TRAINING.overlays(&seen, viewer), torn.overlays(&seen_other, viewer));
                let openings = openings(&**TRAINING, &seen, Seat(0), &[]);
                assert_eq!(openings, engine::openings(&torn, &seen_other, Seat(0), &[]));
                for (unit, _) in state.active(open_fire::state::units::Side::Us) {
                    let id = [state.id_of(unit)];
                    let threats = TRAINING.threats(&seen, viewer, &id, None);
                    assert_eq!(threats, torn.threats(&seen_other, viewer, &id, None));
                }
            }
        }
    }
}

/// Nobody's card before he appears, no paragraph before it is read, nothing of the cartridge: looked for in the view's
/// JSON.
// holds: OF-1-2, OF-2.1-2, OF-2.7-1
#[test]
fn a_view_holds_no_card_and_no_paragraph_before_its_time() {
    let mut appeared = false;
    for seed in 40..44 {
        for state in random_states(&NO_WAY_OUT, seed, 250).iter().step_by(9) {
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                let scene = TRAINING.scene(&TRAINING.seen_by(state, viewer), viewer);
                let json = serde_json::to_string(&scene).unwrap();
                for card in TRAINING.booklet.cards.values() {
                    let known =
                        state.units.iter().any(|unit| unit.ratings == open_fire::state::units::Ratings::Card(card.id));
                    appeared |= known;
                    assert!(known || !json.contains(&format!("\"{}\"", card.id)), "{} is on the table", card.id);
                }
                let read = |number: &Number| state.read.contains(&number.0);
                for (number, paragraph) in TRAINING.booklet.paragraphs.iter().filter(|(number, _)| !read(number)) {
                    let text = serde_json::to_string(&paragraph.text()).unwrap();
                    assert!(!json.contains(text.trim_matches('"')), "{number} is shown before it is read");
                    assert!(!json.contains(&format!("\"number\":\"{number}\"")), "{number} has a page");
                }
            }
        }
    }
    assert!(appeared, "no German has appeared in these games");
}

/// How a unit stands, as far as a player must be told when it changes.
fn standing(rules: &OpenFire, state: &State, unit: UnitId) -> impl PartialEq + std::fmt::Debug {
    let piece = state.unit(unit);
    let condition = &piece.condition;
    let life = (condition.killed, condition.crew, condition.mpa_lost, condition.immobilised, piece.halved);
    let arms = (condition.machinegun, condition.main_gun, piece.captured, piece.surrendered);
    let posture = (piece.closed, piece.defilade, piece.dug_in, piece.prepared, condition.suppressed);
    let carried = match piece.place {
        Place::Aboard(_) | Place::Towed(_) => 1,
        Place::Exited | Place::Removed => 2,
        Place::OffMap | Place::At(_) => 0,
    };
    (life, arms, posture, piece.space == Space::Panic, carried, s02_ratings::is_disabled(Ask::new(rules, state), unit))
}

/// Every change of points, posture and life is in the log, with the unit and the rule.
#[test]
fn nothing_is_lost_without_a_word() {
    let (mut changes, mut points) = (0, 0);
    for seed in 80..104 {
        let mut state = NO_WAY_OUT.start();
        let (mut dice, mut choices) = (Seeded::new(seed), Seeded::new(seed ^ 0xabcd));
        for _ in 0..500 {
            if NO_WAY_OUT.to_act(&state).is_none() {
                break;
            }
            let action = led(&state, &mut choices);
            let before = state.clone();
            let mut log = Log::default();
            NO_WAY_OUT.apply(&mut state, &action, &mut dice, &mut log).unwrap();
            for (unit, stood) in before.all_units().filter(|(_, unit)| !unit.condition.killed) {
                if standing(&NO_WAY_OUT, &before, unit) == standing(&NO_WAY_OUT, &state, unit) {
                    continue;
                }
                changes += 1;
                let id = state.id_of(unit);
                let named = log.entries.iter().any(|entry| entry.units.contains(&id));
                assert!(named, "{}: {action:?} changed it without a word: {:#?}", stood.name, log.entries);
            }
            if s15_awards::balance(Ask::new(&NO_WAY_OUT, &before)) != s15_awards::balance(Ask::new(&NO_WAY_OUT, &state))
                && before.generation.is_none()
            {
                points += 1;
                let told = log.entries.iter().any(|entry| entry.rule.0 == "OF-15");
                assert!(told, "{action:?} changed the points without a word: {:#?}", log.entries);
            }
        }
    }
    assert!(changes > 200 && points > 20, "{changes} changes, {points} of points");
}

/// A platoon that fights when it can, so that there is something to lose.
fn led(state: &State, choices: &mut Seeded) -> Action {
    let mut legal = Vec::new();
    NO_WAY_OUT.legal(state, &mut legal);
    let fights =
        |action: &&Action| matches!(action, Action::Fire(Fire::Main { .. } | Fire::Guns { .. }) | Action::Assault(_));
    let stays = |action: &&Action| {
        !matches!(action, Action::Transport(Transport::Exit { .. }) | Action::Round(BetweenTurns::CallOff))
    };
    let fighting: Vec<&Action> = legal.iter().filter(fights).collect();
    let staying: Vec<&Action> = legal.iter().filter(stays).collect();
    let some = if !fighting.is_empty() && choices.below(3) > 0 { fighting } else { staying };
    *some[choices.below(some.len() as u32) as usize]
}

#[test]
fn what_is_not_listed_is_refused() {
    let mut choices = Seeded::new(7);
    for seed in 20..23 {
        for state in random_states(&NO_WAY_OUT, seed, 200).iter().step_by(5) {
            let mut legal = Vec::new();
            TRAINING.legal(state, &mut legal);
            for _ in 0..80 {
                let action = any_action(state, &mut choices);
                let listed = legal.contains(&action);
                assert_eq!(TRAINING.check(state, &action).is_ok(), listed, "{action:?} in {:?}", state.frames);
            }
        }
    }
}

/// Whatever can be said in any mission, most of it nonsense: what is not listed is refused with a rule. Only names that
/// a player makes up are on no list.
#[test]
fn lines_of_nonsense_are_listed_or_refused() {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    let missions = game.scenarios.iter().map(|scenario| scenario.usual().as_ref());
    // Some forms say two or three lines: "award CREW or award rest".
    let lines = |form: &'static str| form.split(", ").flat_map(|lines| lines.split(" or "));
    let forms = Action::FORMS.iter().copied().flatten();
    let forms: Vec<Verb> = forms.flat_map(|(verb, form)| lines(form).map(|line| (*verb, line))).collect();
    for (seed, rules) in (0..).zip(missions.chain([&*NO_WAY_OUT, &*TALKATIVE])) {
        let found = hold_nonsense(rules, &[&forms], seed, 200, |action| matches!(action, Action::Name(_)));
        assert!(found.legal > 0 && found.refused > found.legal, "{}: {found:?}", rules.id);
    }
}

/// Every action there is reads as it was written.
#[test]
fn actions_read_as_they_were_written() {
    let mut choices = Seeded::new(3);
    for seed in 30..33 {
        for state in random_states(&NO_WAY_OUT, seed, 200).iter().step_by(11) {
            for _ in 0..200 {
                let action = any_action(state, &mut choices);
                if action.units().into_iter().flatten().any(|unit| unit.index() >= state.units.len()) {
                    continue;
                }
                let written = TRAINING.write(state, &action);
                assert_eq!(TRAINING.read(state, &written).unwrap(), action, "{written}");
            }
        }
    }
}

#[test]
fn nonsense_is_no_action() {
    let state = TRAINING.start();
    for text in
        ["", "fire", "fire ap", "begin z", "march a", "answer 0", "answer 999", "buy crew 9", "rotate up", "dig"]
    {
        let error = TRAINING.read(&state, text).unwrap_err();
        assert!(!error.problem.is_empty());
    }
}

fn random_states(rules: &OpenFire, seed: u64, count: usize) -> Vec<State> {
    let mut state = rules.start();
    let mut dice = Seeded::new(seed);
    let mut choices = Seeded::new(seed ^ 0xabcd);
    let mut states = Vec::new();
    while states.len() < count && rules.to_act(&state).is_some() {
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        // Leaving the map is the end of many a random mission.
        let staying: Vec<&Action> =
            legal.iter().filter(|action| !matches!(action, Action::Transport(Transport::Exit { .. }))).collect();
        let action = *staying[choices.below(staying.len() as u32) as usize];
        rules.apply(&mut state, &action, &mut dice, &mut Silent).unwrap();
        states.push(state.clone());
    }
    states
}

/// The same mission with an empty cartridge and with paragraphs that say nothing where they have not been read.
fn without_unread(rules: &OpenFire, state: &State) -> OpenFire {
    let mut booklet = open_fire::booklet::paragraphs::Booklet::clone(&rules.booklet);
    for (number, paragraph) in &mut booklet.paragraphs {
        if !state.read.contains(&number.0) {
            (paragraph.script, paragraph.marks) = (Script::default(), Vec::new());
            continue;
        }
        let kept: Vec<BlockId> = kept(&paragraph.script)
            .into_iter()
            .filter(|block| !state.disclosed.contains(&(number.0, *block)))
            .collect();
        paragraph.script.meanwhile.retain(|branch| !kept.contains(&branch.then));
        for step in paragraph.script.blocks.iter_mut().flatten() {
            if let Line::TheMoment(branch) | Line::Whenever(branch) = step
                && kept.contains(&branch.then)
            {
                branch.when = Test::Rounds;
            } else if let Line::After { rounds, then } = step
                && kept.contains(then)
            {
                *rounds = 99;
            }
        }
        for BlockId(block) in kept {
            paragraph.script.blocks[usize::from(block)] = vec![Line::Story("Torn out.".into())];
        }
    }
    for card in booklet.cards.values_mut() {
        let known =
            |unit: &open_fire::state::units::Unit| unit.ratings == open_fire::state::units::Ratings::Card(card.id);
        if !state.units.iter().any(known) {
            (card.name, card.points) = ("Nobody".to_owned(), 19);
            card.actions = None;
        }
        // Of a card that lies on the table only the cells that have been used are known.
        let used = state.units.iter().filter(|unit| known(unit)).fold(0, |used, unit| used | unit.cells_used);
        for (number, row) in card.actions.iter_mut().flat_map(|actions| actions.rows.iter_mut().enumerate()) {
            for (column, cell) in row.iter_mut().enumerate() {
                if used >> (column * 5 + number) & 1 == 0 {
                    *cell = cell.map(|_| Number(998));
                }
            }
        }
    }
    let mut mission = rules.mission.clone();
    mission.starts_with = Some(Number(999));
    mission.cartridge.iter_mut().flat_map(|(_, cells)| cells).for_each(|cell| *cell = Cell::None);
    mission.random_events.iter_mut().flatten().for_each(|cell| *cell = Cell::Random);
    mission.adjustments.clear();
    mission.retreat.clear();
    OpenFire {
        id: rules.id.clone(),
        sheet: Arc::clone(&rules.sheet),
        booklet: Arc::new(booklet),
        country: Arc::clone(&rules.country),
        mission,
        options: rules.options,
        seats: rules.seats.clone(),
        roster: None,
        opening: None,
    }
}

/// The blocks of a script that are kept from the player until they come about: answers, standing orders, what is
/// watched for.
fn kept(script: &Script) -> Vec<BlockId> {
    let steps = script.blocks.iter().flatten().flat_map(|step| match step {
        Line::Ask { answers, .. } => answers.iter().map(|answer| answer.then).collect(),
        Line::TheMoment(branch) | Line::Whenever(branch) => vec![branch.then],
        Line::After { then, .. } | Line::Offer { then, .. } | Line::Pick { then, .. } => vec![*then],
        _ => Vec::new(),
    });
    steps.chain(script.meanwhile.iter().map(|branch| branch.then)).collect()
}

/// Any action at all, most of them nonsense.
fn any_action(state: &State, choices: &mut Seeded) -> Action {
    let mut pick = |n: usize| choices.below(n as u32) as usize;
    let unit = UnitId(pick(state.units.len() + 1) as u8);
    let target = UnitId(pick(state.units.len() + 1) as u8);
    let hex = match state.units.get(unit.index()).and_then(open_fire::state::units::Unit::hex) {
        Some(hex) if pick(2) == 0 => hex,
        _ => Hex(pick(TRAINING.grid().len()) as u16),
    };
    let facing = Direction::ALL[pick(6)];
    let (yes, crew) = (pick(2) == 0, pick(8) as u8);
    let (row, vehicle) =
        (pick(TRAINING.sheet.platoon.crews.len()) as u8, pick(TRAINING.sheet.platoon.vehicles.len()) as u8);
    match pick(52) {
        48 => Action::Generate(Step::ReturnRounds { crew, rounds: 5 }),
        0 => Action::Generate(Step::TakeSample),
        1 => Action::Generate(Step::ThrowQuality),
        2 => Action::Generate(Step::BuyCrew(row)),
        3 => Action::Generate(Step::ReturnCrew(row)),
        4 => Action::Generate(Step::ThrowRatings),
        5 => Action::Generate(Step::BuyVehicle { crew, vehicle }),
        6 => Action::Generate(Step::ReturnVehicle { crew }),
        7 => Action::Generate(Step::BuyRounds { crew, rounds: 5 }),
        8 => Action::Generate(Step::Ready),
        9 => Action::Share(Sharing::Assign { unit, seat: Seat(0) }),
        10 => Action::Transport(Transport::Enter { unit, hex }),
        11 | 12 => Action::March(March { unit, to: hex, stack: yes }),
        13 => Action::Transport(Transport::Exit { unit }),
        14 | 15 => Action::Transport(Transport::Hatch { unit, closed: yes }),
        16 => Action::Share(Sharing::HandOver { seat: Seat(0) }),
        17 => Action::Transport(Transport::Load { unit, carrier: target }),
        18 => Action::Transport(Transport::Unload { unit }),
        19 => Action::Round(BetweenTurns::Begin { unit }),
        20 => Action::Round(BetweenTurns::German),
        21 => Action::Sight(Sighting::Peer),
        22 => Action::Sight(if yes { Sighting::LeaveIt } else { Sighting::Look { marker: 1 + crew } }),
        23 => Action::Move(Movement::Drive { fast: yes }),
        24 => Action::Move(Movement::Forward),
        25 => Action::Move(Movement::Back),
        26 => Action::Move(Movement::Walk { to: hex }),
        27 => Action::Move(Movement::Rotate { clockwise: yes }),
        28 => Action::Move(Movement::Traverse { clockwise: yes }),
        29 => Action::Move(Movement::Defilade),
        30 => Action::Move(Movement::DigIn { inside: yes }),
        31 => Action::Fire(Fire::Main { target, shell: if yes { Shell::Ap } else { Shell::Gp } }),
        32 => Action::Fire(Fire::All { target }),
        33 => Action::Fire(Fire::Smoke { hex }),
        34 => Action::Fire(Fire::Guns { target }),
        35 => Action::Fire(Fire::Bazooka { target }),
        36 => Action::Assault(Attack { how: if yes { Assault::Capture } else { Assault::Close }, target }),
        37 => Action::Assault(Attack { how: Assault::Charge, target }),
        38 => Action::Fire(Fire::Prepare { facing }),
        39 => Action::Command(Command::GiveTurn { unit }),
        40 => Action::Command(Command::MakeAware { unit }),
        41 => Action::Guard(Custody::Guard { unit, captured: target }),
        46 => Action::Guard(Custody::Lead { unit, prisoner: target, along: yes }),
        47 => Action::Round(BetweenTurns::StandDown),
        42 => Action::Answer(match pick(4) {
            0 => Answer::Unit(unit),
            1 => Answer::Hex(hex),
            2 => Answer::Call(pick(2) as u8),
            _ => Answer::Place(pick(4) as u8),
        }),
        43 => Action::Abandon(Abandon(yes.then_some(unit))),
        49 => Action::Transport(Transport::DigIn { unit, inside: yes }),
        50 => Action::Deploy(if yes { Deploy::Put { hex } } else { Deploy::Pick { unit } }),
        45 => Action::Round(BetweenTurns::CallOff),
        44 => Action::Fire(Fire::Main { target, shell: Shell::Smoke }),
        _ => Action::Done(Done),
    }
}
