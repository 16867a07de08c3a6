// The counters of Ibex with the register port of riscv_hpm.
//
// An access is a CSR instruction in ID/EX. Without the write-back stage it retires in the same cycle, with it in the next one.
// Numbers that are not those of counters do not reach the core.
module ibex_counters
    import ibex_pkg::*;
#(
    parameter bit WritebackStage = 1'b0
) (
    input  logic        clk,
    input  logic        rst,

    // Register port
    input  logic        bus_valid,
    input  logic        bus_write,
    input  logic [3:0]  bus_space,
    input  logic [7:0]  bus_unit,
    input  logic [31:0] bus_addr,
    input  logic [63:0] bus_wdata,
    output logic [63:0] bus_rdata,
    output logic        bus_error,
    output logic [63:0] csr_old,

    // Hart
    input  logic [1:0]  priv,

    // Events
    input  logic        ret_n,
    input  logic        dside_wait,
    input  logic        iside_wait,
    input  logic        load,
    input  logic        store,
    input  logic        jump,
    input  logic        branch,
    input  logic        branch_taken,
    input  logic        compressed,
    input  logic        mul_wait,
    input  logic        div_wait
);

    localparam logic [31:0] LCOFIP = 32'h0000_2000;

    logic        is_counter;
    logic        is_interrupt;
    logic        retired;      // by the last stage in this cycle
    logic        retired_compressed;
    logic        forwarded;
    logic        illegal;
    csr_op_e     op;
    logic [31:0] rdata;
    logic [63:0] old;

    // CSRs whose other bits belong to other parts of the core
    assign is_interrupt = bus_addr inside {32'h304, 32'h344};
    assign is_counter   = bus_addr inside {[32'h320:32'h33F], [32'h720:32'h73F], [32'hB00:32'hB1F], [32'hB80:32'hB9F],
                                           [32'hC00:32'hC1F], [32'hC80:32'hC9F], 32'hDA0, 32'h106, 32'h306, 32'h606};

    assign forwarded = bus_valid & (is_counter | is_interrupt) & (bus_space <= 4'd2) & (bus_unit == 8'd0);
    assign bus_error = bus_valid & (illegal | ~forwarded);
    assign old       = {32'd0, rdata & (is_interrupt ? LCOFIP : '1)};
    assign bus_rdata = forwarded & ~illegal & ~bus_write ? old : '0;
    assign csr_old   = forwarded & ~illegal &  bus_write ? old : '0;

    always_comb begin
        op = CSR_OP_READ;
        if (bus_write) begin
            unique case (bus_space[1:0])
                2'd1:    op = CSR_OP_SET;
                2'd2:    op = CSR_OP_CLEAR;
                default: op = CSR_OP_WRITE;
            endcase
        end
    end

    if (WritebackStage) begin : g_writeback
        always_ff @(posedge clk) begin
            retired            <= ret_n & ~rst;
            retired_compressed <= compressed & ~rst;
        end
    end else begin : g_no_writeback
        assign retired            = ret_n;
        assign retired_compressed = compressed;
    end

    // The core changes its mode by traps and returns only.
    always_comb force u_csr.priv_lvl_q = priv_lvl_e'(priv);

    ibex_cs_registers #(
        .MHPMCounterNum   (10),
        .MHPMCounterWidth (40)
    ) u_csr (
        .clk_i              (clk),
        .rst_ni             (~rst),

        .csr_access_i       (forwarded),
        .csr_addr_i         (csr_num_e'(bus_addr[11:0])),
        .csr_wdata_i        (bus_wdata[31:0]),
        .csr_op_i           (op),
        .csr_op_en_i        (forwarded),
        .csr_rdata_o        (rdata),
        .illegal_csr_insn_o (illegal),

        .instr_ret_i                 (retired),
        .instr_ret_compressed_i      (retired_compressed),
        .instr_ret_spec_i            (WritebackStage & retired),
        .instr_ret_compressed_spec_i (WritebackStage & retired_compressed),
        .iside_wait_i                (iside_wait),
        .jump_i                      (jump),
        .branch_i                    (branch),
        .branch_taken_i              (branch_taken),
        .mem_load_i                  (load),
        .mem_store_i                 (store),
        .dside_wait_i                (dside_wait),
        .mul_wait_i                  (mul_wait),
        .div_wait_i                  (div_wait),

        // Nothing else of the core happens.
        .hart_id_i             ('0),
        .csr_mtvec_init_i      ('0),
        .boot_addr_i           ('0),
        .irq_software_i        ('0),
        .irq_timer_i           ('0),
        .irq_external_i        ('0),
        .irq_fast_i            ('0),
        .nmi_mode_i            ('0),
        .debug_mode_i          ('0),
        .debug_mode_entering_i ('0),
        .debug_cause_i         (dbg_cause_e'('0)),
        .debug_csr_save_i      ('0),
        .pc_if_i               ('0),
        .pc_id_i               ('0),
        .pc_wb_i               ('0),
        .ic_scr_key_valid_i    ('0),
        .csr_save_if_i         ('0),
        .csr_save_id_i         ('0),
        .csr_save_wb_i         ('0),
        .csr_restore_mret_i    ('0),
        .csr_restore_dret_i    ('0),
        .csr_save_cause_i      ('0),
        .csr_mcause_i          ('0),
        .csr_mtval_i           ('0),
        .priv_mode_id_o        (),
        .priv_mode_lsu_o       (),
        .csr_mstatus_tw_o      (),
        .csr_mtvec_o           (),
        .irq_pending_o         (),
        .irqs_o                (),
        .csr_mstatus_mie_o     (),
        .csr_mepc_o            (),
        .csr_mtval_o           (),
        .csr_pmp_cfg_o         (),
        .csr_pmp_addr_o        (),
        .csr_pmp_mseccfg_o     (),
        .csr_depc_o            (),
        .debug_single_step_o   (),
        .debug_ebreakm_o       (),
        .debug_ebreaku_o       (),
        .trigger_match_o       (),
        .data_ind_timing_o     (),
        .dummy_instr_en_o      (),
        .dummy_instr_mask_o    (),
        .dummy_instr_seed_en_o (),
        .dummy_instr_seed_o    (),
        .icache_enable_o       (),
        .csr_shadow_err_o      (),
        .double_fault_seen_o   ()
    );

endmodule
