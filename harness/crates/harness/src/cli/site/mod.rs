//! `site`: writes the source of the site, a book with the pages of the repository and a page for each PMU.

mod bits;
mod book;
mod pmu_page;
mod registers;
mod text;

use super::args::Site;
use super::generated::rtl_hashes;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::all_pmus;
use crate::publish::{Published, PublishedDocument};
use crate::Error;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files and folders of the repository in the site, at the same place, so that links between them work.
const COPIED: [&str; 10] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "Dockerfile",
    "docs",
    "editors",
    "examples",
    "golden-model/README.md",
    "harness/examples",
];

/// The page that links to the API documentation, which `make docs` puts into the folder `api`.
const API: &str =
    "# API documentation\n\n[The crates of the project](api/harness/index.html), as `cargo doc` describes them.\n";

pub(super) fn site(arguments: &Site) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let published = Published::read(workspace.root())?;
    let pmus = all_pmus()?;
    let rtl = rtl_hashes(&workspace, &pmus);
    let mut pages = BTreeMap::new();
    let source = arguments.folder.join("src");
    for entry in COPIED {
        copy(workspace.root(), Path::new(entry), &source, &mut pages)?;
    }
    pages.insert("api.md".to_owned(), API.to_owned());
    pages.insert("pmus/README.md".to_owned(), pmu_page::list(&pmus));
    for pmu in &pmus {
        let page = pmu_page::page(workspace.root(), &pmu.description, published.of(&pmu.description.id), &rtl);
        pages.insert(format!("pmus/{}.md", pmu.description.id), page);
    }
    let contents = book::contents(&pages);
    for (page, text) in pages.iter().map(|(page, text)| (page.as_str(), text)).chain([("SUMMARY.md", &contents)]) {
        write(&source.join(page), text.as_bytes())?;
    }
    write(&arguments.folder.join("book.toml"), book::SETTINGS.as_bytes())?;
    say!("wrote {} pages to {}", pages.len(), arguments.folder.display());
    Ok(Status::Pass)
}

/// Copies a file, or all files below a folder; pages are added to `pages` instead.
fn copy(root: &Path, entry: &Path, source: &Path, pages: &mut BTreeMap<String, String>) -> Result<(), Error> {
    let from = root.join(entry);
    let failed = |error: std::io::Error| Error::Environment(format!("{}: {error}", from.display()));
    if from.is_dir() {
        for below in fs::read_dir(&from).map_err(failed)? {
            let name: PathBuf = below.map_err(failed)?.file_name().into();
            copy(root, &entry.join(name), source, pages)?;
        }
    } else if entry.extension().is_some_and(|extension| extension == "md") {
        pages.insert(entry.display().to_string(), fs::read_to_string(&from).map_err(failed)?);
    } else {
        write(&source.join(entry), &fs::read(&from).map_err(failed)?)?;
    }
    Ok(())
}

fn write(file: &Path, content: &[u8]) -> Result<(), Error> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, content));
    written.map_err(|error| Error::Environment(format!("{}: {error}", file.display())))
}
