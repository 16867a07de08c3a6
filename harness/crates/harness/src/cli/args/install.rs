//! Arguments of the commands that help to install the tool.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Exit status: 0 if `make sim` and `make test` can run, otherwise 3.")]
pub(in crate::cli) struct Doctor {
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "`make install PREFIX=DIR` installs the command, its completions and its man pages.\n\n\
                        Example:\n  pmu-cosim completions bash >~/.local/share/bash-completion/completions/pmu-cosim")]
pub(in crate::cli) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Args)]
#[command(after_help = "Example:\n  pmu-cosim man ~/.local/share/man/man1")]
pub(in crate::cli) struct Man {
    /// Folder of the pages; created if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
