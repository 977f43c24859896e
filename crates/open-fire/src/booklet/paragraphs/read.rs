//! From lines to steps. A statement that cannot be read is left out and reported; the rest is read all the same.

use kdl::KdlNode;

use crate::booklet::paragraphs::{
    ast::{
        Activation, Area, BlockId, Branch, CardId, Checker, Number, Place, Row, Script, Sighting, Step, Test, Toward,
        UnitRef, Units, Where,
    },
    line::{Atom, Line, Page},
    words::{Marker, Plane, PlaneWeapon, Pointer, Rating, STATEMENTS, Side, Switch, Word},
};

/// Something a text speaks of that must exist elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) to: Referent,
    pub(crate) at: Where,
}

/// What a reference is to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Referent {
    Paragraph(Number),
    Card(CardId),
    Sighting(Sighting),
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
    /// Whether `it` means something here.
    pub(crate) it: bool,
}

/// Reads the lines of a paragraph, or of a note on a card.
pub(crate) fn script(page: &mut Page<'_>, lines: &[KdlNode], references: &mut Vec<Reference>) -> Script {
    let mut reader = Reader { page, script: Script::default(), references, it: false };
    reader.block(lines, false);
    reader.script
}

impl Reader<'_, '_> {
    /// Reads lines as a new block of the script.
    pub(crate) fn block(&mut self, lines: &[KdlNode], it: bool) -> BlockId {
        let id = BlockId(u16::try_from(self.script.blocks.len()).unwrap_or(u16::MAX));
        self.script.blocks.push(Vec::new());
        let outer = self.it;
        self.it |= it;
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
        self.it = outer;
        if let Some(block) = self.script.blocks.get_mut(usize::from(id.0)) {
            *block = steps;
        }
        id
    }

    fn otherwise(&mut self, line: &mut Line<'_>, before: &mut [Step]) {
        let block = self.block(line.block(), false);
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
            "end-mission" => Some(Step::EndMission),
            "if" => self.branch(line).map(|Branch { when, then }| Step::If { test: when, then, otherwise: None }),
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
            "random" => self.of_units(line).map(|(among, then)| Step::Random { among, then }),
            "each" => self.of_units(line).map(|(among, then)| Step::Each { among, then }),
            "the-moment" => self.branch(line).map(Step::TheMoment),
            "meanwhile" => {
                let branch = self.branch(line)?;
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
            "light" => self.page.need(line).map(Step::Light),
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
        Some((among, self.block(line.block(), true)))
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

    fn text(&mut self, line: &mut Line<'_>) -> Option<String> {
        let atom = self.value(line, "its text", "in quotes")?;
        // A text over several lines keeps its paragraphs and loses its line breaks.
        let paragraphs = atom.text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        let text = paragraphs.collect::<Vec<_>>().join("\n\n");
        if text.is_empty() {
            self.page.wrong(atom.span, "an empty text", "write something, or leave the line out");
        }
        Some(text)
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
        let at = self.page.at(atom.span.clone());
        self.references.push(Reference { to, at });
    }

    fn refer_line(&mut self, to: Referent, line: &Line<'_>) {
        let at = self.page.at(line.span.clone());
        self.references.push(Reference { to, at });
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
                "when" => options.extend(self.branch(&mut option)),
                "otherwise" => otherwise = Some(self.block(option.block(), false)),
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
        } else if let Some(atom) = line.setting("best-in") {
            Checker::BestIn(self.place(&atom)?)
        } else {
            Checker::One(match (self.unit_setting(line, "by"), rating) {
                (Some(unit), _) => unit,
                (None, Rating::Perception) => UnitRef::Pointer(Pointer::ThisUs),
                (None, Rating::Initiative) => self.this_german(line),
            })
        };
        let every = matches!(by, Checker::Every(_));
        let (mut success, mut failure) = (None, None);
        for node in line.block() {
            let mut part = Line::new(node);
            match part.name {
                "success" => success = Some(self.block(part.block(), every)),
                "failure" => failure = Some(self.block(part.block(), false)),
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
                let then = self.block(part.block(), false);
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
                let answer = self.text(&mut part);
                let then = self.block(part.block(), false);
                answers.extend(answer.map(|answer| (answer, then)));
            } else {
                self.unknown_part(&mut part, &["answer"]);
            }
            self.page.finish(part);
        }
        if answers.len() < 2 {
            self.page.missing(line, "two answers or more", "answer \"…\" { … }");
        }
        Some(Step::Ask { question, answers })
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
            None => Place::Marker,
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
        if first.text == "marker" || first.text.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Area::Hexes(self.places(line)));
        }
        self.unit(line).map(Area::Unit)
    }

    /// The condition on a line and in the lines `and`, `or` that follow, and the block of the rest.
    pub(crate) fn branch(&mut self, line: &mut Line<'_>) -> Option<Branch> {
        let (test, rest) = self.whole_test(line);
        let finds_a_unit = test.as_ref().is_some_and(finds_a_unit);
        let then = self.block(rest, finds_a_unit);
        Some(Branch { when: test?, then })
    }

    pub(crate) fn toward_setting(&mut self, line: &mut Line<'_>, name: &'static str) -> Option<Toward> {
        let atom = line.setting(name)?;
        self.toward(&atom)
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
        | Test::Points(_)
        | Test::Reached
        | Test::Not(_) => false,
    }
}
