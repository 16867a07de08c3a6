//! Values that the inputs of a random program have had, so that they come again.

use golden_model_core::description::Description;
use rand::seq::SliceRandom;
use rand::Rng;

/// Values kept for each input or field.
const KEPT: usize = 6;

/// Narrowest value that is kept: all values of narrower ones come again anyway.
const NARROWEST: u32 = 4;

/// The last values of each place: an input, or a field of a transaction.
pub(super) struct History {
    inputs: Vec<Vec<u64>>,
    /// By transaction and field.
    fields: Vec<Vec<Vec<u64>>>,
    /// Last values of the inputs that keep theirs.
    pub current: Vec<u64>,
}

/// Place of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// An input, by position.
    Input(usize),
    /// A field of a transaction, by their positions.
    Field(usize, usize),
}

impl History {
    pub fn new(description: &Description) -> Self {
        let inputs = vec![Vec::new(); description.inputs.len()];
        let fields = description.transactions.iter().map(|one| vec![Vec::new(); one.fields.len()]).collect();
        Self { inputs, fields, current: vec![0; description.inputs.len()] }
    }

    fn of(&mut self, place: Place) -> &mut Vec<u64> {
        match place {
            Place::Input(input) => &mut self.inputs[input],
            Place::Field(transaction, field) => &mut self.fields[transaction][field],
        }
    }

    /// Keeps a value. A new one replaces a random one.
    pub fn keep(&mut self, rng: &mut impl Rng, place: Place, width: u32, value: u64) {
        if width < NARROWEST {
            return;
        }
        let kept = self.of(place);
        if kept.contains(&value) {
            return;
        }
        match kept.len() < KEPT {
            true => kept.push(value),
            false => kept[rng.gen_range(0..KEPT)] = value,
        }
    }

    /// A value that the place has had.
    pub fn recall(&mut self, rng: &mut impl Rng, place: Place) -> Option<u64> {
        self.of(place).choose(rng).copied()
    }
}
