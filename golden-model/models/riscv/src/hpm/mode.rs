//! Privilege modes, and the mode filter of a counter (5.10).

use super::parameters::Parameters;

/// A privilege mode. The value is the position of its xINH bit in an [`Inhibits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mode {
    /// User mode with V = 1.
    Vu,
    /// Supervisor mode with V = 1.
    Vs,
    /// User mode with V = 0.
    User,
    /// Supervisor mode with V = 0.
    Supervisor,
    /// Machine mode.
    Machine,
}

impl Mode {
    /// Whether V = 1.
    #[inline]
    pub fn is_virtual(self) -> bool {
        matches!(self, Mode::Vs | Mode::Vu)
    }
}

/// The modes of an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    u: bool,
    s: bool,
    h: bool,
}

impl Modes {
    /// The modes that the parameters implement.
    pub fn new(parameters: &Parameters) -> Self {
        let &Parameters { u, s, h, .. } = parameters;
        Self { u, s, h }
    }

    /// The mode for a privilege of two bits and V (RVHPM-R17).
    #[inline]
    pub fn of(self, privilege: u8, virt: bool) -> Mode {
        let virt = self.h && virt;
        match privilege {
            _ if !self.u => Mode::Machine,
            3 => Mode::Machine,
            1 if self.s && virt => Mode::Vs,
            1 if self.s => Mode::Supervisor,
            _ if virt => Mode::Vu,
            _ => Mode::User,
        }
    }

    /// The xINH bits of the implemented modes (RVHPM-R81, R82).
    pub fn inhibits(self) -> Inhibits {
        let of = |mode: Mode, exists: bool| u8::from(exists) << mode as u8;
        Inhibits(
            of(Mode::Machine, true)
                | of(Mode::Supervisor, self.s)
                | of(Mode::User, self.u)
                | of(Mode::Vs, self.h)
                | of(Mode::Vu, self.h),
        )
    }
}

/// The xINH bits of a counter, 5 bits: MINH, SINH, UINH, VSINH, VUINH from bit 4 down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inhibits(pub u8);

impl Inhibits {
    /// MINH alone.
    pub const MINH: Self = Self(1 << Mode::Machine as u8);

    /// Position of VUINH in `mhpmevent`, `mcyclecfg` and `minstretcfg`; the others follow upwards.
    const LOWEST: u32 = 58;

    /// The bits in a 64-bit register.
    #[inline]
    pub fn from_register(value: u64) -> Self {
        Self((value >> Self::LOWEST) as u8 & 0x1F)
    }

    /// The bits at their position in a 64-bit register.
    #[inline]
    pub fn to_register(self) -> u64 {
        u64::from(self.0) << Self::LOWEST
    }

    /// Whether the counter does not count in a mode.
    #[inline]
    pub fn inhibit(self, mode: Mode) -> bool {
        self.0 >> mode as u8 & 1 != 0
    }

    /// These bits with those of `mask` taken from `new`.
    #[inline]
    pub fn with(self, mask: Self, new: Self) -> Self {
        Self((self.0 & !mask.0) | (new.0 & mask.0))
    }

    /// The bits that are not in `mask`.
    #[inline]
    pub fn without(self, mask: Self) -> Self {
        Self(self.0 & !mask.0)
    }
}
