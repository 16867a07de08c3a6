//! Names of random programs.

/// Prefix of each name.
const RANDOM: &str = "random-";

/// The name of all random programs of a seed.
pub fn of_seed(seed: u64) -> String {
    format!("{RANDOM}{seed}")
}

/// The name of program `index` of a seed.
pub fn of(seed: u64, index: u64) -> String {
    format!("{RANDOM}{seed}-{index}")
}

/// Whether this is the name of a random program, or of all of a seed.
pub fn is_random(name: &str) -> bool {
    name.starts_with(RANDOM)
}

/// The seed in the name of all random programs of a seed.
pub fn seed(name: &str) -> Option<u64> {
    name.strip_prefix(RANDOM)?.parse().ok()
}

/// The seed and the index in the name of a random program.
pub fn seed_and_index(name: &str) -> Option<(u64, u64)> {
    let (seed, index) = name.strip_prefix(RANDOM)?.split_once('-')?;
    Some((seed.parse().ok()?, index.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_as_they_were_formatted() {
        assert_eq!((seed_and_index(&of(7, 12)), seed(&of_seed(7))), (Some((7, 12)), Some(7)));
        assert_eq!((seed_and_index(&of_seed(7)), seed(&of(7, 12))), (None, None));
        for directed in ["pins/own_pin", "random-walk", "random-1-x"] {
            assert_eq!((seed_and_index(directed), seed(directed)), (None, None), "{directed}");
        }
    }
}
