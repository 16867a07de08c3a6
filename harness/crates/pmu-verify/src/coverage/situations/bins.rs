//! Bins while they are listed, and classes of numbers.

use super::super::hits::Hits;
use std::ops::Range;

/// The bins of one group while they are listed.
pub(super) struct BinList {
    first: usize,
    names: Vec<String>,
}

impl BinList {
    /// An empty list whose first bin has that position.
    pub fn from(first: usize) -> Self {
        Self { first, names: Vec::new() }
    }

    /// Adds a bin and returns its position.
    pub fn add(&mut self, name: String) -> usize {
        self.names.push(name);
        self.first + self.names.len() - 1
    }

    /// The names of the bins, in the order of their positions.
    pub fn names(self) -> Vec<String> {
        self.names
    }
}

/// Classes of numbers; each has a bin.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberBins {
    first: usize,
    /// The smallest number of each class, in ascending order. The last class has no largest number.
    least: &'static [u64],
}

impl NumberBins {
    /// Adds the bins of these classes, named as `what=9-16`.
    pub fn new(list: &mut BinList, what: &str, least: &'static [u64]) -> Self {
        let first = list.first + list.names.len();
        for (position, &from) in least.iter().enumerate() {
            list.add(match least.get(position + 1) {
                Some(&next) if next == from + 1 => format!("{what}={from}"),
                Some(next) => format!("{what}={from}-{}", next - 1),
                None => format!("{what}={from} or more"),
            });
        }
        Self { first, least }
    }

    /// Marks the class of a number; 0 is in none.
    pub fn mark(&self, number: u64, hits: &mut Hits) {
        let classes = self.least.partition_point(|&least| least <= number);
        if classes > 0 {
            hits.mark(self.first + classes - 1);
        }
    }

    /// Marks the class of a number and those of all smaller numbers.
    pub fn mark_up_to(&self, number: u64, hits: &mut Hits) {
        let reached = self.least.iter().take_while(|&&least| least <= number).count();
        (self.first..self.first + reached).for_each(|bin| hits.mark(bin));
    }

    /// The smallest number whose bin is not in `hits`.
    pub fn least_open(&self, hits: &Hits) -> u64 {
        let open = self.range().position(|bin| !hits.contains(bin));
        open.map_or(u64::MAX, |class| self.least[class])
    }

    /// The positions of the bins.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.least.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, None, 0)]
    #[case(1, Some("n=1"), 1)]
    #[case(2, Some("n=2-4"), 2)]
    #[case(4, Some("n=2-4"), 2)]
    #[case(5, Some("n=5 or more"), 3)]
    #[case(u64::MAX, Some("n=5 or more"), 3)]
    fn number_is_in_one_class(#[case] number: u64, #[case] class: Option<&str>, #[case] reached: usize) {
        let mut list = BinList::from(70);
        let bins = NumberBins::new(&mut list, "n", &[1, 2, 5]);
        let names = list.names();
        let marked = |mark: &dyn Fn(&mut Hits)| {
            let mut hits = Hits::none(73);
            mark(&mut hits);
            (0..73).filter(|&bin| hits.contains(bin)).map(|bin| names[bin - 70].clone()).collect::<Vec<_>>()
        };
        assert_eq!(marked(&|hits| bins.mark(number, hits)), class.into_iter().collect::<Vec<_>>());
        assert_eq!(marked(&|hits| bins.mark_up_to(number, hits)), names[..reached]);
    }

    #[test]
    fn least_open_number_is_that_of_the_first_class_without_hit() {
        let bins = NumberBins::new(&mut BinList::from(0), "n", &[1, 2, 5]);
        let mut hits = Hits::none(3);
        for (number, next) in [(2, 1), (1, 5), (9, u64::MAX)] {
            bins.mark(number, &mut hits);
            assert_eq!(bins.least_open(&hits), next);
        }
    }
}
