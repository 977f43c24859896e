//! What a briefing says about the platoon (OF-4, OF-16): which one may be used, what it may buy, and who joins it.

use content::Problems;
use engine::Problem;

use crate::{
    booklet::{
        cartridge::Mission,
        paragraphs::{
            CardId, Where,
            line::{Line, Page},
            read::{Reference, Referent},
            words::Side,
        },
    },
    tables::{catalogue::PlatoonRules, platoon::PlatoonTables},
};

/// What a briefing says about the platoon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Muster {
    /// Only a platoon generated for this mission: neither the pre-generated one nor that of a campaign.
    pub only_new: bool,
    /// The pre-generated platoon is not offered.
    pub no_sample: bool,
    /// Vehicle quality points for ammunition, beyond what generation buys.
    pub ammunition: u8,
    /// Units that join the platoon once it is there.
    pub joins: Vec<CardId>,
    /// The most that may be bought: of a vehicle, by its data card, or of `rounds`.
    pub limits: Vec<(String, u8)>,
}

/// The word for ammunition among what a briefing limits.
pub(crate) const ROUNDS: &str = "rounds";

const PARTS: &[&str] = &["only-new", "no-sample", "ammunition", "joins", "limit"];

impl Muster {
    /// Whether the pre-generated platoon may be taken.
    pub fn sample(&self) -> bool {
        !self.only_new && !self.no_sample
    }

    /// The most of this that may be bought, if the briefing says so.
    pub fn most_of(&self, what: &str) -> Option<u8> {
        self.limits.iter().find(|(known, _)| known == what).map(|(_, most)| *most)
    }

    /// What it names that cannot be: a limit on something that is not for sale, a German who joins.
    pub(crate) fn faults(&self, tables: &PlatoonTables) -> Vec<String> {
        let for_sale = |what: &str| what == ROUNDS || tables.vehicle_cost(what).is_some();
        let unknown = self.limits.iter().filter(|(what, _)| !for_sale(what));
        let germans = self.joins.iter().filter(|card| card.side == Side::German);
        let unknown = unknown.map(|(what, _)| format!("a limit on \"{what}\", which is not for sale"));
        unknown.chain(germans.map(|card| format!("{card} joins the platoon"))).collect()
    }

    /// Takes over what a printed briefing says.
    pub(crate) fn take(&mut self, printed: &PlatoonRules) {
        let PlatoonRules { only_new, no_sample, ammunition, .. } = *printed;
        *self = Muster { only_new, no_sample, ammunition, ..Muster::default() };
    }

    /// Reads the block of a line `platoon`.
    pub(crate) fn read(&mut self, page: &mut Page<'_>, line: &mut Line<'_>, references: &mut Vec<Reference>) {
        for node in line.block() {
            let mut part = Line::new(node);
            self.part(page, &mut part, references);
            page.finish(part);
        }
    }

    fn part(&mut self, page: &mut Page<'_>, line: &mut Line<'_>, references: &mut Vec<Reference>) {
        match line.name {
            "only-new" => self.only_new = true,
            "no-sample" => self.no_sample = true,
            "ammunition" => match line.next() {
                Some(atom) => {
                    let points = page.count(&atom, "a number of vehicle quality points", 0, 50);
                    self.ammunition = points.unwrap_or(0);
                }
                None => page.missing(line, "vehicle quality points", "ammunition 5"),
            },
            "joins" => {
                while let Some(atom) = line.next() {
                    let Some(card) = page.card(&atom) else { continue };
                    references.push(Reference {
                        to: Referent::Card(card),
                        at: page.at(atom.span.clone()),
                        found: false,
                    });
                    self.joins.push(card);
                }
            }
            "limit" => {
                let (Some(what), Some(most)) = (line.next(), line.next()) else {
                    return page.missing(line, "a vehicle or rounds, and how many", "limit m26 1");
                };
                self.limits.extend(page.count(&most, "a number", 0, u8::MAX).map(|most| (what.text, most)));
            }
            _ => page.unknown_line(line, PARTS),
        }
    }
}

/// Whether the briefings speak of what is for sale, and of US units.
///
/// # Errors
/// Where it is not so.
pub(crate) fn check(missions: &[Mission], tables: &PlatoonTables) -> Result<(), Vec<Problem>> {
    let mut problems = Problems::default();
    for mission in missions {
        for what in mission.muster.faults(tables) {
            let Where { file, line, column } = mission.at.clone();
            let help = "limit rounds, or a vehicle of platoon.toml; US cards join".to_owned();
            problems.add(Problem { file, line, column, what: format!("{}: {what}", mission.id), help });
        }
    }
    problems.finish(Some(()))
}
