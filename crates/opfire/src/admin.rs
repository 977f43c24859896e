//! `admin`: what an operator does with single games and players, while servers run.

use std::{fs::OpenOptions, io::Write as _, path::Path, sync::Arc};

use crate::{args::AdminCommand, backup::refused, fail::Failure, out, play, tables};

pub(crate) fn admin(command: &AdminCommand, database: Option<String>, content: Option<&Path>) -> Result<(), Failure> {
    let address = play::database(database)?;
    match command {
        AdminCommand::Delete { game } => {
            play::block_on(server::delete(&address, game))?.map_err(refused)?;
            out::say(format!("{game} is thrown away"));
        }
        AdminCommand::Export { game, output } => {
            let text = play::block_on(server::export(&address, game))?.map_err(refused)?;
            write_new(output, &text).map_err(|error| Failure::File { what: "write", path: output.clone(), error })?;
            out::say(format!(
                "{}: {game}, with its secrets. It is still here: delete it when the other server has it",
                output.display()
            ));
        }
        AdminCommand::Import { file } => {
            let (text, shelf) = (tables::read(file)?, Arc::new(tables::shelf(content)?));
            let game = play::block_on(server::import(&address, shelf, &text))?.map_err(refused)?;
            out::say(format!("{game} is here, under the keys that its players have"));
        }
    }
    Ok(())
}

/// Writes a file for its owner only, where nothing was.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
