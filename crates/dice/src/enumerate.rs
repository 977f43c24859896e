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
        Reading::Added(worth) | Reading::AddedAgain(worth, _) => sums(throw, *worth),
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

/// What some dice of a throw come to: their sum, and how many may still be thrown again.
type Partial = BTreeMap<(u16, u8), (Faces, Faces, u128)>;

/// One branch per sum: merged after each die, and the first faces that give a sum stand for it.
///
/// Dice are thrown again from the first on, so each die that is worth nothing uses up one of the throws that are left,
/// and nothing else about the dice before it matters. All branches are counted out of the same number: an unused throw
/// counts as many ways as a used one.
fn sums(throw: &Throw<'_>, worth: &dyn Fn(u16) -> u16) -> Vec<Branch> {
    let again = throw.most_again();
    let each = throw.ways_again().filter(|_| again > 0).unwrap_or(1);
    let mut partial: Partial = BTreeMap::from([((0, again), (Faces::new(), Faces::new(), 1))]);
    for die in &throw.dice {
        let values: Vec<(u16, u128, u16)> =
            die.values().into_iter().map(|(value, count)| (value, count, worth(value))).collect();
        let mut longer: Partial = BTreeMap::new();
        for ((sum, left), (faces, more, ways)) in &partial {
            for &(value, count, first) in &values {
                if first > 0 || *left == 0 {
                    add(&mut longer, (sum + first, *left), (faces, value), (more, None), ways * count);
                    continue;
                }
                for &(second, of, more_worth) in &values {
                    let ways = ways * count * of * (each / u128::from(die.sides()));
                    add(&mut longer, (sum + more_worth, left - 1), (faces, value), (more, Some(second)), ways);
                }
            }
        }
        partial = longer;
    }
    let mut rows: Vec<Branch> = Vec::new();
    for ((sum, left), (mut faces, more, ways)) in partial {
        let ways = ways * each.pow(u32::from(left));
        match rows.last_mut() {
            Some(known) if known.fell.row() == sum => known.ways += ways,
            _ => {
                faces.extend(more);
                rows.push(Branch { fell: throw.fell(faces), ways });
            }
        }
    }
    rows
}

/// One way more to come to `place`, with a die more and perhaps its second face.
fn add(
    to: &mut Partial,
    place: (u16, u8),
    (faces, first): (&Faces, u16),
    (more, second): (&Faces, Option<u16>),
    ways: u128,
) {
    let longer = |faces: &Faces, face: Option<u16>| faces.iter().copied().chain(face).collect();
    let merged = to.entry(place).or_insert_with(|| (longer(faces, Some(first)), longer(more, second), 0));
    merged.2 += ways;
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
