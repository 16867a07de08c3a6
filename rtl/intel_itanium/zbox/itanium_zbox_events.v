// Events of the Z-Box: lines of its blocks, and events that its sub-control registers select. All counters have the same
// events, each at its code.
`default_nettype none

module itanium_zbox_events #(
    parameter HITS = 37
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software access
    input  wire        write,
    input  wire        at_pgt,
    input  wire        at_dsp,
    input  wire        at_iss,
    input  wire        at_thr,
    input  wire        at_pld,
    input  wire        at_fvc,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,

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

    // Events of this cycle, by code
    output wire [HITS-1:0] hits
);

    wire [31:0] pgt;
    wire [31:0] dsp;
    wire [31:0] iss;
    wire [31:0] thr;
    wire [31:0] pld;
    wire [31:0] fvc;

    wire        up_ev;
    wire        dn_ev;
    wire        iss_ev;
    wire        cyc_sched_ev;
    wire        in_pld_mode;
    wire        dram_ev;
    wire        retry_ev;
    wire [3:0]  fvc_ev;
    wire        cyc_ev;
    wire        dispq_ev;
    wire        page_hits;
    wire        page_ev;
    wire        cnflt_ev;
    wire        dispq_cyc;

    itanium_zbox_pgt u_pgt (
        .clk           (clk),
        .rst           (rst),
        .write         (write & at_pgt),
        .wdata         (wdata),
        .value         (pgt),
        .pgt_open      (pgt_open),
        .pgt_cmd_v     (pgt_cmd_v),
        .pgt_cmd_wr    (pgt_cmd_wr),
        .page_hit      (page_hit),
        .pg_opn2cls    (pg_opn2cls),
        .pg_cls2opn    (pg_cls2opn),
        .tt_cnflt_v    (tt_cnflt_v),
        .tt_cnflt_rank (tt_cnflt_rank),
        .cyc_ev        (cyc_ev),
        .dispq_ev      (dispq_ev),
        .page_hits     (page_hits),
        .page_ev       (page_ev),
        .cnflt_ev      (cnflt_ev)
    );

    itanium_zbox_dsp u_dsp (
        .clk         (clk),
        .rst         (rst),
        .write       (write & at_dsp),
        .wdata       (wdata),
        .value       (dsp),
        .dispq_empty (dispq_empty),
        .dispq_cyc   (dispq_cyc)
    );

    itanium_zbox_iss u_iss (
        .clk          (clk),
        .rst          (rst),
        .write        (write & at_iss),
        .wdata        (wdata),
        .value        (iss),
        .frm_v        (frm_v),
        .frm_type     (frm_type),
        .sched_mode   (sched_mode),
        .iss_ev       (iss_ev),
        .cyc_sched_ev (cyc_sched_ev),
        .in_pld_mode  (in_pld_mode)
    );

    itanium_zbox_thr u_thr (
        .clk    (clk),
        .rst    (rst),
        .write  (write & at_thr),
        .wdata  (wdata),
        .value  (thr),
        .thr_up (thr_up),
        .thr_dn (thr_dn),
        .up_ev  (up_ev),
        .dn_ev  (dn_ev)
    );

    itanium_zbox_pld u_pld (
        .clk              (clk),
        .rst              (rst),
        .write            (write & at_pld),
        .wdata            (wdata),
        .value            (pld),
        .dram_cmd_v       (dram_cmd_v),
        .dram_cmd         (dram_cmd),
        .dram_addr_match1 (dram_addr_match1),
        .in_pld_mode      (in_pld_mode),
        .retry_v          (retry_v),
        .retry_fvid       (retry_fvid),
        .dram_ev          (dram_ev),
        .retry_ev         (retry_ev)
    );

    itanium_zbox_fvc u_fvc (
        .clk         (clk),
        .rst         (rst),
        .write       (write & at_fvc),
        .wdata       (wdata),
        .value       (fvc),
        .smi_crc_err (smi_crc_err),
        .mem_ecc_err (mem_ecc_err),
        .psn_txn     (psn_txn),
        .alrt_frm    (alrt_frm),
        .smi_nb_trig (smi_nb_trig),
        .bcmd_v      (bcmd_v),
        .bcmd        (bcmd),
        .resp_v      (resp_v),
        .resp        (resp),
        .fvc_ev      (fvc_ev)
    );

    // Codes 24h down to 00h; 1Fh, 1Eh, 17h and 00h have no event
    assign hits = {cyc_sched_ev, retryq_badstarv, retry_op, throttle, dispq_cyc,
                   2'b00, inflight_cmd, sched_inflight, 1'b1, bcmd_v, cnflt_ev, page_collision,
                   1'b0, page_ev, page_autocls, page_hits, page_miss, dispq_ev, cyc_ev, fvc_ev[3],
                   fvc_ev[2:0], smi_fast_reset, retry_ev, dram_ev, iss_ev, sched_mode_chg,
                   refresh_cnflt, refresh, dn_ev, up_ev, retry_starve, retry_zfull, zfull, 1'b0};

    assign rdata = pgt & {32{at_pgt}}
                 | dsp & {32{at_dsp}}
                 | iss & {32{at_iss}}
                 | thr & {32{at_thr}}
                 | pld & {32{at_pld}}
                 | fvc & {32{at_fvc}};

endmodule

`default_nettype wire
