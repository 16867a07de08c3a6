//! The RTL as a function from state and inputs to outputs and next state, with named ports, registers and state words.

use pmu_netlist::{invariant, register_bit, Invariant, Logic, StateName};
use std::collections::{BTreeMap, HashMap};

/// Prefix of what belongs to the reference in a design with two RTLs.
pub const REFERENCE: &str = "reference.";

/// RTL whose registers are cut.
pub struct Design {
    /// Its logic.
    pub logic: Logic,
    /// For each input port, its bits as positions among the inputs of the logic, bit 0 first. A bit that nothing reads is missing.
    pub inputs: BTreeMap<String, Vec<Option<usize>>>,
    /// For each output port, its bits as positions among the outputs of the logic, bit 0 first.
    pub outputs: BTreeMap<String, Vec<Option<usize>>>,
    /// Bits of the registers.
    pub registers: Vec<RegisterBit>,
    /// For each state word, its bits as positions among the outputs of the logic, bit 0 first.
    pub states: BTreeMap<String, Vec<usize>>,
    /// What is known of each register bit in the states that the RTL can reach.
    pub reached: Vec<Reached>,
}

/// What is known of a register bit in the states that the RTL can reach.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// Nothing.
    Free,
    /// It has this value.
    Constant(bool),
    /// It equals the register bit at this position before it, or its inverse.
    Equal(usize, bool),
}

/// A bit of a register.
pub struct RegisterBit {
    /// Its name in the netlist: the path of the register, and the bit in brackets if it has several.
    pub name: String,
    /// Position of its value among the inputs of the logic.
    pub value: usize,
    /// Position of its next value among the outputs of the logic.
    pub next: usize,
}

impl Design {
    /// Names the inputs and outputs of logic with cut registers and state words as outputs. `resets` are the inputs that are 1 in the
    /// reset before the first cycle.
    ///
    /// # Errors
    /// The message if the logic lacks a bit of a state word, or the next value of a register.
    pub fn new(logic: Logic, states: &[StateName], resets: &[String]) -> Result<Self, String> {
        let outputs = own_ports(&logic.outputs);
        let mut words = BTreeMap::new();
        for state in states {
            let missing = || format!("the logic lacks the state word {}", state.word);
            let signal = outputs.get(&state.name).ok_or_else(missing)?;
            let (low, width) = bits(&state.select, signal.len());
            let word = signal.get(low..low + width).ok_or_else(missing)?;
            words.insert(state.word.clone(), word.iter().copied().collect::<Option<_>>().ok_or_else(missing)?);
        }
        Self::with_words(logic, words, resets)
    }

    /// This RTL and another with the same ports, the reference, both with the same inputs.
    ///
    /// # Errors
    /// As [`Design::new`].
    pub fn together_with(&self, reference: &Self, resets: &[String]) -> Result<Self, String> {
        let logic = self.logic.together_with(&reference.logic, REFERENCE, |input| register_bit(input).is_none());
        let first = self.logic.outputs.len();
        let moved = reference.states.iter().map(|(word, bits)| {
            let bits = bits.iter().map(|&bit| first + bit).collect::<Vec<_>>();
            (format!("{REFERENCE}{word}"), bits)
        });
        let words = self.states.clone().into_iter().chain(moved).collect();
        Self::with_words(logic, words, resets)
    }

    fn with_words(logic: Logic, states: BTreeMap<String, Vec<usize>>, resets: &[String]) -> Result<Self, String> {
        let place: HashMap<&str, usize> = logic.outputs.iter().map(String::as_str).zip(0..).collect();
        let registers = logic.inputs.iter().enumerate().filter_map(|(value, name)| {
            let (register, at) = register_bit(name)?;
            let next = place.get(format!("{register}.D{at}").as_str());
            let next = next.copied().ok_or_else(|| format!("the logic lacks the next value of {name}"));
            Some(next.map(|next| RegisterBit { name: format!("{register}{at}"), value, next }))
        });
        let registers = registers.collect::<Result<Vec<_>, _>>()?;
        // An input that no logic reads is missing.
        let resets: Vec<String> = resets.iter().filter(|reset| logic.inputs.contains(reset)).cloned().collect();
        let known = invariant(&logic, &resets).ok_or("the netlist has no registers")?;
        let reached = reached(&logic, &registers, &known);
        let (inputs, outputs) = (own_ports(&logic.inputs), own_ports(&logic.outputs));
        Ok(Self { logic, inputs, outputs, registers, states, reached })
    }
}

/// The ports of the RTL among the inputs or outputs of its logic, without those of cut registers.
fn own_ports(names: &[String]) -> BTreeMap<String, Vec<Option<usize>>> {
    let is_port = |name: &&String| !name.contains(".pmu_cosim_register_") && !name.starts_with("pmu_cosim_register_");
    let names = names.iter().enumerate().filter(|(_, name)| is_port(name));
    ports(names.map(|(position, name)| (position, name.as_str())))
}

/// What the invariant says of each register bit.
fn reached(logic: &Logic, registers: &[RegisterBit], known: &Invariant) -> Vec<Reached> {
    let positions = registers.iter().map(|bit| logic.inputs[bit.value].as_str()).zip(0..);
    let positions: HashMap<&str, usize> = positions.collect();
    let mut reached = vec![Reached::Free; registers.len()];
    for [bit, other] in &known.always {
        let Some(&position) = positions.get(bit.as_str()) else { continue };
        reached[position] = match positions.get(other.as_str()) {
            Some(&other) => Reached::Equal(other, false),
            None => Reached::Constant(other == "1'1"),
        };
    }
    reached
}

/// Groups bits by port. The name of a bit is that of its port with its number in brackets, or that of a port of one bit.
fn ports<'n>(names: impl Iterator<Item = (usize, &'n str)>) -> BTreeMap<String, Vec<Option<usize>>> {
    let mut ports: BTreeMap<String, Vec<Option<usize>>> = BTreeMap::new();
    for (position, name) in names {
        let indexed = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        let indexed = indexed.and_then(|(port, bit)| Some((port, bit.parse::<usize>().ok()?)));
        let (port, bit) = indexed.unwrap_or((name, 0));
        let port = ports.entry(port.to_owned()).or_default();
        port.resize(port.len().max(bit + 1), None);
        port[bit] = Some(position);
    }
    ports
}

/// Lowest bit and width of a select such as `[3:2]`, `[3]`, or none, of a signal of `whole` bits.
fn bits(select: &str, whole: usize) -> (usize, usize) {
    let Some(select) = select.strip_prefix('[').and_then(|select| select.strip_suffix(']')) else { return (0, whole) };
    let number = |text: &str| text.parse().unwrap_or(0);
    match select.split_once(':') {
        Some((high, low)) => (number(low), number(high) - number(low) + 1),
        None => (number(select), 1),
    }
}
