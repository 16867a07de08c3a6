//! Logic as Yosys writes it in the AIGER format: AND gates and inverters.
//!
//! A literal is twice a number, plus 1 where it is inverted; literal 0 is the constant 0 and literal 1 the constant 1.

use std::collections::HashMap;

/// The constants.
pub(super) const FALSE: u32 = 0;
pub(super) const TRUE: u32 = 1;

/// Logic without memory.
pub(super) struct Logic {
    /// Names of the inputs' bits. Input number n is literal 2n + 2.
    pub inputs: Vec<String>,
    /// Names of the outputs' bits.
    pub outputs: Vec<String>,
    driven: Vec<u32>,
    /// Output, and the two inputs, which are known before it.
    gates: Vec<[u32; 3]>,
}

impl Logic {
    /// Reads the ASCII format with symbols. None when it is not that.
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

    /// The input number `number` itself, as what drives it.
    pub fn input(number: usize) -> u32 {
        2 * (number as u32 + 1)
    }

    /// The outputs where the inputs are driven by `inputs`, which are constants or inputs themselves. Gates that do the
    /// same are one and constants are carried through, so that equal literals are equal functions; the reverse need not be.
    pub fn outputs_for(&self, inputs: &[u32]) -> Vec<u32> {
        let mut literals = vec![FALSE];
        literals.extend_from_slice(inputs);
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        let of = |literals: &[u32], literal: u32| literals[literal as usize / 2] ^ (literal & 1);
        for &[_, left, right] in &self.gates {
            let (left, right) = (of(&literals, left), of(&literals, right));
            let (left, right) = (left.min(right), left.max(right));
            let fresh = 2 * (self.inputs.len() + 1 + known.len()) as u32;
            literals.push(match (left, right) {
                (FALSE, _) => FALSE,
                (TRUE, other) => other,
                _ if left == right => left,
                _ if left == right ^ 1 => FALSE,
                pair => *known.entry(pair).or_insert(fresh),
            });
        }
        self.driven.iter().map(|&literal| of(&literals, literal)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// y = a AND b; z = NOT (a AND b); w = y AND NOT z.
    const TEXT: &str = "aag 4 2 0 3 2\n2\n4\n6\n7\n8\n6 2 4\n8 6 6\ni0 a\ni1 b[3]\no0 y\no1 z\no2 w\nc\nby hand\n";

    #[test]
    fn what_is_equal_gets_one_literal_and_constants_go_through() {
        let logic = Logic::parse(TEXT).expect("logic");
        assert_eq!((logic.inputs[1].as_str(), logic.outputs[2].as_str()), ("b[3]", "w"));
        let free = logic.outputs_for(&[Logic::input(0), Logic::input(1)]);
        assert_eq!((free[0] ^ 1, free[0]), (free[1], free[2]));
        assert_eq!(logic.outputs_for(&[FALSE, Logic::input(1)]), [FALSE, TRUE, FALSE]);
        assert_eq!(logic.outputs_for(&[TRUE, Logic::input(1)])[0], Logic::input(1));
        assert_eq!(logic.outputs_for(&[2, 2 ^ 1])[0], FALSE);
        assert_eq!(Logic::parse(&TEXT.replace("2 0 3", "2 1 3")).map(|_| ()), None);
    }
}
