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
