// Common part of all model libraries. The generated part is a class `Dut` with
//   Top                               the class that Verilator generated
//   FRAME_WORDS, OBSERVATION_WORDS    sizes in 64-bit words
//   RESET_FRAME                       a frame with the reset input at 1
//   PORTS                             number of ports
//   REGISTERED                        whether all inputs except clk are registers; then load(Top&, uint8_t) is the
//                                     input whose rising edge loads them
//   clk(Top&)                         the clock port
//   clk(Top&, uint8_t), drive(Top&, const uint64_t*), observe(const Top&, uint64_t*)
//   drive_edge(Top&, const uint64_t*) drives the inputs that change with the rising edge only; none if REGISTERED
//   port(Top&, size_t) -> PortAccess
#ifndef VERILATED_SHIM_H
#define VERILATED_SHIM_H

#include "verilated_abi.h"
#include "verilated.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if VM_TRACE_FST
#include "verilated_fst_c.h"
#elif VM_TRACE
#include "verilated_vcd_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

namespace verilated_shim {

// While one of these exists, $stop, $finish and runtime errors are dropped instead of thrown: destructors of the
// runtime report errors too, and an exception out of a destructor ends the process.
class QuietScope {
public:
    QuietScope() noexcept { ++depth(); }
    ~QuietScope() { --depth(); }
    static int& depth() noexcept;
};

// Storage of a port: 1, 2, 4 or 8 bytes, or, for more than 64 bits, an array of 32-bit words.
struct PortAccess {
    verilated_abi::Port port;
    void* place;
};

inline std::uint64_t mask(std::uint32_t width) { return width >= 64 ? ~0ULL : (1ULL << width) - 1; }

inline void load(const PortAccess& access, std::uint64_t* words) {
    const std::uint32_t width = access.port.width;
    if (width > 64) {
        const EData* from = static_cast<const EData*>(access.place);
        for (std::uint32_t i = 0; i < (width + 63) / 64; ++i) words[i] = 0;
        for (std::uint32_t i = 0; i < (width + 31) / 32; ++i) {
            words[i / 2] |= static_cast<std::uint64_t>(from[i]) << (i % 2 * 32);
        }
    } else if (width > 32) {
        words[0] = *static_cast<const QData*>(access.place);
    } else if (width > 16) {
        words[0] = *static_cast<const IData*>(access.place);
    } else if (width > 8) {
        words[0] = *static_cast<const SData*>(access.place);
    } else {
        words[0] = *static_cast<const CData*>(access.place);
    }
}

// Bits above the port's width are cleared: Verilator relies on them being 0.
inline void store(const PortAccess& access, const std::uint64_t* words) {
    const std::uint32_t width = access.port.width;
    if (width > 64) {
        EData* to = static_cast<EData*>(access.place);
        for (std::uint32_t i = 0; i < (width + 31) / 32; ++i) {
            const std::uint32_t left = width - i * 32;
            to[i] = static_cast<EData>((words[i / 2] >> (i % 2 * 32)) & mask(left < 32 ? left : 32));
        }
    } else if (width > 32) {
        *static_cast<QData*>(access.place) = words[0] & mask(width);
    } else if (width > 16) {
        *static_cast<IData*>(access.place) = static_cast<IData>(words[0] & mask(width));
    } else if (width > 8) {
        *static_cast<SData*>(access.place) = static_cast<SData>(words[0] & mask(width));
    } else {
        *static_cast<CData*>(access.place) = static_cast<CData>(words[0] & mask(width));
    }
}

template <class Dut>
class ShimModel final : public verilated_abi::Model {
    using Top = typename Dut::Top;

public:
    ShimModel(VerilatedContext* context, std::uint32_t seed) : m_context{context} {
        // Verilator draws initial values from a generator of the thread, which restarts whenever any context of the
        // process gets a seed. Therefore seeds are set only here, for one model at a time.
        static std::mutex seeding;
        const std::lock_guard<std::mutex> lock{seeding};
        Verilated::threadContextp(m_context);
        m_context->randReset(2);
        // The runtime takes 31 bits, and 0 would mean a seed from the wall-clock time.
        m_context->randSeed(static_cast<int>(seed % 0x7FFFFFFFU) + 1);
        m_top = std::make_unique<Top>(m_context, "TOP");
        // Inputs are not part of the model's state: they start at 0 for every seed.
        for (std::size_t index = 0; index < Dut::PORTS; ++index) {
            const PortAccess access = Dut::port(*m_top, index);
            if (access.port.input) store(access, std::vector<std::uint64_t>((access.port.width + 63) / 64).data());
        }
        settle();
    }

    ~ShimModel() override {
        const QuietScope quiet;
        Verilated::threadContextp(m_context);
        close_trace();
        m_top.reset();
    }

    std::size_t frame_words() const noexcept override { return Dut::FRAME_WORDS; }
    std::size_t observation_words() const noexcept override { return Dut::OBSERVATION_WORDS; }

    const char* step(const std::uint64_t* frames, std::uint64_t* observations, std::size_t clocks) noexcept override {
        return running([&] { run<Dut::FRAME_WORDS, Dut::OBSERVATION_WORDS>(frames, observations, clocks); });
    }

    const char* reset(std::size_t clocks) noexcept override {
        return running([&] {
            std::uint64_t ignored[Dut::OBSERVATION_WORDS];
            run<0, 0>(Dut::RESET_FRAME, ignored, clocks);
        });
    }

    const char* eval() noexcept override {
        return running([&] { settle(); });
    }

    std::size_t port_count() const noexcept override { return Dut::PORTS; }
    verilated_abi::Port port(std::size_t index) const noexcept override { return Dut::port(*m_top, index).port; }
    void peek(std::size_t index, std::uint64_t* words) const noexcept override {
        load(Dut::port(*m_top, index), words);
    }
    void poke(std::size_t index, const std::uint64_t* words) noexcept override {
        store(Dut::port(*m_top, index), words);
    }

    std::uint64_t time() const noexcept override { return m_context->time(); }

#if VM_TRACE
    const char* open_trace(const char* path) noexcept override {
        return guarded([&] {
            end_trace();
            m_trace = std::make_unique<Trace>();
            m_top->trace(m_trace.get(), 99);
            m_trace->open(path);
            // The runtime reports no error when it cannot create the file.
            if (!m_trace->isOpen()) {
                m_trace.reset();
                throw std::runtime_error{std::string{"cannot create the trace file: "} + std::strerror(errno)};
            }
        });
    }
    const char* close_trace() noexcept override {
        return guarded([&] { end_trace(); });
    }
#else
    const char* open_trace(const char*) noexcept override { return "this library was built without tracing"; }
    const char* close_trace() noexcept override { return nullptr; }
#endif

#if VM_COVERAGE
    const char* write_coverage(const char* path) noexcept override {
        return guarded([&] {
            // Otherwise the counts of all instances of a module would be added up, and two changes in one direction would
            // look like one in each direction.
            m_context->coveragep()->forcePerInstance(true);
            m_context->coveragep()->write(path);
            // The runtime does not check that the text was written; a full disk leaves a truncated line or nothing.
            std::ifstream written{path, std::ios::binary | std::ios::ate};
            char last = '\0';
            if (written.tellg() > 0) written.seekg(-1, std::ios::end).get(last);
            if (last != '\n') throw std::runtime_error{"the file is incomplete; is the disk full?"};
        });
    }
#else
    const char* write_coverage(const char*) noexcept override { return "this library was built without coverage"; }
#endif

private:
    // Runs `clocks` cycles; the frame and the observation advance by these numbers of words after each cycle.
    template <std::size_t FRAME_STEP, std::size_t OBSERVATION_STEP>
    void run(const std::uint64_t* frame, std::uint64_t* observation, std::size_t clocks) {
        Top& top = *m_top;
        for (std::size_t clock = 0; clock != clocks; ++clock) {
            Dut::drive(top, frame);
            if constexpr (Dut::REGISTERED) {
                // One evaluation for the clock edge that ends the previous cycle and for the inputs of this one.
                Dut::load(top, 1);
                if (clock == 0) {
                    Dut::clk(top, 0);
                    m_top->eval();
                } else {
                    half_clock(1);
                }
                Dut::load(top, 0);
            }
            half_clock(0);
            Dut::observe(top, observation);
            if constexpr (!Dut::REGISTERED) {
                Dut::drive_edge(top, frame);
                half_clock(1);
            }
            frame += FRAME_STEP;
            observation += OBSERVATION_STEP;
        }
        if constexpr (Dut::REGISTERED) {
            if (clocks != 0) half_clock(1);
        }
        m_clock = Dut::clk(top);
    }

    // Inputs take effect first, then the clock edge if `clk` was driven too.
    void settle() {
        if constexpr (Dut::REGISTERED) {
            const CData driven = std::exchange(Dut::clk(*m_top), m_clock);
            Dut::load(*m_top, 1);
            m_top->eval();
            Dut::load(*m_top, 0);
            Dut::clk(*m_top) = driven;
        }
        m_top->eval();
        m_clock = Dut::clk(*m_top);
    }

    void half_clock(std::uint8_t level) {
        Dut::clk(*m_top, level);
#if VM_TRACE
        try {
            m_top->eval();
        } catch (...) {
            // The waves end with the values that made the model stop.
            if (m_trace) m_trace->dump(m_context->time());
            throw;
        }
        if (m_trace) m_trace->dump(m_context->time());
#else
        m_top->eval();
#endif
        m_context->timeInc(verilated_abi::CYCLE_NS / 2);
    }

#if VM_TRACE
#if VM_TRACE_FST
    using Trace = VerilatedFstC;
#else
    using Trace = VerilatedVcdC;
#endif
    void end_trace() {
        // Removed first: a file that cannot be written to its end must not be closed a second time.
        std::unique_ptr<Trace> trace = std::move(m_trace);
        if (!trace) return;
        std::string failed;
        try {
            trace->close();
        } catch (const std::exception& error) {
            failed = error.what();
        }
        {
            const QuietScope quiet;
            trace.reset();
        }
        if (!failed.empty()) throw std::runtime_error{failed};
    }
    std::unique_ptr<Trace> m_trace;
#endif

    // Runs `action` for this model's context and converts what it throws into a text.
    template <class Action>
    const char* guarded(Action action) noexcept {
        Verilated::threadContextp(m_context);
        try {
            action();
            return nullptr;
        } catch (const std::exception& error) {
            m_error = error.what();
        } catch (...) {
            m_error = "unknown C++ exception";
        }
        return m_error.c_str();
    }

    // The same for calls that advance the model: after an exception in the middle of eval() it must not run again.
    template <class Action>
    const char* running(Action action) noexcept {
        if (!m_stopped.empty()) return m_stopped.c_str();
        const char* error = guarded(action);
        if (error == nullptr) return nullptr;
        m_stopped = error;
        return m_stopped.c_str();
    }

    VerilatedContext* const m_context;
    std::unique_ptr<Top> m_top;
    // The level of clk in the last evaluation.
    CData m_clock{0};
    std::string m_error;
    std::string m_stopped;
};

template <class Dut>
class ShimContext final : public verilated_abi::Context {
public:
    explicit ShimContext(std::uint32_t seed) : m_seed{seed} {
#if VM_TRACE
        m_context.traceEverOn(true);
#endif
    }
    verilated_abi::Model* model(const char** error) noexcept override {
        try {
            return new ShimModel<Dut>{&m_context, m_seed};
        } catch (const std::bad_alloc&) {
            *error = nullptr;
            return nullptr;
        } catch (const std::exception& thrown) {
            m_error = thrown.what();
        } catch (...) {
            m_error = "unknown C++ exception";
        }
        *error = m_error.c_str();
        return nullptr;
    }

private:
    VerilatedContext m_context;
    const std::uint32_t m_seed;
    std::string m_error;
};

}  // namespace verilated_shim

#define VERILATED_SHIM_EXPORT extern "C" __attribute__((visibility("default")))
#define VERILATED_SHIM_LIBRARY(Dut)                                                                    \
    VERILATED_SHIM_EXPORT std::uint32_t verilated_abi_version() { return verilated_abi::VERSION; }        \
    VERILATED_SHIM_EXPORT verilated_abi::Context* verilated_make_context(std::uint32_t seed) {            \
        return new (std::nothrow) verilated_shim::ShimContext<Dut>{seed};                              \
    }

#endif
