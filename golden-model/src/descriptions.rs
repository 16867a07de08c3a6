//! The descriptions of all PMUs, which every program with this crate carries.

use golden_model_core::embedded::{EmbeddedDescriptions, EMBEDDED};
use golden_model_core::linkme;
use include_dir::{include_dir, Dir, File};

static DESCRIPTIONS: Dir = include_dir!("$CARGO_MANIFEST_DIR/descriptions");

#[linkme::distributed_slice(EMBEDDED)]
#[linkme(crate = linkme)]
static OF_ALL: EmbeddedDescriptions = EmbeddedDescriptions { text, names };

fn text(path: &str) -> Option<&'static str> {
    DESCRIPTIONS.get_file(path)?.contents_utf8()
}

fn names(folder: &str) -> Option<Vec<String>> {
    let name = |file: &File| Some(file.path().file_name()?.to_str()?.to_owned());
    let folder = if folder.is_empty() { &DESCRIPTIONS } else { DESCRIPTIONS.get_dir(folder)? };
    Some(folder.files().filter_map(name).collect())
}
