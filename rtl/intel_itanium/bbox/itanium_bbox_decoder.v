// Decoder of the register window of the box: selects the register at an offset. Other offsets select none, because the
// registers of the Z-Box are in the same window. Combinational.
//
//   080  CTL0    0A8 ... 0E0  CNT0 ... CNT7    138  ARB_PERF_CNT0
//   088  CTL1    128          IOB_PERF_CNT     140  ARB_PERF_CNT1
//   090  CTL2    130          BZ_PERF_CNT      408  IMT_PERF_CNT
//   098  CTL3
`default_nettype none

module itanium_bbox_decoder #(
    parameter COUNTERS = 8
) (
    input  wire [11:0]         offset,

    output wire [3:0]          at_ctl,
    output wire [COUNTERS-1:0] at_cnt,
    output wire                at_iob,
    output wire                at_bz,
    output wire [1:0]          at_arb,
    output wire                at_imt
);

    localparam [11:0] CTL0 = 12'h080;
    localparam [11:0] CNT0 = 12'h0A8;
    localparam [11:0] IOB  = 12'h128;
    localparam [11:0] BZ   = 12'h130;
    localparam [11:0] ARB0 = 12'h138;
    localparam [11:0] ARB1 = 12'h140;
    localparam [11:0] IMT  = 12'h408;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_ctl
            localparam [11:0] AT = CTL0 + 8 * i;

            assign at_ctl[i] = offset == AT;
        end
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_cnt
            localparam [11:0] AT = CNT0 + 8 * i;

            assign at_cnt[i] = offset == AT;
        end
    endgenerate

    assign at_iob = offset == IOB;
    assign at_bz  = offset == BZ;
    assign at_arb = {offset == ARB1, offset == ARB0};
    assign at_imt = offset == IMT;

endmodule

`default_nettype wire
