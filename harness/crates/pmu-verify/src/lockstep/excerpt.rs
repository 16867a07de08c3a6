//! Waveform excerpts: the cycles around a divergence.
//!
//! An excerpt has the access, the values of both sides, and the inputs that change.

use super::named_inputs::{named_inputs, NamedInput};
use super::stimulus_text;
use super::window::{observe, Window};
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{Op, OpKind, Program};
use pmu_results::{Divergence, ExcerptRow, ExcerptRowKind, WaveformExcerpt};

/// Number of cycles before and after the diverging one.
const BEFORE: u64 = 8;
const AFTER: u64 = 3;
/// Largest numbers of differing values and changing inputs in an excerpt.
const VALUES: usize = 6;
const INPUTS: usize = 12;

/// Runs `program` again on `dut` and the model and returns the cycles around `divergence`.
///
/// Returns `None` if the differing values do not all differ again in the diverging cycle.
///
/// # Errors
/// When the DUT stops with an error.
pub fn excerpt<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    dut: D,
    divergence: &Divergence,
) -> Result<Option<WaveformExcerpt>, DutError> {
    let shrunk = divergence.shrunk.as_ref();
    let (cycle, differences) =
        shrunk.map_or((divergence.cycle, &divergence.differences), |shrunk| (shrunk.cycle, &shrunk.differences));
    let cycles = cycle.saturating_sub(BEFORE)..cycle + 1 + AFTER;
    let observable = dut.observable().to_vec();
    let done = |_: &mut D| Ok(());
    let window = observe(pmu, &program.extended(cycles.end), dut, cycles, done, done)?;
    let has_end = shrunk.map_or(&divergence.simulation_end, |shrunk| &shrunk.simulation_end).is_some();
    if has_end && window.cycles.end != cycle + 1 {
        return Ok(None);
    }
    let view = ExcerptBuilder { pmu, window: &window, at: (cycle - window.cycles.start) as usize };
    let differing = view.mismatching(&observable);
    let again = |name: &String| differing.iter().any(|&(slot, now)| now && pmu.observation.slots()[slot].name == *name);
    if !differences.iter().all(|difference| again(&difference.name)) {
        return Ok(None);
    }
    let first = divergence.signature.value.split(' ').next().unwrap_or_default();
    Ok(Some(view.excerpt(first, &differing)))
}

/// A window with its diverging cycle.
struct ExcerptBuilder<'a> {
    pmu: &'a Pmu,
    window: &'a Window,
    at: usize,
}

impl ExcerptBuilder<'_> {
    /// Slots that differ in the window, and whether they differ in the diverging cycle.
    ///
    /// Those that do come first.
    fn mismatching(&self, observable: &[bool]) -> Vec<(usize, bool)> {
        let slots = self.pmu.observation.slots();
        let differs = |slot: usize| -> Option<(usize, bool)> {
            let words = self.pmu.observation.words();
            let get = |all: &[u64]| -> Vec<Vec<u64>> {
                all.chunks_exact(words).map(|cycle| slots[slot].value(cycle)).collect()
            };
            let (actual, expected) = (get(&self.window.actual), get(&self.window.expected));
            let differs = |at: usize| actual.get(at).is_some_and(|actual| *actual != expected[at]);
            (0..expected.len()).any(differs).then(|| (slot, differs(self.at)))
        };
        let mut found: Vec<_> = (0..slots.len()).filter(|&slot| observable[slot]).filter_map(differs).collect();
        found.sort_by_key(|&(_, now)| !now);
        found
    }

    /// Builds the rows: the access, both sides of the differing slots, and the inputs that change.
    ///
    /// The slot named `first` comes before the other differing slots.
    fn excerpt(&self, first: &str, differing: &[(usize, bool)]) -> WaveformExcerpt {
        let slots = self.pmu.observation.slots();
        let signature = slots.iter().position(|slot| slot.name == first);
        let others = differing.iter().map(|&(slot, _)| slot).filter(|&slot| Some(slot) != signature);
        let values: Vec<usize> = signature.into_iter().chain(others).filter(|&slot| slots[slot].width <= 64).collect();
        let inputs = self.inputs();
        let skipped = values.len().saturating_sub(VALUES) + inputs.len().saturating_sub(INPUTS);
        let mut lanes = vec![self.accesses()];
        lanes.extend(values.into_iter().take(VALUES).flat_map(|slot| self.both(slot)));
        lanes.extend(inputs.into_iter().take(INPUTS));
        WaveformExcerpt {
            start: self.window.cycles.start,
            cycle: self.window.cycles.start + self.at as u64,
            lanes,
            skipped: skipped as u64,
        }
    }

    fn frames(&self) -> impl Iterator<Item = &[u64]> {
        self.window.frames.chunks_exact(self.pmu.frame.words())
    }

    fn accesses(&self) -> ExcerptRow {
        let text = |frame: &[u64]| match self.pmu.frame.slot("rst").get(frame) {
            1 => "reset".to_owned(),
            _ => {
                let access = stimulus_text::access(self.pmu, frame);
                access.map(|access| Op { line: 0, kind: OpKind::Access(access) }.to_text(self.pmu)).unwrap_or_default()
            }
        };
        ExcerptRow {
            kind: ExcerptRowKind::Access,
            name: String::new(),
            width: 0,
            cycles: self.frames().map(text).collect(),
        }
    }

    fn both(&self, slot: usize) -> [ExcerptRow; 2] {
        let slot = &self.pmu.observation.slots()[slot];
        [(ExcerptRowKind::Model, &self.window.expected), (ExcerptRowKind::Device, &self.window.actual)].map(
            |(kind, all)| {
                let each = all.chunks_exact(self.pmu.observation.words()).map(|cycle| slot.get(cycle));
                lane(kind, &slot.name, slot.width, each)
            },
        )
    }

    /// Inputs and event lines that change in the window.
    fn inputs(&self) -> Vec<ExcerptRow> {
        let changing = |input: NamedInput<'_>| {
            let values: Vec<u64> = self.frames().map(|frame| input.bits.get(frame)).collect();
            let changes = values.windows(2).any(|pair| pair[0] != pair[1]);
            let name = match input.unit {
                Some(unit) => format!("{unit} {}", input.name),
                None => input.name.to_owned(),
            };
            changes.then(|| lane(ExcerptRowKind::Input, &name, input.bits.width(), values.into_iter()))
        };
        named_inputs(self.pmu).filter_map(changing).collect()
    }
}

fn lane(kind: ExcerptRowKind, name: &str, width: u32, values: impl Iterator<Item = u64>) -> ExcerptRow {
    let cycles = values.map(|value| format!("{value:x}")).collect();
    ExcerptRow { kind, name: name.to_owned(), width, cycles }
}
