//! A minimal C++ loop around a Verilated model that checks nothing: the stimulus is in memory in the format of the
//! ports, and a cycle is two evaluations. `make bench` uses it as the baseline.

use super::cpp::{member, storage_of};
use super::shim::{Phase, Shim};
use verilated::{Direction, Port};

/// Follows the generated code that depends on the ports.
const LOOP: &str = r#"
struct Bare {
    VerilatedContext context;
    Top top{&context};
    std::vector<Inputs> stimulus;

    void cycle(const Inputs& inputs) {
        apply(top, inputs);
        set_clk(top, 0);
        top.eval();
        set_clk(top, 1);
        top.eval();
    }
};

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT void* bare_new(const std::uint64_t* frames, std::size_t cycles) {
    Bare* const bare = new Bare;
    Inputs inputs{};
    drive(inputs, RESET_FRAME);
    for (int count = 0; count != 2; ++count) bare->cycle(inputs);
    for (; cycles != 0; --cycles, frames += FRAME_WORDS) {
        drive(inputs, frames);
        bare->stimulus.push_back(inputs);
    }
    return bare;
}

EXPORT void bare_run(void* bare) {
    Bare& loop = *static_cast<Bare*>(bare);
    for (const Inputs& inputs : loop.stimulus) loop.cycle(inputs);
}

EXPORT void bare_delete(void* bare) { delete static_cast<Bare*>(bare); }
"#;

impl Shim<'_> {
    /// The C++ text of the loop, to be compiled after the model's own files. It has the functions `bare_new`, which
    /// takes frames and their number, `bare_run`, which runs all of them once, and `bare_delete`.
    pub fn bare_loop(&self) -> String {
        let Self { prefix, .. } = self;
        let (clock, invert) = self.binding.clock;
        let inputs = || {
            let ports = self.binding.ports.iter().enumerate();
            ports.filter(move |(position, port)| *position != clock && port.direction == Direction::Input)
        };
        let declared: String = inputs().map(|(_, port)| format!("    {};\n", declaration(port))).collect();
        let applied: String = inputs().map(|(_, port)| format!("    {}\n", assignment(port))).collect();
        let driven: String = self.drive(Phase::Cycle).iter().map(|statement| format!("    {statement}\n")).collect();
        let clk = member(&self.binding.ports[clock].name);
        let level = if invert { "level ^ 1" } else { "level" };
        let (words, reset) = (self.frame.words(), self.reset_frame());
        [
            format!("#include \"{prefix}.h\"\n#include <cstddef>\n#include <cstdint>\n#include <vector>\n\nnamespace {{\n\n"),
            format!("using Top = {prefix};\nconstexpr std::size_t FRAME_WORDS = {words};\n"),
            format!("constexpr std::uint64_t RESET_FRAME[FRAME_WORDS] = {{{reset}}};\n\n"),
            format!("struct Inputs {{\n{declared}}};\n\n"),
            format!("void drive(Inputs& top, const std::uint64_t* frame) {{\n{driven}}}\n\n"),
            format!("void apply(Top& top, const Inputs& inputs) {{\n{applied}}}\n\n"),
            format!("void set_clk(Top& top, CData level) {{ top.{clk} = {level}; }}\n"),
            LOOP.to_owned(),
        ]
        .concat()
    }
}

fn declaration(port: &Port) -> String {
    let name = member(&port.name);
    match port.width > 64 {
        true => format!("EData {name}[{}]", port.width.div_ceil(32)),
        false => format!("{} {name}", storage_of(port.width).name),
    }
}

fn assignment(port: &Port) -> String {
    let name = member(&port.name);
    match port.width > 64 {
        true => {
            let words = port.width.div_ceil(32);
            format!("for (int word = 0; word != {words}; ++word) top.{name}[word] = inputs.{name}[word];")
        }
        false => format!("top.{name} = inputs.{name};"),
    }
}
