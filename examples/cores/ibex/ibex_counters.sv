// The counters of Ibex with the register port of riscv_hpm.
//
// An access is a CSR instruction in ID/EX. Without the write-back stage it retires in the same cycle, with it in the next one.
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

    logic        retired;      // by the last stage in this cycle
    logic        retired_compressed;
    logic        access;
    logic        illegal;
    csr_op_e     op;
    logic [31:0] rdata;

    csr_port u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .access    (access),
        .illegal   (illegal),
        .rdata     ({32'd0, rdata}),
        .bus_rdata (bus_rdata),
        .bus_error (bus_error),
        .csr_old   (csr_old)
    );

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

        .csr_access_i       (access),
        .csr_addr_i         (csr_num_e'(bus_addr[11:0])),
        .csr_wdata_i        (bus_wdata[31:0]),
        .csr_op_i           (op),
        .csr_op_en_i        (access),
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
