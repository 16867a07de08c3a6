//! The CRC signature over observations.

use crc::{Crc, Table, CRC_64_XZ};

static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// CRC-64/XZ over the words of observations, each in little-endian order.
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
    /// Resumes the signature of words that are not known any more.
    pub fn resume(value: u64) -> Self {
        let register = value ^ CRC_64_XZ.xorout;
        Self { digest: CRC.digest_with_initial(register.reverse_bits()), bytes: Vec::new() }
    }

    /// Continues the signature over further words.
    pub fn add(&mut self, words: &[u64]) {
        self.bytes.clear();
        self.bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self.digest.update(&self.bytes);
    }

    /// The signature over all words so far.
    pub fn value(&self) -> u64 {
        self.digest.clone().finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_crc_64_xz_over_the_bytes_of_the_words() {
        assert_eq!(CRC.checksum(b"123456789"), 0x995D_C9BB_DF19_39FA);
        let mut signature = CrcSignature::default();
        assert_eq!(signature.value(), 0);
        signature.add(&[u64::from_le_bytes(*b"01234567")]);
        signature.add(&[u64::from_le_bytes(*b"89abcdef"), 5]);
        assert_eq!(signature.value(), CRC.checksum(b"0123456789abcdef\x05\0\0\0\0\0\0\0"));
    }

    #[test]
    fn resumed_signature_continues_as_the_original() {
        let mut signature = CrcSignature::default();
        for word in [0, 1, u64::MAX, 0x0123_4567_89AB_CDEF] {
            let mut resumed = CrcSignature::resume(signature.value());
            signature.add(&[word]);
            resumed.add(&[word]);
            assert_eq!(resumed.value(), signature.value());
        }
    }
}
