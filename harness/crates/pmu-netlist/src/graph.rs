//! AND gates and inverters of which equal ones are merged.
//!
//! A literal is twice the number of a node, plus 1 if inverted; literal 0 is the constant 0 and literal 1 the constant 1.

use std::collections::HashMap;

/// A node or its inverse.
pub type Literal = u32;

/// The constant 0.
pub const FALSE: Literal = 0;
/// The constant 1.
pub const TRUE: Literal = 1;

/// A growing graph of gates. Equal literals are equal functions of the inputs; the reverse need not hold.
#[derive(Clone, Default)]
pub struct Graph {
    /// The inputs of each gate; `None` for an input of the graph. Node 0 is the constant.
    nodes: Vec<Option<[Literal; 2]>>,
    known: HashMap<[Literal; 2], Literal>,
}

impl Graph {
    /// A graph with a number of inputs: input number n is literal 2n + 2.
    pub fn with_inputs(inputs: usize) -> Self {
        Self { nodes: vec![None; inputs + 1], known: HashMap::new() }
    }

    /// A new input.
    pub fn input(&mut self) -> Literal {
        if self.nodes.is_empty() {
            self.nodes.push(None);
        }
        self.nodes.push(None);
        2 * (self.nodes.len() as Literal - 1)
    }

    /// The inputs of the gate at a node; `None` for an input and for the constant.
    pub fn gate(&self, node: Literal) -> Option<[Literal; 2]> {
        self.nodes.get(node as usize).copied().flatten()
    }

    /// Number of nodes, with the constant.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the graph has neither inputs nor gates.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// `left` AND `right`.
    pub fn and(&mut self, left: Literal, right: Literal) -> Literal {
        let (left, right) = (left.min(right), left.max(right));
        match (left, right) {
            (FALSE, _) => FALSE,
            (TRUE, other) => other,
            _ if left == right => left,
            _ if left == right ^ 1 => FALSE,
            _ => {
                let fresh = 2 * self.nodes.len() as Literal;
                let gate = *self.known.entry([left, right]).or_insert(fresh);
                if gate == fresh {
                    self.nodes.push(Some([left, right]));
                }
                gate
            }
        }
    }

    /// `left` OR `right`.
    pub fn or(&mut self, left: Literal, right: Literal) -> Literal {
        self.and(left ^ 1, right ^ 1) ^ 1
    }

    /// `left` XOR `right`.
    pub fn xor(&mut self, left: Literal, right: Literal) -> Literal {
        let only_left = self.and(left, right ^ 1);
        let only_right = self.and(left ^ 1, right);
        self.or(only_left, only_right)
    }

    /// `then` if `condition`, otherwise `other`.
    pub fn select(&mut self, condition: Literal, then: Literal, other: Literal) -> Literal {
        let taken = self.and(condition, then);
        let left = self.and(condition ^ 1, other);
        self.or(taken, left)
    }

    /// OR of all.
    pub fn any(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        literals.into_iter().fold(FALSE, |any, literal| self.or(any, literal))
    }

    /// AND of all.
    pub fn all(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        literals.into_iter().fold(TRUE, |all, literal| self.and(all, literal))
    }

    /// Whether two vectors differ in a bit that both have.
    pub fn differ(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        left.iter().zip(right).fold(FALSE, |any, (&left, &right)| {
            let differs = self.xor(left, right);
            self.or(any, differs)
        })
    }

    /// Whether a vector, bit 0 first, is a number. Comparisons with numbers that have the same upper bits share gates.
    pub fn is_number(&mut self, bits: &[Literal], number: u64) -> Literal {
        let bit = |at: usize| if at < 64 { number >> at & 1 } else { 0 };
        bits.iter()
            .enumerate()
            .rev()
            .fold(TRUE, |all, (at, &literal)| self.and(all, literal ^ (bit(at) as Literal ^ 1)))
    }

    /// `left` - `right`, modulo two to the power of the width.
    pub fn difference(&mut self, left: &[Literal], right: &[Literal]) -> Vec<Literal> {
        let mut borrow = FALSE;
        let subtract = |(&left, &right): (&Literal, &Literal)| {
            let unequal = self.xor(left, right);
            let difference = self.xor(unequal, borrow);
            let less = self.and(left ^ 1, right);
            let equal_and_borrow = self.and(unequal ^ 1, borrow);
            borrow = self.or(less, equal_and_borrow);
            difference
        };
        left.iter().zip(right).map(subtract).collect()
    }

    /// `left` + `right`, modulo two to the power of the width of `left`. Bits that `right` does not have are 0.
    pub fn sum(&mut self, left: &[Literal], right: &[Literal]) -> Vec<Literal> {
        let mut carry = FALSE;
        let add = |(&left, right): (&Literal, Literal)| {
            let unequal = self.xor(left, right);
            let sum = self.xor(unequal, carry);
            let both = self.and(left, right);
            let one_and_carry = self.and(unequal, carry);
            carry = self.or(both, one_and_carry);
            sum
        };
        left.iter().zip(right.iter().copied().chain(std::iter::repeat(FALSE))).map(add).collect()
    }

    /// The nodes on which literals depend, their own included, each after those on which it depends.
    pub fn cone(&self, roots: &[Literal]) -> Vec<Literal> {
        let mut seen = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut stack: Vec<_> = roots.iter().map(|root| (root / 2, false)).collect();
        while let Some((node, are_inputs_done)) = stack.pop() {
            if are_inputs_done {
                order.push(node);
            } else if !std::mem::replace(&mut seen[node as usize], true) {
                stack.push((node, true));
                let inputs = self.gate(node).into_iter().flatten();
                stack.extend(inputs.map(|literal| (literal / 2, false)));
            }
        }
        order
    }

    /// The values of all nodes if the inputs have the values that `input` returns.
    pub fn values(&self, input: &dyn Fn(Literal) -> bool) -> Vec<bool> {
        let mut values = Vec::with_capacity(self.nodes.len());
        for (node, gate) in self.nodes.iter().enumerate() {
            let of = |literal: Literal| values[literal as usize / 2] ^ (literal & 1 == 1);
            let value = match *gate {
                Some([left, right]) => of(left) && of(right),
                None => node != 0 && input(node as Literal),
            };
            values.push(value);
        }
        values
    }

    /// The value of a literal if the inputs in its cone have the values that `input` returns.
    pub fn value(&self, root: Literal, input: &dyn Fn(Literal) -> bool) -> bool {
        let mut values: HashMap<Literal, bool> = HashMap::from([(0, false)]);
        for node in self.cone(&[root]) {
            let of = |literal: Literal| values[&(literal / 2)] ^ (literal & 1 == 1);
            let value = match self.gate(node) {
                Some([left, right]) => of(left) && of(right),
                None => node != 0 && input(node),
            };
            values.insert(node, value);
        }
        values[&(root / 2)] ^ (root & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_gates_are_one_and_constants_propagate() {
        let mut graph = Graph::default();
        let (a, b) = (graph.input(), graph.input());
        assert_eq!((a, b), (2, 4));
        let and = graph.and(a, b);
        assert_eq!(graph.and(b, a), and);
        assert_eq!((graph.and(a, FALSE), graph.and(TRUE, b), graph.and(a, a ^ 1)), (FALSE, b, FALSE));
        assert_eq!(graph.or(a ^ 1, b ^ 1), and ^ 1);
        assert_eq!(graph.select(TRUE, a, b), a);
    }

    #[test]
    fn functions_have_their_values() {
        let mut graph = Graph::with_inputs(8);
        let (left, right): (Vec<_>, Vec<_>) = ((1..5).map(|n| 2 * n).collect(), (5..9).map(|n| 2 * n).collect());
        let difference = graph.difference(&left, &right);
        let sum = graph.sum(&left, &right[..3]);
        let differ = graph.differ(&left, &right);
        let is_nine = graph.is_number(&left, 9);
        let either = graph.select(is_nine, left[0], right[0]);
        for values in 0..256_u32 {
            let value = |literal| graph.value(literal, &|node| values >> (node - 1) & 1 == 1);
            let (a, b) = (values & 15, values >> 4);
            let number = |bits: &[Literal]| -> u32 {
                bits.iter().enumerate().map(|(at, &bit)| u32::from(value(bit)) << at).sum()
            };
            assert_eq!(number(&difference), a.wrapping_sub(b) & 15);
            assert_eq!(number(&sum), (a + (b & 7)) & 15);
            assert_eq!((value(differ), value(is_nine)), (a != b, a == 9));
            let all = graph.values(&|node| values >> (node - 1) & 1 == 1);
            assert_eq!(all[differ as usize / 2] ^ (differ & 1 == 1), a != b);
            assert_eq!(value(either), if a == 9 { a & 1 == 1 } else { b & 1 == 1 });
        }
        assert_eq!(graph.cone(&[either]).last(), Some(&(either / 2)));
    }
}
