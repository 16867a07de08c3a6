// PMU of one channel of a memory controller: four counters, the fixed counter of DRAM clocks, and the freeze of both.
`default_nettype none

module ivt_imc #(
    parameter IVT_A16 = 0,  // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
    parameter IVT_A09 = 0,  // decision IVT-A09, bits 17:16 of BOX_CTL: 0 ignored, 1 enables of message and freeze
    parameter IVT_A06 = 0   // decision IVT-A06, bit 23 of CTL: 0 reserved, 1 invert
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

    // DRAM commands
    input  wire [7:0]  e_act,
    input  wire [7:0]  e_pre,
    input  wire [7:0]  e_cas,
    input  wire [7:0]  e_refresh,
    input  wire        e_pre_all,
    input  wire [7:0]  e_major,
    input  wire [7:0]  e_preempt,
    input  wire        e_ecc,

    // Queues
    input  wire        e_rpq_ins,
    input  wire        e_wpq_ins,
    input  wire        rpq_ne,
    input  wire        wpq_ne,
    input  wire        wpq_full,
    input  wire        e_wpq_rd_hit,
    input  wire        e_wpq_wr_hit,

    // Power
    input  wire [7:0]  throttle_rank,
    input  wire        pcu_throttle,
    input  wire        self_refresh,
    input  wire [7:0]  cke_on,
    input  wire        dlloff,
    input  wire [2:0]  ppd_inc,
    input  wire        crit_throttle,

    // VMSE, priorities, bypasses
    input  wire [7:0]  e_vmse_push,
    input  wire [5:0]  vmse_occ,
    input  wire [7:0]  e_rd_prio,
    input  wire [7:0]  e_byp,

    // CAS with its rank and bank
    input  wire        rd_cas_v,
    input  wire [2:0]  rd_cas_rank,
    input  wire [2:0]  rd_cas_bank,
    input  wire        wr_cas_v,
    input  wire [2:0]  wr_cas_rank,
    input  wire [2:0]  wr_cas_bank,

    // Major modes
    input  wire [7:0]  e_wmm_rmm,
    input  wire        wrong_mm,

    // Freeze broadcasts and overflow message
    input  wire        frz_bcast,
    input  wire        unfrz_bcast,
    output wire        ovf_msg
);

    localparam COUNTERS  = 4;
    localparam CTR_WIDTH = 48;
    localparam RAW_WIDTH = 10;

    // This box has no tid_en.
    localparam [31:0] CTL_STORED = (IVT_A06 != 0) ? 32'hFFD4_FFFF : 32'hFF54_FFFF;

    wire                          at_fixed_ctr_low;
    wire                          at_fixed_ctr_high;
    wire                          at_fixed_ctl;

    wire [31:0]                   bank_rdata;
    wire                          unused_ctl_write;
    wire                          status_write;
    wire                          box_ov_enable;
    wire [31:0]                   fixed_rdata;
    wire                          frozen;
    wire                          rst_ctrs;
    wire                          rst_ctrl;
    wire [COUNTERS-1:0]           unused_ev_sel_ext;
    wire [8*COUNTERS-1:0]         umask;
    wire [8*COUNTERS-1:0]         ev_sel;
    wire [RAW_WIDTH*COUNTERS-1:0] raw;
    wire [COUNTERS-1:0]           ov_en;
    wire [COUNTERS-1:0]           ovf;
    wire                          fixed_ov_en;
    wire                          fixed_ovf;
    wire [COUNTERS:0]             ov;

    // All accesses are dword accesses.
    wire [31:0]                   wdata            = bus_wdata[31:0];
    wire [31:0]                   unused_bus_wdata = bus_wdata[63:32];

    // An access addresses one register, so at most one of the two is nonzero.
    assign bus_rdata = {32'd0, bank_rdata | fixed_rdata};

    ivt_imc_decoder u_decoder (
        .bus_valid         (bus_valid & ~bus_error),
        .offset            (bus_addr[7:0]),
        .at_fixed_ctr_low  (at_fixed_ctr_low),
        .at_fixed_ctr_high (at_fixed_ctr_high),
        .at_fixed_ctl      (at_fixed_ctl)
    );

    // Bit 0 of the status belongs to the fixed counter, the bits above to the other counters.
    wire [31:0] box_status = {{31-COUNTERS{1'b0}}, ov};

    ivt_pci_bank #(
        .COUNTERS   (COUNTERS),
        .CTR_WIDTH  (CTR_WIDTH),
        .RAW_WIDTH  (RAW_WIDTH),
        .CTL_STORED (CTL_STORED),
        .IVT_A09    (IVT_A09),
        .IVT_A06    (IVT_A06)
    ) u_box (
        .clk           (clk),
        .rst           (rst),
        .bus_valid     (bus_valid),
        .bus_write     (bus_write),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (bus_addr),
        .wdata         (wdata),
        .box_status    (box_status),
        .rdata         (bank_rdata),
        .bus_error     (bus_error),
        .ctl_write     (unused_ctl_write),
        .status_write  (status_write),
        .box_ov_enable (box_ov_enable),
        .own_msg       (ovf_msg),
        .frz_bcast     (frz_bcast),
        .unfrz_bcast   (unfrz_bcast),
        .frozen        (frozen),
        .rst_ctrs      (rst_ctrs),
        .rst_ctrl      (rst_ctrl),
        .ev_sel_ext    (unused_ev_sel_ext),
        .umask         (umask),
        .ev_sel        (ev_sel),
        .raw           (raw),
        .ov_en         (ov_en),
        .ovf           (ovf)
    );

    ivt_imc_fixed #(
        .CTR_WIDTH (CTR_WIDTH)
    ) u_fixed (
        .clk         (clk),
        .rst         (rst),
        .write       (bus_write),
        .at_ctr_low  (at_fixed_ctr_low),
        .at_ctr_high (at_fixed_ctr_high),
        .at_ctl      (at_fixed_ctl),
        .wdata       (wdata),
        .rdata       (fixed_rdata),
        .frozen      (frozen),
        .rst_ctrs    (rst_ctrs),
        .rst_ctrl    (rst_ctrl),
        .ov_en       (fixed_ov_en),
        .ovf         (fixed_ovf)
    );

    ivt_overflow #(
        .COUNTERS (COUNTERS + 1),
        .IVT_A16  (IVT_A16),
        .IVT_A09  (IVT_A09)
    ) u_overflow (
        .clk           (clk),
        .rst           (rst),
        .box_ov_enable (box_ov_enable),
        .ovf           ({ovf, fixed_ovf}),
        .ov_en         ({ov_en, fixed_ov_en}),
        .w1c           (wdata[COUNTERS:0] & {COUNTERS + 1{status_write}}),
        .ov            (ov),
        .ovf_msg_q     (ovf_msg)
    );

    ivt_imc_events #(
        .COUNTERS  (COUNTERS),
        .RAW_WIDTH (RAW_WIDTH)
    ) u_events (
        .ev_sel        (ev_sel),
        .umask         (umask),
        .e_act         (e_act),
        .e_pre         (e_pre),
        .e_cas         (e_cas),
        .e_refresh     (e_refresh),
        .e_pre_all     (e_pre_all),
        .e_major       (e_major),
        .e_preempt     (e_preempt),
        .e_ecc         (e_ecc),
        .e_rpq_ins     (e_rpq_ins),
        .e_wpq_ins     (e_wpq_ins),
        .rpq_ne        (rpq_ne),
        .wpq_ne        (wpq_ne),
        .wpq_full      (wpq_full),
        .e_wpq_rd_hit  (e_wpq_rd_hit),
        .e_wpq_wr_hit  (e_wpq_wr_hit),
        .throttle_rank (throttle_rank),
        .pcu_throttle  (pcu_throttle),
        .self_refresh  (self_refresh),
        .cke_on        (cke_on),
        .dlloff        (dlloff),
        .ppd_inc       (ppd_inc),
        .crit_throttle (crit_throttle),
        .e_vmse_push   (e_vmse_push),
        .vmse_occ      (vmse_occ),
        .e_rd_prio     (e_rd_prio),
        .e_byp         (e_byp),
        .rd_cas_v      (rd_cas_v),
        .rd_cas_rank   (rd_cas_rank),
        .rd_cas_bank   (rd_cas_bank),
        .wr_cas_v      (wr_cas_v),
        .wr_cas_rank   (wr_cas_rank),
        .wr_cas_bank   (wr_cas_bank),
        .e_wmm_rmm     (e_wmm_rmm),
        .wrong_mm      (wrong_mm),
        .raw           (raw)
    );

endmodule

`default_nettype wire
