//! Paragraphs in plain English, for the player's screen and for listings.

use std::fmt::Write;

use crate::booklet::paragraphs::{
    ast::{
        Activation, Among, Answer, Area, BlockId, Branch, Checker, Condition, Destination, Hexes, Order, Paragraph,
        Place, Quality, Script, Step, Target, Test, Toward, UnitRef, Units,
    },
    texts::{Part, Words},
    words::{
        Fortune, Ground, Harm, Marker, Measure, Pace, Plane, PlaneWeapon, Pointer, Rating, Route, Shell, Side, State,
        Weapon, Weather,
    },
};

/// Says of a block that is kept from the player whether it has come about.
type Told<'a> = &'a dyn Fn(BlockId) -> bool;

impl Paragraph {
    /// The whole paragraph: its number, its sightings, its text.
    pub fn text(&self) -> String {
        self.told(&|_| true)
    }

    /// The paragraph as its reader may know it: with the results of answers and the orders for later only where `told`
    /// says so.
    pub fn told(&self, told: Told<'_>) -> String {
        let mut text = self.number.to_string();
        for sighting in &self.marks {
            let _ = write!(text, " [{sighting}]");
        }
        text.push('.');
        if !self.requires.is_empty() {
            let sightings: Vec<String> = self.requires.iter().map(ToString::to_string).collect();
            let _ = write!(text, " Only after {}.", list(&sightings, "and"));
        }
        let body = self.script.told(told);
        match body.lines().next() {
            Some(first) if !first.starts_with(['•', '1']) && !first.starts_with("  ") => text + " " + &body,
            _ => text + "\n" + &body,
        }
    }
}

impl Script {
    /// The text in English: a sentence after the other, options on lines of their own.
    pub fn text(&self) -> String {
        self.told(&|_| true)
    }

    fn told(&self, told: Told<'_>) -> String {
        let mut page = Page { script: self, told, lines: Vec::new(), open: false };
        page.block(Script::MAIN, 0);
        for Branch { when, then } in self.meanwhile.iter().filter(|branch| told(branch.then)) {
            page.opening(0, &format!("Meanwhile, as soon as {}", clause(when)), *then);
        }
        page.lines.join("\n")
    }
}

/// A text while it is written.
struct Page<'a> {
    script: &'a Script,
    told: Told<'a>,
    lines: Vec<String>,
    /// The last line can be continued.
    open: bool,
}

impl Page<'_> {
    fn sentence(&mut self, depth: usize, text: &str) {
        let text = capital(text);
        let end = if text.ends_with(['.', '!', '?', ':', '"', '…']) { "" } else { "." };
        match self.lines.last_mut().filter(|_| self.open) {
            Some(line) => {
                let _ = write!(line, " {text}{end}");
            }
            None => self.lines.push(format!("{}{text}{end}", "  ".repeat(depth))),
        }
        self.open = true;
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.open = false;
        self.lines.push(format!("{}{text}", "  ".repeat(depth)));
        self.open = true;
    }

    /// A heading and its block: on one line if it is short. A heading that is a clause is followed by a comma.
    fn opening(&mut self, depth: usize, heading: &str, block: BlockId) {
        let all = self.script.block(block);
        let steps: Vec<&Step> = all.iter().filter(|step| self.is_told(step)).collect();
        let simple: Option<Vec<String>> = steps.iter().map(|step| simple(step)).collect();
        match simple {
            Some(parts) if parts.is_empty() && !all.is_empty() => {
                self.line(depth, &format!("{heading}: nothing happens at once."));
            }
            Some(parts) if parts.is_empty() => self.line(depth, &format!("{heading}: nothing happens.")),
            Some(parts) if !steps.iter().any(|step| matches!(step, Step::Story(_) | Step::Lesson(_))) => {
                let parts: Vec<String> = parts.into_iter().map(|part| part.trim_end_matches('.').to_owned()).collect();
                let words = heading.trim_start_matches(|c: char| !c.is_alphabetic());
                let clause = ["If", "Otherwise", "Meanwhile", "Now or", "In ", "Whenever", "After"]
                    .iter()
                    .any(|word| words.starts_with(word));
                let mark = if clause { "," } else { ":" };
                self.line(depth, &format!("{heading}{mark} {}.", list_steps(&parts)));
            }
            _ => {
                self.line(depth, &format!("{heading}:"));
                self.open = false;
                self.block(block, depth + 1);
            }
        }
        self.open = false;
    }

    /// Standing orders are left out before their moment.
    fn is_told(&self, step: &Step) -> bool {
        match step {
            Step::TheMoment(branch) | Step::Whenever(branch) => (self.told)(branch.then),
            Step::After { then, .. } => (self.told)(*then),
            _ => true,
        }
    }

    fn block(&mut self, block: BlockId, depth: usize) {
        for step in self.script.block(block).iter().filter(|step| self.is_told(step)).collect::<Vec<_>>() {
            self.step(step, depth);
        }
        self.open = false;
    }

    fn step(&mut self, step: &Step, depth: usize) {
        match step {
            Step::Story(text) => self.story(&text.printed(), depth),
            Step::Lesson(text) => {
                self.open = false;
                self.story(&format!("Lesson: {}", text.printed()), depth);
                self.open = false;
            }
            Step::If { test, then, otherwise } => {
                self.opening(depth, &format!("If {}", clause(test)), *then);
                if let Some(otherwise) = otherwise {
                    self.opening(depth, "Otherwise", *otherwise);
                }
            }
            Step::Choose { options, otherwise } => self.options(depth, options, *otherwise, |_| "•".to_owned()),
            Step::First { options, otherwise } => {
                self.options(depth, options, *otherwise, |place| format!("{}.", place + 1));
            }
            Step::Check { rating, modification, by, success, failure } => {
                self.sentence(depth, &format!("{}:", check(*rating, *modification, by)));
                for (heading, block) in [("• Success", success), ("• Failure", failure)] {
                    if let Some(block) = block {
                        self.opening(depth, heading, *block);
                    }
                }
            }
            Step::Roll { dice, rows } => {
                self.sentence(depth, if *dice == 2 { "Throw two dice:" } else { "Throw a die:" });
                for row in rows {
                    let faces =
                        if row.from == row.to { row.from.to_string() } else { format!("{}-{}", row.from, row.to) };
                    self.opening(depth, &format!("• On {faces}"), row.then);
                }
            }
            Step::Ask { question, answers } => {
                self.sentence(depth, &question.printed());
                answers.iter().for_each(|answer| self.answer(depth, answer));
            }
            Step::Pick { question, among, then } => {
                self.sentence(depth, &question.printed());
                self.kept_back(depth, &format!("• You choose {}", among_name(among)), *then);
            }
            Step::Offer { label, then } => {
                let heading = format!("• {} (once, at any time between Turns)", label.printed().trim_end_matches('.'));
                self.kept_back(depth, &heading, *then);
            }
            Step::Random { among, then } => {
                let noun = noun(among, "one");
                self.opening(depth, &format!("For {noun}, drawn by the die if there are several"), *then);
            }
            Step::Each { among, then } => self.opening(depth, &format!("For {}", noun(among, "each")), *then),
            Step::TheMoment(Branch { when, then }) => {
                self.opening(depth, &format!("Now or the moment {}", clause(when)), *then);
            }
            Step::Whenever(Branch { when, then }) => {
                self.opening(depth, &format!("Whenever {}", clause(when)), *then);
            }
            Step::After { rounds, then } => {
                self.opening(depth, &format!("After {}", counted(u16::from(*rounds), "Round")), *then);
            }
            Step::Order(order @ Order::Drive { until, then: Some(then), .. }) => {
                self.sentence(depth, &order_text(order));
                self.when_stopped(depth, until.len(), *then);
            }
            _ => self.sentence(depth, &simple(step).unwrap_or_default()),
        }
    }

    /// Cases, each with a mark of its own in front.
    fn options(
        &mut self,
        depth: usize,
        options: &[Branch],
        otherwise: Option<BlockId>,
        mark: impl Fn(usize) -> String,
    ) {
        for (place, Branch { when, then }) in options.iter().enumerate() {
            self.opening(depth, &format!("{} If {}", mark(place), clause(when)), *then);
        }
        if let Some(otherwise) = otherwise {
            self.opening(depth, &format!("{} Otherwise", mark(options.len())), otherwise);
        }
    }

    /// An answer; what it leads to stays hidden until it has been given.
    fn answer(&mut self, depth: usize, answer: &Answer) {
        // That there is another answer at another time is for the player to find out.
        if answer.only_if.is_some() && !(self.told)(answer.then) {
            return;
        }
        let text = answer.text.printed();
        let only = answer.only_if.as_ref().map(|test| format!(" (only if {})", clause(test))).unwrap_or_default();
        self.kept_back(depth, &format!("• {}{only}", text.trim_end_matches('.')), answer.then);
    }

    /// A heading whose block is told only once it has come about.
    fn kept_back(&mut self, depth: usize, heading: &str, block: BlockId) {
        if (self.told)(block) {
            self.opening(depth, heading, block);
        } else {
            self.line(depth, &format!("{heading}."));
            self.open = false;
        }
    }

    /// What is done when a drive has been stopped by one of its conditions.
    fn when_stopped(&mut self, depth: usize, conditions: usize, then: BlockId) {
        let heading = match conditions {
            0 | 1 => "Then",
            2 => "In either case",
            _ => "In any of these cases",
        };
        let steps: Option<Vec<String>> = self.script.block(then).iter().map(simple).collect();
        match steps {
            Some(steps) => self.sentence(depth, &format!("{heading} {}", list_steps(&steps))),
            None => self.opening(depth, heading, then),
        }
    }

    fn story(&mut self, text: &str, depth: usize) {
        for part in text.split("\n\n") {
            self.sentence(depth, part);
        }
    }
}

/// A step that holds no other, as a clause.
fn simple(step: &Step) -> Option<String> {
    Some(match step {
        Step::Story(text) | Step::Lesson(text) => text.printed(),
        Step::See(number) => format!("see {number}"),
        Step::Stop => "nothing more happens".to_owned(),
        Step::Sighting(sighting) => format!("sighting {sighting} occurs"),
        Step::Condition(condition) => format!("go to {condition}"),
        Step::Points(points) if *points < 0 => format!("you lose {}", counted(points.unsigned_abs(), "Victory Point")),
        Step::Points(points) => format!("you gain {}", counted(points.unsigned_abs(), "Victory Point")),
        Step::Count { name, by } => count_text(name, *by),
        Step::EndMission => "the Mission ends".to_owned(),
        Step::Remember { who, what } => format!("note on the card of {}: {}", unit_name(*who), spoken(what)),
        Step::Withdraw(number) => format!("what {number} offers is no longer to be had"),
        Step::Activate(activation) => activate(activation, "activate"),
        Step::Join(activation) => activate(activation, "you are joined by"),
        Step::Advantage { side, turns } => advantage(*side, *turns),
        Step::Aware { units, turns } => aware(units, *turns),
        Step::Remove(unit) => format!("remove {} from the map", unit_name(*unit)),
        Step::Place { marker, hexes, facing } => {
            format!("place {} in {}{}", marker_name(*marker), places(hexes), facing_text(*facing))
        }
        Step::Lift { marker, hexes } if hexes.is_empty() => format!("take up {}", marker_name(*marker)),
        Step::Lift { marker, hexes } => format!("take up {} in {}", marker_name(*marker), places(hexes)),
        Step::PlaceEvent { marker, hex } => format!("place Event marker {marker} in {}", place(*hex)),
        Step::LiftEvent(marker) => format!("take up Event marker {marker}"),
        Step::PlaceNote { note, hex } => format!("place Note {note} in {}", place(*hex)),
        Step::Reaction { letter, on: true, who } => {
            format!("put Special Reaction {letter} into effect for {}", unit_name(*who))
        }
        Step::Reaction { letter, on: false, who } => format!("Special Reaction {letter} ends for {}", unit_name(*who)),
        Step::OutOfAmmunition(unit) => format!("{} is out of ammunition", unit_name(*unit)),
        Step::Suffer { who, harm } => format!("{} {}", unit_name(*who), harm_done(*harm)),
        Step::Repair { who, harm } => format!("{} {}", unit_name(*who), harm_undone(*harm)),
        Step::Hit { who, penetration, from } => {
            let from = from.map(|from| format!(" from {}", place(from))).unwrap_or_default();
            format!("{} is hit by an AP shell{from} (penetration {penetration})", unit_name(*who))
        }
        Step::Rounds { who, by, shell } => rounds(*who, *by, *shell),
        Step::Put { who, hex, facing } => {
            format!("put {} in {}{}", unit_name(*who), place(*hex), facing_text(*facing))
        }
        Step::Surrender(who) => format!("{} surrenders", unit_name(*who)),
        Step::Light(light) => format!("it is {} now", light.word()),
        Step::Weather(weather) => weather_name(*weather).to_owned(),
        Step::Ground(ground) => ground_name(*ground).to_owned(),
        Step::Artillery { offence, area } => {
            format!("artillery falls on {} (GP {offence})", area_name(area))
        }
        Step::Fighter { plane, weapons, area } => fighter(*plane, weapons, area),
        Step::Order(Order::Drive { then: Some(_), .. }) => return None,
        Step::Order(order) => order_text(order),
        Step::If { .. }
        | Step::Choose { .. }
        | Step::First { .. }
        | Step::Check { .. }
        | Step::Roll { .. }
        | Step::Ask { .. }
        | Step::Pick { .. }
        | Step::Offer { .. }
        | Step::Random { .. }
        | Step::Each { .. }
        | Step::TheMoment(_)
        | Step::Whenever(_)
        | Step::After { .. } => return None,
    })
}

fn advantage(side: Side, turns: Option<u8>) -> String {
    let side = if side == Side::Us { "US" } else { "German" };
    match turns {
        Some(turns) => format!("{side} advantage, and {} for {side} units", counted(u16::from(turns), "Turn")),
        None => format!("{side} advantage"),
    }
}

fn aware(units: &Units, turns: Option<u8>) -> String {
    let noun = noun(units, "every");
    match turns {
        Some(turns) => format!("{noun} is Aware at once and has {} this Round", counted(u16::from(turns), "Turn")),
        None => format!("{noun} is Aware at once"),
    }
}

fn rounds(who: UnitRef, by: i16, shell: Option<Shell>) -> String {
    let verb = if by < 0 { "loses" } else { "receives" };
    let kind = shell.map(|shell| format!("{} ", shell_name(shell))).unwrap_or_default();
    format!("{} {verb} {}", unit_name(who), counted(by.unsigned_abs(), &format!("{kind}round")))
}

fn fighter(plane: Plane, weapons: &[PlaneWeapon], area: &Area) -> String {
    let weapons: Vec<String> = weapons.iter().map(|weapon| weapon.word().to_owned()).collect();
    let plane = if plane == Plane::Fw190 { "an FW-190" } else { "a P-38" };
    format!("{plane} attacks {} with {}", area_name(area), list(&weapons, "and"))
}

fn facing_text(facing: Option<Toward>) -> String {
    facing.map(|facing| format!(", facing {}", toward(facing))).unwrap_or_default()
}

fn order_text(order: &Order) -> String {
    match order {
        Order::Drive { pace, route, toward, via, until, .. } => {
            let whither = destination(*toward);
            let mut text = format!("{}{} toward {whither}", moves(*pace), by(*route));
            if !via.is_empty() {
                let _ = write!(text, ", by way of {}", places(via));
            }
            if !until.is_empty() {
                let clauses: Vec<String> = until
                    .iter()
                    .map(|test| match test {
                        Test::Reached => format!("{whither} is reached"),
                        test => clause(test),
                    })
                    .collect();
                let _ = write!(text, " until {}", list(&clauses, "or"));
            }
            text
        }
        Order::BackUp => "back up one hex".to_owned(),
        Order::Defilade(pace) => format!("{} to achieve defilade", moves(*pace)),
        Order::Rotate(to) => format!("rotate toward {}", toward(*to)),
        Order::Traverse(to) => format!("traverse the turret toward {}", toward(*to)),
        Order::OpenUp => "open up".to_owned(),
        Order::ButtonUp => "button up".to_owned(),
        Order::Fire { weapon, shell, target } => {
            let shell = shell.map(|shell| format!(" ({})", shell_name(shell))).unwrap_or_default();
            format!("{}{shell} at {}", weapon_name(*weapon), target_name(*target))
        }
        Order::Hitch(unit) => format!("hitch {}", unit_name(*unit)),
        Order::Unhitch => "unhitch".to_owned(),
        Order::Load(unit) => format!("load onto {}", unit_name(*unit)),
        Order::Unload => "unload".to_owned(),
        Order::PrepareGun(to) => format!("prepare the gun to fire toward {}", toward(*to)),
        Order::CloseAssault(unit) => format!("close assault {}", unit_name(*unit)),
        Order::Charge(unit) => format!("charge and assault {}", unit_name(*unit)),
        Order::GiveTurn(unit) => format!("give the Turn to {}", unit_name(*unit)),
        Order::Evade { pace, away } => {
            let away = away.map(|hexes| format!(" and at least {hexes} hexes from every US unit")).unwrap_or_default();
            let moves = moves(*pace);
            format!(
                "{moves} into the nearest cover; at the end of a Round out of US sight{away}, it is removed from the \
                 map"
            )
        }
        Order::Retreat { pace, route } => format!("{}{} to its Retreat hex and off the map", moves(*pace), by(*route)),
        Order::Surrender { within: None } => "surrender".to_owned(),
        Order::Surrender { within: Some(hexes) } => {
            format!("surrender if an active US unit is within {}", hexes_of(*hexes))
        }
        Order::Pass => "do nothing more this Turn".to_owned(),
    }
}

/// A condition as a clause: "an active US unit is within 11 hexes".
fn clause(test: &Test) -> String {
    match test {
        Test::Any { units, at_least } => any(units, if *at_least > 1 { Count::AtLeast(*at_least) } else { Count::One }),
        Test::Unit { who, is } => format!("{} {}", unit_name(*who), predicates(is, false)),
        Test::Sighting(sighting) => format!("{sighting} has occurred"),
        Test::Condition(conditions) => format!("it is {}", conditions_name(conditions)),
        Test::Operations => "Operations are under way".to_owned(),
        Test::Rounds => "Rounds are under way".to_owned(),
        Test::Round { at_least, since: None } => format!("it is Round {at_least} or later"),
        Test::Round { at_least, since: Some(condition) } => {
            format!("it is Round {at_least} or later after the end of {condition}")
        }
        Test::EventMarker(marker) => format!("Event marker {marker} is on the map"),
        Test::AnyEvent => "an Event marker is on the map".to_owned(),
        Test::Prisoners { fortune, at_least } => {
            let what = match fortune {
                Fortune::Waiting => "waiting",
                Fortune::Aboard => "aboard a vehicle",
                Fortune::Out => "off the map in safety",
                Fortune::Lost => "lost",
            };
            match at_least {
                1 => format!("prisoners of war are {what}"),
                counters => format!("{counters} counters of prisoners of war are {what}"),
            }
        }
        Test::Points(points) => format!("you have {points} Victory Points or more"),
        Test::Reached => "it is there".to_owned(),
        Test::Count { name, at_least: 1 } => format!("{} has been noted", spoken(name)),
        Test::Count { name, at_least } => format!("{} has been noted {at_least} times or more", spoken(name)),
        Test::Light(light) => format!("it is {}", light.word()),
        Test::Weather(weather) => weather_name(*weather).to_owned(),
        Test::Ground(ground) => ground_name(*ground).to_owned(),
        Test::Mission(missions) => format!("the Mission is {}", list(missions, "or")),
        Test::All(tests) => list(&tests.iter().map(clause).collect::<Vec<_>>(), "and"),
        Test::AnyOf(tests) => list(&tests.iter().map(clause).collect::<Vec<_>>(), "or"),
        Test::Not(test) => match &**test {
            Test::Any { units, at_least: 1 } => any(units, Count::None),
            Test::Unit { who, is } if is.len() == 1 => format!("{} {}", unit_name(*who), predicates(is, true)),
            Test::Sighting(sighting) => format!("{sighting} has not occurred"),
            Test::Condition(conditions) => format!("it is not {}", conditions_name(conditions)),
            Test::EventMarker(marker) => format!("Event marker {marker} is not on the map"),
            Test::AnyEvent => "no Event marker is on the map".to_owned(),
            Test::Points(points) => format!("you have fewer than {points} Victory Points"),
            Test::Not(test) => clause(test),
            test => format!("it is not so that {}", clause(test)),
        },
    }
}

fn conditions_name(conditions: &[Condition]) -> String {
    let numbers: Vec<String> = conditions.iter().map(|condition| condition.0.to_string()).collect();
    format!("Condition {}", list(&numbers, "or"))
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Count {
    None,
    One,
    AtLeast(u8),
}

fn any(units: &Units, count: Count) -> String {
    let (before, noun, after) = describe(units);
    let words = format!("{before}{noun}");
    let (subject, plural) = match count {
        Count::None => (format!("no {words}"), false),
        Count::One => (with_article(&words), false),
        Count::AtLeast(number) => (format!("at least {number} {words}s"), true),
    };
    if after.is_empty() {
        let verb = if plural { "are" } else { "is" };
        return format!("there {verb} {subject}");
    }
    let mut said = predicates(&after, false);
    if plural {
        said = said.replacen("is ", "are ", 1).replacen("has ", "have ", 1);
    }
    format!("{subject} {said}")
}

/// A noun with its description: "every US unit that can see 2314".
fn noun(units: &Units, article: &str) -> String {
    let (before, noun, after) = describe(units);
    let that = if after.is_empty() { String::new() } else { format!(" that {}", predicates(&after, false)) };
    format!("{article} {before}{noun}{that}")
}

/// Adjectives, noun, and what must be said in a clause.
fn describe(units: &Units) -> (String, String, Vec<Quality>) {
    let side = if units.side == Side::Us { "US" } else { "German" };
    let (mut before, mut kind, mut after) = (String::new(), "unit", Vec::new());
    for quality in &units.are {
        match quality {
            Quality::Is(state) if is_kind(*state) && kind == "unit" => kind = state.word(),
            Quality::Is(
                state @ (State::Active
                | State::Visible
                | State::Aware
                | State::Suppressed
                | State::Panicked
                | State::Open
                | State::Closed
                | State::Immobilised
                | State::BrokenDown
                | State::Disabled
                | State::Killed
                | State::Captured),
            ) => {
                let _ = write!(before, "{} ", state.word());
            }
            quality => after.push(quality.clone()),
        }
    }
    (before, format!("{side} {kind}"), after)
}

fn predicates(qualities: &[Quality], not: bool) -> String {
    list(&qualities.iter().map(|quality| predicate(quality, not)).collect::<Vec<_>>(), "and")
}

fn predicate(quality: &Quality, not: bool) -> String {
    let is = if not { "is not" } else { "is" };
    let has = |what: &str| if not { format!("has not {what}") } else { format!("has {what}") };
    match quality {
        Quality::Is(state) => match state {
            state if is_kind(*state) => format!("{is} {}", with_article(state.word())),
            State::OutOfFuel => format!("{is} out of fuel"),
            State::BrokenDown => format!("{is} broken down"),
            State::InDefilade => format!("{is} in defilade"),
            State::Moving => has("moved this Round"),
            State::Hit => has("been hit"),
            State::HasAmmunition if not => "has no ammunition".to_owned(),
            State::HasAmmunition => "has ammunition".to_owned(),
            State::OutOfAmmunition => format!("{is} out of ammunition"),
            State::Fired => has("fired this Round"),
            State::FiredLastRound if not => "did not fire in the last Round".to_owned(),
            State::FiredLastRound => "fired in the last Round".to_owned(),
            State::AtSelfPreservation => format!("{is} at its Self-Preservation Level"),
            State::Carried => format!("{is} towed or loaded"),
            State::Carrying => format!("{is} towing or carrying"),
            State::OnMap => format!("{is} on the map"),
            State::OffMap => format!("{is} off the map"),
            State::Exited => has("left the map"),
            State::InWoods => format!("{is} in woods"),
            State::InTown => format!("{is} in a town"),
            State::InRough => format!("{is} in rough ground"),
            State::InBuilding => format!("{is} in a building"),
            State::InClear => format!("{is} in the open"),
            State::OnRoad => format!("{is} on a road"),
            state => format!("{is} {}", state.word()),
        },
        Quality::In(hexes) => format!("{is} in {}", places_or(hexes)),
        Quality::Within { hexes, of } => format!("{is} within {}{}", hexes_of(*hexes), of_place(*of)),
        Quality::Beyond { hexes, of } => format!("{is} more than {} away{}", hexes_of(*hexes), from_place(*of)),
        Quality::Sees(at) => format!("{} see {}", if not { "cannot" } else { "can" }, place(*at)),
        Quality::SideOf { quarter, or_at, hex } => {
            format!("{is} {}{} of {hex}", if *or_at { "at or " } else { "" }, quarter.word())
        }
        Quality::ExitedEdge(quarter) => has(&format!("left the map over the {} edge", quarter.word())),
        Quality::ExitedAt(hex) => has(&format!("left the map from {hex}")),
        Quality::Remembers(what) if not => format!("has no note on its card: {}", spoken(what)),
        Quality::Remembers(what) => format!("has a note on its card: {}", spoken(what)),
        Quality::AtLeast { what, number } if not => format!("has fewer than {number} {}", measure_name(*what)),
        Quality::AtLeast { what, number } => format!("has {number} {} or more", measure_name(*what)),
        Quality::Not(quality) => predicate(quality, !not),
        Quality::AnyOf(any) if not => {
            format!("neither {}", list(&any.iter().map(|one| predicate(one, false)).collect::<Vec<_>>(), "nor"))
        }
        Quality::AnyOf(any) => list(&any.iter().map(|one| predicate(one, false)).collect::<Vec<_>>(), "or"),
    }
}

/// Words that say what a unit is.
fn is_kind(state: State) -> bool {
    let kinds = [
        State::Vehicle,
        State::Tank,
        State::TankDestroyer,
        State::ArmouredCar,
        State::HalfTrack,
        State::Truck,
        State::Jeep,
        State::Gun,
        State::Squad,
        State::Commander,
    ];
    kinds.contains(&state)
}

fn measure_name(what: Measure) -> &'static str {
    match what {
        Measure::Crew => "crew",
        Measure::Rounds => "rounds",
        Measure::Level => "levels of height",
    }
}

/// The name of a count as people say it.
fn spoken(name: &str) -> String {
    format!("\"{}\"", name.replace('-', " "))
}

fn count_text(name: &str, by: Option<i16>) -> String {
    match by {
        Some(by) => format!("note {}: {by:+}", spoken(name)),
        None => format!("strike {} from your notes", spoken(name)),
    }
}

fn among_name(among: &Among) -> String {
    match among {
        Among::Units(units) => noun(units, "one"),
        Among::Hexes(Hexes::Listed(listed)) => format!("{}; that hex is \"there\"", places_or(listed)),
        Among::Hexes(Hexes::Within { hexes, of }) => {
            format!("a hex within {} of {}; that hex is \"there\"", hexes_of(*hexes), place(*of))
        }
    }
}

fn weather_name(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => "the air is clear",
        Weather::Fog => "there is fog",
        Weather::ThickFog => "there is thick fog",
    }
}

fn ground_name(ground: Ground) -> &'static str {
    match ground {
        Ground::Firm => "the ground is firm",
        Ground::Soft => "the ground is soft",
        Ground::Snow => "snow lies",
    }
}

fn shell_name(shell: Shell) -> &'static str {
    match shell {
        Shell::Ap => "AP",
        Shell::Gp => "GP",
    }
}

impl Words {
    /// The text for a page, with what has to be filled in between brackets.
    pub fn printed(&self) -> String {
        self.filled(|part| match part {
            Part::Plain(text) => text.clone(),
            Part::Name(UnitRef::Pointer(Pointer::It)) => "[the unit]".to_owned(),
            Part::Name(unit) => format!("[{}]", unit_name(*unit)),
            Part::Type(unit) => format!("[what {} is]", unit_name(*unit)),
            Part::Near(at) => format!("[where {} is]", place(*at)),
            Part::Count(name) => format!("[{}]", name.replace('-', " ")),
        })
    }
}

fn hexes_of(hexes: u8) -> String {
    counted(u16::from(hexes), "hex").replace("hexs", "hexes")
}

/// Where distances are counted from, unless it is the German whose turn it is.
fn of_place(of: Place) -> String {
    match of {
        Place::Unit(UnitRef::Pointer(Pointer::ThisGerman)) => String::new(),
        of => format!(" of {}", place(of)),
    }
}

fn from_place(of: Place) -> String {
    match of {
        Place::Unit(UnitRef::Pointer(Pointer::ThisGerman)) => String::new(),
        of => format!(" from {}", place(of)),
    }
}

fn check(rating: Rating, modification: i8, by: &Checker) -> String {
    let rating = match rating {
        Rating::Perception => "a Perception Check",
        Rating::Initiative => "an Initiative Check",
        Rating::Driving => "a check of Driving Skill",
    };
    let modified = if modification == 0 { String::new() } else { format!(" ({modification:+})") };
    match by {
        Checker::One(UnitRef::Pointer(Pointer::ThisUs | Pointer::ThisGerman)) => format!("make {rating}{modified}"),
        Checker::One(unit) => format!("make {rating}{modified} for {}", unit_name(*unit)),
        Checker::BestIn(hex) => format!("make {rating}{modified} with the best US unit in {}", place(*hex)),
        Checker::Best(units) => format!("make {rating}{modified} with {}", noun(units, "the best")),
        Checker::Every(units) => format!("{} makes {rating}{modified}; one success is enough", noun(units, "every")),
    }
}

fn activate(activation: &Activation, verb: &str) -> String {
    let Activation { cards, at, facing, turret, closed, defilade, unprepared, shelter, carried_by } = activation;
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    let mut text = format!("{verb} {}", list(&cards, "and"));
    match carried_by {
        Some(vehicle) => {
            let _ = write!(text, ", carried by {vehicle}");
        }
        None => {
            let _ = write!(text, " in {}", place(*at));
        }
    }
    let facing = facing.map(|to| format!("facing {}", toward(to)));
    let turret = turret.map(|to| format!("turret toward {}", toward(to)));
    for part in [facing, turret].into_iter().flatten() {
        let _ = write!(text, ", {part}");
    }
    for (said, word) in [(closed, "closed"), (defilade, "in defilade"), (unprepared, "unprepared")] {
        if *said {
            let _ = write!(text, ", {word}");
        }
    }
    match shelter {
        Some(Marker::Bunker) => text + ", in a Bunker",
        Some(_) => text + ", in an Improved Position",
        None => text,
    }
}

fn area_name(area: &Area) -> String {
    match area {
        Area::Hexes(hexes) => places(hexes),
        Area::Units(units) => noun(units, "every"),
        Area::Unit(unit) => unit_name(*unit),
    }
}

fn moves(pace: Pace) -> &'static str {
    match pace {
        Pace::Slow => "drive slow",
        Pace::Fast => "drive fast",
        Pace::OnFoot => "move",
    }
}

fn by(route: Route) -> &'static str {
    match route {
        Route::Quickest => " by the quickest route",
        Route::BestCover => " by the route with the best cover",
        Route::Best => " by the best route",
        Route::AlongRoad => " along the road",
    }
}

fn destination(destination: Destination) -> String {
    match destination {
        Destination::Place(at) => place(at),
        Destination::Retreat => "its Retreat hex".to_owned(),
        Destination::Edge(quarter) => format!("the {} edge", quarter.word()),
        Destination::Cover => "the nearest cover".to_owned(),
    }
}

fn toward(to: Toward) -> String {
    match to {
        Toward::Place(at) => place(at),
        Toward::Compass(compass) => compass.word().to_owned(),
    }
}

fn target_name(target: Target) -> String {
    match target {
        Target::Unit(UnitRef::Pointer(Pointer::Closest)) => "the closest target".to_owned(),
        Target::Unit(UnitRef::Pointer(Pointer::Easiest)) => "the easiest target".to_owned(),
        Target::Unit(unit) => unit_name(unit),
        Target::Hex(hex) => hex.to_string(),
    }
}

fn place(place: Place) -> String {
    match place {
        Place::Hex(hex) => hex.to_string(),
        Place::Marker => "the Event marker's hex".to_owned(),
        Place::There => "there".to_owned(),
        Place::Unit(unit) => unit_name(unit),
    }
}

fn places(hexes: &[Place]) -> String {
    list(&hexes.iter().map(|hex| place(*hex)).collect::<Vec<_>>(), "and")
}

fn places_or(hexes: &[Place]) -> String {
    let name = |hex: &Place| match hex {
        Place::Unit(unit) => format!("the hex of {}", unit_name(*unit)),
        hex => place(*hex),
    };
    list(&hexes.iter().map(name).collect::<Vec<_>>(), "or")
}

fn unit_name(unit: UnitRef) -> String {
    match unit {
        UnitRef::Pointer(pointer) => match pointer {
            Pointer::It => "it",
            Pointer::ThisGerman => "this German",
            Pointer::ThisUs => "your unit",
            Pointer::NearestUs => "the nearest active US unit",
            Pointer::Closest => "the nearest visible US unit",
            Pointer::Easiest => "the US unit that is easiest to hit",
            Pointer::Weakest => "the weakest US unit in the hex",
            Pointer::UsCommander => "the US commander",
            Pointer::GermanCommander => "the German commander",
            Pointer::NearestGerman => "the nearest other German",
        }
        .to_owned(),
        UnitRef::Card(card) => card.to_string(),
        UnitRef::Letter(letter) => letter.to_string(),
    }
}

fn weapon_name(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Best => "fire the best weapon",
        Weapon::MainGun => "fire the main gun",
        Weapon::Machineguns => "fire the machineguns",
        Weapon::All => "fire all weaponry",
        Weapon::Panzerfaust => "fire a Panzerfaust",
        Weapon::Smoke => "fire smoke",
    }
}

fn marker_name(marker: Marker) -> &'static str {
    match marker {
        Marker::Minefield => "a Minefield",
        Marker::Smoke => "Smoke",
        Marker::Fence => "a fence",
        Marker::ImprovedPosition => "an Improved Position",
        Marker::Bunker => "a Bunker",
        Marker::Prisoners => "prisoners of war",
        Marker::RoadBlock => "a road block",
        Marker::BlownBridge => "a blown bridge",
        Marker::Refugees => "refugees",
        Marker::Civilians => "civilians",
    }
}

fn harm_done(harm: Harm) -> &'static str {
    match harm {
        Harm::Suppressed => "is suppressed",
        Harm::Panicked => "panics",
        Harm::Killed => "is Killed",
        Harm::CrewLoss => "loses one from its Crew Rating",
        Harm::MovementLoss => "loses one from its Movement Points",
        Harm::Immobilised => "is immobilised",
        Harm::MainGunOut => "loses its main gun",
        Harm::MachinegunOut => "loses its machineguns",
        Harm::Breakdown => "breaks down",
        Harm::OutOfFuel => "runs out of fuel",
        Harm::LostTurn => "loses a Turn",
    }
}

fn harm_undone(harm: Harm) -> &'static str {
    match harm {
        Harm::MovementLoss => "gains one Movement Point back",
        Harm::Immobilised | Harm::Breakdown => "can move again",
        Harm::MainGunOut => "can fire its main gun again",
        Harm::MachinegunOut => "can fire its machineguns again",
        Harm::OutOfFuel => "has fuel again",
        Harm::Suppressed | Harm::Panicked | Harm::Killed | Harm::CrewLoss | Harm::LostTurn => "is as it was",
    }
}

fn counted(number: u16, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn with_article(words: &str) -> String {
    // "US" is said "you-ess".
    let vowel = words.starts_with(['a', 'e', 'i', 'o']);
    format!("{} {words}", if vowel { "an" } else { "a" })
}

/// "a", "a and b", "a, b and c".
fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Clauses of one sentence; longer ones are kept apart.
fn list_steps(parts: &[String]) -> String {
    match parts {
        [one, other] if one.len() + other.len() < 70 => format!("{one} and {other}"),
        parts => parts.join("; "),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
