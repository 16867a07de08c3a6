//! Samples functional coverage in the cycles of a program.

use super::groups::Change;
use super::hits::Hits;
use super::points::{Points, RegisterBins};
use super::signal::CycleView;
use super::situations::SituationSampler;
use golden_model_core::register_port::Request;

/// Positions of [`super::signal::ACCESSES`].
const NONE: u64 = 0;
const READ: u64 = 1;
pub(super) const WRITE: u64 = 2;
pub(super) const REFUSED: u64 = 3;

/// Samples coverage in one thread. It no longer samples crosses of which all bins are hit.
pub struct Sampler<'p> {
    points: &'p Points,
    /// Hits of this program.
    hits: Hits,
    /// Hits of all earlier programs that passed.
    known: Hits,
    /// For each cross, whether it may still hit a new bin.
    live: Vec<bool>,
    /// For each register, whether its fields may still hit a new bin.
    live_fields: Vec<bool>,
    /// For each watched word, the bits whose changes are sampled.
    masks: Vec<u64>,
    situations: SituationSampler<'p>,
    /// The last cycle of the previous batch: frame and observation.
    last: Option<(Vec<u64>, Vec<u64>)>,
}

impl<'p> Sampler<'p> {
    /// Creates a sampler without hits.
    pub fn new(points: &'p Points) -> Self {
        let known = Hits::none(points.bins());
        let mut sampler = Self {
            points,
            hits: known.clone(),
            situations: SituationSampler::new(&points.situations, points.port, &known),
            known,
            live: vec![true; points.crosses.len()],
            live_fields: vec![true; points.registers.len()],
            masks: Vec::new(),
            last: None,
        };
        sampler.sample_active_groups();
        sampler
    }

    /// Samples the next cycles of a program from their frames and the model's observations.
    ///
    /// The last cycle is sampled when the one after it is available.
    pub fn sample(&mut self, frames: &[u64], observations: &[u64]) {
        let (frame_words, words) = (self.points.frame_words, self.points.observation_words);
        if let Some((frame, now)) = self.last.take() {
            self.cycle((&frame, &frames[..frame_words]), &now, &observations[..words]);
            self.last = Some((frame, now));
        }
        let frame_pairs = frames.windows(2 * frame_words).step_by(frame_words);
        let pairs = observations.windows(2 * words).step_by(words);
        for (frames, pair) in frame_pairs.zip(pairs) {
            self.cycle(frames.split_at(frame_words), &pair[..words], &pair[words..]);
        }
        let (frame, now) = self.last.get_or_insert_with(|| (vec![0; frame_words], vec![0; words]));
        frame.copy_from_slice(&frames[frames.len() - frame_words..]);
        now.copy_from_slice(&observations[observations.len() - words..]);
    }

    /// Ends a program and returns the bins that it hit first in this sampler.
    ///
    /// A program that did not pass hits nothing.
    pub fn finish(&mut self, passed: bool) -> Hits {
        if let Some((frame, now)) = self.last.take() {
            // The observation after the last cycle is not available, but a refused access in that cycle is known.
            let request = self.points.port.request(&frame);
            let is_refused = request.is_some() && self.points.error.get(&now) != 0;
            let access = if is_refused { REFUSED } else { NONE };
            let cycle = CycleView { frame: &frame, now: &now, next: &now, access };
            if let Some(request) = request.filter(|_| is_refused) {
                self.access(&cycle, &request, false);
            }
            self.situations.end(&cycle, request.as_ref(), self.points.port.rst(&frame), &mut self.hits);
        }
        if !passed {
            self.hits.clear();
        }
        let mut new = self.hits.clone();
        new.remove(&self.known);
        self.hits.clear();
        if !new.is_empty() {
            self.known.join(&new);
            self.sample_active_groups();
        }
        self.situations.restart(&self.known, passed);
        new
    }

    /// Updates which crosses, fields and words can still hit a new bin.
    ///
    /// Impossible bins must stay unhit in every cycle, so they are always sampled.
    fn sample_active_groups(&mut self) {
        let points = self.points;
        let open = |bin: usize| points.impossible[bin].is_some() || !self.known.contains(bin);
        for (live, cross) in self.live.iter_mut().zip(&points.crosses) {
            *live = *live && (cross.first..cross.first + cross.len()).any(open);
        }
        for (live, register) in self.live_fields.iter_mut().zip(&points.registers) {
            *live = *live && register.fields.iter().any(|field| field.range().any(open));
        }
        let mask = |watch: &super::points::ChangeTrigger| {
            let live = watch.fires.iter().filter(|fire| self.live[fire.cross]);
            live.fold(0, |mask, fire| mask | fire.mask)
        };
        self.masks = points.watches.iter().map(mask).collect();
        self.situations.sample_active_groups(&self.known);
    }

    /// Samples a cycle, given its frame and the next one, and its observation and the next one.
    #[inline]
    fn cycle(&mut self, (frame, next_frame): (&[u64], &[u64]), now: &[u64], next: &[u64]) {
        let points = self.points;
        let request = points.port.request(frame);
        let access = match &request {
            None => NONE,
            Some(_) if points.error.get(now) != 0 => REFUSED,
            Some(request) if request.write => WRITE,
            Some(_) => READ,
        };
        let cycle = CycleView { frame, now, next, access };
        let is_reset = points.port.rst(frame);
        if let Some(request) = &request {
            self.access(&cycle, request, is_reset);
        }
        self.situations.cycle(&cycle, next_frame, request.as_ref(), is_reset, &mut self.hits);
        if is_reset {
            points.resets.iter().for_each(|&cross| self.look(cross, &cycle));
            return;
        }
        for (watch, mask) in points.watches.iter().zip(0..) {
            let changed = (now[watch.word] ^ next[watch.word]) & self.masks[mask];
            if changed == 0 {
                continue;
            }
            for fire in watch.fires.iter().filter(|fire| fire.mask & changed != 0) {
                let (before, after) = (now[watch.word] & fire.mask, next[watch.word] & fire.mask);
                let happened = match fire.change {
                    Change::Counted => access != WRITE,
                    Change::Overflowed => access != WRITE && after < before,
                    Change::Rose => after & !before != 0,
                    Change::Fell => before & !after != 0,
                };
                if happened {
                    self.look(fire.cross, &cycle);
                }
            }
        }
    }

    /// Samples the access of a cycle. In a cycle with reset nothing is written.
    #[inline]
    fn access(&mut self, cycle: &CycleView, request: &Request, is_reset: bool) {
        let points = self.points;
        if cycle.access == REFUSED {
            if let Some(refused) = &points.refused {
                refused.sample(request, &points.map, &mut self.hits);
            }
            points.refusals.iter().for_each(|&cross| self.look(cross, cycle));
            return;
        }
        points.accepted.iter().for_each(|&cross| self.look(cross, cycle));
        let Some(path) = points.map.find(request) else { return };
        for &place in &path.units {
            let RegisterBins { fields, written, read } = &points.registers[place];
            if !request.write {
                read.iter().for_each(|&cross| self.look(cross, cycle));
            } else if !is_reset {
                if path.is_usual && self.live_fields[place] {
                    fields.iter().for_each(|field| field.sample(cycle, &mut self.hits));
                }
                written.iter().for_each(|&cross| self.look(cross, cycle));
            }
        }
    }

    #[inline]
    fn look(&mut self, cross: usize, cycle: &CycleView) {
        if self.live[cross] {
            self.points.crosses[cross].sample(cycle, &mut self.hits);
        }
    }
}
