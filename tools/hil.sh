#!/bin/sh
# Lints the RTL and the tops of the link with the linters on PATH, and runs its testbench under Icarus. A missing tool
# is
# skipped, or an error with REQUIRE_TOOLS=1. A warning is an error.
set -e
toy=testbenches/hil/verilog
place=build/hil-bench
mkdir -p "$place"
: >"$place/said"

has() {
    if command -v "$1" >/dev/null 2>&1; then
        return 0
    fi
    if [ "${REQUIRE_TOOLS:-0}" != 0 ]; then
        echo "error: link of boards: $1 is not on PATH; install it" >&2
        exit 3
    fi
    echo "link of boards: $1: SKIPPED, the tool is not on PATH"
    return 1
}

if has verilator; then
    verilator --lint-only -Wall --default-language 1364-2005 -I$toy --top-module hil_uart_top rtl/hil/*.v $toy/hil_pmu.v >>"$place/said" 2>&1 || :
    for board in ice40_hx8k ulx3s arty_a7; do
        verilator --lint-only -Wall --default-language 1364-2005 -I$toy --top-module $board \
            rtl/hil/*.v rtl/boards/common/*.v rtl/boards/$board/$board.v $toy/hil_pmu.v >>"$place/said" 2>&1 || :
    done
fi
if has yosys; then
    yosys -q -e . -p "read_verilog -I$toy rtl/hil/*.v $toy/hil_pmu.v; synth_ice40 -top hil_uart_top; check -assert" >>"$place/said" 2>&1 || :
fi
if has iverilog; then
    for bits in 8 64; do
        iverilog -g2005 -Wall -DHIL_TB_BITS=$bits -I$toy -s hil_tb -o "$place/hil_tb.vvp" rtl/hil/*.v $toy/hil_pmu.v $toy/hil_tb.v >>"$place/said" 2>&1 || :
        if [ -f "$place/hil_tb.vvp" ]; then
            vvp -N "$place/hil_tb.vvp" || exit 1
            rm "$place/hil_tb.vvp"
        fi
    done
fi
if [ -s "$place/said" ]; then
    cat "$place/said"
    exit 1
fi
