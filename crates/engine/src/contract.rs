//! What every ruleset must hold, checked along random games. Each ruleset's tests call this.

mod nonsense;

use dice::{Dice, Fell, Recorded, Seeded, Throw};

use crate::{
    Answers, Attacks, Choice, ChoiceKind, Forecast, GoodFor, Journal, Log, Marker, Modifier, Opening, PlanHex, Pointed,
    Role, Rules, Scene, Seat, Severity, Silent, StateHash, Viewer, Wish, after::openings, play_out, standing,
};

pub use nonsense::{Nonsense, hold_nonsense};

/// Plays one random game of at most `limit` actions and checks at every step that
///
/// * a seat that is asked has something to do, and nobody is asked when there is a winner;
/// * every listed action is legal, is listed once, and survives being written and read;
/// * the acting seat, with what it may know, has the same list;
/// * the choices on its screen are that list, a sheet offers nothing else, the other screens offer nothing, and all
///   odds add up;
/// * lists and the screen agree about its state;
/// * a plan can be carried out whole, unless dice, a revelation or a question come in between;
/// * what is said to be possible after something else is possible then, with the same odds, unless dice, a
///   revelation or a question come in between;
/// * the key explains every marker on a counter;
/// * only enemies on the board of the seat that asks threaten it, and only the seat itself is told so.
///
/// Returns the fingerprints after each action.
///
/// # Panics
/// If one of these does not hold.
pub fn play_checked<R: Rules>(rules: &R, seed: u64, limit: usize) -> Vec<StateHash> {
    let mut state = rules.start();
    let mut dice = Seeded::new(seed);
    let mut choices = Seeded::new(!seed);
    let mut plans = Seeded::new(seed ^ 0x9e37_79b9);
    let key = rules.board().markers;
    let mut hashes = Vec::new();
    while hashes.len() < limit
        && let Some(seat) = rules.to_act(&state)
    {
        let legal = check_state(rules, &state, seat);
        if plans.below(3) == 0 {
            check_plan(rules, &state, seat, &mut plans);
            check_threats_to_somebody(rules, &state, &mut plans);
        }
        if plans.below(8) == 0 {
            check_openings(rules, &state, seat, &mut plans);
        }
        if hashes.len().is_multiple_of(4) {
            check_key(rules, &state, &key);
        }
        let action = &legal[choices.below(legal.len() as u32) as usize];
        apply(rules, &mut state, action, &mut dice, &mut Silent);
        hashes.push(StateHash::of(&state));
    }
    if rules.to_act(&state).is_none() {
        assert!(rules.winner(&state).is_some(), "nobody is asked, and there is no result");
    }
    check_losses(rules, &state);
    check_standing(rules, &state);
    hashes
}

/// Does an action that has been listed.
///
/// # Panics
/// If it is refused.
pub fn apply<R: Rules>(
    rules: &R,
    state: &mut R::State,
    action: &R::Action,
    dice: &mut dyn Dice,
    journal: &mut dyn Journal,
) {
    if let Err(refusal) = rules.apply(state, action, dice, journal) {
        panic!("{action:?} is listed and refused: {refusal}");
    }
}

/// The key explains every marker that lies on a counter, under the name it has there: "Damage N" is any damage.
fn check_key<R: Rules>(rules: &R, state: &R::State, key: &[Marker]) {
    for viewer in rules.seats().iter().map(|info| Viewer::Seat(info.seat)) {
        let scene = rules.scene(&rules.seen_by(state, viewer), viewer);
        for Marker { id, label, .. } in scene.counters.iter().flat_map(|counter| &counter.markers) {
            let counted = label.replace(|letter: char| letter.is_ascii_digit(), "N");
            let known = key.iter().any(|one| one.id == *id && (one.label == *label || one.label == counted));
            assert!(known, "the key does not explain \"{label}\"");
        }
    }
}

/// A unit is lost once, and something became of it.
fn check_losses<R: Rules>(rules: &R, state: &R::State) {
    for viewer in rules.seats().iter().map(|info| Viewer::Seat(info.seat)).chain([Viewer::Spectator]) {
        let losses = rules.losses(&rules.seen_by(state, viewer));
        for (place, loss) in losses.iter().enumerate() {
            assert!(losses[..place].iter().all(|other| other.unit != loss.unit), "{} is lost twice", loss.name);
            assert!(!loss.name.is_empty() && !loss.fate.is_empty(), "{loss:?}");
        }
    }
}

/// Checks that what a game says about its attacks can be asked on a screen: every name once, every condition about a
/// flag of the same form, every usual answer among those that may be given.
///
/// # Panics
/// If one of these does not hold.
pub fn check_forms(attacks: &dyn Attacks) {
    for form in attacks.forms() {
        let names: Vec<&str> = form.flags().map(|flag| flag.name).collect();
        for (place, flag) in form.flags().enumerate() {
            let what = format!("{} --{}", form.name, flag.name);
            assert!(!names[..place].contains(&flag.name), "{what} is listed twice");
            assert!(!flag.about.is_empty() && !flag.question.is_empty(), "{what} says nothing");
            assert_eq!(flag.value.is_none(), flag.answers == Answers::Yes, "{what} has a value, or it has none");
            for when in &flag.when {
                assert!(names.contains(&when.flag()), "{what} asks about --{}", when.flag());
            }
            if let Some(usual) = &flag.usual {
                assert!(!flag.needed, "{what} has an answer without being asked");
                let fits = match &flag.answers {
                    Answers::Yes | Answers::Text | Answers::Dice { .. } | Answers::Several { .. } => true,
                    Answers::OneOf { choices } => choices.iter().any(|pick| pick.value == *usual),
                    Answers::Number { least, most } => {
                        usual.parse().is_ok_and(|number: i32| (*least..=*most).contains(&number))
                    }
                };
                assert!(fits, "{what} is usually \"{usual}\", which cannot be answered");
            }
        }
    }
}

/// Checks one state; returns its legal actions.
fn check_state<R: Rules>(rules: &R, state: &R::State, seat: Seat) -> Vec<R::Action> {
    let mut legal = Vec::new();
    rules.legal(state, &mut legal);
    assert!(!legal.is_empty(), "{seat:?} is asked and has nothing to do: {state:?}");
    assert!(rules.winner(state).is_none(), "there is a result, and {seat:?} is asked");
    for (place, action) in legal.iter().enumerate() {
        if let Err(refusal) = rules.check(state, action) {
            panic!("{action:?} is listed and refused: {refusal}");
        }
        assert!(!legal[..place].contains(action), "{action:?} is listed twice");
        let written = rules.write(state, action);
        let read = rules.read(state, &written).unwrap_or_else(|error| panic!("{error}"));
        assert!(read == *action, "{action:?} is written \"{written}\" and read as {read:?}");
    }
    check_views(rules, state, seat, &legal);
    check_wishes(rules, state, seat, &legal);
    check_standing(rules, state);
    legal
}

/// Whatever a player may mean who points at a counter is legal if it is listed, and refused with words if it is not.
fn check_wishes<R: Rules>(rules: &R, state: &R::State, seat: Seat, legal: &[R::Action]) {
    let viewer = Viewer::Seat(seat);
    let seen = rules.seen_by(state, viewer);
    let counters = rules.scene(&seen, viewer).counters;
    let own = counters.iter().find(|counter| counter.seat == seat);
    let others = counters.iter().map(|counter| (Some(counter.id.clone()), Some(counter.hex.clone())));
    for (target, hex) in others.take(COUNTERS).chain([(None, None)]) {
        let unit = own.map(|counter| counter.id.clone());
        for pointed in [
            Pointed { unit: unit.clone(), target, hex: None },
            Pointed { unit: unit.clone(), target: None, hex },
            Pointed { unit: Some("nobody".to_owned()), ..Pointed::default() },
        ] {
            for Wish { label, action } in rules.wishes(&seen, seat, &pointed) {
                assert!(!label.is_empty(), "{action:?} has no name");
                let refused = rules.check(&seen, &action).err();
                assert_eq!(refused.is_none(), legal.contains(&action), "{label} ({action:?}): {refused:?}");
                assert!(refused.is_none_or(|why| !why.to_string().is_empty()), "{label} is refused without a word");
            }
        }
    }
}

/// How many counters a player points at in each state.
const COUNTERS: usize = 3;

fn check_standing<R: Rules>(rules: &R, state: &R::State) {
    let seen = rules.seen_by(state, Viewer::Spectator);
    let scene = rules.scene(&seen, Viewer::Spectator);
    assert_eq!(rules.standing(&seen), standing(scene.outcome.as_ref(), &scene.facts));
}

fn check_views<R: Rules>(rules: &R, state: &R::State, seat: Seat, legal: &[R::Action]) {
    let mut known = Vec::new();
    let seen = rules.seen_by(state, Viewer::Seat(seat));
    rules.legal(&seen, &mut known);
    assert!(known == legal, "what {seat:?} may do depends on what it may not know");

    let scene = rules.scene(&seen, Viewer::Seat(seat));
    let offered: Vec<&str> = scene.choices.iter().map(|choice| choice.action.as_str()).collect();
    let written: Vec<String> = legal.iter().map(|action| rules.write(&seen, action)).collect();
    assert_eq!(offered, written, "the screen offers something else than the rules");
    for action in scene.sheet.iter().flat_map(crate::Sheet::actions) {
        assert!(offered.contains(&action.as_str()), "the sheet offers \"{action}\", and the rules do not");
    }
    scene.choices.iter().for_each(check_choice);
    for forecast in scene.choices.iter().filter_map(|choice| choice.odds.as_ref()) {
        check_forecast(forecast);
    }
    for info in rules.seats().iter().filter(|info| info.seat != seat) {
        let other = Viewer::Seat(info.seat);
        assert!(
            rules.scene(&rules.seen_by(state, other), other).choices.is_empty(),
            "{:?} is offered something",
            info.seat
        );
    }
}

/// Holds a choice against its kind: whoever picks a hex, a target or a unit on the board finds it named there.
///
/// # Panics
/// If it is not.
pub fn check_choice(choice: &Choice) {
    let named = match choice.kind {
        ChoiceKind::Move => !choice.units.is_empty() && choice.hex.is_some(),
        ChoiceKind::Fire => choice.target.is_some(),
        ChoiceKind::Hex => choice.hex.is_some(),
        ChoiceKind::Unit => !choice.units.is_empty() || choice.target.is_some(),
        ChoiceKind::Button | ChoiceKind::Pass | ChoiceKind::GoOn | ChoiceKind::ByItself => true,
    };
    assert!(named && !choice.label.is_empty(), "nobody can pick this on the board: {choice:?}");
}

/// Plays one random game of at most `limit` actions and holds every choice on the way against its kind.
///
/// # Panics
/// If one of them names too little.
pub fn play_and_check_choices<R: Rules>(rules: &R, seed: u64, limit: u64) {
    let (mut state, mut pick) = (rules.start(), Seeded::new(!seed));
    play_out(rules, &mut state, &mut Seeded::new(seed), limit, |state, seat, legal| {
        let viewer = Viewer::Seat(seat);
        rules.scene(&rules.seen_by(state, viewer), viewer).choices.iter().for_each(check_choice);
        pick.below(legal.len() as u32) as usize
    });
}

/// How many hexes of a plan are tried.
const HEXES: u32 = 6;

/// Carries out some of what is planned for units that could move now, each on a table of its own.
fn check_plan<R: Rules>(rules: &R, state: &R::State, seat: Seat, pick: &mut Seeded) {
    let viewer = Viewer::Seat(seat);
    let seen = rules.seen_by(state, viewer);
    let scene = rules.scene(&seen, viewer);
    let movers: Vec<&crate::Choice> =
        scene.choices.iter().filter(|choice| choice.kind == crate::ChoiceKind::Move).collect();
    if movers.is_empty() {
        return;
    }
    let units = &movers[pick.below(movers.len() as u32) as usize].units;
    let Some(plan) = rules.plan(&seen, viewer, units).filter(|plan| !plan.hexes.is_empty()) else { return };
    plan.hexes.iter().flat_map(|hex| &hex.threats).for_each(|threat| check_forecast(&threat.odds));
    for tried in 0..HEXES {
        let hex = &plan.hexes[pick.below(plan.hexes.len() as u32) as usize];
        assert!(!hex.outlook.text.is_empty(), "nothing is said about the way to {}", hex.hex);
        if tried == 0 {
            check_threats(rules, &seen, seat, &scene, units, Some(&hex.hex));
        }
        carry_out(rules, state.clone(), seat, hex, pick);
    }
}

/// Asks for each seat what could be done to one of its units where it stands, whoever is asked now.
fn check_threats_to_somebody<R: Rules>(rules: &R, state: &R::State, pick: &mut Seeded) {
    for seat in rules.seats().iter().map(|info| info.seat) {
        let seen = rules.seen_by(state, Viewer::Seat(seat));
        let scene = rules.scene(&seen, Viewer::Seat(seat));
        let own: Vec<String> =
            scene.counters.iter().filter(|unit| unit.seat == seat).map(|unit| unit.id.clone()).collect();
        if !own.is_empty() {
            let unit = own[pick.below(own.len() as u32) as usize].clone();
            check_threats(rules, &seen, seat, &scene, &[unit], None);
        }
    }
}

/// What is threatened is the seat's own, by enemies on its own board, with odds that add up; a spectator is not told.
fn check_threats<R: Rules>(rules: &R, seen: &R::State, seat: Seat, scene: &Scene, units: &[String], hex: Option<&str>) {
    assert_eq!(
        rules.threats(seen, Viewer::Spectator, units, hex),
        None,
        "a spectator is told what threatens {units:?}"
    );
    let Some(threats) = rules.threats(seen, Viewer::Seat(seat), units, hex) else { return };
    assert!(!threats.outlook.text.is_empty() && threats.outlook.danger != threats.deeds.is_empty(), "{threats:?}");
    for deed in &threats.deeds {
        for enemy in deed.with.iter().chain([&deed.unit]) {
            let counter = scene.counters.iter().find(|counter| counter.id == *enemy);
            assert!(counter.is_some_and(|counter| counter.seat != seat), "{seat:?} does not know of {enemy}: {deed:?}");
            let here = counter.is_some_and(|counter| counter.hex == deed.from);
            assert!(deed.moves || here || !deed.with.is_empty(), "{enemy} is not in {}: {deed:?}", deed.from);
        }
        assert!(units.contains(&deed.target) && !deed.label.is_empty() && !deed.when.is_empty(), "{deed:?}");
        deed.odds.iter().for_each(check_forecast);
    }
}

/// How many openings are tried.
const OPENINGS: usize = 6;

/// Every opening is about a unit of the seat and something on its own board; done step by step, it is what it was
/// said to be.
fn check_openings<R: Rules>(rules: &R, state: &R::State, seat: Seat, pick: &mut Seeded) {
    let seen = rules.seen_by(state, Viewer::Seat(seat));
    let told = openings(rules, &seen, seat, &[]);
    let counters = rules.scene(&seen, Viewer::Seat(seat)).counters;
    for end in &told.ends {
        let end = rules.read(&seen, end).unwrap_or_else(|error| panic!("{error}"));
        assert!(rules.check(&seen, &end).is_ok(), "{end:?} ends nothing");
    }
    for opening in &told.openings {
        check_forecast(&opening.odds);
        let of = |id: &String| counters.iter().find(|counter| counter.id == *id).map(|counter| counter.seat);
        assert!(of(&opening.unit).is_none_or(|owner| owner == seat), "{opening:?}");
        assert!(opening.target.as_ref().and_then(of).is_none_or(|owner| owner != seat), "{opening:?}");
        assert_eq!(opening.first.is_empty(), opening.after.is_empty(), "{opening:?}");
        assert!((1..=opening.first.len()).contains(&opening.row.max(1)) || opening.first.is_empty(), "{opening:?}");
    }
    let sure: Vec<&Opening> = told.openings.iter().filter(|opening| !opening.unsure).collect();
    let first = if sure.is_empty() { 0 } else { pick.below(sure.len() as u32) as usize };
    for opening in sure.iter().cycle().skip(first).take(OPENINGS.min(sure.len())) {
        open(rules, state.clone(), seat, opening, pick);
    }
}

/// Does what has to be done first, and compares the attack that is offered then.
fn open<R: Rules>(rules: &R, mut state: R::State, seat: Seat, opening: &Opening, pick: &mut Seeded) {
    let mut dice = Seeded::new(pick.below(u32::MAX).into());
    let read = |state: &R::State, action: &str| {
        let read = rules.read(state, action).unwrap_or_else(|error| panic!("{error}: {opening:?}"));
        if let Err(refusal) = rules.check(state, &read) {
            panic!("\"{action}\" is refused: {refusal}\n{opening:?}\n{state:?}");
        }
        read
    };
    let mut foreseen = rules.seen_by(&state, Viewer::Seat(seat));
    for step in &opening.first {
        let action = read(&state, &step.action);
        let ready = rules.check(&foreseen, &action).unwrap_or_else(|refusal| panic!("{refusal}: {opening:?}"));
        rules.prepare(&mut foreseen, ready, &mut Seeded::new(0));
        let (mut log, mut thrown) = (Log::default(), Recorded::new(&mut dice));
        apply(rules, &mut state, &action, &mut thrown, &mut log);
        let pages = log.entries.iter().any(|entry| entry.page.is_some());
        // Nobody could foresee it: a page, something that comes in sight, a question.
        let other = rules.to_act(&state) != Some(seat) || rules.matter(&state) != rules.matter(&foreseen);
        if other || pages || log.reveals || !thrown.into_faces().is_empty() {
            return;
        }
    }
    let seen = rules.seen_by(&state, Viewer::Seat(seat));
    let attack = read(&seen, &opening.action);
    let offered = rules.offered(&seen, &attack).and_then(|choice| choice.odds);
    assert_eq!(offered.as_ref(), Some(&opening.odds), "{opening:?}");
}

/// A plan that is offered is carried out whole, or something comes up that nobody could plan for.
fn carry_out<R: Rules>(rules: &R, mut state: R::State, seat: Seat, hex: &PlanHex, pick: &mut Seeded) {
    let matter = rules.matter(&state);
    let mut dice = Seeded::new(pick.below(u32::MAX).into());
    for action in &hex.actions {
        let read = rules.read(&state, action).unwrap_or_else(|error| panic!("planned to {}: {error}", hex.hex));
        let (mut log, mut thrown) = (Log::default(), Recorded::new(&mut dice));
        if let Err(refusal) = rules.apply(&mut state, &read, &mut thrown, &mut log) {
            panic!("the plan to {} {:?} ends at \"{action}\": {refusal}\n{state:?}", hex.hex, hex.actions);
        }
        let interrupted = rules.to_act(&state) != Some(seat) || rules.matter(&state) != matter;
        if interrupted || log.reveals || !thrown.into_faces().is_empty() {
            return;
        }
    }
}

/// Every line that says it is a sum is one: a reader who adds up what is counted in the same gets there.
///
/// # Panics
/// If one is not.
pub fn check_sums(modifiers: &[Modifier]) {
    for (place, sum) in modifiers.iter().enumerate().filter(|(_, line)| line.role == Role::Sum) {
        let counted = modifiers[..place].iter().filter(|line| line.role == Role::Part && line.measure == sum.measure);
        assert_eq!(counted.map(|line| line.value).sum::<i32>(), sum.value, "{}: {modifiers:#?}", sum.what);
    }
}

/// Holds a forecast against itself: the ways add up, the headline is the sum of the outcomes in its groups, and both
/// are in order.
///
/// # Panics
/// If one of these does not hold.
pub fn check_forecast(forecast: &Forecast) {
    let of = forecast.outcomes.first().map_or(0, |chance| chance.of.0);
    let all: u128 = forecast.outcomes.iter().map(|chance| chance.ways.0).sum();
    assert_eq!(all, of, "odds do not add up: {forecast:?}");
    let grouped: u128 = forecast.headline.iter().map(|group| group.ways.0).sum();
    assert_eq!(grouped, of, "the headline does not add up: {forecast:?}");
    for chance in &forecast.outcomes {
        assert!(!chance.label.is_empty(), "{} has no words", chance.result);
        assert!(
            chance.severity != Severity::Nothing || chance.good_for == GoodFor::Nobody,
            "nothing is good for nobody: {chance:?}"
        );
    }
    for (place, group) in forecast.headline.iter().enumerate() {
        let members = || forecast.outcomes.iter().filter(|chance| chance.group == group.group);
        let alike = |chance: &crate::Chance| (chance.severity, chance.good_for) == (group.severity, group.good_for);
        assert!(members().all(alike), "what is in the group {} is not alike: {forecast:?}", group.group);
        assert_eq!(members().map(|chance| chance.ways.0).sum::<u128>(), group.ways.0, "{}: {forecast:?}", group.group);
        assert!(group.ways.0 > 0, "{} cannot happen and is in the headline", group.group);
        let twice = forecast.headline[..place].iter().any(|other| other.group == group.group);
        assert!(!twice, "{} is in the headline twice", group.group);
    }
    check_sums(&forecast.modifiers);
    assert!(forecast.outcomes.is_sorted_by_key(crate::Chance::rank), "outcomes are not in order: {forecast:?}");
    let gravest_first = forecast.headline.iter().rev().is_sorted_by_key(crate::Group::rank);
    assert!(gravest_first, "the headline is not in order: {forecast:?}");
}

/// Two games that differ only in what one side hides, played side by side.
pub struct Veiled<'r, R: Rules> {
    /// The two games: their rules differ where the set-up does.
    pub rules: [&'r R; 2],
    /// Their states.
    pub states: [R::State; 2],
    /// The side that may not know what differs.
    pub watcher: Seat,
    /// Whether what a side hides came to light between two states of a game: from then on the games may differ.
    pub came_to_light: &'r dyn Fn(&R::State, &R::State) -> bool,
}

/// Dice that fall in sight are the same in both games; those that nobody sees fall by themselves.
struct Apart {
    open: Seeded,
    blind: Seeded,
    fell: bool,
}

impl Dice for Apart {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        self.fell = true;
        if throw.blind { self.blind.throw(throw) } else { self.open.throw(throw) }
    }
}

impl<R: Rules> Veiled<'_, R> {
    /// Plays at most `limit` actions: the watcher's by chance, and for the side that hides something whatever ends its
    /// questions the soonest. Both games must ask the same seats, and show the same to the watcher and to spectators,
    /// until something comes to light. How many actions that were.
    ///
    /// # Panics
    /// If they show something else before.
    pub fn play(mut self, seed: u64, limit: usize) -> usize {
        let mut choices = Seeded::new(!seed);
        let mut logs = [Log::default(), Log::default()];
        self.compare(&logs, "at the start");
        for done in 0..limit {
            let Some(seat) = self.rules[0].to_act(&self.states[0]) else { return done };
            let [one, two] = [0, 1].map(|game| self.actions(game, seat, &mut choices.clone()));
            let _ = choices.below(2);
            let what = format!("after {done}: {seat:?} {one} / {two}");
            assert!(seat != self.watcher || one == two, "{what}: not the same choices");
            let before = self.states.clone();
            let [first, second] = [(0, &one), (1, &two)].map(|(game, action)| {
                logs[game].seq = done as u32 + 1;
                self.act(game, action, seed ^ done as u64, &mut logs[game])
            });
            let lit = (0..2).any(|game| (self.came_to_light)(&before[game], &self.states[game]));
            if lit {
                return done;
            }
            assert!(seat != self.watcher || first == second, "{what}: only one of the two can be taken back");
            self.compare(&logs, &what);
        }
        limit
    }

    fn actions(&self, game: usize, seat: Seat, choices: &mut Seeded) -> String {
        let (rules, state) = (self.rules[game], &self.states[game]);
        let mut legal = Vec::new();
        rules.legal(state, &mut legal);
        let written: Vec<String> = legal.iter().map(|action| rules.write(state, action)).collect();
        let quiet = (seat != self.watcher).then(|| written.iter().position(|action| action == "done")).flatten();
        let place = quiet.unwrap_or_else(|| choices.below(written.len().max(1) as u32) as usize);
        written.get(place).cloned().unwrap_or_default()
    }

    /// Does an action; whether it is final.
    fn act(&mut self, game: usize, action: &str, seed: u64, log: &mut Log) -> bool {
        let rules = self.rules[game];
        let read = rules.read(&self.states[game], action).unwrap_or_else(|error| panic!("{error}"));
        // What only one side sees falls alike, too: the watcher draws the same cards.
        let blind = Seeded::new(seed.rotate_left(17));
        let mut dice = Apart { open: Seeded::new(seed), blind, fell: false };
        (log.reveals, log.stands) = (false, false);
        apply(rules, &mut self.states[game], &read, &mut dice, log);
        dice.fell || log.reveals || log.stands
    }

    fn compare(&self, logs: &[Log; 2], when: &str) {
        let asked = [0, 1].map(|game| self.rules[game].to_act(&self.states[game]));
        assert_eq!(asked[0], asked[1], "{when}: somebody else is asked");
        for viewer in [Viewer::Seat(self.watcher), Viewer::Spectator] {
            let [one, two] = [0, 1].map(|game| self.shown(game, viewer, &logs[game]));
            if let Some((one, two)) = one.iter().zip(&two).find(|(one, two)| one != two) {
                let same = one.chars().zip(two.chars()).take_while(|(one, two)| one == two).count();
                let [one, two] = [one, two]
                    .map(|text| text.chars().skip(same.saturating_sub(WORDS)).take(3 * WORDS).collect::<String>());
                panic!("{when}: {viewer:?} is shown\n{one}\nin one game and\n{two}\nin the other");
            }
            assert_eq!(one.len(), two.len(), "{when}: {viewer:?} is shown more or fewer lines");
        }
    }

    /// Everything that leaves for a viewer, in pieces.
    fn shown(&self, game: usize, viewer: Viewer, log: &Log) -> Vec<String> {
        let rules = self.rules[game];
        let seen = rules.seen_by(&self.states[game], viewer);
        let scene = rules.scene(&seen, viewer);
        let entries = log.entries.iter().rev().take(LINES).map(|entry| format!("{:?}", entry.seen_by(viewer)));
        let choices = scene.choices.iter().map(|choice| format!("{choice:?}"));
        let rest = [
            format!("{:?}", scene.prompt),
            format!("{} lines in the log", log.entries.len()),
            rules.standing(&seen),
            format!("{:?}", scene.acting),
            format!("{:?}", scene.panels),
            format!("{:?}", scene.facts),
        ];
        let counters = scene.counters.iter().map(|counter| format!("{counter:?}"));
        let others = format!("{:?}", (&scene.absent, &scene.marks, &scene.displays, &scene.steering, &scene.sheet));
        let sheets = format!("{:?}", rules.record_sheets(&seen, viewer));
        rest.into_iter().chain(entries).chain(choices).chain(counters).chain([others, sheets]).collect()
    }
}

/// How many characters are shown around a difference.
const WORDS: usize = 100;

/// How many of the last lines of a log are compared after every action.
const LINES: usize = 40;
