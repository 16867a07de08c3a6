// Core of an Itanium 9300 processor with its QuickPath event address register (QEAR). The PMU of the core counts the
// measurements of the QEAR and stops the captures of the QEAR while a thread is frozen.
`default_nettype none

module itanium_cpe #(
    parameter IPF_A12  = 0,  // see itanium_core
    parameter IPF_A28  = 0,  // see itanium_core
    parameter IPF_A48  = 0,  // see itanium_core
    parameter IPF_R142 = 0,  // see itanium_core
    parameter QEAR_A01 = 0   // see itanium_qear
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register port: the unit is the thread; spaces are 0 PMC, 1 PMD, 2 IBR, 3 DBR, 4 CR, 8 the QEAR, whose unit is 0
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
    output wire [23:0]  ext_notify,

    // QEAR: requests
    input  wire         e_req_v,
    input  wire [49:0]  e_req_pa,
    input  wire [1:0]   e_req_mc,
    input  wire [3:0]   e_req_op,
    input  wire [9:0]   e_req_hnid,
    input  wire         e_req_data_exp,
    input  wire [5:0]   e_req_tag,
    input  wire         e_req_v64,

    // QEAR: responses
    input  wire         e_rsp_v,
    input  wire [5:0]   e_rsp_tag,
    input  wire [1:0]   e_rsp_kind,

    // QEAR: protected addresses may be measured
    input  wire         e_prot_en,

    // QEAR: a measurement qualified
    output wire         e_qear_evt
);

    localparam [3:0] SPACE = 4'd8;

    // Registers: the core or the QEAR answers an access; otherwise it is refused.
    wire [63:0] core_rdata;
    wire        core_error;
    wire [63:0] qear_rdata;
    wire        qear_error;
    wire        read;
    wire        write;
    wire [11:0] offset;

    itanium_csr_port #(
        .SPACE (SPACE)
    ) u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .bus_error (qear_error),
        .read      (read),
        .write     (write),
        .offset    (offset)
    );

    assign bus_rdata = core_rdata | qear_rdata;
    assign bus_error = core_error & qear_error;

    // Lane 7 at the input of the core
    wire        lane_valid;
    wire [7:0]  lane_code;
    wire [15:0] lane_umhit;
    wire [2:0]  lane_inc;
    wire        lane_tid;
    wire [3:0]  lane_tag;
    wire        lane_dtag;
    wire        lane_pf;
    wire [3:0]  lane_mesi;

    itanium_cpe_lane u_lane (
        .qear_evt   (e_qear_evt),
        .ev_valid   (ev_valid[7]),
        .ev_code    (ev_code[63:56]),
        .ev_umhit   (ev_umhit[127:112]),
        .ev_inc     (ev_inc[23:21]),
        .ev_tid     (ev_tid[7]),
        .ev_tag     (ev_tag[31:28]),
        .ev_dtag    (ev_dtag[7]),
        .ev_pf      (ev_pf[7]),
        .ev_mesi    (ev_mesi[31:28]),
        .lane_valid (lane_valid),
        .lane_code  (lane_code),
        .lane_umhit (lane_umhit),
        .lane_inc   (lane_inc),
        .lane_tid   (lane_tid),
        .lane_tag   (lane_tag),
        .lane_dtag  (lane_dtag),
        .lane_pf    (lane_pf),
        .lane_mesi  (lane_mesi)
    );

    itanium_core #(
        .IPF_A12  (IPF_A12),
        .IPF_A28  (IPF_A28),
        .IPF_A48  (IPF_A48),
        .IPF_R142 (IPF_R142)
    ) u_core (
        .clk          (clk),
        .rst          (rst),
        .bus_valid    (bus_valid),
        .bus_write    (bus_write),
        .bus_space    (bus_space),
        .bus_unit     (bus_unit),
        .bus_addr     (bus_addr),
        .bus_wdata    (bus_wdata),
        .bus_rdata    (core_rdata),
        .bus_error    (core_error),
        .act_tid      (act_tid),
        .ts_dead      (ts_dead),
        .thr_halt     (thr_halt),
        .ref_tick     (ref_tick),
        .psr_up       (psr_up),
        .psr_pp       (psr_pp),
        .psr_sp       (psr_sp),
        .psr_is       (psr_is),
        .psr_cpl      (psr_cpl),
        .ev_valid     ({lane_valid, ev_valid[6:0]}),
        .ev_code      ({lane_code, ev_code[55:0]}),
        .ev_umhit     ({lane_umhit, ev_umhit[111:0]}),
        .ev_inc       ({lane_inc, ev_inc[20:0]}),
        .ev_tid       ({lane_tid, ev_tid[6:0]}),
        .ev_tag       ({lane_tag, ev_tag[27:0]}),
        .ev_dtag      ({lane_dtag, ev_dtag[6:0]}),
        .ev_pf        ({lane_pf, ev_pf[6:0]}),
        .ev_mesi      ({lane_mesi, ev_mesi[27:0]}),
        .ret_tid      (ret_tid),
        .ret_valid    (ret_valid),
        .ret_tag      (ret_tag),
        .ret_ip       (ret_ip),
        .flush        (flush),
        .iq_tid       (iq_tid),
        .iq_ip        (iq_ip),
        .iq_itype     (iq_itype),
        .iq_enco      (iq_enco),
        .dq_tid       (dq_tid),
        .dq_va        (dq_va),
        .dq_tag       (dq_tag),
        .ie_valid     (ie_valid),
        .ie_tid       (ie_tid),
        .ie_tlb       (ie_tlb),
        .ie_addr      (ie_addr),
        .ie_lat       (ie_lat),
        .ie_rab       (ie_rab),
        .ie_kind      (ie_kind),
        .ie_tag       (ie_tag),
        .dl_iss_valid (dl_iss_valid),
        .dl_iss_tid   (dl_iss_tid),
        .dl_iss_id    (dl_iss_id),
        .dl_iss_va    (dl_iss_va),
        .dl_iss_ip    (dl_iss_ip),
        .dl_iss_ipv   (dl_iss_ipv),
        .dl_iss_bn    (dl_iss_bn),
        .dl_iss_slot  (dl_iss_slot),
        .dl_iss_dtag  (dl_iss_dtag),
        .dl_res_valid (dl_res_valid),
        .dl_res_tid   (dl_res_tid),
        .dl_res_id    (dl_res_id),
        .dl_res_miss  (dl_res_miss),
        .dl_res_lat   (dl_res_lat),
        .dt_valid     (dt_valid),
        .dt_tid       (dt_tid),
        .dt_alat      (dt_alat),
        .dt_kind      (dt_kind),
        .dt_va        (dt_va),
        .dt_ip        (dt_ip),
        .dt_ipv       (dt_ipv),
        .dt_bn        (dt_bn),
        .dt_slot      (dt_slot),
        .dt_dtag      (dt_dtag),
        .bt_valid     (bt_valid),
        .bt_tid       (bt_tid),
        .bt_type      (bt_type),
        .bt_taken     (bt_taken),
        .bt_path_mp   (bt_path_mp),
        .bt_tgt_mp    (bt_tgt_mp),
        .bt_be_mp     (bt_be_mp),
        .bt_ip        (bt_ip),
        .bt_b1        (bt_b1),
        .bt_slot      (bt_slot),
        .bt_tgt_v     (bt_tgt_v),
        .bt_tgt       (bt_tgt),
        .bt_tag       (bt_tag),
        .iva_valid    (iva_valid),
        .iva_tid      (iva_tid),
        .iva_off      (iva_off),
        .iq_rtag      (iq_rtag),
        .iq_tag       (iq_tag),
        .dq_match     (dq_match),
        .dq_dtag      (dq_dtag),
        .frozen       (frozen),
        .pmi_level    (pmi_level),
        .pmi_irq      (pmi_irq),
        .pmi_vec      (pmi_vec),
        .ext_notify   (ext_notify)
    );

    itanium_qear_pmu #(
        .QEAR_A01 (QEAR_A01)
    ) u_qear (
        .clk          (clk),
        .rst          (rst),
        .read         (read),
        .write        (write),
        .offset       (offset),
        .wdata        (bus_wdata),
        .rdata        (qear_rdata),
        .req_v        (e_req_v),
        .req_pa       (e_req_pa),
        .req_mc       (e_req_mc),
        .req_op       (e_req_op),
        .req_hnid     (e_req_hnid),
        .req_data_exp (e_req_data_exp),
        .req_tag      (e_req_tag),
        .req_v64      (e_req_v64),
        .rsp_v        (e_rsp_v),
        .rsp_tag      (e_rsp_tag),
        .rsp_kind     (e_rsp_kind),
        .prot_en      (e_prot_en),
        .pmu_frz      (frozen),
        .qear_evt     (e_qear_evt)
    );

endmodule

`default_nettype wire
