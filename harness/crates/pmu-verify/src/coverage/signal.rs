//! Named values of a cycle: inputs, outputs, state, written fields, and the register port's access.

use golden_model_core::description::{Register, BUS_REQUEST};
use golden_model_core::suggest::unknown;
use golden_model_core::Bits;
use pmu_program::Names;

/// Values of the signal `access`: what the register port does in a cycle.
pub(super) const ACCESSES: [&str; 4] = ["none", "read", "write", "refused"];

/// Location of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signal {
    /// In the frame: inputs and write data.
    Frame(Bits),
    /// In the observation of the cycle.
    Now(Bits),
    /// In the observation of the next cycle: state after this cycle, and outputs of the next cycle.
    Next(Bits),
    /// The access at the register port: a position in [`ACCESSES`].
    Access,
}

/// The values of one cycle.
#[derive(Clone, Copy)]
pub(super) struct CycleView<'a> {
    /// Its inputs.
    pub frame: &'a [u64],
    /// The model's observation of the cycle.
    pub now: &'a [u64],
    /// The model's observation of the next cycle.
    pub next: &'a [u64],
    /// The access at the register port: a position in [`ACCESSES`].
    pub access: u64,
}

impl Signal {
    /// The value in a cycle.
    #[inline]
    pub fn get(self, cycle: &CycleView) -> u64 {
        match self {
            Self::Frame(bits) => bits.get(cycle.frame),
            Self::Now(bits) => bits.get(cycle.now),
            Self::Next(bits) => bits.get(cycle.next),
            Self::Access => cycle.access,
        }
    }

    /// Width in bits.
    pub fn width(self) -> u32 {
        match self {
            Self::Frame(bits) | Self::Now(bits) | Self::Next(bits) => bits.width(),
            Self::Access => 2,
        }
    }
}

/// Finds a signal by name.
///
/// Names are `core0.pm`, `core0.PerfEvtSel1.EN` and `core0.cpl`, each with an optional bit range such as `[3]` or
/// `[17:16]`; a trailing `'` selects the next cycle, except for inputs. Other names are lines of the request, such as
/// `bus_space`; `access`; and `written.FIELD` in a group that is sampled on writes.
pub(super) fn find(names: &Names, name: &str, written: Option<&Register>) -> Result<Signal, String> {
    if name == "access" {
        return Ok(Signal::Access);
    }
    let (whole, is_next) = match name.strip_suffix('\'') {
        Some(whole) => (whole, true),
        None => (name, false),
    };
    let (base, range) = split_range(whole)?;
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
        return Ok(Signal::Frame(names.pmu.frame.slot("bus_wdata").part(low, width)));
    }
    if let Some(&(port, width)) = BUS_REQUEST.iter().find(|(port, _)| *port == base).filter(|_| !is_next) {
        let (low, width) = part(0, width)?;
        return Ok(Signal::Frame(names.pmu.frame.slot(port).part(low, width)));
    }
    let what = match names.target(base) {
        Ok(target) => {
            let (low, width) = part(target.low, target.width)?;
            let bits = names.pmu.observation.slots()[target.slot].part(low, width);
            return Ok(if is_next { Signal::Next(bits) } else { Signal::Now(bits) });
        }
        Err(what) => what,
    };
    match names.input_part(base) {
        Ok(_) if is_next => Err(format!("`{name}`: the inputs of the next cycle are not available")),
        Ok((input, low, width)) => {
            let (low, width) = part(low, width)?;
            let at = names.pmu.description.inputs[input].at;
            let at = golden_model_core::description::PortBits { low: at.low + low, width, ..at };
            Ok(Signal::Frame(names.pmu.in_frame(at)))
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
