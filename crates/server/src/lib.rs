//! HTTP, WebSocket, storage and seats. Knows no rules: it only calls `engine`.
//!
//! One noun per file:
//!
//! * [`protocol`]: what goes over the wire;
//! * [`Config`], [`Server`], [`serve`], [`bind`]: what a program calls;
//! * [`difference`]: what changed from one view to the next;
//! * `routes`, `maps`, `socket`, `pack`, `files`, `origin`: requests;
//! * `tables`, `live`, `bot`, `desk`, `shown`: games in memory, loaded when somebody asks for them;
//! * `storage`: games on disk. An action is announced only after its row is there.
//!
//! What holds: the memory never runs ahead of the disk, and only a [`engine::View`] made for the viewer leaves.

mod bind;
mod bot;
mod config;
mod desk;
pub mod difference;
mod failure;
mod files;
mod headers;
mod keys;
mod live;
mod maps;
mod origin;
mod pack;
pub mod protocol;
mod query;
mod routes;
mod serve;
mod shown;
mod socket;
mod storage;
mod tables;

pub use bind::bind;
pub use config::{Client, ClientFile, Config, DrawMap, DrawSwatch};
pub use failure::RequestError;
pub use serve::{ServeError, Server, serve};
pub use storage::{SetAside, StorageError, sqlite_url};
