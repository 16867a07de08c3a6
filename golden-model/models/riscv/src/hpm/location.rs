//! The state that an accepted access reaches.

/// The bits of a 64-bit register that a CSR number reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of them, with XLEN = 64.
    All,
    /// Bits 31:0, with XLEN = 32.
    Low,
    /// Bits 63:32, with XLEN = 32.
    High,
}

impl Part {
    /// The bits of the register.
    #[inline]
    pub fn mask(self) -> u64 {
        match self {
            Part::All => u64::MAX,
            Part::Low => 0xFFFF_FFFF,
            Part::High => 0xFFFF_FFFF << 32,
        }
    }

    /// The value that a read of these bits returns.
    #[inline]
    pub fn read(self, register: u64) -> u64 {
        (register & self.mask()) >> self.shift()
    }

    /// The written value at its position in the register.
    #[inline]
    pub fn place(self, written: u64) -> u64 {
        (written << self.shift()) & self.mask()
    }

    fn shift(self) -> u32 {
        if self == Part::High {
            32
        } else {
            0
        }
    }
}

/// A counter-enable register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enable {
    Mcounteren,
    Scounteren,
    Hcounteren,
}

/// An interrupt register: `mip` or `mie` and their delegated views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// LCOFIP.
    Pending,
    /// LCOFIE.
    Enable,
}

/// The level at which an interrupt register is accessed, which decides the delegation that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Machine,
    Supervisor,
    VirtualSupervisor,
}

/// The state that an accepted access reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// A counter; one that is not implemented reads 0 and ignores writes.
    Counter { counter: usize, part: Part },
    /// `mcyclecfg` (counter 0), `minstretcfg` (2) or `mhpmevent`; through the window MINH is not accessible.
    Configuration { counter: usize, part: Part, hides_minh: bool },
    /// `mcountinhibit`.
    CountInhibit,
    /// The bits of `mcountinhibit` whose `mcounteren` bit is 1.
    DelegatedInhibit,
    /// A counter-enable register.
    CounterEnable(Enable),
    /// The OF bits that are visible through `scountovf` in the mode of the access.
    CountOverflow { visible: u32 },
    /// `siselect`.
    Select,
    /// `vsiselect`.
    VirtualSelect,
    /// Bit 13 of an interrupt register.
    Interrupt(Interrupt, Level),
}

/// An accepted write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Write {
    /// The state that it reaches.
    pub location: Location,
    /// The value after the operation of the instruction: the operand, or the old value with bits set or cleared.
    pub value: u64,
}
