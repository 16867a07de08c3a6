//! The register port of a box.

use golden_model_core::register_port::{Request, Response};

/// The MSR address space.
pub(crate) const MSR: u32 = 0;
/// The configuration space.
pub(crate) const PCI: u32 = 1;
/// The only unit number.
const UNIT: u32 = 0;

/// The effect of a cycle at the register port of a box with registers `R`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access<R> {
    /// No access.
    None,
    /// A refused access.
    Refused,
    /// A read.
    Read(R),
    /// A write of 64 bits.
    Write(R, u64),
}

impl<R: Copy> Access<R> {
    /// Decodes a request in MSR space; `register` returns the register at an MSR number,
    /// which can be read and written.
    #[inline]
    pub fn decode(request: Option<Request>, register: impl FnOnce(u32) -> Option<R>) -> Self {
        Self::decode_in(MSR, request, register)
    }

    /// Decodes a request in another space; `register` returns the register at an address.
    #[inline]
    pub fn decode_in(space: u32, request: Option<Request>, register: impl FnOnce(u32) -> Option<R>) -> Self {
        let Some(request) = request else {
            return Access::None;
        };
        if request.space != space || request.unit != UNIT {
            return Access::Refused;
        }
        match register(request.addr) {
            None => Access::Refused,
            Some(register) if request.write => Access::Write(register, request.data),
            Some(register) => Access::Read(register),
        }
    }

    /// The register that is written, and the data.
    #[inline]
    pub fn written(self) -> Option<(R, u64)> {
        match self {
            Access::Write(register, data) => Some((register, data)),
            _ => None,
        }
    }

    /// The response to the access; `read` returns the value of a register.
    #[inline]
    pub fn answer(self, read: impl FnOnce(R) -> u64) -> Response {
        match self {
            Access::Refused => Response::REFUSED,
            Access::Read(register) => Response { error: false, rdata: read(register) },
            Access::None | Access::Write(..) => Response::default(),
        }
    }
}
