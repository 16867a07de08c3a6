// PMU of one C-Box: four counters with their filters, and the freeze of the box. All state is 0 after reset.
`default_nettype none

module ivt_cbox #(
    parameter IVT_A16  = 0,  // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
    parameter IVT_A09  = 0,  // decision IVT-A09, bits 17:16 of BOX_CTL: 0 ignored, 1 enables of message and freeze
    parameter CBOX_A29 = 0   // decision CBOX-A29, FILTER 8:5 and FILTER1 29: 0 not stored, 1 stored
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Configuration, effective in the same cycle
    input  wire [3:0]   box_id,
    input  wire         cbox_ovf,   // the box reports overflows

    // Register port
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,

    // LLC
    input  wire         lk_v,
    input  wire [3:0]   lk_kind,
    input  wire [5:0]   lk_state,
    input  wire [3:0]   lk_nid,
    input  wire [4:0]   t_lk,
    input  wire         vic_v,
    input  wire [3:0]   vic_flags,
    input  wire [3:0]   vic_nid,
    input  wire [7:0]   e_misc,
    input  wire [4:0]   t_misc,

    // Ring and egress
    input  wire [7:0]   e_ring_ad,
    input  wire [7:0]   e_ring_ak,
    input  wire [7:0]   e_ring_bl,
    input  wire [7:0]   e_ring_iv,
    input  wire [7:0]   e_ring_bounces,
    input  wire         e_ring_src_thrtl,
    input  wire [7:0]   e_txr_ads,
    input  wire [7:0]   e_txr_inserts,

    // Ingress
    input  wire [7:0]   e_rxr_ext_starved,
    input  wire [7:0]   e_rxr_inserts,
    input  wire [4:0]   t_irq_ins,
    input  wire [7:0]   e_ipq_retry,
    input  wire [7:0]   e_irq_retry,
    input  wire [4:0]   t_irq_retry,
    input  wire [7:0]   e_ismq_retry,
    input  wire [4:0]   t_ismq_retry,

    // Ingress queues
    input  wire [19:0]  irq_v,
    input  wire [19:0]  irq_rej,
    input  wire [99:0]  irq_tid,
    input  wire [4:0]   ipq_occ,
    input  wire [4:0]   vfifo_occ,

    // TOR
    input  wire [19:0]  tor_v,
    input  wire [519:0] tor_ent,
    input  wire         tor_ins_v,
    input  wire [25:0]  tor_ins,

    // Freeze broadcasts and overflow message
    input  wire         frz_bcast,
    input  wire         unfrz_bcast,
    output wire         ovf_msg
);

    localparam COUNTERS    = 4;
    localparam INDEX_WIDTH = 2;
    localparam CTR_WIDTH   = 44;
    localparam RAW_WIDTH   = 10;

    // Of these, ov_en exists only while cbox_ovf is 1.
    localparam [31:0] CTL_STORED = 32'hFF5C_FFFF;

    wire                          at_box_ctl;
    wire                          at_ctl;
    wire                          at_filter;
    wire                          at_box_status;
    wire                          at_ctr;
    wire                          at_filter1;
    wire [INDEX_WIDTH-1:0]        index;

    wire [31:0]                   ctl;
    wire [CTR_WIDTH-1:0]          ctr;
    wire [COUNTERS-1:0]           ov;
    wire [COUNTERS-1:0]           ov_en;
    wire [COUNTERS-1:0]           ovf;
    wire [8*COUNTERS-1:0]         thresh;
    wire [COUNTERS-1:0]           edge_det;
    wire [COUNTERS-1:0]           unused_ev_sel_ext;
    wire [31:0]                   filter;
    wire [31:0]                   filter1;
    wire [5:0]                    filter_state;
    wire [4:0]                    filter_tid;
    wire                          filter_isoc;
    wire                          filter_nc;
    wire [8:0]                    filter_opc;
    wire [15:0]                   filter_nid;
    wire [COUNTERS-1:0]           tid_en;
    wire [8*COUNTERS-1:0]         umask;
    wire [8*COUNTERS-1:0]         ev_sel;
    wire [RAW_WIDTH*COUNTERS-1:0] raw;
    wire [31:0]                   box_ctl;
    wire                          box_ov_enable;
    wire                          box_freeze_enable;
    wire                          frz;
    wire                          frz_lat;
    wire                          rst_ctrs;
    wire                          rst_ctrl;

    // The counters are the widest registers; higher bits of the write data are dropped.
    wire [CTR_WIDTH-1:0]          wdata            = bus_wdata[CTR_WIDTH-1:0];
    wire [63-CTR_WIDTH:0]         unused_bus_wdata = bus_wdata[63:CTR_WIDTH];

    ivt_cbox_decoder u_decoder (
        .box_id        (box_id),
        .has_status    (cbox_ovf),
        .bus_valid     (bus_valid),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (bus_addr),
        .bus_error     (bus_error),
        .at_box_ctl    (at_box_ctl),
        .at_ctl        (at_ctl),
        .at_filter     (at_filter),
        .at_box_status (at_box_status),
        .at_ctr        (at_ctr),
        .at_filter1    (at_filter1),
        .index         (index)
    );

    wire [31:0]          box_status   = {{32-COUNTERS{1'b0}}, ov};
    wire                 read_box_ctl = (IVT_A09 != 0) & at_box_ctl;   // otherwise it reads 0
    wire [31:0]          read_word    = at_ctl        ? ctl
                                      : at_filter     ? filter
                                      : at_box_status ? box_status
                                      : at_filter1    ? filter1
                                      : read_box_ctl  ? box_ctl
                                      :                 32'd0;
    wire [CTR_WIDTH-1:0] read_value   = at_ctr        ? ctr
                                      :                 {{CTR_WIDTH-32{1'b0}}, read_word};

    assign bus_rdata = {{64-CTR_WIDTH{1'b0}}, read_value & {CTR_WIDTH{~bus_write}}};

    wire frozen = (IVT_A09 != 0) ? box_freeze_enable & (frz | frz_lat) : frz | frz_lat;

    ivt_box_ctl #(
        .IVT_A09 (IVT_A09)
    ) u_box_ctl (
        .clk               (clk),
        .rst               (rst),
        .write             (at_box_ctl & bus_write),
        .wdata             (wdata[31:0]),
        .value             (box_ctl),
        .box_ov_enable     (box_ov_enable),
        .box_freeze_enable (box_freeze_enable),
        .frz               (frz),
        .rst_ctrs          (rst_ctrs),
        .rst_ctrl          (rst_ctrl)
    );

    ivt_cbox_filter #(
        .CBOX_A29 (CBOX_A29)
    ) u_filter (
        .clk           (clk),
        .rst           (rst),
        .filter_write  (at_filter & bus_write),
        .filter1_write (at_filter1 & bus_write),
        .wdata         (wdata[31:0]),
        .filter        (filter),
        .filter1       (filter1),
        .state         (filter_state),
        .tid           (filter_tid),
        .isoc          (filter_isoc),
        .nc            (filter_nc),
        .opc           (filter_opc),
        .nid           (filter_nid)
    );

    ivt_cbox_events #(
        .COUNTERS  (COUNTERS),
        .RAW_WIDTH (RAW_WIDTH)
    ) u_events (
        .ev_sel            (ev_sel),
        .umask             (umask),
        .tid_en            (tid_en),
        .filter_state      (filter_state),
        .filter_tid        (filter_tid),
        .filter_isoc       (filter_isoc),
        .filter_nc         (filter_nc),
        .filter_opc        (filter_opc),
        .filter_nid        (filter_nid),
        .lk_v              (lk_v),
        .lk_kind           (lk_kind),
        .lk_state          (lk_state),
        .lk_nid            (lk_nid),
        .t_lk              (t_lk),
        .vic_v             (vic_v),
        .vic_flags         (vic_flags),
        .vic_nid           (vic_nid),
        .e_misc            (e_misc),
        .t_misc            (t_misc),
        .e_ring_ad         (e_ring_ad),
        .e_ring_ak         (e_ring_ak),
        .e_ring_bl         (e_ring_bl),
        .e_ring_iv         (e_ring_iv),
        .e_ring_bounces    (e_ring_bounces),
        .e_ring_src_thrtl  (e_ring_src_thrtl),
        .e_txr_ads         (e_txr_ads),
        .e_txr_inserts     (e_txr_inserts),
        .e_rxr_ext_starved (e_rxr_ext_starved),
        .e_rxr_inserts     (e_rxr_inserts),
        .t_irq_ins         (t_irq_ins),
        .e_ipq_retry       (e_ipq_retry),
        .e_irq_retry       (e_irq_retry),
        .t_irq_retry       (t_irq_retry),
        .e_ismq_retry      (e_ismq_retry),
        .t_ismq_retry      (t_ismq_retry),
        .irq_v             (irq_v),
        .irq_rej           (irq_rej),
        .irq_tid           (irq_tid),
        .ipq_occ           (ipq_occ),
        .vfifo_occ         (vfifo_occ),
        .tor_v             (tor_v),
        .tor_ent           (tor_ent),
        .tor_ins_v         (tor_ins_v),
        .tor_ins           (tor_ins),
        .raw               (raw)
    );

    ivt_bank #(
        .COUNTERS    (COUNTERS),
        .INDEX_WIDTH (INDEX_WIDTH),
        .CTR_WIDTH   (CTR_WIDTH),
        .RAW_WIDTH   (RAW_WIDTH),
        .CTL_STORED  (CTL_STORED)
    ) u_bank (
        .clk            (clk),
        .rst            (rst),
        .index          (index),
        .ctl_write      (at_ctl & bus_write),
        .ctr_write      (at_ctr & bus_write),
        .wdata          (wdata),
        .ctl            (ctl),
        .ctr            (ctr),
        .has_ov_en      (cbox_ovf),
        .frozen         (frozen),
        .rst_ctrs       (rst_ctrs),
        .rst_ctrl       (rst_ctrl),
        .thresh         (thresh),
        .ev_sel_ext     (unused_ev_sel_ext),
        .ov_en          (ov_en),
        .tid_en         (tid_en),
        .edge_det       (edge_det),
        .umask          (umask),
        .ev_sel         (ev_sel),
        .slice_thresh   (thresh),
        .slice_edge_det (edge_det),
        .slice_admitted ({COUNTERS{1'b1}}),
        .raw            (raw),
        .ovf            (ovf)
    );

    // A box that does not report overflows has no ov_en and no status: no overflow may set a bit there.
    ivt_overflow #(
        .COUNTERS (COUNTERS),
        .IVT_A16  (IVT_A16),
        .IVT_A09  (IVT_A09)
    ) u_overflow (
        .clk           (clk),
        .rst           (rst),
        .box_ov_enable (box_ov_enable),
        .ovf           ((IVT_A16 != 0) ? ovf & {COUNTERS{cbox_ovf}} : ovf),
        .ov_en         (ov_en),
        .w1c           (wdata[COUNTERS-1:0] & {COUNTERS{at_box_status & bus_write}}),
        .ov            (ov),
        .ovf_msg_q     (ovf_msg)
    );

    ivt_freeze #(
        .IVT_A09 (IVT_A09)
    ) u_freeze (
        .clk               (clk),
        .rst               (rst),
        .box_freeze_enable (box_freeze_enable),
        .own_msg           (ovf_msg),
        .frz_bcast         (frz_bcast),
        .unfrz_bcast       (unfrz_bcast),
        .frz_lat           (frz_lat)
    );

endmodule

`default_nettype wire
