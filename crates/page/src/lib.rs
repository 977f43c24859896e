//! opfire in a page: a table without a server, for a worker in a browser.
//!
//! A [`Page`] is asked the same questions as a server (the requests and the messages of [`steward::protocol`]) and gives
//! the same answers, so one client serves both. It knows no clock, no chance and no disk: whoever calls brings a
//! [`Moment`] to each call, and afterwards takes out what is to be sent ([`Page::letter`]), what is to be kept
//! ([`Page::write`]) and which bot is asked ([`Page::bot`]). In a browser `Door` is the same for JavaScript.
//!
//! What a page without a server has not: accounts, invitations, a lobby, chat, clocks.
//!
//! * `page`: the tables and the connections to them;
//! * `room`: one game, as it is played;
//! * `record`: what is kept of a game;
//! * `requests`: what is asked by address, and `making`: how games begin;
//! * `shelves`: the rulesets, each read when it is first needed;
//! * `door`: the way in for JavaScript.

mod address;
#[cfg(target_family = "wasm")]
mod door;
mod failed;
mod making;
mod page;
mod record;
mod requests;
mod room;
mod shelves;

#[cfg(target_family = "wasm")]
pub use door::{Door, Letter, Reply, Turn};
pub use page::{Moment, Page};
pub use record::{Brought, Kept, Row, Wanted, Write};
pub use requests::{Answer, Request};
