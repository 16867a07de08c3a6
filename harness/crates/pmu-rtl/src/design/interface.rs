//! The interface of a top module: the ports that a description requires.

use golden_model_core::description::{BUS_REQUEST, BUS_RESPONSE};
use golden_model_core::{Description, Layout};
use verilated::{Direction, Port};

/// Verilog name of the clock port.
pub(crate) const CLOCK: &str = "clk";

/// A port that the description requires.
#[derive(Debug)]
pub(crate) struct RequiredPort {
    /// Its Verilog name.
    pub port: Port,
    /// Its slots in the frame or observation, each with the lowest bit in the port; the clock port has none.
    pub slots: Vec<(String, u32)>,
}

/// The interface of a model: the ports of its top, their packing, and the state words to be read.
#[derive(Debug)]
pub(crate) struct Interface {
    /// Short name.
    pub id: String,
    /// The ports, those of the frame first, in the order of the layouts.
    pub ports: Vec<RequiredPort>,
    /// Packing of the inputs of one cycle.
    pub frame: Layout,
    /// Packing of the observation of one cycle.
    pub observation: Layout,
    /// The frame of the reset before the first cycle.
    pub reset: Vec<u64>,
    /// Name and width of the state words that may have a signal.
    pub states: Vec<(String, u32)>,
}

impl Interface {
    /// The interface of the PMU of a description.
    pub fn of(description: &Description) -> Self {
        Self {
            id: description.id.clone(),
            ports: required_ports(description),
            frame: description.frame_layout(),
            observation: description.observation_layout(),
            reset: description.reset_frame(),
            states: description.states.iter().map(|word| (word.name.clone(), word.width)).collect(),
        }
    }

    /// The bits of the response to an access in an observation.
    pub fn response_mask(&self) -> Vec<u64> {
        let is_response = |name: &str| BUS_RESPONSE.iter().any(|(known, _)| *known == name);
        self.observation.mask(&self.observation.slots().iter().map(|slot| is_response(&slot.name)).collect::<Vec<_>>())
    }

    /// Everything in it that a library depends on, as text.
    pub fn view(&self) -> String {
        let Self { ports: wanted, frame, observation, .. } = self;
        format!("{wanted:?}\n{frame:?}\n{observation:?}")
    }
}

/// All ports that the RTL of `description` must have, those of the frame first, in the order of the layouts.
pub(crate) fn required_ports(description: &Description) -> Vec<RequiredPort> {
    let of = |slot: Option<&str>, name: &str, width: u32, direction: Direction| RequiredPort {
        port: Port { name: name.to_owned(), width, direction },
        slots: slot.map(|slot| (slot.to_owned(), 0)).into_iter().collect(),
    };
    let same = |(name, width): (&'static str, u32), direction| of(Some(name), name, width, direction);
    let mut all = vec![of(None, CLOCK, 1, Direction::Input), same(("rst", 1), Direction::Input)];
    all.extend(BUS_REQUEST.into_iter().map(|port| same(port, Direction::Input)));
    let inputs = description.in_ports.iter();
    all.extend(inputs.map(|port| of(Some(&port.name), &port.verilog, port.width, Direction::Input)));
    all.extend(BUS_RESPONSE.into_iter().map(|port| same(port, Direction::Output)));
    for signal in &description.outputs {
        let slot = (signal.name.clone(), signal.low);
        // Signals of several units may share a port.
        match all.iter_mut().find(|wanted| wanted.port.name == signal.verilog) {
            Some(wanted) => wanted.slots.push(slot),
            None => {
                let port = of(None, &signal.verilog, signal.port_width, Direction::Output);
                all.push(RequiredPort { slots: vec![slot], ..port });
            }
        }
    }
    all
}
