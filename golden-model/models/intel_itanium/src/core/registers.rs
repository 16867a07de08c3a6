//! The registers of a thread, by the numbers that software uses.

/// An implemented register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Register {
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
pub(crate) struct SubBlocks {
    pub counters: bool,
    pub tagger: bool,
    pub iear: bool,
    pub dear: bool,
    pub trace: bool,
}

impl SubBlocks {
    /// All blocks: the core.
    pub const ALL: Self = Self { counters: true, tagger: true, iear: true, dear: true, trace: true };

    /// No block, only PMC0 of both threads, which every PMU of this family has.
    pub const NONE: Self = Self { counters: false, tagger: false, iear: false, dear: false, trace: false };

    /// Whether a PMU with these blocks has a register.
    pub fn has(self, register: Register) -> bool {
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

    /// Returns the register at an address of a space, if it exists.
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
        self.has(register).then_some(register)
    }
}
