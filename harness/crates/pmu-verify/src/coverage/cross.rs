//! Crosses: combinations of values that are sampled at the same time.

use super::classes::Classes;
use super::hits::Hits;
use super::key::Key;
use super::signal::{CycleView, Signal};

/// The bins of one group for one owner: every combination of the classes of its axes.
#[derive(Clone, Debug)]
pub(super) struct Cross {
    /// Position of its first bin.
    pub first: usize,
    /// Conditions for sampling: the signal has the value, or with `false` any other value.
    pub conditions: Vec<(Signal, u64, bool)>,
    /// The axes; the position on the last one changes fastest.
    pub axes: Vec<Axis>,
    /// What decides which bins it hits, if that is in few words.
    pub key: Option<Key>,
}

/// One value of a cross.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// Name of the axis in the names of bins.
    pub name: String,
    /// The sampled signal.
    pub signal: Signal,
    /// How its values become bins.
    pub kind: AxisKind,
}

/// How the values of an axis become bins.
#[derive(Clone, Debug)]
pub(super) enum AxisKind {
    /// One bin for each class.
    Classes(Classes),
    /// One bin for each bit; it is hit if the bit is 1.
    Bits,
}

impl Axis {
    /// Number of bins of the axis.
    pub fn len(&self) -> usize {
        match &self.kind {
            AxisKind::Classes(classes) => classes.len(),
            AxisKind::Bits => self.signal.bits.width() as usize,
        }
    }

    /// The name of a bin on this axis, such as `INV=1`.
    fn label(&self, position: usize) -> String {
        match &self.kind {
            AxisKind::Classes(classes) => format!("{}={}", self.name, classes.name(position)),
            AxisKind::Bits => format!("{}[{position}]", self.name),
        }
    }
}

impl Cross {
    /// A cross with bins from position `first` on.
    pub fn new(first: usize, conditions: Vec<(Signal, u64, bool)>, axes: Vec<Axis>) -> Self {
        let signals = conditions.iter().map(|&(signal, ..)| signal).chain(axes.iter().map(|axis| axis.signal));
        let key = Key::new(signals);
        Self { first, conditions, axes, key }
    }

    /// Number of bins.
    pub fn len(&self) -> usize {
        self.axes.iter().map(Axis::len).product()
    }

    /// The name of a bin without its group and owner.
    pub fn label(&self, mut bin: usize) -> String {
        let mut labels = Vec::new();
        for axis in self.axes.iter().rev() {
            labels.push(axis.label(bin % axis.len()));
            bin /= axis.len();
        }
        labels.reverse();
        labels.join(",")
    }

    /// Marks the bins that a cycle hits.
    #[inline]
    pub fn sample(&self, cycle: &CycleView, hits: &mut Hits) {
        let holds = |&(signal, value, equal): &(Signal, u64, bool)| (signal.get(cycle) == value) == equal;
        if !self.conditions.iter().all(holds) {
            return;
        }
        let mut bin = 0;
        for (position, axis) in self.axes.iter().enumerate() {
            let AxisKind::Classes(classes) = &axis.kind else {
                return self.mark(&self.axes[position..], bin, cycle, hits);
            };
            let Some(class) = classes.of(axis.signal.get(cycle)) else { return };
            bin = bin * classes.len() + class;
        }
        hits.mark(self.first + bin);
    }

    /// Marks the bins for the remaining axes. A cycle may hit several bins of a bit axis.
    fn mark(&self, axes: &[Axis], bin: usize, cycle: &CycleView, hits: &mut Hits) {
        let Some((axis, rest)) = axes.split_first() else {
            hits.mark(self.first + bin);
            return;
        };
        let (value, bin) = (axis.signal.get(cycle), bin * axis.len());
        match &axis.kind {
            AxisKind::Classes(classes) => {
                if let Some(class) = classes.of(value) {
                    self.mark(rest, bin + class, cycle, hits);
                }
            }
            AxisKind::Bits => {
                let set = (0..axis.len()).filter(|bit| value >> bit & 1 != 0);
                set.for_each(|bit| self.mark(rest, bin + bit, cycle, hits));
            }
        }
    }
}
