// The interface between a model library and the host. Both sides share only this file, so it has plain types only:
// the two may be built by different compilers with different standard libraries.
#ifndef VERILATED_ABI_H
#define VERILATED_ABI_H

#include <cstddef>
#include <cstdint>

namespace verilated_abi {

// Incremented with every change to this file. The host refuses a library with another number.
constexpr std::uint32_t VERSION = 2;

struct Port {
    const char* name;     // as in the Verilog of the top module
    std::uint32_t width;  // bits
    std::uint32_t input;  // 1: input, 0: output
};

// Calls that can fail return null, or a text that stays valid until the next call on the same object.
// No call throws, exits or aborts. After a failed `step`, `reset` or `eval` the model's state is undefined and these
// three keep failing with the same text.
class Model {
public:
    virtual ~Model() = default;

    // 64-bit words of the inputs of one cycle and of the observation of one cycle.
    virtual std::size_t frame_words() const noexcept = 0;
    virtual std::size_t observation_words() const noexcept = 0;

    // Runs `clocks` cycles; the arrays contain one frame and one observation for each, in sequence.
    virtual const char* step(const std::uint64_t* frames, std::uint64_t* observations, std::size_t clocks) noexcept = 0;
    // Runs `clocks` cycles with the reset input at 1 and all other inputs at 0.
    virtual const char* reset(std::size_t clocks) noexcept = 0;
    // Settles the logic after `poke` without a clock edge.
    virtual const char* eval() noexcept = 0;

    virtual std::size_t port_count() const noexcept = 0;
    virtual Port port(std::size_t index) const noexcept = 0;
    // The value of port `index`, lowest word first; the caller's array has (width + 63) / 64 words.
    virtual void peek(std::size_t index, std::uint64_t* words) const noexcept = 0;
    virtual void poke(std::size_t index, const std::uint64_t* words) noexcept = 0;

    // Nanoseconds. A cycle takes CYCLE_NS and begins, with the falling edge, at a multiple of it.
    virtual std::uint64_t time() const noexcept = 0;

    virtual const char* open_trace(const char* path) noexcept = 0;
    virtual const char* close_trace() noexcept = 0;
    virtual const char* write_coverage(const char* path) noexcept = 0;
};

constexpr std::uint64_t CYCLE_NS = 10;

// Time, random seed and coverage of one model.
class Context {
public:
    virtual ~Context() = default;
    // The model. Null with `error` set when it ends during its construction, and with a null `error` without memory. The
    // context must outlive it.
    virtual Model* model(const char** error) noexcept = 0;
};

}  // namespace verilated_abi

// The entry points of a library.
using verilated_abi_version_fn = std::uint32_t();
using verilated_make_context_fn = verilated_abi::Context*(std::uint32_t seed);
#define VERILATED_ABI_VERSION_SYMBOL "verilated_abi_version"
#define VERILATED_MAKE_CONTEXT_SYMBOL "verilated_make_context"

#endif
