//! AMD Athlon 64 and Opteron (K8).

pub mod core;

golden_model_core::link_models! {
    "amd_k8/core" => core::model,
}
