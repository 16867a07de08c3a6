//! A separate workspace for each test, with the RTL of a tiny PMU.

use golden_model_core::description::Files;
use golden_model_core::Description;
use harness::rtl::{ensure_model, BuildError, BuiltModel, RtlSource, ToolChoice, Variant, Workspace};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub const MANIFEST: &str = "rtl/tiny/rtl.toml";

const FILES: [(&str, &str); 4] = [
    ("rtl.toml", include_str!("tiny/rtl.toml")),
    ("tiny_top.v", include_str!("tiny/tiny_top.v")),
    ("tiny_counter.v", include_str!("tiny/tiny_counter.v")),
    ("tiny_width.vh", include_str!("tiny/tiny_width.vh")),
];

const OWN_FILES: [(&str, &str); 2] =
    [("own_top.v", include_str!("own/own_top.v")), ("ports.toml", include_str!("own/ports.toml"))];

pub struct Fixture {
    pub description: Description,
    pub tools: ToolChoice,
    pub build_dir: PathBuf,
    pub rtl: RtlSource,
    directory: TempDir,
}

impl Fixture {
    /// Creates a workspace with the build directory that all tests and runs share; models are cached by content.
    pub fn new() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let rtl = directory.path().join("rtl/tiny");
        fs::create_dir_all(&rtl).expect("rtl/tiny");
        for (name, text) in FILES {
            fs::write(rtl.join(name), text).expect("a source");
        }
        let build_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build");
        let rtl = RtlSource::from(MANIFEST);
        Self { description: description(), tools: ToolChoice::from_env(), build_dir, rtl, directory }
    }

    /// Creates a workspace with RTL that has other ports, and their map.
    pub fn own() -> Self {
        let mut fixture = Self::new();
        fs::remove_file(fixture.path(MANIFEST)).expect("no manifest");
        for (name, text) in OWN_FILES {
            fs::write(fixture.path("rtl/tiny").join(name), text).expect("a file");
        }
        fixture.rtl = RtlSource::Folder {
            folder: "rtl/tiny".into(),
            top: "own_top".to_owned(),
            map: Some("rtl/tiny/ports.toml".into()),
        };
        fixture
    }

    /// Creates a workspace with a separate build directory that shares the runtime and the tools.
    pub fn with_own_build() -> Self {
        let mut fixture = Self::new();
        let own = fixture.path("build");
        fs::create_dir(&own).expect("a build directory");
        for part in ["runtime", "tools"] {
            let place = fixture.build_dir.join(part);
            fs::create_dir_all(&place).expect("a shared directory");
            std::os::unix::fs::symlink(&place, own.join(part)).expect("a link to it");
        }
        fixture.build_dir = own;
        fixture
    }

    /// Creates a workspace with a build directory that shares only the tools, for tests that change the runtime.
    pub fn with_own_runtime() -> Self {
        let fixture = Self::with_own_build();
        fs::remove_file(fixture.build_dir.join("runtime")).expect("the link");
        fixture
    }

    pub fn path(&self, relative: &str) -> PathBuf {
        self.directory.path().join(relative)
    }

    pub fn workspace(&self) -> Workspace {
        Workspace::new(self.directory.path(), &self.build_dir, self.tools.clone()).expect("a workspace")
    }

    /// Replaces `old` in a file of the RTL; panics if it does not occur.
    pub fn edit(&self, file: &str, old: &str, new: &str) {
        let path = self.path("rtl/tiny").join(file);
        let text = fs::read_to_string(&path).expect("a source");
        assert!(text.contains(old), "{file} does not contain {old}");
        fs::write(path, text.replace(old, new)).expect("a source");
    }

    /// Builds the model if necessary and returns it with the messages about the model.
    pub fn ensure(&self, variant: Variant) -> (Result<BuiltModel, BuildError>, Vec<String>) {
        let mut notices = Vec::new();
        // The first test of a machine without Verilator installs one; which test that is, is left to the scheduler.
        let mut notice = |text: &str| {
            if !text.starts_with("installing ") {
                notices.push(text.to_owned());
            }
        };
        let built = ensure_model(&self.workspace(), &self.description, self.rtl.clone(), variant, &mut notice);
        (built, notices)
    }

    pub fn built(&self, variant: Variant) -> BuiltModel {
        self.ensure(variant).0.unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn error(&self) -> BuildError {
        match self.ensure(Variant::Fast).0 {
            Err(error) => error,
            Ok(built) => panic!("it was built: {}", built.library.display()),
        }
    }

    pub fn model(&self, variant: Variant, seed: u32) -> verilated::Model {
        let library = self.built(variant).open().expect("a library");
        library.context(seed).and_then(verilated::Context::model).expect("a model")
    }

    /// Returns a frame with these values; all others are 0.
    pub fn frame(&self, values: &[(&str, u64)]) -> Vec<u64> {
        let layout = self.description.frame_layout();
        let mut frame = vec![0; layout.words()];
        values.iter().for_each(|&(name, value)| layout.slot(name).set(&mut frame, value));
        frame
    }

    /// Returns a value of up to 64 bits of an observation.
    pub fn value(&self, observation: &[u64], name: &str) -> u64 {
        self.description.observation_layout().slot(name).get(observation)
    }
}

/// Returns a description with 40 event lines of 2 bits, a vector of 80 bits.
fn description() -> Description {
    let header = "code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,mnemonic,sub_mnemonic,section\n";
    let event = |code: usize| format!("0x{code:02X},Event {code},,,,3,0,core,,EVENT_{code},,1\n");
    let events: String = (0..40).map(event).collect();
    let requirements = "id,section,text\n";
    let events = header.to_owned() + &events;
    let files = Files {
        folder: "tiny",
        toml: include_str!("tiny/pmu.toml"),
        events: &events,
        requirements,
        coverage: "",
        top: None,
        configured: None,
    };
    Description::parse("tiny", &files, &Default::default(), &|_| None).unwrap_or_else(|error| panic!("{error}"))
}
