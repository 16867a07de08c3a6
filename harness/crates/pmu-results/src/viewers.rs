//! The files and commands that open waves in a viewer.

use pmu_support::shell_quoted;
use std::path::{Path, PathBuf};

/// The files next to waves that open them in viewers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewerFiles {
    /// Save file of GTKWave.
    pub gtkwave: PathBuf,
    /// Command file of Surfer.
    pub surfer: PathBuf,
}

impl ViewerFiles {
    /// The files next to the VCD file `waves`.
    pub fn of(waves: &Path) -> Self {
        Self { gtkwave: waves.with_extension("gtkw"), surfer: waves.with_extension("sucl") }
    }
}

/// The commands that open the VCD file `waves` in GTKWave and in Surfer.
pub fn viewer_commands(waves: &str) -> [String; 2] {
    let ViewerFiles { gtkwave, surfer } = ViewerFiles::of(Path::new(waves));
    let [gtkwave, surfer] = [gtkwave, surfer].map(|file| shell_quoted(&file.display().to_string()));
    [format!("gtkwave {gtkwave}"), format!("surfer -c {surfer} {}", shell_quoted(waves))]
}

/// Lines that name the VCD file `waves` and the commands that open it.
pub fn waves_text(waves: &str) -> String {
    let [gtkwave, surfer] = viewer_commands(waves);
    format!("  waves: {waves}\n  open them: {gtkwave}\n         or: {surfer}\n")
}
