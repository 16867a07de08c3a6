//! Address decoding of the aperture (5.2, Tables 5-2 and 5-3).

use golden_model_core::register_port::Request;

/// The only space and unit.
const SPACE: u32 = 0;
const UNIT: u32 = 0;
/// Bits 31:16 of the window of the current socket, and bits 31:24 of the windows of all sockets.
const CURRENT: u32 = 0xFEB0;
const SOCKETS: u32 = 0xFC;

/// The window of a box, or of two boxes that share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Window {
    RBox,
    /// QPI event address register of a core.
    Core(usize),
    /// B-Box and Z-Box with this number.
    Pair(usize),
    DBox,
}

/// The target of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub window: Window,
    /// The access with the offset in the window.
    pub request: Request,
}

/// Returns the target of an access in the socket `socket_id`, or `None` if it is refused (IUNC-A01).
pub(super) fn at(request: Request, socket_id: u32) -> Option<Target> {
    let Request { space, unit, addr, .. } = request;
    let socket = addr >> 16;
    if space != SPACE || unit != UNIT || (socket != CURRENT && socket != (SOCKETS << 8 | socket_id)) {
        return None;
    }
    let (window, offset) = match addr >> 12 & 0xF {
        // Offsets of the R-Box have 16 bits.
        0x4 | 0x7 => (Window::RBox, addr & 0xFFFF),
        core @ 0x8..=0xB => (Window::Core(core as usize - 0x8), addr & 0xFFF),
        pair @ 0xC..=0xD => (Window::Pair(pair as usize - 0xC), addr & 0xFFF),
        0xF => (Window::DBox, addr & 0xFFF),
        _ => return None,
    };
    Some(Target { window, request: Request { addr: offset, ..request } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn read(addr: u32, socket_id: u32) -> Option<(Window, u32)> {
        let request = Request { write: false, space: 0, unit: 0, addr, data: 0 };
        at(request, socket_id).map(|target| (target.window, target.request.addr))
    }

    #[rstest]
    #[case(0xFEB0_4F00, Window::RBox, 0x4F00)]
    #[case(0xFEB0_7B88, Window::RBox, 0x7B88)]
    #[case(0xFEB0_A110, Window::Core(2), 0x110)]
    #[case(0xFEB0_C080, Window::Pair(0), 0x80)]
    #[case(0xFEB0_DC98, Window::Pair(1), 0xC98)]
    #[case(0xFEB0_FA00, Window::DBox, 0xA00)]
    #[case(0xFC03_FA00, Window::DBox, 0xA00)]
    fn boxes_are_selected_by_their_windows(#[case] address: u32, #[case] window: Window, #[case] offset: u32) {
        assert_eq!(read(address, 3), Some((window, offset)));
    }

    #[rstest]
    #[case(0xFC03_FA00, 4)]
    #[case(0xFEB0_E000, 0)]
    #[case(0xFEB0_0080, 0)]
    #[case(0xFEB1_C080, 0)]
    #[case(0xC080, 0)]
    fn addresses_outside_the_windows_are_refused(#[case] address: u32, #[case] socket_id: u32) {
        assert_eq!(read(address, socket_id), None);
    }
}
