//! `admin`: what an operator does with single games and players, while servers run.

use std::{fs::OpenOptions, io::Write as _, path::Path};

use crate::{args::AdminCommand, fail::Failure, out, play, tables};

pub(crate) fn admin(command: &AdminCommand, database: Option<String>, content: Option<&Path>) -> Result<(), Failure> {
    let address = play::database(database)?;
    match command {
        AdminCommand::Reports { all, json } => {
            let reports = play::block_on(server::reports(&address, *all))??;
            tell(&reports, *json);
        }
        AdminCommand::Settle { report } => {
            play::block_on(server::settle(&address, report))??;
            out::say(format!("{report} is settled"));
        }
        AdminCommand::Ban { account } => {
            play::block_on(server::ban(&address, account, true))??;
            out::say(format!("{account} is shut out, and logged out everywhere"));
        }
        AdminCommand::Unban { account } => {
            play::block_on(server::ban(&address, account, false))??;
            out::say(format!("{account} may come in again"));
        }
        AdminCommand::Delete { game } => {
            play::block_on(server::delete(&address, game))??;
            out::say(format!("{game} is thrown away"));
        }
        AdminCommand::Export { game, output } => {
            let text = play::block_on(server::export(&address, game))??;
            write_new(output, &text).map_err(|error| Failure::File { what: "write", path: output.clone(), error })?;
            out::say(format!(
                "{}: {game}, with its secrets. It is still here: delete it when the other server has it",
                output.display()
            ));
        }
        AdminCommand::Import { file } => {
            let (text, shelf) = (tables::read(file)?, tables::shelf(content)?);
            let game = play::block_on(server::import(&address, &shelf, &text))??;
            out::say(format!("{game} is here, under the keys that its players have"));
        }
    }
    Ok(())
}

fn tell(reports: &[server::Complaint], json: bool) {
    if json {
        return out::json(&reports);
    }
    for report in reports {
        let account = report.account.as_ref().map(|account| format!(", account {account}")).unwrap_or_default();
        let settled = if report.settled { " (settled)" } else { "" };
        out::say(format!("{} in game {}{settled}", report.id, report.game));
        out::say(format!("  {} ({}{account}) said: {:?}", report.name, report.place, report.text));
        out::say(format!("  {} reports it: {:?}", report.reporter, report.why));
    }
    out::say(format!("{} reports", reports.len()));
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
