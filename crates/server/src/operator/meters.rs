//! What an operator can read off, as Prometheus asks for it. One set for the process.

use std::{
    fmt, fs,
    sync::LazyLock,
    time::{Duration, Instant},
};

use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};

/// The meters of this process.
pub(crate) fn meters() -> &'static Meters {
    static METERS: LazyLock<Meters> = LazyLock::new(Meters::new);
    &METERS
}

pub(crate) struct Meters {
    registry: Registry,
    pub(crate) connections: Gauge,
    pub(crate) turned_away: Counter,
    pub(crate) handshakes_failed: Counter,
    requests: Family<Status, Counter>,
    request_time: Histogram,
    pub(crate) sockets: Gauge,
    pub(crate) tables: Gauge,
    pub(crate) actions_done: Counter,
    pub(crate) actions_refused: Counter,
    commit_time: Histogram,
    writes: Counter,
    pub(crate) writes_failed: Counter,
    read_time: Histogram,
    errors: Family<Kind, Counter>,
    bot_time: Histogram,
    gates: Family<At, Gauge>,
    notices: Family<Kind, Counter>,
    questions: Family<Kind, Counter>,
    pub(crate) spent: Counter,
    memory: Gauge,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Status {
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct At {
    gate: &'static str,
    place: &'static str,
}

impl Meters {
    fn new() -> Meters {
        let actions: Family<Outcome, Counter> = Family::default();
        let mut meters = Meters {
            registry: Registry::with_prefix("opfire"),
            connections: Gauge::default(),
            turned_away: Counter::default(),
            handshakes_failed: Counter::default(),
            requests: Family::default(),
            // From a tenth of a millisecond to 26 seconds.
            request_time: times(0.0001),
            sockets: Gauge::default(),
            tables: Gauge::default(),
            actions_done: actions.get_or_create_owned(&Outcome { outcome: "done" }),
            actions_refused: actions.get_or_create_owned(&Outcome { outcome: "refused" }),
            commit_time: times(0.0001),
            writes: Counter::default(),
            writes_failed: Counter::default(),
            read_time: times(0.00001),
            errors: Family::default(),
            bot_time: times(0.0001),
            gates: Family::default(),
            notices: Family::default(),
            questions: Family::default(),
            spent: Counter::default(),
            memory: Gauge::default(),
        };
        meters.register(actions);
        meters
    }

    fn register(&mut self, actions: Family<Outcome, Counter>) {
        let Meters { registry, .. } = self;
        registry.register("connections", "Connections that are open", self.connections.clone());
        registry.register("connections_turned_away", "Connections over the limits", self.turned_away.clone());
        registry.register("handshakes_failed", "TLS handshakes that failed", self.handshakes_failed.clone());
        registry.register("requests", "Answers by HTTP status", self.requests.clone());
        registry.register("request_seconds", "Time to an answer, without WebSockets", self.request_time.clone());
        registry.register("sockets", "WebSockets that are open", self.sockets.clone());
        registry.register("tables", "Games in memory", self.tables.clone());
        registry.register("actions", "Actions at all tables, of people and bots", actions);
        registry.register("commit_seconds", "Time of a commit to the database", self.commit_time.clone());
        registry.register("writes", "Writes that were committed; many share a commit", self.writes.clone());
        registry.register("writes_failed", "Tries to commit that failed", self.writes_failed.clone());
        registry.register("read_seconds", "Time of a question to the database", self.read_time.clone());
        registry.register("errors", "Errors that are not the visitor's", self.errors.clone());
        registry.register("bot_seconds", "Time a bot thought about an action", self.bot_time.clone());
        registry.register("gate", "Requests at gates, inside or waiting", self.gates.clone());
        registry.register("notices", "Notices sent to players", self.notices.clone());
        registry.register("questions", "Questions about games, worked out or known", self.questions.clone());
        registry.register("budgets_spent", "Refusals to who had asked for enough work", self.spent.clone());
        registry.register("resident_memory_bytes", "Memory of this process", self.memory.clone());
    }

    pub(crate) fn answered(&self, status: u16, since: Instant) {
        self.requests.get_or_create(&Status { status }).inc();
        // An upgrade is not an answer that anybody waits for.
        if status != 101 {
            observe(&self.request_time, since);
        }
    }

    pub(crate) fn committed(&self, writes: usize, since: Instant) {
        self.writes.inc_by(writes as u64);
        observe(&self.commit_time, since);
    }

    pub(crate) fn read(&self, since: Instant) {
        observe(&self.read_time, since);
    }

    pub(crate) fn thought(&self, since: Instant) {
        observe(&self.bot_time, since);
    }

    pub(crate) fn error(&self, kind: &'static str) {
        self.errors.get_or_create(&Kind { kind }).inc();
    }

    pub(crate) fn notice(&self, kind: &'static str) {
        self.notices.get_or_create(&Kind { kind }).inc();
    }

    pub(crate) fn asked(&self, kind: &'static str) {
        self.questions.get_or_create(&Kind { kind }).inc();
    }

    pub(crate) fn gate(&self, gate: &'static str, inside: usize, waiting: usize) {
        for (place, count) in [("inside", inside), ("waiting", waiting)] {
            self.gates.get_or_create(&At { gate, place }).set(whole(count));
        }
    }

    /// All of them, in the text format of OpenMetrics.
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        if let Some(bytes) = resident() {
            self.memory.set(bytes);
        }
        let mut written = String::new();
        text::encode(&mut written, &self.registry)?;
        Ok(written)
    }
}

/// Eighteen steps, each twice the one before.
fn times(shortest: f64) -> Histogram {
    Histogram::new(exponential_buckets(shortest, 2.0, 18))
}

fn observe(histogram: &Histogram, since: Instant) {
    histogram.observe(Duration::as_secs_f64(&since.elapsed()));
}

pub(crate) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Where the system tells it.
fn resident() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<i64>().ok().map(|kilobytes| kilobytes * 1024)
}
