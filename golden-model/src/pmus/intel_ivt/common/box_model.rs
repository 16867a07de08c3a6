//! A box with its places in frames and observations, and what was counted in it: alone or one of many.

use super::coverage::Rows;
use super::freeze::Broadcasts;
use crate::collisions::CollisionTable;
use crate::{CollisionCoverage, EventCoverage, Pmu};

/// A box behind a register port and the broadcasts of the U-Box, which whoever has it connects.
pub(crate) trait BoxModel: Clone + Send {
    /// What lies at an address.
    type Register: Copy;

    /// Where collisions are noted.
    type Sites: Clone + Send;

    /// The address space that it is in.
    const SPACE: u32;

    /// The bits of write data that a register takes.
    const DATA: u64 = u64::MAX;

    /// The only box of a PMU, in its reset state.
    fn only(pmu: &Pmu) -> Self;

    /// The sites of a table.
    fn sites(table: &CollisionTable) -> Self::Sites;

    /// What lies at an address of its own; none where the access is refused.
    fn at(&self, address: u32, frame: &[u64]) -> Option<Self::Register>;

    /// Whether a write may change what only software changes.
    fn is_setting(register: Self::Register) -> bool;

    /// Whether it is the box status.
    fn is_status(register: Self::Register) -> bool;

    /// What software reads.
    fn read(&self, register: Self::Register, frame: &[u64]) -> u64;

    /// The overflow message to the U-Box.
    fn ovf_msg(&self) -> bool;

    /// The global freeze holds it.
    fn is_frozen(&self) -> bool;

    /// Writes the state that only software changes where only zeros were.
    fn settings(&self, words: &mut [u64]);

    /// Writes output and all other state where only zeros were.
    fn observe(&self, words: &mut [u64]);

    /// The state after reset, of all of it without a frame, otherwise as the frame of the clock of reset says.
    fn reset(&mut self, frame: Option<&[u64]>, coverage: &EventCoverage, rows: &Rows);

    /// Takes over what is to be covered from `marks`.
    fn restart_coverage(&mut self, coverage: &EventCoverage, rows: &Rows);

    /// Notes what collides in a clock with or without reset, in which software may write a register, before it happens.
    fn record(
        &self,
        frame: &[u64],
        cycle: (bool, Broadcasts, Option<(Self::Register, u64)>),
        sites: &Self::Sites,
        collisions: &mut CollisionCoverage,
    );

    /// One clock, in which software may write a register, with what it covers.
    fn step(
        &mut self,
        frame: &[u64],
        broadcasts: Broadcasts,
        written: Option<(Self::Register, u64)>,
        covered: (&mut EventCoverage, &Rows),
    );
}
