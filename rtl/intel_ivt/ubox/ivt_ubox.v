// U-Box: its two counters, the fixed counter, and the global control of the socket's PMUs.
`default_nettype none

module ivt_ubox #(
    parameter IVT_A16  = 0,  // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
    parameter UBOX_A02 = 0   // decision UBOX-A02, width of the fixed counter: 0 44 bits, 1 48 bits
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

    // Events
    input  wire [4:0]  evt_msg,
    input  wire        evt_lock,
    input  wire        evt_phold,
    input  wire        evt_racu,

    // Overflow messages of the other boxes
    input  wire [14:0] ovf_c,
    input  wire        ovf_p,
    input  wire [1:0]  ovf_h,
    input  wire [1:0]  ovf_m,
    input  wire [1:0]  ovf_q,
    input  wire [1:0]  ovf_rq,
    input  wire        ovf_rp,

    // Broadcasts
    output wire        frz_bcast,
    output wire        unfrz_bcast,

    // Cores
    input  wire [14:0] core_awake,
    output wire [14:0] core_wake,
    output wire [14:0] pmi
);

    localparam COUNTERS    = 2;
    localparam CTR_WIDTH   = 44;
    localparam FIXED_WIDTH = (UBOX_A02 != 0) ? 48 : 44;
    localparam RAW_WIDTH   = 10;
    localparam CORES       = 15;
    localparam SENDERS     = 27;

    // thresh has five bits, and there is no tid_en.
    localparam [31:0] CTL_STORED    = 32'h1F54_FFFF;
    localparam [31:0] CONFIG_STORED = 32'h0000_000F;
    localparam [31:0] CONFIG_RESET  = 32'h0000_0008;

    wire                          at_global_ctl;
    wire                          at_global_status;
    wire                          at_global_config;
    wire                          at_fixed_ctl;
    wire                          at_fixed_ctr;
    wire                          at_ctl;
    wire                          at_box_status;
    wire                          at_ctr;
    wire                          index;

    wire [31:0]                   global_ctl;
    wire [31:0]                   global_status;
    wire [31:0]                   global_config;
    wire [31:0]                   fixed_ctl;
    wire [FIXED_WIDTH-1:0]        fixed_ctr;
    wire [31:0]                   ctl;
    wire [CTR_WIDTH-1:0]          ctr;
    wire [COUNTERS-1:0]           ov;
    wire [COUNTERS-1:0]           ov_en;
    wire [COUNTERS-1:0]           ovf;
    wire [8*COUNTERS-1:0]         thresh;
    wire [COUNTERS-1:0]           edge_det;
    wire [COUNTERS-1:0]           unused_ev_sel_ext;
    wire [COUNTERS-1:0]           unused_tid_en;
    wire [8*COUNTERS-1:0]         umask;
    wire [8*COUNTERS-1:0]         ev_sel;
    wire [RAW_WIDTH*COUNTERS-1:0] raw;
    wire                          frz_lat;
    wire                          u_msg;
    wire                          uf_msg;
    wire                          any_new;
    wire                          wk_on_pmi;
    wire [CORES-1:0]              pmi_core_sel;

    // The fixed counter is as wide as any other register, or wider; higher bits of the write data are dropped.
    wire [FIXED_WIDTH-1:0]        wdata            = bus_wdata[FIXED_WIDTH-1:0];
    wire [63-FIXED_WIDTH:0]       unused_bus_wdata = bus_wdata[63:FIXED_WIDTH];

    ivt_ubox_decoder u_decoder (
        .bus_valid        (bus_valid),
        .bus_space        (bus_space),
        .bus_unit         (bus_unit),
        .bus_addr         (bus_addr),
        .bus_error        (bus_error),
        .at_global_ctl    (at_global_ctl),
        .at_global_status (at_global_status),
        .at_global_config (at_global_config),
        .at_fixed_ctl     (at_fixed_ctl),
        .at_fixed_ctr     (at_fixed_ctr),
        .at_ctl           (at_ctl),
        .at_box_status    (at_box_status),
        .at_ctr           (at_ctr),
        .index            (index)
    );

    wire [31:0] box_status = {{32-COUNTERS{1'b0}}, ov};
    wire [31:0] read_word  = at_global_ctl    ? global_ctl
                           : at_global_status ? global_status
                           : at_global_config ? global_config
                           : at_fixed_ctl     ? fixed_ctl
                           : at_ctl           ? ctl
                           : at_box_status    ? box_status
                           :                    32'd0;
    wire [63:0] read_value = at_ctr           ? {{64-CTR_WIDTH{1'b0}}, ctr}
                           : at_fixed_ctr     ? {{64-FIXED_WIDTH{1'b0}}, fixed_ctr}
                           :                    {32'd0, read_word};

    assign bus_rdata = read_value & {64{~bus_write}};

    // The number of C-Boxes is information for software; no logic depends on it.
    pmu_register #(
        .WIDTH  (32),
        .STORED (CONFIG_STORED),
        .RESET  (CONFIG_RESET)
    ) u_config (
        .clk     (clk),
        .rst     (rst),
        .write   (at_global_config & bus_write),
        .wdata   (wdata[31:0]),
        .value_q (global_config)
    );

    ivt_bank #(
        .COUNTERS    (COUNTERS),
        .INDEX_WIDTH (1),
        .CTR_WIDTH   (CTR_WIDTH),
        .RAW_WIDTH   (RAW_WIDTH),
        .CTL_STORED  (CTL_STORED)
    ) u_bank (
        .clk            (clk),
        .rst            (rst),
        .index          (index),
        .ctl_write      (at_ctl & bus_write),
        .ctr_write      (at_ctr & bus_write),
        .wdata          (wdata[CTR_WIDTH-1:0]),
        .ctl            (ctl),
        .ctr            (ctr),
        .has_ov_en      (1'b1),
        .frozen         (frz_lat),
        .rst_ctrs       (1'b0),
        .rst_ctrl       (1'b0),
        .thresh         (thresh),
        .ev_sel_ext     (unused_ev_sel_ext),
        .ov_en          (ov_en),
        .tid_en         (unused_tid_en),
        .edge_det       (edge_det),
        .umask          (umask),
        .ev_sel         (ev_sel),
        .slice_thresh   (thresh),
        .slice_edge_det (edge_det),
        .slice_admitted ({COUNTERS{1'b1}}),
        .raw            (raw),
        .ovf            (ovf)
    );

    ivt_overflow #(
        .COUNTERS (COUNTERS),
        .IVT_A16  (IVT_A16)
    ) u_overflow (
        .clk           (clk),
        .rst           (rst),
        .box_ov_enable (1'b1),
        .ovf           (ovf),
        .ov_en         (ov_en),
        .w1c           (wdata[COUNTERS-1:0] & {COUNTERS{at_box_status & bus_write}}),
        .ov            (ov),
        .ovf_msg_q     (u_msg)
    );

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire hit;

            ivt_ubox_event_select u_select (
                .ev_sel    (ev_sel[8*i +: 8]),
                .umask     (umask[8*i +: 8]),
                .evt_msg   (evt_msg),
                .evt_lock  (evt_lock),
                .evt_phold (evt_phold),
                .evt_racu  (evt_racu),
                .hit       (hit)
            );

            assign raw[RAW_WIDTH*i +: RAW_WIDTH] = {{RAW_WIDTH-1{1'b0}}, hit};
        end
    endgenerate

    ivt_ubox_fixed #(
        .CTR_WIDTH (FIXED_WIDTH)
    ) u_fixed (
        .clk       (clk),
        .rst       (rst),
        .ctl_write (at_fixed_ctl & bus_write),
        .ctr_write (at_fixed_ctr & bus_write),
        .wdata     (wdata),
        .frozen    (frz_lat),
        .ctl       (fixed_ctl),
        .ctr       (fixed_ctr),
        .uf_msg_q  (uf_msg)
    );

    ivt_freeze u_freeze (
        .clk               (clk),
        .rst               (rst),
        .box_freeze_enable (1'b1),
        .own_msg           (u_msg | uf_msg),
        .frz_bcast         (frz_bcast),
        .unfrz_bcast       (unfrz_bcast),
        .frz_lat           (frz_lat)
    );

    ivt_ubox_global #(
        .SENDERS (SENDERS),
        .CORES   (CORES)
    ) u_global (
        .clk           (clk),
        .rst           (rst),
        .ctl_write     (at_global_ctl & bus_write),
        .status_write  (at_global_status & bus_write),
        .wdata         (wdata[31:0]),
        .msg           ({ovf_rp, ovf_rq, ovf_q, ovf_m, ovf_h, ovf_c, ovf_p, u_msg, uf_msg}),
        .any_new       (any_new),
        .ctl           (global_ctl),
        .status        (global_status),
        .wk_on_pmi     (wk_on_pmi),
        .pmi_core_sel  (pmi_core_sel),
        .frz_bcast_q   (frz_bcast),
        .unfrz_bcast_q (unfrz_bcast)
    );

    ivt_ubox_pmi #(
        .CORES (CORES)
    ) u_pmi (
        .clk          (clk),
        .rst          (rst),
        .any_new      (any_new),
        .wk_on_pmi    (wk_on_pmi),
        .pmi_core_sel (pmi_core_sel),
        .core_awake   (core_awake),
        .core_wake_q  (core_wake),
        .pmi_q        (pmi)
    );

endmodule

`default_nettype wire
