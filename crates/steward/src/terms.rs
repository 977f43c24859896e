use engine::{Seat, Table};

/// What everybody at a table with typed dice has to accept before anything is done: a player who types trusts, and is
/// trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The seats of people, in order, and whether each has accepted.
    seats: Vec<(Seat, bool)>,
}

impl Terms {
    /// For these players, of whom `accepted` have said yes already. Whoever is the only person at the table has said so
    /// by making it.
    pub fn new(players: &[String], accepted: &[Seat]) -> Terms {
        let people = (0..).map(Seat).zip(players).filter(|(_, player)| *player == "human");
        let mut seats: Vec<(Seat, bool)> = people.map(|(seat, _)| (seat, accepted.contains(&seat))).collect();
        if let [(_, accepted)] = seats.as_mut_slice() {
            *accepted = true;
        }
        Terms { seats }
    }

    /// The same after the players of `seats` have said yes.
    pub fn accepted_by(&self, seats: &[Seat]) -> Terms {
        Terms { seats: self.seats.iter().map(|(seat, yes)| (*seat, *yes || seats.contains(seat))).collect() }
    }

    /// The seats whose players have said yes.
    pub fn accepted(&self) -> Vec<Seat> {
        self.seats.iter().filter(|(_, yes)| *yes).map(|(seat, _)| *seat).collect()
    }

    /// The seats that the game waits for.
    pub fn waiting(&self) -> Vec<Seat> {
        self.seats.iter().filter(|(_, yes)| !yes).map(|(seat, _)| *seat).collect()
    }

    /// Whether all players have accepted typed dice.
    ///
    /// # Errors
    /// If not: who is waited for, as the player reads it.
    pub fn check(&self, table: &dyn Table) -> Result<(), String> {
        let waiting = self.waiting();
        let names = table.seats().iter().filter(|info| waiting.contains(&info.seat)).map(|info| info.name.as_str());
        let names: Vec<&str> = names.collect();
        if names.is_empty() {
            return Ok(());
        }
        Err(format!("dice are typed in at this table: {} must accept that first", names.join(" and ")))
    }
}
