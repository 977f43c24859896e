//! Where a mission can lead: every paragraph with the conditions in which it can be read, the cards that can be laid,
//! the sightings that can occur. Whatever depends on dice, on the player or on the map may come out either way;
//! conditions, sightings, counts and the mission itself are known. So nothing that can happen is left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::booklet::{
    cartridge::{Adjustment, Cell, Mission},
    paragraphs::{BlockId, Branch, CardId, Number, Paragraph, Script, Step, Test, ast::Condition},
    proofs::chances::{Chance, Known},
    unit_cards::{Column, UnitCard},
};

/// What a walk looks things up in.
#[derive(Copy, Clone)]
pub(crate) struct Book<'a> {
    pub(crate) paragraphs: &'a BTreeMap<Number, &'a Paragraph>,
    pub(crate) cards: &'a BTreeMap<CardId, UnitCard>,
    /// The counts that come along from earlier missions of a campaign.
    pub(crate) kept: &'a BTreeSet<String>,
}

/// Everything that can happen in a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walk {
    /// The paragraphs that can be read, each with the conditions in which.
    pub(crate) read: BTreeMap<Number, BTreeSet<u8>>,
    /// The cards that can be laid, each with the first condition in which.
    pub(crate) cards: BTreeMap<CardId, u8>,
    /// The event markers that can lie on the map, each with the first condition in which.
    pub(crate) markers: BTreeMap<u8, u8>,
    /// The conditions that can come.
    pub(crate) conditions: BTreeSet<u8>,
    /// The sightings that can occur.
    pub(crate) sightings: BTreeSet<u8>,
    /// The counts that can be raised.
    pub(crate) counts: BTreeSet<String>,
    /// The special reactions that can come into effect.
    reactions: BTreeSet<char>,
    /// What leads to what.
    pub(crate) links: BTreeSet<Link>,
}

/// One thing leads to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Link {
    pub(crate) from: Source,
    pub(crate) to: Goal,
    /// In this condition.
    pub(crate) condition: u8,
}

/// What leads somewhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The beginning of the mission.
    Start,
    /// Its end.
    Last,
    /// An event marker.
    Event(u8),
    /// A random event, by the sum of two dice.
    Throw(u8),
    Paragraph(Number),
    /// The action table or the notes of a card.
    Card(CardId),
}

/// Where it leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Goal {
    Paragraph(Number),
    Condition(u8),
    Card(CardId),
    Marker(u8),
    /// The mission is over.
    End,
}

/// Reactions that rules bring about: close assault, self-preservation, broken (OF-6.8).
const BY_RULE: [char; 3] = ['C', 'S', 'B'];

impl Walk {
    /// Walks through a mission until nothing new turns up.
    pub(crate) fn through(mission: &Mission, book: Book<'_>) -> Walk {
        let mut walk = Walk::default();
        walk.conditions.insert(1);
        walk.markers = mission.markers.iter().map(|(marker, _)| (*marker, 1)).collect();
        walk.cards = mission.muster.joins.iter().map(|card| (*card, 1)).collect();
        loop {
            let before = walk.clone();
            let mut round = Round { walk: &mut walk, mission, book, done: BTreeSet::new(), next: Vec::new() };
            round.begin();
            if walk == before {
                return walk;
            }
        }
    }

    /// The paragraphs that can be read.
    pub(crate) fn paragraphs(&self) -> BTreeSet<Number> {
        self.read.keys().copied().collect()
    }

    /// What is known in a condition.
    pub(crate) fn known<'a>(&'a self, mission: &'a Mission, kept: &'a BTreeSet<String>, condition: u8) -> Known<'a> {
        Known { walk: self, mission, kept, condition }
    }

    /// The conditions from one on that can come.
    fn from(&self, condition: u8) -> BTreeSet<u8> {
        self.conditions.range(condition..).copied().collect()
    }
}

/// One time through everything, with what is known so far.
struct Round<'a> {
    walk: &'a mut Walk,
    mission: &'a Mission,
    book: Book<'a>,
    done: BTreeSet<(Number, u8)>,
    next: Vec<(Number, u8)>,
}

impl Round<'_> {
    fn begin(&mut self) {
        if let Some(number) = self.mission.starts_with {
            self.lead(Source::Start, number, 1);
        }
        for condition in self.walk.conditions.clone() {
            self.adjust(condition);
            self.turn_markers_over(condition);
            self.throw_events(condition);
            self.act(condition);
            if let Some(number) = self.mission.ends_with {
                self.lead(Source::Last, number, condition);
            }
        }
        while let Some((number, condition)) = self.next.pop() {
            if self.done.insert((number, condition)) {
                self.read(number, condition);
            }
        }
    }

    /// Event markers are laid as a condition begins.
    fn adjust(&mut self, condition: u8) {
        let changes =
            self.mission.adjustments.iter().filter(|(at, _)| at.0 == condition).flat_map(|(_, changes)| changes);
        for change in changes {
            match change {
                Adjustment::Place(marker, _) => self.lay(*marker, condition),
                Adjustment::Lift(_) => {}
            }
        }
    }

    fn lay(&mut self, marker: u8, condition: u8) {
        let first = self.walk.markers.entry(marker).or_insert(condition);
        *first = condition.min(*first);
    }

    fn turn_markers_over(&mut self, condition: u8) {
        for (marker, first) in self.walk.markers.clone() {
            if first <= condition
                && let Cell::Paragraph { number, .. } = self.mission.event(marker, Condition(condition))
            {
                self.lead(Source::Event(marker), number, condition);
            }
        }
    }

    fn throw_events(&mut self, condition: u8) {
        for sum in 2..=20 {
            if let Cell::Paragraph { number, .. } = self.mission.random_event(sum, Condition(condition)) {
                self.lead(Source::Throw(sum), number, condition);
            }
        }
    }

    /// Everybody with a card acts by its table and its notes.
    fn act(&mut self, condition: u8) {
        for (id, first) in self.walk.cards.clone() {
            let Some(card) = self.book.cards.get(&id).filter(|_| first <= condition) else { continue };
            if let Some(table) = &card.actions {
                for (place, column) in table.columns.iter().enumerate() {
                    let used = match column {
                        Column::Condition(its) => its.0 == condition,
                        Column::Special(letter) => BY_RULE.contains(letter) || self.walk.reactions.contains(letter),
                    };
                    let numbers = table.rows.iter().filter_map(|row| row.get(place).copied().flatten());
                    for number in numbers.filter(|_| used).collect::<BTreeSet<_>>() {
                        self.lead(Source::Card(id), number, condition);
                    }
                }
            }
            self.follow(Source::Card(id), &card.notes, condition);
        }
    }

    fn lead(&mut self, from: Source, number: Number, condition: u8) {
        let Some(paragraph) = self.book.paragraphs.get(&number) else { return };
        self.link(from, Goal::Paragraph(number), condition);
        if paragraph.requires.iter().all(|sighting| self.walk.sightings.contains(&sighting.0)) {
            self.next.push((number, condition));
        }
    }

    fn link(&mut self, from: Source, to: Goal, condition: u8) {
        self.walk.links.insert(Link { from, to, condition });
    }

    fn read(&mut self, number: Number, condition: u8) {
        let Some(paragraph) = self.book.paragraphs.get(&number) else { return };
        self.walk.read.entry(number).or_default().insert(condition);
        self.walk.sightings.extend(paragraph.marks.iter().map(|sighting| sighting.0));
        self.follow(Source::Paragraph(number), &paragraph.script, condition);
    }

    /// Goes through a text that is read in a condition.
    fn follow(&mut self, from: Source, script: &Script, condition: u8) {
        let mut reader = Reader { round: self, from, script };
        reader.block(Script::MAIN, BTreeSet::from([condition]));
        for branch in &script.meanwhile {
            reader.later(branch.then, Some(&branch.when), condition);
        }
    }
}

/// Reads a text block by block. A block is entered in some conditions and left in some: in none, if it ends the
/// reading.
struct Reader<'r, 'a, 's> {
    round: &'r mut Round<'a>,
    from: Source,
    script: &'s Script,
}

type Conditions = BTreeSet<u8>;

impl Reader<'_, '_, '_> {
    fn block(&mut self, block: BlockId, mut at: Conditions) -> Conditions {
        let script = self.script;
        for step in script.block(block) {
            if at.is_empty() {
                return at;
            }
            at = self.step(step, at);
        }
        at
    }

    fn step(&mut self, step: &Step, at: Conditions) -> Conditions {
        let first = at.first().copied().unwrap_or(1);
        match step {
            Step::See(number) => return self.see(*number, at),
            Step::Condition(condition) => return self.go_to(condition.0, at),
            Step::Stop => return Conditions::new(),
            Step::EndMission => {
                self.round.link(self.from, Goal::End, first);
                return Conditions::new();
            }
            Step::If { test, then, otherwise } => return self.options([(test, *then)], *otherwise, at),
            Step::Choose { options, otherwise } | Step::First { options, otherwise } => {
                return self.options(options.iter().map(|option| (&option.when, option.then)), *otherwise, at);
            }
            Step::Check { success, failure, .. } => return self.one_of([*success, *failure], &at),
            Step::Roll { rows, .. } => return self.one_of(rows.iter().map(|row| Some(row.then)), &at),
            Step::Ask { answers, .. } => {
                let ways = answers.iter().map(|answer| {
                    let open = |&condition: &u8| {
                        answer.only_if.as_ref().is_none_or(|test| self.chance(test, condition) != Chance::Never)
                    };
                    (answer.then, at.iter().copied().filter(open).collect())
                });
                let ways: Vec<(BlockId, Conditions)> = ways.collect();
                return ways.into_iter().flat_map(|(then, at)| self.block(then, at)).collect();
            }
            Step::Random { then, .. } | Step::Each { then, .. } | Step::Pick { then, .. } => {
                return self.one_of([Some(*then), None], &at);
            }
            Step::TheMoment(Branch { when, then }) | Step::Whenever(Branch { when, then }) => {
                self.later(*then, Some(when), first);
            }
            Step::After { then, .. } | Step::Offer { then, .. } => self.later(*then, None, first),
            Step::Sighting(sighting) => drop(self.round.walk.sightings.insert(sighting.0)),
            Step::Count { name, by: Some(by) } if *by > 0 => drop(self.round.walk.counts.insert(name.clone())),
            Step::Activate(activation) | Step::Join(activation) => {
                activation.cards.iter().for_each(|card| self.lay_card(*card, first));
            }
            Step::PlaceEvent { marker, .. } => {
                self.round.link(self.from, Goal::Marker(*marker), first);
                self.round.lay(*marker, first);
            }
            Step::Reaction { letter, on: true, .. } => drop(self.round.walk.reactions.insert(*letter)),
            step => step.blocks().into_iter().for_each(|then| self.later(then, None, first)),
        }
        at
    }

    /// Another paragraph is read, and may go to a later condition.
    fn see(&mut self, number: Number, mut at: Conditions) -> Conditions {
        for &condition in &at {
            self.round.lead(self.from, number, condition);
        }
        if let Some(&first) = at.first() {
            at.extend(self.round.walk.from(first));
        }
        at
    }

    fn go_to(&mut self, to: u8, at: Conditions) -> Conditions {
        for &condition in at.iter().filter(|condition| **condition < to) {
            self.round.link(self.from, Goal::Condition(to), condition);
            self.round.walk.conditions.insert(to);
        }
        at.into_iter().map(|condition| condition.max(to)).collect()
    }

    fn lay_card(&mut self, card: CardId, condition: u8) {
        self.round.link(self.from, Goal::Card(card), condition);
        let first = self.round.walk.cards.entry(card).or_insert(condition);
        *first = condition.min(*first);
    }

    fn chance(&self, test: &Test, condition: u8) -> Chance {
        self.round.walk.known(self.round.mission, self.round.book.kept, condition).chance(test)
    }

    /// The first option that holds, in each condition.
    fn options<'t>(
        &mut self,
        options: impl IntoIterator<Item = (&'t Test, BlockId)>,
        otherwise: Option<BlockId>,
        mut at: Conditions,
    ) -> Conditions {
        let mut left = Conditions::new();
        for (when, then) in options {
            let may = at.iter().copied().filter(|&condition| self.chance(when, condition) != Chance::Never);
            let may: Conditions = may.collect();
            at.retain(|&condition| self.chance(when, condition) != Chance::Always);
            left.extend(self.block(then, may));
        }
        left.extend(match otherwise {
            Some(otherwise) => self.block(otherwise, at),
            None => at,
        });
        left
    }

    /// Any of these blocks, or none where one is missing.
    fn one_of(&mut self, blocks: impl IntoIterator<Item = Option<BlockId>>, at: &Conditions) -> Conditions {
        let mut left = Conditions::new();
        for block in blocks {
            left.extend(match block {
                Some(block) => self.block(block, at.clone()),
                None => at.clone(),
            });
        }
        left
    }

    /// A block that waits for its moment, in this condition or a later one.
    fn later(&mut self, then: BlockId, when: Option<&Test>, first: u8) {
        let mut at = self.round.walk.from(first);
        at.retain(|&condition| when.is_none_or(|test| self.chance(test, condition) != Chance::Never));
        self.block(then, at);
    }
}
