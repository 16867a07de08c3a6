// Intel Itanium 9300 core, taggers alone: itanium_core without the other sub-blocks.
// Generated from its description and rtl/intel_itanium/core/rtl.toml by `make gen`; do not edit.
`default_nettype none

module itanium_core_tagger #(
    // Choices, as in itanium_core
    parameter IPF_R142 = 0
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register port
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,

    // Inputs
    input  wire [1:0]   psr_is,
    input  wire [3:0]   psr_cpl,
    input  wire [1:0]   iq_tid,
    input  wire [119:0] iq_ip,
    input  wire [5:0]   iq_itype,
    input  wire [81:0]  iq_enco,
    input  wire [1:0]   dq_tid,
    input  wire [127:0] dq_va,
    input  wire [7:0]   dq_tag,

    // Outputs
    output wire [7:0]   iq_rtag,
    output wire [7:0]   iq_tag,
    output wire [7:0]   dq_match,
    output wire [1:0]   dq_dtag,
    output wire [1:0]   frozen
);

    // The outputs of the excluded sub-blocks are not connected.
    // verilator lint_off PINCONNECTEMPTY
    itanium_core #(
        .HAS_COUNTERS (0),
        .HAS_TAGGER   (1),
        .HAS_IEAR     (0),
        .HAS_DEAR     (0),
        .HAS_TRACE    (0),
        .IPF_R142     (IPF_R142)
    ) u_core (
        .clk          (clk),
        .rst          (rst),
        .bus_valid    (bus_valid),
        .bus_write    (bus_write),
        .bus_space    (bus_space),
        .bus_unit     (bus_unit),
        .bus_addr     (bus_addr),
        .bus_wdata    (bus_wdata),
        .bus_rdata    (bus_rdata),
        .bus_error    (bus_error),
        .act_tid      (1'd0),
        .ts_dead      (1'd0),
        .thr_halt     (2'd0),
        .ref_tick     (1'd0),
        .psr_up       (2'd0),
        .psr_pp       (2'd0),
        .psr_sp       (2'd0),
        .psr_is       (psr_is),
        .psr_cpl      (psr_cpl),
        .ev_valid     (8'd0),
        .ev_code      (64'd0),
        .ev_umhit     (128'd0),
        .ev_inc       (24'd0),
        .ev_tid       (8'd0),
        .ev_tag       (32'd0),
        .ev_dtag      (8'd0),
        .ev_pf        (8'd0),
        .ev_mesi      (32'd0),
        .ret_tid      (1'd0),
        .ret_valid    (6'd0),
        .ret_tag      (24'd0),
        .ret_ip       (60'd0),
        .flush        (2'd0),
        .iq_tid       (iq_tid),
        .iq_ip        (iq_ip),
        .iq_itype     (iq_itype),
        .iq_enco      (iq_enco),
        .dq_tid       (dq_tid),
        .dq_va        (dq_va),
        .dq_tag       (dq_tag),
        .ie_valid     (1'd0),
        .ie_tid       (1'd0),
        .ie_tlb       (1'd0),
        .ie_addr      (59'd0),
        .ie_lat       (16'd0),
        .ie_rab       (1'd0),
        .ie_kind      (2'd0),
        .ie_tag       (1'd0),
        .dl_iss_valid (1'd0),
        .dl_iss_tid   (1'd0),
        .dl_iss_id    (4'd0),
        .dl_iss_va    (64'd0),
        .dl_iss_ip    (60'd0),
        .dl_iss_ipv   (1'd0),
        .dl_iss_bn    (1'd0),
        .dl_iss_slot  (2'd0),
        .dl_iss_dtag  (1'd0),
        .dl_res_valid (1'd0),
        .dl_res_tid   (1'd0),
        .dl_res_id    (4'd0),
        .dl_res_miss  (1'd0),
        .dl_res_lat   (16'd0),
        .dt_valid     (1'd0),
        .dt_tid       (1'd0),
        .dt_alat      (1'd0),
        .dt_kind      (2'd0),
        .dt_va        (64'd0),
        .dt_ip        (60'd0),
        .dt_ipv       (1'd0),
        .dt_bn        (1'd0),
        .dt_slot      (2'd0),
        .dt_dtag      (1'd0),
        .bt_valid     (1'd0),
        .bt_tid       (1'd0),
        .bt_type      (3'd0),
        .bt_taken     (1'd0),
        .bt_path_mp   (1'd0),
        .bt_tgt_mp    (1'd0),
        .bt_be_mp     (1'd0),
        .bt_ip        (60'd0),
        .bt_b1        (1'd0),
        .bt_slot      (2'd0),
        .bt_tgt_v     (1'd0),
        .bt_tgt       (60'd0),
        .bt_tag       (1'd0),
        .iva_valid    (1'd0),
        .iva_tid      (1'd0),
        .iva_off      (11'd0),
        .iq_rtag      (iq_rtag),
        .iq_tag       (iq_tag),
        .dq_match     (dq_match),
        .dq_dtag      (dq_dtag),
        .frozen       (frozen),
        .pmi_level    (),
        .pmi_irq      (),
        .pmi_vec      (),
        .ext_notify   ()
    );
    // verilator lint_on PINCONNECTEMPTY

endmodule

`default_nettype wire
