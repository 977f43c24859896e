//! What a table needs besides its rules: what goes between it and those who sit at it.
//!
//! A server has it behind its sockets, a page without a server in the same room as the board.
//!
//! * [`protocol`]: what is said, and in which order;
//! * [`Desk`], [`Gallery`], [`difference`]: what each viewer is shown, and what has changed since;
//! * [`Question`]: what can be asked about a game without changing it;
//! * [`carry_out`], [`NotDone`], [`Terms`]: actions, and why one was not done;
//! * [`Tempo`], [`bot_asked`], [`bot_decides`]: when bots act, and what they do;
//! * [`Parting`]: who may play on from a moment of a game.
//!
//! What holds: nothing here knows a socket, a file, a clock or chance. Whoever calls says what time it is and brings
//! the seeds.

mod acting;
mod bots;
mod branch;
mod desk;
pub mod difference;
pub mod protocol;
mod question;
mod shown;
mod tempo;
mod terms;

pub use acting::{NotDone, carry_out};
pub use bots::{bot_asked, bot_decides};
pub use branch::{NoBranch, Parting};
pub use desk::{Desk, Due, viewer};
pub use question::{Asked, Question};
pub use shown::{Gallery, Shown, Unwritten, text};
pub use tempo::{Tempo, Unseen};
pub use terms::Terms;
