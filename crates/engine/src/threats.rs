//! What the enemy could do, in his own turn, to units that end theirs in a hex: apart from fire on the way there, which
//! a [`Plan`](crate::Plan) tells.

use serde::Serialize;
use ts_rs::TS;

use crate::{Forecast, GoodFor, Group, Outlook, RuleId, Severity};

/// Everything that known enemies could do in their own turn to units in a hex.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Threats {
    /// The units.
    pub units: Vec<String>,
    /// The hex they would stand in.
    pub hex: String,
    /// All of it in one sentence.
    pub outlook: Outlook,
    /// What is left out, and who decides what is really done.
    pub aside: String,
    /// What each enemy could do: first from where it stands, then after a move; the worst first.
    pub deeds: Vec<EnemyDeed>,
}

/// Something that an enemy could do in its own turn.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct EnemyDeed {
    /// The enemy.
    pub unit: String,
    /// Others who would do it with him.
    pub with: Vec<String>,
    /// The hex he would do it from.
    pub from: String,
    /// Whether he would have to go there first.
    pub moves: bool,
    /// What it is.
    pub kind: EnemyDeedKind,
    /// What players read: "fires AP, up to 2 shells".
    pub label: String,
    /// When he could do it: "this turn".
    pub when: String,
    /// The rule that allows it.
    pub rule: RuleId,
    /// The unit that he would hurt most.
    pub target: String,
    /// The odds, from the point of view of the units he does it to; none if they cannot be told.
    pub odds: Option<Forecast>,
    /// The odds in one figure; none if they cannot be told. [`Threats::new`] fills it in.
    pub harm: Option<Harm>,
}

/// How likely it is that something lasting is done to a unit; if nothing is, that it is held up for a while.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Harm {
    /// What players read: "step lost", "damage or worse".
    pub text: String,
    /// The chance.
    pub p: f64,
}

/// What an enemy does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum EnemyDeedKind {
    /// He fires.
    Fire,
    /// He comes into the hex and fights there.
    Assault,
}

impl Threats {
    /// Puts what enemies could do in order, without what can do no harm, and sums it up.
    pub fn new(units: Vec<String>, hex: String, mut deeds: Vec<EnemyDeed>, aside: impl Into<String>) -> Threats {
        deeds.iter_mut().for_each(|deed| deed.harm = deed.odds.as_ref().and_then(Harm::of));
        // A shot that can do no harm is no threat.
        deeds.retain(|deed| deed.odds.is_none() || deed.harm.is_some());
        deeds.sort_by(|a, b| a.moves.cmp(&b.moves).then(a.worth().total_cmp(&b.worth())));
        Threats { units, hex, outlook: outlook(&deeds), aside: aside.into(), deeds }
    }
}

impl EnemyDeed {
    /// What it means to the one it is done to, from -1 (the worst) on.
    pub fn worth(&self) -> f64 {
        self.odds.as_ref().map_or(0.0, |odds| odds.worth)
    }
}

impl Harm {
    fn of(odds: &Forecast) -> Option<Harm> {
        let bad = |least: Severity| {
            let feared = move |group: &&Group| group.good_for == GoodFor::Other && group.severity >= least;
            odds.headline.iter().filter(feared).collect::<Vec<&Group>>()
        };
        let lasting = bad(Severity::Damage);
        let groups = if lasting.is_empty() { bad(Severity::Effect) } else { lasting };
        // The gravest comes first.
        let least = groups.last()?;
        let text = if groups.len() > 1 { format!("{} or worse", least.group) } else { least.group.clone() };
        Some(Harm { text, p: groups.iter().map(|group| group.p).sum() })
    }
}

/// "2 could fire and 1 could assault; 3 more after a move. Worst: 42% step lost."
fn outlook(deeds: &[EnemyDeed]) -> Outlook {
    let standing = |kind: EnemyDeedKind| {
        let units = deeds.iter().filter(|deed| !deed.moves && deed.kind == kind);
        count(units.flat_map(|deed| deed.with.iter().chain([&deed.unit])))
    };
    let at_once: Vec<&str> = deeds.iter().filter(|deed| !deed.moves).map(|deed| deed.unit.as_str()).collect();
    let later = deeds.iter().filter(|deed| deed.moves && !at_once.contains(&deed.unit.as_str()));
    let could = [(standing(EnemyDeedKind::Fire), "fire"), (standing(EnemyDeedKind::Assault), "assault")];
    let could = could.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} could {what}"));
    let could: Vec<String> = could.collect();
    let text = match (could.join(" and "), count(later.map(|deed| &deed.unit))) {
        (now, 0) if now.is_empty() => "No enemy you know of could do anything to you here in its own turn".to_owned(),
        (now, 0) => now,
        (now, later) if now.is_empty() => format!("{later} could come within reach"),
        (now, later) => format!("{now}; {later} more after a move"),
    };
    Outlook { text: format!("{text}.{}", worst(deeds)), danger: !deeds.is_empty() }
}

/// How many different ones there are.
fn count<'a>(units: impl Iterator<Item = &'a String>) -> usize {
    units.collect::<std::collections::BTreeSet<&String>>().len()
}

fn worst(deeds: &[EnemyDeed]) -> String {
    let worst = deeds.iter().min_by(|a, b| a.worth().total_cmp(&b.worth()));
    let Some(harm) = worst.and_then(|deed| deed.harm.as_ref()) else { return String::new() };
    let moved = if worst.is_some_and(|deed| deed.moves) { ", after a move" } else { "" };
    format!(" Worst: {} {}{moved}.", percent(harm.p), harm.text)
}

/// As the screens write it: nothing that can happen is 0%, nothing that can fail is 100%.
fn percent(p: f64) -> String {
    match p {
        p if p >= 1.0 => "100%".to_owned(),
        p if p > 0.99 => ">99%".to_owned(),
        p if p < 0.01 => "<1%".to_owned(),
        p => format!("{:.0}%", p * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prospect;

    fn deed(unit: &str, kind: EnemyDeedKind, moves: bool) -> EnemyDeed {
        EnemyDeed {
            unit: unit.to_owned(),
            with: Vec::new(),
            from: "0101".to_owned(),
            moves,
            kind,
            label: "fires".to_owned(),
            when: "this turn".to_owned(),
            rule: RuleId("T-1"),
            target: "me".to_owned(),
            odds: None,
            harm: None,
        }
    }

    fn told(deeds: Vec<EnemyDeed>) -> String {
        Threats::new(vec!["me".to_owned()], "0102".to_owned(), deeds, "").outlook.text
    }

    #[test]
    fn everybody_is_counted_once() {
        let (fire, assault) = (EnemyDeedKind::Fire, EnemyDeedKind::Assault);
        assert_eq!(told(Vec::new()), "No enemy you know of could do anything to you here in its own turn.");
        assert_eq!(told(vec![deed("a", fire, false), deed("a", fire, true)]), "1 could fire.");
        assert_eq!(
            told(vec![
                deed("a", fire, false),
                deed("b", fire, false),
                deed("a", assault, false),
                deed("c", fire, true)
            ]),
            "2 could fire and 1 could assault; 1 more after a move."
        );
        assert_eq!(told(vec![deed("c", fire, true), deed("c", assault, true)]), "1 could come within reach.");
    }

    #[test]
    fn harm_adds_up_what_lasts() {
        let prospects = [
            (0, Prospect::nothing("miss")),
            (1, Prospect::new("shaken", GoodFor::Doer, Severity::Effect)),
            (2, Prospect::new("damage", GoodFor::Doer, Severity::Damage)),
            (3, Prospect::new("killed", GoodFor::Doer, Severity::Killed)),
        ];
        let odds = |sides: u16| {
            let thrown = dice::odds(|dice| dice.throw(&dice::Throw::pick("which", usize::from(sides))).picked());
            let thrown = thrown.unwrap_or_else(|_| unreachable!("one die"));
            Forecast::new(Vec::new(), &thrown, prospects.clone()).turned()
        };
        assert_eq!(Harm::of(&odds(4)), Some(Harm { text: "damage or worse".to_owned(), p: 0.5 }));
        assert_eq!(Harm::of(&odds(2)), Some(Harm { text: "shaken".to_owned(), p: 0.5 }));
        assert_eq!(Harm::of(&odds(1)), None);
    }

    #[test]
    fn who_stands_there_already_comes_first() {
        let deeds = vec![deed("c", EnemyDeedKind::Fire, true), deed("a", EnemyDeedKind::Fire, false)];
        let threats = Threats::new(Vec::new(), String::new(), deeds, "");
        assert_eq!(threats.deeds.iter().map(|deed| deed.unit.as_str()).collect::<Vec<_>>(), ["a", "c"]);
    }
}
