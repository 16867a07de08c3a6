//! What may still hit a new bin.

use super::hits::Hits;
use super::points::{AccessTrigger, Points};

/// The crosses, fields and changes that may still hit a new bin. Only these are sampled.
#[derive(Debug, Default)]
pub(super) struct OpenBins {
    /// Like [`Points::resets`].
    pub resets: Vec<usize>,
    /// Like [`Points::accepted`].
    pub accepted: Vec<usize>,
    /// Like [`Points::refusals`].
    pub refusals: Vec<usize>,
    /// Whether kinds of refused accesses are open.
    pub has_refused: bool,
    /// For each of [`Points::registers`].
    pub registers: Vec<OpenRegister>,
    /// Whether one of the registers has open bins.
    pub has_registers: bool,
    pub watches: Vec<OpenWatch>,
}

/// Like [`super::points::RegisterBins`].
#[derive(Debug, Default)]
pub(super) struct OpenRegister {
    /// Positions in [`super::points::RegisterBins::fields`].
    pub fields: Vec<usize>,
    pub written: Vec<usize>,
    pub read: Vec<usize>,
}

/// Like [`super::points::ChangeTrigger`], with the bits of all of its triggers.
#[derive(Debug)]
pub(super) struct OpenWatch {
    pub word: usize,
    pub mask: u64,
    pub fires: Vec<AccessTrigger>,
}

impl OpenBins {
    /// What is open if the bins in `reached` are hit.
    ///
    /// Impossible bins must stay unhit in every cycle, so they are always sampled.
    pub fn new(points: &Points, reached: &Hits) -> Self {
        let is_open = |bin: usize| points.impossible[bin].is_some() || !reached.contains(bin);
        let is_live: Vec<bool> =
            points.crosses.iter().map(|cross| (cross.first..cross.first + cross.len()).any(is_open)).collect();
        let live = |crosses: &[usize]| crosses.iter().copied().filter(|&cross| is_live[cross]).collect::<Vec<_>>();
        let watches = points.watches.iter().map(|watch| {
            let fires = watch.fires.iter().filter(|fire| is_live[fire.cross]).cloned();
            OpenWatch::new(watch.word, fires.collect())
        });
        let registers = points.registers.iter().map(|register| {
            let is_open = |&field: &usize| register.fields[field].range().any(is_open);
            OpenRegister {
                fields: (0..register.fields.len()).filter(is_open).collect(),
                written: live(&register.written),
                read: live(&register.read),
            }
        });
        let registers: Vec<_> = registers.collect();
        Self {
            resets: live(&points.resets),
            accepted: live(&points.accepted),
            refusals: live(&points.refusals),
            has_refused: points.refused.as_ref().is_some_and(|refused| refused.range().any(is_open)),
            has_registers: registers.iter().any(OpenRegister::is_any),
            registers,
            watches: watches.filter(|watch| watch.mask != 0).collect(),
        }
    }
}

impl OpenRegister {
    fn is_any(&self) -> bool {
        !(self.fields.is_empty() && self.written.is_empty() && self.read.is_empty())
    }
}

impl OpenWatch {
    fn new(word: usize, fires: Vec<AccessTrigger>) -> Self {
        Self { word, mask: fires.iter().fold(0, |mask, fire| mask | fire.mask), fires }
    }
}
