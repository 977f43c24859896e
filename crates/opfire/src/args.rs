use std::{net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

use clap::{Parser, Subcommand};

use crate::logs::LogForm;

/// A table for WWII tactical hex wargames: play in a browser, see exact odds, replay every game.
#[derive(Parser)]
#[command(name = "opfire", version, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Read the data files from this folder instead of those built in
    #[arg(long, global = true, env = "OPFIRE_CONTENT", value_name = "DIR")]
    pub(crate) content: Option<PathBuf>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Start a local table and open it in the browser (the default)
    Play(PlayArgs),
    /// Serve tables to others
    #[command(after_help = limits())]
    Serve(ServeArgs),
    /// List games and scenarios with their status
    Games {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Exact odds of an attack, with every modifier explained
    #[command(after_help = ATTACKS_HELP)]
    Odds {
        #[command(subcommand)]
        game: Attack,
        /// Print one JSON document
        #[arg(long, global = true)]
        json: bool,
    },
    /// Resolve an attack with the dice you threw
    #[command(after_help = ATTACKS_HELP)]
    Resolve {
        #[command(subcommand)]
        game: Attack,
        /// The dice in the order they were thrown, as in 4,4
        #[arg(long, global = true, default_value = "", hide_default_value = true, value_name = "FACES")]
        dice: Faces,
        /// Print one JSON document
        #[arg(long, global = true)]
        json: bool,
    },
    /// Line of sight between two hexes of a scenario's map
    Los(LosArgs),
    /// Let bots play a scenario many times
    Sim(SimArgs),
    /// Let a bot play a mission, and print what happened as a story
    Read(ReadArgs),
    /// Judge missions of open-fire by many plays: wins, losses, length, what is read, what the Germans do
    Balance(BalanceArgs),
    /// Show a recorded game, or check that it comes out as recorded; or play every live game of a database
    Replay(ReplayArgs),
    /// Copy a server's saved games to a file, while it runs
    Backup {
        /// The database, as in sqlite:///path/games.db; the data folder's if absent
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// The copy, which must not exist yet
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Look after a server's games: reports, bans, deleting, moving games to another server
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
        /// The database, as in sqlite:///path/games.db or postgres://…; the data folder's if absent
        #[arg(long, global = true, value_name = "URL")]
        database: Option<String>,
    },
    /// Draw a scenario as SVG or PNG
    Render(RenderArgs),
    /// Check maps, scenarios, game files and folders of content
    Check {
        /// Files or folders; the built-in content if none are given
        paths: Vec<PathBuf>,
        /// The game of a map or scenario that is not in its folder GAME/maps or GAME/scenarios
        #[arg(long)]
        game: Option<String>,
        /// Draw what leads to what in a mission instead; a folder of content may be given
        #[arg(long, value_name = "MISSION", conflicts_with = "game")]
        graph: Option<String>,
        /// The picture of --graph, ending in .svg or .png; standard output if it is missing
        #[arg(short, long, value_name = "FILE", requires = "graph")]
        output: Option<PathBuf>,
    },
    /// Run rule cases written in Markdown
    #[command(after_help = CASES_HELP)]
    Cases(CasesArgs),
    /// Make tilesets and maps for the Tiled editor
    Map {
        #[command(subcommand)]
        command: MapCommand,
    },
    /// List the rules, or show what stands behind one of them or of their statements
    Rules {
        /// A game, a rule (FD-3) or a statement of the rules (OF-6.7-12)
        what: Option<String>,
        /// Count by section how many statements of the rules are held by a case or test, settled by a ruling, or not
        /// held
        #[arg(long)]
        coverage: bool,
        /// Show the dice with symbols that a game has, face by face
        #[arg(long, conflicts_with = "coverage")]
        dice: bool,
        /// Write the rulebook of the game, or of all games, as pages of Markdown with every ruling, statement and
        /// example
        #[arg(long, conflicts_with_all = ["coverage", "dice", "json"], requires = "output")]
        book: bool,
        /// The folder of --book
        #[arg(short, long, value_name = "DIR", requires = "book")]
        output: Option<PathBuf>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

impl Default for Command {
    fn default() -> Self {
        Command::Play(PlayArgs {
            game: None,
            scenario: None,
            settings: Vec::new(),
            typed_dice: false,
            port: PlayArgs::PORT,
            data: None,
            no_open: false,
            set_damaged_aside: false,
        })
    }
}

#[derive(clap::Args)]
pub(crate) struct PlayArgs {
    /// Start this game at once
    pub(crate) game: Option<String>,
    /// with this scenario
    pub(crate) scenario: Option<String>,
    /// and this setting, as in closed-sight=on or platoon=@FILE; may be repeated. `opfire games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    pub(crate) settings: Vec<String>,
    /// Throw the dice yourself and type them in
    #[arg(long, requires = "game")]
    pub(crate) typed_dice: bool,
    /// The port to try first
    #[arg(long, default_value_t = PlayArgs::PORT)]
    pub(crate) port: u16,
    /// Where games are saved
    #[arg(long, env = "OPFIRE_DATA", value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// If the saved games are damaged: keep the file, begin a new one, take over what can be read
    #[arg(long)]
    pub(crate) set_damaged_aside: bool,
}

impl PlayArgs {
    pub(crate) const PORT: u16 = 7944;
}

#[derive(clap::Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on
    #[arg(long, default_value = "0.0.0.0:7944")]
    pub(crate) bind: SocketAddr,
    /// The database, as in sqlite:///path/opfire.db or postgres://opfire@host/games, which several processes may share;
    /// the data folder's if absent
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// How much visitors may use, as in connections-per-address=64; may be repeated. All limits are listed below
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    pub(crate) limits: Vec<String>,
    /// A proxy in front of this server: who asks is then read from its X-Forwarded-For or Forwarded. May be repeated
    #[arg(long, alias = "trust-proxy", value_name = "ADDRESS[/BITS]")]
    pub(crate) trusted_proxy: Vec<server::Network>,
    /// A name that this server answers to, as in play.example; requests under other names are refused. May be repeated
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    pub(crate) hosts: Vec<String>,
    /// Speak TLS with this certificate, in PEM, with those between it and its authority after it; read again on SIGHUP
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// and this private key
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Answer /metrics (Prometheus), /health and /ready at this address, for the operator only
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// The form of what is logged to standard error; RUST_LOG says how much: warn, info, server=debug
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(crate) log: LogForm,
    /// After SIGTERM, go on serving for so long while /ready says no, so that a balancer sends players elsewhere
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) drain: Option<Duration>,
    /// Put games away that nobody has played for so long, as in 90d
    #[arg(long, value_name = "TIME", requires = "archive", value_parser = time)]
    pub(crate) expire_after: Option<Duration>,
    /// into this folder, one file a game, which can be imported again
    #[arg(long, value_name = "DIR", requires = "expire_after")]
    pub(crate) archive: Option<PathBuf>,
    /// If the saved games are damaged: keep the file, begin a new one, take over what can be read
    #[arg(long)]
    pub(crate) set_damaged_aside: bool,
    /// Where players reach this server, with its scheme and name (https and play.example): for the links in news of
    /// their turn, which is sent only with it
    #[arg(long, value_name = "URL", value_parser = public_url)]
    pub(crate) public_url: Option<String>,
    /// Send mail through this server: smtps://NAME:PASSWORD@HOST, or smtp://HOST?tls=required. Better given as
    /// OPFIRE_SMTP, which no list of processes shows
    #[arg(
        long,
        value_name = "URL",
        env = "OPFIRE_SMTP",
        hide_env_values = true,
        requires_all = ["mail_from", "public_url"]
    )]
    pub(crate) smtp: Option<String>,
    /// The address that mail comes from
    #[arg(long, value_name = "ADDRESS", requires = "smtp")]
    pub(crate) mail_from: Option<String>,
    /// Let webhooks lead to this machine and to private networks
    #[arg(long, requires = "public_url")]
    pub(crate) webhooks_inside: bool,
}

/// An address that links begin with.
fn public_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match rest {
        Some(rest) if !rest.is_empty() && !rest.contains(['?', '#', ' ', '@']) => Ok(text.to_owned()),
        _ => Err("write it as in https://play.example".to_owned()),
    }
}

/// A name alone: neither a scheme nor a port nor a path.
fn host(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    if !text.is_empty() && text.bytes().all(fits) {
        Ok(text.to_owned())
    } else {
        Err(format!("\"{text}\" is not the name of a host: write play.example, without https:// and without a port"))
    }
}

fn time(text: &str) -> Result<Duration, String> {
    server::time(text).ok_or_else(|| format!("\"{text}\" is no time: write it as 90d, 12h, 30min or 20s"))
}

/// The limits of `serve`, as its help lists them.
fn limits() -> String {
    let lines = server::Limits::default().list();
    let width = lines.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    let lines = lines.iter().map(|(word, about)| format!("  {word:width$}  {about}"));
    format!(
        "Limits, as they are if nobody says (`none` lifts a number or a size):\n{}",
        lines.collect::<Vec<_>>().join("\n")
    )
}

/// An attack in words.
#[derive(Subcommand)]
pub(crate) enum Attack {
    /// A game, its attack and what is said about it, as in open-fire ap --firer m26 --target tiger --range 6. GAME
    /// --help lists the attacks
    #[command(external_subcommand)]
    Asked(Vec<String>),
}

/// Dice as people type them: `4,4` or `4 4`.
#[derive(Clone, Debug)]
pub(crate) struct Faces(pub(crate) Vec<u16>);

impl FromStr for Faces {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let face = |word: &str| word.parse().map_err(|_| format!("\"{word}\" is not a face of a die"));
        words.map(face).collect::<Result<_, _>>().map(Faces)
    }
}

#[derive(clap::Args)]
pub(crate) struct LosArgs {
    /// The game
    pub(crate) game: String,
    /// A map, a scenario whose map is used, or a map file (.tmx, .toml)
    pub(crate) map: String,
    /// From this hex, as in 0304
    pub(crate) from: String,
    /// To this hex
    pub(crate) to: String,
    /// Smoke in this hex, with the number of markers: 1010 or 1010=2. May be repeated
    #[arg(long, value_name = "HEX[=N]")]
    pub(crate) smoke: Vec<String>,
    /// The looker is closed or in a bunker and sees only ahead: n ne se s sw nw
    #[arg(long)]
    pub(crate) facing: Option<String>,
    /// What looks: infantry, gun or vehicle
    #[arg(long)]
    pub(crate) looker: Option<String>,
    /// What is looked at: infantry, gun or vehicle
    #[arg(long)]
    pub(crate) target: Option<String>,
    /// The weather, as in night
    #[arg(long)]
    pub(crate) weather: Option<String>,
    /// The target was activated this round by a unit within two hexes
    #[arg(long)]
    pub(crate) activated: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct ReplayArgs {
    /// A game file
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub(crate) file: Option<PathBuf>,
    /// Check every action, die and state
    #[arg(long, conflicts_with = "all")]
    pub(crate) verify: bool,
    /// Print what the finished game hands on to the next one: the platoon of a campaign
    #[arg(long, conflicts_with_all = ["verify", "all"])]
    pub(crate) legacy: bool,
    /// Play every live game of a database with the rules of this program and list those that differ. Nothing is changed
    #[arg(long)]
    pub(crate) all: bool,
    /// The database, as in sqlite:///path/games.db or postgres://…; the data folder's if absent
    #[arg(long, value_name = "URL", requires = "all")]
    pub(crate) database: Option<String>,
    /// Print one JSON document
    #[arg(long, requires = "all")]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// List what players reported, the oldest first
    Reports {
        /// Also those that are settled
        #[arg(long)]
        all: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Put a report away
    Settle {
        /// Its id, as `reports` lists it
        report: String,
    },
    /// Shut the owner of an account out, on all his devices
    Ban {
        /// The account's name
        account: String,
    },
    /// Let the owner of an account in again
    Unban {
        /// The account's name
        account: String,
    },
    /// Throw a game away, with everything that belongs to it. Export it first if in doubt
    Delete {
        /// Its id, as in the address of its page
        game: String,
    },
    /// Write a game with its seats and its chat to a file, for `import` on another server. It holds secrets
    Export {
        /// Its id
        game: String,
        /// The file, which must not exist yet
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Take in a game that another server exported: same id, same keys
    Import {
        /// The file
        file: PathBuf,
    },
}

#[derive(Subcommand)]
pub(crate) enum MapCommand {
    /// Write a map of text (.toml) as a file of the Tiled editor (.tmx)
    Convert {
        /// The map
        from: PathBuf,
        /// The new file; it looks for its tilesets in ../tiles and ../../tiles
        to: PathBuf,
        /// Whose terrain the map has
        #[arg(long)]
        game: String,
    },
    /// Draw the tilesets of a game into the folder of --content, or ./content
    Tiles {
        /// The game
        game: String,
    },
}

#[derive(clap::Args)]
pub(crate) struct CasesArgs {
    /// Case files (.md) or folders of them; the cases of the project if none are given
    pub(crate) paths: Vec<PathBuf>,
    /// The game whose rules apply, instead of the one that a folder above the file is named after
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Only say what fails
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

const ATTACKS_HELP: &str = "\
Say the game, the attack, and what is known about it:
  opfire odds divisions --range 3 --defense 6
  opfire odds open-fire ap --firer m26 --target tiger --range 6
GAME --help lists the attacks of a game, GAME ATTACK --help what can be said about one. The attack need not be named \
where
what is said about it fits only one.";

const CASES_HELP: &str = "\
A case is prose with a set-up, actions with the dice that fall, and what must come out; docs/cases.md has the language.
A file belongs to the game that a folder above it is named after (divisions/my-case.md), or to --game.
README.md is not read. Exit 1 if a case fails or cannot be read.";

#[derive(clap::Args)]
pub(crate) struct SimArgs {
    /// The game
    pub(crate) game: String,
    /// The scenario
    pub(crate) scenario: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Decides all dice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The bot of the first side: the game's best, if it is not said
    #[arg(long, value_name = "BOT")]
    pub(crate) red: Option<String>,
    /// The bot of the second side, if there is one
    #[arg(long, value_name = "BOT")]
    pub(crate) blue: Option<String>,
    /// A setting of the scenario, as in closed-sight=on or platoon=@FILE; may be repeated. `opfire games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Print one JSON document, the same on every run; the speed goes to standard error
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct ReadArgs {
    /// The mission or scenario
    pub(crate) mission: String,
    /// Decides all dice: `sim` and `read` play the same game with the same seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The bot that plays: the game's best, if it is not said
    #[arg(long)]
    pub(crate) bot: Option<String>,
    /// A setting of the scenario, as in closed-sight=on or platoon=@FILE; may be repeated. `opfire games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Print Markdown, without line breaks inside paragraphs
    #[arg(long)]
    pub(crate) markdown: bool,
}

#[derive(clap::Args)]
pub(crate) struct BalanceArgs {
    /// The game; in one for two sides the same bot leads both
    #[arg(long, default_value = balance::OF_MISSIONS)]
    pub(crate) game: String,
    /// The missions or scenarios; all, if none is named
    pub(crate) missions: Vec<String>,
    /// Plays of each mission with each kind of platoon that it allows, or of each scenario
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Decides all dice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The bot that judges: the game's best, if it is not said; also in-and-out
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Option<String>,
    /// Campaigns through those of the missions that have a date, the same platoon by date
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) campaigns: u32,
    /// Plays of each baseline, in-and-out and random; as many as of the bot, and 200 at most, if it is not said
    #[arg(long, value_name = "N")]
    pub(crate) baselines: Option<u32>,
    /// A setting of the scenario, as in closed-sight=on or platoon=@FILE; may be repeated. `opfire games` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Print one JSON document, the same on every run; the speed goes to standard error
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page with charts into this folder, too
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct RenderArgs {
    /// The game
    pub(crate) game: String,
    /// A scenario, a map, or a map file (.tmx, .toml)
    pub(crate) scenario: String,
    /// The picture, ending in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Leave out the counters, or the sheet around a map
    #[arg(long)]
    pub(crate) map_only: bool,
    /// Size of a PNG: 1 is the size of the SVG
    #[arg(long, default_value_t = 1.0)]
    pub(crate) scale: f32,
}

#[cfg(test)]
mod tests;
