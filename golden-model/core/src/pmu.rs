//! A PMU as the harness uses it: description, packing of its values, golden model.

use crate::collisions::CollisionTable;
use crate::decisions::{ChoiceError, Choices};
use crate::description::{Description, PortBits};
use crate::layout::{Bits, Layout, WordPosition};
use crate::model::CoveredModel;

/// A PMU with its description, layouts, collision table and golden model.
#[derive(Clone)]
pub struct Pmu {
    /// Description.
    pub description: Description,
    /// Layout of the inputs of one cycle.
    pub frame: Layout,
    /// Layout of the observation of one cycle.
    pub observation: Layout,
    /// Collision table; empty for a PMU without one.
    pub collisions: CollisionTable,
    make_model: fn(&Pmu) -> Box<dyn CoveredModel>,
}

impl Pmu {
    /// A PMU with that description; `make_model` creates its golden model.
    pub fn new(description: Description, make_model: fn(&Pmu) -> Box<dyn CoveredModel>) -> Self {
        Self {
            frame: description.frame_layout(),
            observation: description.observation_layout(),
            collisions: CollisionTable::default(),
            make_model,
            description,
        }
    }

    /// This PMU with other options of its choices.
    ///
    /// # Errors
    /// If it has no such choice, or the choice no such option.
    ///
    /// # Panics
    /// When the description is inconsistent under these options; the tests of the crate load each option.
    pub fn choosing(self, choices: &Choices) -> Result<Self, ChoiceError> {
        let chosen = self.description.choosing(choices)?;
        match Self::with(&self.description.id, &chosen) {
            Some(pmu) if chosen != self.description.choosing(&Choices::default())? => {
                Ok(Self { make_model: self.make_model, ..pmu.clone() })
            }
            _ => Ok(self),
        }
    }

    /// The position, in a frame, of an input or a field of one: `core0.cpl`, `cbox.tor3.opc`.
    ///
    /// # Panics
    /// When it does not exist: the names of the caller and the description differ, which a test of the PMU detects.
    pub fn input(&self, name: &str) -> Bits {
        self.find_input(name).unwrap_or_else(|| panic!("no input named {name}"))
    }

    /// As [`Pmu::input`], if it exists.
    pub fn find_input(&self, name: &str) -> Option<Bits> {
        let top = |name: &str| self.description.input(name).map(|input| input.at);
        let field = |name: &str| {
            let (input, field) = name.rsplit_once('.')?;
            let input = self.description.input(input)?;
            let field = input.fields.iter().find(|known| known.name == field)?;
            Some(PortBits { port: input.at.port, low: input.at.low + field.low, width: field.width })
        };
        top(name).or_else(|| field(name)).map(|at| self.in_frame(at))
    }

    /// The position, in a frame, of bits of an input port.
    pub fn in_frame(&self, bits: PortBits) -> Bits {
        self.frame.slot(&self.description.in_ports[bits.port].name).part(bits.low, bits.width)
    }

    /// The position, in an observation, of the output or state word of that name.
    ///
    /// # Panics
    /// As [`Pmu::input`].
    pub fn output(&self, name: &str) -> WordPosition {
        self.observation.slot(name).position()
    }

    /// A new golden model in its reset state.
    pub fn model(&self) -> Box<dyn CoveredModel> {
        (self.make_model)(self)
    }
}
