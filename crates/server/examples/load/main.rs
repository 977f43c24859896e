//! Plays many games at once over real sockets against a real server with a real database, and says how fast that went.
//!
//! ```text
//! cargo build --release -p opfire
//! cargo run --release -p server --example load -- --program target/release/opfire --clients 200 --seconds 20
//! cargo run --release -p server --example load -- --program target/release/opfire --open 2000
//! ```
//!
//! Two clients to a game. Whoever is asked does something at random from the choices of the view it has; both keep their view by making
//! the differences they are sent, and in the end compare it with a whole one. What stands after `--` is handed to
//! `opfire serve`. Everything stays on this machine and ends by itself.

#![allow(clippy::print_stdout, unreachable_pub, reason = "a program by itself, which prints what it found")]

mod client;
mod host;
mod play;
mod report;
mod wish;

use std::process::ExitCode;

use anyhow::Result;

use crate::{host::Host, wish::Wish};

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
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
    if wish.open > 0 { report::memory(&host, &wish).await } else { report::speed(&host, &wish).await }
}
