//! Arguments that select RTL.

use crate::known::KnownDivergences;
use crate::rtl::port_map_choices;
use crate::rtl_selection::RtlSelection;
use crate::Error;
use clap::Args;
use golden_model_core::{Choices, ChosenOption};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(in crate::cli) struct RtlFolder {
    /// Folder with another RTL of the PMU: its rtl.toml or --top selects the sources [default: rtl/FAMILY/UNIT]
    #[arg(long = "rtl", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Top module of your RTL, which is all Verilog below --rtl; docs/your-own-rtl.md
    #[arg(long, value_name = "MODULE", requires = "folder")]
    pub top: Option<String>,
    /// Map file that relates the ports of the top module to those of the description
    #[arg(long = "ports", value_name = "FILE", requires = "top")]
    pub map: Option<PathBuf>,
}

impl RtlFolder {
    /// Returns the selected RTL, with the choices of its port map and the defaults of all others.
    ///
    /// # Errors
    /// If the port map cannot be read.
    pub fn selection(&self) -> Result<RtlSelection, Error> {
        let choices = self.map.as_deref().map(port_map_choices).transpose()?.unwrap_or_default();
        Ok(RtlSelection {
            folder: self.folder.clone(),
            top: self.top.clone(),
            port_map: self.map.clone(),
            choices,
            ..RtlSelection::default()
        })
    }
}

#[derive(Args)]
pub(in crate::cli) struct Rtl {
    #[command(flatten)]
    pub folder: RtlFolder,
    /// Option for a question that the manual leaves open, for golden model and RTL; may be given several times;
    /// `describe PMU --choices` lists them
    #[arg(long = "choice", value_name = "ID=OPTION")]
    pub choices: Vec<ChosenOption>,
    /// File with options, in a table [choices]; --choice takes priority
    #[arg(long = "choices", value_name = "FILE")]
    pub choices_file: Option<PathBuf>,
    /// Option for the RTL alone, so that it differs from the golden model
    #[arg(long = "rtl-choice", value_name = "ID=OPTION", conflicts_with = "top")]
    pub rtl_choices: Vec<ChosenOption>,
}

#[derive(Args)]
pub(in crate::cli) struct RtlWithKnown {
    #[command(flatten)]
    pub rtl: Rtl,
    /// File with known divergences, which are accepted and counted; docs/debugging.md
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
}

impl RtlWithKnown {
    /// Returns the selected RTL with its choices and known divergences.
    ///
    /// # Errors
    /// Those of [`Rtl::selection`]; if the file is wrong or an entry of it has expired.
    pub fn selection(&self) -> Result<RtlSelection, Error> {
        let known = self.known.as_deref().map(KnownDivergences::read).transpose()?.unwrap_or_default();
        Ok(RtlSelection { known, ..self.rtl.selection()? })
    }
}

impl Rtl {
    /// Returns the selected RTL with its choices.
    ///
    /// # Errors
    /// If a file with choices cannot be read, or two options of one choice are given.
    pub fn selection(&self) -> Result<RtlSelection, Error> {
        let selection = self.folder.selection()?;
        let of_file = self.choices_file.as_deref().map(read_choices).transpose()?;
        let choices = collected(&self.choices)?.or(of_file.unwrap_or_default()).or(selection.choices);
        Ok(RtlSelection { choices, rtl_choices: collected(&self.rtl_choices)?, ..selection })
    }
}

/// Combines options from the command line.
fn collected(options: &[ChosenOption]) -> Result<Choices, Error> {
    let mut choices = Choices::default();
    for option in options {
        choices.add(option.clone()).map_err(|error| Error::Input(error.to_string()))?;
    }
    Ok(choices)
}

/// Reads a file with options.
fn read_choices(file: &Path) -> Result<Choices, Error> {
    let wrong = |what: String| Error::Input(format!("{}: {}", file.display(), what.trim_end()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    Choices::parse(&text).map_err(|error| wrong(error.to_string()))
}
