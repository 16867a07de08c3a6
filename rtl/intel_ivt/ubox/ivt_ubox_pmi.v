// Cores that get a wake and a PMI for a new bit in the summary of the overflows. The wake comes in the next cycle and the
// PMI one cycle after it, so that a core is awake when its PMI arrives. For each core:
//
//   selected awake wk_on_pmi | wake PMI
//      0      any     any    |  0    0
//      1       1      any    |  0    1
//      1       0       0     |  0    0    and the PMI is not kept for later
//      1       0       1     |  1    1
`default_nettype none

module ivt_ubox_pmi #(
    parameter CORES = 15
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // Cause, and the conditions in its cycle
    input  wire             any_new,
    input  wire             wk_on_pmi,
    input  wire [CORES-1:0] pmi_core_sel,
    input  wire [CORES-1:0] core_awake,

    // One bit per core
    output reg  [CORES-1:0] core_wake_q,
    output reg  [CORES-1:0] pmi_q
);

    reg  [CORES-1:0] pmi_s_q;  // PMI of the next cycle

    wire [CORES-1:0] called      = pmi_core_sel & {CORES{any_new}};
    wire [CORES-1:0] core_wake_d = called & ~core_awake & {CORES{wk_on_pmi}};
    wire [CORES-1:0] pmi_s_d     = called & (core_awake | {CORES{wk_on_pmi}});

    always @(posedge clk)
        if (rst) begin
            core_wake_q <= {CORES{1'b0}};
            pmi_s_q     <= {CORES{1'b0}};
            pmi_q       <= {CORES{1'b0}};
        end else begin
            core_wake_q <= core_wake_d;
            pmi_s_q     <= pmi_s_d;
            pmi_q       <= pmi_s_q;
        end

endmodule

`default_nettype wire
