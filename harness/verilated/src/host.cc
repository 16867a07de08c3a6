#include "host.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace verilated_host {
namespace {

std::string text_of(rust::Slice<const std::uint8_t> bytes) {
    return std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void check(const char* error) {
    if (error != nullptr) throw std::runtime_error{error};
}

}  // namespace

Library::~Library() { dlclose(m_handle); }

void* Library::symbol(const char* name) const {
    void* const found = dlsym(m_handle, name);
    if (found == nullptr) throw std::runtime_error{std::string{"not a model library: it lacks the entry point "} + name};
    return found;
}

std::uint32_t Library::abi_version() const {
    return reinterpret_cast<verilated_abi_version_fn*>(symbol(VERILATED_ABI_VERSION_SYMBOL))();
}

verilated_abi::Context* Library::make_context(std::uint32_t seed) const {
    return reinterpret_cast<verilated_make_context_fn*>(symbol(VERILATED_MAKE_CONTEXT_SYMBOL))(seed);
}

Context::Context(std::shared_ptr<const Library> library, std::uint32_t seed)
    : m_library{std::move(library)}, m_context{m_library->make_context(seed)} {
    if (m_context == nullptr) throw std::runtime_error{"no memory for a context"};
}

verilated_abi::Model* Context::make_model() {
    const char* error = nullptr;
    verilated_abi::Model* const model = m_context->model(&error);
    check(error);
    if (model == nullptr) throw std::runtime_error{"no memory for a model"};
    return model;
}

Model::Model(std::unique_ptr<Context> context) : m_context{std::move(context)}, m_model{m_context->make_model()} {}

void Model::step(rust::Slice<const std::uint64_t> frames, rust::Slice<std::uint64_t> observations) {
    check(m_model->step(frames.data(), observations.data(), frames.size() / frame_words()));
}

void Model::reset(std::size_t clocks) { check(m_model->reset(clocks)); }

void Model::eval() { check(m_model->eval()); }

void Model::open_trace(rust::Slice<const std::uint8_t> path) { check(m_model->open_trace(text_of(path).c_str())); }

void Model::close_trace() { check(m_model->close_trace()); }

void Model::write_coverage(rust::Slice<const std::uint8_t> path) {
    check(m_model->write_coverage(text_of(path).c_str()));
}

std::shared_ptr<Library> open_library(rust::Slice<const std::uint8_t> path) {
    // Local: models of different RTL, or of different Verilator versions, have symbols of the same names.
    void* const handle = dlopen(text_of(path).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw std::runtime_error{dlerror()};
    return std::make_shared<Library>(handle);
}

std::unique_ptr<Context> make_context(const std::shared_ptr<Library>& library, std::uint32_t seed) {
    return std::make_unique<Context>(library, seed);
}

std::unique_ptr<Model> make_model(std::unique_ptr<Context> context) {
    return std::make_unique<Model>(std::move(context));
}

}  // namespace verilated_host
