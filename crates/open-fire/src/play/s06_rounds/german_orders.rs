//! What a German does with his Crew Points (OF-6.7, OF-6.8): every order of the paragraphs, done like a US unit does
//! it. What he cannot do he passes over.

use engine::{Entry, Family, Tone};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::{
        self, BlockId, Destination, Order, Target, Test, Toward, UnitRef,
        words::{self, Pace, Pointer, Route, Weapon},
    },
    play::{
        refusal::Refused,
        s06_rounds::{
            command::Command,
            routes,
            surrender::{self, is_helpless},
            turns,
        },
        s07_movement::{
            self, allowances, going,
            movements::Movement,
            transport::{self, Transport},
        },
        s08_sight,
        s09_fire::{
            Fire, aim, main_gun,
            targets::{self, Preference},
        },
        s11_assault::{Assault, Attack},
        s18_hidden,
    },
    reading::{conditions, cursors, whom},
    rule_ids::GERMAN_FIRE,
    state::{
        Shell, Turn,
        laid_out::{Act, Ask, AskOf, OpenFire},
        reading::Cause,
        units::{Side, UnitId},
        way::{Goal, Leg},
    },
    tables::{cards::Kind, forms::Halves},
};

/// A move that an order asks for.
struct March {
    pace: Pace,
    route: Route,
    /// Where it goes; it has arrived in any of these hexes.
    goal: Goal,
    /// Whether it leaves the map from there.
    leaves: bool,
}

/// What comes of an order: `None` while it is not done; else the block that is read then, if any.
type Followed = Option<Option<BlockId>>;

const DONE: Followed = Some(None);

/// Follows an order as far as it goes at once.
pub(crate) fn follow(act: &mut Act<'_>, order: &Order, cause: &mut Cause) -> Followed {
    let Some(unit) = acting(act.ask(), cause) else { return DONE };
    match order {
        Order::Drive { pace, route, toward, via, until, then } => {
            let via = way_point(act, unit, via, cause);
            return drive(act, unit, (*pace, *route, *toward, via), (until, *then), cause);
        }
        Order::Evade { pace, away } => return unless_done(evade(act, unit, *pace, *away)),
        Order::Retreat { pace, route } => return unless_done(retreat(act, unit, (*pace, *route), cause)),
        Order::Charge(who) => return unless_done(charge(act, unit, *who, cause)),
        Order::BackUp => back_up(act, unit),
        Order::Defilade(pace) => return unless_done(go_hull_down(act, unit, *pace)),
        Order::Rotate(toward) => turn_hull(act, unit, *toward, cause),
        Order::Traverse(toward) => turn_turret(act, unit, *toward, cause),
        Order::OpenUp => drop(try_to(act, Transport::Hatch { unit, closed: false })),
        Order::ButtonUp => drop(try_to(act, Transport::Hatch { unit, closed: true })),
        Order::Fire { weapon, shell, target } => open_fire(act, unit, (*weapon, *shell, *target), cause),
        Order::Hitch(who) => hitch(act, unit, *who, cause),
        Order::Load(who) => climb_aboard(act, unit, *who, cause),
        Order::Unhitch => put_down(act, unit, true),
        Order::Unload => put_down(act, unit, false),
        Order::PrepareGun(toward) => aim_gun(act, unit, *toward, cause),
        Order::CloseAssault(who) => assault(act, *who, cause),
        Order::GiveTurn(who) => give_turn(act, unit, *who, cause),
        Order::Surrender { within } => {
            if within.is_none_or(|hexes| surrender::enemy_within(act.ask(), unit, hexes.into())) {
                surrender::surrender(act, unit);
            }
        }
        Order::Pass => turns::use_whole_turn(act),
    }
    DONE
}

fn unless_done(goes_on: bool) -> Followed {
    if goes_on { None } else { DONE }
}

fn drive(
    act: &mut Act<'_>,
    unit: UnitId,
    (pace, route, toward, via): (Pace, Route, Destination, Option<Hex>),
    (until, then): (&[Test], Option<BlockId>),
    cause: &mut Cause,
) -> Followed {
    let march = match via {
        Some(hex) => Some(March { pace, route, goal: Goal::any_of([hex]), leaves: false }),
        None => march_to(act, (pace, route), toward, cause),
    };
    let Some(march) = march else { return DONE };
    if stops_here(act.ask(), unit, &march, until, cause) {
        return Some(then);
    }
    unless_done(march_on(act, unit, &march))
}

/// The next hex that a unit goes through on its way, if it has not been through all of them.
fn way_point(act: &mut Act<'_>, unit: UnitId, via: &[paragraphs::Place], cause: &Cause) -> Option<Hex> {
    let hexes: Vec<Hex> = via.iter().filter_map(|place| whom::hex_meant(act.ask(), *place, cause)).collect();
    let here = act.state.hex_of(unit);
    let known = act.state.unit(unit).via.as_ref().filter(|(way, _)| *way == hexes);
    let mut passed = known.map_or(0, |(_, passed)| *passed);
    while hexes.get(usize::from(passed)).is_some_and(|&hex| Some(hex) == here) {
        passed += 1;
    }
    let next = hexes.get(usize::from(passed)).copied();
    act.state.unit_mut(unit).via = (!hexes.is_empty()).then_some((hexes, passed));
    next
}

/// Whether there may be another step.
fn evade(act: &mut Act<'_>, unit: UnitId, pace: Pace, away: Option<u8>) -> bool {
    act.state.unit_mut(unit).evading = Some(away.unwrap_or(0));
    let march = March { pace, route: Route::Best, goal: Goal::Hideout(away), leaves: false };
    march_on(act, unit, &march)
}

/// Whether there may be another step.
fn retreat(act: &mut Act<'_>, unit: UnitId, how: (Pace, Route), cause: &Cause) -> bool {
    march_to(act, how, Destination::Retreat, cause).is_some_and(|march| march_on(act, unit, &march))
}

/// Whether there may be another step.
fn charge(act: &mut Act<'_>, unit: UnitId, who: UnitRef, cause: &Cause) -> bool {
    let meant = whom::meant(act.ask(), who, cause);
    // Of those in a hex he goes for the weakest, in a charge as in any assault (OF-11.1), unless he is told for whom.
    let target = match who {
        UnitRef::Pointer(Pointer::Closest | Pointer::NearestUs) => {
            let first_there = |(place, one): (usize, &UnitId)| {
                let hex = act.state.hex_of(*one);
                (!meant[..place].iter().any(|&other| act.state.hex_of(other) == hex)).then_some(*one)
            };
            let hexes: Vec<UnitId> = meant.iter().enumerate().filter_map(first_there).collect();
            let Some(nearest) = whom::draw(act, &hexes) else { return false };
            let Some(hex) = act.state.hex_of(nearest) else { return false };
            let weakest = targets::weakest_in(act.ask(), act.state.unit(nearest).side, hex);
            whom::draw(act, &weakest)
        }
        UnitRef::Pointer(_) | UnitRef::Card(_) | UnitRef::Letter(_) => whom::draw(act, &meant),
    };
    target.is_some_and(|target| charge_or_close_in(act, unit, target))
}

fn climb_aboard(act: &mut Act<'_>, unit: UnitId, who: UnitRef, cause: &Cause) {
    if let Some(carrier) = whom::unit_drawn(act, who, cause) {
        try_to(act, Transport::Load { unit, carrier });
    }
}

fn assault(act: &mut Act<'_>, who: UnitRef, cause: &Cause) {
    if let Some(target) = whom::unit_drawn(act, who, cause) {
        try_to(act, Attack { how: Assault::Close, target });
    }
}

/// The German whose turn it is, if he can do anything.
fn acting(ask: Ask<'_>, cause: &Cause) -> Option<UnitId> {
    let turn = ask.state.turn()?;
    let able = !is_helpless(ask, turn.unit) && ask.state.unit(turn.unit).hex().is_some();
    cause.german.filter(|&german| german == turn.unit && able)
}

/// An action as it could be done now, exactly by the rules for a US unit.
fn ready<'r, F: Family<Rules = OpenFire>>(ask: AskOf<'r, '_>, action: F) -> Result<F::Ready<'r>, Refused> {
    turns::check_free(ask, false)?;
    action.check(ask)
}

/// Whether an action could be done now.
fn could<F: Family<Rules = OpenFire>>(ask: Ask<'_>, action: F) -> bool {
    ready(ask, action).is_ok()
}

/// Does an action if it can be done. Whether it was done.
fn try_to<F: Family<Rules = OpenFire>>(act: &mut Act<'_>, action: F) -> bool {
    let Ok(ready) = ready(act.ask(), action) else { return false };
    F::perform(ready, act);
    true
}

// ---- Moving ----

/// Where an order to drive leads.
fn march_to(act: &mut Act<'_>, (pace, route): (Pace, Route), toward: Destination, cause: &Cause) -> Option<March> {
    let unit = cause.german?;
    let goal = match toward {
        Destination::Place(paragraphs::Place::Unit(who)) => {
            let other = whom::unit_meant(act.ask(), who, cause)?;
            let hex = act.state.hex_of(other)?;
            // Beside an enemy is near enough: into his hex leads a charge.
            let enemy = act.state.unit(other).side != act.state.unit(unit).side;
            let beside = act.rules.grid().ring(hex, 1).filter(|_| enemy);
            Goal::any_of(beside.chain([hex]))
        }
        Destination::Place(place) => Goal::any_of([whom::hex_meant(act.ask(), place, cause)?]),
        Destination::Retreat => Goal::any_of([surrender::retreat_hex(act, unit)?]),
        Destination::Edge(quarter) => Goal::Edge(quarter),
        Destination::Cover => Goal::Cover,
    };
    let leaves = matches!(toward, Destination::Retreat | Destination::Edge(_));
    Some(March { pace, route, goal, leaves })
}

/// Whether a unit has got where its march leads; who looks for a place to hide finds out on the way.
fn has_arrived(ask: Ask<'_>, unit: UnitId, goal: &Goal) -> bool {
    let Some(hex) = ask.state.hex_of(unit) else { return false };
    match goal {
        Goal::Hexes(hexes) => hexes.binary_search(&hex).is_ok(),
        Goal::Edge(quarter) => quarter.is_edge(ask.rules.mission.north, ask.rules.grid(), hex),
        Goal::Cover => routes::gives_cover(ask.rules, hex) && routes::covered_hexes(ask, unit).contains(hex),
        Goal::Hideout(_) => false,
    }
}

/// Whether a drive stops here.
fn stops_here(ask: Ask<'_>, unit: UnitId, march: &March, until: &[Test], cause: &mut Cause) -> bool {
    let reached = has_arrived(ask, unit, &march.goal);
    until.iter().any(|test| {
        let mut found = Cause { reached, ..*cause };
        let holds = conditions::holds(ask, test, &mut found);
        if holds {
            cause.it = found.it;
        }
        holds
    })
}

/// One step of a march: whether there may be another.
fn march_on(act: &mut Act<'_>, unit: UnitId, march: &March) -> bool {
    if march.leaves && has_arrived(act.ask(), unit, &march.goal) {
        drive_off(act, unit, march);
        return false;
    }
    let Some(step) = routes::next_step(act, unit, &march.goal, march.route) else { return false };
    if !set_off(act, unit, march.pace, Some(step)) {
        return false;
    }
    let action = match step {
        Leg::Turn { clockwise } => Movement::Rotate { clockwise },
        Leg::Ahead(_) => Movement::Forward,
        Leg::Walk(to) => Movement::Walk { to },
    };
    try_to(act, action)
}

/// Makes sure that a movement action is in progress. Crew Points are spent only if the first step can be made with it.
fn set_off(act: &mut Act<'_>, unit: UnitId, pace: Pace, step: Option<Leg>) -> bool {
    let Some(turn) = act.state.turn().cloned() else { return false };
    if act.rules.card(act.state.unit(unit)).kind.is_squad() {
        return true;
    }
    let under_way = allowances::points_left(act.ask(), &turn).is_some_and(|left| left > 0);
    let begun = cursors::drive_begun(act, true);
    let stopped = turn.backed || turn.forced || turn.held;
    if stopped || begun || under_way {
        return under_way && !stopped;
    }
    let wish = pace == Pace::Fast;
    let paces = if wish { [true, false] } else { [false, true] };
    // A slow move is no substitute for a fast one unless hatches or Crew Points forbid it; and a lame vehicle has only
    // its fast one.
    let lame = allowances::allowance(act.ask(), unit).is_some_and(|allowance| allowance.slow == 0);
    for fast in paces.into_iter().filter(|&fast| wish || !fast || lame) {
        if let Some(turn) = act.state.turn_mut() {
            turn.moving = None;
        }
        let affords = step.is_none_or(|step| affords(act.ask(), unit, &turn, fast, step));
        if affords && try_to(act, Movement::Drive { fast }) {
            return true;
        }
    }
    if let Some(now) = act.state.turn_mut() {
        now.moving = turn.moving;
    }
    false
}

/// Whether a movement action would have points for its first step; into the only hex of a turn it always leads
/// (OF-7.1).
fn affords(ask: Ask<'_>, unit: UnitId, turn: &Turn, fast: bool, step: Leg) -> bool {
    let points = allowances::points_for(ask, turn, fast);
    let turning = ask.rules.card(ask.state.unit(unit)).rotation.and_then(|cost| cost.0).unwrap_or(0);
    match step {
        Leg::Turn { .. } => s07_movement::slowed(ask, unit, turning) <= points,
        Leg::Ahead(to) => {
            let cost = ask.state.unit(unit).hex().and_then(|from| going::step_cost(ask, unit, from, to));
            let cost = cost.map(|cost| s07_movement::slowed(ask, unit, cost));
            points > 0 && cost.is_some_and(|cost| cost <= points || allowances::only_hex(ask, turn, fast, cost))
        }
        Leg::Walk(_) => true,
    }
}

/// Charges; who is too far away comes nearer, and charges if half his movement allows it (OF-11.3). Whether there may
/// be more.
fn charge_or_close_in(act: &mut Act<'_>, unit: UnitId, target: UnitId) -> bool {
    let Some(hex) = act.state.hex_of(target) else { return false };
    let close = Some(hex) == act.state.hex_of(unit);
    let assault = Attack { how: Assault::Close, target };
    if try_to(act, if close { assault } else { Attack { how: Assault::Charge, target } }) || close {
        return false;
    }
    let goal = Goal::any_of(act.rules.grid().ring(hex, 1));
    let march = March { pace: Pace::Fast, route: Route::Quickest, goal, leaves: false };
    march_on(act, unit, &march)
}

/// Leaves the map from the hex where the way ends, for one movement point.
fn drive_off(act: &mut Act<'_>, unit: UnitId, march: &March) {
    let squad = act.rules.card(act.state.unit(unit)).kind.is_squad();
    if !set_off(act, unit, march.pace, None) || going::check_can_move(act.ask(), unit).is_err() {
        return;
    }
    let fresh = if squad { allowances::on_foot(act.ask(), unit) } else { 0 };
    let left = act.state.turn().map_or(0, |turn| allowances::points_left(act.ask(), turn).unwrap_or(fresh));
    if left >= act.rules.sheet.limits.movement.to_leave() {
        transport::leave_map(act, unit);
        turns::use_whole_turn(act);
    }
}

/// Backs into the hex behind: a fast move (OF-7.5).
fn back_up(act: &mut Act<'_>, unit: UnitId) {
    let behind = act.state.unit(unit).hex().and_then(|hex| {
        let next = act.rules.grid().neighbour(hex, act.state.unit(unit).facing.opposite())?;
        let open = going::step_cost(act.ask(), unit, hex, next).is_some()
            && going::check_stacking(act.ask(), unit, next).is_ok();
        open.then_some(next)
    });
    if behind.is_some() && could(act.ask(), Movement::Drive { fast: true }) {
        try_to(act, Movement::Drive { fast: true });
        try_to(act, Movement::Back);
    }
}

/// Achieves defilade for the fewest movement points, in another hex if need be; ground that is better cover is not left
/// (OF-7.3). Whether there may be another step.
fn go_hull_down(act: &mut Act<'_>, unit: UnitId, pace: Pace) -> bool {
    let Some(hex) = act.state.unit(unit).hex() else { return false };
    let Some(here) = act.rules.sheet.movement.defilade(act.rules.country.terrain_id(hex)) else { return false };
    if act.state.unit(unit).defilade || act.rules.card(act.state.unit(unit)).kind.is_squad() {
        return false;
    }
    let here = s07_movement::slowed(act.ask(), unit, here);
    let points = points_to_hide(act.ask(), pace);
    if let Some((cost, next)) = hull_down_beside(act.ask(), unit, hex)
        && cost < here
        && cost <= points
    {
        let march = March { pace, route: Route::Quickest, goal: Goal::any_of([next]), leaves: false };
        return march_on(act, unit, &march);
    }
    let under_way =
        act.state.turn().and_then(|turn| allowances::points_left(act.ask(), turn)).is_some_and(|left| left >= here);
    let fast = pace == Pace::Fast && could(act.ask(), Movement::Drive { fast: true });
    if under_way || here <= points && try_to(act, Movement::Drive { fast }) {
        try_to(act, Movement::Defilade);
    }
    false
}

/// The movement points there are for it: of the drive in progress, else of the one he may begin.
fn points_to_hide(ask: Ask<'_>, pace: Pace) -> Halves {
    let Some(turn) = ask.state.turn() else { return 0 };
    let fast = pace == Pace::Fast && could(ask, Movement::Drive { fast: true });
    allowances::points_left(ask, turn)
        .filter(|&left| left > 0)
        .unwrap_or_else(|| allowances::points_for(ask, turn, fast))
}

/// The hex beside his own in which defilade costs the least, turning and driving there included.
fn hull_down_beside(ask: Ask<'_>, unit: UnitId, hex: Hex) -> Option<(Halves, Hex)> {
    let turning = ask.rules.card(ask.state.unit(unit)).rotation.and_then(|cost| cost.0)?;
    let facing = ask.state.unit(unit).facing;
    let beside = ask.rules.grid().neighbours(hex).filter_map(|(way, next)| {
        going::check_stacking(ask, unit, next).ok()?;
        let step = going::step_cost(ask, unit, hex, next)?;
        let hide = ask.rules.sheet.movement.defilade(ask.rules.country.terrain_id(next))?;
        let cost = turning * Halves::from(facing.turns_to(way)) + step + hide;
        Some((s07_movement::slowed(ask, unit, cost), next))
    });
    beside.min()
}

/// Turns the hull toward something, as far as a slow move allows.
fn turn_hull(act: &mut Act<'_>, unit: UnitId, toward: Toward, cause: &Cause) {
    let piece = act.state.unit(unit);
    let Some(hex) = piece.hex().filter(|_| going::bunker_of(act.ask(), unit).is_none()) else { return };
    let Some(wanted) = whom::direction_meant(act.ask(), hex, piece.facing, toward, cause) else { return };
    let turnable = act.rules.card(act.state.unit(unit)).rotation.is_some();
    while turnable && act.state.unit(unit).facing != wanted {
        let clockwise =
            act.state.unit(unit).facing.turned(1).turns_to(wanted) < act.state.unit(unit).facing.turns_to(wanted);
        let step = Leg::Turn { clockwise };
        let set_off = turns_hull_now(act.ask()) || set_off(act, unit, Pace::Slow, Some(step));
        if !set_off || !try_to(act, Movement::Rotate { clockwise }) {
            return;
        }
        if acting(act.ask(), cause).is_none() {
            return;
        }
    }
}

fn turns_hull_now(ask: Ask<'_>) -> bool {
    ask.state.turn().and_then(|turn| allowances::points_left(ask, turn)).is_some_and(|left| left > 0)
}

/// Turns the turret toward something, as far as it goes in a turn.
fn turn_turret(act: &mut Act<'_>, unit: UnitId, toward: Toward, cause: &Cause) {
    let piece = act.state.unit(unit);
    let Some(hex) = piece.hex().filter(|_| going::bunker_of(act.ask(), unit).is_none()) else { return };
    let Some(wanted) = whom::direction_meant(act.ask(), hex, piece.turret, toward, cause) else { return };
    while act.state.unit(unit).turret != wanted {
        let turret = act.state.unit(unit).turret;
        let clockwise = turret.turned(1).turns_to(wanted) < turret.turns_to(wanted);
        if !try_to(act, Movement::Traverse { clockwise }) {
            return;
        }
    }
}

// ---- Firing ----

/// Fires as ordered (OF-9.6): at the unit or hex, bringing the gun to bear first.
fn open_fire(
    act: &mut Act<'_>,
    unit: UnitId,
    (weapon, shell, target): (Weapon, Option<words::Shell>, Target),
    cause: &Cause,
) {
    let target = match target {
        Target::Hex(hex) => return fire_at_hex(act, unit, (weapon, hex.hex), cause),
        Target::Unit(who) => target_of(act, who, weapon, cause),
    };
    let Some(target) = target else { return miss_a_target(act, weapon) };
    let fired = match weapon {
        Weapon::Smoke => match act.state.hex_of(target) {
            Some(hex) => return fire_at_hex(act, unit, (weapon, hex), cause),
            None => true,
        },
        Weapon::Panzerfaust => try_to(act, Fire::Bazooka { target }),
        Weapon::Machineguns => try_to(act, Fire::Guns { target }),
        _ if act.rules.card(act.state.unit(unit)).kind.is_squad() => {
            let fired = try_to(act, Fire::Bazooka { target });
            let guns = !fired || weapon == Weapon::All;
            guns && try_to(act, Fire::Guns { target }) || fired
        }
        Weapon::MainGun => fire_gun(act, unit, (target, shell), cause),
        Weapon::Best | Weapon::All => {
            let fired = fire_gun(act, unit, (target, shell), cause);
            let guns = !fired || weapon == Weapon::All;
            guns && try_to(act, Fire::Guns { target }) || fired
        }
    };
    if !fired && act.state.hex_of(target) == act.state.hex_of(unit) {
        // In one hex there may be no other way to attack (OF-6.7).
        try_to(act, Attack { how: Assault::Close, target });
    }
}

/// The target an order means; between equals the dice decide.
fn target_of(act: &mut Act<'_>, who: UnitRef, weapon: Weapon, cause: &Cause) -> Option<UnitId> {
    let (preference, word) = match who {
        UnitRef::Pointer(Pointer::Closest) => (Preference::Closest, "closest"),
        UnitRef::Pointer(Pointer::Easiest) => (Preference::Easiest, "easiest"),
        who => {
            return {
                let among = &whom::meant(act.ask(), who, cause);
                whom::draw(act, among)
            };
        }
    };
    let found = targets::best_targets(act.ask(), cause, weapon, preference);
    let target = whom::draw(act, &found)?;
    act.note(|ask| {
        Entry::new(GERMAN_FIRE, format!("The {word} target is {}.", ask.state.unit(target).name))
            .tone(Tone::Quiet)
            .about([ask.state.id_of(target)])
    });
    Some(target)
}

/// An order to fire that finds nobody in sight: with the option of OF-18 the German remembers it, in case there is
/// nothing else to do.
fn miss_a_target(act: &mut Act<'_>, weapon: Weapon) {
    let gun = matches!(weapon, Weapon::Best | Weapon::MainGun | Weapon::All);
    if let Some(turn) = act.state.turn_mut().filter(|_| gun && act.rules.options.hidden_targets) {
        turn.found_no_target = true;
    }
}

/// With the option, at the end of a turn in which he was told to fire, saw nobody and had nothing else to do: at
/// somebody who has backed into the woods (OF-18), as quickly as his gun fires and for the price of looking there first
/// (OF-14.5).
pub(crate) fn fire_into_cover(act: &mut Act<'_>, unit: UnitId) {
    let prices = &act.rules.sheet.limits.crew_points;
    let price = prices.sighting + prices.fire_main;
    let idle = |turn: &Turn| turn.found_no_target && !turn.begun && turn.volley.is_none() && turn.points >= price;
    if !act.state.turn().is_some_and(idle) || is_helpless(act.ask(), unit) {
        return;
    }
    let hidden = s18_hidden::hidden_targets(act.ask(), unit);
    let Some(target) = whom::draw(act, &hidden) else { return };
    let fire = Fire::Main { target, shell: Shell::Ap };
    try_to(act, fire);
    let loaded = |turn: &Turn| turn.volley.is_some_and(|volley| volley.left > 0);
    while act.state.turn().is_some_and(loaded) && act.state.unit(target).is_active() && !is_helpless(act.ask(), unit) {
        let Some(shell) = main_gun::further_shell(act.ask(), unit, target) else { return };
        main_gun::fire_further(act, shell);
    }
}

/// Fires the main gun at its quickest rate of fire (OF-9.11). Whether it fired.
fn fire_gun(act: &mut Act<'_>, unit: UnitId, (target, shell): (UnitId, Option<words::Shell>), cause: &Cause) -> bool {
    // What is most advantageous, if it is not said (OF-9): AP against what armour-piercing shell can hurt.
    let armoured = main_gun::ap_shot(act.ask(), unit, target).is_ok();
    let shell = match shell {
        Some(words::Shell::Ap) => Shell::Ap,
        Some(words::Shell::Gp) => Shell::Gp,
        None if armoured => Shell::Ap,
        None => Shell::Gp,
    };
    let Some(hex) = act.state.hex_of(target) else { return false };
    let fire = Fire::Main { target, shell };
    if can_fire_gun(act.ask(), unit, target) {
        bring_to_bear(act, unit, hex, cause);
    }
    let mut fired = false;
    while acting(act.ask(), cause).is_some()
        && (!fired || act.state.turn().is_some_and(|turn| turn.volley.is_some_and(|volley| volley.left > 0)))
        && try_to(act, fire)
    {
        fired = true;
    }
    fired
}

/// A German in his turn points his gun at a unit, if pointing is all that keeps it from firing.
pub(crate) fn point_gun_at(act: &mut Act<'_>, unit: UnitId, target: UnitId) {
    if let Some(hex) = act.state.hex_of(target).filter(|_| can_fire_gun(act.ask(), unit, target)) {
        bring_to_bear(act, unit, hex, &Cause { german: Some(unit), ..Cause::default() });
    }
}

/// Whether all that keeps the gun from firing is that it does not point there.
fn can_fire_gun(ask: Ask<'_>, unit: UnitId, target: UnitId) -> bool {
    let piece = ask.state.unit(unit);
    let works = ask.rules.card(ask.state.unit(unit)).main_gun && piece.condition.main_gun && !piece.out_of_ammunition;
    let seen = s08_sight::sees_unit(ask, unit, target) && aim::check_target(ask, unit, target).is_ok();
    let free = ask
        .state
        .turn()
        .is_some_and(|turn| turn.volley.is_none() && turn.points >= ask.rules.sheet.limits.crew_points.fire_main);
    works && seen && free
}

/// Points the gun: the turret for nothing, the hull with a slow move if Crew Points for the shot remain; an AT gun
/// takes the turn.
fn bring_to_bear(act: &mut Act<'_>, unit: UnitId, hex: Hex, cause: &Cause) {
    if main_gun::bears(act.ask(), unit, hex)
        && (act.rules.card(act.state.unit(unit)).kind != Kind::Gun || act.state.unit(unit).prepared)
    {
        return;
    }
    let number = paragraphs::HexNumber { hex, label: act.rules.grid().label(hex) };
    let toward = Toward::Place(paragraphs::Place::Hex(number));
    if act.rules.card(act.state.unit(unit)).kind == Kind::Gun {
        return aim_gun(act, unit, toward, cause);
    }
    turn_turret(act, unit, toward, cause);
    let enough = act.state.turn().is_some_and(|turn| {
        turn.points >= act.rules.sheet.limits.crew_points.drive_slow + act.rules.sheet.limits.crew_points.fire_main
    });
    if !main_gun::bears(act.ask(), unit, hex) && (enough || turns_hull_now(act.ask())) {
        turn_hull(act, unit, toward, cause);
    }
}

/// Fires at a hex: smoke into it (OF-9.10), anything else at whoever is in it.
fn fire_at_hex(act: &mut Act<'_>, unit: UnitId, (weapon, hex): (Weapon, Hex), cause: &Cause) {
    if weapon == Weapon::Smoke {
        if act.state.turn().is_some_and(|turn| turn.points >= act.rules.sheet.limits.crew_points.fire_main) {
            bring_to_bear(act, unit, hex, cause);
        }
        try_to(act, Fire::Smoke { hex });
        return;
    }
    let in_hex = act.state.active(Side::Us).filter(|(_, us)| us.hex() == Some(hex)).map(|(us, _)| us);
    let in_hex: Vec<UnitId> = in_hex.collect();
    let misses = |us: &UnitId| targets::misses(act.ask(), unit, *us, weapon);
    let Some(fewest) = in_hex.iter().map(misses).min() else { return };
    let best: Vec<UnitId> = in_hex.into_iter().filter(|us| misses(us) == fewest).collect();
    if let Some(target) = whom::draw(act, &best) {
        let cause = Cause { it: Some(target), ..*cause };
        let target = Target::Unit(UnitRef::Pointer(Pointer::It));
        open_fire(act, unit, (weapon, None, target), &cause);
    }
}

// ---- Guns, squads, commanders ----

fn aim_gun(act: &mut Act<'_>, unit: UnitId, toward: Toward, cause: &Cause) {
    let piece = act.state.unit(unit);
    let Some(hex) = piece.hex().filter(|_| going::bunker_of(act.ask(), unit).is_none()) else { return };
    if let Some(facing) = whom::direction_meant(act.ask(), hex, piece.facing, toward, cause) {
        try_to(act, Fire::Prepare { facing });
    }
}

/// A gun is hitched: in its own turn, or if its crew is dead in that of the vehicle that takes it (OF-6.7).
fn hitch(act: &mut Act<'_>, unit: UnitId, who: UnitRef, cause: &Cause) {
    let Some(other) = whom::unit_drawn(act, who, cause) else { return };
    let is_gun = act.rules.card(act.state.unit(unit)).kind == Kind::Gun;
    let (gun, carrier) = if is_gun { (unit, other) } else { (other, unit) };
    try_to(act, Transport::Load { unit: gun, carrier });
}

/// Unhitches a gun, or lets men get off.
fn put_down(act: &mut Act<'_>, unit: UnitId, gun: bool) {
    let loads = going::loads(act.ask(), unit);
    let kind = |load: &UnitId| (act.rules.card(act.state.unit(*load)).kind == Kind::Gun) == gun;
    if let Some(load) = loads.iter().find(|load| kind(load)).or(loads.first()).copied() {
        try_to(act, Transport::Unload { unit: load });
    }
}

/// A commander gives his turn to the nearest who can use it, or to the one who is named (OF-6.3).
fn give_turn(act: &mut Act<'_>, unit: UnitId, who: UnitRef, cause: &Cause) {
    let other = match who {
        UnitRef::Pointer(Pointer::NearestGerman) => {
            let here = act.state.hex_of(unit);
            let away = |other: UnitId| {
                here.zip(act.state.hex_of(other)).map_or(u16::MAX, |(from, to)| act.rules.grid().distance(from, to))
            };
            let able = |other: &UnitId| could(act.ask(), Command::GiveTurn { unit: *other });
            let others = act.state.active(Side::German).map(|(other, _)| other).filter(able);
            others.min_by_key(|&other| (away(other), act.state.unit(other).letter.clone()))
        }
        who => whom::unit_drawn(act, who, cause).filter(|&other| could(act.ask(), Command::GiveTurn { unit: other })),
    };
    if let Some(other) = other {
        try_to(act, Command::GiveTurn { unit: other });
        turns::use_whole_turn(act);
    }
}
