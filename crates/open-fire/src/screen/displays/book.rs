//! The platoon's book: its missions, its crews, and what became of them (OF-1.2, OF-16), to be read and printed.

use engine::{Book, Chapter, Fact};

use crate::{
    play::{
        s02_men,
        s16_campaign::fates::{crew_name, vehicle_name},
    },
    rule_ids::CAMPAIGN,
    screen::debriefing::result_text,
    state::{
        campaign::Campaign,
        laid_out::{Ask, OpenFire},
        roster::{MissionRecord, Roster, RosterCrew, Told, Topic},
        units::Crew,
    },
    tables::platoon::Characteristic,
};

/// The book of a campaign, as far as it has been written.
pub(crate) fn book(ask: Ask<'_>, campaign: &Campaign) -> Book {
    let roster = &campaign.roster;
    let missions = (1..).zip(&roster.missions).map(|(number, mission)| mission_chapter(ask.rules, number, mission));
    // The crews that wait are those of the campaign; the others were lent for one mission.
    let crews = campaign.waiting.as_ref().map_or(&roster.crews, |waiting| &waiting.crews);
    let crews = crews.iter().map(|crew| crew_chapter(ask.rules, roster, crew));
    Book {
        id: "book".to_owned(),
        tab: "Book".to_owned(),
        title: "The platoon's book".to_owned(),
        about: summary(roster),
        rule: CAMPAIGN,
        chapters: missions.chain(crews).collect(),
    }
}

fn summary(roster: &Roster) -> String {
    let won = roster.missions.iter().filter(|mission| mission.won).count();
    let told = |topic: Topic| {
        roster.missions.iter().flat_map(|mission| &mission.told).filter(|told| told.topic == topic).count()
    };
    let fallen: usize = roster.missions.iter().map(|mission| mission.fallen.len()).sum();
    let plural = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    match roster.missions.len() {
        0 => "Nothing has been written into it yet.".to_owned(),
        fought => format!(
            "{}, {won} won; {} knocked out or captured; {} not come back; {}.",
            plural(fought, "mission", "missions"),
            plural(told(Topic::Deed), "German", "Germans"),
            plural(fallen, "crew has", "crews have"),
            plural(told(Topic::Decoration), "decoration", "decorations")
        ),
    }
}

fn mission_chapter(rules: &OpenFire, number: usize, mission: &MissionRecord) -> Chapter {
    let known = rules.booklet.missions.iter().find(|known| known.id == mission.id);
    let place = known.map_or("", |known| known.place.as_str());
    let about = if place.is_empty() { result_text(mission) } else { format!("{place}: {}", result_text(mission)) };
    Chapter {
        id: format!("mission-{number}"),
        title: mission.title.clone(),
        about,
        lines: mission.told.iter().map(told_line).collect(),
    }
}

fn told_line(told: &Told) -> Fact {
    let value = match told.topic {
        Topic::Decoration => format!("was awarded the {}", told.text),
        Topic::Deed | Topic::Command | Topic::Wounds | Topic::Loss | Topic::Joined | Topic::Replaced => {
            told.text.clone()
        }
    };
    Fact { label: told.crew.clone(), value, detail: String::new() }
}

/// What a man has been through, mission by mission: what he did, his wounds, whose place he took, his decorations.
fn man_line(roster: &Roster, crew: &str, name: &str, seat: &str) -> Fact {
    let of_his = |mission: &MissionRecord| {
        let tale = |told: &Told| {
            let own = told.crew == crew;
            let after = |prefix: String| told.text.strip_prefix(&prefix).filter(|_| own);
            match told.topic {
                Topic::Decoration => (told.crew == format!("{name}, {crew}")).then(|| told.text.clone()),
                Topic::Deed | Topic::Command | Topic::Replaced => after(format!("{name} ")).map(str::to_owned),
                // "Cpl. Kowalski, gunner, was wounded".
                Topic::Wounds => Some(after(format!("{name}, "))?.split_once(", was ")?.1.to_owned()),
                Topic::Loss | Topic::Joined => None,
            }
        };
        let tales: Vec<String> = mission.told.iter().filter_map(tale).collect();
        (!tales.is_empty()).then(|| format!("{}: {}", mission.title, tales.join(", ")))
    };
    let tales: Vec<String> = roster.missions.iter().filter_map(of_his).collect();
    let value = if tales.is_empty() { seat.to_owned() } else { format!("{seat}. {}", tales.join("; ")) };
    Fact { label: name.to_owned(), value, detail: String::new() }
}

fn crew_chapter(rules: &OpenFire, roster: &Roster, crew: &RosterCrew) -> Chapter {
    let line = |label: &str, value: String| Fact { label: label.to_owned(), value, detail: String::new() };
    let mut lines = Vec::new();
    let men = s02_men::men_of(rules, roster, crew);
    lines.extend(men.iter().map(|(name, seat)| man_line(roster, &crew_name(crew), name, seat)));
    lines.push(line("When it joined", ratings(&crew.initial)));
    if crew.now != crew.initial {
        lines.push(line("Now", ratings(&crew.now)));
    }
    lines.extend(counted(&crew.deeds).map(|deed| line("", deed)));
    Chapter {
        id: format!("crew-{}", crew.letter.to_lowercase()),
        title: crew_name(crew),
        about: crew
            .vehicle
            .as_ref()
            .map_or("without a vehicle", |vehicle| vehicle_name(rules, &vehicle.card))
            .to_owned(),
        lines,
    }
}

/// Each deed once, with how often it was done.
fn counted(deeds: &[String]) -> impl Iterator<Item = String> {
    let first = |place: usize, deed: &String| !deeds[..place].contains(deed);
    let once = deeds.iter().enumerate().filter(move |(place, deed)| first(*place, deed));
    once.map(|(_, deed)| match deeds.iter().filter(|other| *other == deed).count() {
        1 => deed.clone(),
        2 => format!("{deed}, twice"),
        times => format!("{deed}, {times} times"),
    })
}

fn ratings(crew: &Crew) -> String {
    let rating = |what: Characteristic| {
        let value = crew.characteristic(what);
        let commander = if what == Characteristic::Initiative && crew.commander { "c" } else { "" };
        let value =
            if what == Characteristic::WeaponSkill { super::skill(crew.weapon_skill) } else { value.to_string() };
        format!("{} {value}{commander}", what.title())
    };
    let ratings: Vec<String> = Characteristic::ALL.map(rating).to_vec();
    format!("{}, crew {}", ratings.join(", "), crew.rating)
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn a_deed_done_again_is_counted() {
        let deeds = ["panicked", "killed an 88", "panicked", "hit", "panicked", "hit"].map(str::to_owned);
        let told: Vec<String> = counted(&deeds).collect();
        assert_eq!(told, ["panicked, 3 times", "killed an 88", "hit, twice"]);
    }
}
