//! The Action Round Track (OF-6.1): a column for each Initiative, markers where they lie, the dice of the round.

use engine::{Print, Seat, Track, TrackGroup, TrackPiece, TrackSpace};

use crate::{
    play::{s02_ratings, s06_rounds::command},
    rule_ids::TRACK,
    screen::{
        displays::{self, fact},
        scene,
    },
    state::{
        Acting, Frame,
        laid_out::Ask,
        units::{Place, Side, Space, Unit, UnitId},
    },
    tables::{ar_track::ArColumn, forms::Span},
};

/// The columns: Initiative 0 to 5.
const COLUMNS: u8 = 6;

const KEY: &str = "Numbers are dice: a marker goes to the space that shows its side's die in the marker's column. Red \
    numbers make a unit out of command panic.";

/// Dice of a column in a space of the track.
type Dice = fn(&ArColumn) -> Option<Span>;

pub(crate) fn track(ask: Ask<'_>) -> Track {
    let [us, german] = ask.state.advantage_dice;
    let mut facts = Vec::new();
    if us > 0 && german > 0 {
        facts.push(fact(
            "US die",
            us.to_string(),
            "The platoon's advantage die: a marker goes to the space that shows this number in its column.",
        ));
        facts.push(fact(
            "German die",
            german.to_string(),
            "The Germans' advantage die. If both dice are equal, the Germans have the advantage.",
        ));
    }
    let whose = if ask.state.advantage == Side::Us { "US" } else { "German" };
    facts.push(fact("Advantage", whose, "The side that has it acts first among units with as many turns."));
    if ask.state.action_number > 0 {
        facts.push(fact(
            "German action number",
            ask.state.action_number.to_string(),
            "The row of the German cards in force (OF-6.8).",
        ));
    }
    Track {
        id: "track".to_owned(),
        tab: "Track".to_owned(),
        title: format!("Action Round Track: round {}", ask.state.round),
        rule: TRACK,
        column_title: "Initiative".to_owned(),
        columns: (0..COLUMNS).map(|initiative| initiative.to_string()).collect(),
        key: KEY.to_owned(),
        groups: vec![
            turns_group(ask, [Acting::TwoAdvantage, Acting::TwoDisadvantage]),
            turns_group(ask, [Acting::OneAdvantage, Acting::OneDisadvantage]),
            plain_group(ask, "Complete", "Done for this round.", &[("", Space::Complete)], None),
            plain_group(
                ask,
                "Panic",
                "They do nothing until the end of the round.",
                &[("", Space::Panic)],
                Some(|column| column.panic),
            ),
            plain_group(
                ask,
                "Awareness",
                "An unaware unit has not noticed the fight and gets no turns.",
                &[("Unaware", Space::Unaware), ("Aware", Space::Aware)],
                None,
            ),
            plain_group(ask, "Inactive", "Killed or captured.", &[("", Space::Inactive)], None),
        ],
        facts,
    }
}

fn turns_group(ask: Ask<'_>, spaces: [Acting; 2]) -> TrackGroup {
    let turns = spaces[0].turns();
    let current = ask.state.frames.iter().find_map(|frame| match frame {
        Frame::Round { space } => Some(*space),
        _ => None,
    });
    let (title, dice): (&str, Dice) =
        if turns == 2 { ("2 turns", |column| column.two) } else { ("1 turn", |column| Some(column.one)) };
    let space = |acting: Acting| {
        let side = acting.side(ask.state.advantage);
        let lies = |unit: &Unit| unit.side == side && unit.space == Space::Turns(turns);
        TrackSpace {
            title: if side == ask.state.advantage { "Advantage" } else { "Disadvantage" }.to_owned(),
            seat: Some(scene::colours_of(ask.rules, side)),
            now: current == Some(acting),
            pieces: pieces(ask, lies),
        }
    };
    TrackGroup {
        title: title.to_owned(),
        detail: "The side with the advantage acts first, then the other.".to_owned(),
        prints: prints(ask, dice),
        spaces: spaces.into_iter().map(space).collect(),
    }
}

fn plain_group(ask: Ask<'_>, title: &str, detail: &str, spaces: &[(&str, Space)], dice: Option<Dice>) -> TrackGroup {
    let space = |&(title, space): &(&str, Space)| TrackSpace {
        title: title.to_owned(),
        seat: None,
        now: false,
        pieces: pieces(ask, |unit| match space {
            // A marker lies there as soon as its unit is out of the fight.
            Space::Inactive => is_inactive(unit),
            _ => unit.space == space && !is_inactive(unit),
        }),
    };
    TrackGroup {
        title: title.to_owned(),
        detail: detail.to_owned(),
        prints: dice.map(|dice| prints(ask, dice)).unwrap_or_default(),
        spaces: spaces.iter().map(space).collect(),
    }
}

fn pieces(ask: Ask<'_>, lies: impl Fn(&Unit) -> bool) -> Vec<TrackPiece> {
    let acting = displays::acting_unit(ask);
    let here = ask.state.all_units().filter(|(_, unit)| !matches!(unit.place, Place::Exited | Place::Removed));
    here.filter(|(_, unit)| lies(unit)).map(|(id, unit)| piece(ask, id, unit, acting == Some(id))).collect()
}

fn piece(ask: Ask<'_>, id: UnitId, unit: &Unit, now: bool) -> TrackPiece {
    let rated = s02_ratings::ratings(ask, id);
    let commander = if rated.commander { ", a commander" } else { "" };
    let command = if unit.side == Side::Us && ask.state.is_on_map(id) && !command::in_command(ask, id) {
        "; out of command: red numbers make it panic"
    } else {
        ""
    };
    TrackPiece {
        unit: ask.state.id_of(id),
        label: unit.letter.clone(),
        column: rated.initiative.min(COLUMNS - 1),
        seat: scene::seat_of(ask.rules, unit),
        detail: format!("{}: initiative {}{commander}{command}", unit.name, rated.initiative),
        now,
    }
}

/// The numbers of a space in each column, with the dice of the round on them.
fn prints(ask: Ask<'_>, dice: Dice) -> Vec<Vec<Print>> {
    let columns = (0..COLUMNS).map(|initiative| ask.rules.sheet.ar_track.column(initiative));
    columns.map(|column| dice(column).map(|span| printed(ask, column, span)).unwrap_or_default()).collect()
}

fn printed(ask: Ask<'_>, column: &ArColumn, span: Span) -> Vec<Print> {
    let faces: Vec<u16> = (span.from..=span.to).collect();
    let sides = [(Side::Us, ask.state.advantage_dice[0]), (Side::German, ask.state.advantage_dice[1])];
    let print = |run: &[u16]| {
        let (first, last) = (run[0], run[run.len() - 1]);
        let fell = |&(_, die): &(Side, u8)| run.contains(&u16::from(die));
        let fallen: Vec<Seat> =
            sides.iter().filter(|side| fell(side)).map(|&(side, _)| scene::colours_of(ask.rules, side)).collect();
        Print {
            text: if first == last { first.to_string() } else { format!("{first}–{last}") },
            ink: if column.is_red(first) { "red" } else { "plain" }.to_owned(),
            fallen,
        }
    };
    faces.chunk_by(|&one, &next| column.is_red(one) == column.is_red(next)).map(print).collect()
}

fn is_inactive(unit: &Unit) -> bool {
    unit.condition.killed || unit.captured || unit.surrendered || unit.space == Space::Inactive
}
