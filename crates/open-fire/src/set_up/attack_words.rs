//! Attacks asked about in words (OF-7.8, OF-9, OF-11, OF-13): `opfire odds`, `opfire resolve`, the companion and rule cases.

use std::sync::Arc as Shared;

use dice::Dice;
use engine::{AskError, Attacks, Flag, Forecast, Form, Resolved, Words};
use hexmap::Arc;

use crate::{
    rule_ids::{ACCIDENTS, ASSAULT_PROCEDURE, CAPTURE, GP_DAMAGE, MINEFIELDS, PERCEPTION},
    tables::{
        accidents::AccidentTable,
        ap_fire::{ApShot, Pace, weapon_of},
        cards::{Card, Kind},
        catalogue::Catalogue,
        checks::Check,
        close_assault::CloseAssault,
        damage::{Stake, Target, gp_effects, listed},
        display_sheet::DisplaySheet,
        gp_fire::{GpShot, GpSituation, GpWeapons},
        minefields::Mine,
    },
};

const fn flag(name: &'static str, value: Option<&'static str>, about: &'static str) -> Flag {
    Flag { name, value, about }
}

const FIRER: Flag = flag("firer", Some("CARD"), "The attacker's card, as in m26");
const TARGET: Flag = flag("target", Some("CARD"), "The target's card, as in jagdtiger");
const RANGE: Flag = flag("range", Some("N"), "Hexes between the two");
const CLOSED: Flag = flag("closed", None, "The target is buttoned up");
const TERRAIN: Flag = flag("target-terrain", Some("TERRAIN"), "The target's terrain; clear by default");
const DEFILADE: Flag = flag("defilade", None, "The target is in defilade");
const IMPROVED: Flag = flag("improved-position", None, "The target is in an improved position");
const BUNKER: Flag = flag("bunker", None, "The target is in a bunker");
const FIRER_MOVING: Flag = flag("firer-moving", Some("slow|fast"), "How the firer moves");
const FIRER_SUPPRESSED: Flag = flag("firer-suppressed", None, "The firer is suppressed");
const UNPREPARED: Flag = flag("towed", None, "The target is a gun hitched up for towing");
const RIDERS: Flag = flag("riders", None, "Half a squad rides on the target");

const FORMS: &[Form] = &[
    Form {
        name: "ap",
        about: "AP fire at a vehicle or a bunker (OF-9.1)",
        flags: &[
            FIRER,
            TARGET,
            RANGE,
            flag("facing", Some("front|side|rear"), "Which facing of the target is hit; front by default"),
            CLOSED,
            TERRAIN,
            DEFILADE,
            IMPROVED,
            flag("target-moving", Some("slow|fast"), "How the target moves"),
            FIRER_MOVING,
            FIRER_SUPPRESSED,
            flag("target-suppressed", None, "The target is suppressed"),
            flag("hit-before", None, "The firer has already hit the target"),
            flag("hidden", None, "The target is hidden behind one hex of woods or town (optional rule)"),
            flag("weapon-skill", Some("N"), "The firer's weapon skill, -3 to 3; 0 by default"),
            RIDERS,
        ],
    },
    Form {
        name: "gp",
        about: "GP fire at a hex (OF-9.2)",
        flags: &[
            FIRER,
            TARGET,
            RANGE,
            flag("all-weapons", None, "With everything; this is the default"),
            flag("main-gun", None, "With the main gun only"),
            flag("machineguns", None, "With machineguns only"),
            flag("bombs", None, "A fighter with bombs"),
            flag("rockets", None, "A fighter with rockets"),
            CLOSED,
            TERRAIN,
            DEFILADE,
            IMPROVED,
            BUNKER,
            flag("target-moving", None, "The target moves"),
            FIRER_MOVING,
            FIRER_SUPPRESSED,
            flag("others", None, "There are other targets in the hex: a second die for all of them"),
            UNPREPARED,
            RIDERS,
        ],
    },
    Form {
        name: "assault",
        about: "Close assault and charge in one hex (OF-11)",
        flags: &[
            FIRER,
            TARGET,
            flag("charge", None, "A charge assault"),
            flag("capture", None, "To capture, not to kill"),
            CLOSED,
            TERRAIN,
            DEFILADE,
            IMPROVED,
            BUNKER,
            flag("target-moving", None, "The target moves"),
            UNPREPARED,
            RIDERS,
        ],
    },
    Form {
        name: "minefield",
        about: "A unit enters a minefield (OF-13.1)",
        flags: &[
            TARGET,
            flag("perception", Some("N"), "Its perception, 0 to 10"),
            flag("modification", Some("N"), "Added to it"),
            flag("terrain", Some("TERRAIN"), "The terrain of the hex; clear by default"),
            RIDERS,
        ],
    },
    Form {
        name: "accident",
        about: "An accident check (OF-7.8)",
        flags: &[flag("driving-skill", Some("N"), "The driving skill of the crew, 0 to 9")],
    },
    Form {
        name: "check",
        about: "A perception or initiative check (OF-5.3)",
        flags: &[flag("rating", Some("N"), "The rating, 0 to 10"), flag("modification", Some("N"), "Added to it")],
    },
];

/// The game's attacks.
pub struct FireCombat {
    catalogue: Shared<Catalogue>,
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
        FireCombat { catalogue }
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
            other => Err(AskError::unknown("attack", other, FORMS.iter().map(|form| form.name))),
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
    fn forms(&self) -> &'static [Form] {
        FORMS
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
                Resolved {
                    rule: ApShot::RULE,
                    resolution: shot.resolution(sheet, result, fell),
                    text: shot.text(sheet, &target, result, fell),
                }
            }
            Question::Gp(shot, target) => {
                let (outcome, throws) = shot.resolve(sheet, dice);
                let effects = format!("{GP_DAMAGE}: {}", listed(&gp_effects(&target, outcome.0)));
                let others = outcome.1.map(|others| format!("; the others: {}", others.title())).unwrap_or_default();
                Resolved {
                    rule: GpShot::RULE,
                    resolution: shot.resolution(sheet, outcome, throws),
                    text: format!("{}; {effects}{others}", outcome.0.title()),
                }
            }
            Question::Assault(assault, target) => {
                let (result, face) = assault.resolve(sheet, dice);
                Resolved {
                    rule: if assault.capture { CAPTURE } else { ASSAULT_PROCEDURE },
                    resolution: assault.resolution(sheet, result, face),
                    text: format!("{}; {GP_DAMAGE}: {}", result.title(), listed(&gp_effects(&target, result))),
                }
            }
            Question::Mine(mine, target) => {
                let (result, throws) = mine.resolve(sheet, dice);
                let text = listed(&mine.effects(sheet, &target, result));
                Resolved { rule: MINEFIELDS, resolution: mine.resolution(sheet, result, throws), text }
            }
            Question::Accident(skill) => {
                let (result, throws) = sheet.accidents.resolve(skill, dice);
                let text = AccidentTable::text(&sheet.accidents, result).to_owned();
                Resolved { rule: ACCIDENTS, resolution: sheet.accidents.resolution(skill, result, throws), text }
            }
            Question::Check(check) => {
                let (success, face) = check.resolve(dice);
                let text = if success { "success" } else { "failure" }.to_owned();
                Resolved { rule: PERCEPTION, resolution: check.resolution(success, face), text }
            }
        })
    }
}
