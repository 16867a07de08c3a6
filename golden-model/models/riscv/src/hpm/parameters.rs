//! The parameters of an instance (section 2.1).

use serde::{Deserialize, Deserializer};

/// Number of counter numbers: `mcycle` has 0, `minstret` 2, the hpm counters 3 to 31.
pub(super) const COUNTERS: usize = 32;

/// Largest number of retire ports.
pub(super) const MOST_PORTS: usize = 8;

/// The normalised parameters. The rules of legality of section 2.1 have been checked.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Parameters {
    /// Width of CSR accesses: 32 or 64 bits.
    pub xlen: u32,
    #[serde(deserialize_with = "flag")]
    pub u: bool,
    #[serde(deserialize_with = "flag")]
    pub s: bool,
    #[serde(deserialize_with = "flag")]
    pub h: bool,
    #[serde(deserialize_with = "flag")]
    pub zicntr: bool,
    #[serde(deserialize_with = "flag")]
    pub zihpm: bool,
    #[serde(deserialize_with = "flag")]
    pub smcntrpmf: bool,
    #[serde(deserialize_with = "flag")]
    pub sscofpmf: bool,
    #[serde(deserialize_with = "flag")]
    pub smcdeleg: bool,
    #[serde(deserialize_with = "flag")]
    pub smstateen: bool,
    /// The numbers of the implemented hpm counters, ascending.
    pub counters: Vec<usize>,
    /// Width in bits of each hpm counter, by number.
    pub width: Vec<u32>,
    pub unimplemented: Unimplemented,
    /// Whether `mcountinhibit` exists.
    #[serde(deserialize_with = "flag")]
    pub mcountinhibit: bool,
    /// Writable bits of `mcountinhibit`.
    pub mcountinhibit_wr: u32,
    /// Reset value of `mcountinhibit`.
    pub mcountinhibit_rst: u32,
    /// Writable bits of `mcounteren`.
    pub mcounteren_wr: u32,
    /// Writable bits of `scounteren`.
    pub scounteren_wr: u32,
    /// Writable bits of `hcounteren`.
    pub hcounteren_wr: u32,
    pub selector: SelectorStyle,
    /// Width of the selector in bits.
    pub sel_w: u32,
    pub sel_illegal: SelIllegal,
    /// More than one listed bit of a mask is illegal.
    #[serde(deserialize_with = "flag")]
    pub mask_onehot: bool,
    /// The hard-wired selector of each hpm counter, by number; -1 for none.
    pub sel_fixed: Vec<i64>,
    pub combine: Combine,
    /// Number of retire ports, at most [`MOST_PORTS`].
    pub ret_ports: usize,
    /// Width of the count of a retire port in bits.
    pub ret_w: u32,
    pub lines: Vec<Line>,
    pub events: Vec<Event>,
    /// The inputs `debug` and `stopcount` exist.
    #[serde(deserialize_with = "flag")]
    pub stopcount: bool,
    /// `stopcount` stops `mcycle` too.
    #[serde(deserialize_with = "flag")]
    pub stop_cycle: bool,
    pub half_write: HalfWrite,
    pub cycle_write: CycleWrite,
    pub write_overflow: WriteOverflow,
    pub of_write: OfWrite,
    pub of_sw: OfSw,
    pub lcofip_write: LcofipWrite,
    /// Requests reach LCOFIP one cycle later.
    #[serde(deserialize_with = "flag")]
    pub lcofi_delay: bool,
}

/// An event line of the instance.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Line {
    /// Name of its port.
    pub name: String,
    /// The retire port whose mode qualifies it; -1 for the mode of the hart.
    pub port: i64,
}

/// An event.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Event {
    /// The selector value that selects this event and no other.
    pub code: u64,
    /// Names of its lines: those of [`Line`], `cyc`, or `ret` with the number of a port.
    pub lines: Vec<String>,
}

/// Access to counters that are not implemented (RVHPM-A07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Unimplemented {
    /// They read 0 and ignore writes.
    Zero,
    /// Their shadows are illegal.
    UserIllegal,
    /// All their registers are illegal.
    AllIllegal,
}

/// Meaning of the selector (section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SelectorStyle {
    /// Each listed value is an event.
    Encoded,
    /// Each listed bit is an event.
    Mask,
    /// Bits 7:0 are a class, each higher bit is an event of the class.
    SetMask,
}

/// The result of a write of an illegal selector (RVHPM-A09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SelIllegal {
    Zero,
    Keep,
    Store,
}

/// The number that several selected lines add (RVHPM-A10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Combine {
    Sum,
    Or,
}

/// The other half of a counter in the cycle of a write to one half (RVHPM-A14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum HalfWrite {
    Drop,
    Count,
}

/// `mcycle` after a write (RVHPM-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CycleWrite {
    Hold,
    Tick,
}

/// An overflow in the cycle of a write to the counter (RVHPM-A16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WriteOverflow {
    Drop,
    Flag,
}

/// An overflow in the cycle of a write to OF (RVHPM-A17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OfWrite {
    Write,
    Set,
}

/// A write that changes OF from 0 to 1 (RVHPM-A18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OfSw {
    Silent,
    Request,
}

/// A request in the cycle of a write to LCOFIP (RVHPM-A20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum LcofipWrite {
    Set,
    Write,
}

impl Parameters {
    /// Reads the table of parameters of a description.
    ///
    /// # Panics
    /// When a parameter is missing or has another type: the loader of the configuration has checked them.
    pub fn new(table: &toml::Table) -> Self {
        let read = Self::deserialize(table.clone());
        read.unwrap_or_else(|error| panic!("parameters of a RISC-V hpm instance: {error}"))
    }

    /// Whether an hpm counter of that number is implemented.
    pub fn implements(&self, counter: usize) -> bool {
        self.counters.contains(&counter)
    }

    /// Width in bits of a counter: 64 for `mcycle` and `minstret`, 0 for a counter that is not implemented.
    pub fn counter_width(&self, counter: usize) -> u32 {
        match counter {
            0 | 2 => 64,
            _ if self.implements(counter) => self.width[counter],
            _ => 0,
        }
    }

    /// The hard-wired selector of an hpm counter, if any.
    pub fn fixed_selector(&self, counter: usize) -> Option<u64> {
        u64::try_from(self.sel_fixed[counter]).ok()
    }

    /// Whether `ret_priv` exists: the modes of the retire ports matter to a filter (section 2.3).
    pub fn has_port_modes(&self) -> bool {
        self.u && (self.smcntrpmf || self.sscofpmf)
    }
}

/// A flag, which the normalised parameters contain as 0 or 1.
fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(u8::deserialize(deserializer)? != 0)
}
