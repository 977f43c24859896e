//! `backup`: a copy of the saved games while a server runs.

use std::path::Path;

use crate::{fail::Failure, out, play};

pub(crate) fn backup(database: Option<String>, to: &Path) -> Result<(), Failure> {
    let address = play::database(database)?;
    let server::Backup { games, bytes } = play::block_on(server::backup(&address, to))??;
    out::say(format!("{}: {games} games, {} kB, looked over", to.display(), bytes.div_ceil(1024)));
    out::say("it holds seeds and hidden units: keep it where players cannot read it");
    Ok(())
}
