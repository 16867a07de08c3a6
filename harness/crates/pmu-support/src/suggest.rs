//! Names that do not exist, and those that look like them.

/// "there is no ... `x`", with the names that look like it, or with all names where they are few.
pub fn unknown<S: AsRef<str>>(what: &str, name: &str, known: impl Iterator<Item = S>) -> String {
    const FEW: usize = 4;
    let known = by_likeness(name, known);
    let quoted = |names: &[(f64, String)]| names.iter().map(|(_, name)| format!("`{name}`")).collect::<Vec<_>>();
    let near: Vec<_> = known.iter().take(3).filter(|(likeness, _)| *likeness > NEAR).cloned().collect();
    match (near.is_empty(), known.len() <= FEW) {
        (false, _) => format!("there is no {what} `{name}`; did you mean {}?", quoted(&near).join(" or ")),
        (true, true) => format!("there is no {what} `{name}`; there is {}", quoted(&known).join(", ")),
        (true, false) => format!("there is no {what} `{name}`"),
    }
}

/// The name that looks most like `name`, if one does.
pub fn nearest<S: AsRef<str>>(name: &str, known: impl Iterator<Item = S>) -> Option<String> {
    by_likeness(name, known).into_iter().next().filter(|(likeness, _)| *likeness > NEAR).map(|(_, name)| name)
}

/// How alike names must be for one to be taken for the other.
const NEAR: f64 = 0.75;

/// Names with their likeness to `name`, the most like it first.
fn by_likeness<S: AsRef<str>>(name: &str, known: impl Iterator<Item = S>) -> Vec<(f64, String)> {
    let likeness = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), &known.to_lowercase());
    let mut known: Vec<(f64, String)> =
        known.map(|known| (likeness(known.as_ref()), known.as_ref().to_owned())).collect();
    known.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    known
}
