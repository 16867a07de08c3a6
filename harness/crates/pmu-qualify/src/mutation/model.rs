//! Models that contain many mutants.

use super::mutant::Mutant;
use super::netlist::Netlist;
use crate::campaign::{CampaignError, ModelFault};
use golden_model_core::Description;
use pmu_netlist::{script, write, STATE};
use pmu_rtl::{ensure_model, BuiltModel, Variant, Workspace, Yosys};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The input that selects the mutant. No RTL has a port of that name.
const INPUT: &str = "pmu_cosim_mutant";
const WIDTH: u32 = 16;

/// Name of the manifest of a netlist.
const MANIFEST: &str = "rtl.toml";

/// A model with consecutive mutants.
///
/// Select value 1 is the first mutant, the value after the last mutant is the killer, and 0 is the RTL without a mutant.
pub(super) struct Chunk {
    /// The model.
    pub built: BuiltModel,
    /// Select value of the killer.
    pub killer: u32,
}

impl Chunk {
    fn name(position: usize) -> String {
        format!("chunk-{position}")
    }

    /// Path of the `rtl.toml` of chunk number `position` below the folder of a campaign.
    pub fn manifest(folder: &Path, position: usize) -> PathBuf {
        folder.join(Self::name(position)).join(MANIFEST)
    }

    /// The mutant with a select value.
    pub fn fault(&self, select: u32) -> ModelFault<'_> {
        ModelFault { model: &self.built, select }
    }

    /// Builds the model of `mutants`, chunk number `position` of a campaign.
    pub fn build(
        workspace: &Workspace,
        yosys: &Yosys,
        description: &Description,
        survey: &Netlist,
        mutants: &[Mutant],
        position: usize,
    ) -> Result<Self, CampaignError> {
        let name = Self::name(position);
        let folder = survey.base.folder.join(&name);
        let create = |source| pmu_rtl::BuildError::Io { action: "create", path: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(create)?;
        let mut text = "read_rtlil base.il\n".to_owned();
        for (mutant, number) in mutants.iter().chain([&survey.killer]).zip(1..) {
            let _ = writeln!(text, "{}", mutant.selected_by(INPUT, WIDTH, number));
        }
        let top = &survey.base.rtl.files.top;
        text += script::FLATTEN;
        text += "opt_expr -keepdc\nopt_merge\nopt_clean\n";
        text += &script::with_states(top, &survey.base.states);
        // A mutant of one bit leaves words that are driven in parts, which look like loops. Such words are split, except
        // state words, which must keep their names: `splitnets` does not split ports.
        let _ = writeln!(text, "expose w:{STATE}*\nsplitnets -driver\ndelete -output w:{STATE}*\nopt_clean");
        let _ = writeln!(text, "write_verilog -noattr {}", format_args!("{name}/netlist.v"));
        write(&folder, "netlist.ys", &text)?;
        write(&folder, MANIFEST, &manifest(survey))?;
        yosys.run(&survey.base.folder, &format!("{name}/netlist.ys"))?;
        let built = ensure_model(workspace, description, &folder.join(MANIFEST), Variant::Fast, &mut |_| {})?;
        Ok(Self { built, killer: mutants.len() as u32 + 1 })
    }
}

/// The `rtl.toml` of a netlist.
fn manifest(survey: &Netlist) -> String {
    let top = &survey.base.rtl.files.top;
    let mut text = format!("top = \"{top}\"\nsources = [\"netlist.v\"]\nselect = \"{INPUT}\"\n");
    if let Some(adapter) = &survey.base.rtl.adapter {
        let _ = write!(text, "\n[ports]\n{}", adapter.absent);
    }
    for state in &survey.base.states {
        let (word, name, select) = (&state.word, &state.name, &state.select);
        let _ = write!(
            text,
            "\n[[state]]\nname = \"{word}\"\nmodule = \"{top}\"\nsignal = \"{name}\"\npath = \"{name}{select}\"\n"
        );
    }
    text
}
