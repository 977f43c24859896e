use std::{borrow::Cow, sync::Arc, time::Duration};

use engine::Board;

use crate::{Expiry, Limits, Network, TlsFiles};

/// What a server needs to be told.
#[derive(Clone)]
pub struct Config {
    /// Where games are kept, as an sqlx address: `sqlite:///home/me/opfire.db`. See [`crate::sqlite_url`].
    pub database: String,
    /// What to do with a damaged database: set it aside, begin a new one and take over the games that can be read.
    /// Without it the server does not start.
    pub set_damaged_aside: bool,
    /// `true` for a player's own machine: anybody who reaches the loopback address owns everything, all games are
    /// listed with all their keys, and anybody may watch without a key. `false` for a public server: the maker of a
    /// game gets the keys of his own seats and a link for each of the others, once, and the database keeps only their
    /// hashes.
    pub local: bool,
    /// How much visitors may use.
    pub limits: Limits,
    /// The proxies in front of this server, whose word counts on who asks.
    pub trusted_proxies: Vec<Network>,
    /// The names it answers to, as in `play.example`; any, if there are none.
    pub hosts: Vec<String>,
    /// When games that nobody plays are put away; never, if absent.
    pub expiry: Option<Expiry>,
    /// The web client's files.
    pub client: Client,
    /// The book's pages and pictures, by their address below `/book/`; nothing is its first page.
    pub book: Client,
    /// Draws the map.
    pub map: DrawMap,
    /// Draws one look of the map's key as SVG, if there is such a look.
    pub swatch: DrawSwatch,
    /// The symbol sheet, an SVG.
    pub symbols: Cow<'static, str>,
    /// How players who are not there hear of their turn.
    pub post: Post,
    /// The certificate to speak TLS with; plain HTTP, if absent.
    pub tls: Option<TlsFiles>,
    /// How long it still serves after it was asked to stop and says that it is not ready: for whoever sends it players
    /// to notice.
    pub drain: Duration,
}

/// How a server sends news. It has no `Debug`: there is a password in it.
#[derive(Clone, Default)]
pub struct Post {
    /// The server that takes mail, as in `smtps://name:password@mail.example`; without it no mail is sent.
    pub smtp: Option<String>,
    /// The address that mail comes from.
    pub mail_from: Option<String>,
    /// The address of this server, as in `https://play.example`, for links. Without it no news is sent.
    pub public_url: Option<String>,
    /// Whether webhooks may lead to this machine and to private networks.
    pub webhooks_inside: bool,
}

/// Gives the web client's file at a path without a leading slash (`assets/index-1a2b.js`), if there is one.
pub type Client = Arc<dyn Fn(&str) -> Option<ClientFile> + Send + Sync>;

/// Draws a map as SVG.
pub type DrawMap = Arc<dyn Fn(&Board) -> String + Send + Sync>;

/// Draws a look as SVG.
pub type DrawSwatch = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// A file of the web client.
#[derive(Clone, Debug)]
pub struct ClientFile {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type: `text/html`.
    pub mime: Cow<'static, str>,
}
