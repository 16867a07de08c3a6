//! Survey of the RTL with Yosys: the design, its mutants and the names of its signals.

use super::mutant::{line_of, Mutant};
use crate::campaign::CampaignError;
use golden_model_core::Description;
use pmu_netlist::{names, read, Survey};
use pmu_rtl::staged::staged;
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

/// Result of a survey.
pub(super) struct Netlist {
    /// The RTL as a netlist.
    pub base: Survey,
    /// Tops of other PMUs inside this one. They make every cycle slow.
    pub pmus: BTreeSet<String>,
    /// Whether a proof about the top takes longer than all programs.
    pub huge: bool,
    /// The mutants, numbered from 1.
    pub mutants: Vec<Mutant>,
    /// The mutant that inverts a bit of the read data of every access. Programs must kill it.
    pub killer: Mutant,
}

impl Netlist {
    /// Surveys `rtl`, which `source` selects, and writes the results to `folder`.
    pub fn make(
        workspace: &Workspace,
        yosys: &Yosys,
        description: &Description,
        (source, rtl): (&RtlSource, AdaptedRtl),
        folder: &Path,
        options: (Option<usize>, u64),
    ) -> Result<Self, CampaignError> {
        let (wanted, seed) = options;
        let most = wanted.unwrap_or(MANY);
        let ask = most + most / SPARE + SPARE;
        let (own, pmus) = inside(workspace, &rtl.files, source);
        // In a selection a slash would end the module name.
        let selected = |source: &PathBuf| format!(" A:src={}:*", staged(source).replace('/', "?"));
        let own_modules: String = own.iter().map(selected).collect();
        let top = rtl.files.top.clone();
        let mut text = format!("select -write {} t:$dff %ci1:+[CLK] w:* %i\n", "clocks.txt");
        text += "tee -q -o cells.txt select -count t:*\n";
        text += &format!("mutate -list {ask} -seed {seed} -o own.txt{own_modules}\n");
        text += &format!("mutate -list {ask} -seed {seed} -o all.txt\n");
        let killer = format!("mutate -list 1 -seed {seed} -mode inv -module {top}");
        text += &format!("{killer} -wire bus_rdata -o killer.txt\n");
        let base = Survey::make(workspace, yosys, rtl, folder, &text)?;
        let rtl = &base.rtl;
        let read = |name: &str| read(&base.folder.join(name));
        // In RTL with a manifest it is always `clk`.
        let clocks = if rtl.adapter.is_some() { read("clocks.txt")? } else { String::new() };
        let mut clocks = names(&clocks);
        clocks.insert("clk");
        let listed = |name: &str| {
            let mutants = read(name)?.lines().filter_map(|line| Mutant::parse(line, &clocks)).collect();
            Ok::<Vec<Mutant>, BuildError>(mutants)
        };

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
        let huge = !pmus.is_empty() || description.states.iter().map(|state| state.width).sum::<u32>() >= HUGE;
        Ok(Self { base, pmus, huge, mutants, killer })
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
