use crate::{Faces, Fell, Reading, Throw};

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
    let combinations = match throw.reading {
        Reading::Pool => pools(throw),
        Reading::Each | Reading::Rows(_) => products(throw),
    };
    let fallen = combinations.into_iter().map(|(faces, ways)| Branch { fell: throw.fell(faces), ways });
    match throw.reading {
        Reading::Rows(_) => by_row(fallen),
        Reading::Each | Reading::Pool => fallen.collect(),
    }
}

/// All ordered combinations of values.
fn products(throw: &Throw<'_>) -> Vec<(Faces, u128)> {
    throw.dice.iter().fold(vec![(Faces::new(), 1)], |partial, die| {
        let values = die.values();
        let mut longer = Vec::with_capacity(partial.len() * values.len());
        for (faces, ways) in partial {
            for &(value, count) in &values {
                let mut faces = faces.clone();
                faces.push(value);
                longer.push((faces, ways * count));
            }
        }
        longer
    })
}

/// All multisets of values: merged after each die, so that ten equal dice stay cheap.
fn pools(throw: &Throw<'_>) -> Vec<(Faces, u128)> {
    throw.dice.iter().fold(vec![(Faces::new(), 1)], |partial, die| {
        let mut longer: std::collections::BTreeMap<Faces, u128> = std::collections::BTreeMap::new();
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

fn by_row(fallen: impl Iterator<Item = Branch>) -> Vec<Branch> {
    let mut rows: Vec<Branch> = Vec::new();
    for branch in fallen {
        match rows.binary_search_by_key(&branch.fell.row(), |known| known.fell.row()) {
            Ok(known) => rows[known].ways += branch.ways,
            Err(place) => rows.insert(place, branch),
        }
    }
    rows
}
