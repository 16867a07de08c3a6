//! Survey of the RTL with Yosys: the design, its mutants and the names of its signals.

use super::mutant::Mutant;
use super::script;
use super::staged::{io, stage, staged};
use crate::campaign::CampaignError;
use golden_model::Description;
use pmu_rtl::{BuildError, RtlFiles, Workspace, Yosys};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Number of mutants of a small design, and of one with at least [`LARGE`] cells; each module counts once.
const FEW: usize = pmu_results::LEAST as usize;
const MANY: usize = 1000;
const LARGE: usize = 300;
/// Bits of state from which on proofs about reachable states are not attempted.
const HUGE: u32 = 2048;
/// Yosys is asked for a third more mutants than needed, because some are skipped.
const SPARE: usize = 3;

/// Prefix of a signal of the netlist that contains a state word, followed by a number.
pub(super) const STATE: &str = "pmu_cosim_state_";

/// Result of a survey.
pub(super) struct Netlist {
    /// The source files.
    pub files: RtlFiles,
    /// Folder in which scripts run. It contains `base.il`, the design with which all scripts begin.
    pub folder: PathBuf,
    /// Tops of other PMUs inside this one. They make every cycle slow.
    pub pmus: BTreeSet<String>,
    /// Whether a proof about the top takes longer than all programs.
    pub huge: bool,
    /// The mutants, numbered from 1.
    pub mutants: Vec<Mutant>,
    /// The mutant that inverts a bit of the read data of every access. Programs must kill it.
    pub killer: Mutant,
    /// State words in the flattened design.
    pub states: Vec<StateName>,
}

/// A state word in the netlist.
pub(super) struct StateName {
    /// Name in the description.
    pub word: String,
    /// The signal in the flattened design.
    pub signal: String,
    /// Name in the netlist, without dots and brackets.
    pub name: String,
    /// Bits of the signal that are the word, such as `[3:2]`.
    pub select: String,
}

impl Netlist {
    /// Surveys the RTL of `manifest` and writes the results to `folder`.
    pub fn make(
        workspace: &Workspace,
        yosys: &Yosys,
        description: &Description,
        manifest: &Path,
        folder: &Path,
        options: (Option<usize>, u64),
    ) -> Result<Self, CampaignError> {
        let files = RtlFiles::read(workspace, description, manifest)?;
        let (wanted, seed) = options;
        let most = wanted.unwrap_or(MANY);
        let ask = most + most / SPARE + SPARE;
        let (own, pmus) = inside(workspace, &files, manifest);
        // In a selection a slash would end the module name.
        let selected = |source: &PathBuf| format!(" A:src={}:*", staged(source).replace('/', "?"));
        let own_modules: String = own.iter().map(selected).collect();
        let top = &files.top;
        let place = workspace.root().join(folder);
        fs::create_dir_all(&place).map_err(io("create", &place))?;
        stage(workspace, &files, &place)?;
        let mut text = script::read(&files);
        // A unique name keeps a register's cell separate when its ports are cut for a proof.
        text += "rename -enumerate -pattern pmu_cosim_register_%_ t:$dff\n";
        text += &format!("write_rtlil {}\n", "base.il");
        text += &format!("tee -q -o {} select -count t:*\n", "cells.txt");
        text += &format!("mutate -list {ask} -seed {seed} -o {}{own_modules}\n", "own.txt");
        text += &format!("mutate -list {ask} -seed {seed} -o {}\n", "all.txt");
        let killer = format!("mutate -list 1 -seed {seed} -mode inv -module {top}");
        text += &format!("{killer} -wire bus_rdata -o {}\n", "killer.txt");
        text += &format!("{}select -write {} {top}/w:*\n", script::FLATTEN, "signals.txt");
        text += &format!("select -write {} {top}/x:*\n", "ports.txt");
        write(&place, "survey.ys", &text)?;
        yosys.run(&place, "survey.ys")?;
        let read = |name: &str| fs::read_to_string(place.join(name)).map_err(io("read", &place.join(name)));
        let listed =
            |name: &str| Ok::<Vec<Mutant>, BuildError>(read(name)?.lines().filter_map(Mutant::parse).collect());

        let cells: usize = read("cells.txt")?.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0);
        let default = if cells >= LARGE && own_modules.is_empty() { MANY } else { FEW };
        let mut mutants = listed("own.txt")?;
        if mutants.is_empty() && !own.is_empty() {
            return Err(CampaignError::Invalid(format!("Yosys finds nothing to mutate in the files of {top} itself")));
        }
        let known: HashSet<String> = mutants.iter().map(Mutant::command).collect();
        mutants.extend(listed("all.txt")?.into_iter().filter(|mutant| !known.contains(&mutant.command())));
        mutants.truncate(wanted.unwrap_or(default));
        mutants.iter_mut().zip(1..).for_each(|(mutant, number)| mutant.number = number);
        let killer = listed("killer.txt")?.pop().ok_or_else(|| {
            CampaignError::Invalid(format!("no cell of {top} drives or reads bus_rdata, so no killer can be planted"))
        })?;
        if mutants.is_empty() {
            return Err(CampaignError::Invalid(format!("Yosys finds nothing in {top} to mutate")));
        }
        let states = states(&files, &names(&read("signals.txt")?), &names(&read("ports.txt")?))?;
        let huge = !pmus.is_empty() || description.states.iter().map(|state| state.width).sum::<u32>() >= HUGE;
        Ok(Self { files, folder: place, pmus, huge, mutants, killer, states })
    }
}

/// Names in a list of `top/name`.
fn names(listed: &str) -> HashSet<&str> {
    listed.lines().filter_map(|line| line.split_once('/')).map(|(_, name)| name).collect()
}

/// Finds the state words in the flattened design with these signals, of which some are ports.
fn states(files: &RtlFiles, signals: &HashSet<&str>, ports: &HashSet<&str>) -> Result<Vec<StateName>, CampaignError> {
    let mut named: Vec<StateName> = Vec::new();
    for state in &files.states {
        // An element of an array is a separate signal.
        let element = state.select.find(']').map(|end| state.select.split_at(end + 1));
        let element = element.map(|(index, rest)| (format!("{}{index}", state.signal), rest.to_owned()));
        let whole = (state.signal.clone(), state.select.clone());
        let found = [Some(whole), element].into_iter().flatten().find(|(signal, _)| signals.contains(signal.as_str()));
        let (signal, select) = found.ok_or_else(|| {
            let (word, signal) = (&state.name, &state.signal);
            CampaignError::Invalid(format!("state {word}: Yosys has not kept the signal {signal}"))
        })?;
        let known = named.iter().find(|other| other.signal == signal).map(|other| other.name.clone());
        // A port of the top keeps its name.
        let is_port = ports.contains(signal.as_str());
        let fresh = || if is_port { signal.clone() } else { format!("{STATE}{}", named.len()) };
        let name = known.unwrap_or_else(fresh);
        named.push(StateName { word: state.name.clone(), signal, name, select });
    }
    Ok(named)
}

/// The sources that belong to no PMU inside this one, and the tops of the PMUs inside.
///
/// A PMU is inside if its manifest, in a sibling folder, lists a proper subset of the sources of this one. Both are empty if
/// no PMU is inside. For a sub-block, the sources are those that its manifest names as its own.
fn inside(workspace: &Workspace, files: &RtlFiles, manifest: &Path) -> (Vec<PathBuf>, BTreeSet<String>) {
    if !files.own.is_empty() {
        return (files.own.clone(), BTreeSet::new());
    }
    #[derive(serde::Deserialize)]
    struct Sources {
        top: String,
        sources: Vec<PathBuf>,
    }
    let all: HashSet<&PathBuf> = files.sources.iter().collect();
    let beside = manifest.parent().and_then(Path::parent).map(fs::read_dir);
    let manifests = beside.into_iter().flatten().flatten().flatten().map(|entry| entry.path().join("rtl.toml"));
    let (mut inside, mut tops) = (HashSet::new(), BTreeSet::new());
    for other in manifests {
        let text = fs::read_to_string(&other).unwrap_or_default();
        let Ok(Sources { top, sources }) = toml::from_str(&text) else { continue };
        let folder = other.parent().unwrap_or(Path::new(""));
        let sources: Vec<PathBuf> = sources.iter().map(|source| workspace.relative(&folder.join(source))).collect();
        if sources.len() < all.len() && sources.iter().all(|source| all.contains(source)) {
            inside.extend(sources);
            tops.insert(top);
        }
    }
    let own = match inside.is_empty() {
        true => Vec::new(),
        false => files.sources.iter().filter(|source| !inside.contains(*source)).cloned().collect(),
    };
    (own, tops)
}

/// Writes a file of a campaign.
pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<(), BuildError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(io("write", &path))
}
