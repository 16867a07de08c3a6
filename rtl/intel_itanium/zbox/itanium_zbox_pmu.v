// PMU of a Z-Box, connected to its register window: decoder, events with their sub-control, counters with their status.
`default_nettype none

module itanium_zbox_pmu #(
    parameter DBOX_A02 = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Registers: an access, and its offset in the window
    input  wire        read,
    input  wire        write,
    input  wire [11:0] offset,
    input  wire [63:0] wdata,
    output wire [63:0] rdata,

    // D-Box
    input  wire        dbx_frz,
    input  wire        dbx_unfrz,
    output wire        ovf,
    output wire        ovf_any,
    output wire        pmi,
    output wire        frozen,

    // The selected event of counter 0 to 3 occurred in the previous cycle
    output wire [3:0]  trig,

    // Scheduler full, retries due to it
    input  wire        zfull,
    input  wire        retry_zfull,
    input  wire        retry_starve,

    // Thermal trip points: 4 * DIMM + condition
    input  wire [31:0] thr_up,
    input  wire [31:0] thr_dn,

    // Refresh and scheduling
    input  wire        refresh,
    input  wire        refresh_cnflt,
    input  wire        sched_mode_chg,
    input  wire [2:0]  sched_mode,

    // Frames and DRAM commands
    input  wire        frm_v,
    input  wire [3:0]  frm_type,
    input  wire        dram_cmd_v,
    input  wire [4:0]  dram_cmd,
    input  wire        dram_addr_match1,

    // Retries
    input  wire        retry_v,
    input  wire [5:0]  retry_fvid,

    // Memory channel
    input  wire        smi_fast_reset,
    input  wire        smi_crc_err,
    input  wire        mem_ecc_err,
    input  wire        psn_txn,
    input  wire        alrt_frm,
    input  wire        smi_nb_trig,

    // Commands from the B-Box, responses to it
    input  wire        bcmd_v,
    input  wire [3:0]  bcmd,
    input  wire        resp_v,
    input  wire [2:0]  resp,

    // Page table
    input  wire        pgt_open,
    input  wire        pgt_cmd_v,
    input  wire        pgt_cmd_wr,
    input  wire        page_miss,
    input  wire        page_hit,
    input  wire        page_autocls,
    input  wire        page_collision,
    input  wire        pg_opn2cls,
    input  wire        pg_cls2opn,

    // Conflicts of thermal throttling
    input  wire        tt_cnflt_v,
    input  wire [3:0]  tt_cnflt_rank,

    // Commands in flight, dispatch and retry queues
    input  wire        sched_inflight,
    input  wire        inflight_cmd,
    input  wire        dispq_empty,
    input  wire        throttle,
    input  wire        retry_op,
    input  wire        retryq_badstarv,

    // Depths and writes of queues
    input  wire [5:0]  dispq_rd_cnt,
    input  wire [5:0]  fvid_fifo_cnt,
    input  wire [1:0]  fvid_fifo_wr,
    input  wire [5:0]  live_ops,
    input  wire [5:0]  dispq_wr_cnt
);

    localparam COUNTERS = 5;
    localparam HITS     = 37;

    wire [COUNTERS-1:0] at_cnt;
    wire [COUNTERS-1:0] at_ctl;
    wire                at_status;
    wire                at_pgt;
    wire                at_dsp;
    wire                at_iss;
    wire                at_thr;
    wire                at_pld;
    wire                at_fvc;

    wire [HITS-1:0]     hits;
    wire [31:0]         events_rdata;
    wire [31:0]         bank_rdata;

    itanium_zbox_decoder #(
        .COUNTERS (COUNTERS)
    ) u_decoder (
        .offset    (offset),
        .at_cnt    (at_cnt),
        .at_ctl    (at_ctl),
        .at_status (at_status),
        .at_pgt    (at_pgt),
        .at_dsp    (at_dsp),
        .at_iss    (at_iss),
        .at_thr    (at_thr),
        .at_pld    (at_pld),
        .at_fvc    (at_fvc)
    );

    itanium_zbox_events #(
        .HITS (HITS)
    ) u_events (
        .clk              (clk),
        .rst              (rst),
        .write            (write),
        .at_pgt           (at_pgt),
        .at_dsp           (at_dsp),
        .at_iss           (at_iss),
        .at_thr           (at_thr),
        .at_pld           (at_pld),
        .at_fvc           (at_fvc),
        .wdata            (wdata[31:0]),
        .rdata            (events_rdata),
        .zfull            (zfull),
        .retry_zfull      (retry_zfull),
        .retry_starve     (retry_starve),
        .thr_up           (thr_up),
        .thr_dn           (thr_dn),
        .refresh          (refresh),
        .refresh_cnflt    (refresh_cnflt),
        .sched_mode_chg   (sched_mode_chg),
        .sched_mode       (sched_mode),
        .frm_v            (frm_v),
        .frm_type         (frm_type),
        .dram_cmd_v       (dram_cmd_v),
        .dram_cmd         (dram_cmd),
        .dram_addr_match1 (dram_addr_match1),
        .retry_v          (retry_v),
        .retry_fvid       (retry_fvid),
        .smi_fast_reset   (smi_fast_reset),
        .smi_crc_err      (smi_crc_err),
        .mem_ecc_err      (mem_ecc_err),
        .psn_txn          (psn_txn),
        .alrt_frm         (alrt_frm),
        .smi_nb_trig      (smi_nb_trig),
        .bcmd_v           (bcmd_v),
        .bcmd             (bcmd),
        .resp_v           (resp_v),
        .resp             (resp),
        .pgt_open         (pgt_open),
        .pgt_cmd_v        (pgt_cmd_v),
        .pgt_cmd_wr       (pgt_cmd_wr),
        .page_miss        (page_miss),
        .page_hit         (page_hit),
        .page_autocls     (page_autocls),
        .page_collision   (page_collision),
        .pg_opn2cls       (pg_opn2cls),
        .pg_cls2opn       (pg_cls2opn),
        .tt_cnflt_v       (tt_cnflt_v),
        .tt_cnflt_rank    (tt_cnflt_rank),
        .sched_inflight   (sched_inflight),
        .inflight_cmd     (inflight_cmd),
        .dispq_empty      (dispq_empty),
        .throttle         (throttle),
        .retry_op         (retry_op),
        .retryq_badstarv  (retryq_badstarv),
        .hits             (hits)
    );

    itanium_zbox_bank #(
        .COUNTERS (COUNTERS),
        .HITS     (HITS),
        .DBOX_A02 (DBOX_A02)
    ) u_bank (
        .clk           (clk),
        .rst           (rst),
        .write         (write),
        .at_cnt        (at_cnt),
        .at_ctl        (at_ctl),
        .at_status     (at_status),
        .wdata         (wdata[31:0]),
        .rdata         (bank_rdata),
        .hits          (hits),
        .dispq_rd_cnt  (dispq_rd_cnt),
        .fvid_fifo_cnt (fvid_fifo_cnt),
        .fvid_fifo_wr  (fvid_fifo_wr),
        .live_ops      (live_ops),
        .dispq_wr_cnt  (dispq_wr_cnt),
        .dbx_frz       (dbx_frz),
        .dbx_unfrz     (dbx_unfrz),
        .ovf           (ovf),
        .ovf_any       (ovf_any),
        .frozen        (frozen),
        .trig_q        (trig)
    );

    // An overflow that freezes is an interrupt request, too.
    assign pmi   = ovf;
    assign rdata = {32'd0, (events_rdata | bank_rdata) & {32{read}}};

    wire [31:0] unused_wdata = wdata[63:32];

endmodule

`default_nettype wire
