//! Names that were probably meant: every refusal of a name offers the nearest that is known.

/// Nobody mistypes a name at this length, and comparing takes time and space by the product of the lengths.
const LONGEST_NAME: usize = 80;

/// The name among `names` that `name` was probably meant to be.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    names
        .into_iter()
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|(distance, known)| *distance <= known.chars().count().max(3) / 2)
        .min()
        .map(|(_, known)| known.to_owned())
}

/// `did you mean "t-34"?`, or the names there are, for somebody who wrote a name that is not known.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("there are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

/// `; did you mean "t-34"?` behind a refusal, or nothing if no name is near.
pub fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
}
