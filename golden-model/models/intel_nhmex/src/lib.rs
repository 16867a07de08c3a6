//! Intel Xeon 7500 (Nehalem-EX).

pub mod bbox;

golden_model_core::link_models! {
    "intel_nhmex/bbox" => bbox::model,
}
