use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Json,
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use engine::{Board, Circumstances, FACINGS, Field, Ground, Look, look_between, map_of, nearest, suggestion};

use crate::{
    DrawMap, RequestError,
    extract::{At, Pairs},
    failure::apart,
    files,
    protocol::{Accepts, MapSheet},
    routes::{Answer, App},
};

/// Maps as they were drawn, by game and board.
#[derive(Default)]
pub(crate) struct Pictures(Mutex<BTreeMap<String, Arc<Picture>>>);

/// A drawn map, with the numbers of its hexes and without.
pub(crate) struct Picture {
    numbered: String,
    plain: String,
}

impl Pictures {
    /// The picture known by `key`; it is drawn once.
    pub(crate) async fn get(
        &self,
        key: &str,
        draw: &DrawMap,
        board: impl FnOnce() -> Board + Send + 'static,
    ) -> Answer<Arc<Picture>> {
        if let Some(drawn) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key) {
            return Ok(Arc::clone(drawn));
        }
        let draw = Arc::clone(draw);
        let drawn = apart(move || Arc::new(Picture::new(draw(&board())))).await?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned(), Arc::clone(&drawn));
        Ok(drawn)
    }
}

impl Picture {
    fn new(numbered: String) -> Picture {
        Picture { plain: without_numbers(&numbered), numbered }
    }
}

/// The group of hex numbers holds texts and no other group, so it ends at the first `</g>`.
fn without_numbers(svg: &str) -> String {
    let group = |name: &str| {
        let (before, rest) = svg.split_once(&format!("<g class=\"{name}\""))?;
        let (_, after) = rest.split_once("</g>")?;
        Some(format!("{before}{after}"))
    };
    group("hex-numbers").or_else(|| group("numbers")).unwrap_or_else(|| svg.to_owned())
}

/// The picture as an answer: with its numbers unless `numbers=0` is asked for.
pub(crate) fn svg(picture: &Picture, query: Option<&str>, headers: &HeaderMap) -> Response {
    let plain = query.unwrap_or_default().split('&').any(|pair| pair == "numbers=0");
    let text = if plain { &picture.plain } else { &picture.numbered };
    files::tagged("image/svg+xml", text.clone().into_bytes(), headers)
}

type Named = At<(String, String)>;

fn ground(app: &App, game: &str, map: &str) -> Answer<Arc<dyn Ground>> {
    Ok(map_of(app.tables.shelf().ruleset(game)?, map)?)
}

pub(crate) async fn sheet(State(app): State<Arc<App>>, At((game, map)): Named) -> Answer<Json<MapSheet>> {
    let ground = ground(&app, &game, &map)?;
    let describe = move || {
        let board = ground.board();
        let accepts = accepted(ground.as_ref(), &board);
        MapSheet { info: ground.info().clone(), board, settings: ground.settings().to_vec(), accepts }
    };
    Ok(Json(apart(describe).await?))
}

const KINDS: [&str; 3] = ["infantry", "gun", "vehicle"];
const WEATHER: [&str; 12] =
    ["clear", "overcast", "dusk", "night", "mist", "fog", "rain", "storm", "snow", "dust", "mud", "wind"];

/// What the ruleset takes: each circumstance is tried on two hexes of the map.
fn accepted(ground: &dyn Ground, board: &Board) -> Accepts {
    let [from, .., to] = board.hexes.as_slice() else { return Accepts::default() };
    let takes = |given: Circumstances| look_between(ground, &from.id, &to.id, &given).is_ok();
    let those = |words: &[&str], given: &dyn Fn(Option<String>) -> Circumstances| {
        words.iter().map(|&word| word.to_owned()).filter(|word| takes(given(Some(word.clone())))).collect()
    };
    Accepts {
        smoke: takes(Circumstances { smoke: vec![(from.id.clone(), 1)], ..Circumstances::default() }),
        facing: those(&FACINGS, &|facing| Circumstances { facing, ..Circumstances::default() }),
        looker: those(&KINDS, &|looker| Circumstances { looker, ..Circumstances::default() }),
        target: those(&KINDS, &|target| Circumstances { target, ..Circumstances::default() }),
        weather: those(&WEATHER, &|weather| Circumstances { weather, ..Circumstances::default() }),
        activated: takes(Circumstances { activated: true, ..Circumstances::default() }),
    }
}

pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    At((game, map)): Named,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Answer<Response> {
    let ground = ground(&app, &game, &map)?;
    let drawn = app.pictures.get(&format!("{game} {map}"), &app.config.map, move || ground.board()).await?;
    Ok(svg(&drawn, query.as_deref(), &headers))
}

pub(crate) async fn look(
    State(app): State<Arc<App>>,
    At((game, map)): Named,
    Pairs(pairs): Pairs,
) -> Answer<Json<Look>> {
    let (ground, asked) = (ground(&app, &game, &map)?, Question::parse(pairs)?);
    let (from, to) = (named(asked.from, "from")?, named(asked.to, "to")?);
    Ok(Json(apart(move || look_between(ground.as_ref(), &from, &to, &asked.given)).await??))
}

pub(crate) async fn field(
    State(app): State<Arc<App>>,
    At((game, map)): Named,
    Pairs(pairs): Pairs,
) -> Answer<Json<Field>> {
    let (ground, asked) = (ground(&app, &game, &map)?, Question::parse(pairs)?);
    let from = ground.grid().parse(&named(asked.from, "from")?).map_err(engine::LookError::from)?;
    Ok(Json(apart(move || ground.field(from, &asked.given)).await??))
}

fn named(hex: Option<String>, name: &str) -> Answer<String> {
    hex.ok_or_else(|| RequestError::Malformed(format!("say which hex: {name}=0915")))
}

/// A question about sight, from the part of an address after `?`.
#[derive(Debug, Default)]
struct Question {
    from: Option<String>,
    to: Option<String>,
    given: Circumstances,
}

const NAMES: [&str; 8] = ["from", "to", "smoke", "facing", "looker", "target", "weather", "activated"];

impl Question {
    fn parse(pairs: Vec<(String, String)>) -> Answer<Question> {
        let mut asked = Question::default();
        for (name, value) in pairs {
            if value.is_empty() {
                continue;
            }
            match name.as_str() {
                "from" => asked.from = Some(value),
                "to" => asked.to = Some(value),
                "smoke" => asked.given.smoke.push(smoke(&value)?),
                "facing" => asked.given.facing = Some(value),
                "looker" => asked.given.looker = Some(value),
                "target" => asked.given.target = Some(value),
                "weather" => asked.given.weather = Some(value),
                "activated" => asked.given.activated = matches!(value.as_str(), "1" | "true"),
                _ => return Err(unknown(&name)),
            }
        }
        Ok(asked)
    }
}

fn unknown(name: &str) -> RequestError {
    let hint = suggestion(nearest(name, NAMES).as_deref());
    RequestError::Malformed(format!("a look takes no \"{name}\"{hint}"))
}

/// `1010=2`: hex and number of markers.
fn smoke(text: &str) -> Answer<(String, u8)> {
    let (hex, markers) = text.split_once('=').unwrap_or((text, "1"));
    let markers = markers
        .parse()
        .map_err(|_| RequestError::Malformed(format!("smoke=\"{text}\": write a hex and a number, as in 1010=2")))?;
    Ok((hex.to_owned(), markers))
}

#[cfg(test)]
mod tests {
    use super::{Picture, Question};

    #[test]
    fn the_numbers_of_a_picture_can_be_left_out() {
        let picture =
            Picture::new("<svg><g class=\"hex-numbers\" fill=\"#000\"><text>0101</text></g><g/></svg>".into());
        assert_eq!(picture.plain, "<svg><g/></svg>");
        assert!(picture.numbered.contains("0101"));
        assert_eq!(Picture::new("<svg/>".into()).plain, "<svg/>", "a picture without numbers is left alone");
    }

    #[test]
    fn circumstances_are_read_from_the_address() {
        let pairs = [("from", "0101"), ("smoke", "1010=2"), ("smoke", "1011"), ("weather", ""), ("activated", "1")];
        let asked = Question::parse(pairs.map(|(name, value)| (name.into(), value.into())).into()).unwrap();
        assert_eq!(asked.given.smoke, [("1010".to_owned(), 2), ("1011".to_owned(), 1)]);
        assert_eq!((asked.from.as_deref(), asked.given.weather, asked.given.activated), (Some("0101"), None, true));
        for (name, value, reason) in [("smok", "1", "did you mean \"smoke\"?"), ("smoke", "1010=many", "1010=2")] {
            let error = Question::parse(vec![(name.into(), value.into())]).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
