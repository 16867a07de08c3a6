//! Intel Xeon Phi (Knights Corner).

pub mod core;

golden_model_core::link_models! {
    "intel_knc/core" => core::model,
}
