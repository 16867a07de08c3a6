//! Results of some shards of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shards of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardSet {
    /// Seed of the run.
    pub seed: u64,
    /// Requested cycles of random programs of the complete run.
    pub cycles: u64,
    /// Number of shards of the run.
    pub shards: u16,
    /// Numbers of the shards in these results, from 1, in ascending order.
    pub here: Vec<u16>,
    /// XXH3 over all directed programs of the complete run and the first random one; it differs for runs of other programs.
    pub programs: String,
}

impl ShardSet {
    /// Numbers of the missing shards.
    pub fn missing(&self) -> Vec<u16> {
        (1..=self.shards).filter(|shard| !self.here.contains(shard)).collect()
    }

    /// One line: present and missing shards.
    pub fn note(&self) -> String {
        let Self { seed, cycles, shards, .. } = self;
        let run = format!("the run of {cycles} cycles with seed {seed}");
        format!("incomplete results of {run}: {} of {shards}; missing {}", named(&self.here), named(&self.missing()))
    }

    /// The union of both; none if it is the complete run.
    ///
    /// # Errors
    /// When the shards are not of one run, or a shard is in both.
    pub(super) fn join(&self, other: &Self) -> Result<Option<Self>, String> {
        let run = |part: &Self| {
            let Self { seed, cycles, shards, .. } = part;
            format!("{shards} shards of {cycles} cycles with seed {seed}")
        };
        if run(self) != run(other) {
            let (left, right) = (run(self), run(other));
            return Err(format!("shards of different runs, one in {left}, one in {right}; merge those of each run"));
        }
        if self.programs != other.programs {
            return Err("shards of different programs; run all shards from one checkout".to_owned());
        }
        if let Some(twice) = self.here.iter().find(|shard| other.here.contains(shard)) {
            return Err(format!("shard {twice} of {} is given twice; give each shard once", self.shards));
        }
        let mut here = [self.here.as_slice(), &other.here].concat();
        here.sort_unstable();
        Ok((here.len() < usize::from(self.shards)).then(|| Self { here, ..self.clone() }))
    }
}

/// Formats shard numbers, consecutive ones as a range.
fn named(shards: &[u16]) -> String {
    let mut stretches: Vec<(u16, u16)> = Vec::new();
    for &shard in shards {
        match stretches.last_mut() {
            Some((_, last)) if *last + 1 == shard => *last = shard,
            _ => stretches.push((shard, shard)),
        }
    }
    let shown = |&(first, last): &(u16, u16)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    let all: Vec<String> = stretches.iter().map(shown).collect();
    format!("shard{} {}", if shards.len() == 1 { "" } else { "s" }, all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(here: &[u16]) -> ShardSet {
        ShardSet { seed: 7, cycles: 100, shards: 9, here: here.to_vec(), programs: "p".to_owned() }
    }

    #[test]
    fn all_shards_form_a_complete_run() {
        let most = part(&[1, 2, 9]).join(&part(&[4, 5, 6])).expect("of one run");
        let most = most.expect("a part");
        assert_eq!(most, part(&[1, 2, 4, 5, 6, 9]));
        assert_eq!(most.missing(), [3, 7, 8]);
        let note =
            "incomplete results of the run of 100 cycles with seed 7: shards 1, 2, 4 to 6, 9 of 9; missing shards 3, 7, 8";
        assert_eq!(most.note(), note);
        assert_eq!(most.join(&part(&[3, 7, 8])), Ok(None));
    }

    #[test]
    fn shards_of_other_runs_and_duplicate_shards_are_rejected() {
        let error = |other: ShardSet| part(&[1, 2]).join(&other).expect_err("refused");
        assert!(error(part(&[3, 2])).starts_with("shard 2 of 9 is given twice"));
        assert!(error(ShardSet { seed: 8, ..part(&[3]) })
            .contains("with seed 7, one in 9 shards of 100 cycles with seed 8"));
        assert!(error(ShardSet { cycles: 99, ..part(&[3]) }).starts_with("shards of different runs"));
        assert!(error(ShardSet { shards: 8, ..part(&[3]) }).starts_with("shards of different runs"));
        assert!(error(ShardSet { programs: "q".to_owned(), ..part(&[3]) }).starts_with("shards of different programs"));
    }
}
