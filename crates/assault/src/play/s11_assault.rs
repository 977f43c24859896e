//! Close combat on the board (AS-11): a unit goes into an enemy's hex and fights there until one of them has it. The
//! rounds are counted in `s11_close_combat`.

use std::ops::ControlFlow;

use engine::{
    Choice, Entry, Family, Forecast, GoodFor, Modifier, Prospect, Resolution, Severity, Thrown, Tone, Verb, Visit,
    Wish, likeliest,
};
use hexmap::Hex;

use super::{
    Refused,
    counting::Words,
    notation::{read_unit, unit_id},
    offer::at_unit,
    pointing::Meant,
    s04_units::{area, card, in_arc},
    s08_hands, s08_moments, s09_activation, s09_hiding,
    s09_march::tell_march,
    s09_movement,
    s09_movement::Step,
    s09_terrain,
    s10_ranged_fire::CardDice,
    s10_results::{Fate, Target},
    s11_close_combat::{Blow, Blows, CloseCombat, Fighter, Ground, KnownFates, Outcome, Round, Settled},
    s13_harm, s13_status, s15_victory,
};
use crate::{
    rule_ids::{CLOSE_COMBAT, COMMAND_CARDS},
    state::{Act, Activation, Ask, AskOf, Assault, Charge, Frame, Mark, Mode, Unit},
};

/// Go in with cold steel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GoIn {
    /// At once.
    Assault {
        /// The unit that goes in.
        unit: Unit,
        /// The enemy.
        target: Unit,
    },
    /// A card is added before it is declared.
    Charge {
        /// The unit that goes in.
        unit: Unit,
        /// The enemy.
        target: Unit,
    },
}

/// An assault that may be declared, and the way into the enemy's hex.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    standing: Standing,
    step: Step,
}

/// An assault and where it takes place.
#[derive(Copy, Clone, Debug)]
pub struct Standing {
    charge: Charge,
    from: Hex,
    to: Hex,
}

/// What may be done about an assault.
#[derive(Copy, Clone, Debug)]
pub struct Going(What);

#[derive(Copy, Clone, Debug)]
enum What {
    Declare(Ready),
    Prepare(Charge),
}

impl Family for GoIn {
    type Rules = Assault;
    type Ready<'r> = Going;

    const FORMS: &'static [Verb] = &[("assault", "assault UNIT at UNIT"), ("charge", "charge UNIT at UNIT")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let Frame::Activation(activation) = ask.state.frames.top() else { return ControlFlow::Continue(()) };
        self::visit(ask, activation, visit)
    }

    fn check(&self, ask: Ask<'_>) -> Result<Going, Refused> {
        Ok(Going(match *self {
            GoIn::Assault { unit, target } => {
                let (step, _) = check(ask, unit, target)?;
                What::Declare(Ready { standing: standing(ask, Charge { unit, target, card: None })?, step })
            }
            GoIn::Charge { unit, target } => {
                check_charge(ask, unit, target)?;
                What::Prepare(Charge { unit, target, card: None })
            }
        }))
    }

    fn perform(Going(what): Going, act: &mut Act<'_>) {
        match what {
            What::Declare(ready) => declare(act, ready),
            What::Prepare(charge) => act.state.frames.push(Frame::Charge(charge)),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        match *self {
            GoIn::Assault { unit, target } => offer(ask, unit, target),
            GoIn::Charge { unit, target } => {
                let plain = offer(ask, unit, target);
                Choice { label: format!("{}, with a card …", plain.label), rule: COMMAND_CARDS, ..plain }
            }
        }
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            GoIn::Assault { unit, target } => format!("assault {} at {}", unit_id(ask, unit), unit_id(ask, target)),
            GoIn::Charge { unit, target } => format!("charge {} at {}", unit_id(ask, unit), unit_id(ask, target)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Self>, String> {
        Ok(Some(match *words {
            ["assault", unit, "at", target] => {
                GoIn::Assault { unit: read_unit(ask, unit)?, target: read_unit(ask, target)? }
            }
            ["charge", unit, "at", target] => {
                GoIn::Charge { unit: read_unit(ask, unit)?, target: read_unit(ask, target)? }
            }
            _ => return Ok(None),
        }))
    }

    fn wishes(ask: Ask<'_>, meant: Meant) -> Vec<Wish<Self>> {
        let assault = |target| {
            let label = format!("Assault {}", ask.rules.unit_name(ask.state, target));
            Wish::new(label, GoIn::Assault { unit: meant.unit, target })
        };
        likeliest(ask, meant.enemies(ask).into_iter().map(assault)).into_iter().collect()
    }
}

fn offer(ask: Ask<'_>, unit: Unit, target: Unit) -> Choice {
    Choice { odds: forecast(ask, unit, target), ..at_unit(ask, CLOSE_COMBAT, unit, target, "assaults") }
}

/// An assault that was prepared, as it may be declared now.
pub(crate) fn charging(ask: Ask<'_>, charge: Charge) -> Result<Ready, Refused> {
    let activation = ask.state.activation().filter(|activation| activation.unit == charge.unit);
    let (step, _) = check_in(ask, activation.ok_or(Refused::NotNow)?, charge.target)?;
    Ok(Ready { standing: standing(ask, charge)?, step })
}

/// An assault that was declared.
pub(crate) fn standing(ask: Ask<'_>, charge: Charge) -> Result<Standing, Refused> {
    let from = ask.state.hex(charge.unit).ok_or(Refused::NoTarget)?;
    let to = ask.state.hex(charge.target).ok_or(Refused::NoTarget)?;
    Ok(Standing { charge, from, to })
}

/// Whether a unit may go for an enemy now: the step, and the combat as it would be.
pub(crate) fn check<'r>(ask: AskOf<'r, '_>, unit: Unit, target: Unit) -> Result<(Step, CloseCombat<'r>), Refused> {
    check_in(ask, &s09_activation::acting(ask, unit)?, target)
}

/// The same in an activation that a question may have interrupted.
fn check_in<'r>(ask: AskOf<'r, '_>, activation: &Activation, target: Unit) -> Result<(Step, CloseCombat<'r>), Refused> {
    let (unit, state) = (activation.unit, ask.state);
    let (Some(from), Some(to)) = (state.hex(unit), state.hex(target)) else { return Err(Refused::NoTarget) };
    if state.unit(target).seat == state.unit(unit).seat || !state.is_known(target) {
        return Err(Refused::NoTarget);
    }
    if ask.rules.grid().distance(from, to) != 1 {
        return Err(Refused::NotBeside);
    }
    if activation.fired {
        return Err(Refused::FiredAlready);
    }
    if activation.mode == Mode::FireAndMove {
        return Err(Refused::DoneSomething);
    }
    let combat = combat(ask, unit, target, activation.mode == Mode::Fast);
    combat.allowed()?;
    let step = s09_movement::step(ask, activation, from, state.unit(unit).facing, to)?;
    let left = s09_movement::allowance(ask, activation).saturating_sub(activation.spent);
    if step.cost > left && activation.spent > 0 {
        return Err(Refused::NoMovement { cost: step.cost, left });
    }
    Ok((step, combat))
}

/// The combat as it would be before its first round.
fn combat<'r>(ask: AskOf<'r, '_>, unit: Unit, target: Unit, fast: bool) -> CloseCombat<'r> {
    let (state, rules) = (ask.state, ask.rules);
    let (from, to) = (state.hex(unit).unwrap_or(Hex(0)), state.hex(target).unwrap_or(Hex(0)));
    let direction = rules.grid().direction(from, to);
    let fighter = |who: Unit, supported: bool| Fighter {
        supported,
        activated: is_marked(ask, who),
        ..Fighter::new(card(ask, who), s13_status::target(ask, who))
    };
    CloseCombat {
        assaulter: fighter(unit, has_support(ask, unit, to)),
        defender: fighter(target, has_support(ask, target, from)),
        ground: Ground {
            terrain: Some(s09_terrain::ground(ask, to)),
            hill: s09_terrain::on_hill(ask, to),
            smoke: state.smoke_in(to),
            work: s09_terrain::inside(ask, target).map(|work| work.row),
            area: area(ask, target, from),
            obstacle: direction.is_some_and(|direction| rules.costs.trips(from, direction)),
            outflanked: !in_arc(ask, target, from),
            fast,
        },
    }
}

/// Whether a unit carries a marker of an action that it has done; a hide action is none (AS-9.12.1).
fn is_marked(ask: Ask<'_>, unit: Unit) -> bool {
    ask.state.activated.has(unit) && !ask.state.has(unit, Mark::HideAction)
}

/// Whether a unit has another of its side beside it that can help: in its hex, or beside the hex that is fought from or
/// for (AS-11.1.1.1).
fn has_support(ask: Ask<'_>, unit: Unit, enemy: Hex) -> bool {
    let seat = ask.state.unit(unit).seat;
    let helps =
        |other: Unit| other != unit && !s13_status::is_shaken(ask, other) && !ask.state.has(other, Mark::Fallback);
    let own = ask.state.hex(unit).into_iter().flat_map(|hex| ask.state.of_side_in(seat, hex));
    let near = ask.rules.grid().neighbours(enemy).flat_map(|(_, hex)| ask.state.of_side_in(seat, hex));
    own.chain(near).any(helps)
}

fn visit(ask: Ask<'_>, activation: &Activation, visit: &mut Visit<'_, GoIn>) -> ControlFlow<()> {
    let unit = activation.unit;
    let Some(from) = ask.state.hex(unit) else { return ControlFlow::Continue(()) };
    let seat = ask.state.unit(unit).seat.other();
    for (_, beside) in ask.rules.grid().neighbours(from) {
        for target in ask.state.of_side_in(seat, beside) {
            if check(ask, unit, target).is_ok() {
                visit(GoIn::Assault { unit, target })?;
                if s08_moments::may_go_with(ask, unit) {
                    visit(GoIn::Charge { unit, target })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether an assault can be prepared: it could be made, and its side has a card for it.
fn check_charge(ask: Ask<'_>, unit: Unit, target: Unit) -> Result<(), Refused> {
    check(ask, unit, target)?;
    if s08_moments::may_go_with(ask, unit) { Ok(()) } else { Err(Refused::NothingToAdd) }
}

/// Declares an assault: the unit is on its way.
pub(crate) fn declare(act: &mut Act<'_>, Ready { standing, step }: Ready) {
    if matches!(act.state.frames.top(), Frame::Charge(_)) {
        act.state.frames.pop();
    }
    tell_march(act);
    begin(act, standing.charge.unit, step);
    announce(act, standing);
}

/// The assault stands: the defender may answer it if his side holds cards.
fn announce(act: &mut Act<'_>, standing: Standing) {
    let charge = standing.charge;
    if s08_hands::may_answer(act.ask(), act.state.unit(charge.target).seat) {
        act.journal.revealed();
        act.state.frames.push(Frame::Stand(charge));
    } else {
        fight(act, standing, None);
    }
}

/// The defender has answered, or not: they fight.
pub(crate) fn answer(act: &mut Act<'_>, standing: Standing, card: Option<u8>) {
    act.state.frames.pop();
    fight(act, standing, card);
}

/// The combat with the cards of both sides.
fn with_cards<'r>(ask: AskOf<'r, '_>, charge: Charge, answer: Option<u8>) -> CloseCombat<'r> {
    let fast = ask.state.has(charge.unit, Mark::FastAction);
    let mut combat = combat(ask, charge.unit, charge.target, fast);
    let (attack, defence, fewer) = s08_hands::in_combat(ask, charge.card);
    let (reply, shield, fewer_attack) = s08_hands::in_combat(ask, answer);
    combat.assaulter.attack_cards = CardDice { fewer: fewer_attack, ..attack };
    combat.assaulter.defence_cards = defence;
    combat.defender.attack_cards = CardDice { fewer, ..reply };
    combat.defender.defence_cards = shield;
    combat
}

/// Fights it out. Each enemy in the hex is fought in turn; after the first round of the whole assault the rules of
/// later rounds hold.
fn fight(act: &mut Act<'_>, Standing { charge, from, to }: Standing, answer: Option<u8>) {
    let Charge { unit, target, .. } = charge;
    let rules = act.rules;
    let mut combat = with_cards(act.ask(), charge, answer);
    let most = rules.catalogue.close_combat().rounds.most;
    let (mut number, mut enemy) = (1, target);
    loop {
        let round = combat.counted(&rules.catalogue, number, Words::wanted(act.journal.wanted()));
        let blows = round.cast(rules.catalogue.dice(), &combat, act.dice);
        let settled = combat.settle(&blows, number, most);
        act.note(|ask| told(ask, (unit, enemy), number, &round, &blows, settled));
        take(act, unit, &settled.assaulter);
        take(act, enemy, &settled.defender);
        number += 1;
        match settled.outcome {
            None => {
                combat = combat.then(&settled);
                // Cards are for the first round.
                (combat.assaulter.attack_cards, combat.assaulter.defence_cards) = Default::default();
                (combat.defender.attack_cards, combat.defender.defence_cards) = Default::default();
            }
            Some(outcome) => {
                if !conclude(act, (unit, enemy), from, outcome) || number > most {
                    break;
                }
                let Some(next) = next_enemy(act.ask(), unit, to) else { break };
                enemy = next;
                combat = self::combat(act.ask(), unit, enemy, false);
            }
        }
    }
    if let Some(from) = act.state.hex(unit)
        && act.state.of_side_in(act.state.unit(unit).seat.other(), to).next().is_none()
    {
        occupy(act, unit, from, to);
    }
}

/// The assaulter is on its way: it has moved, and is seen. A step that takes a delayed action is one here, too.
fn begin(act: &mut Act<'_>, unit: Unit, step: Step) {
    s09_movement::leave(act, unit);
    s09_hiding::reveal(act, unit);
    if let Some(activation) = act.state.activation_mut() {
        activation.spent = activation.spent.saturating_add(step.cost);
        activation.fired = true;
        if activation.mode == Mode::Ready {
            activation.mode = Mode::Move;
        }
    }
    s09_movement::mark_delay(act, unit, step);
}

/// What a round made of a unit that still stands.
fn take(act: &mut Act<'_>, unit: Unit, now: &Target) {
    act.state.units[unit.index()].damage = now.damage;
    s13_status::lay_marks(act, unit, (now.half_strength, now.suppressed, now.immobilised));
}

/// Carries an ending out. Whether the assaulter can go on against somebody else in the hex.
fn conclude(act: &mut Act<'_>, (unit, enemy): (Unit, Unit), from: Hex, outcome: Outcome) -> bool {
    match outcome {
        Outcome::DefenderDestroyed => s13_harm::eliminate(act, enemy, CLOSE_COMBAT),
        Outcome::DefenderDrivenOut => s13_harm::fall_back(act, enemy),
        Outcome::AssaulterDestroyed => s13_harm::eliminate(act, unit, CLOSE_COMBAT),
        Outcome::BothDestroyed => {
            s13_harm::eliminate(act, enemy, CLOSE_COMBAT);
            s13_harm::eliminate(act, unit, CLOSE_COMBAT);
        }
        // The assaulter never left its hex on the map.
        Outcome::Repulsed => debug_assert_eq!(act.state.hex(unit), Some(from)),
    }
    outcome.takes_the_hex() && act.state.hex(unit).is_some()
}

/// Another enemy in the hex that the unit can fight.
fn next_enemy(ask: Ask<'_>, unit: Unit, hex: Hex) -> Option<Unit> {
    let seat = ask.state.unit(unit).seat.other();
    ask.state.of_side_in(seat, hex).find(|&enemy| combat(ask, unit, enemy, false).allowed().is_ok())
}

/// The hex is empty: the assaulter moves in.
fn occupy(act: &mut Act<'_>, unit: Unit, from: Hex, to: Hex) {
    let ask = act.ask();
    if s09_movement::check_room(ask, ask.state.unit(unit).seat, to).is_err() {
        return;
    }
    let facing = super::s04_units::corner_toward(ask, from, to, ask.state.unit(unit).facing);
    let seat = ask.state.unit(unit).seat;
    act.state.units[unit.index()].facing = facing;
    act.state.put(unit, to);
    s09_hiding::look_around(act, unit);
    s15_victory::take_objective(act, seat, to);
    s13_harm::enter(act, unit, Some(from), to, false);
}

fn told(
    ask: Ask<'_>,
    (unit, enemy): (Unit, Unit),
    number: u8,
    round: &Round,
    blows: &Blows,
    settled: Settled,
) -> Entry {
    let Ask { rules, state } = ask;
    let (name, other) = (rules.unit_name(state, unit), rules.unit_name(state, enemy));
    let fate = |fate: Fate| super::told::told(fate);
    let ending = settled.outcome.map(|outcome| format!("; {}", outcome.word().replace('-', " "))).unwrap_or_default();
    let what = if number == 1 { "assaults" } else { "fights on with" };
    let text = format!(
        "{name} {what} {other}, round {number}: {} to it, {} to {other}{ending}",
        fate(blows.on_assaulter),
        fate(blows.on_defender)
    );
    let dice = |blow: Option<&Blow>, who: &str| -> Vec<Thrown> {
        let throws = blow.map(|blow| super::told::throws_of(&blow.cast, blow.critical.as_ref()));
        throws
            .into_iter()
            .flatten()
            .map(|thrown| Thrown { what: format!("{who}: {}", thrown.what), ..thrown })
            .collect()
    };
    let resolution = Resolution {
        modifiers: round.lines.iter().cloned().map(Modifier::from).collect(),
        throws: dice(blows.attack.as_ref(), "assaulter")
            .into_iter()
            .chain(dice(blows.reply.as_ref(), "defender"))
            .collect(),
        reading: format!("round {number}"),
        result: settled.outcome.map_or("undecided", Outcome::word).to_owned(),
    };
    let hexes = [unit, enemy].into_iter().filter_map(|unit| state.hex(unit)).map(|hex| rules.label(hex));
    Entry::new(CLOSE_COMBAT, text)
        .by(state.unit(unit).seat)
        .tone(Tone::Combat)
        .at(hexes)
        .about([rules.unit_id(state, unit), rules.unit_id(state, enemy)])
        .because(resolution)
}

/// What an ending is worth.
fn prospect(outcome: Outcome) -> Prospect {
    let (good_for, severity) = match outcome {
        Outcome::DefenderDestroyed => (GoodFor::Doer, Severity::Killed),
        Outcome::DefenderDrivenOut => (GoodFor::Doer, Severity::Damage),
        Outcome::Repulsed => (GoodFor::Other, Severity::Effect),
        Outcome::AssaulterDestroyed => (GoodFor::Other, Severity::Killed),
        Outcome::BothDestroyed => (GoodFor::Nobody, Severity::Nothing),
    };
    Prospect::new(outcome.word(), good_for, severity)
}

/// The odds of an assault that could be made now, against the enemy it begins with.
pub(crate) fn forecast(ask: Ask<'_>, unit: Unit, target: Unit) -> Option<Forecast> {
    let (_, combat) = check(ask, unit, target).ok()?;
    let odds = combat.outcomes(&ask.rules.catalogue).ok()?;
    let lines = combat.round(&ask.rules.catalogue, 1).lines.into_iter().map(Modifier::from).collect();
    Some(Forecast::new(lines, &odds, Outcome::ALL.map(|outcome| (outcome, prospect(outcome)))))
}

/// The chance that an assault takes the hex and the chance that the assaulter is lost, for bots.
pub fn chances(ask: Ask<'_>, unit: Unit, target: Unit, known: &mut KnownFates) -> Option<[f64; 2]> {
    let (_, combat) = check(ask, unit, target).ok()?;
    let odds = combat.outcomes_knowing(&ask.rules.catalogue, known).ok()?;
    let lost = |outcome: &Outcome| matches!(outcome, Outcome::AssaulterDestroyed | Outcome::BothDestroyed);
    Some([odds.chance(|outcome| outcome.takes_the_hex()), odds.chance(lost)])
}
