// PMU of an Itanium 9300 core: two threads, each with counters, taggers, event address registers and trace buffer. A
// block can be excluded; its registers are then not implemented: they read 0 and ignore writes.
//
// An access to a thread, space or index that does not exist is refused. Other writes need privilege level 0 of their
// thread, and so do reads of anything but a PMD. Spaces 5 to 7 have no registers; reads of them need no privilege.
`default_nettype none

module itanium_core #(
    parameter HAS_COUNTERS = 1,
    parameter HAS_TAGGER   = 1,
    parameter HAS_IEAR     = 1,
    parameter HAS_DEAR     = 1,
    parameter HAS_TRACE    = 1,
    parameter IPF_A12      = 0,  // decision IPF-A12, captures of a thread that is not frozen: 0 read 0, 1 read as stored
    parameter IPF_A28      = 0,  // decision IPF-A28, PMC.all of counters 10 to 15: 0 has no effect, 1 counts both threads
    parameter IPF_A48      = 0,  // decision IPF-A48, events 2D, C9 and F2: 0 need the data tag, 1 need no tag
    parameter IPF_R142     = 0   // rule IPF-R142, the upper limit of a fine range: 0 excluded, 1 included
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register port: the unit is the thread; spaces are 0 PMC, 1 PMD, 2 IBR, 3 DBR, 4 CR
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,

    // Threads
    input  wire         act_tid,
    input  wire         ts_dead,
    input  wire [1:0]   thr_halt,
    input  wire         ref_tick,
    input  wire [1:0]   psr_up,
    input  wire [1:0]   psr_pp,
    input  wire [1:0]   psr_sp,
    input  wire [1:0]   psr_is,
    input  wire [3:0]   psr_cpl,

    // Lanes
    input  wire [7:0]   ev_valid,
    input  wire [63:0]  ev_code,
    input  wire [127:0] ev_umhit,
    input  wire [23:0]  ev_inc,
    input  wire [7:0]   ev_tid,
    input  wire [31:0]  ev_tag,
    input  wire [7:0]   ev_dtag,
    input  wire [7:0]   ev_pf,
    input  wire [31:0]  ev_mesi,

    // Retirement
    input  wire         ret_tid,
    input  wire [5:0]   ret_valid,
    input  wire [23:0]  ret_tag,
    input  wire [59:0]  ret_ip,
    input  wire [1:0]   flush,

    // Instruction tag queries
    input  wire [1:0]   iq_tid,
    input  wire [119:0] iq_ip,
    input  wire [5:0]   iq_itype,
    input  wire [81:0]  iq_enco,

    // Data tag queries
    input  wire [1:0]   dq_tid,
    input  wire [127:0] dq_va,
    input  wire [7:0]   dq_tag,

    // Instruction misses
    input  wire         ie_valid,
    input  wire         ie_tid,
    input  wire         ie_tlb,
    input  wire [58:0]  ie_addr,
    input  wire [15:0]  ie_lat,
    input  wire         ie_rab,
    input  wire [1:0]   ie_kind,
    input  wire         ie_tag,

    // Loads
    input  wire         dl_iss_valid,
    input  wire         dl_iss_tid,
    input  wire [3:0]   dl_iss_id,
    input  wire [63:0]  dl_iss_va,
    input  wire [59:0]  dl_iss_ip,
    input  wire         dl_iss_ipv,
    input  wire         dl_iss_bn,
    input  wire [1:0]   dl_iss_slot,
    input  wire         dl_iss_dtag,
    input  wire         dl_res_valid,
    input  wire         dl_res_tid,
    input  wire [3:0]   dl_res_id,
    input  wire         dl_res_miss,
    input  wire [15:0]  dl_res_lat,

    // DTLB and ALAT misses
    input  wire         dt_valid,
    input  wire         dt_tid,
    input  wire         dt_alat,
    input  wire [1:0]   dt_kind,
    input  wire [63:0]  dt_va,
    input  wire [59:0]  dt_ip,
    input  wire         dt_ipv,
    input  wire         dt_bn,
    input  wire [1:0]   dt_slot,
    input  wire         dt_dtag,

    // Branches
    input  wire         bt_valid,
    input  wire         bt_tid,
    input  wire [2:0]   bt_type,
    input  wire         bt_taken,
    input  wire         bt_path_mp,
    input  wire         bt_tgt_mp,
    input  wire         bt_be_mp,
    input  wire [59:0]  bt_ip,
    input  wire         bt_b1,
    input  wire [1:0]   bt_slot,
    input  wire         bt_tgt_v,
    input  wire [59:0]  bt_tgt,
    input  wire         bt_tag,

    // Interruptions
    input  wire         iva_valid,
    input  wire         iva_tid,
    input  wire [10:0]  iva_off,

    // Answers to queries
    output wire [7:0]   iq_rtag,
    output wire [7:0]   iq_tag,
    output wire [7:0]   dq_match,
    output wire [1:0]   dq_dtag,

    // Freeze and interrupt
    output wire [1:0]   frozen,
    output wire [1:0]   pmi_level,
    output wire [1:0]   pmi_irq,
    output wire [15:0]  pmi_vec,
    output wire [23:0]  ext_notify
);

    wire [127:0]  rdata;
    wire [7:0]    ev_passes;
    wire [15:0]   ev_owners;
    wire [11:0]   ret_counts;
    wire          ret_qualified;
    wire [7:0]    pulses;
    wire [115:0]  pmc32;
    wire [81:0]   pmc33;
    wire [115:0]  pmc34;
    wire [81:0]   pmc35;
    wire [7:0]    pmc36;
    wire [27:0]   pmc38;
    wire [97:0]   pmc41;
    wire [1023:0] ibr;
    wire [1023:0] dbr;

    wire          answered   = bus_unit[7:1] == 7'd0 & ~bus_space[3] & bus_addr[31:8] == 24'd0;
    wire          user       = (bus_unit[0] ? psr_cpl[3:2] : psr_cpl[1:0]) != 2'd0;
    wire          privileged = bus_write | bus_space[2:0] != 3'd1 & bus_space[2:0] < 3'd5;
    wire          refused    = ~answered | user & privileged;

    assign bus_error = bus_valid & refused;
    assign bus_rdata = (bus_unit[0] ? rdata[127:64] : rdata[63:0]) & {64{bus_valid & ~bus_write & ~refused}};

    genvar lane;
    generate
        for (lane = 0; lane < 8; lane = lane + 1) begin : g_lane
            itanium_lane #(
                .IPF_A48 (IPF_A48)
            ) u_lane (
                .valid   (ev_valid[lane]),
                .code    (ev_code[8*lane +: 8]),
                .tid     (ev_tid[lane]),
                .tag     (ev_tag[4*lane +: 2]),
                .dtag    (ev_dtag[lane]),
                .pf      (ev_pf[lane]),
                .act_tid (act_tid),
                .passes  (ev_passes[lane]),
                .owners  ({ev_owners[8 + lane], ev_owners[lane]})
            );

            // No event is qualified by the tags of channels 2 and 3.
            wire [1:0] unused_tag = ev_tag[4*lane + 2 +: 2];
        end
    endgenerate

    itanium_retired u_retired (
        .ret_valid (ret_valid),
        .ret_tag   (ret_tag),
        .counts    (ret_counts),
        .qualified (ret_qualified)
    );

    genvar t;
    generate
        for (t = 0; t < 2; t = t + 1) begin : g_thread
            wire       own           = bus_unit[0] == t[0];
            wire       owns_pipeline = act_tid == t[0];
            wire [7:0] ev_own        = ev_owners[8*t +: 8];

            itanium_thread #(
                .HAS_COUNTERS (HAS_COUNTERS),
                .HAS_TAGGER   (HAS_TAGGER),
                .HAS_IEAR     (HAS_IEAR),
                .HAS_DEAR     (HAS_DEAR),
                .HAS_TRACE    (HAS_TRACE),
                .IPF_A12      (IPF_A12),
                .IPF_A28      (IPF_A28)
            ) u_thread (
                .clk           (clk),
                .rst           (rst),
                .write         (bus_valid & bus_write & answered & own & ~user),
                .space         (bus_space[2:0]),
                .index         (bus_addr[7:0]),
                .wdata         (bus_wdata),
                .rdata         (rdata[64*t +: 64]),
                .psr_up        (psr_up[t]),
                .psr_pp        (psr_pp[t]),
                .psr_sp        (psr_sp[t]),
                .psr_is        (psr_is[t]),
                .psr_cpl       (psr_cpl[2*t +: 2]),
                .owns_pipeline (owns_pipeline),
                .foreground    (owns_pipeline & ~ts_dead),
                .ts_dead       (ts_dead),
                .flush         (flush[t]),
                .halt_own      (thr_halt[t]),
                .halt_other    (thr_halt[1 - t]),
                .ev_passes     (ev_passes),
                .ev_own        (ev_own),
                .ev_code       (ev_code),
                .ev_umhit      (ev_umhit),
                .ev_inc        (ev_inc),
                .ev_mesi       (ev_mesi),
                .ref_tick      (ref_tick),
                .ret_own       (ret_tid == t[0]),
                .ret_any       (|ret_valid),
                .ret_ip        (ret_ip),
                .ret_qualified (ret_qualified),
                .ret_counts    (ret_counts),
                .ie_valid      (ie_valid & ie_tid == t[0]),
                .ie_tlb        (ie_tlb),
                .ie_addr       (ie_addr),
                .ie_lat        (ie_lat),
                .ie_rab        (ie_rab),
                .ie_kind       (ie_kind),
                .ie_tag        (ie_tag),
                .dl_iss_valid  (dl_iss_valid & dl_iss_tid == t[0]),
                .dl_iss_id     (dl_iss_id),
                .dl_iss_va     (dl_iss_va),
                .dl_iss_ip     (dl_iss_ip),
                .dl_iss_ipv    (dl_iss_ipv),
                .dl_iss_bn     (dl_iss_bn),
                .dl_iss_slot   (dl_iss_slot),
                .dl_iss_dtag   (dl_iss_dtag),
                .dl_res_valid  (dl_res_valid & dl_res_tid == t[0]),
                .dl_res_id     (dl_res_id),
                .dl_res_miss   (dl_res_miss),
                .dl_res_lat    (dl_res_lat),
                .dt_valid      (dt_valid & dt_tid == t[0]),
                .dt_alat       (dt_alat),
                .dt_kind       (dt_kind),
                .dt_va         (dt_va),
                .dt_ip         (dt_ip),
                .dt_ipv        (dt_ipv),
                .dt_bn         (dt_bn),
                .dt_slot       (dt_slot),
                .dt_dtag       (dt_dtag),
                .bt_valid      (bt_valid & bt_tid == t[0]),
                .bt_type       (bt_type),
                .bt_taken      (bt_taken),
                .bt_path_mp    (bt_path_mp),
                .bt_tgt_mp     (bt_tgt_mp),
                .bt_be_mp      (bt_be_mp),
                .bt_ip         (bt_ip),
                .bt_b1         (bt_b1),
                .bt_slot       (bt_slot),
                .bt_tgt_v      (bt_tgt_v),
                .bt_tgt        (bt_tgt),
                .bt_tag        (bt_tag),
                .iva_valid     (iva_valid & iva_tid == t[0]),
                .iva_off       (iva_off),
                .pulse_own     (pulses[4*t +: 4]),
                .pulse_other   (pulses[4*(1 - t) +: 4]),
                .pmc32         (pmc32[58*t +: 58]),
                .pmc33         (pmc33[41*t +: 41]),
                .pmc34         (pmc34[58*t +: 58]),
                .pmc35         (pmc35[41*t +: 41]),
                .pmc36         (pmc36[4*t +: 4]),
                .pmc38         (pmc38[14*t +: 14]),
                .pmc41         (pmc41[49*t +: 49]),
                .ibr           (ibr[512*t +: 512]),
                .dbr           (dbr[512*t +: 512]),
                .fr            (frozen[t]),
                .pmi_level     (pmi_level[t]),
                .pmi_irq       (pmi_irq[t]),
                .pmi_vec       (pmi_vec[8*t +: 8]),
                .ext_notify    (ext_notify[12*t +: 12])
            );
        end

        for (t = 0; t < 2; t = t + 1) begin : g_query
            wire iq = iq_tid[t];
            wire dq = dq_tid[t];

            itanium_tag_instruction #(
                .IPF_R142 (IPF_R142)
            ) u_instruction (
                .pmc32   (iq ? pmc32[115:58] : pmc32[57:0]),
                .pmc33   (iq ? pmc33[81:41] : pmc33[40:0]),
                .pmc34   (iq ? pmc34[115:58] : pmc34[57:0]),
                .pmc35   (iq ? pmc35[81:41] : pmc35[40:0]),
                .pmc36   (iq ? pmc36[7:4] : pmc36[3:0]),
                .pmc38   (iq ? pmc38[27:14] : pmc38[13:0]),
                .ibr     (iq ? ibr[1023:512] : ibr[511:0]),
                .psr_is  (iq ? psr_is[1] : psr_is[0]),
                .psr_cpl (iq ? psr_cpl[3:2] : psr_cpl[1:0]),
                .ip      (iq_ip[60*t +: 60]),
                .itype   (iq_itype[3*t +: 3]),
                .enco    (iq_enco[41*t +: 41]),
                .rtag    (iq_rtag[4*t +: 4]),
                .tag     (iq_tag[4*t +: 4])
            );

            itanium_tag_data u_data (
                .pmc41 (dq ? pmc41[97:49] : pmc41[48:0]),
                .dbr   (dq ? dbr[1023:512] : dbr[511:0]),
                .va    (dq_va[64*t +: 64]),
                .tag   (dq_tag[4*t +: 4]),
                .match (dq_match[4*t +: 4]),
                .dtag  (dq_dtag[t])
            );
        end
    endgenerate

endmodule

`default_nettype wire
