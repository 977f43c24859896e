//! Operations: the platoon drives together from marker to marker, by ways on which it finds out what is there before it
//! is guessed at, and home.

use hexmap::Hex;
use open_fire::{
    course::action::Action,
    play::{missions::freed_men::Rescue, s05_operations::March, s07_movement::transport::Transport},
    state::{
        Freed,
        units::{Place, Side, UnitId},
    },
};

use crate::company_leader::{
    CompanyLeader,
    outlook::Outlook,
    way::{self, Way},
};

/// Half movement points that a hex costs more from which a marker is in sight and too far off to be sure of: the marker
/// may come to life without being found, and then it earns nothing.
const GUESSED_AT: u16 = 3;
/// How much the way from a marker to the exit counts beside the way to the marker.
const HOMEWARD: f64 = 0.35;
/// Hexes that those who cannot fight stay behind the others.
const BEHIND: u16 = 3;
/// Decisions in operations after which the platoon looks for the way out, because it gets nowhere.
const LONG_WAY: u32 = 400;
/// Half movement points that a hex costs more from which a marker might come to life before everybody is there.
const TOO_EARLY: u16 = 20;
/// Hexes between the first and the last of those who can.
const TOGETHER: u16 = 2;

/// The way the platoon is on, as long as nothing changes that matters to it.
pub(crate) struct Route {
    purpose: Purpose,
    way: Way,
}

/// What a way was thought of for.
type Purpose = (bool, u8, Vec<Hex>, Vec<Hex>);

fn purpose(look: Outlook<'_>, home: bool) -> Purpose {
    let obstacles = look.state.obstacles.iter().map(|(hex, _)| *hex).chain(look.state.minefields.iter().copied());
    let markers = look.state.markers.iter().map(|marker| marker.hex).chain(waiting(look));
    (home, look.state.condition, markers.collect(), obstacles.collect())
}

/// Where freed men wait.
fn waiting(look: Outlook<'_>) -> impl Iterator<Item = Hex> + '_ {
    look.state.freed.iter().filter_map(|freed| match freed {
        Freed::At(hex) => Some(*hex),
        Freed::Aboard(_) | Freed::Out(_) | Freed::Lost => None,
    })
}

impl CompanyLeader {
    /// What to do in operations.
    pub(crate) fn operate(&mut self, look: Outlook<'_>, legal: &[Action]) -> usize {
        self.marched += 1;
        let home = look.wants_home() || self.marched > LONG_WAY;
        if self.marched > 2 * LONG_WAY {
            return self.picker.any(legal.len());
        }
        let found = first(legal, |action| matches!(action, Action::Rescue(Rescue::Load { .. })))
            .or_else(|| come_in(look, legal))
            .or_else(|| self.make_room(look, legal))
            .or_else(|| self.fetch(look, legal))
            .or_else(|| {
                first(legal, |action| matches!(action, Action::Transport(Transport::Hatch { closed: false, .. })))
            })
            .or_else(|| mount_up(look, legal))
            .or_else(|| if home { self.go_out(look, legal) } else { None })
            .or_else(|| self.march(look, legal, home))
            .or_else(|| self.march(look, legal, true));
        // Nothing to do and nowhere to go: out, if that is possible.
        found
            .or_else(|| first(legal, |action| matches!(action, Action::Transport(Transport::Exit { .. }))))
            .or_else(|| self.said.call(look, legal))
            .unwrap_or_else(|| self.picker.any(legal.len()))
    }

    /// Whoever stands where others wait to come in drives on, to a place near by from which nothing is found yet.
    fn make_room(&mut self, look: Outlook<'_>, legal: &[Action]) -> Option<usize> {
        let waits = look.state.active(Side::Us).any(|(_, piece)| piece.place == Place::OffMap);
        let entries: Vec<Hex> = look.rules.mission.entry.iter().map(|entry| entry.hex).collect();
        if !waits {
            return None;
        }
        let (unit, at) = look.ours().find(|(_, hex)| entries.contains(hex))?;
        let (grid, country) = (look.rules.grid(), &look.rules.country);
        let stumbled = look.rules.sheet.limits.markers.stumbled_over;
        let found = |hex: Hex| {
            let near = |marker: Hex| grid.distance(hex, marker) <= stumbled || country.sees_hex(hex, marker, &[]);
            TOO_EARLY * look.state.markers.iter().filter(|marker| near(marker.hex)).count() as u16
        };
        let room = usize::from(look.rules.sheet.limits.movement.vehicles_in_hex);
        let free = |hex: &Hex| !entries.contains(hex) && look.vehicles_in(*hex) < room;
        let exposed = |&hex: &Hex| found(hex) + 2 * grid.distance(at, hex);
        let mut near: Vec<Hex> = grid.disc(at, 3).filter(free).collect();
        near.sort_by_key(|hex| (exposed(hex), *hex));
        near.truncate(3);
        let next = self.scout.way_to(look, unit, &near, found)?.next()?;
        step_alone(look, legal, unit, next)
    }

    /// Freed men are fetched by whoever has room, once the others are near.
    fn fetch(&mut self, look: Outlook<'_>, legal: &[Action]) -> Option<usize> {
        let grid = look.rules.grid();
        let waiting: Vec<Hex> = waiting(look).collect();
        let &goal = waiting.first()?;
        let near = look.ours().any(|(unit, hex)| look.leads(unit) && grid.distance(hex, goal) <= BEHIND);
        let (carrier, at) = look.carriers().min_by_key(|&(unit, hex)| (grid.distance(hex, goal), unit))?;
        if at == goal {
            let aboard = |action: &Action| {
                matches!(*action, Action::Transport(Transport::Unload { unit })
                    if look.state.unit(unit).place == Place::Aboard(carrier))
            };
            return first(legal, aboard);
        }
        let next = self.scout.way_to(look, carrier, &[goal], |_| 0).filter(|_| near)?.next()?;
        step_alone(look, legal, carrier, next)
    }

    /// Out of the map, whoever stands at an exit: those who earn most first.
    fn go_out(&mut self, look: Outlook<'_>, legal: &[Action]) -> Option<usize> {
        let exits = legal.iter().enumerate().filter_map(|(place, action)| match *action {
            Action::Transport(Transport::Exit { unit }) => Some((look.award_for(unit), place)),
            _ => None,
        });
        exits.max_by_key(|(award, place)| (*award, std::cmp::Reverse(*place))).map(|(_, place)| place)
    }

    /// One step of the platoon.
    fn march(&mut self, look: Outlook<'_>, legal: &[Action], home: bool) -> Option<usize> {
        let movable =
            |unit: UnitId| legal.iter().any(|action| matches!(*action, Action::March(march) if march.unit == unit));
        let all: Vec<(UnitId, Hex)> = look.ours().filter(|&(unit, _)| movable(unit)).collect();
        let fighters: Vec<(UnitId, Hex)> = all.iter().copied().filter(|&(unit, _)| look.leads(unit)).collect();
        let leaders = if fighters.is_empty() { &all } else { &fighters };
        let (point, way) = self.point_of(look, leaders, home)?;
        let others: Vec<(UnitId, Hex)> = all.iter().copied().filter(|one| !leaders.contains(one)).collect();
        self.close_up(look, legal, leaders, point)
            .or_else(|| self.follow(look, legal, &others, (point, home)))
            .or_else(|| step(look, legal, point, way.next()?))
            .or_else(|| self.anybody(look, legal, &all, home))
    }

    /// The unit that is farthest on the way to where the platoon goes next, and that way.
    fn point_of(&mut self, look: Outlook<'_>, leaders: &[(UnitId, Hex)], home: bool) -> Option<(UnitId, Way)> {
        let mut stacks: Vec<(usize, UnitId, Hex)> = Vec::new();
        for &(unit, hex) in leaders {
            match stacks.iter_mut().find(|(.., known)| *known == hex) {
                Some((count, ..)) => *count += 1,
                None => stacks.push((1, unit, hex)),
            }
        }
        // The largest stack decides where all go; of equals the first.
        let &(_, unit, _) = stacks.iter().max_by_key(|(count, unit, _)| (*count, std::cmp::Reverse(*unit)))?;
        let purpose = purpose(look, home);
        let known = self.route.take();
        if known.as_ref().is_some_and(|route| route.purpose != purpose) {
            self.marched = 0;
        }
        let known = known.filter(|route| route.purpose == purpose);
        let known = known.filter(|route| look.state.hex_of(unit).is_some_and(|hex| route.way.passes(hex)));
        let route = match known {
            Some(route) => route,
            None => {
                let goals = self.goals(look, unit, home)?;
                Route { purpose, way: self.way_unseen(look, unit, &goals)? }
            }
        };
        // Whoever is farther on that way already is the point.
        let left = |hex: Hex| route.way.hexes.iter().find(|(known, _)| *known == hex).map(|(_, left)| *left);
        let ahead = leaders.iter().filter_map(|&(unit, hex)| Some((left(hex)?, unit, hex)));
        let (_, first, at) = ahead.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let rest = route.way.from(at);
        self.route = Some(route).filter(|_| rest.next().is_some());
        Some((first, rest))
    }

    /// Where the platoon goes next.
    fn goals(&mut self, look: Outlook<'_>, unit: UnitId, home: bool) -> Option<Vec<Hex>> {
        if home {
            return Some(look.exits()).filter(|exits| !exits.is_empty());
        }
        let waiting: Vec<Hex> = waiting(look).collect();
        let markers: Vec<Hex> = look.state.markers.iter().map(|marker| marker.hex).collect();
        let fetched = !waiting.is_empty() && look.carriers().next().is_some();
        let hexes: Vec<Hex> = if fetched { waiting } else { markers };
        self.nearest_goal(look, unit, &hexes).map(|hex| vec![hex])
    }

    /// The marker that is nearest, with half an eye on the way home.
    fn nearest_goal(&mut self, look: Outlook<'_>, unit: UnitId, hexes: &[Hex]) -> Option<Hex> {
        let exits = look.exits();
        let grid = look.rules.grid();
        let outward = |hex: Hex| exits.iter().map(|&exit| grid.distance(hex, exit)).min().unwrap_or(0);
        let prices = self.scout.prices(look, unit, hexes);
        let cost = |(hex, price): &(Hex, u16)| f64::from(*price) + HOMEWARD * 2.0 * f64::from(outward(*hex));
        prices.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).map(|(hex, _)| *hex)
    }

    /// The way to one of some hexes that shows as little as possible of markers that are too far off to be made out.
    fn way_unseen(&mut self, look: Outlook<'_>, unit: UnitId, goals: &[Hex]) -> Option<Way> {
        let limits = look.rules.sheet.limits.markers;
        let (grid, country) = (look.rules.grid(), &look.rules.country);
        let markers = &look.state.markers;
        let guessed = |hex: Hex| {
            let doubtful = markers.iter().filter(|marker| {
                let range = grid.distance(hex, marker.hex);
                let sure =
                    range <= limits.stumbled_over || range <= limits.in_plain_sight && !country.is_cover(marker.hex);
                !sure && country.sees_hex(hex, marker.hex, &[])
            });
            GUESSED_AT * doubtful.count() as u16
        };
        let known: Vec<u16> = grid.hexes().map(guessed).collect();
        self.scout.way_to(look, unit, goals, |hex| known.get(hex.index()).copied().unwrap_or(0))
    }

    /// The others come up to the point.
    fn close_up(
        &mut self,
        look: Outlook<'_>,
        legal: &[Action],
        leaders: &[(UnitId, Hex)],
        point: UnitId,
    ) -> Option<usize> {
        let at = look.state.hex_of(point)?;
        let grid = look.rules.grid();
        let room = usize::from(look.rules.sheet.limits.movement.vehicles_in_hex);
        let full = look.vehicles_in(at) >= room;
        let late = |&&(_, hex): &&(UnitId, Hex)| {
            let away = grid.distance(hex, at);
            hex != at && (!full || away >= TOGETHER)
        };
        let mut behind: Vec<(u16, UnitId)> =
            leaders.iter().filter(late).map(|&(unit, hex)| (grid.distance(hex, at), unit)).collect();
        behind.sort_by_key(|&(away, unit)| (std::cmp::Reverse(away), unit));
        let beside: Vec<Hex> = if full { grid.ring(at, 1).collect() } else { vec![at] };
        behind.into_iter().find_map(|(_, unit)| {
            let next = self.scout.way_to(look, unit, &beside, |_| 0)?.next()?;
            step(look, legal, unit, next)
        })
    }

    /// Those who cannot fight keep behind those who can, on the same way.
    fn follow(
        &mut self,
        look: Outlook<'_>,
        legal: &[Action],
        others: &[(UnitId, Hex)],
        (point, home): (UnitId, bool),
    ) -> Option<usize> {
        let at = look.state.hex_of(point)?;
        let grid = look.rules.grid();
        let far = |&&(_, hex): &&(UnitId, Hex)| grid.distance(hex, at) > BEHIND;
        let mut late: Vec<(u16, UnitId)> =
            others.iter().filter(far).map(|&(unit, hex)| (grid.distance(hex, at), unit)).collect();
        late.sort_by_key(|&(away, unit)| (std::cmp::Reverse(away), unit));
        let goals: Vec<Hex> = grid.disc(at, if home { 1 } else { 2 }).collect();
        late.into_iter().find_map(|(_, unit)| {
            let next = self.scout.way_to(look, unit, &goals, |_| 0)?.next()?;
            step(look, legal, unit, next)
        })
    }

    /// The point cannot go on: anybody who can.
    fn anybody(&mut self, look: Outlook<'_>, legal: &[Action], all: &[(UnitId, Hex)], home: bool) -> Option<usize> {
        all.iter().find_map(|&(unit, _)| {
            let goals = self.goals(look, unit, home)?;
            let next = self.scout.way_to(look, unit, &goals, |_| 0)?.next()?;
            step(look, legal, unit, next)
        })
    }
}

/// The first legal action of a kind.
pub(crate) fn first(legal: &[Action], wanted: impl Fn(&Action) -> bool) -> Option<usize> {
    legal.iter().position(wanted)
}

/// In with everybody, those who can fight first, at the entry from which most is near.
fn come_in(look: Outlook<'_>, legal: &[Action]) -> Option<usize> {
    let grid = look.rules.grid();
    let near = |hex: Hex| look.state.markers.iter().map(|marker| grid.distance(hex, marker.hex)).min().unwrap_or(0);
    let entries = legal.iter().enumerate().filter_map(|(place, action)| match *action {
        Action::Transport(Transport::Enter { unit, hex }) => Some((!look.leads(unit), near(hex), unit, place)),
        _ => None,
    });
    entries.min().map(|(.., place)| place)
}

/// Men on foot and guns get onto whatever has room and can drive.
fn mount_up(look: Outlook<'_>, legal: &[Action]) -> Option<usize> {
    first(legal, |action| match *action {
        Action::Transport(Transport::Load { unit, carrier }) => {
            let carried = matches!(look.state.unit(carrier).place, Place::Aboard(_));
            look.state.unit(unit).side == Side::Us && !carried && look.is_mobile(carrier)
        }
        _ => false,
    })
}

/// A step with everybody in the hex, or alone.
fn step(look: Outlook<'_>, legal: &[Action], unit: UnitId, to: Hex) -> Option<usize> {
    let here = look.state.hex_of(unit);
    let together = |action: &Action| {
        matches!(*action, Action::March(March { unit, to: next, stack: true })
            if next == to && look.state.hex_of(unit) == here)
    };
    let skid = |(other, hex): (UnitId, Hex)| Some(hex) == here && way::skids(look, other, hex, to);
    let safe = !look.ours().any(skid);
    first(legal, together).filter(|_| safe).or_else(|| step_alone(look, legal, unit, to))
}

/// A step of one unit; a truck that would skid waits.
fn step_alone(look: Outlook<'_>, legal: &[Action], unit: UnitId, to: Hex) -> Option<usize> {
    let from = look.state.hex_of(unit)?;
    if way::skids(look, unit, from, to) {
        return None;
    }
    first(legal, |action| *action == Action::March(March { unit, to, stack: false }))
}
