//! `lint`: checks the RTL with Verilator, Icarus Verilog and Yosys.

use super::args::Lint;
use super::build;
use super::status::{Failure, Status};
use crate::lint::{Finding, Linter};
use crate::rtl::RtlFiles;

pub(super) fn lint(arguments: &Lint) -> Result<Status, Failure> {
    let workspace = build::workspace()?;
    let mut status = Status::Pass;
    for pmu in build::pmus(&arguments.pmus, arguments.rtl.folder.as_ref())? {
        let folder = build::rtl_folder(&workspace, &pmu, arguments.rtl.folder.as_ref());
        let rtl = RtlFiles::read(&workspace, &pmu.description, &folder.join("rtl.toml"))?;
        for linter in Linter::ALL {
            let name = linter.name();
            let id = &pmu.description.id;
            match linter.run(&workspace, &rtl, &mut |text| eprintln!("{text}"))? {
                Finding::Clean => println!("{id}: {name}: clean"),
                Finding::Findings(text) => {
                    println!("{id}: {name}:\n{text}");
                    status = Status::Diverged;
                }
                Finding::Missing if arguments.all_tools => {
                    return Err(Failure::Environment(format!("{name}: the tool is not on PATH; install it")));
                }
                Finding::Missing => println!("{id}: {name}: SKIPPED, the tool is not on PATH"),
            }
        }
    }
    Ok(status)
}
