//! RISC-V.

pub mod hpm;

golden_model::link_models! {
    "riscv/hpm" => hpm::model,
}
