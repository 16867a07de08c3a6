//! The CRC signature over observations, as the board computes it.

use crc::{Crc, Table, CRC_64_XZ};

static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// A CRC signature in progress.
#[derive(Clone)]
pub struct CrcSignature {
    digest: crc::Digest<'static, u64, Table<16>>,
    bytes: Vec<u8>,
}

impl Default for CrcSignature {
    fn default() -> Self {
        Self { digest: CRC.digest(), bytes: Vec::new() }
    }
}

impl CrcSignature {
    /// Adds words.
    pub fn add(&mut self, words: &[u64]) {
        self.bytes.clear();
        self.bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self.digest.update(&self.bytes);
    }

    /// The CRC signature of all words so far.
    pub fn value(&self) -> u64 {
        self.digest.clone().finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_standard_crc_over_the_bytes_of_words() {
        assert_eq!(CRC.checksum(b"123456789"), 0x995D_C9BB_DF19_39FA);
        let mut signature = CrcSignature::default();
        assert_eq!(signature.value(), 0);
        signature.add(&[u64::from_le_bytes(*b"01234567")]);
        signature.add(&[u64::from_le_bytes(*b"89abcdef"), 5]);
        assert_eq!(signature.value(), CRC.checksum(b"0123456789abcdef\x05\0\0\0\0\0\0\0"));
    }
}
