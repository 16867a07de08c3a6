//! Events that are one input, or some bits or parts of one.

/// What many control registers select: an input `I` and what is looked at in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines<I> {
    /// Nothing: the code is not listed, or no sub-event is selected.
    Nothing,
    /// Every clock.
    Clocks,
    /// A clock in which any of these bits is 1.
    Any(I, u64),
    /// As many occurrences as the input says.
    Number(I),
    /// As many as there are ones among these bits.
    Ones(I, u64),
    /// The sum of these parts of so many bits each.
    Parts {
        /// The input.
        input: I,
        /// Bits of a part.
        width: u32,
        /// The parts that are selected, part 0 in bit 0.
        parts: u32,
    },
}

impl<I: Copy> Lines<I> {
    /// Any of the bits that the lowest `width` bits of a umask select.
    pub fn masked(input: I, umask: u8, width: u32) -> Self {
        Lines::Any(input, u64::from(umask) & ((1 << width) - 1))
    }

    /// A clock in which the input is not 0.
    pub fn set(input: I) -> Self {
        Lines::Any(input, u64::MAX)
    }

    /// What it amounts to in a clock; `level` fetches an input.
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

/// The sum of the selected parts of a value.
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

/// Declares the inputs of a box, with their names in the description, and where they lie in a frame.
macro_rules! pins {
    ($($pin:ident $name:literal,)*) => {
        /// An input.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Pin { $(#[doc = $name] $pin,)* }

        impl Pin {
            /// Their names in the description, in order.
            const NAMES: &[&str] = &[$($name,)*];
        }

        /// The places of the inputs in a frame.
        #[derive(Clone)]
        pub(crate) struct Pins([$crate::Bits; Pin::NAMES.len()]);

        impl Pins {
            /// The places, where `input` knows those of the names.
            pub fn new(input: impl Fn(&str) -> $crate::Bits) -> Self {
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
