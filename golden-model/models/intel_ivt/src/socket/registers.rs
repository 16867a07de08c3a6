//! Address decoding of the socket: the box at an address (Tables 1-2 and 1-3).

use crate::cbox;
use crate::common::Access;
use golden_model_core::register_port::Request;

/// Address spaces.
const MSR: u32 = 0;
const PCI: u32 = 1;
/// The only unit number.
const UNIT: u32 = 0;
/// Number of C-Boxes in a socket.
const CBOXES: u32 = 15;
/// MSR numbers of the U-Box, with gaps.
const UBOX: std::ops::RangeInclusive<u32> = 0xC00..=0xC17;

/// The kinds of boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    UBox,
    CBox,
    Pcu,
    Ha,
    Imc,
    Irp,
    Qpi,
    R2Pcie,
    R3Qpi,
}

/// The box that an access addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Target {
    pub owner: Owner,
    /// Number of the box among those of its kind.
    pub number: usize,
    /// The address within the box.
    pub address: u32,
}

/// Decodes a request; the addressed box determines whether it has a register at the address.
#[inline]
pub(super) fn accessed(request: Option<Request>) -> Access<Target> {
    let Some(request) = request else { return Access::None };
    let target = match request.space {
        _ if request.unit != UNIT => None,
        MSR => Some(at_msr(request.addr)),
        PCI => at_pci(request.addr),
        _ => None,
    };
    match target {
        None => Access::Refused,
        Some(target) if request.write => Access::Write(target, request.data),
        Some(target) => Access::Read(target),
    }
}

/// The box that can have a register at an MSR number.
fn at_msr(address: u32) -> Target {
    let number = cbox::Register::owner(address);
    let (owner, number) = match address {
        _ if number < CBOXES => (Owner::CBox, number as usize),
        _ if UBOX.contains(&address) => (Owner::UBox, 0),
        _ => (Owner::Pcu, 0),
    };
    Target { owner, number, address }
}

/// The box at an address of configuration space, which consists of device, function and byte offset.
fn at_pci(address: u32) -> Option<Target> {
    let (device, function) = (address >> 15, address >> 12 & 7);
    // If several functions of a PCI device are one box, the function number is part of the box's address.
    let (in_function, in_pci_device) = (address & 0xFFF, address & 0x7FFF);
    let (owner, number, address) = match (device, function) {
        (5, 6) => (Owner::Irp, 0, in_function),
        (8, _) => (Owner::Qpi, 0, in_pci_device),
        (9, _) => (Owner::Qpi, 1, in_pci_device),
        (24, _) => (Owner::Qpi, 2, in_pci_device),
        (14, 1) => (Owner::Ha, 0, in_function),
        (28, 1) => (Owner::Ha, 1, in_function),
        (16, function) => (Owner::Imc, channel(function)?, in_function),
        (30, function) => (Owner::Imc, 4 + channel(function)?, in_function),
        (19, 1) => (Owner::R2Pcie, 0, in_function),
        (19, 5) => (Owner::R3Qpi, 0, in_function),
        (19, 6) => (Owner::R3Qpi, 1, in_function),
        (18, 5) => (Owner::R3Qpi, 2, in_function),
        _ => return None,
    };
    Some(Target { owner, number, address })
}

/// The channel of a memory controller in a PCI function (IMC-A15).
fn channel(function: u32) -> Option<usize> {
    match function {
        4 => Some(0),
        5 => Some(1),
        0 => Some(2),
        1 => Some(3),
        _ => None,
    }
}
