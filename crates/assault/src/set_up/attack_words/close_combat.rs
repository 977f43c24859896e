//! One unit assaults the hex of another (AS-11): the whole combat, or a single round of it.

use dice::Dice;
use engine::{
    AskError, Flag, Forecast, Form, GoodFor, Modifier, Prospect, Refusal, Resolution, Resolved, Severity, Words,
};

use super::{
    answered::{reading_of, spoken_result, throws_of, told_critical, too_many},
    asked::{SIDES, card_dice, card_flag, card_number, ground_flag, mark_flags, smoke_flag, work_flag},
    asking::Asking,
    said::{card, cards, ground, marks, number, strength, word, work},
};
use crate::{
    play::{
        s10_ranged_fire::CardDice,
        s10_results::{Fate, Target},
        s11_close_combat::{Blows, CloseCombat, Fighter, Ground, NoAssault, Outcome, Round},
    },
    rule_ids::{ATTACK_IN_COMBAT, CLOSE_COMBAT, COMMAND_CARDS, DEFENCE_IN_COMBAT, DEFENDER_STATUS},
    tables::{Catalogue, fortification::Area},
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(catalogue: &Catalogue) -> Form {
    let rounds = catalogue.close_combat().rounds.most.into();
    let form = Form::new("close-combat", "One unit card assaults the hex of another (AS-11)").step(
        "Combat: who assaults whom",
        Some(CLOSE_COMBAT),
        [
            card_flag(catalogue, "assaulter", "The card that comes in, as in us-rifle-squad")
                .asking("Who comes in?")
                .needed(),
            card_flag(catalogue, "defender", "The card that is there").asking("Who is there?").needed(),
            Flag::number("round", "Only this round, the first being 1; without it the whole combat", 1, rounds)
                .asking("Only one round of it? Otherwise the whole combat"),
        ],
    );
    let form = fought_steps(catalogue, form);
    form.rare_step("Cards of the assaulter: command cards", Some(COMMAND_CARDS), assaulter_cards()).rare_step(
        "Cards of the defender: command cards",
        Some(COMMAND_CARDS),
        defender_cards(),
    )
}

/// What decides the dice of both sides, and what they have been through.
fn fought_steps(catalogue: &Catalogue, form: Form) -> Form {
    let area = "The side from which the assault comes: front, flank or rear";
    let [suppressed, marks @ ..] = mark_flags(
        "defender",
        [
            "The defender is suppressed",
            "The defender is marked fallback",
            "The defender is immobilised",
            "The defender is at half strength",
            "Damage points of the defender",
        ],
    );
    form.step(
        "Assaulter's attack: his dice",
        Some(ATTACK_IN_COMBAT),
        [
            Flag::yes("assaulter-supported", "A unit beside the assaulter supports him"),
            Flag::yes("obstacle", "The assault crosses barbed wire or a stone wall"),
            Flag::yes("outflanked", "The assault comes from outside the defender's arc of fire")
                .if_tagged("defender", ["artillery", "vehicle"]),
            Flag::yes("assaulter-suppressed", "The assaulter is suppressed"),
            Flag::yes("assaulter-flipped", "The assaulter is at half strength"),
        ],
    )
    .step(
        "Defender's defence: ground, work and side",
        Some(DEFENCE_IN_COMBAT),
        [
            ground_flag(catalogue, "terrain", "The ground of the hex; clear if it is not said")
                .asking("The ground of the hex")
                .usually("clear"),
            Flag::yes("hill", "The hex is on a hill"),
            work_flag(catalogue).if_tagged("defender", ["infantry", "artillery"]),
            smoke_flag(catalogue),
            Flag::one_of("area", "SIDE", area, SIDES.map(Area::word))
                .asking("From which side does the assault come?")
                .usually(Area::default().word()),
        ],
    )
    .step(
        "Defender's attack: his dice",
        Some(ATTACK_IN_COMBAT),
        [
            Flag::yes("defender-supported", "A unit beside the defender supports him"),
            Flag::yes("activated", "The defender is marked with an action"),
            Flag::yes("hide-action", "The action that the defender is marked with is a hide action")
                .if_said("activated"),
            suppressed,
        ],
    )
    .step(
        "Assaulter's defence: his dice",
        Some(DEFENCE_IN_COMBAT),
        [Flag::yes("fast", "The assaulter came by fast action")],
    )
    .step(
        "Marks: what they have already",
        Some(DEFENDER_STATUS),
        marks.into_iter().chain([
            Flag::yes("assaulter-immobilised", "The assaulter is immobilised, in a later round")
                .if_tagged("assaulter", ["vehicle"]),
            Flag::number("assaulter-damage", "Damage points of the assaulter", 0, 9).usually("0"),
        ]),
    )
}

fn assaulter_cards() -> [Flag; 7] {
    [
        card_dice("assaulter-card-attack", "Command cards: attack dice more for the assaulter"),
        card_number("assaulter-card-attack-less", "Command cards: so many of his weakest attack dice fewer"),
        card_number("assaulter-card-attack-again", "Command cards: so many of them that show nothing again"),
        card_number("assaulter-card-x", "Command cards: suppressions without a die for him"),
        card_dice("assaulter-card-defence", "Command cards: defence dice more for the assaulter"),
        card_number("assaulter-card-defence-less", "Command cards: so many of his weakest defence dice fewer"),
        card_number("assaulter-card-defence-again", "Command cards: so many of them that show nothing again"),
    ]
}

fn defender_cards() -> [Flag; 7] {
    [
        card_dice("defender-card-attack", "Command cards: attack dice more for the defender"),
        card_number("defender-card-attack-less", "Command cards: so many of his weakest attack dice fewer"),
        card_number("defender-card-attack-again", "Command cards: so many of them that show nothing again"),
        card_number("defender-card-x", "Command cards: suppressions without a die for him"),
        card_dice("defender-card-defence", "Command cards: defence dice more for the defender"),
        card_number("defender-card-defence-less", "Command cards: so many of his weakest defence dice fewer"),
        card_number("defender-card-defence-again", "Command cards: so many of them that show nothing again"),
    ]
}

/// What one round does: how it ends, to the assaulter, to the defender.
type Told = (Option<Outcome>, Fate, Fate);

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    let combat = read(catalogue, words)?;
    let Some(number) = only_round(words)? else {
        let odds = combat.outcomes(catalogue).map_err(too_many)?;
        let named = Outcome::ALL.map(|outcome| (outcome, prospect(Some(outcome), outcome.word().to_owned())));
        return Ok(Forecast::new(modifiers(&combat.round(catalogue, 1)), &odds, named));
    };
    let round = combat.round(catalogue, number);
    let most = catalogue.close_combat().rounds.most;
    let odds = round.odds(catalogue.dice(), &combat).map_err(too_many)?;
    let told = |(on_assaulter, on_defender): (Fate, Fate)| -> Told {
        let blows = Blows { on_assaulter, on_defender, ..Blows::default() };
        (combat.settle(&blows, number, most).outcome, on_assaulter, on_defender)
    };
    let odds = dice::Odds::counted(odds.results().map(|(fates, ways)| (told(*fates), ways))).map_err(too_many)?;
    let named: Vec<(Told, Prospect)> =
        odds.results().map(|(told, _)| (*told, prospect(told.0, spoken(*told)))).collect();
    Ok(Forecast::new(modifiers(&round), &odds, named))
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    let mut combat = read(catalogue, words)?;
    let only = only_round(words)?;
    let most = catalogue.close_combat().rounds.most;
    let (mut throws, mut readings, mut story) = (Vec::new(), Vec::new(), Vec::new());
    let modifiers = modifiers(&combat.round(catalogue, only.unwrap_or(1)));
    let mut number = only.unwrap_or(1);
    let told = loop {
        let round = combat.round(catalogue, number);
        let blows = round.cast(catalogue.dice(), &combat, dice);
        readings.extend(in_words(&round, &blows, number));
        story.extend(blows_in_words(&combat, &round, &blows, number));
        for (whose, blow) in [("attack", &blows.attack), ("reply", &blows.reply)] {
            let blow = blow.iter().flat_map(|blow| throws_of(&blow.cast, blow.critical.as_ref()));
            let named = |thrown: engine::Thrown| engine::Thrown {
                what: format!("round {number}, {whose}: {}", thrown.what),
                ..thrown
            };
            throws.extend(blow.map(named));
        }
        let settled = combat.settle(&blows, number, most);
        let told = (settled.outcome, blows.on_assaulter, blows.on_defender);
        if only.is_some() || settled.outcome.is_some() {
            break told;
        }
        combat = combat.then(&settled);
        number += 1;
    };
    let result = match only {
        Some(_) => spoken(told),
        None => word_of(told.0).to_owned(),
    };
    let text = result.replace(['-', ':'], " ");
    let resolution = Resolution { modifiers, throws, reading: readings.join("; "), result };
    let resolved = Resolved::new(CLOSE_COMBAT, resolution, text);
    Ok(story.into_iter().fold(resolved, |resolved, told| resolved.then(CLOSE_COMBAT, told)))
}

fn modifiers(round: &Round) -> Vec<Modifier> {
    round.lines.iter().cloned().map(Modifier::from).collect()
}

/// "round 1: the assaulter has 1 damage less nothing leaves 1 damage".
fn in_words(round: &Round, blows: &Blows, number: u8) -> Vec<String> {
    let sides = [("assaulter", round.attack, &blows.attack), ("defender", round.reply, &blows.reply)];
    let told =
        sides.into_iter().filter_map(|(who, clash, blow)| Some((who, reading_of(&clash?, &blow.as_ref()?.cast))));
    told.map(|(who, words)| format!("round {number}, {who}: {words}")).collect()
}

/// What each attack of a round does, with its critical hits.
fn blows_in_words(combat: &CloseCombat<'_>, round: &Round, blows: &Blows, number: u8) -> Vec<String> {
    let sides = [
        ("assaulter", round.attack, &blows.attack, &combat.defender.state, blows.on_defender),
        ("defender", round.reply, &blows.reply, &combat.assaulter.state, blows.on_assaulter),
    ];
    let told = sides.into_iter().filter_map(|(who, clash, blow, target, fate)| {
        let blow = blow.as_ref()?;
        let words = reading_of(&clash?, &blow.cast);
        let critical =
            blow.critical.as_ref().map(|critical| format!(" Critical hits: {}", told_critical(target, critical)));
        let result = spoken_result(&fate.to_string());
        Some(format!(
            "Round {number}, the {who} attacks: {words}.{} The other side: {result}.",
            critical.unwrap_or_default()
        ))
    });
    told.collect()
}

fn only_round(words: &Words) -> Result<Option<u8>, AskError> {
    Ok(words.number("round", 1, 99)?.map(|number| number as u8))
}

fn word_of(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or("next-round", Outcome::word)
}

/// "next-round assaulter no-effect defender damage:1,half-strength".
fn spoken((outcome, on_assaulter, on_defender): Told) -> String {
    format!("{} assaulter {on_assaulter} defender {on_defender}", word_of(outcome))
}

fn prospect(outcome: Option<Outcome>, result: String) -> Prospect {
    let (good_for, severity) = match outcome {
        None => return Prospect::nothing(result).in_group("next round"),
        Some(Outcome::DefenderDestroyed) => (GoodFor::Doer, Severity::Killed),
        Some(Outcome::DefenderDrivenOut) => (GoodFor::Doer, Severity::Effect),
        Some(Outcome::Repulsed) => (GoodFor::Other, Severity::Effect),
        Some(Outcome::AssaulterDestroyed) => (GoodFor::Other, Severity::Killed),
        Some(Outcome::BothDestroyed) => (GoodFor::Nobody, Severity::Killed),
    };
    Prospect::new(result, good_for, severity).in_group(word_of(outcome).replace('-', " "))
}

/// The assault as it was described.
fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<CloseCombat<'a>, AskError> {
    let combat = CloseCombat {
        assaulter: assaulter(catalogue, words)?,
        defender: defender(catalogue, words)?,
        ground: Ground {
            terrain: ground(catalogue, words, "terrain")?.or_else(|| catalogue.ground("clear")),
            hill: words.has("hill"),
            smoke: number(words, "smoke")?,
            work: work(catalogue, words)?,
            area: word(words, "area", SIDES, Area::word)?.unwrap_or_default(),
            obstacle: words.has("obstacle"),
            outflanked: words.has("outflanked"),
            fast: words.has("fast"),
        },
    };
    // An assaulter who is immobilised in the fight goes on fighting.
    match (combat.allowed(), only_round(words)?) {
        (Ok(()), _) | (Err(NoAssault::Immobilised), Some(2..)) => Ok(combat),
        (Err(reason), _) => Err(AskError::Refused(Refusal::from(&reason))),
    }
}

fn assaulter<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Fighter<'a>, AskError> {
    let card = card(catalogue, words, "assaulter")?;
    let marks = Target {
        suppressed: words.has("assaulter-suppressed"),
        immobilised: words.has("assaulter-immobilised"),
        ..strength(words, card, ["assaulter-damage", "assaulter-flipped"])?
    };
    let attack = ["assaulter-card-attack", "assaulter-card-attack-less", "assaulter-card-attack-again"];
    let defence = ["assaulter-card-defence", "assaulter-card-defence-less", "assaulter-card-defence-again"];
    Ok(Fighter {
        supported: words.has("assaulter-supported"),
        attack_cards: CardDice { automatic: number(words, "assaulter-card-x")?, ..cards(catalogue, words, attack)? },
        defence_cards: cards(catalogue, words, defence)?,
        ..Fighter::new(card, marks)
    })
}

fn defender<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Fighter<'a>, AskError> {
    let card = card(catalogue, words, "defender")?;
    let attack = ["defender-card-attack", "defender-card-attack-less", "defender-card-attack-again"];
    let defence = ["defender-card-defence", "defender-card-defence-less", "defender-card-defence-again"];
    Ok(Fighter {
        supported: words.has("defender-supported"),
        activated: words.has("activated"),
        hiding: words.has("hide-action"),
        attack_cards: CardDice { automatic: number(words, "defender-card-x")?, ..cards(catalogue, words, attack)? },
        defence_cards: cards(catalogue, words, defence)?,
        ..Fighter::new(card, marks(words, card)?)
    })
}
