//! Attacks asked about in words (OF-7.8, OF-9, OF-11, OF-13): `opfire odds`, `opfire resolve`, the companion and rule
//! cases.

use std::sync::Arc as Shared;

use dice::Dice;
use engine::{AskError, Attacks, Flag, Forecast, Form, Pick, Resolved, Words};
use hexmap::Arc;

use crate::{
    rule_ids::{ACCIDENTS, ASSAULT_PROCEDURE, CAPTURE, GP_DAMAGE, MINEFIELDS, PERCEPTION},
    tables::{
        accidents::AccidentTable,
        ap_fire::{ApShot, Pace, weapon_of},
        cards::{Card, Kind, Nation},
        catalogue::Catalogue,
        checks::Check,
        close_assault::CloseAssault,
        damage::{Stake, Target, gp_effects, listed},
        display_sheet::DisplaySheet,
        gp_fire::{GpShot, GpSituation, GpWeapons},
        minefields::Mine,
    },
};

/// What can be said about each kind of attack, with the cards and terrains of the sheet.
fn forms(sheet: &DisplaySheet) -> Vec<Form> {
    let said = Said { sheet };
    vec![said.ap(), said.gp(), said.assault(), said.minefield(), said.accident(), said.check()]
}

/// The flags that several kinds of attack share.
struct Said<'a> {
    sheet: &'a DisplaySheet,
}

impl Said<'_> {
    fn cards(&self) -> impl Iterator<Item = Pick> {
        self.sheet.cards.iter().map(|card| {
            let group = match card.nation {
                Some(Nation::Us) => "US",
                Some(Nation::German) => "German",
                None => "Other",
            };
            let vehicle = card.kind.is_vehicle().then_some("vehicle");
            Pick::new(&card.id, &card.name).in_group(group).tagged(vehicle)
        })
    }

    fn firer(&self) -> Flag {
        Flag::one_of("firer", "CARD", "The attacker's card, as in m26", self.cards()).asking("Who attacks?").needed()
    }

    fn target(&self) -> Flag {
        Flag::one_of("target", "CARD", "The target's card, as in jagdtiger", self.cards()).asking("At whom?").needed()
    }

    fn terrain(&self, name: &'static str, about: &'static str) -> Flag {
        Flag::one_of(name, "TERRAIN", about, self.sheet.movement.terrain_ids()).usually("clear")
    }

    fn target_terrain(&self) -> Flag {
        self.terrain("target-terrain", "The target's terrain; clear by default").asking("The target's terrain")
    }

    fn ap(&self) -> Form {
        let facings = ["front", "side", "rear"];
        Form::new("ap", "AP fire at a vehicle or a bunker (OF-9.1)").titled("AP fire").plain([
            self.firer(),
            self.target(),
            range_flag(),
            Flag::one_of("facing", "front|side|rear", "Which facing of the target is hit; front by default", facings)
                .asking("Which facing is hit?")
                .usually("front"),
            closed(),
            self.target_terrain(),
            defilade(),
            improved(),
            moving("target-moving", "How the target moves"),
            moving("firer-moving", "How the firer moves"),
            firer_suppressed(),
            Flag::yes("target-suppressed", "The target is suppressed"),
            Flag::yes("hit-before", "The firer has already hit the target"),
            Flag::yes("hidden", "The target is hidden behind one hex of woods or town (optional rule)"),
            Flag::number("weapon-skill", "The firer's weapon skill, -3 to 3; 0 by default", -3, 3).usually("0"),
            riders(),
        ])
    }

    fn gp(&self) -> Form {
        Form::new("gp", "GP fire at a hex (OF-9.2)").titled("GP fire").plain([
            self.firer(),
            self.target(),
            range_flag(),
            Flag::yes("all-weapons", "With everything; this is the default").only_typed(),
            weapons("main-gun", "With the main gun only"),
            weapons("machineguns", "With machineguns only"),
            weapons("bombs", "A fighter with bombs"),
            weapons("rockets", "A fighter with rockets"),
            closed(),
            self.target_terrain(),
            defilade(),
            improved(),
            bunker(),
            Flag::yes("target-moving", "The target moves"),
            moving("firer-moving", "How the firer moves"),
            firer_suppressed(),
            Flag::yes("others", "There are other targets in the hex: a second die for all of them"),
            towed(),
            riders(),
        ])
    }

    fn assault(&self) -> Form {
        Form::new("assault", "Close assault and charge in one hex (OF-11)").titled("Close assault").plain([
            self.firer(),
            self.target(),
            Flag::yes("charge", "A charge assault"),
            Flag::yes("capture", "To capture, not to kill"),
            closed(),
            self.target_terrain(),
            defilade(),
            improved(),
            bunker(),
            Flag::yes("target-moving", "The target moves"),
            towed(),
            riders(),
        ])
    }

    fn minefield(&self) -> Form {
        Form::new("minefield", "A unit enters a minefield (OF-13.1)").plain([
            self.target().asking("Who enters?"),
            Flag::number("perception", "Its perception, 0 to 10", 0, 10).needed(),
            modification(),
            self.terrain("terrain", "The terrain of the hex; clear by default").asking("The terrain of the hex"),
            riders(),
        ])
    }

    fn accident(&self) -> Form {
        let skill = Flag::number("driving-skill", "The driving skill of the crew, 0 to 9", 0, 9).needed();
        Form::new("accident", "An accident check (OF-7.8)").plain([skill])
    }

    fn check(&self) -> Form {
        let rating = Flag::number("rating", "The rating, 0 to 10", 0, 10).needed();
        Form::new("check", "A perception or initiative check (OF-5.3)").plain([rating, modification()])
    }
}

fn range_flag() -> Flag {
    Flag::number("range", "Hexes between the two", 0, 99).needed()
}

fn closed() -> Flag {
    Flag::yes("closed", "The target is buttoned up").if_tagged("target", ["vehicle"])
}

fn defilade() -> Flag {
    Flag::yes("defilade", "The target is in defilade")
}

fn improved() -> Flag {
    Flag::yes("improved-position", "The target is in an improved position")
}

fn bunker() -> Flag {
    Flag::yes("bunker", "The target is in a bunker")
}

fn moving(name: &'static str, about: &'static str) -> Flag {
    Flag::one_of(name, "slow|fast", about, ["slow", "fast"])
}

fn firer_suppressed() -> Flag {
    Flag::yes("firer-suppressed", "The firer is suppressed")
}

fn towed() -> Flag {
    Flag::yes("towed", "The target is a gun hitched up for towing")
}

fn riders() -> Flag {
    Flag::yes("riders", "Half a squad rides on the target").if_tagged("target", ["vehicle"])
}

fn modification() -> Flag {
    Flag::number("modification", "Added to it", -20, 20).usually("0")
}

/// One of the ways to fire, of which only one can be said.
fn weapons(name: &'static str, about: &'static str) -> Flag {
    let others = ["main-gun", "machineguns", "bombs", "rockets"].into_iter().filter(|other| *other != name);
    others.fold(Flag::yes(name, about), Flag::unless)
}

/// The game's attacks.
pub struct FireCombat {
    catalogue: Shared<Catalogue>,
    forms: Vec<Form>,
}

/// What is asked about.
enum Question<'a> {
    Ap(ApShot<'a>, Target),
    Gp(GpShot<'a>, Target),
    Assault(CloseAssault<'a>, Target),
    Mine(Mine<'a>, Target),
    Accident(i32),
    Check(Check),
}

impl FireCombat {
    /// The attacks of a catalogue.
    pub fn new(catalogue: Shared<Catalogue>) -> FireCombat {
        let forms = forms(catalogue.sheet());
        FireCombat { catalogue, forms }
    }

    fn sheet(&self) -> &DisplaySheet {
        self.catalogue.sheet()
    }

    fn question(&self, form: &str, words: &Words) -> Result<Question<'_>, AskError> {
        match form {
            "ap" => self.ap(words),
            "gp" => self.gp(words),
            "assault" => self.assault(words),
            "minefield" => self.mine(words),
            "accident" => Ok(Question::Accident(needed(words, "driving-skill", 0, 9)?)),
            "check" => {
                let modification = words.number("modification", -20, 20)?.unwrap_or(0);
                Ok(Question::Check(Check::perception(needed(words, "rating", 0, 10)?, modification)))
            }
            other => Err(AskError::unknown("attack", other, self.forms.iter().map(|form| form.name))),
        }
    }

    fn ap(&self, words: &Words) -> Result<Question<'_>, AskError> {
        let sheet = self.sheet();
        let firer = words.need("firer")?;
        let weapon = match sheet.weapon(firer) {
            Some(weapon) => weapon,
            None => weapon_of(sheet, self.card(words, "firer")?)?,
        };
        let target = self.card(words, "target")?;
        let range = range(words)?;
        let shot = ApShot {
            facing: match words.one_of("facing", ["front", "side", "rear"])? {
                Some("side") => Arc::Side,
                Some("rear") => Arc::Rear,
                _ => Arc::Front,
            },
            closed: words.has("closed") || target.kind == Kind::Bunker,
            terrain: self.terrain(words, "target-terrain")?,
            defilade: words.has("defilade"),
            improved_position: words.has("improved-position"),
            target_moving: pace(words, "target-moving")?,
            firer_moving: pace(words, "firer-moving")?,
            firer_suppressed: words.has("firer-suppressed"),
            target_suppressed: words.has("target-suppressed"),
            hit_before: words.has("hit-before"),
            hidden: words.has("hidden"),
            weapon_skill: words.number("weapon-skill", -3, 3)?.unwrap_or(0),
            ..ApShot::plain(weapon, target, range)
        };
        shot.check()?;
        Ok(Question::Ap(shot, Target { riders: words.has("riders"), ..Target::of(target, shot.closed) }))
    }

    fn gp(&self, words: &Words) -> Result<Question<'_>, AskError> {
        let firer = self.card(words, "firer")?;
        let target = self.card(words, "target")?;
        let said: Vec<GpWeapons> = [
            ("all-weapons", GpWeapons::All),
            ("main-gun", GpWeapons::Main),
            ("machineguns", GpWeapons::Machineguns),
            ("bombs", GpWeapons::Bombs),
            ("rockets", GpWeapons::Rockets),
        ]
        .into_iter()
        .filter(|(name, _)| words.has(name))
        .map(|(_, weapons)| weapons)
        .collect();
        if said.len() > 1 {
            return Err(AskError::Words("name the weapons only once".to_owned()));
        }
        let situation = self.situation(words)?;
        let weapons = said.first().copied().unwrap_or_default();
        let shot = GpShot { firer, weapons, target, range: range(words)?, situation, others: words.has("others") };
        shot.check(self.sheet())?;
        Ok(Question::Gp(shot, self.struck(words, target, &situation)?))
    }

    fn assault(&self, words: &Words) -> Result<Question<'_>, AskError> {
        let (firer, target) = (self.card(words, "firer")?, self.card(words, "target")?);
        let situation = self.situation(words)?;
        let assault = CloseAssault { firer, target, situation, capture: words.has("capture") };
        assault.check()?;
        Ok(Question::Assault(assault, self.struck(words, target, &situation)?))
    }

    fn mine(&self, words: &Words) -> Result<Question<'_>, AskError> {
        let target = self.card(words, "target")?;
        let terrain = self.sheet().movement.perception(self.terrain(words, "terrain")?, false);
        let modification = words.number("modification", -20, 20)?.unwrap_or(0) + terrain;
        let mine = Mine::new(target, needed(words, "perception", 0, 10)?, modification);
        mine.check()?;
        Ok(Question::Mine(mine, Target { riders: words.has("riders"), ..Target::of(target, false) }))
    }

    fn situation(&self, words: &Words) -> Result<GpSituation<'_>, AskError> {
        Ok(GpSituation {
            terrain: self.terrain(words, "target-terrain")?,
            defilade: words.has("defilade"),
            improved_position: words.has("improved-position"),
            bunker: self.sheet().card("bunker").filter(|_| words.has("bunker")),
            target_moving: words.has("target-moving"),
            firer_moving: pace(words, "firer-moving")?,
            firer_suppressed: words.has("firer-suppressed"),
            charge: words.has("charge"),
        })
    }

    fn struck(&self, words: &Words, target: &Card, situation: &GpSituation<'_>) -> Result<Target, AskError> {
        let closed = words.has("closed");
        if closed && !target.kind.can_close() {
            return Err(crate::tables::fire_refusal::CannotFire::NeverClosed(target.name.clone()).into());
        }
        Ok(Target {
            prepared: !words.has("towed"),
            towed: words.has("towed"),
            riders: words.has("riders"),
            in_bunker: situation.bunker.is_some(),
            ..Target::of(target, closed)
        })
    }

    fn card(&self, words: &Words, name: &str) -> Result<&Card, AskError> {
        let id = words.need(name)?;
        let known = self.sheet().cards.iter().map(|card| card.id.as_str());
        self.sheet().card(id).ok_or_else(|| AskError::unknown(name, id, known))
    }

    fn terrain(&self, words: &Words, name: &str) -> Result<&str, AskError> {
        let known = self.sheet().movement.terrain_ids();
        Ok(words.one_of(name, known)?.unwrap_or("clear"))
    }
}

fn needed(words: &Words, name: &str, least: i32, most: i32) -> Result<i32, AskError> {
    words.need(name)?;
    Ok(words.number(name, least, most)?.unwrap_or(0))
}

fn range(words: &Words) -> Result<u16, AskError> {
    needed(words, "range", 0, 99).map(|range| range as u16)
}

fn pace(words: &Words, name: &str) -> Result<Pace, AskError> {
    Ok(match words.one_of(name, ["slow", "fast"])? {
        Some("slow") => Pace::Slow,
        Some(_) => Pace::Fast,
        None => Pace::Still,
    })
}

impl Attacks for FireCombat {
    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn forecast(&self, form: &str, words: &Words) -> Result<Forecast, AskError> {
        let sheet = self.sheet();
        Ok(match self.question(form, words)? {
            Question::Ap(shot, target) => shot.forecast(sheet, &Stake::fresh(shot.target, target)),
            Question::Gp(shot, target) => shot.forecast(sheet, &Stake::fresh(shot.target, target)),
            Question::Assault(assault, target) => assault.forecast(sheet, &Stake::fresh(assault.target, target)),
            Question::Mine(mine, target) => mine.forecast(sheet, &Stake::fresh(mine.target, target)),
            Question::Accident(skill) => sheet.accidents.forecast(skill),
            Question::Check(check) => check.forecast(),
        })
    }

    fn resolve(&self, form: &str, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
        let sheet = self.sheet();
        Ok(match self.question(form, words)? {
            Question::Ap(shot, target) => {
                let (result, fell) = shot.resolve(sheet, dice);
                Resolved::new(
                    ApShot::RULE,
                    shot.resolution(sheet, result, fell),
                    shot.text(sheet, &target, result, fell),
                )
            }
            Question::Gp(shot, target) => {
                let (outcome, throws) = shot.resolve(sheet, dice);
                let effects = format!("{GP_DAMAGE}: {}", listed(&gp_effects(&target, outcome.0)));
                let others = outcome.1.map(|others| format!("; the others: {}", others.title())).unwrap_or_default();
                Resolved::new(
                    GpShot::RULE,
                    shot.resolution(sheet, outcome, throws),
                    format!("{}; {effects}{others}", outcome.0.title()),
                )
            }
            Question::Assault(assault, target) => {
                let (result, face) = assault.resolve(sheet, dice);
                Resolved::new(
                    if assault.capture { CAPTURE } else { ASSAULT_PROCEDURE },
                    assault.resolution(sheet, result, face),
                    format!("{}; {GP_DAMAGE}: {}", result.title(), listed(&gp_effects(&target, result))),
                )
            }
            Question::Mine(mine, target) => {
                let (result, throws) = mine.resolve(sheet, dice);
                let text = listed(&mine.effects(sheet, &target, result));
                Resolved::new(MINEFIELDS, mine.resolution(sheet, result, throws), text)
            }
            Question::Accident(skill) => {
                let (result, throws) = sheet.accidents.resolve(skill, dice);
                let text = AccidentTable::text(&sheet.accidents, result).to_owned();
                Resolved::new(ACCIDENTS, sheet.accidents.resolution(skill, result, throws), text)
            }
            Question::Check(check) => {
                let (success, face) = check.resolve(dice);
                let text = if success { "success" } else { "failure" }.to_owned();
                Resolved::new(PERCEPTION, check.resolution(success, face), text)
            }
        })
    }
}
