//! SystemVerilog that checks a DUT in another simulator: the checker module, its bind statement, and a testbench that replays a
//! program. `docs/dpi.md` describes their use.

mod checker;
mod names;
mod readme;
mod replay;
mod statement;

use crate::program::{Batch, Lowering, Program};
use crate::results::write_atomically;
use crate::rtl::Connections;
use crate::Error;
use golden_model_core::Pmu;
use pmu_session::PACKAGE;
use std::path::{Path, PathBuf};

/// File of the package.
const PACKAGE_FILE: &str = "pmu_model_pkg.sv";

/// A PMU in a top module, and the settings of its checker.
pub(crate) struct Bound<'b> {
    /// The PMU with its options.
    pub pmu: &'b Pmu,
    /// Its ports and state in the top module.
    pub connections: &'b Connections,
    /// The options, such as `K8-A14=queued`, separated by spaces; empty for the defaults.
    pub choices: &'b str,
    /// The file of its configuration; empty for none.
    pub configuration: &'b str,
}

impl Bound<'_> {
    /// The files of the checker, by name, with their texts.
    pub fn files(&self) -> Vec<(String, String)> {
        let module = names::module(self.pmu);
        let list = format!(
            "// For -F of a simulator, after the files of the RTL.\n{PACKAGE_FILE}\n{module}.sv\nbind_{module}.sv\n"
        );
        vec![
            (PACKAGE_FILE.to_owned(), PACKAGE.to_owned()),
            (format!("{module}.sv"), checker::text(self)),
            (format!("bind_{module}.sv"), statement::text(self)),
            (format!("{module}.f"), list),
            ("README.md".to_owned(), readme::text(self)),
        ]
    }

    /// The testbench that replays a program, and the frames of the program. `file` is the path of the frames for the testbench.
    ///
    /// # Errors
    /// If the program takes no cycle.
    pub fn replay(&self, program: &Program, file: &Path) -> Result<Replay, Error> {
        let mut lowering = Lowering::new(self.pmu, &program.ops);
        let (mut batch, mut frames) = (Batch::default(), Vec::new());
        let words = self.pmu.frame.words();
        let mut tied = crate::dut::TiedInputs::default();
        self.connections.tied.iter().for_each(|(slot, value)| tied.add(slot, *value));
        while lowering.next_batch(&mut batch, 1024) {
            tied.apply(&mut batch.frames, words);
            frames.extend_from_slice(&batch.frames);
        }
        if frames.is_empty() {
            return Err(Error::Input(format!(
                "{}: the program takes no cycle, so there is nothing to replay",
                program.name
            )));
        }
        let line = |frame: &[u64]| frame.iter().rev().map(|word| format!("{word:016x}")).collect::<String>() + "\n";
        let name = format!("pmu_replay_{}", self.pmu.description.id);
        Ok(Replay {
            testbench: replay::text(self, &name, file),
            name: format!("{name}.sv"),
            frames: frames.chunks_exact(words).map(line).collect(),
        })
    }
}

/// A testbench that replays a program.
pub(crate) struct Replay {
    /// File name of the testbench.
    pub name: String,
    /// Text of the testbench.
    pub testbench: String,
    /// The frames of the program, one for each line in hexadecimal.
    pub frames: String,
}

/// Writes files to a folder, and returns their paths.
///
/// # Errors
/// If the folder is not writable.
pub(crate) fn write(folder: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>, Error> {
    let mut paths = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        write_atomically(&path, text.as_bytes())?;
        paths.push(path);
    }
    Ok(paths)
}
