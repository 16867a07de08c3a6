//! The state of the checkout, which results record.

use std::path::Path;
use std::process::Command;

/// Returns the commit of the checkout and whether it is modified, if git is available.
pub(super) fn checkout(root: &Path) -> (Option<String>, Option<bool>) {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"]);
    let modified = git(&["status", "--porcelain"]).map(|changes| !changes.is_empty());
    (commit, modified)
}

/// Returns the address of the sources at a commit, from the variables of GitHub or GitLab.
pub(super) fn source_url(commit: &str, variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let github = || Some(format!("{}/{}/blob", variable("GITHUB_SERVER_URL")?, variable("GITHUB_REPOSITORY")?));
    let gitlab = || Some(format!("{}/-/blob", variable("CI_PROJECT_URL")?));
    github().or_else(gitlab).map(|blobs| format!("{blobs}/{commit}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_of_the_sources_is_that_of_the_ci_system() {
        let github = [("GITHUB_SERVER_URL", "https://g.com"), ("GITHUB_REPOSITORY", "o/r")];
        let of = |variables: &[(&str, &str)]| {
            let value =
                |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
            source_url("c0ffee", value)
        };
        assert_eq!(of(&github).as_deref(), Some("https://g.com/o/r/blob/c0ffee/"));
        let gitlab = [("CI_PROJECT_URL", "https://l.com/o/r")];
        assert_eq!(of(&gitlab).as_deref(), Some("https://l.com/o/r/-/blob/c0ffee/"));
        assert_eq!((of(&github[..1]), of(&[])), (None, None));
    }
}
