// PMU of the link layer of one QPI port: four counters, the packet match, and the freeze of the box. 0 after reset.
`default_nettype none

module ivt_qpi #(
    parameter IVT_A16 = 0,  // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
    parameter IVT_A09 = 0   // decision IVT-A09, bits 17:16 of BOX_CTL: 0 ignored, 1 enables of message and freeze
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

    // Flits, slot 0 in the low bits
    input  wire [1:0]  tx_flit_v,
    input  wire [1:0]  rx_flit_v,
    input  wire [7:0]  tx_flit_cls,
    input  wire [7:0]  rx_flit_cls,

    // Flit buffers
    input  wire        txq_ins,
    input  wire        txq_byp,
    input  wire [7:0]  txq_occ,
    input  wire        rxq_ins,
    input  wire        rxq_byp,
    input  wire [7:0]  rxq_occ,
    input  wire [5:0]  rxq_ins_vn0,
    input  wire [5:0]  rxq_ins_vn1,
    input  wire [47:0] rxq_occ_vn0,
    input  wire [47:0] rxq_occ_vn1,

    // Power states
    input  wire        tx_l0,
    input  wire        tx_l0p,
    input  wire        rx_l0,
    input  wire        rx_l0p,
    input  wire        l1,

    // Direct2core
    input  wire        d2c_v,
    input  wire        d2c_credit,
    input  wire        d2c_valid,
    input  wire        d2c_hit,

    // Credits of the receive queue
    input  wire        rx_vna_use,
    input  wire [11:0] rx_vn0_use,
    input  wire [11:0] rx_vn1_use,
    input  wire        vna_ret,
    input  wire [7:0]  vna_ret_occ,

    // Credits to R3QPI
    input  wire [9:0]  ad_hom_occ,
    input  wire [9:0]  ad_snp_occ,
    input  wire [7:0]  ad_ndr_occ,
    input  wire [2:0]  ak_ndr_occ,
    input  wire [11:0] bl_drs_occ,
    input  wire [3:0]  bl_ncb_occ,
    input  wire [3:0]  bl_ncs_occ,
    input  wire [1:0]  ad_hom_acq,
    input  wire [1:0]  ad_snp_acq,
    input  wire [1:0]  ad_ndr_acq,
    input  wire [1:0]  bl_ncb_acq,
    input  wire [1:0]  bl_ncs_acq,
    input  wire [2:0]  bl_drs_acq,
    input  wire        ak_ndr_acq,

    // Packet headers, slot 0 in the low bits
    input  wire [1:0]  hdr_v,
    input  wire [9:0]  hdr_rnid,
    input  wire [9:0]  hdr_dnid,
    input  wire [7:0]  hdr_mc,
    input  wire [7:0]  hdr_opc,
    input  wire [3:0]  hdr_vnw,
    input  wire [7:0]  hdr_rds,

    // Link rate, and whether this port has the rate register
    input  wire        slow_mode_i,
    input  wire [2:0]  qpi_rate_i,
    input  wire        has_rate,

    // Overflow message
    output wire        ovf_msg
);

    localparam COUNTERS  = 4;
    localparam CTR_WIDTH = 48;
    localparam RAW_WIDTH = 10;
    localparam SLOTS     = 2;

    // There is an extra select bit and no tid_en.
    localparam [31:0] CTL_STORED = 32'hFF74_FFFF;

    wire                          at_box;
    wire                          at_match0;
    wire                          at_match1;
    wire                          at_mask0;
    wire                          at_mask1;
    wire                          at_rate;

    wire [31:0]                   box_rdata;
    wire                          unused_box_error;
    wire                          unused_ctl_write;
    wire [31:0]                   match_rdata;
    wire [COUNTERS-1:0]           ev_sel_ext;
    wire [8*COUNTERS-1:0]         umask;
    wire [8*COUNTERS-1:0]         ev_sel;
    wire [RAW_WIDTH*COUNTERS-1:0] raw;
    wire [SLOTS-1:0]              hdr_hit;

    // All accesses are dword accesses.
    wire [31:0]                   wdata            = bus_wdata[31:0];
    wire [31:0]                   unused_bus_wdata = bus_wdata[63:32];

    // The rate register returns its inputs.
    wire [31:0]                   rate       = {27'd0, slow_mode_i, 1'b0, qpi_rate_i};
    wire [31:0]                   rate_rdata = rate & {32{at_rate & ~bus_write}};

    // An access addresses one register, so at most one of them is nonzero.
    assign bus_rdata = {32'd0, box_rdata | match_rdata | rate_rdata};

    ivt_qpi_decoder u_decoder (
        .has_rate  (has_rate),
        .bus_valid (bus_valid),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .bus_error (bus_error),
        .at_box    (at_box),
        .at_match0 (at_match0),
        .at_match1 (at_match1),
        .at_mask0  (at_mask0),
        .at_mask1  (at_mask1),
        .at_rate   (at_rate)
    );

    ivt_pci_box #(
        .COUNTERS   (COUNTERS),
        .CTR_WIDTH  (CTR_WIDTH),
        .RAW_WIDTH  (RAW_WIDTH),
        .CTL_STORED (CTL_STORED),
        .IVT_A16    (IVT_A16),
        .IVT_A09    (IVT_A09)
    ) u_box (
        .clk         (clk),
        .rst         (rst),
        .bus_valid   (at_box),
        .bus_write   (bus_write),
        .bus_space   (bus_space),
        .bus_unit    (bus_unit),
        .bus_addr    ({24'd0, bus_addr[7:0]}),
        .wdata       (wdata),
        .rdata       (box_rdata),
        .bus_error   (unused_box_error),
        .ctl_write   (unused_ctl_write),
        .frz_bcast   (frz_bcast),
        .unfrz_bcast (unfrz_bcast),
        .ovf_msg     (ovf_msg),
        .ev_sel_ext  (ev_sel_ext),
        .umask       (umask),
        .ev_sel      (ev_sel),
        .raw         (raw)
    );

    ivt_qpi_match #(
        .SLOTS (SLOTS)
    ) u_match (
        .clk       (clk),
        .rst       (rst),
        .write     (bus_write),
        .at_match0 (at_match0),
        .at_match1 (at_match1),
        .at_mask0  (at_mask0),
        .at_mask1  (at_mask1),
        .wdata     (wdata),
        .rdata     (match_rdata),
        .hdr_v     (hdr_v),
        .hdr_rnid  (hdr_rnid),
        .hdr_dnid  (hdr_dnid),
        .hdr_mc    (hdr_mc),
        .hdr_opc   (hdr_opc),
        .hdr_vnw   (hdr_vnw),
        .hdr_rds   (hdr_rds),
        .hdr_hit   (hdr_hit)
    );

    ivt_qpi_events #(
        .COUNTERS  (COUNTERS),
        .RAW_WIDTH (RAW_WIDTH),
        .SLOTS     (SLOTS)
    ) u_events (
        .ev_sel_ext  (ev_sel_ext),
        .ev_sel      (ev_sel),
        .umask       (umask),
        .hdr_hit     (hdr_hit),
        .tx_flit_v   (tx_flit_v),
        .rx_flit_v   (rx_flit_v),
        .tx_flit_cls (tx_flit_cls),
        .rx_flit_cls (rx_flit_cls),
        .txq_ins     (txq_ins),
        .txq_byp     (txq_byp),
        .txq_occ     (txq_occ),
        .rxq_ins     (rxq_ins),
        .rxq_byp     (rxq_byp),
        .rxq_occ     (rxq_occ),
        .rxq_ins_vn0 (rxq_ins_vn0),
        .rxq_ins_vn1 (rxq_ins_vn1),
        .rxq_occ_vn0 (rxq_occ_vn0),
        .rxq_occ_vn1 (rxq_occ_vn1),
        .tx_l0       (tx_l0),
        .tx_l0p      (tx_l0p),
        .rx_l0       (rx_l0),
        .rx_l0p      (rx_l0p),
        .l1          (l1),
        .d2c_v       (d2c_v),
        .d2c_credit  (d2c_credit),
        .d2c_valid   (d2c_valid),
        .d2c_hit     (d2c_hit),
        .rx_vna_use  (rx_vna_use),
        .rx_vn0_use  (rx_vn0_use),
        .rx_vn1_use  (rx_vn1_use),
        .vna_ret     (vna_ret),
        .vna_ret_occ (vna_ret_occ),
        .ad_hom_occ  (ad_hom_occ),
        .ad_snp_occ  (ad_snp_occ),
        .ad_ndr_occ  (ad_ndr_occ),
        .ak_ndr_occ  (ak_ndr_occ),
        .bl_drs_occ  (bl_drs_occ),
        .bl_ncb_occ  (bl_ncb_occ),
        .bl_ncs_occ  (bl_ncs_occ),
        .ad_hom_acq  (ad_hom_acq),
        .ad_snp_acq  (ad_snp_acq),
        .ad_ndr_acq  (ad_ndr_acq),
        .bl_ncb_acq  (bl_ncb_acq),
        .bl_ncs_acq  (bl_ncs_acq),
        .bl_drs_acq  (bl_drs_acq),
        .ak_ndr_acq  (ak_ndr_acq),
        .raw         (raw)
    );

endmodule

`default_nettype wire
