use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use engine::{Seat, Table, Viewer};

use crate::{
    RequestError,
    protocol::ToClient,
    shown::{self, Gallery, Shown},
};

/// For whom a table is shown to somebody who holds the keys of the seats `held`: everything when the game is over, the
/// view of the seat that is asked if it is held, and else the one that was shown `last`.
pub(crate) fn viewer(table: &dyn Table, held: &[Seat], last: Option<Viewer>) -> Viewer {
    match table.to_act() {
        None => Viewer::Referee,
        Some(asked) if held.contains(&asked) => Viewer::Seat(asked),
        Some(_) => last.or(held.first().copied().map(Viewer::Seat)).unwrap_or(Viewer::Spectator),
    }
}

/// The place of one connection at the table: the seats it holds, and the view it has.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    held: Vec<Seat>,
    viewer: Option<Viewer>,
    /// The last view sent. The client has it, or will have it before anything that is sent later.
    had: Option<Arc<Shown>>,
}

impl Desk {
    pub(crate) fn new(held: Vec<Seat>) -> Desk {
        Desk { held, viewer: None, had: None }
    }

    pub(crate) fn held(&self) -> &[Seat] {
        &self.held
    }

    /// Makes the next view a whole one, and lets the last one go.
    pub(crate) fn forget(&mut self) {
        self.had = None;
    }

    /// What brings the client to the newest view; nothing if it has it.
    ///
    /// The next player at the same screen may not read what the previous one saw, so a difference is only made between views
    /// of one viewer: when the viewer changes the view is sent whole and the log starts again.
    pub(crate) fn next(
        &mut self,
        table: &dyn Table,
        gallery: &mut Gallery,
        players: &[String],
    ) -> Result<Option<Utf8Bytes>, RequestError> {
        let viewer = viewer(table, &self.held, self.viewer);
        let new = gallery.shown(table, viewer)?;
        let message = match &self.had {
            Some(had) if had.viewer() == viewer && had.version() == new.version() => None,
            Some(had) if had.viewer() == viewer => Some(gallery.change(table, had, &new)?),
            _ => Some(shown::text(&ToClient::View {
                number: new.version(),
                view: Box::new(table.view(viewer, 0)),
                yours: self.held.clone(),
                players: players.to_vec(),
            })?),
        };
        (self.viewer, self.had) = (Some(viewer), Some(new));
        Ok(message)
    }

    /// For whom a question about `seat` is answered; nobody if it is not this connection's to ask.
    pub(crate) fn asks_for(&self, table: &dyn Table, seat: Seat) -> Option<Viewer> {
        match table.to_act() {
            None => Some(Viewer::Referee),
            Some(_) if self.held.contains(&seat) => Some(Viewer::Seat(seat)),
            Some(_) if self.held.is_empty() => Some(Viewer::Spectator),
            Some(_) => None,
        }
    }
}
