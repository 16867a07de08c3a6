//! `lint`: checks the RTL with Verilator, Icarus Verilog and Yosys.

use super::args::Lint;
use super::screen::say;
use super::status::Status;
use crate::lint::{Finding, Linter};
use crate::pmu_selection::select_pmus;
use crate::rtl::RtlFiles;
use crate::Error;

pub(super) fn lint(arguments: &Lint) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let mut status = Status::Pass;
    let selection = arguments.rtl.selection()?;
    for pmu in select_pmus(&arguments.pmus, &selection)? {
        let rtl = RtlFiles::read(&workspace, &pmu.description, selection.source(&workspace, &pmu)?)?;
        for linter in Linter::ALL {
            let name = linter.name(rtl.language);
            let id = &pmu.description.id;
            match linter.run(&workspace, &rtl, &mut super::notice)? {
                Finding::Clean => say!("{id}: {name}: clean"),
                Finding::Findings(text) => {
                    say!("{id}: {name}:\n{text}");
                    status = Status::Diverged;
                }
                Finding::NotApplicable(why) => say!("{id}: {name}: not run: {why}"),
                Finding::Missing if arguments.all_tools => {
                    return Err(Error::Environment(format!("{name}: the tool is not on PATH; install it")));
                }
                Finding::Missing => say!("{id}: {name}: SKIPPED, the tool is not on PATH"),
            }
        }
    }
    Ok(status)
}
