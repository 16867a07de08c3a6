//! Descriptions that a program carries. The crate `golden-model` links those of all PMUs.

/// Descriptions in a program, in place of files. They have the paths of the files below the folder of the descriptions.
pub struct EmbeddedDescriptions {
    /// The text of a file, such as `amd_k8/core/pmu.toml`.
    pub text: fn(&str) -> Option<&'static str>,
    /// The names of the files in a folder, such as `decisions`.
    pub names: fn(&str) -> Option<Vec<String>>,
}

/// The descriptions that are linked into the program. The first are used, unless [`read_from`](crate::pmus::read_from) names a
/// folder before.
#[linkme::distributed_slice]
pub static EMBEDDED: [EmbeddedDescriptions];
