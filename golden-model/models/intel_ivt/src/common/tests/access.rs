//! The register port.

use super::super::*;
use golden_model_core::register_port::{Request, Response};
use rstest::rstest;

const READ: Request = Request { write: false, space: 0, unit: 0, addr: 0xC00, data: 7 };
const WRITE: Request = Request { write: true, ..READ };

/// An access needs space 0, unit 0 and the address of a register; all others are refused.
#[rstest]
#[case::none(None, Access::None, (false, 0))]
#[case::read(Some(READ), Access::Read(1), (false, 0x55))]
#[case::write(Some(WRITE), Access::Write(1, 7), (false, 0))]
#[case::other_space(Some(Request { space: 1, ..READ }), Access::Refused, (true, 0))]
#[case::other_unit(Some(Request { unit: 1, ..WRITE }), Access::Refused, (true, 0))]
#[case::broadcast_unit(Some(Request { unit: 255, ..WRITE }), Access::Refused, (true, 0))]
#[case::other_address(Some(Request { addr: 0xC02, ..READ }), Access::Refused, (true, 0))]
#[case::high_address_bits(Some(Request { addr: 0x8000_0C00, ..READ }), Access::Refused, (true, 0))]
fn access_requires_a_register_in_space_0_and_unit_0(
    #[case] request: Option<Request>,
    #[case] access: Access<u32>,
    #[case] (error, rdata): (bool, u64),
) {
    let decoded = Access::decode(request, |addr| (addr == 0xC00).then_some(1));
    assert_eq!(decoded, access);
    assert_eq!(decoded.answer(|_| 0x55), Response { error, rdata });
}
