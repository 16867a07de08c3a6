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

    /// Whether a file is one of these.
    pub fn contains(&self, file: &Path) -> bool {
        [&self.gtkwave, &self.surfer].contains(&&file.to_owned())
    }
}

/// The viewers with the commands that open the VCD file `waves` in them.
pub fn viewer_commands(waves: &str) -> [(&'static str, String); 2] {
    let ViewerFiles { gtkwave, surfer } = ViewerFiles::of(Path::new(waves));
    let [gtkwave, surfer] = [gtkwave, surfer].map(|file| shell_quoted(&file.display().to_string()));
    [("GTKWave", format!("gtkwave {gtkwave}")), ("Surfer", format!("surfer -c {surfer} {}", shell_quoted(waves)))]
}

/// Lines that name the VCD file `waves` and the commands that open it.
pub fn waves_text(waves: &str) -> String {
    let commands = viewer_commands(waves).map(|(viewer, command)| format!("  in {viewer}: {command}\n"));
    format!("  waves: {waves}\n{}", commands.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_name_the_files_next_to_the_waves() {
        let expected = "  waves: repro/a b.vcd\n  in GTKWave: gtkwave 'repro/a b.gtkw'\n  \
                        in Surfer: surfer -c 'repro/a b.sucl' 'repro/a b.vcd'\n";
        assert_eq!(waves_text("repro/a b.vcd"), expected);
    }
}
