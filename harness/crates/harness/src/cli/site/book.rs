//! The files that make a folder of pages a book.

use super::text::title;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Settings of mdBook. Links between pages are the same in the repository and in the book, so `README.md` is not renamed.
pub(super) const SETTINGS: &str = "\
[book]
title = \"pmu-cosim\"
description = \"Lockstep verification of performance monitoring units\"
language = \"en\"
src = \"src\"

[build]
create-missing = false
use-default-preprocessors = false

[output.html]
default-theme = \"light\"
no-section-label = true

[output.html.fold]
enable = true
level = 0
";

/// The parts of the contents with the pages of the repository, in order. `*` in place of a page stands for those of its folder.
const PARTS: [(&str, &[&str]); 5] = [
    (
        "Use",
        &[
            "docs/commands.md",
            "docs/reading-results.md",
            "docs/debugging.md",
            "docs/programs.md",
            "editors/README.md",
            "docs/your-own-rtl.md",
            "docs/adding-a-pmu.md",
            "examples/README.md",
            "docs/choices.md",
            "docs/exports.md",
            "docs/driver-in-the-loop.md",
            "docs/dpi.md",
            "docs/python.md",
            "docs/crates.md",
            "golden-model/README.md",
            "docs/hardware-in-the-loop.md",
            "docs/boards.md",
            "docs/ci.md",
            "docs/cluster.md",
        ],
    ),
    ("PMUs", &["pmus/README.md", "pmus/*", "docs/decisions/*"]),
    (
        "Results",
        &[
            "docs/results.md",
            "docs/divergences.md",
            "docs/metrics.md",
            "docs/drivers.md",
            "docs/performance.md",
            "docs/speed.md",
            "docs/proofs.md",
            "docs/mutation.md",
            "docs/detection.md",
            "docs/proof-results.md",
            "docs/seeded-bugs/README.md",
            "docs/seeded-bugs/*",
            "docs/collisions/README.md",
            "docs/collisions/*",
        ],
    ),
    (
        "Structure",
        &[
            "docs/architecture.md",
            "docs/glossary.md",
            "docs/stimulus.md",
            "docs/coverage.md",
            "docs/metamorphic-checks.md",
        ],
    ),
    ("Contribute", &["CONTRIBUTING.md", "CHANGELOG.md", "api.md"]),
];

/// Returns the contents of the book. A page that no part names is at the end, because a page without an entry is not rendered.
pub(super) fn contents(pages: &BTreeMap<String, String>) -> String {
    let mut left: Vec<&String> = pages.keys().filter(|page| *page != "README.md").collect();
    let mut text = "# Summary\n\n[pmu-cosim](README.md)\n".to_owned();
    for (part, patterns) in PARTS {
        let _ = write!(text, "\n# {part}\n\n");
        for pattern in patterns {
            let (of_pattern, others) = left.into_iter().partition(|page| matches(pattern, page));
            left = others;
            // Pages of a folder are below its README.
            let indent = if pattern.ends_with('*') && patterns.contains(&pattern.replace('*', "README.md").as_str()) {
                "  "
            } else {
                ""
            };
            entries(&mut text, indent, &of_pattern, pages);
        }
    }
    if !left.is_empty() {
        text.push_str("\n# More\n\n");
        entries(&mut text, "", &left, pages);
    }
    text
}

fn matches(pattern: &str, page: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(folder) => page.strip_prefix(folder).is_some_and(|rest| !rest.contains('/')),
        None => page == pattern,
    }
}

fn entries(text: &mut String, indent: &str, of_pattern: &[&String], pages: &BTreeMap<String, String>) {
    for page in of_pattern {
        let title = title(&pages[*page]).unwrap_or(page);
        let _ = writeln!(text, "{indent}- [{title}]({page})");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_have_each_page_once() {
        let pages = ["README.md", "docs/commands.md", "docs/new.md", "pmus/README.md", "pmus/k8.md"];
        let pages = pages.map(|page| (page.to_owned(), format!("# Title of {page}\n"))).into();
        let contents = contents(&pages);
        for page in pages.keys() {
            assert_eq!(contents.matches(&format!("({page})")).count(), 1, "{contents}");
        }
        assert!(
            contents.contains("\n- [Title of pmus/README.md](pmus/README.md)\n  - [Title of pmus/k8.md](pmus/k8.md)\n")
        );
        assert!(contents.ends_with("# More\n\n- [Title of docs/new.md](docs/new.md)\n"), "{contents}");
    }
}
