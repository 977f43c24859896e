//! Games that end without their rules: somebody resigns, or a player's time is up.

use crate::{Ending, Game, Outcome, Rules, Scene, Seat, SeatInfo};

/// Why a game ended before its rules said so.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The seat whose player ended it.
    pub seat: Seat,
    /// How.
    pub by: EndedBy,
}

/// How a player ends a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// He gave up.
    Resigned,
    /// His clock ran out.
    Time,
}

impl EndedBy {
    const ALL: [EndedBy; 2] = [EndedBy::Resigned, EndedBy::Time];

    fn word(self) -> &'static str {
        match self {
            EndedBy::Resigned => "resigned",
            EndedBy::Time => "time",
        }
    }

    /// For a row of a database: `time:german`.
    pub fn written(self, id: &str) -> String {
        format!("{}:{id}", self.word())
    }

    /// One line for people: "Germany has resigned".
    pub fn title(self, name: &str) -> String {
        match self {
            EndedBy::Resigned => format!("{name} has resigned"),
            EndedBy::Time => format!("{name} has run out of time"),
        }
    }
}

impl Ended {
    /// Reads what [`Ended::written`] wrote: `resigned:german`.
    pub fn read(text: &str, seats: &[SeatInfo]) -> Option<Ended> {
        let (word, id) = text.split_once(':')?;
        let by = EndedBy::ALL.into_iter().find(|by| by.word() == word)?;
        Some(Ended { seat: seats.iter().find(|info| info.id == id)?.seat, by })
    }

    /// For a row of a database: `time:german`.
    pub fn written(self, seats: &[SeatInfo]) -> String {
        self.by.written(seats.get(self.seat.index()).map_or("", |info| &info.id))
    }

    /// One line for people: "Germany has resigned".
    pub fn title(self, seats: &[SeatInfo]) -> String {
        self.by.title(seats.get(self.seat.index()).map_or("A player", |info| &info.name))
    }

    fn ending(self, seats: &[SeatInfo], allied: bool) -> Ending {
        match seats {
            _ if allied => Ending::Together { won: false },
            [_, _] => Ending::Won { seat: self.seat.other() },
            _ => Ending::Draw,
        }
    }
}

impl<R: Rules> Game<R> {
    /// How the game stands when it has ended without its rules.
    pub(crate) fn ended_standing(&self) -> Option<String> {
        self.ended().map(|ended| ended.title(self.rules().seats()))
    }

    /// How the game came out when it has ended without its rules.
    pub(crate) fn ended_ending(&self) -> Option<Ending> {
        self.ended().map(|ended| ended.ending(self.rules().seats(), self.rules().allied()))
    }

    /// Nobody is asked anything any more.
    pub(crate) fn show_end(&self, scene: &mut Scene) {
        let Some((ending, title)) = self.ended_ending().zip(self.ended_standing()) else { return };
        scene.choices.clear();
        scene.sheet = None;
        scene.prompt.seat = None;
        scene.prompt.text = title.clone();
        scene.prompt.hint = String::new();
        let name = |seat: Seat| self.rules().seats().get(seat.index()).map_or("A player", |info| &info.name);
        let text = match ending {
            Ending::Won { seat } => format!("{} has won: {title} before the last turn.", name(seat)),
            Ending::Draw | Ending::Together { .. } => format!("{title}: the game ended before its last turn."),
        };
        scene.outcome = Some(Outcome { ending, title, text, tally: Vec::new(), losses: Vec::new(), last_page: None });
    }
}
