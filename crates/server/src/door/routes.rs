use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    extract::{
        DefaultBodyLimit, FromRequest, RawQuery, Request, State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use engine::{Fate, Guide, RecordSheet, Table, Viewer};
use serde::de::DeserializeOwned;
use tokio::sync::watch;

use crate::{
    Config, RequestError,
    door::{
        aids,
        asked::{Asked, PROTOCOL},
        book,
        extract::{At, Whole},
        files, headers,
        kept::{self, Keep, Kept, Made},
        limits::warden::{Caller, Warden},
        maps, openapi,
        origin::{self, Names},
        server_info,
        socket::{self, Connection},
    },
    failure::apart,
    people::{
        accounts::{self, Visitor},
        notify::{self, Herald},
        places::Holder,
    },
    protocol::{BotInfo, Claimed, GameInfo, Invitation, Lobby, NewBranch, NewTable, TableInfo},
    table::{live::LiveTable, tables::Tables},
};

pub(crate) const LARGEST_REQUEST: usize = 64 * 1024;
/// A long game with its content and its words.
const LARGEST_FILE: usize = 8 * 1024 * 1024;

/// What every request may need.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) tables: Arc<Tables>,
    pub(crate) warden: Arc<Warden>,
    /// What is the same for everybody.
    pub(crate) kept: Kept,
    pub(crate) closing: watch::Sender<bool>,
    /// Open WebSockets: each holds a receiver.
    pub(crate) sockets: watch::Sender<()>,
    /// Tells players who are not there.
    pub(crate) herald: Herald,
}

pub(crate) type Answer<T> = Result<T, RequestError>;

pub(crate) fn router(app: Arc<App>, names: Names) -> Router {
    let api = Router::new()
        .route("/api/games", get(games))
        .route("/api/openapi.json", get(openapi::answer))
        .route("/api/tables", get(list).post(create))
        .route("/api/tables/import", post(import).layer(DefaultBodyLimit::max(LARGEST_FILE)))
        .route("/api/tables/{id}", get(info).delete(delete))
        .route("/api/tables/{id}/board", get(board))
        .route("/api/tables/{id}/map.svg", get(map))
        .route("/api/tables/{id}/view", get(view))
        .route("/api/tables/{id}/sheets", get(sheets))
        .route("/api/tables/{id}/luck", get(luck))
        .route("/api/tables/{id}/file", get(file))
        .route("/api/tables/{id}/branch", post(branch))
        .route("/api/tables/{id}/keep", post(keep))
        .route("/api/tables/{id}/rematch", post(play_again).delete(play_no_more))
        .route("/api/tables/{id}/claim", post(claim))
        .route("/api/tables/{id}/invitation", post(invite).delete(revoke))
        .route("/api/lobby", get(lobby))
        .route("/api/mine", post(mine))
        .route("/api/tables/{id}/ws", any(connect))
        .route("/api/tables/{id}/notify", get(notify::info).put(notify::change))
        .route("/api/address", post(notify::consent::answer))
        .route("/api/account", get(accounts::account).post(accounts::register).patch(accounts::change))
        .route("/api/session", post(accounts::log_in).delete(accounts::log_out))
        .route("/api/maps/{game}/{map}", get(maps::sheet))
        .route("/api/maps/{game}/{map}/map.svg", get(maps::picture))
        .route("/api/maps/{game}/{map}/look", get(maps::look))
        .route("/api/maps/{game}/{map}/field", get(maps::field))
        .route("/api/aids/{game}", get(aids::sheet))
        .route("/api/aids/{game}/odds", post(aids::odds))
        .route("/api/aids/{game}/resolve", post(aids::resolve))
        .route("/api/rules/{game}", get(rules))
        .route("/api/sheets/{game}/{scenario}", get(blank_sheets))
        .route("/api/looks/{look}", get(look))
        .route("/api/symbols.svg", get(symbols))
        .route("/api/server", get(server_info::server_info))
        .route("/api", any(no_route))
        .route("/api/", any(no_route))
        .route("/api/{*rest}", any(no_route))
        .merge(book::routes())
        .fallback(client)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .layer(middleware::map_response(files::charge))
        .layer(files::compression());
    let secure = app.config.tls.is_some();
    let api = api.with_state(app);
    headers::guard(secure, api.layer(middleware::from_fn_with_state(names, origin::check)))
}

async fn games(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer<Response> {
    let tables = Arc::clone(&app.tables);
    let all = move || Ok(tables.shelf().rulesets().map(describe).collect::<Vec<_>>());
    app.kept.json("games", &app.warden, all).await?.answer(Keep::Never, &headers)
}

fn describe(ruleset: &dyn engine::Ruleset) -> GameInfo {
    GameInfo {
        id: ruleset.id().to_owned(),
        title: ruleset.title().to_owned(),
        blurb: ruleset.blurb().to_owned(),
        scenarios: ruleset.scenarios().into_iter().cloned().collect(),
        maps: ruleset.maps().iter().map(|map| map.info().clone()).collect(),
        guides: ruleset.guides().iter().map(|guide| Guide::clone(guide)).collect(),
        aid: ruleset
            .attacks()
            .map(|attacks| attacks.forms().iter().map(|form| form.title.clone()).collect())
            .unwrap_or_default(),
        bots: ruleset.bots().into_iter().map(|(id, title)| BotInfo { id: id.into(), title: title.into() }).collect(),
    }
}

async fn rules(State(app): State<Arc<App>>, At(game): At<String>, headers: HeaderMap) -> Answer<Response> {
    let (tables, name) = (Arc::clone(&app.tables), format!("rules {game}"));
    let all = move || Ok(tables.shelf().ruleset(&game)?.rules().to_vec());
    app.kept.json(&name, &app.warden, all).await?.answer(Keep::Never, &headers)
}

async fn symbols(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer<Response> {
    let symbols = app.config.symbols.clone();
    let sheet = move || Ok((maps::SVG.to_owned(), symbols.as_bytes().to_vec()));
    app.kept.get("symbols", &app.warden, sheet).await?.answer(Keep::Asking, &headers)
}

/// One entry of the map's key, as the map draws it.
async fn look(State(app): State<Arc<App>>, At(file): At<String>, headers: HeaderMap) -> Answer<Response> {
    let swatch = file.strip_suffix(".svg").and_then(|look| (app.config.swatch)(look));
    match swatch {
        Some(svg) => Made::new(maps::SVG.to_owned(), svg.into_bytes()).answer(Keep::Asking, &headers),
        None => Err(RequestError::NoRoute(format!("/api/looks/{file}"))),
    }
}

async fn list(State(app): State<Arc<App>>) -> Answer<Json<Vec<TableInfo>>> {
    Ok(Json(if app.config.local { app.tables.list().await? } else { Vec::new() }))
}

async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    visitor: Visitor,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<TableInfo>> {
    let wish: NewTable = read(&body, "a request for a new game")?;
    let info = app.tables.create(&wish, Some(caller.household), visitor.name()).await?;
    if let Some(account) = visitor.name() {
        app.tables.call_account(&info, account).await?;
    }
    Ok(Json(info))
}

async fn import(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Answer<Json<TableInfo>> {
    // Files are large: only those are taken in that may wait.
    let queued = app.warden.imports.queue()?;
    let Whole(body) = Whole::<LARGEST_FILE>::from_request(request, &app).await?;
    let text = String::from_utf8(body.into())
        .map_err(|error| RequestError::Malformed(format!("a game file is text, but this is not: {error}")))?;
    let _pass = queued.enter().await?;
    Ok(Json(app.tables.import(text, caller.household).await?))
}

async fn info(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<Json<TableInfo>> {
    Ok(Json(app.tables.info(&id, &asked.credentials()).await?))
}

async fn delete(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<Response> {
    let standing = app.tables.delete(&id, &asked.credentials()).await?;
    Ok(match standing {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(info) => (StatusCode::ACCEPTED, Json(info)).into_response(),
    })
}

async fn keep(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<Json<TableInfo>> {
    Ok(Json(app.tables.keep_it(&id, &asked.credentials()).await?))
}

async fn claim(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Extension(caller): Extension<Caller>,
    At(id): At<String>,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<Claimed>> {
    let account = visitor.name().map(str::to_owned);
    let claimed = app.tables.claim(&id, &read(&body, "a claim of a seat")?, account, caller.household).await?;
    if let Some(account) = visitor.name() {
        app.tables.call_account(&claimed.info, account).await?;
    }
    app.tables.begin_clock(&id).await;
    Ok(Json(claimed))
}

async fn play_again(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    At(id): At<String>,
    asked: Asked,
) -> Answer<Json<TableInfo>> {
    Ok(Json(app.tables.play_again(&id, &asked.credentials(), caller.household).await?))
}

async fn play_no_more(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<Json<TableInfo>> {
    Ok(Json(app.tables.play_no_more(&id, &asked.credentials()).await?))
}

async fn invite(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asked: Asked,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<Invitation>> {
    let shown = asked.credentials();
    Ok(Json(app.tables.invite(&id, &shown, &read(&body, "a request for an invitation")?).await?))
}

async fn revoke(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<StatusCode> {
    let place = asked.place.clone().ok_or_else(|| RequestError::Malformed("say which place: place=…".to_owned()))?;
    app.tables.revoke(&id, &asked.credentials(), &place).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn lobby(State(app): State<Arc<App>>) -> Answer<Json<Lobby>> {
    Ok(Json(app.tables.lobby().await?))
}

async fn mine(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<Vec<TableInfo>>> {
    let account = visitor.name().map(str::to_owned);
    Ok(Json(app.tables.mine(read(&body, "a request for one's games")?, account).await?))
}

fn read<T: DeserializeOwned>(body: &[u8], what: &str) -> Answer<T> {
    serde_json::from_slice(body).map_err(|error| RequestError::Malformed(format!("this is not {what}: {error}")))
}

async fn board(State(app): State<Arc<App>>, At(id): At<String>, headers: HeaderMap) -> Answer<Response> {
    let table = app.tables.get(&id).await?;
    let name = format!("board {}", table.ground().await?);
    let made = match app.kept.find(&name) {
        Some(made) => made,
        None => {
            let board = table.study_in_turn(|table| table.board()).await?;
            app.kept.json(&name, &app.warden, move || Ok(board)).await?
        }
    };
    made.answer(Keep::Never, &headers)
}

async fn map(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Answer<Response> {
    let table = app.tables.get(&id).await?;
    let name = maps::name_of_picture(table.ground().await?, query.as_deref());
    let made = match app.kept.find(&name) {
        Some(made) => made,
        None => {
            let board = table.study_in_turn(|table| table.board()).await?;
            maps::drawn(&app, &name, move || board).await?
        }
    };
    made.answer(Keep::Asking, &headers)
}

async fn file(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<Response> {
    let text = app.tables.file(&id, &asked.credentials(), asked.secrets).await?;
    let name = format!("attachment; filename=\"opfire-{id}.json\"");
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, name.as_str())], text)
        .into_response())
}

async fn branch(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    At(id): At<String>,
    asked: Asked,
    Whole(body): Whole<LARGEST_REQUEST>,
) -> Answer<Json<TableInfo>> {
    let wish: NewBranch = read(&body, "a request for a branch")?;
    let table = app.tables.get(&id).await?;
    let held = held(&app, &table, &asked).await?;
    if held.seats.is_empty() && !app.config.local {
        return Err(RequestError::Forbidden("only a player of this game, with a key, can play on from it"));
    }
    Ok(Json(app.tables.branch(&id, &table, &held.seats, &wish, caller.household).await?))
}

/// What the keys of a request open. Without one a visitor may watch on his own machine, and look at finished games that
/// are public.
pub(crate) async fn held(app: &App, table: &LiveTable, asked: &Asked) -> Answer<Holder> {
    let places = app.tables.places(table).await?;
    let holder = places.holder(&asked.credentials())?;
    if !holder.is_nobody() || app.config.local {
        return Ok(holder);
    }
    if places.is_public() && table.read(|table| table.to_act().is_none()).await? {
        return Ok(holder);
    }
    Err(RequestError::Forbidden("this game can only be seen with the key of a seat, or with the link for spectators"))
}

async fn view(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked, headers: HeaderMap) -> Answer<Response> {
    let table = app.tables.get(&id).await?;
    let held = held(&app, &table, &asked).await?;
    // The game is in memory now: looking into its past needs a place of its own, but not the game.
    let _pass = app.warden.looking_back.enter_in_turn().await?;
    let seq = asked.seq.unwrap_or(u32::MAX);
    let (rewinding, over) = table.study(move |table| (table.rewinding(seq), table.to_act().is_none())).await?;
    let json = apart(move || {
        let earlier = rewinding();
        let viewer = if over { Viewer::Referee } else { steward::viewer(earlier.as_ref(), &held.seats, None) };
        let mut view = earlier.view(viewer, 0);
        // One may look at the past, not act in it.
        view.can_undo = false;
        view.scene.choices.clear();
        Ok::<_, RequestError>(Made::quickly(kept::JSON.to_owned(), kept::written(&view)?))
    });
    json.await??.answer(Keep::Never, &headers)
}

/// The record sheets as things stand, of the seat that is asked or that is held.
async fn sheets(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<Json<Vec<RecordSheet>>> {
    let table = app.tables.get(&id).await?;
    let held = held(&app, &table, &asked).await?;
    let look = move |table: &dyn Table| table.record_sheets(steward::viewer(table, &held.seats, None));
    Ok(Json(table.study_in_turn(look).await?))
}

/// How the dice of a finished game compared with their odds; nothing of one that goes on.
async fn luck(State(app): State<Arc<App>>, At(id): At<String>, asked: Asked) -> Answer<Json<Vec<Fate>>> {
    let table = app.tables.get(&id).await?;
    held(&app, &table, &asked).await?;
    let _pass = app.warden.looking_back.enter().await?;
    let finished = |table: &dyn Table| table.to_act().is_none().then(|| table.rewinding(u32::MAX));
    let Some(again) = table.study(finished).await? else { return Ok(Json(Vec::new())) };
    Ok(Json(apart(move || again().fates()).await?))
}

async fn blank_sheets(
    State(app): State<Arc<App>>,
    At((game, scenario)): At<(String, String)>,
    headers: HeaderMap,
) -> Answer<Response> {
    let (tables, name) = (Arc::clone(&app.tables), format!("sheets {game} {scenario}"));
    let sheets = move || Ok(tables.shelf().ruleset(&game)?.blank_sheets(&scenario)?);
    app.kept.json(&name, &app.warden, sheets).await?.answer(Keep::Never, &headers)
}

async fn connect(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    At(id): At<String>,
    asked: Asked,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let table = app.tables.get(&id).await?;
    let held = held(&app, &table, &asked).await?;
    // A game that cannot be read is better refused here, with a reason, than cut off later.
    table.read(|_| ()).await?;
    let upgrade = upgrade.map_err(|error| RequestError::Malformed(error.body_text()))?;
    let (closing, open) = (app.closing.subscribe(), app.sockets.subscribe());
    // Keys are offered as protocols, too: the answer names ours and nothing else.
    let upgrade = upgrade.protocols([PROTOCOL]);
    let payer = app.warden.payer_of_socket(&caller);
    let upgrade = upgrade.max_message_size(LARGEST_REQUEST).max_frame_size(LARGEST_REQUEST);
    Ok(upgrade.read_buffer_size(socket::READ_BUFFER).on_upgrade(async move |socket| {
        // Lent to its task, not moved into it: a future keeps room for what it was given and for what it works with.
        let mut connection = Connection::new(socket, table, asked.credentials(), held, caller.household, payer);
        connection.run(closing).await;
        drop((open, caller));
    }))
}

async fn no_route(uri: Uri) -> RequestError {
    RequestError::NoRoute(uri.path().to_owned())
}

async fn wrong_method(method: Method, uri: Uri) -> Response {
    let mut response = RequestError::Malformed(format!("{} does not take {method}", uri.path())).into_response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

async fn client(State(app): State<Arc<App>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if matches!(method, Method::GET | Method::HEAD) {
        files::client(&app, uri.path(), &headers).await.unwrap_or_else(RequestError::into_response)
    } else {
        wrong_method(method, uri).await
    }
}
