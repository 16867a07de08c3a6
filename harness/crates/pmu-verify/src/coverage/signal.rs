//! Named values of a cycle: inputs, outputs, state, written fields, and the register port's access.

use golden_model_core::description::{Register, BUS_REQUEST};
use golden_model_core::suggest::unknown;
use golden_model_core::Bits;
use pmu_program::Names;

/// Values of the signal `access`: what the register port does in a cycle.
pub(super) const ACCESSES: [&str; 4] = ["none", "read", "write", "refused"];

/// Location of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signal {
    pub source: Source,
    pub bits: Bits,
}

/// The words that contain a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The frame: inputs and write data.
    Frame,
    /// The observation of the cycle.
    Now,
    /// The observation of the next cycle: state after this cycle, and outputs of the next cycle.
    Next,
    /// The access at the register port: a position in [`ACCESSES`].
    Access,
}

/// The values of one cycle.
#[derive(Clone, Copy)]
pub(super) struct CycleView<'a> {
    /// The words of each [`Source`], in its order.
    words: [&'a [u64]; 4],
}

impl<'a> CycleView<'a> {
    /// A cycle with its inputs, the model's observations of it and of the next one, and its access.
    #[inline]
    pub fn new(frame: &'a [u64], now: &'a [u64], next: &'a [u64], access: &'a u64) -> Self {
        Self { words: [frame, now, next, std::slice::from_ref(access)] }
    }

    /// The words of a source.
    #[inline]
    pub fn of(&self, source: Source) -> &'a [u64] {
        self.words[source as usize]
    }

    /// The access at the register port: a position in [`ACCESSES`].
    #[inline]
    pub fn access(&self) -> u64 {
        self.of(Source::Access)[0]
    }
}

impl Signal {
    /// The value in a cycle.
    #[inline]
    pub fn get(self, cycle: &CycleView) -> u64 {
        self.bits.get(cycle.of(self.source))
    }
}

/// Finds a signal by name.
///
/// Names are `core0.pm`, `core0.PerfEvtSel1.EN` and `core0.cpl`, each with an optional bit range such as `[3]` or
/// `[17:16]`; a trailing `'` selects the next cycle, except for inputs. Other names are lines of the request, such as
/// `bus_space`; `access`; and `written.FIELD` in a group that is sampled on writes.
pub(super) fn find(names: &Names, name: &str, written: Option<&Register>) -> Result<Signal, String> {
    if name == "access" {
        return Ok(Signal { source: Source::Access, bits: Bits::low(2) });
    }
    let (whole, is_next) = match name.strip_suffix('\'') {
        Some(whole) => (whole, true),
        None => (name, false),
    };
    let (base, range) = split_range(whole)?;
    let in_frame = |bits: Bits| Signal { source: Source::Frame, bits };
    let part = |low: u32, width: u32| match range {
        None => Ok((low, width)),
        Some((first, bits)) if first + bits <= width => Ok((low + first, bits)),
        Some(_) => Err(format!("`{name}`: {base} has {width} bits")),
    };
    if let Some(field) = base.strip_prefix("written.") {
        let register = written.ok_or_else(|| format!("`{name}` needs `when = \"written REGISTER\"`"))?;
        if register.is_in_parts() {
            return Err(format!("`{name}`: {} is written in parts", register.name));
        }
        let found = register.field(field);
        let known = register.fields.iter().map(|field| &field.name);
        let field = found.ok_or_else(|| unknown(&format!("field of {}", register.name), field, known))?;
        let (low, width) = part(field.low, field.width)?;
        return Ok(in_frame(names.pmu.frame.slot("bus_wdata").part(low, width)));
    }
    if let Some(&(port, width)) = BUS_REQUEST.iter().find(|(port, _)| *port == base).filter(|_| !is_next) {
        let (low, width) = part(0, width)?;
        return Ok(in_frame(names.pmu.frame.slot(port).part(low, width)));
    }
    let what = match names.target(base) {
        Ok(target) => {
            let (low, width) = part(target.low, target.width)?;
            let bits = names.pmu.observation.slots()[target.slot].part(low, width);
            return Ok(Signal { source: if is_next { Source::Next } else { Source::Now }, bits });
        }
        Err(what) => what,
    };
    match names.input_part(base) {
        Ok(_) if is_next => Err(format!("`{name}`: the inputs of the next cycle are not available")),
        Ok((input, low, width)) => {
            let (low, width) = part(low, width)?;
            let at = names.pmu.description.inputs[input].at;
            let at = golden_model_core::description::PortBits { low: at.low + low, width, ..at };
            Ok(in_frame(names.pmu.in_frame(at)))
        }
        Err(_) => Err(what.replace("output or state word", "output, state word or input")),
    }
}

/// Lowest bit and number of bits.
type BitRange = (u32, u32);

/// Splits a name into the base and the bit range.
fn split_range(name: &str) -> Result<(&str, Option<BitRange>), String> {
    let Some((base, range)) = name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) else {
        return Ok((name, None));
    };
    let (high, low) = range.split_once(':').unwrap_or((range, range));
    match (high.parse::<u32>(), low.parse::<u32>()) {
        (Ok(high), Ok(low)) if high >= low && high < 64 => Ok((base, Some((low, high - low + 1)))),
        _ => Err(format!("`{name}`: bad bits [{range}]")),
    }
}
