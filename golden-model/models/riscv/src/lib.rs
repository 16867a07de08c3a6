//! RISC-V.

pub mod hpm;

golden_model_core::link_models! {
    "riscv/hpm" => hpm::model,
}
