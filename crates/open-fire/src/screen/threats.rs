//! What the Germans on the map could do in their own turns to units that end theirs in a hex.
//!
//! The units are put there on a copy of the state, each German is given a turn on it, points his gun as he would by
//! order, and is asked what he could fire: by the checks and forecasts of the rules themselves. What he really does the
//! paragraphs decide.

use dice::{Recorded, Seeded};
use engine::{EnemyDeed, EnemyDeedKind, Forecast, Frames, RuleId, Silent, Threats, Viewer};
use hexmap::Hex;

use super::plan::moved_to;
use crate::{
    course::{self, action::Action},
    play::{
        notation, s02_ratings,
        s06_rounds::{german_orders, turns},
        s09_fire::{self, Fire, main_gun},
        s11_assault::{self, Assault, Attack},
    },
    rule_ids::{AP_FIRE, ASSAULT_PROCEDURE, BAZOOKAS, CHARGE, GP_FIRE},
    state::{
        Frame, Shell, State,
        laid_out::{Act, Ask, OpenFire},
        units::{Motion, Side, Space, UnitId},
    },
};

const IN_ROUNDS: &str = "What their weapons could do: the paragraphs decide what they do. Not counted: those who drive \
    nearer, and what hides.";
const IN_OPERATIONS: &str = "Operations: no active German is on the map. What hides there only the paragraphs know.";

pub(crate) fn threats_to(ask: Ask<'_>, viewer: Viewer, ids: &[String], hex: Option<&str>) -> Option<Threats> {
    let units = ids.iter().map(|id| notation::read_unit(ask, id).ok()).collect::<Option<Vec<UnitId>>>()?;
    let &first = units.first()?;
    let ours = |unit: &UnitId| {
        let unit = ask.state.unit(*unit);
        unit.side == Side::Us && viewer.is(unit.owner) && unit.is_active()
    };
    let hex = match hex {
        Some(label) => ask.rules.grid().parse(label).ok()?,
        None => ask.state.hex_of(first)?,
    };
    if !units.iter().all(ours) {
        return None;
    }
    let there = moved_to(ask, &units, hex)?;
    let mut deeds = Vec::new();
    if ask.state.in_rounds() {
        for (german, when) in germans(ask) {
            deeds.extend(GermanTurn { rules: ask.rules, state: there.clone(), german, when }.deeds(&units));
        }
    }
    let aside = if ask.state.in_rounds() { IN_ROUNDS } else { IN_OPERATIONS };
    Some(Threats::new(ids.to_vec(), ask.rules.label(hex), deeds, aside))
}

/// The Germans who can fire, and when they have their next turn. Who is aboard a vehicle does not fire.
fn germans(ask: Ask<'_>) -> Vec<(UnitId, &'static str)> {
    let able = ask.state.active(Side::German).filter(|(unit, _)| !s02_ratings::is_disabled(ask, *unit));
    let next = able.filter(|(_, german)| german.hex().is_some()).filter_map(|(unit, german)| {
        let when = match german.space {
            Space::Turns(_) => "this round",
            Space::Complete | Space::Panic | Space::Aware => "next round",
            Space::Unaware => "as soon as he notices you",
            Space::Inactive => return None,
        };
        Some((unit, when))
    });
    next.collect()
}

/// The next turn of a German, with nothing changed until then.
struct GermanTurn<'a> {
    rules: &'a OpenFire,
    state: State,
    german: UnitId,
    when: &'static str,
}

/// What a German could do to one unit.
struct Deed {
    kind: EnemyDeedKind,
    rule: RuleId,
    label: String,
    target: UnitId,
    odds: Option<Forecast>,
}

impl Deed {
    fn worth(&self) -> f64 {
        self.odds.as_ref().map_or(0.0, |odds| odds.worth)
    }
}

impl GermanTurn<'_> {
    fn ask(&self) -> Ask<'_> {
        Ask::new(self.rules, &self.state)
    }

    /// His turn begins.
    fn begin(&mut self) {
        let german = self.state.unit_mut(self.german);
        german.space = Space::Turns(1);
        german.motion = Motion::Still;
        let turn = turns::fresh_turn(self.ask(), self.german);
        self.state.frames = Frames::new(Frame::Turn(turn));
    }

    /// The worst fire he has for any of the units, and the worst assault.
    fn deeds(mut self, units: &[UnitId]) -> Vec<EnemyDeed> {
        let unturned = self.state.clone();
        let mut fires = Vec::new();
        let mut assaults = Vec::new();
        for &target in units {
            self.state = unturned.clone();
            self.begin();
            assaults.extend(self.assaults(target));
            fires.extend(self.fires(target, ""));
            let aimed = self.points_gun(target);
            fires.extend(self.fires(target, if aimed { ", after turning" } else { "" }));
            if aimed && fires.is_empty() {
                // An AT gun is turned for a whole turn; then it fires.
                self.begin();
                fires.extend(self.fires(target, " the turn after it has turned its gun"));
            }
        }
        self.state = unturned;
        let worst = |deeds: Vec<Deed>| deeds.into_iter().min_by(|a, b| a.worth().total_cmp(&b.worth()));
        [worst(fires), worst(assaults)].into_iter().flatten().map(|deed| self.told(deed)).collect()
    }

    /// Points his gun at a unit, as he would by order. Whether that changed anything that can be foretold.
    fn points_gun(&mut self, target: UnitId) -> bool {
        let before = self.state.clone();
        let mut chance = Seeded::new(0);
        let mut dice = Recorded::new(&mut chance);
        let mut act = Act { rules: self.rules, state: &mut self.state, dice: &mut dice, journal: &mut Silent };
        german_orders::point_gun_at(&mut act, self.german, target);
        if !dice.into_faces().is_empty() {
            self.state = before;
            return false;
        }
        let points = |state: &State| (state.unit(self.german).facing, state.unit(self.german).turret);
        points(&before) != points(&self.state)
            || before.unit(self.german).prepared != self.state.unit(self.german).prepared
    }

    /// Every way in which he could fire at a unit now.
    fn fires(&self, target: UnitId, turned: &str) -> Vec<Deed> {
        let possible = s09_fire::possible_at(target).into_iter();
        let able = possible.filter(|&fire| course::check_in_turn(self.ask(), Action::Fire(fire)).is_ok());
        let deed = |fire: Fire| {
            let odds = s09_fire::forecast(self.ask(), fire).map(|odds| odds.turned().possible());
            let (rule, with) = self.with(fire)?;
            Some(Deed { kind: EnemyDeedKind::Fire, rule, label: format!("fires {with}{turned}"), target, odds })
        };
        able.filter_map(deed).collect()
    }

    /// What he fires with, and the rule.
    fn with(&self, fire: Fire) -> Option<(RuleId, String)> {
        let shells = |what: &str, target: UnitId| match main_gun::rate_against(self.ask(), self.german, target) {
            0 | 1 => what.to_owned(),
            rate => format!("{what}, up to {rate} shells"),
        };
        let squad = self.rules.card(self.state.unit(self.german)).kind.is_squad();
        match fire {
            Fire::Main { target, shell: Shell::Ap } => Some((AP_FIRE, shells("AP", target))),
            Fire::Main { target, shell: Shell::Gp } => Some((GP_FIRE, shells("GP", target))),
            Fire::All { .. } => Some((GP_FIRE, "all weapons".to_owned())),
            Fire::Guns { .. } if squad => Some((GP_FIRE, "small arms".to_owned())),
            Fire::Guns { .. } => Some((GP_FIRE, "machineguns".to_owned())),
            Fire::Bazooka { .. } => Some((BAZOOKAS, "an anti-tank weapon".to_owned())),
            Fire::Main { shell: Shell::Smoke, .. } | Fire::Smoke { .. } | Fire::Prepare { .. } => None,
        }
    }

    /// Every way in which he could assault a unit now.
    fn assaults(&self, target: UnitId) -> Vec<Deed> {
        let ways = [(Assault::Close, ASSAULT_PROCEDURE, "assaults"), (Assault::Charge, CHARGE, "charges")];
        let able = |(how, rule, label): (Assault, RuleId, &str)| {
            let attack = Attack { how, target };
            course::check_in_turn(self.ask(), Action::Assault(attack)).ok()?;
            let odds = s11_assault::forecast(self.ask(), attack).map(|odds| odds.turned().possible());
            Some(Deed { kind: EnemyDeedKind::Assault, rule, label: label.to_owned(), target, odds })
        };
        ways.into_iter().filter_map(able).collect()
    }

    fn told(&self, deed: Deed) -> EnemyDeed {
        let hex: Option<Hex> = self.state.hex_of(self.german);
        EnemyDeed {
            unit: self.state.id_of(self.german),
            with: Vec::new(),
            from: hex.map(|hex| self.rules.label(hex)).unwrap_or_default(),
            moves: false,
            kind: deed.kind,
            label: deed.label,
            when: self.when.to_owned(),
            rule: deed.rule,
            target: self.state.id_of(deed.target),
            odds: deed.odds,
            harm: None,
        }
    }
}
