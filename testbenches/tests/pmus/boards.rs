//! Checks that the bitstreams in `docs/boards.md` are of the current RTL, including the link. `make bitstream` builds them,
//! `tools/bitstream.py --table` updates the table.

use golden_model_core::Pmu;
use harness::rtl::board::BoardRtl;
use harness::rtl::{RtlSource, Workspace};
use libtest_mimic::{Failed, Trial};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Cells of a row by the names of their columns.
type Row = HashMap<String, String>;

/// The page with the table of bitstreams.
const PAGE: &str = "docs/boards.md";
/// Number of digits of a hash in the page.
const HASH: usize = 12;

/// Returns the test of the PMU's rows, or none if the page has no bitstream of the PMU.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    match rows_of(pmu).is_empty() {
        true => Vec::new(),
        false => vec![Trial::test(format!("{pmu}::boards"), move || is_current(pmu))],
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the rows of a PMU in the table with the columns `board`, `PMU` and `LUTs`.
fn rows_of(pmu: &str) -> Vec<Row> {
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap_or_default();
    let mut table = page.lines().skip_while(|line| !line.starts_with("| board | PMU | LUTs |"));
    let columns = table.next().map(cells).unwrap_or_default();
    let row = |line| columns.iter().cloned().zip(cells(line)).collect::<Row>();
    let rows = table.skip(1).take_while(|line| line.starts_with('|')).map(row);
    rows.filter(|row| row["PMU"] == format!("`{pmu}`")).collect()
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

fn is_current(id: &str) -> Result<(), Failed> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let pmu = Pmu::find(id).ok_or("there is no such PMU")?;
    let manifest = workspace.root().join("rtl").join(Pmu::folder(id)).join("rtl.toml");
    let hash = BoardRtl::new(&workspace, &pmu.description, &RtlSource::Manifest(manifest))?.rtl_hash;
    let rows = rows_of(id);
    for row in &rows {
        let (board, rtl) = (row["board"].trim_matches('`'), row["RTL"].trim_matches('`'));
        if rtl.len() != HASH || !hash.starts_with(rtl) {
            let again = format!("run `make bitstream BOARD={board} PMU={id}` and `tools/bitstream.py --table`");
            return Err(
                format!("docs/boards.md has {id} on {board} of other RTL, {rtl}; here it is {hash}: {again}").into()
            );
        }
    }
    Ok(())
}
