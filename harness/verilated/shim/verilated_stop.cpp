// Ends a model with an exception that the shim catches. Verilator's own versions of these functions end the process.
#include "verilated_shim.h"

namespace verilated_shim {

int& QuietScope::depth() noexcept {
    static thread_local int depth = 0;
    return depth;
}

namespace {

void stop(const char* filename, int line, const std::string& what) {
    if (QuietScope::depth() != 0) return;
    std::string text;
    if (filename != nullptr && filename[0] != '\0') {
        text = std::string{filename} + ":" + std::to_string(line) + ": ";
    }
    throw std::runtime_error{text + what};
}

}  // namespace
}  // namespace verilated_shim

void vl_finish(const char* filename, int line, const char*) { verilated_shim::stop(filename, line, "Verilog $finish"); }

void vl_stop(const char* filename, int line, const char*) {
    verilated_shim::stop(filename, line, "Verilog $stop, $fatal or failed assertion");
}

void vl_fatal(const char* filename, int line, const char*, const char* message) {
    verilated_shim::stop(filename, line, message);
}
