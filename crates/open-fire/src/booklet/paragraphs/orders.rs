//! Orders to the German whose turn it is.

use crate::booklet::paragraphs::{
    ast::{Destination, Order, Place, Target, Toward, UnitRef},
    line::{Atom, Line},
    read::{Known, Reader},
    words::{Pace, Pointer, Quarter, Route, Shell, Weapon, Word},
};

impl Reader<'_, '_> {
    /// The order on a line; the outer `None` if its name is not an order.
    pub(crate) fn order(&mut self, line: &mut Line<'_>) -> Option<Option<Order>> {
        Some(match line.name {
            "drive" => self.page.need(line).and_then(|pace| self.drive(line, pace)),
            "move" => self.drive(line, Pace::OnFoot),
            "back-up" => Some(Order::BackUp),
            "defilade" => Some(Order::Defilade(line.word().unwrap_or(Pace::Slow))),
            "rotate" => self.order_toward(line).map(Order::Rotate),
            "traverse" => self.order_toward(line).map(Order::Traverse),
            "open-up" => Some(Order::OpenUp),
            "button-up" => Some(Order::ButtonUp),
            "fire" => self.fire(line),
            "hitch" => self.unit(line).map(Order::Hitch),
            "unhitch" => Some(Order::Unhitch),
            "load" => self.unit(line).map(Order::Load),
            "unload" => Some(Order::Unload),
            "prepare-gun" => self.order_toward(line).map(Order::PrepareGun),
            "close-assault" => self.assaulted(line, Pointer::Weakest).map(Order::CloseAssault),
            "charge" => self.assaulted(line, Pointer::Closest).map(Order::Charge),
            "give-turn" => self.unit(line).map(Order::GiveTurn),
            "evade" => {
                let pace = line.word().unwrap_or(Pace::Fast);
                Some(Order::Evade { pace, away: self.page.count_setting(line, "away", 1, 70) })
            }
            "retreat" => {
                let pace = line.word().unwrap_or(Pace::Fast);
                Some(Order::Retreat { pace, route: line.word().unwrap_or(Route::Quickest) })
            }
            "surrender" => Some(Order::Surrender { within: self.page.count_setting(line, "within", 0, 70) }),
            "pass" => Some(Order::Pass),
            _ => return None,
        })
    }

    fn drive(&mut self, line: &mut Line<'_>, pace: Pace) -> Option<Order> {
        let route = line.word().unwrap_or(Route::Best);
        let toward = line.setting("toward").map(|atom| self.destination(&atom));
        let via = line.setting("via").map(|atom| self.places_in(&atom)).unwrap_or_default();
        let mut until = Vec::new();
        let mut then = None;
        for node in line.block() {
            let mut part = Line::new(node);
            match part.name {
                "until" => {
                    let (test, rest) = self.whole_test(&mut part);
                    until.extend(test);
                    if let Some(node) = rest.first() {
                        let stray = Line::new(node);
                        let help = "write what is done then in \"then { … }\", after the last until";
                        self.page.wrong(stray.span, format!("\"{}\" inside until", stray.name), help);
                    }
                }
                "then" => then = Some(self.block(part.block(), Known::default())),
                _ => {
                    let atom = Atom { text: part.name.to_owned(), span: part.span.clone() };
                    self.page.unknown("part", &atom, ["until", "then"]);
                    while part.next().is_some() {}
                    part.forget();
                }
            }
            self.page.finish(part);
        }
        if then.is_some() && until.is_empty() {
            self.page.missing(line, "an until", "until reached");
        }
        let Some(toward) = toward else {
            self.page.missing(line, "whither", "toward=2222, nearest-us, closest, retreat, cover, west-edge");
            return None;
        };
        Some(Order::Drive { pace, route, toward: toward?, via, until, then })
    }

    fn destination(&mut self, atom: &Atom) -> Option<Destination> {
        match atom.text.as_str() {
            "retreat" => Some(Destination::Retreat),
            "cover" => Some(Destination::Cover),
            text => match text.strip_suffix("-edge").and_then(Quarter::read) {
                Some(quarter) => Some(Destination::Edge(quarter)),
                None => self.place(atom).map(Destination::Place),
            },
        }
    }

    fn order_toward(&mut self, line: &mut Line<'_>) -> Option<Toward> {
        match line.setting("toward") {
            Some(atom) => self.toward(&atom),
            None => Some(Toward::Place(Place::Unit(UnitRef::Pointer(Pointer::Closest)))),
        }
    }

    fn fire(&mut self, line: &mut Line<'_>) -> Option<Order> {
        let weapon: Weapon = self.page.need(line)?;
        let shell: Option<Shell> = line.word();
        let target = match line.setting("at") {
            None => Target::Unit(UnitRef::Pointer(Pointer::Closest)),
            Some(atom) => match self.place(&atom)? {
                Place::Hex(hex) => Target::Hex(hex),
                Place::Unit(unit) => Target::Unit(unit),
                Place::Marker | Place::There => {
                    self.page.wrong(
                        atom.span,
                        "a German fires at units or hexes",
                        "write closest, easiest, it or a hex",
                    );
                    return None;
                }
            },
        };
        Some(Order::Fire { weapon, shell, target })
    }

    /// The unit an assault is aimed at, unless one is named: the weakest in the hex (OF-11.1), the closest for a
    /// charge.
    fn assaulted(&mut self, line: &mut Line<'_>, usual: Pointer) -> Option<UnitRef> {
        match line.peek() {
            Some(_) => self.unit(line),
            None => Some(UnitRef::Pointer(usual)),
        }
    }
}
