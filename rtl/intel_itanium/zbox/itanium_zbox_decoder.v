// Decoder of the register window of the Z-Box: selects the register at an offset. Other offsets select none.
//
//   offset          register
//   818h            Z_CSR_PMU_ZDP_CTL_FVC
//   B08h            Z_CSR_PLD_PMU
//   C60h - 8h * i   Z_CSR_PMU_CNT_i
//   C90h - 8h * i   Z_CSR_PMU_CNT_CTL_i
//   C98h            Z_CSR_PMU_CNT_STATUS
//   CA8h            Z_CSR_PMU_MSC_THR
//   E38h            Z_CSR_ISS_PMU
//   EA8h            Z_CSR_DSP_PMU
//   F00h            Z_CSR_PGT_PMU
`default_nettype none

module itanium_zbox_decoder #(
    parameter COUNTERS = 5
) (
    input  wire [11:0]         offset,

    // Counters, bit i of number i
    output wire [COUNTERS-1:0] at_cnt,
    output wire [COUNTERS-1:0] at_ctl,
    output wire                at_status,

    // Sub-control
    output wire                at_pgt,
    output wire                at_dsp,
    output wire                at_iss,
    output wire                at_thr,
    output wire                at_pld,
    output wire                at_fvc
);

    localparam [11:0] FVC    = 12'h818;
    localparam [11:0] PLD    = 12'hB08;
    localparam [11:0] CNT_0  = 12'hC60;
    localparam [11:0] CTL_0  = 12'hC90;
    localparam [11:0] STATUS = 12'hC98;
    localparam [11:0] THR    = 12'hCA8;
    localparam [11:0] ISS    = 12'hE38;
    localparam [11:0] DSP    = 12'hEA8;
    localparam [11:0] PGT    = 12'hF00;

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            localparam [11:0] BELOW = 8 * i;

            assign at_cnt[i] = offset == CNT_0 - BELOW;
            assign at_ctl[i] = offset == CTL_0 - BELOW;
        end
    endgenerate

    assign at_status = offset == STATUS;
    assign at_pgt    = offset == PGT;
    assign at_dsp    = offset == DSP;
    assign at_iss    = offset == ISS;
    assign at_thr    = offset == THR;
    assign at_pld    = offset == PLD;
    assign at_fvc    = offset == FVC;

endmodule

`default_nettype wire
