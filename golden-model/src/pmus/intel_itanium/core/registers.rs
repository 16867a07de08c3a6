//! The registers of a thread by the numbers that software uses.

/// A register that is implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pmus) enum Register {
    /// PMCn.
    Pmc(u8),
    /// PMDn.
    Pmd(u8),
    /// IBRn.
    Ibr(u8),
    /// DBRn.
    Dbr(u8),
    /// CR73.
    Pmv,
}

/// The blocks that a PMU has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pmus) struct Parts {
    pub counters: bool,
    pub tagger: bool,
    pub iear: bool,
    pub dear: bool,
    pub trace: bool,
}

impl Parts {
    /// The core.
    pub const ALL: Self = Self { counters: true, tagger: true, iear: true, dear: true, trace: true };

    /// None but what every PMU of this family has: PMC0 of both threads.
    pub const NONE: Self = Self { counters: false, tagger: false, iear: false, dear: false, trace: false };

    /// Whether a register is there.
    pub fn have(self, register: Register) -> bool {
        match register {
            Register::Pmc(0) => true,
            Register::Pmc(4..=15 | 43) | Register::Pmd(4..=15) | Register::Pmv => self.counters,
            Register::Pmc(32..=36 | 38 | 41) | Register::Ibr(_) | Register::Dbr(_) => self.tagger,
            Register::Pmc(37) | Register::Pmd(34 | 35) => self.iear,
            Register::Pmc(40) | Register::Pmd(32 | 33 | 36) => self.dear,
            Register::Pmc(39 | 42) | Register::Pmd(38 | 39 | 48..=63) => self.trace,
            Register::Pmc(_) | Register::Pmd(_) => false,
        }
    }

    /// The register at an address of a space, if it is there.
    pub fn find(self, space: u32, address: u32) -> Option<Register> {
        let number = u8::try_from(address).ok()?;
        let register = match space {
            0 => Register::Pmc(number),
            1 => Register::Pmd(number),
            2 if number < 8 => Register::Ibr(number),
            3 if number < 8 => Register::Dbr(number),
            4 if number == 73 => Register::Pmv,
            _ => return None,
        };
        self.have(register).then_some(register)
    }
}
