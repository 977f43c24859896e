use engine::{ActError, Refusal, Seat, Table};

use crate::protocol::ToClient;

/// Why something was not done.
#[derive(Clone, Debug)]
pub struct NotDone {
    /// What was asked for.
    pub action: String,
    /// Why, for the player.
    pub text: String,
    /// The rule, where one forbids it.
    pub refusal: Option<Refusal>,
    /// Whether the player was looking at an old view.
    pub stale: bool,
}

impl NotDone {
    /// For a reason that is no rule.
    pub fn new(action: &str, text: impl Into<String>) -> NotDone {
        NotDone { action: action.to_owned(), text: text.into(), refusal: None, stale: false }
    }

    /// Because the player looked at an old view: he needs the newest one.
    pub fn stale(action: &str, text: impl Into<String>) -> NotDone {
        NotDone { stale: true, ..NotDone::new(action, text) }
    }

    /// Because the game says no.
    pub fn refused(action: &str, error: ActError) -> NotDone {
        let text = error.to_string();
        let refusal = if let ActError::Refused(refusal) = error { Some(refusal) } else { None };
        NotDone { refusal, ..NotDone::new(action, text) }
    }

    /// What the client is told.
    pub fn message(self) -> ToClient {
        let NotDone { action, text, refusal, .. } = self;
        ToClient::Refused { action, text, refusal }
    }
}

/// Does `actions` one after the other as long as `seat` is asked about the same matter and could still take them back:
/// all that were done, each as `note` writes it down when it is, and why the next one was not. If one of them is
/// refused none of them is done. `blind` is the seed of throws that nobody may see.
pub fn carry_out<T>(
    table: &mut dyn Table,
    seat: Seat,
    actions: &[String],
    blind: u64,
    mut note: impl FnMut(&dyn Table) -> T,
) -> (Vec<T>, Option<NotDone>) {
    let mut done = Vec::new();
    let matter = table.matter();
    for action in actions {
        match table.declare(seat, action, blind) {
            // Its dice are asked for: the rest was planned without them.
            Ok(None) => break,
            Ok(Some(_)) => done.push(note(table)),
            Err(error) => {
                take_back(table, seat, &mut done);
                return (done, Some(NotDone::refused(action, error)));
            }
        }
        // Dice and what was seen have told the player something new, and so has a question: the rest was planned
        // without it.
        if !table.is_asked(seat) || table.is_news() || table.matter() != matter {
            break;
        }
    }
    (done, None)
}

/// A list of actions is done as a whole or not at all: every action done so far could be taken back.
fn take_back<T>(table: &mut dyn Table, seat: Seat, done: &mut Vec<T>) {
    while !done.is_empty() && table.undo(seat).is_ok() {
        done.pop();
    }
}
