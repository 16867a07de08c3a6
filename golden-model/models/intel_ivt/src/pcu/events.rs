//! The events of the PCU: selection and comparison by the control register (2.7.3.2, 2.7.5, 2.7.7).

use super::bands::Bands;
use crate::common::{pins, Compares, Control, Lines};

pins! {
    CoreCst "core_cst",
    CoreTrans "core_trans",
    CoreDemote "core_demote",
    CoreAbort "core_abort",
    VoltUp "volt_up",
    VoltDn "volt_dn",
    FreqTrans "freq_trans",
    GvDone "gv_done",
    Ratio "ratio",
    FmaxThermal "fmax_thermal",
    FmaxPower "fmax_power",
    FmaxOs "fmax_os",
    FmaxCurrent "fmax_current",
    FminIoP "fmin_io_p",
    FminPerfP "fmin_perf_p",
    ProchotInt "prochot_int",
    ProchotExt "prochot_ext",
    VrHot "vr_hot",
    MemShed "mem_shed",
    PkgC2c3 "pkg_c2c3",
}

/// The stored bits of a control register (Table 2-121).
pub(super) const STORED: u32 = 0xDF74_C0FF;

/// The occupancy event.
const OCCUPANCY: u16 = 0x080;
/// Bit 30 of a control register: the comparison of the cores is true below the threshold.
const OCC_INVERT: u32 = 1 << 30;

/// The fields of a control register that only the PCU has.
trait Fields {
    /// The core state that the occupancy event counts.
    fn occ_sel(self) -> u32;
}

impl Fields for Control {
    fn occ_sel(self) -> u32 {
        self.bits() >> 14 & 3
    }
}

/// What occurs in a cycle.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    /// The increment of the event.
    value: u32,
    /// For a qualified event, the number of cores in the selected state.
    cores: Option<u32>,
}

/// The comparison of the PCU: 5 bits of threshold, and separate edge and inversion bits for
/// events with ev_sel bit 7. The condition of a qualified event is that of the cores (PCU-A04).
#[derive(Clone, Copy)]
pub(super) struct OccupancyCompare;

impl Compares for OccupancyCompare {
    type Raw = Raw;

    #[inline]
    fn value(raw: Raw) -> u32 {
        raw.value
    }

    #[inline]
    fn thresh(control: Control) -> u32 {
        control.bits() >> 24 & 0x1F
    }

    #[inline]
    fn edge(control: Control) -> bool {
        match control.ev_sel() & 0x80 {
            0 => control.edge_det(),
            _ => control.bits() >> 31 != 0,
        }
    }

    /// Only the occupancy event can be inverted, and only with a core state selected (PCU-A03, PCU-A04).
    #[inline]
    fn inverted(control: Control) -> bool {
        control.bits() & OCC_INVERT != 0 && control.code() == OCCUPANCY && control.occ_sel() != 0
    }

    /// The condition of a qualified event needs no threshold.
    #[inline]
    fn never_reached(control: Control) -> bool {
        Self::thresh(control) == 0 && qualified(control).is_none()
    }

    #[inline]
    fn reached(control: Control, raw: Raw) -> bool {
        match (raw.cores, Self::thresh(control)) {
            (None, 0) => false,
            (None, thresh) => (raw.value >= thresh) != Self::inverted(control),
            (Some(_), _) if control.occ_sel() == 0 => false,
            (Some(cores), 0) => cores != 0,
            (Some(cores), thresh) => (cores >= thresh) != (control.bits() & OCC_INVERT != 0),
        }
    }

    #[inline]
    fn increment(control: Control, raw: Raw, reached: bool, rises: bool) -> u32 {
        let counts = if Self::edge(control) { rises } else { reached };
        match raw.cores {
            Some(_) => raw.value * u32::from(counts),
            None if Self::thresh(control) == 0 => raw.value,
            None => counts.into(),
        }
    }
}

/// The code of the event that a control register qualifies, if it does: that without bit 7.
fn qualified(control: Control) -> Option<u16> {
    let code = control.code() & !OCCUPANCY;
    (control.ev_sel() & 0x80 != 0 && control.code() != OCCUPANCY).then_some(code)
}

/// The event that a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Event {
    kind: Kind,
    /// The core state by which it is qualified (PCU-A04).
    qualifier: Option<u32>,
}

/// An event without a qualifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Lines(Lines<Pin>),
    /// {0, 0x03}: the voltage changes.
    Voltage,
    /// {0, 0x0B} to {0, 0x0E}: cycles in a frequency band.
    Band(u32),
    /// {0, 0x80}: the number of cores in a state.
    Cores(u32),
}

impl Event {
    /// No event.
    pub const NOTHING: Self = Self { kind: Kind::Lines(Lines::Nothing), qualifier: None };

    /// Decodes a control register; `qualifies` means that bit 7 of a code other than that of the occupancy event qualifies an
    /// event. All counters may count every event.
    pub fn new(control: Control, qualifies: bool) -> Self {
        match qualified(control).filter(|_| qualifies) {
            Some(code) => Self { kind: Kind::new(code, control), qualifier: Some(control.occ_sel()) },
            None => Self { kind: Kind::new(control.code(), control), qualifier: None },
        }
    }

    /// What occurs in a cycle; `level` fetches an input.
    #[inline]
    pub fn raw(self, bands: &Bands, level: impl Fn(Pin) -> u64) -> Raw {
        let cores = self.qualifier.map(|state| cores(level(Pin::CoreCst), state).count_ones());
        Raw { value: self.kind.value(bands, level), cores }
    }
}

impl Kind {
    /// The event of a code.
    fn new(code: u16, control: Control) -> Self {
        let core = |pin: Pin, core: u16| Lines::Any(pin, 1 << core);
        Kind::Lines(match code {
            0x000 => Lines::Clocks,
            0x001 => Lines::set(Pin::VoltUp),
            0x002 => Lines::set(Pin::VoltDn),
            0x003 => return Kind::Voltage,
            0x004 => Lines::set(Pin::FmaxThermal),
            0x005 => Lines::set(Pin::FmaxPower),
            0x006 => Lines::set(Pin::FmaxOs),
            0x007 => Lines::set(Pin::FmaxCurrent),
            0x009 => Lines::set(Pin::ProchotInt),
            0x00A => Lines::set(Pin::ProchotExt),
            0x00B..=0x00E => return Kind::Band(u32::from(code - 0x00B)),
            0x01E..=0x025 => core(Pin::CoreDemote, code - 0x01E),
            0x02F => Lines::set(Pin::MemShed),
            0x032 => Lines::set(Pin::VrHot),
            0x040..=0x046 => core(Pin::CoreDemote, code - 0x040 + 8),
            0x060 => Lines::set(Pin::FreqTrans),
            0x061 => Lines::set(Pin::FminIoP),
            0x063 => Lines::set(Pin::CoreTrans),
            0x070..=0x07E => core(Pin::CoreTrans, code - 0x070),
            OCCUPANCY if control.occ_sel() != 0 => return Kind::Cores(control.occ_sel()),
            0x102 => Lines::set(Pin::FminPerfP),
            0x117..=0x125 => core(Pin::CoreAbort, code - 0x117),
            0x126 => Lines::set(Pin::PkgC2c3),
            _ => Lines::Nothing,
        })
    }

    /// The increment of a cycle; `level` fetches an input.
    #[inline]
    fn value(self, bands: &Bands, level: impl Fn(Pin) -> u64) -> u32 {
        match self {
            Kind::Lines(lines) => lines.raw(level),
            Kind::Voltage => u32::from(level(Pin::VoltUp) | level(Pin::VoltDn) != 0),
            Kind::Band(band) => u32::from(bands.is_reached(band) && level(Pin::FreqTrans) == 0),
            Kind::Cores(state) => cores(level(Pin::CoreCst), state).count_ones(),
        }
    }
}

/// The cores whose state has this code, at the lower of the two bits of each core.
#[inline]
pub(super) fn cores(states: u64, code: u32) -> u64 {
    /// The lower bits of all 15 cores.
    const LOWER: u64 = 0x1555_5555;
    let (low, high) = (states & LOWER, states >> 1 & LOWER);
    match code {
        1 => low & !high,
        2 => high & !low,
        3 => high & low,
        _ => 0,
    }
}
