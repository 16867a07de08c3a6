//! Value classes of all fields that software can write.
//!
//! A class is hit when a value of it is written and the field then has that value.

use super::classes::Classes;
use super::hits::Hits;
use super::signal::{CycleView, Source};
use crate::register_id::RegisterId;
use golden_model_core::description::{Field, FieldAccess};
use golden_model_core::{Bits, Pmu};

/// The bins of one field in one unit.
#[derive(Clone, Debug)]
pub(super) struct FieldBins {
    first: usize,
    bins: usize,
    /// The field in the write data.
    written: Bits,
    /// The field in the observation.
    state: Option<Bits>,
    kind: Kind,
    /// Whether software writes the register in parts.
    ///
    /// Then the value in the state afterwards counts as the written value.
    in_parts: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Classes of the value.
    Values(Classes),
    /// For each bit that writing 1 clears: [`CLEARING`].
    Clearing,
}

/// The cases of a bit that writing 1 clears.
const CLEARING: [&str; 3] = ["1 while set", "1 while clear", "0 while set"];

impl FieldBins {
    /// The bins of the fields of a register in a unit, from position `first` on, and their names.
    pub fn of_register(pmu: &Pmu, place: RegisterId, first: usize) -> (Vec<Self>, Vec<String>) {
        let description = &pmu.description;
        let (unit, register) = (&description.units[place.unit], &description.registers[place.register]);
        let here = |of: Option<usize>| of.is_none_or(|unit| unit == place.unit);
        let state = description.states.iter().find(|state| state.register == Some(place.register) && here(state.unit));
        let (mut fields, mut names) = (Vec::new(), Vec::new());
        for field in register.fields.iter().filter(|field| !field.is_reserved()) {
            let Some(kind) = Kind::of(field) else { continue };
            let name = format!("{}.{}.{}", unit.name, register.name, field.name);
            let own = kind.names(&name, field.width);
            let slot = state.map(|state| pmu.observation.slot(&state.name));
            let slot = slot.filter(|slot| field.low + field.width <= slot.width && field.access != FieldAccess::Wo);
            fields.push(Self {
                first: first + names.len(),
                bins: own.len(),
                written: pmu.frame.slot("bus_wdata").part(field.low, field.width),
                state: slot.map(|slot| slot.part(field.low, field.width)),
                kind,
                in_parts: register.is_in_parts(),
            });
            names.extend(own);
        }
        (fields, names)
    }

    /// The positions of the bins of this field.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.bins
    }

    /// Marks the bins of a cycle with an accepted write to the register.
    #[inline]
    pub fn sample(&self, cycle: &CycleView, hits: &mut Hits) {
        let written = match self.state.filter(|_| self.in_parts) {
            Some(state) => state.get(cycle.of(Source::Next)),
            None => self.written.get(cycle.of(Source::Frame)),
        };
        match &self.kind {
            Kind::Values(classes) => {
                let held = self.state.is_none_or(|state| state.get(cycle.of(Source::Next)) == written);
                if let Some(class) = classes.of(written).filter(|_| held) {
                    hits.mark(self.first + class);
                }
            }
            Kind::Clearing => {
                let set = self.state.map_or(0, |state| state.get(cycle.of(Source::Now)));
                let happened = [written & set, written & !set, !written & set];
                for bit in 0..self.written.width() as usize {
                    let all = happened.iter().enumerate().filter(|(_, bits)| *bits >> bit & 1 != 0);
                    all.for_each(|(what, _)| hits.mark(self.first + bit * CLEARING.len() + what));
                }
            }
        }
    }
}

impl Kind {
    /// The kind of bins for a field; `None` if software cannot write it.
    fn of(field: &Field) -> Option<Self> {
        match field.access {
            FieldAccess::Rw | FieldAccess::Wo => Some(Self::Values(Classes::of_field(field.width))),
            FieldAccess::W1c => Some(Self::Clearing),
            FieldAccess::Ro | FieldAccess::Raz | FieldAccess::Sign => None,
        }
    }

    fn names(&self, field: &str, width: u32) -> Vec<String> {
        match self {
            Self::Values(classes) => {
                (0..classes.len()).map(|class| format!("{field}={}", classes.name(class))).collect()
            }
            Self::Clearing => {
                let bit = |bit: u32| if width == 1 { field.to_owned() } else { format!("{field}[{bit}]") };
                let names = (0..width).flat_map(|of| CLEARING.map(|what| format!("{}={what}", bit(of))));
                names.collect()
            }
        }
    }
}
