//! The events of an IRP: selection by ev_sel and umask (2.6.5, 2.6.6).

use crate::common::{pins, Control, Lines};

pins! {
    DrsIns "rxr_bl_drs_ins",
    NcbIns "rxr_bl_ncb_ins",
    NcsIns "rxr_bl_ncs_ins",
    AkIns "rxr_ak_ins",
    DrsFull "rxr_bl_drs_full",
    NcbFull "rxr_bl_ncb_full",
    NcsFull "rxr_bl_ncs_full",
    AkFull "rxr_ak_full",
    DrsOcc "rxr_bl_drs_occ",
    NcbOcc "rxr_bl_ncb_occ",
    NcsOcc "rxr_bl_ncs_occ",
    AkOcc "rxr_ak_occ",
    TxrReqOcc "txr_req_occ",
    TxrNcbIns "txr_ncb_ins",
    TxrNcsIns "txr_ncs_ins",
    RdAny "c_rd_any",
    WrAny "c_wr_any",
    OwnAny "c_own_any",
    AckAny "c_ack_any",
    RdSrc "c_rd_src",
    WrSrc "c_wr_src",
    OwnSrc "c_own_src",
    AckSrc "c_ack_src",
    TxnV "txn_v",
    TxnType "txn_type",
    TxnQ "txn_q",
    FiltQ "filt_q",
    TickleLost "tickle_lost",
    TickleTop "tickle_top",
    AmStall "am_stall",
    AmMerge "am_merge",
    AdStall "ad_stall",
    BlStall "bl_stall",
    WrOrdStall "wr_ord_stall",
}

/// The last event code; all codes below it are listed.
const LAST: u8 = 0x1A;

/// The event that a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Lines(Lines<Pin>),
    /// 0x12: the sum of reads and writes.
    Sum([Pin; 2]),
    /// 0x15: a transaction of one of these types, optionally of the filtered queue only.
    Transactions {
        types: u64,
        queue: bool,
    },
    /// 0x16, 0x17: the first, the second or either of two inputs, as selected.
    Either {
        inputs: [Pin; 2],
        selected: [bool; 2],
    },
}

impl Event {
    /// Decodes a control register. All counters may count every event.
    pub fn new(control: Control) -> Self {
        let umask = control.umask();
        let either = |inputs: [Pin; 2]| Event::Either { inputs, selected: [umask & 1 != 0, umask & 2 != 0] };
        // The selection of all sources takes priority over that of the filtered source (IRP-A07).
        let cache = |any: Pin, source: Pin| match umask & 3 {
            0 => Lines::Nothing,
            2 => Lines::Number(source),
            _ => Lines::Number(any),
        };
        Event::Lines(match control.ev_sel() {
            0x00 => Lines::Clocks,
            0x01 => Lines::set(Pin::DrsIns),
            0x02 => Lines::set(Pin::NcbIns),
            0x03 => Lines::set(Pin::NcsIns),
            0x04 => Lines::set(Pin::DrsFull),
            0x05 => Lines::set(Pin::NcbFull),
            0x06 => Lines::set(Pin::NcsFull),
            0x07 => Lines::Number(Pin::DrsOcc),
            0x08 => Lines::Number(Pin::NcbOcc),
            0x09 => Lines::Number(Pin::NcsOcc),
            0x0A => Lines::set(Pin::AkIns),
            0x0B => Lines::set(Pin::AkFull),
            0x0C => Lines::Number(Pin::AkOcc),
            // Counts 1 for any number of requests (IRP-A08).
            0x0D => Lines::set(Pin::TxrReqOcc),
            0x0E => Lines::set(Pin::TxrNcbIns),
            0x0F => Lines::set(Pin::TxrNcsIns),
            0x10 => cache(Pin::RdAny, Pin::RdSrc),
            0x11 => cache(Pin::WrAny, Pin::WrSrc),
            0x12 => match umask & 3 {
                0 => Lines::Nothing,
                2 => return Event::Sum([Pin::RdSrc, Pin::WrSrc]),
                _ => return Event::Sum([Pin::RdAny, Pin::WrAny]),
            },
            0x13 => cache(Pin::OwnAny, Pin::OwnSrc),
            0x14 => cache(Pin::AckAny, Pin::AckSrc),
            0x15 => return Event::Transactions { types: u64::from(umask & 7), queue: umask & 8 != 0 },
            0x16 => return either([Pin::TickleLost, Pin::TickleTop]),
            0x17 => return either([Pin::AmStall, Pin::AmMerge]),
            0x18 => Lines::set(Pin::AdStall),
            0x19 => Lines::set(Pin::BlStall),
            LAST => Lines::set(Pin::WrOrdStall),
            _ => Lines::Nothing,
        })
    }

    /// Whether the code is listed.
    pub fn is_listed(control: Control) -> bool {
        control.ev_sel() <= LAST
    }

    /// The increment of a cycle; `level` fetches an input.
    #[inline]
    pub fn raw(self, level: impl Fn(Pin) -> u64) -> u32 {
        match self {
            Event::Lines(lines) => lines.raw(level),
            Event::Sum([one, other]) => (level(one) + level(other)) as u32,
            Event::Transactions { types, queue } => {
                let of_type = level(Pin::TxnV) != 0 && level(Pin::TxnType) & types != 0;
                u32::from(of_type && (!queue || level(Pin::TxnQ) == level(Pin::FiltQ)))
            }
            Event::Either { inputs: [one, other], selected: [first, second] } => {
                u32::from(first && level(one) != 0 || second && level(other) != 0)
            }
        }
    }
}
