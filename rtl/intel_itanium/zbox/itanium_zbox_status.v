// Status of the Z-Box: overflow flags of its counters and the freeze of the box. Latency 1 cycle; 0 after reset.
//
// Flags: set takes priority over clear. An overflow requests a freeze if its counter's frz_mode is 1 and its flag was 0
// or is cleared in this cycle. The request is a pulse to the D-Box in the next cycle, whether or not the box is frozen.
//
// Freeze, by priority:
//   1. freeze    an overflow that requests it, 1 written to frz, the pulse of the D-Box
//   2. unfreeze  1 written to unfrz, the pulse of the D-Box
//   3. unchanged
`default_nettype none

module itanium_zbox_status #(
    parameter COUNTERS = 5,
    parameter DBOX_A02 = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire                clk,
    input  wire                rst,

    // Software write, and the register as software reads it
    input  wire                write,
    input  wire [31:0]         wdata,
    output wire [31:0]         status,

    // Counters
    input  wire                clr_all,
    input  wire [COUNTERS-1:0] overflow,
    input  wire [COUNTERS-1:0] frz_mode,
    output wire [COUNTERS-1:0] ov,

    // D-Box
    input  wire                dbx_frz,
    input  wire                dbx_unfrz,
    output reg                 ovf_q,
    output wire                ovf_any,  // an overflow, whether or not it requests a freeze; constant 0 with DBOX_A02 = 0
    output wire                frozen
);

    localparam FRZ   = 31;
    localparam UNFRZ = 30;

    wire [COUNTERS-1:0] written = wdata[COUNTERS-1:0] & {COUNTERS{write}};
    wire [COUNTERS-1:0] fresh;

    pmu_sticky #(
        .WIDTH (COUNTERS)
    ) u_ov (
        .clk     (clk),
        .rst     (rst),
        .set     (overflow),
        .clear   (written | {COUNTERS{clr_all}}),
        .fresh   (fresh),
        .value_q (ov)
    );

    wire ovf_d = |(fresh & frz_mode);
    wire unused_fresh;

    pmu_sticky u_frz (
        .clk     (clk),
        .rst     (rst),
        .set     (ovf_d | dbx_frz | write & wdata[FRZ]),
        .clear   (dbx_unfrz | write & wdata[UNFRZ]),
        .fresh   (unused_fresh),
        .value_q (frozen)
    );

    always @(posedge clk)
        if (rst) ovf_q <= 1'b0;
        else     ovf_q <= ovf_d;

    generate
        if (DBOX_A02 != 0) begin : g_any
            reg ovf_any_q;

            always @(posedge clk)
                if (rst) ovf_any_q <= 1'b0;
                else     ovf_any_q <= |overflow;

            assign ovf_any = ovf_any_q;
        end else begin : g_no_any
            assign ovf_any = 1'b0;
        end
    endgenerate

    assign status = {frozen, {FRZ-COUNTERS{1'b0}}, ov};

    wire [UNFRZ-COUNTERS-1:0] unused_wdata = wdata[UNFRZ-1:COUNTERS];

endmodule

`default_nettype wire
