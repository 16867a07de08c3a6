// Performance monitoring of the uncore of an Itanium 9300 processor with one register port: D-Box, two B-Boxes, two
// Z-Boxes, the R-Box and the QPI event address registers (QEAR) of four cores. The D-Box records the boxes' overflows and
// freezes and unfreezes the boxes, but not the QEARs. Long: ports and instances only.
`default_nettype none

module itanium_uncore #(
    parameter IBBOX_A05 = 0,  // see itanium_bbox
    parameter IBBOX_A06 = 0,  // see itanium_bbox
    parameter QEAR_A01  = 0,  // see itanium_qear
    parameter DBOX_A02  = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire            clk,
    input  wire            rst,

    // Strap: number of this socket
    input  wire [7:0]      socket_id,

    // Register port; the address is the offset in the aperture
    input  wire            bus_valid,
    input  wire            bus_write,
    input  wire [3:0]      bus_space,
    input  wire [7:0]      bus_unit,
    input  wire [31:0]     bus_addr,
    input  wire [63:0]     bus_wdata,
    output wire [63:0]     bus_rdata,
    output wire            bus_error,

    // D-Box: freeze and unfreeze pulses to the boxes
    output wire            d_frz,
    output wire            d_unfrz,

    // D-Box: interrupt request to the U-Box
    output wire            d_ubox_int,

    // B-Boxes, box 0 in the low bits: response forward packet
    input  wire [1:0]      b_rfp_v,
    input  wire [1:0]      b_rfp_req_loc,
    input  wire [1:0]      b_rfp_rsp_loc,

    // B-Boxes, box 0 in the low bits: in-flight memory table
    input  wire [1:0]      b_imt_alloc,
    input  wire [1:0]      b_imt_pop_cfl,
    input  wire [1:0]      b_imt_dealloc,

    // B-Boxes, box 0 in the low bits: queues of the arbiter by code: an entry is written, an entry is read
    input  wire [40*2-1:0] b_arb_ins,
    input  wire [40*2-1:0] b_arb_rem,

    // B-Boxes, box 0 in the low bits: packet that arrives from QPI, and its tag for the tracker
    input  wire [1:0]      b_iob_in_v,
    input  wire [4*2-1:0]  b_iob_in_mc,
    input  wire [4*2-1:0]  b_iob_in_op,
    input  wire [1:0]      b_iob_in_rhnid_loc,
    input  wire [1:0]      b_iob_in_rsnid_loc,
    output wire [1:0]      b_iob_tag_match,
    output wire [1:0]      b_iob_tag_age,

    // B-Boxes, box 0 in the low bits: packet that leaves, and the tag of its transaction
    input  wire [1:0]      b_iob_out_v,
    input  wire [4*2-1:0]  b_iob_out_mc,
    input  wire [4*2-1:0]  b_iob_out_op,
    input  wire [1:0]      b_iob_out_dnid_loc,
    input  wire [1:0]      b_iob_out_rhnid_loc,
    input  wire [1:0]      b_iob_out_tag_match,
    input  wire [1:0]      b_iob_out_tag_age,

    // B-Boxes, box 0 in the low bits: snoops launched, responses received
    input  wire [1:0]      b_snp_req_loc,
    input  wire [1:0]      b_snp_req_rem,
    input  wire [1:0]      b_snp_rsp_loc,
    input  wire [1:0]      b_snp_rsp_rem,

    // B-Boxes, box 0 in the low bits: command to the Z-Box, and its acknowledges
    input  wire [1:0]      b_bz_req_v,
    input  wire [4*2-1:0]  b_bz_req_op,
    input  wire [5*2-1:0]  b_bz_req_id,
    input  wire [1:0]      b_bz_ack_v,
    input  wire [5*2-1:0]  b_bz_ack_id,

    // B-Boxes, box 0 in the low bits: events that come as lines
    input  wire [1:0]      b_nsl_succ,
    input  wire [1:0]      b_nsl_rej,
    input  wire [1:0]      b_trk_imt_hazard,
    input  wire [4*2-1:0]  b_nsl_ev,

    // B-Boxes, box 0 in the low bits: overflow and interrupt request to the D-Box, freeze state
    output wire [1:0]      b_ovf,
    output wire [1:0]      b_pmi,
    output wire [1:0]      b_frozen,

    // Z-Boxes, box 0 in the low bits: overflow and interrupt request to the D-Box, freeze state
    output wire [1:0]      z_ovf,
    output wire [1:0]      z_pmi,
    output wire [1:0]      z_frozen,

    // Z-Boxes, box 0 in the low bits: the selected event of counter 0 to 3 occurred in the previous cycle
    output wire [4*2-1:0]  z_trig,

    // Z-Boxes, box 0 in the low bits: scheduler full, retries due to it
    input  wire [1:0]      z_zfull,
    input  wire [1:0]      z_retry_zfull,
    input  wire [1:0]      z_retry_starve,

    // Z-Boxes, box 0 in the low bits: thermal trip points: 4 * DIMM + condition
    input  wire [32*2-1:0] z_thr_up,
    input  wire [32*2-1:0] z_thr_dn,

    // Z-Boxes, box 0 in the low bits: refresh and scheduling
    input  wire [1:0]      z_refresh,
    input  wire [1:0]      z_refresh_cnflt,
    input  wire [1:0]      z_sched_mode_chg,
    input  wire [3*2-1:0]  z_sched_mode,

    // Z-Boxes, box 0 in the low bits: frames and DRAM commands
    input  wire [1:0]      z_frm_v,
    input  wire [4*2-1:0]  z_frm_type,
    input  wire [1:0]      z_dram_cmd_v,
    input  wire [5*2-1:0]  z_dram_cmd,
    input  wire [1:0]      z_dram_addr_match1,

    // Z-Boxes, box 0 in the low bits: retries
    input  wire [1:0]      z_retry_v,
    input  wire [6*2-1:0]  z_retry_fvid,

    // Z-Boxes, box 0 in the low bits: memory channel
    input  wire [1:0]      z_smi_fast_reset,
    input  wire [1:0]      z_smi_crc_err,
    input  wire [1:0]      z_mem_ecc_err,
    input  wire [1:0]      z_psn_txn,
    input  wire [1:0]      z_alrt_frm,
    input  wire [1:0]      z_smi_nb_trig,

    // Z-Boxes, box 0 in the low bits: commands from the B-Box, responses to it
    input  wire [1:0]      z_bcmd_v,
    input  wire [4*2-1:0]  z_bcmd,
    input  wire [1:0]      z_resp_v,
    input  wire [3*2-1:0]  z_resp,

    // Z-Boxes, box 0 in the low bits: page table
    input  wire [1:0]      z_pgt_open,
    input  wire [1:0]      z_pgt_cmd_v,
    input  wire [1:0]      z_pgt_cmd_wr,
    input  wire [1:0]      z_page_miss,
    input  wire [1:0]      z_page_hit,
    input  wire [1:0]      z_page_autocls,
    input  wire [1:0]      z_page_collision,
    input  wire [1:0]      z_pg_opn2cls,
    input  wire [1:0]      z_pg_cls2opn,

    // Z-Boxes, box 0 in the low bits: conflicts of thermal throttling
    input  wire [1:0]      z_tt_cnflt_v,
    input  wire [4*2-1:0]  z_tt_cnflt_rank,

    // Z-Boxes, box 0 in the low bits: commands in flight, dispatch and retry queues
    input  wire [1:0]      z_sched_inflight,
    input  wire [1:0]      z_inflight_cmd,
    input  wire [1:0]      z_dispq_empty,
    input  wire [1:0]      z_throttle,
    input  wire [1:0]      z_retry_op,
    input  wire [1:0]      z_retryq_badstarv,

    // Z-Boxes, box 0 in the low bits: depths and writes of queues
    input  wire [6*2-1:0]  z_dispq_rd_cnt,
    input  wire [6*2-1:0]  z_fvid_fifo_cnt,
    input  wire [2*2-1:0]  z_fvid_fifo_wr,
    input  wire [6*2-1:0]  z_live_ops,
    input  wire [6*2-1:0]  z_dispq_wr_cnt,

    // R-Box: overflow and interrupt request to the D-Box, freeze state
    output wire            r_ovf,
    output wire            r_pmi,
    output wire            r_frozen,

    // R-Box, port 0 in the low bits: flits
    input  wire [11:0]     r_flt_sent,
    input  wire [11:0]     r_flt_rcvd,
    input  wire [11:0]     r_nsp_sent,
    input  wire [11:0]     r_nsp_rcvd,
    input  wire [11:0]     r_retq_rd,
    input  wire [11:0]     r_inpckterr,
    input  wire [11:0]     r_fstenough,

    // R-Box, port 0 in the low bits: output buffer
    input  wire [11:0]     r_outb_wr,
    input  wire [11:0]     r_outb_ne,
    input  wire [83:0]     r_outb_depth,

    // R-Box, port 0 in the low bits: EOT, by class
    input  wire [83:0]     r_eot_wr,
    input  wire [419:0]    r_eot_depth,
    input  wire [11:0]     r_eot_ne,

    // R-Box, port 0 in the low bits: entry table and input queue
    input  wire [83:0]     r_arb_alloc,
    input  wire [11:0]     r_inq_dealloc,

    // R-Box, port 0 in the low bits: packets
    input  wire [71:0]     r_pkt_cls,
    input  wire [23:0]     r_pkt_vn,

    // R-Box, port 0 in the low bits: arbitration
    input  wire [71:0]     r_q_bid,
    input  wire [71:0]     r_q_fail,
    input  wire [11:0]     r_q_hok,
    input  wire [11:0]     r_l_bid,
    input  wire [11:0]     r_l_fail,
    input  wire [11:0]     r_l_hok,
    input  wire [11:0]     r_g_bid,
    input  wire [11:0]     r_g_fail,
    input  wire [11:0]     r_g_hok,
    input  wire [191:0]    r_tgt_av,
    input  wire [359:0]    r_et_depth,

    // R-Box, port 0 in the low bits: flits that cross to the port
    input  wire [11:0]     r_mm_v,
    input  wire [767:0]    r_mm_flit,
    input  wire [95:0]     r_mm_flit_hi,
    input  wire [47:0]     r_mm_idx,

    // QEARs, core 0 in the low bits: requests
    input  wire [3:0]      e_req_v,
    input  wire [50*4-1:0] e_req_pa,
    input  wire [2*4-1:0]  e_req_mc,
    input  wire [4*4-1:0]  e_req_op,
    input  wire [10*4-1:0] e_req_hnid,
    input  wire [3:0]      e_req_data_exp,
    input  wire [6*4-1:0]  e_req_tag,
    input  wire [3:0]      e_req_v64,

    // QEARs, core 0 in the low bits: responses
    input  wire [3:0]      e_rsp_v,
    input  wire [6*4-1:0]  e_rsp_tag,
    input  wire [2*4-1:0]  e_rsp_kind,

    // QEARs, core 0 in the low bits: protected addresses may be measured; core PMUs that are frozen, by thread
    input  wire [3:0]      e_prot_en,
    input  wire [2*4-1:0]  e_pmu_frz,

    // QEARs, core 0 in the low bits: a measurement qualified
    output wire [3:0]      e_qear_evt
);

    localparam BOXES = 2;
    localparam CORES = 4;

    wire                read;
    wire                write;
    wire                at_dbox;
    wire [BOXES-1:0]    at_box;
    wire                at_rbox;
    wire [CORES-1:0]    at_cpe;

    itanium_uncore_decoder u_decoder (
        .socket_id (socket_id),
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr[31:12]),
        .bus_error (bus_error),
        .read      (read),
        .write     (write),
        .at_dbox   (at_dbox),
        .at_box    (at_box),
        .at_rbox   (at_rbox),
        .at_cpe    (at_cpe)
    );

    wire [63:0]         d_rdata;
    wire [64*BOXES-1:0] b_rdata;
    wire [64*BOXES-1:0] z_rdata;
    wire [31:0]         r_rdata;
    wire [64*CORES-1:0] e_rdata;

    // In the order of the D-Box's boxes
    wire [4:0]          ovf = {r_ovf, z_ovf[1], b_ovf[1], z_ovf[0], b_ovf[0]};
    wire [1:0]          b_ovf_any;
    wire [1:0]          z_ovf_any;
    wire                r_ovf_any;
    wire [4:0]          ovf_any = {r_ovf_any, z_ovf_any[1], b_ovf_any[1], z_ovf_any[0], b_ovf_any[0]};
    wire [4:0]          pmi = {r_pmi, z_pmi[1], b_pmi[1], z_pmi[0], b_pmi[0]};

    itanium_dbox_pmu #(
        .DBOX_A02 (DBOX_A02)
    ) u_dbox (
        .clk      (clk),
        .rst      (rst),
        .read     (read & at_dbox),
        .write    (write & at_dbox),
        .offset   (bus_addr[11:0]),
        .wdata    (bus_wdata),
        .rdata    (d_rdata),
        .ovf      (ovf),
        .ovf_any  (ovf_any),
        .pmi      (pmi),
        .frz      (d_frz),
        .unfrz    (d_unfrz),
        .ubox_int (d_ubox_int)
    );

    genvar i;
    generate
        // A B-Box and a Z-Box share a window: each answers only at its own offsets.
        for (i = 0; i < BOXES; i = i + 1) begin : g_box
            itanium_bbox_pmu #(
                .IBBOX_A05 (IBBOX_A05),
                .IBBOX_A06 (IBBOX_A06),
                .DBOX_A02  (DBOX_A02)
            ) u_bbox (
                .clk               (clk),
                .rst               (rst),
                .read              (read & at_box[i]),
                .write             (write & at_box[i]),
                .offset            (bus_addr[11:0]),
                .wdata             (bus_wdata),
                .rdata             (b_rdata[64*i +: 64]),
                .dbx_frz           (d_frz),
                .dbx_unfrz         (d_unfrz),
                .rfp_v             (b_rfp_v[i]),
                .rfp_req_loc       (b_rfp_req_loc[i]),
                .rfp_rsp_loc       (b_rfp_rsp_loc[i]),
                .imt_alloc         (b_imt_alloc[i]),
                .imt_pop_cfl       (b_imt_pop_cfl[i]),
                .imt_dealloc       (b_imt_dealloc[i]),
                .arb_ins           (b_arb_ins[40*i +: 40]),
                .arb_rem           (b_arb_rem[40*i +: 40]),
                .iob_in_v          (b_iob_in_v[i]),
                .iob_in_mc         (b_iob_in_mc[4*i +: 4]),
                .iob_in_op         (b_iob_in_op[4*i +: 4]),
                .iob_in_rhnid_loc  (b_iob_in_rhnid_loc[i]),
                .iob_in_rsnid_loc  (b_iob_in_rsnid_loc[i]),
                .iob_tag_match     (b_iob_tag_match[i]),
                .iob_tag_age       (b_iob_tag_age[i]),
                .iob_out_v         (b_iob_out_v[i]),
                .iob_out_mc        (b_iob_out_mc[4*i +: 4]),
                .iob_out_op        (b_iob_out_op[4*i +: 4]),
                .iob_out_dnid_loc  (b_iob_out_dnid_loc[i]),
                .iob_out_rhnid_loc (b_iob_out_rhnid_loc[i]),
                .iob_out_tag_match (b_iob_out_tag_match[i]),
                .iob_out_tag_age   (b_iob_out_tag_age[i]),
                .snp_req_loc       (b_snp_req_loc[i]),
                .snp_req_rem       (b_snp_req_rem[i]),
                .snp_rsp_loc       (b_snp_rsp_loc[i]),
                .snp_rsp_rem       (b_snp_rsp_rem[i]),
                .bz_req_v          (b_bz_req_v[i]),
                .bz_req_op         (b_bz_req_op[4*i +: 4]),
                .bz_req_id         (b_bz_req_id[5*i +: 5]),
                .bz_ack_v          (b_bz_ack_v[i]),
                .bz_ack_id         (b_bz_ack_id[5*i +: 5]),
                .nsl_succ          (b_nsl_succ[i]),
                .nsl_rej           (b_nsl_rej[i]),
                .trk_imt_hazard    (b_trk_imt_hazard[i]),
                .nsl_ev            (b_nsl_ev[4*i +: 4]),
                .ovf               (b_ovf[i]),
                .ovf_any           (b_ovf_any[i]),
                .pmi               (b_pmi[i]),
                .frozen            (b_frozen[i])
            );

            itanium_zbox_pmu #(
                .DBOX_A02 (DBOX_A02)
            ) u_zbox (
                .clk              (clk),
                .rst              (rst),
                .read             (read & at_box[i]),
                .write            (write & at_box[i]),
                .offset           (bus_addr[11:0]),
                .wdata            (bus_wdata),
                .rdata            (z_rdata[64*i +: 64]),
                .dbx_frz          (d_frz),
                .dbx_unfrz        (d_unfrz),
                .ovf              (z_ovf[i]),
                .ovf_any          (z_ovf_any[i]),
                .pmi              (z_pmi[i]),
                .frozen           (z_frozen[i]),
                .trig             (z_trig[4*i +: 4]),
                .zfull            (z_zfull[i]),
                .retry_zfull      (z_retry_zfull[i]),
                .retry_starve     (z_retry_starve[i]),
                .thr_up           (z_thr_up[32*i +: 32]),
                .thr_dn           (z_thr_dn[32*i +: 32]),
                .refresh          (z_refresh[i]),
                .refresh_cnflt    (z_refresh_cnflt[i]),
                .sched_mode_chg   (z_sched_mode_chg[i]),
                .sched_mode       (z_sched_mode[3*i +: 3]),
                .frm_v            (z_frm_v[i]),
                .frm_type         (z_frm_type[4*i +: 4]),
                .dram_cmd_v       (z_dram_cmd_v[i]),
                .dram_cmd         (z_dram_cmd[5*i +: 5]),
                .dram_addr_match1 (z_dram_addr_match1[i]),
                .retry_v          (z_retry_v[i]),
                .retry_fvid       (z_retry_fvid[6*i +: 6]),
                .smi_fast_reset   (z_smi_fast_reset[i]),
                .smi_crc_err      (z_smi_crc_err[i]),
                .mem_ecc_err      (z_mem_ecc_err[i]),
                .psn_txn          (z_psn_txn[i]),
                .alrt_frm         (z_alrt_frm[i]),
                .smi_nb_trig      (z_smi_nb_trig[i]),
                .bcmd_v           (z_bcmd_v[i]),
                .bcmd             (z_bcmd[4*i +: 4]),
                .resp_v           (z_resp_v[i]),
                .resp             (z_resp[3*i +: 3]),
                .pgt_open         (z_pgt_open[i]),
                .pgt_cmd_v        (z_pgt_cmd_v[i]),
                .pgt_cmd_wr       (z_pgt_cmd_wr[i]),
                .page_miss        (z_page_miss[i]),
                .page_hit         (z_page_hit[i]),
                .page_autocls     (z_page_autocls[i]),
                .page_collision   (z_page_collision[i]),
                .pg_opn2cls       (z_pg_opn2cls[i]),
                .pg_cls2opn       (z_pg_cls2opn[i]),
                .tt_cnflt_v       (z_tt_cnflt_v[i]),
                .tt_cnflt_rank    (z_tt_cnflt_rank[4*i +: 4]),
                .sched_inflight   (z_sched_inflight[i]),
                .inflight_cmd     (z_inflight_cmd[i]),
                .dispq_empty      (z_dispq_empty[i]),
                .throttle         (z_throttle[i]),
                .retry_op         (z_retry_op[i]),
                .retryq_badstarv  (z_retryq_badstarv[i]),
                .dispq_rd_cnt     (z_dispq_rd_cnt[6*i +: 6]),
                .fvid_fifo_cnt    (z_fvid_fifo_cnt[6*i +: 6]),
                .fvid_fifo_wr     (z_fvid_fifo_wr[2*i +: 2]),
                .live_ops         (z_live_ops[6*i +: 6]),
                .dispq_wr_cnt     (z_dispq_wr_cnt[6*i +: 6])
            );
        end

        for (i = 0; i < CORES; i = i + 1) begin : g_cpe
            itanium_qear_pmu #(
                .QEAR_A01 (QEAR_A01)
            ) u_qear (
                .clk          (clk),
                .rst          (rst),
                .read         (read & at_cpe[i]),
                .write        (write & at_cpe[i]),
                .offset       (bus_addr[11:0]),
                .wdata        (bus_wdata),
                .rdata        (e_rdata[64*i +: 64]),
                .req_v        (e_req_v[i]),
                .req_pa       (e_req_pa[50*i +: 50]),
                .req_mc       (e_req_mc[2*i +: 2]),
                .req_op       (e_req_op[4*i +: 4]),
                .req_hnid     (e_req_hnid[10*i +: 10]),
                .req_data_exp (e_req_data_exp[i]),
                .req_tag      (e_req_tag[6*i +: 6]),
                .req_v64      (e_req_v64[i]),
                .rsp_v        (e_rsp_v[i]),
                .rsp_tag      (e_rsp_tag[6*i +: 6]),
                .rsp_kind     (e_rsp_kind[2*i +: 2]),
                .prot_en      (e_prot_en[i]),
                .pmu_frz      (e_pmu_frz[2*i +: 2]),
                .qear_evt     (e_qear_evt[i])
            );
        end
    endgenerate

    // Its offsets include its two windows.
    itanium_rbox_pmu #(
        .DBOX_A02 (DBOX_A02)
    ) u_rbox (
        .clk         (clk),
        .rst         (rst),
        .read        (read & at_rbox),
        .write       (write & at_rbox),
        .offset      (bus_addr[15:0]),
        .wdata       (bus_wdata[31:0]),
        .rdata       (r_rdata),
        .dbx_frz     (d_frz),
        .dbx_unfrz   (d_unfrz),
        .ovf         (r_ovf),
        .ovf_any     (r_ovf_any),
        .pmi         (r_pmi),
        .frozen      (r_frozen),
        .flt_sent    (r_flt_sent),
        .flt_rcvd    (r_flt_rcvd),
        .nsp_sent    (r_nsp_sent),
        .nsp_rcvd    (r_nsp_rcvd),
        .retq_rd     (r_retq_rd),
        .inpckterr   (r_inpckterr),
        .fstenough   (r_fstenough),
        .outb_wr     (r_outb_wr),
        .outb_ne     (r_outb_ne),
        .outb_depth  (r_outb_depth),
        .eot_wr      (r_eot_wr),
        .eot_depth   (r_eot_depth),
        .eot_ne      (r_eot_ne),
        .arb_alloc   (r_arb_alloc),
        .inq_dealloc (r_inq_dealloc),
        .pkt_cls     (r_pkt_cls),
        .pkt_vn      (r_pkt_vn),
        .q_bid       (r_q_bid),
        .q_fail      (r_q_fail),
        .q_hok       (r_q_hok),
        .l_bid       (r_l_bid),
        .l_fail      (r_l_fail),
        .l_hok       (r_l_hok),
        .g_bid       (r_g_bid),
        .g_fail      (r_g_fail),
        .g_hok       (r_g_hok),
        .tgt_av      (r_tgt_av),
        .et_depth    (r_et_depth),
        .mm_v        (r_mm_v),
        .mm_flit     (r_mm_flit),
        .mm_flit_hi  (r_mm_flit_hi),
        .mm_idx      (r_mm_idx)
    );

    // The read data of a box that is not addressed is 0.
    reg [63:0] answer;
    integer    n;

    always @* begin
        answer = d_rdata | {32'd0, r_rdata};
        for (n = 0; n < BOXES; n = n + 1)
            answer = answer | b_rdata[64*n +: 64] | z_rdata[64*n +: 64];
        for (n = 0; n < CORES; n = n + 1)
            answer = answer | e_rdata[64*n +: 64];
    end

    assign bus_rdata = answer;

endmodule

`default_nettype wire
