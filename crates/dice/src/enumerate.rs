use std::collections::BTreeMap;

use crate::{Die, Faces, Fell, Reading, Throw};

/// One outcome of a throw: an example of the faces, the row, and in how many ways it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What the rule sees.
    pub fell: Fell,
    /// How many of all combinations of faces lead here.
    pub ways: u128,
}

/// Every outcome of `throw` that its reading tells apart, with exact weights. Rows come in ascending order.
pub fn branches(throw: &Throw<'_>) -> Vec<Branch> {
    match &throw.reading {
        Reading::Each => {
            let mut found = Vec::new();
            each_combination(throw, |faces, ways| found.push(Branch { fell: throw.fell(faces.to_vec()), ways }));
            found
        }
        Reading::Pool => {
            pools(throw).into_iter().map(|(faces, ways)| Branch { fell: throw.fell(faces), ways }).collect()
        }
        Reading::Rows(read) => rows(throw, *read),
        Reading::Added(worth) => sums(throw, *worth),
    }
}

/// One branch per row; the first combination that gives a row stands for it.
fn rows(throw: &Throw<'_>, read: &dyn Fn(&[u16]) -> u16) -> Vec<Branch> {
    let mut rows: Vec<Branch> = Vec::new();
    each_combination(throw, |faces, ways| {
        let row = read(faces);
        match rows.binary_search_by_key(&row, |known| known.fell.row()) {
            Ok(known) => rows[known].ways += ways,
            Err(place) => rows.insert(place, Branch { fell: throw.fell(faces.to_vec()), ways }),
        }
    });
    rows
}

/// One branch per sum: merged after each die, and the first faces that give a sum stand for it.
fn sums(throw: &Throw<'_>, worth: &dyn Fn(u16) -> u16) -> Vec<Branch> {
    let mut partial = BTreeMap::from([(0u16, (Faces::new(), 1))]);
    for die in &throw.dice {
        let mut longer: BTreeMap<u16, (Faces, u128)> = BTreeMap::new();
        for (sum, (faces, ways)) in &partial {
            for (value, count) in die.values() {
                let merged = longer.entry(sum + worth(value)).or_insert_with(|| {
                    let mut faces = faces.clone();
                    faces.push(value);
                    (faces, 0)
                });
                merged.1 += ways * count;
            }
        }
        partial = longer;
    }
    partial.into_values().map(|(faces, ways)| Branch { fell: throw.fell(faces), ways }).collect()
}

/// Visits all ordered combinations of values, in one buffer: like the wheels of a milometer.
fn each_combination(throw: &Throw<'_>, mut visit: impl FnMut(&[u16], u128)) {
    let values: Vec<Vec<(u16, u128)>> = throw.dice.iter().map(Die::values).collect();
    let mut wheels = vec![0; values.len()];
    let mut faces: Faces = values.iter().map(|die| die[0].0).collect();
    loop {
        let ways = wheels.iter().zip(&values).map(|(&wheel, die)| die[wheel].1).product();
        visit(&faces, ways);
        let mut place = wheels.len();
        loop {
            if place == 0 {
                return;
            }
            place -= 1;
            wheels[place] = (wheels[place] + 1) % values[place].len();
            faces[place] = values[place][wheels[place]].0;
            if wheels[place] > 0 {
                break;
            }
        }
    }
}

/// All multisets of values: merged after each die, so that ten equal dice stay cheap.
fn pools(throw: &Throw<'_>) -> Vec<(Faces, u128)> {
    throw.dice.iter().fold(vec![(Faces::new(), 1)], |partial, die| {
        let mut longer: BTreeMap<Faces, u128> = BTreeMap::new();
        for (faces, ways) in partial {
            for (value, count) in die.values() {
                let mut faces = faces.clone();
                let place = faces.partition_point(|&face| face <= value);
                faces.insert(place, value);
                *longer.entry(faces).or_default() += ways * count;
            }
        }
        longer.into_iter().collect()
    })
}
