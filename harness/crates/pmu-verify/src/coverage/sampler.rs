//! Samples functional coverage in the cycles of a program.

use super::bits::ones;
use super::cross::Cross;
use super::groups::Change;
use super::hits::Hits;
use super::key::KeyValue;
use super::open_bins::{OpenBins, OpenWatch};
use super::points::Points;
use super::signal::CycleView;
use super::situations::SituationSampler;
use golden_model_core::register_port::Request;

/// Positions of [`super::signal::ACCESSES`].
const NONE: u64 = 0;
const READ: u64 = 1;
pub(super) const WRITE: u64 = 2;
pub(super) const REFUSED: u64 = 3;

/// Samples coverage in one thread. What can hit no new bin is no longer sampled.
pub struct Sampler<'p> {
    points: &'p Points,
    /// Hits of this program.
    hits: Hits,
    /// Hits of all earlier programs that passed.
    known: Hits,
    /// What may hit a bin that is neither in `known` nor in `reached`.
    open: OpenBins,
    /// Hits of this program at the last update of `open`.
    reached: Hits,
    /// Batches of this program so far.
    batches: u64,
    situations: SituationSampler<'p>,
    /// For each cross with a key its last value in this program.
    sampled: Vec<Option<KeyValue>>,
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
            open: OpenBins::default(),
            reached: Hits::none(points.bins()),
            batches: 0,
            sampled: vec![None; points.crosses.len()],
            last: None,
        };
        sampler.sample_open_bins();
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
        self.batches += 1;
        // A long program repeats itself, so what it hits soon need not be sampled to its end.
        if self.batches.is_power_of_two() && self.hits != self.reached {
            self.reached.clone_from(&self.hits);
            self.sample_open_bins();
        }
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
            let cycle = CycleView::new(&frame, &now, &now, &access);
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
        self.known.join(&new);
        if !new.is_empty() || !self.reached.is_empty() {
            self.reached.clear();
            self.sample_open_bins();
        }
        self.hits.clear();
        self.batches = 0;
        self.sampled.fill(None);
        self.situations.restart(&self.known, passed);
        new
    }

    /// Updates what may still hit a new bin.
    fn sample_open_bins(&mut self) {
        let mut reached = self.known.clone();
        reached.join(&self.reached);
        self.open = OpenBins::new(self.points, &reached);
        self.situations.sample_open_bins(&reached);
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
        let cycle = CycleView::new(frame, now, next, &access);
        let is_reset = points.port.rst(frame);
        if let Some(request) = &request {
            self.access(&cycle, request, is_reset);
        }
        self.situations.cycle(&cycle, next_frame, request.as_ref(), is_reset, &mut self.hits);
        let sample = |cross: usize, hits: &mut Hits| points.crosses[cross].sample(&cycle, hits);
        if is_reset {
            self.open.resets.iter().for_each(|&cross| sample(cross, &mut self.hits));
            return;
        }
        for watches in self.open.watches.chunks(u64::BITS as usize) {
            let changes = |watch: &OpenWatch| (now[watch.word] ^ next[watch.word]) & watch.mask != 0;
            let changed = watches.iter().rev().fold(0, |all, watch| all << 1 | u64::from(changes(watch)));
            for watch in ones(changed).map(|position| &watches[position]) {
                let changed = now[watch.word] ^ next[watch.word];
                for fire in watch.fires.iter().filter(|fire| fire.mask & changed != 0) {
                    let (before, after) = (now[watch.word] & fire.mask, next[watch.word] & fire.mask);
                    let happened = match fire.change {
                        Change::Counted => access != WRITE,
                        Change::Overflowed => access != WRITE && after < before,
                        Change::Rose => after & !before != 0,
                        Change::Fell => before & !after != 0,
                    };
                    if happened && is_new(&points.crosses[fire.cross], &cycle, &mut self.sampled[fire.cross]) {
                        sample(fire.cross, &mut self.hits);
                    }
                }
            }
        }
    }

    /// Samples the access of a cycle. In a cycle with reset nothing is written.
    #[inline]
    fn access(&mut self, cycle: &CycleView, request: &Request, is_reset: bool) {
        let (points, open) = (self.points, &self.open);
        let hits = &mut self.hits;
        let sample = |cross: usize, hits: &mut Hits| points.crosses[cross].sample(cycle, hits);
        if cycle.access() == REFUSED {
            if let Some(refused) = points.refused.as_ref().filter(|_| open.has_refused) {
                refused.sample(request, &points.map, hits);
            }
            open.refusals.iter().for_each(|&cross| sample(cross, hits));
            return;
        }
        open.accepted.iter().for_each(|&cross| sample(cross, hits));
        if !open.has_registers {
            return;
        }
        let Some(path) = points.map.find(request) else { return };
        for &place in &path.units {
            let register = &open.registers[place];
            if !request.write {
                register.read.iter().for_each(|&cross| sample(cross, hits));
            } else if !is_reset {
                if path.is_usual {
                    let fields = &points.registers[place].fields;
                    register.fields.iter().for_each(|&field| fields[field].sample(cycle, hits));
                }
                register.written.iter().for_each(|&cross| sample(cross, hits));
            }
        }
    }
}

/// Whether a cross may hit other bins than at its last sample in the program, of which `sampled` is the key.
#[inline]
fn is_new(cross: &Cross, cycle: &CycleView, sampled: &mut Option<KeyValue>) -> bool {
    let value = cross.key.map(|key| key.get(cycle));
    value.is_none() || std::mem::replace(sampled, value) != value
}
