//! Answers of a board: its identity, and the status of a command.

use golden_model_core::{Layout, Pmu};

/// The first bytes of an identity.
const MAGIC: &[u8; 4] = b"PMUH";
/// Version of packets and commands, and of the operations of programs with their random numbers.
const VERSIONS: [u8; 2] = [1, 1];
/// Length of a status in bytes.
pub const REPORT: usize = 21;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All cycles were executed, or none was requested.
    Done,
    /// The program ended before the last cycle.
    End,
    /// The answer is full.
    Full,
    /// The program has an operation that does not exist.
    NoOperation,
    /// The command does not exist.
    NoCommand,
    /// The command has too few or too many bytes.
    Length,
    /// The program loops without a cycle.
    NoClock,
}

/// The status of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStatus {
    /// How it ended.
    pub ending: StopReason,
    /// The number of cycles that it executed.
    pub executed: u32,
    /// All cycles since the reset, modulo 2^48.
    pub cycles: u64,
    /// The CRC signature over their observations.
    pub signature: u64,
    /// The observations that follow.
    pub rest: Vec<u8>,
}

impl RunStatus {
    /// Decodes the payload of an answer; `None` if it is not a status.
    pub fn read(payload: &[u8]) -> Option<Self> {
        let (head, rest) = payload.split_at_checked(REPORT)?;
        let ending = match head[0] {
            0 => StopReason::Done,
            1 => StopReason::End,
            2 => StopReason::Full,
            3 => StopReason::NoOperation,
            4 => StopReason::NoCommand,
            5 => StopReason::Length,
            6 => StopReason::NoClock,
            _ => return None,
        };
        Some(Self {
            ending,
            executed: u32::from_le_bytes(head[1..5].try_into().ok()?),
            cycles: u64::from_le_bytes(head[5..13].try_into().ok()?),
            signature: u64::from_le_bytes(head[13..21].try_into().ok()?),
            rest: rest.to_vec(),
        })
    }

    /// The payload of an answer.
    pub fn bytes(&self) -> Vec<u8> {
        let ending = match self.ending {
            StopReason::Done => 0,
            StopReason::End => 1,
            StopReason::Full => 2,
            StopReason::NoOperation => 3,
            StopReason::NoCommand => 4,
            StopReason::Length => 5,
            StopReason::NoClock => 6,
        };
        let mut bytes = vec![ending];
        bytes.extend(self.executed.to_le_bytes());
        bytes.extend(self.cycles.to_le_bytes());
        bytes.extend(self.signature.to_le_bytes());
        bytes.extend(&self.rest);
        bytes
    }
}

/// The required identity of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Id of the PMU.
    pub pmu: String,
    /// 64-bit words of a frame.
    pub frame_words: u16,
    /// 64-bit words of an observation.
    pub observation_words: u16,
    /// SHA-256 of the interface that model and board share, in hexadecimal.
    pub description: String,
    /// SHA-256 of all RTL on the board, in hexadecimal.
    pub rtl: String,
}

impl Identity {
    /// The identity of a board with a PMU.
    pub fn new(pmu: &Pmu, description: &str, rtl: &str) -> Self {
        let words = |layout: &Layout| layout.words() as u16;
        Self {
            pmu: pmu.description.id.clone(),
            frame_words: words(&pmu.frame),
            observation_words: words(&pmu.observation),
            description: description.to_owned(),
            rtl: rtl.to_owned(),
        }
    }

    /// The reason why a board with this identity cannot be used.
    pub fn refusal(&self, found: &Self) -> Option<String> {
        let Self { pmu, description, rtl, .. } = self;
        if found.pmu != *pmu {
            return Some(format!(
                "the board holds {}, not {pmu} (description {} instead of {description})",
                found.pmu, found.description
            ));
        }
        if found.description != *description {
            let was = &found.description;
            return Some(format!(
                "the board was made for another description of {pmu}: it has {was}, the description here is {description}"
            ));
        }
        if found.rtl != *rtl {
            return Some(format!(
                "the board holds other RTL of {pmu}: it has {}, the RTL here is {rtl}; is its bitstream stale?",
                found.rtl
            ));
        }
        let sizes = |one: &Self| (one.frame_words, one.observation_words);
        (sizes(found) != sizes(self)).then(|| {
            format!(
                "the board has {} words in a frame and {} in an observation where {pmu} has {} and {}",
                found.frame_words, found.observation_words, self.frame_words, self.observation_words
            )
        })
    }
}

/// The identity of a board, with the sizes of its memories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRecord {
    /// Its identity.
    pub identity: Identity,
    /// Size of its frame memory in bytes.
    pub memory: usize,
    /// Maximum payload of a packet to it, in bytes.
    pub packet: usize,
    /// Maximum payload of a packet from it, in bytes.
    pub answer: usize,
    /// Number of bytes that it buffers while it runs.
    pub fifo: usize,
    /// Its cycles from a frame to the observation.
    pub settle: u8,
}

impl BoardRecord {
    /// Decodes the answer of a board that was opened.
    ///
    /// # Errors
    /// The reason why it cannot be used.
    pub fn read(payload: &[u8]) -> Result<Self, String> {
        if payload.len() != 144 || &payload[..4] != MAGIC {
            return Err("the answer is not that of a board with this protocol".to_owned());
        }
        if payload[4..6] != VERSIONS {
            let ([link, program], [own, own_program]) = ([payload[4], payload[5]], VERSIONS);
            return Err(format!(
                "the board speaks version {link}.{program} of the protocol, this is {own}.{own_program}"
            ));
        }
        let number = |at: usize| u16::from_le_bytes([payload[at], payload[at + 1]]);
        let size = |at: usize| {
            let power = u32::from(payload[at]);
            1usize
                .checked_shl(power)
                .filter(|_| power <= 30)
                .ok_or_else(|| format!("the board has a size of 2^{power}"))
        };
        let name = payload[16..80].iter().take_while(|&&byte| byte != 0).copied().collect();
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let identity = Identity {
            pmu: String::from_utf8(name).map_err(|_| "the board has no readable name of its PMU".to_owned())?,
            frame_words: number(6),
            observation_words: number(8),
            description: hex(&payload[80..112]),
            rtl: hex(&payload[112..144]),
        };
        let (memory, packet, answer, fifo) = (size(10)?, size(11)?, size(12)?, size(13)?);
        if memory < 64 || packet < 32 || answer <= REPORT {
            return Err(format!(
                "the board has memories of {memory}, {packet} and {answer} bytes, which are too small"
            ));
        }
        Ok(Self { identity, memory, packet, answer, fifo, settle: payload[14] })
    }

    /// The payload of the answer to an open command.
    pub fn bytes(&self) -> Vec<u8> {
        let Identity { pmu, frame_words, observation_words, description, rtl } = &self.identity;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSIONS);
        bytes.extend(frame_words.to_le_bytes());
        bytes.extend(observation_words.to_le_bytes());
        bytes.extend([self.memory, self.packet, self.answer, self.fifo].map(|size| size.ilog2() as u8));
        bytes.extend([self.settle, 0]);
        let mut name = pmu.clone().into_bytes();
        name.resize(64, 0);
        bytes.extend(name);
        for hash in [description, rtl] {
            let byte = |at: usize| hash.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.extend((0..32).map(|at| byte(2 * at).unwrap_or(0)));
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> BoardRecord {
        let identity = Identity {
            pmu: "k8".to_owned(),
            frame_words: 16,
            observation_words: 18,
            description: "0123456789abcdef".repeat(4),
            rtl: "fedcba9876543210".repeat(4),
        };
        BoardRecord { identity, memory: 4096, packet: 1024, answer: 1024, fifo: 512, settle: 2 }
    }

    #[test]
    fn records_are_decoded_unchanged() {
        let bytes = record().bytes();
        assert_eq!(bytes.len(), 144);
        assert_eq!(BoardRecord::read(&bytes), Ok(record()));
        assert!(BoardRecord::read(&bytes[1..]).is_err());
        let mut newer = bytes;
        newer[4] = 2;
        assert!(BoardRecord::read(&newer).expect_err("an error").contains("version 2.1"));
    }

    #[test]
    fn another_board_is_rejected_with_both_hashes() {
        let mine = record().identity;
        assert_eq!(mine.refusal(&mine), None);
        let other = Identity { pmu: "knc".to_owned(), ..mine.clone() };
        assert!(mine.refusal(&other).expect("a refusal").contains("holds knc, not k8"));
        for other in [
            Identity { description: "00".repeat(32), ..mine.clone() },
            Identity { rtl: "00".repeat(32), ..mine.clone() },
        ] {
            let refusal = mine.refusal(&other).expect("a refusal");
            let own = if other.rtl == mine.rtl { &mine.description } else { &mine.rtl };
            assert!(refusal.contains(&"00".repeat(32)) && refusal.contains(own), "{refusal}");
        }
    }

    #[test]
    fn statuses_are_decoded_unchanged() {
        let report =
            RunStatus { ending: StopReason::Full, executed: 7, cycles: 1 << 40, signature: 3, rest: vec![1, 2] };
        assert_eq!(RunStatus::read(&report.bytes()), Some(report));
        assert_eq!(RunStatus::read(&[0; 20]), None);
        assert_eq!(RunStatus::read(&[9; 21]), None);
    }
}
