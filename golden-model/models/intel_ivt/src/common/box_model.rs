//! The common interface of a box, alone or as one of many in a socket.

use super::coverage::Rows;
use super::freeze::Broadcasts;
use golden_model_core::collisions::CollisionTable;
use golden_model_core::{CollisionCoverage, EventCoverage, Pmu};

/// A box that is connected to a register port and to the broadcasts of the U-Box.
pub(crate) trait BoxModel: Clone + Send {
    /// A register of the box.
    type Register: Copy;

    /// Sites at which collisions are recorded.
    type Sites: Clone + Send;

    /// The address space of the box.
    const SPACE: u32;

    /// The bits of write data that a register uses.
    const DATA: u64 = u64::MAX;

    /// Creates the only box of a PMU, in its reset state.
    fn only(pmu: &Pmu) -> Self;

    /// The collision sites of a table.
    fn sites(table: &CollisionTable) -> Self::Sites;

    /// The register at an address within the box; `None` if the access is refused.
    fn at(&self, address: u32, frame: &[u64]) -> Option<Self::Register>;

    /// Whether a write can change state that only software changes.
    fn is_setting(register: Self::Register) -> bool;

    /// Whether the register is the box status.
    fn is_status(register: Self::Register) -> bool;

    /// The value that software reads.
    fn read(&self, register: Self::Register, frame: &[u64]) -> u64;

    /// The overflow message to the U-Box.
    fn ovf_msg(&self) -> bool;

    /// Whether the global freeze is in effect.
    fn is_frozen(&self) -> bool;

    /// Writes the state that only software changes into words that are zero.
    fn settings(&self, words: &mut [u64]);

    /// Writes the output and all other state into words that are zero.
    fn observe(&self, words: &mut [u64]);

    /// Resets the box: all state without a frame, otherwise as specified by the inputs
    /// in the cycle of the reset.
    fn reset(&mut self, frame: Option<&[u64]>, coverage: &EventCoverage, rows: &Rows);

    /// Determines from `coverage` what remains to be covered.
    fn restart_coverage(&mut self, coverage: &EventCoverage, rows: &Rows);

    /// Records the collisions of a cycle, given reset, broadcasts and an optional write. Call
    /// it before [`Self::step`].
    fn record(
        &self,
        frame: &[u64],
        cycle: (bool, Broadcasts, Option<(Self::Register, u64)>),
        sites: &Self::Sites,
        collisions: &mut CollisionCoverage,
    );

    /// Executes a cycle with an optional register write and records event coverage.
    fn step(
        &mut self,
        frame: &[u64],
        broadcasts: Broadcasts,
        written: Option<(Self::Register, u64)>,
        covered: (&mut EventCoverage, &Rows),
    );
}
