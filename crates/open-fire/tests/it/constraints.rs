//! Every number printed in the rulebook's examples, held against our tables.
use content::Files;
use dice::{Scripted, odds};
use engine::Forecast;
use hexmap::Arc;
use open_fire::{
    Catalogue,
    tables::{
        ap_fire::{ApModification, ApResult, ApShot, ApWhen, Pace, Weapon, facing_hit},
        ar_track::Placement,
        cards::{Card, Class, Kind, Mpa, Severity},
        checks::{Check, percentile},
        close_assault::CloseAssault,
        crew_reduction::Characteristics,
        damage::{Condition, Effect, Stake, Target, gp_effects},
        display_sheet::DisplaySheet,
        gp_fire::{GpColumn, GpModification, GpResult, GpShot, GpSituation, GpWeapons, GpWhen},
        minefields::{Mine, MineResult},
        movement_costs::Entry,
    },
};

fn sheet() -> DisplaySheet {
    Catalogue::read(&Files::embedded()).unwrap().sheet().clone()
}

fn card<'a>(sheet: &'a DisplaySheet, id: &str) -> &'a Card {
    sheet.card(id).unwrap()
}

fn weapon<'a>(sheet: &'a DisplaySheet, id: &str) -> &'a Weapon {
    sheet.weapon(id).unwrap()
}

/// The M26 of the example in 9.1.
fn printed_shot(sheet: &DisplaySheet) -> ApShot<'_> {
    ApShot {
        closed: true,
        defilade: true,
        firer_moving: Pace::Slow,
        weapon_skill: 2,
        ..ApShot::plain(weapon(sheet, "m26"), card(sheet, "jagdtiger"), 6)
    }
}

fn stake(card: &Card, closed: bool) -> Stake {
    Stake::fresh(card, Target::of(card, closed))
}

fn sums(forecast: &Forecast) -> (u128, u128) {
    engine::contract::check_forecast(forecast);
    (forecast.outcomes.iter().map(|chance| chance.ways.0).sum(), forecast.outcomes[0].of.0)
}

// holds: OF-2.1-12, OF-2.1-13, OF-2.1-14
#[test]
fn of_2_1_the_tigers_card() {
    let sheet = sheet();
    let tiger = card(&sheet, "tiger").mpa.unwrap();
    assert_eq!(tiger.reduced(0), Some(Mpa { slow: 2, fast: 3 }));
    assert_eq!(tiger.reduced(1), Some(Mpa { slow: 1, fast: 2 }));
    assert_eq!(tiger.reduced(2), Some(Mpa { slow: 0, fast: 1 }));
    assert_eq!(tiger.reduced(3), None);
    let row = |initiative, perception, weapon_skill, driving_skill| Characteristics {
        initiative,
        perception,
        weapon_skill,
        driving_skill,
    };
    let printed = [row(5, 7, 3, 8), row(5, 6, 2, 8), row(4, 5, 1, 7), row(3, 5, 0, 7), row(2, 4, -1, 6)];
    for (hits, left) in printed.into_iter().enumerate() {
        assert_eq!(sheet.crew_reduction.reduced(printed[0], hits as u8), left, "{hits} crew hits");
    }
    let raw = row(0, 0, -3, 0);
    assert_eq!(sheet.crew_reduction.reduced(raw, 5), raw, "nothing falls below its least");
}

// holds: OF-7.5-1, OF-7.5-2, OF-2.6-5, OF-2.6-6, OF-2.6-7, OF-2.6-8, OF-2.6-9, OF-2.6-10, OF-2.6-11
#[test]
fn of_2_6_the_jeeps_card_and_7_5_the_half_tracks() {
    let sheet = sheet();
    let jeep = card(&sheet, "jeep");
    let rows: Vec<(u8, u8)> =
        (0..).map_while(|lost| jeep.mpa.unwrap().reduced(lost)).map(|mpa| (mpa.slow, mpa.fast)).collect();
    assert_eq!(rows, [(5, 8), (4, 7), (3, 6), (2, 5), (1, 4), (0, 3)]);
    assert!(jeep.machinegun && jeep.kind == Kind::Jeep);
    let half_track = card(&sheet, "spw-251").mpa.unwrap();
    assert_eq!(half_track.reduced(0), Some(Mpa { slow: 3, fast: 5 }));
    assert_eq!(half_track.reduced(1), Some(Mpa { slow: 2, fast: 4 }));
    assert_eq!(half_track.reduced(2).unwrap().slow, 1, "fast as soon as it spends its second point");
}

// holds: OF-4-79, OF-4-80, OF-4-81, OF-4-82, OF-4-83, OF-2.5-2, OF-2.5-4
#[test]
fn of_2_5_the_sample_record_sheet() {
    let sheet = sheet();
    assert_eq!(card(&sheet, "m4a3").mpa, Some(Mpa { slow: 2, fast: 4 }));
    assert_eq!(card(&sheet, "m10").mpa, Some(Mpa { slow: 3, fast: 5 }));
    let platoon = &sheet.platoon;
    let crews: i32 =
        platoon.sample.units.iter().map(|unit| platoon.crew_cost(unit.initiative, unit.commander).unwrap()).sum();
    let vehicles: i32 = platoon.sample.units.iter().map(|unit| platoon.vehicle_cost(&unit.card).unwrap()).sum();
    assert_eq!((crews, vehicles), (42, 26));
    assert_eq!((platoon.sample.platoon_points, platoon.sample.vehicle_points), (42, 26));
    let shown: Vec<_> = platoon
        .sample
        .units
        .iter()
        .map(|unit| (unit.letter.as_str(), unit.card.as_str(), unit.crew, unit.initiative, unit.perception))
        .collect();
    assert_eq!(shown, [("A", "m4a3", 5, 5, 7), ("B", "m4a3", 5, 4, 6), ("C", "m10", 4, 2, 4), ("D", "m10", 4, 3, 3)]);
    let skills: Vec<_> = platoon.sample.units.iter().map(|unit| (unit.weapon_skill, unit.driving_skill)).collect();
    assert_eq!(skills, [(1, 8), (1, 7), (0, 6), (0, 6)]);
}

// holds: OF-4-78
#[test]
fn of_2_5_ammunition_boxes_run_to_48() {
    let sheet = sheet();
    assert!(sheet.cards.iter().filter_map(|card| card.max_ammo).all(|most| most <= sheet.platoon.ammunition.most));
    assert_eq!(sheet.platoon.ammunition.most, 48);
    for gun in sheet.cards.iter().filter(|card| card.main_gun) {
        assert_eq!(gun.max_ammo.is_some(), gun.nation == Some(open_fire::tables::cards::Nation::Us), "{}", gun.id);
    }
}

// holds: OF-2.9-5, OF-2.9-6, OF-2.9-7
#[test]
fn of_2_9_ones_succeed_and_tens_fail() {
    assert_eq!((percentile(-40), percentile(35), percentile(120)), (5, 35, 95));
    assert_eq!(Check::perception(-3, 0).succeeds_to(), 1);
    assert_eq!(Check::perception(10, 4).succeeds_to(), 9);
    assert_eq!(Check::perception(5, 1).succeeds_to(), 6, "the example of 5.3");
    let sheet = sheet();
    for column in sheet.gp_track.columns {
        assert!(column.panic >= 1 && column.panic <= 9, "{column:?}");
    }
}

// holds: OF-4-23
#[test]
fn of_2_4_the_counter_mix() {
    let sheet = sheet();
    let mix = &sheet.counters;
    assert!(mix.has("tiger", "V") && mix.has("jeep", "I") && mix.has("spw-251", "X"), "the printed cards");
    assert!(!mix.has("m26", "H"), "the example of section 4 has none");
    assert_eq!(mix.letters("m26").len(), 4);
    let units: usize = mix.all().iter().map(|counters| counters.letters.len()).sum();
    assert_eq!(units, 30 + 18, "counters with silhouettes on the countersheet");
    for vehicle in &sheet.platoon.vehicles {
        assert!(!mix.letters(&vehicle.card).is_empty(), "{} cannot be bought", vehicle.card);
    }
}

// holds: OF-4-7, OF-4-9
#[test]
fn of_4_the_examples() {
    let sheet = sheet();
    assert_eq!(sheet.platoon.quality(7, 3), (39, 40));
    assert_eq!(sheet.platoon.quality(1, 1), (29, 48));
    assert_eq!(sheet.platoon.quality(10, 10), (43, 30));
    let made = sheet.platoon.characteristics(5, 10, 10, 10);
    assert_eq!((made.perception, made.weapon_skill, made.driving_skill), (9, 3, 9));
    let made = sheet.platoon.characteristics(0, 1, 1, 1);
    assert_eq!((made.perception, made.weapon_skill, made.driving_skill), (0, -3, 0));
    for die in 1..=10 {
        let (points, vehicles) = sheet.platoon.quality(die, 1);
        assert_eq!(vehicles, 49 - i32::from(die), "{points}");
    }
    assert!(sheet.platoon.crews.iter().all(|crew| crew.size <= 6));
    assert_eq!(sheet.platoon.crew_cost(3, true), Some(8));
    assert_eq!(sheet.platoon.crew_cost(5, false), None);
}

// holds: OF-6.3-5, OF-6.4-1, OF-6.4-2, OF-6.4-5
#[test]
fn of_6_the_action_round_track() {
    let sheet = sheet();
    let track = &sheet.ar_track;
    let dice = 1..=10u16;
    for initiative in 0..=5 {
        let column = track.column(initiative);
        assert_eq!(column.panic.is_some(), initiative <= 1, "only columns 0 and 1 hold Panic");
        let panics = dice.clone().filter(|&die| track.placement(initiative, die, false) == Placement::Panic).count();
        assert_eq!(panics > 0, initiative <= 1);
    }
    assert_eq!(track.placement(1, 1, false), Placement::Panic);
    assert_ne!(track.placement(1, 2, false), Placement::Panic);
    let red: Vec<u16> = dice.clone().filter(|&die| track.column(3).is_red(die)).collect();
    assert_eq!(red, [6, 7, 8]);
    assert!(red.iter().all(|&die| track.placement(3, die, true) == Placement::Panic));
    let two =
        |initiative| dice.clone().filter(|&die| track.placement(initiative, die, false) == Placement::Turns(2)).count();
    let counts: Vec<usize> = (0..=5).map(two).collect();
    assert!(counts.is_sorted_by(|less, more| less < more), "{counts:?}");
}

// holds: OF-7.1-21, OF-7.5-13, OF-7.5-14, OF-7.5-15
#[test]
fn of_7_5_movement_costs() {
    let sheet = sheet();
    let chart = &sheet.movement;
    let by = |class, terrain, hexside: &[&str]| chart.cost(class, &Entry { hexside, ..Entry::plain(terrain) });
    assert_eq!(by(Class::Tank, "clear", &["dirt-road"]), Some(2));
    assert_eq!(by(Class::Tank, "building", &["dirt-road"]), Some(2));
    assert_eq!(by(Class::Tank, "woods", &[]), Some(6));
    assert_eq!(by(Class::Tank, "rough", &[]), Some(4), "11.3: a halved allowance of 1 does not pay for it");
    assert_eq!(by(Class::Wheeled, "town", &["paved-road"]), Some(1));
    assert_eq!(by(Class::Wheeled, "woods", &[]), None);
    assert_eq!(by(Class::Tank, "clear", &["river"]), None);
    assert_eq!(by(Class::Tank, "clear", &["river", "bridge", "paved-road"]), Some(1));
    for class in [Class::Tank, Class::HalfTrack, Class::Wheeled] {
        for terrain in ["clear", "building", "woods", "rough", "town"] {
            let dry = Entry::plain(terrain);
            let snow = chart.cost(class, &Entry { snow: true, ..dry });
            assert_eq!(snow, chart.cost(class, &dry).map(|cost| cost + 2), "Mission 6");
            let road = Entry { hexside: &["dirt-road"], ..dry };
            assert_eq!(chart.cost(class, &Entry { snow: true, ..road }), chart.cost(class, &road));
            let soft = chart.cost(class, &Entry { soft: true, ..dry });
            assert!(soft.is_none_or(|soft| Some(soft) >= chart.cost(class, &dry)), "soft ground is never better");
        }
    }
}

// holds: OF-7.3-8
#[test]
fn of_7_3_no_defilade_where_the_terrain_is_better_cover() {
    let sheet = sheet();
    let right = |when: ApWhen, terrain: &str| {
        let fits = |found: &&ApModification| found.section == 3 && found.when == when && found.terrain == terrain;
        sheet.ap_modifications.list.iter().find(fits).map_or(0, |found| found.shift.spaces())
    };
    let defilade = right(ApWhen::Defilade, "");
    for terrain in ["clear", "woods", "town", "rough", "building"] {
        let better = right(ApWhen::Terrain, terrain) > defilade;
        assert_eq!(sheet.movement.defilade(terrain).is_none(), better, "{terrain}");
    }
}

// holds: OF-9.1-10, OF-9.1-11, OF-9.1-12, OF-9.1-13, OF-9.1-14, OF-9.1-15, OF-9.1-16, OF-9.1-17
// holds: OF-9.1-18, OF-9.1-19, OF-9.1-24, OF-9.1-25, OF-9.1-26
#[test]
fn of_9_1_the_example_of_ap_fire() {
    let sheet = sheet();
    let shot = printed_shot(&sheet);
    assert_eq!(shot.check(), Ok(()));
    let value = |what: &str| {
        let modifiers = shot.modifiers(&sheet);
        modifiers.iter().find(|modifier| modifier.what.contains(what)).map(|modifier| modifier.value)
    };
    assert_eq!(value("base hit chance"), Some(70));
    assert_eq!(value("penetration"), Some(14));
    assert_eq!(value("section 2: size of the target: Jagdtiger"), Some(0));
    assert_eq!(value("section 3: target in defilade"), Some(10));
    assert_eq!(value("section 4: target in defilade"), Some(0));
    assert_eq!(value("section 6: firer driving slowly"), Some(4));
    assert_eq!(value("final hit chance"), Some(35));
    for silent in ["section 1", "section 5", "section 7", "section 8"] {
        assert_eq!(value(silent), None, "{silent}");
    }
    let dug_in = ApShot { improved_position: true, ..shot };
    assert_eq!(dug_in.chance(&sheet), 35, "defilade comes first in section 4");

    let mut dice = Scripted::new([23, 43, 6]);
    let (result, fell) = shot.resolve(&sheet, &mut dice);
    dice.finish().unwrap();
    assert_eq!(shot.name(result), "hit hull light-penetration");
    assert!(shot.resolution(&sheet, result, fell).reading.ends_with("total of 22"));
    let text = shot.text(&sheet, &Target::of(shot.target, true), result, fell);
    assert!(text.starts_with("hit, Hull, Light Penetration (total 22)"), "{text}");
}

#[test]
fn of_9_1_a_space_is_worth_two_and_a_half() {
    let sheet = sheet();
    let first = sheet.ap_track.first;
    let m26 = weapon(&sheet, "m26");
    assert_eq!((m26.chance(first, 6), m26.chance(first, 20), m26.penetration(6)), (70, 35, 14));
    for weapon in &sheet.ap_track.weapons {
        let row = &weapon.chance;
        for pair in row.windows(3).filter(|pair| pair[0] < 99 && pair[2] > 0) {
            assert_eq!(pair[0] - pair[2], 5, "{}: {row:?}", weapon.id);
        }
        let falls = |range| weapon.penetration(range) >= weapon.penetration(range + 1);
        assert!((0..60).all(falls), "{}", weapon.id);
        assert_eq!(weapon.limit.is_some(), ["bazooka", "panzerfaust"].contains(&weapon.id.as_str()));
    }
}

// holds: OF-9.1-25, OF-9.1-26
#[test]
fn of_9_1_the_jagdtigers_hull() {
    let sheet = sheet();
    let front = card(&sheet, "jagdtiger").chart(Arc::Front);
    let hull = front.iter().find(|area| area.area == "hull").unwrap();
    assert_eq!(hull.closed.map(|span| (span.from, span.to)), Some((9, 65)));
    let light: Vec<i32> = (1..60).filter(|&total| hull.severity(total) == Severity::Light).collect();
    assert_eq!((light[0], light[light.len() - 1]), (22, 29));
}

#[test]
fn of_9_1_odds_agree_with_counting() {
    let sheet = sheet();
    for facing in [Arc::Front, Arc::Side, Arc::Rear] {
        for (target, closed) in [("jagdtiger", true), ("m4a3", false), ("us-truck", false), ("bunker", true)] {
            let plain = ApShot::plain(weapon(&sheet, "tiger"), card(&sheet, target), 9);
            let shot = ApShot { facing, closed, ..plain };
            assert_eq!(shot.check(), Ok(()));
            let found = odds(|dice| shot.resolve(&sheet, dice).0).unwrap().out_of(100_000);
            let chance = percentile(shot.chance(&sheet));
            let mut counted = std::collections::BTreeMap::new();
            *counted.entry(ApResult::Miss).or_insert(0u128) += (100 - chance as u128) * 1000;
            for face in 1..=100u16 {
                let place = card(&sheet, target).chart(facing).iter();
                let place =
                    place.map(|area| area.span(closed)).position(|span| span.is_some_and(|span| span.has(face)));
                let place = place.unwrap();
                for damage in 1..=10 {
                    let total = damage + shot.penetration(&sheet);
                    let severity = card(&sheet, target).chart(facing)[place].severity(total);
                    *counted.entry(ApResult::Hit(place, severity)).or_insert(0) += chance as u128;
                }
            }
            for (result, ways) in counted {
                assert_eq!(found.ways(&result), ways, "{target}: {result:?}");
            }
            let forecast = shot.forecast(&sheet, &stake(shot.target, closed));
            assert_eq!(sums(&forecast), (100_000, 100_000), "{target}");
        }
    }
}

/// The headline is what a shot comes to for the target as it stands, not what its results are called.
#[test]
fn the_headline_says_what_a_shot_comes_to() {
    let sheet = sheet();
    let target = card(&sheet, "pziv");
    let shot = ApShot { facing: Arc::Side, ..ApShot::plain(weapon(&sheet, "m4a3"), target, 4) };
    let forecast = shot.forecast(&sheet, &stake(target, false));
    let kills = forecast.outcomes.iter().filter(|chance| chance.result.ends_with("killed"));
    let kills: u128 = kills.map(|chance| chance.ways.0).sum();
    assert!(kills > 0);
    assert_eq!((forecast.headline[0].group.as_str(), forecast.headline[0].ways.0), ("kill", kills));

    // Who has one man left is disabled by what would only hurt another crew.
    let fresh = stake(target, false);
    let last = Stake { condition: Condition { crew: 1, ..fresh.condition }, ..fresh };
    let grave = |stake: &Stake| {
        let forecast = shot.forecast(&sheet, stake);
        forecast.headline.iter().find(|group| group.group == "disabled").map_or(0, |group| group.ways.0)
    };
    assert!(grave(&last) > grave(&fresh), "a crew of one is lost with its man");

    // "Killed" on the GP track does not kill a tank (OF-14.4).
    let (firer, situation) = (card(&sheet, "m4a3"), GpSituation { target_moving: true, ..GpSituation::default() });
    let gp = GpShot { firer, weapons: GpWeapons::All, target, range: 1, situation, others: false };
    let gp = gp.forecast(&sheet, &stake(target, true));
    assert!(gp.headline.iter().all(|group| group.group != "kill"), "{:?}", gp.headline);

    let check = Check::perception(4, 0).forecast();
    assert_eq!((check.headline[0].group.as_str(), check.headline[0].ways.0), ("success", 4));
}

// holds: OF-9.2-3, OF-9.2-8, OF-9.2-13, OF-9.2-14, OF-9.2-15
#[test]
fn of_9_2_the_example_of_gp_fire() {
    let sheet = sheet();
    let situation = GpSituation { terrain: "building", target_moving: true, ..GpSituation::default() };
    let (firer, target) = (card(&sheet, "panther"), card(&sheet, "us-truck"));
    let shot = GpShot { firer, weapons: GpWeapons::All, target, range: 8, situation, others: false };
    let values: Vec<i32> = shot.modifiers(&sheet).iter().map(|modifier| modifier.value).collect();
    assert_eq!(values, [8, -3, -1, 3, 7]);
    let (outcome, _) = shot.resolve(&sheet, &mut Scripted::new([5]));
    assert_eq!(outcome, (GpResult::Suppressed, None));
    let suppressed: Vec<u16> =
        (1..=10).filter(|&die| shot.resolve(&sheet, &mut Scripted::new([die])).0.0 == GpResult::Suppressed).collect();
    assert_eq!(suppressed, [3, 4, 5, 6]);
    assert_eq!(sums(&shot.forecast(&sheet, &stake(target, false))), (10, 10));
    let many = GpShot { others: true, ..shot };
    assert_eq!(sums(&many.forecast(&sheet, &stake(target, false))), (100, 100));
    let far = GpShot { range: 21, ..shot };
    assert_eq!(far.offence(&sheet), Ok(firer.gp.main), "machineguns do not reach");
    let machineguns = GpShot { weapons: GpWeapons::Machineguns, ..shot };
    assert_eq!(machineguns.offence(&sheet), Ok(firer.gp.all - firer.gp.main));
    assert!(GpShot { range: 21, ..machineguns }.check(&sheet).is_err());
}

// holds: OF-9.2-10, OF-9.2-11
#[test]
fn of_9_2_the_track_runs_from_minus_5_to_12() {
    let sheet = sheet();
    let track = &sheet.gp_track;
    assert_eq!((track.first, track.last()), (-5, 12));
    assert_eq!(track.column(-6), Err(GpResult::NoEffect));
    assert_eq!(track.column(13), Err(GpResult::Killed));
    let grows = |less: &GpColumn, more: &GpColumn| {
        (less.killed <= more.killed && less.suppressed <= more.suppressed && less.panic <= more.panic) && less != more
    };
    assert!(track.columns.is_sorted_by(grows), "every column is worse for the target than the one before");
}

// holds: OF-9.2-3, OF-9.3-6
#[test]
fn of_9_3_and_11_fixed_numbers() {
    let sheet = sheet();
    let fixed = sheet.gp_modifications.fixed;
    assert_eq!((fixed.secondary_left, fixed.machinegun_range), (4, 20));
    assert_eq!((fixed.squad_in_close_assault, fixed.close_assault_times), (3, 2));
    let spaces = |when: GpWhen, terrain: &str| {
        let fits = |found: &&GpModification| found.when == when && found.terrain == terrain;
        sheet.gp_modifications.list.iter().find(fits).map(|found| found.shift.spaces())
    };
    assert_eq!(spaces(GpWhen::Terrain, "building"), Some(-1));
    assert_eq!(spaces(GpWhen::TargetMoving, ""), Some(3));
    assert_eq!(spaces(GpWhen::Charge, ""), Some(3));
}

// holds: OF-11.1-6, OF-11.1-7, OF-11.2-2, OF-11.3-4
#[test]
fn of_11_close_assault_doubles_and_charges_add_three() {
    let sheet = sheet();
    let (us, german) = (card(&sheet, "us-squad"), card(&sheet, "ge-squad"));
    let plain = CloseAssault { firer: us, target: german, situation: GpSituation::default(), capture: false };
    assert_eq!(plain.column(&sheet), (us.gp.all + 3) * 2 - (german.gp_defence + 3) * 2);
    let charge = CloseAssault { situation: GpSituation { charge: true, ..plain.situation }, ..plain };
    assert_eq!(charge.column(&sheet), plain.column(&sheet) + 3);
    for assault in [plain, charge, CloseAssault { capture: true, ..charge }] {
        assert_eq!(assault.check(), Ok(()));
        assert_eq!(sums(&assault.forecast(&sheet, &stake(german, false))), (10, 10));
        let modifiers = assault.modifiers(&sheet);
        let (column, parts) = modifiers.split_last().unwrap();
        assert_eq!(parts.iter().map(|modifier| modifier.value).sum::<i32>(), column.value);
    }
    let capture = CloseAssault { capture: true, ..charge };
    for die in 1..=10 {
        let killed = charge.resolve(&sheet, &mut Scripted::new([die])).0 == GpResult::Killed;
        let captured = capture.resolve(&sheet, &mut Scripted::new([die])).0;
        assert_eq!(captured, if killed { GpResult::Captured } else { GpResult::NoEffect });
    }
    assert!(CloseAssault { firer: german, target: us, capture: true, ..plain }.check().is_err());
}

// holds: OF-13.1-4
#[test]
fn of_13_1_a_mine_is_a_wheel_hit_with_penetration_6() {
    let sheet = sheet();
    assert_eq!(sheet.damage.minefield.penetration, 6);
    for id in ["m4a3", "jeep", "us-truck", "m3", "us-squad"] {
        let mine = Mine::new(card(&sheet, id), 4, 0);
        assert_eq!(mine.check(), Ok(()));
        assert_eq!(sums(&mine.forecast(&sheet, &stake(mine.target, false))), (100, 100));
        assert_eq!(mine.resolve(&sheet, &mut Scripted::new([4])).0, MineResult::Unharmed);
    }
    let mine = Mine::new(card(&sheet, "m4a3"), 4, 0);
    let gear = card(&sheet, "m4a3").running_gear().unwrap();
    assert_eq!(mine.resolve(&sheet, &mut Scripted::new([5, 8])).0, MineResult::Gear(gear.severity(14)));
    let german = Mine::new(card(&sheet, "pziv"), 4, 0);
    assert!(german.check().is_err());
    // A US crew has captured it.
    assert_eq!(Mine { knows: false, ..german }.check(), Ok(()));
}

// holds: OF-14.3-2, OF-14.3-7, OF-14.3-19, OF-14.3-20
#[test]
fn of_14_3_damage_adds_up_and_has_consequences() {
    let sheet = sheet();
    let tiger = card(&sheet, "tiger");
    let target = Target::of(tiger, true);
    let fresh = Condition::fresh(tiger, 6, Some(5));
    let light = sheet.damage.ap_effects(&target, "hull", Severity::Light);
    assert_eq!(light, [Effect::ReduceCrew(1), Effect::LoseTurns]);
    let (hurt, further) = fresh.after(&light);
    assert_eq!((hurt.crew, hurt.crew_lost), (5, 1));
    assert_eq!(further, [Effect::SpecialReactionS], "the level of the printed card is 5");
    let (_, again) = hurt.after(&light);
    assert!(again.is_empty());
    let (slow, further) = fresh.after(&[Effect::ReduceMpa, Effect::ReduceMpa]);
    assert_eq!((slow.allowance(), further.as_slice()), (Some(Mpa { slow: 0, fast: 1 }), [].as_slice()));
    let (stuck, further) = slow.after(&[Effect::ReduceMpa]);
    assert_eq!((stuck.allowance(), further.as_slice()), (None, [Effect::Immobilised].as_slice()));
    assert!(!stuck.is_disabled(true));
    assert!(stuck.after(&[Effect::KoMainGun, Effect::KoMachinegun]).0.is_disabled(true));
    let (empty, further) = fresh.after(&[Effect::ReduceCrew(2); 4]);
    assert!(empty.is_disabled(true) && further.contains(&Effect::CrewLost));
    let us = Target::of(card(&sheet, "m4a3"), true);
    let heavy = sheet.damage.ap_effects(&us, "turret", Severity::Heavy);
    assert!(!heavy.contains(&Effect::SpecialReactionS) && heavy.contains(&Effect::LoseTurns));
    let truck = Target::of(card(&sheet, "us-truck"), false);
    assert_eq!(sheet.damage.ap_effects(&truck, "wheels", Severity::NoEffect), [Effect::AccidentCheck]);
    let ridden = Target { riders: true, ..us };
    assert_eq!(sheet.damage.ap_effects(&ridden, "tracks", Severity::NoEffect), [Effect::RidersKilled]);
}

// holds: OF-14.4-2, OF-14.4-3, OF-14.4-4, OF-14.4-15, OF-14.4-16, OF-14.4-17, OF-14.4-18, OF-17-13
#[test]
fn of_14_4_gp_damage_by_kind() {
    let sheet = sheet();
    let does = |id: &str, closed: bool, result: GpResult| gp_effects(&Target::of(card(&sheet, id), closed), result);
    assert_eq!(does("tiger", false, GpResult::Panic), []);
    assert_eq!(does("tiger", true, GpResult::Killed), [Effect::Suppression]);
    assert_eq!(does("tiger", false, GpResult::Killed), [Effect::Suppression, Effect::ReduceCrew(1)]);
    assert_eq!(does("us-truck", false, GpResult::Panic), [Effect::Panic, Effect::AccidentCheck]);
    assert_eq!(does("88mm-atg", false, GpResult::Panic), [Effect::Suppression, Effect::ReduceCrew(1)]);
    assert_eq!(does("88mm-atg", false, GpResult::Killed), [Effect::Killed]);
    assert_eq!(does("ge-squad", false, GpResult::Killed), [Effect::FlipToHalf]);
    assert_eq!(does("ge-half-squad", false, GpResult::Killed), [Effect::Killed]);
    assert_eq!(does("fw-190", false, GpResult::Suppressed), []);
    assert_eq!(does("fw-190", false, GpResult::Killed), [Effect::Killed]);
    let inside = Target { in_bunker: true, ..Target::of(card(&sheet, "ge-squad"), false) };
    assert_eq!(gp_effects(&inside, GpResult::Killed), [Effect::Suppression], "as a tank (13.3)");
}

// holds: OF-17-1, OF-17-7, OF-17-9, OF-17-10, OF-17-11, OF-17-12
#[test]
fn of_17_fighters() {
    let sheet = sheet();
    for (id, ratings) in [("fw-190", [18, 8, 7]), ("p-38", [18, 10, 4])] {
        let fighter = card(&sheet, id);
        let air = fighter.air.unwrap();
        assert_eq!([air.machineguns, air.bombs, air.rockets], ratings);
        assert_eq!((fighter.gp_defence, fighter.gp.machineguns()), (4, 18));
    }
    let at = |firer: &str, weapons| {
        let situation = GpSituation::default();
        GpShot {
            firer: card(&sheet, firer),
            weapons,
            target: card(&sheet, "fw-190"),
            range: 1,
            situation,
            others: false,
        }
    };
    assert_eq!(at("m4a3", GpWeapons::Machineguns).check(&sheet), Ok(()));
    assert_eq!(at("us-squad", GpWeapons::All).check(&sheet), Ok(()));
    assert!(at("m10", GpWeapons::Machineguns).check(&sheet).is_err(), "tank destroyers cannot");
    assert!(at("m4a3", GpWeapons::Main).check(&sheet).is_err());
}

#[test]
fn of_9_the_facing_hit() {
    use hexmap::{Direction, Grid, LowColumns};
    let map = Grid::new(45, 27, LowColumns::Even, true).unwrap();
    let hex = |label: &str| map.parse(label).unwrap();
    let from = |label: &str| facing_hit(&map, hex("0915"), Direction::N, hex(label));
    assert_eq!((from("0910"), from("0920"), from("0915")), (Arc::Front, Arc::Rear, Arc::Side));
    assert_eq!((from("1515"), from("0315")), (Arc::Side, Arc::Side));
}

#[test]
fn every_printed_mark_names_something() {
    let sheet = sheet();
    let printed: Vec<&str> =
        sheet.cards.iter().filter(|card| !card.printed.is_empty()).map(|card| card.id.as_str()).collect();
    let expected = ["m4a3", "m10", "us-truck", "jeep", "panther", "tiger", "jagdtiger", "spw-251", "fw-190", "p-38"];
    assert_eq!(printed, expected);
    assert!(sheet.cards.iter().all(|card| card.source.starts_with("OF ") && !card.why.is_empty()));
}

#[test]
fn better_armour_is_harder_to_get_through_and_kills_stay_possible() {
    let sheet = sheet();
    let kill = |firer: &str, target: &str, facing: Arc, range: u16| {
        let plain = ApShot::plain(weapon(&sheet, firer), card(&sheet, target), range);
        let shot = ApShot { facing, closed: true, ..plain };
        let found = odds(|dice| shot.resolve(&sheet, dice).0).unwrap();
        found.chance(|result| matches!(result, ApResult::Hit(_, Severity::Killed)))
    };
    let by_front = ["pziv", "tiger", "panther", "jagdtiger"].map(|target| kill("m26", target, Arc::Front, 2));
    assert!(by_front.is_sorted_by(|more, less| more > less), "{by_front:?}");
    for target in ["tiger", "panther", "pziv"] {
        assert!(kill("m10", target, Arc::Side, 3) > kill("m10", target, Arc::Front, 3), "{target}");
        assert!(kill("tiger", "m4a3", Arc::Front, 6) > kill("m4a3", "tiger", Arc::Front, 6));
    }
    assert_eq!(kill("m4a1", "panther", Arc::Front, 10), 0.0);
    assert!(kill("m26", "jagdtiger", Arc::Side, 2) > 0.1);
}
