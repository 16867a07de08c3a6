//! Suggestions for names that do not exist.

/// Message that a name does not exist, with similar names, or with all names if there are at most four.
pub fn unknown<S: AsRef<str>>(what: &str, name: &str, known: impl Iterator<Item = S>) -> String {
    const FEW: usize = 4;
    let known = by_similarity(name, known);
    let quoted = |names: &[(f64, String)]| names.iter().map(|(_, name)| format!("`{name}`")).collect::<Vec<_>>();
    let near: Vec<_> = known.iter().take(3).filter(|(similarity, _)| *similarity > NEAR).cloned().collect();
    match (near.is_empty(), known.len() <= FEW) {
        (false, _) => format!("there is no {what} `{name}`; did you mean {}?", quoted(&near).join(" or ")),
        (true, true) => format!("there is no {what} `{name}`; there is {}", quoted(&known).join(", ")),
        (true, false) => format!("there is no {what} `{name}`"),
    }
}

/// Returns the name most similar to `name`, if one is similar enough.
pub fn nearest<S: AsRef<str>>(name: &str, known: impl Iterator<Item = S>) -> Option<String> {
    by_similarity(name, known).into_iter().next().filter(|(similarity, _)| *similarity > NEAR).map(|(_, name)| name)
}

/// A name is suggested if its Jaro-Winkler similarity is above this.
const NEAR: f64 = 0.75;

/// Names with their similarity to `name`, the most similar first.
fn by_similarity<S: AsRef<str>>(name: &str, known: impl Iterator<Item = S>) -> Vec<(f64, String)> {
    let similarity = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), &known.to_lowercase());
    let mut known: Vec<(f64, String)> =
        known.map(|known| (similarity(known.as_ref()), known.as_ref().to_owned())).collect();
    known.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    known.dedup_by(|next, kept| next.1 == kept.1);
    known
}
