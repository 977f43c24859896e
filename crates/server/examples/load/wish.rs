use std::str::FromStr;

use anyhow::{Context, Result, bail};

/// What is asked for on the command line.
#[derive(Clone, Debug)]
pub struct Wish {
    pub program: String,
    pub scenario: String,
    /// Two to a game.
    pub clients: usize,
    pub seconds: u64,
    /// Games that the server has in memory; clients play some of them.
    pub open: usize,
    /// A database that is there and empty, instead of a file that is thrown away.
    pub database: Option<String>,
    /// Measure the memory of this many games with both players there instead.
    pub seated: usize,
    /// Actions in each of them.
    pub actions: usize,
    /// What 60 connections of one other address ask for as quickly as they can, while the latency of the others is
    /// measured.
    pub flood: Option<String>,
    /// For `opfire serve`.
    pub rest: Vec<String>,
}

impl Wish {
    pub fn read(words: impl Iterator<Item = String>) -> Result<Wish> {
        let mut wish = Wish {
            program: "target/release/opfire".to_owned(),
            scenario: "rzhavets".to_owned(),
            clients: 200,
            seconds: 10,
            open: 0,
            database: None,
            seated: 0,
            actions: 60,
            flood: None,
            rest: Vec::new(),
        };
        let mut words = words;
        while let Some(word) = words.next() {
            if word == "--" {
                wish.rest = words.collect();
                break;
            }
            let value = words.next().with_context(|| format!("{word} needs a value"))?;
            match word.as_str() {
                "--program" => wish.program = value,
                "--scenario" => wish.scenario = value,
                "--clients" => wish.clients = number(&value, 2, 2_000)?,
                "--seconds" => wish.seconds = number(&value, 1, 600)?,
                "--open" => wish.open = number(&value, 1, 20_000)?,
                "--database" => wish.database = Some(value),
                "--seated" => wish.seated = number(&value, 1, 5_000)?,
                "--flood" => wish.flood = Some(value),
                "--actions" => wish.actions = number(&value, 0, 5_000)?,
                _ => bail!(
                    "{word} is not known: --program, --scenario, --clients, --seconds, --open, --database, --seated, \
                     --actions, --flood"
                ),
            }
        }
        Ok(wish)
    }
}

fn number<N: FromStr + PartialOrd + std::fmt::Display + Copy>(text: &str, least: N, most: N) -> Result<N> {
    let number = text.parse().ok().filter(|number| (&least..=&most).contains(&number));
    number.with_context(|| format!("\"{text}\" is not a number from {least} to {most}"))
}
