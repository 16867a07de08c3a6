//! A PMU as the harness uses it: description, packing of its values, golden model.

use crate::collisions::CollisionTable;
use crate::description::{Description, PortBits};
use crate::layout::{Bits, Layout, WordPosition};
use crate::model::CoveredModel;

/// A PMU: its description, the packing of its inputs and outputs, its collision table and its golden model.
#[derive(Clone)]
pub struct Pmu {
    /// Registers, fields, events, ports and architectural state.
    pub description: Description,
    /// Packing of the inputs of one cycle into a frame.
    pub frame: Layout,
    /// Packing of the outputs and state of one cycle into an observation.
    pub observation: Layout,
    /// Causes that can act in the same cycle; has no fields if the PMU has no table.
    pub collisions: CollisionTable,
    make_model: fn(&Pmu) -> Box<dyn CoveredModel>,
}

impl Pmu {
    /// A PMU of that description; `make_model` makes its golden model.
    pub fn new(description: Description, make_model: fn(&Pmu) -> Box<dyn CoveredModel>) -> Self {
        Self {
            frame: description.frame_layout(),
            observation: description.observation_layout(),
            collisions: CollisionTable::default(),
            make_model,
            description,
        }
    }

    /// Where the input of that name, or a field of one, lies in a frame: `core0.cpl`, `cbox.tor3.opc`.
    ///
    /// # Panics
    /// When there is none: the caller's names and the description are out of step, which a test of the PMU shows.
    pub fn input(&self, name: &str) -> Bits {
        let top = |name: &str| self.description.input(name).map(|input| input.at);
        let field = |name: &str| {
            let (input, field) = name.rsplit_once('.')?;
            let input = self.description.input(input)?;
            let field = input.fields.iter().find(|known| known.name == field)?;
            Some(PortBits { port: input.at.port, low: input.at.low + field.low, width: field.width })
        };
        let at = top(name).or_else(|| field(name)).unwrap_or_else(|| panic!("there is no input named {name}"));
        self.in_frame(at)
    }

    /// Where bits of an input port lie in a frame.
    pub fn in_frame(&self, bits: PortBits) -> Bits {
        self.frame.slot(&self.description.in_ports[bits.port].name).part(bits.low, bits.width)
    }

    /// Where the output or state word of that name lies in an observation.
    ///
    /// # Panics
    /// As [`Pmu::input`].
    pub fn output(&self, name: &str) -> WordPosition {
        self.observation.slot(name).position()
    }

    /// A golden model of it, in its reset state.
    pub fn model(&self) -> Box<dyn CoveredModel> {
        (self.make_model)(self)
    }
}
