//! Command cards (AS-8.3), from `content/assault/command-cards.toml`. Every card is played before dice are thrown.

use content::{Problems, Source, Spanned};
use engine::Provenance;
use serde::Deserialize;

use super::{dice::CombatDice, pool::Pool};

/// All command cards.
#[derive(Clone, Debug)]
pub struct CommandCards {
    /// Cards that a hand holds at most.
    pub hand: u8,
    /// Cards drawn at the start of each turn but the first.
    pub draw: u8,
    /// The kinds of card.
    pub cards: Vec<CommandCard>,
}

/// A kind of command card.
#[derive(Clone, Debug)]
pub struct CommandCard {
    /// Names it in files and actions.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// How many there are in the deck.
    pub copies: u8,
    /// When it may be played.
    pub when: Moment,
    /// What it does.
    pub effects: Vec<CardEffect>,
    /// What must hold, all of it.
    pub needs: Vec<Need>,
    /// What it does, in words.
    pub text: String,
}

/// The moment at which a card is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// By the attacker, when a shot of his is declared.
    Attack,
    /// By the defender, when a shot at his unit is declared.
    Defence,
    /// By either, before the first round.
    CloseCombat,
    /// For a unit that has just been activated.
    Activation,
    /// While command points are given out.
    Planning,
    /// Before the initiative roll of the next turn.
    Initiative,
    /// In the support phase.
    Support,
    /// When the actions are over.
    Organization,
}

/// One thing that a card does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardEffect {
    /// Dice for the attack.
    AttackDice(Pool),
    /// So many of the weakest attack dice go.
    FewerAttackDice(u8),
    /// Dice for the defence.
    DefenceDice(Pool),
    /// Attack dice that show nothing are thrown again.
    AttackRerolls(u8),
    /// Defence dice that show nothing are thrown again.
    DefenceRerolls(u8),
    /// Suppressions without a die.
    AutomaticX(u8),
    /// Added to the spotting roll.
    Spotting(i8),
    /// Added to scouting rolls of this activation.
    Scouting(i8),
    /// Added to the accuracy roll of the next air attack.
    Accuracy(i8),
    /// Movement points more.
    Movement(u8),
    /// So many units near the chosen one recover.
    Rally(u8),
    /// Command points more this turn.
    CommandPoints(u8),
    /// Command points fewer for the enemy this turn.
    DenyCommandPoints(u8),
    /// Smoke markers: in the unit's hex, then in the hex before it.
    Smoke(u8),
    /// Added to the next initiative roll.
    Initiative(u8),
    /// A unit that is digging in is dug in.
    DigIn(bool),
    /// Rounds more for a battery.
    Rounds(u8),
    /// An immobilised vehicle moves again at this number or more on a die.
    Repair(u8),
    /// Cards drawn.
    Draw(u8),
}

/// What must hold for a card to be played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// The player's own unit is infantry.
    Infantry,
    /// It is a gun.
    Gun,
    /// It is a vehicle.
    Vehicle,
    /// The target is infantry or a gun.
    TargetInfantryOrGun,
    /// The target is a vehicle.
    TargetVehicle,
    /// The fire is direct.
    Direct,
    /// The fire is indirect.
    Indirect,
    /// The attacker fires without moving.
    StandsStill,
    /// The range is more than close.
    BeyondClose,
    /// The player's own unit is suppressed.
    Suppressed,
    /// The player's own unit makes a fast action.
    FastAction,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandCardFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    hand: u8,
    draw: u8,
    card: Vec<CardSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardSpec {
    id: Spanned<String>,
    name: String,
    #[serde(default = "one")]
    copies: u8,
    when: Moment,
    effects: Vec<CardEffect>,
    #[serde(default)]
    needs: Vec<Need>,
    text: String,
}

fn one() -> u8 {
    1
}

/// Reads and checks the cards.
pub(crate) fn read(
    file: CommandCardFile,
    dice: &CombatDice,
    source: &Source<'_>,
    problems: &mut Problems,
) -> CommandCards {
    let mut cards: Vec<CommandCard> = Vec::new();
    for spec in file.card {
        let id = spec.id.get_ref().clone();
        let of_the_box = |effect: &CardEffect| match effect {
            CardEffect::AttackDice(pool) | CardEffect::DefenceDice(pool) => dice.has(*pool),
            CardEffect::FewerAttackDice(_)
            | CardEffect::AttackRerolls(_)
            | CardEffect::DefenceRerolls(_)
            | CardEffect::AutomaticX(_)
            | CardEffect::Spotting(_)
            | CardEffect::Scouting(_)
            | CardEffect::Accuracy(_)
            | CardEffect::Movement(_)
            | CardEffect::Rally(_)
            | CardEffect::CommandPoints(_)
            | CardEffect::DenyCommandPoints(_)
            | CardEffect::Smoke(_)
            | CardEffect::Initiative(_)
            | CardEffect::DigIn(_)
            | CardEffect::Rounds(_)
            | CardEffect::Repair(_)
            | CardEffect::Draw(_) => true,
        };
        let faults = [
            (cards.iter().any(|known| known.id == id), format!("there are two cards \"{id}\""), "give each its own id"),
            (
                spec.copies == 0,
                format!("there is no copy of \"{id}\""),
                "write copies = 1 or more, or leave the card out",
            ),
            (spec.effects.is_empty(), format!("\"{id}\" does nothing"), "give it an effect"),
            (
                !spec.effects.iter().all(of_the_box),
                format!("\"{id}\" has dice that are not in the box"),
                "dice.toml lists the dice there are",
            ),
        ];
        for (_, what, help) in faults.into_iter().filter(|(wrong, _, _)| *wrong) {
            problems.add(source.problem(spec.id.span(), what, help));
        }
        let CardSpec { name, copies, when, effects, needs, text, .. } = spec;
        cards.push(CommandCard { id, name, copies, when, effects, needs, text });
    }
    CommandCards { hand: file.hand, draw: file.draw, cards }
}
