//! What a program without the feature `club` cannot do: it says so, and names the command that builds one that can.

use server::club;

use crate::{args::ServeArgs, fail::Failure};

const POSTGRES: &str = "PostgreSQL";

/// Refuses what is not built in.
pub(crate) fn check(asked: Option<&str>) -> Result<(), Failure> {
    refuse(club::IS_BUILT_IN, asked)
}

fn refuse(built_in: bool, asked: Option<&str>) -> Result<(), Failure> {
    match asked.filter(|_| !built_in) {
        Some(what) => Err(Failure::Usage(club::lacks(what))),
        None => Ok(()),
    }
}

/// What a server is asked for that only a club needs, if anything.
pub(crate) fn of_server(args: &ServeArgs) -> Option<&'static str> {
    let tls = (args.tls_cert.is_some() || args.tls_key.is_some()).then_some("TLS");
    let metrics = args.metrics.map(|_| "metrics");
    let mail = (args.smtp.is_some() || args.mail_from.is_some()).then_some("mail");
    let news = (args.public_url.is_some() || args.webhooks_inside).then_some("news of turns");
    args.database.as_deref().and_then(of_database).or(tls).or(metrics).or(mail).or(news)
}

/// What a database needs that only a club has, if anything.
pub(crate) fn of_database(address: &str) -> Option<&'static str> {
    ["postgres:", "postgresql:"].iter().any(|scheme| address.starts_with(scheme)).then_some(POSTGRES)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{of_server, refuse};
    use crate::args::{Args, Command};

    fn asked(words: &[&str]) -> Option<&'static str> {
        let args = Args::try_parse_from(["opfire", "serve"].iter().chain(words)).unwrap();
        match args.command {
            Some(Command::Serve(args)) => of_server(&args),
            _ => panic!("{words:?}"),
        }
    }

    #[test]
    fn a_program_without_the_club_says_so_and_names_the_command() {
        for (words, what) in [
            (&["--database", "postgres://opfire@host/games"][..], "PostgreSQL"),
            (&["--database", "postgresql://opfire@host/games"], "PostgreSQL"),
            (&["--tls-cert", "a.pem", "--tls-key", "b.pem"], "TLS"),
            (&["--metrics", "127.0.0.1:9000"], "metrics"),
            (
                &["--smtp", "smtps://mail.example", "--mail-from", "a@b.example", "--public-url", "https://b.example"],
                "mail",
            ),
            (&["--public-url", "https://b.example"], "news of turns"),
        ] {
            let asked = asked(words);
            assert_eq!(asked, Some(what), "{words:?}");
            let refused = refuse(false, asked).unwrap_err();
            assert_eq!(refused.code(), 2);
            let told = refused.to_string();
            assert!(told.contains(what), "{told}");
            assert!(told.contains("cargo build --release -p opfire --features club"), "{told}");
            assert!(told.contains("make dist"), "{told}");
            assert!(refuse(true, asked).is_ok());
        }
        assert_eq!(asked(&["--database", "sqlite:///games.db", "--bind", "127.0.0.1:0"]), None);
        assert!(refuse(false, None).is_ok());
    }

    #[test]
    fn the_program_of_the_tests_has_the_club() {
        const { assert!(server::club::IS_BUILT_IN, "tests would leave out what only a club needs") };
    }
}
