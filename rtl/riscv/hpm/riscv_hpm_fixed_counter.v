// mcycle or minstret, with its mode filter. All state is 0 after reset.
//
// It counts event lines of one width, one from each source: the hart for mcycle, the retire ports for minstret.
`default_nettype none

module riscv_hpm_fixed_counter #(
    parameter       XLEN      = 64,
    parameter       HALVES    = 1,          // 64/XLEN
    parameter       WRITE     = 0,          // see riscv_hpm_count
    parameter       SMCNTRPMF = 0,          // 1: it has a mode filter
    parameter [4:0] MODES     = 5'b11111,   // see riscv_hpm_filter
    parameter       SOURCES   = 1,
    parameter       LINE_W    = 1,
    parameter       NUMBER_W  = 1,
    parameter [8*SOURCES*LINE_W-1:0] WEIGHTS = {8*SOURCES*LINE_W{1'b0}}   // see riscv_hpm_sum
) (
    // Clock and reset
    input  wire                      clk,
    input  wire                      rst,

    // Register access
    input  wire [HALVES-1:0]         is_count,   // it is addressed
    input  wire [HALVES-1:0]         is_event,   // its configuration is addressed
    input  wire                      write,
    input  wire                      by_window,  // MINH reads 0 and is not written
    input  wire [XLEN-1:0]           wdata,
    output wire [XLEN-1:0]           rdata,      // 0 if it is not addressed

    // Counting
    input  wire                      hold,
    input  wire [5*SOURCES-1:0]      modes,      // see riscv_hpm_filter
    input  wire [SOURCES*LINE_W-1:0] lines
);

    wire [SOURCES-1:0]        pass;
    wire [SOURCES*LINE_W-1:0] passed;
    wire [NUMBER_W-1:0]       number;
    wire [63:0]               count;
    wire [XLEN-1:0]           count_rdata;
    wire                      unused_carry;

    genvar source;
    generate
        for (source = 0; source < SOURCES; source = source + 1) begin : g_source
            assign passed[LINE_W*source +: LINE_W] = lines[LINE_W*source +: LINE_W] & {LINE_W{pass[source] & ~hold}};
        end
    endgenerate

    riscv_hpm_sum #(
        .BITS      (SOURCES*LINE_W),
        .WEIGHTS   (WEIGHTS),
        .SUM_WIDTH (NUMBER_W)
    ) u_sum (
        .lines (passed),
        .sum   (number)
    );

    riscv_hpm_count #(
        .XLEN      (XLEN),
        .HALVES    (HALVES),
        .WIDTH     (64),
        .INC_WIDTH (NUMBER_W),
        .WRITE     (WRITE)
    ) u_count (
        .clk       (clk),
        .rst       (rst),
        .write     (is_count & {HALVES{write}}),
        .wdata     (wdata),
        .increment (number),
        .carry     (unused_carry),
        .value     (count)
    );

    riscv_hpm_half #(
        .XLEN   (XLEN),
        .HALVES (HALVES)
    ) u_count_half (
        .value (count),
        .read  (is_count),
        .rdata (count_rdata)
    );

    generate
        if (SMCNTRPMF != 0) begin : g_filter
            wire [4:0]      inh;
            wire [XLEN-1:0] inh_rdata;

            riscv_hpm_filter #(
                .SOURCES (SOURCES),
                .MODES   (MODES)
            ) u_filter (
                .clk       (clk),
                .rst       (rst),
                .write     (is_event[HALVES-1] & write),
                .keep_minh (by_window),
                .wdata     (wdata[XLEN-2:XLEN-6]),
                .modes     (modes),
                .pass      (pass),
                .inh       (inh)
            );

            riscv_hpm_half #(
                .XLEN   (XLEN),
                .HALVES (HALVES)
            ) u_inh_half (
                .value ({1'b0, inh[4] & ~by_window, inh[3:0], 58'd0}),
                .read  (is_event),
                .rdata (inh_rdata)
            );

            assign rdata = count_rdata | inh_rdata;
        end else begin : g_no_filter
            wire unused_filter = (|modes) | (|is_event) | by_window | (|MODES);

            assign pass  = {SOURCES{1'b1}};
            assign rdata = count_rdata;
        end
    endgenerate

endmodule

`default_nettype wire
