use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use engine::{Board, Circumstances, FACINGS, Field, Ground, Look, look_between, map_of, nearest, suggestion};

use crate::{
    RequestError,
    door::{
        extract::{At, Pairs},
        kept::{Keep, Made},
        routes::{Answer, App},
    },
    failure::apart,
    protocol::{Accepts, MapSheet},
};

pub(crate) const SVG: &str = "image/svg+xml";
/// How many hexes of smoke a question may name: more than anybody lays.
const MOST_SMOKE: usize = 200;

/// Under which name the picture of a map is kept: with its numbers, unless `numbers=0` is asked for.
pub(crate) fn name_of_picture(map: &str, query: Option<&str>) -> String {
    let plain = query.unwrap_or_default().split('&').any(|pair| pair == "numbers=0");
    format!("{} {map}", if plain { PLAIN } else { "picture" })
}

const PLAIN: &str = "plain-picture";

/// A picture under this name. It is drawn once.
pub(crate) async fn drawn(app: &App, name: &str, board: impl FnOnce() -> Board + Send + 'static) -> Answer<Arc<Made>> {
    let (draw, plain) = (Arc::clone(&app.config.map), name.starts_with(PLAIN));
    let picture = move || {
        let numbered = draw(&board());
        Ok((SVG.to_owned(), if plain { without_numbers(&numbered) } else { numbered }))
    };
    app.kept.get(name, &app.warden, picture).await
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

type Named = At<(String, String)>;

fn ground(app: &App, game: &str, map: &str) -> Answer<Arc<dyn Ground>> {
    Ok(map_of(app.tables.shelf().ruleset(game)?, map)?)
}

pub(crate) async fn sheet(State(app): State<Arc<App>>, At((game, map)): Named, headers: HeaderMap) -> Answer<Response> {
    let ground = ground(&app, &game, &map)?;
    let describe = move || {
        let board = ground.board();
        let accepts = accepted(ground.as_ref(), &board);
        Ok(MapSheet { info: ground.info().clone(), board, settings: ground.settings().to_vec(), accepts })
    };
    let name = format!("map {game} {map}");
    app.kept.json(&name, &app.warden, describe).await?.answer(Keep::Never, &headers)
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
    let name = name_of_picture(&format!("{game} {map}"), query.as_deref());
    drawn(&app, &name, move || ground.board()).await?.answer(Keep::Asking, &headers)
}

pub(crate) async fn look(
    State(app): State<Arc<App>>,
    At((game, map)): Named,
    Pairs(pairs): Pairs,
) -> Answer<Json<Look>> {
    let (ground, asked) = (ground(&app, &game, &map)?, Question::parse(pairs)?);
    let (from, to) = (named(asked.from, "from")?, named(asked.to, "to")?);
    let _pass = app.warden.asking.enter_in_turn().await?;
    Ok(Json(apart(move || look_between(ground.as_ref(), &from, &to, &asked.given)).await??))
}

pub(crate) async fn field(
    State(app): State<Arc<App>>,
    At((game, map)): Named,
    Pairs(pairs): Pairs,
) -> Answer<Json<Field>> {
    let (ground, asked) = (ground(&app, &game, &map)?, Question::parse(pairs)?);
    let from = ground.grid().parse(&named(asked.from, "from")?).map_err(engine::LookError::from)?;
    let _pass = app.warden.asking.enter_in_turn().await?;
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
        let smoke = &mut asked.given.smoke;
        smoke.sort_unstable();
        smoke.dedup();
        if smoke.len() > MOST_SMOKE {
            return Err(RequestError::Malformed(format!("smoke can be laid in {MOST_SMOKE} hexes at most")));
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
    use super::{Question, name_of_picture, without_numbers};

    #[test]
    fn the_numbers_of_a_picture_can_be_left_out() {
        let picture = "<svg><g class=\"hex-numbers\" fill=\"#000\"><text>0101</text></g><g/></svg>";
        assert_eq!(without_numbers(picture), "<svg><g/></svg>");
        assert_eq!(without_numbers("<svg/>"), "<svg/>", "a picture without numbers is left alone");
        assert_ne!(name_of_picture("a", None), name_of_picture("a", Some("x=1&numbers=0")));
        assert_eq!(name_of_picture("a", None), name_of_picture("a", Some("numbers=1")));
    }

    #[test]
    fn smoke_is_laid_once_in_a_hex_and_not_everywhere() {
        let asked = |count: usize, different: usize| {
            let pairs = (0..count).map(|number| ("smoke".to_owned(), format!("{:04}", number % different)));
            Question::parse(pairs.collect()).map(|asked| asked.given.smoke.len())
        };
        assert_eq!(asked(5000, 3).unwrap(), 3);
        assert_eq!(asked(200, 200).unwrap(), 200);
        assert!(asked(201, 201).unwrap_err().to_string().contains("200 hexes at most"));
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
