//! HTTP, WebSocket, storage and seats. Knows no rules: it only calls `engine`.
//!
//! One folder per concern, one noun per file:
//!
//! * `steward`, a crate of its own: what goes over the wire ([`protocol`]), what each viewer is shown, what changed;
//! * [`Config`], [`Server`], [`serve`], [`bind`]: what a program calls;
//! * `table`: games in memory, and who changes them;
//! * `door`: connections, requests and WebSockets, and how much a visitor may use;
//! * `people`: who they are, where they sit, what they say, how long they think, and how they hear of their turn;
//! * `storage`: games on disk. An action is announced only after its row is there;
//! * `operator`: what the one sees who runs the server.
//!
//! The first lines of each folder say what it may not know; `crates/opfire/tests/it/layers.rs` reads its sources.
//!
//! What holds: the memory never runs ahead of the disk, and only a [`engine::View`] made for the viewer leaves.

pub mod club;
mod config;
mod door;
mod failure;
mod moment;
mod operator;
mod people;
mod serve;
mod storage;
mod table;

pub use config::{Client, ClientFile, Config, DrawMap, DrawSwatch, Post};
pub use door::{
    bind::bind,
    limits::{LimitError, Limits, time},
    proxy::{Network, NetworkError},
    tls::{TlsError, TlsFiles},
};
pub use failure::RequestError;
pub use serve::{ServeError, Server, serve};
pub use steward::protocol;
pub use storage::{
    Backup, Complaint, Differing, OperateError, SetAside, StorageError, Survey, Unsaved, archive::Expiry, backup, ban,
    delete, export, import, reports, settle, sqlite_url, survey, without_password,
};
