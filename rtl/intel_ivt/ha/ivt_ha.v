// PMU of a Home Agent: four counters with an address and opcode match, the occupancies of two queues, and the freeze.
`default_nettype none

module ivt_ha #(
    parameter IVT_A16 = 0,  // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
    parameter IVT_A09 = 0   // decision IVT-A09, bits 17:16 of BOX_CTL: 0 ignored, 1 enables of message and freeze
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,
    input  wire        rst_cold,   // together with rst: also resets the match registers

    // Register port
    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    input  wire [63:0] bus_wdata,
    output wire [63:0] bus_rdata,
    output wire        bus_error,

    // Requests
    input  wire [7:0]  e_requests,
    input  wire [7:0]  e_conflict,
    input  wire [7:0]  e_dir_lookup,
    input  wire [7:0]  e_dir_update,
    input  wire        e_txr_ak,
    input  wire [7:0]  e_txr_bl,
    input  wire        e_d2c_sent,
    input  wire        e_d2c_dis,
    input  wire        e_d2c_ovr,

    // Memory
    input  wire [7:0]  e_bypass,
    input  wire [3:0]  rpq_nocrd,
    input  wire [3:0]  wpq_nocrd,
    input  wire [2:0]  imc_reads,
    input  wire [7:0]  e_imc_writes,
    input  wire [1:0]  tad_v,
    input  wire [7:0]  tad_region,
    input  wire        e_imc_retry,

    // Packet at the match logic
    input  wire        am_v,
    input  wire [39:0] am_addr,
    input  wire [5:0]  am_opc,
    input  wire [2:0]  am_ring,

    // Snoop responses
    input  wire [7:0]  e_snoop_resp,
    input  wire [7:0]  e_snp_local,

    // Ingress credits, egress
    input  wire [7:0]  e_igr_nocrd,
    input  wire [1:0]  e_txr_ad_full,
    input  wire [1:0]  e_txr_ak_full,
    input  wire [1:0]  e_txr_bl_full,
    input  wire [1:0]  txr_bl_alloc,
    input  wire [1:0]  txr_bl_dealloc,

    // Rings
    input  wire [7:0]  e_ring_ad,
    input  wire [7:0]  e_ring_ak,
    input  wire [7:0]  e_ring_bl,

    // Directory, backup tracker, IODC
    input  wire        e_dir_lat_opt,
    input  wire        e_bt_bypass,
    input  wire        e_iodc_ins,
    input  wire        e_iodc_olen,
    input  wire        bt_ne,
    input  wire        bt_alloc_v,
    input  wire [2:0]  bt_alloc_cls,
    input  wire        bt_dealloc_v,
    input  wire [2:0]  bt_dealloc_cls,

    // Broadcasts, conflicts
    input  wire [7:0]  e_osb,
    input  wire [7:0]  e_osb_edr,
    input  wire [7:0]  e_iodc_conf,

    // Credits of QPI link 2
    input  wire        igr_crd_ad2,
    input  wire        igr_crd_bl2,

    // Freeze broadcasts and overflow message
    input  wire        frz_bcast,
    input  wire        unfrz_bcast,
    output wire        ovf_msg
);

    localparam COUNTERS       = 4;
    localparam CTR_WIDTH      = 48;
    localparam RAW_WIDTH      = 12;   // sum of all occupancies of the backup tracker
    localparam BT_CLASSES     = 6;
    localparam BT_OCC_WIDTH   = 10;
    localparam TXR_SCHEDULERS = 2;
    localparam TXR_OCC_WIDTH  = 5;

    // This box has no tid_en.
    localparam [31:0] CTL_STORED = 32'hFF54_FFFF;

    wire                                    at_addrmatch0;
    wire                                    at_addrmatch1;
    wire                                    at_opcodematch;

    wire [31:0]                             box_rdata;
    wire                                    ctl_write;
    wire [31:0]                             match_rdata;
    wire                                    addr_hit;
    wire                                    opc_hit;
    wire [BT_OCC_WIDTH*BT_CLASSES-1:0]      bt_occ;
    wire [TXR_OCC_WIDTH*TXR_SCHEDULERS-1:0] txr_occ;
    wire [COUNTERS-1:0]                     unused_ev_sel_ext;
    wire [8*COUNTERS-1:0]                   umask;
    wire [8*COUNTERS-1:0]                   ev_sel;
    wire [RAW_WIDTH*COUNTERS-1:0]           raw;

    // All accesses are dword accesses.
    wire [31:0]                             wdata            = bus_wdata[31:0];
    wire [31:0]                             unused_bus_wdata = bus_wdata[63:32];

    // An access addresses one register, so at most one of the two is nonzero.
    assign bus_rdata = {32'd0, box_rdata | match_rdata};

    ivt_ha_decoder u_decoder (
        .bus_valid      (bus_valid & ~bus_error),
        .offset         (bus_addr[7:0]),
        .at_addrmatch0  (at_addrmatch0),
        .at_addrmatch1  (at_addrmatch1),
        .at_opcodematch (at_opcodematch)
    );

    ivt_pci_box #(
        .COUNTERS   (COUNTERS),
        .CTR_WIDTH  (CTR_WIDTH),
        .RAW_WIDTH  (RAW_WIDTH),
        .CTL_STORED (CTL_STORED),
        .IVT_A16    (IVT_A16),
        .IVT_A09    (IVT_A09)
    ) u_box (
        .clk           (clk),
        .rst           (rst),
        .bus_valid     (bus_valid),
        .bus_write     (bus_write),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (bus_addr),
        .wdata         (wdata),
        .rdata         (box_rdata),
        .bus_error     (bus_error),
        .ctl_write     (ctl_write),
        .frz_bcast     (frz_bcast),
        .unfrz_bcast   (unfrz_bcast),
        .ovf_msg       (ovf_msg),
        .ev_sel_ext    (unused_ev_sel_ext),
        .umask         (umask),
        .ev_sel        (ev_sel),
        .raw           (raw)
    );

    ivt_ha_match u_match (
        .clk            (clk),
        .rst            (rst),
        .rst_cold       (rst_cold),
        .write          (bus_write),
        .at_addrmatch0  (at_addrmatch0),
        .at_addrmatch1  (at_addrmatch1),
        .at_opcodematch (at_opcodematch),
        .wdata          (wdata),
        .rdata          (match_rdata),
        .am_addr        (am_addr),
        .am_opc         (am_opc),
        .addr_hit       (addr_hit),
        .opc_hit        (opc_hit)
    );

    ivt_ha_queues #(
        .BT_CLASSES     (BT_CLASSES),
        .BT_OCC_WIDTH   (BT_OCC_WIDTH),
        .TXR_SCHEDULERS (TXR_SCHEDULERS),
        .TXR_OCC_WIDTH  (TXR_OCC_WIDTH)
    ) u_queues (
        .clk            (clk),
        .rst            (rst),
        .ctl_write      (ctl_write),
        .wdata          (wdata),
        .txr_bl_alloc   (txr_bl_alloc),
        .txr_bl_dealloc (txr_bl_dealloc),
        .bt_alloc_v     (bt_alloc_v),
        .bt_alloc_cls   (bt_alloc_cls),
        .bt_dealloc_v   (bt_dealloc_v),
        .bt_dealloc_cls (bt_dealloc_cls),
        .bt_occ         (bt_occ),
        .txr_occ        (txr_occ)
    );

    ivt_ha_events #(
        .COUNTERS       (COUNTERS),
        .RAW_WIDTH      (RAW_WIDTH),
        .BT_CLASSES     (BT_CLASSES),
        .BT_OCC_WIDTH   (BT_OCC_WIDTH),
        .TXR_SCHEDULERS (TXR_SCHEDULERS),
        .TXR_OCC_WIDTH  (TXR_OCC_WIDTH)
    ) u_events (
        .ev_sel        (ev_sel),
        .umask         (umask),
        .addr_hit      (addr_hit),
        .opc_hit       (opc_hit),
        .bt_occ        (bt_occ),
        .txr_occ       (txr_occ),
        .e_requests    (e_requests),
        .e_conflict    (e_conflict),
        .e_dir_lookup  (e_dir_lookup),
        .e_dir_update  (e_dir_update),
        .e_txr_ak      (e_txr_ak),
        .e_txr_bl      (e_txr_bl),
        .e_d2c_sent    (e_d2c_sent),
        .e_d2c_dis     (e_d2c_dis),
        .e_d2c_ovr     (e_d2c_ovr),
        .e_bypass      (e_bypass),
        .rpq_nocrd     (rpq_nocrd),
        .wpq_nocrd     (wpq_nocrd),
        .imc_reads     (imc_reads),
        .e_imc_writes  (e_imc_writes),
        .tad_v         (tad_v),
        .tad_region    (tad_region),
        .e_imc_retry   (e_imc_retry),
        .am_v          (am_v),
        .am_ring       (am_ring),
        .e_snoop_resp  (e_snoop_resp),
        .e_snp_local   (e_snp_local),
        .e_igr_nocrd   (e_igr_nocrd),
        .e_txr_ad_full (e_txr_ad_full),
        .e_txr_ak_full (e_txr_ak_full),
        .e_txr_bl_full (e_txr_bl_full),
        .e_ring_ad     (e_ring_ad),
        .e_ring_ak     (e_ring_ak),
        .e_ring_bl     (e_ring_bl),
        .e_dir_lat_opt (e_dir_lat_opt),
        .e_bt_bypass   (e_bt_bypass),
        .e_iodc_ins    (e_iodc_ins),
        .e_iodc_olen   (e_iodc_olen),
        .bt_ne         (bt_ne),
        .e_osb         (e_osb),
        .e_osb_edr     (e_osb_edr),
        .e_iodc_conf   (e_iodc_conf),
        .igr_crd_ad2   (igr_crd_ad2),
        .igr_crd_bl2   (igr_crd_bl2),
        .raw           (raw)
    );

endmodule

`default_nettype wire
