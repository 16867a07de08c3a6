// PMU of the power control unit: four counters with frequency bands and numbers of cores, their freeze, and two
// residency counters that no freeze stops. All state is 0 after reset.
`default_nettype none

module ivt_pcu #(
    parameter IVT_A16 = 0,  // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
    parameter IVT_A09 = 0,  // decision IVT-A09, bits 17:16 of BOX_CTL: 0 ignored, 1 enables of message and freeze
    parameter PCU_A04 = 0   // decision PCU-A04, ev_sel 81h to FFh: 0 no event, 1 event qualified by occupancy
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

    // Cores, core 0 in the low bits
    input  wire [29:0] core_cst,
    input  wire [14:0] core_trans,
    input  wire [14:0] core_demote,
    input  wire [14:0] core_abort,

    // Voltage and frequency
    input  wire        volt_up,
    input  wire        volt_dn,
    input  wire        freq_trans,
    input  wire        gv_done,
    input  wire [7:0]  ratio,
    input  wire        fmax_thermal,
    input  wire        fmax_power,
    input  wire        fmax_os,
    input  wire        fmax_current,
    input  wire        fmin_io_p,
    input  wire        fmin_perf_p,

    // Package
    input  wire        prochot_int,
    input  wire        prochot_ext,
    input  wire        vr_hot,
    input  wire        mem_shed,
    input  wire        pkg_c2c3,

    // Overflow message
    output wire        ovf_msg
);

    localparam COUNTERS    = 4;
    localparam INDEX_WIDTH = 2;
    localparam CTR_WIDTH   = 48;
    localparam RAW_WIDTH   = 10;
    localparam CORES       = 15;
    localparam CORES_WIDTH = 4;
    localparam BANDS       = 4;

    // There is an extra select bit and no tid_en. The top bits of thresh are fields for numbers of cores instead, and
    // only the top bits of umask exist, as occ_sel.
    localparam [31:0] CTL_STORED = 32'hDF74_C0FF;

    wire                          at_box_ctl;
    wire                          at_ctl;
    wire                          at_filter;
    wire                          at_box_status;
    wire                          at_ctr;
    wire                          at_c3_ctr;
    wire                          at_c6_ctr;
    wire [INDEX_WIDTH-1:0]        index;

    wire [31:0]                   ctl;
    wire [CTR_WIDTH-1:0]          ctr;
    wire [31:0]                   filter;
    wire [63:0]                   c3_ctr;
    wire [63:0]                   c6_ctr;
    wire [BANDS-1:0]              band;
    wire [CORES_WIDTH-1:0]        cores_c0;
    wire [CORES_WIDTH-1:0]        cores_c3;
    wire [CORES_WIDTH-1:0]        cores_c6;
    wire [8*COUNTERS-1:0]         thresh;
    wire [COUNTERS-1:0]           ev_sel_ext;
    wire [COUNTERS-1:0]           ov_en;
    wire [COUNTERS-1:0]           edge_det;
    wire [8*COUNTERS-1:0]         umask;
    wire [8*COUNTERS-1:0]         ev_sel;
    wire [8*COUNTERS-1:0]         slice_thresh;
    wire [COUNTERS-1:0]           slice_edge_det;
    wire [COUNTERS-1:0]           slice_admitted;
    wire [RAW_WIDTH*COUNTERS-1:0] raw;
    wire [COUNTERS-1:0]           ovf;
    wire [COUNTERS-1:0]           ov;
    wire [31:0]                   box_ctl;
    wire                          box_ov_enable;
    wire                          box_freeze_enable;
    wire                          frz;
    wire                          frz_lat;
    wire                          rst_ctrs;
    wire                          rst_ctrl;
    wire [COUNTERS-1:0]           unused_tid_en;
    wire                          unused_c3_counted;
    wire                          unused_c3_carry;
    wire                          unused_c6_counted;
    wire                          unused_c6_carry;

    ivt_pcu_decoder u_decoder (
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
        .at_c3_ctr     (at_c3_ctr),
        .at_c6_ctr     (at_c6_ctr),
        .index         (index)
    );

    wire [31:0] box_status   = {{32-COUNTERS{1'b0}}, ov};
    wire        read_box_ctl = (IVT_A09 != 0) & at_box_ctl;   // otherwise it reads 0
    wire [31:0] read_word    = at_ctl        ? ctl
                             : at_filter     ? filter
                             : at_box_status ? box_status
                             : read_box_ctl  ? box_ctl
                             :                 32'd0;
    wire [63:0] read_value   = at_ctr        ? {{64-CTR_WIDTH{1'b0}}, ctr}
                             : at_c3_ctr     ? c3_ctr
                             : at_c6_ctr     ? c6_ctr
                             :                 {32'd0, read_word};

    assign bus_rdata = read_value & {64{~bus_write}};

    wire frozen = (IVT_A09 != 0) ? box_freeze_enable & (frz | frz_lat) : frz | frz_lat;

    ivt_box_ctl #(
        .IVT_A09 (IVT_A09)
    ) u_box_ctl (
        .clk               (clk),
        .rst               (rst),
        .write             (at_box_ctl & bus_write),
        .wdata             (bus_wdata[31:0]),
        .value             (box_ctl),
        .box_ov_enable     (box_ov_enable),
        .box_freeze_enable (box_freeze_enable),
        .frz               (frz),
        .rst_ctrs          (rst_ctrs),
        .rst_ctrl          (rst_ctrl)
    );

    ivt_pcu_bands #(
        .BANDS (BANDS)
    ) u_bands (
        .clk          (clk),
        .rst          (rst),
        .filter_write (at_filter & bus_write),
        .wdata        (bus_wdata[31:0]),
        .filter       (filter),
        .gv_done      (gv_done),
        .ratio        (ratio),
        .band         (band)
    );

    ivt_pcu_core_states #(
        .CORES       (CORES),
        .COUNT_WIDTH (CORES_WIDTH)
    ) u_core_states (
        .core_cst (core_cst),
        .c0       (cores_c0),
        .c3       (cores_c3),
        .c6       (cores_c6)
    );

    // No freeze and no box reset affects the residency counters.
    pmu_counter #(
        .WIDTH     (64),
        .INC_WIDTH (1)
    ) u_c3 (
        .clk        (clk),
        .rst        (rst),
        .load       (at_c3_ctr & bus_write),
        .load_value (bus_wdata),
        .increment  (|cores_c3),
        .counted    (unused_c3_counted),
        .carry      (unused_c3_carry),
        .value_q    (c3_ctr)
    );

    pmu_counter #(
        .WIDTH     (64),
        .INC_WIDTH (1)
    ) u_c6 (
        .clk        (clk),
        .rst        (rst),
        .load       (at_c6_ctr & bus_write),
        .load_value (bus_wdata),
        .increment  (|cores_c6),
        .counted    (unused_c6_counted),
        .carry      (unused_c6_carry),
        .value_q    (c6_ctr)
    );

    ivt_bank #(
        .COUNTERS    (COUNTERS),
        .INDEX_WIDTH (INDEX_WIDTH),
        .CTR_WIDTH   (CTR_WIDTH),
        .RAW_WIDTH   (RAW_WIDTH),
        .CTL_STORED  (CTL_STORED),
        .PCU_A04     (PCU_A04)
    ) u_bank (
        .clk            (clk),
        .rst            (rst),
        .index          (index),
        .ctl_write      (at_ctl & bus_write),
        .ctr_write      (at_ctr & bus_write),
        .wdata          (bus_wdata[CTR_WIDTH-1:0]),
        .ctl            (ctl),
        .ctr            (ctr),
        .has_ov_en      (1'b1),
        .frozen         (frozen),
        .rst_ctrs       (rst_ctrs),
        .rst_ctrl       (rst_ctrl),
        .thresh         (thresh),
        .ev_sel_ext     (ev_sel_ext),
        .ov_en          (ov_en),
        .tid_en         (unused_tid_en),
        .edge_det       (edge_det),
        .umask          (umask),
        .ev_sel         (ev_sel),
        .slice_thresh   (slice_thresh),
        .slice_edge_det (slice_edge_det),
        .slice_admitted (slice_admitted),
        .raw            (raw),
        .ovf            (ovf)
    );

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire [CORES_WIDTH-1:0] number;
            wire                   occupancy;
            wire                   qualified;

            // Bits that are not stored.
            wire [5:0]             unused_umask  = umask[8*i +: 6];
            wire                   unused_thresh = thresh[8*i + 5];

            ivt_pcu_events #(
                .CORES       (CORES),
                .COUNT_WIDTH (CORES_WIDTH),
                .BANDS       (BANDS),
                .PCU_A04     (PCU_A04)
            ) u_events (
                .ev_sel_ext   (ev_sel_ext[i]),
                .ev_sel       (ev_sel[8*i +: 8]),
                .occ_sel      (umask[8*i + 6 +: 2]),
                .cores_c0     (cores_c0),
                .cores_c3     (cores_c3),
                .cores_c6     (cores_c6),
                .band         (band),
                .core_trans   (core_trans),
                .core_demote  (core_demote),
                .core_abort   (core_abort),
                .volt_up      (volt_up),
                .volt_dn      (volt_dn),
                .freq_trans   (freq_trans),
                .fmax_thermal (fmax_thermal),
                .fmax_power   (fmax_power),
                .fmax_os      (fmax_os),
                .fmax_current (fmax_current),
                .fmin_io_p    (fmin_io_p),
                .fmin_perf_p  (fmin_perf_p),
                .prochot_int  (prochot_int),
                .prochot_ext  (prochot_ext),
                .vr_hot       (vr_hot),
                .mem_shed     (mem_shed),
                .pkg_c2c3     (pkg_c2c3),
                .occupancy    (occupancy),
                .qualified    (qualified),
                .admitted     (slice_admitted[i]),
                .number       (number)
            );

            ivt_pcu_condition #(
                .NUMBER_WIDTH (CORES_WIDTH),
                .RAW_WIDTH    (RAW_WIDTH),
                .PCU_A04      (PCU_A04)
            ) u_condition (
                .occupancy      (occupancy),
                .qualified      (qualified),
                .use_occupancy  (ev_sel[8*i + 7]),
                .thresh         (thresh[8*i +: 5]),
                .occ_invert     (thresh[8*i + 6]),
                .occ_edge_det   (thresh[8*i + 7]),
                .edge_det       (edge_det[i]),
                .number         (number),
                .slice_thresh   (slice_thresh[8*i +: 8]),
                .slice_edge_det (slice_edge_det[i]),
                .raw            (raw[RAW_WIDTH*i +: RAW_WIDTH])
            );
        end
    endgenerate

    ivt_overflow #(
        .COUNTERS (COUNTERS),
        .IVT_A16  (IVT_A16),
        .IVT_A09  (IVT_A09)
    ) u_overflow (
        .clk           (clk),
        .rst           (rst),
        .box_ov_enable (box_ov_enable),
        .ovf           (ovf),
        .ov_en         (ov_en),
        .w1c           (bus_wdata[COUNTERS-1:0] & {COUNTERS{at_box_status & bus_write}}),
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
