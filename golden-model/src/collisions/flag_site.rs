//! Fields whose causes share one word of flags.

use super::table::CollisionTable;

/// A field whose causes are flags in a word of 16 bits that it shares with other fields.
#[derive(Clone)]
pub struct FlagSite {
    pub(super) field: usize,
    /// For each value of the lower and of the upper byte of the word, the causes in the numbering of the table.
    causes: [Box<[u16; 256]>; 2],
}

impl CollisionTable {
    /// A field and its causes by name, each with its flag. A site of a table without fields records nothing.
    ///
    /// # Panics
    /// As [`CollisionTable::site`].
    pub fn flag_site<const N: usize>(&self, field: &str, causes: [(&str, u16); N]) -> FlagSite {
        let site = self.site(field, causes.map(|(name, _)| name));
        let of_byte = |shift: u32| {
            let of = |byte: u16| {
                let acting = causes.map(|(_, flag)| flag & byte << shift != 0);
                site.mask(acting) as u16
            };
            Box::new(std::array::from_fn(|byte| of(byte as u16)))
        };
        FlagSite { field: site.field, causes: [of_byte(0), of_byte(8)] }
    }
}

impl FlagSite {
    /// The causes of a word of flags as a mask in the numbering of the table.
    #[inline]
    pub(super) fn mask(&self, flags: u16) -> u32 {
        let [low, high] = &self.causes;
        u32::from(low[usize::from(flags & 0xFF)] | high[usize::from(flags >> 8)])
    }
}
