//! The command line. Exit 0: done; 1: refused, or problems were found; 2: wrong usage.

mod admin;
mod args;
mod backup;
mod balance_cmd;
mod cases_cmd;
mod check;
mod club;
mod fail;
mod games;
mod graph_cmd;
mod ledger;
mod logs;
mod los;
mod map_cmd;
mod odds;
mod out;
mod play;
mod read_cmd;
mod render_cmd;
mod replay;
mod replay_all;
mod rulebook;
mod rules;
mod sim;
mod tables;
mod web;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::{
    args::{Args, Command},
    fail::Failure,
};

/// Views are made of thousands of small texts that live for an instant: this takes a third off the price of an action.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Told) => ExitCode::from(1),
        Err(failure) => {
            out::complain(&failure);
            ExitCode::from(failure.code())
        }
    }
}

fn run(args: Args) -> Result<(), Failure> {
    let content = args.content.as_deref();
    match args.command.unwrap_or_default() {
        Command::Play(play) => play::play(&play, content),
        Command::Serve(serve) => play::serve(&serve, content),
        Command::Games { json } => games::games(content, json),
        Command::Odds { game, json } => odds::odds(&game, content, json),
        Command::Resolve { game, dice, json } => odds::resolve(&game, &dice.0, content, json),
        Command::Los(los) => los::los(&los, content),
        Command::Sim(sim) => sim::sim(&sim, content),
        Command::Read(read) => read_cmd::read(&read, content),
        Command::Balance(asked) => balance_cmd::balance(&asked, content),
        Command::Replay(asked) => match &asked.file {
            Some(file) if asked.legacy => replay::legacy(file, content),
            Some(file) => replay::replay(file, asked.verify, content),
            None => replay_all::replay_all(asked.database, asked.json, content),
        },
        Command::Backup { database, output } => backup::backup(database, &output),
        Command::Admin { command, database } => admin::admin(&command, database, content),
        Command::Render(render) => render_cmd::render(&render, content),
        Command::Check { paths, graph: Some(mission), output, .. } => {
            graph_cmd::graph(&mission, &paths, output.as_deref(), content)
        }
        Command::Check { paths, game, .. } => check::check(&paths, game.as_deref(), content),
        Command::Cases(cases) => cases_cmd::cases(&cases, content),
        Command::Map { command } => map_cmd::map(&command, content),
        Command::Rules { what, book: true, output: Some(folder), .. } => {
            rulebook::write(what.as_deref(), &folder, content)
        }
        Command::Rules { what, dice: true, json, .. } => rules::dice(what.as_deref(), json, content),
        Command::Rules { what, coverage, json, .. } => rules::rules(what.as_deref(), coverage, json, content),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Args::command(), "opfire", &mut std::io::stdout());
            Ok(())
        }
    }
}
