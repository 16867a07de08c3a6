//! Precompiled headers for all models: parsing them takes as long as compiling a small model.

use super::compile::Build;
use crate::cache::key::Components;
use crate::cache::lock::Lock;
use crate::error::BuildError;
use pmu_support::entries_to_evict;
use std::fs;
use std::path::{Path, PathBuf};

/// The ending of compiled headers.
const COMPILED: &str = "gch";
/// Number of runtimes whose precompiled headers are kept. They are large.
const KEPT: usize = 2;

impl Build<'_> {
    /// Returns the header to include first in files that are compiled with `options`. Its precompiled form is in the
    /// same folder; a compiler that cannot use it reads the text. `None` if it cannot be compiled: the compilation of
    /// the model then reports the error.
    pub(super) fn headers(&self, options: &[String]) -> Result<Option<PathBuf>, BuildError> {
        let directory = self.runtime_directory();
        let mut components = Components::default();
        components.text("options", options.join(" "));
        let name = format!("headers-{}", &components.hash()[..16]);
        let header = directory.join(&name).with_extension("h");
        let compiled = header.with_extension(format!("h.{COMPILED}"));
        if compiled.is_file() {
            return Ok(Some(header));
        }
        let lock = Lock::take(&directory, &name)?;
        // Another process may have compiled them while this one waited for the lock.
        if compiled.is_file() {
            return Ok(Some(header));
        }
        let workplace = lock.workplace()?;
        let sources = workplace.path();
        super::compile::write_headers(sources)?;
        let (text, fresh) = (sources.join("headers.h"), sources.join("headers"));
        fs::write(&text, "#include \"verilated_shim.h\"\n").map_err(BuildError::io("write", &text))?;
        let options = [options, &["-x", "c++-header"].map(str::to_owned)].concat();
        if self.compile(&text, &fresh, sources, &options, "the headers of models").is_err() {
            return Ok(None);
        }
        for (from, to) in [(&text, &header), (&fresh, &compiled)] {
            fs::rename(from, to).map_err(BuildError::io("rename to", to))?;
        }
        self.drop_old_headers();
        Ok(Some(header))
    }

    /// Evicts the least recently compiled runtimes. A process that still uses one reads the text.
    fn drop_old_headers(&self) {
        let is_compiled = |file: &PathBuf| file.extension().is_some_and(|extension| extension == COMPILED);
        let compiled = |runtime: &Path| -> Vec<PathBuf> {
            let entries = fs::read_dir(runtime).into_iter().flatten().flatten();
            entries.map(|entry| entry.path()).filter(is_compiled).collect()
        };
        let all = self.build_dir.join("runtime");
        let old = entries_to_evict(&all, KEPT, |runtime| compiled(runtime).into_iter().next());
        for file in old.iter().flat_map(|runtime| compiled(runtime)) {
            let _ = fs::remove_file(file);
        }
    }
}
