//! The values that an entry accepts, and its condition.

use crate::lockstep::{access, folded_register, folded_signal};
use golden_model_core::description::{AccessPath, Field, Register, Signal};
use golden_model_core::suggest::unknown;
use golden_model_core::{Pmu, Slot};
use pmu_program::accessed_register;
use pmu_results::CheckKind;
use std::collections::BTreeSet;

/// Before the register in the name of a bus read.
const OF: &str = " of ";
/// The slots of the response of the register port.
const RESPONSE: [&str; 2] = ["bus_rdata", "bus_error"];

/// A value in a cycle.
pub(crate) struct Location<'a> {
    /// Slot of the observation.
    pub slot: usize,
    /// Frame of the cycle.
    pub frame: &'a [u64],
    /// Frame of the previous cycle; none in the first.
    pub before: Option<&'a [u64]>,
}

/// The values that an entry accepts.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// State words or outputs, by slot, each with the bits of its field.
    Words(Vec<(usize, Option<u64>)>),
    /// Parts of the response to an access.
    Response {
        /// Slots of the response.
        slots: Vec<usize>,
        /// The accessed register.
        accessed: Accessed,
        /// The field of the register.
        field: Option<String>,
    },
}

/// A register that is accessed.
#[derive(Clone, Debug)]
pub(crate) enum Accessed {
    /// No register has the address, or there is no access.
    Nothing,
    /// The register of this name, such as `core0.PerfCtr1`.
    One(String),
    /// All registers of this name without unit and index, such as `PerfCtr`.
    Family(String),
}

impl Accessed {
    /// The register of this name, with or without unit and index.
    fn named(pmu: &Pmu, name: &str) -> Result<Self, String> {
        let families = || pmu.description.registers.iter().map(folded_register);
        if register_names(pmu).contains(name) {
            Ok(Self::One(name.to_owned()))
        } else if families().any(|family| family == name) {
            Ok(Self::Family(name.to_owned()))
        } else {
            Err(unknown("register", name, register_names(pmu).into_iter().chain(families())))
        }
    }

    fn is(&self, accessed: Option<&(String, &Register, &AccessPath)>) -> bool {
        match (self, accessed) {
            (Self::Nothing, accessed) => accessed.is_none(),
            (Self::One(name), Some((accessed, ..))) => name == accessed,
            (Self::Family(name), Some((_, register, _))) => *name == folded_register(register),
            (_, None) => false,
        }
    }
}

impl Place {
    /// The place of a value: `core0.pm`, `core0.PerfEvtSel0.EN`, `bus_rdata of core0.PerfCtr0`.
    pub fn of_value(pmu: &Pmu, name: &str) -> Result<Self, String> {
        let slots = pmu.observation.slots();
        let (place, register) = name.split_once(OF).map_or((name, None), |(place, of)| (place, Some(of)));
        if RESPONSE.contains(&place) {
            let (accessed, field) = match register {
                None => (Accessed::Nothing, None),
                Some(name) => with_field(name, |name| Accessed::named(pmu, name))?,
            };
            let slots = slots.iter().position(|slot| slot.name == place).into_iter().collect();
            return Self::Response { slots, accessed, field }.checked(pmu);
        }
        let find = |name: &str| {
            let known = slots.iter().map(|slot| slot.name.as_str()).filter(|name| !RESPONSE.contains(name));
            slots.iter().position(|slot| slot.name == name).ok_or_else(|| unknown("value", name, known))
        };
        let (slot, field) = with_field(name, find)?;
        let bits = field.map(|field| field_of(pmu, &slots[slot], &field)).transpose()?;
        Ok(Self::Words(vec![(slot, bits)]))
    }

    /// The places of a signature as the console prints it: `PerfEvtSel.EN (state)`, `pm (output)`, `PerfCtr (bus read)`.
    pub fn of_signature(pmu: &Pmu, signature: &str) -> Result<Self, String> {
        let kinds = [CheckKind::State, CheckKind::Output, CheckKind::BusRead];
        let parts = kinds.iter().find_map(|kind| Some((*kind, signature.strip_suffix(&format!(" ({kind})"))?)));
        let Some((kind, name)) = parts else {
            let message =
                "a signature ends with its check, such as `pm (output)`, `PerfCtr (state)` or `PerfCtr (bus read)`";
            return Err(format!("`{signature}`: {message}"));
        };
        let slots = pmu.observation.slots();
        if kind == CheckKind::BusRead {
            let response = |slot: &str| slots.iter().position(|one| one.name == slot);
            if let Some(slot) = response(name).filter(|_| RESPONSE.contains(&name)) {
                return Ok(Self::Response { slots: vec![slot], accessed: Accessed::Nothing, field: None });
            }
            let families: BTreeSet<String> = pmu.description.registers.iter().map(folded_register).collect();
            let (accessed, field) = with_field(name, |name| match families.contains(name) {
                true => Ok(Accessed::Family(name.to_owned())),
                false => Err(unknown("register", name, families.iter())),
            })?;
            // Only the data of a read has fields.
            let slots = RESPONSE.iter().filter(|slot| field.is_none() || **slot == "bus_rdata");
            return Self::Response { slots: slots.filter_map(|slot| response(slot)).collect(), accessed, field }
                .checked(pmu);
        }
        let signals = pmu.description.outputs.iter().chain(&pmu.description.states);
        let signals = signals.filter(|signal| is_state(signal) == (kind == CheckKind::State));
        let signals: Vec<_> = signals.map(|signal| (signal, folded_signal(&pmu.description, signal))).collect();
        let known: BTreeSet<&String> = signals.iter().map(|(_, name)| name).collect();
        let (name, field) = with_field(name, |name| match known.contains(&name.to_owned()) {
            true => Ok(name.to_owned()),
            false => Err(unknown(&kind.to_string(), name, known.iter())),
        })?;
        let position = |signal: &Signal| slots.iter().position(|slot| slot.name == signal.name);
        let positions = signals.iter().filter(|(_, folded)| *folded == name).filter_map(|(signal, _)| position(signal));
        let word = |slot: usize| {
            let bits = field.as_ref().map(|field| field_of(pmu, &slots[slot], field)).transpose()?;
            Ok((slot, bits))
        };
        Ok(Self::Words(positions.map(word).collect::<Result<_, String>>()?))
    }

    /// Checks that the register has the field.
    fn checked(self, pmu: &Pmu) -> Result<Self, String> {
        if let Self::Response { accessed, field: Some(field), .. } = &self {
            let family = |register: &Register| match accessed {
                Accessed::Nothing => false,
                // The name begins with the unit, and may end with the suffix of a part.
                Accessed::One(name) => name.split_once('.').is_some_and(|(_, own)| own.starts_with(&register.name)),
                Accessed::Family(name) => *name == folded_register(register),
            };
            let fields = || pmu.description.registers.iter().filter(|one| family(one)).flat_map(|one| &one.fields);
            if !fields().any(|known| known.name == *field) {
                return Err(unknown("field of the register", field, fields().map(|known| &known.name)));
            }
        }
        Ok(self)
    }

    /// The bits of a value that the entry accepts, the lowest 64 first; none if it accepts no bit of it.
    pub fn bits(&self, pmu: &Pmu, location: &Location) -> Option<Vec<u64>> {
        let all = |slot: usize| {
            let width = pmu.observation.slots()[slot].width;
            (0..width).step_by(64).map(|low| u64::MAX >> (64 - (width - low).min(64))).collect::<Vec<_>>()
        };
        match self {
            Self::Words(words) => {
                let (slot, bits) = words.iter().find(|(slot, _)| *slot == location.slot)?;
                Some(bits.map_or_else(|| all(*slot), |bits| vec![bits]))
            }
            Self::Response { slots, accessed, field } => {
                let access = access(pmu, location.frame);
                let here = access.and_then(|access| accessed_register(&access, pmu));
                if !slots.contains(&location.slot) || !accessed.is(here.as_ref()) {
                    return None;
                }
                match (field, here) {
                    (Some(field), Some((_, register, path))) => Some(vec![register.field(field)?.mask() >> path.low]),
                    _ => Some(all(location.slot)),
                }
            }
        }
    }
}

/// Whether the signature of a signal has the check `state`.
fn is_state(signal: &Signal) -> bool {
    signal.register.is_some() || signal.verilog.is_empty()
}

/// Resolves a name, or a name with a field after its last dot. The error is that of the complete name if neither exists.
fn with_field<T>(name: &str, resolve: impl Fn(&str) -> Result<T, String>) -> Result<(T, Option<String>), String> {
    let complete = match resolve(name) {
        Ok(found) => return Ok((found, None)),
        Err(complete) => complete,
    };
    let parts = name.rsplit_once('.');
    let found = parts.and_then(|(name, field)| Some((resolve(name).ok()?, Some(field.to_owned()))));
    found.ok_or(complete)
}

/// The bits of a field in a state word.
fn field_of(pmu: &Pmu, slot: &Slot, field: &str) -> Result<u64, String> {
    let state = pmu.description.states.iter().find(|state| state.name == slot.name);
    let register = state.and_then(|state| state.register).map(|register| &pmu.description.registers[register]);
    let fields = || register.iter().flat_map(|register| &register.fields);
    let found = fields().find(|known| known.name == field).map(Field::mask);
    found.ok_or_else(|| unknown(&format!("field of {}", slot.name), field, fields().map(|known| &known.name)))
}

/// The names of registers in programs, with their parts.
fn register_names(pmu: &Pmu) -> BTreeSet<String> {
    let description = &pmu.description;
    let units = description.units.iter().filter(|unit| unit.number.is_some()).map(|unit| (&unit.name, unit.kind));
    let units = units.chain(description.broadcast.iter().map(|unit| (&unit.name, 0)));
    let mut names = BTreeSet::new();
    for (unit, kind) in units {
        for register in description.registers.iter().filter(|register| register.kind == kind) {
            let suffix =
                |path: &'_ AccessPath| if path.width < register.width { path.suffix.clone() } else { String::new() };
            names.extend(register.access.iter().map(|path| format!("{unit}.{}{}", register.name, suffix(path))));
        }
    }
    names
}

/// A condition on the access in the cycle of the first difference, or in the cycle before it.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// Whether the access is in the previous cycle.
    is_before: bool,
    is_write: bool,
    accessed: Accessed,
}

impl Condition {
    /// Parses `read REGISTER`, `write REGISTER`, or one of both after the word `after`.
    pub fn parse(pmu: &Pmu, text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (is_before, rest) = match words.split_first() {
            Some((&"after", rest)) => (true, rest),
            _ => (false, words.as_slice()),
        };
        let is_write = match rest {
            ["read", _] => false,
            ["write", _] => true,
            _ => {
                return Err(format!(
                    "`{text}`: a condition is `read REGISTER` or `write REGISTER` for the cycle of the difference, or `after read \
                     REGISTER` or `after write REGISTER` for the cycle before it"
                ))
            }
        };
        Ok(Self { is_before, is_write, accessed: Accessed::named(pmu, rest[1])? })
    }

    /// Whether the access is there.
    pub fn holds(&self, pmu: &Pmu, location: &Location) -> bool {
        let frame = if self.is_before { location.before } else { Some(location.frame) };
        let access =
            frame.and_then(|frame| access(pmu, frame)).filter(|access| access.write.is_some() == self.is_write);
        access.is_some_and(|access| self.accessed.is(accessed_register(&access, pmu).as_ref()))
    }
}
