//! Collision coverage of a model.

use super::table::{CollisionTable, StateField};
use std::ops::Range;

/// The causes that have acted in the same cycle, for each field and value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollisionCoverage {
    fields: Vec<FieldCoverage>,
    /// For each field, and each set of its causes, the values from which not exactly these causes have acted yet in a
    /// cycle, a bit for each by its position. It is 0 for sets of fewer than two causes, which are no collision. Covered
    /// pairs are computed on request.
    missing: Vec<u32>,
    recorded: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct FieldCoverage {
    values: Vec<u64>,
    /// The causes whose effect decides the outcome, a bit for each.
    deciding: u32,
    /// Its part of [`CollisionCoverage::missing`].
    sets: Range<usize>,
}

impl FieldCoverage {
    /// A bit for every value.
    fn all(&self) -> u32 {
        all_of(self.values.len())
    }

    /// What is missing at first for a set of causes.
    fn missing(&self, acting: usize) -> u32 {
        if acting.count_ones() > 1 {
            self.all()
        } else {
            0
        }
    }

    /// Whether a pair of causes, in priority order, is covered by a cycle with the causes `acting`. It is not covered when a
    /// third deciding cause comes before either of the two, because that cause hides their effect.
    fn is_covered(&self, [a, b]: [usize; 2], acting: u32) -> bool {
        let both = 1 << a | 1 << b;
        let before = acting & self.deciding & ((1 << b) - 1);
        acting & both == both && before & !(1 << a) == 0
    }
}

/// A field and its causes in the order in which a model names them.
#[derive(Clone, Debug)]
pub struct CollisionSite<const N: usize> {
    field: usize,
    /// Position of the first set of causes of the field in [`CollisionCoverage::missing`].
    sets: usize,
    /// The bit of each cause in the numbering of the table; 0 for a cause that does not exist.
    causes: [u32; N],
    /// The bits of each set of four consecutive causes.
    fours: [[u16; 16]; MOST_CAUSES / 4],
}

/// A field of a top that a sub-block also has and records.
#[derive(Clone, Debug)]
pub struct SubBlockField {
    field: usize,
    of: usize,
    /// For each cause of the sub-block its position in the top, if the top has the cause.
    causes: Vec<Option<u32>>,
    /// For each value of the sub-block its position in the top, if the top has the value.
    values: Vec<Option<u32>>,
}

impl SubBlockField {
    /// A set of causes in the numbering of the top; `None` if the top does not have all of them.
    fn causes(&self, acted: usize) -> Option<usize> {
        let acting = self.causes.iter().enumerate().filter(|(cause, _)| acted >> cause & 1 != 0);
        acting.map(|(_, top)| top.map(|cause| 1 << cause)).sum()
    }

    /// A set of values in the numbering of the top, without those that the top does not have.
    fn values(&self, seen: u32) -> u32 {
        let known = self.values.iter().enumerate().filter(|(value, _)| seen >> value & 1 != 0);
        known.filter_map(|(_, top)| top.map(|value| 1 << value)).sum()
    }
}

/// Largest number of causes of a field; each set of them has one entry.
const MOST_CAUSES: usize = 16;

impl<const N: usize> CollisionSite<N> {
    /// A site that records nothing.
    pub const NONE: Self = Self { field: usize::MAX, sets: 0, causes: [0; N], fours: [[0; 16]; MOST_CAUSES / 4] };

    /// The acting causes, given in the order of the model's names, as a mask in the numbering of the table.
    #[inline]
    fn mask(&self, acting: [bool; N]) -> u32 {
        acting.iter().zip(self.causes).fold(0, |mask, (&acts, cause)| mask | cause & u32::from(acts).wrapping_neg())
    }

    /// Like [`CollisionSite::mask`], of a set with a bit for each cause.
    #[inline]
    fn mask_of(&self, acting: u32) -> u32 {
        let fours = self.fours.iter().take(N.div_ceil(4)).enumerate();
        fours.fold(0, |mask, (four, of)| mask | u32::from(of[(acting >> (4 * four) & 15) as usize]))
    }
}

/// The union of the bits of each set of four consecutive causes.
fn unions_of_four(causes: &[u32]) -> [[u16; 16]; MOST_CAUSES / 4] {
    std::array::from_fn(|four| {
        let four = causes.chunks(4).nth(four).unwrap_or_default();
        std::array::from_fn(|set| {
            let acting = four.iter().enumerate().filter(|(cause, _)| set >> cause & 1 != 0);
            acting.fold(0, |bits, (_, cause)| bits | *cause as u16)
        })
    })
}

/// The members of at least two of some sets, a bit for each. They are fields on which several causes act.
#[inline]
pub fn in_several<const N: usize>(sets: [u32; N]) -> u32 {
    let (mut once, mut twice) = (0, 0);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    twice
}

/// A mask with a one for each value of a field.
///
/// # Panics
/// When a field has more than 32 values.
fn all_of(values: usize) -> u32 {
    assert!(values <= 32, "a field has too many values");
    u32::MAX.checked_shr(32 - values as u32).unwrap_or(0)
}

impl CollisionTable {
    /// Position of the first set of causes of a field, if the sets of all fields are in one list.
    fn first_set(&self, field: usize) -> usize {
        self.fields[..field].iter().map(|field| 1 << field.causes.len()).sum()
    }

    /// A field and its causes by name. A site of a table without fields records nothing.
    ///
    /// # Panics
    /// When table and model name different fields or causes, which every test of the PMU detects.
    pub fn site<const N: usize>(&self, field: &str, causes: [&str; N]) -> CollisionSite<N> {
        self.site_of(field, causes.map(Some))
    }

    /// As [`CollisionTable::site`]; a cause that is `None` does not exist in this instance and never acts.
    ///
    /// # Panics
    /// As [`CollisionTable::site`].
    pub fn site_of<const N: usize>(&self, field: &str, causes: [Option<&str>; N]) -> CollisionSite<N> {
        if self.fields.is_empty() || self.not_applicable.iter().any(|(name, _)| name == field) {
            return CollisionSite::NONE;
        }
        let position = self.fields.iter().position(|known| known.name == field);
        let Some(position) = position else { panic!("collisions.toml has no field {field}") };
        let known = &self.fields[position].causes;
        let number = causes.iter().flatten().count();
        assert_eq!(known.len(), number, "collisions.toml and the model have different causes for {field}");
        assert!(N <= MOST_CAUSES, "{field} has too many causes");
        let bit_of = |name: &str| match known.iter().position(|cause| cause.name == name) {
            Some(cause) => 1 << cause,
            None => panic!("collisions.toml has no cause {name} for {field}"),
        };
        let causes = causes.map(|name| name.map_or(0, bit_of));
        CollisionSite { field: position, sets: self.first_set(position), causes, fours: unions_of_four(&causes) }
    }
}

impl CollisionTable {
    /// A field that corresponds to one of a sub-block, with those of its causes that this table names. Nothing is merged
    /// into a table without fields.
    ///
    /// # Panics
    /// When the tables are inconsistent, which every test of the PMU detects.
    pub fn inside(&self, field: &str, of: &CollisionTable, of_field: &str) -> SubBlockField {
        let find = |table: &CollisionTable, name: &str| table.fields.iter().position(|known| known.name == name);
        let position = match find(self, field) {
            Some(position) => position,
            None if self.fields.is_empty() => usize::MAX,
            None => panic!("collisions.toml has no field {field}"),
        };
        let Some(of) = find(of, of_field).map(|of_position| (of_position, &of.fields[of_position])) else {
            panic!("collisions.toml has no field {of_field}")
        };
        let (of, theirs) = of;
        let Some(own) = self.fields.get(position) else {
            return SubBlockField { field: position, of, causes: vec![None; theirs.causes.len()], values: Vec::new() };
        };
        let cause = |name: &str| own.causes.iter().position(|cause| cause.name == name).map(|at| at as u32);
        let value = |value: u64| own.values.iter().position(|known| known.value == value).map(|at| at as u32);
        let inside = SubBlockField {
            field: position,
            of,
            causes: theirs.causes.iter().map(|of| cause(&of.name)).collect(),
            values: theirs.values.iter().map(|of| value(of.value)).collect(),
        };
        let known = |of: &[Option<u32>]| of.iter().flatten().count();
        assert_eq!(known(&inside.causes), own.causes.len(), "{field} has causes that {of_field} does not have");
        assert_eq!(known(&inside.values), own.values.len(), "{field} has values that {of_field} does not have");
        assert!(own.causes.len() <= MOST_CAUSES, "{field} has too many causes");
        inside
    }
}

impl CollisionCoverage {
    /// The coverage of a table, with nothing covered.
    pub fn new(table: &CollisionTable) -> Self {
        let deciding = |field: &StateField| {
            let causes = field.causes.iter().enumerate().filter(|(_, cause)| cause.effect.decides());
            causes.fold(0, |mask, (position, _)| mask | 1 << position)
        };
        let coverage = |(position, field): (usize, &StateField)| {
            let first = table.first_set(position);
            FieldCoverage {
                values: field.values.iter().map(|value| value.value).collect(),
                deciding: deciding(field),
                sets: first..first + (1 << field.causes.len()),
            }
        };
        let mut coverage = Self {
            fields: table.fields.iter().enumerate().map(coverage).collect(),
            missing: vec![0; table.first_set(table.fields.len())],
            recorded: 0,
        };
        coverage.clear();
        coverage
    }

    /// Whether collisions are recorded at this value of a field.
    #[inline]
    pub fn has_value<const N: usize>(&self, site: &CollisionSite<N>, value: u64) -> bool {
        self.fields.get(site.field).is_some_and(|field| field.values.contains(&value))
    }

    /// Records the causes that act on a field in a cycle, with its value at the start of the cycle.
    #[inline]
    pub fn record<const N: usize>(&mut self, site: &CollisionSite<N>, acting: [bool; N], value: u64) {
        self.record_mask(site, site.mask(acting), value);
    }

    /// Like [`CollisionCoverage::record`], with the acting causes as a set: a bit for each in the order of the model's names.
    #[inline]
    pub fn record_set<const N: usize>(&mut self, site: &CollisionSite<N>, acting: u32, value: u64) {
        self.record_mask(site, site.mask_of(acting), value);
    }

    #[inline]
    fn record_mask<const N: usize>(&mut self, site: &CollisionSite<N>, mask: u32, value: u64) {
        let set = site.sets + mask as usize;
        // In most cycles the set is no collision, or is already recorded at every value.
        if self.missing.get(set).is_some_and(|&missing| missing != 0) {
            self.record_at(site.field, set, value);
        }
    }

    /// Records a set of causes at a value.
    fn record_at(&mut self, field: usize, set: usize, value: u64) {
        let Some(position) = self.fields[field].values.iter().position(|&known| known == value) else { return };
        let missing = &mut self.missing[set];
        self.recorded += u64::from(*missing >> position & 1);
        *missing &= !(1 << position);
    }

    /// Whether the collision of two causes is covered at the value of that position.
    pub fn is_covered(&self, field: usize, [a, b]: [usize; 2], value: usize) -> bool {
        let Some(coverage) = self.fields.get(field) else { return false };
        let pair = [a.min(b), a.max(b)];
        let sets = (0..).zip(&self.missing[coverage.sets.clone()]).filter(|(_, missing)| *missing >> value & 1 == 0);
        sets.into_iter().any(|(acting, _)| coverage.is_covered(pair, acting))
    }

    /// Number of recorded entries; it changes with each new one.
    pub fn recorded(&self) -> u64 {
        self.recorded
    }

    /// Merges the coverage of a sub-block, except for cycles with causes unknown to the top.
    pub fn merge_sub_block(&mut self, inside: &SubBlockField, of: &CollisionCoverage) {
        let (Some(own), Some(theirs)) = (self.fields.get(inside.field), of.fields.get(inside.of)) else { return };
        let mine = &mut self.missing[own.sets.clone()];
        for (acted, missing) in of.missing[theirs.sets.clone()].iter().enumerate() {
            let seen = theirs.missing(acted) & !missing;
            if let Some(acting) = inside.causes(acted).filter(|_| seen != 0) {
                mine[acting] &= !inside.values(seen);
            }
        }
    }

    /// Clears the coverage.
    pub fn clear(&mut self) {
        for field in &self.fields {
            let sets = self.missing[field.sets.clone()].iter_mut().enumerate();
            sets.for_each(|(acting, missing)| *missing = field.missing(acting));
        }
        self.recorded = 0;
    }

    /// Merges the coverage of `other`, of the same PMU.
    ///
    /// # Panics
    /// When the PMUs have different numbers of fields.
    pub fn merge(&mut self, other: &CollisionCoverage) {
        assert_eq!(self.fields.len(), other.fields.len(), "collisions of different PMUs");
        self.missing.iter_mut().zip(&other.missing).for_each(|(mine, theirs)| *mine &= theirs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pmu;

    /// Whether the uncore has covered a pair of causes of one of its fields.
    fn has_covered(
        top: &CollisionTable,
        collisions: &CollisionCoverage,
        field: &str,
        causes: [&str; 2],
        value: usize,
    ) -> bool {
        let position = top.fields.iter().position(|known| known.name == field).expect("a field");
        let cause = |name: &str| top.fields[position].causes.iter().position(|cause| cause.name == name);
        collisions.is_covered(position, causes.map(|name| cause(name).expect("a cause")), value)
    }

    #[test]
    fn set_of_causes_is_recorded_as_its_causes_are() {
        let table = Pmu::find("itanium_bbox").expect("the B-Box").collisions;
        // Not in the order of the table, and not a whole number of four.
        let site = table.site("frz", ["unfreeze", "release", "reset", "freeze", "pulse", "overflow"]);
        for set in 0..64_u32 {
            let [mut one, mut other] = [0, 1].map(|_| CollisionCoverage::new(&table));
            one.record(&site, std::array::from_fn(|cause| set >> cause & 1 != 0), 1);
            other.record_set(&site, set, 1);
            assert_eq!(one, other, "{set:#b}");
            assert_eq!(one.recorded(), u64::from(set.count_ones() > 1), "{set:#b}");
        }
    }

    #[test]
    fn sub_block_coverage_merges_by_value_without_cycles_of_unknown_causes() {
        let [top, bbox] = ["itanium_uncore", "itanium_bbox"].map(|id| Pmu::find(id).expect("a PMU").collisions);
        let frz = bbox.site("frz", ["reset", "pulse", "overflow", "freeze", "release", "unfreeze"]);
        let cnt = bbox.site("cnt", ["reset", "reset_bit", "write", "frozen", "event", "select", "freeze"]);
        let mut inside = CollisionCoverage::new(&bbox);
        inside.record(&frz, [false, true, true, false, false, false], 0);
        inside.record(&frz, [false, true, false, false, true, false], 1);
        // CTL1 is also written, a cause that the table of the top does not have.
        inside.record(&cnt, [false, false, false, false, true, true, true], 1);
        inside.record(&cnt, [true, false, false, false, true, false, false], 1);
        assert_eq!(inside.recorded(), 4);
        inside.record(&cnt, [true, false, false, false, true, false, false], 1);
        assert_eq!(inside.recorded(), 4, "nothing new");

        let mut collisions = CollisionCoverage::new(&top);
        for (field, of) in [("bbox_frz", "frz"), ("bbox_frozen", "frz"), ("bbox_cnt", "cnt")] {
            collisions.merge_sub_block(&top.inside(field, &bbox, of), &inside);
        }
        let has = |field, causes, value| has_covered(&top, &collisions, field, causes, value);
        assert!(has("bbox_frz", ["pulse", "overflow"], 0));
        assert!(!has("bbox_frz", ["pulse", "release"], 0));
        assert!(has("bbox_frozen", ["pulse", "release"], 0));
        assert!(!has("bbox_frozen", ["pulse", "overflow"], 0));
        assert!(has("bbox_cnt", ["reset", "event"], 1));
        assert!(!has("bbox_cnt", ["event", "freeze"], 1));
    }
}
