//! Survey of RTL with Yosys: the netlist with which all scripts begin, and the names of its signals.

use super::files::{io, read, write};
use super::states::{states, StateName};
use super::{cut, script, Logic};
use pmu_rtl::staged::stage;
use pmu_rtl::{AdaptedRtl, BuildError, Workspace, Yosys};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// RTL as a netlist in a folder.
pub struct Survey {
    /// The RTL.
    pub rtl: AdaptedRtl,
    /// Folder in which scripts run. It contains `base.il`, the design with which all scripts begin.
    pub folder: PathBuf,
    /// State words in the flattened design.
    pub states: Vec<StateName>,
    /// The outputs of the registers that do not load at the rising edge of `clk`, about which nothing can be proven.
    pub foreign: Vec<String>,
}

/// Reason for which RTL cannot be surveyed.
#[derive(Debug)]
pub enum SurveyError {
    /// Yosys is missing or does not read the RTL, or a file cannot be written.
    Build(BuildError),
    /// The netlist is not what the port map or the manifest says.
    Invalid(String),
    /// The netlist of this RTL cannot be examined.
    Unsupported(String),
}

impl From<BuildError> for SurveyError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl Survey {
    /// Surveys `rtl` and writes the results to `folder`, below the root of the workspace. `more` are commands on the netlist with its
    /// hierarchy.
    ///
    /// # Errors
    /// [`SurveyError`]
    pub fn make(
        workspace: &Workspace,
        yosys: &Yosys,
        mut rtl: AdaptedRtl,
        folder: &Path,
        more: &str,
    ) -> Result<Self, SurveyError> {
        let folder = workspace.root().join(folder);
        fs::create_dir_all(&folder).map_err(io("create", &folder))?;
        stage(workspace, &rtl.files, &folder)?;
        rtl.place_elements(yosys, &folder)?;
        let top = &rtl.files.top;
        write(&folder, script::CELLS, script::REPLACED_CELLS)?;
        let mut text = script::read(&rtl);
        // A unique name keeps a register's cell separate when its ports are cut for a proof.
        text += "rename -enumerate -pattern pmu_cosim_register_%_ t:$dff\n";
        text += "write_rtlil base.il\n";
        text += more;
        text += &format!("{}select -write signals.txt {top}/w:*\n", script::FLATTEN);
        text += &format!("select -write ports.txt {top}/x:*\n");
        text += &script::foreign_registers(&rtl, "foreign.txt");
        write(&folder, "survey.ys", &text)?;
        yosys.run(&folder, "survey.ys")?;
        let read = |name: &str| read(&folder.join(name));
        if rtl.adapter.as_ref().is_some_and(|adapter| adapter.asynchronous) {
            if let Some(register) = read(script::DERIVED_RESETS)?.lines().next() {
                return Err(SurveyError::Unsupported(format!(
                    "the register {} drives asynchronous resets, which only inputs may do",
                    own_name(register)
                )));
            }
        }
        let states = states(&rtl.files, &names(&read("signals.txt")?), &names(&read("ports.txt")?));
        let states = states.map_err(SurveyError::Invalid)?;
        let foreign = read("foreign.txt")?.lines().map(|line| own_name(line).to_owned()).collect();
        Ok(Self { rtl, folder, states, foreign })
    }

    /// Cuts the registers and returns the logic, with the state words as outputs if they are wanted.
    ///
    /// # Errors
    /// [`SurveyError`]
    pub fn cut(&self, yosys: &Yosys, with_states: bool) -> Result<Logic, SurveyError> {
        let states = if with_states { &self.states[..] } else { &[] };
        let logic = cut(yosys, &self.folder, &self.rtl.files.top, states)?;
        let unknown = "the AIGER file that Yosys writes for the RTL cannot be parsed";
        logic.ok_or_else(|| SurveyError::Invalid(unknown.to_owned()))
    }
}

/// The path of a signal in the RTL, for a line `top/name` of a list.
fn own_name(line: &str) -> &str {
    AdaptedRtl::signal_name(line.split_once('/').map_or(line, |(_, name)| name))
}

/// Names in a list of `top/name`.
pub fn names(listed: &str) -> HashSet<&str> {
    listed.lines().filter_map(|line| line.split_once('/')).map(|(_, name)| name).collect()
}
