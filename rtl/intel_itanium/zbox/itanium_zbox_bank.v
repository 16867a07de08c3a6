// The five counters of the Z-Box, their increments, their status and the triggers.
`default_nettype none

module itanium_zbox_bank #(
    parameter COUNTERS  = 5,
    parameter HITS      = 37,
    parameter INC_WIDTH = 6,
    parameter DBOX_A02  = 0    // see itanium_dbox
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software access, bit i of counter i
    input  wire                 write,
    input  wire [COUNTERS-1:0]  at_cnt,
    input  wire [COUNTERS-1:0]  at_ctl,
    input  wire                 at_status,
    input  wire [31:0]          wdata,
    output reg  [31:0]          rdata,

    // Events of this cycle
    input  wire [HITS-1:0]      hits,
    input  wire [INC_WIDTH-1:0] dispq_rd_cnt,
    input  wire [INC_WIDTH-1:0] fvid_fifo_cnt,
    input  wire [1:0]           fvid_fifo_wr,
    input  wire [INC_WIDTH-1:0] live_ops,
    input  wire [INC_WIDTH-1:0] dispq_wr_cnt,

    // D-Box
    input  wire                 dbx_frz,
    input  wire                 dbx_unfrz,
    output wire                 ovf,
    output wire                 ovf_any,
    output wire                 frozen,
    output reg  [COUNTERS-2:0]  trig_q
);

    localparam CNT_LO_WE = 23;
    localparam CLR_ALL   = 22;

    // Only CTL_0 has clr_all, and only in a write of its control fields.
    wire                   clr_all = write & at_ctl[0] & wdata[CLR_ALL] & ~wdata[CNT_LO_WE];

    wire [32*COUNTERS-1:0] cnts;
    wire [32*COUNTERS-1:0] ctls;
    wire [31:0]            status;
    wire [COUNTERS-1:0]    moves;
    wire [COUNTERS-1:0]    overflow;
    wire [COUNTERS-1:0]    frz_mode;
    wire [COUNTERS-1:0]    ov;

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire [5:0]           inc_sel;
            wire [INC_WIDTH-1:0] inc;

            itanium_zbox_increment #(
                .HITS      (HITS),
                .INC_WIDTH (INC_WIDTH)
            ) u_increment (
                .inc_sel       (inc_sel),
                .hits          (hits),
                .dispq_rd_cnt  (dispq_rd_cnt),
                .fvid_fifo_cnt (fvid_fifo_cnt),
                .fvid_fifo_wr  (fvid_fifo_wr),
                .live_ops      (live_ops),
                .dispq_wr_cnt  (dispq_wr_cnt),
                .inc           (inc)
            );

            itanium_zbox_counter #(
                .INC_WIDTH (INC_WIDTH)
            ) u_counter (
                .clk       (clk),
                .rst       (rst),
                .write_cnt (write & at_cnt[i]),
                .write_ctl (write & at_ctl[i]),
                .wdata     (wdata),
                .cnt       (cnts[32*i +: 32]),
                .ctl       (ctls[32*i +: 32]),
                .inc_sel   (inc_sel),
                .inc       (inc),
                .clear     (clr_all),
                .frozen    (frozen),
                .ov        (ov[i]),
                .frz_mode  (frz_mode[i]),
                .overflow  (overflow[i])
            );

            assign moves[i] = |inc;
        end
    endgenerate

    itanium_zbox_status #(
        .COUNTERS (COUNTERS),
        .DBOX_A02 (DBOX_A02)
    ) u_status (
        .clk       (clk),
        .rst       (rst),
        .write     (write & at_status),
        .wdata     (wdata),
        .status    (status),
        .clr_all   (clr_all),
        .overflow  (overflow),
        .frz_mode  (frz_mode),
        .ov        (ov),
        .dbx_frz   (dbx_frz),
        .dbx_unfrz (dbx_unfrz),
        .ovf_q     (ovf),
        .ovf_any   (ovf_any),
        .frozen    (frozen)
    );

    // A trigger indicates the selected event, whether or not its counter counts. The last counter has no trigger.
    wire [COUNTERS-2:0] trig_d = moves[COUNTERS-2:0];
    wire                unused_move = moves[COUNTERS-1];

    always @(posedge clk)
        if (rst) trig_q <= {COUNTERS-1{1'b0}};
        else     trig_q <= trig_d;

    integer k;
    always @* begin
        rdata = status & {32{at_status}};
        for (k = 0; k < COUNTERS; k = k + 1)
            rdata = rdata | cnts[32*k +: 32] & {32{at_cnt[k]}}
                          | ctls[32*k +: 32] & {32{at_ctl[k]}};
    end

endmodule

`default_nettype wire
