//! Packets of the link: delimited, stuffed, checked, numbered.

use crc::{Crc, CRC_32_ISO_HDLC};

/// Marks the start and the end of every packet and occurs nowhere else.
pub const FLAG: u8 = 0x7E;
/// Escape byte: precedes a byte that is sent in escaped form.
const ESCAPE: u8 = 0x7D;
/// Value that is XORed with an escaped byte.
const FLIP: u8 = 0x20;
/// Length of type, session, sequence and check.
const SMALLEST: usize = 9;
/// Maximum length of a packet of any board: longer sequences are invalid.
const LONGEST: usize = 1 << 20;

static CHECK: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// A packet in either direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its type.
    pub kind: u8,
    /// Its session.
    pub session: u16,
    /// Its sequence number.
    pub sequence: u16,
    /// Its payload.
    pub payload: Vec<u8>,
}

impl Packet {
    /// The bytes on the line, with a delimiter at both ends.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = vec![self.kind];
        content.extend(self.session.to_le_bytes());
        content.extend(self.sequence.to_le_bytes());
        content.extend(&self.payload);
        content.extend(CHECK.checksum(&content).to_le_bytes());
        let mut line = Vec::with_capacity(content.len() + content.len() / 16 + 2);
        line.push(FLAG);
        for byte in content {
            match byte {
                FLAG | ESCAPE => line.extend([ESCAPE, byte ^ FLIP]),
                _ => line.push(byte),
            }
        }
        line.push(FLAG);
        line
    }

    /// Decodes the bytes between two delimiters; `None` if they are damaged.
    fn decode(content: &[u8]) -> Option<Self> {
        let end = content.len().checked_sub(4).filter(|_| content.len() >= SMALLEST)?;
        let check = u32::from_le_bytes(content[end..].try_into().ok()?);
        if CHECK.checksum(&content[..end]) != check {
            return None;
        }
        let number = |at: usize| u16::from_le_bytes([content[at], content[at + 1]]);
        Some(Self { kind: content[0], session: number(1), sequence: number(3), payload: content[5..end].to_vec() })
    }
}

/// The bytes between two delimiters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// A packet.
    Packet(Packet),
    /// Invalid bytes.
    Damaged,
}

/// Finds packets in the bytes of a line.
#[derive(Debug, Default)]
pub struct Decoder {
    content: Vec<u8>,
    /// Whether a delimiter was seen; bytes before the first one are dropped.
    begun: bool,
    escaped: bool,
    /// Whether the packet being received is already invalid.
    broken: bool,
}

impl Decoder {
    /// Processes a byte; returns the packet that it completes.
    pub fn take(&mut self, byte: u8) -> Option<Arrival> {
        if byte == FLAG {
            let is_empty = self.content.is_empty() && !self.escaped && !self.broken;
            let is_broken = self.escaped || self.broken;
            let begun = std::mem::replace(&mut self.begun, true);
            (self.escaped, self.broken) = (false, false);
            let content = std::mem::take(&mut self.content);
            return match begun && !is_empty {
                false => None,
                true if is_broken => Some(Arrival::Damaged),
                true => Some(Packet::decode(&content).map_or(Arrival::Damaged, Arrival::Packet)),
            };
        }
        if !self.begun || self.broken {
            return None;
        }
        match (self.escaped, byte) {
            (false, ESCAPE) => self.escaped = true,
            (escaped, byte) => {
                self.content.push(if escaped { byte ^ FLIP } else { byte });
                self.escaped = false;
            }
        }
        if self.content.len() > LONGEST {
            self.broken = true;
            self.content = Vec::new();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrivals(bytes: impl IntoIterator<Item = u8>) -> Vec<Arrival> {
        let mut decoder = Decoder::default();
        bytes.into_iter().filter_map(|byte| decoder.take(byte)).collect()
    }

    fn packet(payload: impl IntoIterator<Item = u8>) -> Packet {
        Packet { kind: 2, session: 0x7E7D, sequence: 0x1234, payload: payload.into_iter().collect() }
    }

    #[test]
    fn packets_are_decoded_unchanged() {
        for packet in [packet([]), packet(0..=255), packet([FLAG; 9]), packet([ESCAPE; 9])] {
            let line = packet.encode();
            assert_eq!(line.iter().filter(|&&byte| byte == FLAG).count(), 2);
            let noise = [1, 2, ESCAPE];
            let twice = noise.into_iter().chain(line.clone()).chain(line[1..].iter().copied());
            assert_eq!(arrivals(twice), [Arrival::Packet(packet.clone()), Arrival::Packet(packet)]);
        }
    }

    #[test]
    fn the_check_has_the_standard_check_value() {
        assert_eq!(CHECK.checksum(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn damage_of_one_or_two_bytes_is_always_detected() {
        let sent = packet((0..40).chain([FLAG, ESCAPE]));
        let line = sent.encode();
        let is_sent = |arrival: &Arrival| matches!(arrival, Arrival::Packet(found) if *found != sent);
        for at in 0..line.len() {
            let mut lost = line.clone();
            lost.remove(at);
            let mut doubled = line.clone();
            doubled.insert(at, line[at]);
            let mut swapped = line.clone();
            swapped.swap(at, (at + 1) % line.len());
            for damaged in [lost, doubled, swapped] {
                assert!(!arrivals(damaged.into_iter().chain([FLAG])).iter().any(is_sent), "at {at}");
            }
            for bit in 0..8 {
                let mut flipped = line.clone();
                flipped[at] ^= 1 << bit;
                assert!(!arrivals(flipped.into_iter().chain([FLAG])).iter().any(is_sent), "at {at}");
            }
        }
    }
}
