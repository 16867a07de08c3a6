// PMU of a Z-Box, a memory controller of an Itanium 9300: five counters of 40 bits, each of which selects any event.
`default_nettype none

module itanium_zbox #(
    parameter DBOX_A02 = 0   // see itanium_dbox
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

    wire        read;
    wire        write;
    wire [11:0] offset;

    itanium_csr_port u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .bus_error (bus_error),
        .read      (read),
        .write     (write),
        .offset    (offset)
    );

    itanium_zbox_pmu #(
        .DBOX_A02 (DBOX_A02)
    ) u_pmu (
        .clk              (clk),
        .rst              (rst),
        .read             (read),
        .write            (write),
        .offset           (offset),
        .wdata            (bus_wdata),
        .rdata            (bus_rdata),
        .dbx_frz          (dbx_frz),
        .dbx_unfrz        (dbx_unfrz),
        .ovf              (ovf),
        .ovf_any          (ovf_any),
        .pmi              (pmi),
        .frozen           (frozen),
        .trig             (trig),
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
        .dispq_rd_cnt     (dispq_rd_cnt),
        .fvid_fifo_cnt    (fvid_fifo_cnt),
        .fvid_fifo_wr     (fvid_fifo_wr),
        .live_ops         (live_ops),
        .dispq_wr_cnt     (dispq_wr_cnt)
    );

endmodule

`default_nettype wire
