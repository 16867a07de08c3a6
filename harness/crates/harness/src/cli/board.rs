//! `board`: writes the RTL of a board with a PMU, or serves the board in simulation.

use super::args::Board;
use super::screen::say;
use super::status::Status;
use crate::board::{Port, SimulatedBoard};
use crate::pmu_selection::find_pmu;
use crate::regression::Stop;
use crate::rtl::board::BoardRtl;
use crate::Error;
use pmu_support::display_path;
use std::io::Write;

pub(super) fn board(arguments: &Board, stop: &Stop) -> Result<Status, Error> {
    let selected = arguments.rtl.selection()?;
    let pmu = selected.chosen_for(find_pmu(&arguments.pmu)?)?;
    let id = &pmu.description.id;
    let workspace = super::workspace()?;
    let rtl = BoardRtl::new(&workspace, &pmu.description, &selected.source(&workspace, &pmu)?)?;
    if let Some(folder) = &arguments.emit {
        for file in rtl.write(folder)? {
            say!("{}", display_path(&file));
        }
        say!("description {}\nRTL {}", rtl.description_hash, rtl.rtl_hash);
        return Ok(Status::Pass);
    }
    // Open the port first: an unavailable port is an error before anything is built.
    let port = match arguments.tcp {
        Some(port) => Port::tcp(port)?,
        None => Port::pty()?,
    };
    let built = rtl.model(&workspace, &pmu.description, &mut super::notice)?;
    let mut board = SimulatedBoard::new(&built, arguments.seed)?;
    say!("{id}: --dut {}", port.address()?);
    std::io::stdout().flush().map_err(|error| Error::Environment(error.to_string()))?;
    port.serve(&mut board, stop)?;
    Ok(Status::Pass)
}
