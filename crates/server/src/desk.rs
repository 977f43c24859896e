use engine::{Seat, Table, View, Viewer};

/// For whom a table is shown to somebody who holds the keys of the seats `held`: everything when the game is over, the
/// view of the seat that is asked if it is held, and else the one that was shown `last`.
pub(crate) fn viewer(table: &dyn Table, held: &[Seat], last: Option<Viewer>) -> Viewer {
    match table.to_act() {
        None => Viewer::Referee,
        Some(asked) if held.contains(&asked) => Viewer::Seat(asked),
        Some(_) => last.or(held.first().copied().map(Viewer::Seat)).unwrap_or(Viewer::Spectator),
    }
}

/// What lies before one connection: whose seats it holds, and how much of the log it has had.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    held: Vec<Seat>,
    viewer: Option<Viewer>,
    /// Log entries sent.
    had: u32,
    /// Undos heard of.
    cuts: usize,
}

impl Desk {
    pub(crate) fn new(held: Vec<Seat>) -> Desk {
        Desk { held, viewer: None, had: 0, cuts: 0 }
    }

    pub(crate) fn held(&self) -> &[Seat] {
        &self.held
    }

    /// The next view. `cuts` holds the length of the log after every undo there has been.
    ///
    /// Somebody else at the same screen may not read what the log told the one before, so the log starts again
    /// when the viewer changes.
    pub(crate) fn view(&mut self, table: &dyn Table, cuts: &[u32]) -> View {
        let viewer = viewer(table, &self.held, self.viewer);
        let from = if self.viewer == Some(viewer) { self.valid(cuts) } else { 0 };
        let view = table.view(viewer, from);
        self.viewer = Some(viewer);
        self.cuts = cuts.len();
        self.had = view.log_from + u32::try_from(view.log.len()).unwrap_or(u32::MAX);
        view
    }

    /// How many of the entries sent still stand.
    fn valid(&self, cuts: &[u32]) -> u32 {
        cuts[self.cuts.min(cuts.len())..].iter().copied().fold(self.had, u32::min)
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
