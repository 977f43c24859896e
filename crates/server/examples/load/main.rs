//! Plays many games at once over real sockets against a real server with a real database, and says how fast that went.
//!
//! ```text
//! cargo build --release -p opfire
//! cargo run --release -p server --example load -- --open 2000 --clients 200 --seconds 20
//! cargo run --release -p server --example load -- --open 2000 --clients 200 --seconds 20 --database postgres://…
//! cargo run --release -p server --example load -- --seated 800 --actions 10
//! cargo run --release -p server --example load -- --clients 100 --flood overlays
//! ```
//!
//! With `--flood` (overlays, fields, whole, map, assets) players are measured first alone, then beside 60 connections
//! of one other address that ask for this as quickly as they can.
//!
//! Two clients to a game. Whoever is asked does something at random from the choices of the view it has. A client reads
//! what a bot needs and notes the rest; when the clock has stopped every difference is made on the view before it, and
//! the result is compared with a whole view. What stands after `--` is handed to `opfire serve`. Everything stays on
//! this machine and ends by itself.

#![allow(clippy::print_stdout, unreachable_pub, reason = "a program by itself, which prints what it found")]

mod check;
mod client;
mod flood;
mod glance;
mod host;
mod machine;
mod play;
mod report;
mod wish;

use std::process::ExitCode;

use anyhow::Result;

use crate::{host::Host, wish::Wish};

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let done = runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(run()));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error:?}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<()> {
    let wish = Wish::read(std::env::args().skip(1))?;
    let host = Host::start(&wish).await?;
    match &wish.flood {
        Some(kind) => flood::measure(&host, &wish, kind.parse()?).await,
        None if wish.seated > 0 => report::seated(&host, &wish).await,
        None => report::speed(&host, &wish).await,
    }
}
