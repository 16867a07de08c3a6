//! The uncore of the Intel Xeon E5 and E7 v2 (Ivy Town): its boxes, and the socket that contains them.

pub mod cbox;
mod common;
pub mod ha;
pub mod imc;
pub mod irp;
pub mod pcu;
pub mod qpi;
pub mod r2pcie;
pub mod r3qpi;
pub mod socket;
pub mod ubox;

golden_model_core::link_models! {
    "intel_ivt/cbox" => cbox::model,
    "intel_ivt/ha" => ha::model,
    "intel_ivt/imc" => imc::model,
    "intel_ivt/irp" => irp::model,
    "intel_ivt/pcu" => pcu::model,
    "intel_ivt/qpi" => qpi::model,
    "intel_ivt/r2pcie" => r2pcie::model,
    "intel_ivt/r3qpi" => r3qpi::model,
    "intel_ivt/socket" => socket::model,
    "intel_ivt/ubox" => ubox::model,
}
