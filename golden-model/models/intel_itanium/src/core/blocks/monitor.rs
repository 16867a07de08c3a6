//! The enable condition of a monitor (3.3.1).

/// Bits of a thread's processor status register in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Psr {
    /// User monitors are enabled.
    pub up: bool,
    /// Privileged monitors are enabled.
    pub pp: bool,
    /// Reads of PMDs by users return 0.
    pub sp: bool,
    /// The instruction set is IA-32.
    pub is: bool,
    /// Privilege level, 2 bits.
    pub cpl: u32,
}

/// Whether a monitor is enabled, without the terms for freeze and instruction set. `plm` has a bit for each privilege level;
/// `pm` makes the monitor privileged.
#[inline]
pub(crate) fn is_enabled(plm: u64, pm: bool, psr: Psr) -> bool {
    plm >> psr.cpl & 1 == 1 && if pm { psr.pp } else { psr.up }
}

/// Returns a bit of a register.
#[inline]
pub(crate) fn bit(value: u64, at: u32) -> bool {
    value >> at & 1 == 1
}

/// Returns bits `high` to `low` of a register, inclusive.
#[inline]
pub(crate) fn bits(value: u64, high: u32, low: u32) -> u64 {
    value >> low & (u64::MAX >> (63 - (high - low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plm_pm_and_psr_bits_enable_a_monitor() {
        for (cpl, plm, pm, up, pp) in (0..512).map(|n| (n & 3, n >> 2 & 15, n & 64 != 0, n & 128 != 0, n & 256 != 0)) {
            let psr = Psr { up, pp, cpl, ..Psr::default() };
            let expected = (plm & 1 << cpl) != 0 && ((!pm && up) || (pm && pp));
            assert_eq!(is_enabled(plm.into(), pm, psr), expected);
        }
    }
}
