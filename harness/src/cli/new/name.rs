//! Names that a PMU can have: they become a Rust module, a Verilog module, folders and a word of programs.

/// Keywords of Rust, Verilog and SystemVerilog.
const RESERVED: &str = include_str!("reserved.txt");

/// What is wrong with a name, if anything.
pub(super) fn check(name: &str) -> Result<(), String> {
    let letter = |c: char| c.is_ascii_lowercase();
    if !name.starts_with(letter) || !name.chars().all(|c| letter(c) || c.is_ascii_digit() || c == '_') {
        return Err(format!("{name:?} is no name for a PMU: lower-case letters, digits and _, a letter first"));
    }
    if RESERVED.split_whitespace().any(|word| word == name) {
        return Err(format!("{name:?} is no name for a PMU: it is a keyword of Rust or Verilog"));
    }
    Ok(())
}

/// What is wrong with a title, which stands in comments and in quotation marks, if anything.
pub(super) fn check_title(title: &str) -> Result<(), String> {
    let wrong = |c: char| c.is_control() || c == '"' || c == '\\';
    match title.trim().is_empty() || title.contains(wrong) {
        true => Err("a title is one line of text without quotation marks and backslashes".to_owned()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

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
    #[case("Tally: 2 counters", true)]
    #[case(" ", false)]
    #[case("a \"b\"", false)]
    #[case("a\nb", false)]
    #[case("a \\", false)]
    fn titles_are_checked(#[case] title: &str, #[case] good: bool) {
        assert_eq!(check_title(title).is_ok(), good);
    }
}
