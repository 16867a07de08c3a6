//! Events that are one input, or a selection of its bits or fields.

/// The selection of many control registers: an input `I` and the bits or fields that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines<I> {
    /// Nothing: the code is not listed, or no sub-event is selected.
    Nothing,
    /// Every cycle.
    Clocks,
    /// A cycle in which one of these bits is 1.
    Any(I, u64),
    /// The number at the input.
    Number(I),
    /// The number of ones among these bits.
    Ones(I, u64),
    /// The sum of the selected fields, each `width` bits wide.
    Parts {
        /// The input.
        input: I,
        /// Width of a field in bits.
        width: u32,
        /// The selected fields, field 0 in bit 0.
        parts: u32,
    },
}

impl<I: Copy> Lines<I> {
    /// Any of the bits that the lowest `width` bits of a umask select.
    pub fn masked(input: I, umask: u8, width: u32) -> Self {
        Lines::Any(input, u64::from(umask) & ((1 << width) - 1))
    }

    /// A cycle in which the input is not 0.
    pub fn set(input: I) -> Self {
        Lines::Any(input, u64::MAX)
    }

    /// The increment of a cycle; `level` fetches an input.
    #[inline]
    pub fn raw(self, level: impl Fn(I) -> u64) -> u32 {
        match self {
            Lines::Nothing => 0,
            Lines::Clocks => 1,
            Lines::Any(input, bits) => u32::from(level(input) & bits != 0),
            Lines::Number(input) => level(input) as u32,
            Lines::Ones(input, bits) => (level(input) & bits).count_ones(),
            Lines::Parts { input, width, parts } => sum(level(input), width, parts),
        }
    }
}

/// The sum of the selected fields of a value.
#[inline]
fn sum(value: u64, width: u32, mut parts: u32) -> u32 {
    let mut sum = 0;
    while parts != 0 {
        let part = parts.trailing_zeros();
        parts &= parts - 1;
        sum += (value >> (part * width)) as u32 & ((1 << width) - 1);
    }
    sum
}

/// Declares the inputs of a box, with their names in the description, and binds them to a frame.
macro_rules! pins {
    ($($pin:ident $name:literal,)*) => {
        /// An input.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Pin { $(#[doc = $name] $pin,)* }

        impl Pin {
            /// Their names in the description, in order.
            const NAMES: &[&str] = &[$($name,)*];
        }

        /// The positions of the inputs in a frame.
        #[derive(Clone)]
        pub(crate) struct Pins([golden_model_core::Bits; Pin::NAMES.len()]);

        impl Pins {
            /// Binds the inputs; `input` returns the position of a name.
            pub fn new(input: impl Fn(&str) -> golden_model_core::Bits) -> Self {
                Self(std::array::from_fn(|pin| input(Pin::NAMES[pin])))
            }

            /// The level of an input.
            #[inline]
            pub fn level(&self, pin: Pin, frame: &[u64]) -> u64 {
                self.0[pin as usize].get(frame)
            }
        }
    };
}
pub(crate) use pins;
