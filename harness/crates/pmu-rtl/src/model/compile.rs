//! Compiles the runtime once and each model as few files: the code of every cycle, and the code that runs once.

use super::verilate::Verilated;
use crate::cache::key::Components;
use crate::cache::lock::Lock;
use crate::cache::seal::{is_intact, seal};
use crate::error::BuildError;
use crate::model::variant::Variant;
use crate::tools::process::{marked_lines, run};
use crate::tools::toolchain::{Compiler, Verilator};
use pmu_support::joined;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use verilated::sources::{HEADERS, PRINT, RUNTIME_DEFINES, STOP};

/// Symbols of Verilator are hidden: the loader could otherwise merge equal symbols of two libraries.
const FLAGS: [&str; 6] = ["-std=c++17", "-O2", "-fPIC", "-fvisibility=hidden", "-pthread", "-w"];

/// Bytes of generated code of every cycle from which a second processor compiles half of it.
const LARGE: u64 = 2_000_000;

/// A compiler with the common parameters of its calls.
pub(crate) struct Build<'a> {
    /// The compiler.
    pub compiler: &'a Compiler,
    /// The folder of the runtime's sources.
    pub verilator: &'a Verilator,
    /// The folder below which all files are written.
    pub build_dir: &'a Path,
}

impl Build<'_> {
    /// The key of the runtime's objects.
    pub fn components(&self) -> Components {
        let mut components = Components::default();
        components.text("Verilator", self.verilator.release.clone());
        components.text("C++ compiler", &self.compiler.version);
        let arguments = self.compiler.arguments.iter().map(String::as_str);
        components.text("C++ flags", arguments.chain(FLAGS).collect::<Vec<_>>().join(" "));
        for source in HEADERS.iter().chain([&STOP]) {
            components.content(source.name, source.text.as_bytes());
        }
        components
    }

    /// Builds the library of a model in the folder of its Verilated files.
    pub fn library(&self, model: &Verilated, shim: &str, variant: Variant) -> Result<PathBuf, BuildError> {
        let directory = &model.directory;
        write_headers(directory)?;
        let options = variant.options();
        let compile = |name: &str, files: &[String], rest: &str, options: &[String]| {
            let mut options = options.to_vec();
            if variant == Variant::Fast {
                // It is compiled after every change of the RTL, the others seldom.
                let headers = self.headers(&options)?.into_iter();
                options.extend(headers.flat_map(|headers| ["-include".to_owned(), headers.display().to_string()]));
            }
            let (source, object) = (directory.join(format!("{name}.cpp")), directory.join(format!("{name}.o")));
            let files: String = files.iter().map(|file| format!("#include \"{file}.cpp\"\n")).collect();
            fs::write(&source, files + rest).map_err(BuildError::io("write", &source))?;
            self.compile(&source, &object, directory, &options, "the model")?;
            Ok(object)
        };
        // The first build spends most of its time on the runtime; the model is compiled in parallel. The code that runs
        // once is long, such as the constructor with its entry for each coverage point: optimising it takes minutes.
        let once = [options.as_slice(), &["-O0".to_owned()]].concat();
        let (first, second) = halves(directory, &model.run_often)?;
        let (runtime, once, often, rest) = std::thread::scope(|scope| {
            let runtime = scope.spawn(|| self.runtime(&model.globals));
            let once = scope.spawn(|| compile("once", &model.run_once, "", &once));
            let rest = (!second.is_empty()).then(|| scope.spawn(|| compile("often_too", second, "", &options)));
            let often = compile("often", first, shim, &options);
            (joined(runtime), joined(once), often, rest.map(joined).transpose())
        });
        let (often, once, runtime, rest) = (often?, once?, runtime?, rest?);
        let library = directory.join("model.so");
        let mut link = self.command();
        if cfg!(target_os = "linux") {
            // An undefined symbol must be reported here and not when the library is loaded.
            link.arg("-Wl,-z,defs");
        }
        link.arg("-shared").arg("-o").arg(&library).args([often, once]).args(rest).args(runtime);
        link.args(variant.system_libraries(&self.verilator.root.join("include")));
        self.check(link, "the model library")?;
        Ok(library)
    }

    /// The folder of the runtime's objects.
    pub(super) fn runtime_directory(&self) -> PathBuf {
        self.build_dir.join("runtime").join(self.components().hash())
    }

    /// The objects of the runtime's files `names`, compiled if they do not exist.
    fn runtime(&self, names: &[String]) -> Result<Vec<PathBuf>, BuildError> {
        let directory = self.runtime_directory();
        let stop = STOP.name.trim_end_matches(".cpp");
        let objects: Vec<(&str, PathBuf)> = names
            .iter()
            .map(String::as_str)
            .chain([stop])
            .map(|name| (name, directory.join(format!("{name}.o"))))
            .collect();
        let is_missing = |(_, object): &&(&str, PathBuf)| !is_intact(object);
        if objects.iter().any(|object| is_missing(&object)) {
            let lock = Lock::take(&directory, "runtime")?;
            let missing: Vec<_> = objects.iter().filter(is_missing).collect();
            let sources = lock.workplace()?;
            write_headers(sources.path())?;
            let print = ["-include".to_owned(), sources.path().join(PRINT).display().to_string()];
            let options = [RUNTIME_DEFINES.map(defined).as_slice(), &print].concat();
            let own = sources.path().join(STOP.name);
            fs::write(&own, STOP.text).map_err(BuildError::io("write", &own))?;
            let compile = |name: &str, object: &Path| {
                let file = format!("{name}.cpp");
                let source = if name == stop { own.clone() } else { self.verilator.root.join("include").join(&file) };
                let fresh = sources.path().join(format!("{name}.o"));
                self.compile(&source, &fresh, sources.path(), &options, &file)?;
                fs::rename(&fresh, object).map_err(BuildError::io("rename to", object))?;
                seal(object).map_err(BuildError::io("seal", object))
            };
            std::thread::scope(|scope| {
                let tasks: Vec<_> =
                    missing.iter().map(|(name, object)| scope.spawn(|| compile(name, object))).collect();
                tasks.into_iter().try_for_each(joined)
            })?;
        }
        Ok(objects.into_iter().map(|(_, object)| object).collect())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.compiler.program);
        command.args(&self.compiler.arguments).args(FLAGS);
        command
    }

    pub(super) fn compile(
        &self,
        source: &Path,
        object: &Path,
        headers: &Path,
        options: &[String],
        what: &str,
    ) -> Result<(), BuildError> {
        let include = self.verilator.root.join("include");
        let mut command = self.command();
        command.args(options);
        command.arg("-I").arg(headers).arg("-I").arg(&include).arg("-I").arg(include.join("vltstd"));
        command.arg("-c").arg(source).arg("-o").arg(object);
        self.check(command, what)
    }

    fn check(&self, mut command: Command, what: &str) -> Result<(), BuildError> {
        let output = run(&mut command).map_err(BuildError::Tool)?;
        if output.status.success() {
            return Ok(());
        }
        Err(BuildError::Compile {
            compiler: self.compiler.program.display().to_string(),
            what: what.to_owned(),
            // The linker does not mark its messages as errors.
            lines: marked_lines(&output.stderr, &["error", "undefined", "failed", "No space"], 5),
        })
    }
}

/// Divides the files of a large model, in their order, into two parts of about the same size. The second is empty for other models.
fn halves<'f>(directory: &Path, files: &'f [String]) -> Result<(&'f [String], &'f [String]), BuildError> {
    let size = |file: &String| {
        let path = directory.join(format!("{file}.cpp"));
        fs::metadata(&path).map(|file| file.len()).map_err(BuildError::io("read", &path))
    };
    let sizes = files.iter().map(size).collect::<Result<Vec<u64>, _>>()?;
    let total: u64 = sizes.iter().sum();
    if total < LARGE {
        return Ok((files, &[]));
    }
    let mut before = 0;
    let is_before = |size: &&u64| {
        before += **size;
        before <= total / 2
    };
    // A first file that is larger than all others together is one half.
    Ok(files.split_at(sizes.iter().take_while(is_before).count().max(1)))
}

fn defined(symbol: &str) -> String {
    format!("-D{symbol}")
}

pub(super) fn write_headers(directory: &Path) -> Result<(), BuildError> {
    for header in &HEADERS {
        let file = directory.join(header.name);
        fs::write(&file, header.text).map_err(BuildError::io("write", &file))?;
    }
    Ok(())
}
