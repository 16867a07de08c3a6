//! Shards of a regression: disjoint subsets of its programs that can run on different machines.

use std::fmt;
use std::str::FromStr;
use xxhash_rust::xxh3::xxh3_64;

/// One of N shards of a regression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u16,
    of: u16,
}

/// A text that is not a shard.
#[derive(Debug, thiserror::Error)]
#[error("a shard is I/N with 1 <= I <= N <= {}, such as 2/4 for the second of four", u16::MAX)]
pub struct ShardError;

impl Shard {
    /// All of a regression.
    pub const ALL: Self = Self { number: 1, of: 1 };

    /// Its number, from 1.
    pub fn number(self) -> u16 {
        self.number
    }

    /// Number of shards.
    pub fn of(self) -> u16 {
        self.of
    }

    /// Whether there are other shards.
    pub fn is_part(self) -> bool {
        self.of > 1
    }

    /// Whether this is the first shard, which does the work that is done once for all shards.
    pub fn is_first(self) -> bool {
        self.number == 1
    }

    /// Whether a program of a PMU is in this shard.
    ///
    /// Only names decide, so adding or removing programs does not move others.
    pub fn has(self, pmu: &str, program: &str) -> bool {
        !self.is_part()
            || xxh3_64(format!("{pmu}/{program}").as_bytes()) % u64::from(self.of) + 1 == u64::from(self.number)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (number, of) = text.split_once('/').ok_or(ShardError)?;
        let shard = Self { number: number.parse().map_err(|_| ShardError)?, of: of.parse().map_err(|_| ShardError)? };
        match (1..=shard.of).contains(&shard.number) {
            true => Ok(shard),
            false => Err(ShardError),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn each_program_is_in_one_shard_and_shards_have_similar_sizes() {
        let shards: Vec<Shard> = (1..=4).map(|number| Shard { number, of: 4 }).collect();
        let mut sizes = [0; 4];
        for index in 0..1000 {
            let name = format!("random-1-{index}");
            let homes: Vec<usize> = (0..4).filter(|&at| shards[at].has("k8", &name)).collect();
            assert_eq!(homes.len(), 1, "{name}");
            sizes[homes[0]] += 1;
        }
        assert!(sizes.iter().all(|size| (200..300).contains(size)), "{sizes:?}");
        assert!((0..1000).all(|index| Shard::ALL.has("k8", &format!("random-1-{index}"))));
    }

    /// Shards of one run may come from machines with other versions of everything else.
    #[test]
    fn shard_of_a_program_never_changes() {
        let home = |name: &str| (1..=4).find(|&number| Shard { number, of: 4 }.has("k8", name));
        assert_eq!(["pins/own_pin", "random-1-0", "random-1-1"].map(home), [Some(4), Some(1), Some(4)]);
    }

    #[rstest]
    #[case("1/1")]
    #[case("4/4")]
    #[case("65535/65535")]
    fn valid_shard_is_parsed(#[case] text: &str) {
        assert_eq!(text.parse::<Shard>().expect("a shard").to_string(), text);
    }

    #[rstest]
    #[case("0/4")]
    #[case("5/4")]
    #[case("1/0")]
    #[case("1")]
    #[case("1/65536")]
    #[case("-1/4")]
    #[case("1/4/2")]
    #[case("")]
    fn invalid_shard_is_rejected(#[case] text: &str) {
        assert!(text.parse::<Shard>().is_err(), "{text}");
    }
}
