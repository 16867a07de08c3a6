//! Survey of the RTL with Yosys: the design, its mutants and the names of its signals.

use super::mutant::{line_of, Mutant};
use super::script;
use crate::campaign::CampaignError;
use golden_model::Description;
use pmu_rtl::staged::{stage, staged};
use pmu_rtl::{AdaptedRtl, BuildError, RtlFiles, RtlSource, Workspace, Yosys};
use regex::Regex;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

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
    /// The RTL.
    pub rtl: AdaptedRtl,
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
    /// The outputs of the registers that do not load at the rising edge of `clk`, about which nothing can be proven.
    pub foreign: Vec<String>,
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
    /// Surveys `rtl`, which `source` selects, and writes the results to `folder`.
    pub fn make(
        workspace: &Workspace,
        yosys: &Yosys,
        description: &Description,
        (source, mut rtl): (&RtlSource, AdaptedRtl),
        folder: &Path,
        options: (Option<usize>, u64),
    ) -> Result<Self, CampaignError> {
        let (wanted, seed) = options;
        let most = wanted.unwrap_or(MANY);
        let ask = most + most / SPARE + SPARE;
        let place = workspace.root().join(folder);
        fs::create_dir_all(&place).map_err(io("create", &place))?;
        stage(workspace, &rtl.files, &place)?;
        rtl.place_elements(yosys, &place)?;
        let files = &rtl.files;
        let (own, pmus) = inside(workspace, files, source);
        // In a selection a slash would end the module name.
        let selected = |source: &PathBuf| format!(" A:src={}:*", staged(source).replace('/', "?"));
        let own_modules: String = own.iter().map(selected).collect();
        let top = &files.top;
        write(&place, script::CELLS, script::REPLACED_CELLS)?;
        let mut text = script::read(&rtl);
        // A unique name keeps a register's cell separate when its ports are cut for a proof.
        text += "rename -enumerate -pattern pmu_cosim_register_%_ t:$dff\n";
        text += &format!("write_rtlil {}\n", "base.il");
        text += &format!("select -write {} t:$dff %ci1:+[CLK] w:* %i\n", "clocks.txt");
        text += &format!("tee -q -o {} select -count t:*\n", "cells.txt");
        text += &format!("mutate -list {ask} -seed {seed} -o {}{own_modules}\n", "own.txt");
        text += &format!("mutate -list {ask} -seed {seed} -o {}\n", "all.txt");
        let killer = format!("mutate -list 1 -seed {seed} -mode inv -module {top}");
        text += &format!("{killer} -wire bus_rdata -o {}\n", "killer.txt");
        text += &format!("{}select -write {} {top}/w:*\n", script::FLATTEN, "signals.txt");
        text += &format!("select -write {} {top}/x:*\n", "ports.txt");
        text += &script::foreign_registers(&rtl, "foreign.txt");
        write(&place, "survey.ys", &text)?;
        yosys.run(&place, "survey.ys")?;
        let read = |name: &str| fs::read_to_string(place.join(name)).map_err(io("read", &place.join(name)));
        // In RTL with a manifest it is always `clk`.
        let clocks = if rtl.adapter.is_some() { read("clocks.txt")? } else { String::new() };
        let mut clocks = names(&clocks);
        clocks.insert("clk");
        let listed = |name: &str| {
            let mutants = read(name)?.lines().filter_map(|line| Mutant::parse(line, &clocks)).collect();
            Ok::<Vec<Mutant>, BuildError>(mutants)
        };

        if rtl.adapter.as_ref().is_some_and(|adapter| adapter.asynchronous) {
            if let Some(register) = read(script::DERIVED_RESETS)?.lines().next() {
                return Err(CampaignError::Unsupported(format!(
                    "the register {} drives asynchronous resets, which only inputs may do",
                    own_name(register)
                )));
            }
        }
        let cells: usize = read("cells.txt")?.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0);
        let is_complete = own.is_empty() || rtl.adapter.is_some();
        let default = if cells >= LARGE && is_complete { MANY } else { FEW };
        let mut mutants = listed("own.txt")?;
        if mutants.is_empty() && !own.is_empty() {
            let files: Vec<String> = own.iter().map(|file| file.display().to_string()).collect();
            return Err(CampaignError::Invalid(format!("Yosys finds nothing to mutate in {}", files.join(", "))));
        }
        let known: HashSet<String> = mutants.iter().map(Mutant::command).collect();
        // The adapter is no RTL of the user, and neither are the files that the port map excludes.
        if rtl.adapter.is_none() {
            mutants.extend(listed("all.txt")?.into_iter().filter(|mutant| !known.contains(&mutant.command())));
        }
        mutants.truncate(wanted.unwrap_or(default));
        mutants.iter_mut().zip(1..).for_each(|(mutant, number)| mutant.number = number);
        let declared = declarations(&read("base.il")?);
        for mutant in mutants.iter_mut().filter(|mutant| mutant.line.is_empty()) {
            mutant.line = declared.get(mutant.scope()).cloned().unwrap_or_default();
        }
        let killer = listed("killer.txt")?.pop().ok_or_else(|| {
            CampaignError::Invalid(format!("no cell of {top} drives or reads bus_rdata, so no killer can be planted"))
        })?;
        if mutants.is_empty() {
            return Err(CampaignError::Invalid(format!("Yosys finds nothing in {top} to mutate")));
        }
        let states = states(files, &names(&read("signals.txt")?), &names(&read("ports.txt")?))?;
        let huge = !pmus.is_empty() || description.states.iter().map(|state| state.width).sum::<u32>() >= HUGE;
        let foreign = read("foreign.txt")?.lines().map(|line| own_name(line).to_owned()).collect();
        Ok(Self { rtl, folder: place, pmus, huge, mutants, killer, states, foreign })
    }
}

/// File and line of the declaration of each module of a netlist, by its name in commands of Yosys.
fn declarations(netlist: &str) -> HashMap<String, String> {
    static DECLARED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?m)^attribute \\src "([^"]*)"\n(?:attribute .*\n)*module \\?(\S+)$"#)
            .expect("a valid expression")
    });
    let found = DECLARED.captures_iter(netlist);
    found.filter_map(|found| Some((found[2].to_owned(), line_of(&found[1])?))).collect()
}

/// The path of a signal in the RTL, for a line `top/name` of a list.
fn own_name(line: &str) -> &str {
    AdaptedRtl::signal_name(line.split_once('/').map_or(line, |(_, name)| name))
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
/// no PMU is inside. For a sub-block, the sources are those that its manifest names as its own, and for RTL without a manifest those
/// of the user.
fn inside(workspace: &Workspace, files: &RtlFiles, source: &RtlSource) -> (Vec<PathBuf>, BTreeSet<String>) {
    let manifest = match source {
        RtlSource::Manifest(manifest) if files.own.is_empty() => manifest,
        _ => return (files.own.clone(), BTreeSet::new()),
    };
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

/// Converts a failure of the file system at `path`.
fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::Io { action, path, source }
}

/// Writes a file of a campaign.
pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<(), BuildError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(io("write", &path))
}
