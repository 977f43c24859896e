//! Whether one card may fire at another so, and what the two cards bring (AS-10, attacker's steps 1 and 3; AS-4.2).

use super::{Applied, Attacker, Circumstances, Defender, Does, NoAttack, RangedFire, Spotter};
use crate::{
    play::s10_results::Target,
    tables::{
        Catalogue, Kind,
        abilities::{By, Effect, Lose, Moving, SoftRange, Unless, Whose},
        catalogue::{Feature, Run},
        fortification::Area,
        pool::Pool,
        ranged_fire::FireStatus,
        units::{ByTarget, RangeFactor, UnitCard},
    },
};

/// Ground in which everybody is seen (AS-10.5.1).
const CLEAR: &str = "clear";

impl UnitCard {
    /// The range factor at which it fires over so many hexes (AS-10.1).
    ///
    /// # Errors
    /// If they are too many or too few.
    pub fn factor(&self, hexes: u8) -> Result<RangeFactor, NoAttack> {
        if hexes < self.minimum {
            return Err(NoAttack::TooNear { hexes, minimum: self.minimum });
        }
        self.range.factor(hexes).ok_or(NoAttack::OutOfRange { hexes, long: self.range.long })
    }
}

impl UnitCard {
    /// Whether a unit of this card can ever have a mark of fire: guns are swung round but not moved, and only vehicles
    /// with a turret fire outside their arc.
    pub fn can_be_marked(&self, status: FireStatus) -> bool {
        match status {
            FireStatus::Firing => true,
            FireStatus::TurretFire => match self.kind {
                Kind::Infantry => false,
                Kind::Gun => true,
                Kind::Vehicle => self.turret,
            },
            FireStatus::MoveAndFire | FireStatus::FireAndMove => self.kind != Kind::Gun && self.may_move_and_fire(),
        }
    }
}

impl Circumstances<'_> {
    /// Hindrances on the way of whoever looks for the target: they give dice.
    fn on_the_way(&self) -> u8 {
        self.spotter.map_or(self.hindrances, |spotter| spotter.hindrances)
    }

    /// Everything that hinders him: it blocks, and makes spotting harder.
    fn seen_over(&self) -> u8 {
        self.on_the_way().saturating_add(self.smoke)
    }
}

impl RangedFire<'_> {
    /// Whether one card may fire at another so, and the mark that it gets. Nothing is counted: lists of legal shots ask
    /// this many times.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn allowed(
        catalogue: &Catalogue,
        (attacker, range): (&UnitCard, RangeFactor),
        defender: &UnitCard,
        said: &Circumstances<'_>,
    ) -> Result<FireStatus, NoAttack> {
        let seen_over = said.seen_over();
        if seen_over >= catalogue.hindrance.blocks {
            return Err(NoAttack::Blocked(seen_over));
        }
        let status = marked(attacker, said)?;
        if card_dice(attacker, defender, range).0.is_empty() { Err(NoAttack::NoDice(range)) } else { Ok(status) }
    }
}

impl<'a> RangedFire<'a> {
    /// An attack of one card on another.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn between(
        catalogue: &Catalogue,
        (attacker, range): (&'a UnitCard, RangeFactor),
        defender: &'a UnitCard,
        said: &Circumstances<'a>,
    ) -> Result<RangedFire<'a>, NoAttack> {
        let status = RangedFire::allowed(catalogue, (attacker, range), defender, said)?;
        let attacking = Attacker { status, ..said.attacker };
        let said = Circumstances { attacker: attacking, ..said.clone() };
        Ok(RangedFire::of_cards(catalogue, (attacker, range), defender, &said))
    }

    /// The attack of one card on another where it was found that the rules [allow](RangedFire::allowed) it. What is
    /// said has the mark that was found.
    pub(crate) fn of_cards(
        catalogue: &Catalogue,
        (attacker, range): (&'a UnitCard, RangeFactor),
        defender: &'a UnitCard,
        said: &Circumstances<'a>,
    ) -> RangedFire<'a> {
        let status = said.attacker.status;
        let mut abilities = of_the_attacker(attacker, defender, range, status);
        abilities.extend(of_the_spotter(said.spotter.map_or(attacker, |spotter| spotter.card), status));
        let (dice, soft) = card_dice(attacker, defender, range);
        abilities.extend(soft);
        abilities.extend(of_the_defender(defender, said.indirect));
        RangedFire {
            attacker: Attacker { kind: attacker.kind, dice, experience: attacker.experience, ..said.attacker },
            defender: defending(catalogue, defender, said),
            spotter: said.spotter.map(|spotter| spotter.card.kind),
            night: said.night && !said.spotter.map_or(attacker, |spotter| spotter.card).ignores_night(),
            abilities,
        }
    }
}

impl<'a> RangedFire<'a> {
    /// An attack from outside the map, by an aircraft or a battery: it strikes from above, and nothing hinders it
    /// (AS-12.3.6.3, AS-12.4.3.3). Of what was said about the attacker only command cards count.
    pub fn from_above(
        catalogue: &Catalogue,
        (dice, by): (ByTarget<Pool>, By),
        defender: &'a UnitCard,
        said: &Circumstances<'a>,
    ) -> RangedFire<'a> {
        let said = Circumstances { hindrances: 0, indirect: true, ..said.clone() };
        let soft = applied(defender, |effect| {
            matches!(effect, Effect::SoftDice { range: SoftRange::Any, .. }).then_some(Does::SoftDice)
        });
        let dice = if soft.is_empty() { dice.against(defender.kind) } else { dice.soft };
        let shaken = defender.suffers_x(by).map(|ability| Applied { name: &ability.name, does: Does::Suppression });
        let hard_to_see = of_the_defender(defender, false);
        RangedFire {
            attacker: Attacker { dice, cards: said.attacker.cards, ..Attacker::default() },
            defender: Defender { hindered: false, ..defending(catalogue, defender, &said) },
            abilities: soft.into_iter().chain(shaken).chain(hard_to_see).collect(),
            ..RangedFire::default()
        }
    }

    /// What abilities of the target take from a roll to spot it.
    pub(crate) fn hard_to_see(&self) -> i8 {
        let value = |applied: &Applied<'_>| match applied.does {
            Does::Spotting(value) => value,
            Does::SoftDice
            | Does::CardDieLess
            | Does::DieLess
            | Does::Again(_)
            | Does::Suppression
            | Does::DefenceDice(_)
            | Does::DefenceAgain(_) => 0,
        };
        self.abilities.iter().map(value).sum()
    }
}

/// The mark of the attacker, if he may fire so (step 3).
fn marked(attacker: &UnitCard, said: &Circumstances<'_>) -> Result<FireStatus, NoAttack> {
    let status = said.attacker.status;
    let all_round = attacker.kind == Kind::Infantry || said.attacker.in_arc;
    match () {
        () if said.indirect && !attacker.indirect => Err(NoAttack::NotIndirect),
        () if !said.indirect && attacker.fires_only_indirectly() => Err(NoAttack::OnlyIndirect),
        () if said.indirect && said.from.is_some_and(|ground| ground.no_indirect_fire) => Err(NoAttack::UnderCover),
        () if said.spotter.is_some_and(|Spotter { card, .. }| !card.can_spot_indirect()) => Err(NoAttack::NoSpotter),
        () if status.moves() && !attacker.can_be_marked(status) => Err(NoAttack::NoMoveAndFire),
        () if !attacker.can_be_marked(status) => Err(NoAttack::OutOfArc),
        () if said.steep && attacker.kind != Kind::Infantry => Err(NoAttack::SteepSlope),
        // A gun is swung round; its mark says so.
        () if !all_round && !attacker.turret && attacker.kind == Kind::Vehicle => Err(NoAttack::OutOfArc),
        // The mark takes the place of Firing; who moves as well has the worse one already.
        () if !all_round && status == FireStatus::Firing => Ok(FireStatus::TurretFire),
        () => Ok(status),
    }
}

/// The dice of the attacker's card, and what the target's skin has to do with them (step 5); no dice where there is no
/// attack.
fn card_dice<'a>(attacker: &UnitCard, defender: &'a UnitCard, range: RangeFactor) -> (Pool, Vec<Applied<'a>>) {
    let own = attacker.attack.against(defender.kind).at(range);
    let soft = attacker.attack.soft.at(range);
    for (ability, effect) in defender.effects() {
        let Effect::SoftDice { range: at, lose } = effect else { continue };
        let used = match at {
            SoftRange::Any => true,
            SoftRange::Close => range == RangeFactor::Close && own.is_empty(),
        };
        if !used || soft.is_empty() {
            continue;
        }
        let left = if lose.is_some() { soft.without_weakest(0) } else { soft };
        let mut does = vec![Does::SoftDice];
        does.extend(lose.map(|Lose::Weakest| Does::CardDieLess));
        let applied = does.into_iter().map(|does| Applied { name: &ability.name, does }).collect();
        return if left.is_empty() { (Pool::NONE, Vec::new()) } else { (soft, applied) };
    }
    (own, Vec::new())
}

/// Abilities of the attacker that change his dice.
fn of_the_attacker<'a>(
    attacker: &'a UnitCard,
    defender: &UnitCard,
    range: RangeFactor,
    status: FireStatus,
) -> Vec<Applied<'a>> {
    applied(attacker, |effect| {
        if let Effect::AttackReroll { count, range: at, against } = *effect {
            let there = at.is_none_or(|at| at == range) && against.is_none_or(|kind| kind.kind() == defender.kind);
            return there.then_some(Does::Again(count));
        }
        let costs = matches!(effect, Effect::LoseAttackDie { fire: Moving::MoveAndFire }) && status.moves();
        costs.then_some(Does::DieLess)
    })
}

/// Abilities of whoever looks for the target.
fn of_the_spotter(spotter: &UnitCard, status: FireStatus) -> Vec<Applied<'_>> {
    applied(spotter, |effect| {
        let Effect::SpottingModifier { side: Whose::Own, value, unless } = *effect else { return None };
        let moved = unless == Some(Unless::Moved) && status == FireStatus::MoveAndFire;
        (!moved).then_some(Does::Spotting(value))
    })
}

/// Abilities of the target.
fn of_the_defender(defender: &UnitCard, indirect: bool) -> Vec<Applied<'_>> {
    let mut found = applied(defender, |effect| {
        if let Effect::SpottingModifier { side: Whose::Enemy, value, .. } = *effect {
            return Some(Does::Spotting(value));
        }
        if let Effect::DefenceDie { colour, count } = *effect {
            return Some(Does::DefenceDice(Pool::of(colour, count)));
        }
        if let Effect::DefenceReroll { count } = *effect { Some(Does::DefenceAgain(count)) } else { None }
    });
    let shaken = defender.suffers_x(By::Indirect).filter(|_| indirect);
    found.extend(shaken.map(|ability| Applied { name: &ability.name, does: Does::Suppression }));
    found
}

/// The effects of a card that do something here.
fn applied(card: &UnitCard, does: impl Fn(&Effect) -> Option<Does>) -> Vec<Applied<'_>> {
    let some =
        card.effects().filter_map(|(ability, effect)| Some(Applied { name: &ability.name, does: does(effect)? }));
    some.collect()
}

/// The defender with what his card and his place bring.
fn defending(catalogue: &Catalogue, card: &UnitCard, said: &Circumstances<'_>) -> Defender {
    let area = if said.indirect { Area::Above } else { said.area };
    let ignored = if said.indirect { catalogue.hindrance.indirect } else { 0 };
    Defender {
        target: Target::of(card, said.defender.target),
        experience: card.experience,
        inherent: card.defence.on(area),
        terrain: place_dice(catalogue, card.kind, said, area),
        hindrance_dice: catalogue.hindrance.dice.times(said.on_the_way().saturating_sub(ignored)),
        hindered: said.seen_over() > 0,
        // A work changes the dice, not the hex (AS-10.5.1).
        clear: said.defender.clear || said.terrain.is_some_and(|terrain| terrain.id == CLEAR),
        road: said.defender.road || said.features.iter().any(|feature| feature.kind == Run::Way),
        ..said.defender
    }
}

/// The dice of the place (AS-10.9.1): the best of ground, way and work, and on top those of hill, smoke and hexsides.
fn place_dice(catalogue: &Catalogue, kind: Kind, said: &Circumstances<'_>, area: Area) -> Pool {
    let ground = said.terrain.map_or(Pool::NONE, |terrain| terrain.defence.of(kind));
    let work = said.work.map_or(Pool::NONE, |work| work.defence.of(kind, area));
    let is_way = |feature: &Feature| feature.cost.is_some();
    let (ways, sides): (Vec<&Feature>, Vec<&Feature>) = said.features.iter().partition(|feature| is_way(feature));
    let way = ways.iter().fold(Pool::NONE, |best, way| best.better(way.defence.of(kind)));
    let hill = if said.hill { catalogue.hill.defence.of(kind) } else { Pool::NONE };
    let smoke = catalogue.smoke.defence.of(kind).times(said.smoke);
    let on_top = sides.iter().fold(hill + smoke, |dice, side| dice + side.defence.of(kind));
    ground.better(way).better(work) + on_top
}
