//! The pages of the repository and of the site have no dead links.

use crate::support::{pmu_cosim, root, run};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use rstest::rstest;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

/// Folders without pages of the repository.
const SKIPPED: [&str; 3] = [".git", "build", "target"];
/// The folder of the site to which `make docs` adds the API documentation.
const API: &str = "api/";

static ID: LazyLock<Regex> = LazyLock::new(|| Regex::new("id=\"([^\"]*)\"").expect("a valid expression"));
static TARGET: LazyLock<Regex> = LazyLock::new(|| Regex::new("(?:href|src)=\"([^\"]*)\"").expect("a valid expression"));

/// The anchors and links of a page.
#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    links: Vec<String>,
}

/// Reads a page. Anchors of headings follow the rules of GitHub, which are those of mdBook too.
fn read_page(text: &str) -> Page {
    let mut page = Page::default();
    let mut heading = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap_or_default());
                let numbered = (1..).map(|number| format!("{anchor}-{number}"));
                let free = std::iter::once(anchor.clone()).chain(numbered).find(|name| !page.anchors.contains(name));
                page.anchors.extend(free);
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.into_string());
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                page.anchors.extend(ID.captures_iter(&html).map(|found| found[1].to_owned()));
                page.links.extend(TARGET.captures_iter(&html).map(|found| found[1].to_owned()));
            }
            _ => {}
        }
    }
    page
}

fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|one| one.is_alphanumeric() || matches!(one, '-' | '_' | ' '));
    kept.flat_map(char::to_lowercase).map(|one| if one == ' ' { '-' } else { one }).collect()
}

/// Reads all pages below a folder, by path relative to it.
fn read_pages(root: &Path, folder: &Path, pages: &mut BTreeMap<PathBuf, Page>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder").flatten() {
        let path = folder.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            if !SKIPPED.iter().any(|skipped| path == Path::new(skipped)) {
                read_pages(root, &path, pages);
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(root.join(&path)).expect("a page");
            pages.insert(path, read_page(&text));
        }
    }
}

/// Returns the dead links of all pages below a folder, and the number of links.
fn dead_links(root: &Path) -> (Vec<String>, usize) {
    let mut pages = BTreeMap::new();
    read_pages(root, Path::new(""), &mut pages);
    let (mut dead, mut count) = (Vec::new(), 0);
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| !link.contains(':') && !link.starts_with(API)) {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => normal(&path.parent().unwrap_or(Path::new("")).join(file)),
            };
            let has_anchor = || pages.get(&target).is_none_or(|page| page.anchors.contains(anchor));
            if !root.join(&target).is_file() {
                dead.push(format!("{}: {link}: there is no such file", path.display()));
            } else if !anchor.is_empty() && !has_anchor() {
                dead.push(format!("{}: {link}: there is no such heading", path.display()));
            }
        }
    }
    (dead, count)
}

/// Resolves `..` by name, as a browser does.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    normal
}

#[test]
fn pages_of_the_repository_have_no_dead_links() {
    let (dead, count) = dead_links(&root());
    assert!(dead.is_empty(), "{}", dead.join("\n"));
    assert!(count > 100, "{count} links");
}

#[test]
fn pages_of_the_site_are_in_its_contents_and_have_no_dead_links() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&mut pmu_cosim(&["site", folder.path().to_str().expect("a path")]));
    assert_eq!(output.status, 0, "{}", output.err);
    let (dead, count) = dead_links(&folder.path().join("src"));
    assert!(dead.is_empty(), "{}", dead.join("\n"));
    assert!(count > 200, "{count} links");

    // mdBook renders only the pages in the contents.
    let (mut pages, source) = (BTreeMap::new(), folder.path().join("src"));
    read_pages(&source, Path::new(""), &mut pages);
    let contents = pages.remove(Path::new("SUMMARY.md")).expect("the contents");
    let mut listed: Vec<_> = contents.links.iter().map(PathBuf::from).collect();
    listed.sort();
    assert_eq!(listed, pages.into_keys().collect::<Vec<_>>(), "each page is in the contents once");
}

#[rstest]
#[case("[a](gone.md)", "gone.md: there is no such file")]
#[case("[a](other.md#gone)", "other.md#gone: there is no such heading")]
#[case("[a](#gone)", "#gone: there is no such heading")]
#[case("![a](gone.svg)", "gone.svg: there is no such file")]
#[case("| a |\n|---|\n| [a](../gone.md) |", "../gone.md: there is no such file")]
#[case("<a href=\"gone.md\">a</a>", "gone.md: there is no such file")]
#[case("[a][b]\n\n[b]: gone.md", "gone.md: there is no such file")]
fn dead_link_is_found(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(dead_links_of(text), [format!("page.md: {expected}")]);
}

#[rstest]
#[case("[a](other.md), [a](other.md#two-words), [a](other.md#two-words-1), [a](other.md#here)")]
#[case("# A `b` (c), d\n\n[a](#a-b-c-d)")]
#[case("[a](https://example.com/gone), `[a](gone.md)`\n\n    [a](gone.md)")]
fn live_link_is_accepted(#[case] text: &str) {
    assert_eq!(dead_links_of(text), [""; 0]);
}

/// Returns the dead links of a page that has a page next to it.
fn dead_links_of(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("page.md"), text).expect("a page");
    let other = "# Two words\n\n## Two words\n\n<a id=\"here\"></a>Text\n";
    fs::write(folder.path().join("other.md"), other).expect("a page");
    dead_links(folder.path()).0
}
