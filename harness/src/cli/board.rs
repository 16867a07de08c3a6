//! `board`: writes the RTL of a board with a PMU, or serves the board in simulation.

use super::args::Board;
use super::build;
use super::describe::find_pmu;
use super::status::{Failure, Status};
use crate::board::{Port, SimulatedBoard};
use crate::regression::Stop;
use crate::rtl::board::BoardRtl;
use std::io::Write;

pub(super) fn board(arguments: &Board, stop: &Stop) -> Result<Status, Failure> {
    let pmu = find_pmu(&arguments.pmu)?;
    let id = &pmu.description.id;
    let workspace = build::workspace()?;
    let rtl = BoardRtl::new(&workspace, &pmu.description, &build::source(&workspace, &pmu, &arguments.rtl)?)?;
    if let Some(folder) = &arguments.emit {
        for file in rtl.write(folder)? {
            println!("{}", build::display_path(&file));
        }
        println!("description {}\nRTL {}", rtl.description_hash, rtl.rtl_hash);
        return Ok(Status::Pass);
    }
    // Open the port first: an unavailable port is an error before anything is built.
    let port = match arguments.tcp {
        Some(port) => Port::tcp(port)?,
        None => Port::pty()?,
    };
    let built = rtl.model(&workspace, &pmu.description, &mut |text| eprintln!("{text}"))?;
    let mut board = SimulatedBoard::new(&built, arguments.seed)?;
    println!("{id}: --dut {}", port.address()?);
    std::io::stdout().flush().map_err(|error| Failure::Environment(error.to_string()))?;
    port.serve(&mut board, stop)?;
    Ok(Status::Pass)
}
