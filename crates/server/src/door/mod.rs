//! Connections, requests and WebSockets: what comes in, who may ask for it, and what goes out.
//!
//! May not know how a game is kept: no SQL, no file of games. It asks a table and carries the answer.

pub(crate) mod accept;
pub(crate) mod access;
pub(crate) mod aids;
pub(crate) mod asked;
pub(crate) mod bind;
pub(crate) mod book;
pub(crate) mod extract;
pub(crate) mod files;
pub(crate) mod headers;
pub(crate) mod kept;
pub(crate) mod limits;
pub(crate) mod maps;
pub(crate) mod openapi;
pub(crate) mod origin;
pub(crate) mod patient;
pub(crate) mod proxy;
pub(crate) mod routes;
pub(crate) mod server_info;
pub(crate) mod socket;
pub(crate) mod tls;
