// Event lines of the box, by code, and the event that each counter selects. A code without an event never occurs.
`default_nettype none

module itanium_bbox_events #(
    parameter COUNTERS = 8
) (
    // CTL1: event code of each counter, counter 0 in the low bits
    input  wire [6*COUNTERS-1:0] cnt_sel,

    // Events of the blocks, the lowest code in bit 0
    input  wire [3:0]            rfp,          // 03:00
    input  wire [3:0]            imt,          // 07:04
    input  wire [4:0]            arb0,         // 0C:08
    input  wire [4:0]            arb1,         // 11:0D
    input  wire [4:0]            iob,          // 1A:16
    input  wire [5:0]            snp,          // 20:1B
    input  wire [3:0]            bz,           // 24:21
    input  wire                  imt_full,     // 29

    // Events that come as lines
    input  wire                  nsl_succ,     // 26
    input  wire                  imt_hazard,   // 27
    input  wire                  nsl_rej,      // 28
    input  wire [3:0]            nsl_ev,       // 2D:2A

    output wire [COUNTERS-1:0]   occurs
);

    // 25: every cycle
    localparam CYCLES = 1'b1;

    wire [63:0] lines = {18'd0, nsl_ev, imt_full, nsl_rej, imt_hazard, nsl_succ, CYCLES, bz, snp, iob, 4'd0, arb1, arb0, imt, rfp};

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire [5:0] code = cnt_sel[6*i +: 6];

            assign occurs[i] = lines[code];
        end
    endgenerate

endmodule

`default_nettype wire
