//! Names of ports: their words, and the usual names of `clk` and `rst`.

use regex::Regex;
use std::sync::LazyLock;

/// Names of clock inputs, in lower case.
static CLOCK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(?:i_)?[aph]?(?:clk|clock)(?:_i|_in)?$").expect("a valid expression"));
/// Names of reset inputs, in lower case; those with `before` or `after` are active low.
static RESET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:i_)?(?<before>n_?)?[aphs]?(?:rst|reset)(?<after>_?n|_ni|_?b)?(?:_i|_in)?$")
        .expect("a valid expression")
});
/// Last words of the names of ports that are active low.
const ACTIVE_LOW: [&str; 4] = ["n", "ni", "no", "b"];
/// Words that say the direction of a port.
const DIRECTIONS: [&str; 4] = ["i", "o", "in", "out"];

/// Whether a name is one of the usual names of `clk`.
pub(super) fn is_clock(name: &str) -> bool {
    CLOCK.is_match(&name.to_lowercase())
}

/// Whether a reset input is active low; `None` if it is no reset input.
pub(super) fn reset_is_low(name: &str) -> Option<bool> {
    let name = name.to_lowercase();
    let found = RESET.captures(&name)?;
    Some(found.name("before").or(found.name("after")).is_some())
}

/// Whether the words of a name say that the port is active low.
pub(super) fn is_active_low(words: &[String]) -> bool {
    words.len() > 1 && words.last().is_some_and(|last| ACTIVE_LOW.contains(&last.as_str()))
}

/// What an input that is 0 may stop, if its name says so.
pub(super) fn effect_of_zero(name: &str) -> Option<&'static str> {
    if is_active_low(&words(name)) || reset_is_low(name) == Some(true) {
        return Some("its name says that it is active low, so 0 activates it");
    }
    let is_clock = words(name).last().is_some_and(|word| word == "clk" || word == "clock");
    is_clock.then_some("its name says that it is a clock signal, which 0 stops")
}

/// The words of a name in lower case, without those that say its direction.
pub(super) fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    let mut words: Vec<&str> = lower.split('_').filter(|word| !word.is_empty()).collect();
    if words.len() > 1 && words.last().is_some_and(|last| DIRECTIONS.contains(last)) {
        words.pop();
    }
    if words.len() > 1 && DIRECTIONS.contains(&words[0]) {
        words.remove(0);
    }
    words.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("rst", Some(false))]
    #[case("rst_i", Some(false))]
    #[case("areset", Some(false))]
    #[case("rst_ni", Some(true))]
    #[case("rst_n_i", Some(true))]
    #[case("PRESETn", Some(true))]
    #[case("nreset", Some(true))]
    #[case("rst_b", Some(true))]
    #[case("reset_pc_i", None)]
    fn resets_are_found_with_their_polarity(#[case] name: &str, #[case] is_low: Option<bool>) {
        assert_eq!(reset_is_low(name), is_low);
    }

    #[rstest]
    #[case("clk_i", true)]
    #[case("ACLK", true)]
    #[case("clock", true)]
    #[case("clk_en_i", false)]
    fn clocks_are_found(#[case] name: &str, #[case] expected: bool) {
        assert_eq!(is_clock(name), expected);
    }

    #[test]
    fn words_have_no_direction() {
        assert_eq!(words("mem_load_i"), ["mem", "load"]);
        assert_eq!(words("o_irq"), ["irq"]);
        assert_eq!(words("i"), ["i"]);
    }

    #[test]
    fn inputs_on_which_0_acts_are_found() {
        assert!(effect_of_zero("test_en_ni").is_some_and(|why| why.contains("active low")));
        assert!(effect_of_zero("scan_clk_i").is_some_and(|why| why.contains("clock")));
        assert_eq!(effect_of_zero("hart_id_i"), None);
    }
}
