//! Python integers as 64-bit words, lowest first.

use num_bigint::BigUint;

/// The words of a number, at least `words` of them.
pub fn to_words(number: &BigUint, words: usize) -> Vec<u64> {
    let mut digits = number.to_u64_digits();
    digits.resize(digits.len().max(words), 0);
    digits
}

/// The number of words.
pub fn from_words(words: &[u64]) -> BigUint {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}
