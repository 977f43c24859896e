//! A contest of two sides for ground: hexes worth points to whoever holds them at the end, points for losses, and the
//! lead that wins. For rulesets that are won so.

use hexmap::Hex;

use crate::{Ending, Mark, Outcome, Panel, PanelRow, Seat};

/// A hex worth points.
#[derive(Clone, Debug)]
pub struct Objective {
    /// The hex to be entered.
    pub hex: Hex,
    /// The name that players read.
    pub name: String,
    /// What it is worth at the end.
    pub points: i32,
    /// The side that holds it at the start.
    pub held_by: Option<Seat>,
}

impl Objective {
    /// A line of the log: a side has entered it.
    pub fn taken_by(&self, side: &str) -> String {
        format!("{side} takes {}: {} for whoever holds it", self.name, points_in_words(self.points))
    }
}

/// What a victory takes.
#[derive(Copy, Clone, Debug)]
pub struct Victory {
    /// Lead in points that wins.
    pub margin: i32,
    /// Lead in points that makes it decisive.
    pub decisive: i32,
    /// Points given at the start, by seat.
    pub handicap: [i32; 2],
}

impl Victory {
    /// The side that wins with a lead of the first side; none in a draw.
    pub fn winner(&self, lead: i32) -> Option<Seat> {
        if lead >= self.margin {
            Some(Seat(0))
        } else if -lead >= self.margin {
            Some(Seat(1))
        } else {
            None
        }
    }

    /// How the game came out, as a title says it; `winner` by its name.
    pub fn title(&self, winner: Option<&str>, lead: i32) -> String {
        match winner {
            None => "a draw".to_owned(),
            Some(side) => {
                let degree = if lead.abs() >= self.decisive { "decisive" } else { "marginal" };
                format!("{degree} victory for {side}")
            }
        }
    }
}

/// How two sides stand.
#[derive(Copy, Clone, Debug)]
pub struct Contest<'a> {
    /// The ground that counts.
    pub objectives: &'a [Objective],
    /// Who holds it, in the same order.
    pub holders: &'a [Option<Seat>],
    /// Points for losses of the enemy, by seat.
    pub kill_points: [i32; 2],
    /// What it takes.
    pub victory: Victory,
}

impl Contest<'_> {
    /// Victory points of a side as things stand.
    pub fn points(&self, seat: Seat) -> i32 {
        let held = self.objectives.iter().zip(self.holders).filter(|(_, holder)| **holder == Some(seat));
        let ground: i32 = held.map(|(objective, _)| objective.points).sum();
        ground + self.kill_points[seat.index()] + self.victory.handicap[seat.index()]
    }

    /// The first side's lead in points.
    pub fn lead(&self) -> i32 {
        self.points(Seat(0)) - self.points(Seat(1))
    }

    /// The panel about it: each objective with its holder, what each side has lost and won, and what wins. `place` says
    /// where a hex is, `side` who sits in a seat.
    pub fn panel<'n>(
        &self,
        place: impl Fn(Hex) -> String,
        side: impl Fn(Seat) -> &'n str,
        tally: Vec<PanelRow>,
    ) -> Panel {
        let objectives = self.objectives.iter().zip(self.holders).map(|(objective, holder)| {
            let name = format!("{} ({})", objective.name, place(objective.hex));
            let held_by = holder.map_or("nobody", &side);
            PanelRow::new(name, format!("{} VP: {held_by}", objective.points), "", *holder)
        });
        let mut rows: Vec<PanelRow> = objectives.chain(tally).collect();
        let need = format!("{} to win, {} for a decisive victory", self.victory.margin, self.victory.decisive);
        rows.push(PanelRow::new("Lead in points", need, "", None));
        Panel { id: "victory".to_owned(), title: "Victory".to_owned(), rows }
    }

    /// The objectives on the board.
    pub fn marks(self, place: impl Fn(Hex) -> String) -> impl Iterator<Item = Mark> {
        self.objectives.iter().zip(self.holders).map(move |(objective, holder)| Mark {
            hex: place(objective.hex),
            kind: "objective".to_owned(),
            label: objective.points.to_string(),
            detail: format!("{}: {} points for whoever holds it at the end", objective.name, objective.points),
            seat: *holder,
        })
    }

    /// The end of the game, as a screen tells it: who has won, and the side that has nothing left, if that ended it.
    pub fn outcome<'n>(
        &self,
        winner: Option<Seat>,
        beaten: Option<Seat>,
        side: impl Fn(Seat) -> &'n str,
        tally: Vec<PanelRow>,
    ) -> Outcome {
        let lead = self.lead();
        let text = match beaten {
            Some(seat) => format!("{} has nothing left in the field.", side(seat)),
            None if lead.abs() == 1 => "The last turn is over; the lead is one point.".to_owned(),
            None => format!("The last turn is over; the lead is {} points.", lead.abs()),
        };
        let title = self.victory.title(winner.map(side), lead);
        let mut letters = title.chars();
        let title = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
        Outcome { ending: Ending::between(winner), title, text, tally, losses: Vec::new(), last_page: None }
    }
}

/// "1 victory point", "3 victory points".
pub fn points_in_words(points: i32) -> String {
    if points == 1 { "1 victory point".to_owned() } else { format!("{points} victory points") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VICTORY: Victory = Victory { margin: 2, decisive: 5, handicap: [0, 1] };

    #[test]
    fn a_lead_wins_from_the_margin_on() {
        for (lead, winner) in [(1, None), (2, Some(Seat(0))), (-1, None), (-2, Some(Seat(1)))] {
            assert_eq!(VICTORY.winner(lead), winner, "{lead}");
        }
        assert_eq!(VICTORY.title(Some("Germany"), -4), "marginal victory for Germany");
        assert_eq!(VICTORY.title(Some("Germany"), -5), "decisive victory for Germany");
    }

    #[test]
    fn points_are_ground_kills_and_what_was_given() {
        let objective = |points| Objective { hex: Hex(0), name: "Mill".to_owned(), points, held_by: None };
        let objectives = [objective(3), objective(7), objective(1)];
        let holders = [Some(Seat(0)), None, Some(Seat(1))];
        let contest = Contest { objectives: &objectives, holders: &holders, kill_points: [4, 0], victory: VICTORY };
        assert_eq!([contest.points(Seat(0)), contest.points(Seat(1)), contest.lead()], [7, 2, 5]);
    }
}
