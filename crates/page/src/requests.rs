//! What is asked by address: the requests of a server, as far as they make sense without one.

use engine::{Aid, Attacks, Fate, Ground, map_of};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::sync::Arc;
use steward::{
    SightQuestion, earlier_view,
    protocol::{AidOdds, AidResult, AidThrowing, Failure, GameInfo, Lobby, MapSheet, ServerInfo, TableInfo},
    without_numbers,
};

use crate::{Moment, Page, address::Address, failed::Failed};

const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";
const NEEDS_A_SERVER: &str = "this needs a server: opfire runs in your browser alone here";
const SECRETS: &str = "the file of a game holds its secrets and its dice: you can have it when the game is over, or before \
                       if you ask for them";

/// A question.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// `GET`, `POST` …
    pub method: String,
    /// `/api/games`.
    pub address: String,
    /// The keys that are shown with it.
    #[serde(default)]
    pub keys: Vec<String>,
    /// What is sent with it.
    #[serde(default)]
    pub body: String,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// As over HTTP.
    pub status: u16,
    /// What it is.
    pub mime: &'static str,
    /// The answer.
    pub body: String,
}

type Answered = Result<Answer, Failed>;

impl Page {
    /// Answers a question. What [`Page::wants`] for it has been brought.
    pub fn answer(&mut self, request: &Request, moment: Moment) -> Answer {
        self.answered(request, moment).unwrap_or_else(|failed| {
            let failure = Failure { error: failed.error };
            let body = serde_json::to_string(&failure).unwrap_or_default();
            Answer { status: failed.status, mime: JSON, body }
        })
    }

    fn answered(&mut self, request: &Request, moment: Moment) -> Answered {
        let address = Address::read(&request.address);
        let parts: Vec<&str> = address.parts.iter().map(String::as_str).collect();
        match (request.method.as_str(), parts.as_slice()) {
            ("POST", ["tables"]) => json(&self.create(&read(&request.body, "a request for a new game")?, moment)?),
            ("POST", ["tables", "import"]) => json(&self.import(&request.body, moment)?),
            ("POST", ["tables", id, "branch"]) => {
                let wish = read(&request.body, "a request for a branch")?;
                json(&self.branch(id, &request.keys, &wish, moment)?)
            }
            ("DELETE", ["tables", id]) => {
                self.throw_away(id)?;
                Ok(Answer { status: 204, mime: JSON, body: String::new() })
            }
            ("GET", ["tables", rest @ ..]) => self.about_tables(rest, &address, &request.keys),
            ("POST", ["aids", game, what]) => self.about_attacks(game, what, &request.body, moment),
            ("GET", rest) => self.about_games(rest, &address),
            _ => Err(Failed::unprocessable(NEEDS_A_SERVER)),
        }
    }

    /// What is the same for everybody.
    fn about_games(&self, parts: &[&str], address: &Address) -> Answered {
        match parts {
            ["games"] => {
                let all: Result<Vec<GameInfo>, Failed> =
                    self.shelves.games().map(|game| Ok(GameInfo::of(self.shelves.ruleset(game)?))).collect();
                json(&all?)
            }
            ["server"] => json(&ServerInfo { local: true, accounts: false, mail: false, webhooks: false }),
            ["lobby"] => json(&Lobby::default()),
            ["rules", game] => json(&self.shelves.ruleset(game)?.rules()),
            ["sheets", game, scenario] => json(&self.shelves.ruleset(game)?.blank_sheets(scenario)?),
            ["aids", game] => json(&Aid::of(self.attacks(game)?)),
            ["symbols.svg"] => Ok(svg(render::SYMBOLS.to_owned())),
            ["looks", file] => {
                let look = file.strip_suffix(".svg").filter(|look| render::looks().any(|known| known == *look));
                look.map(|look| svg(render::swatch_svg(look))).ok_or_else(|| nothing_at(parts))
            }
            ["maps", game, map] => json(&MapSheet::of(self.ground(game, map)?.as_ref())),
            ["maps", game, map, "map.svg"] => Ok(picture(&self.ground(game, map)?.board(), address)),
            ["maps", game, map, "look"] => {
                let asked = SightQuestion::parse(address.pairs.iter().cloned())?;
                json(&asked.look(self.ground(game, map)?.as_ref())?)
            }
            ["maps", game, map, "field"] => {
                let asked = SightQuestion::parse(address.pairs.iter().cloned())?;
                json(&asked.field(self.ground(game, map)?.as_ref())?)
            }
            _ => Err(nothing_at(parts)),
        }
    }

    fn attacks(&self, game: &str) -> Result<&dyn Attacks, Failed> {
        let none = || Failed::missing(format!("{game} has no attacks that can be asked about"));
        self.shelves.ruleset(game)?.attacks().ok_or_else(none)
    }

    fn ground(&self, game: &str, map: &str) -> Result<Arc<dyn Ground>, Failed> {
        Ok(map_of(self.shelves.ruleset(game)?, map)?)
    }

    fn about_attacks(&self, game: &str, what: &str, body: &str, moment: Moment) -> Answered {
        let question = "a question about an attack";
        match what {
            "odds" => json(&AidOdds::of(self.attacks(game)?, &read(body, question)?)?),
            "resolve" => {
                let thrown: AidThrowing = read(body, question)?;
                // A number that JavaScript can hold, so that it can be shown and sent back.
                let seed = thrown.throw.then(|| moment.drawn(0) >> 11);
                json(&AidResult::of(self.attacks(game)?, &thrown, seed)?)
            }
            _ => Err(nothing_at(&["aids", game, what])),
        }
    }

    /// What is asked about the games of this browser.
    fn about_tables(&self, parts: &[&str], address: &Address, keys: &[String]) -> Answered {
        match parts {
            [] => json(&self.rows().iter().map(|row| &row.info).collect::<Vec<_>>()),
            [id] => {
                let info = self.row(id)?.info.clone();
                let broken = self.why_broken(id).map(str::to_owned);
                json(&TableInfo { asked: info.asked.filter(|_| broken.is_none()), broken, ..info })
            }
            [id, "board"] => json(&self.room(id)?.table().board()),
            [id, "map.svg"] => Ok(picture(&self.room(id)?.table().board(), address)),
            [id, "view"] => {
                let (room, seq) = (self.room(id)?, address.value("seq").and_then(|seq| seq.parse().ok()));
                let over = room.table().to_act().is_none();
                let earlier = room.table().rewound(seq.unwrap_or(u32::MAX));
                json(&earlier_view(earlier.as_ref(), over, &room.held(keys)))
            }
            [id, "sheets"] => {
                let room = self.room(id)?;
                let viewer = steward::viewer(room.table(), &room.held(keys), None);
                json(&room.table().record_sheets(viewer))
            }
            [id, "luck"] => {
                let table = self.room(id)?.table();
                let fates: Vec<Fate> = if table.to_act().is_none() { table.fates() } else { Vec::new() };
                json(&fates)
            }
            [id, "file"] => self.file(id, address.value("secrets") == Some("yes")),
            _ => Err(Failed::unprocessable(NEEDS_A_SERVER)),
        }
    }

    fn file(&self, id: &str, secrets: bool) -> Answered {
        let table = self.room(id)?.table();
        if !secrets && table.to_act().is_some() && table.closed().is_none() {
            return Err(Failed::forbidden(SECRETS));
        }
        Ok(Answer { status: 200, mime: JSON, body: table.record().to_text() })
    }
}

fn read<T: DeserializeOwned>(body: &str, what: &str) -> Result<T, Failed> {
    serde_json::from_str(body).map_err(|error| Failed::malformed(format!("this is not {what}: {error}")))
}

fn json<T: Serialize + ?Sized>(value: &T) -> Answered {
    Ok(Answer { status: 200, mime: JSON, body: serde_json::to_string(value)? })
}

fn svg(body: String) -> Answer {
    Answer { status: 200, mime: SVG, body }
}

fn picture(board: &engine::Board, address: &Address) -> Answer {
    let drawn = render::map_svg(board);
    svg(if address.value("numbers") == Some("0") { without_numbers(&drawn) } else { drawn })
}

fn nothing_at(parts: &[&str]) -> Failed {
    Failed::missing(format!("there is nothing at /api/{}", parts.join("/")))
}
