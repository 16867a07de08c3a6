// PMU of the two IRPs between the IIO and the rings: two counters for each, one freeze for all. 0 after reset.
`default_nettype none

module ivt_irp #(
    parameter IVT_A09 = 0  // decision IVT-A09, bits 17:16 of BOX_CTL: 0 ignored, 1 enables of message and freeze
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register port
    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    input  wire [63:0] bus_wdata,
    output wire [63:0] bus_rdata,
    output wire        bus_error,

    // Freeze broadcasts
    input  wire        frz_bcast,
    input  wire        unfrz_bcast,

    // In all inputs below, IRP 0 is in the low half.

    // Ingress queues
    input  wire [1:0]  rxr_bl_drs_ins,
    input  wire [1:0]  rxr_bl_ncb_ins,
    input  wire [1:0]  rxr_bl_ncs_ins,
    input  wire [1:0]  rxr_ak_ins,
    input  wire [1:0]  rxr_bl_drs_full,
    input  wire [1:0]  rxr_bl_ncb_full,
    input  wire [1:0]  rxr_bl_ncs_full,
    input  wire [1:0]  rxr_ak_full,
    input  wire [9:0]  rxr_bl_drs_occ,
    input  wire [9:0]  rxr_bl_ncb_occ,
    input  wire [9:0]  rxr_bl_ncs_occ,
    input  wire [9:0]  rxr_ak_occ,

    // Egress
    input  wire [15:0] txr_req_occ,
    input  wire [1:0]  txr_ncb_ins,
    input  wire [1:0]  txr_ncs_ins,

    // Write cache
    input  wire [15:0] c_rd_any,
    input  wire [15:0] c_wr_any,
    input  wire [15:0] c_own_any,
    input  wire [15:0] c_ack_any,
    input  wire [15:0] c_rd_src,
    input  wire [15:0] c_wr_src,
    input  wire [15:0] c_own_src,
    input  wire [15:0] c_ack_src,

    // Transactions
    input  wire [1:0]  txn_v,
    input  wire [5:0]  txn_type,
    input  wire [9:0]  txn_q,
    input  wire [9:0]  filt_q,
    input  wire [1:0]  tickle_lost,
    input  wire [1:0]  tickle_top,
    input  wire [1:0]  am_stall,
    input  wire [1:0]  am_merge,

    // Stalls
    input  wire [1:0]  ad_stall,
    input  wire [1:0]  bl_stall,
    input  wire [1:0]  wr_ord_stall
);

    localparam COUNTERS  = 4;
    localparam CTR_WIDTH = 48;
    localparam RAW_WIDTH = 10;

    // This box has no ov_en and no tid_en.
    localparam [31:0] CTL_STORED = 32'hFF44_FFFF;

    wire [31:0]                   common_addr;
    wire [31:0]                   rdata;
    wire                          unused_ctl_write;
    wire                          status_write;
    wire                          unused_box_ov_enable;
    wire                          unused_frozen;
    wire                          unused_rst_ctrs;
    wire                          unused_rst_ctrl;
    wire [COUNTERS-1:0]           unused_ev_sel_ext;
    wire [8*COUNTERS-1:0]         umask;
    wire [8*COUNTERS-1:0]         ev_sel;
    wire [RAW_WIDTH*COUNTERS-1:0] raw;
    wire [COUNTERS-1:0]           unused_ov_en;
    wire [COUNTERS-1:0]           ovf;
    wire [COUNTERS-1:0]           unused_fresh;
    wire [COUNTERS-1:0]           ov;

    // All accesses are dword accesses.
    wire [31:0]                   wdata            = bus_wdata[31:0];
    wire [31:0]                   unused_bus_wdata = bus_wdata[63:32];

    assign bus_rdata = {32'd0, rdata};

    ivt_irp_decoder u_decoder (
        .bus_addr (bus_addr),
        .common   (common_addr)
    );

    wire [31:0] box_status = {{32-COUNTERS{1'b0}}, ov};

    // An overflow sends no message, so only a broadcast and the box's own control freeze the box, and the enable of the
    // message, where it is stored, has no function.
    ivt_pci_bank #(
        .COUNTERS   (COUNTERS),
        .CTR_WIDTH  (CTR_WIDTH),
        .RAW_WIDTH  (RAW_WIDTH),
        .CTL_STORED (CTL_STORED),
        .IVT_A09    (IVT_A09)
    ) u_box (
        .clk           (clk),
        .rst           (rst),
        .bus_valid     (bus_valid),
        .bus_write     (bus_write),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (common_addr),
        .wdata         (wdata),
        .box_status    (box_status),
        .rdata         (rdata),
        .bus_error     (bus_error),
        .ctl_write     (unused_ctl_write),
        .status_write  (status_write),
        .box_ov_enable (unused_box_ov_enable),
        .own_msg       (1'b0),
        .frz_bcast     (frz_bcast),
        .unfrz_bcast   (unfrz_bcast),
        .frozen        (unused_frozen),
        .rst_ctrs      (unused_rst_ctrs),
        .rst_ctrl      (unused_rst_ctrl),
        .ev_sel_ext    (unused_ev_sel_ext),
        .umask         (umask),
        .ev_sel        (ev_sel),
        .raw           (raw),
        .ov_en         (unused_ov_en),
        .ovf           (ovf)
    );

    // Every overflow sets its bit; there is no enable.
    pmu_sticky #(
        .WIDTH (COUNTERS)
    ) u_ov (
        .clk     (clk),
        .rst     (rst),
        .set     (ovf),
        .clear   (wdata[COUNTERS-1:0] & {COUNTERS{status_write}}),
        .fresh   (unused_fresh),
        .value_q (ov)
    );

    ivt_irp_events #(
        .COUNTERS  (COUNTERS),
        .RAW_WIDTH (RAW_WIDTH)
    ) u_events (
        .ev_sel          (ev_sel),
        .umask           (umask),
        .rxr_bl_drs_ins  (rxr_bl_drs_ins),
        .rxr_bl_ncb_ins  (rxr_bl_ncb_ins),
        .rxr_bl_ncs_ins  (rxr_bl_ncs_ins),
        .rxr_ak_ins      (rxr_ak_ins),
        .rxr_bl_drs_full (rxr_bl_drs_full),
        .rxr_bl_ncb_full (rxr_bl_ncb_full),
        .rxr_bl_ncs_full (rxr_bl_ncs_full),
        .rxr_ak_full     (rxr_ak_full),
        .rxr_bl_drs_occ  (rxr_bl_drs_occ),
        .rxr_bl_ncb_occ  (rxr_bl_ncb_occ),
        .rxr_bl_ncs_occ  (rxr_bl_ncs_occ),
        .rxr_ak_occ      (rxr_ak_occ),
        .txr_req_occ     (txr_req_occ),
        .txr_ncb_ins     (txr_ncb_ins),
        .txr_ncs_ins     (txr_ncs_ins),
        .c_rd_any        (c_rd_any),
        .c_wr_any        (c_wr_any),
        .c_own_any       (c_own_any),
        .c_ack_any       (c_ack_any),
        .c_rd_src        (c_rd_src),
        .c_wr_src        (c_wr_src),
        .c_own_src       (c_own_src),
        .c_ack_src       (c_ack_src),
        .txn_v           (txn_v),
        .txn_type        (txn_type),
        .txn_q           (txn_q),
        .filt_q          (filt_q),
        .tickle_lost     (tickle_lost),
        .tickle_top      (tickle_top),
        .am_stall        (am_stall),
        .am_merge        (am_merge),
        .ad_stall        (ad_stall),
        .bl_stall        (bl_stall),
        .wr_ord_stall    (wr_ord_stall),
        .raw             (raw)
    );

endmodule

`default_nettype wire
