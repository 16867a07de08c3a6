// Freeze state of the box, and the overflow that is reported to the D-Box and the U-Box. Latency 1 cycle; 0 after reset.
//
//   freezes: D-Box, CTL0 written with frz = 1, a counter    unfreezes: D-Box, CTL0 written with frz = 0    frozen next
//                             any                                             any                                   1
//                             none                                            any                                   0
//                             none                                            none                                as is
`default_nettype none

module itanium_bbox_freeze #(
    parameter COUNTERS  = 8,
    parameter IBBOX_A05 = 0,  // see itanium_bbox
    parameter DBOX_A02  = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire                clk,
    input  wire                rst,

    // D-Box
    input  wire                dbx_frz,
    input  wire                dbx_unfrz,

    // Write of CTL0 and its frz
    input  wire                write,
    input  wire                frz,

    // Freeze requests of the counters, and those of them that overflows cause
    input  wire [COUNTERS-1:0] trigger,
    input  wire [COUNTERS-1:0] natural,

    // Overflows of the counters
    input  wire [COUNTERS-1:0] overflow,

    // State; an overflow that requests a freeze is reported whether or not the box was frozen before
    output reg                 frozen_q,
    output reg                 ovf_q,

    // Interrupt request
    output wire                pmi,

    // An overflow, or a freeze request of a counter
    output wire                ovf_any
);

    wire ovf_d     = |trigger;
    wire freezes   = dbx_frz | write & frz | ovf_d;
    wire unfreezes = dbx_unfrz | write & ~frz;
    wire frozen_d  = freezes | frozen_q & ~unfreezes;

    always @(posedge clk)
        if (rst) begin
            frozen_q <= 1'b0;
            ovf_q    <= 1'b0;
        end else begin
            frozen_q <= frozen_d;
            ovf_q    <= ovf_d;
        end

    generate
        if (IBBOX_A05 != 0) begin : g_natural
            reg pmi_q;

            always @(posedge clk)
                if (rst) pmi_q <= 1'b0;
                else     pmi_q <= |natural;

            assign pmi = pmi_q;
        end else begin : g_all
            wire [COUNTERS-1:0] unused_natural = natural;

            assign pmi = ovf_q;
        end

        if (DBOX_A02 != 0) begin : g_any
            reg ovf_any_q;

            always @(posedge clk)
                if (rst) ovf_any_q <= 1'b0;
                else     ovf_any_q <= ovf_d | (|overflow);

            assign ovf_any = ovf_any_q;
        end else begin : g_no_any
            wire [COUNTERS-1:0] unused_overflow = overflow;

            assign ovf_any = 1'b0;
        end
    endgenerate

endmodule

`default_nettype wire
