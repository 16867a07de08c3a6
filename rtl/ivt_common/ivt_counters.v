// The programmable counters of a box: control registers, counter slices and overflow reporting. What the counters count
// is selected outside, by the fields that leave here.
`default_nettype none

module ivt_counters #(
    parameter        COUNTERS    = 4,
    parameter        INDEX_WIDTH = 2,
    parameter        CTR_WIDTH   = 44,
    parameter        RAW_WIDTH   = 10,
    parameter [31:0] CTL_STORED  = 32'hFF5C_FFFF
) (
    // Clock and reset
    input  wire                          clk,
    input  wire                          rst,

    // Register access
    input  wire [INDEX_WIDTH-1:0]        index,        // the addressed counter
    input  wire                          ctl_write,
    input  wire                          ctr_write,
    input  wire                          status_write,
    input  wire [CTR_WIDTH-1:0]          wdata,
    output wire [31:0]                   ctl,          // of the addressed counter
    output wire [CTR_WIDTH-1:0]          ctr,          // likewise
    output wire [COUNTERS-1:0]           ov,

    // Box
    input  wire                          has_ov_en,
    input  wire                          frozen,
    input  wire                          rst_ctrs,
    input  wire                          rst_ctrl,
    output wire                          ovf_msg,

    // Event selection, counter 0 lowest
    output wire [COUNTERS-1:0]           tid_en,
    output wire [8*COUNTERS-1:0]         umask,
    output wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    wire [32*COUNTERS-1:0]        ctls;
    wire [CTR_WIDTH*COUNTERS-1:0] ctrs;
    wire [COUNTERS-1:0]           ov_en;
    wire [COUNTERS-1:0]           ovf;

    assign ctl = ctls[32*index +: 32];
    assign ctr = ctrs[CTR_WIDTH*index +: CTR_WIDTH];

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire       addressed = index == i[INDEX_WIDTH-1:0];
            wire [7:0] thresh;
            wire       en;
            wire       edge_det;
            wire       rst_ctr;

            ivt_ctl #(
                .STORED (CTL_STORED)
            ) u_ctl (
                .clk       (clk),
                .rst       (rst),
                .write     (ctl_write & addressed),
                .wdata     (wdata[31:0]),
                .rst_ctrl  (rst_ctrl),
                .has_ov_en (has_ov_en),
                .value     (ctls[32*i +: 32]),
                .thresh    (thresh),
                .en        (en),
                .ov_en     (ov_en[i]),
                .tid_en    (tid_en[i]),
                .edge_det  (edge_det),
                .rst_ctr   (rst_ctr),
                .umask     (umask[8*i +: 8]),
                .ev_sel    (ev_sel[8*i +: 8])
            );

            ivt_slice #(
                .CTR_WIDTH (CTR_WIDTH),
                .RAW_WIDTH (RAW_WIDTH)
            ) u_slice (
                .clk      (clk),
                .rst      (rst),
                .en       (en),
                .frozen   (frozen),
                .thresh   (thresh),
                .edge_det (edge_det),
                .raw      (raw[RAW_WIDTH*i +: RAW_WIDTH]),
                .clear    (rst_ctr | rst_ctrs),
                .write    (ctr_write & addressed),
                .wdata    (wdata),
                .ctr      (ctrs[CTR_WIDTH*i +: CTR_WIDTH]),
                .ovf      (ovf[i])
            );
        end
    endgenerate

    ivt_overflow #(
        .COUNTERS (COUNTERS)
    ) u_overflow (
        .clk       (clk),
        .rst       (rst),
        .ovf       (ovf),
        .ov_en     (ov_en),
        .w1c       (wdata[COUNTERS-1:0] & {COUNTERS{status_write}}),
        .ov        (ov),
        .ovf_msg_q (ovf_msg)
    );

endmodule

`default_nettype wire
