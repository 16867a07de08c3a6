// Registers of the box in its window: decoder, read data, and the registers that only software changes.
`default_nettype none

module itanium_bbox_registers #(
    parameter COUNTERS = 8
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Register access, by the offset in the window
    input  wire                   read,
    input  wire                   write,
    input  wire [11:0]            offset,
    input  wire [63:0]            wdata,
    output wire [63:0]            rdata,

    // Write enables
    output wire                   write_ctl0,
    output wire                   write_ctl2,
    output wire                   write_ctl3,
    output wire [COUNTERS-1:0]    write_cnt,
    output wire                   write_iob,
    output wire                   write_bz,
    output wire [1:0]             write_arb,
    output wire                   write_imt,

    // CTL1: the event code of each counter, counter 0 in the low bits
    output wire [47:0]            ctl1,

    // CTL2: 43 z_wmark_ge_le, 42:37 z_wmark, 36:21 z_op, 20:19 iob_remote_local, 18 iob_id_out, 17 iob_id_in, 16:15 iob_trans_sel,
    // 11:6 arbq_sel1, 5:0 arbq_sel0
    output wire [43:0]            ctl2,

    // CTL3: 63:48 opcode_out, 47:32 class_out, 31:16 opcode_in, 15:0 class_in
    output wire [63:0]            ctl3,

    // Registers of other blocks
    input  wire [32:0]            ctl0,
    input  wire [41*COUNTERS-1:0] cnt,
    input  wire [40:0]            iob_cnt,
    input  wire [47:0]            bz_cnt,
    input  wire [22:0]            arb_cnt0,
    input  wire [22:0]            arb_cnt1,
    input  wire [12:0]            imt_cnt
);

    localparam [43:0] CTL2_STORED = 44'hFFF_FFFF_8FFF;

    wire [3:0]          at_ctl;
    wire [COUNTERS-1:0] at_cnt;
    wire                at_iob;
    wire                at_bz;
    wire [1:0]          at_arb;
    wire                at_imt;

    itanium_bbox_decoder #(
        .COUNTERS (COUNTERS)
    ) u_decoder (
        .offset (offset),
        .at_ctl (at_ctl),
        .at_cnt (at_cnt),
        .at_iob (at_iob),
        .at_bz  (at_bz),
        .at_arb (at_arb),
        .at_imt (at_imt)
    );

    wire   write_ctl1 = write & at_ctl[1];

    assign write_ctl0 = write & at_ctl[0];
    assign write_ctl2 = write & at_ctl[2];
    assign write_ctl3 = write & at_ctl[3];
    assign write_cnt  = at_cnt & {COUNTERS{write}};
    assign write_iob  = write & at_iob;
    assign write_bz   = write & at_bz;
    assign write_arb  = at_arb & {2{write}};
    assign write_imt  = write & at_imt;

    pmu_register #(
        .WIDTH (48)
    ) u_ctl1 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_ctl1),
        .wdata   (wdata[47:0]),
        .value_q (ctl1)
    );

    pmu_register #(
        .WIDTH  (44),
        .STORED (CTL2_STORED)
    ) u_ctl2 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_ctl2),
        .wdata   (wdata[43:0]),
        .value_q (ctl2)
    );

    pmu_register #(
        .WIDTH (64)
    ) u_ctl3 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_ctl3),
        .wdata   (wdata),
        .value_q (ctl3)
    );

    // Read data: at most one of these is nonzero.
    reg  [40:0] read_cnt;
    integer     i;

    always @* begin
        read_cnt = 41'd0;
        for (i = 0; i < COUNTERS; i = i + 1) read_cnt = read_cnt | cnt[41*i +: 41] & {41{at_cnt[i]}};
    end

    wire [63:0] read_value = {31'd0, ctl0}     & {64{at_ctl[0]}}
                           | {16'd0, ctl1}     & {64{at_ctl[1]}}
                           | {20'd0, ctl2}     & {64{at_ctl[2]}}
                           | ctl3              & {64{at_ctl[3]}}
                           | {23'd0, read_cnt}
                           | {23'd0, iob_cnt}  & {64{at_iob}}
                           | {16'd0, bz_cnt}   & {64{at_bz}}
                           | {41'd0, arb_cnt0} & {64{at_arb[0]}}
                           | {41'd0, arb_cnt1} & {64{at_arb[1]}}
                           | {51'd0, imt_cnt}  & {64{at_imt}};

    assign rdata = read_value & {64{read}};

endmodule

`default_nettype wire
