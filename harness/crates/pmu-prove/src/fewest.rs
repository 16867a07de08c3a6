//! Values of inputs without those that a violation does not need, so that the program which refutes a theorem is as short as possible.

use pmu_netlist::{Graph, Literal};
use std::collections::{HashMap, HashSet};

/// Of the inputs that are 1 under `values`, sets as many to 0 as possible while all of these literals are 1. Returns the nodes that are
/// 1 then, gates included.
pub fn fewest_ones(graph: &Graph, all: &[Literal], values: &HashMap<Literal, bool>) -> HashMap<Literal, bool> {
    let cone = graph.cone(all);
    let is_one = |node: &Literal| graph.gate(*node).is_none() && values.get(node) == Some(&true);
    let mut ones: Vec<Literal> = cone.iter().copied().filter(is_one).collect();
    let mut state = vec![false; graph.len()];
    let mut hold = |ones: &[Literal]| {
        let set: HashSet<Literal> = ones.iter().copied().collect();
        for &node in &cone {
            let of = |literal: Literal| state[literal as usize / 2] ^ (literal & 1 == 1);
            state[node as usize] = match graph.gate(node) {
                Some([left, right]) => of(left) && of(right),
                None => set.contains(&node),
            };
        }
        all.iter().all(|&literal| state[literal as usize / 2] ^ (literal & 1 == 1))
    };
    loop {
        let before = ones.len();
        let mut size = before;
        while size > 0 {
            let mut at = 0;
            while at < ones.len() {
                let mut fewer = ones.clone();
                fewer.drain(at..(at + size).min(ones.len()));
                match hold(&fewer) {
                    true => ones = fewer,
                    false => at += size,
                }
            }
            size /= 2;
        }
        // An input may be needed only until another one is 0.
        if ones.len() == before {
            break;
        }
    }
    let ones: HashSet<Literal> = ones.into_iter().collect();
    let values = graph.values(&|node| ones.contains(&node)).into_iter().zip(0..);
    values.filter(|(value, _)| *value).map(|(value, node)| (node, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_that_nothing_needs_are_0() {
        let mut graph = Graph::default();
        let inputs: Vec<Literal> = (0..9).map(|_| graph.input()).collect();
        let (three, other) = (graph.all(inputs[2..5].to_vec()), graph.or(inputs[7], inputs[8]));
        let values = inputs.iter().map(|input| (input / 2, true)).collect();
        let ones = fewest_ones(&graph, &[three, other, inputs[0]], &values);
        let value = |literal: Literal| ones.contains_key(&(literal / 2)) ^ (literal & 1 == 1);
        assert!(value(three) && value(other));
        let mut at: Vec<_> = (0..9).filter(|&at: &usize| value(inputs[at])).collect();
        at.sort_unstable();
        assert!([[0, 2, 3, 4, 7], [0, 2, 3, 4, 8]].contains(&at[..].try_into().expect("five inputs")), "{at:?}");
        let none = fewest_ones(&graph, &[inputs[1] ^ 1], &HashMap::from([(inputs[0] / 2, true)]));
        assert!(inputs.iter().all(|input| !none.contains_key(&(input / 2))));
    }
}
