//! The description of the generated files.

use super::names::module;
use super::Bound;

/// The text of `README.md`.
pub(super) fn text(bound: &Bound) -> String {
    let Bound { pmu, connections, .. } = *bound;
    let module = module(pmu);
    let not_compared = match connections.not_compared.len() {
        0 => "All outputs and all state words are compared.".to_owned(),
        some => format!(
            "{some} outputs and state words are not compared, because the port map does not say where they are: {}.",
            connections.not_compared.join(", ")
        ),
    };
    format!(
        "# Checker of {name}\n\n\
         `pmu-cosim bind` wrote these files for the module `{top}`. The checker compares it with the golden model in every cycle.\n\n\
         | file | contents |\n|---|---|\n\
         | `pmu_model_pkg.sv` | the functions of the library `libpmu_model`, by DPI-C |\n\
         | `{module}.sv` | the checker |\n\
         | `bind_{module}.sv` | the bind statement, with the parameters of the checker |\n\
         | `{module}.f` | these files, as a list for `-F` |\n\n\
         {not_compared}\n\n\
         `make dpi` in a checkout of pmu-cosim builds the library: `build/dpi/lib/libpmu_model.so` and `libpmu_model.a`. With `$LIB` as its\n\
         folder, add this to the command line of your simulation, after the files of the RTL:\n\n\
         | simulator | options |\n|---|---|\n\
         | Verilator | `verilator --binary --timing --assert -F {module}.f $LIB/libpmu_model.so -LDFLAGS \"-Wl,-rpath,$LIB\"` |\n\
         | VCS | `vcs -full64 -sverilog -F {module}.f $LIB/libpmu_model.so -LDFLAGS \"-Wl,-rpath,$LIB\"` |\n\
         | Questa | `vlog -sv -F {module}.f`, then `vsim -sv_lib $LIB/libpmu_model` |\n\
         | Xcelium | `xrun -sv -F {module}.f -sv_lib $LIB/libpmu_model.so` |\n\n\
         docs/dpi.md in the checkout describes the use and the limits. Only Verilator was tested.\n",
        name = pmu.description.name,
        top = connections.top,
    )
}
