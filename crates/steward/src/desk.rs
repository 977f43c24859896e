use std::sync::Arc;

use engine::{Seat, Table, Viewer};

use crate::{
    protocol::ToClient,
    question::Question,
    shown::{self, Gallery, Shown, Unwritten},
};

/// For whom a table is shown to somebody who holds the keys of the seats `held`: everything when the game is over, the
/// view of the seat that is asked if it is held, and else the one that was shown `last`.
pub fn viewer(table: &dyn Table, held: &[Seat], last: Option<Viewer>) -> Viewer {
    match table.to_act() {
        None => Viewer::Referee,
        Some(asked) if held.contains(&asked) => Viewer::Seat(asked),
        Some(_) => last.or(held.first().copied().map(Viewer::Seat)).unwrap_or(Viewer::Spectator),
    }
}

/// What is to be sent to a client.
#[derive(Clone, Debug)]
pub enum Due {
    /// It has the newest view.
    Nothing,
    /// This message.
    Change(Arc<str>),
    /// The message with this view: see [`Desk::whole`], which takes long.
    Whole(Arc<Shown>),
}

/// The place of one connection at the table: the seats it holds, and the view it has.
#[derive(Clone, Debug)]
pub struct Desk {
    held: Vec<Seat>,
    viewer: Option<Viewer>,
    /// The last view sent. The client has it, or will have it before anything that is sent later.
    had: Option<Arc<Shown>>,
}

impl Desk {
    /// For somebody who holds these seats.
    pub fn new(held: Vec<Seat>) -> Desk {
        Desk { held, viewer: None, had: None }
    }

    /// The seats it holds.
    pub fn held(&self) -> &[Seat] {
        &self.held
    }

    /// Makes the next view a whole one, and lets the last one go.
    pub fn forget(&mut self) {
        self.had = None;
    }

    /// What brings the client to the newest view, at the time `now` (see [`Gallery::shown`]).
    ///
    /// The next player at the same screen may not read what the previous one saw, so a difference is only made between
    /// views of one viewer: when the viewer changes the view is sent whole and the log starts again.
    ///
    /// # Errors
    /// If a view cannot be written: a defect of ours.
    pub fn next(&mut self, table: &dyn Table, gallery: &mut Gallery, now: u64) -> Result<Due, Unwritten> {
        let viewer = viewer(table, &self.held, self.viewer);
        let new = gallery.shown(table, viewer, now)?;
        let due = match &self.had {
            Some(had) if had.viewer() == viewer && had.version() == new.version() => Due::Nothing,
            Some(had) if had.viewer() == viewer => Due::Change(gallery.change(table, had, &new)?),
            _ => Due::Whole(Arc::clone(&new)),
        };
        (self.viewer, self.had) = (Some(viewer), Some(new));
        Ok(due)
    }

    /// The message with a whole view.
    ///
    /// # Errors
    /// If it cannot be written: a defect of ours.
    pub fn whole(&self, table: &dyn Table, shown: &Shown, players: &[String]) -> Result<String, Unwritten> {
        shown::text(&ToClient::View {
            number: shown.version(),
            view: Box::new(table.view(shown.viewer(), 0)),
            yours: self.held.clone(),
            players: players.to_vec(),
        })
    }

    /// For whom a question about `seat` is answered; nobody if it is not this connection's to ask.
    pub fn asks_for(&self, table: &dyn Table, seat: Seat, question: &Question) -> Option<Viewer> {
        let holds = self.held.contains(&seat);
        match table.to_act() {
            // What only its player knows may be a reason.
            _ if matches!(question, Question::WhyNot(..)) && !holds => None,
            None => Some(Viewer::Referee),
            Some(_) if holds => Some(Viewer::Seat(seat)),
            Some(_) if self.held.is_empty() => Some(Viewer::Spectator),
            Some(_) => None,
        }
    }
}
