//! Intel Itanium 9300: its core, the boxes of its uncore, and the tops that combine them.

pub mod bbox;
mod common;
pub mod core;
pub mod cpe;
pub mod dbox;
pub mod qear;
pub mod rbox;
pub mod uncore;
pub mod zbox;

golden_model_core::link_models! {
    "intel_itanium/bbox" => bbox::model,
    "intel_itanium/core" => core::model,
    "intel_itanium/core_dear" => core::dear,
    "intel_itanium/core_iear" => core::iear,
    "intel_itanium/core_tagger" => core::tagger,
    "intel_itanium/core_trace" => core::trace,
    "intel_itanium/cpe" => cpe::model,
    "intel_itanium/dbox" => dbox::model,
    "intel_itanium/qear" => qear::model,
    "intel_itanium/rbox" => rbox::model,
    "intel_itanium/uncore" => uncore::model,
    "intel_itanium/zbox" => zbox::model,
}
