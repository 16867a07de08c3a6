//! Compiles the runtime once and each model as one file.

use super::key::Components;
use super::lock::Lock;
use super::run::{marked_lines, run};
use super::toolchain::{Compiler, Verilator};
use super::verilate::Verilated;
use super::{BuildError, Variant};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use verilated::sources::{HEADERS, RUNTIME_DEFINES, STOP};

/// Nothing of Verilator's is visible outside of a library: the loader could otherwise join equal symbols of two of them.
const FLAGS: [&str; 6] = ["-std=c++17", "-O2", "-fPIC", "-fvisibility=hidden", "-pthread", "-w"];

/// A compiler with all that its calls have in common.
pub(super) struct Build<'a> {
    /// The compiler.
    pub compiler: &'a Compiler,
    /// Where the runtime's sources are.
    pub verilator: &'a Verilator,
    /// Everything that is written lies below it.
    pub build_dir: &'a Path,
}

impl Build<'_> {
    /// What the objects of the runtime depend on.
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

    /// Makes the library of a model in the folder of its Verilated files.
    pub fn library(&self, model: &Verilated, shim: &str, variant: Variant) -> Result<PathBuf, BuildError> {
        let directory = &model.directory;
        write_headers(directory)?;
        let unity = directory.join("unity.cpp");
        let files = model.classes.iter().map(|class| format!("#include \"{class}.cpp\"\n"));
        fs::write(&unity, files.collect::<String>() + shim).map_err(BuildError::io("write", &unity))?;
        let object = directory.join("unity.o");
        // The first build of all spends most of its time in the runtime; the model is compiled beside it.
        let (runtime, compiled) = std::thread::scope(|scope| {
            let runtime = scope.spawn(|| self.runtime(&model.globals));
            let compiled = self.compile(&unity, &object, directory, &variant.defines(), "the model");
            (runtime.join(), compiled)
        });
        compiled?;
        let runtime = runtime.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        let library = directory.join("model.so");
        let mut link = self.command();
        if cfg!(target_os = "linux") {
            // A symbol that nothing defines must show here and not when the library is loaded.
            link.arg("-Wl,-z,defs");
        }
        link.arg("-shared").arg("-o").arg(&library).arg(&object).args(runtime);
        self.check(link, "the model library")?;
        Ok(library)
    }

    /// The objects of the runtime's files `names`, compiled where they are not there yet.
    fn runtime(&self, names: &[String]) -> Result<Vec<PathBuf>, BuildError> {
        let directory = self.build_dir.join("runtime").join(self.components().hash());
        let stop = STOP.name.trim_end_matches(".cpp");
        let objects: Vec<(&str, PathBuf)> = names
            .iter()
            .map(String::as_str)
            .chain([stop])
            .map(|name| (name, directory.join(format!("{name}.o"))))
            .collect();
        let is_missing = |(_, object): &&(&str, PathBuf)| !object.is_file();
        if objects.iter().any(|object| is_missing(&object)) {
            let lock = Lock::take(&directory, "runtime")?;
            let missing: Vec<_> = objects.iter().filter(is_missing).collect();
            let sources = lock.workplace()?;
            write_headers(sources.path())?;
            let own = sources.path().join(STOP.name);
            fs::write(&own, STOP.text).map_err(BuildError::io("write", &own))?;
            let compile = |name: &str, object: &Path| {
                let file = format!("{name}.cpp");
                let source = if name == stop { own.clone() } else { self.verilator.root.join("include").join(&file) };
                let fresh = sources.path().join(format!("{name}.o"));
                self.compile(&source, &fresh, sources.path(), &RUNTIME_DEFINES.map(str::to_owned), &file)?;
                fs::rename(&fresh, object).map_err(BuildError::io("rename to", object))
            };
            std::thread::scope(|scope| {
                let tasks: Vec<_> =
                    missing.iter().map(|(name, object)| scope.spawn(|| compile(name, object))).collect();
                let mut results = tasks.into_iter().map(|task| task.join());
                results.try_for_each(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })?;
        }
        Ok(objects.into_iter().map(|(_, object)| object).collect())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.compiler.program);
        command.args(&self.compiler.arguments).args(FLAGS);
        command
    }

    fn compile(
        &self,
        source: &Path,
        object: &Path,
        headers: &Path,
        defines: &[String],
        what: &str,
    ) -> Result<(), BuildError> {
        let include = self.verilator.root.join("include");
        let mut command = self.command();
        command.args(defines.iter().map(|define| format!("-D{define}")));
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
            // The linker does not call its complaints errors.
            lines: marked_lines(&output.stderr, &["error", "undefined", "failed", "No space"], 5),
        })
    }
}

fn write_headers(directory: &Path) -> Result<(), BuildError> {
    for header in &HEADERS {
        let file = directory.join(header.name);
        fs::write(&file, header.text).map_err(BuildError::io("write", &file))?;
    }
    Ok(())
}
