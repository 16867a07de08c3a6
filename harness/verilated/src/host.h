// The host side: loads model libraries and owns their objects, which are destroyed in the right order.
#pragma once

#include "rust/cxx.h"
#include "verilated_abi.h"

#include <cstdint>
#include <memory>

namespace verilated_host {

// A loaded library; closed after its last context or model is destroyed.
class Library {
public:
    explicit Library(void* handle) : m_handle{handle} {}
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    std::uint32_t abi_version() const;
    verilated_abi::Context* make_context(std::uint32_t seed) const;

private:
    void* symbol(const char* name) const;
    void* const m_handle;
};

class Context {
public:
    Context(std::shared_ptr<const Library> library, std::uint32_t seed);
    verilated_abi::Model* make_model();

private:
    // Destroyed last: it contains the code of all members below.
    std::shared_ptr<const Library> m_library;
    std::unique_ptr<verilated_abi::Context> m_context;
};

class Model {
public:
    explicit Model(std::unique_ptr<Context> context);

    std::size_t frame_words() const { return m_model->frame_words(); }
    std::size_t observation_words() const { return m_model->observation_words(); }
    // The caller has checked that both have the same number of cycles.
    void step(rust::Slice<const std::uint64_t> frames, rust::Slice<std::uint64_t> observations);
    void reset(std::size_t clocks);
    void eval();
    std::size_t port_count() const { return m_model->port_count(); }
    rust::Str port_name(std::size_t index) const { return m_model->port(index).name; }
    std::uint32_t port_width(std::size_t index) const { return m_model->port(index).width; }
    bool port_is_input(std::size_t index) const { return m_model->port(index).input != 0; }
    // The caller has checked the index and that `words` has the port's width.
    void peek(std::size_t index, rust::Slice<std::uint64_t> words) const { m_model->peek(index, words.data()); }
    void poke(std::size_t index, rust::Slice<const std::uint64_t> words) { m_model->poke(index, words.data()); }
    std::uint64_t time() const { return m_model->time(); }
    void open_trace(rust::Slice<const std::uint8_t> path);
    void close_trace();
    void write_coverage(rust::Slice<const std::uint8_t> path);

private:
    // Destroyed after the model, which uses it.
    std::unique_ptr<Context> m_context;
    std::unique_ptr<verilated_abi::Model> m_model;
};

std::shared_ptr<Library> open_library(rust::Slice<const std::uint8_t> path);
std::unique_ptr<Context> make_context(const std::shared_ptr<Library>& library, std::uint32_t seed);
std::unique_ptr<Model> make_model(std::unique_ptr<Context> context);

}  // namespace verilated_host
