//! The ids of the rules, as listed in `content/open-fire/rules.toml`: the numbers are those of the rulebook's sections.

use engine::RuleId;

/// Two or more players share the platoon.
pub const SHARED: RuleId = RuleId("OF-1.1");
/// The map.
pub const MAP: RuleId = RuleId("OF-2.3");
/// Line of sight.
pub const SIGHT: RuleId = RuleId("OF-8");
/// Tracing the line.
pub const TRACING: RuleId = RuleId("OF-8.1");
/// Blocking terrain.
pub const BLOCKING: RuleId = RuleId("OF-8.2");
/// Seen on activation.
pub const ACTIVATED: RuleId = RuleId("OF-8.3");
/// Closed vehicles see ahead only.
pub const CLOSED: RuleId = RuleId("OF-8.4");
/// Where section 8 is silent.
pub const DOUBTFUL: RuleId = RuleId("OF-8.5");
/// Smoke.
pub const SMOKE: RuleId = RuleId("OF-9.10");
/// Ten-sided dice, and what always succeeds or fails.
pub const CHECKS: RuleId = RuleId("OF-2.9");
/// Unit Data Cards.
pub const CARDS: RuleId = RuleId("OF-2.10");
/// Perception Checks.
pub const PERCEPTION: RuleId = RuleId("OF-5.3");
/// Open and buttoned up vehicles.
pub const CLOSING: RuleId = RuleId("OF-5.4");
/// Accident Checks.
pub const ACCIDENTS: RuleId = RuleId("OF-7.8");
/// Fire combat.
pub const FIRE: RuleId = RuleId("OF-9");
/// AP fire.
pub const AP_FIRE: RuleId = RuleId("OF-9.1");
/// GP fire.
pub const GP_FIRE: RuleId = RuleId("OF-9.2");
/// Multiple targets.
pub const MULTIPLE_TARGETS: RuleId = RuleId("OF-9.3");
/// Fire modifiers.
pub const FIRE_MODIFIERS: RuleId = RuleId("OF-9.4");
/// Bazookas and Panzerfausts.
pub const BAZOOKAS: RuleId = RuleId("OF-9.8");
/// Rates of fire.
pub const RATE_OF_FIRE: RuleId = RuleId("OF-9.11");
/// Close assault combat.
pub const ASSAULT: RuleId = RuleId("OF-11");
/// The close assault procedure.
pub const ASSAULT_PROCEDURE: RuleId = RuleId("OF-11.1");
/// Capture.
pub const CAPTURE: RuleId = RuleId("OF-11.2");
/// Charge assault.
pub const CHARGE: RuleId = RuleId("OF-11.3");
/// Minefields.
pub const MINEFIELDS: RuleId = RuleId("OF-13.1");
/// Improved positions.
pub const IMPROVED_POSITIONS: RuleId = RuleId("OF-13.2");
/// Bunkers.
pub const BUNKERS: RuleId = RuleId("OF-13.3");
/// AP damage.
pub const AP_DAMAGE: RuleId = RuleId("OF-14.3");
/// GP damage.
pub const GP_DAMAGE: RuleId = RuleId("OF-14.4");
/// The machineguns of tanks, one by one (optional).
pub const TANK_MACHINEGUNS: RuleId = RuleId("OF-9.9");
/// Hidden targets.
pub const HIDDEN: RuleId = RuleId("OF-14.5");
/// Fighters.
pub const FIGHTERS: RuleId = RuleId("OF-17");
/// Operations and rounds.
pub const COURSE: RuleId = RuleId("OF-3");
/// Platoon generation.
pub const GENERATION: RuleId = RuleId("OF-4");
/// Operations.
pub const OPERATIONS: RuleId = RuleId("OF-5");
/// Paragraph checks.
pub const PARAGRAPH_CHECKS: RuleId = RuleId("OF-5.1");
/// Activation checks.
pub const ACTIVATION_CHECKS: RuleId = RuleId("OF-5.2");
/// Sightings.
pub const SIGHTINGS: RuleId = RuleId("OF-5.6");
/// Conditions.
pub const CONDITIONS: RuleId = RuleId("OF-5.7");
/// Random event checks.
pub const RANDOM_EVENTS: RuleId = RuleId("OF-5.8");
/// Initiative checks after a hit.
pub const INITIATIVE: RuleId = RuleId("OF-14.1");
/// Action rounds.
pub const ROUNDS: RuleId = RuleId("OF-6");
/// The action sequence and the track.
pub const TRACK: RuleId = RuleId("OF-6.1");
/// Advantage.
pub const ADVANTAGE: RuleId = RuleId("OF-6.1");
/// Command and commanders.
pub const COMMAND: RuleId = RuleId("OF-6.3");
/// Panic.
pub const PANIC: RuleId = RuleId("OF-6.4");
/// US awareness.
pub const AWARENESS: RuleId = RuleId("OF-6.5");
/// Performing actions during rounds.
pub const ACTIONS: RuleId = RuleId("OF-6.7");
/// German actions.
pub const ACTION_NUMBER: RuleId = RuleId("OF-6.8");
/// Coming onto the map.
pub const ENTRY: RuleId = RuleId("OF-6.10");
/// General rules for movement.
pub const MOVEMENT: RuleId = RuleId("OF-7.1");
/// Leaving the map.
pub const EXIT: RuleId = RuleId("OF-7.1");
/// Facing.
pub const FACING: RuleId = RuleId("OF-7.2");
/// Achieving defilade.
pub const DEFILADE: RuleId = RuleId("OF-7.3");
/// Movement during operations.
pub const OPERATIONS_MOVEMENT: RuleId = RuleId("OF-7.4");
/// Movement during rounds.
pub const ROUND_MOVEMENT: RuleId = RuleId("OF-7.5");
/// Drivers, passengers and crew.
pub const PASSENGERS: RuleId = RuleId("OF-7.6");
/// Ammunition expenditure.
pub const AMMUNITION: RuleId = RuleId("OF-9.5");
/// Crew weapons.
pub const CREW_WEAPONS: RuleId = RuleId("OF-9.7");
/// Tank crews.
pub const TANK_CREWS: RuleId = RuleId("OF-12");
/// Victory.
pub const VICTORY: RuleId = RuleId("OF-15");
/// The paragraph booklet.
pub const PARAGRAPHS: RuleId = RuleId("OF-2.7");
/// Initiative checks.
pub const INITIATIVE_CHECKS: RuleId = RuleId("OF-5.10");
/// Activating German units.
pub const ACTIVATION: RuleId = RuleId("OF-6.2");
/// German activation during rounds.
pub const ACTIVATION_IN_ROUNDS: RuleId = RuleId("OF-6.6");
/// German evasive movement.
pub const EVASION: RuleId = RuleId("OF-7.7");
/// Unit Characteristics Cards.
pub const UNIT_CARDS: RuleId = RuleId("OF-2.1");
/// The mission cartridge and its sleeve.
pub const CARTRIDGE: RuleId = RuleId("OF-2.2");
/// Playing pieces: which letters exist as which counters.
pub const COUNTERS: RuleId = RuleId("OF-2.4");
/// US units with cards.
pub const US_CARDS: RuleId = RuleId("OF-2.6");
/// What a crew can do, and what is left of it after losses.
pub const CHARACTERISTICS: RuleId = RuleId("OF-2.11");
/// Active and inactive units, and who is a target.
pub const TERMS: RuleId = RuleId("OF-2.12");
/// Random determination.
pub const RANDOM_DETERMINATION: RuleId = RuleId("OF-5.9");
/// Condition changes during rounds.
pub const CONDITIONS_IN_ROUNDS: RuleId = RuleId("OF-6.11");
/// German fire combat terms.
pub const GERMAN_FIRE: RuleId = RuleId("OF-9.6");
/// Squads.
pub const SQUADS: RuleId = RuleId("OF-10");
/// Panic that fire brings about.
pub const PANIC_RESULTS: RuleId = RuleId("OF-14.2");
/// Germans who fire at hidden targets.
pub const GERMANS_AT_HIDDEN: RuleId = RuleId("OF-18");
/// Campaign games.
pub const CAMPAIGN_GAMES: RuleId = RuleId("OF-1.2");
/// The campaign.
pub const CAMPAIGN: RuleId = RuleId("OF-16");
/// The campaign procedure.
pub const CAMPAIGN_PROCEDURE: RuleId = RuleId("OF-16.1");
/// Combat point awards.
pub const COMBAT_POINTS: RuleId = RuleId("OF-16.2");
/// Improving crew characteristics.
pub const IMPROVING: RuleId = RuleId("OF-16.3");
/// Replacements.
pub const REPLACEMENTS: RuleId = RuleId("OF-16.4");
/// Using captured vehicles.
pub const CAPTURED_VEHICLES: RuleId = RuleId("OF-16.5");
/// Prisoners of war.
pub const FREED_MEN: RuleId = RuleId("OF-M2");
/// Setting up on the map.
pub const DEPLOYMENT: RuleId = RuleId("OF-M4");
/// Dusk and night.
pub const DARKNESS: RuleId = RuleId("OF-M5");
/// Snow.
pub const SNOW: RuleId = RuleId("OF-M6");
