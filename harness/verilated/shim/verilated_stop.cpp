// Ends a model with an exception that the shim catches. Verilator's own versions of these functions end the process.
#include "verilated_shim.h"

#include <cstdarg>
#include <cstdio>

namespace verilated_shim {

int& QuietScope::depth() noexcept {
    static thread_local int depth = 0;
    return depth;
}

namespace {

// The last message of an assertion, $error or $fatal, without time and line end. Verilator writes it just before it stops.
std::string& last_error() noexcept {
    static thread_local std::string text;
    return text;
}

bool is_error(const std::string& text) {
    return text.find("%Error: ") != std::string::npos || text.find("%Fatal: ") != std::string::npos;
}

// The text ends the model as `FILE:LINE: Assertion failed in INSTANCE: MESSAGE` or `FILE:LINE: MESSAGE`.
void stop(const char* filename, int line, const std::string& what) {
    const std::string message = std::exchange(last_error(), {});
    if (QuietScope::depth() != 0) return;
    std::string place;
    if (filename != nullptr && filename[0] != '\0') place = std::string{filename} + ":" + std::to_string(line) + ": ";
    // In the message, the file has no folder.
    const std::size_t start = message.find("Assertion failed in ");
    throw std::runtime_error{place + (start == std::string::npos ? what : message.substr(start))};
}

}  // namespace

void print(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    std::string text(length > 0 ? static_cast<std::size_t>(length) + 1 : 1, '\0');
    std::vsnprintf(&text[0], text.size(), format, again);
    va_end(again);
    text.pop_back();
    if (!is_error(text)) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        return;
    }
    while (!text.empty() && text.back() == '\n') text.pop_back();
    last_error() = std::move(text);
}

}  // namespace verilated_shim

void vl_finish(const char* filename, int line, const char*) { verilated_shim::stop(filename, line, "$finish"); }

void vl_stop(const char* filename, int line, const char*) { verilated_shim::stop(filename, line, "$stop"); }

void vl_fatal(const char* filename, int line, const char*, const char* message) {
    verilated_shim::stop(filename, line, message);
}
