//! Conditions, descriptions of units, places.

use kdl::KdlNode;

use crate::booklet::paragraphs::{
    ast::{CardId, Letter, Place, Quality, Test, Toward, UnitRef, Units},
    line::{Atom, Line},
    read::{Reader, Referent},
    words::{Compass, Measure, Pointer, Quarter, Side, State, Word},
};

/// What a condition may begin with, besides a unit.
const SUBJECTS: &[&str] = &[
    "us",
    "german",
    "sighting",
    "condition",
    "operations",
    "rounds",
    "round",
    "event",
    "points",
    "reached",
    "count",
    "prisoners",
    "light",
    "weather",
    "ground",
    "mission",
    "no",
    "not",
];

/// Settings that place a unit on one side of a hex.
const SIDES: [(&str, Quarter, bool); 8] = [
    ("north-of", Quarter::North, false),
    ("at-or-north-of", Quarter::North, true),
    ("east-of", Quarter::East, false),
    ("at-or-east-of", Quarter::East, true),
    ("south-of", Quarter::South, false),
    ("at-or-south-of", Quarter::South, true),
    ("west-of", Quarter::West, false),
    ("at-or-west-of", Quarter::West, true),
];

/// Settings that ask for a number of something, at least or fewer.
const MEASURES: [(&str, &str, Measure); 3] = [
    ("crew", "crew-below", Measure::Crew),
    ("rounds", "rounds-below", Measure::Rounds),
    ("level", "level-below", Measure::Level),
];

impl Reader<'_, '_> {
    /// The condition on a line with the lines `and …` or `or …` that follow in its block; and the other lines.
    pub(crate) fn whole_test<'k>(&mut self, line: &mut Line<'k>) -> (Option<Test>, &'k [KdlNode]) {
        let mut tests = vec![self.test(line)];
        let mut rest = line.block();
        let mut joined_by = None;
        while let [node, others @ ..] = rest {
            let mut more = Line::new(node);
            if !["and", "or"].contains(&more.name) {
                break;
            }
            if *joined_by.get_or_insert(more.name) != more.name {
                let help = "use one of them, and nest another \"if\" for the other";
                self.page.wrong(more.span.clone(), "\"and\" and \"or\" in one condition", help);
            }
            tests.push(self.test(&mut more));
            self.page.finish(more);
            rest = others;
        }
        let tests: Option<Vec<Test>> = tests.into_iter().collect();
        let whole = tests.and_then(|mut tests| match (joined_by, tests.len()) {
            (None, _) | (_, 1) => tests.pop(),
            (Some("or"), _) => Some(Test::AnyOf(tests)),
            _ => Some(Test::All(tests)),
        });
        (whole, rest)
    }

    /// The condition on a line.
    pub(crate) fn test(&mut self, line: &mut Line<'_>) -> Option<Test> {
        let Some(first) = line.peek().cloned() else {
            self.page.missing(line, "a condition", "us within=11, or this-german closed, or sighting s9");
            return None;
        };
        if ["no", "not"].contains(&first.text.as_str()) {
            line.next();
            return self.test(line).map(|test| Test::Not(Box::new(test)));
        }
        if Side::read(&first.text).is_some() {
            let units = self.units(line)?;
            let at_least = self.page.count_setting(line, "count", 1, 20).unwrap_or(1);
            return Some(Test::Any { units, at_least });
        }
        if !SUBJECTS.contains(&first.text.as_str()) {
            return self.unit_test(line, &first);
        }
        line.next();
        match first.text.as_str() {
            "sighting" => {
                let atom = self.value(line, "a sighting", "s9")?;
                let sighting = self.page.sighting(&atom)?;
                self.refer(Referent::Sighting(sighting), &atom);
                Some(Test::Sighting(sighting))
            }
            "condition" => {
                let atom = self.value(line, "a condition", "2")?;
                let mut conditions = vec![self.page.condition(&atom)?];
                while let Some(atom) = line.next() {
                    conditions.extend(self.page.condition(&atom));
                }
                Some(Test::Condition(conditions))
            }
            "operations" => Some(Test::Operations),
            "rounds" => Some(Test::Rounds),
            "round" => {
                let atom = self.value(line, "a number", "11")?;
                let at_least = self.page.count(&atom, "a round", 1, 99)?;
                let since = line.setting("since").and_then(|atom| self.page.condition(&atom));
                Some(Test::Round { at_least, since })
            }
            "event" => {
                let Some(atom) = line.next() else { return Some(Test::AnyEvent) };
                self.page.count(&atom, "an event marker", 1, 26).map(Test::EventMarker)
            }
            "points" => {
                let atom = self.value(line, "a number", "10")?;
                self.page.number(&atom, "a number of points", -99, 99).map(Test::Points)
            }
            "count" => {
                let atom = self.count_name(line)?;
                self.refer(Referent::Count(atom.text.clone()), &atom);
                let at_least = match line.next() {
                    Some(number) => self.page.number(&number, "a count", -99, 99)?,
                    None => 1,
                };
                Some(Test::Count { name: atom.text, at_least })
            }
            "prisoners" => {
                let fortune = self.page.need(line)?;
                let at_least = self.page.count_setting(line, "count", 1, 9).unwrap_or(1);
                Some(Test::Prisoners { fortune, at_least })
            }
            "light" => self.page.need(line).map(Test::Light),
            "weather" => self.page.need(line).map(Test::Weather),
            "ground" => self.page.need(line).map(Test::Ground),
            "mission" => self.mission_test(line),
            _ => Some(Test::Reached),
        }
    }

    fn mission_test(&mut self, line: &mut Line<'_>) -> Option<Test> {
        let atom = self.value(line, "a mission", "training")?;
        let mut missions = Vec::new();
        for atom in std::iter::once(atom).chain(std::iter::from_fn(|| line.next())) {
            self.refer(Referent::Mission(atom.text.clone()), &atom);
            missions.push(atom.text);
        }
        Some(Test::Mission(missions))
    }

    fn unit_test(&mut self, line: &mut Line<'_>, first: &Atom) -> Option<Test> {
        // Where nobody has led to the text, what is said of him does not hold: nothing is lost by asking.
        let outside = std::mem::replace(&mut self.known.found, true);
        let who = self.read_unit(first);
        self.known.found = outside;
        let Some(who) = who else {
            let known: Vec<&str> = SUBJECTS.iter().copied().chain(Pointer::words()).collect();
            self.page.unknown("condition", first, known);
            while line.next().is_some() {}
            line.forget_settings();
            return None;
        };
        line.next();
        let is = self.qualities(line);
        if is.is_empty() {
            self.page.missing(line, "what the unit should be", "this-german suppressed, or this-german in=2222");
            return None;
        }
        Some(Test::Unit { who, is })
    }

    /// Units by side and description.
    pub(crate) fn units(&mut self, line: &mut Line<'_>) -> Option<Units> {
        let side = self.page.need(line)?;
        let are = self.qualities(line);
        // To whom? To the German whose turn it is.
        let units = Units { side, are };
        if side == Side::Us && units.mention(State::Visible) {
            self.this_german(line);
        }
        Some(units)
    }

    /// One word of a description, or several of which one must fit: `tank or gun`, `not moving`.
    fn state_words(&mut self, line: &mut Line<'_>) -> Option<Quality> {
        let mut any = vec![self.state_word(line)?];
        while line.peek().is_some_and(|atom| atom.text == "or") {
            line.next();
            match self.state_word(line) {
                Some(quality) => any.push(quality),
                None => self.page.missing(line, "a description after or", "us tank or gun"),
            }
        }
        if any.len() == 1 { any.pop() } else { Some(Quality::AnyOf(any)) }
    }

    fn state_word(&mut self, line: &mut Line<'_>) -> Option<Quality> {
        if line.peek().is_none_or(|atom| atom.text != "not") {
            return line.word().map(Quality::Is);
        }
        line.next();
        let state = line.word::<State>().map(|state| Quality::Not(Box::new(Quality::Is(state))));
        if state.is_none() {
            self.page.missing(line, "a description after not", "us vehicle not moving");
        }
        state
    }

    /// The places in a setting, with spaces between.
    pub(crate) fn places_in(&mut self, atom: &Atom) -> Vec<Place> {
        let hexes = atom.text.split_whitespace().map(|text| Atom { text: text.to_owned(), span: atom.span.clone() });
        hexes.collect::<Vec<_>>().iter().filter_map(|hex| self.place(hex)).collect()
    }

    fn qualities(&mut self, line: &mut Line<'_>) -> Vec<Quality> {
        let mut found = Vec::new();
        while let Some(quality) = self.state_words(line) {
            found.push(quality);
        }
        let unless = |quality: Quality| Quality::Not(Box::new(quality));
        if let Some(atom) = line.setting("in") {
            found.push(Quality::In(self.places_in(&atom)));
        }
        if let Some(atom) = line.setting("not-in") {
            found.push(unless(Quality::In(self.places_in(&atom))));
        }
        for (name, below, what) in MEASURES {
            let at_least = self.page.count_setting(line, name, 0, 99);
            found.extend(at_least.map(|number| Quality::AtLeast { what, number }));
            let limit = self.page.count_setting(line, below, 1, 99);
            found.extend(limit.map(|number| unless(Quality::AtLeast { what, number })));
        }
        let of = line.setting("of").and_then(|atom| self.place(&atom));
        let within = self.page.count_setting(line, "within", 0, 70);
        let beyond = self.page.count_setting(line, "beyond", 0, 70);
        let from = match of {
            None if within.is_some() || beyond.is_some() => Place::Unit(self.this_german(line)),
            of => of.unwrap_or(Place::Marker),
        };
        found.extend(within.map(|hexes| Quality::Within { hexes, of: from }));
        found.extend(beyond.map(|hexes| Quality::Beyond { hexes, of: from }));
        if of.is_some() && within.is_none() && beyond.is_none() {
            self.page.missing(line, "a distance", "within=11 of=2314");
        }
        if let Some(atom) = line.setting("sees") {
            found.extend(self.place(&atom).map(Quality::Sees));
        }
        if let Some(atom) = line.setting("not-sees") {
            found.extend(self.place(&atom).map(|place| unless(Quality::Sees(place))));
        }
        for (name, quarter, or_at) in SIDES {
            if let Some(atom) = line.setting(name) {
                found.extend(self.page.hex(&atom).map(|hex| Quality::SideOf { quarter, or_at, hex }));
            }
        }
        if let Some(atom) = line.setting("remembers") {
            found.push(Quality::Remembers(atom.text));
        }
        if let Some(atom) = line.setting("exited") {
            found.extend(match Quarter::read(&atom.text) {
                Some(quarter) => Some(Quality::ExitedEdge(quarter)),
                None => self.page.hex(&atom).map(Quality::ExitedAt),
            });
        }
        found
    }

    /// The unit a word means, if it means one.
    pub(crate) fn read_unit(&mut self, atom: &Atom) -> Option<UnitRef> {
        if let Some(pointer) = Pointer::read(&atom.text) {
            if pointer == Pointer::It && !self.known.it {
                let help = "\"it\" is the unit found by the condition around it, or by random, each, check every";
                self.page.wrong(atom.span.clone(), "nothing that \"it\" could mean", help);
            }
            match pointer {
                Pointer::ThisGerman | Pointer::NearestUs | Pointer::Closest | Pointer::Easiest => {
                    self.refer(Referent::GermanTurn, atom);
                }
                Pointer::ThisUs => self.refer(Referent::Event, atom),
                Pointer::It
                | Pointer::Weakest
                | Pointer::UsCommander
                | Pointer::GermanCommander
                | Pointer::NearestGerman => {}
            }
            return Some(UnitRef::Pointer(pointer));
        }
        if let Some(card) = CardId::read(&atom.text) {
            self.refer(Referent::Card(card), atom);
            return Some(UnitRef::Card(card));
        }
        Letter::read(&atom.text).map(UnitRef::Letter)
    }

    fn unit_of(&mut self, atom: &Atom) -> Option<UnitRef> {
        let unit = self.read_unit(atom);
        if unit.is_none() {
            self.page.unknown("unit", atom, Pointer::words().collect::<Vec<_>>());
        }
        unit
    }

    /// The next word, a unit.
    pub(crate) fn unit(&mut self, line: &mut Line<'_>) -> Option<UnitRef> {
        let atom = self.value(line, "a unit", "this-german, it, GE44")?;
        self.unit_of(&atom)
    }

    /// A setting that is a unit.
    pub(crate) fn unit_setting(&mut self, line: &mut Line<'_>, name: &'static str) -> Option<UnitRef> {
        let atom = line.setting(name)?;
        self.unit_of(&atom)
    }

    /// A hex by its number, the marker's, or a unit's.
    pub(crate) fn place(&mut self, atom: &Atom) -> Option<Place> {
        if atom.text == "marker" {
            self.refer(Referent::Event, atom);
            return Some(Place::Marker);
        }
        if atom.text == "there" {
            if !self.known.there {
                let help =
                    "\"there\" is the hex that the player has picked: pick \"Where?\" hex within=3 of=2314 { … }";
                self.page.wrong(atom.span.clone(), "nothing that \"there\" could mean", help);
            }
            return Some(Place::There);
        }
        if atom.text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.page.hex(atom).map(Place::Hex);
        }
        let unit = self.read_unit(atom).map(Place::Unit);
        if unit.is_none() {
            let known: Vec<&str> = ["marker", "there"].into_iter().chain(Pointer::words()).collect();
            self.page.unknown("place", atom, known);
        }
        unit
    }

    /// A place or a direction.
    pub(crate) fn toward(&mut self, atom: &Atom) -> Option<Toward> {
        match Compass::read(&atom.text) {
            Some(compass) => Some(Toward::Compass(compass)),
            None => self.place(atom).map(Toward::Place),
        }
    }
}
