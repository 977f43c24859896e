use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use engine::{Board, Field, Ground, Look, map_of};
use steward::{SightQuestion, without_numbers};

use crate::{
    door::{
        extract::{At, Pairs},
        kept::{Keep, Made},
        routes::{Answer, App},
    },
    failure::apart,
    protocol::MapSheet,
};

pub(crate) const SVG: &str = "image/svg+xml";

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

type Named = At<(String, String)>;

fn ground(app: &App, game: &str, map: &str) -> Answer<Arc<dyn Ground>> {
    Ok(map_of(app.tables.shelf().ruleset(game)?, map)?)
}

pub(crate) async fn sheet(State(app): State<Arc<App>>, At((game, map)): Named, headers: HeaderMap) -> Answer<Response> {
    let ground = ground(&app, &game, &map)?;
    let describe = move || Ok(MapSheet::of(ground.as_ref()));
    let name = format!("map {game} {map}");
    app.kept.json(&name, &app.warden, describe).await?.answer(Keep::Never, &headers)
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
    let (ground, asked) = (ground(&app, &game, &map)?, SightQuestion::parse(pairs)?);
    let _pass = app.warden.asking.enter_in_turn().await?;
    Ok(Json(apart(move || asked.look(ground.as_ref())).await??))
}

pub(crate) async fn field(
    State(app): State<Arc<App>>,
    At((game, map)): Named,
    Pairs(pairs): Pairs,
) -> Answer<Json<Field>> {
    let (ground, asked) = (ground(&app, &game, &map)?, SightQuestion::parse(pairs)?);
    let _pass = app.warden.asking.enter_in_turn().await?;
    Ok(Json(apart(move || asked.field(ground.as_ref())).await??))
}

#[cfg(test)]
mod tests {
    use super::name_of_picture;

    #[test]
    fn a_picture_without_numbers_has_another_name() {
        assert_ne!(name_of_picture("a", None), name_of_picture("a", Some("x=1&numbers=0")));
        assert_eq!(name_of_picture("a", None), name_of_picture("a", Some("numbers=1")));
    }
}
