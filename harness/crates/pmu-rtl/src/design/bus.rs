//! `[bus]` of a port map: the register port of a block is a slave of a standard bus.

use pmu_dut::PortTiming;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Protocol {
    /// APB of AMBA 3 and 4.
    Apb,
    /// AXI4-Lite.
    Axi4Lite,
    /// AHB-Lite of AMBA 3.
    AhbLite,
}

/// `[bus]` as it was read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bus {
    pub protocol: Protocol,
    /// Cycles in which the block is not ready, in each transfer.
    #[serde(default)]
    pub wait_states: u32,
    /// AXI4-Lite: cycles from the first one with the address to that in which a write has its effect.
    pub write: Option<u32>,
    /// AXI4-Lite: cycles from the first one with the address to that whose state is read.
    pub read: Option<u32>,
    /// AXI4-Lite: most cycles from the effect to the answer.
    pub answer: Option<u32>,
    /// The parts of the register port that make the address, lowest first: `bus_addr`, `bus_addr[11:0]`, `bus_unit`, `bus_space`.
    pub address: Option<Vec<String>>,
    /// Names of the signals of the bus in the block that differ from those of the protocol in lower case.
    #[serde(default)]
    pub signals: BTreeMap<String, String>,
}

/// A signal of a protocol in the block.
pub(crate) struct Signal {
    /// Its name in the protocol, in lower case.
    pub name: &'static str,
    /// The port of the bridge that it is connected to.
    pub bridge: &'static str,
    /// Whether it is an input of the block.
    pub is_input: bool,
    /// The value that the bridge sees if the block does not have it; `None` if it must have it.
    pub absent: Option<&'static str>,
}

/// Most cycles that a part of a transfer can have.
const MOST_CYCLES: u32 = 255;

impl Bus {
    /// What is wrong with the values alone.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let given = [("write", self.write), ("read", self.read), ("answer", self.answer)];
        for (key, value) in given.into_iter().chain([("wait_states", Some(self.wait_states))]) {
            if value.is_some_and(|cycles| cycles > MOST_CYCLES) {
                faults.push(format!("[bus] {key}: at most {MOST_CYCLES} cycles"));
            }
        }
        if !matches!(self.protocol, Protocol::Axi4Lite) && given.iter().any(|(_, value)| value.is_some()) {
            faults.push(
                "[bus] `write`, `read` and `answer` are for AXI4-Lite; this protocol has only wait_states".to_owned(),
            );
        }
        faults
    }

    /// Cycles from the start of a write to its effect.
    fn write_cycles(&self) -> u32 {
        self.cycles(self.write)
    }

    /// Cycles from the start of a read to the cycle whose state it returns.
    fn read_cycles(&self) -> u32 {
        self.cycles(self.read)
    }

    fn cycles(&self, given: Option<u32>) -> u32 {
        match self.protocol {
            Protocol::Apb | Protocol::AhbLite => 1 + self.wait_states,
            Protocol::Axi4Lite => given.unwrap_or(self.wait_states),
        }
    }

    /// Cycles from the frame of an access to its effect: all other inputs are delayed by as many.
    pub fn effect(&self) -> u32 {
        self.write_cycles().max(self.read_cycles())
    }

    /// Most cycles from the effect to the answer.
    pub fn answer(&self) -> u32 {
        match self.protocol {
            Protocol::Apb => 0,
            // The second cycle of an error.
            Protocol::AhbLite => 1,
            Protocol::Axi4Lite => self.answer.unwrap_or(1),
        }
    }

    /// Cycles before the start of a read and of a write, so that all accesses have their effect after the same time.
    pub fn start_delays(&self) -> (u32, u32) {
        (self.effect() - self.read_cycles(), self.effect() - self.write_cycles())
    }

    /// The timing of the register port that the bus makes.
    pub fn timing(&self) -> PortTiming {
        let latency = self.effect() + self.answer();
        PortTiming { spacing: u64::from(latency) + 1, ahead: latency as usize }
    }

    /// The signals of the protocol.
    pub fn signals(&self) -> &'static [Signal] {
        match self.protocol {
            Protocol::Apb => APB,
            Protocol::Axi4Lite => AXI4_LITE,
            Protocol::AhbLite => AHB_LITE,
        }
    }

    /// The port of the block for a signal.
    pub fn port<'b>(&'b self, signal: &'b Signal) -> &'b str {
        self.signals.get(signal.name).map_or(signal.name, String::as_str)
    }

    /// The module of the bridge.
    pub fn bridge(&self) -> &'static str {
        match self.protocol {
            Protocol::Apb => "pmu_bus_apb",
            Protocol::Axi4Lite => "pmu_bus_axi4_lite",
            Protocol::AhbLite => "pmu_bus_ahb_lite",
        }
    }

    /// The signals with the widths of address and data.
    pub fn wide_signals(&self) -> (&'static str, &'static str) {
        match self.protocol {
            Protocol::Apb => ("paddr", "pwdata"),
            Protocol::Axi4Lite => ("awaddr", "wdata"),
            Protocol::AhbLite => ("haddr", "hwdata"),
        }
    }
}

/// An input of the block that it must have.
const fn to(name: &'static str) -> Signal {
    Signal { name, bridge: name, is_input: true, absent: None }
}

/// An input of the block that it need not have.
const fn may(name: &'static str) -> Signal {
    Signal { name, bridge: name, is_input: true, absent: Some("") }
}

/// An output of the block that it must have.
const fn from(name: &'static str) -> Signal {
    Signal { name, bridge: name, is_input: false, absent: None }
}

const APB: &[Signal] = &[
    to("psel"),
    to("penable"),
    to("pwrite"),
    to("paddr"),
    to("pwdata"),
    may("pstrb"),
    may("pprot"),
    from("prdata"),
    Signal { name: "pready", bridge: "pready", is_input: false, absent: Some("1'b1") },
    Signal { name: "pslverr", bridge: "pslverr", is_input: false, absent: Some("1'b0") },
];

const AXI4_LITE: &[Signal] = &[
    to("awvalid"),
    from("awready"),
    to("awaddr"),
    may("awprot"),
    to("wvalid"),
    from("wready"),
    to("wdata"),
    may("wstrb"),
    from("bvalid"),
    to("bready"),
    Signal { name: "bresp", bridge: "bresp", is_input: false, absent: Some("2'd0") },
    to("arvalid"),
    from("arready"),
    to("araddr"),
    may("arprot"),
    from("rvalid"),
    to("rready"),
    from("rdata"),
    Signal { name: "rresp", bridge: "rresp", is_input: false, absent: Some("2'd0") },
];

const AHB_LITE: &[Signal] = &[
    may("hsel"),
    to("htrans"),
    to("haddr"),
    to("hwrite"),
    may("hsize"),
    may("hburst"),
    may("hprot"),
    may("hmastlock"),
    to("hwdata"),
    from("hrdata"),
    Signal { name: "hreadyout", bridge: "hready", is_input: false, absent: None },
    Signal { name: "hresp", bridge: "hresp", is_input: false, absent: Some("1'b0") },
    Signal { name: "hready", bridge: "hready", is_input: true, absent: Some("") },
];
