//! Every command that stands in a page of the book is one that the program understands.

use std::collections::BTreeSet;

use book::Book;
use clap::{CommandFactory, Parser, error::ErrorKind};

use super::{Args, Command};
use crate::odds;

/// The commands in the code of a page: whole lines of blocks, without what is said about them, and what stands between
/// two strokes.
fn commands(page: &str) -> Vec<&str> {
    let (mut found, mut prose, mut in_block) = (Vec::new(), Vec::new(), false);
    for line in page.lines() {
        match line.trim_start() {
            fence if fence.starts_with("```") => in_block = !in_block,
            code if in_block => {
                let end = [code.find(" #"), code.find("  ")].into_iter().flatten().min().unwrap_or(code.len());
                found.push(&code[..end]);
            }
            text => prose.extend(text.split('`').skip(1).step_by(2)),
        }
    }
    found.extend(prose);
    found.retain(|code| code.starts_with("opfire "));
    found
}

/// Its words; what stands for something is a word like any other.
fn words(command: &str) -> Vec<String> {
    let plain = match (command.find("$("), command.find(')')) {
        (Some(begin), Some(end)) => format!("{}X{}", &command[..begin], &command[end + 1..]),
        _ => command.to_owned(),
    };
    plain.split_whitespace().map(|word| word.trim_matches(['[', ']', '…']).to_owned()).collect()
}

/// Why a command is not understood. What is left out or stands for something is no reason.
fn fault(command: &str) -> Option<String> {
    let words: Vec<String> = words(command).into_iter().filter(|word| !word.is_empty()).collect();
    if words.get(1).is_some_and(|word| word == "COMMAND") {
        return None;
    }
    match Args::try_parse_from(&words) {
        Ok(Args { command: Some(Command::Odds { game, .. }), .. }) if is_whole(command) => {
            odds::odds(&game, None, false).err().map(|failure| format!("{command}: {failure}"))
        }
        Ok(Args { command: Some(Command::Resolve { game, dice, .. }), .. }) if is_whole(command) => {
            odds::resolve(&game, &dice.0, None, false).err().map(|failure| format!("{command}: {failure}"))
        }
        Ok(_) => None,
        Err(error) => {
            let wrong = [ErrorKind::UnknownArgument, ErrorKind::InvalidSubcommand, ErrorKind::ArgumentConflict];
            wrong.contains(&error.kind()).then(|| format!("{command}: {error}"))
        }
    }
}

/// Whether nothing in it stands for something of the reader's own.
fn is_whole(command: &str) -> bool {
    !command.contains("my-")
        && !words(command)
            .iter()
            .any(|word| word.len() > 1 && *word == word.to_uppercase() && word.chars().all(char::is_alphabetic))
}

#[test]
fn every_command_in_the_book_is_understood() {
    let book = Book::new([]);
    // What was new once may be called otherwise today.
    let pages = book.pages().filter(|(path, _)| *path != "CHANGELOG.md");
    let commands: BTreeSet<&str> = pages.flat_map(|(_, page)| commands(page)).collect();
    assert!(commands.len() > 60, "{commands:?}");
    let faults: Vec<String> = commands.into_iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_command_has_a_line_in_the_book() {
    let page = book::source("command-line.md").unwrap();
    for command in Args::command().get_subcommands().filter(|command| command.get_name() != "help") {
        assert!(page.contains(&format!("`opfire {}", command.get_name())), "{} is missing", command.get_name());
    }
}

#[test]
fn a_command_that_is_not_understood_is_found() {
    for (command, found) in [
        ("opfire games --jsn", true),
        ("opfire plan rzhavets", true),
        ("opfire odds divisions --rang 3", true),
        ("opfire replay", false),
        ("opfire los GAME MAP FROM TO", false),
        ("opfire cases [PATH…] [--game GAME]", false),
    ] {
        assert_eq!(fault(command).is_some(), found, "{command}");
    }
    assert_eq!(
        commands("a `opfire games` b\n```\nopfire rules FD-3    a rule\n```\n"),
        ["opfire rules FD-3", "opfire games"]
    );
}
