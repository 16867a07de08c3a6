//! Registers with the coverage of their fields.

use crate::coverage::Coverage;
use serde::Serialize;

/// Prefix of the bins that describe fields of registers.
const FIELDS: &str = "fields/";

/// A register.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Register<'c> {
    name: &'c str,
    hit: u64,
    total: u64,
}

/// The registers that have bins for their fields, in the order of the bins.
pub(super) fn registers(coverage: &Coverage) -> Vec<Register<'_>> {
    let mut all: Vec<Register> = Vec::new();
    let bins = coverage.groups.iter().flat_map(|group| &group.bins).filter(|bin| bin.impossible.is_none());
    for bin in bins {
        let Some(name) = bin.name.strip_prefix(FIELDS).and_then(register) else { continue };
        match all.last_mut() {
            Some(last) if last.name == name => {
                last.total += 1;
                last.hit += u64::from(bin.hit);
            }
            _ => all.push(Register { name, hit: u64::from(bin.hit), total: 1 }),
        }
    }
    all
}

/// The register in the name of a bin, such as `core0.PerfEvtSel0` in `core0.PerfEvtSel0.INV=1`.
fn register(bin: &str) -> Option<&str> {
    let field = bin.split('=').next()?;
    field.rsplit_once('.').map(|(register, _)| register)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{CoverageBin, CoverageGroup, Impossible};

    #[test]
    fn possible_bins_of_a_register_are_added() {
        let impossible = || Some(Impossible { reason: "r".to_owned(), see: "s".to_owned() });
        let bins = [
            ("fields/core0.A.X=0", true, None),
            ("fields/core0.A.Y=1 while set", false, None),
            ("fields/core0.A.Y=2", false, impossible()),
            ("fields/core0.B.X=0", true, None),
            ("refused/read in no space", true, None),
        ];
        let bins = bins.map(|(name, hit, impossible)| CoverageBin { name: name.to_owned(), hit, impossible });
        let coverage = Coverage::new(vec![CoverageGroup::new("fields", "", &[], bins.to_vec())]);
        let of = |name, hit, total| Register { name, hit, total };
        assert_eq!(registers(&coverage), [of("core0.A", 1, 2), of("core0.B", 1, 1)]);
    }
}
