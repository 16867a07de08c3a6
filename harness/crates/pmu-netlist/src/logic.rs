//! Combinational logic in the AIGER format of Yosys: AND gates and inverters.
//!
//! Literals are those of a [`Graph`].

use super::graph::{Graph, Literal, FALSE};
use std::collections::HashMap;

/// Combinational logic.
pub struct Logic {
    /// Names of the inputs' bits. Input number n is literal 2n + 2.
    pub inputs: Vec<String>,
    /// Names of the outputs' bits.
    pub outputs: Vec<String>,
    driven: Vec<u32>,
    /// For each gate its output and its two inputs, in topological order.
    gates: Vec<[u32; 3]>,
}

impl Logic {
    /// Parses the ASCII format with symbols. Returns `None` if the text is not in this format.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let header: Vec<usize> =
            lines.next()?.strip_prefix("aag ")?.split(' ').map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let [_, inputs, 0, outputs, gates] = header[..] else { return None };
        let literals = |line: &str| line.split(' ').map(|n| n.parse().ok()).collect::<Option<Vec<u32>>>();
        let mut take = |count: usize| lines.by_ref().take(count).map(literals).collect::<Option<Vec<_>>>();
        let in_order = take(inputs)?.iter().zip(1..).all(|(input, number)| input[..] == [2 * number]);
        let driven = take(outputs)?.concat();
        let gates = take(gates)?.iter().map(|gate| gate[..].try_into().ok()).collect::<Option<_>>()?;
        let mut logic =
            Self { inputs: vec![String::new(); inputs], outputs: vec![String::new(); outputs], driven, gates };
        for line in lines.take_while(|line| *line != "c") {
            let (number, name) = line.split_once(' ')?;
            let names = if number.starts_with('i') { &mut logic.inputs } else { &mut logic.outputs };
            *names.get_mut(number.get(1..)?.parse::<usize>().ok()?)? = name.to_owned();
        }
        (in_order && logic.driven.len() == outputs).then_some(logic)
    }

    /// The values of the outputs for 64 values of the inputs, one in each bit of a word.
    pub fn evaluate(&self, inputs: &[u64]) -> Vec<u64> {
        let mut values = Vec::with_capacity(1 + inputs.len() + self.gates.len());
        values.push(0);
        values.extend_from_slice(inputs);
        let of = |values: &[u64], literal: u32| values[literal as usize / 2] ^ u64::from(literal & 1).wrapping_neg();
        for &[_, left, right] in &self.gates {
            values.push(of(&values, left) & of(&values, right));
        }
        self.driven.iter().map(|&literal| of(&values, literal)).collect()
    }

    /// This logic together with another. They share the inputs of the same name that `is_shared` accepts; a prefix distinguishes the
    /// remaining inputs and all outputs of `other`.
    pub fn together_with(&self, other: &Self, prefix: &str, is_shared: impl Fn(&str) -> bool) -> Self {
        let mut inputs = self.inputs.clone();
        let places: HashMap<&str, usize> = self.inputs.iter().map(String::as_str).zip(0..).collect();
        let mut variables = vec![0];
        for name in &other.inputs {
            let shared = places.get(name.as_str()).filter(|_| is_shared(name));
            variables.push(shared.map_or(inputs.len(), |&place| place) as u32 + 1);
            if shared.is_none() {
                inputs.push(if is_shared(name) { name.clone() } else { format!("{prefix}{name}") });
            }
        }
        let (own, first) = (self.inputs.len(), inputs.len() + 1);
        let mine: Vec<u32> = (0..=own).chain(first..first + self.gates.len()).map(|variable| variable as u32).collect();
        variables.extend((0..other.gates.len()).map(|gate| (first + self.gates.len() + gate) as u32));
        let moved = |to: &[u32], literal: u32| to[literal as usize / 2] * 2 + (literal & 1);
        let gates =
            |of: &Self, to: &[u32]| of.gates.iter().map(|gate| gate.map(|one| moved(to, one))).collect::<Vec<_>>();
        let driven = |of: &Self, to: &[u32]| of.driven.iter().map(|&one| moved(to, one)).collect::<Vec<_>>();
        Self {
            inputs,
            outputs: self
                .outputs
                .iter()
                .cloned()
                .chain(other.outputs.iter().map(|name| format!("{prefix}{name}")))
                .collect(),
            driven: [driven(self, &mine), driven(other, &variables)].concat(),
            gates: [gates(self, &mine), gates(other, &variables)].concat(),
        }
    }

    /// Number of AND gates.
    pub fn gate_count(&self) -> usize {
        self.gates.len()
    }

    /// Literal of input number `number` in [`Self::outputs_for`].
    pub fn input(number: usize) -> Literal {
        2 * (number as Literal + 1)
    }

    /// Whether each gate is the last on a path that depends on these inputs only: a gate or an output with other inputs follows.
    pub fn last_of(&self, inputs: &[bool]) -> Vec<bool> {
        let mut is_own = vec![true];
        is_own.extend_from_slice(inputs);
        for &[_, left, right] in &self.gates {
            is_own.push(is_own[left as usize / 2] && is_own[right as usize / 2]);
        }
        let first = inputs.len() + 1;
        let mut is_last = vec![false; is_own.len()];
        for (number, &[_, left, right]) in self.gates.iter().enumerate().filter(|(number, _)| !is_own[first + number]) {
            debug_assert!(left.max(right) as usize / 2 < first + number);
            for input in [left, right] {
                is_last[input as usize / 2] |= is_own[input as usize / 2];
            }
        }
        for &output in &self.driven {
            is_last[output as usize / 2] |= is_own[output as usize / 2];
        }
        is_last.split_off(first)
    }

    /// Literals of the outputs if the inputs are driven by `inputs`, which are constants or literals of inputs.
    ///
    /// Equal gates are merged and constants are propagated. Equal literals are equal functions; the reverse need not hold.
    pub fn outputs_for(&self, inputs: &[Literal]) -> Vec<Literal> {
        self.copy(&mut Graph::with_inputs(self.inputs.len()), inputs)
    }

    /// Adds a copy of the logic to a graph and returns the literals of its outputs.
    pub fn copy(&self, graph: &mut Graph, inputs: &[Literal]) -> Vec<Literal> {
        self.copy_replacing(graph, inputs, |_, _, literal| literal).1
    }

    /// As [`Self::copy`], with each gate replaced by what `replace` returns for its number and its literal. Returns the literals of the
    /// gates, and those of the outputs.
    pub fn copy_replacing(
        &self,
        graph: &mut Graph,
        inputs: &[Literal],
        mut replace: impl FnMut(&mut Graph, usize, Literal) -> Literal,
    ) -> (Vec<Literal>, Vec<Literal>) {
        let mut literals = vec![FALSE];
        literals.extend_from_slice(inputs);
        let of = |literals: &[Literal], literal: Literal| literals[literal as usize / 2] ^ (literal & 1);
        for (number, &[_, left, right]) in self.gates.iter().enumerate() {
            let gate = graph.and(of(&literals, left), of(&literals, right));
            let gate = replace(graph, number, gate);
            literals.push(gate);
        }
        let outputs = self.driven.iter().map(|&literal| of(&literals, literal)).collect();
        (literals.split_off(inputs.len() + 1), outputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TRUE;

    /// y = a AND b; z = NOT (a AND b); w = y AND NOT z.
    const TEXT: &str = "aag 4 2 0 3 2\n2\n4\n6\n7\n8\n6 2 4\n8 6 6\ni0 a\ni1 b[3]\no0 y\no1 z\no2 w\nc\nby hand\n";

    #[test]
    fn equal_gates_share_a_literal_and_constants_propagate() {
        let logic = Logic::parse(TEXT).expect("logic");
        assert_eq!((logic.inputs[1].as_str(), logic.outputs[2].as_str()), ("b[3]", "w"));
        let free = logic.outputs_for(&[Logic::input(0), Logic::input(1)]);
        assert_eq!((free[0] ^ 1, free[0]), (free[1], free[2]));
        assert_eq!(logic.outputs_for(&[FALSE, Logic::input(1)]), [FALSE, TRUE, FALSE]);
        assert_eq!(logic.outputs_for(&[TRUE, Logic::input(1)])[0], Logic::input(1));
        assert_eq!(logic.outputs_for(&[2, 2 ^ 1])[0], FALSE);
        assert_eq!(Logic::parse(&TEXT.replace("2 0 3", "2 1 3")).map(|_| ()), None);
    }

    #[test]
    fn two_logics_share_inputs() {
        let logic = Logic::parse(TEXT).expect("logic");
        let both = logic.together_with(&logic, "other.", |name| name == "a");
        assert_eq!(both.inputs, ["a", "b[3]", "other.b[3]"]);
        assert_eq!(both.outputs, ["y", "z", "w", "other.y", "other.z", "other.w"]);
        let [a, b, c] = [0b1111_0000, 0b1100_1100, 0b1010_1010];
        let [one, other] = [[a, b], [a, c]].map(|inputs| logic.evaluate(&inputs));
        assert_eq!(both.evaluate(&[a, b, c]), [one, other].concat());
    }
}
