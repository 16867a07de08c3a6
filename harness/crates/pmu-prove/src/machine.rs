//! Symbolic execution of a design: states and inputs are literals of one graph.

use crate::design::{Design, Reached, REFERENCE};
use crate::solver::GraphSolver;
use golden_model_core::description::{PortBits, BUS_REQUEST, BUS_RESPONSE};
use golden_model_core::Pmu;
use pmu_netlist::{Graph, Literal, FALSE, TRUE};
use pmu_program::Access;
use std::collections::{BTreeMap, HashMap};

/// A literal for each bit of the registers.
pub type State = Vec<Literal>;

/// A bit of a state word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WordBit {
    /// The register bit at this position.
    Register(usize),
    /// It has the same value in all states.
    Constant,
    /// Logic of registers.
    Logic,
}

impl WordBit {
    /// The position of the register bit, if it is one.
    pub fn register(self) -> Option<usize> {
        match self {
            Self::Register(place) => Some(place),
            Self::Constant | Self::Logic => None,
        }
    }
}

/// The inputs of one cycle.
#[derive(Clone)]
pub struct Frame {
    /// A vector for each value of the frame, by its name in the frame layout, bit 0 first.
    pub values: BTreeMap<String, Vec<Literal>>,
    /// Whether the description allows these inputs.
    pub allowed: Literal,
}

/// An access in one cycle.
#[derive(Clone)]
pub struct SymbolicAccess {
    /// Whether it is a write.
    pub write: Literal,
    /// The space, 4 bits.
    pub space: Vec<Literal>,
    /// The unit, 8 bits.
    pub unit: Vec<Literal>,
    /// The address, 32 bits.
    pub address: Vec<Literal>,
    /// The data, 64 bits.
    pub data: Vec<Literal>,
}

/// What the design does in one cycle.
pub struct Cycle {
    outputs: Vec<Literal>,
    /// The state after it.
    pub next: State,
}

/// A design with a graph of what it does.
pub struct Machine<'a> {
    /// Its PMU.
    pub pmu: &'a Pmu,
    /// The design.
    pub design: &'a Design,
    /// Inputs with the same value in every cycle, by their pattern in the description.
    pub tied: &'a BTreeMap<String, u64>,
    /// The graph.
    pub graph: Graph,
}

impl Cycle {
    /// The values of some outputs; a missing one is 0.
    fn values(&self, places: impl Iterator<Item = Option<usize>>) -> Vec<Literal> {
        places.map(|place| place.map_or(FALSE, |place| self.outputs[place])).collect()
    }
}

impl<'a> Machine<'a> {
    /// A machine of which nothing has run.
    pub fn new(pmu: &'a Pmu, design: &'a Design, tied: &'a BTreeMap<String, u64>) -> Self {
        Self { pmu, design, tied, graph: Graph::default() }
    }

    /// A state in which every bit of every register is free, as at power-on.
    pub fn power_on_state(&mut self) -> State {
        self.design.registers.iter().map(|_| self.graph.input()).collect()
    }

    /// A state that satisfies the invariant of the states that the RTL can reach, and is otherwise free.
    pub fn free_state(&mut self) -> State {
        let mut state = self.power_on_state();
        self.restrict(&mut state);
        state
    }

    /// Replaces the bits of a state that the invariant determines.
    pub fn restrict(&self, state: &mut State) {
        // A bit equals one before it, which may itself be determined by none: classes have one representative.
        for (at, reached) in self.design.reached.iter().enumerate() {
            match *reached {
                Reached::Free => {}
                Reached::Constant(value) => state[at] = Literal::from(value),
                Reached::Equal(other, inverted) => state[at] = state[other] ^ Literal::from(inverted),
            }
        }
    }

    /// For each bit of a state word, whether it is a register bit.
    pub fn register_bits(&mut self, names: &[&str]) -> Vec<Vec<WordBit>> {
        let state = self.power_on_state();
        let frame = self.free_frame();
        let cycle = self.run(&state, &frame);
        let places: HashMap<Literal, usize> = state.iter().copied().zip(0..).collect();
        let bit = |literal: Literal| match places.get(&literal) {
            Some(&place) => WordBit::Register(place),
            None if literal <= TRUE => WordBit::Constant,
            None => WordBit::Logic,
        };
        names.iter().map(|name| self.observed(&cycle, name).into_iter().map(bit).collect()).collect()
    }

    /// The first of some state words with a bit that is logic of registers, which cannot be given another value; `None` if none has one.
    pub fn first_logic<'w>(&mut self, names: &[&'w str]) -> Option<&'w str> {
        let words = self.register_bits(names);
        words.iter().zip(names).find(|(bits, _)| bits.contains(&WordBit::Logic)).map(|(_, &name)| name)
    }

    /// A vector of free bits.
    pub fn free(&mut self, width: usize) -> Vec<Literal> {
        (0..width).map(|_| self.graph.input()).collect()
    }

    /// A cycle without reset and without access, with all inputs that the description allows.
    pub fn free_frame(&mut self) -> Frame {
        let pmu = self.pmu;
        let zero = |slot: &golden_model_core::Slot| (slot.name.clone(), vec![FALSE; slot.width as usize]);
        let mut frame = Frame { values: pmu.frame.slots().iter().map(zero).collect(), allowed: TRUE };
        for line in &pmu.description.events.lines {
            for at in line.slots.iter().flatten() {
                let count = self.free(at.width as usize);
                let fits = self.at_most(&count, line.max);
                frame.allowed = self.graph.and(frame.allowed, fits);
                self.put(&mut frame, *at, &count);
            }
        }
        for input in &pmu.description.inputs {
            let value = match self.tied.get(&input.pattern) {
                Some(value) => (0..input.at.width).map(|bit| (value >> bit & 1) as Literal).collect(),
                None => self.free(input.at.width as usize),
            };
            self.put(&mut frame, input.at, &value);
        }
        frame
    }

    /// A cycle with all inputs that the description allows, an access or none, and a reset or none.
    pub fn any_frame(&mut self) -> Frame {
        let [write, valid, reset] = [(); 3].map(|()| self.graph.input());
        let access = self.free_access(write);
        let frame = self.free_frame();
        let frame = self.with_access(&frame, &access);
        self.with(&frame, &[("rst", reset), ("bus_valid", valid)])
    }

    /// A cycle of reset, perhaps with an access, in which some one-bit inputs have these values.
    pub fn frame_in_reset(&mut self, resets: &[(&str, Literal)]) -> Frame {
        let frame = self.any_frame();
        let values: Vec<_> = resets.iter().copied().chain([("rst", TRUE)]).collect();
        self.with(&frame, &values)
    }

    /// A cycle with the inputs of a frame.
    pub fn constant_frame(&self, frame: &[u64]) -> Frame {
        let slots = self.pmu.frame.slots().iter();
        let bits = |slot: &golden_model_core::Slot| {
            let words = slot.value(frame);
            let bit = |at: usize| Literal::from(words[at / 64] >> (at % 64) & 1 == 1);
            (slot.name.clone(), (0..slot.width as usize).map(bit).collect())
        };
        let mut constant = Frame { values: slots.map(bits).collect(), allowed: TRUE };
        for input in &self.pmu.description.inputs {
            if let Some(value) = self.tied.get(&input.pattern) {
                let bits: Vec<_> = (0..input.at.width).map(|bit| (value >> bit & 1) as Literal).collect();
                self.put(&mut constant, input.at, &bits);
            }
        }
        constant
    }

    /// Bits of an input port.
    pub fn input_bits(&self, frame: &Frame, at: PortBits) -> Vec<Literal> {
        let port = &self.pmu.description.in_ports[at.port].name;
        frame.values[port][at.low as usize..(at.low + at.width) as usize].to_vec()
    }

    /// Sets bits of an input port.
    pub fn put(&self, frame: &mut Frame, at: PortBits, value: &[Literal]) {
        let port = &self.pmu.description.in_ports[at.port].name;
        if let Some(bits) = frame.values.get_mut(port) {
            bits[at.low as usize..(at.low + at.width) as usize].copy_from_slice(value);
        }
    }

    /// Whether a vector is not greater than a number.
    pub fn at_most(&mut self, bits: &[Literal], most: u64) -> Literal {
        bits.iter().enumerate().fold(TRUE, |below, (at, &bit)| match most >> at.min(63) & 1 == 1 && at < 64 {
            true => self.graph.or(bit ^ 1, below),
            false => self.graph.and(bit ^ 1, below),
        })
    }

    /// A free access that reads or writes.
    pub fn free_access(&mut self, write: Literal) -> SymbolicAccess {
        let [_, _, (_, space), (_, unit), (_, address), (_, data)] = BUS_REQUEST;
        let [space, unit, address, data] = [space, unit, address, data].map(|width| self.free(width as usize));
        SymbolicAccess { write, space, unit, address, data }
    }

    /// A write of free data to the place of an access.
    pub fn written_access(&mut self, place: &Access) -> SymbolicAccess {
        let number = |value: u32, width: u32| (0..width).map(|bit| Literal::from(value >> bit & 1 == 1)).collect();
        let [_, _, (_, space), (_, unit), (_, address), (_, data)] = BUS_REQUEST;
        SymbolicAccess {
            write: TRUE,
            space: number(place.space, space),
            unit: number(place.unit, unit),
            address: number(place.address, address),
            data: self.free(data as usize),
        }
    }

    /// The cycle with an access. The data of a read may have any value.
    pub fn with_access(&self, frame: &Frame, access: &SymbolicAccess) -> Frame {
        let mut frame = frame.clone();
        let [valid, write, space, unit, address, data] = BUS_REQUEST.map(|(name, _)| name.to_owned());
        frame.values.insert(valid, vec![TRUE]);
        frame.values.insert(write, vec![access.write]);
        frame.values.insert(space, access.space.clone());
        frame.values.insert(unit, access.unit.clone());
        frame.values.insert(address, access.address.clone());
        frame.values.insert(data, access.data.clone());
        frame
    }

    /// The cycle with other values of some one-bit values of the frame.
    pub fn with(&self, frame: &Frame, values: &[(&str, Literal)]) -> Frame {
        let mut frame = frame.clone();
        frame.values.extend(values.iter().map(|&(name, value)| (name.to_owned(), vec![value])));
        frame
    }

    /// Runs a cycle.
    pub fn run(&mut self, state: &[Literal], frame: &Frame) -> Cycle {
        let inputs = self.inputs(state, frame);
        let outputs = self.design.logic.copy(&mut self.graph, &inputs);
        self.cycle(outputs)
    }

    /// Runs two cycles from one state that differ in their accesses.
    ///
    /// What the address decoder of the second says is replaced by what that of the first says, where both are the same whenever
    /// `assumed` holds. Then the logic after the decoder is the same, so that little remains to be proven.
    pub fn run_merged(&mut self, state: &[Literal], frames: [&Frame; 2], assumed: &[Literal]) -> [Cycle; 2] {
        let [first, second] = frames.map(|frame| self.inputs(state, frame));
        let logic = &self.design.logic;
        let (gates, outputs) = logic.copy_replacing(&mut self.graph, &first, |_, _, literal| literal);
        let is_request = |port: &str| BUS_REQUEST.iter().any(|&(name, _)| name == port);
        let mut from_request = vec![false; logic.inputs.len()];
        for (_, bits) in self.design.inputs.iter().filter(|(port, _)| is_request(port)) {
            bits.iter().flatten().for_each(|&place| from_request[place] = true);
        }
        let is_decoded = logic.last_of(&from_request);
        let mut solver = GraphSolver::default();
        let merge = |graph: &mut Graph, number: usize, literal: Literal| {
            if literal == gates[number] || !is_decoded[number] {
                return literal;
            }
            let differs = graph.xor(literal, gates[number]);
            let question: Vec<_> = assumed.iter().copied().chain([differs]).collect();
            if solver.excludes(graph, &question) {
                gates[number]
            } else {
                literal
            }
        };
        let (_, merged) = logic.copy_replacing(&mut self.graph, &second, merge);
        [outputs, merged].map(|outputs| self.cycle(outputs))
    }

    fn cycle(&self, outputs: Vec<Literal>) -> Cycle {
        let next = self.design.registers.iter().map(|bit| outputs[bit.next]).collect();
        Cycle { outputs, next }
    }

    /// The inputs of the logic.
    fn inputs(&self, state: &[Literal], frame: &Frame) -> Vec<Literal> {
        let mut inputs = vec![FALSE; self.design.logic.inputs.len()];
        let ports = self.pmu.description.in_ports.iter().map(|port| (port.name.as_str(), port.verilog.as_str()));
        let request = BUS_REQUEST.iter().map(|&(name, _)| (name, name));
        for (name, verilog) in ports.chain(request).chain([("rst", "rst")]) {
            let places = self.design.inputs.get(verilog).into_iter().flatten();
            for (place, &value) in places.zip(&frame.values[name]) {
                if let Some(place) = place {
                    inputs[*place] = value;
                }
            }
        }
        for (bit, &value) in self.design.registers.iter().zip(state) {
            inputs[bit.value] = value;
        }
        inputs
    }

    /// The inputs of the logic for 64 frames, one in each bit of a word. Registers are 0.
    pub fn input_lanes(&self, frames: &[&[u64]]) -> Vec<u64> {
        let mut inputs = vec![0; self.design.logic.inputs.len()];
        let ports = self.pmu.description.in_ports.iter().map(|port| (port.name.as_str(), port.verilog.as_str()));
        let request = BUS_REQUEST.iter().map(|&(name, _)| (name, name));
        for (name, verilog) in ports.chain(request).chain([("rst", "rst")]) {
            let slot = self.pmu.frame.slot(name);
            for (lane, frame) in frames.iter().enumerate() {
                let value = slot.value(frame);
                for (at, place) in self.design.inputs.get(verilog).into_iter().flatten().enumerate() {
                    if let Some(place) = place {
                        inputs[*place] |= (value[at / 64] >> (at % 64) & 1) << lane;
                    }
                }
            }
        }
        inputs
    }

    /// The width of a state word in bits; 0 if the RTL does not have it.
    pub fn width(&self, name: &str) -> usize {
        self.design.states.get(name).map_or(0, Vec::len)
    }

    /// The output port of that name in a cycle.
    pub fn port(&self, cycle: &Cycle, verilog: &str) -> Vec<Literal> {
        cycle.values(self.design.outputs.get(verilog).into_iter().flatten().copied())
    }

    /// The part of the response, the output or the state word of that name in a cycle; empty if the RTL does not have it.
    pub fn observed(&self, cycle: &Cycle, name: &str) -> Vec<Literal> {
        cycle.values(self.places("", name).into_iter())
    }

    /// The same of the reference.
    pub fn reference(&self, cycle: &Cycle, name: &str) -> Vec<Literal> {
        cycle.values(self.places(REFERENCE, name).into_iter())
    }

    /// The bits of the part of the response, the output or the state word of that name, as positions among the outputs of the logic. A bit
    /// of a port that nothing drives is missing. `of` is empty or [`REFERENCE`].
    pub fn places(&self, of: &str, name: &str) -> Vec<Option<usize>> {
        let port = |name: &str| self.design.outputs.get(&format!("{of}{name}")).cloned().unwrap_or_default();
        if BUS_RESPONSE.iter().any(|&(part, _)| part == name) {
            return port(name);
        }
        match self.pmu.description.outputs.iter().find(|output| output.name == name) {
            Some(output) => {
                let bits = output.low as usize..(output.low + output.width) as usize;
                port(&output.verilog).get(bits).map(<[_]>::to_vec).unwrap_or_default()
            }
            None => {
                let word = self.design.states.get(&format!("{of}{name}")).into_iter().flatten();
                word.map(|&place| Some(place)).collect()
            }
        }
    }

    /// The concrete frame under values of the graph's inputs; an input that is missing is 0.
    pub fn concrete(&self, frame: &Frame, values: &HashMap<Literal, bool>) -> Vec<u64> {
        let mut words = vec![0; self.pmu.frame.words()];
        for slot in self.pmu.frame.slots() {
            for (at, &literal) in frame.values[&slot.name].iter().enumerate() {
                let node = values.get(&(literal / 2)).copied().unwrap_or(false);
                let bit = slot.shift as usize + at;
                if node ^ (literal & 1 == 1) {
                    words[slot.word + bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        words
    }
}

/// The inputs that are 1 in the reset before the first cycle, other than `rst`.
pub fn resets_at_start(pmu: &Pmu) -> Vec<(&str, Literal)> {
    let at_start = pmu.description.in_ports.iter().filter(|port| port.at_start != 0);
    at_start.map(|port| (port.name.as_str(), TRUE)).collect()
}
