//! Small bar charts in SVG, drawn by hand: four for each mission and platoon.

use std::{collections::BTreeMap, fmt::Display};

use crate::report::Judged;

const WIDTH: usize = 760;
/// Bars stand in panels, two beside each other.
const PANEL: (usize, usize) = (370, 155);
const BASE: usize = 122;
const TALLEST: f64 = 88.0;

/// A bar: what stands under it, how many plays, and whether these are won.
pub(crate) type Bar = (String, u32, bool);

/// The charts of a mission.
pub(crate) fn chart(judged: &Judged) -> String {
    let needed = judged.needed;
    let points = bars(&judged.by_points, |&points| points >= needed);
    let lost = bars(&judged.by_vehicles_lost, |_| false);
    let conditions = bars(&judged.by_condition, |_| false);
    let decisions = bars(&judged.by_decisions, |_| false);
    sheet(&[
        (format!("Victory points ({needed} win)"), points),
        ("US vehicles lost".to_owned(), lost),
        ("Last condition".to_owned(), conditions),
        ("Decisions, by fifties".to_owned(), decisions),
    ])
}

/// Panels with their titles, two beside each other.
pub(crate) fn sheet(panels: &[(String, Vec<Bar>)]) -> String {
    let high = 20 + panels.len().div_ceil(2) * PANEL.1;
    let drawn: String = panels.iter().enumerate().map(|(place, (title, bars))| panel(place, title, bars)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{high}\" viewBox=\"0 0 {WIDTH} {high}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fdfcf8\"/>\n\
         {drawn}</svg>\n",
    )
}

fn bars<N: Display>(counts: &BTreeMap<N, u32>, good: impl Fn(&N) -> bool) -> Vec<Bar> {
    counts.iter().map(|(number, plays)| (number.to_string(), *plays, good(number))).collect()
}

fn panel(place: usize, title: &str, bars: &[Bar]) -> String {
    let (left, top) = (10 + place % 2 * PANEL.0, 8 + place / 2 * PANEL.1);
    let mut text = format!(
        "<g transform=\"translate({left} {top})\">\n<text x=\"4\" y=\"14\" font-weight=\"bold\">{title}</text>\n"
    );
    let most = bars.iter().map(|(_, plays, _)| *plays).max().unwrap_or(1).max(1);
    let wide = (PANEL.0 - 20) as f64 / bars.len().max(1) as f64;
    // As many labels as find room.
    let every = (24.0 / wide).ceil().max(1.0) as usize;
    for (index, (label, plays, good)) in bars.iter().enumerate() {
        let high = TALLEST * f64::from(*plays) / f64::from(most);
        let (x, y) = (4.0 + wide * index as f64, BASE as f64 - high);
        let colour = if *good { "#4c7a3d" } else { "#7d8597" };
        text += &format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{high:.1}\" fill=\"{colour}\"><title>{label}: \
             {plays}</title></rect>\n",
            (wide - 1.0).max(0.5)
        );
        if index % every == 0 {
            let middle = x + wide / 2.0;
            text += &format!("<text x=\"{middle:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\n", BASE + 13);
        }
    }
    text += &format!("<line x1=\"4\" x2=\"{}\" y1=\"{BASE}\" y2=\"{BASE}\" stroke=\"#333\"/>\n</g>\n", PANEL.0 - 16);
    text
}
