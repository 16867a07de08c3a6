// mhpmcounter i with mhpmevent i: selector, mode filter, count and overflow. All state but a fixed selector is 0 after
// reset.
`default_nettype none

module riscv_hpm_event_counter #(
    parameter                    XLEN           = 64,
    parameter                    HALVES         = 1,   // 64/XLEN
    parameter integer            WIDTH          = 64,
    parameter                    SSCOFPMF       = 0,   // 1: it has a mode filter and OF
    parameter [4:0]              MODES          = 5'b11111,  // see riscv_hpm_filter
    parameter                    COUNT_WRITE    = 0,   // see riscv_hpm_count
    parameter                    WRITE_OVERFLOW = 0,   // see riscv_hpm_overflow
    parameter                    OF_WRITE       = 0,   // see riscv_hpm_overflow
    parameter                    OF_SW          = 0,   // see riscv_hpm_overflow

    // Events, see riscv_hpm_event_lines
    parameter                    SELECTOR       = 0,
    parameter                    SEL_W          = 16,
    parameter                    IS_FIXED       = 0,   // 1: the selector is FIXED
    parameter [SEL_W-1:0]        FIXED          = {SEL_W{1'b0}},
    parameter                    COMBINE_OR     = 0,
    parameter                    SOURCES        = 2,
    parameter                    EVENTS         = 1,
    parameter [SEL_W*EVENTS-1:0] EVENT_CODES    = {SEL_W*EVENTS{1'b0}},
    parameter                    LINES          = 2,
    parameter                    LINES_W        = 2,
    parameter [16*LINES+15:0]    LINE_LSB       = {16'd2, 16'd1, 16'd0},
    parameter [4*LINES-1:0]      LINE_SOURCE    = {4*LINES{1'b0}},
    parameter [EVENTS*LINES-1:0] LINE_EVENTS    = {EVENTS*LINES{1'b0}},
    parameter [8*LINES_W-1:0]    WEIGHTS        = {8*LINES_W{1'b0}},
    parameter                    NUMBER_W       = 1
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Register access
    input  wire [HALVES-1:0]    is_count,      // it is addressed
    input  wire [HALVES-1:0]    is_event,      // its event is addressed
    input  wire                 write,
    input  wire                 by_window,     // MINH reads 0 and is not written
    input  wire [XLEN-1:0]      wdata,
    input  wire                 sel_store,     // see riscv_hpm_selector
    input  wire [SEL_W-1:0]     sel_value,
    output wire [XLEN-1:0]      rdata,         // 0 if it is not addressed

    // Counting
    input  wire                 hold,
    input  wire [5*SOURCES-1:0] modes,         // see riscv_hpm_filter
    input  wire [LINES_W-1:0]   lines,

    // Overflow
    output wire                 of,
    output wire                 request        // for an interrupt
);

    wire [SEL_W-1:0]    selector;
    wire [SOURCES-1:0]  pass;
    wire [NUMBER_W-1:0] number;
    wire                carry;
    wire [63:0]         count;
    wire [4:0]          inh;
    wire [XLEN-1:0]     count_rdata;
    wire [XLEN-1:0]     event_rdata;

    wire [HALVES-1:0]   count_write = is_count & {HALVES{write}};
    wire [HALVES-1:0]   event_write = is_event & {HALVES{write}};

    riscv_hpm_event_lines #(
        .SELECTOR    (SELECTOR),
        .SEL_W       (SEL_W),
        .COMBINE_OR  (COMBINE_OR),
        .SOURCES     (SOURCES),
        .EVENTS      (EVENTS),
        .EVENT_CODES (EVENT_CODES),
        .LINES       (LINES),
        .LINES_W     (LINES_W),
        .LINE_LSB    (LINE_LSB),
        .LINE_SOURCE (LINE_SOURCE),
        .LINE_EVENTS (LINE_EVENTS),
        .WEIGHTS     (WEIGHTS),
        .NUMBER_W    (NUMBER_W)
    ) u_lines (
        .selector (selector),
        .pass     (pass),
        .lines    (lines),
        .number   (number)
    );

    riscv_hpm_count #(
        .XLEN      (XLEN),
        .HALVES    (HALVES),
        .WIDTH     (WIDTH),
        .INC_WIDTH (NUMBER_W),
        .WRITE     (COUNT_WRITE)
    ) u_count (
        .clk       (clk),
        .rst       (rst),
        .write     (count_write),
        .wdata     (wdata),
        .increment (number & {NUMBER_W{~hold}}),
        .carry     (carry),
        .value     (count)
    );

    generate
        if (IS_FIXED != 0) begin : g_fixed
            wire unused_selector = event_write[0] | sel_store | (|sel_value);

            assign selector = FIXED;
        end else begin : g_selector
            pmu_register #(
                .WIDTH (SEL_W)
            ) u_selector (
                .clk     (clk),
                .rst     (rst),
                .write   (event_write[0] & sel_store),
                .wdata   (sel_value),
                .value_q (selector)
            );
        end

        if (SSCOFPMF != 0) begin : g_overflow
            riscv_hpm_filter #(
                .SOURCES (SOURCES),
                .MODES   (MODES)
            ) u_filter (
                .clk       (clk),
                .rst       (rst),
                .write     (event_write[HALVES-1]),
                .keep_minh (by_window),
                .wdata     (wdata[XLEN-2:XLEN-6]),
                .modes     (modes),
                .pass      (pass),
                .inh       (inh)
            );

            riscv_hpm_overflow #(
                .HALVES         (HALVES),
                .TOP            ((WIDTH - 1) / XLEN),
                .COUNT_WRITE    (COUNT_WRITE),
                .WRITE_OVERFLOW (WRITE_OVERFLOW),
                .OF_WRITE       (OF_WRITE),
                .OF_SW          (OF_SW)
            ) u_overflow (
                .clk         (clk),
                .rst         (rst),
                .carry       (carry),
                .count_write (count_write),
                .write       (event_write[HALVES-1]),
                .wdata       (wdata[XLEN-1]),
                .of_q        (of),
                .request     (request)
            );
        end else begin : g_plain
            wire unused_overflow   = carry | (|modes) | by_window | event_write[HALVES-1];
            wire unused_parameters = (|MODES) | (WRITE_OVERFLOW != 0) | (OF_WRITE != 0) | (OF_SW != 0);

            assign pass    = {SOURCES{1'b1}};
            assign inh     = 5'b00000;
            assign of      = 1'b0;
            assign request = 1'b0;
        end
    endgenerate

    riscv_hpm_half #(
        .XLEN   (XLEN),
        .HALVES (HALVES)
    ) u_count_half (
        .value (count),
        .read  (is_count),
        .rdata (count_rdata)
    );

    riscv_hpm_half #(
        .XLEN   (XLEN),
        .HALVES (HALVES)
    ) u_event_half (
        .value ({of, inh[4] & ~by_window, inh[3:0], {58-SEL_W{1'b0}}, selector}),
        .read  (is_event),
        .rdata (event_rdata)
    );

    assign rdata = count_rdata | event_rdata;

endmodule

`default_nettype wire
