//! The events of a port: selection by ev_sel_ext, ev_sel and umask (2.8.5, 2.8.7).

use super::filter::{Filter, Header, SLOTS};
use crate::common::{pins, Control, Lines};

pins! {
    TxFlitV "tx_flit_v",
    RxFlitV "rx_flit_v",
    TxFlitCls "tx_flit_cls",
    RxFlitCls "rx_flit_cls",
    TxqIns "txq_ins",
    TxqByp "txq_byp",
    TxqOcc "txq_occ",
    RxqIns "rxq_ins",
    RxqByp "rxq_byp",
    RxqOcc "rxq_occ",
    RxqInsVn0 "rxq_ins_vn0",
    RxqInsVn1 "rxq_ins_vn1",
    RxqOccVn0 "rxq_occ_vn0",
    RxqOccVn1 "rxq_occ_vn1",
    TxL0 "tx_l0",
    TxL0p "tx_l0p",
    RxL0 "rx_l0",
    RxL0p "rx_l0p",
    L1 "l1",
    D2cV "d2c_v",
    D2cCredit "d2c_credit",
    D2cValid "d2c_valid",
    D2cHit "d2c_hit",
    RxVnaUse "rx_vna_use",
    RxVn0Use "rx_vn0_use",
    RxVn1Use "rx_vn1_use",
    VnaRet "vna_ret",
    VnaRetOcc "vna_ret_occ",
    AdHomOcc "ad_hom_occ",
    AdSnpOcc "ad_snp_occ",
    AdNdrOcc "ad_ndr_occ",
    AkNdrOcc "ak_ndr_occ",
    BlDrsOcc "bl_drs_occ",
    BlNcbOcc "bl_ncb_occ",
    BlNcsOcc "bl_ncs_occ",
    AdHomAcq "ad_hom_acq",
    AdSnpAcq "ad_snp_acq",
    AdNdrAcq "ad_ndr_acq",
    BlNcbAcq "bl_ncb_acq",
    BlNcsAcq "bl_ncs_acq",
    BlDrsAcq "bl_drs_acq",
    AkNdrAcq "ak_ndr_acq",
    HdrV "hdr_v",
    HdrRnid "hdr_rnid",
    HdrDnid "hdr_dnid",
    HdrMc "hdr_mc",
    HdrOpc "hdr_opc",
    HdrVnw "hdr_vnw",
    HdrRds "hdr_rds",
    SlowMode "slow_mode_i",
    QpiRate "qpi_rate_i",
}

/// Flit classes of the first three umask bits of FLITS_G0: idle, data, all others.
const G0: [u16; 3] = [1 << 0, 1 << 4 | 1 << 8, 0b1110_1110_1110];

/// The event that a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Lines(Lines<Pin>),
    /// Flits of these classes, one bit for each.
    Flits {
        received: bool,
        classes: u16,
    },
    /// L0 and L0p of a direction.
    L0 {
        received: bool,
    },
    /// {0, 0x13}: attempts with one of these outcomes, one bit for each.
    Direct2Core {
        outcomes: u8,
    },
    /// {1, 0x09} to {1, 0x0E}: insertions of a message class on VN0 and VN1.
    Inserts {
        class: u32,
        networks: [bool; 2],
    },
    /// {1, 0x15} to {1, 0x1A}: elements of a message class on VN0 and VN1.
    Occupancy {
        class: u32,
        networks: [bool; 2],
    },
    /// {1, 0x38}: headers that match.
    Headers,
}

impl Event {
    /// Decodes a control register. All counters may count every event.
    pub fn new(control: Control) -> Self {
        let umask = control.umask();
        let selected = |bits: u32| u32::from(umask) & ((1 << bits) - 1);
        let parts = |input: Pin, width: u32, count: u32| Lines::Parts { input, width, parts: selected(count) };
        let networks = [umask & 1 != 0, umask & 2 != 0];
        let code = control.code();
        Event::Lines(match code {
            0x000 | 0x001 => {
                let of_bit = |bit: usize| if umask >> bit & 1 != 0 { G0[bit] } else { 0 };
                return Event::Flits { received: code == 0x001, classes: of_bit(0) | of_bit(1) | of_bit(2) };
            }
            0x004 => Lines::set(Pin::TxqIns),
            0x005 => Lines::set(Pin::TxqByp),
            // The occupancy counts at most 1 (QPI-A09).
            0x006 | 0x007 => Lines::set(Pin::TxqOcc),
            0x008 => Lines::set(Pin::RxqIns),
            0x009 => Lines::set(Pin::RxqByp),
            0x00A => Lines::set(Pin::RxqOcc),
            0x00B => Lines::Number(Pin::RxqOcc),
            0x00C | 0x00F => return Event::L0 { received: code == 0x00F },
            0x00D => Lines::set(Pin::TxL0p),
            0x010 => Lines::set(Pin::RxL0p),
            0x012 => Lines::set(Pin::L1),
            0x013 => return Event::Direct2Core { outcomes: umask },
            0x014 => Lines::Clocks,
            0x100 | 0x102 => return Event::Flits { received: code == 0x102, classes: (selected(5) << 1) as u16 },
            0x101 | 0x103 => return Event::Flits { received: code == 0x103, classes: (selected(5) << 6) as u16 },
            0x109..=0x10E => return Event::Inserts { class: u32::from(code - 0x109), networks },
            0x115..=0x11A => return Event::Occupancy { class: u32::from(code - 0x115), networks },
            0x11B => Lines::Number(Pin::VnaRetOcc),
            0x11C => Lines::set(Pin::VnaRet),
            0x11D => Lines::set(Pin::RxVnaUse),
            0x11E => parts(Pin::RxVn0Use, 2, 6),
            0x139 => parts(Pin::RxVn1Use, 2, 6),
            0x11F => parts(Pin::BlDrsOcc, 4, 3),
            0x120 => parts(Pin::BlNcbOcc, 2, 2),
            0x121 => parts(Pin::BlNcsOcc, 2, 2),
            0x122 => parts(Pin::AdHomOcc, 5, 2),
            0x123 => parts(Pin::AdSnpOcc, 5, 2),
            0x124 => parts(Pin::AdNdrOcc, 4, 2),
            0x125 => Lines::Number(Pin::AkNdrOcc),
            0x126 => Lines::masked(Pin::AdHomAcq, umask, 2),
            0x127 => Lines::masked(Pin::AdSnpAcq, umask, 2),
            0x128 => Lines::masked(Pin::AdNdrAcq, umask, 2),
            0x129 => Lines::set(Pin::AkNdrAcq),
            0x12A => Lines::masked(Pin::BlDrsAcq, umask, 3),
            0x12B => Lines::masked(Pin::BlNcbAcq, umask, 2),
            0x12C => Lines::masked(Pin::BlNcsAcq, umask, 2),
            0x138 => return Event::Headers,
            _ => Lines::Nothing,
        })
    }

    /// The increment of a cycle; `level` fetches an input.
    #[inline]
    pub fn raw(self, filter: &Filter, level: impl Fn(Pin) -> u64) -> u32 {
        match self {
            Event::Lines(lines) => lines.raw(level),
            Event::Flits { received, classes } => {
                let [valid, of_class] = match received {
                    false => [Pin::TxFlitV, Pin::TxFlitCls],
                    true => [Pin::RxFlitV, Pin::RxFlitCls],
                };
                let (valid, of_class) = (level(valid), level(of_class));
                let counts = |slot: u32| {
                    let class = of_class >> (4 * slot) & 0xF;
                    u32::from(valid >> slot & 1 != 0 && classes >> class & 1 != 0)
                };
                (0..SLOTS).map(counts).sum()
            }
            Event::L0 { received: false } => u32::from(level(Pin::TxL0) | level(Pin::TxL0p) != 0),
            Event::L0 { received: true } => u32::from(level(Pin::RxL0) | level(Pin::RxL0p) != 0),
            Event::Direct2Core { outcomes } => {
                let not = |pin: Pin| level(pin) ^ 1;
                let outcome = not(Pin::D2cHit) << 2 | not(Pin::D2cValid) << 1 | not(Pin::D2cCredit);
                u32::from(level(Pin::D2cV) != 0 && outcomes >> outcome & 1 != 0)
            }
            Event::Inserts { class, networks: [vn0, vn1] } => {
                let on = |selected: bool, pin: Pin| selected && level(pin) >> class & 1 != 0;
                u32::from(on(vn0, Pin::RxqInsVn0) || on(vn1, Pin::RxqInsVn1))
            }
            Event::Occupancy { class, networks: [vn0, vn1] } => {
                let on = |selected: bool, pin: Pin| if selected { level(pin) >> (8 * class) & 0xFF } else { 0 };
                (on(vn0, Pin::RxqOccVn0) + on(vn1, Pin::RxqOccVn1)) as u32
            }
            Event::Headers => {
                let valid = level(Pin::HdrV);
                let counts = |slot: u32| {
                    let part = |pin: Pin, width: u32| level(pin) >> (slot * width) & ((1 << width) - 1);
                    let header = || Header {
                        rnid: part(Pin::HdrRnid, 5),
                        dnid: part(Pin::HdrDnid, 5),
                        mc: part(Pin::HdrMc, 4),
                        opc: part(Pin::HdrOpc, 4),
                        vnw: part(Pin::HdrVnw, 2),
                        rds: part(Pin::HdrRds, 4),
                    };
                    u32::from(valid >> slot & 1 != 0 && filter.matches(header()))
                };
                (0..SLOTS).map(counts).sum()
            }
        }
    }
}
