//! The CSR numbers of an instance (section 3, 5.3).

use super::location::{Enable, Interrupt, Level, Location, Part};
use super::parameters::{Parameters, Unimplemented, COUNTERS};

/// Number of CSR numbers.
const NUMBERS: usize = 1 << 12;

/// A CSR number of the instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Csr {
    /// A register without conditions other than those of its number.
    Register(Location),
    /// A read-only shadow of a counter.
    Shadow {
        /// Number of the counter.
        counter: usize,
        /// The bits that it returns.
        part: Part,
    },
    /// `scountovf`.
    CountOverflow,
    /// `scountinhibit`.
    DelegatedInhibit,
    /// `siselect`.
    Select,
    /// `sireg`, `sireg2` to `sireg6`.
    Window(WindowRegister),
    /// `vsiselect`.
    VirtualSelect,
    /// `vsireg`, `vsireg2` to `vsireg6`.
    VirtualWindow,
}

/// A register of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WindowRegister {
    /// `sireg`: the counter, or its low half.
    Counter,
    /// `sireg2`: the configuration of the counter, or its low half.
    Configuration,
    /// `sireg4`: the high half of the counter.
    CounterHigh,
    /// `sireg5`: the high half of the configuration.
    ConfigurationHigh,
    /// `sireg3` and `sireg6`.
    Nothing,
}

/// Distance from `siselect` of the registers of the window; that from `vsiselect` is the same.
const WINDOW: [(usize, WindowRegister); 6] = [
    (1, WindowRegister::Counter),
    (2, WindowRegister::Configuration),
    (3, WindowRegister::Nothing),
    (5, WindowRegister::CounterHigh),
    (6, WindowRegister::ConfigurationHigh),
    (7, WindowRegister::Nothing),
];

/// The CSRs of an instance by number.
#[derive(Clone)]
pub(super) struct CsrMap {
    csrs: Vec<Option<Csr>>,
}

impl CsrMap {
    /// The map of an instance.
    pub fn new(parameters: &Parameters) -> Self {
        let mut map = Self { csrs: vec![None; NUMBERS] };
        (0..COUNTERS).filter(|&counter| counter != 1).for_each(|counter| map.add_counter(parameters, counter));
        map.add_controls(parameters);
        map.add_interrupts(parameters);
        if parameters.smcdeleg {
            map.add_delegation(parameters.h);
        }
        map
    }

    /// The CSR with a number, which may have more than 12 bits.
    #[inline]
    pub fn at(&self, number: u32) -> Option<Csr> {
        self.csrs.get(number as usize).copied().flatten()
    }

    fn add(&mut self, number: usize, csr: Csr) {
        self.csrs[number] = Some(csr);
    }

    /// Adds the registers of a counter and of its configuration, and the shadows of the counter.
    fn add_counter(&mut self, parameters: &Parameters, counter: usize) {
        let is_hpm = counter >= 3;
        let exists = !is_hpm || parameters.implements(counter);
        let has_machine = exists || parameters.unimplemented != Unimplemented::AllIllegal;
        let has_shadow = match is_hpm {
            true => parameters.zihpm && (exists || parameters.unimplemented == Unimplemented::Zero),
            false => parameters.zicntr,
        };
        // `mcyclecfg` is at 321h and `minstretcfg` at 322h: the numbers do not follow those of the counters.
        let (configuration, has_configuration) = match counter {
            0 => (0x321, parameters.smcntrpmf),
            2 => (0x322, parameters.smcntrpmf),
            _ => (0x320 + counter, has_machine),
        };
        let has_configuration_high = if is_hpm { parameters.sscofpmf } else { parameters.smcntrpmf };
        let parts: &[(usize, Part)] = match parameters.xlen {
            32 => &[(0, Part::Low), (1, Part::High)],
            _ => &[(0, Part::All)],
        };
        for &(high, part) in parts {
            if has_machine {
                self.add(0xB00 + high * 0x80 + counter, Csr::Register(Location::Counter { counter, part }));
            }
            if has_shadow {
                self.add(0xC00 + high * 0x80 + counter, Csr::Shadow { counter, part });
            }
            if has_configuration && (high == 0 || has_configuration_high) {
                let location = Location::Configuration { counter, part, hides_minh: false };
                self.add(configuration + high * 0x400, Csr::Register(location));
            }
        }
    }

    fn add_controls(&mut self, parameters: &Parameters) {
        if parameters.mcountinhibit {
            self.add(0x320, Csr::Register(Location::CountInhibit));
        }
        let enables = [
            (0x306, parameters.u, Enable::Mcounteren),
            (0x106, parameters.s, Enable::Scounteren),
            (0x606, parameters.h, Enable::Hcounteren),
        ];
        for (number, exists, enable) in enables {
            if exists {
                self.add(number, Csr::Register(Location::CounterEnable(enable)));
            }
        }
        if parameters.sscofpmf {
            self.add(0xDA0, Csr::CountOverflow);
        }
    }

    fn add_interrupts(&mut self, parameters: &Parameters) {
        let levels = [
            (0x300, true, Level::Machine),
            (0x100, parameters.s, Level::Supervisor),
            (0x200, parameters.h, Level::VirtualSupervisor),
        ];
        for (base, exists, level) in levels {
            if exists {
                self.add(base + 0x44, Csr::Register(Location::Interrupt(Interrupt::Pending, level)));
                self.add(base + 0x04, Csr::Register(Location::Interrupt(Interrupt::Enable, level)));
            }
        }
    }

    fn add_delegation(&mut self, has_hypervisor: bool) {
        self.add(0x120, Csr::DelegatedInhibit);
        self.add(0x150, Csr::Select);
        for (offset, register) in WINDOW {
            self.add(0x150 + offset, Csr::Window(register));
        }
        if has_hypervisor {
            self.add(0x250, Csr::VirtualSelect);
            for (offset, _) in WINDOW {
                self.add(0x250 + offset, Csr::VirtualWindow);
            }
        }
    }
}
