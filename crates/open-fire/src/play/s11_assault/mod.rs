//! Close assault and charge assault on the table (OF-11.1, OF-11.3).

pub mod capture;

use std::{borrow::Cow, ops::ControlFlow};

use engine::{Choice, Family, Forecast, Points, Visit, Wish};
use hexmap::{Hex, Reach};

use crate::{
    play::{
        arrival, eyewitness,
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s06_rounds::turns::{self, Price},
        s07_movement::{
            allowances::{self, half_allowance},
            going,
        },
        s09_fire::{aim, ammunition, machineguns},
        s14_damage,
    },
    rule_ids::{ASSAULT_PROCEDURE, CAPTURE, CHARGE, GP_DAMAGE},
    state::{
        Shell, SquadTurn, Turn,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Motion, Place, UnitId},
    },
    tables::{
        ap_fire::Pace,
        cards::Card,
        close_assault::CloseAssault,
        damage::{gp_effects, listed},
        forms::Halves,
        gp_fire::GpSituation,
    },
};

/// An assault of the unit whose turn it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// From where, and what for.
    pub how: Assault,
    /// The unit assaulted.
    pub target: UnitId,
}

/// How a unit assaults.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Assault {
    /// In the hex it stands in.
    Close,
    /// The same, to capture (OF-11.2).
    Capture,
    /// Out of another hex (OF-11.3).
    Charge,
}

impl Assault {
    /// All, in the order in which they are offered.
    const ALL: [Assault; 3] = [Assault::Close, Assault::Capture, Assault::Charge];
}

/// Every assault there might be on a target, but for what the hexes and the turn show to be out of the question.
pub(crate) fn worth_a_check(ask: Ask<'_>, turn: &Turn, target: UnitId) -> impl Iterator<Item = Attack> {
    let here = ask.state.hex_of(turn.unit) == ask.state.hex_of(target);
    let charges = check_charge_turn(ask, turn, target).is_ok();
    possible_at(target).into_iter().filter(move |attack| if attack.how == Assault::Charge { charges } else { here })
}

/// Every assault there might be on a target.
pub(crate) fn possible_at(target: UnitId) -> [Attack; 3] {
    Assault::ALL.map(|how| Attack { how, target })
}

/// An assault that has been checked: who assaults whom, what it takes from the turn, and the fight or the way to it.
#[derive(Clone, Debug)]
pub struct ReadyAttack<'r> {
    unit: UnitId,
    target: UnitId,
    found: Found<'r>,
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "made by a check and consumed at once: a box would only cost")]
enum Found<'r> {
    Here { price: AssaultPrice, fight: Fight<'r> },
    Charge { cost: Halves, path: Vec<Hex> },
}

/// What an assault takes from the turn.
#[derive(Copy, Clone, Debug)]
enum AssaultPrice {
    /// A squad's whole turn.
    Turn,
    /// Crew points.
    Points(u8),
}

/// A fight in one hex: with the card that says what of the attacker works.
#[derive(Clone, Debug)]
struct Fight<'r> {
    unit: UnitId,
    target: UnitId,
    how: Assault,
    card: Cow<'r, Card>,
    struck: &'r Card,
    situation: GpSituation<'r>,
}

impl<'r> Fight<'r> {
    fn new(ask: AskOf<'r, '_>, (unit, target): (UnitId, UnitId), hex: Hex, how: Assault) -> Fight<'r> {
        // Moving is the charge itself: it costs the attacker nothing more.
        let situation = GpSituation {
            charge: how == Assault::Charge,
            firer_moving: Pace::Still,
            ..machineguns::gp_situation(ask, None, target)
        };
        let struck = ask.rules.card(ask.state.unit(target));
        Fight { unit, target, how, card: machineguns::armed(ask, unit, hex), struck, situation }
    }

    /// The same at the end of a charge.
    fn charging(self) -> Fight<'r> {
        Fight { how: Assault::Charge, situation: GpSituation { charge: true, ..self.situation }, ..self }
    }

    fn odds(&self) -> CloseAssault<'_> {
        let capture = self.how == Assault::Capture;
        CloseAssault { firer: &self.card, target: self.struck, situation: self.situation, capture }
    }
}

impl Family for Attack {
    type Rules = OpenFire;
    type Ready<'r> = ReadyAttack<'r>;

    const FORMS: &'static [Form] =
        &[("assault", "assault UNIT"), ("capture", "capture UNIT"), ("charge", "charge UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Attack>) -> ControlFlow<()> {
        let Ok(turn) = turns::in_turn(ask) else { return ControlFlow::Continue(()) };
        for (target, _) in ask.state.active(ask.state.unit(turn.unit).side.enemy()) {
            for attack in possible_at(target) {
                attack.visit_if_legal(ask, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyAttack<'r>, Refused> {
        let Attack { how, target } = *self;
        let turn = turns::in_turn(ask)?;
        let unit = turn.unit;
        let fight = check_assault(ask, unit, target, how)?;
        let found = match how {
            Assault::Close | Assault::Capture => Found::Here { price: check_assault_turn(ask, turn)?, fight },
            Assault::Charge => {
                check_charge_turn(ask, turn, target)?;
                let (cost, path) = charge_path(ask, unit, target, turn.spent)?;
                Found::Charge { cost, path }
            }
        };
        Ok(ReadyAttack { unit, target, found })
    }

    fn perform(ready: ReadyAttack<'_>, act: &mut Act<'_>) {
        let ReadyAttack { unit, target, found } = ready;
        match found {
            Found::Here { price, fight } => {
                match price {
                    AssaultPrice::Turn => turns::use_whole_turn(act),
                    AssaultPrice::Points(points) => turns::spend(act, points),
                }
                assault(act, &fight);
            }
            Found::Charge { cost, path } => {
                turns::use_whole_turn(act);
                charge(act, (unit, target), cost, path);
            }
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        format!("{} {}", verb(self.how), ask.state.id_of(self.target))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Attack>, String> {
        let [said, target] = *words else { return Ok(None) };
        let Some(how) = Assault::ALL.into_iter().find(|how| verb(*how) == said) else { return Ok(None) };
        Ok(Some(Attack { how, target: notation::read_unit(ask, target)? }))
    }

    fn wishes(ask: Ask<'_>, pointed: Pointed) -> Vec<Wish<Attack>> {
        let Some(target) = pointed.target.filter(|_| pointed.in_turn(ask).is_some()) else { return Vec::new() };
        let label = |how: Assault| match how {
            Assault::Close => "Close assault",
            Assault::Capture => "Capture it",
            Assault::Charge => "Charge",
        };
        possible_at(target).map(|attack| Wish::new(label(attack.how), attack)).into()
    }
}

/// The exact odds of an assault by the unit whose turn it is.
pub(crate) fn forecast(ask: Ask<'_>, Attack { how, target }: Attack) -> Option<Forecast> {
    assault_forecast(ask, turns::in_turn(ask).ok()?.unit, target, how)
}

fn offer(ask: Ask<'_>, attack: Attack, choice: &mut Choice) {
    offers::at_target(ask, choice, attack.target);
    let name = &ask.state.unit(attack.target).name;
    let (rule, label, cost) = match attack.how {
        Assault::Close => (
            ASSAULT_PROCEDURE,
            format!("Assault {name}"),
            offers::price(ask, ask.rules.sheet.limits.crew_points.assault),
        ),
        Assault::Capture => {
            (CAPTURE, format!("Try to capture {name}"), offers::price(ask, ask.rules.sheet.limits.crew_points.assault))
        }
        Assault::Charge => (CHARGE, format!("Charge {name}"), None),
    };
    (choice.rule, choice.label, choice.cost) = (rule, label, cost);
    choice.odds = forecast(ask, attack).map(Forecast::possible);
    choice.group = Group::Assault.listed();
}

/// What brought an enemy down, as a deed tells it (OF-16.2).
pub(crate) fn means(how: Assault) -> &'static str {
    match how {
        Assault::Close | Assault::Capture => "close assault",
        Assault::Charge => "charge",
    }
}

fn verb(how: Assault) -> &'static str {
    match how {
        Assault::Close => "assault",
        Assault::Capture => "capture",
        Assault::Charge => "charge",
    }
}

/// Whether a unit can assault another one, as they stand. How far a charge is says [`charge_path`].
fn check_assault<'r>(ask: AskOf<'r, '_>, unit: UnitId, target: UnitId, how: Assault) -> Result<Fight<'r>, Refused> {
    let from = going::own_hex(ask, unit)?;
    let hex = aim::check_enemy(ask, unit, target)?;
    if ask.state.unit(unit).condition.suppressed {
        return Err(Refused::Suppressed);
    }
    if how != Assault::Charge && from != hex {
        return Err(Refused::NotSameHex);
    }
    let fight = Fight::new(ask, (unit, target), from, how);
    fight.odds().check()?;
    Ok(fight)
}

/// A unit assaults another one in its hex (OF-11.1).
fn assault(act: &mut Act<'_>, fight: &Fight<'_>) {
    let Fight { unit, target, how, .. } = *fight;
    let assault = fight.odds();
    let (result, face) = assault.resolve(&act.rules.sheet, act.dice);
    let effects = gp_effects(&s14_damage::as_target(act.ask(), target), result);
    act.note(|ask| {
        let (rule, verb) = match how {
            Assault::Close => (ASSAULT_PROCEDURE, "assaults"),
            Assault::Capture => (CAPTURE, "tries to capture"),
            Assault::Charge => (CHARGE, "charges"),
        };
        let (attacker, defender) = (&ask.state.unit(unit).name, &ask.state.unit(target).name);
        let done = listed(&effects);
        let text = format!("{attacker} {verb} {defender}: {}; {GP_DAMAGE}: {done}.", result.title());
        let resolution = assault.resolution(&ask.rules.sheet, result, face);
        let entry = aim::attack_entry(ask, (rule, text), (unit, target), resolution);
        eyewitness::seen(ask, unit, entry, eyewitness::blow(verb, defender, result, &done))
    });
    if fight.card.gp.main > 0 {
        ammunition::use_round(act, unit, Shell::Gp);
    }
    act.state.unit_mut(unit).fired.now = true;
    aim::alarm(act, target);
    s14_damage::suffer(act, target, &effects);
}

/// The exact odds of an assault.
pub(crate) fn assault_forecast(ask: Ask<'_>, unit: UnitId, target: UnitId, how: Assault) -> Option<Forecast> {
    let fight = Fight::new(ask, (unit, target), ask.state.hex_of(unit)?, how);
    let assault = fight.odds();
    assault.check().is_ok().then(|| assault.forecast(&ask.rules.sheet, &s14_damage::stake(ask, target)))
}

/// Half of what a unit could move, in half movement points: a buttoned up tank does not go fast.
fn charge_allowance(ask: Ask<'_>, unit: UnitId) -> Halves {
    let card = ask.rules.card(ask.state.unit(unit));
    if card.kind.is_squad() {
        return half_allowance(allowances::on_foot(ask, unit));
    }
    let slow = card.kind.is_tank() && ask.state.unit(unit).closed;
    let allowance = allowances::allowance(ask, unit);
    let most = allowance.map_or(0, |allowance| if slow { allowance.slow } else { allowance.fast });
    half_allowance(Halves::from(most) * 2)
}

/// The way of a charge into the target's hex, at most half the allowance less what was spent before; nobody drives past
/// other enemies.
pub(crate) fn charge_path(
    ask: Ask<'_>,
    unit: UnitId,
    target: UnitId,
    spent: Halves,
) -> Result<(Halves, Vec<Hex>), Refused> {
    let from = going::own_hex(ask, unit)?;
    let hex = aim::check_enemy(ask, unit, target)?;
    if from == hex {
        return Ok((0, Vec::new()));
    }
    going::check_can_move(ask, unit)?;
    going::check_stacking(ask, unit, hex)?;
    let left = charge_allowance(ask, unit).saturating_sub(spent);
    let too_far = || Refused::ChargeTooFar { left: Points(left) };
    // No search for what the cheapest steps there are do not reach.
    let class = ask.rules.card(ask.state.unit(unit)).class.ok_or(Refused::CannotMove)?;
    if ask.rules.grid().distance(from, hex) * ask.rules.country.least_step(ask.rules.weather(ask.state), class) > left {
        return Err(too_far());
    }
    let enemy = ask.state.unit(unit).side.enemy();
    let held = |at: Hex| ask.state.active(enemy).any(|(other, _)| ask.state.hex_of(other) == Some(at));
    let cost = |from: Hex, _, to: Hex| {
        let barred = to != hex && held(to);
        if barred { None } else { going::step_cost(ask, unit, from, to) }
    };
    let mut reach = Reach::new(ask.rules.grid());
    reach.explore(ask.rules.grid(), from, left, cost);
    reach.cost(hex).zip(reach.path(hex)).ok_or_else(too_far)
}

/// A unit enters its target's hex and assaults (OF-11.3). Mines and anything else it meets may stop it.
fn charge(act: &mut Act<'_>, (unit, target): (UnitId, UnitId), cost: Halves, path: Vec<Hex>) {
    for to in path {
        charge_into(act, unit, to);
        if !act.state.unit(unit).is_active() || going::check_can_move(act.ask(), unit).is_err() {
            return;
        }
    }
    if cost > 0 {
        charging_pace(act, unit, cost);
    }
    // What waits in the hex may have changed everything: the fight is looked at again as it is now.
    if let Ok(fight) = check_assault(act.ask(), unit, target, Assault::Close) {
        assault(act, &fight.charging());
    }
}

fn charge_into(act: &mut Act<'_>, unit: UnitId, to: Hex) {
    let way = act.state.hex_of(unit).and_then(|from| act.rules.grid().direction(from, to));
    going::leave_position(act, unit);
    let mover = act.state.unit_mut(unit);
    mover.place = Place::At(to);
    mover.defilade = false;
    if let Some(way) = way {
        (mover.facing, mover.turret) = (way, way);
    }
    act.note(|ask| going::move_entry(ask, unit, CHARGE, "charges into", to));
    arrival::arrive_in_rounds(act, unit);
}

/// A charge beyond the slow allowance is a fast move, with its accident check (OF-7.8).
fn charging_pace(act: &mut Act<'_>, unit: UnitId, cost: Halves) {
    let fast = !act.rules.card(act.state.unit(unit)).kind.is_squad() && cost > allowances::slow_points(act.ask(), unit);
    act.state.unit_mut(unit).motion = if fast { Motion::Fast } else { Motion::Slow };
    if fast {
        s14_damage::accident_check(act, unit);
    }
}

/// A close assault takes three crew points or all, and a squad's whole turn (OF-6.7).
fn check_assault_turn(ask: Ask<'_>, turn: &Turn) -> Result<AssaultPrice, Refused> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return turns::check_all_points(ask, turn).map(|()| AssaultPrice::Turn);
    }
    let price = Price::OrAll(ask.rules.sheet.limits.crew_points.assault);
    turns::check_price(turn, ask.state.whole_crew(turn.unit), price).map(AssaultPrice::Points)
}

/// A charge takes the whole turn; a squad may have moved a part of its half before. In one hex it is a close assault,
/// unless the squad has just walked in.
pub(crate) fn check_charge_turn(ask: Ask<'_>, turn: &Turn, target: UnitId) -> Result<(), Refused> {
    let squad = ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad();
    if squad && turn.squad == SquadTurn::MovedHalf {
        return Ok(());
    }
    if ask.state.hex_of(turn.unit) == ask.state.hex_of(target) {
        return Err(Refused::SameHex);
    }
    turns::check_all_points(ask, turn)
}
