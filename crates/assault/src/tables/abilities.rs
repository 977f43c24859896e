//! Special abilities of units (AS-4.2), from `content/assault/abilities.toml`: each is a list of effects that some rule
//! carries out.

use content::{Problems, Source, Spanned};
use engine::Provenance;
use serde::Deserialize;

use super::{
    pool::{Colour, Pool},
    units::{CardKind, RangeFactor, UnitCard},
};

/// An ability as it stands on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Names it in files.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// One thing that an ability does. Variants without words have braces, so that a word too many is refused.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "effect", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Added to its scouting rolls for minefields.
    ScoutingModifier {
        /// So much.
        value: i8,
    },
    /// It removes a minefield that it has scouted.
    ClearMinefield {},
    /// Added to its own spotting rolls, or to those of enemies who look for it.
    SpottingModifier {
        /// Whose rolls.
        side: Whose,
        /// So much.
        value: i8,
        /// When not.
        #[serde(default)]
        unless: Option<Unless>,
    },
    /// Attack dice that show nothing are thrown again in close combat.
    CloseCombatReroll {
        /// In which role.
        side: Role,
        /// In which rounds.
        rounds: Rounds,
        /// So many.
        count: u8,
        /// Only against such units.
        #[serde(default)]
        against: Option<CardKind>,
    },
    /// Attack dice more in close combat.
    CloseCombatDie {
        /// In which role.
        side: Role,
        /// In which rounds.
        rounds: Rounds,
        /// Their colour.
        colour: Colour,
        /// So many.
        count: u8,
        /// Only against a unit in such a place.
        #[serde(default)]
        target_in: Option<Place>,
    },
    /// Defence dice more in close combat.
    CloseCombatDefenceDie {
        /// In which role.
        side: Role,
        /// In which rounds.
        rounds: Rounds,
        /// Their colour.
        colour: Colour,
        /// So many.
        count: u8,
    },
    /// The night takes nothing from its spotting rolls.
    IgnoreNight {},
    /// Its blast value works against a structure in an adjacent hex.
    BlastAdjacent {},
    /// As fire support unit it gives a die of this colour.
    JointFireDie {
        /// The colour.
        colour: Colour,
    },
    /// It does not assault.
    NoAssault {},
    /// Once a turn it fires as reaction although it is marked Firing.
    SecondReaction {
        /// What it costs.
        lose: Lose,
    },
    /// It has no direct fire.
    IndirectOnly {},
    /// It does not fire in an activation in which it moves.
    NoMoveAndFire {},
    /// It puts smoke on a hex in place of an attack.
    PlaceSmoke {
        /// So many markers.
        markers: u8,
    },
    /// Attack dice that show nothing are thrown again in ranged fire.
    AttackReroll {
        /// So many.
        count: u8,
        /// Only at this range.
        #[serde(default)]
        range: Option<RangeFactor>,
        /// Only against such units.
        #[serde(default)]
        against: Option<CardKind>,
    },
    /// Defence dice more in ranged fire.
    DefenceDie {
        /// Their colour.
        colour: Colour,
        /// So many.
        count: u8,
    },
    /// Defence dice that show nothing are thrown again in ranged fire.
    DefenceReroll {
        /// So many.
        count: u8,
    },
    /// It carries or tows.
    Carry {
        /// So many units of infantry.
        infantry: u8,
        /// Or so many guns.
        gun: u8,
    },
    /// An attack on it has a suppression without a die.
    AutomaticX {
        /// Who has it.
        side: Whose,
        /// In which kinds of attack.
        by: Vec<By>,
    },
    /// Dice against men are used against it.
    SoftDice {
        /// At which range: at one, where the attacker has no dice against vehicles; or at any, instead of them.
        range: SoftRange,
        /// What it costs the attacker.
        #[serde(default)]
        lose: Option<Lose>,
    },
    /// It fires at aircraft.
    AaFire {},
    /// It spots for indirect fire of its side.
    SpotIndirect {},
    /// It calls support from outside the map.
    Observe {
        /// Which.
        #[serde(rename = "for")]
        post: Observer,
    },
    /// It loses its weakest attack die when it fires so.
    LoseAttackDie {
        /// How.
        fire: Moving,
    },
    /// It never leaves its hex.
    NoMove {},
    /// Added to the number at which terrain immobilises it.
    TerrainDamageModifier {
        /// So much.
        value: i8,
    },
}

/// The unit with the ability, or those who attack it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Whose {
    Own,
    Enemy,
}

/// When an ability does not work.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Unless {
    Moved,
}

/// A role in close combat.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Role {
    Assaulting,
    Defending,
    Both,
}

/// Rounds of close combat.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Rounds {
    First,
    Every,
}

/// Where a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Place {
    BuildingOrWork,
}

/// A die that is given up.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Lose {
    Weakest,
}

/// A kind of attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum By {
    Indirect,
    Air,
    CloseCombat,
}

/// At which range dice against men are used against a vehicle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum SoftRange {
    Close,
    Any,
}

/// Support that an observer calls.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Observer {
    Spotter,
    NavalObserver,
}

/// Fire in an activation with a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Moving {
    MoveAndFire,
}

impl Role {
    /// Whether it covers a unit that assaults, or one that is assaulted.
    pub fn covers(self, assaulting: bool) -> bool {
        match self {
            Role::Assaulting => assaulting,
            Role::Defending => !assaulting,
            Role::Both => true,
        }
    }
}

impl Rounds {
    /// Whether it covers a round, counted from 1.
    pub fn covers(self, round: u8) -> bool {
        match self {
            Rounds::First => round == 1,
            Rounds::Every => true,
        }
    }
}

/// What a unit can carry: one or the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Load {
    pub infantry: u8,
    pub gun: u8,
}

/// What abilities let a unit do, for the rules that ask.
impl UnitCard {
    /// All effects of its abilities, each with the ability it comes from.
    pub fn effects(&self) -> impl Iterator<Item = (&Ability, &Effect)> {
        self.abilities.iter().flat_map(|ability| ability.effects.iter().map(move |effect| (ability, effect)))
    }

    /// Whether it has an ability.
    pub fn has_ability(&self, id: &str) -> bool {
        self.abilities.iter().any(|ability| ability.id == id)
    }

    fn does(&self, wanted: &Effect) -> bool {
        self.effects().any(|(_, effect)| effect == wanted)
    }

    /// The first that an effect gives.
    fn given<T>(&self, by: impl Fn(&Effect) -> Option<T>) -> Option<T> {
        self.effects().find_map(|(_, effect)| by(effect))
    }

    /// What effects add up to.
    fn sum(&self, by: impl Fn(&Effect) -> Option<i8>) -> i8 {
        self.effects().filter_map(|(_, effect)| by(effect)).sum()
    }

    /// Added to its scouting rolls (AS-9.6.6).
    pub fn scouting(&self) -> i8 {
        self.sum(|effect| if let Effect::ScoutingModifier { value } = effect { Some(*value) } else { None })
    }

    /// It removes minefields.
    pub fn clears_minefields(&self) -> bool {
        self.does(&Effect::ClearMinefield {})
    }

    /// It may spot for indirect fire of its side.
    pub fn can_spot_indirect(&self) -> bool {
        self.does(&Effect::SpotIndirect {})
    }

    /// It may call support of this kind.
    pub fn observes_for(&self, post: Observer) -> bool {
        self.does(&Effect::Observe { post })
    }

    /// The dice that it gives as fire support unit, if they are others than the usual one.
    pub fn joint_fire_dice(&self) -> Option<Pool> {
        self.given(
            |effect| if let Effect::JointFireDie { colour } = effect { Some(Pool::of(*colour, 1)) } else { None },
        )
    }

    /// It may assault.
    pub fn may_assault(&self) -> bool {
        !self.does(&Effect::NoAssault {})
    }

    /// It may leave its hex.
    pub fn may_move(&self) -> bool {
        !self.does(&Effect::NoMove {})
    }

    /// It may fire in an activation in which it moves.
    pub fn may_move_and_fire(&self) -> bool {
        !self.does(&Effect::NoMoveAndFire {})
    }

    /// It has no direct fire.
    pub fn fires_only_indirectly(&self) -> bool {
        self.does(&Effect::IndirectOnly {})
    }

    /// Once a turn it fires as reaction although it is marked Firing, without its weakest die.
    pub fn reacts_again(&self) -> bool {
        self.does(&Effect::SecondReaction { lose: Lose::Weakest })
    }

    /// How many smoke markers it places in place of an attack; 0 if it has no smoke.
    pub fn smoke_markers(&self) -> u8 {
        let markers = |effect: &Effect| if let Effect::PlaceSmoke { markers } = effect { Some(*markers) } else { None };
        self.effects().filter_map(|(_, effect)| markers(effect)).max().unwrap_or(0)
    }

    /// What it can carry or tow.
    pub fn carries(&self) -> Option<Load> {
        self.given(|effect| {
            let Effect::Carry { infantry, gun } = *effect else { return None };
            Some(Load { infantry, gun })
        })
    }

    /// It fires at aircraft.
    pub fn fires_at_aircraft(&self) -> bool {
        self.does(&Effect::AaFire {})
    }

    /// Its blast value works against a structure in an adjacent hex.
    pub fn blasts_adjacent(&self) -> bool {
        self.does(&Effect::BlastAdjacent {})
    }

    /// The night takes nothing from its spotting rolls.
    pub fn ignores_night(&self) -> bool {
        self.does(&Effect::IgnoreNight {})
    }

    /// Added to the number at which terrain immobilises it.
    pub fn terrain_damage(&self) -> i8 {
        self.sum(|effect| if let Effect::TerrainDamageModifier { value } = effect { Some(*value) } else { None })
    }

    /// The ability by which whoever attacks it so has a suppression without a die.
    pub fn suffers_x(&self, by: By) -> Option<&Ability> {
        let suffers = |effect: &Effect| matches!(effect, Effect::AutomaticX { side: Whose::Enemy, by: some } if some.contains(&by));
        self.effects().find(|(_, effect)| suffers(effect)).map(|(ability, _)| ability)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AbilityFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    ability: Vec<AbilitySpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AbilitySpec {
    id: Spanned<String>,
    name: String,
    text: String,
    #[serde(default, rename = "source")]
    _source: String,
    effects: Vec<Effect>,
}

/// Reads the abilities; each id stands once.
pub(crate) fn read(file: AbilityFile, source: &Source<'_>, problems: &mut Problems) -> Vec<Ability> {
    let mut abilities: Vec<Ability> = Vec::new();
    for spec in file.ability {
        if abilities.iter().any(|known| known.id == *spec.id.get_ref()) {
            let what = format!("there are two abilities \"{}\"", spec.id.get_ref());
            problems.add(source.problem(spec.id.span(), what, "give each its own id"));
        }
        let AbilitySpec { id, name, text, effects, _source } = spec;
        abilities.push(Ability { id: id.into_inner(), name, text, effects });
    }
    abilities
}

#[cfg(test)]
mod tests {
    use content::Files;

    use super::{Colour, Effect, Load, Observer, Pool, UnitCard};
    use crate::Catalogue;

    fn edited(path: &str, from: &str, to: &str) -> String {
        let mut files = Files::embedded();
        let text = files.get(path).unwrap();
        assert!(text.contains(from), "{path} has no {from}");
        let text = text.replacen(from, to, 1);
        files.insert(path, text);
        let problems = Catalogue::read(&files).err().unwrap_or_default();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_card_with_an_unknown_ability_is_refused_with_its_line_and_the_nearest() {
        let said = edited("assault/units.toml", "\"assault-troops\"", "\"assault-trops\"");
        assert!(said.contains("unknown ability \"assault-trops\""), "{said}");
        assert!(said.contains("did you mean \"assault-troops\"?") && said.contains("assault/units.toml:"), "{said}");
    }

    #[test]
    fn an_ability_with_an_unknown_effect_or_word_or_a_second_time_is_refused() {
        let path = "assault/abilities.toml";
        let said = edited(path, "effect = \"clear-minefield\"", "effect = \"clear-minefeld\"");
        assert!(said.contains("clear-minefeld") && said.contains(path), "{said}");
        let said = edited(path, "effect = \"aa-fire\"", "effect = \"aa-fire\", range = \"long\"");
        assert!(said.contains("unknown field `range`"), "{said}");
        let said = edited(path, "id = \"scout\"", "id = \"smoke\"");
        assert!(said.contains("there are two abilities \"smoke\""), "{said}");
    }

    #[test]
    fn cards_answer_what_rules_ask() {
        let catalogue = Catalogue::read(&Files::embedded()).unwrap();
        let with = |id: &str| catalogue.units().iter().find(|card| card.has_ability(id)).unwrap();
        let without = catalogue.unit("us-rifle-squad").unwrap();
        assert_eq!((with("scout").scouting(), with("mine-detection").scouting(), without.scouting()), (1, 2, 0));
        assert_eq!(with("support-weapon").joint_fire_dice(), Some(Pool::of(Colour::Green, 1)));
        assert_eq!(without.joint_fire_dice(), None);
        assert_eq!(with("transport").carries(), Some(Load { infantry: 1, gun: 1 }));
        assert_eq!((with("smoke").smoke_markers(), with("heavy-smoke").smoke_markers()), (1, 2));
        assert_eq!((without.smoke_markers(), with("heavy").terrain_damage()), (0, 1));
        assert!(
            with("spotter").observes_for(Observer::Spotter) && !with("spotter").observes_for(Observer::NavalObserver)
        );
        type Question = fn(&UnitCard) -> bool;
        let questions: [(&str, Question); 10] = [
            ("mine-detection", UnitCard::clears_minefields),
            ("spotter", UnitCard::can_spot_indirect),
            ("support-weapon", |card| !card.may_assault()),
            ("emplaced", |card| !card.may_move()),
            ("mortar", |card| !card.may_move_and_fire()),
            ("mortar", UnitCard::fires_only_indirectly),
            ("sustained-fire", UnitCard::reacts_again),
            ("anti-aircraft", UnitCard::fires_at_aircraft),
            ("demolition", UnitCard::blasts_adjacent),
            ("night-fighters", UnitCard::ignores_night),
        ];
        for (id, asked) in questions {
            assert!(asked(with(id)) && !asked(without), "{id}");
        }
    }

    #[test]
    fn every_ability_is_on_a_card_and_does_something() {
        let catalogue = Catalogue::read(&Files::embedded()).unwrap();
        for ability in catalogue.abilities() {
            assert!(!ability.effects.is_empty() && !ability.text.is_empty(), "{}", ability.id);
            assert!(catalogue.units().iter().any(|card| card.has_ability(&ability.id)), "{}", ability.id);
        }
        let die = |effect: &Effect| matches!(effect, Effect::CloseCombatDie { .. });
        assert!(catalogue.abilities().iter().any(|ability| ability.effects.iter().any(die)));
    }
}
