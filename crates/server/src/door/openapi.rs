//! The description of everything that can be asked over HTTP, as OpenAPI: `GET /api/openapi.json`. The bodies are
//! described by their Rust types; what the engine makes (views, boards, sheets) is only called an object here, and
//! described in `web/src/types`.

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use utoipa::{
    OpenApi,
    openapi::{
        Components, ContentBuilder, Deprecated, HttpMethod, Info, License, OpenApi as Document, OpenApiBuilder,
        PathItem, PathsBuilder, Ref, RefOr, Required, Response as Described, ResponseBuilder, Schema,
        path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type},
    },
};

use crate::{
    door::{
        kept::Keep,
        routes::{Answer, App},
    },
    protocol,
};

#[derive(OpenApi)]
#[openapi(components(schemas(
    protocol::AidAttack,
    protocol::AidOdds,
    protocol::AidResult,
    protocol::AccountInfo,
    protocol::AddressAnswer,
    protocol::AddressInfo,
    protocol::AidThrowing,
    protocol::CallInfo,
    protocol::CallWish,
    protocol::ChangedAccount,
    protocol::Claim,
    protocol::Claimed,
    protocol::Failure,
    protocol::GameInfo,
    protocol::Invitation,
    protocol::Lobby,
    protocol::Login,
    protocol::MapSheet,
    protocol::Mine,
    protocol::NewAccount,
    protocol::NewBranch,
    protocol::NewInvitation,
    protocol::NewTable,
    protocol::ServerInfo,
    protocol::TableInfo,
    protocol::ToClient,
    protocol::ToServer,
    protocol::PointedAt,
)))]
struct Types;

/// What comes back, or is sent.
#[derive(Copy, Clone)]
enum Content {
    Nothing,
    /// One of this type.
    One(&'static str),
    /// A list of them.
    Many(&'static str),
    /// An object of the engine.
    Object,
    /// A list of them.
    Objects,
    Svg,
    /// A game file.
    File,
    /// A WebSocket is opened: the client sends `ToServer`, the server `ToClient`.
    Socket,
}

use Content::{File, Many, Nothing, Object, Objects, One, Socket, Svg};

/// One thing that can be asked.
struct Route {
    method: HttpMethod,
    path: &'static str,
    about: &'static str,
    /// Names after `?`; a key comes in a header.
    query: &'static [&'static str],
    body: Content,
    answers: &'static [(u16, Content)],
}

const fn get(
    path: &'static str,
    about: &'static str,
    query: &'static [&'static str],
    answers: &'static [(u16, Content)],
) -> Route {
    Route { method: HttpMethod::Get, path, about, query, body: Nothing, answers }
}

const fn post(
    path: &'static str,
    about: &'static str,
    query: &'static [&'static str],
    body: Content,
    answers: &'static [(u16, Content)],
) -> Route {
    Route { method: HttpMethod::Post, path, about, query, body, answers }
}

const KEY: &str = "key";
const KEYS: &[&str] = &[KEY];
const SIGHT: &[&str] = &["from", "to", "smoke", "facing", "looker", "target", "weather", "activated"];

const ROUTES: &[Route] = &[
    get("/health", "Whether the server is alive", &[], &[(200, Object)]),
    get("/ready", "Whether it can be sent players", &[], &[(200, Object)]),
    get("/api/openapi.json", "This description", &[], &[(200, Object)]),
    get("/api/server", "What kind of server this is, and what it offers", &[], &[(200, One("ServerInfo"))]),
    get("/api/games", "The rulesets with their scenarios, maps, bots and guides", &[], &[(200, Many("GameInfo"))]),
    get(
        "/api/tables",
        "All saved games on one's own machine; none on a public server",
        &[],
        &[(200, Many("TableInfo"))],
    ),
    post(
        "/api/tables",
        "Makes a game; its maker is told everything secret once",
        &[],
        One("NewTable"),
        &[(200, One("TableInfo"))],
    ),
    post("/api/tables/import", "Opens a recorded game as a new one", &[], File, &[(200, One("TableInfo"))]),
    get("/api/tables/{id}", "A game, with what is yours by these keys", KEYS, &[(200, One("TableInfo"))]),
    Route {
        method: HttpMethod::Delete,
        path: "/api/tables/{id}",
        about: "Throws a game away, or agrees to it, or gives notice of it",
        query: KEYS,
        body: Nothing,
        answers: &[(204, Nothing), (202, One("TableInfo"))],
    },
    get("/api/tables/{id}/board", "Its map as data", &[], &[(200, Object)]),
    get("/api/tables/{id}/map.svg", "Its map as a picture", &["numbers"], &[(200, Svg), (304, Nothing)]),
    get("/api/tables/{id}/view", "An earlier moment", &[KEY, "seq"], &[(200, Object)]),
    get("/api/tables/{id}/sheets", "The record sheets as they stand", KEYS, &[(200, Objects)]),
    get("/api/tables/{id}/luck", "How the dice of a finished game compared with their odds", KEYS, &[(200, Objects)]),
    get("/api/tables/{id}/file", "The file of a game that is over", KEYS, &[(200, File)]),
    post(
        "/api/tables/{id}/branch",
        "A new game from a moment of this one",
        KEYS,
        One("NewBranch"),
        &[(200, One("TableInfo"))],
    ),
    post(
        "/api/tables/{id}/keep",
        "Takes one's agreement to throw it away back",
        KEYS,
        Nothing,
        &[(200, One("TableInfo"))],
    ),
    post(
        "/api/tables/{id}/rematch",
        "Wants to play again: when all do, the next game begins under the same id",
        KEYS,
        Nothing,
        &[(200, One("TableInfo"))],
    ),
    Route {
        method: HttpMethod::Delete,
        path: "/api/tables/{id}/rematch",
        about: "Does not want to play again",
        query: KEYS,
        body: Nothing,
        answers: &[(200, One("TableInfo"))],
    },
    post("/api/tables/{id}/claim", "Sits down", &[], One("Claim"), &[(200, One("Claimed"))]),
    post(
        "/api/tables/{id}/invitation",
        "The host makes a new link",
        KEYS,
        One("NewInvitation"),
        &[(200, One("Invitation"))],
    ),
    Route {
        method: HttpMethod::Delete,
        path: "/api/tables/{id}/invitation",
        about: "The host makes a link void",
        query: &[KEY, "place"],
        body: Nothing,
        answers: &[(204, Nothing)],
    },
    get(
        "/api/tables/{id}/ws",
        "Sits down at the table: ToServer and ToClient over a WebSocket",
        KEYS,
        &[(101, Socket)],
    ),
    get("/api/tables/{id}/notify", "How the player of a seat is told of his turn", KEYS, &[(200, One("CallInfo"))]),
    Route {
        method: HttpMethod::Put,
        path: "/api/tables/{id}/notify",
        about: "Changes that",
        query: KEYS,
        body: One("CallWish"),
        answers: &[(200, One("CallInfo"))],
    },
    get("/api/account", "The account that one is logged in to", &[], &[(200, One("AccountInfo"))]),
    post("/api/account", "Makes an account, and logs in", &[], One("NewAccount"), &[(201, One("AccountInfo"))]),
    Route {
        method: HttpMethod::Patch,
        path: "/api/account",
        about: "Changes one's password or e-mail address",
        query: &[],
        body: One("ChangedAccount"),
        answers: &[(200, One("AccountInfo"))],
    },
    post(
        "/api/address",
        "Whether the owner of an e-mail address wants mail",
        &[],
        One("AddressAnswer"),
        &[(200, One("AddressInfo"))],
    ),
    post("/api/session", "Logs in", &[], One("Login"), &[(200, One("AccountInfo"))]),
    Route {
        method: HttpMethod::Delete,
        path: "/api/session",
        about: "Logs out",
        query: &[],
        body: Nothing,
        answers: &[(204, Nothing)],
    },
    get("/api/lobby", "Open tables and finished ones that are public", &[], &[(200, One("Lobby"))]),
    post("/api/mine", "The games that these keys belong to", &[], One("Mine"), &[(200, Many("TableInfo"))]),
    get("/api/maps/{game}/{map}", "A map without a game", &[], &[(200, One("MapSheet"))]),
    get("/api/maps/{game}/{map}/map.svg", "Its picture", &["numbers"], &[(200, Svg), (304, Nothing)]),
    get("/api/maps/{game}/{map}/look", "What one hex sees of another", SIGHT, &[(200, Object)]),
    get("/api/maps/{game}/{map}/field", "All that a hex sees", SIGHT, &[(200, Object)]),
    get("/api/aids/{game}", "The attacks that can be asked about without a game", &[], &[(200, Object)]),
    post("/api/aids/{game}/odds", "The exact odds of one", &[], One("AidAttack"), &[(200, One("AidOdds"))]),
    post("/api/aids/{game}/resolve", "How one comes out", &[], One("AidThrowing"), &[(200, One("AidResult"))]),
    get("/api/rules/{game}", "The rules", &[], &[(200, Objects)]),
    get("/api/sheets/{game}/{scenario}", "Empty record sheets", &[], &[(200, Objects)]),
    get("/api/looks/{look}", "One look of a map's key: woods.svg", &[], &[(200, Svg), (304, Nothing)]),
    get("/api/symbols.svg", "The symbols of units", &[], &[(200, Svg), (304, Nothing)]),
];

/// Answers `GET /api/openapi.json`.
pub(crate) async fn answer(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer<Response> {
    app.kept.json("openapi", &app.warden, || Ok(description())).await?.answer(Keep::Never, &headers)
}

fn description() -> Document {
    let mut info = Info::new("opfire", env!("CARGO_PKG_VERSION"));
    info.description =
        Some("Tables for tactical hex wargames. The first lines of the module `protocol` say more.".to_owned());
    info.license = Some(License::new("MIT OR Apache-2.0"));
    let mut paths = PathsBuilder::new();
    for route in ROUTES {
        paths = paths.path(route.path, PathItem::new(route.method.clone(), operation(route)));
    }
    let components: Option<Components> = Types::openapi().components;
    OpenApiBuilder::new().info(info).paths(paths).components(components).build()
}

fn operation(route: &Route) -> Operation {
    let mut operation = OperationBuilder::new().summary(Some(route.about));
    for name in route.path.split('{').skip(1).filter_map(|rest| rest.split_once('}')) {
        let place = ParameterBuilder::new().name(name.0).parameter_in(ParameterIn::Path).required(Required::True);
        operation = operation.parameter(place.schema(Some(word())));
    }
    for name in route.query.iter().filter(|name| **name != KEY) {
        let number = ["seq", "numbers", "activated"].contains(name);
        let schema = if number { ObjectBuilder::new().schema_type(Type::Integer).into() } else { word() };
        operation = operation.parameter(optional(name, ParameterIn::Query, schema));
    }
    if route.query.contains(&KEY) {
        for parameter in key_parameters(route) {
            operation = operation.parameter(parameter);
        }
    }
    if let Some((mime, schema)) = content(route.body) {
        let body = RequestBodyBuilder::new().content(mime, ContentBuilder::new().schema(Some(schema)).build());
        operation = operation.request_body(Some(body.required(Some(Required::True)).build()));
    }
    for (status, answer) in route.answers {
        operation = operation.response(status.to_string(), response(*answer, "done"));
    }
    for (status, why) in [("4XX", "refused"), ("503", "busy, or stopping"), ("507", "full")] {
        operation = operation.response(status, response(One("Failure"), why));
    }
    operation.build()
}

fn optional(name: &str, place: ParameterIn, schema: RefOr<Schema>) -> ParameterBuilder {
    ParameterBuilder::new().name(name).parameter_in(place).required(Required::False).schema(Some(schema))
}

/// The ways in which keys can be shown.
fn key_parameters(route: &Route) -> Vec<Parameter> {
    let words = || RefOr::from(ArrayBuilder::new().items(word()));
    let header = optional("Opfire-Key", ParameterIn::Header, words());
    let query = optional(KEY, ParameterIn::Query, words()).deprecated(Some(Deprecated::True));
    let mut ways = vec![
        header.description(Some("Keys of seats, of the host or of spectators")).build(),
        query.description(Some("The same, where proxies write it down: use the header")).build(),
    ];
    if route.answers.iter().any(|(_, answer)| matches!(answer, Socket)) {
        let offered = optional("Sec-WebSocket-Protocol", ParameterIn::Header, words());
        let about =
            "For browsers, which set no other header: opfire.v1, which is answered, and opfire.key.KEY for each key";
        ways.push(offered.description(Some(about)).build());
    }
    ways
}

fn response(answer: Content, about: &str) -> Described {
    let response = ResponseBuilder::new().description(about);
    match content(answer) {
        Some((mime, schema)) => response.content(mime, ContentBuilder::new().schema(Some(schema)).build()).build(),
        None => response.build(),
    }
}

fn content(content: Content) -> Option<(&'static str, RefOr<Schema>)> {
    const JSON: &str = "application/json";
    let named = |name: &str| RefOr::Ref(Ref::from_schema_name(name));
    let object = || RefOr::from(ObjectBuilder::new().schema_type(Type::Object));
    let many = |items: RefOr<Schema>| RefOr::from(ArrayBuilder::new().items(items));
    Some(match content {
        Nothing | Socket => return None,
        One(name) => (JSON, named(name)),
        Many(name) => (JSON, many(named(name))),
        Object | File => (JSON, object()),
        Objects => (JSON, many(object())),
        Svg => ("image/svg+xml", word()),
    })
}

fn word() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ROUTES;

    /// A route that nobody described would never be tried by the fuzzer.
    #[test]
    fn every_route_is_described() {
        let source = include_str!("routes.rs");
        let routes = source.split(".route(\"").skip(1).filter_map(|rest| rest.split_once("\", "));
        let mut described: BTreeSet<(String, String)> = BTreeSet::new();
        for route in ROUTES {
            let method = serde_json::to_value(route.method.clone()).unwrap();
            described.insert((method.as_str().unwrap().to_lowercase(), route.path.to_owned()));
        }
        let mut found = 0;
        for (path, rest) in routes {
            let made = rest.split(".route(").next().unwrap_or_default();
            if made.starts_with("any(no_route)") {
                continue;
            }
            for method in ["get", "post", "put", "patch", "delete", "any"] {
                let begins = made.starts_with(&format!("{method}("));
                let follows = made.contains(&format!(").{method}(")) || made.contains(&format!("\n.{method}("));
                if begins || follows {
                    let method = if method == "any" { "get" } else { method };
                    found += 1;
                    assert!(
                        described.contains(&(method.to_owned(), path.to_owned())),
                        "{method} {path} is not described"
                    );
                }
            }
        }
        assert!(found > 30, "{found} routes");
    }
}
