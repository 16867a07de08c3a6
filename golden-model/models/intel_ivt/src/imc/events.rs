//! The events of a channel: selection by ev_sel and umask (2.5.6, 2.5.8).

use crate::common::{pins, Control, Lines};

pins! {
    Act "e_act",
    Pre "e_pre",
    Cas "e_cas",
    Refresh "e_refresh",
    PreAll "e_pre_all",
    Major "e_major",
    Preempt "e_preempt",
    Ecc "e_ecc",
    RpqIns "e_rpq_ins",
    WpqIns "e_wpq_ins",
    RpqNe "rpq_ne",
    WpqNe "wpq_ne",
    WpqFull "wpq_full",
    WpqRdHit "e_wpq_rd_hit",
    WpqWrHit "e_wpq_wr_hit",
    ThrottleRank "throttle_rank",
    PcuThrottle "pcu_throttle",
    SelfRefresh "self_refresh",
    CkeOn "cke_on",
    DllOff "dlloff",
    PpdInc "ppd_inc",
    CritThrottle "crit_throttle",
    VmsePush "e_vmse_push",
    VmseOcc "vmse_occ",
    RdPrio "e_rd_prio",
    Byp "e_byp",
    RdCasV "rd_cas_v",
    RdCasRank "rd_cas_rank",
    RdCasBank "rd_cas_bank",
    WrCasV "wr_cas_v",
    WrCasRank "wr_cas_rank",
    WrCasBank "wr_cas_bank",
    WmmRmm "e_wmm_rmm",
    WrongMm "wrong_mm",
}

/// The event that a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Lines(Lines<Pin>),
    /// 0xB0 to 0xBF: a read or write CAS to a rank and to one of these banks, one bit for each.
    Cas {
        write: bool,
        rank: u64,
        banks: u64,
    },
}

impl Event {
    /// Decodes a control register. All counters may count every event.
    pub fn new(control: Control) -> Self {
        let (ev_sel, umask) = (control.ev_sel(), control.umask());
        // Sub-events selected by these bits of the umask.
        let bits = |pin: Pin, documented: u8| Lines::Any(pin, u64::from(umask & documented));
        Event::Lines(match ev_sel {
            0x00 => Lines::Clocks,
            0x01 => bits(Pin::Act, 0b1011),
            0x02 => bits(Pin::Pre, 0b1_1111),
            0x04 => bits(Pin::Cas, 0b11_1111),
            0x05 => bits(Pin::Refresh, 0b110),
            0x06 => Lines::set(Pin::PreAll),
            0x07 => bits(Pin::Major, 0b1111),
            0x08 => bits(Pin::Preempt, 0b11),
            0x09 => Lines::set(Pin::Ecc),
            0x10 => Lines::set(Pin::RpqIns),
            0x11 => Lines::set(Pin::RpqNe),
            0x20 => Lines::set(Pin::WpqIns),
            0x21 => Lines::set(Pin::WpqNe),
            0x22 => Lines::set(Pin::WpqFull),
            0x23 => Lines::set(Pin::WpqRdHit),
            0x24 => Lines::set(Pin::WpqWrHit),
            // Several ranks in a cycle count once, although the table allows more for CKE (IMC-A05).
            0x41 => bits(Pin::ThrottleRank, 0xFF),
            0x42 => Lines::set(Pin::PcuThrottle),
            0x43 => Lines::set(Pin::SelfRefresh),
            0x83 => bits(Pin::CkeOn, 0xFF),
            0x84 => Lines::set(Pin::DllOff),
            0x85 => Lines::Number(Pin::PpdInc),
            0x86 => Lines::set(Pin::CritThrottle),
            0x90 => bits(Pin::VmsePush, 0b11),
            0x91 => Lines::Number(Pin::VmseOcc),
            0xA0 => bits(Pin::RdPrio, 0b1111),
            0xA1 => bits(Pin::Byp, 0b111),
            0xB0..=0xBF => {
                return Event::Cas { write: ev_sel & 8 != 0, rank: u64::from(ev_sel & 7), banks: umask.into() };
            }
            0xC0 => bits(Pin::WmmRmm, 0b111),
            0xC1 => Lines::set(Pin::WrongMm),
            _ => Lines::Nothing,
        })
    }

    /// Whether the code is listed.
    pub fn is_listed(control: Control) -> bool {
        Self::new(control) != Event::Lines(Lines::Nothing)
    }

    /// The increment of a cycle; `level` fetches an input.
    #[inline]
    pub fn raw(self, level: impl Fn(Pin) -> u64) -> u32 {
        match self {
            Event::Lines(lines) => lines.raw(level),
            Event::Cas { write, rank, banks } => {
                let [valid, to_rank, to_bank] = match write {
                    false => [Pin::RdCasV, Pin::RdCasRank, Pin::RdCasBank],
                    true => [Pin::WrCasV, Pin::WrCasRank, Pin::WrCasBank],
                };
                u32::from(level(valid) != 0 && level(to_rank) == rank && banks >> level(to_bank) & 1 != 0)
            }
        }
    }
}
