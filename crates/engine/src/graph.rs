/// What leads to what in a scenario that is read: for its designer, not for a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// What it shows.
    pub title: String,
    /// The parts of the story, from first to last.
    pub lanes: Vec<String>,
    /// The boxes.
    pub boxes: Vec<GraphBox>,
    /// The arrows between them.
    pub arrows: Vec<GraphArrow>,
}

/// A box of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphBox {
    /// The part of the story it first belongs to.
    pub lane: usize,
    /// What it is.
    pub kind: BoxKind,
    /// The line in bold: "034".
    pub title: String,
    /// The lines below it.
    pub lines: Vec<String>,
}

/// What a box of a graph is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// The head of a lane.
    Lane,
    /// What leads into the story from outside: a marker, a throw, the beginning.
    Source,
    /// A page.
    Page,
    /// What a page brings about: somebody appears, a marker is laid.
    Effect,
    /// An end of the story.
    End,
}

/// An arrow of a graph.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphArrow {
    /// The box it comes from.
    pub from: usize,
    /// The box it goes to.
    pub to: usize,
    /// What it means.
    pub kind: ArrowKind,
}

/// What an arrow of a graph means.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrowKind {
    /// It leads there.
    Leads,
    /// It begins another part of the story.
    Begins,
    /// It is asked for there: without it, or with it, things go otherwise.
    Asks,
}
