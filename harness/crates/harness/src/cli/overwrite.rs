//! Protects the inputs of a command from its outputs.

use crate::Error;
use std::fs::canonicalize;
use std::path::Path;

/// Checks that `output`, the value of `option`, is not one of the files that the command reads.
///
/// # Errors
/// If it is, under the same or another name.
pub(super) fn keep_inputs<'a>(
    option: &str,
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Error> {
    // A file that does not exist has no canonical name and is no input.
    let Ok(place) = canonicalize(output) else { return Ok(()) };
    match inputs.into_iter().find(|input| canonicalize(input).is_ok_and(|input| input == place)) {
        Some(input) => Err(Error::Input(format!(
            "{option}: it would overwrite {}, which this command reads; choose another name",
            input.display()
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_must_not_be_an_input_under_any_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let [input, other, link] = ["a.pmu", "b.pmu", "c.pmu"].map(|name| folder.path().join(name));
        for file in [&input, &other] {
            std::fs::write(file, "").expect("a file");
        }
        std::os::unix::fs::symlink(&input, &link).expect("a link");
        let check = |output: &Path| keep_inputs("--vcd", output, [input.as_path()]);
        assert!(check(&input).is_err_and(|error| error.to_string().contains("a.pmu")));
        assert!(check(&link).is_err() && check(&folder.path().join("./a.pmu")).is_err());
        assert!(check(&other).is_ok() && check(&folder.path().join("new.vcd")).is_ok());
    }
}
