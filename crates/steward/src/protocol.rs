//! What goes over the wire, for the server and (generated) for the client.
//!
//! HTTP, all JSON unless said otherwise:
//!
//! | request | answer |
//! |---|---|
//! | `GET /api/games` | `Vec<GameInfo>` |
//! | `GET /api/tables` | `Vec<TableInfo>`: saved games, the newest first; empty on a public server |
//! | `POST /api/tables` `NewTable` | `TableInfo` with everything secret that its maker is told, once |
//! | `POST /api/tables/import` (text of a game file) | `TableInfo`: opens a recorded game as a new table |
//! | `GET /api/tables/{id}` | `TableInfo` (keys only on the owner's machine) |
//! | `DELETE /api/tables/{id}` | 204 when it is gone; 202 `TableInfo` when others have to agree, or when the host has given notice |
//! | `POST /api/tables/{id}/keep` | `TableInfo`: takes that back |
//! | `POST /api/tables/{id}/rematch` | `TableInfo`: one wants to play again; when all do, the next game begins |
//! | `DELETE /api/tables/{id}/rematch` | `TableInfo`: one does not |
//! | `POST /api/tables/{id}/claim` `Claim` | `Claimed`; 409 if somebody was quicker |
//! | `POST /api/tables/{id}/invitation` `NewInvitation` | `Invitation`: the host makes a new link; the old one is void |
//! | `DELETE /api/tables/{id}/invitation?place=` | 204: the host makes a link void |
//! | `GET /api/lobby` | `Lobby` |
//! | `POST /api/mine` `Mine` | `Vec<TableInfo>`: the games that these keys belong to |
//! | `GET /api/tables/{id}/notify` | `CallInfo`: how the player of this seat is told of his turn |
//! | `PUT /api/tables/{id}/notify` `CallWish` | `CallInfo` |
//! | `POST /api/address` `AddressAnswer` | `AddressInfo`: whether the owner of an e-mail address wants mail |
//! | `POST /api/account` `NewAccount` | 201 `AccountInfo` and a session; 409 if the name is taken |
//! | `GET /api/account` | `AccountInfo`; 401 for somebody who is not logged in |
//! | `PATCH /api/account` `ChangedAccount` | `AccountInfo` |
//! | `POST /api/session` `Login` | `AccountInfo` and a session, as a cookie; 401 |
//! | `DELETE /api/session` | 204: logged out |
//! | `GET /api/tables/{id}/board` | `Board` |
//! | `GET /api/tables/{id}/map.svg` | the drawn map, without counters |
//! | `GET /api/tables/{id}/view?seq=` | `View` of an earlier moment, for the replay slider |
//! | `GET /api/tables/{id}/file` | the game file: a live game with hidden information gives it only when it is over |
//! | `GET /api/tables/{id}/sheets` | `Vec<RecordSheet>`: the account of the game as it stands, to be printed |
//! | `GET /api/tables/{id}/luck` | `Vec<Fate>`: how the dice of a finished game compared with their odds; empty while it goes on |
//! | `POST /api/tables/{id}/branch` `NewBranch` | `TableInfo`: a new game from a moment of a finished one, or of one's own against bots |
//! | `GET /api/maps/{game}/{map}` | `MapSheet` |
//! | `GET /api/maps/{game}/{map}/map.svg` | the drawn map |
//! | `GET /api/maps/{game}/{map}/look?from=&to=` | `Look`; see below |
//! | `GET /api/maps/{game}/{map}/field?from=` | `Field`; see below |
//! | `GET /api/aids/{game}` | `Aid`: the attacks that can be asked about without a game, with their steps, and the dice |
//! | `POST /api/aids/{game}/odds` `AidAttack` | `AidOdds`: the exact odds, or the rule that forbids the attack |
//! | `POST /api/aids/{game}/resolve` `AidThrowing` | `AidResult`: how it came out, or which dice to throw next |
//! | `GET /api/rules/{game}` | `Vec<RuleEntry>` |
//! | `GET /api/sheets/{game}/{scenario}` | `Vec<RecordSheet>`: the same before a game |
//! | `GET /api/looks/{look}.svg` | one look of a map's key, as the map draws it |
//! | `GET /api/server` | `ServerInfo`: what a client may offer |
//! | `GET /api/symbols.svg` | the symbol sheet: `<symbol id="armour">` … |
//!
//! A look on a map takes its circumstances from the address: `smoke=1010=2` (hex and number of markers, as often as
//! needed; without a number one), `facing=ne`, `looker=` and `target=` (`infantry`, `gun`, `vehicle`), `weather=`,
//! `activated=1`. What the ruleset does not know it refuses with 400 and a sentence.
//!
//! An attack is described as on the command line, name by name:
//! `{"form":"pools","said":{"attack":"green:2","recruit":null}}`. What makes no sense is answered with 422 and a
//! sentence, what is no question at all with 400. Dice are sent in the order in which they fell, all from the
//! beginning, until no more are asked for; `"throw":true` lets the server throw those that are missing, from a seed
//! that it tells.
//!
//! A drawn map carries the numbers of its hexes; `map.svg?numbers=0` is without them, for a screen that writes them
//! itself.
//!
//! Keys of seats, of the host and of spectators are shown in a header, never in an address, which proxies write down:
//! `Opfire-Key: KEY[, KEY2]`. (An address with `?key=KEY[&key=KEY2]` still opens as much, for clients from before there
//! was the header. It is deprecated.)
//!
//! WebSocket `GET /api/tables/{id}/ws`: the client sends [`ToServer`], the server sends [`ToClient`]. A browser cannot
//! set headers here, so it offers subprotocols, `new WebSocket(address, ["opfire.v1", "opfire.key.KEY", …])`; the
//! server takes `opfire.v1` and repeats no key. A connection that holds the keys of several seats (hot-seat) gets the
//! view of whichever of them is asked. On every error the body is [`Failure`]. What is refused because it is too much
//! (429, 503, 507) has a header `Retry-After`, in seconds.
//!
//! A client gets its view whole once ([`ToClient::View`]) and from then on what changed ([`ToClient::Change`], an
//! [`Edit`]). A WebSocket is ordered and loses nothing, so what was sent last is what the client has when the next
//! message comes: it need not confirm. Both sides number the views all the same, and a client whose number is not the
//! `base` of a change asks for [`ToServer::Whole`]. A client that was slow gets one change from what it had to the
//! newest; those between it never hears of. A new connection starts with a whole view, and so does another viewer at
//! the same screen; where nothing happens for a while the server forgets what the client has and sends a whole view
//! when it goes on.
//!
//! At a table where people throw the dice (`NewTable::dice`), an action that needs some is *declared* and not done yet.
//! `View::dice` then says which dice come next, and nothing else can be done until somebody has sent them, throw by
//! throw ([`ToServer::Dice`]); the last ones do the action. A declared action survives a lost connection and the end of
//! the server.
//!
//! A message of 8 kB and more comes as a binary frame that holds the JSON text, packed with raw DEFLATE (RFC 1951).

use std::collections::BTreeMap;

use engine::{
    Board, ChosenSetting, Entry, Field, Forecast, Guide, Look, MapInfo, MapSetting, Openings, Overlay, Plan, Pointed,
    Refusal, ScenarioInfo, Seat, Settings, Threats, Throwing, View, WhyNot,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::difference::Edit;

/// A ruleset on the start page.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export)]
pub struct GameInfo {
    /// `divisions`.
    pub id: String,
    /// What people read.
    pub title: String,
    /// Two or three sentences.
    pub blurb: String,
    /// Its scenarios.
    #[schema(value_type = Vec<Object>)]
    pub scenarios: Vec<ScenarioInfo>,
    /// Its maps.
    #[schema(value_type = Vec<Object>)]
    pub maps: Vec<MapInfo>,
    /// The bots that can be seated.
    pub bots: Vec<BotInfo>,
    /// Its guided games, the first one for somebody who never played.
    #[schema(value_type = Vec<Object>)]
    pub guides: Vec<Guide>,
    /// Its attacks can be asked about without a game: their names.
    pub aid: Vec<String>,
}

/// A bot that can be seated.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export)]
pub struct BotInfo {
    /// `heuristic`.
    pub id: String,
    /// What people read.
    pub title: String,
}

/// A map without a game on it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export)]
pub struct MapSheet {
    /// What the list of maps says about it.
    #[schema(value_type = Object)]
    pub info: MapInfo,
    /// The map.
    #[schema(value_type = Object)]
    pub board: Board,
    /// The ways to lay it on the table.
    #[schema(value_type = Vec<Object>)]
    pub settings: Vec<MapSetting>,
    /// The circumstances that a look on it may name.
    pub accepts: Accepts,
}

/// The circumstances that a map's ruleset knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export)]
pub struct Accepts {
    /// Smoke in hexes.
    pub smoke: bool,
    /// Facings of a looker who sees only ahead.
    pub facing: Vec<String>,
    /// Kinds of looker.
    pub looker: Vec<String>,
    /// Kinds of target.
    pub target: Vec<String>,
    /// Kinds of weather.
    pub weather: Vec<String>,
    /// Whether the target has been activated.
    pub activated: bool,
}

/// An attack that is asked about without a game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct AidAttack {
    /// The kind of attack.
    pub form: String,
    /// What is said about it, by flag; `null` for a flag that has no value.
    #[serde(default)]
    #[ts(type = "{ [flag in string]?: string | null }")]
    pub said: BTreeMap<String, Option<String>>,
}

/// An attack with the dice that were thrown so far.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct AidThrowing {
    /// The attack.
    #[serde(flatten)]
    pub attack: AidAttack,
    /// What fell, from the first die on.
    #[serde(default)]
    pub faces: Vec<u16>,
    /// The server throws what is missing.
    #[serde(default)]
    pub throw: bool,
}

/// An answer about odds.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum AidOdds {
    /// The exact odds.
    Odds {
        /// What can happen.
        #[schema(value_type = Object)]
        forecast: Box<Forecast>,
    },
    /// The rules do not allow the attack.
    Refused {
        /// Why.
        #[schema(value_type = Object)]
        refusal: Refusal,
    },
}

/// An answer to dice.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum AidResult {
    /// It goes on, or it is decided.
    Thrown {
        /// How far it has come.
        #[schema(value_type = Object)]
        throwing: Throwing,
        /// The seed of the dice that the server threw.
        #[ts(type = "number | null")]
        seed: Option<u64>,
    },
    /// The rules do not allow the attack.
    Refused {
        /// Why.
        #[schema(value_type = Object)]
        refusal: Refusal,
    },
}

/// A wish for a new game.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct NewTable {
    /// The ruleset.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The settings chosen for it; a setting that is missing has the scenario's default.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub settings: Settings,
    /// Who sits where: `human` or a bot, in the order of the seats.
    pub players: Vec<String>,
    /// The seed of the dice as a decimal string; drawn by the server if absent. Only a maker who takes all seats
    /// himself may choose it.
    #[serde(default)]
    pub seed: Option<String>,
    /// A guided game: scenario, settings, players and seed are then those of the guide, and the program throws the
    /// dice.
    #[serde(default)]
    pub guide: Option<String>,
    /// Who throws the dice.
    #[serde(default)]
    pub dice: DiceFrom,
    /// The ids of the seats that the maker takes himself (`german`); absent for all seats of people. The others get a
    /// link each. On a player's own machine all seats are his.
    #[serde(default)]
    pub claim: Option<Vec<String>>,
    /// The maker's name, for the others: 40 characters at most.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether it is listed in the lobby while a seat is free, and anybody may sit down.
    #[serde(default)]
    pub open: bool,
    /// Whether anybody may look at it when it is over.
    #[serde(default)]
    pub public: bool,
    /// The time that players have; absent for as much as they like.
    #[serde(default)]
    pub clock: Option<ClockWish>,
    /// How quickly bots act.
    #[serde(default)]
    #[ts(as = "Option<Pace>", optional)]
    pub pace: Pace,
}

/// How quickly the bots of a game act.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Pace {
    /// So that people can watch, as the screens at the table wish. Where a person sits, they wait until somebody looks
    /// on.
    #[default]
    Screen,
    /// As quickly as they can, whoever looks on: for programs.
    None,
}

/// The time that every person has for a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct ClockWish {
    /// Seconds for the whole game.
    #[ts(type = "number")]
    pub seconds: i64,
    /// Seconds that are added whenever the turn is handed over.
    #[ts(type = "number")]
    pub increment: i64,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct ClockInfo {
    /// The milliseconds that each seat had left at that moment; `null` for a bot.
    #[ts(type = "Array<number | null>")]
    pub left: Vec<Option<i64>>,
    /// The seat whose clock runs.
    #[schema(value_type = Option<u8>)]
    pub running: Option<Seat>,
    /// The moment, in milliseconds since 1970 by the server's clock.
    #[ts(type = "number")]
    pub at: i64,
    /// The seconds that every person had for the whole game.
    #[ts(type = "number")]
    pub seconds: i64,
    /// The seconds that are added whenever the turn is handed over.
    #[ts(type = "number")]
    pub increment: i64,
}

/// Who throws the dice of a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum DiceFrom {
    /// The program, from the seed.
    #[default]
    Program,
    /// People, who type what fell. All of them have to accept it first.
    Typed,
}

/// A wish to play on from a moment of another game, with other dice.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct NewBranch {
    /// The moment: how many actions of the other game stand.
    pub seq: u32,
    /// Who sits where: `human` or a bot, in the order of the seats; absent if everybody stays.
    #[serde(default)]
    pub players: Option<Vec<String>>,
}

/// Where a game was branched off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct BranchInfo {
    /// The game it was branched from, if that is known and the visitor may have it.
    pub of: Option<String>,
    /// How many actions the two have in common.
    pub after: u32,
}

/// A saved game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct TableInfo {
    /// Names the game in addresses.
    pub id: String,
    /// The ruleset.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// What the scenario is called.
    pub title: String,
    /// The settings that differ from the usual ones.
    #[schema(value_type = Vec<Object>)]
    pub settings: Vec<ChosenSetting>,
    /// The guide that its player follows.
    pub guide: Option<String>,
    /// Who throws the dice.
    pub dice: DiceFrom,
    /// Set when it was branched from another game.
    pub branch: Option<BranchInfo>,
    /// Who sits where.
    pub seats: Vec<TableSeat>,
    /// How many actions have been done.
    pub seq: u32,
    /// When it was last played, seconds since 1970.
    #[ts(type = "number")]
    pub touched: i64,
    /// Whether it has ended.
    pub over: bool,
    /// One line on the state of the game: "Turn 3 of 8" or "German victory".
    pub standing: String,
    /// Set when the saved game could not be read and was set aside: why. Nothing was overwritten.
    pub broken: Option<String>,
    /// Set when it can be looked at but not continued: where its record and today's rules part ways.
    pub differs: Option<String>,
    /// What the server promised about the dice; absent where somebody chose the seed, or types the dice.
    pub fair: Option<FairDice>,
    /// Whether anybody may sit down in a free seat.
    pub open: bool,
    /// Whether anybody may look at it when it is over.
    pub public: bool,
    /// The host's key: only in the answer to its maker.
    pub host: Option<String>,
    /// The key of the spectators' link: only in the answer to its maker.
    pub watch: Option<String>,
    /// The seat that is to decide; absent when the game is over.
    #[schema(value_type = Option<u8>)]
    pub asked: Option<Seat>,
    /// Set when somebody wants to throw it away.
    pub doomed: Option<Doom>,
    /// Whether the visitor has shown the host's key.
    pub is_host: bool,
    /// The clocks, where there are any.
    pub clock: Option<ClockInfo>,
    /// The name that the host gave.
    pub hosted_by: Option<String>,
    /// The seats whose players want to play again, when it is over. When all do, the next game begins under the same
    /// id, with the sides changed.
    #[schema(value_type = Vec<u8>)]
    pub again: Vec<Seat>,
    /// The game that was played before at this table, for those who have a key. The same keys open it.
    pub past: Option<String>,
}

/// What the server promised about the dice of a game before anybody knew them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct FairDice {
    /// SHA-256, in hexadecimal digits, of the four lines `opfire dice`, the game's id, the seed in decimal digits and
    /// the salt, without a line feed at the end.
    pub hash: String,
    /// The id in it: that of the table, also when another game is played there now.
    pub table: String,
    /// The seed, when the game is over.
    pub seed: Option<String>,
    /// The salt, when the game is over.
    pub salt: Option<String>,
}

/// Who wants to throw a game away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Doom {
    /// The seats whose players agree. When all have, it is gone.
    #[schema(value_type = Vec<u8>)]
    pub agreed: Vec<Seat>,
    /// The moment at which the host's notice runs out and the game is gone, in seconds since 1970.
    #[ts(type = "number | null")]
    pub at: Option<i64>,
}

/// A seat at a saved game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct TableSeat {
    /// The seat's number.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// `german`.
    pub id: String,
    /// "Germany".
    pub name: String,
    /// `human` or a bot.
    pub player: String,
    /// The key that opens a human seat, if the visitor may have it.
    pub key: Option<String>,
    /// The secret of the link with which somebody takes this seat: only in the answer to the game's maker.
    pub invite: Option<String>,
    /// The name that its player gave.
    pub who: Option<String>,
    /// Whether a person has taken it. A bot's seat never is.
    pub claimed: bool,
    /// Whether the visitor has shown its key.
    pub yours: bool,
}

/// Somebody wants to sit down.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Claim {
    /// The seat's id: `german`.
    pub seat: String,
    /// The secret of its link; not needed at an open table.
    #[serde(default)]
    pub invite: Option<String>,
    /// A name for the others: 40 characters at most.
    #[serde(default)]
    pub name: Option<String>,
}

/// Somebody has sat down.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Claimed {
    /// The key of the seat. It is told this once.
    pub key: String,
    /// The table.
    pub info: TableInfo,
}

/// The host wants a new link.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct NewInvitation {
    /// A seat's id, or `watch` for the spectators' link.
    pub place: String,
}

/// A new link.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Invitation {
    /// Its secret: for a seat an invitation to claim it with, for spectators their key.
    pub invite: String,
}

/// What anybody may see: 50 of each, the newest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Lobby {
    /// Open tables with a free seat.
    pub open: Vec<TableInfo>,
    /// Games that are over and public.
    pub finished: Vec<TableInfo>,
}

/// Asks for one's own games: 200 at most.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Mine {
    /// The keys that the browser keeps.
    #[serde(default)]
    pub keys: Vec<KeyRing>,
}

/// The keys to one game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct KeyRing {
    /// The game.
    pub id: String,
    /// Keys of seats, of the host or of spectators. Those that open nothing are left out of account.
    pub keys: Vec<String>,
}

/// Somebody at a table, as its clients are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Sitting {
    /// The seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The name that its player gave.
    pub who: Option<String>,
    /// Whether a person has taken it.
    pub claimed: bool,
}

/// From the client.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum ToServer {
    /// Do these actions one after the other, as long as the same seat is asked and no dice fall in between.
    /// `seq` is the `View::seq` the player was looking at: if the game has gone on since, nothing is done.
    Act {
        /// The number of actions in the view the player saw.
        seq: u32,
        /// The seat that acts (a hot-seat client holds several).
        #[schema(value_type = u8)]
        seat: Seat,
        /// In notation.
        actions: Vec<String>,
    },
    /// Type the dice that `View::dice` asks for; whoever holds a seat may.
    Dice {
        /// The number of actions in the view the player saw.
        seq: u32,
        /// `DiceAsked::known` of that view: if somebody else was quicker nothing is done.
        known: u32,
        /// What fell; `null` lets the program throw this once.
        faces: Option<Vec<u16>>,
    },
    /// Accept, for all seats of this connection, that dice are typed.
    Accept,
    /// Take the last action back.
    Undo {
        /// The number of actions in the view the player saw.
        seq: u32,
        /// The seat that takes its action back.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Ask where these units could go; answered by [`ToClient::Plan`].
    Plan {
        /// Repeated in the answer.
        id: u32,
        /// The seat that asks.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The units: 60 at most.
        units: Vec<String>,
    },
    /// Ask what the enemy could do in its own turn to units that end theirs in a hex; answered by
    /// [`ToClient::Threats`].
    Threats {
        /// Repeated in the answer.
        id: u32,
        /// The seat that asks.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The units: 60 at most.
        units: Vec<String>,
        /// The hex; where they stand, if it is `null`.
        hex: Option<String>,
    },
    /// Ask what units could do to enemies now or after something else; answered by [`ToClient::Openings`].
    Openings {
        /// Repeated in the answer.
        id: u32,
        /// The seat that asks.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The units, 60 at most; all that could do something, if none is named.
        units: Vec<String>,
    },
    /// Ask for the shadings of the map; answered by [`ToClient::Overlays`].
    Overlays {
        /// Repeated in the answer.
        id: u32,
        /// The seat that asks.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Ask what one hex sees of another as things stand; answered by [`ToClient::Look`].
    Look {
        /// Repeated in the answer.
        id: u32,
        /// The seat that asks.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The observer's hex.
        from: String,
        /// The target's hex.
        to: String,
    },
    /// Ask for everything a hex sees as things stand; answered by [`ToClient::Field`].
    Field {
        /// Repeated in the answer.
        id: u32,
        /// The seat that asks.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The observer's hex.
        from: String,
    },
    /// Ask why something cannot be done; answered by [`ToClient::WhyNot`].
    WhyNot {
        /// Repeated in the answer.
        id: u32,
        /// The seat that asks.
        #[schema(value_type = u8)]
        seat: Seat,
        /// What the player points at.
        #[schema(value_type = crate::protocol::PointedAt)]
        pointed: Pointed,
    },
    /// Ask for the whole view; answered by [`ToClient::View`].
    Whole,
    /// How long bots wait between actions, in milliseconds: 0 to 5000.
    Pace {
        /// Milliseconds.
        milliseconds: u32,
    },
    /// Give up. The game is over, and everything is shown.
    Resign {
        /// The seat that gives up.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Say something to all at the table: 500 characters at most. Spectators only listen.
    Say {
        /// What.
        text: String,
    },
    /// No longer hear what is said from a place, or hear it again; answered by [`ToClient::Chat`] with all lines.
    Block {
        /// A seat's id, or `table`.
        place: String,
        /// Whether it is not to be heard.
        on: bool,
    },
    /// Show a line to the operator of the server; answered by [`ToClient::Reported`].
    Report {
        /// The number of the line.
        #[ts(type = "number")]
        number: i64,
        /// Why: 500 characters at most.
        why: String,
    },
}

impl ToServer {
    /// The number of a question that changes nothing.
    pub fn question(&self) -> Option<u32> {
        match self {
            ToServer::Plan { id, .. }
            | ToServer::Openings { id, .. }
            | ToServer::Threats { id, .. }
            | ToServer::Overlays { id, .. }
            | ToServer::Look { id, .. }
            | ToServer::Field { id, .. }
            | ToServer::WhyNot { id, .. } => Some(*id),
            ToServer::Act { .. }
            | ToServer::Dice { .. }
            | ToServer::Accept
            | ToServer::Undo { .. }
            | ToServer::Whole
            | ToServer::Pace { .. }
            | ToServer::Resign { .. }
            | ToServer::Say { .. }
            | ToServer::Block { .. }
            | ToServer::Report { .. } => None,
        }
    }

    /// What is asked for, as a refusal names it.
    pub fn name(&self) -> &str {
        match self {
            ToServer::Act { actions, .. } => actions.first().map_or("", String::as_str),
            ToServer::Dice { .. } => "dice",
            ToServer::Accept => "accept",
            ToServer::Undo { .. } => "undo",
            ToServer::Plan { .. } => "plan",
            ToServer::Openings { .. } => "openings",
            ToServer::Threats { .. } => "threats",
            ToServer::Overlays { .. } => "overlays",
            ToServer::Look { .. } => "look",
            ToServer::Field { .. } => "field",
            ToServer::WhyNot { .. } => "why-not",
            ToServer::Whole => "whole",
            ToServer::Pace { .. } => "pace",
            ToServer::Resign { .. } => "resign",
            ToServer::Say { .. } => "say",
            ToServer::Block { .. } => "block",
            ToServer::Report { .. } => "report",
        }
    }
}

/// To the client.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum ToClient {
    /// The whole view with the whole log. Sent first, when the viewer changes (hot-seat), when the game is over, to a
    /// client that acted on an old view, after half a minute without news, and on [`ToServer::Whole`].
    View {
        /// The number of this view.
        #[ts(type = "number")]
        number: u64,
        /// The view.
        #[schema(value_type = Object)]
        view: Box<View>,
        /// The seats this connection may act for.
        #[schema(value_type = Vec<u8>)]
        yours: Vec<Seat>,
        /// `human` or a bot, by seat: for "the bot is thinking".
        players: Vec<String>,
    },
    /// What changed since the last view that was sent.
    Change {
        /// The number of the new view.
        #[ts(type = "number")]
        number: u64,
        /// The number of the view it is made from. If you have another, ask for [`ToServer::Whole`].
        #[ts(type = "number")]
        base: u64,
        /// How the view changed, its log left alone: an [`Edit`].
        #[ts(as = "Edit")]
        #[schema(value_type = serde_json::Value)]
        edit: Box<RawValue>,
        /// Drop what you have of the log from this entry on (an undo took it back) …
        log_from: u32,
        /// … and add these.
        #[schema(value_type = Vec<Object>)]
        log: Vec<Entry>,
    },
    /// An action was not done. Nothing has changed.
    Refused {
        /// What was asked for.
        action: String,
        /// Why, for the player.
        text: String,
        /// The rule, where one forbids it.
        #[schema(value_type = Option<Object>)]
        refusal: Option<Refusal>,
    },
    /// A question is not answered: whoever asks has had his share of work for now. Until then nothing more is heard of
    /// him over this connection.
    Later {
        /// From the question.
        id: u32,
        /// After how many seconds it can be asked again.
        #[ts(type = "number")]
        seconds: u64,
        /// The same for the player.
        text: String,
    },
    /// Who has accepted that dice are typed. Sent after the first view at a table with typed dice, and whenever
    /// somebody has.
    Terms {
        /// The seats that have.
        #[schema(value_type = Vec<u8>)]
        accepted: Vec<Seat>,
        /// The seats that have not. Nobody can act as long as there are any.
        #[schema(value_type = Vec<u8>)]
        waiting: Vec<Seat>,
    },
    /// Something everybody at the table is to know, until another one comes: a move of the bot could not be saved.
    Notice {
        /// The news; `null` when it no longer holds.
        text: Option<String>,
    },
    /// An answer to [`ToServer::Plan`]; `null` if these units cannot move now.
    Plan {
        /// From the question.
        id: u32,
        /// Where they could go.
        #[schema(value_type = Option<Object>)]
        plan: Option<Box<Plan>>,
    },
    /// An answer to [`ToServer::Threats`]; `null` if these units cannot stand there.
    Threats {
        /// From the question.
        id: u32,
        /// What could be done to them.
        #[schema(value_type = Option<Object>)]
        threats: Option<Box<Threats>>,
    },
    /// An answer to [`ToServer::Openings`].
    Openings {
        /// From the question.
        id: u32,
        /// What could be done; nothing while somebody else is asked.
        #[schema(value_type = Object)]
        openings: Box<Openings>,
    },
    /// An answer to [`ToServer::WhyNot`].
    WhyNot {
        /// From the question.
        id: u32,
        /// The deeds that the player may mean, each with the reason why it cannot be done.
        #[schema(value_type = Vec<Object>)]
        answers: Vec<WhyNot>,
    },
    /// An answer to [`ToServer::Overlays`].
    Overlays {
        /// From the question.
        id: u32,
        /// The shadings.
        #[schema(value_type = Vec<Object>)]
        overlays: Vec<Overlay>,
    },
    /// An answer to [`ToServer::Look`]: the look, or why there is none.
    Look {
        /// From the question.
        id: u32,
        /// The look.
        #[schema(value_type = Option<Object>)]
        look: Option<Box<Look>>,
        /// Why there is no answer.
        error: Option<String>,
    },
    /// An answer to [`ToServer::Field`]: the field, or why there is none.
    Field {
        /// From the question.
        id: u32,
        /// What is seen.
        #[schema(value_type = Option<Object>)]
        field: Option<Box<Field>>,
        /// Why there is no answer.
        error: Option<String>,
    },
    /// Somebody has sat down, was sent away, or wants to throw the game away. The first state is that of [`TableInfo`].
    Seats {
        /// The seats of people.
        seats: Vec<Sitting>,
        /// Set when somebody wants to throw it away.
        doomed: Option<Doom>,
        /// The seats whose players want to play again.
        #[schema(value_type = Vec<u8>)]
        again: Vec<Seat>,
    },
    /// All want to play again: the next game begins at this table, and then the server hangs up. Connect again, with
    /// the same keys.
    NextGame,
    /// The clocks, where there are any: after the first view, and whenever they change.
    Clock {
        /// The milliseconds that each seat had left at that moment; `null` for a bot.
        #[ts(type = "Array<number | null>")]
        left: Vec<Option<i64>>,
        /// The seat whose clock runs.
        #[schema(value_type = Option<u8>)]
        running: Option<Seat>,
        /// The moment, in milliseconds since 1970 by the server's clock.
        #[ts(type = "number")]
        at: i64,
    },
    /// What was said: the last lines after the first view, if there are any, and then what comes. Lines from places
    /// that are blocked are left out.
    Chat {
        /// The lines, in order.
        lines: Vec<ChatLine>,
        /// Whether these are all there are, and not what was said since.
        all: bool,
        /// The places that this client does not hear.
        blocked: Vec<String>,
    },
    /// The operator will see the line.
    Reported {
        /// Its number.
        #[ts(type = "number")]
        number: i64,
    },
}

/// Something that was said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct ChatLine {
    /// Counted from 1.
    #[ts(type = "number")]
    pub number: i64,
    /// The seat's id it was said from; `table` for the host and the server.
    pub place: String,
    /// The name of the speaker.
    pub name: String,
    /// When, in seconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What.
    pub text: String,
}

/// A wish for an account.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct NewAccount {
    /// 2 to 40 letters and digits. Large and small letters are the same.
    pub name: String,
    /// 8 to 200 characters.
    pub password: String,
    /// For news of one's turn.
    #[serde(default)]
    pub email: Option<String>,
}

/// Somebody logs in.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Login {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// Somebody changes his account. What is absent stays as it is.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct ChangedAccount {
    /// The password so far: needed for a new one.
    #[serde(default)]
    pub password: Option<String>,
    /// A new password. Other devices are logged out.
    #[serde(default)]
    pub new_password: Option<String>,
    /// Another e-mail address; none, if it is empty.
    #[serde(default)]
    pub email: Option<String>,
}

/// The account that the visitor is logged in to.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct AccountInfo {
    /// Its name as its owner wrote it.
    pub name: String,
    /// Its e-mail address.
    pub email: Option<String>,
    /// Whether the owner of that address has said that he wants mail; nothing as long as he has not answered.
    pub wanted: Option<bool>,
}

/// How a player wants to be told that it is his turn when he is not there; by nothing that is absent.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct CallWish {
    /// By mail to this address.
    #[serde(default)]
    pub email: Option<String>,
    /// By JSON that is posted to this address.
    #[serde(default)]
    pub webhook: Option<String>,
}

/// How a player is told that it is his turn.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct CallInfo {
    /// By mail to this address.
    pub email: Option<String>,
    /// By JSON that is posted to this address.
    pub webhook: Option<String>,
    /// Whether this server sends mail.
    pub offers_email: bool,
    /// Whether this server calls webhooks.
    pub offers_webhook: bool,
    /// Whether the owner of the e-mail address wants such mail; nothing as long as he has not answered. Nothing is sent
    /// before he has said yes.
    pub wanted: Option<bool>,
}

/// What the owner of an e-mail address says to the question that was sent to it.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct AddressAnswer {
    /// The word in the link that was sent.
    pub token: String,
    /// Whether he wants mail.
    pub wanted: bool,
}

/// What is known of an e-mail address.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct AddressInfo {
    /// The address.
    pub email: String,
    /// Whether its owner wants mail.
    pub wanted: bool,
}

/// Why a request failed.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct Failure {
    /// What went wrong, for people.
    pub error: String,
}

/// What kind of server this is, and so what a client may offer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export)]
pub struct ServerInfo {
    /// Whether it is a player's own machine, where all seats are his.
    pub local: bool,
    /// Whether players can make an account.
    pub accounts: bool,
    /// Whether players are told of their turn by e-mail.
    pub mail: bool,
    /// Whether players are told of their turn by a webhook.
    pub webhooks: bool,
}

/// What a player points at, as it is described to programs.
#[derive(ToSchema)]
#[schema(as = Pointed)]
#[allow(dead_code, reason = "only its description is used; the type is the engine's")]
pub struct PointedAt {
    /// A unit of his own that is to do something.
    unit: Option<String>,
    /// The unit that it is to be done to.
    target: Option<String>,
    /// The hex that it is to be done in, or where it is to go.
    hex: Option<String>,
}
