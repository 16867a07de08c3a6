//! Invariant of the states that the RTL can reach from reset: register bits that always keep their reset value, and bits
//! that are always equal.
//!
//! The algorithm starts with the assumption that all bits with the same reset value keep that value. In each step it drops
//! the assumption for bits whose next values are not equal under the remaining assumptions, until nothing changes. The
//! remaining equalities hold after reset, and if they hold in one cycle they hold in the next. All inputs are free,
//! including `rst`. Equal functions with different gates are missed, which loses proofs but never makes a false one.

use super::cut::REGISTER;
use super::{Logic, FALSE, TRUE};
use std::collections::{HashMap, HashSet};

/// A bit of a register's output and the constant or bit that equals it: `["a.Q[3]", "1'0"]`.
pub type EqualPair = [String; 2];

/// Properties of the reachable states.
#[derive(Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Equalities that hold in every reachable state.
    pub always: Vec<EqualPair>,
    /// The bits that reset sets, and their values.
    pub after_reset: Vec<EqualPair>,
}

/// Computes the invariant of logic whose registers are ports, after a cycle in which all of `resets` are 1.
///
/// Returns `None` if the logic does not have all of these inputs.
pub fn invariant(logic: &Logic, resets: &[String]) -> Option<Invariant> {
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
    // The class of each bit: the literal of a constant, or a higher number. A bit without a reset value has its own class.
    let alone = |&(_, next): &(usize, usize), own: u32| if reset[next] <= TRUE { reset[next] } else { own };
    let mut classes: Vec<u32> = bits.iter().zip(TRUE + 1..).map(|(bit, own)| alone(bit, own)).collect();
    loop {
        let driven = assumed(&bits, &classes, &free);
        let next = logic.outputs_for(&driven);
        // A class is a constant only if it is in both; the first two numbers are those of the constants.
        let mut numbers = HashMap::from([((FALSE, FALSE), FALSE), ((TRUE, TRUE), TRUE)]);
        let split = |(&(_, output), &class): (&(usize, usize), &u32)| {
            let fresh = numbers.len() as u32;
            *numbers.entry((class, next[output])).or_insert(fresh)
        };
        let split: Vec<u32> = bits.iter().zip(&classes).map(split).collect();
        // Classes are only ever split, so an equal number of classes means that nothing changed.
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

/// Replaces each register bit of the inputs by the representative of its class: the constant, or the first bit.
fn assumed(bits: &[(usize, usize)], classes: &[u32], free: &[u32]) -> Vec<u32> {
    let mut driven = free.to_vec();
    let mut stands = HashMap::from([(FALSE, FALSE), (TRUE, TRUE)]);
    for (&(input, _), &class) in bits.iter().zip(classes) {
        driven[input] = *stands.entry(class).or_insert(free[input]);
    }
    driven
}

/// Number of classes, including those of the constants.
fn distinct(classes: &[u32]) -> usize {
    classes.iter().chain(&[FALSE, TRUE]).collect::<HashSet<_>>().len()
}

/// Name of the next value of a register's bit: `r.D[3]` for `r.Q[3]`.
fn next_of(name: &str) -> Option<String> {
    let (register, bit) = register_bit(name)?;
    Some(format!("{register}.D{bit}"))
}

/// Splits the name of a register's output into the register and the bit in brackets, if it has several.
pub fn register_bit(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once(".Q").filter(|(register, _)| register.contains(REGISTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits a, b, c and d, all 0 after reset: a keeps its value, b and c take x, d takes NOT a.
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

    fn formatted(equal: &[EqualPair]) -> Vec<String> {
        equal.iter().map(|[bit, other]| format!("{bit}={other}").replace("pmu_cosim_register_", "")).collect()
    }

    fn known(text: &str) -> Invariant {
        invariant(&Logic::parse(text).expect("logic"), &["rst".to_owned()]).expect("an invariant")
    }

    fn of(text: &str) -> Vec<String> {
        formatted(&known(text).always)
    }

    #[test]
    fn constant_and_equal_bits_are_found() {
        assert_eq!(of(TEXT), ["a.Q=1'0", "b.Q[1]=b.Q[0]"]);
    }

    #[test]
    fn bits_set_by_reset_are_found() {
        assert_eq!(formatted(&known(TEXT).after_reset), ["a.Q=1'0", "b.Q[0]=1'0", "b.Q[1]=1'0", "d.Q=1'0"]);
        // No reset sets a.
        assert_eq!(
            formatted(&known(&TEXT.replace("14 3 6", "14 6 6")).after_reset),
            ["b.Q[0]=1'0", "b.Q[1]=1'0", "d.Q=1'0"]
        );
    }

    #[test]
    fn bits_that_depend_on_a_changing_bit_are_dropped() {
        // a takes b: nothing is constant any more. a and b both start at 0, but a is one cycle later.
        assert_eq!(of(&TEXT.replace("14 3 6", "14 3 8")), ["b.Q[1]=b.Q[0]"]);
        // No reset sets a.
        assert_eq!(of(&TEXT.replace("14 3 6", "14 6 6")), ["b.Q[1]=b.Q[0]"]);
    }

    #[test]
    fn logic_without_reset_has_no_invariant() {
        let logic = Logic::parse(&TEXT.replace("i0 rst", "i0 clear")).expect("logic");
        assert_eq!(invariant(&logic, &["rst".to_owned()]), None);
    }

    #[test]
    fn register_reset_by_two_inputs_is_known_after_both() {
        // Both together clear a, which otherwise keeps its value.
        let text = "aag 5 3 0 1 2\n2\n4\n6\n10\n8 2 4\n10 9 6\n\
                    i0 rst\ni1 x\ni2 pmu_cosim_register_a.Q\no0 pmu_cosim_register_a.D\nc\n";
        let logic = Logic::parse(text).expect("logic");
        let both = invariant(&logic, &["rst", "x"].map(str::to_owned)).expect("an invariant");
        assert_eq!(formatted(&both.always), ["a.Q=1'0"]);
        assert!(of(text).is_empty());
    }
}
