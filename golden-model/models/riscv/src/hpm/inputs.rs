//! The inputs of a cycle, independent of the layout of frames.

use super::mode::{Mode, Modes};
use super::parameters::{Parameters, MOST_PORTS};
use golden_model_core::register_port::Request;

/// The inputs of a cycle. Those that the instance does not have keep the value of [`Inputs::new`].
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    pub rst: bool,
    pub request: Option<Request>,
    /// `priv`, 2 bits.
    pub privilege: u8,
    pub virt: bool,
    pub debug: bool,
    pub stopcount: bool,
    pub cde: bool,
    pub mstateen_csrind: bool,
    pub hstateen_csrind: bool,
    pub mideleg_lcofi: bool,
    pub hideleg_lcofi: bool,
    /// `ret_priv` of each retire port, 2 bits.
    pub ret_privilege: [u8; MOST_PORTS],
    /// `ret_virt` of each retire port.
    pub ret_virt: [bool; MOST_PORTS],
    /// `cyc`, the counts of the retire ports, and the lines of the instance, in the order of [`super::lines::Lines`].
    pub lines: Vec<u64>,
}

impl Inputs {
    /// Inputs without an access and without occurrences; all inputs have the value that counts for an absent one.
    pub fn new(parameters: &Parameters) -> Self {
        Self {
            rst: false,
            request: None,
            privilege: 3,
            virt: false,
            debug: false,
            stopcount: false,
            cde: false,
            mstateen_csrind: true,
            hstateen_csrind: true,
            mideleg_lcofi: false,
            hideleg_lcofi: false,
            ret_privilege: [3; MOST_PORTS],
            ret_virt: [false; MOST_PORTS],
            lines: vec![0; 1 + parameters.ret_ports + parameters.lines.len()],
        }
    }

    /// The mode of the hart and of the instruction at the register port.
    #[inline]
    pub fn mode(&self, modes: Modes) -> Mode {
        modes.of(self.privilege, self.virt)
    }

    /// The modes that qualify lines: that of the hart, then those of the retire ports.
    #[inline]
    pub fn line_modes(&self, modes: Modes, ports: usize) -> [Mode; 1 + MOST_PORTS] {
        let mut all = [Mode::Machine; 1 + MOST_PORTS];
        all[0] = self.mode(modes);
        for (port, mode) in all[1..=ports].iter_mut().enumerate() {
            *mode = modes.of(self.ret_privilege[port], self.ret_virt[port]);
        }
        all
    }

    /// Whether the counters are stopped in Debug Mode (5.13).
    #[inline]
    pub fn stopped(&self) -> bool {
        self.debug && self.stopcount
    }
}
