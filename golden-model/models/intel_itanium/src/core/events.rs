//! Rules of each event code (4.2, 4.8, 4.11).
//!
//! They state the tags that gate its occurrences, the thread that it is credited to, and the other registers that must
//! select the same set of events.

use super::options::Options;

/// Condition on an occurrence for it to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    Open,
    /// Tag of channel 0.
    Channel0,
    /// Tag of channel 1.
    Channel1,
    /// Tag of channel 0 for demand, of channel 1 for prefetches.
    ByPrefetch,
    /// Data qualification.
    Data,
}

/// The rules of one event code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub gate: Gate,
    /// Generated inside the PMU; lanes with this code are ignored.
    pub internal: bool,
    /// Credited to the thread in the foreground.
    pub causal: bool,
    /// Counted by both threads.
    pub forced: bool,
    /// Filtered by line state.
    pub mesi: bool,
    /// Counted in counters 4 to 9 only.
    pub hard: bool,
    /// Set of L1D events that PMC5 must select too.
    pub l1d: Option<u8>,
    /// Set of L2D events that the leader must select too.
    pub l2d: Option<u8>,
}

/// Events that the tables and the pages of the events qualify differently (IPF-A48).
const DISPUTED: [u8; 3] = [0x2D, 0xC9, 0xF2];

/// Returns the rules of all event codes.
pub(super) fn table(options: Options) -> [Rules; 256] {
    let rules = |code: u8| match options.without_disputed_tags && DISPUTED.contains(&code) {
        true => Rules { gate: Gate::Open, ..rules(code) },
        false => rules(code),
    };
    std::array::from_fn(|code| rules(code as u8))
}

const L1D: [(u8, &[u8]); 6] = [
    (0, &[0xC0, 0xC1, 0xC2, 0xC3]),
    (1, &[0xC4, 0xC5, 0xC7]),
    (2, &[0xCA]),
    (3, &[0xCD, 0xCE, 0xCF]),
    (4, &[0xD0, 0xD1, 0xD2]),
    (6, &[0xD9]),
];

const L2D: [&[u8]; 9] = [
    &[0xE0, 0xE1, 0xE2, 0xE3],
    &[0xE4, 0xE5],
    &[0xE6],
    &[0xE8, 0xE9],
    &[0xEA, 0xEB],
    &[0xEC, 0xED],
    &[0xEE, 0xEF],
    &[0xF0, 0xF1],
    &[0xF2, 0xF3],
];

fn rules(code: u8) -> Rules {
    Rules {
        gate: gate(code),
        internal: matches!(code, 0x08 | 0x11 | 0x12 | 0x14 | 0x18 | 0x19 | 0x43 | 0xC8),
        causal: matches!(code, 0x1A | 0x4A | 0x4B | 0x59 | 0x60 | 0x64 | 0x7F | 0xBF),
        forced: matches!(code, 0x84..=0x86 | 0x88 | 0x90..=0x94 | 0xA0..=0xA2 | 0xA8..=0xAA | 0xAE | 0xAF)
            || matches!(code, 0xB6..=0xB9 | 0xBB | 0xBC),
        mesi: matches!(code, 0xDA | 0xDD..=0xDF),
        hard: matches!(code, 0x80..=0xBF | 0xE0..=0xFF),
        l1d: L1D.iter().find(|(_, codes)| codes.contains(&code)).map(|(set, _)| *set),
        l2d: L2D.iter().position(|codes| codes.contains(&code)).map(|set| set as u8),
    }
}

fn gate(code: u8) -> Gate {
    match code {
        0x20 | 0x2D | 0x4A | 0x56..=0x58 | 0xB0 | 0xB1 | 0xC0..=0xC7 | 0xC9 | 0xCB | 0xCD..=0xD2 => Gate::Data,
        0xD9..=0xDE | 0xE0 | 0xE2 | 0xE4 | 0xE6 | 0xE8 | 0xEA..=0xEE | 0xF0 | 0xF2 => Gate::Data,
        0x44 | 0x45 | 0x5F | 0x78..=0x7E => Gate::Channel1,
        0x41 | 0x46 | 0x65 | 0x66 => Gate::ByPrefetch,
        0x03 | 0x05 | 0x06 | 0x09 | 0x0B | 0x40 | 0x42 | 0x47 | 0x48 | 0x4B | 0x4D..=0x51 | 0x54 => Gate::Channel0,
        0x5B | 0x61 | 0x63 | 0x68 | 0x6A => Gate::Channel0,
        _ => Gate::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::Pmu;

    /// The notes of each event row state its gate and whether it is forced, filtered or internal.
    #[test]
    fn rules_match_the_event_rows() {
        let pmu = Pmu::find("itanium_core").expect("a PMU");
        let rules = table(Options::default());
        for row in &pmu.description.events.rows {
            let of = rules[row.code as usize];
            let has_note = |note: &str| row.notes.split([' ', ';']).any(|part| part == note);
            assert_eq!(of.internal, has_note("SRC=internal"), "{}", row.label());
            assert_eq!(of.mesi, has_note("MESI=Y"), "{}", row.label());
            assert_eq!(of.forced, has_note("ALL=forced"), "{}", row.label());
            assert_eq!(of.hard, has_note("RESTR=hard"), "{}", row.label());
            assert!(!has_note("T=S"), "{}", row.label());
            if !of.internal {
                let gate = row.notes.split(';').find_map(|part| part.trim().strip_prefix("GATE="));
                let expected = match of.gate {
                    Gate::Open => "none",
                    Gate::Data => "dtag",
                    Gate::Channel0 => "tag0",
                    Gate::Channel1 => "tag1",
                    Gate::ByPrefetch => "tag0 demand / tag1 prefetch",
                };
                assert_eq!(gate, Some(expected), "{}", row.label());
            }
        }
    }
}
