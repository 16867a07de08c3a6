//! Models of RTL, rebuilt when something that they depend on has changed.

use super::cache::{Cache, Cached};
use super::design::rtl_design::Design;
use super::design::source::RtlSource;
use super::error::BuildError;
use super::model;
use super::model::variant::Variant;
use super::tools::toolchain::{find_compiler, find_counting_verilator, find_verilator, Compiler, Verilator};
use super::workspace::Workspace;
use crate::design::inputs::Inputs;
use crate::design::interface::Interface;
use crate::model::compile::Build;
use golden_model_core::Description;
use pmu_dut::{PortTiming, TiedInputs};
use std::path::PathBuf;

/// A model library with its properties. The library stays in the cache while this or a clone of it exists.
#[derive(Clone, Debug)]
pub struct BuiltModel {
    /// The library.
    pub library: PathBuf,
    /// For each slot of the observation layout, in order, whether the library fills it. The words of the others are 0
    /// and must not be compared.
    pub compared: Vec<bool>,
    /// SHA-256 over everything that the library depends on, in hexadecimal.
    pub key: String,
    /// Sources that are verified elsewhere; [`Variant::Coverage`] excludes their lines and signals.
    pub elsewhere: Vec<PathBuf>,
    /// Whether the RTL is in the workspace's own `rtl/`.
    pub is_of_workspace: bool,
    /// Inputs that the RTL lacks.
    pub tied: TiedInputs,
    /// The timing of its register port.
    pub timing: PortTiming,
    /// Cycles from the effect of an access to its answer.
    pub(crate) answer: usize,
    /// Words of a frame and of an observation.
    pub(crate) words: (usize, usize),
    /// The bits of the response in an observation.
    pub(crate) response: Vec<u64>,
    /// The input that selects one of the behaviours in the model; `None` in an ordinary model.
    pub select: Option<String>,
    /// Top module.
    pub top: String,
    /// SHA-256 over the manifest or port map, the sources and the include files, in hexadecimal.
    pub rtl_hash: String,
    /// The Verilator that generated it.
    pub verilator: Verilator,
    /// The C++ compiler that compiled it.
    pub compiler: Compiler,
    /// The kind of build.
    pub variant: Variant,
    _cached: Cached,
}

/// Properties of an RTL that are available before a build.
#[derive(Clone, Debug)]
pub struct RtlFacts {
    /// For each slot of the observation layout, in order, whether it is observable in the RTL.
    pub compared: Vec<bool>,
    /// Inputs that the RTL lacks.
    pub tied: TiedInputs,
    /// The timing of its register port.
    pub timing: PortTiming,
    /// Top module.
    pub top: String,
    /// SHA-256 over the manifest or port map, the sources and the include files, in hexadecimal.
    pub rtl_hash: String,
}

impl RtlFacts {
    /// Reads an RTL as `description` defines its ports and state words.
    ///
    /// # Errors
    /// [`BuildError`] when a file is missing or wrong.
    pub fn read(
        workspace: &Workspace,
        description: &Description,
        rtl: impl Into<RtlSource>,
    ) -> Result<Self, BuildError> {
        let design = Design::load(workspace, &rtl.into(), description)?;
        let rtl_hash = Inputs::read(workspace, &design)?.code().hash();
        let compared = compared(description, &design);
        let timing = design.timing();
        Ok(Self { compared, tied: design.absences.tied, timing, top: design.top, rtl_hash })
    }
}

impl From<&BuiltModel> for RtlFacts {
    fn from(built: &BuiltModel) -> Self {
        let BuiltModel { compared, tied, timing, top, rtl_hash, .. } = built.clone();
        Self { compared, tied, timing, top, rtl_hash }
    }
}

impl BuiltModel {
    /// Loads the library.
    ///
    /// # Errors
    /// Those of [`verilated::Library::open`].
    pub fn open(&self) -> Result<verilated::Library, verilated::Error> {
        verilated::Library::open(&self.library)
    }
}

/// Returns the model of an RTL as `description` defines it, and builds it if necessary. `notice` receives the reason for a
/// build; it is not called without one.
///
/// # Errors
/// [`BuildError`]; its [`BuildError::kind`] distinguishes wrong RTL from a wrong environment.
pub fn ensure_model(
    workspace: &Workspace,
    description: &Description,
    rtl: impl Into<RtlSource>,
    variant: Variant,
    notice: &mut dyn FnMut(&str),
) -> Result<BuiltModel, BuildError> {
    let design = Design::load(workspace, &rtl.into(), description)?;
    let compared = compared(description, &design);
    built(workspace, &Interface::of(description), design, compared, variant, notice)
}

/// Returns the model of a design, and builds it if necessary.
pub(crate) fn built(
    workspace: &Workspace,
    interface: &Interface,
    design: Design,
    compared: Vec<bool>,
    variant: Variant,
    notice: &mut dyn FnMut(&str),
) -> Result<BuiltModel, BuildError> {
    let inputs = Inputs::read(workspace, &design)?;
    let verilator = match variant {
        Variant::Coverage => find_counting_verilator(workspace, notice)?,
        _ => find_verilator(workspace, notice)?,
    };
    let compiler = find_compiler(&workspace.tools)?;
    let build = Build { compiler: &compiler, verilator: &verilator, build_dir: &workspace.build_dir };
    let mut components = build.components();
    components.extend(inputs.components());
    components.content("description", interface.view().as_bytes());
    components.extend(&model::generator());
    if variant == Variant::Coverage {
        // Coverage data contain file names, so the same RTL in another folder is another model.
        for (what, files) in [("places of files", &design.sources), ("files of blocks", &design.elsewhere)] {
            let files = files.iter().map(|file| file.display().to_string());
            components.text(what, files.collect::<Vec<_>>().join(" "));
        }
    }
    let key = components.hash();
    let is_of_workspace = design.is_of_workspace();
    let cache = Cache::new(&workspace.build_dir, &interface.id, variant, is_of_workspace);

    let make = |notice: &mut dyn FnMut(&str)| {
        let lock = cache.lock(&key)?;
        // Another process may have built it while this one waited for the lock.
        if let Some(cached) = cache.find(&key) {
            return Ok(cached);
        }
        let show = |name: &str| inputs.listed(name);
        notice(&format!("building {} ({variant}): {}", interface.id, cache.reason(&components, &show)));
        let workplace = lock.workplace()?;
        let directory = workplace.path().join("obj");
        let verilated = model::verilate(workspace, &verilator, &design, interface, variant, &directory)?;
        inputs.check(workspace, &design, &verilated, &verilator)?;
        let library = build.library(&verilated, &verilated.shim(interface, variant), variant)?;
        cache.store(&key, &components, &workplace, &library)
    };
    let cached = match cache.find(&key) {
        Some(cached) => cached,
        None => make(notice)?,
    };
    Ok(BuiltModel {
        library: cached.library.clone(),
        _cached: cached,
        compared,
        key,
        timing: design.timing(),
        answer: design.map().bus.as_ref().map_or(0, |bus| bus.answer() as usize),
        words: (interface.frame.words(), interface.observation.words()),
        response: interface.response_mask(),
        elsewhere: design.elsewhere,
        is_of_workspace,
        tied: design.absences.tied,
        select: design.select,
        top: design.top,
        rtl_hash: inputs.code().hash(),
        verilator,
        compiler,
        variant,
    })
}

/// SHA-256 over the manifest or port map, the sources and the include files of an RTL, in hexadecimal. Folders,
/// comments and
/// layout do not count.
///
/// # Errors
/// [`BuildError`] when one of them is missing or wrong.
pub fn rtl_hash(
    workspace: &Workspace,
    description: &Description,
    rtl: impl Into<RtlSource>,
) -> Result<String, BuildError> {
    let design = Design::load(workspace, &rtl.into(), description)?;
    Ok(Inputs::read(workspace, &design)?.code().hash())
}

/// All of an observation is compared, except state words without a signal and outputs that are absent.
pub(crate) fn compared(description: &Description, design: &Design) -> Vec<bool> {
    let unplaced = description.states.iter().zip(&design.states).filter(|(_, place)| place.is_none());
    let unplaced = unplaced.map(|(word, _)| word.name.as_str());
    let unseen: Vec<&str> = unplaced.chain(design.absences.unseen.iter().map(String::as_str)).collect();
    let layout = description.observation_layout();
    layout.slots().iter().map(|slot| !unseen.contains(&slot.name.as_str())).collect()
}
