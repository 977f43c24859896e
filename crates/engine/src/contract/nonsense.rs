//! Lines of nonsense, made from the forms of a ruleset's actions: what can be read is legal, or refused with a rule.

use std::collections::{BTreeMap, BTreeSet};

use dice::Seeded;

use super::apply;
use crate::{Cited, Rules, Silent, StateHash, Verb};

/// How many lines of nonsense could be done, how many were refused, and how many nobody could read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Nonsense {
    /// Could be done, and were listed.
    pub legal: usize,
    /// Were refused with a rule, and not listed.
    pub refused: usize,
    /// Said nothing.
    pub unread: usize,
}

/// Every so many actions the game is halted, and so many lines are thrown at it.
const EVERY: usize = 4;
const LINES: usize = 120;

/// Plays one random game of at most `actions` actions and throws lines of nonsense at its states: any form with any
/// names, those of its units and cards and the hexes of the board. What can be read is read again as it was written.
/// What is listed may be done; everything else is refused with a rule and leaves the state alone. `unlisted` names what
/// no list can hold.
///
/// # Panics
/// If one of these does not hold.
pub fn hold_nonsense<R: Rules>(
    rules: &R,
    forms: &[&[Verb]],
    seed: u64,
    actions: usize,
    unlisted: impl Fn(&R::Action) -> bool,
) -> Nonsense {
    let (mut dice, mut pick) = (Seeded::new(seed), Seeded::new(!seed));
    let mut state = rules.start();
    let mut words = Words::new(rules, forms);
    let mut states = Vec::new();
    while states.len() < actions && rules.to_act(&state).is_some() {
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        words.hear(legal.iter().map(|action| rules.write(&state, action)));
        states.push(state.clone());
        apply(rules, &mut state, &legal[pick.below(legal.len() as u32) as usize], &mut dice, &mut Silent);
    }
    let mut found = Nonsense::default();
    for state in states.iter().step_by(EVERY) {
        let mut legal = Vec::new();
        rules.legal(state, &mut legal);
        words.hear(legal.iter().map(|action| rules.write(state, action)));
        for _ in 0..LINES {
            let line = words.line(&mut pick);
            match rules.read(state, &line) {
                Ok(action) => throw(rules, state, (&line, &action), &legal, unlisted(&action), &mut found),
                Err(error) => {
                    assert!(!error.problem.is_empty(), "\"{line}\" cannot be read, and nobody says why");
                    found.unread += 1;
                }
            }
        }
    }
    found
}

/// Holds what a line says against the legal list.
fn throw<R: Rules>(
    rules: &R,
    state: &R::State,
    (line, action): (&str, &R::Action),
    legal: &[R::Action],
    unlisted: bool,
    found: &mut Nonsense,
) {
    let written = rules.write(state, action);
    assert!(rules.read(state, &written).is_ok_and(|again| again == *action), "\"{line}\" is written \"{written}\"");
    let listed = legal.contains(action);
    let mut tried = state.clone();
    match rules.apply(&mut tried, action, &mut Seeded::new(1), &mut Silent) {
        Ok(()) => {
            assert!(listed || unlisted, "\"{line}\" may be done and is not listed");
            found.legal += 1;
        }
        Err(refusal) => {
            assert!(!listed, "\"{line}\" is listed and refused: {refusal}");
            assert!(!refusal.rule().0.is_empty() && !refusal.to_string().is_empty(), "\"{line}\": no reason");
            assert_eq!(StateHash::of(&tried), StateHash::of(state), "\"{line}\" is refused and changes the state");
            found.refused += 1;
        }
    }
}

/// What lines are made of: forms, and names for each placeholder in them.
struct Words<'a> {
    forms: Vec<&'a str>,
    names: Names<'a>,
    /// Those that the last legal list had: with them a line is nearly legal.
    now: Names<'a>,
}

type Names<'a> = BTreeMap<&'a str, BTreeSet<String>>;

impl<'a> Words<'a> {
    fn new<R: Rules>(rules: &R, forms: &[&'a [Verb]]) -> Words<'a> {
        let forms = forms.iter().copied().flatten().map(|(_, form)| *form).collect();
        let hexes = rules.board().hexes.into_iter().map(|hex| hex.id).collect();
        Words { forms, names: BTreeMap::from([("HEX", hexes)]), now: BTreeMap::new() }
    }

    /// Learns the names in the lines of a legal list.
    fn hear(&mut self, lines: impl Iterator<Item = String>) {
        self.now.clear();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            for tokens in self.forms.iter().flat_map(|form| variants(form)) {
                let fits = tokens.len() == words.len() && tokens[0] == words[0];
                for (token, word) in tokens.into_iter().zip(&words).filter(|(token, _)| fits && is_placeholder(token)) {
                    let placeholder = token.split('+').next().unwrap_or(token);
                    self.now.entry(placeholder).or_default().extend(word.split('+').map(ToOwned::to_owned));
                }
            }
        }
        for (placeholder, names) in &self.now {
            self.names.entry(placeholder).or_default().extend(names.iter().cloned());
        }
    }

    /// A line of one of the forms, with any names in it.
    fn line(&self, pick: &mut Seeded) -> String {
        let form = *one(&self.forms, pick);
        let words: Vec<String> = one(&variants(form), pick).iter().map(|token| self.word(token, pick)).collect();
        words.join(" ")
    }

    /// One of `a|b`, one or more of `UNIT+UNIT`, a name for a placeholder.
    fn word(&self, token: &str, pick: &mut Seeded) -> String {
        if !is_placeholder(token) {
            return (*one(&token.split('|').collect::<Vec<_>>(), pick)).to_owned();
        }
        let parts: Vec<&str> = token.split('+').collect();
        let names: Vec<String> = parts.iter().map(|part| self.name(part, pick)).collect();
        names[..pick.below(parts.len() as u32) as usize + 1].join("+")
    }

    /// Nobody has heard a name for some placeholders: a number may be meant.
    fn name(&self, placeholder: &str, pick: &mut Seeded) -> String {
        let now = self.now.get(placeholder).filter(|_| pick.below(2) == 0);
        let known: Vec<&String> = now.or_else(|| self.names.get(placeholder)).into_iter().flatten().collect();
        if known.is_empty() { pick.below(100).to_string() } else { (*one(&known, pick)).clone() }
    }
}

/// A form with and without what may be left out, word by word.
fn variants(form: &str) -> Vec<Vec<&str>> {
    let bare: Vec<&str> = form.split(" [").next().unwrap_or(form).split(' ').collect();
    let whole: Vec<&str> = form.split(' ').map(|word| word.trim_matches(['[', ']'])).collect();
    if bare == whole { vec![whole] } else { vec![bare, whole] }
}

fn is_placeholder(token: &str) -> bool {
    token.chars().all(|letter| letter.is_ascii_uppercase() || letter == '+')
}

fn one<'a, T>(all: &'a [T], pick: &mut Seeded) -> &'a T {
    &all[pick.below(all.len() as u32) as usize]
}
