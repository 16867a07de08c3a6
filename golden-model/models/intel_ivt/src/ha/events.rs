//! The events of the Home Agent: selection by ev_sel and umask (2.4.4, 2.4.6).

use super::filter::Packet;
use super::state::State;
use crate::common::{pins, Control, Lines};

pins! {
    Requests "e_requests",
    Conflict "e_conflict",
    DirLookup "e_dir_lookup",
    DirUpdate "e_dir_update",
    TxrAk "e_txr_ak",
    TxrBl "e_txr_bl",
    D2cSent "e_d2c_sent",
    D2cDis "e_d2c_dis",
    D2cOvr "e_d2c_ovr",
    Bypass "e_bypass",
    RpqNocrd "rpq_nocrd",
    WpqNocrd "wpq_nocrd",
    ImcReads "imc_reads",
    ImcWrites "e_imc_writes",
    TadV "tad_v",
    TadRegion "tad_region",
    ImcRetry "e_imc_retry",
    AmV "am_v",
    AmAddr "am_addr",
    AmOpc "am_opc",
    AmRing "am_ring",
    SnoopResp "e_snoop_resp",
    SnpLocal "e_snp_local",
    IgrNocrd "e_igr_nocrd",
    TxrAdFull "e_txr_ad_full",
    TxrAkFull "e_txr_ak_full",
    TxrBlFull "e_txr_bl_full",
    TxrBlAlloc "txr_bl_alloc",
    TxrBlDealloc "txr_bl_dealloc",
    RingAd "e_ring_ad",
    RingAk "e_ring_ak",
    RingBl "e_ring_bl",
    DirLatOpt "e_dir_lat_opt",
    BtBypass "e_bt_bypass",
    IodcIns "e_iodc_ins",
    IodcOlen "e_iodc_olen",
    BtNe "bt_ne",
    BtAllocV "bt_alloc_v",
    BtAllocCls "bt_alloc_cls",
    BtDeallocV "bt_dealloc_v",
    BtDeallocCls "bt_dealloc_cls",
    Osb "e_osb",
    OsbEdr "e_osb_edr",
    IodcConf "e_iodc_conf",
    IgrCrdAd2 "igr_crd_ad2",
    IgrCrdBl2 "igr_crd_bl2",
    RstCold "rst_cold",
}

/// Event codes of the queues whose occupancy is tracked.
pub(super) const TXR_BL_OCCUPANCY: u8 = 0x34;
pub(super) const BT_OCCUPANCY: u8 = 0x43;

/// The event that a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Lines(Lines<Pin>),
    /// 0x1B, 0x1C: requests to these TAD regions, one bit for each.
    Tad {
        regions: u32,
    },
    /// 0x20: packets that match by these criteria.
    Match {
        criteria: u8,
    },
    /// 0x34: entries of these schedulers in the BL egress.
    TxrOccupancy {
        schedulers: u8,
    },
    /// 0x43: entries of these kinds in the backup tracker.
    BtOccupancy {
        kinds: u8,
    },
}

impl Event {
    /// Decodes a control register. All counters may count every event.
    pub fn new(control: Control) -> Self {
        let umask = control.umask();
        // Sub-events selected by these bits of the umask.
        let bits = |pin: Pin, documented: u8| Lines::Any(pin, u64::from(umask & documented));
        Event::Lines(match control.ev_sel() {
            0x00 => Lines::Clocks,
            0x01 => bits(Pin::Requests, 0x3F),
            0x0B => bits(Pin::Conflict, 0x1E),
            0x0C => bits(Pin::DirLookup, 0x03),
            0x0D => bits(Pin::DirUpdate, 0x03),
            0x0E => Lines::set(Pin::TxrAk),
            0x10 => bits(Pin::TxrBl, 0x07),
            0x11 => Lines::set(Pin::D2cSent),
            0x12 => Lines::set(Pin::D2cDis),
            0x13 => Lines::set(Pin::D2cOvr),
            0x14 => bits(Pin::Bypass, 0x03),
            0x15 => Lines::Ones(Pin::RpqNocrd, u64::from(umask & 0x0F)),
            // An empty selection is not an unlisted code; it never occurs.
            0x17 => Lines::Parts { input: Pin::ImcReads, width: 3, parts: u32::from(umask & 0x01) },
            0x18 => Lines::Ones(Pin::WpqNocrd, u64::from(umask & 0x0F)),
            0x1A => bits(Pin::ImcWrites, 0x0F),
            0x1B => return Event::Tad { regions: umask.into() },
            0x1C => return Event::Tad { regions: u32::from(umask & 0x0F) << 8 },
            0x1E => Lines::set(Pin::ImcRetry),
            0x20 => return Event::Match { criteria: umask },
            0x21 => bits(Pin::SnoopResp, 0x7F),
            0x22 => bits(Pin::IgrNocrd, 0x0F),
            0x2A => bits(Pin::TxrAdFull, 0x03),
            0x32 => bits(Pin::TxrAkFull, 0x03),
            TXR_BL_OCCUPANCY => return Event::TxrOccupancy { schedulers: umask & 0x03 },
            0x36 => bits(Pin::TxrBlFull, 0x03),
            0x3E => bits(Pin::RingAd, 0xFF),
            0x3F => bits(Pin::RingAk, 0xFF),
            0x40 => bits(Pin::RingBl, 0xFF),
            0x41 => Lines::set(Pin::DirLatOpt),
            0x42 => Lines::set(Pin::BtNe),
            BT_OCCUPANCY => return Event::BtOccupancy { kinds: umask & 0x3F },
            0x52 => Lines::set(Pin::BtBypass),
            0x53 => bits(Pin::Osb, 0x0E),
            0x54 => bits(Pin::OsbEdr, 0x1F),
            0x56 => Lines::set(Pin::IodcIns),
            0x57 => bits(Pin::IodcConf, 0x05),
            0x58 => Lines::set(Pin::IodcOlen),
            0x59 => Lines::set(Pin::IgrCrdAd2),
            0x5A => Lines::set(Pin::IgrCrdBl2),
            0x60 => bits(Pin::SnpLocal, 0xFF),
            _ => Lines::Nothing,
        })
    }

    /// The increment of a cycle; `level` fetches an input.
    #[inline]
    pub fn raw(self, state: &State, level: impl Fn(Pin) -> u64) -> u32 {
        match self {
            Event::Lines(lines) => lines.raw(level),
            Event::Tad { regions } => {
                let (valid, to) = (level(Pin::TadV), level(Pin::TadRegion));
                let request = |request: u32| {
                    let region = to >> (4 * request) & 0xF;
                    u32::from(valid >> request & 1 != 0) & regions >> region & 1
                };
                request(0) + request(1)
            }
            Event::Match { criteria } => {
                let packet = Packet { addr: level(Pin::AmAddr), opc: level(Pin::AmOpc), ring: level(Pin::AmRing) };
                u32::from(level(Pin::AmV) != 0 && state.filter.matches(criteria, packet))
            }
            Event::TxrOccupancy { schedulers } => state.queues.txr(schedulers),
            Event::BtOccupancy { kinds } => state.queues.bt(kinds),
        }
    }
}
