//! What the program writes about itself while it serves, to standard error.

use clap::ValueEnum;
use tracing_subscriber::{
    Layer,
    filter::{FilterFn, LevelFilter, Targets, filter_fn},
    fmt,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The form of log lines.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// Begins to log. `RUST_LOG` says how much: `RUST_LOG=info`, `RUST_LOG=server=debug`.
pub(crate) fn start(form: LogForm) {
    let wanted: Option<Targets> = std::env::var("RUST_LOG").ok().and_then(|words| words.parse().ok());
    let wanted = wanted.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = match form {
        LogForm::Text => lines.boxed(),
        LogForm::Json => lines.json().flatten_event(true).boxed(),
    };
    let _ = tracing_subscriber::registry().with(wanted).with(lines.with_filter(discreet())).try_init();
}

/// Libraries write down what goes over the wire when they are asked for details, and with it keys. They are never
/// asked.
fn discreet() -> FilterFn<impl Fn(&tracing::Metadata<'_>) -> bool> {
    const OURS: [&str; 3] = ["opfire", "server", "engine"];
    filter_fn(|event| {
        let of = event.target().split("::").next().unwrap_or_default();
        OURS.contains(&of) || *event.level() <= LevelFilter::INFO
    })
}
