//! Checks names of new PMUs: they become a Rust module, a Verilog module, folders and an identifier of programs.

use golden_model_core::keywords;

/// Checks the name of a PMU.
///
/// # Errors
/// If it is not an identifier or is a keyword of Rust or Verilog.
pub(super) fn check(name: &str) -> Result<(), String> {
    let letter = |c: char| c.is_ascii_lowercase();
    if !name.starts_with(letter) || !name.chars().all(|c| letter(c) || c.is_ascii_digit() || c == '_') {
        return Err(format!(
            "{name:?} is not a valid PMU name: use lower-case letters, digits and _, and begin with a letter"
        ));
    }
    if keywords::is_rust(name) || keywords::is_verilog(name) {
        return Err(format!("{name:?} is not a valid PMU name: it is a keyword of Rust or Verilog"));
    }
    Ok(())
}

/// Folders in `rtl`, `testbenches` and the golden models that are neither a family nor a unit.
const TAKEN: [&str; 6] = ["all", "common", "hil", "boards", "src", "tests"];

/// Checks the name of a family or a unit.
///
/// # Errors
/// As [`check`], and if the name is reserved for another folder.
pub(super) fn check_folder(name: &str) -> Result<(), String> {
    check(name)?;
    match TAKEN.contains(&name) {
        true => Err(format!("{name:?} is not a valid name of a family or unit: the folder has another purpose")),
        false => Ok(()),
    }
}

/// Checks the name of a family.
///
/// # Errors
/// As [`check_folder`], and if its crate would have the name of another.
pub(super) fn check_family(name: &str) -> Result<(), String> {
    match name {
        "core" => {
            Err(format!("{name:?} is not a valid name of a family: the crate golden-model-core has another purpose"))
        }
        _ => check_folder(name),
    }
}

/// Derives the unit of a PMU from its name: `ha` of `ivt_ha` in `intel_ivt`, `core` if nothing remains.
pub(super) fn unit(name: &str, family: &str) -> String {
    let short = family.rsplit('_').next().unwrap_or(family);
    match name.strip_prefix(short).map(|rest| rest.trim_start_matches('_')) {
        _ if name == family => "core".to_owned(),
        Some("") => "core".to_owned(),
        Some(unit) if name.starts_with(&format!("{short}_")) => unit.to_owned(),
        _ => name.to_owned(),
    }
}

/// Checks a title, which is used in comments and TOML strings.
///
/// # Errors
/// If it is empty or contains control characters, quotation marks or backslashes.
pub(super) fn check_title(title: &str) -> Result<(), String> {
    let wrong = |c: char| c.is_control() || c == '"' || c == '\\';
    match title.trim().is_empty() || title.contains(wrong) {
        true => Err("a title must be one line of text without quotation marks and backslashes".to_owned()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn a_family_has_its_own_crate() {
        assert!(check_folder("core").is_ok() && check_family("core").is_err());
        assert!(check_family("common").is_err() && check_family("tally").is_ok());
    }

    #[rstest]
    #[case("k10", true)]
    #[case("ivt_pcu", true)]
    #[case("", false)]
    #[case("8k", false)]
    #[case("_k8", false)]
    #[case("K8", false)]
    #[case("k8-x", false)]
    #[case("../k8", false)]
    #[case("match", false)]
    #[case("wire", false)]
    #[case("logic", false)]
    fn names_are_checked(#[case] name: &str, #[case] good: bool) {
        assert_eq!(check(name).is_ok(), good);
    }

    #[rstest]
    #[case("tally", "tally", "core")]
    #[case("k8", "amd_k8", "core")]
    #[case("ivt_ha", "intel_ivt", "ha")]
    #[case("itanium_core_dear", "intel_itanium", "core_dear")]
    #[case("k10", "amd", "k10")]
    #[case("ivtx", "intel_ivt", "ivtx")]
    #[case("small_tally", "small_tally", "core")]
    fn unit_is_the_name_without_the_prefix_of_the_family(
        #[case] name: &str,
        #[case] family: &str,
        #[case] expected: &str,
    ) {
        assert_eq!(unit(name, family), expected);
    }

    #[rstest]
    #[case("Tally: 2 counters", true)]
    #[case(" ", false)]
    #[case("a \"b\"", false)]
    #[case("a\nb", false)]
    #[case("a \\", false)]
    fn titles_are_checked(#[case] title: &str, #[case] good: bool) {
        assert_eq!(check_title(title).is_ok(), good);
    }
}
