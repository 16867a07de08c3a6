//! The positions of inputs in a frame, and of outputs and state in an observation.

use super::inputs::Inputs;
use super::parameters::{Parameters, COUNTERS};
use super::state::State;
use super::unit::Access;
use golden_model_core::register_port::{RequestPort, ResponsePort};
use golden_model_core::{Bits, Pmu, Slot, WordPosition};

/// The slot of an input port of the RTL.
///
/// # Panics
/// When the description has no such port: it differs from the parameters.
fn port(pmu: &Pmu, name: &str) -> Slot {
    let port = pmu.description.in_ports.iter().find(|port| port.verilog == name);
    let port = port.unwrap_or_else(|| panic!("the description has no port {name}"));
    pmu.frame.slot(&port.name)
}

/// The slots of the inputs in a frame. A port that the instance does not have is `None` or missing in a list.
#[derive(Clone)]
pub(super) struct InputPorts {
    register_port: RequestPort,
    privilege: Option<Bits>,
    virt: Option<Bits>,
    debug: Option<Bits>,
    stopcount: Option<Bits>,
    cde: Option<Bits>,
    mstateen_csrind: Option<Bits>,
    hstateen_csrind: Option<Bits>,
    mideleg_lcofi: Option<Bits>,
    hideleg_lcofi: Option<Bits>,
    ret_privilege: Vec<Bits>,
    ret_virt: Vec<Bits>,
    /// In the order of [`Inputs::lines`].
    lines: Vec<Bits>,
}

impl InputPorts {
    /// Binds the inputs of an instance to the slots of its frame (section 2.3).
    pub fn new(pmu: &Pmu, parameters: &Parameters) -> Self {
        let if_exists = |exists: bool, name: &str| exists.then(|| port(pmu, name).bits());
        let ports = parameters.ret_ports as u32;
        let by_port = |exists: bool, name: &str, width: u32| -> Vec<Bits> {
            if !exists {
                return Vec::new();
            }
            let all = port(pmu, name);
            assert_eq!(all.width, ports * width, "width of {name} in bits");
            (0..ports).map(|number| all.part(number * width, width)).collect()
        };
        let has_port_modes = parameters.has_port_modes();
        let mut lines = vec![port(pmu, "cyc").bits()];
        lines.extend(by_port(true, "ret_n", parameters.ret_w));
        lines.extend(parameters.lines.iter().map(|line| port(pmu, &line.name).bits()));
        Self {
            register_port: RequestPort::new(pmu),
            privilege: if_exists(parameters.u, "priv"),
            virt: if_exists(parameters.h, "virt"),
            debug: if_exists(parameters.stopcount, "debug"),
            stopcount: if_exists(parameters.stopcount, "stopcount"),
            cde: if_exists(parameters.smcdeleg, "cde"),
            mstateen_csrind: if_exists(parameters.smstateen, "mstateen_csrind"),
            hstateen_csrind: if_exists(parameters.smstateen && parameters.h, "hstateen_csrind"),
            mideleg_lcofi: if_exists(parameters.sscofpmf, "mideleg_lcofi"),
            hideleg_lcofi: if_exists(parameters.sscofpmf && parameters.h, "hideleg_lcofi"),
            ret_privilege: by_port(has_port_modes, "ret_priv", 2),
            ret_virt: by_port(has_port_modes && parameters.h, "ret_virt", 1),
            lines,
        }
    }

    /// Copies the inputs of a cycle from its frame.
    #[inline]
    pub fn read(&self, frame: &[u64], inputs: &mut Inputs) {
        let flag = |at: Option<Bits>, input: &mut bool| {
            if let Some(at) = at {
                *input = at.get(frame) != 0;
            }
        };
        inputs.rst = self.register_port.rst(frame);
        inputs.request = self.register_port.request(frame);
        if let Some(at) = self.privilege {
            inputs.privilege = at.get(frame) as u8;
        }
        flag(self.virt, &mut inputs.virt);
        flag(self.debug, &mut inputs.debug);
        flag(self.stopcount, &mut inputs.stopcount);
        flag(self.cde, &mut inputs.cde);
        flag(self.mstateen_csrind, &mut inputs.mstateen_csrind);
        flag(self.hstateen_csrind, &mut inputs.hstateen_csrind);
        flag(self.mideleg_lcofi, &mut inputs.mideleg_lcofi);
        flag(self.hideleg_lcofi, &mut inputs.hideleg_lcofi);
        for (privilege, at) in inputs.ret_privilege.iter_mut().zip(&self.ret_privilege) {
            *privilege = at.get(frame) as u8;
        }
        for (virt, at) in inputs.ret_virt.iter_mut().zip(&self.ret_virt) {
            *virt = at.get(frame) != 0;
        }
        for (line, at) in inputs.lines.iter_mut().zip(&self.lines) {
            *line = at.get(frame);
        }
    }
}

/// The slots of outputs and state in an observation. Those that the instance does not have are `None`.
#[derive(Clone)]
pub(super) struct OutputPorts {
    register_port: ResponsePort,
    exc_virtual: Option<WordPosition>,
    csr_old: WordPosition,
    lcofip: Option<WordPosition>,
    lcofie: Option<WordPosition>,
    mcounteren_tm: Option<WordPosition>,
    scounteren_tm: Option<WordPosition>,
    hcounteren_tm: Option<WordPosition>,
    words: StateWords,
}

/// The slots of the state words. Lists are indexed by the number of a counter.
#[derive(Clone)]
struct StateWords {
    counts: [Option<WordPosition>; COUNTERS],
    selectors: [Option<WordPosition>; COUNTERS],
    inhibits: [Option<WordPosition>; COUNTERS],
    overflowed: [Option<WordPosition>; COUNTERS],
    mcountinhibit: Option<WordPosition>,
    mcounteren: Option<WordPosition>,
    scounteren: Option<WordPosition>,
    hcounteren: Option<WordPosition>,
    siselect: Option<WordPosition>,
    vsiselect: Option<WordPosition>,
    lcofip: Option<WordPosition>,
    lcofie: Option<WordPosition>,
    lcofi_request: Option<WordPosition>,
}

impl StateWords {
    fn new(pmu: &Pmu, parameters: &Parameters) -> Self {
        let if_exists = |exists: bool, name: &str| exists.then(|| pmu.output(name));
        let of_counter = |exists: bool, counter: usize, suffix: &str| {
            let name = match counter {
                0 => format!("mcyclecfg{suffix}"),
                2 => format!("minstretcfg{suffix}"),
                _ => format!("mhpmevent{counter}{suffix}"),
            };
            if_exists(exists, &name)
        };
        let is_hpm = |counter: usize| parameters.implements(counter);
        let has_filter = |counter: usize| match counter {
            0 | 2 => parameters.smcntrpmf,
            _ => parameters.sscofpmf && is_hpm(counter),
        };
        let count = |counter: usize| match counter {
            0 => Some(pmu.output("mcycle")),
            2 => Some(pmu.output("minstret")),
            _ => if_exists(is_hpm(counter), &format!("mhpmcounter{counter}")),
        };
        let is_selectable = |counter: usize| is_hpm(counter) && parameters.fixed_selector(counter).is_none();
        Self {
            counts: std::array::from_fn(count),
            selectors: std::array::from_fn(|counter| of_counter(is_selectable(counter), counter, "_sel")),
            inhibits: std::array::from_fn(|counter| of_counter(has_filter(counter), counter, "_inh")),
            overflowed: std::array::from_fn(|counter| {
                of_counter(parameters.sscofpmf && is_hpm(counter), counter, "_of")
            }),
            mcountinhibit: if_exists(parameters.mcountinhibit, "mcountinhibit"),
            mcounteren: if_exists(parameters.u, "mcounteren"),
            scounteren: if_exists(parameters.s, "scounteren"),
            hcounteren: if_exists(parameters.h, "hcounteren"),
            siselect: if_exists(parameters.smcdeleg, "siselect"),
            vsiselect: if_exists(parameters.smcdeleg && parameters.h, "vsiselect"),
            lcofip: if_exists(parameters.sscofpmf, "lcofip_q"),
            lcofie: if_exists(parameters.sscofpmf, "lcofie_q"),
            lcofi_request: if_exists(parameters.sscofpmf && parameters.lcofi_delay, "lcofi_request"),
        }
    }
}

/// Stores a value at its position, if there is one.
#[inline]
fn put(at: Option<WordPosition>, words: &mut [u64], value: impl Into<u64>) {
    if let Some(at) = at {
        at.put(words, value);
    }
}

impl OutputPorts {
    /// Binds the outputs and the state of an instance to the slots of its observation (section 2.3).
    pub fn new(pmu: &Pmu, parameters: &Parameters) -> Self {
        let if_exists = |exists: bool, name: &str| exists.then(|| pmu.output(name));
        let time = |exists: bool, mask: u32, name: &str| if_exists(exists && mask & TM != 0, name);
        Self {
            register_port: ResponsePort::new(pmu),
            exc_virtual: if_exists(parameters.h, "exc_virtual"),
            csr_old: pmu.output("csr_old"),
            lcofip: if_exists(parameters.sscofpmf, "lcofip"),
            lcofie: if_exists(parameters.sscofpmf, "lcofie"),
            mcounteren_tm: time(parameters.u, parameters.mcounteren_wr, "mcounteren_tm"),
            scounteren_tm: time(parameters.s, parameters.scounteren_wr, "scounteren_tm"),
            hcounteren_tm: time(parameters.h, parameters.hcounteren_wr, "hcounteren_tm"),
            words: StateWords::new(pmu, parameters),
        }
    }

    /// Writes the words of an observation that stay constant until a write or a reset.
    pub fn settings(&self, state: &State, words: &mut [u64]) {
        let at = &self.words;
        words.fill(0);
        for counter in 0..COUNTERS {
            put(at.selectors[counter], words, state.selectors[counter]);
            put(at.inhibits[counter], words, state.inhibits[counter].0);
        }
        put(at.mcountinhibit, words, state.mcountinhibit);
        put(at.mcounteren, words, state.mcounteren);
        put(at.scounteren, words, state.scounteren);
        put(at.hcounteren, words, state.hcounteren);
        put(at.siselect, words, state.siselect);
        put(at.vsiselect, words, state.vsiselect);
        put(at.lcofie, words, state.lcofie);
        put(self.lcofie, words, state.lcofie);
        put(self.mcounteren_tm, words, state.mcounteren & TM != 0);
        put(self.scounteren_tm, words, state.scounteren & TM != 0);
        put(self.hcounteren_tm, words, state.hcounteren & TM != 0);
    }

    /// Writes the remaining values of a cycle over the settings, given its access and the state at its start.
    #[inline]
    pub fn observe(&self, words: &mut [u64], access: &Access, state: &State) {
        self.register_port.put(words, access.response());
        put(self.exc_virtual, words, access.is_virtual_exception());
        self.csr_old.put(words, access.old());
        put(self.lcofip, words, state.lcofip);
        let at = &self.words;
        for counter in 0..COUNTERS {
            put(at.counts[counter], words, state.counts[counter]);
            put(at.overflowed[counter], words, state.of(counter));
        }
        put(at.lcofip, words, state.lcofip);
        put(at.lcofi_request, words, state.lcofi_request);
    }
}

/// Bit TM of a counter-enable register (RVHPM-R75).
pub(super) const TM: u32 = 1 << 1;
