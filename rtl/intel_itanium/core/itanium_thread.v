// One thread: its registers and blocks. An excluded block has no registers, and its outputs are 0. Long: ports and instances.
`default_nettype none

module itanium_thread #(
    parameter HAS_COUNTERS = 1,
    parameter HAS_TAGGER   = 1,
    parameter HAS_IEAR     = 1,
    parameter HAS_DEAR     = 1,
    parameter HAS_TRACE    = 1,
    parameter IPF_A12      = 0,  // see itanium_core
    parameter IPF_A28      = 0   // see itanium_core
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Access: an accepted write to this thread, and the read data
    input  wire         write,
    input  wire [2:0]   space,
    input  wire [7:0]   index,
    input  wire [63:0]  wdata,
    output wire [63:0]  rdata,

    // The thread
    input  wire         psr_up,
    input  wire         psr_pp,
    input  wire         psr_sp,
    input  wire         psr_is,
    input  wire [1:0]   psr_cpl,
    input  wire         owns_pipeline,
    input  wire         foreground,
    input  wire         ts_dead,
    input  wire         flush,
    input  wire         halt_own,
    input  wire         halt_other,

    // Lanes
    input  wire [7:0]   ev_passes,
    input  wire [7:0]   ev_own,
    input  wire [63:0]  ev_code,
    input  wire [127:0] ev_umhit,
    input  wire [23:0]  ev_inc,
    input  wire [31:0]  ev_mesi,

    // The core
    input  wire         ref_tick,
    input  wire         ret_own,
    input  wire         ret_any,
    input  wire [59:0]  ret_ip,
    input  wire         ret_qualified,
    input  wire [11:0]  ret_counts,

    // Transactions of this thread
    input  wire         ie_valid,
    input  wire         ie_tlb,
    input  wire [58:0]  ie_addr,
    input  wire [15:0]  ie_lat,
    input  wire         ie_rab,
    input  wire [1:0]   ie_kind,
    input  wire         ie_tag,
    input  wire         dl_iss_valid,
    input  wire [3:0]   dl_iss_id,
    input  wire [63:0]  dl_iss_va,
    input  wire [59:0]  dl_iss_ip,
    input  wire         dl_iss_ipv,
    input  wire         dl_iss_bn,
    input  wire [1:0]   dl_iss_slot,
    input  wire         dl_iss_dtag,
    input  wire         dl_res_valid,
    input  wire [3:0]   dl_res_id,
    input  wire         dl_res_miss,
    input  wire [15:0]  dl_res_lat,
    input  wire         dt_valid,
    input  wire         dt_alat,
    input  wire [1:0]   dt_kind,
    input  wire [63:0]  dt_va,
    input  wire [59:0]  dt_ip,
    input  wire         dt_ipv,
    input  wire         dt_bn,
    input  wire [1:0]   dt_slot,
    input  wire         dt_dtag,
    input  wire         bt_valid,
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
    input  wire         iva_valid,
    input  wire [10:0]  iva_off,

    // Captures of this thread and of the other: data EAR, instruction EAR, IVA filter, trace buffer
    output wire [3:0]   pulse_own,
    input  wire [3:0]   pulse_other,

    // Configuration of the taggers
    output wire [57:0]  pmc32,
    output wire [40:0]  pmc33,
    output wire [57:0]  pmc34,
    output wire [40:0]  pmc35,
    output wire [3:0]   pmc36,
    output wire [13:0]  pmc38,
    output wire [48:0]  pmc41,
    output wire [511:0] ibr,
    output wire [511:0] dbr,

    // Freeze and interrupt
    output wire         fr,
    output wire         pmi_level,
    output wire         pmi_irq,
    output wire [7:0]   pmi_vec,
    output wire [11:0]  ext_notify
);

    wire          write_pmc = write & space == 3'd0;
    wire          write_pmd = write & space == 3'd1;
    wire          write_ibr = write & space == 3'd2;
    wire          write_dbr = write & space == 3'd3;
    wire          write_cr  = write & space == 3'd4;

    wire [15:0]   pmc0;
    wire [371:0]  pmc;
    wire [563:0]  count;
    wire [11:0]   ov;
    wire [11:0]   carry;
    wire [11:0]   oi;
    wire [11:0]   ev;
    wire [13:0]   pmc37;
    wire [15:0]   pmc39;
    wire [25:0]   pmc40;
    wire [18:0]   pmc42;
    wire [21:0]   pmc43;
    wire [63:0]   pmd32;
    wire [15:0]   pmd33;
    wire [63:0]   pmd34;
    wire [12:0]   pmd35;
    wire [63:0]   pmd36;
    wire [5:0]    pmd38;
    wire [63:0]   pmd39;
    wire [1023:0] entries;
    wire [16:0]   pmv;

    itanium_status u_status (
        .clk          (clk),
        .rst          (rst),
        .write        (write_pmc & index == 8'd0),
        .wdata        (wdata[15:0]),
        .carry        (carry),
        .oi           (oi),
        .ev           (ev),
        .ov           (ov),
        .masked       (pmv[16]),
        .pmc0_q       (pmc0),
        .fr           (fr),
        .pmi_level    (pmi_level),
        .pmi_irq_q    (pmi_irq),
        .ext_notify_q (ext_notify)
    );

    assign pmi_vec = pmv[7:0];

    genvar i;
    generate
        for (i = 0; i < 12; i = i + 1) begin : g_reactions
            assign ev[i] = pmc[31*i + 4];
            assign oi[i] = pmc[31*i + 5];
        end

        if (HAS_COUNTERS != 0) begin : g_counters
            itanium_counters #(
                .IPF_A28 (IPF_A28)
            ) u_counters (
                .clk           (clk),
                .rst           (rst),
                .write_pmc     (write_pmc),
                .write_pmd     (write_pmd),
                .write_cr      (write_cr),
                .index         (index),
                .wdata         (wdata),
                .fr            (fr),
                .psr_up        (psr_up),
                .psr_pp        (psr_pp),
                .psr_cpl       (psr_cpl),
                .owns_pipeline (owns_pipeline),
                .foreground    (foreground),
                .ts_dead       (ts_dead),
                .ev_passes     (ev_passes),
                .ev_own        (ev_own),
                .ev_code       (ev_code),
                .ev_umhit      (ev_umhit),
                .ev_inc        (ev_inc),
                .ev_mesi       (ev_mesi),
                .ret_own       (ret_own),
                .halt_own      (halt_own),
                .halt_other    (halt_other),
                .pulse_own     (pulse_own),
                .pulse_other   (pulse_other),
                .ref_tick      (ref_tick),
                .ret_qualified (ret_qualified),
                .ret_counts    (ret_counts),
                .iva_valid     (iva_valid),
                .iva_off       (iva_off),
                .iva_match     (pulse_own[1]),
                .pmc           (pmc),
                .count         (count),
                .ov            (ov),
                .pmc43         (pmc43),
                .pmv           (pmv),
                .carry         (carry)
            );
        end else begin : g_no_counters
            assign pulse_own[1] = 1'b0;
            assign pmc          = 372'd0;
            assign count        = 564'd0;
            assign ov           = 12'd0;
            assign pmc43        = 22'd0;
            assign pmv          = 17'd0;
            assign carry        = 12'd0;
        end

        if (HAS_TAGGER != 0) begin : g_tagger
            itanium_tag_registers u_registers (
                .clk       (clk),
                .rst       (rst),
                .write_pmc (write_pmc),
                .write_ibr (write_ibr),
                .write_dbr (write_dbr),
                .index     (index),
                .wdata     (wdata),
                .pmc32     (pmc32),
                .pmc33     (pmc33),
                .pmc34     (pmc34),
                .pmc35     (pmc35),
                .pmc36     (pmc36),
                .pmc38     (pmc38),
                .pmc41     (pmc41),
                .ibr       (ibr),
                .dbr       (dbr)
            );
        end else begin : g_no_tagger
            assign pmc32 = 58'd0;
            assign pmc33 = 41'd0;
            assign pmc34 = 58'd0;
            assign pmc35 = 41'd0;
            assign pmc36 = 4'd0;
            assign pmc38 = 14'd0;
            assign pmc41 = 49'd0;
            assign ibr   = 512'd0;
            assign dbr   = 512'd0;
        end

        if (HAS_IEAR != 0) begin : g_iear
            itanium_iear u_iear (
                .clk       (clk),
                .rst       (rst),
                .write_pmc (write_pmc),
                .write_pmd (write_pmd),
                .index     (index),
                .wdata     (wdata),
                .fr        (fr),
                .psr_up    (psr_up),
                .psr_pp    (psr_pp),
                .psr_cpl   (psr_cpl),
                .ie_valid  (ie_valid),
                .ie_tlb    (ie_tlb),
                .ie_addr   (ie_addr),
                .ie_lat    (ie_lat),
                .ie_rab    (ie_rab),
                .ie_kind   (ie_kind),
                .ie_tag    (ie_tag),
                .pmc37     (pmc37),
                .pmd34     (pmd34),
                .pmd35_q   (pmd35),
                .captured  (pulse_own[2])
            );
        end else begin : g_no_iear
            assign pulse_own[2] = 1'b0;
            assign pmc37        = 14'd0;
            assign pmd34        = 64'd0;
            assign pmd35        = 13'd0;
        end

        if (HAS_DEAR != 0) begin : g_dear
            itanium_dear u_dear (
                .clk          (clk),
                .rst          (rst),
                .write_pmc    (write_pmc),
                .write_pmd    (write_pmd),
                .index        (index),
                .wdata        (wdata),
                .fr           (fr),
                .psr_up       (psr_up),
                .psr_pp       (psr_pp),
                .psr_cpl      (psr_cpl),
                .dl_iss_valid (dl_iss_valid),
                .dl_iss_id    (dl_iss_id),
                .dl_iss_va    (dl_iss_va),
                .dl_iss_ip    (dl_iss_ip),
                .dl_iss_ipv   (dl_iss_ipv),
                .dl_iss_bn    (dl_iss_bn),
                .dl_iss_slot  (dl_iss_slot),
                .dl_iss_dtag  (dl_iss_dtag),
                .dl_res_valid (dl_res_valid),
                .dl_res_id    (dl_res_id),
                .dl_res_miss  (dl_res_miss),
                .dl_res_lat   (dl_res_lat),
                .dt_valid     (dt_valid),
                .dt_alat      (dt_alat),
                .dt_kind      (dt_kind),
                .dt_va        (dt_va),
                .dt_ip        (dt_ip),
                .dt_ipv       (dt_ipv),
                .dt_bn        (dt_bn),
                .dt_slot      (dt_slot),
                .dt_dtag      (dt_dtag),
                .pmc40        (pmc40),
                .pmd32_q      (pmd32),
                .pmd33_q      (pmd33),
                .pmd36_q      (pmd36),
                .captured     (pulse_own[3])
            );
        end else begin : g_no_dear
            assign pulse_own[3] = 1'b0;
            assign pmc40        = 26'd0;
            assign pmd32        = 64'd0;
            assign pmd33        = 16'd0;
            assign pmd36        = 64'd0;
        end

        if (HAS_TRACE != 0) begin : g_trace
            itanium_trace u_trace (
                .clk        (clk),
                .rst        (rst),
                .write_pmc  (write_pmc),
                .write_pmd  (write_pmd),
                .index      (index),
                .wdata      (wdata),
                .fr         (fr),
                .psr_up     (psr_up),
                .psr_pp     (psr_pp),
                .psr_is     (psr_is),
                .psr_cpl    (psr_cpl),
                .foreground (foreground),
                .bt_valid   (bt_valid),
                .bt_type    (bt_type),
                .bt_taken   (bt_taken),
                .bt_path_mp (bt_path_mp),
                .bt_tgt_mp  (bt_tgt_mp),
                .bt_be_mp   (bt_be_mp),
                .bt_ip      (bt_ip),
                .bt_b1      (bt_b1),
                .bt_slot    (bt_slot),
                .bt_tgt_v   (bt_tgt_v),
                .bt_tgt     (bt_tgt),
                .bt_tag     (bt_tag),
                .retires    (ret_own & ret_any),
                .ret_ip     (ret_ip),
                .flush      (flush),
                .pmc39      (pmc39),
                .pmc42      (pmc42),
                .pmd38      (pmd38),
                .pmd39      (pmd39),
                .entries    (entries),
                .captured   (pulse_own[0])
            );
        end else begin : g_no_trace
            assign pulse_own[0] = 1'b0;
            assign pmc39        = 16'd0;
            assign pmc42        = 19'd0;
            assign pmd38        = 6'd0;
            assign pmd39        = 64'd0;
            assign entries      = 1024'd0;
        end
    endgenerate

    itanium_read #(
        .IPF_A12 (IPF_A12)
    ) u_read (
        .space   (space),
        .index   (index),
        .user    (psr_cpl != 2'd0),
        .psr_sp  (psr_sp),
        .pmc0    (pmc0),
        .pmc     (pmc),
        .count   (count),
        .pmc32   (pmc32),
        .pmc33   (pmc33),
        .pmc34   (pmc34),
        .pmc35   (pmc35),
        .pmc36   (pmc36),
        .pmc37   (pmc37),
        .pmc38   (pmc38),
        .pmc39   (pmc39),
        .pmc40   (pmc40),
        .pmc41   (pmc41),
        .pmc42   (pmc42),
        .pmc43   (pmc43),
        .pmd32   (pmd32),
        .pmd33   (pmd33),
        .pmd34   (pmd34),
        .pmd35   (pmd35),
        .pmd36   (pmd36),
        .pmd38   (pmd38),
        .pmd39   (pmd39),
        .entries (entries),
        .ibr     (ibr),
        .dbr     (dbr),
        .pmv     (pmv),
        .rdata   (rdata)
    );

endmodule

`default_nettype wire
