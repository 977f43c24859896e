//! HTTP, WebSocket, storage and seats. Knows no rules: it only calls `engine`.
//!
//! One noun per file:
//!
//! * [`protocol`]: what goes over the wire;
//! * [`Config`], [`Server`], [`serve`], [`bind`]: what a program calls;
//! * `accept`, `tls`, `patient`, `proxy`: connections, and who is at the other end;
//! * [`Limits`], `warden`, `gate`, `visitors`: how much they may use;
//! * `accounts`, `chat`, `clock`, `notify`, `ledger`: people: who they are, what they say, how long they think, and how they hear of their turn;
//! * [`difference`]: what changed from one view to the next;
//! * `routes`, `extract`, `maps`, `aids`, `socket`, `pack`, `files`, `origin`: requests;
//! * `keys`, `secrets`, `places`, `hashing`: who sits where, and what a key opens;
//! * `making`, `claim`, `deleting`, `lobby`: what maker, players and host of a game may do about it;
//! * `tables`, `live`, `bot`, `desk`, `shown`: games in memory, loaded when somebody asks for them;
//! * `storage`: games on disk. An action is announced only after its row is there;
//! * `access`, `health`, `meters`: what an operator sees;
//! * [`Expiry`]: games that nobody plays any more.
//!
//! What holds: the memory never runs ahead of the disk, and only a [`engine::View`] made for the viewer leaves.

mod accept;
mod access;
mod accounts;
mod aids;
mod archive;
mod asked;
mod bind;
mod bot;
mod branch;
mod chat;
mod claim;
mod clock;
mod config;
mod deleting;
mod desk;
pub mod difference;
mod extract;
mod failure;
mod files;
mod gate;
mod hashing;
mod headers;
mod health;
mod keys;
mod ledger;
mod limits;
mod live;
mod lobby;
mod making;
mod maps;
mod meters;
mod notify;
mod openapi;
mod origin;
mod pack;
mod patient;
mod places;
pub mod protocol;
mod proxy;
mod routes;
mod secrets;
mod serve;
mod server_info;
mod shown;
mod socket;
mod storage;
mod tables;
mod terms;
mod tls;
mod visitors;
mod warden;

pub use archive::Expiry;
pub use bind::bind;
pub use config::{Client, ClientFile, Config, DrawMap, DrawSwatch, Post};
pub use failure::RequestError;
pub use limits::{LimitError, Limits, time};
pub use proxy::{Network, NetworkError};
pub use serve::{ServeError, Server, serve};
pub use storage::{
    Backup, Complaint, Differing, OperateError, SetAside, StorageError, Survey, Unsaved, backup, ban, delete, export,
    import, reports, settle, sqlite_url, survey, without_password,
};
pub use tls::{TlsError, TlsFiles};
