//! Event coverage: the event rows by event code and by fields of the sub-control registers.

use super::subcontrol::SubControl;
use golden_model_core::description::EventRow;
use golden_model_core::Pmu;

/// Number of variants reserved for each event code.
const VARIANTS: usize = 128;

/// DRAM commands with a separate event row, by name; the row of all commands counts the others.
const DRAM: [(&str, usize); 14] = [
    ("NOP", 0x00),
    ("PRCH_SGL", 0x01),
    ("RAS", 0x02),
    ("CAS_RD_OPN", 0x04),
    ("REF", 0x08),
    ("PRCH_ALL", 0x09),
    ("CAS_RD_CLS", 0x0C),
    ("WRITE_TR", 0x10),
    ("SYNC", 0x11),
    ("CAS_WR_OPN", 0x14),
    ("WR_CMD", 0x16),
    ("RD_CMD", 0x17),
    ("ZQCAL", 0x18),
    ("CAS_WR_CLS", 0x1C),
];

/// Commands of the B-Box by name.
const COMMANDS: [(&str, usize); 12] = [
    ("READS", 0),
    ("WRITES", 1),
    ("MERGE", 2),
    ("V2F", 3),
    ("V2V", 4),
    ("F2V", 5),
    ("F2B", 6),
    ("SPRWR", 7),
    ("MEGAOP1", 8),
    ("MEGAOP2", 12),
    ("MEGAOP3", 10),
    ("MEGAOP4", 15),
];

/// Responses to the B-Box by name.
const RESPONSES: [(&str, usize); 7] =
    [("ACK", 0), ("RETRY", 1), ("COR", 2), ("UNCOR", 3), ("SPEC_ACK", 4), ("SPR_ACK", 5), ("SPR_UNCOR", 7)];

/// Variants of event 0Ah: commands without a filter by their code, then these.
const DRAM_ALL: usize = 32;
const DRAM_IN_MODE: usize = 33;
const NO_ROW: usize = VARIANTS - 1;

/// The event rows by event code and variant.
#[derive(Clone)]
pub(super) struct Rows {
    rows: Vec<Option<usize>>,
}

impl Rows {
    /// Indexes the event rows of a PMU.
    ///
    /// # Panics
    /// If an event row has a name that the tables of this module do not contain.
    pub fn new(pmu: &Pmu) -> Self {
        let mut rows = vec![None; 64 * VARIANTS];
        for (position, row) in pmu.description.events.rows.iter().enumerate() {
            rows[row.code as usize * VARIANTS + variant_of(row)] = Some(position);
        }
        Self { rows }
    }

    /// Returns the event row that an event code and the sub-control registers select, if any.
    pub fn selected(&self, code: usize, sub: &SubControl) -> Option<usize> {
        self.rows[code * VARIANTS + variant(code, sub)]
    }
}

/// Returns the variant of an event row.
fn variant_of(row: &EventRow) -> usize {
    let name = row.umask_name.as_str();
    let umask = row.umask.unwrap_or(0) as usize;
    let named = |table: &[(&str, usize)], name: &str| {
        let found = table.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("event row {}: unknown name {name} in events.csv", row.name())).1
    };
    match row.code {
        0x04 | 0x05 => umask | usize::from(name.starts_with("ANY_DIMMS")) << 2,
        0x0A if name == "CMD_ALL" => DRAM_ALL,
        0x0A if name.starts_with("DRAM_CMD_") => DRAM_IN_MODE + umask,
        0x0A => named(&DRAM, name.strip_prefix("DRAM_CMD.").unwrap_or(name)),
        0x0D..=0x10 => match (name.strip_prefix("BBOX_CMDS."), name.strip_prefix("BBOX_RSP.")) {
            (Some(name), _) => 16 * umask + named(&COMMANDS, name),
            (_, Some(name)) => 16 * umask + named(&RESPONSES, name),
            _ => 16 * umask,
        },
        _ => umask,
    }
}

/// Returns the variant that the sub-control registers select for an event code.
fn variant(code: usize, sub: &SubControl) -> usize {
    let thermal = |condition: u64| condition as usize | usize::from(sub.dimm().is_none()) << 2;
    match code {
        0x04 => thermal(sub.up()),
        0x05 => thermal(sub.down()),
        0x09 => sub.frame() as usize,
        0x0A => dram(sub),
        0x0B => sub.fvid().is_some().into(),
        0x0D..=0x10 => {
            let kind = sub.slot(code as u32 - 0x0D);
            let value = match kind {
                5 => sub.command(),
                6 => sub.response(),
                _ => 0,
            };
            (16 * kind + value) as usize
        }
        0x11 => sub.open_time().into(),
        0x12 => sub.inserts() as usize,
        0x16 => sub.closed_to_open().into(),
        0x19 => sub.rank().is_some().into(),
        0x20 => sub.empty_queue().into(),
        0x24 => sub.mode() as usize,
        _ => 0,
    }
}

/// The event rows of single commands require that no filter is set. The row of all commands covers the other codes and the
/// commands filtered by address (ZBOX-A11).
fn dram(sub: &SubControl) -> usize {
    let command = sub.dram_command() as usize;
    match (sub.in_mode(), sub.address()) {
        (true, false) => DRAM_IN_MODE + sub.command_mode() as usize,
        (true, true) => NO_ROW,
        (false, false) if DRAM.iter().any(|(_, code)| *code == command) => command,
        (false, _) => DRAM_ALL,
    }
}
