//! What holds in every state that the RTL can reach from reset: register bits that keep the value of reset for ever, and bits
//! that are always equal.
//!
//! All bits that reset sets to the same value are taken to be that value for ever. Then, again and again, bits whose next
//! values are not seen to be equal under what is assumed are no longer taken to be equal, until nothing changes: what is left
//! holds behind reset, and where it holds in one clock it holds in the next. All inputs are free, `rst` among them. A pair
//! of functions that is equal though its gates differ is missed, which loses proofs and never makes a false one.

use super::aiger::{Logic, FALSE, TRUE};
use super::cut_points::REGISTER;
use std::collections::{HashMap, HashSet};

/// A bit of a register's output, and the constant or the bit that it equals: `["a.Q[3]", "1'0"]`.
pub(super) type EqualPair = [String; 2];

/// What is known of the states that can be reached.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Invariant {
    /// What holds in each of them.
    pub always: Vec<EqualPair>,
    /// The bits that reset sets, and to what.
    pub after_reset: Vec<EqualPair>,
}

/// What is known of logic whose registers have become ports, behind a clock in which all of `resets` are 1. None when it has not all of
/// these.
pub(super) fn invariant(logic: &Logic, resets: &[String]) -> Option<Invariant> {
    let outputs: HashMap<&str, usize> = logic.outputs.iter().map(String::as_str).zip(0..).collect();
    // Number of the input that is a register's output, and of the output that is its next value.
    let bits: Vec<(usize, usize)> = logic
        .inputs
        .iter()
        .enumerate()
        .filter_map(|(input, name)| Some((input, *outputs.get(next_of(name)?.as_str())?)))
        .collect();
    let free: Vec<u32> = (0..logic.inputs.len()).map(Logic::input).collect();
    let mut in_reset = free.clone();
    for reset in resets {
        in_reset[logic.inputs.iter().position(|name| name == reset)?] = TRUE;
    }
    let reset = logic.outputs_for(&in_reset);
    // Each bit's class: a constant's literal, or a number behind them. What reset does not set is alone.
    let alone = |&(_, next): &(usize, usize), own: u32| if reset[next] <= TRUE { reset[next] } else { own };
    let mut classes: Vec<u32> = bits.iter().zip(TRUE + 1..).map(|(bit, own)| alone(bit, own)).collect();
    loop {
        let driven = assumed(&bits, &classes, &free);
        let next = logic.outputs_for(&driven);
        // Only what is a constant's literal in both stays one; the first two numbers are those of the constants.
        let mut numbers = HashMap::from([((FALSE, FALSE), FALSE), ((TRUE, TRUE), TRUE)]);
        let split = |(&(_, output), &class): (&(usize, usize), &u32)| {
            let fresh = numbers.len() as u32;
            *numbers.entry((class, next[output])).or_insert(fresh)
        };
        let split: Vec<u32> = bits.iter().zip(&classes).map(split).collect();
        // Classes are only ever split: as many as before are the same as before.
        if distinct(&split) == distinct(&classes) {
            let name = |literal: u32| match literal {
                FALSE | TRUE => format!("1'{literal}"),
                input => logic.inputs[input as usize / 2 - 1].clone(),
            };
            let equal = |input: usize, other: u32| [logic.inputs[input].clone(), name(other)];
            let inputs = bits.iter().map(|&(input, _)| input).filter(|&input| driven[input] != free[input]);
            let set = bits.iter().filter(|&&(_, next)| reset[next] <= TRUE);
            return Some(Invariant {
                always: inputs.map(|input| equal(input, driven[input])).collect(),
                after_reset: set.map(|&(input, next)| equal(input, reset[next])).collect(),
            });
        }
        classes = split;
    }
}

/// The inputs with each register bit replaced by what stands for its class: the constant, or the first bit of the class.
fn assumed(bits: &[(usize, usize)], classes: &[u32], free: &[u32]) -> Vec<u32> {
    let mut driven = free.to_vec();
    let mut stands = HashMap::from([(FALSE, FALSE), (TRUE, TRUE)]);
    for (&(input, _), &class) in bits.iter().zip(classes) {
        driven[input] = *stands.entry(class).or_insert(free[input]);
    }
    driven
}

/// The number of classes, those of the constants among them.
fn distinct(classes: &[u32]) -> usize {
    classes.iter().chain(&[FALSE, TRUE]).collect::<HashSet<_>>().len()
}

/// The next value of a register's bit: `r.D[3]` of `r.Q[3]`.
fn next_of(name: &str) -> Option<String> {
    let (register, bit) = register_bit(name)?;
    Some(format!("{register}.D{bit}"))
}

/// The register and the bit in brackets, if it has several, of the name of a register's output.
pub(super) fn register_bit(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once(".Q").filter(|(register, _)| register.contains(REGISTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits a, b, c and d, all 0 behind reset: a keeps its value, b and c take x, d takes NOT a.
    const TEXT: &str = "\
aag 9 6 0 4 3
2\n4\n6\n8\n10\n12
14\n16\n16\n18
14 3 6\n16 3 4\n18 3 7
i0 rst\ni1 x\ni2 pmu_cosim_register_a.Q\ni3 pmu_cosim_register_b.Q[0]\ni4 pmu_cosim_register_b.Q[1]
i5 pmu_cosim_register_d.Q
o0 pmu_cosim_register_a.D\no1 pmu_cosim_register_b.D[0]\no2 pmu_cosim_register_b.D[1]\no3 pmu_cosim_register_d.D
c
";

    fn shown(equal: &[EqualPair]) -> Vec<String> {
        equal.iter().map(|[bit, other]| format!("{bit}={other}").replace("pmu_cosim_register_", "")).collect()
    }

    fn known(text: &str) -> Invariant {
        invariant(&Logic::parse(text).expect("logic"), &["rst".to_owned()]).expect("an invariant")
    }

    fn of(text: &str) -> Vec<String> {
        shown(&known(text).always)
    }

    #[test]
    fn what_keeps_the_value_of_reset_and_what_is_always_equal_is_found() {
        assert_eq!(of(TEXT), ["a.Q=1'0", "b.Q[1]=b.Q[0]"]);
    }

    #[test]
    fn what_reset_sets_is_found() {
        assert_eq!(shown(&known(TEXT).after_reset), ["a.Q=1'0", "b.Q[0]=1'0", "b.Q[1]=1'0", "d.Q=1'0"]);
        // a is set by no reset.
        assert_eq!(
            shown(&known(&TEXT.replace("14 3 6", "14 6 6")).after_reset),
            ["b.Q[0]=1'0", "b.Q[1]=1'0", "d.Q=1'0"]
        );
    }

    #[test]
    fn what_depends_on_a_bit_that_changes_falls_with_it() {
        // a takes b: nothing is constant any more. a and b both start at 0, but a is a clock behind.
        assert_eq!(of(&TEXT.replace("14 3 6", "14 3 8")), ["b.Q[1]=b.Q[0]"]);
        // a is set by no reset.
        assert_eq!(of(&TEXT.replace("14 3 6", "14 6 6")), ["b.Q[1]=b.Q[0]"]);
    }

    #[test]
    fn without_a_reset_there_is_none() {
        let logic = Logic::parse(&TEXT.replace("i0 rst", "i0 clear")).expect("logic");
        assert_eq!(invariant(&logic, &["rst".to_owned()]), None);
    }

    #[test]
    fn what_is_reset_only_with_another_input_is_known_behind_both() {
        // Of both, a becomes 0, and keeps its value otherwise.
        let text = "aag 5 3 0 1 2\n2\n4\n6\n10\n8 2 4\n10 9 6\n\
                    i0 rst\ni1 x\ni2 pmu_cosim_register_a.Q\no0 pmu_cosim_register_a.D\nc\n";
        let logic = Logic::parse(text).expect("logic");
        let both = invariant(&logic, &["rst", "x"].map(str::to_owned)).expect("an invariant");
        assert_eq!(shown(&both.always), ["a.Q=1'0"]);
        assert!(of(text).is_empty());
    }
}
