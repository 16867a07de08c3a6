//! Completions, man pages, and the page of commands.

use crate::support::{pmu_cosim, root, run};
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes the man pages and returns the names of the subcommands.
fn subcommands(folder: &Path) -> BTreeSet<String> {
    let output = run(&mut pmu_cosim(&["man", folder.to_str().expect("a path")]));
    assert_eq!(output.status, 0, "{}", output.err);
    let names = fs::read_dir(folder).expect("the pages").flatten().map(|entry| entry.file_name());
    let names = names.map(|name| name.into_string().expect("a name"));
    names.filter_map(|name| Some(name.strip_prefix("pmu-cosim-")?.strip_suffix(".1")?.to_owned())).collect()
}

#[test]
fn man_pages_cover_all_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = subcommands(&folder.path().join("man1"));
    let help = run(&mut pmu_cosim(&["--help"])).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let first_words = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let listed: BTreeSet<_> =
        first_words.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect();
    assert_eq!(names, &listed - &BTreeSet::from(["help".to_owned()]));
    let page = fs::read_to_string(folder.path().join("man1/pmu-cosim-run.1")).expect("a page");
    assert!(page.contains("\\-\\-cycles") && page.contains("Seed of the random programs"), "{page}");
}

#[test]
fn page_lists_all_commands_and_targets() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = fs::read_to_string(root().join("docs/commands.md")).expect("the page");
    for name in subcommands(folder.path()) {
        assert!(page.contains(&format!("`pmu-cosim {name}")), "docs/commands.md does not list {name}");
    }
    let makefile = fs::read_to_string(root().join("Makefile")).expect("the Makefile");
    let described = makefile.lines().filter(|line| line.contains(" ## "));
    for target in described.filter_map(|line| line.split(':').next()).filter(|target| *target != "help") {
        assert!(page.contains(&format!("`make {target}")), "docs/commands.md does not list make {target}");
    }
}

/// Completes the last of `words` in bash and returns the candidates.
fn completed_by_bash(words: &[&str]) -> Vec<String> {
    let script = r#"
eval "$(cat)"
function=$(complete -p pmu-cosim | sed 's/.*-F \([^ ]*\).*/\1/')
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
"$function" pmu-cosim "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), run(&mut pmu_cosim(&["completions", "bash"])).out).expect("a script");
    let mut command = Command::new("bash");
    command.args(["-c", script, "bash"]).args(words).stdin(file.reopen().expect("the file"));
    let output = run(&mut command);
    output.out.split_whitespace().map(str::to_owned).collect()
}

#[rstest]
#[case(&["pmu-cosim", "des"], &["describe"])]
#[case(&["pmu-cosim", "seeded-bugs", "--sh"], &["--show"])]
#[case(&["pmu-cosim", "run", "--pmu", "k"], &["k8", "knc"])]
#[case(&["pmu-cosim", "describe", "ivt_p"], &["ivt_pcu"])]
#[case(&["pmu-cosim", "zo"], &[])]
fn bash_completes_commands_options_and_pmus(#[case] words: &[&str], #[case] candidates: &[&str]) {
    assert_eq!(completed_by_bash(words), candidates);
}

#[rstest]
#[case::zsh("zsh", "#compdef pmu-cosim")]
#[case::fish("fish", "complete -c pmu-cosim")]
fn scripts_of_other_shells_have_commands_and_pmus(#[case] shell: &str, #[case] start: &str) {
    let output = run(&mut pmu_cosim(&["completions", shell]));
    assert!(output.out.contains(start), "{}", output.out);
    assert!(output.out.contains("seeded-bugs") && output.out.contains("ivt_pcu"), "{}", output.out);
}
