//! Which collisions a model has met.

use super::table::{CollisionTable, StateField};

/// The pairs of causes that have acted in the same clock, for each field and value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collisions {
    fields: Vec<Marks>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Marks {
    values: Vec<u64>,
    causes: usize,
    /// The causes that decide.
    deciding: u32,
    /// For each value and cause the causes that have met it; `value * causes + cause`.
    met: Vec<u32>,
}

/// A field and its causes under the names that a model has for them.
#[derive(Clone, Debug)]
pub struct Site<const N: usize> {
    field: usize,
    bits: [u32; N],
}

impl<const N: usize> Site<N> {
    /// The causes in the numbering of the table, of those that act in the order of the names.
    #[inline]
    fn mask(&self, acting: [bool; N]) -> u32 {
        acting.iter().zip(self.bits).fold(0, |mask, (&acts, bit)| if acts { mask | bit } else { mask })
    }
}

impl CollisionTable {
    /// A field and its causes by name. A table without any field gives a site at which nothing is noted.
    ///
    /// # Panics
    /// When table and model name different fields or causes, which every test of the PMU shows.
    pub fn site<const N: usize>(&self, field: &str, causes: [&str; N]) -> Site<N> {
        if self.fields.is_empty() {
            return Site { field: usize::MAX, bits: [0; N] };
        }
        let position = self.fields.iter().position(|known| known.name == field);
        let Some(position) = position else { panic!("collisions.toml has no field {field}") };
        let known = &self.fields[position].causes;
        assert_eq!(known.len(), N, "collisions.toml and the model have different causes for {field}");
        let bit = |name: &str| match known.iter().position(|cause| cause.name == name) {
            Some(cause) => 1 << cause,
            None => panic!("collisions.toml has no cause {name} for {field}"),
        };
        Site { field: position, bits: causes.map(bit) }
    }
}

impl Collisions {
    /// Nothing met yet of a table.
    pub fn new(table: &CollisionTable) -> Self {
        let deciding = |field: &StateField| {
            let causes = field.causes.iter().enumerate().filter(|(_, cause)| cause.effect.decides());
            causes.fold(0, |mask, (position, _)| mask | 1 << position)
        };
        let marks = |field: &StateField| Marks {
            values: field.values.iter().map(|value| value.value).collect(),
            causes: field.causes.len(),
            deciding: deciding(field),
            met: vec![0; field.values.len() * field.causes.len()],
        };
        Self { fields: table.fields.iter().map(marks).collect() }
    }

    /// Notes which causes act on a field in a clock, given its value at the start of the clock.
    ///
    /// Two causes have met when no third one that decides stands before either of them: what that one hides was not tried.
    #[inline]
    pub fn note<const N: usize>(&mut self, site: &Site<N>, acting: [bool; N], value: u64) {
        let mask = site.mask(acting);
        if mask & mask.wrapping_sub(1) != 0 {
            self.meet(site.field, mask, value);
        }
    }

    fn meet(&mut self, field: usize, mask: u32, value: u64) {
        let Some(marks) = self.fields.get_mut(field) else { return };
        let Some(value) = marks.values.iter().position(|&known| known == value) else { return };
        let row = &mut marks.met[value * marks.causes..][..marks.causes];
        for b in (0..marks.causes).filter(|b| mask >> b & 1 != 0) {
            // What decides before b, all but one cause of which would hide another from it.
            let before = mask & marks.deciding & ((1 << b) - 1);
            for a in (0..b).filter(|a| mask >> a & 1 != 0 && before & !(1 << a) == 0) {
                row[a] |= 1 << b;
                row[b] |= 1 << a;
            }
        }
    }

    /// Whether two causes have met at the value of that position.
    pub fn met(&self, field: usize, [a, b]: [usize; 2], value: usize) -> bool {
        self.fields.get(field).is_some_and(|marks| marks.met[value * marks.causes + a] >> b & 1 != 0)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.fields.iter_mut().for_each(|marks| marks.met.fill(0));
    }

    /// Adds what `other`, of the same PMU, has met.
    pub fn merge(&mut self, other: &Collisions) {
        assert_eq!(self.fields.len(), other.fields.len(), "collisions of different PMUs");
        for (mine, theirs) in self.fields.iter_mut().zip(&other.fields) {
            mine.met.iter_mut().zip(&theirs.met).for_each(|(mine, theirs)| *mine |= theirs);
        }
    }
}
