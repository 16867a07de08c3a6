//! Which collisions a model has met.

use super::table::{CollisionTable, StateField};

/// The causes that have acted in the same clock, for each field and value.
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
    /// A bit for each set of causes at each value, `value << causes | set`: whether the causes of the set and no others
    /// have acted in a clock that began with the value. Which pairs have met in it is worked out when someone asks.
    acted: Vec<u64>,
}

impl Marks {
    fn note(&mut self, acting: u32, value: u64) {
        if let Some(value) = self.values.iter().position(|&known| known == value) {
            let bit = value << self.causes | acting as usize;
            self.acted[bit / 64] |= 1 << (bit % 64);
        }
    }

    /// Whether two causes, the first one first, have met in a clock in which these acted. They have when no third one that
    /// decides stands before either of them: what that one hides was not tried.
    fn met(&self, [a, b]: [usize; 2], acting: u32) -> bool {
        let both = 1 << a | 1 << b;
        let before = acting & self.deciding & ((1 << b) - 1);
        acting & both == both && before & !(1 << a) == 0
    }
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
    fn mask(&self, acts: impl Fn(usize) -> bool) -> u32 {
        self.bits.iter().enumerate().fold(0, |mask, (cause, bit)| if acts(cause) { mask | bit } else { mask })
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
            acted: vec![0; (field.values.len() << field.causes.len()).div_ceil(64)],
        };
        Self { fields: table.fields.iter().map(marks).collect() }
    }

    /// Notes which causes act on a field in a clock, given its value at the start of the clock.
    #[inline]
    pub fn note<const N: usize>(&mut self, site: &Site<N>, acting: [bool; N], value: u64) {
        let mask = site.mask(|cause| acting[cause]);
        if mask & mask.wrapping_sub(1) != 0 {
            self.add(site.field, mask, value);
        }
    }

    /// The same for all fields of a class, such as the counters, at once: for each cause the set of the fields on which it
    /// acts. `value` tells the value of one of them.
    #[inline]
    pub fn note_each<const N: usize>(&mut self, site: &Site<N>, acting: [u32; N], value: impl Fn(usize) -> u64) {
        let (mut once, mut twice) = (0, 0);
        for set in acting {
            twice |= once & set;
            once |= set;
        }
        while twice != 0 {
            let field = twice.trailing_zeros();
            twice &= twice - 1;
            let mask = site.mask(|cause| acting[cause] >> field & 1 != 0);
            self.add(site.field, mask, value(field as usize));
        }
    }

    fn add(&mut self, field: usize, acting: u32, value: u64) {
        if let Some(marks) = self.fields.get_mut(field) {
            marks.note(acting, value);
        }
    }

    /// Whether two causes have met at the value of that position.
    pub fn met(&self, field: usize, [a, b]: [usize; 2], value: usize) -> bool {
        let Some(marks) = self.fields.get(field) else { return false };
        let pair = [a.min(b), a.max(b)];
        let acted = |set: &u32| {
            let bit = value << marks.causes | *set as usize;
            marks.acted[bit / 64] >> (bit % 64) & 1 != 0
        };
        (0..1u32 << marks.causes).filter(acted).any(|acting| marks.met(pair, acting))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.fields.iter_mut().for_each(|marks| marks.acted.fill(0));
    }

    /// Adds what `other`, of the same PMU, has met.
    pub fn merge(&mut self, other: &Collisions) {
        assert_eq!(self.fields.len(), other.fields.len(), "collisions of different PMUs");
        for (mine, theirs) in self.fields.iter_mut().zip(&other.fields) {
            mine.acted.iter_mut().zip(&theirs.acted).for_each(|(mine, theirs)| *mine |= theirs);
        }
    }
}
