//! The RTL of a configured PMU: its top and its manifest, from the templates of the configurable PMU.

use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::description::Template;
use golden_model_core::parameters::render;
use golden_model_core::Description;
use std::path::PathBuf;

/// Folder below that of builds, with a folder for each configuration of the user.
const CONFIGURATIONS: &str = "configurations";

/// The folder of the project's RTL of a PMU: below `rtl/`, or for a configuration of the user below the folder of builds.
pub fn rtl_folder(workspace: &Workspace, description: &Description) -> PathBuf {
    match &description.template {
        Some(Template { configuration: Some(_), .. }) => {
            workspace.build_dir().join(CONFIGURATIONS).join(&description.id)
        }
        _ => workspace.root().join("rtl").join(&description.folder),
    }
}

/// The generated files of a configured PMU, its top and its `rtl.toml`: path and text of each. Nothing for other PMUs.
///
/// Templates have the parameters of the configuration, and `rtl`, the path of the folder `rtl/`.
///
/// # Errors
/// [`BuildError::Manifest`] when a template cannot be read or rendered.
pub fn configured_files(
    workspace: &Workspace,
    description: &Description,
) -> Result<Vec<(PathBuf, String)>, BuildError> {
    let Some(template) = &description.template else { return Ok(Vec::new()) };
    let folder = rtl_folder(workspace, description);
    let rtl = match template.configuration {
        Some(_) => workspace.root().join("rtl").display().to_string(),
        None => "../..".to_owned(),
    };
    let mut parameters = description.parameters.clone();
    parameters.insert("rtl".to_owned(), rtl.into());
    let file = |(template_name, name): (&str, String)| {
        let path = workspace.root().join("rtl").join(&template.folder).join(template_name);
        let wrong = |what: String| BuildError::Manifest { path: workspace.relative(&path), what };
        let text = std::fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
        let text = render(template_name, &text, &parameters).map_err(|error| wrong(error.to_string()))?;
        Ok((folder.join(name), text))
    };
    [("top.v.jinja", format!("{}.v", description.id)), ("rtl.toml.jinja", "rtl.toml".to_owned())]
        .into_iter()
        .map(file)
        .collect()
}
