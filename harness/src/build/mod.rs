//! From RTL sources to a model that can be loaded: find the tools, Verilate, generate the shim, compile, keep.
//!
//! [`ensure_model`] is the way in. A model is built when something it depends on has changed and taken from the build
//! directory otherwise; several processes can ask for it at once.

mod cache;
mod compile;
mod elaborated;
mod error;
mod files;
mod inputs;
mod key;
mod lock;
mod manifest;
mod run;
mod shim;
mod state;
mod toolchain;
mod variant;
mod verilate;
mod wheel;
mod workspace;

use cache::{Cache, Cached};
use compile::Build;
use golden_model::Description;
use inputs::Inputs;
use manifest::Manifest;
use std::path::{Path, PathBuf};

pub use error::{BuildError, ErrorKind};
pub use files::RtlFiles;
pub use toolchain::{find_compiler, find_verilator, Compiler, Found, Verilator, Version, OLDEST_VERILATOR};
pub use variant::Variant;
pub use workspace::{ToolChoice, Workspace};

/// The code that decides what a library contains: when it changes, libraries are built again.
const GENERATOR: [(&str, &str); 6] = [
    ("shim generator", include_str!("shim.rs")),
    ("state generator", include_str!("state.rs")),
    ("Verilator call", include_str!("verilate.rs")),
    ("variant flags", include_str!("variant.rs")),
    ("port reader", include_str!("elaborated.rs")),
    ("C++ call", include_str!("compile.rs")),
];

/// A model library and what is known of it. No build drops the library as long as this or a clone of it lives.
#[derive(Clone, Debug)]
pub struct BuiltModel {
    /// The library.
    pub library: PathBuf,
    /// For each slot of the observation layout, in order, whether the library fills it. The words of the others are 0
    /// and must not be compared.
    pub compared: Vec<bool>,
    /// SHA-256 over the manifest, the sources and the include files, in hexadecimal.
    pub rtl_hash: String,
    /// The Verilator that made it.
    pub verilator: Verilator,
    /// The C++ compiler that made it.
    pub compiler: Compiler,
    /// What it can do.
    pub variant: Variant,
    _cached: Cached,
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

/// The model of the RTL that `manifest` lists, as `description` sees it. `notice` hears why a build is needed; when none
/// is, it hears nothing.
///
/// # Errors
/// [`BuildError`]; its [`BuildError::kind`] tells wrong RTL from a wrong environment.
pub fn ensure_model(
    workspace: &Workspace,
    description: &Description,
    manifest: &Path,
    variant: Variant,
    notice: &mut dyn FnMut(&str),
) -> Result<BuiltModel, BuildError> {
    let manifest = Manifest::load(workspace, manifest, description)?;
    let inputs = Inputs::read(workspace, &manifest)?;
    let verilator = find_verilator(workspace, notice)?;
    let compiler = find_compiler(&workspace.tools)?;
    let build = Build { compiler: &compiler, verilator: &verilator, build_dir: &workspace.build_dir };
    let mut components = build.components();
    components.extend(inputs.components());
    components.content("description", elaborated::view(description).as_bytes());
    GENERATOR.iter().for_each(|(name, text)| components.content(*name, text.as_bytes()));
    let key = components.hash();
    let of_workspace = manifest.path.starts_with("rtl");
    let cache = Cache::new(&workspace.build_dir, &description.id, variant, of_workspace);

    let make = |notice: &mut dyn FnMut(&str)| {
        let lock = cache.lock(&key)?;
        // Another process may have built it while this one waited.
        if let Some(cached) = cache.find(&key) {
            return Ok(cached);
        }
        let show = |name: &str| workspace.relative(&manifest.folder().join(name)).display().to_string();
        notice(&format!("building {} ({variant}): {}", description.id, cache.reason(&components, &show)));
        let workplace = lock.workplace()?;
        let directory = workplace.path().join("obj");
        let model = verilate::verilate(workspace, &verilator, &manifest, description, variant, &directory)?;
        inputs.check(workspace, &manifest, &model, &verilator)?;
        let shim = shim::Shim {
            prefix: &verilate::prefix_of(description),
            ports: &model.ports,
            wanted: &model.wanted,
            states: &model.states,
            frame: &description.frame_layout(),
            observation: &description.observation_layout(),
        };
        let library = build.library(&model, &shim.text(), variant)?;
        cache.store(&key, &components, &workplace, &library)
    };
    let cached = match cache.find(&key) {
        Some(cached) => cached,
        None => make(notice)?,
    };
    Ok(BuiltModel {
        library: cached.library.clone(),
        _cached: cached,
        compared: compared(description, &manifest),
        rtl_hash: inputs.components().hash(),
        verilator,
        compiler,
        variant,
    })
}

/// Everything in an observation is compared but the state words that the manifest does not place.
fn compared(description: &Description, manifest: &Manifest) -> Vec<bool> {
    let unplaced = description.states.iter().zip(&manifest.states).filter(|(_, place)| place.is_none());
    let unplaced: Vec<&str> = unplaced.map(|(word, _)| word.name.as_str()).collect();
    let layout = description.observation_layout();
    layout.slots().iter().map(|slot| !unplaced.contains(&slot.name.as_str())).collect()
}
