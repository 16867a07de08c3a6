//! Fields of the control registers of every box.

/// Largest value of a counter.
pub(crate) const MAX: u64 = 0xFFF_FFFF_FFFF;
/// Counter enable.
pub(crate) const EN: u64 = 1 << 22;
/// Overflow enable.
pub(crate) const OV_EN: u64 = 1 << 20;
/// Thread filter enable.
pub(crate) const TID_EN: u64 = 1 << 19;
/// Edge detect.
pub(crate) const EDGE: u64 = 1 << 18;
/// Counter reset.
pub(crate) const RST: u64 = 1 << 17;

/// A value of the `thresh` field.
pub(crate) fn thresh(threshold: u64) -> u64 {
    threshold << 24
}

/// Values of the `umask` and `ev_sel` fields.
pub(crate) fn event(ev_sel: u64, umask: u64) -> u64 {
    umask << 8 | ev_sel
}
