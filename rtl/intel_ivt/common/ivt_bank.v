// The programmable counters of a box with their control registers. Logic outside decides, by the fields that this module
// drives, what a counter counts, the threshold for it and the effect of an overflow: in some boxes a field has more
// functions than in most.
`default_nettype none

module ivt_bank #(
    parameter        COUNTERS    = 4,
    parameter        INDEX_WIDTH = 2,
    parameter        CTR_WIDTH   = 48,
    parameter        RAW_WIDTH   = 10,
    parameter [31:0] CTL_STORED  = 32'hFF54_FFFF,
    parameter        PCU_A04     = 0,              // see ivt_pcu
    parameter        IVT_A06     = 0               // see ivt_imc
) (
    // Clock and reset
    input  wire                          clk,
    input  wire                          rst,

    // Register access
    input  wire [INDEX_WIDTH-1:0]        index,           // the addressed counter
    input  wire                          ctl_write,
    input  wire                          ctr_write,
    input  wire [CTR_WIDTH-1:0]          wdata,
    output wire [31:0]                   ctl,             // of the addressed counter
    output wire [CTR_WIDTH-1:0]          ctr,             // likewise

    // Box
    input  wire                          has_ov_en,
    input  wire                          frozen,
    input  wire                          rst_ctrs,
    input  wire                          rst_ctrl,

    // Fields of the control registers, counter 0 in the low bits
    output wire [8*COUNTERS-1:0]         thresh,
    output wire [COUNTERS-1:0]           ev_sel_ext,      // extra select bit, where it is stored
    output wire [COUNTERS-1:0]           ov_en,
    output wire [COUNTERS-1:0]           tid_en,          // thread filter, where it is stored
    output wire [COUNTERS-1:0]           edge_det,
    output wire [8*COUNTERS-1:0]         umask,
    output wire [8*COUNTERS-1:0]         ev_sel,

    // Counting, counter 0 in the low bits
    input  wire [8*COUNTERS-1:0]         slice_thresh,    // threshold for raw
    input  wire [COUNTERS-1:0]           slice_edge_det,  // count only the start of the condition
    input  wire [COUNTERS-1:0]           slice_admitted,  // count in this cycle; without effect if PCU_A04 is 0
    input  wire [RAW_WIDTH*COUNTERS-1:0] raw,
    output wire [COUNTERS-1:0]           ovf
);

    localparam EV_SEL_EXT = 21;
    localparam INVERT     = 23;

    // An index can exceed the number of counters; those positions read 0.
    localparam PLACES = 1 << INDEX_WIDTH;

    wire [32*PLACES-1:0]        ctls;
    wire [CTR_WIDTH*PLACES-1:0] ctrs;

    assign ctl = ctls[32*index +: 32];
    assign ctr = ctrs[CTR_WIDTH*index +: CTR_WIDTH];

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire addressed = index == i[INDEX_WIDTH-1:0];
            wire invert = (IVT_A06 != 0) ? ctls[32*i + INVERT] : 1'b0;
            wire en;
            wire rst_ctr;

            assign ev_sel_ext[i] = ctls[32*i + EV_SEL_EXT];

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
                .thresh    (thresh[8*i +: 8]),
                .en        (en),
                .ov_en     (ov_en[i]),
                .tid_en    (tid_en[i]),
                .edge_det  (edge_det[i]),
                .rst_ctr   (rst_ctr),
                .umask     (umask[8*i +: 8]),
                .ev_sel    (ev_sel[8*i +: 8])
            );

            ivt_slice #(
                .CTR_WIDTH (CTR_WIDTH),
                .RAW_WIDTH (RAW_WIDTH),
                .PCU_A04   (PCU_A04),
                .IVT_A06   (IVT_A06)
            ) u_slice (
                .clk      (clk),
                .rst      (rst),
                .en       (en),
                .frozen   (frozen),
                .thresh   (slice_thresh[8*i +: 8]),
                .invert   (invert),
                .edge_det (slice_edge_det[i]),
                .admitted (slice_admitted[i]),
                .raw      (raw[RAW_WIDTH*i +: RAW_WIDTH]),
                .clear    (rst_ctr | rst_ctrs),
                .write    (ctr_write & addressed),
                .wdata    (wdata),
                .ctr      (ctrs[CTR_WIDTH*i +: CTR_WIDTH]),
                .ovf      (ovf[i])
            );
        end

        for (i = COUNTERS; i < PLACES; i = i + 1) begin : g_no_counter
            assign ctls[32*i +: 32]               = 32'd0;
            assign ctrs[CTR_WIDTH*i +: CTR_WIDTH] = {CTR_WIDTH{1'b0}};
        end
    endgenerate

endmodule

`default_nettype wire
