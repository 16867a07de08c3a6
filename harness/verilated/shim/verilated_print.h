// Included first in every file of Verilator's runtime: its messages go through `print`, so that the message of a failed
// assertion becomes part of the error that ends the model.
#ifndef VERILATED_PRINT_H
#define VERILATED_PRINT_H

namespace verilated_shim {
void print(const char* format, ...) __attribute__((format(printf, 1, 2)));
}

#define VL_PRINTF verilated_shim::print

#endif
