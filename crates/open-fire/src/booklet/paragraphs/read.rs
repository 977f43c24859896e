//! From lines to steps. A statement that cannot be read is left out and reported; the rest is read all the same.

use kdl::KdlNode;

use crate::booklet::paragraphs::{
    ast::{
        Activation, Among, Answer, Area, BlockId, Branch, CardId, Checker, Hexes, Number, Place, Row, Script, Sighting,
        Step, Test, Toward, UnitRef, Units, Where,
    },
    line::{Atom, Line, Page},
    words::{Harm, Marker, Plane, PlaneWeapon, Pointer, Rating, STATEMENTS, Side, Switch, Word},
};

/// More hexes than this around a place would be too many to choose from.
const MOST_HEXES_AROUND: u8 = 12;

/// Something a text speaks of that must exist elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) to: Referent,
    pub(crate) at: Where,
    /// It is read only where a unit or a marker has led to the text.
    pub(crate) found: bool,
}

/// What a reference is to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Referent {
    Paragraph(Number),
    Card(CardId),
    Sighting(Sighting),
    /// Something that is counted.
    Count(String),
    /// A mission, by its name in commands.
    Mission(String),
    /// A German whose turn it is: an order, or `this-german`.
    GermanTurn,
    /// A marker that was found, or the US unit that found it.
    Event,
}

/// Reads one script.
pub(crate) struct Reader<'p, 'a> {
    pub(crate) page: &'p mut Page<'a>,
    pub(crate) script: Script,
    pub(crate) references: &'p mut Vec<Reference>,
    /// What is known at the line being read.
    pub(crate) known: Known,
}

/// What the blocks around a line have made sure of.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Known {
    /// `it` means something.
    pub(crate) it: bool,
    /// `there` means something.
    pub(crate) there: bool,
    /// A unit or a marker has led here.
    pub(crate) found: bool,
    /// It is carried out later, when nobody has the turn that led here.
    pub(crate) later: bool,
}

impl Known {
    pub(crate) const IT: Known = Known { it: true, there: false, found: false, later: false };
    const THERE: Known = Known { it: false, there: true, found: false, later: false };
    const LATER: Known = Known { it: false, there: false, found: false, later: true };

    fn and(self, more: Known) -> Known {
        Known {
            it: self.it || more.it,
            there: self.there || more.there,
            found: self.found || more.found,
            later: self.later || more.later,
        }
    }
}

/// Reads the lines of a paragraph, or of a note on a card.
pub(crate) fn script(page: &mut Page<'_>, lines: &[KdlNode], references: &mut Vec<Reference>) -> Script {
    let mut reader = Reader { page, script: Script::default(), references, known: Known::default() };
    reader.block(lines, Known::default());
    reader.script
}

impl Reader<'_, '_> {
    /// Reads lines as a new block of the script.
    pub(crate) fn block(&mut self, lines: &[KdlNode], more: Known) -> BlockId {
        let id = BlockId(u16::try_from(self.script.blocks.len()).unwrap_or(u16::MAX));
        self.script.blocks.push(Vec::new());
        let outer = self.known;
        self.known = outer.and(more);
        let mut steps: Vec<Step> = Vec::new();
        for node in lines {
            let mut line = Line::new(node);
            if line.name == "else" {
                self.otherwise(&mut line, &mut steps);
            } else if let Some(step) = self.step(&mut line) {
                steps.push(step);
            }
            self.page.finish(line);
        }
        self.known = outer;
        if let Some(block) = self.script.blocks.get_mut(usize::from(id.0)) {
            *block = steps;
        }
        id
    }

    fn otherwise(&mut self, line: &mut Line<'_>, before: &mut [Step]) {
        let found = matches!(before.last(), Some(Step::If { test, .. }) if leaves_no_doubt(test, false));
        let block = self.block(line.block(), Known { found, ..Known::default() });
        match before.last_mut() {
            Some(Step::If { otherwise: otherwise @ None, .. }) => *otherwise = Some(block),
            _ => self.page.wrong(
                line.span.clone(),
                "\"else\" without an \"if\"",
                "write it on the line after an \"if\" block",
            ),
        }
    }

    fn step(&mut self, line: &mut Line<'_>) -> Option<Step> {
        match line.name {
            "story" => self.text(line).map(Step::Story),
            "lesson" => self.text(line).map(Step::Lesson),
            "see" => self.see(line).map(Step::See),
            "stop" => Some(Step::Stop),
            "sighting" => self.sighting(line),
            "condition" => self.condition(line),
            "points" => self.points(line),
            "count" => self.count(line),
            "end-mission" => Some(Step::EndMission),
            "if" => self.branch(line, Known::default()).map(|Branch { when, then }| Step::If {
                test: when,
                then,
                otherwise: None,
            }),
            "choose" => {
                let (options, otherwise) = self.options(line);
                Some(Step::Choose { options, otherwise })
            }
            "first" => {
                let (options, otherwise) = self.options(line);
                Some(Step::First { options, otherwise })
            }
            "check" => self.check(line),
            "roll" => self.roll(line),
            "ask" => self.ask(line),
            "pick" => self.pick(line),
            "offer" => self.offer(line),
            "withdraw" => self.see(line).map(Step::Withdraw),
            "remember" => {
                let what = self.count_name(line)?.text;
                let who = self.unit_setting(line, "of").unwrap_or_else(|| self.this_german(line));
                Some(Step::Remember { who, what })
            }
            "random" => self.of_units(line).map(|(among, then)| Step::Random { among, then }),
            "each" => self.of_units(line).map(|(among, then)| Step::Each { among, then }),
            "the-moment" => self.branch(line, Known::LATER).map(Step::TheMoment),
            "whenever" => self.branch(line, Known::LATER).map(Step::Whenever),
            "after" => self.after(line),
            "meanwhile" => {
                let branch = self.branch(line, Known::default())?;
                self.script.meanwhile.push(branch);
                None
            }
            "activate" => self.activation(line, Side::German).map(Step::Activate),
            "join" => self.activation(line, Side::Us).map(Step::Join),
            "advantage" => self.advantage(line),
            "aware" => self.aware(line),
            "remove" => self.unit(line).map(Step::Remove),
            "place" => self.place_markers(line),
            "lift" => self.lift_markers(line),
            "place-event" => self.numbered(line).map(|(marker, hex)| Step::PlaceEvent { marker, hex }),
            "place-note" => self.numbered(line).map(|(note, hex)| Step::PlaceNote { note, hex }),
            "lift-event" => self.lift_event(line),
            "reaction" => self.reaction(line),
            "out-of-ammunition" => self.unit(line).map(Step::OutOfAmmunition),
            "suffer" => self.suffer(line),
            "repair" => self.repair(line),
            "hit" => self.hit(line),
            "rounds" => self.rounds(line),
            "put" => self.put(line),
            "surrender" if line.peek().is_some() => self.unit(line).map(Step::Surrender),
            "light" => self.page.need(line).map(Step::Light),
            "weather" => self.page.need(line).map(Step::Weather),
            "ground" => self.page.need(line).map(Step::Ground),
            "artillery" => self.artillery(line),
            "fighter" => self.fighter(line),
            _ => self.order_or_unknown(line),
        }
    }

    fn order_or_unknown(&mut self, line: &mut Line<'_>) -> Option<Step> {
        if let Some(order) = self.order(line) {
            self.refer_line(Referent::GermanTurn, line);
            return order.map(Step::Order);
        }
        let atom = Atom { text: line.name.to_owned(), span: line.span.clone() };
        self.page.unknown("statement", &atom, STATEMENTS.iter().copied());
        // Everything else on the line would be reported too, and says nothing new.
        while line.next().is_some() {}
        line.forget();
        None
    }

    fn sighting(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let atom = self.value(line, "a sighting", "s1")?;
        self.page.sighting(&atom).map(Step::Sighting)
    }

    fn condition(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let atom = self.value(line, "a condition", "2")?;
        self.page.condition(&atom).map(Step::Condition)
    }

    fn points(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let atom = self.value(line, "a number", "+2, or -2 if they are lost")?;
        self.page.number(&atom, "a number of points", -99, 99).map(Step::Points)
    }

    /// A description of units, and a block about `it`.
    fn of_units(&mut self, line: &mut Line<'_>) -> Option<(Units, BlockId)> {
        let among = self.units(line)?;
        Some((among, self.block(line.block(), Known::IT)))
    }

    fn count(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let atom = self.count_name(line)?;
        let name = atom.text;
        if line.flag("clear") {
            return Some(Step::Count { name, by: None });
        }
        let by = self.value(line, "a number", "+1, -1 or clear")?;
        if !by.text.starts_with(['+', '-']) {
            let help = format!("write +{0} or -{0}, or clear to begin again", by.text.trim_start_matches('0'));
            self.page.wrong(by.span, "a count goes up or down", help);
            return None;
        }
        let by = self.page.number(&by, "a count", -99, 99)?;
        Some(Step::Count { name, by: Some(by) })
    }

    fn after(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let atom = self.value(line, "a number of Rounds", "after 3 rounds { … }")?;
        let rounds = self.page.count(&atom, "a number of Rounds", 1, 99);
        if !line.flag("rounds") && !line.flag("round") {
            self.page.missing(line, "the word rounds", "after 3 rounds { … }");
        }
        let then = self.block(line.block(), Known::LATER);
        Some(Step::After { rounds: rounds?, then })
    }

    fn repair(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let who = self.unit(line)?;
        let (word, span) = line.peek().map(|atom| (atom.text.clone(), atom.span.clone())).unwrap_or_default();
        let harm: Harm = self.page.need(line)?;
        if !harm.can_be_repaired() {
            let can: Vec<&str> = Harm::ALL.iter().filter(|(_, harm)| harm.can_be_repaired()).map(|(w, _)| *w).collect();
            self.page.wrong(span, format!("\"{word}\" cannot be repaired"), format!("there are {}", can.join(", ")));
            return None;
        }
        Some(Step::Repair { who, harm })
    }

    fn hit(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let who = self.unit(line)?;
        let penetration = self.page.count_setting(line, "penetration", 1, 60);
        if penetration.is_none() {
            self.page.missing(line, "its penetration", "penetration=12");
        }
        let from = line.setting("from").and_then(|atom| self.place(&atom));
        Some(Step::Hit { who, penetration: penetration?, from })
    }

    fn rounds(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let who = self.unit(line)?;
        let atom = self.value(line, "a number", "+5, or -5 if they are taken")?;
        let by = self.page.number(&atom, "a number of rounds", -99, 99)?;
        Some(Step::Rounds { who, by, shell: line.word() })
    }

    fn put(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let who = self.unit(line)?;
        let atom = self.value(line, "a hex", "2314, marker or a unit")?;
        Some(Step::Put { who, hex: self.place(&atom)?, facing: self.toward_setting(line, "facing") })
    }

    /// A unit or a hex that the player picks.
    fn pick(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let question = self.text(line)?;
        if !line.flag("hex") {
            let among = Among::Units(self.units(line)?);
            let then = self.block(line.block(), Known::IT);
            return Some(Step::Pick { question, among, then });
        }
        let among = self.hexes_to_pick(line);
        let then = self.block(line.block(), Known::THERE);
        Some(Step::Pick { question, among: Among::Hexes(among?), then })
    }

    fn hexes_to_pick(&mut self, line: &mut Line<'_>) -> Option<Hexes> {
        let of = line.setting("of").and_then(|atom| self.place(&atom));
        let within = self.page.count_setting(line, "within", 0, MOST_HEXES_AROUND);
        let listed = line.setting("in").map(|atom| self.places_in(&atom));
        match (within, of, listed) {
            (Some(hexes), Some(of), None) => Some(Hexes::Within { hexes, of }),
            (None, None, Some(places)) => Some(Hexes::Listed(places)),
            _ => {
                self.page.missing(line, "which hexes", "hex within=3 of=2314, or hex in=\"2314 2315\"");
                None
            }
        }
    }

    fn offer(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let label = self.text(line)?;
        Some(Step::Offer { label, then: self.block(line.block(), Known::LATER) })
    }

    fn advantage(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let side = self.page.need(line)?;
        Some(Step::Advantage { side, turns: self.page.count_setting(line, "turns", 1, 2) })
    }

    fn aware(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let units = self.units(line)?;
        Some(Step::Aware { units, turns: self.page.count_setting(line, "turns", 1, 2) })
    }

    fn place_markers(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let marker = self.page.need(line)?;
        let facing = self.toward_setting(line, "facing");
        if line.peek().is_none() {
            self.page.missing(line, "a hex", "2314, or marker");
        }
        let hexes = self.places(line);
        Some(Step::Place { marker, hexes, facing })
    }

    fn lift_markers(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let marker = self.page.need(line)?;
        Some(Step::Lift { marker, hexes: self.places(line) })
    }

    fn lift_event(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let atom = self.value(line, "a number", "7")?;
        self.page.count(&atom, "an event marker", 1, 26).map(Step::LiftEvent)
    }

    fn reaction(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let letter = self.reaction_letter(line)?;
        let on = self.page.need::<Switch>(line)? == Switch::On;
        let who = self.unit_setting(line, "of").unwrap_or_else(|| self.this_german(line));
        Some(Step::Reaction { letter, on, who })
    }

    fn suffer(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let who = self.unit(line)?;
        Some(Step::Suffer { who, harm: self.page.need(line)? })
    }

    fn artillery(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let offence = self.page.count_setting(line, "gp", 1, 30);
        if offence.is_none() {
            self.page.missing(line, "its rating", "gp=10");
        }
        let area = self.area(line)?;
        Some(Step::Artillery { offence: offence?, area })
    }

    fn fighter(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let plane: Plane = self.page.need(line)?;
        let mut weapons = vec![self.page.need::<PlaneWeapon>(line)?];
        while let Some(weapon) = line.word() {
            weapons.push(weapon);
        }
        Some(Step::Fighter { plane, weapons, area: self.area(line)? })
    }

    /// The next word, which must be there.
    pub(crate) fn value(&mut self, line: &mut Line<'_>, what: &str, example: &str) -> Option<Atom> {
        let atom = line.next();
        if atom.is_none() {
            self.page.missing(line, what, example);
        }
        atom
    }

    fn see(&mut self, line: &mut Line<'_>) -> Option<Number> {
        let atom = self.value(line, "a paragraph", "084")?;
        let number = self.page.paragraph(&atom)?;
        self.refer(Referent::Paragraph(number), &atom);
        Some(number)
    }

    pub(crate) fn refer(&mut self, to: Referent, atom: &Atom) {
        self.refer_at(to, atom.span.clone());
    }

    pub(crate) fn refer_line(&mut self, to: Referent, line: &Line<'_>) {
        self.refer_at(to, line.span.clone());
    }

    fn refer_at(&mut self, to: Referent, span: std::ops::Range<usize>) {
        if to == Referent::GermanTurn && self.known.later {
            let help = "name the unit, as in GE44 or it, and measure distances with of=";
            self.page.wrong(span.clone(), "this is carried out when no German has the turn", help);
        }
        let at = self.page.at(span);
        self.references.push(Reference { to, at, found: self.known.found });
    }

    /// The German whose turn it is, meant though not written.
    pub(crate) fn this_german(&mut self, line: &Line<'_>) -> UnitRef {
        self.refer_line(Referent::GermanTurn, line);
        UnitRef::Pointer(Pointer::ThisGerman)
    }

    fn options(&mut self, line: &mut Line<'_>) -> (Vec<Branch>, Option<BlockId>) {
        let mut options = Vec::new();
        let mut otherwise = None;
        for node in line.block() {
            let mut option = Line::new(node);
            match option.name {
                "when" if otherwise.is_some() => self.page.wrong(
                    option.span.clone(),
                    "\"when\" after \"otherwise\"",
                    "\"otherwise\" comes last: it is what remains",
                ),
                "when" => options.extend(self.branch(&mut option, Known::default())),
                "otherwise" => otherwise = Some(self.block(option.block(), Known::default())),
                _ => self.unknown_part(&mut option, &["when", "otherwise"]),
            }
            self.page.finish(option);
        }
        if options.is_empty() {
            self.page.missing(line, "an option", "when …, and last otherwise");
        }
        (options, otherwise)
    }

    fn unknown_part(&mut self, part: &mut Line<'_>, known: &[&'static str]) {
        let atom = Atom { text: part.name.to_owned(), span: part.span.clone() };
        self.page.unknown("part", &atom, known.iter().copied());
        while part.next().is_some() {}
        part.forget();
    }

    fn check(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let rating: Rating = self.page.need(line)?;
        let mut modification = 0;
        if let Some(atom) = line.peek().filter(|atom| atom.text.starts_with(['+', '-']) || atom.text == "0").cloned() {
            line.next();
            modification = self.page.number(&atom, "a modification", -9, 9)?;
        }
        let by = if line.flag("every") {
            Checker::Every(self.units(line)?)
        } else if line.flag("best") {
            Checker::Best(self.units(line)?)
        } else if let Some(atom) = line.setting("best-in") {
            Checker::BestIn(self.place(&atom)?)
        } else {
            Checker::One(match (self.unit_setting(line, "by"), rating) {
                (Some(unit), _) => unit,
                (None, Rating::Perception | Rating::Driving) => {
                    self.refer_line(Referent::Event, line);
                    UnitRef::Pointer(Pointer::ThisUs)
                }
                (None, Rating::Initiative) => self.this_german(line),
            })
        };
        let passed = if matches!(by, Checker::Every(_) | Checker::Best(_)) { Known::IT } else { Known::default() };
        let (mut success, mut failure) = (None, None);
        for node in line.block() {
            let mut part = Line::new(node);
            match part.name {
                "success" => success = Some(self.block(part.block(), passed)),
                "failure" => failure = Some(self.block(part.block(), Known::default())),
                _ => self.unknown_part(&mut part, &["success", "failure"]),
            }
            self.page.finish(part);
        }
        if success.is_none() && failure.is_none() {
            self.page.missing(line, "its results", "success { … } and failure { … }");
        }
        let modification = i8::try_from(modification).unwrap_or(0);
        Some(Step::Check { rating, modification, by, success, failure })
    }

    fn roll(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let dice = if line.flag("2d10") || line.flag("two-dice") { 2 } else { 1 };
        line.flag("one-die");
        let (lowest, highest) = (dice, 10 * dice);
        let mut rows: Vec<Row> = Vec::new();
        for node in line.block() {
            let mut part = Line::new(node);
            if part.name == "on" {
                let faces = self.value(&mut part, "the faces", "8, or \"1-3\"");
                let then = self.block(part.block(), Known::default());
                if let Some((from, to)) = faces.and_then(|atom| self.page.faces(&atom, lowest, highest)) {
                    rows.push(Row { from, to, then });
                }
            } else {
                self.unknown_part(&mut part, &["on"]);
            }
            self.page.finish(part);
        }
        let holes: Vec<String> = (lowest..=highest)
            .filter_map(|face| match rows.iter().filter(|row| (row.from..=row.to).contains(&face)).count() {
                1 => None,
                0 => Some(format!("{face} is in no row")),
                _ => Some(format!("{face} is in two rows")),
            })
            .collect();
        if let Some(hole) = holes.first() {
            let help = format!("the rows \"on\" hold every number from {lowest} to {highest} once");
            self.page.wrong(line.span.clone(), format!("a gap in the table: {hole}"), help);
        }
        Some(Step::Roll { dice, rows })
    }

    fn ask(&mut self, line: &mut Line<'_>) -> Option<Step> {
        let question = self.text(line)?;
        let mut answers = Vec::new();
        for node in line.block() {
            let mut part = Line::new(node);
            if part.name == "answer" {
                answers.extend(self.answer(&mut part));
            } else {
                self.unknown_part(&mut part, &["answer"]);
            }
            self.page.finish(part);
        }
        if answers.len() < 2 {
            self.page.missing(line, "two answers or more", "answer \"…\" { … }");
        }
        if !answers.is_empty() && answers.iter().all(|answer: &Answer| answer.only_if.is_some()) {
            self.page.missing(line, "an answer that is always there", "an answer without only-if");
        }
        Some(Step::Ask { question, answers })
    }

    fn answer(&mut self, part: &mut Line<'_>) -> Option<Answer> {
        let text = self.text(part);
        let (mut only_if, mut rest) = (None, part.block());
        if let [first, others @ ..] = rest
            && first.name().value() == "only-if"
        {
            let mut line = Line::new(first);
            let (test, stray) = self.whole_test(&mut line);
            if let Some(node) = stray.first() {
                let stray = Line::new(node);
                let help = "write what follows from the answer below only-if, not inside it";
                self.page.wrong(stray.span, format!("\"{}\" inside only-if", stray.name), help);
            }
            self.page.finish(line);
            (only_if, rest) = (test, others);
        }
        let known = only_if.as_ref().map(known_if).unwrap_or_default();
        let then = self.block(rest, known);
        text.map(|text| Answer { text, only_if, then })
    }

    fn activation(&mut self, line: &mut Line<'_>, side: Side) -> Option<Activation> {
        let shelter = [Marker::ImprovedPosition, Marker::Bunker].into_iter().find(|marker| line.flag(marker.word()));
        let closed = line.flag("closed");
        line.flag("open");
        let defilade = line.flag("defilade");
        let unprepared = line.flag("unprepared");
        let mut cards = Vec::new();
        while let Some(atom) = line.peek().filter(|atom| CardId::read(&atom.text).is_some()).cloned() {
            line.next();
            cards.extend(self.card(&atom, side));
        }
        if let Some(atom) = line.peek().filter(|_| cards.is_empty()).cloned() {
            line.next();
            self.page.card(&atom);
        } else if cards.is_empty() {
            self.page.missing(line, "a unit card", if side == Side::Us { "US11" } else { "GE44" });
        }
        let at = match line.setting("at") {
            Some(atom) => self.place(&atom)?,
            None => {
                if !line.has_setting("carried-by") {
                    self.refer_line(Referent::Event, line);
                }
                Place::Marker
            }
        };
        let carried_by = match line.setting("carried-by") {
            Some(atom) => self.card(&atom, side),
            None => None,
        };
        Some(Activation {
            at,
            facing: self.toward_setting(line, "facing"),
            turret: self.toward_setting(line, "turret"),
            closed,
            defilade,
            unprepared,
            shelter,
            carried_by,
            cards,
        })
    }

    fn card(&mut self, atom: &Atom, side: Side) -> Option<CardId> {
        let card = self.page.card(atom)?;
        self.refer(Referent::Card(card), atom);
        if card.side != side {
            let help = if side == Side::Us { "\"activate\" brings Germans" } else { "\"join\" brings US units" };
            self.page.wrong(atom.span.clone(), format!("{card} is on the wrong side"), help);
        }
        Some(card)
    }

    /// Hexes until the words end.
    fn places(&mut self, line: &mut Line<'_>) -> Vec<Place> {
        let mut places = Vec::new();
        while let Some(atom) = line.next() {
            places.extend(self.place(&atom));
        }
        places
    }

    fn numbered(&mut self, line: &mut Line<'_>) -> Option<(u8, Place)> {
        let atom = self.value(line, "a number", "7")?;
        let number = self.page.count(&atom, "a marker's number", 1, 26);
        let atom = self.value(line, "a hex", "2314, or marker")?;
        number.zip(self.place(&atom))
    }

    fn reaction_letter(&mut self, line: &mut Line<'_>) -> Option<char> {
        let atom = self.value(line, "a letter", "X")?;
        let mut letters = atom.text.chars();
        let letter = letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none());
        if letter.is_none() {
            let help = "special reactions are capital letters: C, S, B, G, X";
            self.page.wrong(atom.span, format!("\"{}\" is no special reaction", atom.text), help);
        }
        letter
    }

    fn area(&mut self, line: &mut Line<'_>) -> Option<Area> {
        let Some(first) = line.peek().cloned() else {
            self.page.missing(line, "what it falls on", "2314 2315, or us within=3 of=2314, or it");
            return None;
        };
        if Side::read(&first.text).is_some() {
            return self.units(line).map(Area::Units);
        }
        if ["marker", "there"].contains(&first.text.as_str()) || first.text.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Area::Hexes(self.places(line)));
        }
        self.unit(line).map(Area::Unit)
    }

    /// The condition on a line and in the lines `and`, `or` that follow, and the block of the rest.
    pub(crate) fn branch(&mut self, line: &mut Line<'_>, more: Known) -> Option<Branch> {
        let (test, rest) = self.whole_test(line);
        let known = test.as_ref().map(known_if).unwrap_or_default();
        let then = self.block(rest, known.and(more));
        Some(Branch { when: test?, then })
    }

    pub(crate) fn toward_setting(&mut self, line: &mut Line<'_>, name: &'static str) -> Option<Toward> {
        let atom = line.setting(name)?;
        self.toward(&atom)
    }
}

/// What is known where a condition holds.
fn known_if(test: &Test) -> Known {
    Known { it: finds_a_unit(test), found: leaves_no_doubt(test, true), ..Known::default() }
}

/// Whether a condition that holds, or does not, shows that a unit or a marker has led to the text: a random event in
/// Rounds has neither.
fn leaves_no_doubt(test: &Test, holds: bool) -> bool {
    match test {
        Test::Operations => holds,
        Test::Rounds => !holds,
        Test::Unit { who, .. } => holds && *who == UnitRef::Pointer(Pointer::ThisUs),
        Test::Not(test) => leaves_no_doubt(test, !holds),
        Test::All(tests) if holds => tests.iter().any(|test| leaves_no_doubt(test, true)),
        Test::AnyOf(tests) if !holds => tests.iter().any(|test| leaves_no_doubt(test, false)),
        Test::All(_)
        | Test::AnyOf(_)
        | Test::Any { .. }
        | Test::Sighting(_)
        | Test::Condition(_)
        | Test::Round { .. }
        | Test::EventMarker(_)
        | Test::AnyEvent
        | Test::Prisoners { .. }
        | Test::Points(_)
        | Test::Reached
        | Test::Count { .. }
        | Test::Light(_)
        | Test::Weather(_)
        | Test::Ground(_)
        | Test::Mission(_) => false,
    }
}

/// Whether a condition, when it holds, has found a unit that `it` can mean.
fn finds_a_unit(test: &Test) -> bool {
    match test {
        Test::Any { .. } => true,
        Test::All(tests) => tests.iter().any(finds_a_unit),
        Test::AnyOf(tests) => tests.iter().all(finds_a_unit),
        Test::Unit { .. }
        | Test::Sighting(_)
        | Test::Condition(_)
        | Test::Operations
        | Test::Rounds
        | Test::Round { .. }
        | Test::EventMarker(_)
        | Test::AnyEvent
        | Test::Prisoners { .. }
        | Test::Points(_)
        | Test::Reached
        | Test::Count { .. }
        | Test::Light(_)
        | Test::Weather(_)
        | Test::Ground(_)
        | Test::Mission(_)
        | Test::Not(_) => false,
    }
}
