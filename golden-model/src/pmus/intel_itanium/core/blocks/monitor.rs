//! When a monitor is enabled (3.3.1).

/// What the processor status register of a thread says in a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Psr {
    /// User monitors are enabled.
    pub up: bool,
    /// Privileged monitors are enabled.
    pub pp: bool,
    /// Users read 0.
    pub sp: bool,
    /// The instruction set is IA-32.
    pub is: bool,
    /// Privilege level, 2 bits.
    pub cpl: u32,
}

/// The equation without its terms for freeze and instruction set: `plm` has a bit for each privilege level, `pm` makes the
/// monitor a privileged one.
#[inline]
pub(crate) fn is_enabled(plm: u64, pm: bool, psr: Psr) -> bool {
    plm >> psr.cpl & 1 == 1 && if pm { psr.pp } else { psr.up }
}

/// A bit of a register.
#[inline]
pub(crate) fn bit(value: u64, at: u32) -> bool {
    value >> at & 1 == 1
}

/// Bits of a register.
#[inline]
pub(crate) fn bits(value: u64, high: u32, low: u32) -> u64 {
    value >> low & (u64::MAX >> (63 - (high - low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_and_kind_has_its_bit() {
        for (cpl, plm, pm, up, pp) in (0..512).map(|n| (n & 3, n >> 2 & 15, n & 64 != 0, n & 128 != 0, n & 256 != 0)) {
            let psr = Psr { up, pp, cpl, ..Psr::default() };
            let expected = (plm & 1 << cpl) != 0 && ((!pm && up) || (pm && pp));
            assert_eq!(is_enabled(plm.into(), pm, psr), expected);
        }
    }
}
