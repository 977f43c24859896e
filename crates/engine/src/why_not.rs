//! Why something cannot be done: a player points at something, and every deed that he may mean is held against the
//! rules.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Refusal, Rules, Seat, Viewer};

/// What a player points at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
#[serde(default)]
pub struct Pointed {
    /// A unit of his own that is to do something.
    pub unit: Option<String>,
    /// The unit that it is to be done to.
    pub target: Option<String>,
    /// The hex that it is to be done in, or where it is to go.
    pub hex: Option<String>,
}

/// A deed that a player may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish<A> {
    /// What he would call it: "Fire at 3./Pz.Rgt. 11".
    pub label: String,
    /// The action.
    pub action: A,
}

impl<A> Wish<A> {
    /// A wish.
    pub fn new(label: impl Into<String>, action: A) -> Self {
        Wish { label: label.into(), action }
    }
}

/// A deed, and why it cannot be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct WhyNot {
    /// What a player would call it.
    pub label: String,
    /// Why not; `null` if it can be done.
    pub refusal: Option<Refusal>,
}

/// Codes of refusals that say only that something else is asked: the question itself is told as well.
const ANOTHER_QUESTION: [&str; 3] = ["not-now", "not-asked", "nothing-active"];

/// What of all that `seat` may mean can be done now, and why not the rest. `seen` has been through [`Rules::seen_by`].
/// Deeds that are refused for the same reason as one before are left out.
pub(crate) fn why_not<R: Rules>(rules: &R, seen: &R::State, seat: Seat, pointed: &Pointed) -> Vec<WhyNot> {
    let asked = rules.to_act(seen);
    let wishes = rules.wishes(seen, seat, pointed);
    let prompt = rules.scene(seen, Viewer::Seat(seat)).prompt;
    if asked != Some(seat) {
        let name = asked.and_then(|seat| rules.seats().get(seat.index())).map(|info| info.name.as_str());
        let text = name.map_or("the game is over".to_owned(), |name| format!("{name} is asked now"));
        let refusal = Refusal { rule: prompt.rule, code: "not-your-turn", text, remedy: None };
        return wishes
            .into_iter()
            .take(1)
            .map(|wish| WhyNot { label: wish.label, refusal: Some(refusal.clone()) })
            .collect();
    }
    let mut told: Vec<WhyNot> = Vec::new();
    for Wish { label, action } in wishes {
        let mut refusal = rules.check(seen, &action).err().map(|refused| Refusal::from(&refused));
        if let Some(refusal) = refusal.as_mut().filter(|refusal| ANOTHER_QUESTION.contains(&refusal.code)) {
            refusal.remedy = Some(format!("What is asked now: {}", prompt.text));
        }
        let same = |other: &WhyNot| other.refusal.as_ref().map(reason) == refusal.as_ref().map(reason);
        if refusal.is_none() || !told.iter().any(same) {
            told.push(WhyNot { label, refusal });
        }
    }
    told
}

/// What makes two refusals one for a player: the same words, or another question.
fn reason(refusal: &Refusal) -> &str {
    if ANOTHER_QUESTION.contains(&refusal.code) { "another question" } else { &refusal.text }
}
